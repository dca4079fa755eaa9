"""How the table changed line by line while an answer was carried out, so that a page can show one thing at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from warhost.play import Battle, Event, Game, Ruleset, Went
from warhost.server.messages import Change, UnitShown
from warhost.server.shown.picture import seen_by, title_of, unit_shown

_When = tuple[int, str, int]


class Unfolding:
    """A listener to a game from one moment on. For every event it notes which units look otherwise than before it.

    `first` is the place in the log of the next line; `seats` are those for whom it looks (None: spectators).
    """

    def __init__(self, ruleset: Ruleset, game: Game, first: int, seats: Iterable[int | None]) -> None:
        self._ruleset = ruleset
        self._game = game
        self._line = first
        self._changes: dict[int | None, list[Change]] = {seat: [] for seat in seats}
        self._units: dict[int, bytes] = {}
        self._when = _when(game.battle)
        self._changed(game.battle)

    def hear(self, event: Event) -> None:
        battle, went = self._game.battle, event.went
        moved = self._changed(battle)
        when, before = _when(battle), self._when
        self._when = when
        if moved or went is not None or when != before:
            self._note(battle, moved, went)
        self._line += 1

    def of(self, seat: int | None) -> tuple[Change, ...]:
        """The changes as that seat may see them."""
        return tuple(self._changes.get(seat, ()))

    def _changed(self, battle: Battle) -> list[int]:
        """The units that are not what they were at the last event."""
        moved = []
        for unit in battle.units:
            # A single model in the ranks of others has no pose of its own, but it moves with them.
            stands = self._ruleset.boundary(battle, unit) if unit.pose is None else None
            now = msgspec.msgpack.encode((unit, stands and stands.pose))
            if self._units.get(unit.id) != now:
                self._units[unit.id] = now
                moved.append(unit.id)
        return moved

    def _note(self, battle: Battle, moved: list[int], went: Went | None) -> None:
        open_to_all: Change | None = None
        for seat, changes in self._changes.items():
            view = seen_by(self._ruleset, battle, seat)
            if view is not battle:
                changes.append(self._change(view, moved, went))
                continue
            open_to_all = open_to_all or self._change(battle, moved, went)
            changes.append(open_to_all)

    def _change(self, view: Battle, moved: list[int], went: Went | None) -> Change:
        units: dict[int, Any] = {unit.id: unit for unit in view.units}
        shown = [self._shown(view, units[number]) for number in moved if number in units]
        if went is not None and (went.unit not in units or units[went.unit].pose is None):
            went = None
        title = title_of(self._ruleset, view)
        return Change(self._line, tuple(shown), went, view.turn, view.phase, view.active, title)

    def _shown(self, view: Battle, unit: Any) -> UnitShown:
        return unit_shown(self._ruleset, view, unit)


def _when(battle: Battle) -> _When:
    return battle.turn, battle.phase, battle.active
