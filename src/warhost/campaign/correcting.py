"""Corrections: a season once more with another result, or without it, as far as what came later still fits."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.campaign.contract import Fixture, Result
from warhost.campaign.season import Entry, Season, give
from warhost.dice import Dice
from warhost.play import Refused, Rolled

__all__ = ["Corrected", "before", "corrected"]


class Corrected(msgspec.Struct, frozen=True):
    """A season after a correction. It has no luck yet: whoever keeps it gives it one.

    `lost` is what came after the corrected result and no longer fits: it has to be answered or fought again.
    """

    season: Season
    lost: tuple[Entry, ...]


def corrected(season: Season, number: int, result: Result | None) -> Corrected:
    """The season with another result in that entry of its record, or (nothing) with the fixture to be fought again.

    Answers and dice that came later stay as long as they are possible. A later result stays only if its fixture is
    the same: the same players with the same set-up.
    """
    entries = list(season.entries)
    if not 0 <= number < len(entries) or entries[number].result is None:
        raise Refused(f"Entry {number} of the season is not a result that can be corrected.", "campaign.correct")
    old = entries[number].result
    assert old is not None
    if result is not None and result.fixture != old.fixture:
        raise Refused(f"That is the result of {result.fixture}, not of {old.fixture}.", "campaign.correct")
    fixtures = {one.number: one.fixture for one in season.fought}
    again = before(season, number)
    if result is not None:
        again.report(result)
    later = entries[number + 1 :]
    for count, entry in enumerate(later):
        if not _given(again, entry, fixtures.get(number + 1 + count)):
            # Whoever joined later stays.
            left = [one for one in later[count:] if one.joined is None or not _given(again, one, None)]
            return Corrected(again, tuple(left))
    return Corrected(again, ())


def before(season: Season, number: int) -> Season:
    """The season as it was before that entry of its record."""
    again = Season(season.campaign, msgspec.json.decode(season.start, type=season.campaign.state_type))
    for entry in season.entries[:number]:
        give(again, entry)
    return again


def _given(season: Season, entry: Entry, fixture: Fixture | None) -> bool:
    """Give an entry if it is still possible."""
    if entry.result is not None and fixture not in season.fixtures:
        return False
    if isinstance(entry.answer, Rolled) and not _fits(season, entry.answer.faces):
        return False
    try:
        give(season, entry)
    except Refused:
        return False
    return True


def _fits(season: Season, faces: Sequence[int]) -> bool:
    return season.roll is not None and not Dice.parse(season.roll.dice).check(tuple(faces))
