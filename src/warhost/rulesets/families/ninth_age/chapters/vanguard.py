"""Vanguard: both players move units before the first turn, one at a time in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U


def moves(
    battle: Battle[U],
    first: int,
    able: Callable[[int], Sequence[U]],
    move: Callable[[U], Script[None]],
    rule_id: str,
) -> Script[None]:
    """The players take turns, beginning with that seat, until both have no unit left to move or want no more.

    `able` are the units of a seat that may move so.
    """
    seat, done, passed = first, set[int](), set[int]()
    while len(passed) < 2:
        waiting = [unit for unit in able(seat) if unit.id not in done]
        if not waiting or seat in passed:
            passed.add(seat)
        else:
            options = [Option(str(unit.id), unit.name, unit=unit.id) for unit in waiting]
            options.append(Option("pass", "Nobody else", passes=True))
            text = "Which unit moves as Vanguard?"
            key = yield from choose(seat, "vanguard", text, options, rules=(rule_id,))
            if key == "pass":
                passed.add(seat)
            else:
                unit = battle.units[int(key)]
                done.add(unit.id)
                yield from move(unit)
        seat = 1 - seat
