"""Armies, maps, options and units of Essence of War as a page shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from warhost.play.ruleset import Strength
from warhost.play.shown.cards import (
    ArmyCard,
    BoardWith,
    Figure,
    MapCard,
    Overlay,
    Ring,
    Scored,
    Stand,
    Token,
    UnitCard,
    UnitNotes,
    Zone,
)
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.setup.battlefield import OPEN, RANDOM, WIDE_FROM
from warhost.rulesets.essence_of_war.chapters.setup.coalition import side_of
from warhost.rulesets.essence_of_war.chapters.setup.deployment import zone
from warhost.rulesets.essence_of_war.chapters.setup.maps import (
    ADVANCED_SIZE,
    FEATURE_SIZES,
    Scatter,
    advanced_map,
    basic_maps,
    custom_map,
    random_map,
    sections,
)
from warhost.rulesets.essence_of_war.chapters.victory.missions import (
    GOALS,
    INFILTRATION,
    OCCUPATION,
    PATROL_REACH,
    PATROLLING,
    REACH,
    counts,
    fulfils,
    near_centre,
)
from warhost.rulesets.essence_of_war.chapters.victory.victory import centre
from warhost.rulesets.essence_of_war.chapters.victory.victory_points import points_of
from warhost.rulesets.essence_of_war.core import (
    CHARACTERISTICS,
    Battle,
    Entry,
    Patrol,
    Unit,
    full_health,
    health,
    value,
)
from warhost.rulesets.essence_of_war.lists.patrols import patrol
from warhost.rulesets.essence_of_war.shown.looks import build_of, look
from warhost.rulesets.essence_of_war.shown.options import option_cards as option_cards
from warhost.table import Board

LABELS = {name: name.upper() if len(name) == 2 else name.capitalize() for name in CHARACTERISTICS}
MODIFIED = frozenset(CHARACTERISTICS) - {"hp", "rsr", "aeg"}
"""What spells and rules may change while a unit is on the table."""

STANDARDS = ("Eagle Standard", "Banneret", "Battle Standard", "Banner of Speed", "Banner of Discipline")
SINGLE = "Single Model"


def army_card(name: str) -> ArmyCard:
    return patrol_card(patrol(name))


def patrol_card(army: Patrol) -> ArmyCard:
    """A patrol with all its units."""
    return ArmyCard(army.faction, tuple(unit_card(entry) for entry in army.entries), army.text)


def unit_card(entry: Entry) -> UnitCard:
    """A unit entry in one line, with its profile and what it lists."""
    size = "single model" if entry.single else f"{entry.models} models, {entry.files} wide"
    words = [entry.category, size, f"bases {entry.base[0]}x{entry.base[1]} mm"]
    if entry.bought:
        words += filter(None, (entry.bought.option if entry.bought.option != SINGLE else "", *entry.bought.upgrades))
        words += ["the General"] if entry.general else []
        words.append(f"{entry.points} points")
    stand = Stand(
        entry.models, entry.files, *entry.base, build_of(entry), leader=entry.category == "Character", look=look(entry)
    )
    return UnitCard(entry.name, ", ".join(words), printed_profile(entry), entry.listed, stand)


def list_card(name: str, entries: Sequence[Entry]) -> ArmyCard:
    """A Roster with all its units."""
    return ArmyCard(name, tuple(unit_card(entry) for entry in entries))


def printed_profile(entry: Entry) -> dict[str, Figure]:
    """The profile box; what the unit has no value for is left out, and a March Rate may be dice."""
    numbers = msgspec.to_builtins(entry.profile)
    printed = {LABELS[name]: written(name, numbers[name]) for name in CHARACTERISTICS if numbers[name] is not None}
    if entry.bought and entry.bought.march:
        printed[LABELS["mar"]] = entry.bought.march
    return printed


def written(name: str, number: int) -> Figure:
    return f"{number}+" if name == "aeg" else number


def map_card(name: str) -> MapCard:
    """A map with its board, and with the wider one of larger advanced battles."""
    if name == RANDOM:
        return MapCard(name, "Random terrain", boards=(_wide(_SCATTERED, example=True),))
    if name == OPEN:
        return MapCard(name, "Open field", custom_map(()), boards=(_wide(custom_map((), ADVANCED_SIZE)),))
    found = next(one for one in basic_maps() if str(one.number) == name)
    return MapCard(name, found.name, found.board, boards=(_wide(advanced_map(found.number)),))


@rule("eow.adv.map.size")
def _wide(board: Board, example: bool = False) -> BoardWith:
    return BoardWith(board, {"mode": ("advanced",)}, {"points": WIDE_FROM}, example)


_SCATTERED = random_map(
    [kind for _ in sections(ADVANCED_SIZE)[::3] for kind in FEATURE_SIZES],
    [Scatter(inches, degrees) for inches, degrees in ((4, 40), (2, 200), (5, 310), (3, 110), (6, 20), (1, 250))],
    ADVANCED_SIZE,
)
"""What random terrain may look like on the wider board."""


def notes(battle: Battle, unit: Unit) -> UnitNotes:
    """The unit's card as things stand: characteristics with what changes them."""
    entry = battle.entry(unit)
    profile = printed_profile(entry)
    if battle.body(unit).pose is not None:
        for name in CHARACTERISTICS:
            if name in MODIFIED and isinstance(profile.get(LABELS[name]), int):
                profile[LABELS[name]] = value(battle, unit, name)
    return UnitNotes(
        profile,
        entry.listed,
        entry.single,
        build=build_of(entry),
        leader=entry.category == "Character",
        standard=any(name in STANDARDS for name in (*entry.rules, *entry.items)),
        host=unit.host,
        look=look(entry),
    )


