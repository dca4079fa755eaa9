"""Many hands on one battle, or on one result, at the same moment: whatever happens happened in a legal order."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Page, Table, serving
from tests.server.season import Cup
from tests.server.test_io_errors import QUICK
from warhost.play import parse_record, proof_of, replay
from warhost.rulesets import ruleset


def all_at_once(deeds: list[Callable[[], None]]) -> None:
    """Do all of it in threads of their own; whatever goes wrong in one of them is raised here."""
    problems: list[BaseException] = []

    def do(deed: Callable[[], None]) -> None:
        try:
            deed()
        except BaseException as error:
            problems.append(error)

    threads = [threading.Thread(target=do, args=(deed,)) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]


def meddle(page: Page, dice: random.Random, times: int) -> None:
    """Answer, take back, give back, agree and disagree as it comes."""
    for _ in range(times):
        state = page.state
        if state["over"]:
            return
        question = state["question"]
        deed = dice.random()
        if deed < 0.15:
            page.send(type="undo")
        elif deed < 0.25:
            page.send(type="redo")
        elif deed < 0.45:
            page.send(type="consent", yes=dice.random() < 0.7)
        elif question and question["ask"] == "choose":
            page.answer({"answer": "choose", "option": dice.choice(question["options"])["key"]}, state["number"])
        elif question:
            steps = [{"move": "forward", "inches": dice.choice((0.5, 1.0, 2.0))}]
            page.answer({"answer": "manoeuvre", "kind": "run", "steps": steps}, state["number"])


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_answers_and_take_backs_on_one_battle_have_a_legal_order(address: str, seed: int) -> None:
    with serving(address, limits=QUICK) as table:
        made = table.tiny(seed=None)
        with made.pages() as first, made.pages() as second:
            pages = [*first, *second]
            all_at_once(
                [lambda page=page, n=n: meddle(page, random.Random(100 * seed + n), 40) for n, page in enumerate(pages)]  # type: ignore[misc]
            )
            # Nobody was told another story than the others, nor another than the battle has now.
            stories = [(page.state["number"], page.state["picture"], page.log) for page in pages]
            assert all(story == stories[0] for story in stories)
            if not pages[0].state["over"]:
                pages[0].send(type="concede")
        record = parse_record(table.client.get(f"{made.path}/record").content, "record")
        # Its answers are possible one after the other, lead to the hashes that were kept, and no die fell twice.
        game = replay(record, ruleset("tiny"))
        proof = proof_of(record, game)
        assert (proof.proved, proof.gaps) == (proof.rolls, 0)
    with serving(address) as table:
        again = parse_record(table.client.get(f"{made.path}/record").content, "record")
        assert again == record


def tried(cup: Cup, dice: random.Random) -> None:
    """Do with the result of a battle whatever a player or the organiser can do."""
    client, players = cup.table.client, ["0", "1", "2", "o"]
    for _ in range(12):
        player = dice.choice(players[:3] if dice.random() < 0.9 else players)
        headers = {"X-Warhost-Token": cup.key(player)}
        pending = next((one["pending"] for one in cup.seen()["fixtures"] if one["key"] == "heat 1"), None)
        deed = dice.random()
        if deed < 0.4:
            body: dict[str, Any] = {"fixture": "heat 1", "winners": [dice.randrange(3)], "told": {"rabbit": 1}}
            response = client.post(f"{cup.path}/results", headers=headers, json=body)
        elif deed < 0.8 and pending:
            body = {"claim": pending["id"], "yes": dice.random() < 0.8}
            response = client.post(f"{cup.path}/confirmations", headers=headers, json=body)
        else:
            response = client.post(f"{cup.path}/battles", headers=headers, json={"fixture": "heat 1"})
        assert response.status_code in (200, 201, 400), response.text


@pytest.mark.parametrize("seed", range(3))
def test_results_of_one_battle_are_taken_once(tmp_path: Path, seed: int) -> None:
    with serving(tmp_path / "battles.sqlite", limits=QUICK) as table:
        _taken_once(table, seed)


def _taken_once(table: Table, seed: int) -> None:
    cup = Cup.begun(table)
    all_at_once([lambda n=n: tried(cup, random.Random(10 * seed + n)) for n in range(6)])  # type: ignore[misc]
    file = table.get(f"{cup.path}/file", cup.organiser)
    told = [entry["result"] for entry in file["record"]["entries"] if "result" in entry]
    assert len(told) <= 1
    fixture = cup.fixture("heat 1")
    # A result that waits and a battle that is fought exclude each other, and so do both and a result that is in.
    assert sum((fixture["state"] == "done", fixture["pending"] is not None, fixture["state"] == "fighting")) <= 1
    if told:
        assert fixture["by_hand"] == ("seal" not in told[0])
