"""Tables on which somebody shoots, and what they need to hit, as the question tells it."""

from __future__ import annotations

from typing import Any

from tests.fantasy_battles.harness import Play, Table
from tests.fantasy_battles.troops import part
from warhost.play.questions import Choose, Odds, Option
from warhost.rulesets.fantasy_battles.core.entries import ArmedWith, Weapon

MM = 1 / 25.4


def at(away: float, shooter: str = "Archers", target: str = "Spearmen", *, deep: int = 40, half: int = 80) -> str:
    """A shooter at 36,10 whose front is so many inches from the front of the target; their depths are in mm."""
    return f"{shooter} at 36,10 | {target} at 36,{10 + (deep + half) / 2 * MM + away} face 180"


def shooting(table: Table, dice: Any = ()) -> Play:
    return table.play(dice=dice, phase="shooting")


def option(game: Play, shooter: str = "Archers", target: str = "Spearmen", key: str = "") -> Option:
    """The choice to shoot with that unit at that target."""
    wanted = game.unit(shooter).id, game.unit(target).id
    return next(one for one in game.weighed if (one.unit, one.target) == wanted and one.key.endswith(key))


def needed(table: Table, shooter: str = "Archers", target: str = "Spearmen") -> dict[int, int]:
    """How many models need which number to hit."""
    found: dict[int, int] = {}
    for odds in option(shooting(table), shooter, target).odds:
        if odds.kind == "needed":
            found[int(odds.value)] = found.get(int(odds.value), 0) + int(odds.label.split()[2])
    return found


def told(one: Option, label: str) -> Odds:
    """The figure of an option with that label."""
    return next(odds for odds in one.odds if odds.label == label)


def why(game: Play, what: str) -> str:
    """The rule by which the open question denies an answer."""
    assert isinstance(game.question, Choose)
    return next(denied.rule for denied in game.question.denied if denied.what == what)


def armed(table: Table, unit: str, aim: int = 4, shots: int | str = 1, **weapon: Any) -> Table:
    """Give a unit one weapon with that Aim: a bow with these changes."""
    made = Weapon(**{"name": "Bow", "range": 24, "str_": 3, "ap": 0, "shots": shots, **weapon})
    entry = table.battle.entry(table.unit(unit))
    parts = (part(entry.parts[0].name, count=entry.parts[0].count, shots=(ArmedWith(made, aim),)), *entry.parts[1:])
    return table.change(unit, parts=parts)
