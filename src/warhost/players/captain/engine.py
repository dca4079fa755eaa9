"""Scored candidates: how the captain weighs answers, picks one and says why. It knows no rulebook."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from heapq import heapify, heappop, heapreplace
from math import inf
from typing import Protocol, TypeAlias

from warhost.dice import Chance
from warhost.play import Answer, Ask, Battle, Chosen, Option, Refused, Ruleset
from warhost.players.base import Decision, Reason

EQUAL = 1e-9
"""Totals closer than this are the same: only then chance decides."""

TERMS_IN_WORDS = 4
"""A sentence names so many terms, the weightiest first; the reasons hold them all."""

TELLING = 0.05
"""What weighs less is told by nobody: it would read +0."""

REFUSED = "a better answer was refused"
"""How a reason begins that tells of a fault of the captain: the table did not allow what it took to be legal."""

LEGAL_TIES = 6
"""Of candidates with equal totals at most so many are considered."""


class Candidate:
    """An answer with what speaks for it and against it.

    A draft (`sure=False`) may turn out to be illegal. That any other candidate is refused is a fault of the captain,
    and whoever asks why is told (`faults`).
    """

    __slots__ = ("answer", "faults", "label", "sure", "terms", "total")

    def __init__(self, answer: Answer, label: str, *, sure: bool = True) -> None:
        self.answer = answer
        self.label = label
        self.sure = sure
        self.terms: list[tuple[str, float, str]] = []
        self.faults: list[Reason] = []
        self.total = 0.0

    @classmethod
    def of(cls, option: Option, label: str = "") -> Candidate:
        """The choice of an option, in its own words if no others are given."""
        return cls(Chosen(option.key), label or option.label)

    def add(self, score: float, label: str, rule: str = "") -> Candidate:
        """One more term; what weighs nothing is left out."""
        if abs(score) >= 0.005:
            self.terms.append((label, score, rule))
            self.total += score
        return self

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The terms that weigh anything, the weightiest first, and better answers that were refused. There is always
        one."""
        ordered = sorted(self.terms, key=lambda term: -abs(term[1]))
        told = [Reason(label, round(score, 2), rule) for label, score, rule in ordered if abs(score) >= TELLING]
        return (*(told or [Reason("as good as any other", 0.0)]), *self.faults)

    @property
    def sentence(self) -> str:
        """The candidate in words: `March to the centre: +18 nearer the centre, -6 exposes the flank.`"""
        label = self.label.rstrip(".")
        heavy = [reason for reason in self.reasons[:TERMS_IN_WORDS] if abs(reason.score) >= TELLING]
        told = [", ".join(f"{_number(reason.score)} {reason.label}" for reason in heavy)] if heavy else []
        told += [fault.label.rstrip(".") for fault in self.faults]
        return f"{label}: {'; '.join(told)}." if told else f"{label}."

    def decision(self) -> Decision:
        return Decision(self.answer, self.reasons, self.sentence)


class Advisor(Protocol):
    """What the captain knows of one rulebook: the answers worth thinking about, each with its terms."""

    def candidates(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Sequence[Candidate]: ...


def pick(
    ask: Ask, candidates: Iterable[Candidate], chance: Chance, faults: list[Reason] | None = None
) -> Candidate | None:
    """The legal candidate with the best total. Where several are truly equal chance decides; none legal: None.

    Better ones that should have been legal are told among the faults.
    """
    faults = [] if faults is None else faults
    ordered = sorted(candidates, key=lambda candidate: -candidate.total)
    ties: list[Candidate] = []
    for candidate in ordered:
        if ties and candidate.total < ties[0].total - EQUAL:
            break
        try:
            ask.check(candidate.answer)
        except Refused as error:
            if candidate.sure:
                faults.append(Reason(f"{REFUSED} ({candidate.label}): {error.message}", 0.0, error.rule or ""))
            continue
        ties.append(candidate)
        if len(ties) == LEGAL_TIES:
            break
    if not ties:
        return None
    chosen = ties[chance.pick(len(ties))]
    chosen.faults = faults
    return chosen


Looks: TypeAlias = Generator[float, None, Candidate | None]
"""A draft that is looked at more and more closely: it tells the most that it can be worth, each time with more known,
and at last its candidate; none: it comes to nothing."""


def best_of(drafts: Iterable[Looks], least: float = -inf) -> Candidate | None:
    """The best of many drafts, if it is worth more than that. Always the one that can be worth most is looked at next,
    so that those which cannot be the best are never looked at closely."""
    queue = [(-next(draft), number, draft) for number, draft in enumerate(drafts)]
    heapify(queue)
    while queue and -queue[0][0] > least:
        _, number, draft = queue[0]
        try:
            most = next(draft)
        except StopIteration as told:
            if told.value is not None:
                found: Candidate = told.value
                return found
            heappop(queue)
        else:
            heapreplace(queue, (-most, number, draft))
    return None


def _number(score: float) -> str:
    rounded = round(score, 1) if abs(score) < 10 else round(score)
    return f"{rounded:+g}"
