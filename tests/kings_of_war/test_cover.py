"""Cover (Cover)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import archers, field
from tests.kings_of_war.harness import unit
from warhost.rulesets.kings_of_war.chapters import fire
from warhost.rulesets.kings_of_war.core import Settings, cover
from warhost.table import MM_PER_INCH, Arc


def covers(text: str, **units: Any) -> list[bool]:
    """For each way in which doubt may be settled whether Target has cover from Archers."""
    table = field(text, **{"Archers": archers()} | units)
    return [aim.covered for _, aim in fire.aims(table.battle, table.unit("Archers"), table.unit("Target"))]


def is_covered(text: str, **units: Any) -> bool:
    (found,) = covers(text, **units)
    return found


OPEN = "Archers at 36,10 | Target at 36,25 face 180"


@pytest.mark.rule("kow.cover.line")
def test_only_the_facing_towards_the_firer_is_examined() -> None:
    """A hedge hides the flank of a horde, but not half of its front."""
    text = "72x48 hedge 36,20 2.6x0.5 | Archers at 36,10 | Target at 36,25 face {}"
    horde = {"Target": unit(size="horde")}
    assert is_covered(text.format(100), **horde)
    assert not is_covered(text.format(180), **horde)


@pytest.mark.rule("kow.cover.half_facing")
@pytest.mark.parametrize(("left", "covered"), [(-5, True), (5, False)])
def test_cover_needs_more_than_half_of_the_facing_hidden(left: int, covered: bool) -> None:
    """The firer's mid-point is at (36, 10), the facing 300 mm away; the wall reaches from `left` far to the right."""
    front, half = 10 - 40 / MM_PER_INCH, 40 / MM_PER_INCH
    x, y = 36 + (left + 100) / MM_PER_INCH, 10 + 140 / MM_PER_INCH
    wall = f"low_wall_tall2 {x},{y} {200 / MM_PER_INCH}x{80 / MM_PER_INCH}"
    text = f"72x48 {wall} | Archers at 36,{front} | Target at 36,{10 + 300 / MM_PER_INCH + half} face 180"
    assert is_covered(text) is covered


@pytest.mark.rule("kow.cover.half_facing")
def test_units_of_both_sides_give_cover_and_yielding_ones_do_not() -> None:
    text = "Archers at 36,10 | Wall at 37,17 | Target at 36,25 face 180"
    assert is_covered(text)
    assert is_covered(text.replace("37,17", "37,17 face 180"))
    assert not is_covered(text, Wall=unit(rules=["Yielding"]))


@pytest.mark.rule("kow.cover.in_difficult")
def test_who_has_its_middle_in_covering_terrain_is_in_cover() -> None:
    crops = "72x48 crops 36,{} 6x4 | Archers at 36,10 | Target at 36,25 face 180"
    tall = {"Archers": archers(type="monster")}
    assert is_covered(crops.format(26), **tall)
    assert not is_covered(crops.format(28), **tall)
    assert not is_covered(crops.format(26).replace("crops", "scree"), **tall)


@pytest.mark.rule("kow.cover.three_lower")
def test_what_is_three_levels_lower_gives_no_cover() -> None:
    text = "Archers at 36,10 | Wall at 36,17 | Target at 36,25 face 180"
    wide = {"Wall": unit(size="horde")}
    assert not is_covered(text, **wide, Target=unit(type="monster"))
    assert is_covered(text, **wide, Target=unit(type="chariot"))
    assert not is_covered(text, **wide, Archers=archers(type="monster"))
    hedge = "72x48 hedge 36,17 20x0.5 | " + OPEN
    assert is_covered(hedge, Target=unit(type="cavalry"))
    assert not is_covered(hedge, Target=unit(type="chariot"))


@pytest.mark.rule("kow.cover.hill_ignored")
def test_nobody_on_a_hill_is_covered_by_it() -> None:
    text = "72x48 hill 36,{} 20x{} | Archers at 36,10 | Target at 36,25 face 180"
    assert not is_covered(text.format(12, 8))
    assert not is_covered(text.format(24, 8))
    assert is_covered(text.format(17.5, 4))


@pytest.mark.rule("kow.cover.firer_in_difficult")
def test_the_firer_ignores_the_wood_around_it_unless_the_target_is_in_it_too() -> None:
    text = "72x48 wood 36,{} 10x{} | Archers at 36,10 | Target at 36,25 face 180"
    assert not is_covered(text.format(11, 6))
    assert is_covered(text.format(17, 20))
    assert is_covered(text.format(17, 20).replace("wood", "scree_tall2"))
    assert is_covered(text.format(17, 4).replace("wood", "scree_tall2")), "nobody stands in it"


@pytest.mark.rule("kow.cover.firer_at_obstacle")
def test_the_firer_ignores_the_wall_at_its_front() -> None:
    text = "72x48 low_wall 36,{} 8x0.5 | Archers at 36,10 | Target at 36,25 face 180"
    front = 10 + 40 / MM_PER_INCH + 0.25
    assert not is_covered(text.format(front))
    assert is_covered(text.format(front + 1))


@pytest.mark.rule("kow.cover.firer_at_obstacle")
def test_a_wall_at_the_front_of_the_target_gives_it_cover() -> None:
    before = 25 - 40 / MM_PER_INCH - 0.25
    assert is_covered(f"72x48 low_wall 36,{before} 8x0.5 | Archers at 36,10 | Target at 36,25 face 180")


@pytest.mark.rule("kow.terrain.decorative")
def test_flat_ground_and_lone_trees_give_no_cover() -> None:
    assert not is_covered("72x48 river 36,17 20x3 | " + OPEN)
    assert not is_covered("72x48 tree 36,17 20x3 | " + OPEN)


HALF = "72x48 hedge 40,17 8x0.5 | Archers at 36,10 | Target at 36,25 face 180"


@pytest.mark.rule("kow.cover.dispute_roll")
@pytest.mark.parametrize(("face", "need"), [(3, 5), (4, 4)])
def test_a_die_settles_doubtful_cover(face: int, need: int) -> None:
    table = field(HALF, Archers=archers())
    assert cover.covered(table.battle, table.unit("Archers"), table.unit("Target"), Arc.FRONT) == "doubtful"
    game = table.play({"Cover": face, "to hit": 1}).choose("0>1")
    assert [roll.need for roll in game.rolls if "to hit" in roll.why] == [need]


@pytest.mark.rule("kow.cover.dispute_roll")
def test_doubtful_cover_may_go_to_the_attacker() -> None:
    game = field(HALF, settings=Settings(doubtful="attacker"), Archers=archers()).play({"to hit": 1}).choose("0>1")
    assert [(roll.why, roll.need) for roll in game.rolls[:1]] == [("Bow: to hit", 4)]


def test_odds_count_doubtful_cover_by_its_die() -> None:
    assert sorted(covers(HALF)) == [False, True]
