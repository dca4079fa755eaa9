"""Clocks that the questions of a battle share: what is spent of them is kept, and everybody sees what is left."""

from __future__ import annotations

import asyncio
import random
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tests.server.harness import Made, Page, Table, deploy, serving, until
from tests.server.process import Client, Server, server_at
from tests.skirmish import RULESET
from warhost.dice import Chance
from warhost.play import Clock
from warhost.rulesets import register
from warhost.server import messages as m
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.clocks import Clocks
from warhost.server.store.battles import Store
from warhost.server.store.values import Spent
from warhost.server.thinking import Thinkers

register(RULESET)

# In the battle of this seed the second seat takes a zone, which no clock is about, and then sets up under its clock.
FIRST, OTHER = 1, 0
WHOLE = 3000.0
TIMED: dict[str, Any] = {
    "ruleset": "kow",
    "armies": ["Brasswater League", "Children of the Maw"],
    "seats": [{"player": "human"}, {"player": "human"}],
    "seed": "tests",
    "options": {"clock": "chess clock", "minutes": 50},
}


def clocks(table: Table, made: Made) -> dict[int, dict[str, Any]]:
    """What somebody sees who comes to watch: by that no clock runs."""
    with table.page(made.watch) as page:
        return {one["seat"]: one for one in page.state["clocks"]}


def left(table: Table, made: Made, seat: int) -> float:
    found: float = clocks(table, made)[seat]["seconds_left"]
    return found


def until_spent(table: Table, made: Made, seconds: float = 1.0) -> None:
    until(lambda: left(table, made, FIRST) <= WHOLE - seconds)


def takes_a_zone(page: Page) -> None:
    assert page.question["topic"] == "side"
    page.choose(page.question["options"][0]["key"])
    assert page.question["clock"]["name"] == f"seat {FIRST}"


def spend(data: Path | str, made: Made, *spent: Spent) -> None:
    store = Store(str(data))
    store.spend(made.id, spent)
    store.close()


def test_questions_share_a_clock_and_that_of_the_other_seat_does_not_run(table: Table) -> None:
    made = table.create(**TIMED)
    with made.pages() as pages:
        assert pages[FIRST].state["seconds_left"] is None
        takes_a_zone(pages[FIRST])
        assert pages[FIRST].question["topic"] == "deploy"
        until_spent(table, made)
        pages[FIRST].choose(pages[FIRST].question["options"][0]["key"])
        assert pages[FIRST].question["ask"] == "place"
        state = pages[FIRST].state
        assert state["seconds_left"] <= WHOLE - 1.0
        assert [(one["seat"], one["running"]) for one in state["clocks"]] == [(OTHER, False), (FIRST, True)]
        assert state["clocks"][OTHER]["seconds_left"] == WHOLE
        # The other player sees the clock of the player who is waited for.
        assert pages[OTHER].state["seconds_left"] is None
        assert pages[OTHER].state["clocks"][FIRST]["seconds_left"] <= WHOLE - 1.0
        assert pages[OTHER].state["clocks"][FIRST]["running"]


def test_a_clock_stops_when_the_last_player_leaves_and_spectators_are_told(table: Table) -> None:
    made = table.create(**TIMED)
    with table.page(made.watch) as watching:

        def runs(state: dict[str, Any]) -> bool:
            return bool(state["clocks"][FIRST]["running"])

        with table.page(made.tokens[OTHER]), table.page(made.tokens[FIRST]) as page:
            takes_a_zone(page)
            watching.wait(runs)
        watching.wait(lambda state: not runs(state))
        assert left(table, made, FIRST) == left(table, made, FIRST) == watching.state["clocks"][FIRST]["seconds_left"]
        # It is enough that any player is there: nobody stops their clock by leaving alone.
        with table.page(made.tokens[OTHER]):
            watching.wait(runs)
        watching.wait(lambda state: not runs(state))