def marks(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """What a player wants to see at a glance: how it left the table, where it waits or stands, its states, the spells
    on it and what it was given for a while."""
    if unit.host is not None:
        return (f"in {battle.body(unit).name}",)
    if unit.pose is None:
        return (unit.fate,) if unit.fate else ("in ambush",) if unit.reserve else ()
    states = (
        ("fleeing", unit.fleeing),
        ("engaged", unit.engaged),
        ("charging", unit.charging),
        ("failed charge", unit.failed_charge),
        ("marched", unit.marched),
    )
    guest = battle.guest_of(unit)
    company = () if guest is None else (f"with {guest.name}",)
    given = (*(effect.spell for effect in unit.effects), *(boon.rule for boon in unit.boons))
    return (*(word for word, is_so in states if is_so), *company, *dict.fromkeys(given))


def strength(battle: Battle, unit: Unit) -> Strength:
    """What is left of the unit; nothing if it is lost. Models whose places a Character took are no losses."""
    gone = battle.body(unit).pose is None and bool(unit.fate)
    entry = battle.entry(unit)
    return Strength(
        models=0 if gone else unit.models,
        models_at_start=entry.models - unit.replaced,
        health=0 if gone else health(battle, unit),
        health_at_start=full_health(battle, unit) - unit.replaced * entry.profile.hp,
        wounds=0 if gone else unit.wounds,
    )


def panel(battle: Battle, seat: int) -> Mapping[str, Figure]:
    """The score and the Mission, units and health left, and the magic dice."""
    own = [unit for unit in battle.units if unit.owner == seat]
    standing = [unit for unit in own if not unit.fate]
    side = side_of(battle, seat)
    left = sum(health(battle, u) for u in standing)
    full = sum(full_health(battle, u) - u.replaced * battle.entry(u).profile.hp for u in own)
    shown: dict[str, Figure] = {}
    if battle.scene.settings.victory_points:
        if battle.turn:
            # As a text: nothing scored is worth saying too.
            shown["Victory Points"] = str(points_of(battle, side).total)
        shown["Battle"] = f"of {battle.more.size} points"
    shown |= {"Units": f"{len(standing)} of {len(own)}", "Health": f"{left} of {full}"}
    near = [unit for unit in own if counts(battle, unit)]
    if battle.mission:
        shown["Count for the Mission"] = sum(fulfils(battle, u, near_centre(battle, u)) for u in near)
        shown["Mission"] = battle.mission
        shown["Goal"] = f"more units than the enemy {GOALS[battle.mission]}"
    else:
        shown["Near the centre"] = sum(near_centre(battle, u) for u in near)
    if battle.turn:
        shares = battle.more.shares
        shown["Magic dice"] = shares[seat] if seat < len(shares) else battle.pools[side]
        shown["Stored dice"] = battle.stored[side]
        shown["Flux cards"] = len(battle.decks[side])
    return shown


def tally(battle: Battle, seat: int) -> tuple[Scored, ...]:
    """What the player's side has Victory Points for; nothing where they do not decide."""
    if not battle.scene.settings.victory_points or not battle.turn:
        return ()
    points = points_of(battle, side_of(battle, seat))
    mission = (Scored(f"{battle.mission} completed", points.mission),) if points.mission else ()
    return (*(Scored(f"{name} {how}", cost) for name, how, cost in points.units), *mission)


def overlay(battle: Battle) -> Overlay:
    """The centre or the markers and what counts near them, and the zones while armies deploy or have to get there."""
    x, y = centre(battle)
    deploying = battle.phase == "deployment"
    tokens, rings = [], []
    if deploying or battle.mission in ("", OCCUPATION):
        tokens.append(Token(x, y, "Centre"))
    if battle.mission in ("", OCCUPATION):
        rings.append(Ring(x, y, REACH, f'Units within {REACH:g}" of the centre score'))
    if battle.mission == PATROLLING:
        tokens += [Token(mx, my, "Marker") for mx, my in battle.markers]
        told = ("Units this close to a marker count", "")
        rings += [Ring(mx, my, PATROL_REACH, text) for (mx, my), text in zip(battle.markers, told, strict=False)]
    zoned = bool(battle.homes) and (deploying or battle.mission == INFILTRATION)
    zones = tuple(Zone(seat, zone(battle, seat)) for seat in range(len(battle.homes))) if zoned else ()
    return Overlay(tuple(tokens), zones, tuple(rings))
