"""Chess clocks: each player has so much time for the whole match (Tournament Guidelines: Playing a Match).

Rules do not look at the time. Every question to a player carries that player's clock once the match has begun; whoever
keeps the time answers with a tick when it has run out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from warhost.play.battle import Outcome
from warhost.play.events import Event
from warhost.play.questions import Clock
from warhost.play.script import Ask, Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions.mission import won_by
from warhost.rulesets.regiments.core import Battle, Choice, Part, events, optional

SLUG = "chess_clocks"
MINUTES = (5, 10, 15, 20, 25, 30, 40, 45, 50, 60, 75, 90, 120)
USUAL = 45
"""For a match of 90 minutes."""
TEXT = "A player who runs out of time has all units destroyed and loses."


class OutOfTime(Event, frozen=True):
    words = "{seat:seat} ran out of time: all units count as destroyed"
    grave = True
    seat: int


class RanOut:
    """What a question gets for an answer when the clock of its player has run out."""


RAN_OUT: Any = RanOut()


class Match(msgspec.Struct, frozen=True):
    """What is remembered: whether the match has begun."""

    begun: bool = False


@optional.part(SLUG, "Chess Clocks", "aofr.tourney.clocks", "aofr.tourney.match_start", "aofr.tourney.clock_out")
class ChessClocks(Part):
    two_sides = "who runs out of time loses to the other player"
    text = "Each player has a fixed time for the match. A player who runs out of it loses the match and all units."
    choices = tuple(
        Choice(str(minutes), f"{minutes} minutes", f"{minutes} minutes for each player.", "aofr.tourney.clocks")
        for minutes in MINUTES
    )
    usual = (str(USUAL),)

    def clock(self, seat: int) -> Clock:
        """The clock of a player: all its questions share it."""
        (minutes,) = self.chosen
        return Clock(int(minutes) * 60.0, TEXT, f"seat {seat}")

    def clocks(self, battle: Battle) -> Mapping[int, Clock]:
        if battle.outcome is not None:
            return {}
        return {seat: self.clock(seat) for seat in range(len(battle.scene.seats))}

    @rule("aofr.tourney.match_start", "aofr.tourney.clocks")
    def around(self, battle: Battle, script: Script[None]) -> Script[None]:
        """The match begins with the roll-off for deployment. From then on the clock of whoever is asked runs; where it
        runs out the step is broken off."""
        if battle.stage == "roll off":
            optional.keep(battle, SLUG, Match(begun=True))
        begun = optional.kept(battle, SLUG, Match).begun
        answer: Any = None
        while True:
            try:
                asked = script.send(answer)
            except StopIteration:
                return
            if not begun or not isinstance(asked, Ask):
                answer = yield asked
                continue
            answer = yield asked.timed(self.clock(asked.question.seat), RAN_OUT)
            if answer is RAN_OUT:
                script.close()
                yield from run_out(battle, asked.question.seat)
                return


@rule("aofr.tourney.clock_out")
def run_out(battle: Battle, seat: int) -> Script[None]:
    """All units of the player count as destroyed, the match ends at once, and the other player wins it (AOFR-R620)."""
    yield OutOfTime(seat)
    for unit in battle.units:
        if unit.owner == seat and not unit.fate:
            unit.fate, unit.reserve = "destroyed", ""
            unit.pose = unit.inside = unit.site = None
            unit.left, unit.hero = (0,) * len(unit.left), False
            yield events.UnitDestroyed(unit.id)
    battle.outcome = _lost_on_time(battle, seat)
    yield events.BattleEnded(battle.outcome.text)


@rule("aofr.tourney.clock_out")
def _lost_on_time(battle: Battle, seat: int) -> Outcome:
    return won_by(battle, battle.other(battle.side_of(seat)), f"{battle.scene.seats[seat].name} ran out of time")
