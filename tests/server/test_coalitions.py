"""Multi-games of Essence of War online: a seat for each player, two sides."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import pytest

from tests.server.harness import Table, deploy, refusals
from warhost.dice import Chance
from warhost.play import Setup, record_of
from warhost.players import named_player, play_out, start
from warhost.rulesets import ruleset
from warhost.server import messages as m

ARMIES = ["Empire of Sonnstahl", "Vampire Covenant", "Dwarven Holds", "Beast Herds"]


@pytest.mark.slow
def test_four_players_deploy_and_act_each_for_their_own_army(table: Table) -> None:
    seats = [{"player": "human", "name": name} for name in ("Ann", "Bert", "Cleo", "Dora")]
    battle = table.create(ruleset="eow", armies=ARMIES, map="open", seats=seats, options={})
    with ExitStack() as stack:
        pages = [stack.enter_context(table.page(token)) for token in battle.tokens]
        assert len(pages) == 4
        shown = pages[2].state["picture"]
        assert [seat["team"] for seat in shown["seats"]] == [0, 1, 0, 1]
        assert {unit["seat"] for unit in shown["units"] if unit["army"] == "Dwarven Holds"} == {2}
        asked: list[int] = []
        while True:
            (seat,) = (number for number, page in enumerate(pages) if page.question is not None)
            if pages[seat].question["topic"] not in ("side", "deploy"):
                break
            asked.append(seat)
            deploy(pages[seat])
        assert set(asked) == {0, 1, 2, 3}
        other = pages[(seat + 1) % 4]
        assert refusals(other.choose("pass")) != []


THREE = [{"player": "human", "name": name} for name in ("Ann", "Bert", "Cleo")]
LED = {"commanders": [0, 1, 0, 2]}


def three(table: Table, **wanted: Any) -> Any:
    """Ann leads two armies against Bert and Cleo."""
    return table.create(**{"ruleset": "eow", "armies": ARMIES, "map": "open", "seats": THREE, "options": LED, **wanted})


def test_who_waits_for_armies_is_told_the_sides_of_the_players(table: Table) -> None:
    (card,) = [card for card in table.get("/api/rulesets") if card["slug"] == "eow"]
    assert card["seatings"][:3] == [[0, 1], [0, 1, 0], [0, 1, 0, 1]]
    assert len(card["seatings"]) == 5
    seats = [*THREE[:2], {**THREE[2], "chooses": True}]
    battle = three(table, armies=[*ARMIES[:3], None], seats=seats)
    with table.page(battle.tokens[0]) as page:
        assert [seat["side"] for seat in page.last("gathering")["seats"]] == [0, 1, 1]


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_one_player_leads_two_armies_from_one_seat(table: Table, mode: str) -> None:
    battle = three(table, options={**LED, "mode": mode, "points": 800}, seed="1")
    assert len(battle.tokens) == 3
    with ExitStack() as stack:
        pages = [stack.enter_context(table.page(token)) for token in battle.tokens]
        shown = pages[0].state["picture"]
        assert [(seat["name"], seat["team"]) for seat in shown["seats"]] == [("Ann", 0), ("Bert", 1), ("Cleo", 1)]
        owners = {unit["army"]: unit["seat"] for unit in shown["units"]}
        assert owners == dict(zip(ARMIES, LED["commanders"], strict=True))
        armies = {unit["id"]: unit["army"] for unit in shown["units"]}
        while True:
            (seat,) = (number for number, page in enumerate(pages) if page.question is not None)
            question = pages[seat].question
            if seat == 0 and question["topic"] == "deploy":
                break
            deploy(pages[seat])
        # Ann deploys whichever unit of her two armies she likes.
        assert {armies[option["unit"]] for option in question["options"]} == {ARMIES[0], ARMIES[2]}


def refused(table: Table, **wanted: Any) -> dict[str, Any]:
    told: dict[str, Any] = table.post("/api/battles", status=400, ruleset="eow", **wanted)
    return told


def test_there_is_a_seat_for_everybody_who_leads_an_army(table: Table) -> None:
    told = refused(table, armies=ARMIES, seats=[*THREE, THREE[0]], options=LED)
    assert told["error"] == "There are 4 armies with 3 players for 4 seats."
    assert refused(table, armies=ARMIES, seats=THREE)["error"] == "There are 4 armies for 3 seats."
    told = refused(table, armies=ARMIES, seats=THREE, options={"commanders": [0, 0, 1, 2]})
    assert told["rule"] == "eow.multi.coalition"
    assert "a player commands armies of one side" in told["error"]


def test_left_open_a_person_leads_two_armies_against_captains(table: Table) -> None:
    battle = table.create(ruleset="eow", armies=ARMIES, map="open", options=LED, seats=[])
    with table.page(battle.tokens[0]) as page:
        kinds = [seat["kind"] for seat in page.last("hello")["seats"]]
    assert kinds == ["human", "captain", "captain"]


def test_a_partner_chooses_an_army_while_another_leads_two(table: Table) -> None:
    seats = [THREE[0], THREE[1], {"player": "human", "name": "Cleo", "chooses": True}]
    battle = three(table, armies=[*ARMIES[:3], None], seats=seats)
    with table.page(battle.tokens[0]) as page:
        page.sync()
        told = page.last("gathering")["seats"]
        assert [one["called"] for one in told] == ["Empire of Sonnstahl and Dwarven Holds", "Vampire Covenant", ""]
        assert len(told[0]["army"]["units"]) == 8
        response = table.client.put(
            f"{battle.path}/army", headers={"X-Warhost-Token": battle.tokens[2]}, json={"army": "Beast Herds"}
        )
        assert response.status_code == 204
        page.sync()
        owners = {unit["army"]: unit["seat"] for unit in page.state["picture"]["units"]}
        assert owners == dict(zip(ARMIES, LED["commanders"], strict=True))


def test_who_leads_two_armies_cannot_choose_them_later(table: Table) -> None:
    seats = [{**THREE[0], "chooses": True}, *THREE[1:]]
    told = refused(table, armies=[None, ARMIES[1], None, ARMIES[3]], seats=seats, options=LED)
    assert told["error"] == "The player in seat 1 leads 2 armies and cannot choose them later: name them."


def test_a_rematch_keeps_who_leads_how_many(table: Table) -> None:
    battle = three(table)
    again = table.post(f"{battle.path}/rematch", battle.tokens[0])
    assert len(again["tokens"]) == 3
    with table.page(again["tokens"]["0"]) as page:
        owners = {unit["army"]: unit["seat"] for unit in page.state["picture"]["units"]}
    assert owners == dict(zip((*ARMIES[1:], ARMIES[0]), LED["commanders"], strict=True))


def test_a_record_of_a_player_with_two_armies_is_shown_and_branched_from(table: Table) -> None:
    setup = Setup(ruleset="eow", armies=tuple(ARMIES), map="open", options=LED)
    game = start(ruleset("eow"), setup, "1")
    players = ("random", "random", "random")
    play_out(game, [named_player(name, seat, Chance(1)) for seat, name in enumerate(players)])
    shown = table.client.post("/api/import", content=m.encode(record_of(game, setup, players))).json()
    made = table.post(f"/api/battles/{shown['id']}/branch", shown["watch"], at=10, seats=THREE)
    assert len(made["tokens"]) == 3
