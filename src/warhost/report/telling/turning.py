"""What decided a battle: the steps in which somebody's chance to win rose most, and the rolls that turned them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise

import msgspec

from warhost.play import DiceRolled, Ruleset, Shows
from warhost.report.telling.course import Course, Leg, Standing
from warhost.report.telling.luck import Tried, all_tried
from warhost.report.telling.words import Names, marks_of, strength_of, turn_of, when, words

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

SLIGHT = 1e-6
"""What something grave weighs that cost nothing yet: it comes before what cost nothing at all."""

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
    happened = list(_consequences(ruleset, names, leg, seat))
    scored = (
        [Told(0.0, f"score {_score(before.score)}, now {_score(after.score)}")] if before.score != after.score else []
    )
    if not (happened or scored):
        return None
    told = sorted(happened, key=lambda one: -one.share)
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
        text="; ".join(dict.fromkeys(one.text for one in _with_occasion(_occasion(leg, names), [*told, *scored]))),
        luck="" if stroke is None else words(stroke.roll, names),
        odds=None if stroke is None else stroke.odds,
    )
    return _Candidate(gain if happened else QUIET * gain, point, number)


def first_told(leg: Leg) -> int | None:
    """Which of the events of a step tells first what it is about."""
    told = (n for n, event in enumerate(leg.events) if not isinstance(event, DiceRolled) and not type(event).heading)
    return next(told, None)


class Told(msgspec.Struct, frozen=True):
    """Something that happened in a step, the share of a unit that it cost, and the unit it is about."""

    share: float
    text: str
    unit: int | None = None


def _with_occasion(occasion: Told | None, told: Sequence[Told]) -> list[Told]:
    """What changed most comes first. What the step was about follows, where that is another thing and where it is about
    the same unit, or nothing else says how it came."""
    if occasion is None or any(one.text == occasion.text for one in told):
        return list(told)
    first = told[0]
    if first.share > 0 and first.unit is not None and occasion.unit is not None and first.unit != occasion.unit:
        return list(told)
    # A score alone does not say how it came.
    return [first, occasion, *told[1:]] if first.share > 0 else [occasion, *told]


def _occasion(leg: Leg, names: Names) -> Told | None:
    """What the step was about: the first thing that it told."""
    first = first_told(leg)
    if first is None:
        return None
    event = leg.events[first]
    return Told(0.0, words(event, names), getattr(event, "unit", None) if not hasattr(event, "target") else None)


def _consequences(ruleset: Ruleset, names: Names, leg: Leg, seat: int) -> Iterator[Told]:
    """What came of the step: what people tell of it afterwards, and losses; what helped that seat most first.

    Between snapshots nothing was told, so what changed hands is read off the table.
    """
    cost = {unit: share if names.seat_of.get(unit) != seat else -share for unit, share in _cost(ruleset, leg).items()}
    grave = [event for event in leg.events if type(event).grave]
    about = [(event, getattr(event, "unit", None)) for event in grave]
    found = {
        # Of several things that befell one unit the last is what became of it.
        (id(event) if unit is None else unit): Told(
            cost.get(-1 if unit is None else unit, 0.0) or SLIGHT, words(event, names), unit
        )
        for event, unit in about
    }
    yield from sorted(found.values(), key=lambda one: -one.share)[:NAMED]
    lost = list(_losses(ruleset, names, leg, {unit for _, unit in about}, cost))
    yield from lost[:NAMED]
    if len(lost) > NAMED:
        yield Told(-1.0, f"losses of {len(lost) - NAMED} more")
    if not leg.events:
        yield from (Told(0.0, text) for text in _changed_hands(ruleset, leg))


def _cost(ruleset: Ruleset, leg: Leg) -> dict[int, float]:
    """The share of its army that each unit lost in a step: half by heads, half by health."""
    has = {unit.id: strength_of(ruleset, leg.after, unit) for unit in leg.after.units}
    had = {unit.id: strength_of(ruleset, leg.before, unit).health for unit in leg.before.units}
    found: dict[int, float] = {}
    for unit in leg.after.units:
        army = [one.id for one in leg.after.units if one.seat == unit.seat]
        whole = sum(has[one].health_at_start for one in army) or 1
        lost = max(0, had.get(unit.id, 0) - has[unit.id].health)
        found[unit.id] = 0.5 * lost / (has[unit.id].health_at_start or 1) / len(army) + 0.5 * lost / whole
    return found


def _losses(
    ruleset: Ruleset, names: Names, leg: Leg, told_of: Container[object], cost: Mapping[int, float]
) -> list[Told]:
    """Who left, where nothing was told of it, and who lost how much; the worst first."""
    left = {unit.id: strength_of(ruleset, leg.before, unit).health for unit in leg.before.units}
    lost: list[Told] = []
    for unit in leg.after.units:
        has = strength_of(ruleset, leg.after, unit)
        had = left.get(unit.id, 0)
        if had <= has.health:
            continue
        if has.health:
            text = f"{names.unit(unit.id)} lost {had - has.health} of {had} health"
            lost.append(Told(cost[unit.id], text, unit.id))
        elif unit.id not in told_of:
            fate = next(iter(marks_of(ruleset, leg.after, unit)), "gone")
            lost.append(Told(cost[unit.id], f"{names.unit(unit.id)} {fate}", unit.id))
    return sorted(lost, key=lambda one: -one.share)


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
