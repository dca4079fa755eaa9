"""How a story calls things: units and players by name, events as sentences, units by what is left of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

from warhost.play import Battle, Event, Ruleset, Strength, names_apart
from warhost.play.shown.offers import describing, telling_time


class Names:
    """How a story calls units and players. Units of one name are told apart: those of one player by numbers, those of
    several by their player's name.

    Somebody who stands on where the others of a unit fell may have its number and another name: what happens between
    two moments is told with the names of the first, and those of the second for whoever came in between.
    """

    def __init__(self, battle: Battle, until: Battle | None = None) -> None:
        until = battle if until is None else until
        self._seats = tuple(seat.name for seat in battle.scene.seats)
        self._short = {**names_apart(until), **names_apart(battle)}
        called = Counter(self._short.values())
        self.seat_of = {unit.id: unit.seat for unit in until.units}
        self._units = {
            unit: name if called[name] == 1 else f"{name} ({self._owner(self.seat_of[unit], unit)})"
            for unit, name in self._short.items()
        }
        self.shared = len(called) < len(self._short)
        """Whether units of several players have the same name."""

    def _owner(self, seat: int, unit: int) -> str:
        return self._seats[seat] if 0 <= seat < len(self._seats) else f"neutral {unit}"

    def unit(self, number: int) -> str:
        return self._units.get(number, f"unit {number}")

    def short(self, number: int) -> str:
        """The unit's name, which no other unit of its player has."""
        return self._short.get(number, f"unit {number}")

    def seat(self, number: int) -> str:
        return self._seats[number] if 0 <= number < len(self._seats) else "nobody"


def words(event: Event, names: Names) -> str:
    """An event as a sentence; dice with what they were needed for."""
    return event.say(names.unit, names.seat)


def strength_of(ruleset: Ruleset, battle: Battle, unit: Any) -> Strength:
    """What is left of a unit; a rulebook that does not describe its units is asked for their bases."""
    describes = describing(ruleset)
    if describes is not None:
        return describes.strength(battle, unit)
    count = len(ruleset.bases(battle, unit))
    return Strength(count, count, count, count)


def marks_of(ruleset: Ruleset, battle: Battle, unit: Any) -> tuple[str, ...]:
    """The states of a unit in words."""
    describes = describing(ruleset)
    return () if describes is None else tuple(describes.marks(battle, unit))


def turn_word(ruleset: Ruleset) -> str:
    """What the rulebook calls that which is counted as a turn."""
    tells = telling_time(ruleset)
    return "Turn" if tells is None else tells.turn_word


def turn_of(ruleset: Ruleset, battle: Battle) -> int | None:
    """The seat whose turn it is, if it is anybody's."""
    tells = telling_time(ruleset)
    if tells is not None:
        return tells.turn_of(battle)
    return battle.active if battle.turn else None


def part_title(ruleset: Ruleset, turn: int, who: str | None) -> str:
    """What a part of a battle is called: a player's turn, what came before the first, or the end of one for all."""
    word = turn_word(ruleset)
    if not turn:
        return f"Before the first {word.lower()}"
    return f"End of {word.lower()} {turn}" if who is None else f"{word} {turn}: {who}"


def doing(ruleset: Ruleset, battle: Battle) -> str:
    """What is done just now, as a heading: the phase, unless the rulebook has its own words for it, or none."""
    tells = telling_time(ruleset)
    if tells is not None:
        return tells.doing(battle)
    return f"{battle.phase[:1].upper()}{battle.phase[1:]}"


def when(ruleset: Ruleset, battle: Battle) -> str:
    """The turn and what is done in it, in the rulebook's words where it has its own: `Turn 2, Charge Phase`."""
    tells = telling_time(ruleset)
    if tells is not None:
        return tells.when(battle)
    phase = doing(ruleset, battle)
    if not battle.turn:
        return phase or "Set-up"
    return f"Turn {battle.turn}{f', {phase} Phase' if phase and battle.outcome is None else ''}"
