"""Two lists of one rulebook side by side: which units both have, what each spends on what, and what stands there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from warhost.muster.building.aspects import figures_of
from warhost.muster.building.buying import Pick
from warhost.muster.building.drafts import Draft
from warhost.muster.files.pick_text import pick_text
from warhost.muster.values import Muster, Source

__all__ = ["Comparison", "Pair", "compare"]


class Pair(msgspec.Struct, frozen=True):
    """Something of which both lists have so much."""

    name: str
    first: int
    second: int


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two lists side by side."""

    names: tuple[str, str]
    totals: tuple[Pair, ...]
    """Points, units and models, and wounds, attacks and shots where the cards say so."""
    categories: tuple[Pair, ...]
    """Points by category; units, where they have no price."""
    same: tuple[str, ...]
    """Units that both have, exactly so; once for each time."""
    changed: tuple[str, ...]
    """Units of which both have some, but not as many or not with the same options."""
    first: tuple[str, ...]
    """What the first has of those, and the units that it alone has ..."""
    second: tuple[str, ...]
    """... and the other."""


def compare(
    book: Muster, one: Draft, other: Draft, options: Mapping[str, Any] = {}, books: Sequence[Source] = ()
) -> Comparison:
    """Two lists of that rulebook side by side. What cannot be bought of them counts for nothing."""
    mine, theirs = (Counter(map(pick_text, draft.picks)) for draft in (one, other))
    units = [{pick.unit for pick in draft.picks} for draft in (one, other)]
    tallies = [book.tally(draft, options, books) for draft in (one, other)]
    priced = any(tally.points for tally in tallies)
    spent = [{c.name: c.points if priced else c.units for c in tally.categories} for tally in tallies]
    totals = [_totals(book, draft, books) for draft in (one, other)]
    pairs = [Pair("points", tallies[0].points, tallies[1].points)] if priced else []
    pairs += [Pair(name, totals[0][name], totals[1][name]) for name in totals[0]]
    return Comparison(
        names=(one.name, other.name),
        totals=tuple(pair for pair in pairs if pair.first or pair.second),
        categories=tuple(
            Pair(name, spent[0].get(name, 0), spent[1].get(name, 0)) for name in dict.fromkeys([*spent[0], *spent[1]])
        ),
        same=tuple((mine & theirs).elements()),
        changed=tuple(
            name
            for name in dict.fromkeys(pick.unit for pick in one.picks)
            if name in units[1] and _differ(name, one, other)
        ),
        first=tuple((mine - theirs).elements()),
        second=tuple((theirs - mine).elements()),
    )


def _differ(name: str, one: Draft, other: Draft) -> bool:
    picked: list[Counter[Pick]] = [Counter(pick for pick in draft.picks if pick.unit == name) for draft in (one, other)]
    return picked[0] != picked[1]


FIGURES: dict[str, Callable[[Any], int]] = {
    "wounds": lambda figures: figures.wounds,
    "attacks": lambda figures: figures.attacks,
    "shots": lambda figures: figures.shots,
}


def _totals(book: Muster, draft: Draft, books: Sequence[Source]) -> dict[str, int]:
    """How many units and models a list has, and what their cards add up to."""
    found = {"units": 0, "models": 0, **dict.fromkeys(FIGURES, 0)}
    for pick in _each(draft.picks):
        alone = msgspec.structs.replace(pick, joined=())
        bought, _ = book.purchase(alone, pick.faction or draft.faction, books)
        if bought is None:
            continue
        unit = bought[0]
        found["units"] += 1
        found["models"] += unit.models
        card = book.pick_cards(msgspec.structs.replace(draft, picks=(alone,)), books)[1][0]
        figures = figures_of(card, unit.models, book.signs)
        for name, figure in FIGURES.items():
            found[name] += figure(figures)
    return found


def _each(picks: Sequence[Pick]) -> Iterator[Pick]:
    """Every unit of a list, those that joined others included."""
    for pick in picks:
        yield pick
        yield from _each(pick.joined)
