"""When nothing can be kept: the answer is refused, the battle stays as it was, and goes on when the disk has room."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Table, bid_and_run, refusals, serving
from warhost.server.battles import computers
from warhost.server.store.battles import StoreError
from warhost.server.store.databases import SqliteDatabase

TOLD = "The server cannot keep battles at the moment, so nothing has changed."


@contextmanager
def full_disk() -> Iterator[None]:
    """Every transaction fails at its very end, as it does when the disk is full; reading works."""
    real = SqliteDatabase.ask

    def failing(self: SqliteDatabase, sql: str, values: Any = ()) -> Any:
        if sql == "COMMIT":
            raise StoreError(f"{self.name} does not answer as it should: database or disk is full.")
        return real(self, sql, values)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SqliteDatabase, "ask", failing)
        yield


def test_an_answer_with_its_dice_is_refused_and_can_be_given_again(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        pages[0].choose("2")
        pages[1].choose("1")
        before = [page.state for page in pages]
        with full_disk():
            for _ in range(2):
                (reason,) = refusals(pages[0].run(1.0))
                assert reason.startswith(TOLD)
        assert [page.state for page in pages] == before
        assert refusals(pages[0].run(1.0)) == []
        assert pages[1].state["number"] == 4
        # Dice that fell for nothing are not seen: the stream goes on from what was kept.
        while not pages[0].state["over"]:
            bid_and_run(pages, "0", "0")
        (seed,) = pages[0].send(type="seed")
        counters = [counter for _, counter in seed["rolls"]]
        assert counters == sorted(set(counters))


def test_taking_back_and_giving_back_are_refused_too(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        pages[0].send(type="undo")
        before = pages[0].log
        with full_disk():
            (reason,) = refusals(pages[1].send(type="consent", yes=True))
            assert reason.startswith(TOLD)
        pages[0].sync()
        assert pages[0].state["number"] == 4
        assert pages[0].log == before
        pages[0].send(type="undo")
        pages[1].send(type="consent", yes=True)
        assert pages[0].state["number"] == 2
        with full_disk():
            assert refusals(pages[0].send(type="redo"))[0].startswith(TOLD)
        assert pages[0].state["number"] == 2
        assert pages[0].state["undo"]["redo"]
        pages[0].send(type="redo")
        assert pages[0].log == before


def test_nothing_is_set_up_renamed_or_deleted(table: Table) -> None:
    made = table.tiny()
    headers = {"X-Warhost-Token": made.tokens[0]}
    with full_disk():
        assert table.client.post("/api/battles", json={}).status_code == 503
        assert table.client.patch(made.path, json={"title": "New"}, headers=headers).status_code == 503
        assert table.client.delete(made.path, headers=headers).status_code == 503
    (listed,) = table.client.get("/api/battles", headers={"X-Warhost-Tokens": made.tokens[0]}).json()
    assert listed["title"] == made.title
    with made.pages() as pages:
        bid_and_run(pages)


def test_no_army_is_chosen(table: Table) -> None:
    seats = [{"player": "human"}, {"player": "human", "chooses": True}]
    made = table.create(ruleset="tiny", armies=["Hares"], seats=seats)
    path, headers = f"{made.path}/army", {"X-Warhost-Token": made.tokens[1]}
    with full_disk():
        assert table.client.put(path, json={"army": "Foxes"}, headers=headers).status_code == 503
        with table.page(made.tokens[1]) as page:
            assert [seat["chosen"] for seat in page.last("gathering")["seats"]] == [True, False]
    assert table.client.put(path, json={"army": "Foxes"}, headers=headers).status_code == 204
    with made.pages() as pages:
        bid_and_run(pages)


@pytest.mark.slow
def test_a_computer_plays_on_when_there_is_room_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computers, "RETRY", 0.05)
    with serving(tmp_path / "battles.sqlite") as table:
        made = table.tiny(seats=[{"player": "random"}] * 2, house={"pace": 0.05})
        with table.page(made.watch) as page:
            page.wait(lambda state: state["number"] >= 2)
            with full_disk():
                number = page.state["number"]
                for _ in range(20):
                    page.sync()
                assert page.state["number"] <= number + 2
            page.wait(lambda state: bool(state["over"]))
            told = page.log
        assert [
            line["text"] for line in table.get(f"{made.path}/moment/{page.last('state')['number']}", made.watch)["log"]
        ] == told
