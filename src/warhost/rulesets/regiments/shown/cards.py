"""Armies, tables and units of Regiments as a page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from warhost.field.ground.placing import Ground, edge_strips
from warhost.play.ruleset import Strength
from warhost.play.shown.cards import ArmyCard, Figure, MapCard, Overlay, Ring, Stand, Token, UnitCard, UnitNotes, Zone
from warhost.rulesets.regiments.chapters.missions import held, last_round, mission_of
from warhost.rulesets.regiments.chapters.missions.seizing import reach_of
from warhost.rulesets.regiments.chapters.movement.moves import allowance
from warhost.rulesets.regiments.chapters.structure import waiting
from warhost.rulesets.regiments.chapters.terrain.battlefield import BALANCED, OPEN
from warhost.rulesets.regiments.chapters.terrain.generator import planes
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.chapters.wounds.damage import defense_of, quality_of
from warhost.rulesets.regiments.core import (
    HERO,
    ArmyList,
    Battle,
    Marker,
    Regiment,
    Settings,
    Unit,
    Weapon,
    files_of,
    group_of,
    optional,
)
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.core.kinds import kinds_of_model, texts_of, tough
from warhost.rulesets.regiments.lists.house import book, full_name, ready_list
from warhost.rulesets.regiments.rules.in_force import is_in_force
from warhost.rulesets.regiments.shown.looks import BUILDS, look
from warhost.rulesets.regiments.shown.options import option_cards as option_cards
from warhost.table import Board

NOBODY = -1
"""The seat of zones before sides are picked."""

AT_THE_END = ("end of round", "reckon")
"""The stages in which nobody activates any more."""

NOT_IN_FORCE = "(not in force)"
"""Behind a rule that an army has and the engine does not know."""


def army_card(name: str) -> ArmyCard:
    """An army list by any of its names."""
    army = ready_list(name)
    return msgspec.structs.replace(list_card(army, full_name(name)), text=book(army.factions[0]).text)


def list_card(army: ArmyList, name: str) -> ArmyCard:
    """An army list; a hero stands behind the unit that it joined."""
    return ArmyCard(name, tuple(card for regiment in army.regiments for card in _cards(regiment)))


def _cards(regiment: Regiment) -> Iterator[UnitCard]:
    yield unit_card(regiment)
    if regiment.hero is not None:
        yield unit_card(regiment.hero, f", joined to {regiment.name}")


def unit_card(regiment: Regiment, joined: str = "") -> UnitCard:
    """A unit of a list in one line, with its profile, its weapons and its rules."""
    size = "single model" if regiment.size == 1 else f"{regiment.size} models"
    text = f"{regiment.kind}, {size}, bases {regiment.base[0]}x{regiment.base[1]} mm{joined}"
    return UnitCard(
        regiment.name,
        text,
        printed_profile(regiment),
        (
            *armament((group.count, group.weapons) for group in regiment.groups),
            *names_of((group.count, regiment.rules + group.rules) for group in regiment.groups),
        ),
        Stand(
            regiment.size,
            files_of(regiment),
            *regiment.base,
            BUILDS[regiment.kind],
            leader=regiment.is_hero,
            look=look(regiment),
        ),
    )


def printed_profile(regiment: Regiment) -> dict[str, Figure]:
    """Quality, Defense, how many wounds a model takes, and what the unit costs."""
    return {
        "Quality": f"{regiment.quality}+",
        "Defense": f"{regiment.defense}+",
        "Tough": regiment.tough,
        "Points": regiment.cost,
    }


def armament(groups: Iterable[tuple[int, tuple[Weapon, ...]]]) -> tuple[str, ...]:
    """The weapons of so many models each; those that not all models carry with their number."""
    told = list(groups)
    models = sum(count for count, _ in told)
    carried: dict[Weapon, int] = {}
    for count, weapons in told:
        for weapon in weapons:
            carried[weapon] = carried.get(weapon, 0) + count
    return tuple(
        _weapon(weapon) if count == models else f"{_weapon(weapon)} on {count}" for weapon, count in carried.items()
    )


def _weapon(weapon: Weapon) -> str:
    """A weapon, and which of its rules are not in force."""
    idle = [str(rule) for rule in weapon.rules if not is_in_force(rule, "weapons")]
    return f"{weapon}, {' and '.join(idle)} {NOT_IN_FORCE}" if idle else str(weapon)


def _named(rule: RuleText) -> str:
    return str(rule) if is_in_force(rule) else f"{rule} {NOT_IN_FORCE}"


def names_of(groups: Iterable[tuple[int, tuple[RuleText, ...]]]) -> tuple[str, ...]:
    """The special rules of so many models each; those that not all models have with their number."""
    told = list(groups)
    models = sum(count for count, _ in told)
    having: dict[str, int] = {}
    for count, rules in told:
        for name in dict.fromkeys(map(_named, rules)):
            having[name] = having.get(name, 0) + count
    return tuple(name if count == models else f"{name} on {count}" for name, count in having.items())


def map_card(name: str) -> MapCard:
    """A table by its name. Only the open field is known before the battle begins."""
    if name == OPEN:
        return MapCard(name, "Open field", Board(Settings().width, Settings().depth))
    if name == BALANCED:
        return MapCard(name, "Balanced table")
    return MapCard(name, planes()[name].name)


def notes(battle: Battle, unit: Unit) -> UnitNotes:
    """The unit's card as things stand: what its models that are left have, spells included."""
    kinds = list(kinds_of_model(unit))
    if not kinds:
        card = unit_card(battle.regiment(unit))
        return UnitNotes(
            card.profile,
            card.rules,
            unit.start == 1,
            BUILDS[battle.regiment(unit).kind],
            look=look(battle.regiment(unit)),
        )
    most = max(kinds, key=lambda kind: (kind[0] != HERO, kind[1]))[0]
    profile: dict[str, Figure] = {
        "Quality": f"{quality_of(battle, unit, most)}+",
        "Defense": f"{defense_of(battle, unit)}+",
        "Tough": tough(battle, unit, most),
        "Points": battle.regiment(unit).points,
        "Advance": f'{allowance(battle, unit, "advance"):g}"',
        "Rush": f'{allowance(battle, unit, "rush"):g}"',
    }
    if unit.tokens:
        profile["Spell tokens"] = sum(unit.tokens)
    rules = (
        *((f"with {_hero(battle, unit).name}",) if unit.hero and any(unit.left) else ()),
        *armament((count, group_of(battle, unit, group).weapons) for group, count in kinds),
        *names_of((count, texts_of(battle, unit, group)) for group, count in kinds),
    )
    having = {rule.name for group, _ in kinds for rule in texts_of(battle, unit, group)}
    return UnitNotes(
        profile,
        rules,
        unit.start == 1,
        build=BUILDS[battle.regiment(unit).kind],
        leader="Hero" in having,
        standard="Banner" in having,
        look=look(battle.regiment(unit)),
    )


