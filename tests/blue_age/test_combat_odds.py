"""The odds of charges and fights are those of the dice that play throws."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any

import pytest

from tests.blue_age.fighting import dice, field, touching
from tests.blue_age.harness import hero, unit
from warhost.dice import Chance, Dice
from warhost.play import Chosen
from warhost.play.battle import copied
from warhost.play.counsel import exact
from warhost.play.questions import Odds, Roll
from warhost.play.script import Ask, Script
from warhost.rulesets.blue_age.chapters.charge import move as charge_move
from warhost.rulesets.blue_age.chapters.charge import phase as charge
from warhost.rulesets.blue_age.chapters.charge import roll as charge_roll
from warhost.rulesets.blue_age.chapters.combat import phase as combat
from warhost.rulesets.blue_age.chapters.combat import resolution
from warhost.rulesets.blue_age.chapters.combat.fights import Fight, fights_of
from warhost.rulesets.blue_age.core import Battle
from warhost.rulesets.blue_age.thinks import charge_odds, combat_odds

Seen = tuple[int, int, int, int, int]
"""The Health that A and X took, who won (-1: nobody), and whether X broke or ran."""


def quiet(ask: Ask) -> Any:
    """The answer of a program that wants nothing."""
    options = getattr(ask.question, "options", ())
    key = next((option.key for option in options if option.passes), "")
    return Chosen(key) if key else ask.suggestions()[0]


def exactly(battle: Battle, limit: int = 60_000) -> dict[Seen, float]:
    """What becomes of the fight of the first two units, by playing all ways that the dice may fall."""

    def fought() -> Script[Seen]:
        there = copied(battle)
        fight = Fight(there, (0, 1))
        yield from combat.blows(there, fight)
        scores = [resolution.score(there, fight, seat) for seat in range(2)]
        winner = resolution.winner_of(there, fight, scores)
        fate = ""
        if winner is not None:
            margin = scores[winner].total - scores[1 - winner].total
            for loser in fight.side(there, 1 - winner):
                fate = yield from resolution.loser_test(there, loser, margin)
        won = -1 if winner is None else winner
        return (fight.wounds[0], fight.wounds[1], won, int(fate == "breaks"), int(fate == "falls back"))

    return dict(exact.returned(fought, limit))


FIGHTS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {}),
    ({"initiative": 5}, {"models": 2}),
    ({"models": 2}, {"models": 2, "initiative": 3}),
    ({"weapons": ["Spear"], "models": 2}, {"armour": ["Medium Armour"]}),
    ({"attacks": 2, "weapons": ["Flail"], "initiative": 6}, {"health": 2}),
    ({"strength": 10}, {"grit": 2, "health": 3}),
    ({"rules": ["Deathblow"]}, {"health": 2, "rules": ["Elite"]}),
    ({"type": "monstrous infantry", "health": 2}, {"models": 2, "rules": ["Unbreakable"]}),
]


@pytest.mark.parametrize(("mine", "theirs"), FIGHTS)
def test_small_fights_are_those_of_play_exactly(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    table = touching(unit(**mine), unit(**theirs))
    found = combat_odds.prospect(table.battle, (0, 1))
    seen = exactly(table.battle)
    assert found.wins[0] == pytest.approx(sum(chance for key, chance in seen.items() if key[2] == 0))
    assert found.wins[1] == pytest.approx(sum(chance for key, chance in seen.items() if key[2] == 1))
    for seat in range(2):
        assert found.wounds[seat] == pytest.approx(sum(key[seat] * chance for key, chance in seen.items()))
    broke = sum(chance for key, chance in seen.items() if key[3])
    assert found.breaks[0] + found.breaks[1] == pytest.approx(broke)
    ran = sum(chance for key, chance in seen.items() if key[4])
    assert sum(found.leaves) - sum(found.breaks) == pytest.approx(ran)


# Sampled


def run(script: Any, chance: Chance) -> None:
    answer: Any = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration:
            return
        answer = None
        if isinstance(asked, Roll):
            spec = Dice.parse(asked.dice)
            answer = tuple(chance.pick(spec.sides) + 1 for _ in range(spec.faces))
        elif isinstance(asked, Ask):
            answer = quiet(asked)


def sampled(battle: Battle, group: Sequence[int], times: int) -> tuple[float, float, float]:
    """The mean wounds of both sides and how often the first wins, in so many fights."""
    chance = Chance("fights")
    wounds = [0, 0]
    wins = 0
    for _ in range(times):
        there = copied(battle)
        fight = Fight(there, group)
        run(combat.blows(there, fight), chance)
        for seat in range(2):
            wounds[seat] += fight.wounds[seat]
        scores = [resolution.score(there, fight, seat) for seat in range(2)]
        wins += resolution.winner_of(there, fight, scores) == 0
    return wounds[0] / times, wounds[1] / times, wins / times


LARGE: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"models": 10, "weapons": ["Spear"], "armour": ["Light Armour", "Shield"], "bannerman": True}, {"models": 8}),
    ({"models": 4, "type": "cavalry", "base": 40, "attacks": 2, "initiative": 6}, {"models": 12, "initiative": 3}),
    ({"type": "monster", "base": 60, "health": 6, "attacks": 4, "strength": 7, "grit": 7}, {"models": 10}),
]


@pytest.mark.parametrize(("mine", "theirs"), LARGE)
def test_larger_fights_are_those_of_play_on_average(mine: dict[str, Any], theirs: dict[str, Any]) -> None:
    table = touching(unit(**mine), unit(**theirs))
    table.unit("A").charged, table.unit("X").charged_by = (1,), (0,)
    found = combat_odds.prospect(table.battle, (0, 1))
    times = 300
    ours, others, wins = sampled(table.battle, (0, 1), times)
    assert ours == pytest.approx(found.wounds[0], abs=0.35)
    assert others == pytest.approx(found.wounds[1], abs=0.35)
    assert wins == pytest.approx(found.wins[0], abs=4 * sqrt(0.25 / times))


# Charges


def value(found: Sequence[Odds], label: str) -> float:
    return next(one.value for one in found if one.label == label)


KINDS: list[tuple[str, float, float]] = [
    ("infantry", 7.0, 1 - 0.6**2),
    ("infantry", 10.5, 0.0),
    ("swarm", 4.0, 1 - 0.6**2),
    ("monstrous infantry", 6.2, 0.4),
    ("monster", 9.0, 0.7),
    ("war machine", 2.5, 0.6),
    ("chariot", 19.0, 0.03),
]


@pytest.mark.rule("blue.charge.premeasure")
@pytest.mark.parametrize(("kind", "distance", "chance"), KINDS)
def test_the_chance_to_reach(kind: str, distance: float, chance: float) -> None:
    table = field("A at 24,14 | X at 24,20 face 180", A=unit(type=kind), X=unit())
    assert charge_roll.chance_to_reach(table.battle, table.unit("A"), distance) == pytest.approx(chance)


@pytest.mark.parametrize("kind", ["cavalry", "beast"])
@pytest.mark.parametrize("distance", [5.0, 11.0, 16.0, 19.5])
def test_the_chance_to_reach_is_that_of_play_with_the_best_dice_rolled_again(kind: str, distance: float) -> None:
    table = field("A at 24,10 | X at 24,30 face 180", A=unit(type=kind), X=unit())
    battle, own = table.battle, table.unit("A")

    def rolled() -> Script[int]:
        """A Charge Roll, its question answered by the odds that it tells."""
        script = charge.charge_roll_of(battle, own, distance, distance)
        answer: Any = None
        while True:
            try:
                asked = script.send(answer)
            except StopIteration as end:
                return int(end.value >= distance)
            answer = None
            if isinstance(asked, Ask):
                options = asked.weighed().options  # type: ignore[union-attr]
                answer = Chosen(max(options, key=lambda option: option.odds[0].value).key)
            elif isinstance(asked, Roll):
                answer = yield asked

    seen = exact.returned(rolled)
    expected = charge_roll.chance_to_reach(battle, own, distance)
    assert seen.chance(lambda reached: reached == 1) == pytest.approx(expected)


def test_a_charge_tells_its_chance_and_the_fight_that_it_brings() -> None:
    table = field(
        'A at 24,14 form="line" | X at 24,20 face 180 form="line"',
        A=unit(models=5, type="cavalry", weapons=["Lance"], attacks=2),
        X=unit(models=10),
    )
    option = next(option for option in table.play(dice=dice()).weighed if option.key == "0>1")
    assert value(option.odds, "distance") == pytest.approx(5.0, abs=0.3)
    assert value(option.odds, "charge succeeds") > 0.9
    found = charge_odds.fought(table.battle, table.unit("A"), [table.unit("X")])
    assert found is not None
    assert value(option.odds, "wins the fight") == pytest.approx(found.wins[0])
    # The same charge, made: the fight from there has the same odds.
    game = table.play(dice=dice(**{"Charge Roll": (9, 2)}))
    battle = game.battle
    there = copied(battle)
    reached, ends, ways = charge_move.closing(there, there.units[0], [there.units[1]], 11)
    charge_move.arrive(there, there.units[0], reached, ends, ways)
    after = combat_odds.prospect(there, fights_of(there)[0])
    assert found.wounds[0] == pytest.approx(after.wounds[0], abs=0.5)


def test_a_charge_on_two_tells_the_fight_with_both_where_both_are_likely_to_be_reached() -> None:
    units = {"A": unit(models=5), "X": unit(models=3), "Y": unit(models=3)}
    near = field("A at 24,14 | X at 22.5,18 face 180 | Y at 25.5,18 face 180", **units)
    told = {option.key: option.odds for option in near.play(dice=dice()).weighed}
    both = next(key for key in told if "+" in key)
    assert value(told[both], "charge reaches X") >= charge_odds.ALL_LIKELY
    assert value(told[both], "expected losses") > value(told["0>1"], "expected losses")
    far = field("A at 24,14 | X at 22.5,18 face 180 | Y at 25.5,23 face 180", **units)
    told = {option.key: option.odds for option in far.play(dice=dice()).weighed}
    assert value(told[both], "charge reaches Y") < charge_odds.ALL_LIKELY
    assert not any(odd.label == "wins the fight" for odd in told[both])


def test_terror_is_in_the_odds() -> None:
    table = field("A at 24,14 | X at 24,20 face 180", A=unit(type="monster", attacks=1, health=6), X=unit(models=5))
    calm = field(
        "A at 24,14 | X at 24,20 face 180",
        A=unit(type="monster", attacks=1, health=6),
        X=unit(models=5, rules=["Unbreakable"]),
    )
    scared, steady = (charge_odds.fought(one.battle, one.unit("A"), [one.unit("X")]) for one in (table, calm))
    assert scared is not None
    assert steady is not None
    assert scared.wounds[1] < steady.wounds[1]
    table = field("A at 24,14 | X at 24,20 face 180", A=unit(models=5), X=unit(type="monster", health=6))
    option = next(option for option in table.play(dice=dice()).weighed if option.key == "0>1")
    assert value(option.odds, "dares to charge") == pytest.approx(0.5)


def test_every_reaction_tells_what_it_brings() -> None:
    table = field(
        'A at 24,14 form="line" | X at 24,20.984252 face 180 form="line"',
        A=unit(models=5),
        X=unit(models=5, ranged=6, weapons=["Bow"]),
    )
    game = table.play(dice=dice()).choose("0>1")
    told = {option.key: option.odds for option in game.weighed}
    # Five dice on 8+, wounding on 6+.
    assert value(told["stand"], "expected wounds by shooting") == pytest.approx(5 * 0.3 * 0.5)
    assert value(told["hold"], "the charge arrives") == pytest.approx(1 - 0.5**2)
    # 6" and 2D5 more: 8" to 16"; infantry rolls the higher of two D10.
    ways = [(8, 1), (9, 2), (10, 3)]
    caught = sum(count / 25 * (1 - ((far - 1) / 10) ** 2) for far, count in ways)
    assert value(told["flee"], "is caught") == pytest.approx(caught)


def test_heroes_and_several_units_are_reckoned_with() -> None:
    table = touching(unit(models=5), unit(models=5), H=("at 26.952756,20", hero(attacks=3))).join("H", "A")
    alone = touching(unit(models=5), unit(models=5))
    with_him, without = (combat_odds.prospect(one.battle, (0, 1)) for one in (table, alone))
    assert with_him.wounds[0] > without.wounds[0]
    two = touching(unit(models=5), unit(models=5), B=('at 24,22.952756 form="line"', unit(models=5)))
    two.lock("B", "X")
    assert combat_odds.prospect(two.battle, (0, 1, 2)).wins[0] > without.wins[0]
