"""Season files that somebody tampered with: refused in a sentence, or shown for what they are."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.proxying import HOSTING
from tests.server.harness import Table, serving, until
from tests.server.season import Cup
from tests.server.test_io_errors import QUICK
from tests.server.test_seasons import race
from warhost.campaign import Entry, Season, find_campaign
from warhost.campaign.keeping import read_export
from warhost.campaign.season import give
from warhost.errors import WarhostError
from warhost.server.net.limits import Limits
from warhost.server.seasons import all_seasons
from warhost.server.seasons import files as season_files
from warhost.server.seasons.files import MOST_OF_A_SEASON

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


def test_a_battle_proves_one_result_alone(table: Table, fought: dict[str, Any]) -> None:
    false = deepcopy(fought)
    first = fought["record"]["entries"][0]["result"]
    false["record"]["entries"][1]["result"] = {**first, "fixture": "heat 2"}
    false["record"]["entries"] = false["record"]["entries"][:2]
    false["battles"]["1"] = fought["battles"]["0"]
    state = find_campaign("cup").state_type
    season = Season(find_campaign("cup"), msgspec.json.decode(json.dumps(false["record"]["start"]), type=state))
    for entry in false["record"]["entries"]:
        give(season, msgspec.convert(entry, Entry))
    false["record"]["final"] = season.hash()
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


def forged(file: dict[str, Any], **start: Any) -> dict[str, Any]:
    """The file with another start and nothing after it, and the hash of that."""
    false = deepcopy(file)
    false["record"]["start"].update(start)
    false["record"]["entries"] = []
    campaign = find_campaign(false["record"]["campaign"])
    state = msgspec.json.decode(json.dumps(false["record"]["start"]), type=campaign.state_type)
    false["record"]["final"] = Season(campaign, state).hash()
    return false


def real_season(table: Table, campaign: str, book: str) -> dict[str, Any]:
    players = [{"name": name} for name in ("Ann", "Ben", "Cay", "Dan")]
    cup = Cup(table, table.post("/api/seasons", campaign=campaign, ruleset=book, players=players))
    cup.do("start")
    file: dict[str, Any] = table.get(f"{cup.path}/file", cup.organiser)
    return file


UNFINISHED = {"key": "r1t1", "players": [0, 1], "table": 1, "victory": [99, 0], "destruction": [5000, 0]}


@pytest.mark.parametrize(
    "start",
    [
        {"rounds": [{"number": 1, "matches": [UNFINISHED]}], "stage": "pair", "lots": [0, 1, 2, 3]},
        {"stage": "pair", "lots": [3, 2, 1, 0]},
        {"dropped": {"1": 0}},
        {"players": ["Eve", "Ben", "Cay", "Dan"]},
        {"over": True},
    ],
)
def test_a_tournament_begins_without_points_and_before_its_first_round(table: Table, start: dict[str, Any]) -> None:
    false = forged(real_season(table, "tournament", "eow"), **start)
    assert "before it began" in table.post("/api/seasons/import", status=400, **false)["error"]


WINNING = {"player": 0, "name": "A", "faction": "Tallgrass Horde", "vp": 50, "joined": True}
OTHERS = [{**WINNING, "player": player, "name": f"{player}", "vp": 0} for player in (1, 2, 3)]


@pytest.mark.parametrize(
    "start",
    [
        {"armies": [WINNING, *OTHERS], "stage": "recruit units", "mission": 3, "length": 4},
        {"over": True, "winners": [0]},
        {"length": 1, "mission": 1},
        {"timeline": [{"text": "Ann wins the campaign."}]},
    ],
)
def test_a_campaign_begins_before_anybody_has_gained_anything(table: Table, start: dict[str, Any]) -> None:
    false = forged(real_season(table, "aofr-campaign", "aofr"), **start)
    assert "before it began" in table.post("/api/seasons/import", status=400, **false)["error"]


def test_everybody_sees_that_a_season_came_from_a_file(address: str, fought: dict[str, Any]) -> None:
    with serving(address) as table:
        cup = Cup(table, table.post("/api/seasons/import", **fought))
        began_here = Cup.begun(table).seen()
        assert (began_here["imported"], began_here["page"].get("cards", [])) == ("", [])
    with serving(address) as cup.table:
        shown = cup.seen()
        assert shown["imported"] == "agreed"
        (card,) = shown["page"]["cards"]
        assert card["title"] == "Imported from a file"
        assert ["Heats", "2"] in shown["agreed"]


def test_a_start_that_nobody_agreed_on_is_shown_as_unproved(table: Table, fought: dict[str, Any]) -> None:
    # The cup cannot tell whether somebody had gained points before it began.
    cup = Cup(table, table.post("/api/seasons/import", **forged(fought, points=[50, 0, 0])))
    shown = cup.seen()
    assert shown["imported"] == "told"
    assert "unproved" in shown["page"]["cards"][0]["lines"][0][1]
    # What the file says was agreed is not what it was played by.
    assert shown["agreed"] == [["Take backs", "Not against computers"]]


def test_settings_and_armies_from_which_a_tournament_did_not_begin_are_shown_as_unproved(table: Table) -> None:
    file = real_season(table, "tournament", "eow")
    assert Cup(table, table.post("/api/seasons/import", **file)).seen()["imported"] == "agreed"
    settings = {**file["record"]["start"]["settings"], "win": 1000}
    false = forged(file, settings=settings)
    assert Cup(table, table.post("/api/seasons/import", **false)).seen()["imported"] == "told"
    entrants = [{**one, "army": "An Army Of My Own"} for one in file["record"]["start"]["entrants"]]
    false = forged(file, entrants=entrants)
    assert Cup(table, table.post("/api/seasons/import", **false)).seen()["imported"] == "told"


def test_nothing_is_worked_out_for_thousands_of_players(
    table: Table, fought: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    false = deepcopy(fought)
    false["record"]["start"]["players"] = [f"Runner {number}" for number in range(5_000)]
    worked: list[str] = []

    def run(_: object, state: object, step: str) -> Iterator[None]:
        worked.append(step)
        yield

    monkeypatch.setattr(type(find_campaign("cup")), "run", run)
    assert "its players" in table.post("/api/seasons/import", status=400, **false)["error"]
    assert worked == []


def test_a_season_that_takes_too_long_is_not_taken_in(
    table: Table, fought: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(season_files, "READING_SECONDS", -1.0)
    assert "too long" in table.post("/api/seasons/import", status=400, **fought)["error"]


def test_battles_for_which_there_is_no_time_prove_nothing(
    table: Table, fought: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_seasons, "PROVING_SECONDS", -1.0)
    made = table.post("/api/seasons/import", **fought)
    assert made["unproved"] == 1
    assert [one["by_hand"] for one in Cup(table, made).seen()["fixtures"][:2]] == [True, True]


def test_a_season_with_two_long_names_alike_can_be_sent(table: Table) -> None:
    cup = Cup.begun(table, players=[{"name": "A" * 80}] * 2 + [{"name": "Cay"}])
    names = [player["name"] for player in cup.seen()["players"]]
    assert names[1] == "A" * 76 + " (2)"
    table.post("/api/seasons/import", **table.get(f"{cup.path}/file", cup.organiser))


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
