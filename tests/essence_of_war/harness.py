"""A table in words, dice written down, commands in the rulebook's terms: what rule tests are made of.

game = draw("Iron Orcs at 18,10 | Ghouls at 18,20 face 180").play(dice=[(4, 4)])
game.choose(unit="Iron Orcs", target="Ghouls")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self, TypeVar

import msgspec
import pytest

from warhost.dice import Dice
from warhost.play import Answer, Chosen, Event, Game, Moved, Option, Placed, Refused, Roll, parse_position
from warhost.play.battle import Battle as AnyBattle
from warhost.play.game import Luck
from warhost.play.questions import Allocate, Allocated, Choose, Manoeuvre, Place
from warhost.play.ruleset import Step as GameStep
from warhost.play.script import Script
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.battle import Battle, Settings, Unit
from warhost.rulesets.essence_of_war.contact import engage
from warhost.rulesets.essence_of_war.formation import boundary, stand
from warhost.rulesets.essence_of_war.position import battle_from_text
from warhost.rulesets.essence_of_war.ruleset import EssenceOfWar
from warhost.rulesets.essence_of_war.turn import FIRST_STAGE
from warhost.table import Arc, Pose, Step, flush

E = TypeVar("E", bound=Event)
Faces = int | tuple[int, ...]
Fall = Faces | Sequence[Faces]
Dicing = Iterable[Faces] | Mapping[str, Fall]


class Table:
    """A battle being laid out."""

    def __init__(self, line: str, settings: Settings | None = None, **fields: Any) -> None:
        self.battle: Battle = battle_from_text(parse_position(line), RULESET.version, settings)
        for name, value in fields.items():
            setattr(self.battle, name, value)
        if "phase" in fields and "stage" not in fields:
            self.battle.stage = FIRST_STAGE[fields["phase"]]

    def unit(self, name: str) -> Unit:
        return find(self.battle, name)

    def set(self, name: str, **fields: Any) -> Table:
        """Set fields of a unit."""
        for field, value in fields.items():
            setattr(self.unit(name), field, value)
        return self

    def change(self, name: str, rules: Sequence[str] | None = None, **profile: int | None) -> Table:
        """Give a unit other rules or characteristics than its patrol does."""
        unit = self.unit(name)
        entries = list(self.battle.scene.entries)
        entry = entries[unit.entry]
        changed = msgspec.structs.replace(entry.profile, **profile)
        kept = entry.rules if rules is None else tuple(rules)
        entries[unit.entry] = msgspec.structs.replace(entry, rules=kept, profile=changed)
        self.battle.scene = msgspec.structs.replace(self.battle.scene, entries=tuple(entries))
        return self

    def fight(self, attacker: str, defender: str, side: str = "front", offset: float = 0.0) -> Table:
        """Put the attacker's front flush against that side of the defender, both Engaged."""
        one, other = self.unit(attacker), self.unit(defender)
        facing = Arc(side)
        stand(one, flush(boundary(self.battle, one), boundary(self.battle, other), facing, offset))
        engage(one, Arc.FRONT, other, facing)
        return self

    def play(self, dice: Dicing = (), **fields: Any) -> Play:
        """Start the battle with these dice, one entry for each roll in the order in which they fall (or by reason)."""
        for name, value in fields.items():
            setattr(self.battle, name, value)
        if "phase" in fields and "stage" not in fields:
            self.battle.stage = FIRST_STAGE[fields["phase"]]
        return Play(self.battle, dice)


def draw(line: str, settings: Settings | None = None, **fields: Any) -> Table:
    return Table(line, settings, **fields)


def find(battle: Battle, name: str) -> Unit:
    """A unit by its name; "0:Ghouls" and "1:Ghouls" tell units of the same name apart by their seat."""
    seat, colon, rest = name.partition(":")
    found = [u for u in battle.units if u.name == (rest if colon else name) and (not colon or u.seat == int(seat))]
    assert len(found) == 1, f"{len(found)} units are called {name}"
    return found[0]


class WrittenDice:
    """Dice from a list. Running out of them fails the test and says what they were for."""

    def __init__(self, dice: Iterable[Faces]) -> None:
        self.left = [(faces,) if isinstance(faces, int) else tuple(faces) for faces in dice]
        self.asked: list[Roll] = []

    def __call__(self, roll: Roll) -> tuple[int, ...]:
        assert self.left, f"No dice are written down for: {roll.why} ({roll.dice}, {roll.rule})"
        self.asked.append(roll)
        return self.left.pop(0)


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
                return (fall,) * Dice.parse(roll.dice).faces if isinstance(fall, int) else fall
        raise AssertionError(f"No dice are told for: {words} ({roll.dice}, {roll.rule})")


