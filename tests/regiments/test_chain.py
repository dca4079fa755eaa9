"""What play throws for an attack, in every possible way, is what odds and players are told of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.properties import examples
from tests.regiments.harness import draw, regiment
from warhost.play.battle import copied
from warhost.play.counsel.exact import returned
from warhost.play.counsel.throws import mean, spread
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters.morale import failing, take_test
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.chapters.wounds.damage import chain, expected, strike
from warhost.rulesets.regiments.core import Battle, SpecialRule
from warhost.rulesets.regiments.thinks.loss_odds import Toll, struck

TABLE = draw(
    "A at 10,10 | B at 10,20 face 180 | C at 30,20 face 180",
    A=regiment(5),
    B=regiment(20),
    C=regiment(3, rules=["Tough(3)", "Regeneration"]),
)
A, B, C = (TABLE.unit(name).id for name in "ABC")


class Again(SpecialRule):
    """Rolls something again."""

    name, id = "Again", "aofr.reroll.once"


AGAIN = Again()

PLAIN: dict[str, Any] = {"quality": 4, "defense": 4, "count": 2}
"""An attack of two dice that nothing speaks to."""


@st.composite
def attacks(draw: st.DrawFn) -> dict[str, Any]:
    """Any attack that the rules might make of one."""
    kind: Any = draw(st.sampled_from(["shooting", "melee", "impact", "spell"]))
    how: dict[str, Any] = {
        "kind": kind,
        "count": draw(st.integers(0, 2)),
        "quality": draw(st.none() | st.integers(2, 6)),
        "defense": draw(st.integers(2, 6)),
        "ap": draw(st.integers(0, 4)),
    }
    chances: dict[str, st.SearchStrategy[Any]] = {
        "only_sixes": st.just(True),
        "extra_on_six": st.integers(1, 2),
        "extra_on_high": st.just(1),
        "high": st.integers(4, 6),
        "attacks_on_six": st.just(1),
        "misses_again": st.integers(1, 6),
        "sixes_rolled": st.just(True),
        "blast": st.just(2),
        "six_ap": st.integers(1, 4),
        "six_more_ap": st.integers(1, 2),
        "six_wounds": st.just(1),
        "low_wounds": st.integers(1, 3),
        "sure": st.just(True),
        "rerolls_sixes": st.just(AGAIN),
        "rerolls_from": st.integers(4, 6),
        "blocks_again": st.just(AGAIN),
        "blocks_again_to": st.integers(1, 6),
    }
    for name in draw(st.lists(st.sampled_from(sorted(chances)), max_size=4, unique=True)):
        how[name] = draw(chances[name])
    return how


def made(how: dict[str, Any], target: int = B, **more: Any) -> Attack:
    values = {"kind": "melee", **how, **more}
    ap = values.pop("ap", 0)
    attack = Attack(attacker=A, target=target, what="T", rule="aofr.melee.hit", **values)
    attack.ap.base = ap
    return attack


def played(how: dict[str, Any]) -> Script[tuple[int, int]]:
    """The hits of the attack and the wounds that it deals."""
    attack = made(how)
    wounds = yield from strike(copied(TABLE.battle), [attack])
    return attack.hits + attack.sixes, wounds


@pytest.mark.rule("aofr.melee.hit", "aofr.melee.block", "aofr.reroll.once", "aofr.reroll.second_stands")
@examples(0.5)
@given(attacks())
@example({**PLAIN, "attacks_on_six": 1, "misses_again": 6})
@example({**PLAIN, "extra_on_high": 1, "high": 5, "quality": 6})
def test_what_odds_and_players_are_told_of_an_attack_is_what_its_dice_do(how: dict[str, Any]) -> None:
    found = returned(lambda: played(how), limit=100_000)
    hits, wounds = found.map(lambda end: end[0]), found.map(lambda end: end[1])
    battle, attack = TABLE.battle, made(how)
    told = spread(chain(battle, attack), attack.count, 20)
    assert all(abs(told[points] - wounds[points]) < 1e-12 for points in {*told, *wounds})
    assert attack.count * mean(chain(battle, attack), "block") == pytest.approx(hits.mean, abs=1e-12)
    assert expected(battle, attack).hits == pytest.approx(hits.mean, abs=1e-12)
    assert expected(battle, attack).wounds == pytest.approx(spread(chain(battle, attack), attack.count).mean, abs=1e-12)


def states(how: dict[str, Any], deadly: int) -> Script[tuple[Any, ...]]:
    """What a unit of Tough models that may ignore wounds has come down to."""
    battle: Battle = copied(TABLE.battle)
    yield from strike(battle, [made(how, C, deadly=deadly)])
    unit = battle.units[C]
    return unit.left, unit.wounds


@pytest.mark.rule("aofr.special.regeneration", "aofr.special.deadly.multiply")
@examples(0.12)
@given(attacks(), st.integers(1, 3))
def test_what_a_unit_may_come_down_to_is_what_the_dice_leave(how: dict[str, Any], deadly: int) -> None:
    how = {name: value for name, value in how.items() if name not in ("blast", "attacks_on_six", "extra_on_high")}
    found = returned(lambda: states(how, deadly), limit=200_000)
    toll = Toll(TABLE.battle, TABLE.battle.units[C])
    told = struck(toll, toll.unharmed, [made(how, C, deadly=deadly)])
    assert told is not None
    left: dict[tuple[Any, ...], float] = {}
    for state, chance in told.items():
        _, unit = toll.left_with(state)
        left[unit.left, unit.wounds] = left.get((unit.left, unit.wounds), 0.0) + chance
    assert all(abs(left.get(end, 0.0) - found[end]) < 1e-12 for end in {*left, *found})


@pytest.mark.rule("aofr.special.regeneration")
@pytest.mark.parametrize("wounds", [1, 2, 4])
def test_wounds_are_ignored_by_the_dice_that_odds_reckon_with(wounds: int) -> None:
    def taken() -> Script[int]:
        battle = copied(TABLE.battle)
        return (yield from suffer(battle, battle.units[C], wounds))

    found = returned(taken)
    toll = Toll(TABLE.battle, TABLE.battle.units[C])
    group = toll.kinds[0]
    told = toll.not_ignored(group, wounds, frozenset(), False, False)
    assert dict(told) == pytest.approx(dict(found))


@pytest.mark.rule("aofr.morale.test", "aofr.shaken.auto_fail")
@pytest.mark.parametrize("shaken", [False, True])
@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("saves", [(), (4,), (5, 3)])
def test_a_morale_test_fails_as_often_as_it_is_told(shaken: bool, again: bool, saves: tuple[int, ...]) -> None:
    def made_test() -> MoraleTest:
        test = MoraleTest(B, 4)
        test.modifiers.add(-1, "a test", "aofr.morale.test")
        test.again_by = AGAIN if again else None
        test.saved_by = [(AGAIN, need) for need in saves]
        return test

    def taken() -> Script[int]:
        battle = copied(TABLE.battle)
        battle.units[B].shaken = shaken
        return int((yield from take_test(battle, battle.units[B], made_test())))

    unit = copied(TABLE.battle).units[B]
    unit.shaken = shaken
    assert failing(unit, made_test()) == pytest.approx(returned(taken)[0])
