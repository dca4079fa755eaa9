"""Timed games: chess clocks, stopwatches, and who runs out of time (Timed Games).

Rules do not look at the time. Every question to the player whose clock runs carries that clock; whoever keeps it
answers with a tick when it has run out, and then the player does nothing more.
"""

from __future__ import annotations

from typing import Any

from warhost.play.questions import Clock
from warhost.play.script import Ask, Script
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.turn import end_turn
from warhost.rulesets.kings_of_war.core import PHASES, Battle, Settings, events

SETTING_UP = 30.0
"""Seconds for each unit that is set up, by the stopwatch (kow.timed.stopwatch)."""

TEXT = "A player who runs out of time gives no more orders and rolls no more dice in this battle."
LOSES = "A player who runs out of time loses the battle."
LAST_ROUND = "When the time is up, the battle ends with this round."


class RanOut:
    """What a question gets for an answer when the clock of its player has run out."""


RAN_OUT: Any = RanOut()


@rule("kow.timed.clock", "kow.timed.setup_clock", "kow.timed.turn_clock", "kow.timed.stopwatch")
def clock_of(battle: Battle, seat: int) -> Clock | None:
    """The clock that runs for a question to that seat. The enemy's choices in a turn are not charged (KOW-R180)."""
    settings = battle.settings
    if settings.clock == "none" or battle.ended or seat in battle.out_of_time:
        return None
    if settings.clock == "game clock":
        return _of_the_battle(settings)
    if seat != battle.active or (battle.phase not in PHASES and battle.stage != "deploy"):
        return None
    if settings.clock == "chess clock":
        return _chess_clock(settings, seat)
    text = _told(settings)
    if battle.phase not in PHASES:
        own = sum(unit.seat == seat for unit in battle.units)
        return Clock(SETTING_UP * own, text, f"seat {seat} sets up")
    return Clock(settings.minutes * 60.0, text, f"seat {seat} in round {battle.turn}")


def clocks(battle: Battle) -> dict[int, Clock]:
    """The clocks that lie on the table, whether or not they run: a stopwatch is only there in its player's turn."""
    settings = battle.settings
    seats = range(len(battle.scene.seats))
    if settings.clock == "chess clock":
        return {seat: _chess_clock(settings, seat) for seat in seats}
    if settings.clock == "game clock":
        return {} if battle.ended else {seat: _of_the_battle(settings) for seat in seats}
    return {seat: clock for seat in seats if (clock := clock_of(battle, seat)) is not None}


def _of_the_battle(settings: Settings) -> Clock:
    return Clock(settings.minutes * 60.0, LAST_ROUND, "battle")


def _chess_clock(settings: Settings, seat: int) -> Clock:
    return Clock(settings.minutes * 60.0, _told(settings), f"seat {seat}")


def _told(settings: Settings) -> str:
    return LOSES if settings.sudden_loss else TEXT


@rule("kow.scenario.duration_time")
def timed(battle: Battle, script: Script[None]) -> Script[None]:
    """The same step with the clock in its questions. Where a player's own clock runs out the step is broken off; where
    the time of the whole battle is up, the battle ends with this round and the question is asked again."""
    return script if battle.settings.clock == "none" else _clocked(battle, script)


def _clocked(battle: Battle, script: Script[None]) -> Script[None]:
    answer: Any = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration:
            return
        clock = clock_of(battle, asked.seat) if isinstance(asked, Ask) else None
        if clock is None or not isinstance(asked, Ask):
            answer = yield asked
            continue
        answer = yield asked.timed(clock, RAN_OUT)
        if answer is RAN_OUT and battle.settings.clock == "game clock":
            battle.ended = "the time was up"
            yield events.TimeIsUp()
            answer = yield asked
        elif answer is RAN_OUT:
            script.close()
            yield from run_out(battle)
            return


@rule("kow.timed.out_of_time", "kow.timed.no_more_orders", "kow.timed.sudden_loss")
def run_out(battle: Battle) -> Script[None]:
    """The player stops at once: units without an order stay, combats stay engaged, tests that were due are dropped
    (KOW-R181)."""
    seat = battle.active
    battle.out_of_time = (*battle.out_of_time, seat)
    yield events.OutOfTime(seat)
    if battle.phase in PHASES:
        yield from end_turn(battle)
    else:
        yield from _leave_off_the_table(battle, seat)


def _leave_off_the_table(battle: Battle, seat: int) -> Script[None]:
    """Units that were not set up in time are lost."""
    for unit in battle.units:
        if unit.seat == seat and unit.pose is None and not unit.fate:
            unit.fate = "routed"
            yield events.NeverDeployed(unit.id)
