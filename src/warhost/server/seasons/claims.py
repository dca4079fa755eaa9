"""Results that players entered by hand and that others have not confirmed yet.

A result from a real table counts when everyone who played there stands by it, or when the organiser takes it. A
computer cannot confirm anything, so that a result against one is always for the organiser to take.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection

import msgspec

from warhost.campaign import ORGANISER, Fixture, Result

__all__ = ["Claim", "agreed_to", "claimed", "disputed_by", "says_the_same"]


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A result that waits: who entered it, who stands by it, who disputes it, and for whom it waits (-1: the
    organiser). Each has its own id, so that nobody confirms another one than they have seen."""

    id: str
    fixture: str
    again: int
    result: Result
    by: tuple[int, ...]
    agreed: tuple[int, ...]
    disputed: tuple[int, ...] = ()
    waits: tuple[int, ...] = ()


def claimed(
    fixture: Fixture, again: int, result: Result, by: Collection[int], computer: Callable[[int], bool]
) -> Claim:
    """A result that these players enter."""
    mine = tuple(sorted(by))
    return _waiting(Claim(secrets.token_urlsafe(9), fixture.key, again, result, mine, mine), fixture, computer)


def agreed_to(claim: Claim, fixture: Fixture, by: Collection[int], computer: Callable[[int], bool]) -> Claim:
    """The claim when these players stand by it too."""
    agreed = tuple(sorted({*claim.agreed, *by}))
    disputed = tuple(player for player in claim.disputed if player not in by)
    return _waiting(msgspec.structs.replace(claim, agreed=agreed, disputed=disputed), fixture, computer)


def disputed_by(claim: Claim, fixture: Fixture, by: Collection[int], computer: Callable[[int], bool]) -> Claim:
    """The claim when these players dispute it."""
    agreed = tuple(player for player in claim.agreed if player not in by)
    disputed = tuple(sorted({*claim.disputed, *by}))
    return _waiting(msgspec.structs.replace(claim, agreed=agreed, disputed=disputed), fixture, computer)


def _waiting(claim: Claim, fixture: Fixture, computer: Callable[[int], bool]) -> Claim:
    if claim.disputed or any(computer(player) for player in fixture.players):
        return msgspec.structs.replace(claim, waits=(ORGANISER,))
    waits = tuple(dict.fromkeys(player for player in fixture.players if player not in claim.agreed))
    return msgspec.structs.replace(claim, waits=waits)


def says_the_same(one: Result, other: Result) -> bool:
    """Whether two results count the same, whatever remark was added to them."""
    same = (one.outcome.winners, one.outcome.score) == (other.outcome.winners, other.outcome.score)
    return same and msgspec.json.encode(one.told, order="deterministic") == msgspec.json.encode(
        other.told, order="deterministic"
    )
