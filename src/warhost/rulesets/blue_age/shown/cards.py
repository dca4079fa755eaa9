"""Armies, tables and units of The Blue Age as a page shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from warhost.field import Piece
from warhost.play.events import counted
from warhost.play.ruleset import Strength
from warhost.play.shown.cards import (
    ArmyCard,
    Figure,
    Ground,
    MapCard,
    Overlay,
    Ring,
    Stand,
    Token,
    UnitCard,
    UnitNotes,
    Zone,
)
from warhost.rulesets.blue_age.chapters.buildings.inside import occupant
from warhost.rulesets.blue_age.chapters.scenario import battlefield, victory
from warhost.rulesets.blue_age.chapters.scenario.objectives import REACH, holder
from warhost.rulesets.blue_age.chapters.scenario.scenarios import scenario_of
from warhost.rulesets.blue_age.core import (
    PHASES,
    RUINS,
    Battle,
    Entry,
    Marker,
    MeleeWeapon,
    RangedWeapon,
    Settings,
    Unit,
    building_names,
    defense_of,
    joined,
    section_piece,
    structure_of,
    terrain_of,
    values,
)
from warhost.rulesets.blue_age.lists.house import BOOKS, full_name, ready_army
from warhost.rulesets.blue_age.shown.looks import BUILDS, look
from warhost.rulesets.blue_age.shown.options import option_cards as option_cards
from warhost.table import Board

USUAL_WIDTH = 5
"""So many models are drawn side by side before a unit stands anywhere; players set them up as they like."""


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
    files = min(entry.models, USUAL_WIDTH)
    stand = Stand(
        entry.models, files, entry.base, entry.base, BUILDS[entry.type], round=True, leader=entry.hero, look=look(entry)
    )
    text = f"{kind_of(entry)}, base {entry.base} mm"
    return UnitCard(entry.name, text, printed_profile(entry), listed(entry), stand)


def kind_of(entry: Entry) -> str:
    """What a unit is: its type with its subtypes, and how many models it has."""
    role = "Commander, " if entry.commander else ""
    return f"{role}{entry.kind}" + (f", {entry.models} models" if entry.models > 1 else "")


def printed_profile(entry: Entry) -> dict[str, Figure]:
    """The profile as an army list prints it."""
    profile: dict[str, Figure] = {
        "M": entry.movement,
        "Me": f"{entry.melee}+",
        "Ra": "-" if entry.ranged is None else f"{entry.ranged}+",
        "S": entry.strength,
        "G": entry.grit,
        "H": entry.health,
        "I": entry.initiative,
        "A": entry.attacks,
        "Sp": f"{entry.spirit}+",
        "Mi": f"{entry.mind}+",
    }
    if entry.magic:
        profile["MR"] = entry.magic
    if entry.hero:
        profile["D"] = entry.destiny
    profile["Sv"] = _save(values.armour_save(entry))
    profile["Pts"] = entry.points
    return profile


def _save(value: int | None) -> str:
    return "-" if value is None else f"{value}+"


def listed(entry: Entry) -> tuple[str, ...]:
    """Weapons, armour, special rules, the Heroic Bonus, items and who is in the unit, as texts."""
    weapons = [_melee(weapon) for weapon in values.melee_arms(entry)]
    weapons += [_ranged(weapon) for weapon in values.ranged_arms(entry)]
    who = [word for word, there in (("Champion", entry.champion), ("Bannerman", entry.bannerman)) if there]
    banner = ["Warbanner"] if entry.warbanner else []
    trait = [entry.trait] if entry.trait else []
    bonus = [f"Heroic Bonus: {text}" for text in entry.bonus]
    return (*weapons, *entry.armour, *entry.rules, *bonus, *trait, *entry.items, *banner, *who)


def _melee(weapon: MeleeWeapon) -> str:
    strength = f"{weapon.strength:+d}" if weapon.otherwise is None else f"{weapon.strength:+d}/{weapon.otherwise:+d}"
    piercing = f"-{weapon.ap}" if weapon.ap_otherwise is None else f"-{weapon.ap}/-{weapon.ap_otherwise}"
    told = [f"S {strength}"] if weapon.strength or weapon.otherwise else []
    told += [f"AP {piercing}"] if weapon.ap else []
    told += weapon.qualities
    return f"{weapon.name} ({', '.join(told)})" if told else weapon.name


def _ranged(weapon: RangedWeapon) -> str:
    told = [f'{weapon.range:g}"', f"S {weapon.strength or 'user'}"]
    told += [f"{weapon.shots} shots"] if weapon.shots > 1 else []
    told += [f"AP -{weapon.ap}"] if weapon.ap else []
    told += [quality if quality != "Blast" else f'Blast ({weapon.blast:.2g}")' for quality in weapon.qualities]
    return f"{weapon.name} ({', '.join(told)})"


def map_card(name: str) -> MapCard:
    """A terrain set-up by its number."""
    if name == battlefield.OPEN:
        return MapCard(name, "Open ground", Board(*battlefield.TABLES["48x48"]))
    layout = next(one for one in battlefield.layouts() if str(one.number) == name)
    return MapCard(name, layout.name, battlefield.chosen(name, Settings())[0])


def notes(battle: Battle, unit: Unit) -> UnitNotes:
    """The unit's card as things stand: values with what changes them, what lasts on it."""
    entry = battle.entry(unit)
    profile = printed_profile(entry)
    if unit.models:
        profile["M"] = values.movement(battle, unit)
        profile["S"] = values.strength(battle, unit)
        profile["G"] = values.grit(battle, unit)
        magical = values.magical_save(battle, unit)
        if magical is not None:
            profile["MS"] = f"{magical}+"
    if entry.hero:
        profile["D"] = unit.destiny
    given = [text for effect in unit.effects for text in effect.gives]
    spells = [f"Spell: {name}" for name in unit.spells]
    return UnitNotes(
        profile,
        (*listed(entry), *spells, *given),
        single=entry.models == 1,
        build=BUILDS[entry.type],
        leader=entry.hero,
        standard=entry.warbanner or any(model.role == "bannerman" for model in unit.models),
        loose=True,
        round=True,
        look=look(entry),
    )


