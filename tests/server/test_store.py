"""What is kept: the same over SQLite and PostgreSQL, and enough to go on after a restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.server.harness import bid_and_run, refusals, serving
from warhost.dice import Chance, Dice
from warhost.play import Chosen, Entry, Rolled, Setup
from warhost.server.messages import BattleWanted, House, SeatWanted
from warhost.server.store.battles import AlreadyServed, Store, StoreError
from warhost.server.store.databases import default_file
from warhost.server.store.rows import token_hash
from warhost.server.store.values import Kept, Logged, Passed, Progress, Sealed


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    store = Store(address)
    yield store
    store.close()


KEPT = Kept(
    id="b1",
    title="Die Straße — 龍",
    ruleset="tiny",
    version="1.0",
    setup=Setup(ruleset="tiny", armies=("Hares", "Foxes")),
    seats=(SeatWanted("human", "Ada"), SeatWanted("captain")),
    house=House(False, 1.5),
    seed="00" * 32,
    commitment="c",
    start="{}",
    progress=Progress(2**40, 3, False, ""),
    created="2026-01-01",
    updated="2026-01-01",
)
LOG = [Logged(Entry(Rolled((3, 4))), 17), Logged(Entry(Chosen("a"), 0)), Logged(Entry(Chosen("b"), 1, True))]


def test_what_is_kept_comes_back(store: Store) -> None:
    store.create(KEPT, LOG, [0])
    assert store.find("b1") == KEPT
    assert store.log("b1") == LOG
    assert store.find("b2") is None


def test_a_token_opens_one_seat_and_only_its_hash_is_kept(store: Store, address: str) -> None:
    tokens = store.create(KEPT, LOG, [0, 1])
    assert set(tokens) == {0, 1, None}
    for seat, token in tokens.items():
        ticket = store.ticket(token)
        assert ticket is not None
        assert (ticket.battle, ticket.seat) == ("b1", seat)
        assert store.ticket(token_hash(token)) is None
    if not address.startswith("postgresql"):
        kept = Path(address).read_bytes() + Path(f"{address}-wal").read_bytes()
        assert tokens[0] is not None
        assert tokens[0].encode() not in kept
        assert token_hash(tokens[0]).encode() in kept


def test_answers_are_appended_cut_and_appended_again(store: Store) -> None:
    store.create(KEPT, LOG, [0])
    more = [Logged(Entry(Chosen("c"), 0)), Logged(Entry(Rolled((6,))), 19)]
    store.append("b1", 3, more, Progress(20, 4, False, "", asked=(1,)))
    assert store.log("b1") == [*LOG, *more]
    kept = store.find("b1")
    assert kept is not None
    assert kept.progress == Progress(20, 4, False, "", asked=(1,))
    assert kept.updated > KEPT.updated
    store.cut("b1", 1, Progress(20, 1, False, ""))
    assert store.log("b1") == LOG[:1]
    store.append("b1", 1, more, Progress(20, 4, False, ""))
    assert store.log("b1") == [LOG[0], *more]


def test_two_who_answer_at_once_do_not_both_succeed(store: Store) -> None:
    store.create(KEPT, LOG, [0])
    store.append("b1", 3, [Logged(Entry(Chosen("c"), 0))], KEPT.progress)
    with pytest.raises(StoreError):
        store.append("b1", 3, [Logged(Entry(Chosen("d"), 0))], Progress(99, 9, True, "Nonsense"))
    assert store.log("b1")[3:] == [Logged(Entry(Chosen("c"), 0))]
    kept = store.find("b1")
    assert kept is not None
    assert kept.progress == KEPT.progress
    store.append("b1", 4, [Logged(Entry(Chosen("e"), 0))], KEPT.progress)


def test_sealed_answers_are_kept_until_all_are_in(store: Store) -> None:
    store.create(KEPT, [], [0])
    waiting = [Sealed(0, Chosen("3")), Sealed(1, Chosen("4"))]
    store.seal("b1", waiting[:1])
    store.seal("b1", waiting)
    assert store.sealed("b1") == waiting
    store.append("b1", 0, LOG, KEPT.progress)
    assert store.sealed("b1") == []


def test_a_deleted_battle_leaves_nothing(store: Store) -> None:
    tokens = store.create(KEPT, LOG, [0])
    store.seal("b1", [Sealed(0, Chosen("3"))])
    store.delete("b1")
    assert store.find("b1") is None
    assert store.log("b1") == []
    assert store.sealed("b1") == []
    assert all(store.ticket(token) is None for token in tokens.values())


def test_a_battle_that_was_let_go_of_comes_back_until_it_is_deleted_for_good(store: Store) -> None:
    tokens = store.create(KEPT, LOG, [0])
    seat, watch = tokens[0], tokens[None]
    assert store.let_go("b1", [seat])
    assert (store.find("b1"), store.ticket(seat), store.count()) == (None, None, 0)
    assert [battle for battle, _ in store.deleted()] == ["b1"]
    assert not store.bring_back("b1", ["nonsense"])
    assert not store.bring_back("b1", [watch])
    assert store.bring_back("b1", [seat])
    assert store.deleted() == []
    assert store.find("b1") == KEPT
    assert store.log("b1") == LOG
    assert store.let_go("b1", [seat])
    store.delete("b1")
    assert not store.bring_back("b1", [seat])
    assert store.log("b1") == []


def test_a_wish_is_kept_until_its_battle_begins(store: Store) -> None:
    wish = BattleWanted("tiny", ("Hares", None), seats=(SeatWanted(), SeatWanted(chooses=True)))
    waiting = msgspec.structs.replace(KEPT, start="", progress=Progress(0, 0, False, "", asked=(1,)))
    store.create(waiting, [], [0, 1], wish=wish)
    assert store.find("b1") == waiting
    assert waiting.waits
    assert store.wish("b1") == wish
    assert store.without_steps() == []
    chosen = msgspec.structs.replace(wish, armies=("Hares", "Foxes"))
    store.wish_anew(msgspec.structs.replace(waiting, title="Another"), chosen)
    kept = store.find("b1")
    assert kept is not None
    assert (kept.title, store.wish("b1")) == ("Another", chosen)
    store.begin(KEPT, LOG, [Passed(0, "h")])
    assert store.wish("b1") is None
    begun = store.find("b1")
    assert begun is not None
    assert msgspec.structs.replace(begun, updated=KEPT.updated) == KEPT
    assert store.log("b1") == LOG


def test_a_kept_battle_never_shows_its_seed_in_a_message() -> None:
    assert KEPT.seed not in f"{KEPT!r} {KEPT}"


def test_after_a_restart_the_battle_goes_on_with_the_same_stream_of_dice(address: str) -> None:
    seats = [{"player": "human"}] * 2
    wanted = {"ruleset": "tiny", "armies": ["Hares", "Foxes"], "seats": seats, "seed": "restart"}
    with serving(address) as table:
        made = table.create(**wanted)
        with made.pages() as pages:
            bid_and_run(pages)
            bid_and_run(pages)
            state, log = pages[0].state, pages[0].log
    with serving(address) as again:
        made.table = again
        with made.pages() as pages:
            # Whoever has just come is not shown again what had happened before.
            assert pages[0].state == {**state, "changes": []}
            assert pages[0].log == log
            bid_and_run(pages)
            while not pages[0].state["over"]:
                bid_and_run(pages, "0", "0")
            (seed,) = pages[0].send(type="seed")
            faces = [line["dice"]["faces"][0] for e in pages[0].all("events") for line in e["lines"] if line["dice"]]
    chance = Chance("restart")
    assert faces == [chance.roll(Dice.parse("D6"))[0] for _ in faces]
    assert len(seed["rolls"]) == len(faces)


def test_an_answer_that_waits_for_others_outlives_a_restart(address: str) -> None:
    with serving(address) as table:
        made = table.tiny()
        with table.page(made.tokens[0]) as page:
            page.choose("5")
    with serving(address) as again:
        made.table = again
        with made.pages() as pages:
            assert pages[0].question is None
            pages[1].choose("1")
            assert pages[1].log[:2] == ["Hares bids 5", "Tortoises bids 1"]


def test_what_was_taken_back_stays_taken_back_after_a_restart(address: str) -> None:
    with serving(address) as table:
        made = table.tiny()
        with made.pages() as pages:
            bid_and_run(pages)
            pages[0].send(type="undo")
            pages[1].send(type="consent", yes=True)
            state = pages[0].state
    with serving(address) as again:
        made.table = again
        with made.pages() as pages:
            assert pages[0].state["picture"] == state["picture"]
            assert pages[0].state["number"] == 2
            assert pages[0].run(1.0)


def test_what_was_taken_back_can_be_given_back_after_a_restart(address: str) -> None:
    with serving(address) as table:
        made = table.tiny()
        with made.pages() as pages:
            bid_and_run(pages)
            bid_and_run(pages)
            state, log = pages[0].state, pages[0].log
            for _ in range(2):
                pages[0].send(type="undo")
                pages[1].send(type="consent", yes=True)
            assert pages[0].state["number"] == 4
    with serving(address) as again:
        made.table = again
        with made.pages() as pages:
            assert pages[0].state["undo"]["redo"]
            assert not pages[1].state["undo"]["redo"]
            pages[0].send(type="redo")
            assert pages[0].state["number"] == 6
    with serving(address) as again:
        made.table = again
        with made.pages() as pages:
            pages[0].send(type="redo")
            assert pages[0].state["picture"] == state["picture"]
            assert pages[0].log == log
            assert not pages[0].state["undo"]["redo"]
            bid_and_run(pages)


def test_a_new_answer_ends_what_could_be_given_back_after_a_restart_too(address: str) -> None:
    with serving(address) as table:
        made = table.tiny()
        with made.pages() as pages:
            bid_and_run(pages)
            pages[0].send(type="undo")
            pages[1].send(type="consent", yes=True)
            pages[0].run(2.0)
    with serving(address) as again:
        made.table = again
        with made.pages() as pages:
            assert not pages[0].state["undo"]["redo"]


@pytest.mark.slow
def test_the_reasons_of_computers_outlive_a_restart(address: str) -> None:
    with serving(address) as table:
        made = table.create(seats=[{"player": "captain"}, {"player": "human"}], seed=1, map="1")
        with table.page(made.tokens[0]) as page:
            page.wait(lambda state: bool(state["question"]) and bool(page.all("reasons")))
            why = page.last("reasons")
    with serving(address) as again, again.page(made.tokens[0]) as page:
        assert page.all("reasons") == [why]
        assert again.get(f"{made.path}/moment/{why['number'] + 1}", made.tokens[0])["reasons"] == why


@pytest.mark.slow
def test_the_timeline_says_whose_reasons_can_be_read(tmp_path: Path) -> None:
    with serving(tmp_path / "battles.sqlite") as table:
        made = table.create(seats=[{"player": "captain"}, {"player": "human"}], seed=1, map="1")
        with table.page(made.tokens[0]) as page:
            page.wait(lambda state: bool(state["question"]) and bool(page.all("reasons")))
            page.choose(page.question["options"][0]["key"])
        stops = table.get(f"{made.path}/timeline", made.tokens[0])["stops"]
        by_computer = {stop["seat"] == 0 for stop in stops if stop.get("explained")}
        assert by_computer == {True}
        assert any(not stop.get("explained") for stop in stops)


def test_an_answer_that_cannot_be_kept_has_not_happened(tmp_path: Path) -> None:
    file = tmp_path / "battles.sqlite"
    with serving(file) as table:
        made = table.tiny()
        with made.pages() as pages:
            before = pages[0].state
            with sqlite3.connect(file) as other:
                other.execute("CREATE TRIGGER full BEFORE INSERT ON sealed BEGIN SELECT RAISE(ABORT, 'disk full'); END")
                other.commit()
                came = pages[0].choose("2")
                (reason,) = refusals(came)
                assert "cannot keep battles at the moment, so nothing has changed" in reason
                assert str(tmp_path) not in reason
                other.execute("DROP TRIGGER full")
                other.commit()
            assert pages[0].send(type="check", id=1, answer={"answer": "choose", "option": "2"})[-1]["ok"]
            assert pages[0].state == before
            bid_and_run(pages)
            assert pages[1].state["number"] == 4


def test_a_database_of_a_newer_warhost_is_left_alone(address: str) -> None:
    store = Store(address)
    store._database.ask("UPDATE about SET value = 999 WHERE name = 'schema'")
    store.close()
    with pytest.raises(StoreError, match=r"was written by a newer Warhost .* name another place with --data"):
        Store(address)


def test_battles_have_one_server_at_a_time(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warhost.server.store.databases.GONE_BY_NOW", 0.2)
    first, second = Store(address), Store(address)
    first.serve("http://127.0.0.1:8190/")
    with pytest.raises(AlreadyServed, match=r"already being served at http://127\.0\.0\.1:8190/: open that") as told:
        second.serve("http://127.0.0.1:8191/")
    assert told.value.address == "http://127.0.0.1:8190/"
    first.close()
    second.serve("http://127.0.0.1:8191/")
    second.close()


def test_a_file_that_another_program_holds_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warhost.server.store.databases.BUSY", 0.1)
    with sqlite3.connect(tmp_path / "b.sqlite", isolation_level=None) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match=r"Another program is using it: stop that one"):
            Store(str(tmp_path / "b.sqlite"))


def test_a_file_that_is_no_database_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Buy more dice. " * 100)
    file.chmod(0o644)
    with pytest.raises(StoreError, match="Name another place with --data"):
        Store(str(file))
    assert file.read_text() == "Buy more dice. " * 100
    assert file.stat().st_mode & 0o777 == 0o644


def test_the_battles_that_go_on_are_found_the_latest_first(store: Store) -> None:
    for name, over, updated in (("old", 0, "2026-01-01"), ("new", 0, "2026-03-01"), ("over", 1, "2026-02-01")):
        progress = Progress(0, 1, bool(over), "")
        store.create(msgspec.structs.replace(KEPT, id=name, progress=progress, updated=updated), [], [0])
    assert [kept.id for kept in store.unfinished("2025", 9)] == ["new", "old"]
    assert [kept.id for kept in store.unfinished("2026-02", 9)] == ["new"]
    assert [kept.id for kept in store.unfinished("2025", 1)] == ["new"]
    assert sorted(store.untouched("2026-02-15")) == ["old", "over"]
    assert store.count() == 3


def test_by_default_battles_are_kept_in_the_folder_for_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_file() == tmp_path / "warhost" / "battles.sqlite"
    Store().close()
    assert default_file().stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("mysql://localhost/x", "not a known kind of database"),
        ("postgresql://nobody:secret@127.0.0.1:1/x", "PostgreSQL at 127.0.0.1:1/x does not respond properly"),
        (
            "/proc/nowhere/battles.sqlite",
            "cannot be kept in /proc/nowhere/battles.sqlite: No such file or directory. Name",
        ),
    ],
)
def test_a_database_that_cannot_be_opened_is_told_without_its_password(address: str, says: str) -> None:
    with pytest.raises(StoreError, match=says) as error:
        Store(address)
    assert "secret" not in str(error.value)


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "b.sqlite"))
    assert store._database.ask("PRAGMA journal_mode") == [("wal",)]
    assert store._database.ask("PRAGMA synchronous") == [(2,)]
    store.close()
