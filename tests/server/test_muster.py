"""Lists of the players' own over HTTP: what they are, what forbids them, and battles with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.muster.test_hostile import BOMBS
from tests.regiments.forge import BOOK, SAVED, TEXT, dumps
from tests.server.harness import Table, serving
from warhost.play import parse_record, replay
from warhost.rulesets import ruleset
from warhost.rulesets.regiments.core import Battle
from warhost.server.net.limits import Limits

LIST = """++ Reed Levy [AOFR 500pts] ++

Reed Chief [1] Q3+ D4+ | 75pts | Hero, Tough(3), Slippery
Oar (A3, AP(1))
# Joined to:
Reed Wardens [10] Q4+ D5+ | 120pts | Strider
10x Reed Spear (A1, Counter, Drench)

Bog Archers [10] Q5+ D5+ | 85pts | Stealth
10x Marsh Bow (24", A1), 10x Knife (A1)
"""
PEOPLE = [{"player": "human"}, {"player": "human"}]


def shown(table: Table, *texts: str, **wanted: Any) -> Any:
    files = [{"name": f"file {number}", "text": text} for number, text in enumerate(texts)]
    return table.post("/api/muster", status=200, **{"ruleset": "aofr", "files": files, **wanted})


def test_a_list_is_shown_with_its_units_and_what_is_not_in_force(table: Table) -> None:
    told = shown(table, LIST)
    assert told["kind"] == "list"
    assert told["summary"] == "Reed Levy: 280 of 500 points, 3 units, 21 models"
    assert [unit["name"] for unit in told["army"]["units"]] == ["Reed Wardens", "Reed Chief", "Bog Archers"]
    assert told["problems"] == []
    assert told["not_in_force"] == {"Drench": ["Reed Wardens"], "Slippery": ["Reed Chief"]}
    assert told["wants"] == {"points": 750}
    assert shown(table, told["text"])["army"] == told["army"]


def test_a_list_is_judged_by_the_options_of_its_battle(table: Table) -> None:
    told = shown(table, LIST, options={"points": 250})
    assert told["problems"] == [
        {
            "error": "Reed Levy costs 280 points: 30 more than the 250 of the game.",
            "rule": "aofr.army.points_limit",
        }
    ]
    assert shown(table, LIST, options={"points": 250, **told["waiver"]})["problems"] == []


def test_a_saved_list_and_its_army_book_are_read_together(table: Table) -> None:
    assert "add the army book" in shown(table, dumps(SAVED))["problems"][0]["error"]
    assert shown(table, dumps(BOOK), dumps(SAVED))["army"]["name"] == "Reeds at Dawn"
    assert shown(table, dumps(BOOK))["kind"] == "book"


def test_an_army_of_the_house_is_shown_as_the_options_have_it(table: Table) -> None:
    small, large = (
        shown(table, army="Unburied Host", options={"points": points})["army"]["units"] for points in (750, 1500)
    )
    assert len(small) < len(large)


def test_a_battle_with_a_list_is_played_recorded_and_taken_in_again(table: Table) -> None:
    made = table.create(ruleset="aofr", lists=[LIST, None], armies=[None, "Unburied Host"], seats=PEOPLE)
    assert made.title == "Reed Levy against Unburied Host"
    with table.page(made.tokens[0]) as page:
        units = [unit for unit in page.state["picture"]["units"] if unit["seat"] == 0]
    assert [unit["name"] for unit in units] == ["Reed Wardens", "Bog Archers"]
    assert "Reed Spear (A1, Counter, Drench), Drench (not in force) on 10" in units[0]["rules"]
    response = table.client.get(f"{made.path}/record", headers={"X-Warhost-Token": made.watch})
    record = parse_record(response.content, "own")
    battle = replay(record, ruleset("aofr")).battle
    assert isinstance(battle, Battle)
    assert battle.scene.settings.points == 750
    assert table.client.post("/api/import", content=response.content).status_code == 201


def test_a_rematch_swaps_the_lists_too(table: Table) -> None:
    made = table.create(ruleset="aofr", lists=[LIST, None], armies=[None, "Unburied Host"], seats=PEOPLE)
    again = table.post(f"{made.path}/rematch", made.tokens[0])
    assert again["title"] == "Unburied Host against Reed Levy"
    units = table.get(f"/api/battles/{again['id']}/moment/0", again["watch"])["picture"]["units"]
    assert "Bog Archers" in {unit["name"] for unit in units if unit["seat"] == 1}


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ({"lists": [LIST], "options": {"points": 250}}, "30 more than the 250 of the game"),
        ({"lists": [LIST], "options": {"points": 250}}, "the option free_lists allows it anyway"),
        ({"lists": [dumps(BOOK)]}, "this is an army book of Army Forge, not a list"),
        ({"lists": ["nonsense"]}, "cannot be read. Use a list or an army book from Army Forge"),
        ({"lists": ["name = "]}, "is not valid TOML"),
        ({"lists": ['name = "Nobody"\npoints = 750\nregiment = []']}, "Your list: the list has no units."),
        ({"armies": ["Unburied Host", "Unburied Host"], "options": {"points": 12}}, "has no list of 12 points"),
        ({"lists": [LIST, None, None], "seats": PEOPLE}, "There are 3 lists for 2 seats"),
        ({"ruleset": "eow", "lists": [LIST]}, "cannot be read as a list of Essence of War."),
    ],
)
def test_a_battle_with_a_bad_list_is_refused_in_sentences(table: Table, wanted: dict[str, Any], says: str) -> None:
    assert says in table.post("/api/battles", status=400, **{"ruleset": "aofr", **wanted})["error"]


def test_players_may_agree_to_a_list_that_breaks_a_limit(table: Table) -> None:
    assert table.create(
        ruleset="aofr", lists=[LIST, None], armies=[None, "Autumn Raid"], options={"points": 250, "free_lists": True}
    ).id


def test_rulebooks_say_whether_they_take_lists(table: Table) -> None:
    takes = {card["slug"]: card["lists"] for card in table.get("/api/rulesets")}
    assert takes["aofr"]
    assert takes["eow"]


@pytest.mark.slow
def test_hostile_lists_do_no_harm(tmp_path: Path) -> None:
    with serving(tmp_path / "battles.sqlite", limits=Limits(address_work=1e6)) as table:
        for name, text in BOMBS.items():
            response = table.client.post("/api/muster", json={"ruleset": "aofr", "files": [{"text": text}]})
            assert response.status_code in (200, 413), name
            assert len(response.content) < 300_000, name
            wanted = {"ruleset": "aofr", "lists": [text], "options": {"free_lists": True}}
            assert table.client.post("/api/battles", json=wanted).status_code in (400, 413), name


def test_markup_in_a_list_stays_text(table: Table) -> None:
    name = "<img src=x onerror=alert(1)>"
    made = table.create(ruleset="aofr", lists=[LIST.replace("Bog Archers", name)], seats=PEOPLE)
    page = table.client.get(f"{made.path}/report", headers={"X-Warhost-Token": made.watch})
    assert name not in page.text


def test_too_long_lists_are_refused(table: Table) -> None:
    long = [{"text": "x" * 600_000}]
    assert table.client.post("/api/muster", json={"ruleset": "aofr", "files": long}).status_code == 400
    assert table.client.post("/api/muster", json={"ruleset": "aofr", "files": long * 2}).status_code == 413
    many = {"ruleset": "aofr", "files": [{"text": TEXT}] * 7}
    assert table.client.post("/api/muster", json=many).status_code == 400


def test_an_address_that_asks_for_much_work_has_to_wait(tmp_path: Path) -> None:
    with serving(tmp_path / "battles.sqlite", limits=Limits(address_work=1e-6)) as table:
        answers = [
            table.client.post("/api/muster", json={"ruleset": "aofr", "files": [{"text": LIST}]}) for _ in range(3)
        ]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 429
