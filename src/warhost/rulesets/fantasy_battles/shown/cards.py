"""Armies, maps, options and units of Fantasy Battles as a page shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

import msgspec

from warhost.play.ruleset import Strength
from warhost.play.shown.cards import ArmyCard, Figure, Ground, MapCard, Overlay, Ring, Scored, Token, UnitNotes, Zone
from warhost.rulesets.fantasy_battles.chapters.setup.battlefield import OPEN, RANDOM, map_name
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import zone
from warhost.rulesets.fantasy_battles.chapters.setup.maps import (
    AT_RANDOM,
    SIZE,
    Scatter,
    board_of,
    layouts,
    random_board,
    sections,
)
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import (
    BREAKTHROUGH,
    HOLD_THE_GROUND,
    KING_OF_THE_HILL,
    NONE,
    REACH,
    SECURE_TARGET,
    SPOILS_OF_WAR,
)
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import tally as counted
from warhost.rulesets.fantasy_battles.chapters.victory.victory_points import points_of
from warhost.rulesets.fantasy_battles.core import CHARACTERISTICS, Battle, Unit, decimated, full_health, health, value
from warhost.rulesets.fantasy_battles.lists.house_armies import BOOKS
from warhost.rulesets.fantasy_battles.lists.ready_lists import full_name, ready_army
from warhost.rulesets.fantasy_battles.shown.entry_cards import LABELS, build_of, list_card, listed, printed_profile
from warhost.rulesets.fantasy_battles.shown.looks import look
from warhost.rulesets.fantasy_battles.shown.options import option_cards as option_cards
from warhost.table import Board

UNCHANGED = frozenset({"hp"})
"""What no spell or rule changes while a unit is on the table."""

GOALS = {
    HOLD_THE_GROUND: "have more Scoring Units near the centre at the end of Game Turns",
    BREAKTHROUGH: "have more Scoring Units in the enemy Deployment Zone, up to 3",
    SPOILS_OF_WAR: "have more units that carry markers",
    KING_OF_THE_HILL: "have Scoring Units in the Terrain Feature that the enemy named",
    "Capture the Flags": "destroy more Scoring Units",
    SECURE_TARGET: "control more markers with Scoring Units",
}
"""How each Secondary Objective is won, in words."""


def army_card(name: str) -> ArmyCard:
    """An army with the units of the list that is ready to play."""
    army = ready_army(name)
    return msgspec.structs.replace(
        list_card(full_name(name), army.entries), text=BOOKS.find(army.faction).catalogue.text
    )


def map_card(name: str) -> MapCard:
    """A map with its board; terrain at random has an example."""
    if name == RANDOM:
        return MapCard(name, map_name(name), example=_SCATTERED)
    if name == OPEN:
        return MapCard(name, map_name(name), Board(*SIZE))
    found = next(one for one in layouts() if str(one.number) == name)
    return MapCard(name, found.name, board_of(found))


_KINDS = tuple(AT_RANDOM)

_SCATTERED = random_board(
    [_KINDS[number % len(_KINDS)] for number, _ in enumerate(sections())],
    [Scatter(float(number % 6 + 1), number * 77.0 % 360.0) for number, _ in enumerate(sections())],
)
"""What terrain at random may look like."""


def notes(battle: Battle, unit: Unit) -> UnitNotes:
    """The unit's card as things stand: characteristics with what changes them."""
    entry = battle.entry(unit)
    profile = printed_profile(entry)
    if battle.body(unit).pose is not None:
        for name in CHARACTERISTICS:
            if name not in UNCHANGED:
                profile[LABELS[name]] = value(battle, unit, name)
    company = [battle.entry(one) for one in battle.company(unit)] if unit.host is None else [entry]
    return UnitNotes(
        profile,
        tuple(listed(entry)),
        entry.single,
        build=build_of(entry),
        leader=any(one.is_character for one in company),
        standard=any(one.standard or one.battle_standard for one in company),
        host=unit.host,
        belongs=entry.role == "champion",
        look=look(entry),
    )


