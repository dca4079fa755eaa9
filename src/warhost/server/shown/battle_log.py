"""The log of a battle in words, kept in step with the game: what is taken back leaves the log too."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from msgspec.structs import replace

from warhost.dice import Dice
from warhost.play import Battle, DiceRolled, Event, Game
from warhost.play.rules.sides import same_side
from warhost.report.telling.luck import tried
from warhost.report.telling.words import Names, words
from warhost.server.messages import DiceShown, Line


class Chronicle:
    """The log of a game, written while it is played. There is one line for each of its events, in the same order.

    A `listener`, if there is one, hears each event after its line was written.
    """

    def __init__(self, battle: Battle) -> None:
        self.lines: list[Line] = []
        self._secret: dict[int, Line] = {}
        self._battle = battle
        self._names = Names(battle)
        self._called = [unit.name for unit in battle.units]
        self._game: Game | None = None
        self.listener: Callable[[Event], None] | None = None

    def follow(self, game: Game) -> None:
        """From now on the game itself says where it is."""
        self._game = game

    def hear(self, event: Event) -> None:
        game = self._game
        battle = self._battle if game is None else game.battle
        if game is not None:
            # When answers are taken back, the game tells again what stays: those lines are written anew.
            self._cut(len(game.events) - 1)
        called = [unit.name for unit in battle.units]
        if called != self._called:
            # Units were summoned, or a Character stands on where his men fell and has their number.
            self._names, self._called = Names(battle), called
        line = self._line(event, battle, 0 if game is None else game.number)
        if isinstance(event, DiceRolled) and event.secret:
            text = f"{event.why}: only {self._names.seat(event.seat)} knows" if event.seat is not None else event.why
            self._secret[len(self.lines)] = replace(line, text=text, kind="SecretRoll", dice=None)
        self.lines.append(line)
        if self.listener is not None:
            self.listener(event)

    def shorten(self) -> None:
        """Forget lines of events that the game has taken back and not told again."""
        if self._game is not None:
            self._cut(len(self._game.events))

    def _cut(self, length: int) -> None:
        del self.lines[length:]
        for number in [number for number in self._secret if number >= length]:
            del self._secret[number]

    def seen_by(self, seat: int | None, first: int = 0) -> tuple[Line, ...]:
        """The lines from that one on, as a seat or a spectator may read them: while the battle lasts, what fell in a
        secret roll is for the side that rolled."""
        if not self._secret or (self._game is not None and self._game.over):
            return tuple(self.lines[first:])
        seats = self._battle.scene.seats
        return tuple(
            self._secret[number]
            if number in self._secret and (seat is None or line.seat is None or not same_side(seats, line.seat, seat))
            else line
            for number, line in enumerate(self.lines[first:], first)
        )

    def lines_to(self, number: int) -> int:
        """How many lines were known after so many answers."""
        return bisect_right(self.lines, number, key=_number)

    def _line(self, event: Event, battle: Battle, number: int) -> Line:
        unit = event.actor
        seat = getattr(event, "seat", None)
        if not isinstance(seat, int):
            seat = None if unit is None else self._names.seat_of.get(unit)
        dice = None
        if isinstance(event, DiceRolled):
            dice = _shown(event)
        kind = "dice" if dice else "heading" if type(event).heading else type(event).__name__
        return Line(
            text=words(event, self._names),
            kind=kind,
            number=number,
            turn=battle.turn,
            phase=battle.phase,
            seat=seat,
            unit=unit,
            dice=dice,
            sums=event.sums,
            others=event.others,
            fight=event.fight,
            deed=type(event).deed or ("move" if event.went else ""),
        )


def _number(line: Line) -> int:
    return line.number


def _shown(event: DiceRolled) -> DiceShown:
    dice, judged = Dice.parse(event.dice), tried(event)
    tries, chance, good = (0, 0.0, 0) if judged is None else (judged.tries, judged.chance, judged.successes)
    return DiceShown(
        dice=event.dice,
        faces=event.faces,
        values=dice.values(event.faces),
        kept=dice.kept_indices(event.faces),
        need=event.need,
        most=event.most,
        why=event.why,
        rule=event.rule,
        each=event.each,
        tries=tries,
        chance=chance,
        good=good,
        card=event.drawn,
        deck=event.cards,
    )
