"""Looking back on a battle: any moment of it, its timeline, its course, its record and its story."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from warhost.errors import WarhostError
from warhost.play import Game, Record, Refused, Ruleset, record_of, told_outcome
from warhost.report import Leg, Story, course_of, legs_of, story_of_record, turning_points
from warhost.server import messages as m
from warhost.server.battles.room import Room
from warhost.server.shown.line_by_line import Unfolding
from warhost.server.shown.picture import picture_of
from warhost.server.shown.snapshots import places_of
from warhost.server.shown.trying_out import hides
from warhost.server.shown.view_only import ViewOnly

Place: TypeAlias = Room | ViewOnly
"""Where a battle is: at a table, or behind glass."""


def moment(room: Place, number: int, seat: int | None) -> m.Moment:
    """The battle after so many answers, as that seat may see it."""
    if isinstance(room, ViewOnly):
        return room.moment(number)
    game, unfolding = _unfolded(room, number, seat)
    ask = None if seat is None or game.roll is not None else game.ask_of(seat)
    logged = room.entries[number - 1] if number else None
    reasons = logged.reasons if logged is not None and room.may_know_reasons(seat) else None
    # What players agreed on is no part of the battle, and so of none of its moments but the last.
    ended = room.game.agreed is not None and number >= room.game.number
    battle = room.game.closing() if ended else game.battle
    return m.Moment(
        number=number,
        picture=picture_of(room.ruleset, room.ruleset.view(battle, seat)),
        question=None if ask is None or ended else ask.weighed(),
        log=tuple(line for line in room.chronicle.seen_by(seat) if line.number <= number),
        reasons=reasons,
        over=game.over or ended,
        outcome=told_outcome(battle, battle.outcome),
        changes=unfolding.of(seat),
    )


def sketch(room: Place, seat: int | None) -> m.Sketch:
    """Where the units stand now, as that seat may see it."""
    picture = room.picture(room.story.battle) if isinstance(room, ViewOnly) else room.picture(seat)
    units = ((unit, unit.pose) for unit in picture.units if unit.pose is not None and not unit.belongs)
    return m.Sketch(
        title=picture.title,
        width=picture.board.width,
        depth=picture.board.depth,
        features=picture.board.features,
        units=tuple(m.SketchedUnit(u.seat, p.x, p.y, p.facing, u.width, u.depth) for u, p in units),
    )


def _unfolded(room: Room, number: int, seat: int | None) -> tuple[Game, Unfolding]:
    """A game that stands there, and how the table changed since the last decision before."""
    decided, answers = room.game.since_decision(number)
    game = room.game.at(decided)
    unfolding = Unfolding(room.ruleset, game, room.chronicle.lines_to(decided), (seat,))
    game.on_event = unfolding.hear
    game.feed(answers)
    return game, unfolding


def timeline(room: Place, seat: int | None) -> m.Timeline:
    """Every decision with the turn and phase in which it was made, and whether that seat may know the reasons."""
    if isinstance(room, ViewOnly):
        return room.timeline()
    may_know = room.may_know_reasons(seat)
    stops = []
    marks = iter(room.game.marks)
    mark = next(marks)
    following = next(marks, None)
    for number, logged in enumerate(room.entries):
        while following is not None and following.at <= number:
            mark, following = following, next(marks, None)
        entry = logged.entry
        if entry.opens and entry.seat is not None:
            now, explained = mark.battle, may_know and logged.reasons is not None
            stops.append(m.Stop(number, now.turn, now.active, now.phase, entry.seat, explained))
    return m.Timeline(len(room.entries), tuple(stops))


def course(room: Place, seat: int | None) -> Callable[[], m.CourseShown]:
    """What tells the course of the battle so far when it is called: that takes a while and may be done elsewhere."""
    refuse_secrets(room, seat, "The course of the battle")
    if isinstance(room, ViewOnly):
        return room.course
    return partial(_course, room.ruleset, legs_of(room.game))


def _course(ruleset: Ruleset, legs: Sequence[Leg]) -> m.CourseShown:
    found = course_of(ruleset, legs)
    return m.CourseShown(found.standings, tuple(turning_points(ruleset, found)), found.rounds, found.tolls)


def refuse_secrets(room: Place, seat: int | None, what: str) -> None:
    """A record tells everything: while a battle goes on it is kept back where seats have something to hide."""
    if isinstance(room, ViewOnly):
        room.refuse_secrets(seat, what)
    elif not room.game.over and hides(room.ruleset, room.game.battle, seat):
        raise Refused(f"{what} is available after the end: it would reveal hidden information.", "play.hidden")


def record(room: Place, seat: int | None) -> Record:
    """The record so far. The seed is in it only after the end."""
    refuse_secrets(room, seat, "The record")
    if isinstance(room, ViewOnly):
        return room.record
    # The dice of a battle that is only shown are told as its record tells them.
    ledger = room.ledger
    told = ledger.proof is not None and ledger.proof.proved > 0 if ledger.shown else room.game.over
    seed = room.kept.seed if told else None
    places = None if seed is None else places_of(room.entries)
    # The seats of a battle that is only shown bear the names of those who played it.
    players = tuple(one.name if ledger.shown else one.player for one in room.kept.seats)
    return record_of(room.game, room.kept.setup, players if any(players) else (), seed, places)


def story(room: Place, seat: int | None) -> Callable[[], Story]:
    """What tells the story when it is called: that takes a while and may be done elsewhere."""
    kept = record(room, seat)
    if isinstance(room, ViewOnly):
        return lambda: room.story
    return partial(story_of_record, kept, room.ruleset, name=kept.ruleset)


def seed(room: Place) -> m.SeedRevealed:
    """The seed, with the place in its stream of every roll of the log."""
    if isinstance(room, ViewOnly):
        raise room.refuse()
    if not room.game.over:
        raise Refused("The seed is revealed after the end: it would give away all future dice.", "play.seed")
    if not room.kept.commitment:
        raise WarhostError("This battle was not played here: its dice come from its record.")
    rolls = tuple((n, one.counter) for n, one in enumerate(room.entries) if one.counter is not None)
    return m.SeedRevealed(room.kept.seed, room.kept.commitment, rolls)
