"""Random events that happen on a small table, for tests."""

from __future__ import annotations

from collections.abc import Mapping

from tests.playing import find
from tests.regiments.fights import volley
from tests.regiments.harness import Dicing, Fall, Interlude, Table, draw, happen, regiment
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.core import Regiment, Settings, optional

ONE, TWO, THREE = 2, 4, 6
"""What a D6 shows that is read as a D3."""

OURS, THEIRS = 1, 6
"""What the die shows that picks an army."""

FACING = "0 Unit at 18,12 | 1 Foe at 54,36 face 180"
"""A unit in the middle of the south-west quarter, and one in that of the north-east."""

NO_DICE: Mapping[str, Fall] = {}


def table(line: str = FACING, **regiments: Regiment) -> Table:
    made = {name: regiment(5) for name in ("Unit", "Foe") if f"{name} at" in line} | regiments
    return draw(line, Settings(parts=("random_events",)), **made).having(turn=1, mission="duel")


def event(number: int, drawn: Table | None = None, dice: Mapping[str, Fall] = NO_DICE) -> Interlude:
    """That event happens at the start of a round."""
    told_dice: dict[str, Fall] = {"Random event?": 6, "Which random event": divmod(number, 10), **dice}
    return happen(drawn or table(), lambda battle: optional.each(battle, "round_begun"), told_dice)


def after(number: int, drawn: Table | None = None, dice: Mapping[str, Fall] = NO_DICE) -> Table:
    """The table after that event."""
    drawn = drawn or table()
    play = event(number, drawn, dice)
    assert play.game.over, play.topic
    drawn.battle = play.battle
    return drawn


def ends(drawn: Table, dice: Dicing = ()) -> Interlude:
    """The round ends."""
    return happen(drawn, objectives.at_round_end, dice)


def next_round(drawn: Table) -> Table:
    """The same table one round later, in which nothing more happens."""
    drawn.having(turn=drawn.battle.turn + 1)
    play = happen(drawn, lambda battle: optional.each(battle, "round_begun"), [1])
    drawn.battle = play.battle
    return drawn


def shot(drawn: Table, *, target: str = "Foe") -> Interlude:
    drawn.touch("Unit", target, gap=8.0)
    return volley(drawn, "Unit", target, {"to hit": 6, "to block": 6, "Morale": 6})


def loses(drawn: Table, name: str, dice: Dicing) -> Interlude:
    return happen(drawn, lambda battle: morale.lose_melee(battle, find(battle, name), None), dice)
