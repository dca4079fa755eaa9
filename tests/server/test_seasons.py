"""Seasons on the server: set up, joined, played here and on real tables, corrected, kept, sent, and seen by others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.campaign import cup as cups
from tests.server.harness import PATIENT, Table, refusals, serving, until
from tests.server.season import CUP, Cup
from tests.server.test_clearing import Rounds
from warhost.campaign import register_campaign
from warhost.dice import Chance, Dice, verify
from warhost.server import app
from warhost.server.battles.all_battles import AllBattles
from warhost.server.net.limits import Limits
from warhost.server.store.clearing import REGRET


def test_campaigns_are_told_with_what_can_be_agreed_on(table: Table) -> None:
    card = next(one for one in table.get("/api/campaigns") if one["slug"] == "cup")
    assert (card["title"], card["fewest"], card["most"], card["brings"]) == ("The Tiny Cup", 3, 3, "army")
    assert [one["name"] for one in card["books"][0]["settings"]] == ["heats", "bidding", "organised", "take_backs"]


def test_players_join_by_their_links_and_the_organiser_starts(table: Table) -> None:
    cup = Cup.of(table, players=[{}, {"name": "Ben", "army": "Foxes"}, {"player": "random"}], settings={"heats": 1})
    shown = cup.seen("0")
    assert shown["waits"]
    assert shown["you"] == [0]
    assert [one["name"] for one in shown["players"]] == ["Player 1", "Ben", "Recruit 3"]
    assert [one["ready"] for one in shown["players"]] == [False, True, True]
    cup.do("players/0", "0", method="PUT", name=" Ann\n", army="Hares")
    cup.do("start", "0", 403)
    cup.do("start")
    shown = cup.seen()
    assert [one["name"] for one in shown["players"]] == ["Ann", "Ben", "Recruit 3"]
    assert shown["players"][0]["army"] == "Hares"
    assert shown["players"][2]["army"]
    assert [one["title"] for one in shown["fixtures"]] == ["Heat 1 of round 1"]
    assert "begun" in cup.do("start", status=400)["error"]
    assert "begun" in cup.do("players/0", "0", 400, "PUT", name="Zoe")["error"]


def test_names_of_players_differ(table: Table) -> None:
    cup = Cup.begun(table, players=[{"name": "Ann"}, {"name": "Ann"}, {}])
    assert [one["name"] for one in cup.seen()["players"]] == ["Ann", "Ann (2)", "Player 3"]


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"campaign": "cups"}, 'no campaign "cups"'),
        ({"players": [{}]}, "is for 3 to 3 players, not for 1"),
        ({"ruleset": "eow"}, "is played with tiny"),
        ({"settings": {"heats": 9}}, "heats cannot be 9"),
        ({"players": [{"player": "oracle"}, {}, {}]}, 'no player "oracle"'),
        ({"players": [{"list": "x"}, {}, {}]}, "You cannot bring a list of your own"),
    ],
)
def test_what_cannot_be_set_up_says_why(table: Table, wanted: dict[str, Any], why: str) -> None:
    assert why in table.post("/api/seasons", status=400, **{**CUP, **wanted})["error"]


def test_results_from_real_tables_are_entered_by_those_who_played(table: Table) -> None:
    cup = Cup.begun(table)
    form = table.get(f"{cup.path}/form?fixture=heat%201", cup.key("0"))
    assert [one["name"] for one in form["seats"]] == ["Ann", "Ben", "Cay"]
    assert [one["label"] for one in form["fields"]] == ["How often the rabbit was seen"]
    cup.wins(0, "heat 1", "0", score=[3, 2, 1])
    for player in "12":
        cup.confirm("heat 1", player)
    first = cup.seen()["fixtures"][0]
    assert (first["state"], first["winners"], first["scores"], first["text"]) == (
        "done",
        [0],
        ["3", "2", "1"],
        "Ann won against Ben and Cay.",
    )
    assert first["by_hand"]
    assert table.get(f"{cup.path}/form?fixture=heat%202", status=403)["error"].startswith("Only the players")
    assert "may already be in" in cup.wins(0, "heat 1", status=400)["error"]
    assert "9 seats" not in cup.wins(7, "heat 2", status=400)["error"]
    assert "seen the rabbit" in cup.wins(0, "heat 2", status=400, told={"rabbit": 0})["error"]
    assert "0 to 9" in cup.wins(0, "heat 2", status=400, told={"rabbit": 10})["error"]
    assert "points of all 3" in cup.wins(0, "heat 2", status=400, score=[1])["error"]
    cup.wins(0, "heat 2")
    # Ben is last: a die fell for him, and he is asked.
    shown = cup.seen()
    assert shown["waiting_for"] == [1]
    assert shown["questions"] == []
    assert [one["question"]["text"] for one in cup.seen("1")["questions"]] == ["Who loses a point?"]


def test_answers_are_taken_of_those_who_are_asked(table: Table) -> None:
    cup = Cup.begun(table, settings={"heats": 1})
    cup.wins(0, "heat 1")
    answer = {"answer": "choose", "option": "0"}
    assert "no question" in cup.do("answer", "0", 400, player=0, id="0.0", answer=answer)["error"]
    cup.do("answer", "0", 403, player=1, id="1.0", answer=answer)
    assert "no longer open" in cup.do("answer", "1", 400, player=1, id="1.7", answer=answer)["error"]
    assert "not among the options" in cup.answer("1", "1", 400)["error"]
    # The organiser may answer for somebody who cannot.
    cup.do("answer", "o", player=1, id="1.0", answer=answer)
    assert cup.points()["Ann"] == "1"
    assert cup.seen()["page"]["stage"] == "Round 2 of 2"


def test_secret_answers_are_seen_by_nobody_before_all_are_in(table: Table) -> None:
    cup = Cup.begun(table, settings={"bidding": True})
    assert cup.seen()["waiting_for"] == [0, 1, 2]
    assert [one["question"]["text"] for one in cup.seen("1")["questions"]] == ["Ben, your bid?"]
    assert cup.seen("o")["questions"] == []
    cup.answer("1", "3")
    assert cup.seen()["waiting_for"] == [0, 2]
    assert cup.seen("1")["questions"] == []
    for shown in (cup.seen(), cup.seen("0"), cup.seen("o"), table.get(f"{cup.path}/file", cup.key("0"))):
        assert '"option": "3"' not in str(shown).replace("'", '"')
        assert "wins the bid" not in str(shown)
    table.get(f"{cup.path}/file", status=403)
    cup.answer("0", "1")
    cup.answer("2", "1")
    assert cup.points()["Ben"] == "1"
    assert [one["text"] for one in cup.seen()["page"]["timeline"]] == ["Ben wins the bid."]


def test_the_organiser_is_asked_too(table: Table) -> None:
    cup = Cup.begun(table, settings={"organised": True})
    assert cup.seen()["waiting_for"] == [-1]
    assert cup.seen("0")["questions"] == []
    cup.do("answer", "0", 403, player=-1, id="o.0", answer={"answer": "choose", "option": "go"})
    cup.answer("o", "go")
    assert len(cup.seen()["fixtures"]) == 2


def race(table: Table, cup: Cup, fixture: str) -> str:
    """The race of a fixture, which its first player wins; returns the battle."""
    entered = [cup.do("battles", player, 201, fixture=fixture) for player in "012"]
    assert len({one["id"] for one in entered}) == 1
    tokens = [entered[seat]["tokens"][str(seat)] for seat in range(3)]
    with table.page(tokens[0]) as ann, table.page(tokens[1]) as ben, table.page(tokens[2]) as cay:
        while not ann.state["over"]:
            bid = ann.question["options"][-1]["key"]
            for page, option in ((ann, bid), (ben, "0"), (cay, "0")):
                page.choose(option)
            assert refusals(ann.run(float(bid) + 1)) == []
    return str(entered[0]["id"])


def test_a_battle_that_is_fought_here_tells_its_result_itself(table: Table) -> None:
    cup = Cup.begun(table)
    battle = race(table, cup, "heat 1")
    until(lambda: bool(cup.seen()["fixtures"][0]["state"] == "done"))
    first = cup.seen()["fixtures"][0]
    assert (first["winners"], first["battle"], first["by_hand"]) == ([0], battle, False)
    # Its record can be found by its seal, and everybody may watch it.
    record = table.get(f"/api/battles/{battle}/record")
    told = table.get(f"{cup.path}/file", cup.organiser)
    assert told["record"]["entries"][0]["result"]["seal"] == record["seal"]
    assert told["battles"]["0"]["seal"] == record["seal"]


def test_a_result_that_the_campaign_refuses_can_be_entered_by_hand(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cups.Cup, "told_by", lambda *_: {"rabbit": 0})
    cup = Cup.begun(table)
    race(table, cup, "heat 1")
    until(lambda: bool(cup.seen()["fixtures"][0]["problem"]))
    first = cup.seen()["fixtures"][0]
    assert (first["state"], first["problem"]) == ("fighting", "Whoever wins has seen the rabbit.")
    cup.wins(0, "heat 1")
    assert cup.seen()["fixtures"][0]["state"] == "done"


def test_dice_are_promised_before_they_fall_and_proved_afterwards(table: Table) -> None:
    cup = Cup.begun(table, seed=None, settings={"heats": 1})
    commitment = cup.seen()["commitment"]
    assert cup.seen()["seed"] == ""
    for _ in range(2):
        cup.wins(0, "heat 1")
        (last,) = cup.seen()["waiting_for"]
        cup.answer(str(last), "0")
    shown = cup.seen()
    assert verify(shown["seed"], commitment)
    entries = table.get(f"{cup.path}/file", cup.organiser)["record"]["entries"]
    rolled = [entry["answer"]["faces"][0] for entry in entries if "faces" in entry.get("answer", {})]
    chance = Chance(shown["seed"])
    assert rolled == [chance.roll(Dice.parse("D3"))[0] for _ in rolled]
    # Whoever names the seed can know them.
    assert Cup.of(table).seen()["commitment"] == ""


def test_a_battle_of_a_season_has_its_players_and_no_others(table: Table) -> None:
    cup = Cup.begun(table)
    cup.do("battles", "", 403, fixture="heat 1")
    entered = cup.do("battles", "1", 201, fixture="heat 1")
    assert list(entered["tokens"]) == ["1"]
    # Whoever comes again sits in the same seat, by the same token.
    assert cup.do("battles", "1", 201, fixture="heat 1") == entered
    assert cup.do("battles", "o", 201, fixture="heat 1")["tokens"] == {}
    with table.page(entered["tokens"]["1"]) as page:
        hello = page.last("hello")
        assert hello["seat"] == 1
        assert hello["battle"]["title"] == "The club's cup: Heat 1 of round 1"
    assert table.get(f"/api/battles/{entered['id']}/timeline", entered["tokens"]["1"])["last"] == 0
    assert cup.seen()["fixtures"][0]["state"] == "fighting"


@pytest.mark.slow
def test_computers_play_their_season_alone(table: Table) -> None:
    cup = Cup.begun(table, players=[{"player": "random"}] * 3, settings={"bidding": True})
    until(lambda: bool(cup.seen()["over"]))
    shown = cup.seen()
    assert len(shown["fixtures"]) == 4
    assert all(one["battle"] for one in shown["fixtures"])
    assert shown["seed"]
    assert cup.seen()["page"]["stage"] == "The cup is over"


def test_the_organiser_corrects_and_voids_results(table: Table) -> None:
    cup = Cup.begun(table, settings={"heats": 1})
    cup.wins(0, "heat 1")
    cup.answer("1", "0")
    right = {"fixture": "heat 1", "winners": [1], "told": {"rabbit": 1}}
    cup.do("corrections", "0", 403, number=0, result=right)
    # Now Ann is last: what Ben answered is lost, and nothing is changed before the organiser is sure of that.
    assert cup.do("corrections", status=200, number=0, result=right) == {"lost": 1, "results": [], "done": False}
    assert cup.seen()["waiting_for"] == []
    assert cup.do("corrections", status=200, number=0, result=right, sure=True)["done"]
    assert cup.seen()["waiting_for"] == [0]
    assert cup.seen()["fixtures"][0]["winners"] == [1]
    assert table.get(f"{cup.path}/form?number=0", cup.organiser)["result"]["winners"] == [1]
    assert cup.do("corrections", status=200, number=0, sure=True)["lost"] == 1
    assert cup.seen()["fixtures"][0]["state"] == "open"
    cup.do("corrections", status=400, number=5, sure=True)


def test_a_battle_whose_result_is_void_is_fought_anew(table: Table) -> None:
    cup = Cup.begun(table)
    first = race(table, cup, "heat 1")
    until(lambda: bool(cup.seen()["fixtures"][0]["state"] == "done"))
    cup.do("corrections", status=200, number=0, sure=True)
    assert cup.seen()["fixtures"][0]["battle"] == ""
    assert race(table, cup, "heat 1") != first
    until(lambda: bool(cup.seen()["fixtures"][0]["state"] == "done"))


def test_a_season_is_kept_entry_by_entry(address: str) -> None:
    with serving(address) as table:
        cup = Cup.begun(table, settings={"bidding": True})
        for player in "012":
            cup.answer(player, "1")
        cup.wins(1, "heat 1")
        battle = cup.do("battles", "0", 201, fixture="heat 2")["id"]
        cup.do("timer", method="PUT", minutes=90)
        before = cup.seen("0")
    with serving(address) as cup.table:
        after = cup.seen("0")
        assert {**after, "version": 0, "timer": 0} == {**before, "version": 0, "timer": 0}
        assert 0 < after["timer"]["seconds_left"] <= before["timer"]["seconds_left"] <= 5400
        assert after["fixtures"][1]["battle"] == battle
        race(cup.table, cup, "heat 2")
        until(lambda: bool(cup.seen()["waiting_for"]))
        cup.do("corrections", status=200, number=3, sure=True)
        cup.wins(2, "heat 1")
    with serving(address) as cup.table:
        assert cup.seen()["waiting_for"]


def test_the_result_of_a_battle_that_ended_unheard_is_taken_later(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(address) as table:
        cup = Cup.begun(table)
        all_battles: AllBattles = table.client.app.state.all_battles  # type: ignore[attr-defined]
        monkeypatch.setattr(all_battles, "on_over", None)
        race(table, cup, "heat 1")
        assert cup.seen()["fixtures"][0]["state"] == "fighting"
    with serving(address) as cup.table:
        until(lambda: bool(cup.seen()["fixtures"][0]["state"] == "done"))


def test_other_rules_only_show_a_season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Richer(cups.Cup):
        version = "2.0"

        def _round(self, state: cups.CupState) -> Any:
            state.points = tuple(points + 5 for points in state.points)
            return super()._round(state)

    with serving(tmp_path / "battles.sqlite") as table:
        cup = Cup.begun(table)
        cup.wins(0, "heat 1")
        page = cup.seen()["page"]
    try:
        register_campaign(Richer())
        with serving(tmp_path / "battles.sqlite") as cup.table:
            shown = cup.seen("0")
            assert "begun with version 1.0, this is 2.0" in shown["note"]
            assert shown["page"] == page
            assert "only be looked at" in cup.wins(0, "heat 2", status=400)["error"]
    finally:
        register_campaign(cups.CAMPAIGN)


def test_a_season_is_sent_and_goes_on_elsewhere(table: Table, tmp_path: Path) -> None:
    cup = Cup.begun(table, players=[{"name": "Ann", "army": "Foxes"}, {"name": "Ben"}, {"player": "random"}])
    cup.wins(0, "heat 1")
    told = table.get(f"{cup.path}/file", cup.key("0"))
    assert "seed" not in told
    with serving(tmp_path / "other.sqlite") as other:
        again = Cup(other, other.post("/api/seasons/import", **told))
        assert sorted(again.keys) == ["0", "1"]
        shown, before = again.seen(), cup.seen()
        # Beyond that it came from a file, nothing has changed.
        assert [card["title"] for card in shown["page"].pop("cards")] == ["Imported from a file"]
        for same in ("title", "fixtures", "players", "page", "agreed"):
            assert shown[same] == before[same]
        again.wins(1, "heat 2")
        assert again.seen()["page"] != before["page"]
        assert "not an exported season" in other.post("/api/seasons/import", status=400, nothing=1)["error"]
        told["record"]["final"] = "0"
        assert "altered" in other.post("/api/seasons/import", status=400, **told)["error"]


def test_battles_travel_with_their_season(table: Table, tmp_path: Path) -> None:
    cup = Cup.begun(table)
    race(table, cup, "heat 1")
    until(lambda: bool(cup.seen()["fixtures"][0]["state"] == "done"))
    told = table.get(f"{cup.path}/file", cup.organiser)
    with serving(tmp_path / "other.sqlite") as other:
        again = Cup(other, other.post("/api/seasons/import", **told))
        battle = again.seen()["fixtures"][0]["battle"]
        assert other.get(f"/api/battles/{battle}/record")["seal"] == told["battles"]["0"]["seal"]


def test_seasons_are_listed_by_their_keys(table: Table) -> None:
    cup = Cup.begun(table, settings={"organised": True})
    found = table.client.get("/api/seasons", headers={"X-Warhost-Tokens": f"{cup.organiser},{cup.keys['1']}"}).json()
    assert [(one["id"], one["your_players"], one["organiser"], one["your_move"]) for one in found] == [
        (cup.id, [1], True, True)
    ]
    assert table.client.get("/api/seasons", headers={"X-Warhost-Tokens": "nothing"}).json() == []


def test_only_what_changed_is_told_again(table: Table) -> None:
    cup = Cup.begun(table)
    version = cup.seen()["version"]
    assert table.client.get(f"{cup.path}?after={version}").status_code == 204
    cup.wins(0, "heat 1")
    assert table.client.get(f"{cup.path}?after={version}").status_code == 200


def test_a_lost_key_is_replaced(table: Table) -> None:
    cup = Cup.begun(table)
    cup.do("players/1/key", "1", 403)
    new = cup.do("players/1/key", "o", 201)["key"]
    table.get(cup.path, cup.keys["1"], status=404)
    assert table.get(cup.path, new)["you"] == [1]
    cup.do("players/7/key", "o", 404)


def test_a_season_is_renamed_deleted_and_brought_back(table: Table) -> None:
    cup = Cup.begun(table)
    client, key = table.client, {"X-Warhost-Token": cup.organiser}
    assert client.patch(cup.path, headers=key, json={"title": "Spring"}).status_code == 204
    assert cup.seen()["title"] == "Spring"
    assert client.delete(cup.path, headers={"X-Warhost-Token": cup.keys["0"]}).status_code == 403
    assert client.delete(cup.path, headers=key).status_code == 204
    table.get(cup.path, status=404)
    assert client.post(f"{cup.path}/restore", headers={"X-Warhost-Token": cup.keys["0"]}).status_code == 404
    assert client.post(f"{cup.path}/restore", headers=key).status_code == 204
    assert cup.seen()["title"] == "Spring"


def test_a_deleted_season_is_gone_for_good_after_a_while(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def away(*_: object) -> None:
        """Nobody takes care but the test."""

    monkeypatch.setattr(app, "take_care", away)
    with serving(address) as table:
        rounds = Rounds(table, None)
        cup, stays = Cup.begun(table), Cup.begun(table)
        key = {"X-Warhost-Token": cup.organiser}
        table.client.delete(cup.path, headers=key)
        rounds.after(1.0)
        rounds.after(REGRET - 1.0)
        assert table.client.post(f"{cup.path}/restore", headers=key).status_code == 204
        table.client.delete(cup.path, headers=key)
        rounds.after(1.0)
        rounds.after(REGRET)
        assert table.client.post(f"{cup.path}/restore", headers=key).status_code == 404
        assert stays.seen()["title"]


def test_an_address_sets_up_so_many_seasons(tmp_path: Path) -> None:
    few = Limits(address_seasons=1, seasons=1, page_work=1e6, address_work=1e6)
    with serving(tmp_path / "battles.sqlite", limits=few) as table:
        Cup.of(table)
        assert "Too many seasons" in table.post("/api/seasons", status=429, **CUP)["error"]
    with serving(tmp_path / "other.sqlite", limits=Limits(seasons=1, page_work=1e6, address_work=1e6)) as table:
        Cup.of(table)
        assert "full of seasons" in table.post("/api/seasons", status=429, **CUP)["error"]
    assert PATIENT.seasons > 100
