"""Results of a season that people enter: of whom they are asked, who confirms them, and how they are corrected."""

from __future__ import annotations

import asyncio

from warhost.campaign import ORGANISER, AsksByHand, Fixture, Fought, Result, Season, Tells
from warhost.campaign.correcting import before
from warhost.play import Refused
from warhost.server import messages as m
from warhost.server.errors import Forbidden, NotFound
from warhost.server.seasons.claims import Claim, agreed_to, claimed, disputed_by, says_the_same
from warhost.server.seasons.room import SeasonRoom
from warhost.server.seasons.setting_up import form_of, result_by_hand
from warhost.server.store.battles import Store

__all__ = ["answer_claim", "correct_result", "enter_result", "form_for", "refuse_others", "refuse_strangers"]


def refuse_strangers(fixture: Fixture, you: frozenset[int]) -> None:
    """Only those who play a battle, and the organiser, have anything to do with it."""
    if ORGANISER not in you and not you.intersection(fixture.players):
        raise Forbidden("Only the players of this battle, and the organiser, may do that.")


def refuse_others(player: int, you: frozenset[int]) -> None:
    """What one player decides is for that player, or for the organiser."""
    if player not in you and ORGANISER not in you:
        raise Forbidden("Only that player, or the organiser, may do that.")


async def form_for(room: SeasonRoom, key: str, number: int | None, you: frozenset[int]) -> m.FormShown:
    """What is asked of somebody who enters a result, or corrects the one in that entry of the record."""
    played = room.played
    told: Result | None = None
    if number is None:
        fixture = room.fixture(key)
        claim = room.claims.get((key, room.again(key)))
        told = None if claim is None else claim.result
    else:
        fought = _fought(played, number)
        fixture, told = fought.fixture, fought.result
        # Nobody else makes the server work the season out again.
        refuse_strangers(fixture, you)
        played = await asyncio.to_thread(before, played, number)
    refuse_strangers(fixture, you)
    result = None
    if told is not None:
        result = m.ResultShown(told.outcome.winners, told.outcome.score, told.outcome.text, told.told)
    seats = tuple(
        m.FormSeat(player, played.state.players[player], army)
        for player, army in zip(fixture.players, fixture.setup.armies, strict=False)
    )
    fields = form_of(room.campaign, played, fixture)
    draws = not isinstance(room.campaign, AsksByHand) or room.campaign.may_draw(fixture)
    return m.FormShown(fixture.key, fixture.title or fixture.key, seats, fields, result, draws)


async def enter_result(room: SeasonRoom, store: Store, wanted: m.ResultWanted, you: frozenset[int]) -> tuple[int, ...]:
    """Take a result from a real table. The organiser's counts at once; that of a player waits for the others, who are
    returned (-1: for the organiser)."""
    fixture = room.fixture(wanted.fixture)
    refuse_strangers(fixture, you)
    again = room.again(fixture.key)
    result = result_by_hand(room.campaign, room.played, fixture, wanted)
    if ORGANISER in you:
        await room.report(result, again)
        return ()
    await _refuse_fought_here(room, store, fixture, again)
    if isinstance(room.campaign, Tells):
        room.campaign.judge(room.played.state, fixture, result)
    mine = you.intersection(fixture.players)
    known = room.claims.get((fixture.key, again))
    if known is not None and says_the_same(known.result, result):
        return await _stand_by(room, agreed_to(known, fixture, mine, room.computer))
    return await _stand_by(room, claimed(fixture, again, result, mine, room.computer))


async def answer_claim(room: SeasonRoom, store: Store, wanted: m.ClaimAnswered, you: frozenset[int]) -> tuple[int, ...]:
    """Confirm, dispute, withdraw or reject a result that waits; returns for whom it still waits."""
    claim = next((one for one in room.claims.values() if one.id == wanted.claim), None)
    if claim is None:
        raise Refused("This result no longer waits for anybody: look at the season again.", "campaign.result")
    fixture = room.fixture(claim.fixture)
    refuse_strangers(fixture, you)
    mine = you.intersection(fixture.players)
    if wanted.yes:
        if ORGANISER in you:
            await room.report(claim.result, claim.again)
            return ()
        await _refuse_fought_here(room, store, fixture, claim.again)
        return await _stand_by(room, agreed_to(claim, fixture, mine, room.computer))
    if ORGANISER in you or mine.issuperset(claim.agreed):
        await room.drop(claim)
        return ()
    disputed = disputed_by(claim, fixture, mine, room.computer)
    await room.claim(disputed)
    return disputed.waits


async def _stand_by(room: SeasonRoom, claim: Claim) -> tuple[int, ...]:
    """Take a result that everybody stands by, keep another one until they do."""
    if claim.waits:
        await room.claim(claim)
    else:
        await room.report(claim.result, claim.again)
    return claim.waits


async def _refuse_fought_here(room: SeasonRoom, store: Store, fixture: Fixture, again: int) -> None:
    """A battle tells its own result: a player cannot enter another one instead."""
    battle = room.battles.get((fixture.key, again))
    if battle is not None and await store.run(store.find, battle) is not None:
        raise Refused(
            "This battle is being fought here and reports its own result. Only the organiser can enter another one.",
            "campaign.result",
        )


async def correct_result(room: SeasonRoom, wanted: m.CorrectionWanted) -> m.CorrectionShown:
    """Another result in place of one, or none."""
    played = room.played
    result = None
    if wanted.result is not None:
        fought = _fought(played, wanted.number)
        if wanted.result.fixture != fought.fixture.key:
            raise Refused("That is the result of another battle.", "campaign.correct")
        then = await asyncio.to_thread(before, played, wanted.number)
        result = result_by_hand(room.campaign, then, fought.fixture, wanted.result)
    made = await room.correct(wanted.number, result, wanted.sure)
    titles = {one.result.fixture: one.fixture.title or one.fixture.key for one in played.fought}
    lost = tuple(titles[entry.result.fixture] for entry in made.lost if entry.result is not None)
    return m.CorrectionShown(len(made.lost), lost, wanted.sure)


def _fought(season: Season, number: int) -> Fought:
    fought = next((one for one in season.fought if one.number == number), None)
    if fought is None:
        raise NotFound("There is no such result.")
    return fought
