"""Nobody learns what others hold or pick in secret in the optional parts of Regiments: whatever it is, the server tells
the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.test_secrets import asked, everything, without_id
from warhost.dice import Chance
from warhost.play import Choose, Chosen
from warhost.play.questions import AnyQuestion
from warhost.server import messages as m
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.room import Room
from warhost.server.store.battles import Store
from warhost.server.thinking import Thinkers

HOLDER = 0
"""The seat that has the secret."""


async def told(
    data: Path, part: str, topic: str, secret: str, ends: Callable[[Room], bool]
) -> dict[int | None, list[str]]:
    """All that each seat and a spectator can learn of a battle in which that was chosen in secret."""
    store = Store(str(data))
    all_battles = AllBattles(store, Thinkers(1))
    options = {"points": 750, "parts": [part]}
    armies = ("Tallgrass Horde", "Unburied Host")
    people = (m.SeatWanted(), m.SeatWanted())
    wanted = m.BattleWanted("aofr", armies=armies, map="open", seats=people, seed="s", options=options)
    room = await all_battles.room((await all_battles.create(wanted)).id)
    assert isinstance(room, Room)
    while not ends(room):
        ask = room.game.asked
        question: AnyQuestion = ask.question
        answer = ask.sample(Chance(room.game.number))
        if question.topic == topic:
            assert isinstance(question, Choose)
            keys = [option.key for option in question.options]
            answer = Chosen(secret if question.seat == HOLDER and secret in keys else keys[0])
        await room.answer(question.seat, room.game.number, answer)
    found: dict[int | None, list[str]] = {}
    for seat in (0, 1, None):
        found[seat] = without_id([*everything(room, seat), *await asked(room, seat)], room)
    await all_battles.close()
    store.close()
    return found


def first_round(room: Room) -> bool:
    return room.game.battle.turn == 1 and bool(room.game.pending)


def second_round(room: Room) -> bool:
    return room.game.battle.turn == 2


CASES = [
    ("mission_cards:planned_gambit", "deck", "slaughter", "conquest", first_round),
    ("side_missions:hidden+free", "secret side-mission", "rush", "erode", second_round),
]


@pytest.mark.slow
@pytest.mark.parametrize(("part", "topic", "one", "other", "ends"), CASES)
def test_what_was_chosen_in_secret_is_for_its_seat_alone(
    tmp_path: Path, part: str, topic: str, one: str, other: str, ends: Callable[[Room], bool]
) -> None:
    found = [asyncio.run(told(tmp_path / f"{secret}.sqlite", part, topic, secret, ends)) for secret in (one, other)]
    for seat in (1 - HOLDER, None):
        assert found[0][seat] == found[1][seat]
    # The same comparison notices the secret where it is known.
    assert found[0][HOLDER] != found[1][HOLDER]
