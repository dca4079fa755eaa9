"""Where taking back leads to, and whether it is free."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from warhost.play import Choose, Chosen, Entry, Game, Ruleset, Ticked
from warhost.play.events import counted
from warhost.server.shown.trying_out import shown_since


class Past:
    """What a seat may take back now: where its last decision was open, and whether it needs nobody's consent."""

    def __init__(self, ruleset: Ruleset, game: Game, seat: int) -> None:
        self._ruleset = ruleset
        self._game = game
        self._seat = seat
        self._moments: dict[int, Game] = {}
        self.last = last_decision(game.entries, seat)
        self.is_free = self.last is not None and self.is_free_from(self.last)

    def instead(self) -> tuple[int, ...]:
        """The units that could have been chosen, at no cost, in the place of the one about which the seat has decided
        since."""
        entries = self._game.entries
        back = self.last
        while back is not None and self.is_free_from(back):
            ask, given = self._at(back).ask_of(self._seat), entries[back].answer
            if ask is None or not isinstance(ask.question, Choose) or not isinstance(given, Chosen):
                return ()
            units = {option.key: option.unit for option in ask.question.options if option.target is None}
            taken = units.get(given.option)
            if taken is None:
                return ()
            others = {unit: None for unit in units.values() if unit is not None and unit != taken}
            if others:
                return tuple(others)
            # What that unit does was chosen here; which unit it is, before.
            back = last_decision(entries[:back], self._seat)
        return ()

    def is_free_from(self, to: int) -> bool:
        """Taking back is free until dice fell, somebody else decided, time ran out, or something hidden was shown."""
        since = self._game.entries[to:]
        if any(entry.seat != self._seat or entry.joint or isinstance(entry.answer, Ticked) for entry in since):
            return False
        return not shown_since(self._ruleset, self._at(to).battle, self._game.battle, self._seat)

    def _at(self, number: int) -> Game:
        if number not in self._moments:
            self._moments[number] = self._game.at(number)
        return self._moments[number]


def last_decision(entries: Sequence[Entry], seat: int) -> int | None:
    """The number of the last question that this seat answered; answers given together count from their first."""
    for number in range(len(entries) - 1, -1, -1):
        if entries[number].seat == seat:
            while entries[number].joint:
                number -= 1
            return number
    return None


def last_to_decide(entries: Sequence[Entry], seats: Collection[int]) -> int | None:
    """Which of these seats made the last decision of any of them."""
    return next((entry.seat for entry in reversed(entries) if entry.seat in seats), None)


def next_decision(entries: Sequence[Entry], seat: int) -> int:
    """The next place after the first entry where this seat decides, alone or together with others; else the end."""
    for number in range(1, len(entries)):
        if entries[number].opens:
            group = number
            while entries[group].seat != seat and group + 1 < len(entries) and entries[group + 1].joint:
                group += 1
            if entries[group].seat == seat:
                return number
    return len(entries)


def told(entries: Sequence[Entry], seat: int) -> str:
    """What goes with the seat's last decision, in words."""
    start = last_decision(entries, seat)
    gone = entries[start:] if start is not None else ()
    decisions = sum(1 for entry in gone if entry.opens)
    rolls = sum(1 for entry in gone if entry.seat is None)
    dice = f" and {counted(rolls, 'roll')} of dice" if rolls else ""
    return f"{counted(decisions, 'decision')}{dice}"
