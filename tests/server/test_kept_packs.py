"""Packs of optional parts on the server: kept, found again and deleted like lists, and told apart from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.harness import Table, serving

PACK: dict[str, Any] = {
    "ruleset": "aofr",
    "name": "Friday",
    "text": "Friday\nbook=aofr\nparts=fog,command_points\npoints=1500\n",
}


@pytest.fixture
def table(address: str) -> Iterator[Table]:
    """On both databases."""
    with serving(address) as found:
        yield found


def listed(table: Table, what: str, token: str) -> list[Any]:
    found: list[Any] = table.client.get(f"/api/{what}", headers={"X-Warhost-Tokens": token}).json()
    return found


def test_a_pack_is_kept_changed_deleted_and_brought_back_by_its_key(table: Table) -> None:
    made = table.post("/api/packs", **PACK)
    path, headers = f"/api/packs/{made['id']}", {"X-Warhost-Token": made["token"]}
    assert [(one["name"], one["text"]) for one in listed(table, "packs", made["token"])] == [
        ("Friday", PACK["text"].strip() + "\n")
    ]
    assert listed(table, "lists", made["token"]) == []
    assert table.client.put(f"/api/lists/{made['id']}", headers=headers, json=PACK).status_code == 404
    assert table.client.put(path, headers=headers, json={**PACK, "name": "Sunday"}).status_code == 204
    assert listed(table, "packs", made["token"])[0]["name"] == "Sunday"
    assert table.client.delete(path, headers={"X-Warhost-Token": "other"}).status_code == 404
    assert table.client.delete(path, headers=headers).status_code == 204
    assert listed(table, "packs", made["token"]) == []
    assert table.client.post(f"{path}/restore", headers=headers).status_code == 204
    assert len(listed(table, "packs", made["token"])) == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"text": "Friday\npoints=1500"}, "not a pack"),
        ({"text": "Friday\nbook=kow\nparts=fog"}, "is for kow"),
        ({"ruleset": "kow"}, "no optional parts"),
        ({"name": "\u0000"}, "readable name"),
    ],
)
def test_what_is_no_pack_is_refused(table: Table, change: dict[str, str], why: str) -> None:
    response = table.client.post("/api/packs", json={**PACK, **change})
    assert response.status_code == 400
    assert why in response.json()["error"]
