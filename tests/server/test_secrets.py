"""What an attacker tried: to learn another seat's secret or the dice to come, or to make a page say what it should not.

A secret is kept if nothing that somebody else can ask for depends on it: the same battle is played with one secret and
with another, and all answers must be the same.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import PEOPLE, Table, bid_and_run, serving
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Choose, Chosen, DiceRolled, Game, Setup, luck_of
from warhost.rulesets import ruleset
from warhost.server import messages as m
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.connections import Connection
from warhost.server.battles.room import Room
from warhost.server.net.limits import Limits
from warhost.server.net.sockets import handle
from warhost.server.shown import history
from warhost.server.store.battles import Store
from warhost.server.thinking import Thinkers

SECRET_TOPICS = ("relic", "trap")


def everything(room: Room, seat: int | None) -> Iterator[bytes | str]:
    """All that somebody can ask the server about a battle, except over the WebSocket."""
    yield m.encode(room.state(seat))
    yield m.encode(history.timeline(room, seat))
    for number in range(room.game.number + 1):
        yield m.encode(history.moment(room, number, seat))
    for tell in (history.record, history.course, history.story):
        try:
            tell(room, seat)
            yield "told"
        except WarhostError as error:
            yield error.message
    try:
        history.refuse_secrets(room, seat, "A branch")
        yield "may branch"
    except WarhostError as error:
        yield error.message


async def asked(room: Room, seat: int | None) -> list[bytes | None]:
    """What comes over the WebSocket: on arrival, and for questions about every unit."""
    connection = Connection(seat)
    await room.join(connection)
    await handle(room, connection, b'{"type":"seed"}')
    for side in range(2):
        await handle(room, connection, b'{"type":"threats","id":1,"seat":%d}' % side)
    for unit in room.game.battle.units[:4]:
        await handle(room, connection, b'{"type":"survey","id":1,"unit":%d}' % unit.id)
        await handle(room, connection, b'{"type":"survey","id":1,"unit":%d,"pose":[20.0,20.0,0.0]}' % unit.id)
    room.leave(connection)
    came = [await connection.next() for _ in range(connection.outbox.qsize())]
    # Who is here is no secret, and how long somebody has been away is another figure every time.
    return [one for one in came if one is not None and b'"type":"presence"' not in one]


def without_id(told: list[bytes | str | None], room: Room) -> list[str]:
    return [str(one).replace(room.kept.id, "ID") for one in told]


async def smash_and_grab(all_battles: AllBattles, secret: int, further: int) -> tuple[Room, int]:
    """A battle in which the defender has marked the relic and the trap, and so many answers more."""
    wanted = m.BattleWanted("aofr", seats=(m.SeatWanted(), m.SeatWanted()), seed="s", options={"mission": "smash_grab"})
    room = await all_battles.room((await all_battles.create(wanted)).id)
    assert isinstance(room, Room)
    defender: int | None = None
    left = further
    while left:
        ask = room.game.asked
        question = ask.question
        answer: Any = ask.sample(Chance(room.game.number))
        if question.topic in SECRET_TOPICS:
            defender = question.seat
            assert isinstance(question, Choose)
            answer = Chosen(question.options[secret % len(question.options)].key)
        elif defender is not None:
            left -= 1
        await room.answer(question.seat, room.game.number, answer)
    assert defender is not None
    assert {marker.secret for marker in room.game.battle.markers} >= set(SECRET_TOPICS)  # type: ignore[attr-defined]
    return room, defender


def test_nobody_but_the_defender_learns_which_marker_is_the_relic(tmp_path: Path) -> None:
    async def play(secret: int) -> tuple[dict[int | None, list[str]], int]:
        store = Store(str(tmp_path / f"{secret}.sqlite"))
        all_battles = AllBattles(store, Thinkers(1))
        room, defender = await smash_and_grab(all_battles, secret, 12)
        told: dict[int | None, list[str]] = {}
        for seat in (0, 1, None):
            told[seat] = without_id([*everything(room, seat), *await asked(room, seat)], room)
            # A computer's reasons speak of what it knows.
            assert room.may_know_reasons(seat) is (seat == defender)
        await all_battles.close()
        store.close()
        return told, defender

    one, defender = asyncio.run(play(0))
    other, _ = asyncio.run(play(-1))
    for seat in (1 - defender, None):
        assert one[seat] == other[seat]
    # The same comparison notices the secret where it is known.
    assert one[defender] != other[defender]


def test_nobody_but_who_placed_it_learns_what_a_bluff_counter_is_worth(tmp_path: Path) -> None:
    async def play(worth: str) -> tuple[list[str], list[str], list[str]]:
        store = Store(str(tmp_path / f"{worth}.sqlite"))
        all_battles = AllBattles(store, Thinkers(1))
        options = {"scenario": "double_bluff", "points": 1000}
        wanted = m.BattleWanted("kow", seats=(m.SeatWanted(), m.SeatWanted()), seed="s", options=options)
        room = await all_battles.room((await all_battles.create(wanted)).id)
        assert isinstance(room, Room)
        placed: list[int] = []
        while len(placed) < 2 or room.game.asked.question.topic != "bluff counter":
            ask = room.game.asked
            question, answer = ask.question, ask.sample(Chance(room.game.number))
            if question.topic == "bluff counter":
                placed.append(question.seat)
                # Of the first player alone the choice differs.
                answer = Chosen(worth if question.seat == placed[0] else "1")
            await room.answer(question.seat, room.game.number, answer)
        told: dict[int | None, list[str]] = {}
        for seat in (0, 1, None):
            told[seat] = without_id([*everything(room, seat), *await asked(room, seat)], room)
        # Who placed it reads its worth on the counter.
        assert f'"face":"{worth}"' in "".join(told[placed[0]])
        await all_battles.close()
        store.close()
        return told[placed[0]], told[placed[1]], told[None]

    (owns, faces, watches), other = asyncio.run(play("2")), asyncio.run(play("0"))
    assert (faces, watches) == other[1:]
    assert owns != other[0]


def test_a_bid_that_waits_for_others_changes_nothing_that_they_can_see(table: Table) -> None:
    told = []
    for bid in ("5", "0"):
        made = table.tiny(title="A race")
        with table.page(made.tokens[0]) as page:
            page.choose(bid)
        seen: list[Any] = []
        for token in (made.tokens[1], made.watch):
            headers = {"X-Warhost-Token": token}
            paths = [f"{made.path}/{what}" for what in ("moment/0", "timeline", "record", "report", "course")]
            seen += [table.client.get(path, headers=headers).text for path in paths]
            seen.append(table.client.post(f"{made.path}/branch", json={"at": 0}, headers=headers).text)
            with table.page(token) as page:
                page.send(type="undo")
                page.send(type="survey", id=1, unit=1)
                seen.append([message for message in page.told if message["type"] != "presence"])
        told.append(re.sub(r'"(id|watch)": ?"[^"]*"', "", str(seen)).replace(made.id, "ID"))
    assert told[0] == told[1]


def test_the_seed_is_nowhere_before_the_end(table: Table) -> None:
    made = table.create(seats=PEOPLE, map="1")
    all_battles: AllBattles = table.client.app.state.all_battles  # type: ignore[attr-defined]
    seed = all_battles._rooms[made.id].kept.seed
    assert len(seed) == 64
    with made.pages() as pages:
        first = next(page for page in pages if page.question)
        first.choose(first.question["options"][0]["key"])
        told = str([page.told for page in pages])
        told += str([page.send(type="seed") for page in pages])
    for what in ("moment/0", "moment/1", "timeline", "course", "record", "report"):
        told += table.client.get(f"{made.path}/{what}", headers={"X-Warhost-Token": made.tokens[0]}).text
    told += table.client.get("/api/battles", headers={"X-Warhost-Tokens": made.tokens[0]}).text
    branch = table.client.post(
        f"{made.path}/branch", json={"at": 1, "same_dice": True}, headers={"X-Warhost-Token": made.tokens[0]}
    )
    assert branch.status_code == 400
    assert seed not in told + branch.text
    assert made.commitment in told


def test_whoever_plays_is_told_if_somebody_may_know_the_dice(table: Table) -> None:
    def told(token: str) -> bool:
        with table.page(token) as page:
            return bool(page.last("hello")["known_seed"])

    named = table.tiny(seed="mine", house={"known_seed": False})
    assert told(named.tokens[1])
    drawn = table.tiny(seed=None)
    assert not told(drawn.tokens[1])
    with drawn.pages() as pages:
        while not pages[0].state["over"]:
            bid_and_run(pages, "0", "0")
    for branch, known in (({}, False), ({"seed": "mine"}, True), ({"same_dice": True}, True)):
        made = table.post(f"{drawn.path}/branch", drawn.tokens[0], at=0, **branch)
        assert told(made["watch"]) is known
    assert not told(table.post(f"{named.path}/rematch", named.tokens[0])["watch"])


ADDRESSES = (
    "",
    "/moment/0",
    "/timeline",
    "/record",
    "/report",
    "/course",
    "/branch",
    "/rematch",
    "/seed",
    "/army",
    "/restore",
)


def test_the_token_of_another_battle_opens_nothing_of_this_one(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite", limits=Limits(address_requests=1e6, address_battles=10**6)) as table:
        made, other = table.tiny(), table.tiny()
        for method, what in product(("get", "post", "put", "patch", "delete"), ADDRESSES):
            for token in (other.tokens[0], other.watch, other.id, "%00"):
                response = table.client.request(method, f"{made.path}{what}", headers={"X-Warhost-Token": token})
                assert response.status_code in (400, 404, 405), (method, what)
                assert made.title not in response.text
        assert table.get(f"{made.path}/timeline", made.watch)["last"] == 0


NASTY = "<script>alert(1)</script>&\"'"


def test_what_players_call_themselves_is_never_run(table: Table) -> None:
    seats = [{"player": "human", "name": NASTY}, {"player": "human", "name": "<img src=x onerror=alert(1)>"}]
    made = table.create(seats=seats, map="1", title=NASTY)
    response = table.client.get(f"{made.path}/report?token={made.watch}")
    assert "&lt;script&gt;alert(1)" in response.text
    assert "<script>alert" not in response.text
    assert "<img" not in response.text
    assert "default-src 'self'" in response.headers["content-security-policy"]


def test_the_page_of_a_report_tells_nobody_its_address(table: Table) -> None:
    made = table.tiny()
    response = table.client.get(f"{made.path}/report?token={made.watch}")
    assert response.headers["referrer-policy"] == "no-referrer"
    assert made.watch not in response.text


@pytest.mark.parametrize("book", ["eow", "t9a", "blue"])
def test_in_books_without_secrets_everybody_sees_the_same(book: str) -> None:
    """Lists, decks and declarations are open in these books: no view differs, no die is secret."""
    rules = ruleset(book)
    first, second, *_ = rules.armies()
    setup = Setup(ruleset=book, armies=(first, second), map=rules.maps()[0])
    game = Game(rules, rules.set_up(setup), luck_of(Chance("open")))
    for _ in range(80):
        for seat in (0, 1, None):
            assert rules.view(game.battle, seat) == game.battle
        assert len(game.pending) == 1
        game.answer(game.asked.sample(Chance(game.number)))
    assert not [event for event in game.events if isinstance(event, DiceRolled) and event.secret]
