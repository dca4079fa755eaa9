"""Attacks that are allocated before any die is rolled, and what makes up their rolls to hit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from warhost.play.events import counted
from warhost.play.questions import Allocate, Part, Pool
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, allocate


class Blows(Protocol):
    """Like attacks that may go to any of their targets: a named tuple of a book."""

    @property
    def targets(self) -> tuple[int, ...]: ...

    @property
    def number(self) -> int: ...

    @property
    def _replace(self) -> Callable[..., Any]: ...


S = TypeVar("S", bound=Blows)


def share_out(seat: int, blows: Sequence[S], pool: Callable[[S], Pool], rule_id: str) -> Script[list[S]]:
    """The player allocates all attacks of the step before any die; asked only where there is a choice."""
    shared = [blow for blow in blows if len(blow.targets) == 1]
    open_blows = [blow for blow in blows if len(blow.targets) > 1]
    if not open_blows:
        return shared
    question = Allocate(
        seat=seat,
        topic="allocate attacks",
        text="How do you split these attacks?",
        rules=(rule_id,),
        pools=tuple(pool(blow) for blow in open_blows),
    )
    shares = yield from allocate(question)
    for blow, asked in zip(open_blows, question.pools, strict=True):
        for target, count in shares[asked.key].items():
            if count:
                shared.append(blow._replace(targets=(int(target),), number=count))
    return shared


def hits_told(attack: str, models: int) -> str:
    """What the dice are for that tell how many hits so many models make with a special attack."""
    return f"Hits of {attack} by {counted(models, 'model')}"


def merged(blows: Iterable[S]) -> Iterable[S]:
    """Like blows put together."""
    counts: dict[S, int] = {}
    for blow in blows:
        like: S = blow._replace(number=0)
        counts[like] = counts.get(like, 0) + blow.number
    return [like._replace(number=count) for like, count in counts.items()]


def skill_parts(
    attacker: str, offence: Tally, target: str, defence: Tally, *, rules: tuple[str, str]
) -> tuple[Part, ...]:
    """What the difference of the two skills is made of: both printed values and everything that changes them."""
    return (
        Part(offence.base, f"Offensive Skill of {attacker}", rules[0]),
        *offence.parts,
        Part(-defence.base, f"Defensive Skill of {target}", rules[1]),
        *(Part(-part.amount, part.why, part.rule) for part in defence.parts),
    )
