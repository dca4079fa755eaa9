"""How the captain moves: who goes first, and the best of many drafts of a move by what its end is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot, inf

import msgspec

from warhost.play import Ask, Choose, Kind, Manoeuvre, Moved, passes
from warhost.play.counsel.counsel import Ways
from warhost.play.shown.english import acts
from warhost.players.captain.acting.drafts import Drafts
from warhost.players.captain.engine import Candidate, Looks, best_of
from warhost.players.captain.judging.overview import Overview, U
from warhost.players.captain.judging.places import PlaceJudge
from warhost.table import Back, Rect, Sidestep, Step


class Care(msgspec.Struct, frozen=True):
    """How closely moves are looked at."""

    grain: float
    """How much farther apart than by `Ways.apart` places have to be to be told apart."""
    volleys: int
    """For so many of the best places of a move the volley is worked out."""

    def mark(self, ways: Ways, place: Rect) -> tuple[int, int, int]:
        """The same for places of which one is enough."""
        inches, degrees = ways.apart
        inches *= self.grain
        return round(place.x / inches), round(place.y / inches), round(place.facing / (degrees * self.grain))


CAREFUL, ROUGHLY = Care(1.0, 4), Care(1.5, 1)
"""The move that a unit makes now, and one that it may make later."""

DEEDS = {"march": "marches", "advance": "advances", "rush": "rushes", "reform": "reforms", "flying": "flies"}
"""What units do that move so."""

UNMOVED = 500.0
"""What it costs to end the moves before all units have had theirs: more than to be at the far end of any table."""

FOLLOWS = 30.0
"""Who does not count at the end moves after the others."""


def order(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Who moves next: those in front first, so that nobody stands in the way; leaders last."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is None:
            candidate.add(-UNMOVED, "leaves units unmoved")
        elif here.counsel.idle(option):
            candidate.add(-UNMOVED - 10.0, "no need")
        else:
            unit = here.counsel.unit(option.unit)
            candidate.label = f"{acts(unit.name, 'moves')} next"
            shape = here.rects[unit.id]
            candidate.add(-hypot(shape.x - here.centre[0], shape.y - here.centre[1]), "inches from the centre")
            if here.counsel.follows(unit):
                candidate.add(-FOLLOWS, "follows the troops")
        found.append(candidate)
    return found


def manoeuvre(here: Overview, ask: Ask, question: Manoeuvre) -> list[Candidate]:
    """The best of all drafts, and to stay, each with what its end promises."""
    unit = here.counsel.unit(question.unit)
    judge = PlaceJudge(here, unit)
    found = [judged(judge, Moved(), here.rects[unit.id])] if question.optional else []
    least = found[0].total if found else -inf
    best = best_move(judge, question.kinds, lambda move: passes(ask.check, move), least)
    return found if best is None else [*found, best]


def judged(judge: PlaceJudge, answer: Moved, end: Rect, *, shoots: bool = True) -> Candidate:
    """A legal move with what its end promises."""
    candidate = Candidate(answer, told(judge.here, judge.unit, answer.kind, answer.steps, end))
    judge.weigh(candidate, end, answer.kind, answer.steps, shoots=shoots)
    cost, why = _price(judge, answer.kind, end)
    return candidate.add(-cost, why)


def _price(judge: PlaceJudge, kind: str, end: Rect) -> tuple[float, str]:
    """What a move must gain, and why."""
    if not kind:
        return 0.0, ""
    start = judge.here.rects[judge.unit.id]
    if hypot(end.x - start.x, end.y - start.y) < 1.0:
        return judge.temper.fidget, "hardly moves"
    return judge.temper.leaving, "leaves its place"


def drafted(judge: PlaceJudge, kinds: Sequence[Kind]) -> Iterator[tuple[Moved, Rect]]:
    """Every draft of a move with where it ends; not all of them are legal."""
    for kind, steps, end in Drafts(judge.here, judge.unit).all(kinds):
        if kind:
            yield Moved(kind, steps), end


def best_move(
    judge: PlaceJudge,
    kinds: Sequence[Kind],
    is_legal: Callable[[Moved], bool],
    least: float,
    care: Care = CAREFUL,
) -> Candidate | None:
    """The best legal draft, with what its end promises, if that is more than something else is worth."""
    # Which of the drafts that end in nearly the same place is legal is seen later.
    drafts: dict[tuple[str, tuple[int, int, int]], list[tuple[Moved, Rect]]] = {}
    ways = judge.counsel.ways
    for answer, end in drafted(judge, kinds):
        drafts.setdefault((answer.kind, care.mark(ways, end)), []).append((answer, end))
    volleys = [care.volleys]
    return best_of((_looks(judge, alike, is_legal, volleys) for alike in drafts.values()), least)


def _looks(
    judge: PlaceJudge, drafts: Sequence[tuple[Moved, Rect]], is_legal: Callable[[Moved], bool], volleys: list[int]
) -> Looks:
    """The first of these drafts that is legal: what it can be worth at most, what its place is worth, its volley."""
    kind, end = drafts[0][0].kind, drafts[0][1]
    hope = judge.most_shots(end, kind)
    most = judge.at_most(end) + hope - _price(judge, kind, end)[0]
    yield most
    yield most - judge.looks_away(end)
    for answer, end in drafts:
        cost, why = _price(judge, kind, end)
        candidate = Candidate(answer, "").add(-cost, why)
        judge.weigh_stand(candidate, end)
        yield candidate.total + hope
        judge.weigh_rest(candidate, end, kind, answer.steps)
        yield candidate.total + hope
        if is_legal(answer):
            candidate.label = told(judge.here, judge.unit, kind, answer.steps, end)
            break
    else:
        return None
    if hope:
        if not volleys[0]:
            return None
        volleys[0] -= 1
        judge.volley(candidate, end, kind)
        yield candidate.total
    return candidate


def told(here: Overview, unit: U, kind: str, steps: tuple[Step, ...], end: Rect) -> str:
    """The move in words."""
    if not kind:
        return acts(unit.name, "stays")
    if kind == "pivot":
        return acts(unit.name, "turns")
    if any(isinstance(step, Back) for step in steps):
        return f"{acts(unit.name, 'backs')} up"
    if any(isinstance(step, Sidestep) for step in steps):
        return acts(unit.name, "sidesteps")
    start = here.rects[unit.id]
    x, y = here.centre
    nearer = here.gathering is not None and hypot(end.x - x, end.y - y) < hypot(start.x - x, start.y - y)
    *manner, move = kind.split()
    deed = DEEDS.get("flying" if "flying" in manner else move, "moves")
    return acts(unit.name, deed) + (f" to {here.counsel.goal_name}" if nearer else "")
