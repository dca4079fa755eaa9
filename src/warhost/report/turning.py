"""What decided a battle: the steps in which somebody's chance to win rose most, and the rolls that turned them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from warhost.play import DiceRolled, Ruleset, Shows
from warhost.report.course import Course, Leg, Standing
from warhost.report.luck import Tried, all_tried
from warhost.report.words import Names, marks_of, strength_of, turn_of, when, words

MOST = 6
FEWEST = 3
SWING = 0.08
"""A step that weighs so much is a turning point."""

QUIET = 0.5
"""What the gain of a step weighs in which nothing happened but that the score changed: it may soon change back."""

SHIFT = 0.02
"""One that shifts it by less is none, even where there are few others."""

STROKE = 0.1
"""A roll less likely than this is a stroke of luck that is told even where it shifts little."""

NOTEWORTHY = 0.25
"""A roll less likely than this is told with the step that it turned."""

NAMED = 3
"""So many losses, and so many grave events, are told one by one."""


class TurningPoint(msgspec.Struct, frozen=True):
    """A step that decided something: when it was, whom it helped and by how much, what happened, and by which luck.

    `since` and `at` are the answers given before and after it; `active` is whose turn it was, if it was anybody's.
    """

    since: int
    at: int
    turn: int
    when: str
    active: int | None
    seat: int
    before: float
    after: float
    text: str
    luck: str = ""
    odds: float | None = None


class _Candidate(msgspec.Struct, frozen=True):
    """A step that may be a turning point, and how much it weighs among the others."""

    weight: float
    point: TurningPoint
    leg: int


def turning_points(ruleset: Ruleset, course: Course) -> list[TurningPoint]:
    """The three to six steps that decided most, in their order; fewer where little happened."""
    return [point for point, _ in turning_legs(ruleset, course)]


def turning_legs(ruleset: Ruleset, course: Course) -> list[tuple[TurningPoint, int]]:
    """The turning points, each with the number of its leg."""
    found = [
        candidate
        for number, (before, after) in enumerate(pairwise(course.standings))
        if (candidate := _candidate(ruleset, course, number, before, after)) is not None
    ]
    return sorted(((one.point, one.leg) for one in _chosen(found)), key=lambda chosen: chosen[1])


def _chosen(found: Sequence[_Candidate]) -> list[_Candidate]:
    heaviest = sorted(found, key=lambda one: (-one.weight, one.point.at))
    chosen = [one for number, one in enumerate(heaviest) if one.weight >= SWING or number < FEWEST][:MOST]
    strokes = [one for one in found if (one.point.odds or 1.0) < STROKE and one not in chosen]
    strokes.sort(key=lambda one: (one.point.odds or 1.0, one.point.at))
    return [*chosen, *strokes[: MOST - len(chosen)]]


def _candidate(ruleset: Ruleset, course: Course, number: int, before: Standing, after: Standing) -> _Candidate | None:
    """The step as a turning point, for whomever it helped most."""
    leg = course.legs[number]
    gains = [now - then for then, now in zip(before.chance, after.chance, strict=True)]
    seat = max(range(len(gains)), key=gains.__getitem__)
    gain = gains[seat]
    if gain < SHIFT:
        return None
    names = Names(leg.before, leg.after)
    happened = list(_consequences(ruleset, names, leg))
    scored = [f"score {_score(before.score)}, now {_score(after.score)}"] if before.score != after.score else []
    if not (happened or scored):
        return None
    stroke = _stroke(leg, names.seat_of, seat)
    point = TurningPoint(
        since=leg.since,
        at=leg.at,
        turn=leg.before.turn,
        when=when(ruleset, leg.before),
        active=turn_of(ruleset, leg.before),
        seat=seat,
        before=before.chance[seat],
        after=after.chance[seat],
        text="; ".join(dict.fromkeys([*_occasion(leg, names), *happened, *scored])),
        luck="" if stroke is None else words(stroke.roll, names),
        odds=None if stroke is None else stroke.odds,
    )
    return _Candidate(gain if happened else QUIET * gain, point, number)


def first_told(leg: Leg) -> int | None:
    """Which of the events of a step tells first what it is about."""
    told = (n for n, event in enumerate(leg.events) if not isinstance(event, DiceRolled) and not type(event).heading)
    return next(told, None)


def _occasion(leg: Leg, names: Names) -> Iterator[str]:
    """What the step was about: the first thing that it told."""
    first = first_told(leg)
    if first is not None:
        yield words(leg.events[first], names)


def _consequences(ruleset: Ruleset, names: Names, leg: Leg) -> Iterator[str]:
    """What came of the step: what people tell of it afterwards, and losses.

    Between snapshots nothing was told, so what changed hands is read off the table.
    """
    grave = [event for event in leg.events if type(event).grave]
    yield from dict.fromkeys(words(event, names) for event in grave[:NAMED])
    yield from _losses(ruleset, names, leg, {getattr(event, "unit", None) for event in grave})
    if not leg.events:
        yield from _changed_hands(ruleset, leg)


def _losses(ruleset: Ruleset, names: Names, leg: Leg, told_of: Container[object]) -> Iterator[str]:
    """Who left, where nothing was told of it, and who lost how much; the worst first."""
    left = {unit.id: strength_of(ruleset, leg.before, unit).health for unit in leg.before.units}
    lost: list[tuple[float, str]] = []
    for unit in leg.after.units:
        has = strength_of(ruleset, leg.after, unit)
        had = left.get(unit.id, 0)
        share = (had - has.health) / (has.health_at_start or 1)
        if had <= has.health:
            continue
        if has.health:
            lost.append((share, f"{names.unit(unit.id)} lost {had - has.health} of {had} health"))
        elif unit.id not in told_of:
            fate = next(iter(marks_of(ruleset, leg.after, unit)), "gone")
            lost.append((1.0 + share, f"{names.unit(unit.id)} {fate}"))
    lost.sort(key=lambda one: -one[0])
    yield from (text for _, text in lost[:NAMED])
    if len(lost) > NAMED:
        yield f"losses of {len(lost) - NAMED} more"


def _changed_hands(ruleset: Ruleset, leg: Leg) -> Iterator[str]:
    """Tokens whose owner is another now, as their labels say it."""
    if not isinstance(ruleset, Shows):
        return
    then, now = ruleset.overlay(leg.before).tokens, ruleset.overlay(leg.after).tokens
    if len(then) == len(now):
        for was, token in zip(then, now, strict=True):
            if was.owner != token.owner:
                yield token.label if token.owner is not None else f"{token.label}, neutral"


def _score(score: Sequence[float]) -> str:
    return ":".join(f"{points:g}" for points in score)


def _stroke(leg: Leg, seat_of: Mapping[int, int], seat: int) -> Tried | None:
    """The least likely roll of the step that helped this seat: good dice of its own, or bad dice of another."""
    helped = [
        roll
        for roll in all_tried(leg.events, seat_of)
        if roll.tries and roll.seat is not None and roll.lucky is (roll.seat == seat)
    ]
    best = min(helped, key=lambda roll: roll.odds, default=None)
    return best if best is not None and best.odds < NOTEWORTHY else None