def _hero(battle: Battle, unit: Unit) -> Regiment:
    hero = battle.regiment(unit).hero
    assert hero is not None, f"{unit.name} has no hero"
    return hero


def marks(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """What a player wants to see at a glance: how it left the table or where it waits, its states, its spells."""
    if unit.part_of is not None:
        return (f"joined {battle.units[unit.part_of].name}",)
    if unit.fate:
        return (unit.fate,)
    states = (
        (f"inside {battle.units[unit.inside].name}" if unit.inside is not None else "", unit.inside is not None),
        (f"in reserve: {unit.reserve}", bool(unit.reserve)),
        ("shaken", unit.shaken),
        ("fatigued", unit.fatigued),
        ("activated", unit.activated and battle.outcome is None),
        ("carries a marker", any(marker.carrier == unit.id for marker in battle.markers)),
    )
    return (
        *(word for word, is_so in states if is_so),
        *dict.fromkeys(effect.name for effect in unit.effects),
        *(mark for part in optional.speaking(battle, "marks") for mark in part.marks(battle, unit)),
    )


def strength(battle: Battle, unit: Unit) -> Strength:
    """Models, and the wounds that they can take before the last of them falls. Those of a hero that has joined a unit
    are the unit's."""
    if unit.part_of is not None:
        return Strength(0, 0, 0, 0)
    regiment = battle.regiment(unit)
    full = sum(group.count * tough(battle, unit, number) for number, group in enumerate(regiment.groups))
    full += tough(battle, unit, HERO) if regiment.hero is not None else 0
    if unit.fate:
        return Strength(0, unit.start, 0, full)
    muster = Muster(battle, unit)
    left = sum(muster.lives(group) for group in muster.left)
    return Strength(unit.models, unit.start, left, full, sum(muster.wounds.values()))


def panel(battle: Battle, seat: int) -> Mapping[str, Figure]:
    """Units left and still to act, markers held, victory points, spell tokens, and what the mission is."""
    own = [unit for unit in battle.units if unit.owner == seat and unit.part_of is None and unit.site is None]
    side = battle.side_of(seat)
    shown: dict[str, Figure] = {"Units": f"{sum(not unit.fate for unit in own)} of {len(own)}"}
    if battle.turn:
        shown["To activate"] = sum(unit.owner == seat for unit in waiting(battle, side))
    shown["In reserve"] = sum(bool(unit.reserve) and not unit.fate for unit in own)
    if battle.markers:
        shown["Markers"] = f"{held(battle)[side]} of {sum(not marker.gone for marker in battle.markers)}"
    if battle.points and any(battle.points):
        shown["Victory points"] = f"{battle.points[side]:g}"
    shown["Spell tokens"] = sum(sum(unit.tokens) for unit in own if not unit.fate)
    if battle.roles:
        shown["Role"] = battle.roles[side]
    if battle.mission:
        shown["Mission"] = mission_of(battle).figures.name
    for part in optional.speaking(battle, "panel"):
        shown.update(part.panel(battle, side))
    return shown


def when(battle: Battle) -> str:
    """The round and how many there are; before the first, that the table is being set up."""
    if not battle.turn:
        return "Set-up"
    ends = battle.outcome is None and battle.stage in AT_THE_END
    return f"{'End of round' if ends else 'Round'} {battle.turn} of {last_round(battle)}"


def turn_of(battle: Battle) -> int | None:
    """The seat that activates; at the end of a round nobody does."""
    return battle.active if battle.turn and battle.stage not in AT_THE_END else None


def doing(battle: Battle) -> str:
    """How far the preparation is; a round has no phases. Sides that are picked before markers are the mission's."""
    if battle.phase != "setup":
        return ""
    sides_first = battle.stage == "roll off" and mission_of(battle).sides_first
    if sides_first or battle.stage in ("deployment style", "mission", "markers"):
        return "The mission"
    return "Deployment" if battle.stage in ("roll off", "set aside", "deploy", "scouts") else "The battlefield"


def overlay(battle: Battle) -> Overlay:
    """The markers with their owners and how near one seizes them; where armies deploy while they do."""
    there = [(number, marker) for number, marker in enumerate(battle.markers, 1) if not marker.gone]
    grounds = list(_grounds(battle))
    shown = Overlay(
        tuple(Token(marker.x, marker.y, _label(battle, number, marker), marker.owner) for number, marker in there),
        tuple(zone for seat, ground in grounds for zone in _zones(battle, seat, ground)),
        (
            *(
                Ring(marker.x, marker.y, reach_of(battle), f"Marker {number}")
                for number, marker in there
                if marker.carrier is None
            ),
            *(Ring(*ground.around, ground.reach) for _, ground in grounds if ground.around is not None),
        ),
    )
    for part in optional.speaking(battle, "overlay"):
        shown = part.overlay(battle, shown)
    return shown


def _label(battle: Battle, number: int, marker: Marker) -> str:
    words = [f"Marker {number}"]
    if marker.secret:
        words.append(marker.secret)
    if marker.owner is not None:
        words.append(f"held by {battle.scene.seats[marker.owner].name}")
    if marker.carrier is not None:
        words.append(f"carried by {battle.units[marker.carrier].name}")
    return ", ".join(words)


def _grounds(battle: Battle) -> Iterator[tuple[int, Ground]]:
    """Where each side deploys just now; before sides are picked the zones are nobody's."""
    if battle.phase != "setup" or not battle.zones:
        return
    mission = mission_of(battle)
    if battle.stage == "deploy":
        yield from mission.deployment(battle)[battle.deploying].grounds.items()
        return
    if mission.uses_zones:
        picked = battle.stage in ("set aside", "scouts") or (battle.stage == "markers" and mission.sides_first)
        for seat, parts in enumerate(battle.zones):
            yield (seat if picked else NOBODY), Ground(rule="aofr.deploy.zone", parts=parts)


def _zones(battle: Battle, seat: int, ground: Ground) -> Iterator[Zone]:
    parts = edge_strips(battle.scene.board, ground.band) if ground.band else ground.parts
    return (Zone(seat, part) for part in parts)
