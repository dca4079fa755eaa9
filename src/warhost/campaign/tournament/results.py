"""Results of matches: what is asked of a match on a real table, and whether what is told can be.

What a match scored besides victory is told in one of three ways: by the record of a battle (`destruction`), by the
units that each side lost (`lost 0`, `lost 1`, for rulebooks whose units have a price), or as plain scores (`second 0`,
`second 1`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from warhost.campaign.contract import Fixture, Result
from warhost.campaign.forms import MOST_NUMBER, Field, Pickable
from warhost.campaign.tournament.book_of import book_of
from warhost.campaign.tournament.values import Match, Tournament
from warhost.play import Outcome, Refused
from warhost.play.shown.english import acts
from warhost.rulebook import rule

__all__ = ["form", "judge", "second_scores", "typed_result"]

LOST, SCORE = "lost {}", "second {}"


def form(state: Tournament, fixture: Fixture) -> list[Field]:
    """What is asked of a match on a real table besides who won: which units each side lost, or the scores."""
    match, book = _match(state, fixture.key), book_of(state.settings.ruleset)
    fields = []
    for seat, player in enumerate(match.players):
        name = state.players[player]
        units = book.units(state.settings, state.entrants[player], match.picks[seat])
        if units:
            field = Field(
                name=LOST.format(seat),
                label=f"Units of {name} that were destroyed or Shaken at the end",
                kind="many",
                open=True,
                seat=seat,
                options=tuple(Pickable(str(number), f"{unit} ({cost})") for number, (unit, cost) in enumerate(units)),
                rules=("aofr.tourney.destruction_points",),
            )
        else:
            field = Field(name=SCORE.format(seat), label=f"Score of {name}", kind="number", seat=seat, default=0)
        fields.append(field)
    return fields


@rule("aofr.tourney.destruction_points")
def second_scores(state: Tournament, match: Match, told: Mapping[str, Any]) -> tuple[int, int]:
    """What each player scored besides victory, however it was told."""
    known = told.get("destruction")
    if known is None and LOST.format(0) in told:
        one, other = (_cost_of_lost(state, match, seat, told) for seat in (1, 0))
        return one, other
    if known is None and SCORE.format(0) in told:
        known = [told[SCORE.format(0)], told.get(SCORE.format(1))]
    scores = known if isinstance(known, Sequence) else ()
    if len(scores) != 2 or not all(type(one) is int and 0 <= one <= MOST_NUMBER for one in scores):
        second = book_of(state.settings.ruleset).second.lower()
        raise Refused(
            f"The {second} of both players are needed, two whole numbers up to {MOST_NUMBER}.", "campaign.result"
        )
    return scores[0], scores[1]


def _cost_of_lost(state: Tournament, match: Match, seat: int, told: Mapping[str, Any]) -> int:
    """What the units cost that a side lost."""
    entrant = state.entrants[match.players[seat]]
    units = book_of(state.settings.ruleset).units(state.settings, entrant, match.picks[seat])
    lost = {str(number) for number in told.get(LOST.format(seat), ())}
    unknown = lost - {str(number) for number in range(len(units))}
    if unknown:
        raise Refused(f"{entrant.name} has no unit {min(unknown)}.", "campaign.result")
    return sum(cost for number, (_, cost) in enumerate(units) if str(number) in lost)


def judge(state: Tournament, fixture: Fixture, result: Result) -> None:
    """Refuse a result that cannot be: two winners, points for units that there are not."""
    match = _match(state, fixture.key)
    where = fixture.title or fixture.key
    if len(result.outcome.winners) > 1:
        raise Refused(f"{where}: a match has one winner, or it is a tie.", "aofr.tourney.vp")
    try:
        second = second_scores(state, match, result.told)
    except Refused as error:
        raise Refused(f"{where}: {error.message}", error.rule) from None
    if result.seal:
        return
    book = book_of(state.settings.ruleset)
    for seat, points in enumerate(second):
        enemy = 1 - seat
        why = book.unlikely(state.settings, state.entrants[match.players[enemy]], match.picks[enemy], points)
        if why:
            raise Refused(f"{where}: {why}", "aofr.tourney.destruction_points")


def _match(state: Tournament, key: str) -> Match:
    return next(match for _, match in state.matches() if match.key == key)


def typed_result(state: Tournament, fixture: Fixture, winner: str | None, second: tuple[int, int]) -> Result:
    """The result of a match on a real table: who won (nobody: a tie), and the second scores of both in the order of the
    pairing."""
    names = [state.entrants[player].name for player in fixture.players]
    if winner is None:
        outcome = Outcome((), "draw", "A tie.")
    elif winner in names:
        outcome = Outcome((names.index(winner),), "victory", f"{acts(winner, 'wins')}.")
    else:
        raise Refused(f'{fixture.title}: nobody at this table is called "{winner}".', "campaign.result")
    return Result(fixture.key, outcome, told={"destruction": list(second)})
