"""A battle retold: what happened, by turn, player and phase, and what it came to in the end.

>>> story = story_of(game)
>>> print("\\n".join(story.lines()))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from warhost.play import (
    UNREADABLE,
    Battle,
    Describes,
    DiceRolled,
    Event,
    Frame,
    Game,
    Outcome,
    Proof,
    Record,
    RecordError,
    Ruleset,
    Setup,
    Strength,
    copied,
    frames_from_snapshots,
    rolls_in,
    told_apart,
    told_outcome,
)
from warhost.play.battle import Seat
from warhost.play.shown.cards import OffersParts
from warhost.report.telling.course import Course, Leg, course_of, legs_between, legs_of
from warhost.report.telling.turning import TurningPoint, turning_points
from warhost.report.telling.words import Names, doing, marks_of, part_title, strength_of, turn_of, words


class Passage(msgspec.Struct, frozen=True):
    """What happened in one phase. `numbers` tells the place of each event among all that the battle told."""

    phase: str
    title: str
    events: tuple[Event, ...]
    numbers: tuple[int, ...]

    @property
    def facts(self) -> tuple[tuple[int, Event], ...]:
        """Everything but the dice, with its place."""
        told = zip(self.numbers, self.events, strict=True)
        return tuple((number, event) for number, event in told if not isinstance(event, DiceRolled))

    @property
    def dice(self) -> tuple[DiceRolled, ...]:
        return tuple(event for event in self.events if isinstance(event, DiceRolled))


class Chapter(msgspec.Struct, frozen=True):
    """A player's turn, all that came before the first, or what ends a round for all: the battle as it began and as it
    ended, and what was between.

    Turn 0 is the set-up and belongs to no seat.
    """

    turn: int
    seat: int | None
    before: Battle
    after: Battle
    passages: tuple[Passage, ...]


class Loss(msgspec.Struct, frozen=True):
    """What a unit had, what is left of it, and what else there is to say of it."""

    unit: int
    seat: int
    name: str
    strength: Strength
    on_table: bool
    marks: tuple[str, ...]


class PartTold(msgspec.Struct, frozen=True):
    """An optional part that was in force: its title, the ways in which it was played, and what it came to."""

    title: str
    ways: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """All that in one line."""
        ways = f" ({', '.join(self.ways)})" if self.ways else ""
        return f"{self.title}{ways}" + (f": {' '.join(self.told)}" if self.told else "")


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """A whole battle retold. `note` says what a reader must know about where it comes from."""

    ruleset: Ruleset
    battle: Battle
    chapters: tuple[Chapter, ...]
    answers: int
    steps: int
    final: str
    legs: tuple[Leg, ...]
    setup: Setup | None = None
    players: tuple[str, ...] = ()
    seed: str | None = None
    proof: Proof | None = None
    note: str = ""

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.battle.scene.seats

    @property
    def outcome(self) -> Outcome | None:
        return told_outcome(self.battle, self.battle.outcome)

    @property
    def names(self) -> Names:
        return Names(self.battle)

    @property
    def parts(self) -> tuple[PartTold, ...]:
        """The optional parts that were in force, and what they came to in the end."""
        if not isinstance(self.ruleset, OffersParts):
            return ()
        # While a battle goes on its secrets are nobody's to read here.
        seen = self.battle if self.outcome is not None else self.ruleset.view(self.battle, None)
        now = {one.slug: one.told for one in self.ruleset.parts_now(seen)}
        return tuple(
            PartTold(card.title, tuple(way.name for way in card.ways), now.get(card.slug, ()))
            for card in self.ruleset.parts_in_force(self.battle)
        )

    def names_in(self, chapter: Chapter) -> Names:
        """How units are called in a chapter: as it began, for a unit may go on as its last survivor."""
        return Names(chapter.before, chapter.after)

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for chapter in self.chapters for passage in chapter.passages for event in passage.events)

    @property
    def course(self) -> Course:
        """Who was ahead after every step."""
        return course_of(self.ruleset, self.legs)

    @property
    def turning_points(self) -> list[TurningPoint]:
        """What decided the battle."""
        return turning_points(self.ruleset, self.course)

    @property
    def result(self) -> str:
        """How it ended, in a sentence."""
        if self.outcome is not None:
            return self.outcome.text
        return "The battle is not over." if not self.note else "The result is unknown."

    def title_of(self, chapter: Chapter) -> str:
        """The heading of a chapter."""
        who = None if chapter.seat is None else self.names.seat(chapter.seat)
        return part_title(self.ruleset, chapter.turn, who)

    def losses(self) -> list[Loss]:
        """What became of every unit, by seat."""
        return [loss_of(self.ruleset, self.chapters, self.battle, unit.id) for unit in _by_seat(self.battle)]

    def lines(self) -> Iterator[str]:
        """The story as lines of plain text."""
        names = self.names
        if self.parts:
            yield "Optional rules in force"
            yield from (f"  {part.sentence}" for part in self.parts)
            yield ""
        for number, chapter in enumerate(self.chapters):
            if number:
                yield ""
            yield self.title_of(chapter)
            called = self.names_in(chapter)
            for passage in chapter.passages:
                if passage.title:
                    yield f"  {passage.title}"
                for event in passage.events:
                    dice = "  dice: " if isinstance(event, DiceRolled) else ""
                    yield f"{'    ' if passage.title else '  '}{dice}{words(event, called)}"
        decided = self.turning_points
        if decided:
            yield ""
            yield "What decided it"
            yield from (f"  {line}" for point in decided for line in _told(point, names))
        yield ""
        yield self.result


def _told(point: TurningPoint, names: Names) -> Iterator[str]:
    """A turning point as lines of plain text."""
    shift = f"{names.seat(point.seat)} from {point.before:.0%} to {point.after:.0%}"
    who = "" if point.active is None else f", {names.seat(point.active)}"
    yield f"{point.when}{who} (answer {point.at}): {point.text.rstrip('.')}. {shift}"
    if point.luck:
        yield f"  dice: {point.luck} (chance {point.odds:.1%})"


def _by_seat(battle: Battle) -> list[Any]:
    return sorted(battle.units, key=lambda unit: (unit.seat, unit.id))


class _Teller:
    """A listener to a battle that is played again: it keeps what happened, with the battle between the turns."""

    def __init__(self, ruleset: Ruleset, battle: Battle) -> None:
        self.ruleset = ruleset
        self.battle = battle
        self.chapters: list[Chapter] = []
        self._before = copied(battle)
        self._moment = self._now()
        self._heard = 0
        self._passages: list[tuple[tuple[str, str], list[tuple[int, Event]]]] = []

    def _now(self) -> tuple[int, int | None]:
        return self.battle.turn, turn_of(self.ruleset, self.battle)

    def hear(self, event: Event) -> None:
        number = self._heard
        self._heard += 1
        moment = self._now()
        if moment != self._moment:
            self.close()
            self._moment = moment
        if type(event).heading:
            return
        phase = (self.battle.phase, doing(self.ruleset, self.battle))
        if not self._passages or self._passages[-1][0] != phase:
            self._passages.append((phase, []))
        self._passages[-1][1].append((number, event))

    def close(self) -> None:
        """End the chapter. The end of a round at which nothing happened is none."""
        turn, seat = self._moment
        if turn and seat is None and not self._passages:
            return
        after = copied(self.battle)
        told = tuple(
            Passage(*phase, tuple(event for _, event in heard), tuple(number for number, _ in heard))
            for phase, heard in self._passages
        )
        self.chapters.append(Chapter(*self._moment, self._before, after, told))
        self._before, self._passages = after, []


def story_of(
    game: Game,
    *,
    setup: Setup | None = None,
    players: tuple[str, ...] = (),
    seed: str | None = None,
    proof: Proof | None = None,
) -> Story:
    """The story of a game, which must have kept its history: it is played once more, and listened to. `proof` says
    whether its dice are those of the seed."""
    if not game.marks:
        raise RecordError("This game keeps no history, so there is no report.")
    battle = told_apart(copied(game.marks[0].battle))
    teller = _Teller(game.ruleset, battle)
    again = Game(game.ruleset, battle, on_event=teller.hear)
    again.feed(game.entries)
    if game.agreed is not None:
        again.end(game.agreed)
    teller.close()
    return Story(
        ruleset=game.ruleset,
        battle=again.closing(),
        chapters=tuple(teller.chapters),
        answers=len(game.entries),
        steps=len(game.marks),
        final=game.hash(),
        legs=tuple(legs_of(again)),
        setup=setup,
        players=players,
        seed=seed,
        proof=proof,
    )


def story_from_snapshots(record: Record, ruleset: Ruleset, why: str, name: str = "record") -> Story:
    """What can be told of a record that does not replay under today's rules: the table at the start of every turn."""
    try:
        frames = frames_from_snapshots(record, ruleset)
    except UNREADABLE as error:
        raise RecordError(f"{name}: its snapshots can no longer be read: {error}. {why}") from None
    if not frames:
        raise RecordError(f"{name}: it holds no snapshots. {why}")
    first: dict[tuple[int, int | None], Battle] = {}
    for frame in frames:
        battle = frame.battle
        first.setdefault((battle.turn, turn_of(ruleset, battle)), battle)
    moments = list(first)
    after = [*list(first.values())[1:], frames[-1].battle]
    chapters = tuple(Chapter(*moments[i], first[moments[i]], after[i], ()) for i in range(len(moments)))
    last = copied(frames[-1].battle)
    last.outcome = record.outcome
    return Story(
        ruleset=ruleset,
        battle=last,
        chapters=chapters,
        answers=len(record.entries),
        steps=len(record.steps),
        final=record.final,
        legs=tuple(legs_between(frames, Frame(len(record.entries), last))),
        setup=record.setup,
        players=record.players,
        seed=record.seed,
        proof=Proof(rolls_in(record.entries), why="they can be checked only by replaying the battle."),
        note=f"{why} Showing its snapshots, without what happened in between.",
    )


