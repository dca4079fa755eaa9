"""What a player is: anything that answers questions, and can say why."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import msgspec

from warhost.play import Answer, Ask, Battle, Ruleset


class Reason(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One scored term of a decision: what speaks for it or against it, by how much, and which rule it rests on."""

    label: str
    score: float
    rule: str = ""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """An answer with its reasons, as data and as a sentence."""

    answer: Answer
    reasons: tuple[Reason, ...] = ()
    sentence: str = ""


@runtime_checkable
class Player(Protocol):
    """Anything that answers questions. It is given the battle as its seat may see it, never the dice to come."""

    @property
    def name(self) -> str: ...

    def decide(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Decision:
        """The answer to a question. The view is a copy of its own to think with."""
        ...

    def close(self) -> None:
        """The battle is over: let go of whatever is held."""
        ...


@runtime_checkable
class Unseeing(Protocol):
    """A player that answers without a look at the table. No view is made for it."""

    def guess(self, ask: Ask) -> Decision:
        """The answer to a question by the question alone."""
        ...
