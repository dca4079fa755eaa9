"""Positions worked out by hand: the odds that questions tell, against dice counted one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.fantasy_battles.harness import Play, draw
from warhost.play.questions import Option

MM = 1 / 25.4
DEEP = 80 * MM


def sums(dice: int, best: int = 2) -> dict[int, Fraction]:
    """What the best so many of some D6 add up to, and how often."""
    counts = Counter(sum(sorted(faces)[-best:]) for faces in product(range(1, 7), repeat=dice))
    return {total: Fraction(count, 6**dice) for total, count in counts.items()}


PLAIN, SWIFT = sums(2), sums(3)


def at_least(chances: dict[int, Fraction], total: int) -> float:
    return float(sum((chance for face, chance in chances.items() if face >= total), Fraction(0)))


def caught(charger: dict[int, Fraction], prey: dict[int, Fraction], behind: int) -> float:
    """How often the charger rolls so much more than the prey, or still more."""
    pairs = ((one * other) for (a, one), (b, other) in product(charger.items(), prey.items()) if a >= b + behind)
    return float(sum(pairs, Fraction(0)))


def told(option: Option, label: str) -> float:
    return next(one.value for one in option.odds if one.label == label)


def weighed(game: Play, key: str) -> Option:
    return next(one for one in game.weighed if one.key == key)


def charge(game: Play, charger: str, target: str) -> Option:
    wanted = game.unit(charger).id, game.unit(target).id
    return next(one for one in game.weighed if (one.unit, one.target) == wanted)


@pytest.mark.rule("t9a.charge.range", "t9a.prob.charge_remaining_distance")
@pytest.mark.parametrize("needed", range(2, 13))
@pytest.mark.parametrize("swift", [False, True])
@pytest.mark.parametrize("hill", [False, True])
def test_the_chance_of_every_charge_of_the_printed_table(needed: int, swift: bool, hill: bool) -> None:
    name = "Wolves" if swift else "Spearmen"
    half = (50 if swift else 40) * MM
    ground = "72x48 hill 36,10 6x6 | " if hill else ""
    table = draw(f"{ground}0 {name} at 36,10 | 1 Swordsmen at 36,{10 + half + DEEP / 2 + 4 + needed} face 180")
    game = table.change(name, adv=4).play()
    once = at_least(SWIFT if swift else PLAIN, needed)
    option = next(one for one in game.options if one.unit == game.unit(name).id)
    assert told(option, "charge succeeds") == pytest.approx(1 - (1 - once) ** 2 if hill else once)


@pytest.mark.rule("t9a.charge.reaction_flee", "t9a.fleeing.only_flee_reaction")
def test_the_chance_to_catch_a_unit_that_flees_already() -> None:
    # 9.44 inches apart at Advance Rate 8, and the prey runs on: the swift riders must roll 2 more than it does.
    game = draw("0 Knights at 36,10 | 1 Swordsmen at 36,22").set("Swordsmen", fleeing=True).play()
    assert told(charge(game, "Knights", "Swordsmen"), "catches the fleeing unit") == pytest.approx(
        caught(SWIFT, PLAIN, 2)
    )


@pytest.mark.rule("t9a.charge.reaction_flee")
@pytest.mark.parametrize(("inches", "behind"), [(7.6, 4), (4.0, 0), (3.0, -1), (10.0, 6)])
def test_the_chance_to_get_away_from_a_charge(inches: float, behind: int) -> None:
    game = draw(f"0 Spearmen at 36,10 | 1 Swordsmen at 36,{10 + DEEP + inches} face 180").play()
    game.choose(unit="Spearmen", target="Swordsmen")
    escapes = told(weighed(game, "flee"), "escapes if the charge continues")
    assert escapes == pytest.approx(1 - caught(PLAIN, PLAIN, behind))


@pytest.mark.rule("t9a.charge.reaction_flee", "t9a.special.flee_move")
def test_who_would_run_off_the_board_does_not_get_away() -> None:
    # Six inches before the northern edge: 6 or more is the end; below that the charger, 10 behind, needs 6 more.
    y = 48 - 6 - DEEP / 2
    game = draw(f"0 Spearmen at 36,{y - DEEP - 10} | 1 Swordsmen at 36,{y} face 180").play()
    game.choose(unit="Spearmen", target="Swordsmen")
    lost = float(
        sum(one for total, one in PLAIN.items() if total >= 6)
        + sum(one * other for (a, one), (b, other) in product(PLAIN.items(), PLAIN.items()) if b < 6 and a >= b + 6)
    )
    assert told(weighed(game, "flee"), "escapes if the charge continues") == pytest.approx(1 - lost)


@pytest.mark.rule("t9a.charge.declare")
def test_the_odds_of_redirecting_and_of_going_on() -> None:
    # 6.85 apart and 3 inches of flight: 9.85, a 6. Discipline 8 of the Captain for the test.
    line = (
        '0 Spearmen at 36,10 | 0 Captain off in="Spearmen" | 1 Swordsmen at 36,20 face 180 | 1 Guard at 44,22 face 180'
    )
    game = draw(line).play(dice={"Flee": (1, 2), "Redirect": (1, 1), "": 1})
    game.choose(unit="Spearmen", target="Swordsmen").choose("flee")
    assert told(weighed(game, "redirect"), "passes") == pytest.approx(26 / 36)
    assert told(weighed(game, "keep"), "charge succeeds") == pytest.approx(26 / 36)
    game.choose("redirect")
    assert told(weighed(game, "keep"), "charge succeeds") == pytest.approx(26 / 36)


@pytest.mark.rule("t9a.charge.declare")
def test_a_charger_whose_two_targets_fled_is_told_what_each_would_take() -> None:
    # Straight ahead at 6.85 and 3 more: a 6. The Guard, straight ahead as well but two inches farther: an 8.
    line = "0 Spearmen at 36,10 files=10 | 1 Swordsmen at 33,20 face 180 | 1 Guard at 39,22 face 180"
    game = draw(line).play(dice={"Flee": (1, 2), "Redirect": (1, 1), "Rally": 1, "": 1})
    game.choose(unit="Spearmen", target="Swordsmen").choose("flee").choose("redirect")
    if game.topic == "redirect target":
        game.choose(unit="Spearmen", target="Guard")
    game.choose("flee")
    assert game.topic == "name target"
    chances = [told(one, "charge succeeds") for one in game.weighed]
    assert all(0 < chance < 1 for chance in chances)
    assert chances[0] > chances[1]


@pytest.mark.rule("t9a.terrain.hill_charge")
def test_the_odds_of_the_second_roll_are_those_of_one_roll() -> None:
    line = f"72x48 hill 36,10 6x6 | 0 Spearmen at 36,10 | 1 Swordsmen at 36,{10 + DEEP + 12} face 180"
    game = draw(line).play(dice={"Charge Range": (1, 2), "": 1})
    game.choose(unit="Spearmen", target="Swordsmen").choose("hold")
    assert told(weighed(game, "reroll"), "charge succeeds") == pytest.approx(15 / 36)


@pytest.mark.rule("t9a.move.rally", "t9a.decimated.rally", "t9a.special.rally_around_the_flag")
def test_the_odds_to_rally_know_ranks_lost_and_flags_near() -> None:
    # The Spearmen are Decimated: half of 7 is 4, six of 36. The Guard is near a flag: twice 7. The Archers: 7.
    line = "0 Spearmen at 10,10 models=5 | 0 Guard at 36,10 | 0 Archers at 60,10 | 0 Banner at 36,5"
    table = draw(f"{line} | 1 Swordsmen at 36,44 face 180", phase="movement").change("Banner", dis=5)
    for name in ("Spearmen", "Guard", "Archers"):
        table.set(name, fleeing=True)
    game = table.play()
    found = {game.battle.units[int(one.key)].name: told(one, "rallies") for one in game.weighed}
    assert found == {
        "Spearmen": pytest.approx(6 / 36),
        "Guard": pytest.approx(1 - (15 / 36) ** 2),
        "Archers": pytest.approx(21 / 36),
    }
