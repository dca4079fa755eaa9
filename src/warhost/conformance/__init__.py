"""The pytest plugin that holds rulebooks to the promises that Warhost relies on.

    python -m pytest -p warhost.conformance --pyargs warhost.conformance.checks --rulebook raid

runs the checks for an installed rulebook. A test module can take them over with
`from warhost.conformance.checks import *` and name the rulebooks in `RULEBOOKS`, a list of `Ruleset` values; then they
need not be installed. Without either, every installed rulebook is checked. Battles in which players think for seconds
are marked `slow`.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from warhost.play import Ruleset
from warhost.players import player_names
from warhost.players.solo import followed
from warhost.rulebook import books
from warhost.rulesets import ruleset, slugs

pytest.register_assert_rewrite("warhost.conformance.checks")

LONG = "test_players_who_think_long"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rulebook",
        action="append",
        default=[],
        metavar="SLUG",
        help="Check this rulebook with warhost.conformance. Can be repeated. Default: every installed one.",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes long; leave out with -m 'not slow'")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each check the rulebooks, and each check of players every pair of rulebook and player."""
    if metafunc.function.__module__ != "warhost.conformance.checks" or "rules" not in metafunc.fixturenames:
        return
    checked = _checked(metafunc)
    if "player" not in metafunc.fixturenames:
        metafunc.parametrize("rules", checked, ids=lambda rules: rules.slug)
        return
    only_long = metafunc.function.__name__.startswith(LONG)
    pairs = [
        pytest.param(
            rules,
            player,
            marks=[pytest.mark.slow] if long and not only_long else [],
            id=f"{player}-{rules.slug}",
        )
        for rules in checked
        for player in player_names()
        for long in (_thinks_long(rules, player),)
        if long or not only_long
    ]
    metafunc.parametrize(("rules", "player"), pairs)


def _checked(metafunc: pytest.Metafunc) -> Sequence[Ruleset]:
    named: Sequence[Ruleset] = getattr(metafunc.module, "RULEBOOKS", ())
    return named or [ruleset(slug) for slug in metafunc.config.getoption("rulebook") or slugs()]


def _thinks_long(rules: Ruleset, player: str) -> bool:
    """Whether a battle of such players takes seconds. In rulebooks without rules for it, solo plays as the captain."""
    return rules.slug in books() and (player == "captain" or (player == "solo" and rules.slug not in followed()))