def as_data(story: Story) -> dict[str, Any]:
    """The story as plain data, for JSON: every event with its fields and its sentence."""
    outcome = story.outcome
    return {
        "ruleset": story.ruleset.slug,
        "version": story.battle.scene.version,
        "seats": [msgspec.to_builtins(seat) for seat in story.seats],
        "players": list(story.players),
        "seed": story.seed,
        "dice": None if story.proof is None else _proof_data(story.proof),
        "answers": story.answers,
        "steps": story.steps,
        "final": story.final,
        "note": story.note,
        "result": story.result,
        "parts": [msgspec.to_builtins(part) for part in story.parts],
        "outcome": None if outcome is None else msgspec.to_builtins(outcome),
        "chapters": [_chapter_data(chapter, story.names_in(chapter)) for chapter in story.chapters],
        "turning_points": [msgspec.to_builtins(point) for point in story.turning_points],
        "units": [msgspec.to_builtins(loss) for loss in story.losses()],
    }


def _proof_data(proof: Proof) -> dict[str, Any]:
    return {
        "verdict": proof.verdict,
        "text": proof.text,
        "rolls": proof.rolls,
        "proved": proof.proved,
        "gaps": proof.gaps,
        "commitment": proof.commitment,
    }


def _chapter_data(chapter: Chapter, names: Names) -> dict[str, Any]:
    return {
        "turn": chapter.turn,
        "seat": chapter.seat,
        "phases": [
            {
                "phase": passage.phase,
                "events": [{**msgspec.to_builtins(e), "text": words(e, names)} for e in passage.events],
            }
            for passage in chapter.passages
        ],
    }


def loss_of(ruleset: Ruleset, chapters: Sequence[Chapter], battle: Battle, number: int) -> Loss:
    """What became of one unit."""
    (unit,) = [unit for unit in battle.units if unit.id == number]
    strength = strength_of(ruleset, battle, unit)
    if not isinstance(ruleset, Describes):
        seen = [
            len(ruleset.bases(then, u))
            for c in chapters
            for then in (c.before, c.after)
            for u in then.units
            if u.id == number
        ]
        most = max([strength.models, *seen])
        strength = Strength(strength.models, most, strength.models, most)
    return Loss(number, unit.seat, unit.name, strength, unit.pose is not None, marks_of(ruleset, battle, unit))
