"""Scoring and discarding at a round's end."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle
from warhost.rulesets.regiments.parts.mission_cards import asking, events
from warhost.rulesets.regiments.parts.mission_cards.cards import cards
from warhost.rulesets.regiments.parts.mission_cards.conditions import worth
from warhost.rulesets.regiments.parts.mission_cards.piles import kept, owner_of, owners, pile_of, put_away

SEATS = (0, 1)


def completed(battle: Battle, seat: int) -> dict[int, int]:
    """The cards on a player's table that are completed, and what they are worth."""
    found = {number: worth(battle, seat, number) for number in pile_of(battle, seat).table}
    return {number: points for number, points in found.items() if points}


@rule("aofr.cards.wits_score", "aofr.cards.domination_score", "aofr.cards.custom_score")
def best(battle: Battle, seat: int) -> list[int]:
    """Of the completed cards on the table those that are worth most; cards in hand do not count."""
    done = completed(battle, seat)
    return [number for number, points in done.items() if points == max(done.values())]


@rule("aofr.cards.wits_score", "aofr.cards.domination_score", "aofr.cards.custom_score")
def to_score(battle: Battle) -> Script[dict[int, int]]:
    """The card that each player must score, by seats: the one worth most, of several as it likes (AOFR-R669). A player
    with a face-down card is asked in any case: otherwise the question would tell whether that card is completed."""
    found = {seat: best(battle, seat) for seat in SEATS}
    text, row = "Which card do you score?", "aofr.cards.custom_score"
    asks = [
        asking.choice(
            seat,
            asking.SCORE,
            text,
            [asking.on_table(battle, seat, one) for one in tied],
            row,
            none="" if tied else "No card is completed",
        )
        for seat, tied in found.items()
        if len(tied) > 1 or pile_of(battle, seat).down
    ]
    said = yield from asking.both(asks)
    return {seat: int(said[seat][0]) if seat in said else tied[0] for seat, tied in found.items() if tied}


@rule("aofr.cards.wits_score", "aofr.cards.custom_score", "aofr.cards.domination_score", "aofr.cards.domination_tie")
def score_cards(battle: Battle) -> Script[None]:
    """Both score at the same time one card each, which is discarded (AOFR-R680). If both would score the same card
    neither does, nor another one (AOFR-R670)."""
    scored = yield from to_score(battle)
    points = {seat: worth(battle, seat, number) for seat, number in scored.items()}
    shared = len(owners(battle)) == 1
    if shared and len(scored) == 2 and len(set(scored.values())) == 1:
        number = next(iter(scored.values()))
        put_away(battle, 0, number)
        yield events.CardTied(cards()[number].name)
        return
    for seat, number in scored.items():
        battle.points = tuple(have + (points[seat] if one == seat else 0) for one, have in enumerate(battle.points))
        put_away(battle, owner_of(battle, seat), number)
        yield events.CardScored(seat, cards()[number].name, points[seat])


@rule("aofr.cards.wits_discard", "aofr.cards.custom_discard")
def discard_each(battle: Battle) -> Script[None]:
    """After scoring each player may discard one card that is left, from the table or the hand (AOFR-R680)."""
    for seat in (battle.first, battle.other(battle.first)):
        yield from discard(battle, seat, "aofr.cards.custom_discard")


@rule("aofr.cards.domination_discard")
def discard_behind(battle: Battle) -> Script[None]:
    """Who has fewer points in total may discard one of the cards that still lie there; nobody may if both have as
    many."""
    one, other = battle.points
    if one != other:
        yield from discard(battle, 0 if one < other else 1, "aofr.cards.domination_discard")


def discard(battle: Battle, seat: int, row: str) -> Script[None]:
    owner = owner_of(battle, seat)
    pile = kept(battle).piles[owner]
    if not pile.table and not pile.hand:
        return
    options = [asking.on_table(battle, seat, one) for one in pile.table]
    options += [asking.card_option(one, more=", in hand") for one in pile.hand]
    ask = asking.choice(seat, asking.DISCARD, "Do you discard a card?", options, row, none="Keep all cards")
    said = yield from asking.both([ask])
    for number in asking.numbers(said[seat]):
        put_away(battle, owner, number)
        yield events.CardDiscarded(seat, cards()[number].name)


def still_to_score(battle: Battle) -> tuple[int, int]:
    """What both would score if the round ended now."""
    tied = [best(battle, seat) for seat in SEATS]
    if len(owners(battle)) == 1 and _same(tied):
        return (0, 0)
    one, other = (max((worth(battle, seat, number) for number in tied[seat]), default=0) for seat in SEATS)
    return one, other


def _same(tied: Sequence[Sequence[int]]) -> bool:
    return len(tied[0]) == 1 and tied[0] == tied[1]
