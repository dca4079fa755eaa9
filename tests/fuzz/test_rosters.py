"""Advanced battles of Essence of War with random legal Rosters of all factions and sizes, coalitions among them."""

from __future__ import annotations

import pytest

from tests.fuzz.budget import APART, FAST_ROSTERS, LONG_ROSTERS, named, within
from tests.fuzz.manners import anything, brawling
from warhost.dice import Chance
from warhost.muster import bring
from warhost.muster.building.surprise import CHARACTERS, surprise
from warhost.play import Battle, Game, Setup, luck_of, record_of, replay
from warhost.play.ruleset import Step
from warhost.rulesets import muster, ruleset

RULES, MUSTER = ruleset("eow"), muster("eow")
MAPS = ("", "random", "open", "1", "2", "3", "4", "5", "6")


def any_setup(number: int, chance: Chance) -> Setup:
    """Two Rosters of 800 to 2,400 points, or three or four of 800 in two Coalitions."""
    count = 3 + chance.pick(2) if number % 4 == 0 else 2
    points = 800 if count > 2 else 800 + 100 * chance.pick(17)
    options: dict[str, object] = {"mode": "advanced", "points": points}
    factions, kinds = RULES.armies(), sorted(CHARACTERS)
    drafts = [
        surprise(
            MUSTER,
            factions[chance.pick(len(factions))],
            points,
            kinds[chance.pick(len(kinds))],
            chance.fork(f"roster {place}"),
            options,
        )
        for place in range(count)
    ]
    host = bring(MUSTER, [MUSTER.built(draft) for draft in drafts], options)
    extra = {"commanders": (0, 1, 0, 2)} if count == 4 and chance.pick(2) else {}
    return Setup(
        ruleset="eow",
        armies=host.armies,
        lists=host.lists,
        map=MAPS[chance.pick(len(MAPS))] if count == 2 else "",
        options={**host.options, **extra},
    )


def fuzz(number: int) -> Game:
    """One battle; every one of them replays to the same hash."""
    with named(f"fuzz({number})"):
        return _fought(number)


def _fought(number: int) -> Game:
    chance = Chance(f"fuzz rosters {number}")
    setup = any_setup(number, chance)

    def check(step: Step, battle: Battle) -> None:
        problems = RULES.problems(battle)
        assert not problems, f"battle {number}, {step.name}: {' '.join(problems)}\n{RULES.to_text(battle)}"

    game = Game(RULES, RULES.set_up(setup), luck_of(chance.fork("dice")), on_step=check)
    manner = brawling if number % 3 == 0 else anything
    while not game.over:
        game.answer(manner(game.asked, chance))
        assert game.steps < 3000, f"battle {number} goes on without end"
    assert replay(record_of(game, setup), RULES).hash() == game.hash()
    return game


def test_some_battles_of_random_rosters_end_and_replay() -> None:
    for number in within(FAST_ROSTERS, range(APART)):
        fuzz(number)


@pytest.mark.slow
def test_battles_of_random_rosters_end_and_replay() -> None:
    for number in within(LONG_ROSTERS, range(APART, 3 * APART)):
        fuzz(number)
