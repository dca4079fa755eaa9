"""Stat lines of New Recruit: profiles, parts of models, bases and rules, by the ids and names of their units.

The file has the units of one army or of several below their letters. Numbers are texts; the parts of a model have the
same keys with a letter behind them (`offense`, `offenseB`, `offenseC`); a mount says C for what its rider has.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from warhost.play.rules.rulebase import moments_of, parted
from warhost.play.shown.english import listed
from warhost.rulesets.fantasy_battles.core import (
    FULL_RANK,
    MODEL_RULES,
    ArmedWith,
    Entry,
    Height,
    MeleeWeapon,
    ModelType,
    Part,
    Profile,
    Wizard,
    rule_name,
)
from warhost.rulesets.fantasy_battles.lists.army_books import Upgrade
from warhost.rulesets.fantasy_battles.lists.book_files import OWN, SHARED
from warhost.rulesets.fantasy_battles.lists.new_recruit.loose import (
    base_of,
    counted,
    dice_mean,
    items_of,
    key_of,
    number_of,
    span_of,
    text_of,
    texts_of,
)
from warhost.rulesets.fantasy_battles.lists.new_recruit.notes import Notes
from warhost.rulesets.fantasy_battles.lists.new_recruit.rule_names import (
    melee_weapon,
    rule_text,
    ruled,
    shooting_weapon,
)

__all__ = ["StatLine", "Stats", "blank_entry", "entry_of", "mount_of", "read_stats"]

_GLOBAL = {"adv": ("Ad", "Adv"), "mar": ("Ma", "Mar"), "dis": ("Di", "Dis")}
_DEFENCE = {"hp": ("HP", "Hp"), "def_": ("Df", "Def"), "res": ("Re", "Res"), "arm": ("Arm", "Ar")}
_OFFENCE = {"att": ("At", "Att"), "off": ("Of", "Off"), "str_": ("St", "Str"), "ap": ("AP", "Ap"), "agi": ("Ag", "Agi")}
_RIDER = re.compile(r"(?i)\s*C\s*(?:([+-])\s*(\d))?\s*")
"""What a mount says where its rider's value counts, perhaps with something more."""
SHIELD = "shield"
AUTOMATIC = frozenset({"Impact Hits", "Grind Attacks"})
"""Rules that may name the figures of their hits."""
LARGE_FROM, GIGANTIC_FROM = 3, 5
"""New Recruit counts Heights from 1 to 5."""


class StatLine(msgspec.Struct, frozen=True, kw_only=True):
    """One unit of the file."""

    name: str
    id: str
    letters: str
    raw: Mapping[str, Any]

    @property
    def base(self) -> tuple[int, int] | None:
        return base_of(self.raw.get("basesize"))

    @property
    def size(self) -> tuple[int, int] | None:
        return span_of(self.raw.get("size"))

    @property
    def cost(self) -> int | None:
        return number_of(self.raw.get("cost"))

    @property
    def tags(self) -> frozenset[str]:
        """What it and its parts are called: Beast, Mount, Construct."""
        told = (text_of(value) for name, value in self.raw.items() if name.startswith("tags"))
        return frozenset(word.strip().casefold() for text in told for word in text.split(",") if word.strip())

    def value(self, table: str, names: Sequence[str]) -> Any:
        values = self.raw.get(table)
        if not isinstance(values, Mapping):
            return None
        return next((values[name] for name in names if name in values), None)

    def suffixes(self) -> Iterator[str]:
        """What stands behind the keys of its parts: nothing for the first."""
        for key, value in self.raw.items():
            if re.fullmatch(r"offense[A-Z]?", key) and isinstance(value, Mapping):
                yield key[len("offense") :]


class Stats(msgspec.Struct, frozen=True):
    """All stat lines that are at hand."""

    lines: tuple[StatLine, ...] = ()

    def find(self, name: str, unit_id: str = "", letters: str = "") -> StatLine | None:
        """The line of a unit by its id or its name; that of its own army before others."""
        own = [line for line in self.lines if line.letters.casefold() == letters.casefold()]
        for lines in (own, self.lines):
            for line in lines:
                if unit_id and line.id.casefold() == unit_id.casefold():
                    return line
            for line in lines:
                if key_of(line.name) == key_of(name):
                    return line
        return None

    def __bool__(self) -> bool:
        return bool(self.lines)


def is_line(raw: Any) -> bool:
    """Whether a table may be a stat line."""
    return isinstance(raw, Mapping) and ("defense" in raw or "global" in raw) and ("name" in raw or "unit_id" in raw)


def read_stats(document: Any) -> Stats:
    """The stat lines of a file, whatever they stand in."""
    return Stats(tuple(_lines(document, "")))


