"""Ten thousand malformed or hostile messages: nothing breaks, nothing changes, nobody learns another seat's secrets."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.harness import Table, serving
from tests.server.hiding import code
from warhost.play import Chosen, Refused
from warhost.server import messages as m
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.connections import Connection
from warhost.server.battles.room import Room
from warhost.server.net.limits import Limits
from warhost.server.net.sockets import handle
from warhost.server.store.battles import Store
from warhost.server.thinking import Thinkers

TYPES = (
    "answer",
    "check",
    "survey",
    "threats",
    "undo",
    "redo",
    "consent",
    "draw",
    "ping",
    "seed",
    "state",
    "hello",
    "",
    "ANSWER",
)
KINDS = ("choose", "manoeuvre", "walk", "place", "allocate", "roll", "", "move")
MOVES = ("forward", "back", "wheel", "pivot", "sidestep", "fly")
FIGURES: tuple[Any, ...] = (
    *(0, -1, 1, 2, 7, 0.5, -0.0, 1e-300, 1e300, -1e300, 1e308, 2**31, 2**63 - 1, 2**63, -(2**63), 10**30),
    *(None, True, "", "1", "NaN", "\x00", "0>1", "💥" * 50, [], {}, [[]]),
)


def anything(dice: random.Random, depth: int = 0) -> Any:
    pick = dice.random()
    if depth < 4 and pick < 0.15:
        return [anything(dice, depth + 1) for _ in range(dice.randrange(4))]
    if depth < 4 and pick < 0.3:
        return {dice.choice(["a", "type", "answer", "x", "seat"]): anything(dice, depth + 1) for _ in range(3)}
    return dice.choice(FIGURES)


def step(dice: random.Random) -> Any:
    return {"move": dice.choice(MOVES), dice.choice(["inches", "degrees"]): dice.choice(FIGURES)}


def answer(dice: random.Random) -> Any:
    """Something like an answer, with anything in its fields."""
    kind = dice.choice(KINDS)
    by_kind: dict[str, dict[str, Any]] = {
        "choose": {"option": dice.choice(["0", "1", "pass", "3>5", "-1", "9" * 400, 7, None])},
        "manoeuvre": {
            "kind": dice.choice(["run", "march", "advance", "pivot", "", "fly", 3]),
            "steps": dice.choice([[step(dice) for _ in range(dice.randrange(5))], [step(dice)] * 300, None, {}]),
        },
        "walk": {
            "formation": dice.choice(["line", "", "ring", 3, None]),
            "pose": dice.choice([None, [dice.choice(FIGURES) for _ in range(3)], []]),
            "places": dice.choice([[], [[dice.choice(FIGURES)] * 3] * dice.choice((1, 8, 2000)), None]),
            "instead": dice.choice(["", "dash", 7]),
        },
        "place": {"pose": [dice.choice(FIGURES) for _ in range(dice.randrange(5))]},
        "allocate": {"shares": dice.choice([{}, {"a": {"b": dice.choice(FIGURES)}}, [], {"0": {}}])},
        "roll": {"faces": [dice.choice(FIGURES) for _ in range(dice.randrange(3))]},
    }
    return {"answer": kind, **by_kind.get(kind, {})} if dice.random() < 0.9 else anything(dice)


NUMBERS = (0.0, 0.5, -0.5, 1.0, 3.0, 7.5, 90.0, -90.0, 400.0, 1e-12, 1e5, -1e5, 1e300, -1e300, 1.7e308)
LENGTHS = tuple(number for number in NUMBERS if number >= 0.0)
SIGNED = {"wheel": "degrees", "pivot": "degrees", "sidestep": "inches"}


def well_formed_answer(dice: random.Random) -> Any:
    """An answer of the right shape, with any figures."""
    steps: list[Any] = []
    for _ in range(dice.choice((0, 1, 1, 2, 3, 150))):
        move = dice.choice(("forward", "back", *SIGNED))
        field, figures = (SIGNED[move], NUMBERS) if move in SIGNED else ("inches", LENGTHS)
        steps.append({"move": move, field: dice.choice(figures)})
    return dice.choice(
        (
            {"answer": "choose", "option": dice.choice(("0", "1", "99", "pass", "0>1", "", "-1", "\x00"))},
            {"answer": "manoeuvre", "kind": dice.choice(("run", "march", "advance", "pivot", "", "x")), "steps": steps},
            {"answer": "place", "pose": [dice.choice(NUMBERS) for _ in range(3)]},
            {"answer": "walk", "formation": "line", "pose": [dice.choice(NUMBERS) for _ in range(3)]},
            {"answer": "walk", "places": [[dice.choice(NUMBERS) for _ in range(3)]] * dice.choice((1, 8, 1500))},
            {"answer": "allocate", "shares": {"0": {"0": dice.choice((0, 1, -1, 2**62))}}},
        )
    )


def well_formed(dice: random.Random) -> bytes:
    """A message of the right shape that asks for the wrong thing, or at the wrong time."""
    message = dice.choice(
        (
            {"type": "answer", "number": dice.choice((0, 1, 2, 3, 999_999)), "answer": well_formed_answer(dice)},
            {"type": "check", "id": dice.randrange(9), "answer": well_formed_answer(dice)},
            {"type": "check", "id": -1, "answer": well_formed_answer(dice)},
            {"type": "survey", "id": 1, "unit": dice.choice((-1, 0, 1, 7, 10**6)), "pose": None},
            {"type": "survey", "id": 1, "unit": 1, "pose": [dice.choice(NUMBERS) for _ in range(3)]},
            {"type": "threats", "id": 1, "seat": dice.choice((-1, 0, 1, 2, 10**6, 10**9))},
            {"type": dice.choice(("undo", "redo", "seed"))},
            {"type": "consent", "yes": dice.random() < 0.5},
        )
    )
    return json.dumps(message).encode()


def hostile(dice: random.Random) -> bytes:
    """A message that no page would send, or not now."""
    if dice.random() < 0.4:
        return well_formed(dice)
    pick = dice.random()
    if pick < 0.08:
        return dice.randbytes(dice.randrange(200))
    if pick < 0.12:
        return b"[" * dice.randrange(1, 60_000)
    message: Any = {"type": dice.choice(TYPES)}
    for field in dice.sample(["number", "id", "unit", "seat", "pose", "yes", "token"], dice.randrange(5)):
        message[field] = dice.choice(FIGURES) if dice.random() < 0.8 else anything(dice)
    if dice.random() < 0.6:
        message["answer"] = answer(dice)
    if dice.random() < 0.6:
        allowed = {
            "answer": ("number", "answer"),
            "check": ("id", "answer"),
            "survey": ("id", "unit", "pose"),
            "threats": ("id", "seat"),
        }
        keep = ("type", *allowed.get(message["type"], ()))
        message = {key: value for key, value in message.items() if key in keep}
        message.setdefault("number", dice.randrange(-1, 6)) if message["type"] == "answer" else None
        message.setdefault("id", dice.randrange(9)) if message["type"] in (
            "check",
            "survey",
            "threats",
            "ping",
        ) else None
    if dice.random() < 0.1:
        message = anything(dice)
    data = json.dumps(message).encode()
    if dice.random() < 0.2 and data:
        cut = bytearray(data)
        for _ in range(dice.randrange(1, 5)):
            cut[dice.randrange(len(cut))] = dice.randrange(256)
        return bytes(cut[: dice.randrange(1, len(cut) + 1)])
    return data


def is_fair_play(room: Room, seat: int | None, data: bytes) -> bool:
    """Whether a message, made up as it is, asks for something that this seat may do: that rightly changes things."""
    try:
        message = m.read_message(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    if seat is None:
        return False
    if isinstance(message, m.Undo | m.Redo | m.Consent):
        return True
    ask = room.game.ask_of(seat)
    if not isinstance(message, m.Answered) or message.number != room.game.number or ask is None:
        return False
    try:
        ask.check(message.answer)
    except Refused:
        return False
    return True


def fingerprint(room: Room) -> tuple[Any, ...]:
    game = room.game
    return (game.hash(), game.number, game.sealed, len(game.events), room.ledger.progress, len(room.chronicle.lines))


def sent(connection: Connection) -> Iterator[bytes]:
    while not connection.outbox.empty():
        data = connection.outbox.get_nowait()
        assert data is not None, "the connection was closed"
        yield data


async def attack(room: Room, connections: list[Connection], count: int, seed: int) -> int:
    """Send hostile messages from every connection; returns how many were dealt with."""
    dice = random.Random(seed)
    before = fingerprint(room)
    done = understood = 0
    while done < count:
        connection = dice.choice(connections)
        data = hostile(dice)
        if is_fair_play(room, connection.seat, data):
            continue
        await handle(room, connection, data)
        done += 1
        for other in connections:
            for told in sent(other):
                understood += b"cannot be read" not in told
                for seat in range(2):
                    assert seat == other.seat or code(seat).encode() not in told
        if done % 100 == 0:
            assert fingerprint(room) == before
    assert fingerprint(room) == before
    # Enough of them must get past the reader, to where harm could be done.
    assert understood > count / 4
    return done


async def joined(room: Room, seats: tuple[int | None, ...]) -> list[Connection]:
    connections = [Connection(seat) for seat in seats]
    for connection in connections:
        await room.join(connection)
        welcome = b"".join(sent(connection))
        for seat in range(2):
            assert (code(seat).encode() in welcome) is (seat == connection.seat)
    return connections


@pytest.mark.slow
def test_ten_thousand_hostile_messages_do_no_harm(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def fuzz() -> int:
        store = Store(str(tmp_path / "battles.sqlite"))
        all_battles = AllBattles(store, Thinkers(1))
        seats = (m.SeatWanted(), m.SeatWanted())
        made = await all_battles.create(m.BattleWanted("hiding", ("Hares", "Foxes"), seats=seats, seed="fuzz"))
        room = await all_battles.room(made.id)
        assert isinstance(room, Room)
        connections = await joined(room, (0, 1, None))
        done = await attack(room, connections, 3_000, 1)
        await room.answer(0, 0, Chosen("3"))
        done += await attack(room, connections, 3_000, 2)
        await room.answer(1, 0, Chosen("2"))
        done += await attack(room, connections, 4_000, 3)
        kept = await store.run(store.log, made.id)
        assert [one.entry for one in kept] == room.game.entries
        await all_battles.close()
        store.close()
        return done

    with caplog.at_level(logging.WARNING):
        assert asyncio.run(fuzz()) == 10_000
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_hostile_messages_do_no_harm_in_a_real_battle(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def fuzz() -> None:
        store = Store(str(tmp_path / "battles.sqlite"))
        all_battles = AllBattles(store, Thinkers(1))
        seats = (m.SeatWanted(), m.SeatWanted())
        made = await all_battles.create(m.BattleWanted("eow", map="1", seats=seats, seed="fuzz"))
        room = await all_battles.room(made.id)
        assert isinstance(room, Room)
        connections = [Connection(seat) for seat in (0, 1, None)]
        for connection in connections:
            await room.join(connection)
        dice = random.Random(9)
        kinds: set[str] = set()
        for number in range(60):
            ask = room.game.asked
            suggestions = ask.suggestions()
            await room.answer(ask.question.seat, room.game.number, dice.choice(suggestions))
            kind = str(room.game.asked.question.__struct_config__.tag)
            if kind not in kinds or number % 20 == 0:
                kinds.add(kind)
                await attack(room, connections, 150, number)
            for connection in connections:
                list(sent(connection))
        assert kinds >= {"choose", "place", "manoeuvre"}
        await all_battles.close()
        store.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(fuzz())
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_hostile_messages_do_no_harm_before_a_battle_begins(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def fuzz() -> None:
        store = Store(str(tmp_path / "battles.sqlite"))
        all_battles = AllBattles(store, Thinkers(1))
        seats = (m.SeatWanted(), m.SeatWanted(chooses=True))
        made = await all_battles.create(m.BattleWanted("hiding", ("Hares",), seats=seats, seed="fuzz"))
        lobby = await all_battles.room(made.id)
        connections = [Connection(seat) for seat in (0, 1, None)]
        for connection in connections:
            await lobby.join(connection)
        for connection in connections:
            list(sent(connection))
        dice = random.Random(4)
        before = await store.run(store.wish, made.id)
        for _ in range(1_000):
            await handle(lobby, dice.choice(connections), hostile(dice))
            for connection in connections:
                assert all(b'"refused"' in told or b'"pong"' in told for told in sent(connection))
        assert await store.run(store.wish, made.id) == before
        await all_battles.choose(made.id, 1, m.ArmyWanted("Foxes"))
        assert isinstance(await all_battles.room(made.id), Room)
        await all_battles.close()
        store.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(fuzz())
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


def test_hostile_choices_of_armies_do_no_harm(tmp_path: Path) -> None:
    seats = [{"player": "human"}, {"player": "human", "chooses": True}]
    dice = random.Random(5)
    with serving(tmp_path / "battles.sqlite", limits=Limits(address_requests=1e6, address_work=1e6)) as table:
        made = table.create(armies=["orcs"], map="1", seats=seats)
        headers = {"X-Warhost-Token": made.tokens[1], "Content-Type": "application/json"}
        for _ in range(150):
            fields = dice.sample(["army", "list", "name", "seat", "chooses"], dice.randrange(1, 4))
            body = {field: anything(dice) for field in fields}
            if not body.get("army") and not body.get("list"):
                # That would be a choice: any army.
                body["army"] = 7
            response = table.client.put(f"{made.path}/army", headers=headers, content=json.dumps(body))
            assert response.status_code == 400, body
            assert response.json()["error"]
        with table.page(made.watch) as page:
            assert [seat["chosen"] for seat in page.last("gathering")["seats"]] == [True, False]


def test_no_address_tells_a_seat_what_another_hides(table: Table) -> None:
    seats = [{"player": "human"}, {"player": "human"}]
    made = table.create(ruleset="hiding", armies=["Hares", "Foxes"], seats=seats)
    with made.pages() as pages:
        pages[0].choose("3")
        pages[1].choose("2")
        assert code(0) in str(pages[0].told)
        assert code(1) not in str(pages[0].told)
    for what in ("moment/0", "moment/2", "timeline", "record", "report"):
        for token, hidden in ((made.tokens[0], (1,)), (made.tokens[1], (0,)), (made.watch, (0, 1))):
            text = table.client.get(f"{made.path}/{what}", headers={"X-Warhost-Token": token}).text
            assert not [seat for seat in hidden if code(seat) in text], what
    listed = table.client.get("/api/battles", headers={"X-Warhost-Tokens": ",".join([*made.tokens, made.watch])}).text
    assert code(0) not in listed
