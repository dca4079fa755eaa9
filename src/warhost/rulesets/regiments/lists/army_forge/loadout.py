"""From `4x Rifle, 5x Sword, 1x Cannon` to models: who of a unit carries what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from warhost.rulesets.regiments.core import Group, Weapon
from warhost.rulesets.regiments.core.entries import RuleText

__all__ = ["Special", "share_out"]


class Special(msgspec.Struct, frozen=True):
    """Rules that only some models of a unit have."""

    name: str
    rules: tuple[RuleText, ...]
    count: int = 1


def share_out(size: int, weapons: Iterable[tuple[Weapon, int]], specials: Sequence[Special] = ()) -> tuple[Group, ...]:
    """The models of a unit by what they carry; the weapons come with how many of them the whole unit has.

    A weapon that not all have was mostly swapped for one that the rest have: so such weapons are dealt out one after
    another along the line of models, each beginning where the last one ended.
    """
    carried: list[Counter[Weapon]] = [Counter() for _ in range(size)]
    names: list[list[str]] = [[] for _ in range(size)]
    rules: list[list[RuleText]] = [[] for _ in range(size)]
    next_model = 0
    for weapon, total in weapons:
        each, rest = divmod(total, size)
        for number in range(size):
            carried[number][weapon] += each
        for _ in range(rest):
            carried[next_model % size][weapon] += 1
            next_model += 1
    # The weapons that were swapped in stand last in a file: special models, each one of its own, come from the front.
    bearer = 0
    for special in specials:
        for _ in range(min(special.count, size)):
            names[bearer % size].append(special.name)
            rules[bearer % size] += special.rules
            bearer += 1
    groups: Counter[Group] = Counter()
    for number in range(size):
        held = tuple(msgspec.structs.replace(weapon, count=count) for weapon, count in carried[number].items() if count)
        groups[Group(1, held, tuple(rules[number]), ", ".join(names[number]))] += 1
    found = [msgspec.structs.replace(group, count=count) for group, count in groups.items()]
    # As they stand from the front: special models before the plain ones, which are the most.
    return tuple(sorted(found, key=lambda group: (not group.rules, group.count)))
