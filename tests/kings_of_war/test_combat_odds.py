"""The odds of combat are those of the dice that play throws: damage, nerve, joint charges, the answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Any

import pytest

from tests.kings_of_war.harness import Play, Table, draw, engaged, unit
from warhost.dice import Chance, Dice
from warhost.play import Allocated, Chosen
from warhost.play.battle import copied
from warhost.play.counsel import exact
from warhost.play.questions import Odds, Roll
from warhost.rulesets.kings_of_war.chapters import nerve
from warhost.rulesets.kings_of_war.chapters.combat import phase as combat
from warhost.rulesets.kings_of_war.core import Battle, Effect, Unit
from warhost.rulesets.kings_of_war.thinks import combat_odds
from warhost.table import Arc


def odds_of(found: Sequence[Odds], label: str) -> float:
    """The figure of that label."""
    return next(one.value for one in found if one.label == label)


def played(game: Play) -> dict[tuple[int, int], float]:
    """The exact chances of the damage of X and of its rout (0 or 1), by playing all ways that the dice may fall."""
    target = game.unit("X").id

    def see(branch: Any) -> tuple[int, int]:
        there: Unit = branch.battle.units[target]
        return there.damage, int(there.fate == "routed")

    attacked = exact.chances(
        game.game,
        until=lambda branch: branch.battle.active == 1 or branch.asked.question.topic == "outcome",
        see=see,
        answer=lambda ask: next(
            answer
            for answer in ask.suggestions()
            if not isinstance(answer, Chosen) or answer.option not in ("pass", str(target))
        ),
        limit=200_000,
    )
    return dict(attacked)


SMALL: list[tuple[str, dict[str, Any], dict[str, Any], int]] = [
    ("front", {"attacks": 3}, {"nerve": 8}, 0),
    ("left", {"attacks": 1, "rules": ["Elite", "Vicious"]}, {"nerve": 9}, 2),
    ("rear", {"attacks": 1, "rules": ["Brutal (2)"]}, {"nerve": 12, "rules": ["Inspiring"]}, 3),
    ("front", {"attacks": "D3+1", "rules": ["Crushing Strength (1)"]}, {"nerve": 9, "rules": ["Ensnare"]}, 3),
    ("front", {"attacks": 1, "rules": ["Rampage (D3)"]}, {"nerve": 7}, 1),
    ("front", {"attacks": 2, "rules": ["Elite"], "artefact": "Blade of Slashing"}, {"nerve": 9}, 3),
    ("front", {"attacks": 2, "rules": ["Vicious"], "artefact": "Mace of Crushing"}, {"nerve": 9}, 3),
    ("front", {"attacks": 2, "artefact": "Hammer of Measured Force"}, {"nerve": 9, "defence": 6}, 3),
    ("front", {"attacks": 2}, {"nerve": 17, "rules": ["Inspiring"]}, 1),
]


@pytest.mark.parametrize(("facing", "mine", "theirs", "damage"), SMALL)
def test_damage_and_rout_are_those_of_play(
    facing: str, mine: dict[str, Any], theirs: dict[str, Any], damage: int
) -> None:
    table = engaged(facing, A=unit(**mine), X=unit(**theirs), Y=unit())
    table.unit("X").damage = damage
    found = combat_odds.prospect(table.battle, [table.unit("A")], table.unit("X"))
    seen = played(table.play())
    assert found.routed == pytest.approx(sum(chance for (_, routed), chance in seen.items() if routed))
    assert found.sound + found.devastated == pytest.approx(1 - found.routed)
    # A double 6 that passes brings more damage than the attacks: that is in no row of them.
    row = {damage + number: chance for number, chance in enumerate(found.damage)}
    doomed = theirs["nerve"] > damage + 1 + 12
    for total in (damage,) if doomed else (damage, damage + 1):
        together = sum(chance for (now, _), chance in seen.items() if now == total)
        assert together == pytest.approx(row[total])


def test_two_attackers_together_are_those_of_play() -> None:
    table = draw(
        'phase="combat" | A at 36,20 | B at 40,20 | X at 36,26 face 180 damage=3 | 1 Y at 10,10',
        A=unit(attacks=2, rules=["Brutal (1)"]),
        B=unit(attacks=1, melee=3),
        X=unit(nerve=11),
        Y=unit(),
    )
    table.engage("A", "X").engage("B", "X", "left")
    found = combat_odds.prospect(table.battle, [table.unit("A"), table.unit("B")], table.unit("X"))
    seen = played(table.play())
    assert found.routed == pytest.approx(sum(chance for (_, routed), chance in seen.items() if routed))


def test_the_bonus_of_a_blade_is_in_the_odds() -> None:
    plain = engaged(A=unit(attacks=3), X=unit())
    blade = engaged(A=unit(attacks=3, artefact="Blade of Slashing"), X=unit())
    rows = [combat_odds.damage_row(table.battle, table.unit("A"), table.unit("X")) for table in (plain, blade)]
    without, with_it = (sum(number * chance for number, chance in enumerate(row)) for row in rows)
    assert without == pytest.approx(3 / 4)
    # One of three dice that missed is thrown again, unless none has.
    assert with_it == pytest.approx(3 / 4 + (1 - 0.5**3) / 4)


# Sampled


def sampled(table: Table, attackers: Sequence[str], times: int = 20_000) -> tuple[float, float]:
    """The mean damage of the attacks of these units on X, and how often it routs, in so many trials."""
    chance = Chance("combat odds")
    total = routed = 0
    for _ in range(times):
        battle = copied(table.battle)
        target = battle.units[table.unit("X").id]
        before = target.damage
        for name in attackers:
            run(combat.attack(battle, battle.units[table.unit(name).id]), chance, target)
        total += target.damage - before
        if target.hurt:
            results = run(nerve.take_tests(battle, [target], "combat", 0), chance, target)
            routed += results[target.id] == "routed"
    return total / times, routed / times


def run(script: Any, chance: Chance, target: Unit) -> Any:
    """Run a script with dice; all attacks and all bonuses go at that target."""
    answer: Any = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration as end:
            return end.value
        answer = None
        if isinstance(asked, Roll):
            answer = chance.roll(Dice.parse(asked.dice))
        elif hasattr(asked, "question"):
            question = asked.question
            if question.topic == "attacks":
                answer = Allocated({"attacks": {str(target.id): question.pools[0].count}})
            else:
                answer = Chosen(str(target.id))


@pytest.mark.slow
def test_joint_attacks_are_those_of_play_sampled() -> None:
    table = draw(
        'phase="combat" | A at 36,20 | B at 40,20 | C at 40,20 | X at 36,26 face 180 damage=4 | 1 Y at 10,10',
        A=unit(attacks=10, rules=["Crushing Strength (1)", "Elite"]),
        B=unit(attacks="2D6", melee=3, rules=["Thunderous Charge (2)", "Vicious"]),
        C=unit(hero=True, attacks=6, melee=3, rules=["Individual", "Rampage (D3)", "Brutal (1)"]),
        X=unit(nerve=22, defence=5, rules=["Big Shield"]),
        Y=unit(rules=["Inspiring"]),
    )
    table.engage("A", "X").engage("B", "X", "left").engage("C", "X", "rear")
    table.unit("B").charged = True
    table.unit("A").hindered = True
    own = [table.unit(name) for name in "ABC"]
    found = combat_odds.prospect(table.battle, own, table.unit("X"))
    mean, routed = sampled(table, "ABC")
    spread = sqrt(sum(chance * (number - found.mean) ** 2 for number, chance in enumerate(found.damage)))
    assert mean == pytest.approx(found.mean, abs=4 * spread / sqrt(20_000))
    assert 0.05 < found.routed < 0.95
    assert routed == pytest.approx(found.routed, abs=4 * sqrt(found.routed * (1 - found.routed) / 20_000))


def test_barkskin_takes_the_first_damage() -> None:
    table = engaged(A=unit(attacks=3), X=unit(nerve=9), Y=unit())
    plain = combat_odds.prospect(table.battle, [table.unit("A")], table.unit("X"))
    table.unit("X").effects = (Effect("Barkskin", "start", 1, number=1),)
    guarded = combat_odds.prospect(table.battle, [table.unit("A")], table.unit("X"))
    seen = played(table.play())
    assert guarded.routed == pytest.approx(sum(chance for (_, routed), chance in seen.items() if routed))
    assert guarded.mean == pytest.approx(sum(damage * chance for (damage, _), chance in seen.items()))
    assert guarded.routed < plain.routed


# Charges


def charging(hindered: bool = False, facing: Arc = Arc.FRONT, **fields: Any) -> tuple[Odds, ...]:
    table = draw("A at 36,15 | X at 36,26 face 180", A=unit(**fields), X=unit())
    return combat_odds.charge_odds(table.battle, [(table.unit("A"), facing, hindered)], table.unit("X"))


def test_a_charge_counts_its_facing_hindrance_and_thunder() -> None:
    assert odds_of(charging(attacks=12), "expected damage") == pytest.approx(12 / 4)
    assert odds_of(charging(attacks=12, facing=Arc.LEFT), "expected damage") == pytest.approx(24 / 4)
    assert odds_of(charging(attacks=12, facing=Arc.REAR), "expected damage") == pytest.approx(36 / 4)
    assert odds_of(charging(hindered=True, attacks=12), "expected damage") == pytest.approx(12 / 3 / 2)
    thunder: dict[str, Any] = {"attacks": 12, "rules": ["Thunderous Charge (1)"]}
    assert odds_of(charging(**thunder), "expected damage") == pytest.approx(12 / 2 * 2 / 3)
    assert odds_of(charging(hindered=True, **thunder), "expected damage") == pytest.approx(12 / 3 / 2)


def test_a_charge_tells_its_needed_rolls_with_what_makes_them_up() -> None:
    found = charging(hindered=True, attacks=12, rules=["Crushing Strength (1)"])
    hit = next(one for one in found if one.label == "to hit")
    assert (hit.value, [(part.amount, part.why) for part in hit.parts]) == (5, [(4, "Melee"), (1, "hindered")])
    damage = next(one for one in found if one.label == "to damage")
    assert (damage.value, damage.kind) == (3, "needed")
    assert [one.label for one in found if one.telling] == ["routs the enemy"]


def test_the_battle_is_not_touched() -> None:
    table = draw("A at 36,15 | X at 36,26 face 180", A=unit(), X=unit())
    before = [unit.__copy__() for unit in table.battle.units]  # type: ignore[attr-defined]
    combat_odds.charge_odds(table.battle, [(table.unit("A"), Arc.LEFT, False)], table.unit("X"))
    assert table.battle.units == before


def test_charges_together_and_friends_who_fight_already_count_together() -> None:
    table = draw(
        "A at 36,15 | B at 30,15 | C at 40,20 | X at 36,26 face 180",
        A=unit(attacks=12),
        B=unit(attacks=8),
        C=unit(attacks=4),
        X=unit(nerve=15),
    )
    one, two = (table.unit("A"), Arc.FRONT, False), (table.unit("B"), Arc.RIGHT, False)
    alone = combat_odds.charge_odds(table.battle, [one], table.unit("X"))
    both = combat_odds.charge_odds(table.battle, [one, two], table.unit("X"))
    table.engage("C", "X", "left")
    three = combat_odds.charge_odds(table.battle, [one, two], table.unit("X"))
    assert [odds_of(found, "expected damage") for found in (alone, both, three)] == pytest.approx([3, 7, 9])
    again = combat_odds.charge_odds(table.battle, [one, (table.unit("C"), Arc.LEFT, False)], table.unit("X"))
    assert odds_of(again, "expected damage") == pytest.approx(5)
    routs = [odds_of(found, "routs the enemy") for found in (alone, both, three)]
    assert routs == sorted(routs)
    assert len({round(chance, 6) for chance in routs}) == 3


# The answer


def answered(table: Table) -> tuple[float, float]:
    found = combat_odds.charge_odds(table.battle, [(table.unit("A"), Arc.LEFT, False)], table.unit("X"))
    return odds_of(found, "expected damage in its turn"), odds_of(found, "A routs in the enemy's turn")


def test_the_answer_counts_only_enemies_who_are_still_there() -> None:
    """X routs with every failed test; what is left attacks the front of A, devastated or not."""
    table = draw(
        "A at 36,15 | X at 36,26 face 180", A=unit(attacks=1, melee=6, defence=6), X=unit(attacks=12, nerve=99)
    )
    damage, _ = answered(table)
    assert damage == pytest.approx(12 / 2 / 6)
    table = draw(
        "A at 36,15 | X at 36,26 face 180", A=unit(attacks=40, melee=2), X=unit(attacks=12, nerve=2, defence=2)
    )
    found = combat_odds.charge_odds(table.battle, [(table.unit("A"), Arc.LEFT, False)], table.unit("X"))
    routed = odds_of(found, "routs the enemy")
    stays = 1 - routed
    assert odds_of(found, "expected damage in its turn") == pytest.approx(stays * 6 / 4)
    assert stays == pytest.approx(1 / 36)


@pytest.mark.parametrize(
    ("times", "off"),
    [pytest.param(1_000, 0.15, id="some"), pytest.param(20_000, 0.03, marks=pytest.mark.slow, id="many")],
)
def test_the_answer_is_that_of_play_sampled(times: int, off: float) -> None:
    table = draw(
        "A at 36,15 damage=4 | X at 36,26 face 180 damage=6",
        A=unit(attacks=8, nerve=12),
        X=unit(attacks=20, nerve=14, melee=3, rules=["Crushing Strength (1)"]),
    )
    expected = answered(table)
    fight = combat_odds.charged(table.battle, [(table.unit("A"), Arc.LEFT, False)], table.unit("X"))
    chance, total, routed = Chance("answer"), 0, 0
    for _ in range(times):
        battle: Battle = copied(fight.battle)
        own, target = battle.units
        run(combat.attack(battle, own), chance, target)
        if target.hurt:
            run(nerve.take_tests(battle, [target], "combat", 0), chance, target)
        if target.fate:
            continue
        battle.active = 1
        own.charged = False
        before = own.damage
        run(combat.attack(battle, target), chance, own)
        total += own.damage - before
        if own.hurt:
            routed += run(nerve.take_tests(battle, [own], "combat", 1), chance, own)[own.id] == "routed"
    assert total / times == pytest.approx(expected[0], rel=off)
    assert routed / times == pytest.approx(expected[1], abs=4 * sqrt(expected[1] * (1 - expected[1]) / times))


# Questions


def test_options_carry_their_odds() -> None:
    table = draw(
        'phase="combat" | A at 20,20 | X at 20,26 face 180 | B at 50,20 | Y at 50,26 face 180',
        A=unit(attacks=8),
        X=unit(),
        B=unit(attacks=4),
        Y=unit(),
    )
    game = table.engage("A", "X").engage("B", "Y").play()
    assert [odds_of(option.odds, "expected damage") for option in game.weighed] == [2, 1]
    game.choose(unit="A")
    assert [Counter(one.label for one in option.odds)["routs the enemy"] for option in game.weighed] == [1, 0]
