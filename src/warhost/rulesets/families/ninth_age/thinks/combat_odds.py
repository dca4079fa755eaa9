"""What a Round of Combat has to expect, put together from all that may become of both units."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from warhost.dice import Distribution
from warhost.play.questions import Odds, Part
from warhost.rulesets.families.ninth_age.core.kinds import B
from warhost.table import summed

S = TypeVar("S")


class Outlook(msgspec.Struct, frozen=True):
    """What one side of a round has to expect."""

    lost: float = 0.0
    wins: float = 0.0
    breaks: float = 0.0
    gone: float = 0.0
    blows: tuple[Part, ...] = ()
    """What its own blows need, as both stood when the round began."""

    def plus(self, other: Outlook, weight: float) -> Outlook:
        return Outlook(
            self.lost + weight * other.lost,
            self.wins + weight * other.wins,
            self.breaks + weight * other.breaks,
            self.gone + weight * other.gone,
            self.blows or other.blows,
        )


Forecast = Mapping[int, Outlook]
"""The outlook of each of the units that fight."""


def together(side: Sequence[Outlook]) -> Outlook:
    """What one side of a round has to expect in all: it wins or loses as one, and everybody strikes."""
    blows = dict.fromkeys(part for outlook in side for part in outlook.blows)
    return Outlook(summed(outlook.lost for outlook in side), side[0].wins, blows=tuple(blows))


def fought(
    start: B,
    order: Sequence[S],
    struck: Callable[[B, S], list[tuple[B, float]]],
    likeness: Callable[[B], Hashable],
) -> list[tuple[B, float]]:
    """All that may have become of a battle when the last step has been struck, each with its probability.

    `struck` tells what one step may lead to; battles alike are put together after every step.
    """
    now = [(start, 1.0)]
    for step in order:
        found: dict[Hashable, tuple[B, float]] = {}
        for battle, weight in now:
            for end, share in struck(battle, step):
                key = likeness(end)
                known = found.get(key)
                found[key] = (end, weight * share) if known is None else (known[0], known[1] + weight * share)
        now = list(found.values())
    return now


def joint(losses: Mapping[int, Distribution[int]]) -> list[tuple[dict[int, int], float]]:
    """What several units may lose at the same time, with the chance of each case."""
    found: list[tuple[dict[int, int], float]] = [({}, 1.0)]
    for target, points in losses.items():
        found = [({**lost, target: more}, p * q) for lost, p in found for more, q in points.items()]
    return found


def after_arrival(
    charger: int,
    target: int,
    arrived: Iterable[tuple[B, float]],
    forecast: Callable[[B, int, int], Forecast | None],
) -> Forecast | None:
    """What a charge that has arrived has to expect, over all that its way may have cost it; None where a player would
    have a say."""
    total = {charger: Outlook(), target: Outlook()}
    for there, weight in arrived:
        if there.units[charger].pose is None:
            total[charger] = total[charger].plus(Outlook(gone=1.0), weight)
            continue
        told = forecast(there, charger, target)
        if told is None:
            return None
        for number, outlook in told.items():
            total[number] = total.get(number, Outlook()).plus(outlook, weight)
    return total


def round_odds(mine: Outlook, yours: Outlook, rule_id: str, when: str = "") -> Iterator[Odds]:
    """Who wins a round and what it costs, as the owner of one of its units reads it."""
    tie = Part(0, f"{yours.wins:.1%} to lose; otherwise a draw", rule_id)
    yield Odds(f"wins the round{when}", mine.wins, (tie,), telling=True)
    yield Odds(f"expected enemy HP lost{when}", yours.lost, mine.blows, "expected")
    yield Odds(f"expected own HP lost{when}", mine.lost, yours.blows, "expected")
