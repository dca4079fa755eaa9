"""What the rule tests of every rulebook play with: written dice, and commands that can be chained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, Self, TypeVar

import msgspec
import pytest

from warhost.dice import Dice
from warhost.play import (
    Allocated,
    Answer,
    AnyQuestion,
    Battle,
    Choose,
    Chosen,
    Event,
    Game,
    Luck,
    Manoeuvre,
    Moved,
    Option,
    Placed,
    PositionText,
    Refused,
    Roll,
    Ruleset,
    Unit,
    Walk,
    Walked,
    parse_position,
)
from warhost.play.kept.text import UnitText
from warhost.table import Pose

B = TypeVar("B", bound=Battle)
U = TypeVar("U", bound=Unit)
E = TypeVar("E", bound=Event)
Faces = int | tuple[int, ...]
Fall = Faces | Sequence[Faces]
Dicing = Iterable[Faces] | Mapping[str, Fall]


def find(battle: Battle, name: str) -> Any:
    """A unit by its name; "0:Ghouls" and "1:Ghouls" tell units of the same name apart by their seat."""
    seat, colon, rest = name.partition(":")
    found = [u for u in battle.units if u.name == (rest if colon else name) and (not colon or u.seat == int(seat))]
    assert len(found) == 1, f"{len(found)} units are called {name}"
    return found[0]


def check_fields(entry: type[msgspec.Struct], fields: Mapping[str, Any]) -> None:
    """A made-up unit has fields of an entry only."""
    unknown = fields.keys() - set(entry.__struct_fields__)
    assert not unknown, f"An entry has no {', '.join(sorted(unknown))}"


def listed_position(text: str, units: Mapping[str, Mapping[str, Any]]) -> PositionText:
    """What a line of text tells, with the fields of made-up units by their names without spaces."""
    told = parse_position(text)
    made = [_listed(one, units.get(one.name.replace(" ", ""))) for one in told.units]
    return msgspec.structs.replace(told, units=tuple(made))


def _listed(told: UnitText, fields: Mapping[str, Any] | None) -> UnitText:
    if fields is None:
        return told
    return msgspec.structs.replace(told, fields={**told.fields, "list": {**fields, **told.fields.get("list", {})}})


class WrittenDice:
    """Dice from a list. Running out of them fails the test and says what they were for."""

    def __init__(self, dice: Iterable[Faces]) -> None:
        self.left = [(faces,) if isinstance(faces, int) else tuple(faces) for faces in dice]
        self.asked: list[Roll] = []

    def __call__(self, roll: Roll) -> tuple[int, ...]:
        assert self.left, f"No dice are written down for: {roll.why} ({roll.dice}, {roll.rule})"
        self.asked.append(roll)
        return _counted(roll, self.left.pop(0))


def _counted(roll: Roll, faces: tuple[int, ...]) -> tuple[int, ...]:
    """Those faces, if there is one for each die: how many dice a rule throws is part of the rule."""
    wanted = Dice.parse(roll.dice).faces
    assert len(faces) == wanted, f"{len(faces)} of {wanted} faces are written down for: {roll.why} ({roll.dice})"
    return faces


class DiceByReason(WrittenDice):
    """Dice told by what they are for: the first reason that is found in the words of a roll decides it.

    The words are the unit that rolls, if one does, and why: "Iron Orcs Melee Attacks: to hit". A number is the face
    of all dice, a tuple their faces, a list has one of these for each roll in turn, and the last for all that follow.
    """

    def __init__(self, dice: Mapping[str, Fall], battle: Battle) -> None:
        super().__init__(())
        self.falls: dict[str, list[Faces]] = {
            reason: [fall] if isinstance(fall, int | tuple) else [*fall] for reason, fall in dice.items()
        }
        self.names = [unit.name for unit in battle.units]

    def __call__(self, roll: Roll) -> tuple[int, ...]:
        self.asked.append(roll)
        words = roll.why if roll.unit is None else f"{self.names[roll.unit]} {roll.why}"
        for reason, falls in self.falls.items():
            if reason in words:
                fall = falls.pop(0) if len(falls) > 1 else falls[0]
                return (fall,) * Dice.parse(roll.dice).faces if isinstance(fall, int) else _counted(roll, fall)
        raise AssertionError(f"No dice are told for: {words} ({roll.dice}, {roll.rule})")


class Playing(Generic[B, U]):
    """A battle being played by a test. Commands return the play itself so that they can be chained."""

    def __init__(self, battle: B, dice: Dicing, ruleset: Ruleset) -> None:
        self.dice = DiceByReason(dice, battle) if isinstance(dice, Mapping) else WrittenDice(dice)
        luck: Luck = self.dice
        self.game = Game(ruleset, battle, luck)

    @property
    def battle(self) -> B:
        battle: Any = self.game.battle
        return battle  # type: ignore[no-any-return]

    @property
    def question(self) -> AnyQuestion:
        return self.game.asked.question

    @property
    def topic(self) -> str:
        """What is asked now; "" when the battle is over."""
        return "" if self.game.over else self.question.topic

    @property
    def rolls(self) -> list[Roll]:
        """The rolls so far."""
        return self.dice.asked

    @property
    def options(self) -> tuple[Option, ...]:
        question = self.question
        assert isinstance(question, Choose), f"{question.topic} has no options"
        return question.options

    @property
    def weighed(self) -> tuple[Option, ...]:
        """The options with all their odds."""
        question = self.game.asked.weighed()
        assert isinstance(question, Choose), f"{question.topic} has no options"
        return question.options

    @property
    def keys(self) -> list[str]:
        return [option.key for option in self.options]

    def unit(self, name: str) -> U:
        found: U = find(self.battle, name)
        return found

    def answer(self, answer: Answer, seat: int | None = None) -> Self:
        self.game.answer(answer, seat)
        return self

    def choose(self, key: str | None = None, *, unit: str | None = None, target: str | None = None) -> Self:
        """Pick the option with that key, or the one about that unit and target."""
        return self.answer(Chosen(self._option(key, unit, target).key))

    def _option(self, key: str | None, unit: str | None, target: str | None) -> Option:
        for option in self.options:
            if key is not None and option.key != key:
                continue
            if unit is not None and option.unit != self.unit(unit).id:
                continue
            if target is not None and option.target != self.unit(target).id:
                continue
            return option
        raise AssertionError(f"No option {key or ''} {unit or ''} {target or ''} in {self.topic}: {self.keys}")

    def offers(self, key: str | None = None, *, unit: str | None = None, target: str | None = None) -> bool:
        """Whether the question that is open now has such an option."""
        try:
            self._option(key, unit, target)
        except AssertionError:
            return False
        return True

    def stay(self) -> Self:
        return self.answer(Walked() if isinstance(self.question, Walk) else Moved())

    def place(self, x: float, y: float, facing: float = 0.0) -> Self:
        return self.answer(Placed(Pose(x, y, facing)))

    def allocate(self, **shares: dict[str, int]) -> Self:
        return self.answer(Allocated(shares))

    def until(self, topic: str = "", *, phase: str = "", stage: str = "", turn: int = 0) -> Self:
        """Pass on everything (decline, hold, stay) until that question is open, or that phase, stage or turn came."""
        for _ in range(500):
            if self.game.over:
                return self
            battle = self.battle
            there = (not phase or battle.phase == phase) and (not stage or battle.stage == stage)
            if there and (not turn or battle.turn == turn) and (not topic or self.topic == topic):
                return self
            self.decline()
        raise AssertionError(f"The battle never came to {topic or phase or stage or turn}")

    def decline(self) -> Self:
        """The quietest answer: pass, hold, stay, or the first option."""
        question = self.question
        if isinstance(question, Choose):
            keys = self.keys
            quiet = next((key for key in ("pass", "hold", "stay", "no", "keep") if key in keys), keys[0])
            return self.choose(quiet)
        if isinstance(question, Manoeuvre | Walk) and question.optional:
            return self.stay()
        return self.answer(self.game.asked.suggestions()[0])

    def told(self, kind: type[E]) -> list[E]:
        """The events of one kind so far."""
        return [event for event in self.game.events if isinstance(event, kind)]

    @property
    def log(self) -> list[str]:
        """All that happened, in words."""
        units, seats = self.battle.units, self.battle.scene.seats
        return [event.say(lambda i: units[i].name, lambda i: seats[i].name) for event in self.game.events]


class Done(msgspec.Struct):
    """A script that ran by itself: what it returned, what it told, which dice it asked for."""

    value: Any
    events: list[Event]
    rolls: list[Roll]


def carried_out(script: Any, dice: Iterable[Faces] = ()) -> Done:
    """Run a script that asks nobody but chance, with these dice; all of them must be used."""
    luck = WrittenDice(dice)
    told: list[Event] = []
    answer: Any = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration as end:
            assert not luck.left, f"Dice are left over: {luck.left}"
            return Done(end.value, told, luck.asked)
        answer = None
        if isinstance(asked, Roll):
            answer = luck(asked)
        else:
            assert isinstance(asked, Event), f"A player is asked: {asked.question.text}"
            told.append(asked)


def refusal(play: Playing[Any, Any], answer: Answer) -> Refused:
    """Why that answer is refused, and by which rule. It must be, and it must change nothing."""
    before = play.game.hash(), play.game.number
    with pytest.raises(Refused) as caught:
        play.answer(answer)
    assert (play.game.hash(), play.game.number) == before
    return caught.value


def refused_place(play: Playing[Any, Any], x: float, y: float, facing: float = 0.0) -> str:
    """The rule by which that place is refused."""
    return refusal(play, Placed(Pose(x, y, facing))).rule or ""


def pose(play: Playing[Any, Any], name: str) -> Pose:
    """Where the unit stands; it must be on the table."""
    found: Pose | None = play.unit(name).pose
    assert found is not None
    return found
