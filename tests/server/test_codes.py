"""Codes with which a player goes on in another browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Made, Table, serving
from warhost.server.errors import NotFound
from warhost.server.net.codes import ALPHABET, CODES_A_SECOND, GOOD_FOR, MOST_CODES, MOST_WRONG, Codes
from warhost.server.net.limits import Limits, TooMuch


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def codes_of(table: Table, made: Made, *tokens: str, status: int = 201) -> dict[str, Any]:
    """Ask for a code with these tokens."""
    first, *others = tokens or ("",)
    headers = {"X-Warhost-Token": first, "X-Warhost-Tokens": ",".join(others)}
    response = table.client.post(f"{made.path}/code", headers=headers)
    assert response.status_code == status, response.text
    told: dict[str, Any] = response.json()
    return told


def test_a_code_hands_over_the_seats_of_a_browser_once(table: Table) -> None:
    made = table.tiny()
    told = codes_of(table, made, *made.tokens)
    assert told["seconds"] == 600
    code = told["code"]
    assert len(code) == 9
    assert set(code) <= {*ALPHABET, "-"}
    claimed = table.post("/api/claim", status=200, code=code.lower().replace("-", " "), battle=made.id)
    assert claimed == {"id": made.id, "title": made.title, "tokens": dict(zip("01", made.tokens, strict=True))}
    assert "This code does not work" in table.post("/api/claim", status=404, code=code, battle=made.id)["error"]


def test_a_code_hands_over_no_other_seat(table: Table) -> None:
    made = table.tiny()
    code = codes_of(table, made, made.tokens[1])["code"]
    assert table.post("/api/claim", status=200, code=code)["tokens"] == {"1": made.tokens[1]}


def test_whoever_only_watches_gets_no_code(table: Table) -> None:
    made, other = table.tiny(), table.tiny()
    for tokens in ([], [made.watch], [made.id], [made.id, other.tokens[0]]):
        assert "Only a player" in codes_of(table, made, *tokens, status=403)["error"]


def test_a_code_of_another_battle_is_wrong_here_and_stays_good(table: Table) -> None:
    made, other = table.tiny(), table.tiny()
    code = codes_of(table, made, made.tokens[0])["code"]
    table.post("/api/claim", status=404, code=code, battle=other.id)
    assert table.post("/api/claim", status=200, code=code, battle=made.id)["id"] == made.id


def test_a_code_of_a_battle_that_was_deleted_opens_nothing(table: Table) -> None:
    made = table.tiny()
    code = codes_of(table, made, made.tokens[0])["code"]
    table.client.delete(made.path, headers={"X-Warhost-Token": made.tokens[0]})
    assert "was deleted" in table.post("/api/claim", status=404, code=code)["error"]


def test_an_address_may_enter_so_many_codes(tmp_path: Path) -> None:
    with serving(tmp_path / "battles.sqlite", limits=Limits(address_codes=3)) as table:
        made = table.tiny()
        code = codes_of(table, made, made.tokens[0])["code"]
        for _ in range(3):
            table.post("/api/claim", status=404, code="AAAA-AAAA")
        assert "wait a while" in table.post("/api/claim", status=429, code=code)["error"]


def test_a_code_is_good_for_ten_minutes() -> None:
    clock = Clock()
    codes = Codes(clock)
    code = codes.make("battle", {0: "token"})
    clock.now = GOOD_FOR - 1
    late = codes.make("other", {0: "token"})
    clock.now = GOOD_FOR
    with pytest.raises(NotFound, match="older than ten minutes"):
        codes.take(code)
    assert codes.take(late).battle == "other"


def test_a_new_code_takes_the_place_of_the_one_before() -> None:
    codes = Codes()
    old, theirs = codes.make("battle", {0: "ann"}), codes.make("battle", {1: "bob"})
    new = codes.make("battle", {0: "ann"})
    with pytest.raises(NotFound):
        codes.take(old)
    assert (codes.take(new).tokens, codes.take(theirs).tokens) == ({0: "ann"}, {1: "bob"})


def test_wrong_codes_for_a_battle_make_its_code_void() -> None:
    codes = Codes(Clock())
    code, other = codes.make("battle", {0: "token"}), codes.make("other", {0: "token"})
    for _ in range(MOST_WRONG):
        with pytest.raises(NotFound):
            codes.take("AAAA-AAAA", "battle")
    with pytest.raises(NotFound):
        codes.take(code, "battle")
    assert codes.take(other, "other").battle == "other"
    # Whoever plays makes a new one, and that is good again.
    assert codes.take(codes.make("battle", {0: "token"}), "battle").battle == "battle"


def test_fewer_wrong_codes_leave_it_good() -> None:
    codes = Codes(Clock())
    code = codes.make("battle", {0: "token"})
    for _ in range(MOST_WRONG - 1):
        with pytest.raises(NotFound):
            codes.take("AAAA-AAAA", "battle")
    assert codes.take(code, "battle").battle == "battle"


def test_guesses_from_many_addresses_are_slowed_down() -> None:
    clock = Clock()
    codes = Codes(clock)
    code = codes.make("battle", {0: "token"})
    for _ in range(int(CODES_A_SECOND * 10)):
        with pytest.raises(NotFound):
            codes.take("AAAA-AAAA")
    with pytest.raises(TooMuch):
        codes.take(code)
    clock.now = 10.0
    assert codes.take(code).battle == "battle"


def test_codes_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_CODES >= 1000
    monkeypatch.setattr("warhost.server.net.codes.MOST_CODES", 3)
    codes = Codes()
    made = [codes.make(f"battle {number}", {0: "token"}) for number in range(4)]
    with pytest.raises(NotFound):
        codes.take(made[0])
    assert [codes.take(code).battle for code in made[1:]] == ["battle 1", "battle 2", "battle 3"]
