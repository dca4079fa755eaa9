"""The tournament and the campaign of the books on the server: secret sideboards, lists, forms and corrections."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.harness import Table

MAIN = """++ Reed Levy [AOFR 1050pts] ++

Reed Wardens [10] Q4+ D5+ | 300pts | Strider
10x Reed Spear (A1)

Bog Archers [10] Q5+ D5+ | 300pts | Stealth
10x Knife (A1)

Mud Riders [5] Q4+ D4+ | 300pts | Fast
5x Lance (A1)
"""
SIDE = """++ Reed Levy [AOFR 450pts] ++

{name} [10] Q4+ D5+ | 300pts | Strider
10x Oar (A1)
"""


class Season:
    """A season of two people; whoever acts is the organiser, unless it is said."""

    def __init__(self, table: Table, **wanted: Any) -> None:
        self.table = table
        people = [{"name": "Ann"}, {"name": "Ben"}]
        made = table.post("/api/seasons", **{"players": people, "seed": 1, **wanted})
        self.path = f"/api/seasons/{made['id']}"
        self.keys: dict[str, str] = {"o": made["organiser"], **made["players"]}

    def do(self, what: str, by: str = "o", method: str = "POST", **body: Any) -> Any:
        headers = {"X-Warhost-Token": self.keys[by]}
        response = self.table.client.request(method, f"{self.path}/{what}", headers=headers, json=body)
        return response.json() if response.content else None

    def seen(self, by: str = "") -> Any:
        return self.table.get(self.path, self.keys.get(by, ""))

    def answer(self, by: str, option: str) -> Any:
        player = -1 if by == "o" else int(by)
        (asked,) = [one for one in self.seen(by)["questions"] if one["player"] == player]
        answer = {"answer": "choose", "option": option}
        return self.do("answer", by, player=player, id=asked["id"], answer=answer)


def test_sideboards_are_picked_in_secret(table: Table) -> None:
    cup = Season(table, campaign="tournament", ruleset="aofr", settings={"sideboards": True, "mission": "duel"})
    for player in "01":
        sides = [SIDE.format(name=name) for name in ("Eels", "Pikes")]
        assert cup.do(f"players/{player}", player, "PUT", list=MAIN, sideboards=sides) is None
    cup.do("start")
    assert cup.answer("o", "go on") is None
    assert sorted(cup.seen()["waiting_for"]) == [0, 1]
    assert cup.seen()["questions"] == []
    assert cup.seen("o")["questions"] == []
    (asked,) = cup.seen("0")["questions"]
    before = cup.seen("1")
    cup.answer("0", asked["question"]["options"][1]["key"])
    after = cup.seen("1")
    # Ben sees that Ann has picked, and nothing of what.
    assert after["waiting_for"] == [1]
    for same in ("page", "fixtures", "questions"):
        assert after[same] == before[same]
    assert len(table.get(f"{cup.path}/file", cup.keys["1"])["record"]["entries"]) == 2
    cup.answer("1", "0")
    (fixture,) = cup.seen()["fixtures"]
    battle = cup.do("battles", "0", fixture=fixture["key"])
    with table.page(next(iter(battle["tokens"].values()))) as page:
        names = {unit["name"] for unit in page.state["picture"]["units"]}
    assert {"Eels", "Pikes"} <= names


def test_an_army_that_may_not_enter_is_refused_when_it_is_brought(table: Table) -> None:
    cup = Season(table, campaign="tournament", ruleset="aofr", settings={"sideboards": True})
    assert "aofr.tourney.sideboard" in cup.do("players/0", "0", "PUT", army="Unburied Host")["error"]
    dear = SIDE.format(name="Whales").replace("300pts", "500pts").replace("450pts", "600pts")
    assert "aofr.tourney" in cup.do("players/0", "0", "PUT", list=MAIN, sideboards=[dear])["error"]
    assert not cup.seen()["players"][0]["ready"]


def decide(season: Season) -> None:
    """Both buy what is offered first until they may be done."""
    while season.seen()["waiting_for"]:
        player = str(season.seen()["waiting_for"][0])
        (asked,) = season.seen(player)["questions"]
        keys = [option["key"] for option in asked["question"]["options"]]
        assert season.answer(player, "done" if "done" in keys else keys[0]) is None


@pytest.mark.slow
def test_a_mission_is_entered_from_a_real_table_and_corrected(table: Table) -> None:
    armies = [{"name": "Ann", "army": "Unburied Host"}, {"name": "Ben", "army": "Tallgrass Horde"}]
    war = Season(table, campaign="aofr-campaign", players=armies, settings={"type": "game-limited"})
    war.do("start")
    decide(war)
    (fixture,) = war.seen()["fixtures"]
    form = table.get(f"{war.path}/form?fixture={fixture['key'].replace(' ', '%20')}", war.keys["1"])
    fields = {one["name"]: one for one in form["fields"]}
    fallen = [one["key"] for one in fields["destroyed 1"]["options"][:2]]
    killer = fields["destroyed 0"]["options"][0]["key"]
    wrong = {"destroyed 1": fallen, "routed 1": fallen}
    assert "at once" in war.do("results", "0", fixture=fixture["key"], winners=[0], told=wrong)["error"]
    assert "one side has won" in war.do("results", "0", fixture=fixture["key"], winners=[])["error"]
    told = {"destroyed 1": fallen, f"killer 1 {fallen[0]}": killer}
    assert war.do("results", "0", fixture=fixture["key"], winners=[0], told=told) == {"waits_for": [1]}
    (fixture,) = war.seen()["fixtures"]
    assert war.do("confirmations", "1", claim=fixture["pending"]["id"], yes=True) == {"waits_for": []}
    first = war.seen()["page"]
    winner = fixture["players"][0]
    assert [row["cells"][1] for row in first["standings"][0]["rows"] if row["player"] == winner] == ["2"]
    (done,) = war.seen()["fixtures"]
    decide(war)
    # The next mission is set up by now: the old result is asked for with the units of its own battle.
    form = table.get(f"{war.path}/form?number={done['number']}", war.keys["o"])
    assert form["result"]["told"]["destroyed 1"] == fallen
    other = {"fixture": fixture["key"], "winners": [1], "told": {}}
    tried = war.do("corrections", number=done["number"], result=other)
    assert not tried["done"]
    assert war.do("corrections", number=done["number"], result=other, sure=True)["done"]
    loser = fixture["players"][1]
    rows = war.seen()["page"]["standings"][0]["rows"]
    assert [row["cells"][1] for row in rows if row["player"] == loser] == ["2"]


def late(table: Table, **settings: Any) -> Season:
    """A campaign of Ann and a computer."""
    players = [{"name": "Ann", "army": "Unburied Host"}, {"name": "Ben", "player": "captain"}]
    return Season(table, campaign="aofr-campaign", players=players, settings={"points": 500, **settings})


def test_a_player_joins_a_campaign_that_has_begun(table: Table) -> None:
    war = late(table, late_joiners=True, matches="all")
    war.do("start")
    assert war.seen("o")["takes_more"]
    assert "organiser" in war.do("players", "0", name="Cay")["error"]
    made = war.do("players", name="Cay", army="Burrowfolk Swarm")
    war.keys["2"] = made["key"]
    seen = war.seen("2")
    assert (made["player"], seen["you"]) == (2, [2])
    assert [(one["name"], one["army"]) for one in seen["players"]][2] == ("Cay", "Burrowfolk Swarm")
    # Somebody of the same name is told apart, an army that nobody chose is drawn; then the table is full.
    assert war.do("players", name="Cay", player="captain") == {"player": 3, "key": ""}
    assert [one["name"] for one in war.seen()["players"]] == ["Ann", "Ben", "Cay", "Cay (2)"]
    assert not war.seen("o")["takes_more"]
    assert "for 4 at most" in war.do("players", name="Eve")["error"]
    # All of it is in the file, and goes on elsewhere.
    file = table.client.get(f"{war.path}/file", headers={"X-Warhost-Token": war.keys["o"]}).content
    again = table.client.post("/api/seasons/import", content=file)
    assert again.status_code == 201, again.text
    assert set(again.json()["players"]) == {"0", "2"}


def test_nobody_joins_later_unless_it_was_agreed_on(table: Table) -> None:
    war = late(table)
    assert war.seen("o")["takes_more"]
    made = war.do("players", name="Cay")
    war.keys["2"] = made["key"]
    assert war.seen("2")["players"][2]["name"] == "Cay"
    war.do("start")
    assert not war.seen("o")["takes_more"]
    assert "did not agree on late joiners" in war.do("players", name="Dov")["error"]
