"""Captains at the largest usual sizes, with all magic: no battle fails, and every topic of every counsel is asked.

WARHOST_CAPTAINS=500 python -m pytest -m large tests/fuzz/test_captains.py -n 2
"""

from __future__ import annotations

import os

import pytest

from tests.fuzz.captains import COUNSELS, led, never_reached, run, topics
from warhost.rulebook import books
from warhost.rulesets import ruleset

BATTLES = int(os.environ.get("WARHOST_CAPTAINS", "500"))
"""How many battles of each book are fought with `-m large`."""

ENOUGH = 300
"""So many battles reach every topic; of fewer that is not asked."""

every_book = pytest.mark.parametrize("slug", list(books()))


@pytest.mark.large
@every_book
def test_captains_at_full_size_fight_to_the_end_and_are_asked_everything(slug: str) -> None:
    done = run(slug, range(BATTLES))
    assert done.fought == BATTLES
    assert not done.failed, "\n".join(done.failed)
    missing = never_reached(slug, done.reached)
    assert BATTLES < ENOUGH or not missing, f"never asked in {BATTLES} battles of {slug}: {', '.join(missing)}"


@pytest.mark.slow
@every_book
def test_one_battle_at_full_size(slug: str) -> None:
    game, reached = led(ruleset(slug), 1)
    assert game.over
    assert reached & topics(slug)


def test_every_book_has_a_counsel_here() -> None:
    assert set(COUNSELS) == set(books())


def test_topics_that_nobody_was_asked_about_are_named() -> None:
    assert "flee from" in never_reached("eow", set())
    assert never_reached("eow", topics("eow")) == []
    assert "('choose', 'loot')" in never_reached("kow", topics("kow") - {("choose", "loot")})
