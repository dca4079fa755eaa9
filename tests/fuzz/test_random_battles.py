"""Random battles to the end, with what must always hold checked after every step.

A battle that failed is fought again by its number:

    python -c "from tests.fuzz.test_random_battles import *; fuzz(ruleset('eow'), 1017, brawling)"
"""

from __future__ import annotations

import pytest

from tests.fuzz.budget import (
    APART,
    FAST_BRAWLS,
    FAST_ODDS,
    FAST_RANDOM,
    LARGE,
    LONG_BRAWLS,
    LONG_RANDOM,
    LONG_UNDO,
    MORE_BRAWLS,
    MORE_RANDOM,
    PARTS,
    named,
    part_of,
    within,
)
from tests.fuzz.cohesion import Together
from tests.fuzz.manners import SMALL, Manner, any_setup, anything, brawling, runs_out, sizes
from warhost.dice import Chance
from warhost.play import (
    Allocate,
    AnyQuestion,
    Battle,
    Choose,
    Game,
    Odds,
    Pick,
    Ruleset,
    Step,
    Ticked,
    luck_of,
    record_of,
    replay,
)
from warhost.rulebook import books
from warhost.rulesets import ruleset, slugs

# Not what other tests have registered: which of them were collected before is not the same in every run.
every_book = pytest.mark.parametrize("slug", [slug for slug in slugs() if slug in books()])
every_part = pytest.mark.parametrize("part", range(1, PARTS + 1))


def fuzz(rules: Ruleset, number: int, manner: Manner = anything, points: int = SMALL) -> Game:
    """One battle between any armies on any map, both sides in the same manner; clocks run out at random moments."""
    with named(f"fuzz(ruleset({rules.slug!r}), {number}, {manner.__name__}, {points})"):
        return _fought(rules, number, manner, points)


def _fought(rules: Ruleset, number: int, manner: Manner, points: int) -> Game:
    chance = Chance(f"fuzz {rules.slug} {number}")
    setup = any_setup(rules, chance, points)
    seen: list[str] = []
    walks = Together()

    def check(step: Step, battle: Battle) -> None:
        problems = [*rules.problems(battle), *walks.after(battle)]
        assert not problems, (
            f"battle {number}, {setup.options}, {step.name}: {' '.join(problems)}\n{rules.to_text(battle)}"
        )
        seen.append(step.name)

    game = Game(rules, rules.set_up(setup), luck_of(chance.fork("dice")), on_step=check)
    idle = 0
    while not game.over:
        steps = game.steps
        answer = Ticked() if runs_out(game.asked, chance) else manner(game.asked, chance)
        walks.before(game.asked, answer, game.battle)
        game.answer(answer)
        torn = walks.after(game.battle)
        assert not torn, f"battle {number}, {setup.options}: {torn[0]}"
        idle = 0 if game.steps > steps else idle + 1
        assert idle < 400, f"battle {number}: step {game.step} goes on without end"
        assert game.steps < 2000, f"battle {number} goes on without end: {seen[-20:]}"
    if number % 10 == 0:
        assert replay(record_of(game, setup), rules).hash() == game.hash()
    return game


@every_book
def test_random_battles_end_and_keep_the_invariants(slug: str) -> None:
    for number in within(FAST_RANDOM, range(APART)):
        fuzz(ruleset(slug), number)


@every_book
def test_brawls_end_and_keep_the_invariants(slug: str) -> None:
    for number in within(FAST_BRAWLS, range(APART)):
        fuzz(ruleset(slug), number, brawling)


OUTCOMES = (
    {"the enemy wavers", "the enemy routs"},
    {"routs the enemy", "the enemy stays and is devastated"},
    {"withdraws", "routs"},
)
"""Labels of what excludes each other: together they are no more likely than anything can be."""


def told(question: AnyQuestion) -> list[tuple[Odds, ...]]:
    """The odds of each option of a question, and of each target among which something is divided."""
    if isinstance(question, Choose | Pick):
        return [option.odds for option in question.options]
    return [target.odds for pool in question.pools for target in pool.targets] if isinstance(question, Allocate) else []


@every_book
def test_whatever_is_asked_has_odds_that_can_be(slug: str) -> None:
    rules = ruleset(slug)
    for number in within(FAST_ODDS, range(APART)):
        chance = Chance(f"odds {slug} {number}")
        game = Game(rules, rules.set_up(any_setup(rules, chance)), luck_of(chance.fork("dice")))
        with named(f"the battle of Chance('odds {slug} {number}')"):
            while not game.over:
                for odds in told(game.asked.weighed()):
                    assert all(0.0 <= one.value <= 1.0 + 1e-9 for one in odds if one.kind == "chance"), odds
                    assert all(one.value >= 0.0 for one in odds if one.kind == "expected"), odds
                    for pair in OUTCOMES:
                        assert sum(one.value for one in odds if one.label in pair) <= 1.0 + 1e-9, odds
                game.answer(brawling(game.asked, chance))


@pytest.mark.slow
@every_part
@every_book
def test_many_more_brawls(slug: str, part: int) -> None:
    for number in within(LONG_BRAWLS / PARTS, part_of(part)):
        fuzz(ruleset(slug), number, brawling)


@pytest.mark.slow
@every_part
@every_book
def test_many_more_random_battles(slug: str, part: int) -> None:
    for number in within(LONG_RANDOM / PARTS, part_of(part)):
        fuzz(ruleset(slug), number)


@pytest.mark.large
@every_part
@every_book
def test_brawls_that_the_long_suite_has_no_time_for(slug: str, part: int) -> None:
    for number in within(MORE_BRAWLS / PARTS, part_of(PARTS + part)):
        fuzz(ruleset(slug), number, brawling)


@pytest.mark.large
@every_part
@every_book
def test_random_battles_that_the_long_suite_has_no_time_for(slug: str, part: int) -> None:
    for number in within(MORE_RANDOM / PARTS, part_of(PARTS + part)):
        fuzz(ruleset(slug), number)


@pytest.mark.large
@every_part
@every_book
def test_battles_of_large_house_armies(slug: str, part: int) -> None:
    rules = ruleset(slug)
    large = [points for points in sizes(rules) if points >= 2 * SMALL]
    if not large:
        pytest.skip("the house armies are small")
    for number in within(LARGE / PARTS, part_of(part)):
        fuzz(rules, number, brawling if number % 3 else anything, large[number % len(large)])


@pytest.mark.slow
@every_book
def test_undo_then_redo_gives_the_same_hash_at_every_decision(slug: str) -> None:
    rules = ruleset(slug)
    for number in within(LONG_UNDO, range(APART)):
        chance = Chance(f"undo {slug} {number}")
        game = Game(rules, rules.set_up(any_setup(rules, chance)), luck_of(chance.fork("dice")))
        while not game.over:
            # An answer that waits for another seat's is forgotten by undo, so there is nothing to compare.
            if not game.sealed and any(entry.opens for entry in game.entries):
                before = game.hash()
                game.undo()
                game.redo()
                assert game.hash() == before, f"battle {number}"
            game.answer(game.asked.sample(chance))
