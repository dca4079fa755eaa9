"""What the list of battles shows of each of them: a sketch of the table, and who is asked."""

from __future__ import annotations

from typing import Any

from tests.server.harness import Table


def listed(table: Table, token: str) -> dict[str, Any]:
    (one,) = table.client.get("/api/battles", headers={"X-Warhost-Tokens": token}).json()
    found: dict[str, Any] = one
    return found


def test_a_sketch_has_the_ground_and_a_place_for_every_unit_on_the_table(table: Table) -> None:
    made = table.tiny()
    sketch = table.get(f"/api/battles/{made.id}/sketch", made.tokens[0])
    with table.page(made.tokens[0]) as page:
        picture = page.state["picture"]
    standing = [unit for unit in picture["units"] if unit["pose"]]
    assert standing
    assert [(unit["seat"], [unit["x"], unit["y"], unit["facing"]]) for unit in sketch["units"]] == [
        (unit["seat"], unit["pose"]) for unit in standing
    ]
    assert (sketch["width"], sketch["depth"]) == (picture["board"]["width"], picture["board"]["depth"])
    assert sketch["title"] == picture["title"]


def test_a_sketch_is_for_those_who_have_a_token(table: Table) -> None:
    made = table.tiny()
    assert table.client.get(f"/api/battles/{made.id}/sketch", headers={"X-Warhost-Token": "guess"}).status_code == 404


def test_the_list_says_whom_a_battle_waits_for(table: Table) -> None:
    made = table.tiny(seats=[{"player": "human", "name": "Ada"}, {"player": "human"}])
    (first, second) = (listed(table, token) for token in made.tokens)
    assert {first["your_move"], second["your_move"]} <= {True, False}
    for one, other in ((first, "Tortoises"), (second, "Ada")):
        assert one["waits_for"] in ("", other)
    assert first["waits_for"] or second["waits_for"]
