"""Armies, maps, options and units of Essence of War as a page shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from warhost.play.cards import (
    ArmyCard,
    Build,
    Figure,
    MapCard,
    OptionCard,
    Overlay,
    Ring,
    Stand,
    Token,
    UnitCard,
    UnitNotes,
    Zone,
    cards_of_settings,
)
from warhost.play.ruleset import Strength
from warhost.rulesets.essence_of_war.armies import patrol
from warhost.rulesets.essence_of_war.battle import Battle, Settings, Unit
from warhost.rulesets.essence_of_war.battlefield import OPEN, RANDOM
from warhost.rulesets.essence_of_war.coalition import side_of
from warhost.rulesets.essence_of_war.deployment import zone
from warhost.rulesets.essence_of_war.entries import CHARACTERISTICS, Entry, Patrol
from warhost.rulesets.essence_of_war.formation import full_health, health
from warhost.rulesets.essence_of_war.maps import basic_maps, custom_map
from warhost.rulesets.essence_of_war.missions import PATROLLING, REACH, counts, near_centre
from warhost.rulesets.essence_of_war.values import value
from warhost.rulesets.essence_of_war.victory import centre

LABELS = {name: name.upper() if len(name) == 2 else name.capitalize() for name in CHARACTERISTICS}
MODIFIED = frozenset(CHARACTERISTICS) - {"hp", "rsr", "aeg"}
"""What spells and rules may change while a unit is on the table."""

FOOT_BASE = 30
"""Up to this many millimetres wide, a base carries a man or a horse."""

STANDARDS = ("Eagle Standard", "Banneret", "Battle Standard", "Banner of Speed", "Banner of Discipline")
SINGLE = "Single Model"

OPTION_TEXTS = {
    "missions": "Roll for a Mission instead of fighting for the centre",
    "flux": "How Magic Dice are generated each turn",
    "charge_arc": "How the side a charge hits is decided",
    "cover_from": "Where cover is measured from",
    "shots_rolled": "How random numbers of shots are rolled",
    "melee_natural": "When a natural 1 or 6 counts in melee",
    "elevated_by": "When a unit counts as standing on a hill",
    "combat_pivot": "Which enemy models stay in contact after a Combat Pivot",
    "support": "How many Supporting Attacks a model with Support makes",
    "orisons": "Who speaks the Orisons of Equitaine",
    "destroyed_army": "What happens when an army is wiped out",
    "option_limits": "What (0-X) behind an option of an Armylist counts",
    "wizard_paths": "Which Paths of Magic Wizards may choose",
    "caiman_warriors": "The category of Caiman Warriors",
    "seekers_vanguard": "How Seekers get Vanguard",
}
"""The settings that players may change, in our words; the mode stays basic until its other half can be played."""


def army_card(name: str) -> ArmyCard:
    return patrol_card(patrol(name))


def patrol_card(army: Patrol) -> ArmyCard:
    """A patrol with all its units."""
    return ArmyCard(army.faction, tuple(unit_card(entry) for entry in army.entries))


def unit_card(entry: Entry) -> UnitCard:
    """A unit entry in one line, with its profile and what it lists."""
    size = "single model" if entry.single else f"{entry.models} models, {entry.files} wide"
    words = [entry.category, size, f"bases {entry.base[0]}x{entry.base[1]} mm"]
    if entry.bought:
        words += filter(None, (entry.bought.option if entry.bought.option != SINGLE else "", *entry.bought.upgrades))
        words += ["the General"] if entry.general else []
        words.append(f"{entry.points} points")
    stand = Stand(entry.models, entry.files, *entry.base, build_of(entry))
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
    if name == RANDOM:
        return MapCard(name, "Random terrain")
    if name == OPEN:
        return MapCard(name, "Open field", custom_map(()))
    found = next(one for one in basic_maps() if str(one.number) == name)
    return MapCard(name, found.name, found.board)


def option_cards() -> tuple[OptionCard, ...]:
    """The settings that have a text, with what they may be."""
    return cards_of_settings(Settings, OPTION_TEXTS)


def notes(battle: Battle, unit: Unit) -> UnitNotes:
    """The unit's card as things stand: characteristics with what changes them."""
    entry = battle.entry(unit)
    profile = printed_profile(entry)
    if unit.pose is not None:
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
    )


def build_of(entry: Entry) -> Build:
    """The book has no kinds of models: what one looks like follows from its base."""
    front, depth = entry.base
    if depth > front:
        return "rider" if front <= FOOT_BASE else "engine"
    return "foot" if front <= FOOT_BASE else "large"


def marks(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """What a player wants to see at a glance: how it left the table, or its states and what lies on it."""
    if unit.pose is None:
        return (unit.fate,) if unit.fate else ()
    states = (
        ("fleeing", unit.fleeing),
        ("engaged", unit.engaged),
        ("charging", unit.charging),
        ("failed charge", unit.failed_charge),
        ("marched", unit.marched),
    )
    lies_on_it = dict.fromkeys((*(effect.spell for effect in unit.effects), *(boon.rule for boon in unit.boons)))
    return (*(word for word, is_so in states if is_so), *lies_on_it)


def strength(battle: Battle, unit: Unit) -> Strength:
    """What is left of the unit; nothing if it is lost."""
    gone = battle.body(unit).pose is None and bool(unit.fate)
    return Strength(
        models=0 if gone else unit.models,
        models_at_start=battle.entry(unit).models,
        health=0 if gone else health(battle, unit),
        health_at_start=full_health(battle, unit),
        wounds=0 if gone else unit.wounds,
    )


def panel(battle: Battle, seat: int) -> Mapping[str, Figure]:
    """Units and health left, who holds the centre, and the magic dice."""
    side = side_of(battle, seat)
    own = [unit for unit in battle.units if unit.owner == seat]
    standing = [unit for unit in own if not unit.fate]
    left, full = sum(health(battle, u) for u in standing), sum(full_health(battle, u) for u in own)
    shown: dict[str, Figure] = {
        "Units": f"{len(standing)} of {len(own)}",
        "Health": f"{left} of {full}",
        "Near the centre": sum(1 for u in own if counts(battle, u) and near_centre(battle, u)),
    }
    if battle.mission:
        shown["Mission"] = battle.mission
    if battle.turn:
        shown["Magic dice"] = battle.more.shares[seat] if battle.more.shares else battle.pools[side]
        shown["Stored dice"] = battle.stored[side]
        shown["Flux cards"] = len(battle.decks[side])
    return shown


def overlay(battle: Battle) -> Overlay:
    """The centre and what counts near it, the markers of a mission, and the zones while armies deploy."""
    x, y = centre(battle)
    tokens = [Token(x, y, "Centre")]
    if battle.mission == PATROLLING:
        tokens += [Token(mx, my, "Marker") for mx, my in battle.markers]
    deploying = battle.phase == "deployment" and bool(battle.homes)
    zones = tuple(Zone(seat, zone(battle, seat)) for seat in range(len(battle.homes))) if deploying else ()
    rings = (Ring(x, y, REACH, "Units this close to the centre count"),) if not battle.mission else ()
    return Overlay(tuple(tokens), zones, rings)
