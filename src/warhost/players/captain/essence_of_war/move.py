"""How the captain moves: who goes first, and every draft of a move with what its end is worth."""

from __future__ import annotations

from math import hypot

from warhost.play import Ask, Choose, Manoeuvre, Moved
from warhost.play.english import acts
from warhost.players.captain.engine import Candidate
from warhost.players.captain.essence_of_war.drafts import drafts
from warhost.players.captain.essence_of_war.places import MoveJudge
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.rulesets.essence_of_war.battle import Unit
from warhost.table import (
    Back,
    Rect,
    Sidestep,
    Step,
    walk,
)


def next_unit(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Who moves next: those in front first, so that nobody stands in the way; Characters last."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is None:
            candidate.add(-50.0, "leaves units unmoved")
        else:
            unit = here.unit(option.unit)
            candidate.label = f"{acts(unit.name, 'moves')} next"
            shape = here.rects[unit.id]
            away = hypot(shape.x - here.centre[0], shape.y - here.centre[1])
            candidate.add(-away, "inches from the centre")
            if not here.scores(unit):
                candidate.add(-30.0, "a Character follows the troops")
        found.append(candidate)
    return found


def manoeuvre(here: Situation, ask: Ask, question: Manoeuvre) -> list[Candidate]:
    """Every draft of a move with what its end promises. Only the best that is legal will be made."""
    unit = here.unit(question.unit)
    judge = MoveJudge(here, unit)
    start = here.rects[unit.id]
    found = []
    seen: set[tuple[str, float, float, float]] = set()
    for kind, steps in drafts(here, unit, start, question.kinds):
        if not kind and not question.optional:
            continue
        stops = walk(start, steps)
        end = stops[-1]
        mark = (kind, round(end.x, 2), round(end.y, 2), round(end.facing, 1))
        if mark in seen:
            continue
        seen.add(mark)
        candidate = Candidate(
            Moved(kind, tuple(steps)) if kind else Moved(), _label(here, unit, kind, steps, end), sure=not kind
        )
        judge.weigh(candidate, kind, steps, stops)
        found.append(candidate)
    return found


def _label(here: Situation, unit: Unit, kind: str, steps: tuple[Step, ...], end: Rect) -> str:
    if not kind:
        return acts(unit.name, "stays")
    if kind == "pivot":
        return acts(unit.name, "turns")
    if any(isinstance(step, Back) for step in steps):
        return f"{acts(unit.name, 'backs')} up"
    if any(isinstance(step, Sidestep) for step in steps):
        return acts(unit.name, "sidesteps")
    start = here.rects[unit.id]
    nearer = hypot(end.x - here.centre[0], end.y - here.centre[1]) < hypot(
        start.x - here.centre[0], start.y - here.centre[1]
    )
    return acts(unit.name, "marches" if kind == "march" else "advances") + (" to the centre" if nearer else "")