class Play:
    """A battle being played by a test. Commands return the play itself so that they can be chained."""

    def __init__(self, battle: Battle, dice: Dicing = (), ruleset: EssenceOfWar = RULESET) -> None:
        self.dice = DiceByReason(dice, battle) if isinstance(dice, Mapping) else WrittenDice(dice)
        luck: Luck = self.dice
        self.game = Game(ruleset, battle, luck)

    @property
    def battle(self) -> Battle:
        battle = self.game.battle
        assert isinstance(battle, Battle)
        return battle

    @property
    def question(self) -> Choose | Manoeuvre | Place | Allocate:
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
    def keys(self) -> list[str]:
        return [option.key for option in self.options]

    def unit(self, name: str) -> Unit:
        return find(self.battle, name)

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

    def move(self, kind: str, *steps: Step) -> Self:
        return self.answer(Moved(kind, steps))

    def stay(self) -> Self:
        return self.answer(Moved())

    def place(self, x: float, y: float, facing: float = 0.0) -> Self:
        return self.answer(Placed(Pose(x, y, facing)))

    def allocate(self, **shares: dict[str, int]) -> Self:
        return self.answer(Allocated(shares))

    def until(self, topic: str = "", *, phase: str = "", stage: str = "") -> Self:
        """Pass on everything (decline, hold, stay) until that question is open or that phase has begun."""
        for _ in range(500):
            if self.game.over:
                return self
            at_phase = not phase or self.battle.phase == phase
            at_stage = not stage or self.battle.stage == stage
            if at_phase and at_stage and (not topic or self.topic == topic):
                return self
            self.decline()
        raise AssertionError(f"The battle never came to {topic or phase}")

    def decline(self) -> Self:
        """The quietest answer: pass, hold, stay, or the first option."""
        question = self.question
        if isinstance(question, Choose):
            keys = self.keys
            quiet = next((key for key in ("pass", "hold", "stay", "no", "keep") if key in keys), keys[0])
            return self.choose(quiet)
        if isinstance(question, Manoeuvre) and question.optional:
            return self.stay()
        return self.answer(self.game.asked.suggestions()[0])

    def cast(self, caster: str, spell: str, *targets: str, dice: int, value: int | None = None) -> Self:
        """Attempt a spell with so many dice; `value` tells its versions apart."""
        start = f"{self.unit(caster).id}:{spell}:{'' if value is None else value}"
        end = ">" + "+".join(str(self.unit(target).id) for target in targets)
        found = [key for key in self.keys if key.startswith(start) and key.endswith(end)]
        assert len(found) == 1, f"{len(found)} ways to cast {spell} so: {self.keys}"
        self.choose(found[0])
        return self.choose(str(dice)) if self.topic == "casting dice" else self

    def told(self, kind: type[E]) -> list[E]:
        """The events of one kind so far."""
        return [event for event in self.game.events if isinstance(event, kind)]

    @property
    def log(self) -> list[str]:
        """All that happened, in words."""
        units, seats = self.battle.units, self.battle.scene.seats
        return [event.say(lambda i: units[i].name, lambda i: seats[i].name) for event in self.game.events]


def with_rules(line: str, name: str, rules: Sequence[str], **profile: int | None) -> Table:
    """A table on which one unit has other rules or characteristics than its patrol gives it."""
    return draw(line).change(name, rules, **profile)


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


def refusal(play: Play, answer: Answer) -> Refused:
    """Why that answer is refused, and by which rule. It must be, and it must change nothing."""
    before = play.game.hash(), play.game.number
    with pytest.raises(Refused) as caught:
        play.answer(answer)
    assert (play.game.hash(), play.game.number) == before
    return caught.value


def refused_move(play: Play, kind: str, *steps: Step) -> str:
    """The rule by which that move is refused."""
    return refusal(play, Moved(kind, steps)).rule or ""


class _Interlude(EssenceOfWar):
    """A battle in which nothing but one script happens."""

    def __init__(self, script: Callable[[Battle], Script[Any]]) -> None:
        self.script = script

    def next_step(self, battle: AnyBattle) -> GameStep | None:
        return None if battle.stage == "told" else GameStep("interlude")

    def run(self, battle: Any, step: GameStep) -> Script[None]:
        yield from self.script(battle)
        battle.stage = "told"


def happen(table: Table, script: Callable[[Battle], Script[Any]], dice: Dicing = ()) -> Play:
    """Let one thing happen on a table, and nothing after it: for what is awkward to reach through a whole phase."""
    return Play(table.battle, dice, _Interlude(script))
