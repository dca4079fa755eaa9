"""A table on which missions are tried: two small armies, markers, and what a round's end makes of them."""

from __future__ import annotations

from typing import Any

from tests.regiments.harness import Interlude, Play, Table, draw, happen, regiment
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.core import Marker, Settings

FOOT = regiment(size=5)
"""5" wide and 1" deep."""

ROLES = ("attacker", "defender")
"""The first seat attacks."""


def table(line: str, mission: str, settings: Settings | None = None, **fields: Any) -> Table:
    """A table with units A... of the first player and B... of the second, all alike."""
    names = {
        word for word in line.replace("|", " ").split() if word[0] in "AB" and word[1:].isdigit() | (len(word) == 1)
    }
    return draw(line, settings, **dict.fromkeys(names, FOOT)).having(mission=mission, **fields)


def many(ours: int, theirs: int) -> str:
    """So many units on both sides that are still to be deployed."""
    return " | ".join([f"0 A{i} off" for i in range(ours)] + [f"1 B{i} off" for i in range(theirs)])


def set_up(mission: str, dice: Any, stage: str = "markers", line: str = "0 A off | 1 B off", **fields: Any) -> Play:
    """The mission is known, and its set-up begins at that stage."""
    return table(line, mission).play(dice=dice, stage=stage, turn=0, **fields)


def round_end(line: str, mission: str, *told: Marker, dice: Any = (), **fields: Any) -> Interlude:
    """What the end of a round brings."""
    return happen(table(line, mission, markers=told, **fields), objectives.at_round_end, dice)


def places(play: Play) -> list[tuple[float, float]]:
    return [(marker.x, marker.y) for marker in play.battle.markers]


def judged(mission: str, *told: Marker, line: str = "0 A at 36,4 | 1 B at 36,44 face 180", **fields: Any) -> Any:
    """The winners after the last round."""
    play = table(line, mission, markers=told, **fields).play(stage="reckon", turn=4)
    assert play.battle.outcome is not None
    return play.battle.outcome.winners


def played_out(play: Play) -> Play:
    while not play.game.over:
        play.decline()
    return play
