"""What the captain does for people at a table: it sets up their units, and says what it would answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING
from weakref import ref

from warhost.dice import Chance
from warhost.play import Battle, Deploys, Placed, Refused, Rolled, Ticked, settled
from warhost.server import messages as m
from warhost.server.battles.ledger import HUMAN
from warhost.server.battles.taking_back import Past
from warhost.server.thinking import task_of
from warhost.table import TOLERANCE, Pose

if TYPE_CHECKING:
    from warhost.server.battles.room import Room

CAPTAIN = "captain"


class Helping:
    """The help that people at one table get. It knows no more than their seats do."""

    def __init__(self, room: Room) -> None:
        # The room has it: without a circle it leaves memory at once when it is closed.
        self._of = ref(room)
        self._seats: set[int] = set()
        self._rest: dict[int, tuple[m.Answer, ...]] = {}

    @property
    def _room(self) -> Room:
        room = self._of()
        assert room is not None
        return room

    @property
    def deploys(self) -> bool:
        """Whether units are set up now."""
        room = self._room
        book = room.ruleset
        return not room.game.over and isinstance(book, Deploys) and book.deploys(room.game.battle)

    def wanted(self, seat: int | None) -> bool:
        """Whether a seat wants its units set up."""
        return seat in self._seats

    def answers_for(self, seat: int) -> bool:
        """Whether the captain answers now what that seat is asked."""
        return seat in self._seats and self.deploys

    def want(self, seat: int, on: bool) -> None:
        """A person wants the units set up, or does it from here on."""
        if on and not self.deploys:
            raise Refused("Units are set up before the battle: nothing is left to deploy.", "play.deploy")
        if on and self._room.kind(seat) != HUMAN:
            raise Refused("A computer sets up its units itself.", "play.deploy")
        (self._seats.add if on else self._seats.discard)(seat)

    async def advise(self, seat: int, number: int) -> m.Advised:
        """What the captain would answer in that seat. Nothing changes."""
        room = self._room
        if room.game.ask_of(seat) is None:
            raise Refused("There is nothing for you to decide now.", "play.seat")
        seed = Chance(room.kept.seed).fork(f"advice {seat} answer {room.game.number}").seed
        at = room.game.number
        decision = await room.thinkers.think(task_of(room.game, seat, CAPTAIN, seed))
        return m.Advised(number, at, decision.answer, decision.sentence)

    # Units that were set up, and may stand elsewhere

    def may_stand_elsewhere(self, seat: int | None) -> tuple[int, ...]:
        """The units of a seat that were set up and can still be moved: nobody else has decided anything since."""
        if seat is None or not self.deploys or self._room.kind(seat) != HUMAN:
            return ()
        return tuple(dict.fromkeys(unit for _, unit in self._placed(seat)))

    def _placed(self, seat: int) -> Iterator[tuple[int, int]]:
        """The last answers of a seat that set units down, each with its unit, from the last to the first."""
        game = self._room.game
        for number in range(len(game.entries) - 1, -1, -1):
            entry = game.entries[number]
            if entry.seat != seat or entry.joint or isinstance(entry.answer, Ticked):
                return
            if isinstance(entry.answer, Placed):
                unit = _standing(game.battle, seat, settled(entry.answer.pose))
                if unit is not None:
                    yield number, unit

    def moment_of(self, seat: int, unit: int) -> int:
        """When a unit of the seat was set down, if that can be done again at no cost to anybody."""
        room = self._room
        for number, placed in self._placed(seat) if self.deploys else ():
            if placed == unit and Past(room.ruleset, room.game, seat).is_free_from(number):
                return number
        raise Refused("This unit cannot be moved again: the battle went on since it was set up.", "play.deploy")

    def keep_rest(self, seat: int, to: int) -> None:
        """Remember what the seat answered after that moment, to give it again once the unit stands elsewhere."""
        later = (entry.answer for entry in self._room.game.entries[to + 1 :])
        self._rest[seat] = tuple(answer for answer in later if not isinstance(answer, Rolled | Ticked))

    def take_rest(self, seat: int) -> tuple[m.Answer, ...]:
        return self._rest.pop(seat, ())

    def forget(self, seat: int) -> None:
        """The seat takes something back itself: it wants to do things by hand."""
        self._seats.discard(seat)
        self._rest.pop(seat, None)


def _standing(battle: Battle, seat: int, pose: Pose) -> int | None:
    """The unit of a seat that stands exactly there."""
    for unit in battle.units:
        there = unit.pose
        if unit.seat == seat and there is not None and _close(there, pose):
            return int(unit.id)
    return None


def _close(one: Pose, other: Pose) -> bool:
    turned = abs((one.facing - other.facing + 180.0) % 360.0 - 180.0)
    return abs(one.x - other.x) < TOLERANCE and abs(one.y - other.y) < TOLERANCE and turned < TOLERANCE
