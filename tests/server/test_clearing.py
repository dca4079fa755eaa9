"""What is deleted by age waits, is announced and can be had back, whatever the clock of the machine says."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.harness import Made, Table, serving, until
from tests.server.test_store import KEPT, LOG
from warhost.server import app
from warhost.server.battles.all_battles import AllBattles
from warhost.server.store import clearing
from warhost.server.store import upkeep as caretaker
from warhost.server.store.battles import Store
from warhost.server.store.clearing import DAY, HAD_BACK, NOTICE, REGRET, Clearing
from warhost.server.store.rows import days_ago
from warhost.server.thinking import Thinkers


@pytest.fixture(autouse=True)
def the_caretaker_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests make their own rounds."""

    async def away(all_battles: AllBattles, keep_days: int | None = None) -> None:
        return

    monkeypatch.setattr(app, "take_care", away)


class Rounds:
    """Rounds of one server, with a time of its own."""

    def __init__(self, table: Table, keep_days: int | None) -> None:
        assert table.client.portal is not None
        self._call = table.client.portal.call
        self.all_battles: AllBattles = table.client.app.state.all_battles  # type: ignore[attr-defined]
        self.time = 0.0
        self._clearing = self._call(self._made, keep_days)

    async def _made(self, keep_days: int | None) -> Clearing:
        made = Clearing(self.all_battles, keep_days)
        made._now = lambda: self.time  # type: ignore[method-assign]
        made._noted = 0.0
        return made

    def after(self, seconds: float) -> None:
        """Let time pass, with a round at its end."""
        self.time += seconds
        self._call(self._clearing.round)

    def run(self, days: float) -> None:
        """So many days of a server that runs, with a round every two hours."""
        for _ in range(round(days * 12)):
            self.after(7200.0)


def is_open(made: Made) -> bool:
    return bool(made.table.client.get(f"{made.path}/timeline?token={made.watch}").status_code == 200)


@contextmanager
def jumped(days: float) -> Iterator[None]:
    """The clock of the machine is so many days ahead."""
    real = days_ago
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clearing, "days_ago", lambda ago: real(ago - days))
        yield


def restored(made: Made) -> Any:
    return made.table.client.post(f"{made.path}/restore", headers={"X-Warhost-Token": made.tokens[0]}).status_code


