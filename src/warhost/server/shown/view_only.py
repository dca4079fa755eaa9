"""A battle that is only shown, from its snapshots: other rules made it, and with those of today it does not replay."""

from __future__ import annotations

import msgspec

from warhost.play import Battle, Frame, Record, RecordError, Refused, Ruleset, frames_from_snapshots, told_outcome
from warhost.report import Story, story_from_snapshots, turning_points
from warhost.report.telling.words import Names, part_title, strength_of, turn_of, turn_word
from warhost.server import messages as m
from warhost.server.battles.connections import Connection
from warhost.server.battles.ledger import HUMAN, RECORD
from warhost.server.shown.picture import parts_of, picture_of
from warhost.server.shown.trying_out import hides
from warhost.server.store.values import Kept

MOST_UNITS = 400
MOST_MODELS = 400
"""Of one unit. Snapshots are taken as they are, so what no table could hold is refused before it is drawn."""

_NOTHING_TO_UNDO = m.UndoState(False, False, None, False)


class ViewOnly:
    """A record at the moments of its snapshots. Nothing can be played in it, or branch off it.

    `people` are the seats of those who played it here.
    """

    def __init__(self, kept: Kept, ruleset: Ruleset, record: Record, why: str) -> None:
        self.kept = kept
        self.ruleset = ruleset
        self.record = record
        self.story = told(record, ruleset, why)
        self.frames = [
            *frames_from_snapshots(record, ruleset),
            Frame(len(record.entries), self.story.battle),
        ]
        self.connections: set[Connection] = set()
        self.visitors = 0
        """How many are about to join."""
        self.people = [number for number, seat in enumerate(kept.seats) if seat.player == HUMAN]

    @property
    def idle(self) -> bool:
        return not self.connections and not self.visitors

    @property
    def kept_over(self) -> bool:
        """Whether the battle had ended."""
        return self.story.outcome is not None

    async def sound(self) -> None:
        """What is shown never changes."""

    def nudge(self) -> None:
        """Nobody plays here."""

    def refuse(self) -> Refused:
        """Why nothing can be done here."""
        return Refused(f"This battle is view-only. {self.story.note}", "play.record")

    def refuse_secrets(self, seat: int | None, what: str) -> None:
        """A battle that broke off here may go on with the Warhost that it was begun with: what players hide from each
        other stays hidden. Of a record that was taken in everything is known."""
        battle = self.story.battle
        if self.people and self.story.outcome is None and hides(self.ruleset, battle, seat):
            raise Refused(
                f"{what} would reveal hidden information, and the battle is not over.",
                "play.hidden",
            )

    async def join(self, connection: Connection) -> None:
        """A page has come to look at it."""
        kept = self.kept
        connection.send(
            m.Hello(
                m.BattleName(kept.id, kept.title, kept.ruleset, self.ruleset.title, turn_word(self.ruleset)),
                None,
                tuple(m.SeatKind(seat.name, seat.army, RECORD, team=seat.team) for seat in self.story.seats),
                kept.commitment,
                len(self.record.entries),
                self.story.note,
                dice=m.DiceProof.of(self.story.proof),
                parts=parts_of(self.ruleset, self.story.battle),
            )
        )
        connection.send(m.Events(len(self.record.entries), self.lines(), fresh=True))
        connection.send(
            m.State(
                number=len(self.record.entries),
                picture=self.picture(self.story.battle),
                question=None,
                waiting_for=(),
                thinking=False,
                undo=_NOTHING_TO_UNDO,
                over=self.story.outcome is not None,
                outcome=self.story.outcome,
            )
        )
        self.connections.add(connection)

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)

    async def close(self, reason: str) -> None:
        for connection in list(self.connections):
            connection.close(reason)
        self.connections.clear()

    def picture(self, battle: Battle) -> m.Picture:
        return picture_of(self.ruleset, self.ruleset.view(battle, None))

    def lines(self) -> tuple[m.Line, ...]:
        """What is known: when each turn began."""
        said: dict[tuple[int, int | None], m.Line] = {}
        for frame in self.frames[:-1]:
            battle = frame.battle
            seat = turn_of(self.ruleset, battle)
            who = None if seat is None else Names(battle).seat(seat)
            text = part_title(self.ruleset, battle.turn, who)
            line = m.Line(text, "heading", frame.at, battle.turn, battle.phase, seat, None, None)
            said.setdefault((battle.turn, seat), line)
        return tuple(said.values())

    def moment(self, number: int) -> m.Moment:
        """The last snapshot before so many answers; before all of them, the first."""
        frame = next((frame for frame in reversed(self.frames) if frame.at <= number), self.frames[0])
        return m.Moment(
            number=number,
            picture=self.picture(frame.battle),
            question=None,
            log=tuple(line for line in self.lines() if line.number <= number),
            reasons=None,
            over=frame.battle.outcome is not None,
            outcome=told_outcome(frame.battle, frame.battle.outcome),
        )

    def timeline(self) -> m.Timeline:
        """A stop for every snapshot."""
        stops = tuple(
            m.Stop(frame.at, frame.battle.turn, frame.battle.active, frame.battle.phase, frame.battle.active)
            for frame in self.frames[:-1]
        )
        return m.Timeline(len(self.record.entries), stops)

    def course(self) -> m.CourseShown:
        course = self.story.course
        return m.CourseShown(course.standings, tuple(turning_points(self.ruleset, course)), course.rounds, ())


def told(record: Record, ruleset: Ruleset, why: str) -> Story:
    """The story of such a record, if its snapshots tell a battle that can be drawn."""
    story = story_from_snapshots(record, ruleset, why, "The record")
    try:
        for battle in {id(b): b for leg in story.legs for b in (leg.before, leg.after)}.values():
            _refuse_nonsense(battle, ruleset)
            msgspec.json.encode(picture_of(ruleset, ruleset.view(battle, None)))
    except RecordError:
        raise
    except Exception as error:
        # Whatever the rules trip over is in the record: they stand what they have set up themselves.
        raise RecordError(f"The record cannot be shown from its snapshots either ({error!r}). {why}") from error
    return story


def _refuse_nonsense(battle: Battle, ruleset: Ruleset) -> None:
    sizes = [strength_of(ruleset, battle, unit).models for unit in battle.units[: MOST_UNITS + 1]]
    if len(sizes) > MOST_UNITS or max(sizes, default=0) > MOST_MODELS:
        raise RecordError(
            f"The record contains more than {MOST_UNITS} units, or a unit of more than {MOST_MODELS} models."
        )