def marks(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """What a player wants to see at a glance: how it left the table, where it waits or stands, its states, the spells
    on it and what it was given for a while."""
    if unit.host is not None:
        return (f"in {battle.body(unit).name}", *_own_marks(battle, unit))
    if unit.pose is None:
        return (unit.fate,) if unit.fate else (_waits(unit),) if unit.waiting else ()
    states = (
        ("fleeing", unit.fleeing),
        ("engaged", unit.engaged),
        ("charging", unit.charging),
        ("failed charge", unit.failed_charge),
        ("marched", unit.marched),
        ("reformed", unit.reformed),
        ("Decimated", decimated(battle, unit)),
        ("carries a marker", unit.carries >= 0),
        ("marked by the enemy", unit.flagged),
        (f"Incendiary markers: {unit.incendiary}", unit.incendiary > 0),
    )
    given = (*(effect.spell for effect in unit.effects), *(boon.rule for boon in unit.boons))
    guests = (f"with {guest.name}" for guest in battle.guests_of(unit))
    told = (word for word, is_so in states if is_so)
    return (*told, *guests, *dict.fromkeys(given), *_own_marks(battle, unit))


def _waits(unit: Unit) -> str:
    return "in ambush" if unit.special == "ambush" else unit.special


def _own_marks(battle: Battle, unit: Unit) -> Iterator[str]:
    """What a model has lost for the rest of the battle, or for a turn."""
    yield from (f"{weapon} broken" for weapon in unit.broken_weapons)
    yield from (f"{weapon} jammed" for weapon, turn in unit.jammed if turn >= battle.turn)
    yield from (f"{spell} forgotten" for spell in unit.forgotten)
    yield from (f"{thing} used" for thing in unit.used)


def strength(battle: Battle, unit: Unit) -> Strength:
    """What is left of the unit; nothing if it is lost. A Champion counts for himself."""
    gone = battle.body(unit).pose is None and bool(unit.fate)
    entry = battle.entry(unit)
    return Strength(
        models=0 if gone else unit.models,
        models_at_start=entry.models - (entry.champion is not None),
        health=0 if gone else health(battle, unit),
        health_at_start=full_health(battle, unit),
        wounds=0 if gone else unit.wounds,
    )


def panel(battle: Battle, seat: int) -> Mapping[str, Figure]:
    """The score and the Secondary Objective, units and health left, and the magic of a side."""
    own = [unit for unit in battle.units if unit.seat == seat]
    bought = [unit for unit in own if battle.entry(unit).role != "champion"]
    standing = [unit for unit in bought if not unit.fate]
    left = sum(health(battle, unit) for unit in own if not unit.fate)
    full = sum(full_health(battle, unit) for unit in own)
    shown: dict[str, Figure] = {}
    if battle.turn:
        # As a text: nothing scored is worth saying too.
        shown["Victory Points"] = str(points_of(battle, seat).total)
    shown |= {
        "Battle": f"of {battle.scene.settings.points} points",
        "Units": f"{len(standing)} of {len(bought)}",
        "Health": f"{left} of {full}",
    }
    if battle.deployment:
        shown["Deployment"] = battle.deployment
    if battle.objective not in ("", NONE):
        shown["Objective"] = battle.objective
        shown["Goal"] = GOALS[battle.objective]
        if battle.turn:
            shown["Count for the objective"] = str(counted(battle)[seat])
    if battle.turn:
        shown["Magic Dice"] = battle.pools[seat]
        shown["Veil Tokens"] = battle.tokens[seat]
        shown["Flux Cards"] = len(battle.decks[seat])
        if battle.orisons[seat]:
            shown["Orison Tokens"] = battle.orisons[seat]
    return shown


def tally(battle: Battle, seat: int) -> tuple[Scored, ...]:
    """What the player has Victory Points for."""
    if not battle.turn:
        return ()
    return tuple(Scored(f"{name} {fate}", points) for name, fate, points in points_of(battle, seat).units)


def overlay(battle: Battle) -> Overlay:
    """What the Secondary Objective needs, the Deployment Zones while they matter, and what spells left on the table."""
    x, y = battle.scene.board.centre
    deploying = battle.phase == "deployment"
    tokens: list[Token] = []
    rings: list[Ring] = []
    if battle.objective == HOLD_THE_GROUND:
        tokens.append(Token(x, y, "Centre"))
        rings.append(Ring(x, y, REACH, f'Units within {REACH:g}" of the centre score'))
    carried = {unit.carries for unit in battle.units if unit.carries >= 0}
    tokens += [Token(*spot, "Marker") for number, spot in enumerate(battle.markers) if number not in carried]
    if battle.objective == SECURE_TARGET:
        told = ("Units this close to a marker count", "")
        rings += [Ring(*spot, REACH, text) for spot, text in zip(battle.markers, told, strict=False)]
    rings += _hill_rings(battle)
    tokens += [Token(at_x, at_y, "Wrath of God", face=str(counters)) for at_x, at_y, counters, _ in battle.wraths]
    tokens += [Token(*spot, "Tunnel Marker") for spot in battle.tunnels]
    zoned = bool(battle.homes) and bool(battle.deployment) and (deploying or battle.objective == BREAKTHROUGH)
    zones = tuple(Zone(seat, zone(battle, seat)) for seat in range(len(battle.homes))) if zoned else ()
    return Overlay(tuple(tokens), zones, tuple(rings), tuple(_hills(battle)))


def _hill_rings(battle: Battle) -> Iterator[Ring]:
    """Around each Terrain Feature that was named, for the player who wants to be in it."""
    for seat, number in enumerate(battle.hills):
        if number >= 0:
            piece = battle.scene.board.features[number]
            reach = hypot(piece.width, piece.depth) / 2
            yield Ring(piece.x, piece.y, reach, f"Goal of {battle.scene.seats[1 - seat].name}")


def _hills(battle: Battle) -> Iterator[Ground]:
    """The Terrain Features that the players named for King of the Hill."""
    for seat, number in enumerate(battle.hills):
        if number >= 0:
            yield Ground(number, f"Named by {battle.scene.seats[seat].name}: the enemy wants to be in it")
