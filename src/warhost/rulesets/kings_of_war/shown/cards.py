"""Armies, tables and units of Kings of War as a page shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from warhost.play.ruleset import Strength
from warhost.play.shown.cards import ArmyCard, Figure, MapCard, Overlay, Ring, Stand, Token, UnitCard, UnitNotes, Zone
from warhost.rulesets.kings_of_war.chapters.scenario import battlefield, victory
from warhost.rulesets.kings_of_war.chapters.scenario.deployment import zone
from warhost.rulesets.kings_of_war.chapters.scenario.objectives import REACH, TOKEN, WORDS, controller
from warhost.rulesets.kings_of_war.chapters.scenario.scenarios import scenario_of
from warhost.rulesets.kings_of_war.core import (
    PHASES,
    Battle,
    Entry,
    Marker,
    Settings,
    Unit,
    arms,
    models_of,
    spells_of,
    unit_strength,
    values,
)
from warhost.rulesets.kings_of_war.lists.house import BOOKS, full_name, ready_army
from warhost.rulesets.kings_of_war.shown.looks import BUILDS, look
from warhost.rulesets.kings_of_war.shown.options import option_cards as option_cards
from warhost.table import Board


def army_card(name: str) -> ArmyCard:
    """A house army by any of its names, with the list for a usual game."""
    army = ready_army(name)
    return msgspec.structs.replace(
        list_card(full_name(name), army.entries), text=BOOKS.find(army.faction).catalogue.text
    )


def list_card(name: str, entries: Sequence[Entry]) -> ArmyCard:
    return ArmyCard(name, tuple(unit_card(entry) for entry in entries))


def unit_card(entry: Entry) -> UnitCard:
    """A unit of a list in one line, with its profile and all that it has."""
    wide, deep = entry.base_mm
    text = f"{kind_of(entry)}, base {wide:g}x{deep:g} mm"
    many = models_of(entry) > 1
    stand = Stand(1, 1, wide, deep, BUILDS[entry.type], leader=entry.is_commander, look=look(entry), many=many)
    return UnitCard(entry.name, text, printed_profile(entry), listed(entry), stand)


def kind_of(entry: Entry) -> str:
    """What a unit is: its rank or category, its type and its size."""
    words = [entry.rank or entry.category, f"hero, {entry.type}" if entry.hero else entry.type, entry.size]
    models = models_of(entry)
    return ", ".join(word for word in words if word) + (f" of {models} models" if models > 1 else "")


def printed_profile(entry: Entry) -> dict[str, Figure]:
    """The profile as the army list prints it."""
    return {
        "Sp": entry.speed,
        "Me": _needed(entry.melee),
        "Sh": _needed(entry.shooting),
        "De": f"{entry.defence}+",
        "US": unit_strength(entry),
        "Att": entry.attacks,
        "Ne": entry.nerve,
        "Pts": entry.points,
    }


def _needed(value: int | None) -> str:
    return "-" if value is None else f"{value}+"


def listed(entry: Entry) -> tuple[str, ...]:
    """Weapons, spells, special rules, the artefact and traits, as texts."""
    weapons = [_weapon(weapon.name, weapon.range, weapon.attacks, weapon.rules) for weapon in entry.weapons]
    spells = [f"{spell.name} ({spell.number})" if spell.number else spell.name for spell in entry.spells]
    artefact = [entry.artefact] if entry.artefact else []
    return (*weapons, *spells, *entry.rules, *artefact, *entry.traits)


def _weapon(name: str, inches: int, attacks: int | str | None, rules: tuple[str, ...]) -> str:
    told = [f'{inches}"', *([] if attacks is None else [f"Att {attacks}"]), *rules]
    return f"{name} ({', '.join(told)})"


def map_card(name: str) -> MapCard:
    """A terrain set-up by its number; what is made at random is known only when the battle begins."""
    if name == battlefield.OPEN:
        return MapCard(name, "Open ground", Board(*battlefield.DRAWN_ON))
    if name == battlefield.RANDOM:
        return MapCard(name, "Terrain at random")
    layout = next(one for one in battlefield.layouts() if str(one.number) == name)
    return MapCard(name, layout.name, battlefield.laid_out(layout, Settings()))


def notes(battle: Battle, unit: Unit) -> UnitNotes:
    """The unit's card as things stand: values with what changes them, what it can use now."""
    entry = battle.entry(unit)
    profile = printed_profile(entry)
    if unit.pose is not None:
        profile["Sp"] = values.speed(battle, unit)
        profile["Me"] = _needed(values.melee(battle, unit))
        profile["De"] = f"{values.defence(battle, unit)}+"
        profile["US"] = values.strength(battle, unit)
        profile["Ne"] = values.nerve(battle, unit)
        profile["Ht"] = values.height(battle, unit)
    given = [text for effect in unit.effects for text in effect.gives]
    weapons = [weapon for weapon in arms(battle, unit) if weapon not in entry.weapons]
    spells = [known for known in spells_of(battle, unit) if known not in entry.spells]
    return UnitNotes(
        profile,
        (
            *listed(entry),
            *(_weapon(weapon.name, weapon.range, weapon.attacks, weapon.rules) for weapon in weapons),
            *(f"{known.name} ({known.number})" for known in spells),
            *given,
        ),
        single=models_of(entry) == 1,
        build=BUILDS[entry.type],
        leader=entry.is_commander,
        look=look(entry),
    )


