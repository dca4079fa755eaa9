"""What the decision rules of Regiments come to: an answer, the rows that gave it, and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from warhost.dice import Chance
from warhost.play import Answer
from warhost.players.base import Decision, Reason
from warhost.players.solo.regiments.words import step_name
from warhost.rulebook import rule

T = TypeVar("T")


class Verdict(msgspec.Struct, frozen=True):
    """An answer with the rows that led to it, the deciding one first."""

    answer: Answer
    sentence: str
    rules: tuple[str, ...]

    def decision(self) -> Decision:
        return Decision(self.answer, tuple(Reason(step_name(row), 1.0, row) for row in self.rules), self.sentence)


@rule("aofr.ai.ties")
def any_of(things: Sequence[T], chance: Chance) -> T:
    """One of several that are equally right, by a die."""
    return things[chance.pick(len(things))]