def _lines(value: Any, letters: str, deep: int = 0) -> Iterator[StatLine]:
    if is_line(value):
        unit_id = text_of(value.get("unit_id"))
        yield StatLine(name=text_of(value.get("name")) or unit_id, id=unit_id, letters=letters, raw=value)
    elif deep > 5:
        return
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            # `units` holds armies by their letters, an army its units by their ids.
            holds = isinstance(inner, Mapping) and any(map(is_line, inner.values()))
            yield from _lines(inner, str(key) if holds and key != "units" else letters, deep + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _lines(inner, letters, deep + 1)


# Entries


def entry_of(line: StatLine, army: str, notes: Notes) -> Entry:
    """What the models of a line are; what cannot be played as it stands there is told."""
    name = line.name
    shared = {key: _shared(line, key, notes) for key in (*_GLOBAL, *_DEFENCE)}
    missing = [key.rstrip("_") for key, value in shared.items() if value is None]
    if missing:
        notes.add(f"The stat line has no usable value for {listed(missing)}: it cannot be played.", name)
        return blank_entry(name, army, line.base)
    values = {key: value for key, value in shared.items() if value is not None}
    if values["mar"] <= values["adv"] and values["adv"]:
        notes.add("The March Rate of the stat line is taken to be what a March adds to the Advance Rate.", name)
        values["mar"] += values["adv"]
    rules, shield = _rules(line)
    values["arm"] = min(6, values["arm"] + shield)
    height, kind = height_of(line), type_of(line)
    parts, lifted = _lifted(_part(line, suffix, notes) for suffix in line.suffixes())
    rules = tuple(dict.fromkeys((*rules, *lifted)))
    size = line.size or (1, 1)
    return Entry(
        army=army,
        name=name,
        type=kind,
        height=height,
        base=line.base or (25, 25),
        models=size[0],
        files=FULL_RANK[height],
        profile=Profile(**values),
        shield=shield,
        parts=parts or (Part(att=0, off=0, str_=0, agi=0),),
        rules=rules,
        wizard=Wizard() if any(key_of(text).startswith("wizard") for text in rules) else None,
    )


def blank_entry(name: str, army: str, base: tuple[int, int] | None = None) -> Entry:
    """An entry whose figures nobody told: it can be listed and not played."""
    return Entry(
        army=army,
        name=name,
        base=base or (25, 25),
        profile=Profile(adv=0, mar=0, dis=0, def_=0, res=1),
        parts=(Part(att=0, off=0, str_=0, agi=0),),
        profiled=False,
    )


def _shared(line: StatLine, key: str, notes: Notes) -> int | None:
    table, names = ("global", _GLOBAL[key]) if key in _GLOBAL else ("defense", _DEFENCE[key])
    told = line.value(table, names)
    number = number_of(told)
    if number is None and dice_mean(told) is not None:
        # Units of Random Movement have dice for rates, which they never use.
        number = 0 if key in ("adv", "mar") else _mean(line, names[0], told, notes)
    return number if number is None or _bears(key, number) else None


def _bears(key: str, number: int) -> bool:
    """Whether a characteristic may be that number."""
    least, most = {**SHARED, **OWN}[key.rstrip("_")]
    return least <= number <= most


def _mean(line: StatLine, what: str, told: Any, notes: Notes) -> int | None:
    mean = dice_mean(told)
    notes.add(f"{what} {text_of(told)} is rolled in the army book and is played as its mean, {mean}.", line.name)
    return mean


def _rules(line: StatLine) -> tuple[tuple[str, ...], int]:
    """The rules of all models, and the Armour of a shield that stands among them."""
    told = [rule_text(one) for key in ("globalrules", "defenserules") for one in items_of(line.raw.get(key))]
    rules = [text for text in told if key_of(text) != SHIELD]
    return tuple(dict.fromkeys(rules)), 1 if len(rules) < len(told) else 0


def _part(line: StatLine, suffix: str, notes: Notes) -> Part:
    name, count = counted(text_of(line.raw.get(f"offensename{suffix}")))
    values: dict[str, int] = {}
    for key, names in _OFFENCE.items():
        told = line.value(f"offense{suffix}", names)
        number = number_of(told)
        if number is None and dice_mean(told) is not None:
            number = _mean(line, names[0], told, notes)
        values[key] = number if number is not None and _bears(key, number) else 0
    weapons: list[MeleeWeapon] = []
    shots: list[ArmedWith] = []
    rules = [rule_text(one) for one in items_of(line.raw.get(f"offenserules{suffix}"))]
    for one in items_of(line.raw.get(f"offenseweapons{suffix}")):
        told_name = rule_text_of_weapon(one)
        melee = melee_weapon(told_name)
        known, armed = shooting_weapon(told_name)
        if melee is not None:
            weapons.append(melee)
        elif armed is not None:
            shots.append(armed)
        elif known:
            notes.add(f"{known}: the stat line has no Aim for it, so nobody shoots with it.", line.name)
        else:
            notes.add(f"The weapon {told_name} is unknown and does nothing.", line.name)
    own = "" if not suffix and key_of(name) == key_of(line.name) else name
    kept = tuple(text for text in rules if key_of(text) != SHIELD)
    return Part(name=own, count=count, weapons=tuple(weapons), shots=tuple(shots), rules=kept, **values)


OF_PARTS = frozenset({"marks", "on_attack", "on_defence", "adds_to_blows", "adds_support"})
"""The moments at which the rules of a part are asked; what else a rule says, it says for the whole model."""


def _lifted(parts: Iterable[Part]) -> tuple[tuple[Part, ...], tuple[str, ...]]:
    """The parts with the rules that are heard there, and the rules that hold for the whole model.

    Automatic hits are made with the figures of the part that lists them.
    """
    kept: list[Part] = []
    lifted: list[str] = []
    for part in parts:
        of_model = [text for text in part.rules if ruled(text) and not _is_of_part(text)]
        lifted += [_with_figures(text, part) for text in of_model]
        kept.append(msgspec.structs.replace(part, rules=tuple(text for text in part.rules if text not in of_model)))
    return tuple(kept), tuple(lifted)


def _is_of_part(text: str) -> bool:
    return bool(moments_of(MODEL_RULES[rule_name(text)]) & OF_PARTS)


def _with_figures(text: str, part: Part) -> str:
    name, said = parted(text)
    if name not in AUTOMATIC or not said or "Str" in said:
        return text
    whole = f"{name} ({said}, Str {part.str_}, AP {part.ap})"
    return whole if ruled(whole) else text


def rule_text_of_weapon(told: Mapping[str, Any]) -> str:
    """The name of a weapon with what stands in brackets behind it."""
    name, said = text_of(told.get("name") or told.get("id")), ", ".join(texts_of(told.get("params")))
    return f"{name} ({said})" if said else name


def height_of(line: StatLine) -> Height:
    """The Height of its models: New Recruit counts from 1 to 5, or says the word (T9A-R002)."""
    told = line.raw.get("height")
    word = text_of(told).capitalize()
    if word in FULL_RANK:
        heights: dict[str, Height] = {"Standard": "Standard", "Large": "Large", "Gigantic": "Gigantic"}
        return heights[word]
    number = number_of(told) or 1
    return "Standard" if number < LARGE_FROM else "Large" if number < GIGANTIC_FROM else "Gigantic"


def type_of(line: StatLine) -> ModelType:
    """The Type of its models, by what it and its parts are called and by its base (T9A-R002)."""
    kinds: dict[str, ModelType] = {"construct": "Construct", "cavalry": "Cavalry", "beast": "Beast"}
    told = {text_of(line.raw.get("type")).casefold(), *line.tags}
    for word, kind in kinds.items():
        if word in told:
            return kind
    if "infantry" in told:
        return "Infantry"
    if "mount" in told and len(list(line.suffixes())) > 1:
        return "Cavalry"
    front, depth = line.base or (25, 25)
    return "Beast" if depth >= 2 * front and height_of(line) == "Standard" else "Infantry"


# Mounts


def mount_of(line: StatLine, notes: Notes) -> dict[str, Any]:
    """What the mount of a Character does to its rider, as the fields of an option."""
    values: dict[str, int] = {}
    armour = 0
    for key in (*_GLOBAL, *_DEFENCE):
        table, names = ("global", _GLOBAL[key]) if key in _GLOBAL else ("defense", _DEFENCE[key])
        told = line.value(table, names)
        rider = _RIDER.fullmatch(told) if isinstance(told, str) else None
        if rider is not None:
            armour += int(f"{rider[1]}{rider[2]}") if rider[1] and key == "arm" else 0
        elif (number := number_of(told)) is not None and _bears(key, number):
            values[key.rstrip("_")] = number
    if {"adv", "mar"} <= values.keys() and values["mar"] <= values["adv"]:
        values["mar"] += values["adv"]
    rules, shield = _rules(line)
    parts, lifted = _lifted(_part(line, suffix, notes) for suffix in line.suffixes())
    found = {
        "mounted": True,
        "values": tuple(values.items()),
        "armour": armour + shield,
        "rules": tuple(dict.fromkeys((*rules, *lifted))),
        "parts": parts,
        "base": line.base,
        "height": height_of(line),
        "type": _mount_type(line),
    }
    assert found.keys() <= set(Upgrade.__struct_fields__)
    return found


def _mount_type(line: StatLine) -> ModelType:
    """A ridden beast of Standard Height makes its rider Cavalry; a monster and a chariot stay what they are."""
    kind = type_of(line)
    return kind if kind == "Construct" or height_of(line) != "Standard" else "Cavalry"
