"""A battle outlives an upgrade: where the rules of a newer Warhost do not replay it, it is shown from its snapshots."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from examples.tiny_race import RULESET, Race, TinyRace
from tests.server.harness import Made, Table, bid_and_run, refusals, serving, until
from warhost.dice import Chance
from warhost.play import Battle, Game, Script, Setup, Step, luck_of, parse_record, replay
from warhost.rulesets import register, ruleset
from warhost.server.battles.all_battles import AllBattles
from warhost.server.shown import snapshots
from warhost.server.store import databases
from warhost.server.store.battles import Store
from warhost.server.store.databases import CHANGES, FIRST_SCHEMA, SCHEMA, SCHEMA_VERSION, StoreError
from warhost.server.store.upkeep import catch_up
from warhost.server.thinking import Thinkers


class Stricter(TinyRace):
    """Rules under which an answer of the old battle is refused."""

    version: ClassVar[str] = "2.0"

    def run(self, battle: Any, step: Step) -> Script[None]:
        battle.hand = (1,) * len(battle.hand)
        yield from super().run(battle, step)


class Swifter(TinyRace):
    """Rules under which every answer of the old battle stands, and leads elsewhere."""

    version: ClassVar[str] = "2.0"

    def run(self, battle: Any, step: Step) -> Script[None]:
        yield from super().run(battle, step)
        battle.units[0].strength += 1


class Unable(TinyRace):
    """Rules that cannot make anything of the old battle."""

    version: ClassVar[str] = "2.0"

    def run(self, battle: Any, step: Step) -> Script[None]:
        raise KeyError("a rule that is no more")


class Renumbered(TinyRace):
    """The same rules as before under another number, with other armies for new battles."""

    version: ClassVar[str] = "2.0"

    def set_up(self, setup: Setup) -> Race:
        race = super().set_up(setup)
        race.units[0].strength = 9
        return race


class Open(TinyRace):
    """Nobody hides anything."""

    def view(self, battle: Any, seat: int | None) -> Battle:
        found: Battle = battle
        return found


class OpenAndSwifter(Open, Swifter):
    """Mended rules where nobody hides anything."""


@contextmanager
def upgraded(address: str | Path, rules: TinyRace) -> Iterator[Table]:
    """The server anew, with other rules."""
    register(rules)
    try:
        with serving(address) as table:
            yield table
    finally:
        register(RULESET)


def begun(address: str | Path, rounds: int = 2) -> Made:
    with serving(address) as table:
        made = table.tiny()
        with made.pages() as pages:
            for _ in range(rounds):
                bid_and_run(pages)
    return made


def fought(address: str | Path) -> tuple[Made, dict[str, Any]]:
    with serving(address) as table:
        made = table.tiny()
        with made.pages() as pages:
            while not pages[0].state["over"]:
                bid_and_run(pages, "0", "0")
            return made, pages[0].state


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (Stricter(), "not among the options"),
        (Swifter(), "turns out differently after answer 4"),
        (Unable(), "a rule that is no more"),
    ],
)
def test_a_battle_of_older_rules_can_still_be_looked_at(address: str, rules: TinyRace, says: str) -> None:
    made = begun(address)
    with upgraded(address, rules) as table, table.page(made.tokens[0]) as page:
        note = page.last("hello")["note"]
        assert says in note
        assert "begun with version 1.0, this is 2.0. Showing its snapshots" in note
        assert page.state["picture"]["turn"] == 3
        assert not page.state["over"]
        stops = table.get(f"{made.path}/timeline", made.watch)["stops"]
        assert [stop["turn"] for stop in stops] == [1, 2, 3]
        second = table.get(f"{made.path}/moment/{stops[1]['number']}", made.watch)
        assert second["picture"]["turn"] == 2


def test_nothing_is_played_on_in_a_battle_of_older_rules(tmp_path: Path) -> None:
    made = begun(tmp_path / "b.sqlite")
    with upgraded(tmp_path / "b.sqlite", Swifter()) as table:
        with table.page(made.tokens[0]) as page:
            (reason,) = refusals(page.choose("0"))
            assert reason.startswith("This battle is view-only.")
            assert "begun with version 1.0" in reason
        for what, body in (("branch", {"at": 1}), ("rematch", {})):
            assert "begun with version 1.0" in table.post(f"{made.path}/{what}", made.tokens[0], 400, **body)["error"]


def test_the_end_of_a_battle_of_older_rules_is_told_whole(address: str) -> None:
    made, end = fought(address)
    with upgraded(address, Swifter()) as table:
        with table.page(made.watch) as page:
            assert page.state["over"]
            assert page.state["outcome"] == end["outcome"]
            assert page.state["picture"]["units"] == end["picture"]["units"]
        assert table.get(f"{made.path}/course", made.watch)["rounds"]
        assert "Showing its snapshots" in table.client.get(f"{made.path}/report?token={made.watch}").text
        data = table.client.get(f"{made.path}/record?token={made.watch}").content
    record = parse_record(data, "it")
    assert record.version == "1.0"
    # Whoever still has the old rules can play it again, seal and all.
    assert replay(record, RULESET).battle.outcome == record.outcome


def test_a_battle_that_broke_off_is_exported_where_nobody_hides_anything(tmp_path: Path) -> None:
    register(Open())
    made = begun(tmp_path / "b.sqlite")
    with upgraded(tmp_path / "b.sqlite", OpenAndSwifter()) as table:
        data = table.client.get(f"{made.path}/record?token={made.watch}").content
        assert "The result is unknown" in table.client.get(f"{made.path}/report?token={made.watch}").text
    record = parse_record(data, "it")
    assert record.seed is None
    assert replay(record, RULESET).number == len(record.entries) == 8


def test_a_battle_that_broke_off_keeps_its_secrets(tmp_path: Path) -> None:
    made = begun(tmp_path / "b.sqlite")
    with upgraded(tmp_path / "b.sqlite", Swifter()) as table:
        for what in ("record", "report", "course"):
            assert table.get(f"{made.path}/{what}", made.tokens[0], 400)["rule"] == "play.hidden"


def test_with_the_old_rules_again_it_goes_on(tmp_path: Path) -> None:
    made = begun(tmp_path / "b.sqlite")
    with upgraded(tmp_path / "b.sqlite", Swifter()) as table, table.page(made.watch):
        pass
    with serving(tmp_path / "b.sqlite") as made.table, made.pages() as pages:
        bid_and_run(pages)
        assert pages[0].state["number"] == 12


def listed(table: Table, made: Made) -> dict[str, Any]:
    (one,) = table.client.get("/api/battles", headers={"X-Warhost-Tokens": made.tokens[0]}).json()
    found: dict[str, Any] = one
    return found


def test_the_list_of_battles_says_which_ones_can_only_be_looked_at(address: str) -> None:
    made = begun(address)
    with serving(address) as table:
        assert not listed(table, made)["only_shown"]
    with upgraded(address, Swifter()) as table:
        # The caretaker finds out, before anybody opens it.
        until(lambda: bool(listed(table, made)["only_shown"]))
        assert not listed(table, made)["over"]
    with upgraded(address, Swifter()) as table:
        assert listed(table, made)["only_shown"]
    with serving(address) as table:
        assert not listed(table, made)["only_shown"]


def test_a_battle_that_another_version_plays_on_is_not_taken_for_one_to_look_at(tmp_path: Path) -> None:
    made = begun(tmp_path / "b.sqlite")
    with upgraded(tmp_path / "b.sqlite", Renumbered()) as made.table:
        with made.pages():
            pass
        assert not listed(made.table, made)["only_shown"]


def test_a_battle_goes_on_where_its_own_course_is_the_same(address: str) -> None:
    made = begun(address)
    with upgraded(address, Renumbered()) as made.table, made.pages() as pages:
        assert pages[0].last("hello")["note"] == ""
        bid_and_run(pages)


def test_what_was_taken_back_and_played_otherwise_is_no_difference(address: str) -> None:
    made = begun(address)
    with serving(address) as made.table, made.pages() as pages:
        pages[0].send(type="undo")
        pages[1].send(type="consent", yes=True)
        pages[0].run(0.5)
        bid_and_run(pages)
    with serving(address) as made.table, made.pages() as pages:
        assert pages[0].last("hello")["note"] == ""
        bid_and_run(pages)


@pytest.mark.parametrize("slug", ["eow", "aofr"])
def test_snapshots_are_small_and_a_few_steps_apart(slug: str) -> None:
    book, chance = ruleset(slug), Chance("players")
    armies = tuple(book.armies()[:2])
    setup = Setup(ruleset=slug, armies=armies, map=next(name for name in book.maps() if name != "open"))
    game = Game(book, book.set_up(setup), luck_of(Chance("dice")))
    while not game.over and game.number < 60:
        game.answer(game.asked.sample(chance))
    steps = snapshots.passed(game)
    taken = [number for number, step in enumerate(steps) if step.snapshot is not None]
    assert all(later - sooner <= snapshots.EVERY for sooner, later in zip([0, *taken], taken, strict=False))
    sizes = [len(step.snapshot) for step in steps if step.snapshot is not None]
    assert max(sizes) < len(msgspec.json.encode(game.battle)) / 2


@pytest.mark.parametrize("version", [1, FIRST_SCHEMA - 1])
def test_a_database_from_before_the_first_release_is_refused_and_left_alone(address: str, version: int) -> None:
    begun(address)
    store = Store(address)
    store._database.ask("UPDATE about SET value = ? WHERE name = 'schema'", (version,))
    store._database.ask("DROP TABLE season_claims")
    store.close()
    with pytest.raises(StoreError, match=r"before Warhost 0\.1\.0 .* Finish those battles .* --data"):
        Store(address)
    with pytest.raises(StoreError, match="before Warhost"):
        Store(address)  # no table was made, and no number changed


def statements(schema: str) -> list[str]:
    """What is laid out, without comments and spaces."""
    lines = [line.partition("--")[0] for line in schema.splitlines()]
    return [" ".join(statement.split()) for statement in "\n".join(lines).split(";") if statement.strip()]


def test_every_change_of_the_tables_has_a_version_of_its_own() -> None:
    # A change raises SCHEMA_VERSION and has its file here: an older Warhost must not open what it does not know.
    laid_out = (Path(__file__).parent / f"schema_{SCHEMA_VERSION}.sql").read_text("utf-8")
    assert statements(SCHEMA) == statements(laid_out)
    assert list(CHANGES) == list(range(FIRST_SCHEMA + 1, SCHEMA_VERSION + 1))


def test_an_older_warhost_leaves_battles_alone_that_players_have_ended(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(address) as table:
        made = table.tiny()
        with made.pages() as pages:
            pages[0].send(type="concede")
    with monkeypatch.context() as older:
        older.setattr(databases, "SCHEMA_VERSION", 3)
        with pytest.raises(
            StoreError, match=rf"newer Warhost \(its tables have version {SCHEMA_VERSION}, this one knows 3\)"
        ):
            Store(address)
    with serving(address) as made.table, made.pages() as pages:
        assert pages[1].state["over"]


def without_snapshots(file: Path) -> None:
    """The battles of a file as they are before anybody has taken snapshots of them."""
    with closing(sqlite3.connect(file)) as kept:
        kept.execute("DELETE FROM steps")
        kept.execute("DELETE FROM sums")
        kept.commit()


def test_battles_without_snapshots_get_them_unasked(tmp_path: Path) -> None:
    file = tmp_path / "made.sqlite"
    made = begun(file)
    without_snapshots(file)

    async def care() -> tuple[list[str], list[str]]:
        store = Store(str(file))
        all_battles = AllBattles(store, Thinkers(1))
        before, kept = store.without_steps(), store.find(made.id)
        await catch_up(all_battles, before)
        after, same = store.without_steps(), store.find(made.id)
        await all_battles.close()
        store.close()
        assert kept is not None
        assert same is not None
        assert same.updated == kept.updated
        return before, after

    assert asyncio.run(care()) == ([made.id], [])


def test_without_snapshots_a_battle_of_older_rules_says_why_it_cannot_be_opened(tmp_path: Path) -> None:
    made = begun(tmp_path / "made.sqlite")
    without_snapshots(tmp_path / "made.sqlite")
    with upgraded(tmp_path / "made.sqlite", Stricter()) as table:
        with table.client.websocket_connect(f"/ws?token={made.watch}") as socket:
            reason = socket.receive_json()["reason"]
        assert "cannot be continued" in reason
        assert "begun with version 1.0, this is 2.0" in reason
