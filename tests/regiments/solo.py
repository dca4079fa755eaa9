"""An army without a player for rule tests: what it decides, and what it does in one activation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from tests.regiments.harness import Dicing, Interlude, Play, Table, acts, draw, happen
from warhost.dice import Chance
from warhost.play import Chosen
from warhost.play.script import Script
from warhost.players import Decision
from warhost.players.solo import Solo
from warhost.rulesets.regiments.core import Marker, Regiment
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Board, Feature

SEEDS = range(60)


def at(*points: tuple[float, float], owner: int | None = None) -> tuple[Marker, ...]:
    """Markers that lie there."""
    return tuple(Marker(x, y, owner=owner) for x, y in points)


def decide(play: Play, seed: int | str = 0) -> Decision:
    """What an army without a player answers to the question that is open."""
    return Solo(Chance(seed)).decide(play.game.asked, play.battle, RULESET)


def rows(decision: Decision) -> list[str]:
    """The rows that a decision rests on, without what they all begin with."""
    return [reason.rule.removeprefix("aofr.ai.") for reason in decision.reasons]


def order(table: Table, name: str, seed: int | str = 0) -> tuple[str, list[str]]:
    """Which action the unit takes, and by which rows; a charge with the name of its target."""
    play = _until_action(acts(table, name))
    decision = decide(play, seed)
    assert isinstance(decision.answer, Chosen)
    action, _, target = decision.answer.option.partition(">")
    return (f"{action} {play.battle.units[int(target)].name}" if target else action), rows(decision)


def _until_action(play: Interlude) -> Interlude:
    while play.topic != "action":
        play.decline()
    return play


class Activation:
    """One activation that the army without a player carries out: what it answered to which topic, and how it ended."""

    def __init__(self, play: Interlude, seat: int, seed: int | str = 0) -> None:
        self.play = play
        self.answered: list[tuple[str, Decision]] = []
        player = Solo(Chance(seed))
        while not play.game.over:
            ask = play.game.asked
            if ask.question.seat != seat:
                play.decline()
                continue
            decision = player.decide(ask, play.battle, RULESET)
            self.answered.append((ask.question.topic, decision))
            play.answer(decision.answer)

    def to(self, topic: str) -> Decision:
        """What it answered to a topic first."""
        return next(decision for told, decision in self.answered if told == topic)

    @property
    def topics(self) -> list[str]:
        return [topic for topic, _ in self.answered]

    @property
    def action(self) -> str:
        answer = self.to("action").answer
        assert isinstance(answer, Chosen)
        return answer.option

    def place(self, name: str) -> tuple[float, float]:
        pose = self.play.unit(name).pose
        assert pose is not None
        return pose.x, pose.y


class Always(dict[str, int]):
    """Dice that always fall alike."""

    def __init__(self, face: int = 3) -> None:
        super().__init__({"": face})


def activation(table: Table, name: str, seed: int | str = 0, dice: Dicing | None = None) -> Activation:
    """Let the unit act; the other side declines whatever it is asked. Dice show 3 unless told otherwise."""
    seat = table.unit(name).seat
    return Activation(acts(table, name, Always() if dice is None else dice), seat, seed)


def carried_on(
    table: Table, script: Callable[[Any], Script[Any]], seat: int, seed: int | str = 0, dice: Dicing | None = None
) -> Activation:
    """Let something happen in which the army without a player answers for that seat."""
    return Activation(happen(table, script, Always() if dice is None else dice), seat, seed)


def on(line: str, *features: Feature, **regiments: Regiment) -> Table:
    """A table with these pieces of terrain."""
    table = draw(line, None, **regiments)
    table.battle.scene = msgspec.structs.replace(table.battle.scene, board=Board(72.0, 48.0, features))
    return table
