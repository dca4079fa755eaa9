"""What an option takes away: the weapons and items that the target of a section names, in the singular or plural."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from warhost.rulesets.regiments.core import Weapon
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.army_forge.shapes import Section, Thing, Unit
from warhost.rulesets.regiments.lists.army_forge.terms import PLAIN, rules_in, weapons_in
from warhost.rulesets.regiments.rules.reading import Lexicon

__all__ = ["Taken", "is_named", "taken_by", "without_number"]

_COUNTED = re.compile(r"\s*(\d{1,2})\s*x\s+(.+)", re.IGNORECASE)
_WORDS = re.compile(r"[\s\-]+")
_ENDINGS = (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("ves", "ff"), ("es", ""), ("s", ""), ("ae", "a"), ("i", "us"))
"""How plurals end, and what the singular has instead. A word may be read in several ways: one that fits is enough."""
_IRREGULAR = {"teeth": "tooth", "feet": "foot", "men": "man", "women": "woman", "mice": "mouse", "lice": "louse"} | {
    "geese": "goose",
    "oxen": "ox",
    "children": "child",
    "dice": "die",
    "staves": "staff",
    "vertices": "vertex",
}


class Taken(msgspec.Struct, frozen=True):
    """What a section takes away: weapons by their names, once for each copy, and the rules of items."""

    weapons: tuple[str, ...] = ()
    rules: tuple[RuleText, ...] = ()
    missing: tuple[str, ...] = ()
    """Targets that nobody has: they stay, and that must be told."""
    copies: int = 1
    """How many copies of such a weapon a model may have."""


def without_number(name: str) -> tuple[str, int]:
    """The name without a number such as "2x" before it, and that number."""
    match = _COUNTED.fullmatch(name)
    return (match[2], int(match[1])) if match else (name, 1)


def _readings(word: str) -> set[str]:
    """The word, and all that it may be the plural of."""
    found = {word}
    found |= {word[: -len(end)] + new for end, new in _ENDINGS if word.endswith(end) and len(word) > len(end) + 1}
    return found | {word[: -len(plural)] + single for plural, single in _IRREGULAR.items() if word.endswith(plural)}


def is_named(target: str, name: str) -> bool:
    """Whether both are one name, each in the singular or in the plural."""
    words, own = (_WORDS.split(text.casefold().strip()) for text in (target, name))
    return len(words) == len(own) and all(
        _readings(word) & _readings(other) for word, other in zip(words, own, strict=True)
    )


def _best(target: str, names: Iterable[str]) -> str | None:
    """The name that the target means: the very same before one that differs in number."""
    fitting = [name for name in names if is_named(target, name)]
    return next((name for name in fitting if name.casefold() == target.casefold()), next(iter(fitting), None))


def taken_by(
    unit: Unit, section: Section, weapons: Sequence[Weapon], gained: Sequence[Thing], lexicon: Lexicon = PLAIN
) -> Taken:
    """What a section takes from a model of the unit. `weapons` are those that each model has; `gained` is what other
    options may have brought."""
    taken: list[str] = []
    rules: list[RuleText] = []
    missing: list[str] = []
    copies_had = 1
    own = {weapon.name: weapon.count for weapon in weapons}
    brought = {weapon.name: weapon.count for thing in gained for weapon in weapons_in(thing)}
    items = {thing.name: thing for thing in (*gained, *unit.items) if thing.is_item}
    for target in section.targets or ():
        bare, copies = without_number(target)
        name = _best(bare, own) or _best(bare, brought)
        item = _best(bare, items)
        if name is not None:
            has = own.get(name) or brought.get(name, 1)
            copies_had = max(copies_had, has)
            # "Replace Fists" takes every fist, "Replace Fist" one of them.
            all_of_them = copies == 1 and bare.casefold() != name.casefold() and len(bare) > len(name)
            taken += [name] * (has if all_of_them else min(copies, has))
        elif item is not None:
            rules += rules_in(items[item], lexicon)
            taken += [weapon.name for weapon in weapons_in(items[item]) for _ in range(weapon.count)]
        else:
            missing.append(target)
    return Taken(tuple(taken), tuple(rules), tuple(missing), copies_had)
