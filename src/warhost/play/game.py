"""The driver: runs a battle step by step, hands out questions, judges answers, keeps history.

A step is a generator and cannot be copied. What can be: the battle at the step's start and the answers since.
Forks, undo and replay are that copy run again with those answers; there is no second mechanism.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from warhost.dice import Chance, Dice
from warhost.errors import WarhostError
from warhost.play.battle import Battle, Outcome, battle_hash, copied
from warhost.play.events import BattleEnded, DiceRolled, Event
from warhost.play.questions import Answer, AnyAnswer, Roll, Rolled, Ticked
from warhost.play.ruleset import Ruleset, Step
from warhost.play.script import Ask, Refused, Script, Together
from warhost.play.shown.english import acts, listed

MOST_UNASKED = 20_000
"""Steps, rolls and events that may follow each other without a question to a player: more go round in circles."""

Luck: TypeAlias = Callable[[Roll], tuple[int, ...]]
"""Whatever supplies dice: a generator, a list written down in a test, a record."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One answer of the log: by a seat, or (seat None) by chance.

    Answers that were given together stand one after the other; all but the first say `joint`.
    """

    answer: AnyAnswer
    seat: int | None = None
    joint: bool = False

    @property
    def opens(self) -> bool:
        """Whether a decision of one or several players starts here."""
        return self.seat is not None and not self.joint


class Mark(msgspec.Struct):
    """The start of a step: how many answers and events came before it, and the battle then."""

    at: int
    told: int
    battle: Battle


def luck_of(chance: Chance) -> Luck:
    """Dice from a generator."""
    specs: dict[str, Dice] = {}

    def throw(question: Roll) -> tuple[int, ...]:
        spec = specs.get(question.dice)
        if spec is None:
            spec = specs[question.dice] = Dice.parse(question.dice)
        return chance.roll(spec)

    return throw


class Game:
    """A battle being played.

    `pending` holds the questions that wait for players (more than one only where seats answer together);
    `roll` the question that waits for chance, where no luck was given. `number` counts the answers so far and names
    the question that is open now: an answer for another number is stale. `marks` are the starts of all steps so far,
    `steps` counts those that were run. `agreed` is how players ended the battle before the rules did; the battle's own
    state does not know of it.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        battle: Battle,
        luck: Luck | Chance | None = None,
        *,
        history: bool = True,
        on_event: Callable[[Event], None] | None = None,
        on_step: Callable[[Step, Battle], None] | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.battle = battle
        self.luck = luck_of(luck) if isinstance(luck, Chance) else luck
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []
        self.events: list[Event] = []
        self.pending: tuple[Ask, ...] = ()
        self.roll: Roll | None = None
        self.step: Step | None = None
        self.steps = 0
        self.history = history
        self.on_event = on_event
        self.on_step = on_step
        self.marks: list[Mark] = []
        self.agreed: Outcome | None = None
        self._script: Script[None] | None = None
        self._sealed: dict[int, Answer | Ticked] = {}
        self._meant: dict[int, Answer] = {}
        self._together = False
        self._run()

    @property
    def over(self) -> bool:
        return self._script is None or self.agreed is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the battle ended: by its rules, or as its players agreed."""
        return self.agreed or self.battle.outcome

    def closing(self) -> Battle:
        """A copy of the battle as it stands, which knows of its outcome also where players agreed on it."""
        battle = copied(self.battle)
        battle.outcome = self.outcome
        return battle

    def end(self, outcome: Outcome) -> None:
        """End the battle as players agreed. Nothing can be answered then; what was before can still be looked at."""
        if self.over:
            raise Refused("The battle is over.", "play.over")
        self.agreed = outcome
        self.pending, self.roll, self._sealed = (), None, {}
        self.undone.clear()
        self._tell(BattleEnded(outcome.text))

    @property
    def number(self) -> int:
        return len(self.entries)

    @property
    def asked(self) -> Ask:
        """The one question that is open now."""
        if self.pending and not self._sealed:
            return self.pending[0]
        waiting = [ask for ask in self.pending if ask.seat not in self._sealed]
        if not waiting:
            raise WarhostError("No question is open: the battle is over." if self.over else "Chance has to answer.")
        return waiting[0]

    def ask_of(self, seat: int) -> Ask | None:
        """The question that this seat has to answer now, if there is one."""
        for ask in self.pending:
            if ask.seat == seat and seat not in self._sealed:
                return ask
        return None

    @property
    def sealed(self) -> frozenset[int]:
        """The seats that have answered a question put to several, and wait for the others."""
        return frozenset(self._sealed)

    def hash(self) -> str:
        return battle_hash(self.battle)

    def answer(self, answer: AnyAnswer, seat: int | None = None, number: int | None = None) -> list[Event]:
        """Give an answer; returns what happened until the next question. A refused answer changes nothing."""
        if number is not None and number != self.number:
            raise Refused(f"That answer is for question {number}; the open question is {self.number}.", "play.stale")
        if self.over:
            raise Refused("The battle is over.", "play.over")
        if self.roll is not None:
            return self._answer_roll(answer, seat)
        ask = self.asked if seat is None else self.ask_of(seat)
        if ask is None:
            raise Refused(self._not_your_turn(seat), "play.seat")
        if isinstance(answer, Rolled):
            raise Refused("This question is for a player, not for dice.", "play.kind")
        meant = _meant(ask, answer)
        self.undone.clear()
        if self._together:
            self._sealed[ask.seat] = answer
            self._meant[ask.seat] = meant
            if len(self._sealed) < len(self.pending):
                return []
            given = [self._sealed[a.seat] for a in self.pending]
            self.entries.extend(
                Entry(reply, a.seat, a is not self.pending[0]) for reply, a in zip(given, self.pending, strict=True)
            )
            return self._resume(tuple(self._meant[a.seat] for a in self.pending))
        self.entries.append(Entry(answer, ask.seat))
        return self._resume(meant)

    def _answer_roll(self, answer: AnyAnswer, seat: int | None) -> list[Event]:
        assert self.roll is not None
        if seat is not None:
            raise Refused("Players cannot choose dice rolls.", "play.seat")
        if not isinstance(answer, Rolled):
            raise Refused("This question is for dice, not for a player.", "play.kind")
        problem = Dice.parse(self.roll.dice).check(answer.faces)
        if problem:
            raise Refused(problem, "play.dice")
        self.undone.clear()
        return self._resume(self._take_roll(self.roll, answer.faces))

    def _not_your_turn(self, seat: int | None) -> str:
        seats = self.battle.scene.seats
        if seat is None or not 0 <= seat < len(seats):
            return f"There is no seat {seat} at this table."
        if seat in self._sealed:
            return f"{acts(seats[seat].name, 'has')} already answered and must wait for the others."
        whose = listed([seats[a.seat].name for a in self.pending if a.seat not in self._sealed])
        return f"{seats[seat].name} cannot answer this question: it is for {whose}."

    def undo(self, count: int = 1) -> int:
        """Take back this many decisions, with the dice that fell after them; returns how many it took back.

        Answers to a question that still waits for other seats are forgotten with it.
        """
        if not self.history:
            raise WarhostError("This game keeps no history, so nothing can be taken back.")
        keep = len(self.entries)
        taken = 0
        for index in range(len(self.entries) - 1, -1, -1):
            if taken == count:
                break
            if self.entries[index].opens:
                keep = index
                taken += 1
        if taken:
            self.go_to(keep)
        return taken

    def redo(self, count: int = 1) -> int:
        """Give back this many decisions that were taken back, each with the dice that fell after it."""
        given = 0
        target = len(self.entries)
        log = self.entries + self.undone
        while given < count and target < len(log):
            target += 1
            while target < len(log) and not log[target].opens:
                target += 1
            given += 1
        if given:
            self.go_to(target)
        return given

    def go_to(self, number: int) -> None:
        """Stand where this many answers had been given, back or forward; never between answers given together."""
        self.agreed = None
        log = self.entries + self.undone
        number = _moment(log, number)
        mark = self._mark_before(min(number, len(self.entries)))
        del self.marks[self.marks.index(mark) :]
        self.battle = copied(mark.battle)
        self.entries = log[: mark.at]
        del self.events[mark.told :]
        self._replay(log[mark.at : number])
        self.undone = log[number:]

    def at(self, number: int) -> Game:
        """A game of its own that stands where this many answers had been given; it asks for the dice that came then."""
        number = _moment(self.entries, number)
        mark = self._mark_before(number)
        twin = Game(self.ruleset, copied(mark.battle), history=False)
        twin.feed(self.entries[mark.at : number])
        return twin

    def since_decision(self, number: int) -> tuple[int, Sequence[Entry]]:
        """Where the last decision before that moment was open, and the answers from there to that moment."""
        number = _moment(self.entries, number)
        start = next((n for n in range(number - 1, -1, -1) if self.entries[n].opens), 0)
        return start, self.entries[start:number]

    def fork(self, luck: Luck | None = None) -> Game:
        """An independent game from this very moment, with dice of its own (none: it asks for them)."""
        mark = self._mark_before(len(self.entries))
        twin = Game.__new__(Game)
        twin.ruleset = self.ruleset
        twin.battle = copied(mark.battle)
        twin.luck = luck
        twin.entries = self.entries[: mark.at]
        twin.undone = []
        twin.events = []
        twin.pending = ()
        twin.roll = None
        twin.step = None
        twin.steps = self.steps
        twin.history = True
        twin.on_event = None
        twin.on_step = None
        twin.marks = []
        twin.agreed = None
        twin._script = None
        twin._sealed = {}
        twin._meant = {}
        twin._together = False
        twin._replay(self.entries[mark.at :])
        twin.events = []
        return twin

    def feed(self, entries: Sequence[Entry]) -> None:
        """Give answers from a log, dice included, each judged as if it were new."""
        luck, self.luck = self.luck, None
        try:
            for entry in entries:
                if entry.seat is None and self.roll is None:
                    raise Refused("The log has dice where a player is asked.", "play.record")
                if entry.seat is not None and self.roll is not None:
                    raise Refused("The log has a player's answer where dice are asked.", "play.record")
                self.answer(entry.answer, entry.seat)
        finally:
            self.luck = luck
        self._throw()

    def _mark_before(self, number: int) -> Mark:
        for mark in reversed(self.marks):
            if mark.at <= number:
                return mark
        raise WarhostError("This game keeps no history, so that moment is gone.")

    def _replay(self, entries: Sequence[Entry]) -> None:
        """Run on from the battle at hand with known answers, then open the next question."""
        luck, self.luck = self.luck, None
        self.pending, self.roll, self._sealed = (), None, {}
        try:
            self._run()
            for entry in entries:
                self.answer(entry.answer, entry.seat)
        finally:
            self.luck = luck
        self._throw()

    def _throw(self) -> None:
        """Let chance answer if it is asked and can."""
        if self.luck is not None and self.roll is not None:
            self._resume(self._take_roll(self.roll, self.luck(self.roll)))

    def _take_roll(self, question: Roll, faces: tuple[int, ...]) -> tuple[int, ...]:
        self.entries.append(Entry(Rolled(faces)))
        fact = DiceRolled(
            question.dice,
            faces,
            question.why,
            question.rule,
            question.need,
            question.seat,
            question.unit,
            question.read,
            question.most,
            question.cards,
            question.secret,
            question.counts,
        )
        self._tell(fact)
        return faces

    def _tell(self, event: Event) -> None:
        self.events.append(event)
        if self.on_event is not None:
            self.on_event(event)

    def _run(self) -> None:
        """Start the next step, and the next, until somebody is asked or the battle ends."""
        self._script = None
        self._advance(None)

    def _resume(self, value: Any) -> list[Event]:
        told = len(self.events)
        self.pending, self.roll, self._sealed = (), None, {}
        self._advance(value)
        return self.events[told:]

    def _advance(self, value: Any) -> None:
        unasked = 0
        while True:
            unasked += 1
            if unasked > MOST_UNASKED:
                at = None if self.step is None else self.step.name
                raise RuntimeError(f"{self.ruleset.slug} made {MOST_UNASKED:,} steps without a question, at {at!r}.")
            if self._script is None:
                step = self.ruleset.next_step(self.battle)
                self.step = step
                if step is None:
                    return
                if self.history:
                    self.marks.append(Mark(len(self.entries), len(self.events), copied(self.battle)))
                self._script = self.ruleset.run(self.battle, step)
                self.steps += 1
                value = None
            try:
                asked = self._script.send(value)
            except StopIteration:
                self._script = None
                if self.on_step is not None and self.step is not None:
                    self.on_step(self.step, self.battle)
                continue
            value = None
            if isinstance(asked, Roll):
                if self.luck is None:
                    self.roll = asked
                    return
                value = self._take_roll(asked, self.luck(asked))
            elif isinstance(asked, Event):
                self._tell(asked)
            elif isinstance(asked, Together):
                self.pending, self._together = asked.asks, True
                return
            else:
                self.pending, self._together = (asked,), False
                return


def _meant(ask: Ask, answer: Answer | Ticked) -> Answer:
    """What the rules get for an answer, which is refused if it is not legal: a clock that ran out stands for what its
    question said."""
    if isinstance(answer, Ticked):
        return ask.ticked()
    ask.check(answer)
    return answer


def _moment(log: Sequence[Entry], number: int) -> int:
    """That many answers, or so many fewer that none stands between others that were given together."""
    if not 0 <= number <= len(log):
        raise WarhostError(f"The battle has {len(log)} answers; there is no moment {number}.")
    while 0 < number < len(log) and log[number].joint:
        number -= 1
    return number
