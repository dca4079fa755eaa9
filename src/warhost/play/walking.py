"""The question that lets a player move a loose unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import Any

from warhost.dice import Chance
from warhost.play.questions import Odds, Walk, Walked
from warhost.play.script import Ask, Refused, Script, one_of, refuse, refuse_denied, rule_of, wrong_kind
from warhost.table import Base


def walk(
    question: Walk,
    check: Callable[[Walked], Refused | None],
    suggest: Callable[[], Sequence[Walked]],
    sample: Callable[[Chance], Walked] | None = None,
    preview: Callable[[Walked], Sequence[Base]] | None = None,
    spent: Callable[[Walked], Sequence[float]] | None = None,
    risk: Callable[[Walked], Sequence[Odds]] | None = None,
) -> Script[Walked]:
    """Ask a player to move a loose unit. `check` raises Refused or returns it; it sees neither what the unit does
    instead nor that it stays. Where nothing else is said, a move at random is one of the suggestions.

    `preview` says where every model of the unit ends: that is what will happen. A unit that stays ends where it is.
    `spent` says how many inches each model uses up.
    """

    def judge(answer: Any) -> None:
        if not isinstance(answer, Walked):
            raise wrong_kind(question, answer)
        if answer.instead:
            _check_instead(question, answer)
            return
        _check_formation(question, answer)
        if not answer.goes:
            if not question.optional:
                raise Refused("This move is compulsory.", rule_of(question))
            return
        if answer.pose is not None and answer.places:
            raise Refused("A unit moves as a whole or model by model, not both.", rule_of(question))
        if preview is not None and answer.places:
            models = len(preview(Walked()))
            if len(answer.places) != models:
                told = f"{models} models need as many places, not {len(answer.places)}"
                raise Refused(f"{question.text} {told}.", rule_of(question))
        poses = answer.places if answer.pose is None else (answer.pose,)
        if not all(isfinite(figure) for pose in poses for figure in (pose.x, pose.y, pose.facing)):
            raise Refused("That place is not on the table.", rule_of(question))
        refuse(check(answer))

    answer: Walked = yield Ask(
        question,
        judge,
        suggest,
        sample or one_of(suggest),
        risk=risk,
        preview=preview,
        otherwise=Walked() if question.optional else None,
        spent=spent,
    )
    return answer


def _check_instead(question: Walk, answer: Walked) -> None:
    """What the unit does instead is offered, and nothing else is said with it."""
    key = answer.instead
    if answer.goes or answer.formation:
        raise Refused(f'A unit that does "{key}" instead does not walk in the same answer.', rule_of(question))
    if any(option.key == key for option in question.instead):
        return
    refuse_denied(question, key)
    known = ", ".join(option.key for option in question.instead) or "nothing"
    raise Refused(f'"{key}" is not what this unit can do instead of walking: {known}.', rule_of(question))


def _check_formation(question: Walk, answer: Walked) -> None:
    """The formation is offered, and the answer says where the unit takes it up."""
    name = answer.formation
    if not name:
        return
    if name not in question.formations:
        refuse_denied(question, name)
        known = ", ".join(question.formations) or "as it stands"
        raise Refused(f'"{name}" is not a formation that this unit can take up now: {known}.', rule_of(question))
    if answer.places:
        raise Refused(f'Models that move one by one take up no formation, so no "{name}".', rule_of(question))
    if answer.pose is None:
        raise Refused(f'The formation "{name}" needs the place where the unit takes it up.', rule_of(question))