def marks(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """What a player wants to see at a glance: how it left the table, its damage and states, what lasts on it."""
    if unit.pose is None:
        return (unit.fate,) if unit.fate else ()
    states = (
        (f"{unit.damage} damage", unit.damage > 0),
        ("wavering", unit.wavering > 0),
        ("devastated", values.is_devastated(battle, unit)),
        ("engaged", unit.engaged),
        ("charged", unit.charged),
        ("hindered", unit.hindered),
        (unit.order, _shows_order(battle, unit)),
        ("carries loot", any(marker.carrier == unit.id for marker in battle.markers)),
    )
    return (*(word for word, is_so in states if is_so), *dict.fromkeys(effect.name for effect in unit.effects))


def _shows_order(battle: Battle, unit: Unit) -> bool:
    """Whether its order is worth a look: who still waits for one, who aims, who cannot shoot. It is not in combat."""
    told = bool(unit.order) and unit.seat == battle.active and unit.order != "charge"
    return told and battle.phase != "combat" and not unit.engaged


def strength(battle: Battle, unit: Unit) -> Strength:
    """Units lose no models: what is left is Nerve less damage."""
    entry = battle.entry(unit)
    models, full = models_of(entry), entry.nerve
    if unit.pose is None and unit.fate:
        return Strength(0, models, 0, full, points="Nerve")
    return Strength(models, models, max(0, full - unit.damage), full, points="Nerve")


def panel(battle: Battle, seat: int) -> Mapping[str, Figure]:
    """Units left, what has been routed, victory points, what the scenario is."""
    own = [unit for unit in battle.units if unit.seat == seat]
    scenario = scenario_of(battle)
    shown: dict[str, Figure] = {
        "Units": f"{sum(not unit.fate for unit in own)} of {len(own)}",
        "Points routed": victory.routed_points(battle, seat),
    }
    if scenario.scores_points and battle.turn:
        shown["Victory points"] = victory.victory_points(battle, seat)
    if battle.hands:
        shown["Bluff counters in hand"] = len(battle.hands[seat])
    if battle.turn and seat == battle.active and battle.phase == "movement":
        shown["To order"] = sum(unit.pose is not None and not unit.order for unit in own)
    if battle.scenario:
        shown["Scenario"] = scenario.name
    if seat in battle.out_of_time:
        shown["Time"] = "out of time"
    return shown


def when(battle: Battle) -> str:
    """The round and how many there are; before the first, that the table is being set up. A round starts with the
    question of who has its first turn, which is in nobody's turn."""
    if not battle.turn:
        return "Set-up"
    rounds = battle.settings.rounds
    number = f"{battle.turn} of {rounds}" if battle.turn <= rounds else f"{battle.turn}, the extra one"
    return f"Start of round {number}" if battle.phase == "initiative" else f"Round {number}"


def turn_of(battle: Battle) -> int | None:
    """The seat whose turn it is."""
    return battle.active if battle.turn and battle.phase in PHASES else None


def doing(battle: Battle) -> str:
    """The phase, or how far the preparation is."""
    if battle.phase in (*PHASES, "initiative"):
        return battle.phase.capitalize()
    if battle.stage in ("map", "random map"):
        return "The battlefield"
    return "The scenario" if battle.stage in ("scenario", "zones", "markers", "place marker") else "Deployment"


def overlay(battle: Battle) -> Overlay:
    """The markers with who controls them; zones while armies are set up."""
    there = list(enumerate(battle.markers, 1))
    tokens = tuple(Token(m.x, m.y, _label(battle, number, m), _owner(battle, m), _face(m)) for number, m in there)
    rings = tuple(
        Ring(m.x, m.y, REACH + TOKEN, f"{WORDS[m.kind]} {number}")
        for number, m in there
        if m.kind != "loot" and m.carrier is None
    )
    setting_up = battle.phase == "deployment" and bool(battle.zones)
    if not setting_up:
        return Overlay(tokens, (), rings)
    if battle.homes:
        return Overlay(tokens, tuple(Zone(seat, zone(battle, seat)) for seat in (0, 1)), rings)
    return Overlay(tokens, tuple(Zone(-1, area) for area in battle.zones), rings)


def _owner(battle: Battle, marker: Marker) -> int | None:
    if marker.carrier is not None:
        return battle.units[marker.carrier].seat
    return None if marker.kind == "loot" else controller(battle, marker)


def _face(marker: Marker) -> str:
    """What it is worth, where that is known and not what every marker is worth."""
    return str(marker.value) if marker.value >= 0 and (marker.kind == "bluff" or marker.value != 1) else ""


def _label(battle: Battle, number: int, marker: Marker) -> str:
    words = [f"{WORDS[marker.kind]} {number}"]
    if marker.kind == "bluff":
        words.append("face down" if marker.value < 0 else f"worth {marker.value}")
    elif marker.value != 1:
        words.append(f"worth {marker.value}")
    if marker.carrier is not None:
        words.append(f"carried by {battle.units[marker.carrier].name}")
    else:
        owner = _owner(battle, marker)
        if owner is not None:
            words.append(f"held by {battle.scene.seats[owner].name}")
    return ", ".join(words)
