"""The address of a battle shows it as a spectator sees it, to everybody; it plays, renames and deletes nothing."""

from __future__ import annotations

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.server.harness import PEOPLE, Made, Table, bid_and_run, refusals
from tests.server.hiding import code


def open_battle(table: Table) -> Made:
    """A battle in which nobody hides anything."""
    return table.create(seats=PEOPLE, seed="tests")


def test_the_id_of_a_battle_opens_the_view_of_a_spectator(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages, table.page(made.id) as stranger:
        assert stranger.last("hello")["seat"] is None
        bid_and_run(pages)
        assert stranger.state["number"] == pages[0].state["number"]
        assert stranger.question is None
        assert refusals(stranger.choose("1")) == ["Spectators cannot make decisions."]


@pytest.mark.parametrize("what", ["timeline", "record", "course", "moment/0"])
def test_what_is_read_of_a_battle_needs_no_token(table: Table, what: str) -> None:
    made = open_battle(table)
    assert table.get(f"{made.path}/{what}") == table.get(f"{made.path}/{what}", made.watch)


def test_the_report_needs_no_token_and_tells_none(table: Table) -> None:
    made = open_battle(table)
    response = table.client.get(f"{made.path}/report")
    assert response.status_code == 200
    assert not [token for token in (*made.tokens, made.watch) if token in response.text]


def test_a_token_that_is_wrong_is_not_taken_for_none(table: Table) -> None:
    made, other = table.tiny(), table.tiny()
    assert "does not lead to a battle" in table.get(f"{made.path}/record", "wrong", 404)["error"]
    assert "does not open that battle" in table.get(f"{made.path}/record", other.tokens[0], 404)["error"]
    assert "does not open that battle" in table.get(f"{made.path}/record", other.id, 404)["error"]


def test_the_id_neither_renames_nor_deletes(table: Table) -> None:
    made = table.tiny()
    for token in ("", made.id):
        headers = {"X-Warhost-Token": token}
        assert table.client.patch(made.path, headers=headers, json={"title": "Mine"}).status_code == 403
        assert table.client.delete(made.path, headers=headers).status_code == 403
        assert table.client.post(f"{made.path}/restore", headers=headers).status_code == 404
    assert table.get("/api/battles", status=200) == []


def test_a_record_that_was_taken_in_is_deleted_by_whoever_took_it_in_alone(table: Table) -> None:
    made = open_battle(table)
    record = table.client.get(f"{made.path}/record").content
    shown = table.client.post("/api/import", content=record).json()
    path = f"/api/battles/{shown['id']}"
    assert table.client.delete(path).status_code == 403
    assert table.client.delete(path, headers={"X-Warhost-Token": shown["id"]}).status_code == 403
    assert table.client.delete(path, headers={"X-Warhost-Token": shown["watch"]}).status_code == 204


def test_battles_that_are_watched_are_listed_by_their_ids(table: Table) -> None:
    made = table.tiny()
    response = table.client.get("/api/battles", headers={"X-Warhost-Tokens": made.id})
    (listed,) = response.json()
    assert (listed["id"], listed["your_seats"], listed["watch"], listed["shared"]) == (made.id, [], True, True)


def test_what_players_hide_stays_hidden_from_the_id(table: Table) -> None:
    made = table.tiny(ruleset="hiding")
    with table.page(made.id) as stranger, table.page(made.watch) as spectator:
        assert stranger.state == spectator.state
        assert not [seat for seat in (0, 1) if code(seat) in str(stranger.told)]
    assert "is available after the end" in table.get(f"{made.path}/record", status=400)["error"]
    assert "is available after the end" in table.get(f"{made.path}/report", status=400)["error"]


def test_a_socket_that_opens_nothing_says_that_it_is_in_vain(table: Table) -> None:
    made = table.tiny()
    table.client.delete(made.path, headers={"X-Warhost-Token": made.tokens[0]})
    for token in (made.id, made.tokens[0], "", "nothing"):
        with table.client.websocket_connect(f"/ws?token={token}") as socket:
            assert "does not lead to a battle" in socket.receive_json()["reason"]
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == 4404
