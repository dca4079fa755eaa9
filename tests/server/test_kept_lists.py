"""Army lists on the server: kept, found again, changed, deleted, brought back, and within limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import PATIENT, Table, serving
from tests.server.test_clearing import Rounds
from warhost.server import app
from warhost.server.net.limits import Limits
from warhost.server.store.clearing import REGRET

WANTED = {"ruleset": "kow", "name": "The Watch", "text": 'name = "The Watch"\nfaction = "Brasswater League"\n'}


@pytest.fixture
def table(address: str) -> Iterator[Table]:
    """On both databases."""
    with serving(address) as found:
        yield found


def keep(table: Table, **other: Any) -> Any:
    return table.post("/api/lists", **{**WANTED, **other})


def mine(table: Table, *tokens: str) -> list[Any]:
    response = table.client.get("/api/lists", headers={"X-Warhost-Tokens": ",".join(tokens)})
    assert response.status_code == 200, response.text
    found: list[Any] = response.json()
    return found


def ask(table: Table, method: str, path: str, token: str, body: Any = None) -> int:
    return table.client.request(method, path, headers={"X-Warhost-Token": token}, json=body).status_code


def test_a_list_is_found_again_by_its_token_alone(table: Table) -> None:
    one, other = keep(table), keep(table, name="Another")
    assert [found["name"] for found in mine(table, one["token"])] == ["The Watch"]
    assert {found["id"] for found in mine(table, one["token"], other["token"], "nothing")} == {one["id"], other["id"]}
    assert mine(table) == []
    assert mine(table, one["id"]) == []
    assert mine(table, one["token"])[0]["text"] == WANTED["text"]


def test_a_list_is_changed_and_renamed_by_whoever_has_its_token(table: Table) -> None:
    made, other = keep(table), keep(table)
    path = f"/api/lists/{made['id']}"
    assert ask(table, "PUT", path, other["token"], {**WANTED, "name": "Stolen"}) == 404
    assert ask(table, "PUT", path, made["token"], {**WANTED, "name": " Night\u0000 Watch "}) == 204
    assert mine(table, made["token"])[0]["name"] == "Night Watch"
    assert mine(table, other["token"])[0]["name"] == "The Watch"


def test_a_deleted_list_is_gone_and_can_be_brought_back(table: Table) -> None:
    made = keep(table)
    path, token = f"/api/lists/{made['id']}", made["token"]
    assert ask(table, "POST", f"{path}/restore", token) == 404
    assert ask(table, "DELETE", path, "other") == 404
    assert ask(table, "DELETE", path, token) == 204
    assert mine(table, token) == []
    assert ask(table, "DELETE", path, token) == 404
    assert ask(table, "PUT", path, token, WANTED) == 404
    assert ask(table, "POST", f"{path}/restore", "other") == 404
    assert ask(table, "POST", f"{path}/restore", token) == 204
    assert len(mine(table, token)) == 1


def test_a_deleted_list_is_forgotten_after_a_while(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any) -> None:
        return

    monkeypatch.setattr(app, "take_care", away)
    with serving(address) as table:
        rounds = Rounds(table, None)
        made, stays = keep(table), keep(table)
        path, token = f"/api/lists/{made['id']}", made["token"]
        ask(table, "DELETE", path, token)
        rounds.after(1.0)
        rounds.after(REGRET - 1.0)
        assert ask(table, "POST", f"{path}/restore", token) == 204
        ask(table, "DELETE", path, token)
        rounds.after(1.0)
        rounds.after(REGRET)
        assert ask(table, "POST", f"{path}/restore", token) == 404
        assert len(mine(table, stays["token"])) == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"name": " \u0007 "}, "readable name"),
        ({"name": "x" * 81}, "80"),
        ({"text": "  \n"}, "empty"),
        ({"text": "x" * (128 * 1024 + 1)}, "131072"),
        ({"ruleset": "whist"}, "whist"),
        ({"more": 1}, "more"),
    ],
)
def test_what_is_no_list_is_refused_in_words(table: Table, change: Any, says: str) -> None:
    assert says in table.post("/api/lists", status=400, **{**WANTED, **change})["error"]


def test_more_than_a_list_is_refused(table: Table) -> None:
    response = table.client.post("/api/lists", json={**WANTED, "text": "x" * 300_000})
    assert response.status_code == 413


def test_a_zero_in_a_list_is_kept_as_a_space(table: Table) -> None:
    made = keep(table, text="a\u0000b")
    assert mine(table, made["token"])[0]["text"] == "a b"


def test_an_address_saves_so_many_lists_an_hour_and_a_server_keeps_so_many(tmp_path: Path) -> None:
    few = Limits(address_lists=2, page_work=1e6, address_work=1e6)
    with serving(tmp_path / "few.db", limits=few) as table:
        elsewhere = {"X-Forwarded-For": "203.0.113.7"}
        told = [table.client.post("/api/lists", json=WANTED, headers=elsewhere).status_code for _ in range(3)]
        assert told == [201, 201, 429]
    full = Limits(lists=1, page_work=PATIENT.page_work, address_work=PATIENT.address_work)
    with serving(tmp_path / "full.db", limits=full) as table:
        keep(table)
        assert "full of lists" in table.post("/api/lists", status=429, **WANTED)["error"]
