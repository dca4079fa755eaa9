"""Season files that somebody tampered with: refused in a sentence, or shown for what they are."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests.proxying import HOSTING
from tests.server.harness import Table, serving, until
from tests.server.season import Cup
from tests.server.test_io_errors import QUICK
from tests.server.test_seasons import race
from warhost.campaign import find_campaign
from warhost.campaign.keeping import read_export
from warhost.errors import WarhostError
from warhost.server.limits import Limits
from warhost.server.season_files import MOST_OF_A_SEASON

ODD: tuple[Any, ...] = (
    None, True, -1, 10**40, 1e308, "", "\0", "x" * 5_000, "\ud800", [], {}, [[]], {"": {}}, "human", 0, 2,
)  # fmt: skip


@pytest.fixture
def fought(table: Table) -> dict[str, Any]:
    """A season with one battle that was fought here and one result from a real table."""
    cup = Cup.begun(table)
    race(table, cup, "heat 1")
    until(lambda: bool(cup.fixture("heat 1")["state"] == "done"))
    cup.wins(1, "heat 2")
    file: dict[str, Any] = table.get(f"{cup.path}/file", cup.organiser)
    return file


def final_of(file: dict[str, Any]) -> str:
    """The hash that would pass, worked out as whoever has our code can."""
    season, _ = read_export(json.dumps(file).encode(), "it", find_campaign)
    return season.hash()


def with_result(file: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The file with another first result, and the right hash at its end."""
    false = deepcopy(file)
    false["record"]["entries"][0]["result"].update(changes)
    return false


def by_hand(table: Table, file: dict[str, Any]) -> list[bool]:
    cup = Cup(table, table.post("/api/seasons/import", **file))
    return [one["by_hand"] for one in cup.seen()["fixtures"][:2]]


def test_a_season_with_its_battles_is_taken_in_as_it_is(table: Table, fought: dict[str, Any]) -> None:
    assert by_hand(table, fought) == [False, True]


def test_a_seal_without_its_battle_is_worth_nothing(table: Table, fought: dict[str, Any]) -> None:
    assert by_hand(table, {**fought, "battles": {}}) == [True, True]
    assert by_hand(table, with_result(fought, seal="0" * 32)) == [True, True]


def test_a_seal_of_another_battle_is_worth_nothing(table: Table, fought: dict[str, Any]) -> None:
    false = deepcopy(fought)
    false["record"]["entries"][1]["result"]["seal"] = fought["battles"]["0"]["seal"]
    false["battles"]["1"] = fought["battles"]["0"]
    # Heat 2 says that somebody else won.
    assert by_hand(table, false) == [False, True]


def test_a_result_that_is_not_that_of_its_battle_is_by_hand(table: Table, fought: dict[str, Any]) -> None:
    outcome = {**fought["record"]["entries"][0]["result"]["outcome"], "text": "A great victory."}
    assert by_hand(table, with_result(fought, outcome=outcome)) == [True, True]


def test_a_battle_whose_dice_are_unproved_seals_nothing(table: Table, fought: dict[str, Any]) -> None:
    false = deepcopy(fought)
    false["battles"]["0"].update(seed=None, places=None)
    assert by_hand(table, false) == [True, True]


def test_no_error_tells_the_hash_that_would_pass(table: Table, fought: dict[str, Any]) -> None:
    final = fought["record"]["final"]
    assert final_of(fought) == final
    false = {**fought, "record": {**fought["record"], "final": "0" * 16}}
    told = table.post("/api/seasons/import", status=400, **false)["error"]
    assert "altered" in told
    assert final not in told
    with pytest.raises(WarhostError) as raised:
        read_export(json.dumps(false).encode(), "it", find_campaign)
    assert final not in str(raised.value)


def test_battles_of_an_imported_season_count_as_others_do(tmp_path: Path, fought: dict[str, Any]) -> None:
    few = Limits(address_battles=1, page_work=1e6, address_work=1e6)
    with serving(tmp_path / "other.sqlite", limits=few) as table:
        table.tiny()
        made = table.post("/api/seasons/import", **fought)
        # There is no room for the battle here; its result is as good as ever.
        assert made["left_out"] == 1
        first = Cup(table, made).fixture("heat 1")
        assert (first["battle"], first["by_hand"], first["state"]) == ("", False, "done")


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document."""
    yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from places(one, (*at, key))


def tampered(file: dict[str, Any], dice: random.Random) -> Any:
    """The file with something else in one of its places, or without it."""
    false = deepcopy(file)
    found = [at for at in places({key: one for key, one in file.items() if key != "battles"}) if at]
    at = dice.choice(found)
    inner: Any = false
    for key in at[:-1]:
        inner = inner[key]
    if dice.random() < 0.2:
        del inner[at[-1]]
    else:
        inner[at[-1]] = dice.choice(ODD)
    return false


def refused_or_taken(table: Table, file: dict[str, Any], times: int, seed: int) -> None:
    dice = random.Random(seed)
    client = table.client
    for _ in range(times):
        false = tampered(file, dice)
        response = client.post("/api/seasons/import", content=json.dumps(false))
        assert response.status_code in (201, 400), (response.text, false)
        if response.status_code == 201:
            made = response.json()
            assert client.get(f"/api/seasons/{made['id']}").status_code == 200, false


def test_no_file_breaks_the_server(tmp_path: Path, fought: dict[str, Any]) -> None:
    with serving(tmp_path / "other.sqlite", limits=QUICK) as table:
        refused_or_taken(table, fought, 150, 1)
        for data in (b"", b"{", b"[]", b"\xff\xfe", b"null", b"[" * 50_000, b'{"record":' * 5_000):
            assert table.client.post("/api/seasons/import", content=data).status_code == 400


@pytest.mark.slow
@pytest.mark.parametrize("campaign", ["tournament", "aofr-campaign"])
def test_no_file_of_a_real_season_breaks_the_server(address: str, campaign: str) -> None:
    with serving(address, limits=QUICK) as table:
        book = "aofr" if campaign == "aofr-campaign" else "eow"
        players = [{"name": name} for name in ("Ann", "Ben", "Cay", "Dan")]
        made = table.post("/api/seasons", campaign=campaign, ruleset=book, players=players)
        cup = Cup(table, made)
        cup.do("start")
        file = table.get(f"{cup.path}/file", cup.organiser)
        refused_or_taken(table, file, 150, 2)


def test_the_body_limits_that_we_recommend_let_whole_seasons_through() -> None:
    limits = re.findall(r"client_max_body_size (\d+)m;", HOSTING.read_text(encoding="utf-8"))
    assert len(limits) == 3
    assert all(int(limit) * 1024 * 1024 >= MOST_OF_A_SEASON for limit in limits)
