"""Pauses and cuts between the server and PostgreSQL: an answer is taken once or not at all."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from tests.server.harness import Page, refusals, serving, until
from tests.server.pausing import way_to
from tests.server.postgres import postgres_address

pytestmark = pytest.mark.slow


def told(page: Page) -> tuple[int, list[str]]:
    return page.state["number"], page.log


def test_an_answer_waits_for_a_pause_and_is_taken_once(request: pytest.FixtureRequest) -> None:
    with way_to(postgres_address(request)) as (way, address), serving(address) as table:
        made = table.tiny()
        with made.pages() as pages:
            pages[0].choose("2")
            pages[1].choose("1")
            with way.paused():
                answers: list[Any] = []
                giving = threading.Thread(target=lambda: answers.append(pages[0].run(1.0)))
                giving.start()
                time.sleep(1.5)
                assert answers == []
            giving.join(30.0)
            assert refusals(answers[0]) == []
            assert told(pages[0]) == told(pages[1])
            assert pages[0].state["number"] == 4


def test_others_are_told_that_nothing_can_be_kept_during_a_pause(request: pytest.FixtureRequest) -> None:
    with way_to(postgres_address(request)) as (way, address), serving(address) as table:
        with way.paused():
            began = time.monotonic()
            assert table.client.get("/healthz").status_code == 503
            assert time.monotonic() - began < 15.0
            # What is no battle is served all the same.
            assert table.client.get("/api/rulesets").status_code == 200
        until(lambda: table.client.get("/healthz").status_code == 200)


@pytest.mark.parametrize("heard", [False, True])
def test_a_cut_in_the_middle_of_an_answer_leaves_it_taken_or_not(request: pytest.FixtureRequest, heard: bool) -> None:
    with way_to(postgres_address(request)) as (way, address), serving(address) as table:
        made = table.tiny()
        with made.pages() as pages:
            pages[0].choose("2")
            pages[1].choose("1")
            if heard:
                # PostgreSQL may commit, and nobody hears of it.
                with way.deaf():
                    giving = threading.Thread(target=lambda: pages[0].run(1.0))
                    giving.start()
                    time.sleep(1.0)
            else:
                way.cut()
                giving = threading.Thread(target=lambda: pages[0].run(1.0))
                giving.start()
            giving.join(30.0)
            number = pages[0].state["number"]
            assert number in (2, 4)
            if number == 2:
                assert refusals(pages[0].run(1.0)) == []
            assert told(pages[0]) == told(pages[1])
            assert pages[0].state["number"] == 4