def test_a_tick_comes_when_all_is_spent_and_the_battle_goes_on_for_the_other(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    with serving(data) as table:
        made = table.create(**TIMED)
        with made.pages() as pages:
            takes_a_zone(pages[FIRST])
            number = pages[FIRST].state["number"]
    spend(data, made, Spent(number, f"seat {FIRST}", WHOLE - 0.1))
    with serving(data) as made.table, made.pages() as pages:
        pages[OTHER].wait(lambda state: state["question"] is not None)
        assert any("out of time" in line for line in pages[OTHER].log)
        assert pages[OTHER].question["clock"]["name"] == f"seat {OTHER}"
        assert pages[OTHER].state["clocks"][FIRST] == {"seat": FIRST, "seconds_left": 0.0, "running": False}
        # To take the tick back needs consent, and gives no time back: it comes again.
        pages[FIRST].send(type="undo")
        pages[OTHER].send(type="consent", yes=True)
        pages[OTHER].wait(lambda state: state["number"] > number and state["question"] is not None)
        pages[FIRST].sync()
        assert number in [state["number"] for state in pages[FIRST].all("state")[-2:]]
        assert pages[FIRST].question is None
        deploy(pages[OTHER])
        assert pages[OTHER].question["seat"] == OTHER


def test_what_is_spent_survives_a_restart_also_without_an_answer(address: str) -> None:
    with serving(address) as table:
        made = table.create(**TIMED)
        with made.pages() as pages:
            takes_a_zone(pages[FIRST])
            until_spent(table, made)
    with serving(address) as table:
        shown = clocks(table, made)
        assert shown[FIRST]["seconds_left"] <= WHOLE - 1.0
        assert shown[OTHER] == {"seat": OTHER, "seconds_left": WHOLE, "running": False}
        assert not shown[FIRST]["running"]


def test_what_is_spent_survives_take_backs(address: str) -> None:
    with serving(address) as table:
        made = table.create(**TIMED)
        with made.pages() as pages:
            start = pages[FIRST].state["number"]
            takes_a_zone(pages[FIRST])
            pages[FIRST].choose(pages[FIRST].question["options"][0]["key"])
            until_spent(table, made)
            pages[FIRST].send(type="undo")
            assert pages[FIRST].question["ask"] == "choose"
            assert pages[FIRST].state["seconds_left"] <= WHOLE - 1.0
            pages[FIRST].send(type="undo")
            assert pages[FIRST].question["topic"] == "side"
            assert left(table, made, FIRST) <= WHOLE - 1.0
    store = Store(address)
    (kept,) = store.spent(made.id)
    store.close()
    assert (kept.number, kept.name, kept.seconds >= 1.0) == (start, f"seat {FIRST}", True)
    with serving(address) as table:
        assert left(table, made, FIRST) <= WHOLE - 1.0


def test_what_is_spent_survives_when_the_battle_leaves_memory(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    with serving(data) as table:
        made = table.create(**TIMED)
        with made.pages() as pages:
            takes_a_zone(pages[FIRST])

    async def rest() -> tuple[bool, float]:
        store = Store(str(data))
        all_battles = AllBattles(store, Thinkers(1))
        room: Any = await all_battles.room(made.id)
        room.ledger.spent[f"seat {FIRST}"] = 100.0
        idle = room.idle
        await all_battles.rest(0.0)
        again: Any = await all_battles.room(made.id)
        assert again is not room
        await all_battles.close()
        store.close()
        return idle, again.ledger.spent[f"seat {FIRST}"]

    assert asyncio.run(rest()) == (True, 100.0)


def waits(server: Server, made: dict[str, Any], client: Client) -> None:
    """Until the clock of that page has run for a second."""

    def spent() -> bool:
        watching = Client(server, made["watch"], random.Random(1))
        watching.close()
        return bool(watching.state["clocks"][FIRST]["seconds_left"] <= WHOLE - 1.0)

    assert client.state["clocks"][FIRST]["running"]
    until(spent)


@pytest.mark.slow
def test_what_was_spent_up_to_the_last_answer_survives_a_kill(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    with server_at(data) as server:
        made = server.call("/api/battles", TIMED)
        client = Client(server, made["tokens"][str(FIRST)], random.Random(1))
        client.decide()
        waits(server, made, client)
        client.decide()
        server.kill()
        client.close()
    with server_at(data) as server:
        client = Client(server, made["watch"], random.Random(1))
        assert client.state["clocks"][FIRST]["seconds_left"] <= WHOLE - 1.0
        assert client.state["clocks"][OTHER]["seconds_left"] == WHOLE
        client.close()


def test_a_branch_begins_with_what_was_spent_at_its_moment(address: str) -> None:
    with serving(address) as table:
        made = table.create(**TIMED)
        with made.pages() as pages:
            takes_a_zone(pages[FIRST])
            first = pages[FIRST].state["number"]
            pages[FIRST].choose(pages[FIRST].question["options"][0]["key"])
            second = pages[FIRST].state["number"]
    spend(address, made, Spent(first, f"seat {FIRST}", 100.0), Spent(second, f"seat {FIRST}", 700.0))

    def branched(table: Table, source: Made, at: int) -> Made:
        return Made(table, table.post(f"{source.path}/branch", source.tokens[0], at=at))

    with serving(address) as table:
        assert left(table, branched(table, made, 0), FIRST) == WHOLE
        assert left(table, branched(table, made, first), FIRST) == WHOLE - 100.0
        later = branched(table, made, second)
        assert left(table, later, FIRST) == WHOLE - 700.0
        assert left(table, later, OTHER) == WHOLE
        assert left(table, branched(table, later, first), FIRST) == WHOLE - 100.0
    with serving(address) as table:
        assert left(table, later, FIRST) == WHOLE - 700.0


def test_a_clock_without_a_name_runs_also_while_nobody_looks(table: Table) -> None:
    made = table.create(
        ruleset="skirmish",
        armies=["Wolves", "Goblins", "Golems"],
        seats=[{"player": "human"}] * 3,
        seed="tests",
        options={"seconds": 1},
    )

    def ticked() -> bool:
        with table.page(made.watch) as page:
            return "The stance of Wolves: wary" in page.log

    until(ticked)


def test_everybody_sees_the_clocks_of_a_secret_choice(table: Table) -> None:
    made = table.create(
        ruleset="skirmish",
        armies=["Wolves", "Goblins", "Golems"],
        seats=[{"player": "human"}] * 3,
        seed="tests",
        options={"seconds": 600},
    )
    with ExitStack() as stack:
        pages = [stack.enter_context(table.page(token)) for token in made.tokens]
        assert [one["seat"] for one in pages[0].state["clocks"]] == [0, 1, 2]
        pages[1].choose("bold")
        assert [one["seat"] for one in pages[0].state["clocks"]] == [0, 2]


def to_the_first_orders(data: Path, **options: Any) -> tuple[Made, int]:
    """A battle in its first turn, before anybody sits at it; whose turn that is."""

    async def play() -> tuple[dict[str, Any], int]:
        store = Store(str(data))
        all_battles = AllBattles(store, Thinkers(1))
        wanted = msgspec.convert({**TIMED, "map": "1", "options": {"points": 1000, **options}}, m.BattleWanted)
        made = await all_battles.create(wanted)
        room: Any = await all_battles.room(made.id)
        while room.game.asked.question.topic != "order":
            question = room.game.asked.question
            answer = room.game.asked.sample(Chance(room.game.number))
            await room.answer(question.seat, room.game.number, answer)
        seat = room.game.asked.question.seat
        await all_battles.close()
        store.close()
        return msgspec.to_builtins(made), seat

    made, seat = asyncio.run(play())
    return Made(None, {**made, "tokens": {str(n): token for n, token in made["tokens"].items()}}), seat  # type: ignore[arg-type]


def test_a_stopwatch_is_new_for_each_turn_and_only_its_player_has_one(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    made, seat = to_the_first_orders(data, clock="stopwatch", minutes=10)
    with serving(data) as made.table, made.pages() as pages:
        assert pages[seat].question["clock"]["name"] == f"seat {seat} in round 1"
        assert pages[seat].question["clock"]["seconds"] == 600.0
        (shown,) = pages[1 - seat].state["clocks"]
        assert (shown["seat"], shown["running"]) == (seat, True)
        number = pages[seat].state["number"]
    spend(data, made, Spent(number, f"seat {seat} in round 1", 599.9))
    with serving(data) as made.table, made.pages() as pages:
        pages[1 - seat].wait(lambda state: state["question"] is not None)
        assert any("out of time" in line for line in pages[1 - seat].log)
        # The other player's turn has the whole time, whatever the first one took.
        assert pages[1 - seat].question["clock"]["name"] == f"seat {1 - seat} in round 1"
        (shown,) = pages[seat].state["clocks"]
        assert (shown["seat"], shown["running"]) == (1 - seat, True)
        assert shown["seconds_left"] > 500.0


def test_the_clock_of_the_whole_battle_runs_for_both_and_when_it_is_up_the_question_stays(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    made, seat = to_the_first_orders(data, clock="game clock", minutes=75)
    with serving(data) as made.table, made.pages() as pages:
        assert pages[seat].question["clock"]["name"] == "battle"
        both = pages[1 - seat].state["clocks"]
        assert [(one["seat"], one["running"]) for one in both] == [(0, True), (1, True)]
        assert both[0]["seconds_left"] == both[1]["seconds_left"] <= 4500.0
        asked, number = pages[seat].question["text"], pages[seat].state["number"]
    spend(data, made, Spent(number, "battle", 4499.9))
    with serving(data) as made.table, made.pages() as pages:
        pages[seat].wait(lambda state: state["number"] > number and state["question"] is not None)
        assert pages[seat].question["text"] == asked
        assert pages[seat].question.get("clock") is None
        assert pages[seat].state["clocks"] == []
        assert pages[seat].state["seconds_left"] is None
        assert "The time is up: the battle ends with this round" in pages[seat].log


class Shared(SimpleNamespace):
    """A room that can be referred to weakly, as clocks do."""


@pytest.fixture
def shared() -> Any:
    """A room in which two seats have to answer under one clock of 60 seconds."""
    asks = {seat: SimpleNamespace(question=SimpleNamespace(clock=Clock(60.0, "", "battle"))) for seat in (0, 1)}
    return Shared(
        game=SimpleNamespace(number=0, ask_of=asks.get, over=False),
        ledger=SimpleNamespace(spent={}),
        waiting=[0, 1],
        closed=False,
        connections=[SimpleNamespace(seat=0)],
        ruleset=None,
    )


def test_a_clock_of_two_seats_runs_once(shared: Any) -> None:
    moment = 100.0

    async def play() -> None:
        nonlocal moment
        clocks = Clocks(shared, lambda: moment)
        assert clocks.wind()
        moment += 10.0
        assert (clocks.left(0), clocks.left(1)) == (50.0, 50.0)
        shared.waiting = [1]
        clocks.wind()
        moment += 5.0
        clocks.note()
        clocks.note()
        assert shared.ledger.spent == {"battle": 15.0}
        assert (clocks.left(0), clocks.left(1)) == (None, 45.0)
        shared.game.number = 1
        shared.connections.clear()
        assert clocks.wind()
        moment += 100.0
        assert (clocks.left(1), clocks.running) == (45.0, False)

    asyncio.run(play())
