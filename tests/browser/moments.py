"""Questions out of battles that computers fought, opened in the page of whoever is asked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import msgspec
from playwright.sync_api import expect

from tests.browser.table import PATIENCE
from warhost.dice import Chance
from warhost.play import Battle, Game, Question, Setup, copied, record_of
from warhost.players import named_player, play_out, start
from warhost.rulesets import ruleset

if TYPE_CHECKING:
    from tests.browser.table import Table


class Moment(msgspec.Struct, frozen=True):
    """A question in a recorded battle: after how many answers it is asked, and whom."""

    record: bytes
    number: int
    seat: int


def moments_of(setup: Setup, seed: str, player: str = "random") -> Iterator[tuple[Moment, Question, Battle]]:
    """Every question of a battle of two such players, with the battle as it stands there."""
    book = ruleset(setup.ruleset)
    game = start(book, setup, seed)
    play_out(game, [named_player(player, seat, Chance(seed).fork(str(seat))) for seat in (0, 1)])
    record = msgspec.json.encode(record_of(game, setup, (player, player)))
    twin = Game(book, copied(game.marks[0].battle), history=False)
    for number, entry in enumerate(game.entries):
        if twin.pending:
            question = twin.pending[0].question
            yield Moment(record, number, question.seat), question, twin.battle
        twin.answer(entry.answer, entry.seat)


def topics_of(question: Question) -> tuple[str, str]:
    """What it is about, and the same with its kind: some topics are asked about in several ways."""
    return question.topic, f"{question.topic} ({type(question).__name__.lower()})"


def post(address: str, path: str, body: bytes, token: str = "") -> dict[str, Any]:
    url = f"{address}{path}" + (f"?token={token}" if token else "")
    with urlopen(Request(url, body, {"Content-Type": "application/json"}), timeout=PATIENCE) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def to_the_moment(table: Table, moment: Moment) -> None:
    """The page of whoever is asked there; the same person sits in the other seat too, at another screen."""
    shown = post(table.address, "/api/import", moment.record)
    people = [{"player": "human"}] * 2
    body = json.dumps({"at": moment.number, "seats": people, "seed": "1"}).encode()
    made = post(table.address, f"/api/battles/{shown['id']}/branch", body, shown["watch"])
    table.takes(made, moment.seat)
    table.wait()


def answered(table: Table, moment: Moment, answer: Callable[[Table, str], None]) -> None:
    """What is asked says who is asked, has a heading and an answer, and the battle goes on after it."""
    to_the_moment(table, moment)
    asked = table.now()
    expect(table.asks).not_to_be_empty()
    expect(table.page.locator(".turn-row .over")).to_contain_text("Your decision", ignore_case=True)
    answer(table, asked.kind)
    table.has_gone_on(asked.number, asked.text)
