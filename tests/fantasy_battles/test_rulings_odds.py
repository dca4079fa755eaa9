"""The exact odds beside questions, against chances counted by hand: every fall of the dice, one by one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.spellcraft import conjure

NEAR = "Wizard at 36,10 | Spearmen at 36,26 face 180"
Faces = tuple[int, ...]


@cache
def falls(dice: int, *, thaumaturgy: bool) -> dict[Faces, Fraction]:
    """Every way for Magic Dice to fall, in order of their faces.

    In Thaumaturgy one or two 1s are rolled again, three or more stay.
    """
    found: Counter[Faces] = Counter()
    for faces in product(range(1, 7), repeat=dice):
        ones = faces.count(1)
        if not thaumaturgy or ones not in (1, 2):
            found[tuple(sorted(faces))] += 36
            continue
        kept = tuple(face for face in faces if face != 1)
        for again in product(range(1, 7), repeat=ones):
            found[tuple(sorted((*kept, *again)))] += 36 // 6**ones
    return {faces: Fraction(ways, 36 * 6**dice) for faces, ways in found.items()}


def triple(faces: Faces) -> int:
    """The number that three or more dice show, or 0."""
    return next((face for face in range(1, 7) if faces.count(face) >= 3), 0)


def counted(dice: int, needed: int, modifier: int, *, thaumaturgy: bool) -> tuple[Fraction, Fraction]:
    """The chances to cast, and to pass with a triple that has a result in the Miscast table."""
    cast = miscast = Fraction(0)
    for faces, chance in falls(dice, thaumaturgy=thaumaturgy).items():
        if sum(faces) < needed:
            continue
        found = triple(faces)
        result = found + modifier if found else 0
        cast += chance * (result != 1)
        miscast += chance * (result >= 1)
    return cast, miscast


@pytest.mark.rule("t9a.prob.cast_modifier_note", "t9a.miscast.modifier", "t9a.thaumaturgy.judgement_on_high")
@pytest.mark.parametrize("flux", [0, 1, 8])
@pytest.mark.parametrize(
    ("needed", "spell", "version", "thaumaturgy"),
    [
        (4, "Fireball", "basic", False),
        (10, "Pyroclastic Flow", "boosted", False),
        (5, "Hand of Heaven", "basic", True),
        (8, "Hand of Heaven", "boosted", True),
        (7, "Speaking in Tongues", "basic", True),
    ],
)
def test_the_chances_to_cast_are_those_of_every_fall_of_the_dice(
    needed: int, spell: str, version: str, thaumaturgy: bool, flux: int
) -> None:
    modifier = {0: 0, 1: 1, 8: -1}[flux] + thaumaturgy
    play = conjure("Wizard at 36,14 | Spearmen at 36,26 face 180", known={"Wizard": [spell]}, flux=flux)
    play.choose(play.key("Wizard", spell, "Spearmen", version))
    for dice in range(1, 6):
        cast, miscast = counted(dice, needed, modifier, thaumaturgy=thaumaturgy)
        assert play.odds(str(dice), "success").value == pytest.approx(float(cast)), f"{dice} dice"
        if miscast:
            told = play.odds(str(dice), "Miscast unless dispelled").value
            assert told == pytest.approx(float(miscast)), f"{dice} dice"


@pytest.mark.rule("t9a.magic.dispel_total", "t9a.magic.dispel_dice")
@pytest.mark.parametrize(("cast", "roll"), [((5, 6), 11), ((6, 6, 5), 17), ((2, 2), 4), ((1, 1, 1, 6), 9)])
def test_the_chances_to_dispel_are_those_of_every_fall_of_the_dice(cast: Faces, roll: int) -> None:
    play = conjure(NEAR, [cast], known={"Wizard": ["Fireball"]}, pools=(9, 4))
    play.cast("Wizard", "Fireball", "Spearmen", dice=len(cast))
    for dice in range(1, 5):
        ways = sum(sum(faces) >= roll for faces in product(range(1, 7), repeat=dice))
        assert play.odds(str(dice), "dispelled").value == pytest.approx(ways / 6**dice), f"{dice} dice"


@pytest.mark.rule("t9a.magic.dispel_total", "t9a.magic.casting_total")
@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("against", [1, 2])
def test_the_chances_to_get_through_are_those_of_both_rolls(dice: int, against: int) -> None:
    # Broken Concentration is no success whether it is dispelled or not.
    through = Fraction(0)
    for faces, chance in falls(dice, thaumaturgy=False).items():
        if sum(faces) >= 4 and triple(faces) != 1:
            stopped = sum(sum(others) >= sum(faces) for others in product(range(1, 7), repeat=against))
            through += chance * (1 - Fraction(stopped, 6**against))
    play = conjure(NEAR, known={"Wizard": ["Fireball"]}, pools=(9, 2))
    play.choose(play.key("Wizard", "Fireball", "Spearmen"))
    label = f"takes effect against {against} {'die' if against == 1 else 'dice'} to dispel"
    assert play.odds(str(dice), label).value == pytest.approx(float(through))


@pytest.mark.rule("t9a.panic.losses_25", "t9a.pyromancy.1_fireball")
@pytest.mark.parametrize(("models", "quarter", "fails"), [(20, 5, 15), (8, 2, 15), (5, 2, 15)])
def test_the_chance_of_panic_by_a_fireball(models: int, quarter: int, fails: int) -> None:
    # D6 hits, each costs a man with 2 in 3; Discipline 7 fails in 15 of 36 falls. Who dies to the last does not flee:
    # five men are gone after five losses.
    chance = Fraction(0)
    for hits in range(1, 7):
        for lost in range(hits + 1):
            if min(lost, models) >= quarter and lost < models:
                chance += Fraction(1, 6) * comb(hits, lost) * Fraction(2, 3) ** lost * Fraction(1, 3) ** (hits - lost)
    play = conjure(f"Wizard at 36,10 | Spearmen at 36,26 face 180 models={models}", known={"Wizard": ["Fireball"]})
    key = play.key("Wizard", "Fireball", "Spearmen")
    told = play.odds(key, "panics and flees if it takes effect").value
    assert told == pytest.approx(float(chance * Fraction(fails, 36)))


BASE = 20 / 25.4


@pytest.mark.rule("t9a.charge.range", "t9a.round.step06_attacks", "t9a.special.break_test", "t9a.score.charge")
def test_a_captain_charges_one_man() -> None:
    # Nine inches between them and an Advance Rate of 4: 5+ on 2D6, 30 of 36. The Captain strikes first, three times:
    # 3+ to hit, 3+ to wound, 4/9 each. The man, if he lives, wounds with 1/2 * 1/3. Then it is 1 against 1; unwounded
    # the Captain wins by his charge, and the man breaks on more than 6, in 21 of 36.
    lives = Fraction(5, 9) ** 3
    line = f"0 Captain at 36,10 | 1 Spearmen at 36,{10 + BASE + 9} face 180 models=1"
    game = draw(line).play()
    option = next(option for option in game.weighed if option.target is not None)
    told = {odds.label: odds.value for odds in option.odds}
    assert told["charge succeeds"] == pytest.approx(30 / 36)
    assert told["wins the round if it arrives"] == pytest.approx(float(1 - lives + lives * Fraction(5, 6)))
    assert told["expected enemy HP lost if it arrives"] == pytest.approx(float(1 - lives))
    assert told["expected own HP lost if it arrives"] == pytest.approx(float(lives / 6))
    assert told["the enemy breaks if it arrives"] == pytest.approx(float(lives * Fraction(5, 6) * Fraction(21, 36)))
    assert told.get("it breaks if it arrives", 0.0) == pytest.approx(0.0)


@pytest.mark.rule("t9a.special.stomp_attacks", "t9a.round.step06_simultaneous", "t9a.special.fear")
def test_a_giant_charges_one_man() -> None:
    # Both at Agility 3: five attacks, 4+ and 2+, 5/12 each; the man wounds with 1/2 * 1/6 whatever becomes of him. Who
    # is left is stamped on with D6 hits of 5/6. If he lives: 1 for the charge against his wound. Discipline 7 less 1
    # for Fear and 1 for the difference: breaks on more than 5, in 26 of 36. Wounded it is a tie.
    standing = Fraction(7, 12) ** 5
    lives = standing * sum(Fraction(1, 6) ** hits for hits in range(1, 7)) / 6
    line = f"0 Giant at 36,10 | 1 Spearmen at 36,{10 + 75 / 25.4 / 2 + BASE / 2 + 8} face 180 models=1"
    game = draw(line).play()
    option = next(option for option in game.weighed if option.target is not None)
    told = {odds.label: odds.value for odds in option.odds}
    assert told["charge succeeds"] == pytest.approx(1.0), "eight inches, an Advance Rate of 6: 2+"
    assert told["expected enemy HP lost if it arrives"] == pytest.approx(float(1 - lives))
    assert told["expected own HP lost if it arrives"] == pytest.approx(1 / 12)
    assert told["the enemy breaks if it arrives"] == pytest.approx(float(lives * Fraction(11, 12) * Fraction(26, 36)))


@pytest.mark.rule("t9a.special.battle_focus", "t9a.round.step06_attacks")
def test_a_captain_with_battle_focus_and_an_enemy_with_aegis() -> None:
    # One attack on 3+: 2/3 hit, a 6 twice. Each hit costs a Health Point with 2/3 (3+ to wound) * 1/2 (Aegis 4+) = 1/3.
    # The target, an Ogre with 3 Health Points and Resilience 3, has no attacks.
    line = f"0 Captain at 36,10 | 1 Ogres at 36,{10 + BASE / 2 + 20 / 25.4 + 5} face 180 models=1"
    table = draw(line).change("Captain", ["Battle Focus"], att=1).change("Ogres", ["Aegis (4+)"], res=3, att=0)
    table.change("Ogres", ["Aegis (4+)"], height="Standard")
    game = table.play()
    option = next(option for option in game.weighed if option.target is not None)
    told = {odds.label: odds.value for odds in option.odds}
    assert told["expected enemy HP lost if it arrives"] == pytest.approx((4 / 6 + 1 / 6) / 3)
    # It wins by its charge alone; the Ogre breaks on Discipline 7 less 1, 2 or 3.
    one, two = (
        Fraction(3, 6) * Fraction(1, 3) + Fraction(1, 6) * 2 * Fraction(1, 3) * Fraction(2, 3),
        Fraction(1, 6) / 9,
    )
    breaks = (1 - one - two) * Fraction(21, 36) + one * Fraction(26, 36) + two * Fraction(30, 36)
    assert told["the enemy breaks if it arrives"] == pytest.approx(float(breaks))
