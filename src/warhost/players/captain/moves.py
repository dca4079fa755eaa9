"""How the captain moves: who goes first, and the best of many drafts of a move by what its end is worth."""

from __future__ import annotations

from math import hypot

from warhost.play import Ask, Choose, Manoeuvre, Moved, passes
from warhost.play.english import acts
from warhost.players.captain.drafts import Drafts
from warhost.players.captain.engine import Candidate
from warhost.players.captain.overview import Overview, U
from warhost.players.captain.places import PlaceJudge
from warhost.table import Back, Rect, Sidestep, Step, walk

WEIGHED = 14
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
    found = [judged(judge, answer, end) for answer, end in drafted(here, judge, ask, question)]
    if question.optional:
        found.append(judged(judge, Moved(), here.rects[unit.id]))
    return found


def judged(judge: PlaceJudge, answer: Moved, end: Rect) -> Candidate:
    """A legal move with what its end promises."""
    candidate = Candidate(answer, told(judge.here, judge.unit, answer.kind, answer.steps, end))
    judge.weigh(candidate, end, answer.kind, answer.steps)
    start = judge.here.rects[judge.unit.id]
    if answer.kind:
        small = hypot(end.x - start.x, end.y - start.y) < 1.0
        cost = judge.temper.fidget if small else judge.temper.leaving
        candidate.add(-cost, "hardly moves" if small else "leaves its place")
    return candidate


def drafted(here: Overview, judge: PlaceJudge, ask: Ask, question: Manoeuvre) -> list[tuple[Moved, Rect]]:
    """The drafts that look best at a glance and are legal."""
    start = here.rects[judge.unit.id]
    seen: set[tuple[str, float, float, float]] = set()
    glanced: list[tuple[float, int, Moved, Rect]] = []
    for kind, steps in Drafts(here, judge.unit).all(question.kinds):
        if not kind:
            continue
        end = walk(start, steps)[-1]
        mark = (kind, round(end.x, 1), round(end.y, 1), round(end.facing))
        if mark not in seen:
            seen.add(mark)
            glanced.append((-judge.rough(end, kind), len(glanced), Moved(kind, tuple(steps)), end))
    glanced.sort()
    found: list[tuple[Moved, Rect]] = []
    for _, _, answer, end in glanced:
        if passes(ask.check, answer):
            found.append((answer, end))
            if len(found) == WEIGHED:
                break
    return found


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
