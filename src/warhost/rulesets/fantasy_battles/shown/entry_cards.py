"""Entries as cards and tables show them: profile, parts, weapons and rules in a player's words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.play.shown.cards import ArmyCard, Figure, Stand, UnitCard
from warhost.rulesets.fantasy_battles.core import CHARACTERISTICS, OFFENSIVE, ArmedWith, Entry, MeleeWeapon, Part
from warhost.rulesets.fantasy_battles.shown.looks import build_of, look

__all__ = [
    "LABELS",
    "build_of",
    "kind_of",
    "list_card",
    "listed",
    "melee_text",
    "part_text",
    "printed_profile",
    "shot_text",
    "unit_card",
]

LABELS = {name: name.upper() if len(name) == 2 else name.capitalize() for name in CHARACTERISTICS}
"""How cards write the characteristics: Adv, HP, AP ..."""
_FIELDS = {"def": "def_", "str": "str_"}
PLAIN = MeleeWeapon(name="Hand Weapon")


def list_card(name: str, entries: Sequence[Entry]) -> ArmyCard:
    """A list with all its units."""
    return ArmyCard(name, tuple(unit_card(entry) for entry in entries))


def unit_card(entry: Entry) -> UnitCard:
    """A unit in a line, with its profile and what it lists."""
    size = "single model" if entry.single else f"{entry.models} models, {entry.files} wide"
    words = [kind_of(entry), size, f"bases {entry.base[0]}x{entry.base[1]} mm", f"{entry.points} points"]
    leader = entry.general or entry.battle_standard
    stand = Stand(entry.models, entry.files, *entry.base, build_of(entry), leader=leader, look=look(entry))
    return UnitCard(entry.name, ", ".join(words), printed_profile(entry), tuple(listed(entry)), stand)


def kind_of(entry: Entry) -> str:
    """What it is, in a few words: `Large Beast`, `Character, Standard Cavalry, the General`."""
    words = [f"{entry.height} {entry.type}"]
    if entry.is_character:
        words.insert(0, "Character")
    words += ["the General"] * entry.general + ["the Battle Standard Bearer"] * entry.battle_standard
    return ", ".join(words)


def printed_profile(entry: Entry) -> dict[str, Figure]:
    """The profile; of the parts of a model the first one's values."""
    found: dict[str, Figure] = {}
    for name in CHARACTERISTICS:
        holder = entry.parts[0] if name in OFFENSIVE else entry.profile
        found[LABELS[name]] = getattr(holder, _FIELDS.get(name, name))
    return found


def listed(entry: Entry) -> Iterator[str]:
    """What a unit has: its parts, weapons, rules, magic and items."""
    for number, part in enumerate(entry.parts):
        if number or part.count > 1:
            yield part_text(part)
        yield from (melee_text(weapon) for weapon in part.weapons if weapon != PLAIN)
        yield from map(shot_text, part.shots)
        yield from part.rules
    yield from entry.all_rules
    if entry.wizard is not None:
        path = entry.wizard.path or " or ".join(entry.wizard.paths)
        yield f"Wizard {entry.wizard.level}"
        yield from [path] if path else []
    yield from (f"{one.spell} (Bound, {one.power[0]}/{one.power[1]})" for one in entry.bound)
    if entry.champion is not None:
        yield entry.champion.name
    yield from ["Standard Bearer"] * entry.standard + ["Musician"] * entry.musician
    yield from entry.items


def part_text(part: Part) -> str:
    """A part of a model with its own values: `horse: Att 1, Off 3, Str 3, AP 0, Agi 3`."""
    count = f"{part.count} x " if part.count > 1 else ""
    values = ", ".join(f"{LABELS[name]} {getattr(part, _FIELDS.get(name, name))}" for name in OFFENSIVE)
    return f"{count}{part.name or 'model'}: {values}"


def melee_text(weapon: MeleeWeapon) -> str:
    """A weapon with what it adds: `Great Weapon (+2 Str, +2 AP, strikes last)`."""
    told = [f"{value:+d} {LABELS[name]}" for name in OFFENSIVE if (value := getattr(weapon, _FIELDS.get(name, name)))]
    told += ["when charging"] * weapon.charging + ["strikes last"] * weapon.last
    told += [f"{weapon.ranks} more {'rank' if weapon.ranks == 1 else 'ranks'}"] if weapon.ranks else []
    told += ["two-handed"] * weapon.two_handed
    return f"{weapon.name} ({', '.join((*told, *weapon.rules))})" if told or weapon.rules else weapon.name


def shot_text(armed: ArmedWith) -> str:
    """A shooting weapon: `Crossbow (30", 4+, Str 4, AP 1, Unwieldy)`."""
    weapon = armed.weapon
    told = [f'{weapon.range}"', f"{armed.aim}+"]
    told += [f"{weapon.shots} shots"] if weapon.shots != 1 else []
    strength = "as user" if weapon.str_ is None else str(weapon.str_)
    ap = "as user" if weapon.ap is None else str(weapon.ap)
    at_one = "" if weapon.str_at_one is None else f" [{weapon.str_at_one}]"
    told += [f"Str {strength}{at_one}", f"AP {ap}", *weapon.rules, *(f"[{text}]" for text in weapon.rules_at_one)]
    return f"{weapon.name} ({', '.join(told)})"
