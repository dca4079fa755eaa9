"""What would mend a list: small changes of a draft, tried one by one, and which of its problems each of them ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, TypeAlias

import msgspec

from warhost.muster.building.buying import Pick
from warhost.muster.building.drafts import Draft
from warhost.muster.entries import Catalogue, Entry
from warhost.muster.files.army_text import Problem

__all__ = ["Found", "Mend", "mends_of"]

MOST_TRIED = 160
"""So many changes of a draft are tried."""
MOST_TOLD = 3
"""So many are told of one problem."""

MOST_STEPS = 12
"""In about so many steps a unit is made smaller."""

ROUND = 100
"""Games are agreed on in round figures."""

_NUMBER = re.compile(r"\d+")


class Mend(msgspec.Struct, frozen=True):
    """A change that mends a problem, as a sentence without a full stop, and the draft with it.

    `helps`: it makes the problem smaller and does not end it.
    """

    text: str
    draft: Draft
    helps: bool = False


class Found(NamedTuple):
    """What is wrong with a draft, and what it costs."""

    problems: Sequence[Problem]
    points: int


_Key: TypeAlias = tuple[str | None, str, str]


def mends_of(
    draft: Draft, found: Callable[[Draft], Found], catalogue: Callable[[str], Catalogue]
) -> list[tuple[Problem, tuple[Mend, ...]]]:
    """Every problem of a draft with what would mend it, the smallest change of its price first. A change that brings
    another problem mends nothing."""
    problems, points = found(draft)
    if not problems:
        return []
    before = _weights(problems)
    ended: dict[_Key, list[tuple[int, int, Mend]]] = {}
    eased: dict[_Key, list[tuple[int, int, Mend]]] = {}
    resized: dict[_Key, list[tuple[int, int, Mend]]] = {}
    lacks = any(problem.lacks or not problem.by for problem in problems)
    for text, changed in islice(_changes(draft, catalogue, lacks), MOST_TRIED):
        then = found(changed)
        after = _weights(then.problems)
        if any(weight > before.get(key, 0) for key, weight in after.items()):
            continue
        for key, weight in before.items():
            left = after.get(key, 0)
            if left < weight:
                # Of problems that are alike, each is mended by itself.
                whole = left == 0 or bool(key[2])
                told = (left, abs(then.points - points), Mend(text, changed, not whole))
                kind = resized if changed.points != draft.points else ended if whole else eased
                kind.setdefault(key, []).append(told)
    return [(problem, _best(_key(problem), ended, eased, resized)) for problem in problems]


def _best(key: _Key, *told: Mapping[_Key, list[tuple[int, int, Mend]]]) -> tuple[Mend, ...]:
    for found in told:
        if key in found:
            best = sorted(found[key], key=lambda one: one[:2])
            return tuple({mend.text: mend for _, _, mend in best}.values())[:MOST_TOLD]
    return ()


def _key(problem: Problem) -> _Key:
    """What makes two problems the same one: numbers in it change while it is mended."""
    return problem.rule, _NUMBER.sub("#", problem.where), "" if problem.by else _NUMBER.sub("#", problem.message)


def _weights(problems: Sequence[Problem]) -> Counter[_Key]:
    """How bad each problem is: by how much, or how often there is one like it."""
    found: Counter[_Key] = Counter()
    for problem in problems:
        found[_key(problem)] += problem.by or 1
    return found


def _changes(draft: Draft, catalogue: Callable[[str], Catalogue], lacks: bool) -> Iterator[tuple[str, Draft]]:
    """Small changes of a draft, each with what it is: another size of the game, those that take something away, then
    those that add."""
    for points in dict.fromkeys((draft.points // ROUND * ROUND, -(-draft.points // ROUND) * ROUND)):
        if points and points != draft.points:
            yield f"Play for {points} points", msgspec.structs.replace(draft, points=points)
    names = Counter(pick.unit for pick in draft.picks)
    entries = [catalogue(pick.faction or draft.faction).find(pick.unit) for pick in draft.picks]
    units = [
        (number, pick, f"{pick.unit} (unit {number})" if names[pick.unit] > 1 else pick.unit, entry)
        for (number, pick), entry in zip(enumerate(draft.picks, 1), entries, strict=True)
    ]
    for number, pick, label, entry in units:
        for text, changed in _smaller(pick, entry, label):
            yield text, draft.changing(number, changed)
        yield f"Remove {label}", draft.without(number)
    if not lacks:
        return
    part = draft.picks[-1].part if draft.picks else ""
    for entry in catalogue(draft.faction).entries:
        for size in entry.sizes:
            called = f"{entry.name} ({size.name})" if size.name and len(entry.sizes) > 1 else entry.name
            name = "" if size is entry.sizes[0] else size.name
            yield f"Add {called}", draft.adding(Pick(unit=entry.name, size=name, part=part))
    for number, pick, label, entry in units:
        for option in entry.options if entry is not None else ():
            more = msgspec.structs.replace(pick, options=(*pick.options, option.name))
            yield f"Add {option.name} to {label}", draft.changing(number, more)


def _smaller(pick: Pick, entry: Entry | None, label: str) -> Iterator[tuple[str, Pick]]:
    """A pick with one thing less or another size, each with what that is."""
    for option in dict.fromkeys(pick.options):
        left = list(pick.options)
        left.remove(option)
        yield f"Remove {option} from {label}", msgspec.structs.replace(pick, options=tuple(left))
    for place, joined in enumerate(pick.joined):
        before, behind = pick.joined[:place], pick.joined[place + 1 :]
        yield f"Remove {joined.unit} from {label}", msgspec.structs.replace(pick, joined=before + behind)
        for text, changed in _smaller(joined, None, joined.unit):
            yield text, msgspec.structs.replace(pick, joined=(*before, changed, *behind))
    if pick.part:
        yield f"Take {label} out of {pick.part}", msgspec.structs.replace(pick, part="")
    for size in entry.sizes if entry is not None else ():
        if entry is not None and size is not entry.size(pick.size):
            name = "" if size is entry.sizes[0] else size.name
            yield f"Change {label} to {size.name or f'{size.models} models'}", _resized(pick, name)
            continue
        for models in range(size.models, pick.models, max(1, (pick.models - size.models) // MOST_STEPS)):
            yield f"Reduce {label} to {models} models", _resized(pick, pick.size, models)


def _resized(pick: Pick, size: str, models: int = 0) -> Pick:
    return msgspec.structs.replace(pick, size=size, models=models)
