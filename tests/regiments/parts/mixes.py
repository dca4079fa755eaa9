"""Mixes of optional parts: sets of them that go together, chosen so that every two parts that can be played in one
battle are, a covering design of strength two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Setup
from warhost.rulesets.regiments.core import PARTS, optional
from warhost.rulesets.regiments.ruleset import RULESET

TRIES = 60
"""How many mixes are drawn for each that is taken: the one with most new pairs."""

SMALL = {"kitchen_table": {"width": 36, "depth": 24}}
"""What a part needs of the table."""

ALONE = frozenset({"time_warp"})
"""What a campaign alone switches on: a battle of one unit against a beast."""


def parts() -> list[str]:
    return [slug for slug in PARTS if slug not in ALONE]


def go_together(slugs: Iterable[str]) -> bool:
    """Whether parts can be played in one battle, as far as what they settle goes."""
    taken: set[str] = set()
    for slug in slugs:
        if taken & PARTS[slug].takes:
            return False
        taken |= PARTS[slug].takes
    return True


def pairs() -> set[frozenset[str]]:
    """Every two parts that go together."""
    return {frozenset(pair) for pair in combinations(parts(), 2) if go_together(pair)}


def mixes(seed: str = "mixes") -> Iterator[tuple[str, ...]]:
    """Mixes in which all pairs meet: of many drawn at random always the one with most pairs that have not met."""
    chance = Chance(seed)
    open_pairs = pairs()
    while open_pairs:
        drawn = [_drawn(chance) for _ in range(TRIES)]
        best = max(drawn, key=lambda mix: (len(_pairs_of(mix) & open_pairs), mix))
        if not _pairs_of(best) & open_pairs:
            best = tuple(sorted(min(open_pairs, key=sorted)))
        open_pairs -= _pairs_of(best)
        yield best


def _pairs_of(mix: Iterable[str]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in combinations(mix, 2)}


def _drawn(chance: Chance) -> tuple[str, ...]:
    """Any parts that go together, in the order of the book."""
    order = parts()
    shuffled: list[str] = []
    while order:
        shuffled.append(order.pop(chance.pick(len(order))))
    mix: list[str] = []
    for slug in shuffled:
        if go_together((*mix, slug)):
            mix.append(slug)
    size = 2 + chance.pick(len(mix) - 1)
    return tuple(slug for slug in PARTS if slug in mix[:size])


def named(slug: str, chance: Chance) -> str:
    """A part with any of its choices."""
    told = PARTS[slug]
    own = [choice.slug for choice in told.choices]
    if slug == "multiplayer":
        own = ["teams", "one_against_all"]
    if not own or chance.pick(3) == 0:
        return slug if slug != "multiplayer" else "multiplayer:teams"
    if not told.several:
        return f"{slug}:{own[chance.pick(len(own))]}"
    picked = [one for one in own if chance.pick(2)]
    return f"{slug}:{'+'.join(picked)}" if picked else slug


def setup(mix: Iterable[str], chance: Chance, points: int = 750) -> Setup:
    """A battle with such a mix, each part in any way; ways that do not go together are the usual ones."""
    options: dict[str, Any] = {"points": points}
    armies = list(RULESET.armies())
    several = "multiplayer" in mix
    count = 4 if several else 2
    chosen = [armies[chance.pick(len(armies))] for _ in range(count)]
    for slug in mix:
        options |= SMALL.get(slug, {})
    if several:
        options["points"] = 2 * points
        options["free_lists"] = True
        chosen = [f"{name} {points}" for name in chosen]
    for told in (tuple(named(slug, chance) for slug in mix), tuple(mix)):
        made = Setup(ruleset="aofr", armies=tuple(chosen), map=_map(chance), options={**options, "parts": told})
        try:
            RULESET.set_up(made)
        except WarhostError:
            continue
        return made
    return made


def _map(chance: Chance) -> str:
    maps = RULESET.maps()
    return maps[chance.pick(len(maps))]


def in_force(made: Setup) -> set[str]:
    return {part.slug for part in optional.in_force(tuple(made.options["parts"]))}
