"""Battles with random lists of the players' own, to the end, with what must always hold checked.

Large armies are fought with `-m large`: they are slow and seldom find what small ones do not.
"""

from __future__ import annotations

import pytest

from tests.fuzz.budget import APART, LARGE, LONG_OWN_LISTS, PARTS, named, part_of, within
from tests.fuzz.manners import anything, brawling
from tests.regiments.own_lists import SIZES, random_list
from warhost.dice import Chance
from warhost.play import Battle, Game, Setup, Step, luck_of, record_of, replay
from warhost.players import play_match
from warhost.rulesets import ruleset
from warhost.rulesets.families.brought import list_data

RULES = ruleset("aofr")
LARGE_SIZES = (2500, 3000)

every_part = pytest.mark.parametrize("part", range(1, PARTS + 1))


def any_setup(number: int, chance: Chance, sizes: tuple[int, ...] = SIZES) -> Setup:
    """Two random lists on any table; every other battle with any mission and any deployment."""
    armies = random_list(2 * number, sizes), random_list(2 * number + 1, sizes)
    maps = RULES.maps()
    options = {"points": max(army.limit for army in armies)}
    return Setup(
        ruleset="aofr",
        armies=tuple(army.name for army in armies),
        lists=tuple(map(list_data, armies)),
        map=maps[chance.pick(len(maps))],
        options=options | ({"mission": "any", "style": "any"} if number % 2 else {}),
    )


def fuzz(number: int, sizes: tuple[int, ...] = SIZES) -> None:
    with named(f"fuzz({number}, {sizes})"):
        _fight(number, sizes)


def _fight(number: int, sizes: tuple[int, ...]) -> None:
    chance = Chance(f"fuzz own lists {number}")
    setup = any_setup(number, chance, sizes)

    def check(step: Step, battle: Battle) -> None:
        problems = RULES.problems(battle)
        assert not problems, f"battle {number}, {step.name}: {' '.join(problems)}\n{RULES.to_text(battle)}"

    game = Game(RULES, RULES.set_up(setup), luck_of(chance.fork("dice")), on_step=check)
    manner = anything if number % 3 == 0 else brawling
    while not game.over:
        game.answer(manner(game.asked, chance))
        assert game.steps < 2000, f"battle {number} goes on without end"
    assert replay(record_of(game, setup), RULES).hash() == game.hash()


@pytest.mark.slow
def test_battles_of_random_lists_end_and_keep_the_invariants() -> None:
    for number in within(LONG_OWN_LISTS, range(APART)):
        fuzz(number)


@pytest.mark.large
@every_part
def test_battles_of_large_lists_end_and_keep_the_invariants(part: int) -> None:
    for number in within(LARGE / PARTS, part_of(part)):
        fuzz(number, LARGE_SIZES)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("players", [("captain", "captain"), ("captain", "solo")], ids=" against ".join)
def test_computer_players_lead_random_lists(players: tuple[str, str], number: int) -> None:
    setup = any_setup(number, Chance(f"captains {number}"))
    result, record = play_match(RULES, setup, players, f"own {number}", record=True)
    assert record is not None
    assert replay(record, RULES).battle.outcome == record.outcome
    assert result.decisions
