"""Nobody wins a season by what they type: results that are entered, battles that are deleted, keys that are old."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.server.harness import Page, Table, refusals, serving, until
from tests.server.season import Cup
from tests.server.test_seasons import race
from warhost.campaign import Season
from warhost.campaign.correcting import before
from warhost.server.seasons import results as season_results
from warhost.server.seasons.all_seasons import AllSeasons
from warhost.server.seasons.room import SeasonRoom

WITH_COMPUTER: dict[str, Any] = {"players": [{"name": "Ann"}, {"name": "Ben"}, {"player": "random"}]}
AGAINST_COMPUTERS: dict[str, Any] = {"players": [{"name": "Ann"}, {"player": "random"}, {"player": "random"}]}


def test_a_result_waits_until_all_who_played_confirm_it(table: Table) -> None:
    cup = Cup.begun(table)
    assert cup.wins(0, "heat 1", "0", score=[3, 2, 1]) == {"waits_for": [1, 2]}
    first = cup.fixture("heat 1")
    assert first["state"] == "open"
    pending = first["pending"]
    assert (pending["by"], pending["waits_for"], pending["winners"]) == ([0], [1, 2], [0])
    assert (pending["scores"], pending["text"]) == (["3", "2", "1"], "Ann won against Ben and Cay.")
    # Whoever entered it says nothing new, and strangers say nothing at all.
    assert cup.confirm("heat 1", "0") == {"waits_for": [1, 2]}
    cup.confirm("heat 1", "", status=403)
    assert cup.confirm("heat 1", "1") == {"waits_for": [2]}
    assert cup.points()["Ann"] == "0"
    assert cup.confirm("heat 1", "2") == {"waits_for": []}
    first = cup.fixture("heat 1")
    assert (first["state"], first["winners"], first["by_hand"], first["pending"]) == ("done", [0], True, None)


def test_whoever_enters_the_same_result_confirms_it(table: Table) -> None:
    cup = Cup.begun(table)
    cup.wins(0, "heat 1", "0")
    cup.wins(0, "heat 1", "1", text="A close race.")
    assert cup.wins(0, "heat 1", "2") == {"waits_for": []}
    assert cup.fixture("heat 1")["state"] == "done"


def test_another_result_takes_the_place_of_one_that_waits_and_is_not_confirmed_with_it(table: Table) -> None:
    cup = Cup.begun(table)
    cup.wins(1, "heat 1", "0")
    seen = cup.fixture("heat 1")["pending"]["id"]
    cup.wins(0, "heat 1", "0")
    # Ben looked at the result before: he does not confirm what he has not seen.
    assert "no longer waits" in cup.do("confirmations", "1", 400, claim=seen, yes=True)["error"]
    assert cup.fixture("heat 1")["pending"]["waits_for"] == [1, 2]


def test_a_disputed_result_is_for_the_organiser(table: Table) -> None:
    cup = Cup.begun(table)
    cup.wins(0, "heat 1", "0")
    assert cup.confirm("heat 1", "1", yes=False) == {"waits_for": [-1]}
    assert cup.fixture("heat 1")["pending"]["disputed"] == [1]
    assert cup.confirm("heat 1", "2") == {"waits_for": [-1]}
    assert cup.fixture("heat 1")["state"] == "open"
    listed = table.client.get("/api/seasons", headers={"X-Warhost-Tokens": cup.organiser}).json()
    assert listed[0]["your_move"]
    # Ben may change his mind; else the organiser takes or rejects it.
    cup.confirm("heat 1", "o", yes=False)
    assert cup.fixture("heat 1")["pending"] is None
    cup.wins(0, "heat 1", "0")
    cup.confirm("heat 1", "1", yes=False)
    cup.confirm("heat 1", "o")
    assert cup.fixture("heat 1")["state"] == "done"


def test_whoever_entered_a_result_may_withdraw_it(table: Table) -> None:
    cup = Cup.begun(table)
    cup.wins(0, "heat 1", "0")
    assert "withdraw" in cup.do("battles", "1", 400, fixture="heat 1")["error"]
    cup.confirm("heat 1", "0", yes=False)
    assert cup.fixture("heat 1")["pending"] is None
    cup.do("battles", "1", 201, fixture="heat 1")


def test_the_organiser_decides_at_once(table: Table) -> None:
    cup = Cup.begun(table)
    cup.wins(0, "heat 1", "0")
    assert cup.wins(1, "heat 1") == {"waits_for": []}
    first = cup.fixture("heat 1")
    assert (first["state"], first["winners"], first["pending"]) == ("done", [1], None)


def test_a_win_over_a_computer_without_a_battle_is_for_the_organiser(table: Table) -> None:
    cup = Cup.begun(table, **AGAINST_COMPUTERS)
    assert cup.wins(0, "heat 1", "0") == {"waits_for": [-1]}
    assert cup.confirm("heat 1", "0") == {"waits_for": [-1]}
    assert cup.fixture("heat 1")["state"] == "open"
    cup.confirm("heat 1", "o")
    assert cup.fixture("heat 1")["state"] == "done"


def test_the_other_person_cannot_confirm_for_a_computer(table: Table) -> None:
    cup = Cup.begun(table, **WITH_COMPUTER)
    cup.wins(0, "heat 1", "0")
    assert cup.confirm("heat 1", "1") == {"waits_for": [-1]}


def test_no_result_is_entered_by_players_while_the_battle_is_fought_here(table: Table) -> None:
    cup = Cup.begun(table)
    cup.do("battles", "1", 201, fixture="heat 1")
    assert "reports its own result" in cup.wins(0, "heat 1", "0", status=400)["error"]
    assert cup.fixture("heat 1")["pending"] is None
    cup.wins(0, "heat 1")
    first = cup.fixture("heat 1")
    # A battle was begun here, and yet nothing proves this result.
    assert (first["state"], first["by_hand"]) == ("done", True)
    assert first["battle"]


def test_results_that_wait_are_kept_and_forgotten_with_what_they_are_of(address: str) -> None:
    with serving(address) as table:
        cup = Cup.begun(table)
        cup.wins(0, "heat 1", "0")
        cup.wins(0, "heat 2")
    with serving(address) as cup.table:
        assert cup.fixture("heat 1")["pending"]["waits_for"] == [1, 2]
        cup.confirm("heat 1", "1")
        cup.confirm("heat 1", "2")
        assert cup.fixture("heat 1")["state"] == "done"
        # Voided, it is open again, and nothing waits there.
        number = cup.fixture("heat 1")["number"]
        cup.do("corrections", status=200, number=number, sure=True)
        assert cup.fixture("heat 1")["pending"] is None
    with serving(address) as cup.table:
        assert cup.fixture("heat 1")["pending"] is None


def test_whoever_confirms_a_result_sees_all_that_was_entered(table: Table) -> None:
    cup = Cup.begun(table)
    cup.wins(2, "heat 1", "0", told={"rabbit": 4})
    assert cup.fixture("heat 1")["pending"]["told"] == [["How often the rabbit was seen", "4"]]


def test_points_that_break_ties_are_seen_before_they_are_confirmed(table: Table) -> None:
    cup = tournament(table)
    match = cup.seen()["fixtures"][0]
    cup.do("results", str(match["players"][0]), 200, fixture=match["key"], winners=[0], told={"second 0": 900})
    first = cup.seen()["players"][match["players"][0]]["name"]
    assert cup.fixture(match["key"])["pending"]["told"] == [[f"Score of {first}", "900"]]


def tournament(table: Table) -> Cup:
    """A tournament whose first round is paired."""
    players = [{"name": name} for name in ("Ann", "Ben", "Cay", "Dan")]
    cup = Cup(table, table.post("/api/seasons", campaign="tournament", ruleset="eow", players=players))
    cup.do("start")
    cup.answer("o", "go on")
    return cup


def test_no_score_is_so_large_that_the_season_cannot_keep_it(table: Table) -> None:
    cup = tournament(table)
    match = cup.seen()["fixtures"][0]
    body = {"fixture": match["key"], "winners": [0], "told": {"second 0": 10**30}}
    for who in (str(match["players"][0]), "o"):
        assert "0 to 1000000" in cup.do("results", who, 400, **body)["error"]
    assert cup.fixture(match["key"])["state"] == "open"


@pytest.mark.parametrize("what", ["results", "corrections"])
def test_what_a_season_cannot_tell_has_not_happened(address: str, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    def broken(*_: object) -> None:
        raise OverflowError("can't serialize ints >= 2**64")

    with serving(address) as table:
        cup = Cup.begun(table)
        cup.wins(0, "heat 1")
        result = {"fixture": "heat 1", "winners": [1], "told": {"rabbit": 1}}
        with monkeypatch.context() as trips:
            trips.setattr(Season, "hash", broken)
            if what == "results":
                cup.wins(0, "heat 2", status=400)
            else:
                cup.do("corrections", status=400, number=0, result=result, sure=True)
        assert [(one["state"], one["winners"]) for one in cup.seen()["fixtures"]] == [("done", [0]), ("open", [])]
        cup.wins(2, "heat 2")
    with serving(address) as cup.table:
        shown = cup.seen()
        assert shown["note"] == ""
        assert [one["winners"] for one in shown["fixtures"][:2]] == [[0], [2]]


def test_a_form_shows_the_result_that_waits(table: Table) -> None:
    cup = Cup.begun(table)
    cup.wins(2, "heat 1", "0", told={"rabbit": 4})
    form = table.get(f"{cup.path}/form?fixture=heat%201", cup.key("1"))
    assert (form["result"]["winners"], form["result"]["told"]) == ([2], {"rabbit": 4})


def test_a_battle_of_a_season_is_not_deleted_while_that_goes_on(table: Table) -> None:
    cup = Cup.begun(table, **AGAINST_COMPUTERS)
    entered = cup.do("battles", "0", 201, fixture="heat 1")
    path, key = f"/api/battles/{entered['id']}", {"X-Warhost-Token": entered["tokens"]["0"]}
    response = table.client.delete(path, headers=key)
    assert response.status_code == 400
    assert "part of the season" in response.json()["error"]
    assert cup.do("battles", "0", 201, fixture="heat 1")["id"] == entered["id"]
    # Once the season is gone, nobody needs it.
    table.client.delete(cup.path, headers={"X-Warhost-Token": cup.organiser})
    assert table.client.delete(path, headers=key).status_code == 204


def test_a_deleted_battle_is_begun_again_by_the_organiser_alone(table: Table) -> None:
    cup = Cup.begun(table)
    entered = cup.do("battles", "0", 201, fixture="heat 1")
    key = {"X-Warhost-Token": cup.organiser}
    table.client.delete(cup.path, headers=key)
    table.client.delete(f"/api/battles/{entered['id']}", headers={"X-Warhost-Token": entered["tokens"]["0"]})
    table.client.post(f"{cup.path}/restore", headers=key)
    assert "only the organiser" in cup.do("battles", "0", 400, fixture="heat 1")["error"]
    assert cup.do("battles", "o", 201, fixture="heat 1")["id"] != entered["id"]


@pytest.mark.parametrize(("settings", "allowed"), [({}, False), ({"take_backs": True}, True)])
def test_nothing_is_taken_back_against_computers_unless_the_season_says_so(
    table: Table, settings: dict[str, Any], allowed: bool
) -> None:
    cup = Cup.begun(table, **AGAINST_COMPUTERS, settings=settings)
    assert ["Take backs", "Allowed against computers" if allowed else "Not against computers"] in cup.seen()["agreed"]
    token = cup.do("battles", "0", 201, fixture="heat 1")["tokens"]["0"]
    with table.page(token) as page:
        # Ann bids until a round with its die is over.
        page.choose(page.question["options"][-1]["key"])
        page.wait(lambda state: bool(state["question"]))
        if page.question["ask"] == "manoeuvre":
            page.run(0.5)
        page.wait(lambda state: bool(state["question"] and state["question"]["ask"] == "choose"))
        refused = refusals(page.send(type="undo"))
    assert (refused == []) is allowed
    if not allowed:
        assert "no take-backs" in refused[0]


def test_two_people_do_not_agree_to_a_take_back_over_the_head_of_a_computer(table: Table) -> None:
    cup = Cup.begun(table, **WITH_COMPUTER)
    tokens = [cup.do("battles", player, 201, fixture="heat 1")["tokens"][player] for player in "01"]
    with table.page(tokens[0]) as ann, table.page(tokens[1]) as ben:
        ann.choose(ann.question["options"][-1]["key"])
        ben.choose("0")
        ann.wait(lambda state: bool(state["question"] or state["over"]))
        if ann.question["ask"] == "manoeuvre":
            ann.run(0.5)
        ann.wait(lambda state: bool(state["question"] and state["question"]["ask"] == "choose"))
        assert "no take-backs" in refusals(ann.send(type="undo"))[0]
        assert "no take-backs" in refusals(ann.send(type="undo", agreed=[tokens[1]]))[0]


def heard(page: Page) -> None:
    """Hear what comes until the server lets the page go."""
    while page.socket.receive_text():
        pass


def test_a_new_key_revokes_seats_codes_and_pages_of_the_old_one(table: Table) -> None:
    cup = Cup.begun(table)
    entered = cup.do("battles", "1", 201, fixture="heat 1")
    token = entered["tokens"]["1"]
    other = cup.do("battles", "0", 201, fixture="heat 1")["tokens"]["0"]
    code = table.post(f"/api/battles/{entered['id']}/code", token)["code"]
    with table.page(token) as page, table.page(other) as stays:
        new = cup.do("players/1/key", "o", 201)["key"]
        with pytest.raises(WebSocketDisconnect):
            heard(page)
        assert stays.choose("0")
    assert table.client.post("/api/claim", json={"code": code}).status_code == 404
    table.get(f"/api/battles/{entered['id']}/timeline", token, status=404)
    with pytest.raises(WebSocketDisconnect), table.page(token):
        pass
    cup.keys["1"] = new
    again = cup.do("battles", "1", 201, fixture="heat 1")["tokens"]["1"]
    assert again != token
    with table.page(again) as page:
        assert page.last("hello")["seat"] == 1


def test_what_an_old_key_claimed_is_claimed_no_more(table: Table) -> None:
    cup = Cup.begun(table)
    cup.wins(1, "heat 1", "1")
    cup.do("players/1/key", "o", 201)
    assert cup.fixture("heat 1")["pending"] is None


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("results", {"fixture": "heat 1", "winners": [1], "told": {"rabbit": 1}}),
        ("confirmations", {"yes": True}),
        ("answer", {"player": 1, "id": "1.0", "answer": {"answer": "choose", "option": "1"}}),
    ],
)
def test_a_key_that_is_replaced_while_its_request_waits_does_nothing(
    table: Table, monkeypatch: pytest.MonkeyPatch, what: str, body: dict[str, Any]
) -> None:
    cup = Cup.begun(table, settings={"bidding": what == "answer"})
    if what == "confirmations":
        cup.wins(0, "heat 1", "0")
        body = {**body, "claim": cup.fixture("heat 1")["pending"]["id"]}
    changing, waiting = AllSeasons._changing, [True]

    @asynccontextmanager
    async def meanwhile(self: AllSeasons, season: str) -> AsyncIterator[SeasonRoom]:
        """The request waits until nobody else changes the season: the organiser makes a new key."""
        if waiting:
            waiting.clear()
            await self.new_key(season, 1)
        async with changing(self, season) as room:
            yield room

    monkeypatch.setattr(AllSeasons, "_changing", meanwhile)
    cup.do(what, "1", 403, **body)
    monkeypatch.undo()
    pending = None if what == "answer" else cup.fixture("heat 1")["pending"]
    assert pending is None or pending["waits_for"] == [1, 2]
    assert cup.seen()["waiting_for"] == ([0, 1, 2] if what == "answer" else [])


def test_strangers_do_not_make_the_server_work_a_season_out(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    cup = Cup.begun(table)
    cup.wins(0, "heat 1")
    asked: list[int] = []

    def worked_out(season: Season, number: int) -> Season:
        asked.append(number)
        return before(season, number)

    monkeypatch.setattr(season_results, "before", worked_out)
    table.get(f"{cup.path}/form?number=0", status=403)
    assert asked == []
    table.get(f"{cup.path}/form?number=0", cup.key("1"))
    assert asked == [0]


def test_results_without_a_seal_were_entered_by_hand(table: Table) -> None:
    cup = Cup.begun(table)
    race(table, cup, "heat 1")
    until(lambda: bool(cup.fixture("heat 1")["state"] == "done"))
    cup.wins(0, "heat 2")
    assert [one["by_hand"] for one in cup.seen()["fixtures"][:2]] == [False, True]
