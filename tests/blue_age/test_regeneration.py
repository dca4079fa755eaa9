"""Regeneration, and what happens in the End Phase alone (Universal Special Rules; End Phase)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.harness import Play, Table, unit
from tests.blue_age.shooters import archers, field, played, shot
from warhost.rulesets.blue_age.core import Flame
from warhost.rulesets.blue_age.core.events import shooting as shooting_events
from warhost.rulesets.blue_age.core.events.battle import PhaseBegan

LATER = {"Panic": 10, "Turn roll": [9, 1]}
"""Dice that may be thrown after those of a test."""


def regenerated(table: Table, dice: Any) -> Play:
    """After the end of the Shooting Phase in which the first player shot."""
    return shot(table, {**dice, **LATER}).choose("pass").choose("pass")


@pytest.mark.rule("blue.special.regeneration", "blue.special.regeneration_timing")
def test_lost_health_comes_back_at_the_end_of_the_phase() -> None:
    target = unit(models=2, health=3, grit=3, rules=["Regeneration (7+)"])
    table = field("Own at 24,10 | Target at 24,26 face 180", Own=archers(1, "'Kragi Crossbow"), Target=target)
    dice = {"to hit": 10, "Regeneration": (7, 6, 6), **LATER}
    before = shot(table, dice)
    assert len(before.unit("Target").models) == 1
    play = before.choose("pass").choose("pass")
    assert sorted(model.lost for model in play.unit("Target").models) == [0, 2]


@pytest.mark.rule("blue.special.regeneration_revive")
def test_a_slain_unit_comes_back_only_in_the_phase_in_which_it_fell() -> None:
    target = unit(models=1, rules=["Regeneration (7+)"])
    table = field("Own at 24,10 | Target at 24,26 face 180", Own=archers(1), Target=target)
    play = regenerated(table, {"to hit": 10, "to wound": 9, "Regeneration": 7})
    assert len(play.unit("Target").models) == 1
    assert play.unit("Target").fate == ""
    play = regenerated(table, {"to hit": 10, "to wound": 9, "Regeneration": 6})
    assert not play.unit("Target").models
    assert sum("Regeneration" in roll.why for roll in play.until("first player").rolls) == 1


@pytest.mark.rule("blue.special.regeneration_timing")
def test_panic_counts_what_may_still_come_back() -> None:
    target = unit(models=4, rules=["Regeneration (2+)"])
    table = field("Own at 24,10 | Target at 24,26 face 180", Own=archers(2), Target=target)
    play = regenerated(table, {"to hit": 10, "to wound": 9, "Regeneration": 10})
    assert any(roll.why == "Panic Test" for roll in play.rolls)
    assert len(play.unit("Target").models) == 4


@pytest.mark.rule("blue.end.resolve_effects")
def test_fire_burns_in_no_other_phase() -> None:
    table = field("Own at 24,10 | Target at 24,26 face 180")
    table.unit("Target").burning = Flame("Fire Spewer", 5, 1)
    play = played(table, {"Fire": 1, "Turn roll": [9, 1]}).until("first player")
    (fire,) = [event for event in play.game.events if isinstance(event, shooting_events.Burned)]
    before = play.game.events[: play.game.events.index(fire)]
    assert [event.phase for event in before if isinstance(event, PhaseBegan)][-1] == "End"
