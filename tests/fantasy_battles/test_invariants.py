"""What must always hold: every breach is found and told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.fantasy_battles.harness import Table, draw
from warhost.field import Foe
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.core.battle import Guest
from warhost.table import Arc, Pose

LINE = (
    "t9a | 72x48 impassable 60,24 4x4 | Guard at 36,10 | Captain at 20,10 | Spearmen at 50,10"
    " | Swordsmen at 36,40 face 180"
)


def sound() -> Table:
    """A battle in which all is as it must be: a Captain in the ranks of Spearmen, who carry a marker."""
    table = draw(LINE, objective="Spoils of War", deployment="Frontline Clash", markers=((50.0, 10.0), (1.0, 24.0)))
    table.join("Captain", "Spearmen").set("Spearmen", carries=0)
    spearmen = table.unit("Spearmen")
    assert spearmen.pose is not None
    table.battle.markers = ((spearmen.pose.x, spearmen.pose.y), (1.0, 24.0))
    return table


def test_a_sound_battle_has_no_problems() -> None:
    assert not RULESET.problems(sound().battle)


Break = Callable[[Table], object]

BREACHES: list[tuple[Break, str]] = [
    (lambda t: t.set("Swordsmen", pose=Pose(37.0, 10.0, 0.0)), "overlap"),
    (lambda t: t.set("Swordsmen", pose=Pose(71.9, 40.0, 0.0)), "Swordsmen"),
    (lambda t: t.set("Swordsmen", pose=Pose(60.0, 24.0, 0.0)), "Impassable Terrain"),
    (lambda t: t.set("Swordsmen", models=0), "0 models of 20"),
    (lambda t: t.set("Swordsmen", models=21), "21 models of 20"),
    (lambda t: t.set("Swordsmen", wounds=1), "1 wounds"),
    (lambda t: t.set("Swordsmen", foes=(Foe(0, Arc.FRONT, Arc.FRONT),)), "Engaged"),
    (lambda t: t.set("Swordsmen", pose=None), "neither on the board"),
    (lambda t: t.set("Captain", wounds=3), "3 wounds"),
    (lambda t: t.set("Captain", host=0), "ranks that do not know of it"),
    (lambda t: t.set("Captain", fate="destroyed"), "cannot stand in the ranks"),
    (lambda t: t.set("Captain", fleeing=True), "flees or fights"),
    (lambda t: t.set("Spearmen", guests=(Guest(t.unit("Captain").id, 7),)), "files [7] of 5"),
    (lambda t: t.set("Spearmen", carries=5), "marker 6 of 2"),
    (lambda t: t.set("Spearmen", carries=1), "lies elsewhere"),
    (lambda t: t.set("Guard", carries=0), "Two units carry"),
    (lambda t: t.set("Spearmen", fleeing=True), "not a Scoring Unit"),
    (lambda t: t.set("Guard", incendiary=-1), "Incendiary"),
    (lambda t: setattr(t.battle, "pools", (0, -1)), "Magic Dice"),
    (lambda t: setattr(t.battle, "tokens", (-1, 0)), "Veil Tokens"),
]


@pytest.mark.parametrize(("breach", "told"), BREACHES, ids=[told for _, told in BREACHES])
def test_every_breach_is_found(breach: Break, told: str) -> None:
    table = sound()
    breach(table)
    found = RULESET.problems(table.battle)
    assert any(told in problem for problem in found), found
