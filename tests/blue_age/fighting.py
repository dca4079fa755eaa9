"""What tests of charges and fights have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.blue_age.harness import Dicing, Play, Table, draw
from warhost.play.questions import Roll
from warhost.rulesets.blue_age.core.events import combat as events

QUIET: Mapping[str, Any] = {
    "Turn roll": [6, 5] * 20,
    "Charge Roll": 10,
    "to hit": 1,
    "to wound": 1,
    "Armour": 1,
    "Lost": 10,
    "": 5,
}
"""Dice of a fight in which nothing happens; put before them what a test is about."""


def dice(**falls: Any) -> dict[str, Any]:
    """Dice by reason: those named (with _ for blanks) before the quiet ones."""
    told = {reason.replace("_", " "): fall for reason, fall in falls.items()}
    return told | {reason: fall for reason, fall in QUIET.items() if reason not in told}


def field(text: str, settings: Any = None, board: Any = "", **units: Any) -> Table:
    """A table in the Combat Phase, with that terrain."""
    ground = f"48x48 {board} | " if board else ""
    return draw(f'phase="combat" | {ground}{text}', settings, **units)


def touching(one: Any, other: Any, settings: Any = None, gap: Any = 0.0, **more: Any) -> Table:
    """A and X, each in one line, front to front and locked in combat: A's models below, X's above."""
    reach = (one.get("base", 25) + other.get("base", 25)) / 2 / 25.4 + gap
    text = f'A at 24,20 form="line" | X at 24,{20 + reach} face 180 form="line"'
    for name, (place, _) in more.items():
        text += f" | {name} {place}"
    table = field(text, settings, A=one, X=other, **{name: made for name, (_, made) in more.items()})
    return table.lock("A", "X")


def charge(game: Play, charger: str, target: str, reaction: str = "hold", again: str = "none") -> Play:
    """Declare that charge, with that reaction, and nothing else; make it."""
    while game.topic == "charge" and not game.offers(unit=charger, target=target):
        game.choose("pass")
    game.choose(unit=charger, target=target)
    while game.topic in ("charge", "reaction", "reroll"):
        game.choose({"charge": "pass", "reaction": reaction, "reroll": again}[game.topic])
    return game


def rolled(game: Play, words: str) -> list[Roll]:
    """The rolls with those words in them."""
    return [roll for roll in game.rolls if words in roll.why]


def struck(game: Play, name: str) -> list[events.Struck]:
    """The attacks of a unit."""
    return [event for event in game.told(events.Struck) if event.unit == game.unit(name).id]


def played(table: Table, falls: Dicing | None = None) -> Play:
    """The fight that is open on the table, fought out with those dice."""
    return table.play(dice=QUIET if falls is None else falls)


def parts(game: Play, seat: int) -> dict[str, float]:
    """The points of a side in the last fight that was scored, by what they were for."""
    scored = game.told(events.FightScored)[-1]
    return {part.why: part.amount for part in scored.parts[seat]}


def needed(game: Play, name: str, words: str = "to hit") -> int | None:
    """What the first dice of a unit with those words needed."""
    number = game.unit(name).id
    return next(roll.need for roll in game.rolls if roll.unit == number and words in roll.why)


def step_of(game: Play, name: str) -> int:
    """The step of Initiative at which a unit struck first with its own weapon."""
    step = 0
    for event in game.game.events:
        if isinstance(event, events.StepBegan):
            step = event.step
        elif isinstance(event, events.Struck) and event.unit == game.unit(name).id and event.what != "Impact Attacks":
            return step
    raise AssertionError(f"{name} never struck")
