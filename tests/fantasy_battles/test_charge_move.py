"""Charges: range, contact, failed moves (Charge Phase)."""

import pytest

from tests.fantasy_battles.harness import draw


@pytest.mark.rule("t9a.charge.range")
@pytest.mark.parametrize(("dice", "made"), [((3, 4), True), ((3, 3), False)])
def test_a_charge_needs_the_distance_beyond_the_advance_rate(dice: tuple[int, int], made: bool) -> None:
    # 5 + 2D6 against 12 inches between the fronts: the boundaries are 80 mm deep.
    gap = 12 + 80 / 25.4
    table = draw(f"Spearmen at 36,10 | Swordsmen at 36,{10 + gap} face 180").change("Spearmen", adv=5)
    game = table.play(dice={"Charge Range": dice, "": 1})
    game.choose(unit="Spearmen", target="Swordsmen").choose("hold")
    if made:
        game.choose("0")  # equal places: its owner says which
    assert game.unit("Spearmen").engaged is made


@pytest.mark.rule("t9a.height.full_ranks")
def test_a_round_of_melee_is_fought_to_its_end() -> None:
    table = draw("Guard at 36,10 | Ogres at 36,14 face 180", phase="melee").fight("Ogres", "Guard")
    game = table.play(dice=[(6,) * 9, (1,) * 9])
    assert game.battle.phase == "melee" or game.battle.turn == 1