def marks(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """What a player wants to see at a glance: how it left the table, its states, what lasts on it."""
    if not unit.models:
        return (unit.fate,) if unit.fate else ("in ambush",) if unit.reserve else ()
    wounds = sum(model.lost for model in unit.models)
    leaders = [hero.name for hero in joined(battle, unit)]
    states = (
        (f"{wounds} wounds" if wounds > 1 else "1 wound", wounds > 0),
        ("fleeing", unit.fleeing),
        ("locked in combat", unit.locked),
        ("dashed", unit.dashed),
        ("burning", unit.burning is not None),
        ("snared", unit.snared),
        ("terrified", unit.terrified),
        ("stupid", unit.stupid),
        ("charges", bool(unit.declared) and battle.stage in ("declare", "charges")),
        ("charged", bool(unit.charged)),
        ("fled", unit.fled),
        ("in a duel", any(unit.id in (duel.one.unit, duel.other.unit) for duel in battle.duels)),
        ("banner planted", unit.planted is not None),
        (f"with {battle.units[unit.host].name}" if unit.host is not None else "", unit.host is not None),
        (f"led by {' and '.join(leaders)}", bool(leaders)),
    )
    return (*(word for word, is_so in states if is_so), *dict.fromkeys(effect.name for effect in unit.effects))


def strength(battle: Battle, unit: Unit) -> Strength:
    """How many models and how much Health are left."""
    entry = battle.entry(unit)
    full = values.full_health(entry)
    if not unit.models and not unit.fate:
        return Strength(entry.models, entry.models, full, full, points="Health")
    return Strength(len(unit.models), entry.models, values.health_left(battle, unit), full, points="Health")


def panel(battle: Battle, seat: int) -> Mapping[str, Figure]:
    """Units left, Victory Points, the Magic Pool, what the scenario is."""
    own = [unit for unit in battle.units if unit.seat == seat]
    shown: dict[str, Figure] = {"Units": f"{sum(not unit.fate for unit in own)} of {len(own)}"}
    if battle.turn:
        shown["Victory Points"] = victory.points_of(battle, seat)
    if any(battle.entry(unit).magic for unit in own):
        shown["Magic Pool"] = battle.pools[seat]
    if battle.turn and battle.phase in PHASES and seat == battle.first:
        shown["This turn"] = "First Player"
    if battle.scenario:
        shown["Scenario"] = scenario_of(battle).title
    return shown


def when(battle: Battle) -> str:
    """The turn and how many there are, and its phase; before the first, that the table is being set up."""
    if not battle.turn:
        return "Set-up"
    phase = f", {battle.phase.capitalize()} Phase" if battle.phase in PHASES and battle.outcome is None else ""
    return f"Turn {battle.turn} of {battle.settings.turns}{phase}"


def turn_of(battle: Battle) -> int | None:
    """The seat that acts now."""
    return battle.active if battle.turn and battle.phase in PHASES else None


def doing(battle: Battle) -> str:
    """The phase, or how far the preparation is."""
    parts = {"spells": "Combat: spells", "declare": "Combat: charges", "charges": "Combat: charges"}
    if battle.phase in PHASES:
        return parts.get(battle.stage, "Combat: fights" if battle.stage == "fight" else battle.phase.capitalize())
    if battle.turn:
        return "The end"
    return "The battlefield" if battle.stage in ("map", "scenario") else "Deployment"


def overlay(battle: Battle) -> Overlay:
    """The objectives with who holds them, zones while armies are set up, the terrain with what is left of buildings."""
    there = list(enumerate(battle.markers, 1))
    tokens = tuple(Token(m.x, m.y, _label(battle, number, m), holder(battle, m)) for number, m in there)
    rings = tuple(Ring(m.x, m.y, REACH, f"Objective {number}") for number, m in there)
    if battle.phase != "deployment" or not battle.homes:
        return Overlay(tokens, (), rings, grounds(battle))
    zones = tuple(Zone(seat, battle.zones[battle.homes[seat]]) for seat in (0, 1))
    return Overlay(tokens, zones, rings, grounds(battle))


def grounds(battle: Battle) -> tuple[Ground, ...]:
    """Every piece of terrain with what it means; sections with what is left of them and who is inside."""
    sections = {section.feature: number for number, section in enumerate(battle.sections)}
    pieces = terrain_of(battle).pieces
    return tuple(
        _section(battle, sections[number]) if number in sections else Ground(number, _told(piece))
        for number, piece in enumerate(pieces)
    )


EFFECTS = {
    "impassable": "nobody moves through it or sees through it",
    "difficult": "difficult, moves cost double",
    "dangerous": "dangerous, moves cost double and a 1 or 2 wounds",
    "shallow": "difficult for most, dangerous for those who flee",
    "deep": "only Monsters and Flyers cross it",
    "low": "crossing costs double",
    "high": "climbing costs double",
    "light_cover": "light cover",
    "heavy_cover": "heavy cover",
    "veil": "4 cm of it block the view",
    "hill": 'open ground, 2" more range',
    "open": "open ground whatever it crosses",
}
"""What the words of terrain mean to a player, in the order in which they are told."""


def _told(piece: Piece) -> str:
    """What a piece of terrain is and does."""
    means = ", ".join(text for word, text in EFFECTS.items() if word in piece.traits)
    name = piece.name.removeprefix("the ").capitalize()
    return f"{name}: {means}" if means else name


def _section(battle: Battle, number: int) -> Ground:
    """A section of a building: its Defense, its Structure Points, and who is in it."""
    section, piece = battle.sections[number], section_piece(battle, number)
    if section.ruined:
        return Ground(section.feature, _told(piece), kind=RUINS)
    name = building_names(battle.scene.board)[section.building]
    most = structure_of(battle, number)
    told = f"{piece.name.removeprefix('the ').capitalize()}: Defense {defense_of(battle, number)}, "
    told += f"{section.points} of {counted(most, 'Structure Point')}"
    inside = occupant(battle, number)
    if inside is None:
        return Ground(section.feature, told, points=section.points, most=most, name=name)
    told = f"{told}, held by {inside.name}"
    return Ground(section.feature, told, "", section.points, most, inside.seat, inside.name, name)


def _label(battle: Battle, number: int, marker: Marker) -> str:
    owner = holder(battle, marker)
    told = f"Objective {number}"
    return told if owner is None else f"{told}, held by {battle.scene.seats[owner].name}"
