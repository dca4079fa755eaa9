"""The figures of a server for Prometheus: they are right, they can be read, and they tell no secrets."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.server.harness import PEOPLE, Table, bid_and_run, refusals, serving, until
from tests.server.process import server_at
from tests.server.season import Cup
from warhost.server.net import limits
from warhost.server.net.limits import Limits
from warhost.server.store.databases import StoreError

# One line of the text form: a name, perhaps labels, a number.
SAMPLE = re.compile(r'([a-z_]+)(\{(?:[a-z]+="[^"\\\n]*",?)+\})? (-?[0-9.]+(?:e[+-]?[0-9]+)?)')


def figures(table: Table) -> dict[str, float]:
    """Every sample by its name with its labels."""
    response = table.client.get("/metrics")
    assert response.status_code == 200
    assert response.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert response.text.endswith("\n")
    found = {}
    known: dict[str, str] = {}
    for line in response.text.splitlines():
        if line.startswith("# "):
            _, what, name, told = line.split(" ", 3)
            assert what in ("HELP", "TYPE")
            known[name] = told
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample, line
        family = re.sub("_(bucket|sum|count)$", "", sample[1])
        assert sample[1] in known or known.get(family) == "histogram", line
        assert line.rpartition(" ")[0] not in found
        found[line.rpartition(" ")[0]] = float(sample[3])
    return found


def test_battles_seats_and_pages_are_counted(table: Table) -> None:
    assert figures(table)["warhost_battles"] == 0
    made = table.tiny()
    table.create(ruleset="tiny", armies=["Hares", "Tortoises"], seats=[*PEOPLE[:1], {"player": "random"}])
    with made.pages() as pages, table.page(made.watch):
        now = figures(table)
        assert now["warhost_battles"] == now["warhost_battles_open"] == 2
        assert now['warhost_pages{role="player"}'] == 2
        assert now['warhost_pages{role="spectator"}'] == 1
        assert now['warhost_seats{player="person"}'] == 3
        assert now['warhost_seats{player="computer"}'] == 1
        assert now['warhost_seats_asked{player="person"}'] == 3
        pages[0].choose("2")
        assert figures(table)['warhost_seats_asked{player="person"}'] == 2
    until(lambda: figures(table)['warhost_pages{role="player"}'] == 0)


def test_answers_of_people_are_timed_if_they_are_accepted(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        assert refusals(pages[0].choose("99"))
    now = figures(table)
    assert now["warhost_answer_seconds_count"] == now['warhost_answer_seconds_bucket{le="+Inf"}'] == 3
    assert now["warhost_answer_seconds_sum"] > 0
    buckets = [value for name, value in now.items() if name.startswith("warhost_answer_seconds_bucket")]
    assert buckets == sorted(buckets)


@pytest.mark.slow
def test_decisions_of_computers_are_counted(table: Table) -> None:
    table.tiny(seats=[{"player": "random"}] * 2, house={"pace": 0})
    until(lambda: figures(table)["warhost_thinking_seconds_count"] >= 3)
    now = figures(table)
    assert now["warhost_thinking_workers"] >= 1
    assert now["warhost_thinking_queue"] == 0
    assert now["warhost_thinking_failed_total"] == 0


def test_requests_are_counted_by_method_and_status(table: Table) -> None:
    before = figures(table)
    table.get("/api/rulesets")
    table.get("/api/nothing", status=404)
    table.client.request("BREW", "/api/battles")
    now = figures(table)
    assert now['warhost_requests_total{method="GET",code="404"}'] == 1
    assert now['warhost_requests_total{method="other",code="405"}'] == 1
    # The one before counts itself only when it has been answered.
    assert now["warhost_request_seconds_count"] == before["warhost_request_seconds_count"] + 4


def test_errors_and_warnings_are_counted(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> int:
        raise StoreError("The disk is gone.")

    assert figures(table)['warhost_log_messages_total{level="error"}'] == 0
    monkeypatch.setattr(table.client.app.state.all_battles.store, "count", broken)  # type: ignore[attr-defined]
    assert table.client.post("/api/battles", json={}).status_code == 503
    now = figures(table)
    assert now['warhost_log_messages_total{level="error"}'] == 1
    assert now['warhost_requests_total{method="POST",code="503"}'] == 1
    assert now["warhost_database_up"] == 0
    assert "warhost_battles" not in now


def test_no_secret_is_among_the_figures(table: Table) -> None:
    made = table.tiny(title="A secret meeting", seats=[{"player": "human", "name": "Ann"}, {"player": "human"}])
    with made.pages() as pages:
        bid_and_run(pages)
        told = table.client.get("/metrics").text
    kept = table.client.app.state.all_battles._rooms[made.id].kept  # type: ignore[attr-defined]
    words = ("secret", "Ann", "Hares", "testclient")
    for secret in (*made.tokens, made.watch, made.id, kept.seed, kept.commitment, *words):
        assert secret not in told


def test_the_figures_are_limited_like_the_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Four requests at once and one more in a thousand seconds: no machine is as slow.
    monkeypatch.setattr(limits, "SECONDS_SAVED", 4000.0)
    with serving(tmp_path / "b.sqlite", limits=Limits(address_requests=0.001)) as table:
        codes = [table.client.get("/metrics").status_code for _ in range(8)]
    assert codes[0] == 200
    assert codes[-1] == 429


def test_two_servers_in_one_process_count_for_themselves(tmp_path: Path) -> None:
    with serving(tmp_path / "one.sqlite") as one, serving(tmp_path / "two.sqlite") as two:
        one.tiny()
        assert figures(one)["warhost_battles"] == 1
        assert figures(two)["warhost_battles"] == 0
        assert 'warhost_requests_total{method="POST",code="201"}' not in figures(two)


# A server that has something to warn of.
WARNING = (
    "import logging\n"
    "from warhost.server.store import upkeep\n"
    "from warhost.cli import main\n"
    "log = logging.getLogger('warhost.server.store.upkeep')\n"
    "async def wake(all_battles): log.warning('A battle cannot be woken.')\n"
    "upkeep.wake = wake\n"
    "main()"
)


@pytest.mark.slow
def test_warnings_are_written_without_verbose(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with server_at(tmp_path / "b.sqlite", errors=errors, program=WARNING) as server:
        until(lambda: "A battle cannot be woken." in errors.read_text())
        assert 'level="warning"} 1' in _told(server.address)
    assert "WARNING warhost.server.store.upkeep A battle cannot be woken." in errors.read_text()


def _told(address: str) -> str:
    with urlopen(f"{address}/metrics", timeout=60) as response:
        return str(response.read().decode())


def test_seasons_answers_and_results_are_counted(table: Table) -> None:
    def seasons() -> dict[str, float]:
        names = ("warhost_seasons", "warhost_season_")
        return {name: value for name, value in figures(table).items() if name.startswith(names) and value}

    assert seasons() == {}
    waits, cup = Cup.of(table), Cup.begun(table)
    assert seasons() == {
        'warhost_seasons{state="waiting"}': 1,
        'warhost_seasons{state="running"}': 1,
        "warhost_seasons_open": 2,
    }
    fixture = next(one for one in cup.seen("o")["fixtures"] if one["state"] == "open")
    cup.wins(0, fixture["key"])
    assert seasons()['warhost_season_results_total{source="hand"}'] == 1
    number = next(one["number"] for one in cup.seen("o")["fixtures"] if one["state"] == "done")
    cup.do("corrections", "o", 200, number=number, sure=True)
    assert seasons()['warhost_season_results_mended_total{what="corrected"}'] == 1
    table.client.request("DELETE", waits.path, headers={"X-Warhost-Token": waits.organiser})
    assert 'warhost_seasons{state="waiting"}' not in seasons()


def test_answers_in_seasons_are_counted(table: Table) -> None:
    cup = Cup.begun(table)
    for fixture in [one["key"] for one in cup.seen("o")["fixtures"] if one["state"] == "open"]:
        cup.wins(0, fixture)
    asked = [player for player in ("0", "1", "2", "o") if cup.seen(player)["questions"]]
    question = cup.seen(asked[0])["questions"][0]["question"]
    cup.answer(asked[0], question["options"][0]["key"])
    assert figures(table)['warhost_season_answers_total{player="person"}'] == 1