def test_a_clock_that_jumped_deletes_nothing_for_a_week(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    made = [table.tiny() for _ in range(3)]
    rounds = Rounds(table, 30)
    with jumped(4000), caplog.at_level(logging.WARNING):
        rounds.run(6.9)
        assert all(map(is_open, made))
        (line,) = [one.getMessage() for one in caplog.records if "To keep them" in one.getMessage()]
        assert "it deletes 3 battles in which nothing has happened for 30 days" in line
        assert all(one.id in line for one in made)
    rounds.after(1.0)
    # Set right in time, it was as if nothing had been.
    assert rounds.all_battles.store.aged() == {}
    rounds.run(9.0)
    assert all(map(is_open, made))


def test_what_was_deleted_by_a_wrong_clock_comes_back_when_it_is_right(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    made = table.tiny()
    rounds = Rounds(table, 30)
    with jumped(4000), caplog.at_level(logging.WARNING):
        rounds.run(7.5)
        assert not is_open(made)
        assert f"Deleted 1 battle in which nothing has happened for 30 days: {made.id}." in caplog.text
    rounds.after(60.0)
    assert is_open(made)
    assert f"Brought back 1 battle deleted for age: {made.id}." in caplog.text


def test_a_server_without_keep_days_has_everything_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "b.sqlite") as table:
        made = table.tiny()
        with jumped(4000):
            Rounds(table, 30).run(20.0)
        assert not is_open(made)
    monkeypatch.setattr(app, "take_care", caretaker.take_care)
    with serving(tmp_path / "b.sqlite") as table:
        made.table = table
        until(lambda: is_open(made))


def test_a_player_has_a_battle_back_that_was_deleted_by_age(table: Table) -> None:
    made = table.tiny()
    rounds = Rounds(table, 30)
    rounds.all_battles.store._database.ask("UPDATE battles SET updated = '2020-01-01'")
    rounds.run(8.0)
    assert not is_open(made)
    assert restored(made) == 204
    rounds.run(40.0)
    assert is_open(made)


def test_what_has_grown_old_is_gone_for_good_after_a_month(table: Table) -> None:
    old, fresh = table.tiny(), table.tiny()
    rounds = Rounds(table, 30)
    rounds.all_battles.store._database.ask("UPDATE battles SET updated = '2020-01-01' WHERE id = ?", (old.id,))
    rounds.run((NOTICE + HAD_BACK) / DAY - 1.0)
    assert rounds.all_battles.store.aged()[old.id].is_deleted
    rounds.run(1.5)
    assert rounds.all_battles.store.aged() == {}
    assert restored(old) == 404
    assert is_open(fresh)


def test_a_battle_that_somebody_looks_at_is_not_deleted(table: Table) -> None:
    made = table.tiny()
    rounds = Rounds(table, 30)
    rounds.all_battles.store._database.ask("UPDATE battles SET updated = '2020-01-01'")
    rounds.run(6.5)
    with table.page(made.watch) as page:
        rounds.run(2.0)
        assert page.state["number"] == 0
    until(lambda: not rounds.all_battles.is_busy(made.id))
    # The week begins anew.
    rounds.run(6.5)
    assert is_open(made)


def test_a_server_that_is_started_again_and_again_does_not_delete_sooner(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path / "b.sqlite") as table:
        made = table.tiny()
    with sqlite3.connect(tmp_path / "b.sqlite") as store:
        store.execute("UPDATE battles SET updated = '2020-01-01'")
    monkeypatch.setattr(app, "take_care", caretaker.take_care)
    for _ in range(3):
        with serving(tmp_path / "b.sqlite", keep_days=1) as table:
            made.table = table
            until(lambda table=table: bool(table.client.app.state.all_battles.store.aged()))  # type: ignore[misc]
            assert is_open(made)


def test_by_default_nothing_grows_old(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite") as table:
        made = table.tiny()
        table.client.app.state.all_battles.store._database.ask("UPDATE battles SET updated = '2020-01-01'")  # type: ignore[attr-defined]
        rounds = Rounds(table, None)
        rounds.run(60.0)
        assert is_open(made)


def test_a_deleted_battle_is_gone_for_good_after_a_while_that_no_clock_shortens(table: Table) -> None:
    made, other = table.tiny(), table.tiny()
    rounds = Rounds(table, None)
    for one in (made, other):
        table.client.delete(one.path, headers={"X-Warhost-Token": one.tokens[0]})
    rounds.all_battles.store._database.ask("UPDATE battles SET deleted = '2020-01-01'")
    rounds.after(0.0)
    rounds.after(REGRET - 1.0)
    assert restored(made) == 204
    rounds.after(1.0)
    assert restored(other) == 404
    assert is_open(made)


def test_a_jump_of_the_clock_is_told(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    rounds = Rounds(table, 30)
    # The time of the server stands still meanwhile, as far as it knows.
    rounds._clearing._clock = (0.0, rounds._clearing._clock[1].replace(year=2020))
    with caplog.at_level(logging.WARNING):
        rounds.after(0.0)
    assert "The clock of this machine jumped by" in caplog.text


def test_both_databases_know_what_is_old(address: str) -> None:
    store = Store(address)
    all_battles = AllBattles(store, Thinkers(1))
    for name in ("old", "older"):
        store.create(msgspec.structs.replace(KEPT, id=name, updated="2020-01-01"), LOG, [0])
    store.grow_old(["old", "older"])
    store.wait(5.5)
    store.put_away(["older"])
    assert {name: (one.waited, one.is_deleted) for name, one in store.aged().items()} == {
        "old": (5.5, False),
        "older": (5.5, True),
    }
    assert (store.count(), sorted(store.untouched("2021")), store.deleted()) == (1, ["old", "older"], [])
    store.spare(["older"])
    assert (store.count(), list(store.aged())) == (2, ["old"])
    store.delete("old")
    assert store.aged() == {}
    all_battles.thinkers.close()
    store.close()
