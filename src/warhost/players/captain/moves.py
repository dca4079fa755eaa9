"""How the captain moves: who goes first, and the best of many drafts of a move by what its end is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from warhost.play import Ask, Choose, Kind, Manoeuvre, Moved, passes
from warhost.play.english import acts
from warhost.players.captain.drafts import Drafts
from warhost.players.captain.engine import Candidate
from warhost.players.captain.overview import Overview, U
from warhost.players.captain.places import PlaceJudge
from warhost.table import Back, Rect, Sidestep, Step, walk

WEIGHED = 32
"""So many of all drafts are judged in full: those that look best at a glance and are legal."""

FOLLOWS = 30.0
"""Who does not count at the end moves after the others."""


def order(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Who moves next: those in front first, so that nobody stands in the way; leaders last."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is None:
            candidate.add(-50.0, "leaves units unmoved")
        else:
            unit = here.counsel.unit(option.unit)
            candidate.label = f"{acts(unit.name, 'moves')} next"
            shape = here.rects[unit.id]
            candidate.add(-hypot(shape.x - here.centre[0], shape.y - here.centre[1]), "inches from the centre")
            if not here.counsel.scores(unit):
                candidate.add(-FOLLOWS, "follows the troops")
        found.append(candidate)
    return found


def manoeuvre(here: Overview, ask: Ask, question: Manoeuvre) -> list[Candidate]:
    """The best of all drafts, each with what its end promises."""
    unit = here.counsel.unit(question.unit)
    judge = PlaceJudge(here, unit)
    best = glanced(judge, question.kinds, lambda move: passes(ask.check, move), WEIGHED)
    found = [judged(judge, answer, end) for answer, end in best]
    if question.optional:
        found.append(judged(judge, Moved(), here.rects[unit.id]))
    return found


def judged(judge: PlaceJudge, answer: Moved, end: Rect, *, shoots: bool = True) -> Candidate:
    """A legal move with what its end promises."""
    candidate = Candidate(answer, told(judge.here, judge.unit, answer.kind, answer.steps, end))
    judge.weigh(candidate, end, answer.kind, answer.steps, shoots=shoots)
    start = judge.here.rects[judge.unit.id]
    if answer.kind:
        small = hypot(end.x - start.x, end.y - start.y) < 1.0
        cost = judge.temper.fidget if small else judge.temper.leaving
        candidate.add(-cost, "hardly moves" if small else "leaves its place")
    return candidate


def glanced(
    judge: PlaceJudge, kinds: Sequence[Kind], is_legal: Callable[[Moved], bool], most: int
) -> list[tuple[Moved, Rect]]:
    """So many of all drafts as look best at a glance and are legal, each with where it ends."""
    start = judge.here.rects[judge.unit.id]
    roughs: dict[tuple[str, int, int, int], float] = {}
    drafts: list[tuple[float, int, tuple[str, int, int, int], Moved, Rect]] = []
    for kind, steps in Drafts(judge.here, judge.unit).all(kinds):
        if not kind:
            continue
        end = walk(start, steps)[-1]
        # Ends that are nearly the same are glanced at once; which of them can be reached legally is another matter.
        mark = (kind, round(2 * end.x), round(2 * end.y), round(end.facing / 4))
        rough = roughs.get(mark)
        if rough is None:
            rough = roughs[mark] = -judge.rough(end, kind)
        drafts.append((rough, len(drafts), mark, Moved(kind, tuple(steps)), end))
    drafts.sort()
    found: dict[tuple[str, int, int, int], tuple[Moved, Rect]] = {}
    for _, _, mark, answer, end in drafts:
        if mark not in found and is_legal(answer):
            found[mark] = (answer, end)
            if len(found) == most:
                break
    return list(found.values())


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
    nearer = len(here.goals) == 1 and hypot(end.x - x, end.y - y) < hypot(start.x - x, start.y - y)
    deed = {"march": "marches", "advance": "advances", "rush": "rushes"}.get(kind, "moves")
    return acts(unit.name, deed) + (" to the centre" if nearer else "")
