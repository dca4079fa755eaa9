"""A table in words, regiments made up on the spot, dice written down: what rule tests are made of.

pikes = regiment(size=10, quality=4, defense=4, weapons=["Pike (A1)"], rules=["Fast"])
game = draw("Pikes at 18,10 | Riders at 18,20 face 180", Pikes=pikes).play(dice=[(4, 4)])
game.act("Pikes", "advance").move(Forward(6))

Bases are 1" by 1" unless told otherwise, so that a regiment of ten is 5" wide and 2" deep. A unit that is not made up
is looked for in the house armies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar, cast

import msgspec
import pytest

from warhost.dice import Dice
from warhost.play import Answer, Chosen, Event, Game, Moved, Option, Placed, Refused, Roll, parse_position
from warhost.play.game import Luck
from warhost.play.questions import Allocate, Allocated, Choose, Manoeuvre, Place
from warhost.play.ruleset import Ruleset
from warhost.play.ruleset import Step as GameStep
from warhost.play.script import Script
from warhost.rulesets.regiments.armies import find_regiment
from warhost.rulesets.regiments.battle import Battle, Settings, Unit
from warhost.rulesets.regiments.entries import Group, Regiment, RuleText, SpellText, Weapon, unknown_rules
from warhost.rulesets.regiments.formation import footprint, stand
from warhost.rulesets.regiments.position import battle_of
from warhost.rulesets.regiments.profile_text import parse_weapon
from warhost.table import MM_PER_INCH, Arc, Pose, Rect, Step, flush

E = TypeVar("E", bound=Event)
Faces = int | tuple[int, ...]
Fall = Faces | Sequence[Faces]
Dicing = Iterable[Faces] | Mapping[str, Fall]


def regiment(
    size: int = 10,
    quality: int = 4,
    defense: int = 4,
    weapons: Sequence[str] = ("Hand Weapon (A1)",),
    rules: Sequence[str] = (),
    *,
    base: tuple[float, float] = (1.0, 1.0),
    groups: Sequence[Group] | None = None,
    hero: Regiment | None = None,
    name: str = "",
    cost: int = 100,
    combined: bool = False,
    spells: Sequence[SpellText] = (),
) -> Regiment:
    """A made-up regiment: so many models with the same weapons, or the groups that are given. Bases in inches."""
    told = tuple(RuleText.parse(rule) for rule in rules)
    made = (models(size, weapons),) if groups is None else tuple(groups)
    in_mm = (base[0] * MM_PER_INCH, base[1] * MM_PER_INCH)
    return Regiment(
        faction="Made Up",
        name=name,
        quality=quality,
        defense=defense,
        cost=cost,
        base=cast(tuple[int, int], in_mm),
        groups=made,
        rules=told,
        hero=hero,
        combined=combined,
        spells=tuple(spells),
        unknown=unknown_rules(told, made),
    )


def models(
    count: int, weapons: Sequence[str] = ("Hand Weapon (A1)",), rules: Sequence[str] = (), name: str = ""
) -> Group:
    """Models of a regiment that are alike."""
    return Group(count, tuple(weapon(text) for text in weapons), tuple(RuleText.parse(rule) for rule in rules), name)


def weapon(text: str) -> Weapon:
    """A weapon as the book writes it: `Bow (24", A1, AP(1))`."""
    return parse_weapon(text)


class Table:
    """A battle being laid out."""

    def __init__(self, line: str, settings: Settings | None, regiments: Mapping[str, Regiment]) -> None:
        position = parse_position(line)
        entries = [
            msgspec.structs.replace(regiments[unit.name], name=unit.name)
            if unit.name in regiments
            else find_regiment(unit.name, unit.army)
            for unit in position.units
        ]
        unused = set(regiments) - {unit.name for unit in position.units}
        assert not unused, f"Nothing on the table is called {', '.join(sorted(unused))}"
        self.battle: Battle = battle_of(entries, position, "test", settings)

    def unit(self, name: str) -> Unit:
        return find(self.battle, name)

    def footprint(self, name: str) -> Rect:
        return footprint(self.battle, self.unit(name))

    def set(self, name: str, **fields: Any) -> Table:
        """Set fields of a unit."""
        for field, value in fields.items():
            setattr(self.unit(name), field, value)
        return self

    def having(self, **fields: Any) -> Table:
        """Set fields of the battle."""
        for field, value in fields.items():
            setattr(self.battle, field, value)
        return self

    def touch(self, attacker: str, defender: str, side: str = "front", offset: float = 0.0, gap: float = 0.0) -> Table:
        """Put the attacker's front flush against that side of the defender, or that far before it."""
        one, other = self.unit(attacker), self.unit(defender)
        place = flush(footprint(self.battle, one), footprint(self.battle, other), Arc(side), offset)
        stand(one, Pose(place.x - place.fx * gap, place.y - place.fy * gap, place.facing))
        return self

    def aboard(self, passenger: str, transport: str) -> Table:
        """Put a unit into a transport."""
        unit = self.unit(passenger)
        unit.inside, unit.pose = self.unit(transport).id, None
        return self

    def play(self, dice: Dicing = (), **fields: Any) -> Play:
        """Start the battle with these dice, one entry for each roll in the order in which they fall (or by reason)."""
        from warhost.rulesets.regiments.ruleset import RULESET

        self.having(**fields)
        return Play(self.battle, dice, RULESET)


def draw(line: str, settings: Settings | None = None, **regiments: Regiment) -> Table:
    """A table from a line of text; regiments that it names are made up here or come from the house armies."""
    return Table(line, settings, regiments)


def find(battle: Battle, name: str) -> Unit:
    """A unit by its name; "0:Pikes" and "1:Pikes" tell units of the same name apart by their seat."""
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

    The words are the unit that rolls, if one does, and why. A number is the face of all dice, a tuple their faces,
    a list has one of these for each roll in turn, and the last for all that follow.
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

    def __init__(self, battle: Battle, dice: Dicing, ruleset: Ruleset) -> None:
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

    @property
    def denied(self) -> dict[str, str]:
        """What is not possible now, and the rule that says so."""
        question = self.question
        assert isinstance(question, Choose | Manoeuvre), f"{question.topic} denies nothing"
        return {denied.what: denied.rule for denied in question.denied}

    def unit(self, name: str) -> Unit:
        return find(self.battle, name)

    def footprint(self, name: str) -> Rect:
        return footprint(self.battle, self.unit(name))

    def answer(self, answer: Answer, seat: int | None = None) -> Play:
        self.game.answer(answer, seat)
        return self

    def choose(self, key: str | None = None, *, unit: str | None = None, target: str | None = None) -> Play:
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

    def activate(self, name: str) -> Play:
        """It is that unit's activation (nobody is asked where a side has only one unit left to act)."""
        if self.topic == "activate":
            self.choose(unit=name)
        assert self.battle.acting == self.unit(name).id, f"{name} is not the unit that acts"
        return self

    def act(self, name: str, action: str) -> Play:
        """That unit takes that action, casting nothing before it."""
        self.activate(name)
        while self.topic != "action" and not self.game.over and self.battle.acting == self.unit(name).id:
            self.decline()
        return self.choose(action)

    def charge(self, name: str, target: str) -> Play:
        """That unit charges that target."""
        return self.act(name, f"charge>{self.unit(target).id}")

    def move(self, *steps: Step, kind: str = "") -> Play:
        """Move along these steps, by the only kind of move there is or the one that is named."""
        return self.answer(Moved(kind or self._only_kind(), steps))

    def _only_kind(self) -> str:
        question = self.question
        assert isinstance(question, Manoeuvre), f"{question.topic} is not about a move"
        return question.kinds[0].name

    def refuses(self, *steps: Step, kind: str = "") -> str:
        """The rule by which that move is refused; it must be, and must change nothing."""
        return refusal(self, Moved(kind or self._only_kind(), steps)).rule or ""

    def stay(self) -> Play:
        return self.answer(Moved())

    def place(self, x: float, y: float, facing: float = 0.0) -> Play:
        return self.answer(Placed(Pose(x, y, facing)))

    def allocate(self, **shares: dict[str, int]) -> Play:
        return self.answer(Allocated(shares))

    def until(self, topic: str = "", *, stage: str = "", turn: int = 0) -> Play:
        """Pass on everything (decline, hold, stay) until that question is open, or that stage or round has come."""
        for _ in range(500):
            if self.game.over:
                return self
            there = (not stage or self.battle.stage == stage) and (not turn or self.battle.turn == turn)
            if there and (not topic or self.topic == topic):
                return self
            self.decline()
        raise AssertionError(f"The battle never came to {topic or stage or turn}")

    def decline(self) -> Play:
        """The quietest answer: pass, hold, stay, or the first option."""
        question = self.question
        if isinstance(question, Choose):
            keys = self.keys
            quiet = next((key for key in ("pass", "hold", "stay", "no", "keep") if key in keys), keys[0])
            return self.choose(quiet)
        if isinstance(question, Manoeuvre) and question.optional:
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


def refusal(play: Play, answer: Answer) -> Refused:
    """Why that answer is refused, and by which rule. It must be, and it must change nothing."""
    before = play.game.hash(), play.game.number
    with pytest.raises(Refused) as caught:
        play.answer(answer)
    assert (play.game.hash(), play.game.number) == before
    return caught.value


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


class _Interlude:
    """A battle in which nothing but one script happens."""

    slug: ClassVar[str] = "aofr"

    def __init__(self, script: Callable[[Battle], Script[Any]]) -> None:
        self.script = script
        self.value: Any = None

    def next_step(self, battle: Battle) -> GameStep | None:
        return None if battle.stage == "told" else GameStep("interlude")

    def run(self, battle: Battle, step: GameStep) -> Script[None]:
        self.value = yield from self.script(battle)
        battle.stage = "told"


class Interlude(Play):
    """A play of one script."""

    def __init__(self, battle: Battle, script: Callable[[Battle], Script[Any]], dice: Dicing) -> None:
        self._script = _Interlude(script)
        super().__init__(battle, dice, cast(Ruleset, self._script))

    @property
    def value(self) -> Any:
        """What the script returned."""
        assert self.game.over, f"The script still asks: {self.topic}"
        return self._script.value


def happen(table: Table, script: Callable[[Battle], Script[Any]], dice: Dicing = ()) -> Interlude:
    """Let one thing happen on a table, and nothing after it: for what is awkward to reach through a whole turn.

    play = happen(table, lambda battle: moving.move(battle, find(battle, "Pikes"), "advance"))
    """
    table.battle.stage = "interlude"
    return Interlude(table.battle, script, dice)


def acts(table: Table, name: str, dice: Dicing = ()) -> Interlude:
    """One activation of that unit, and nothing after it.

    acts(table, "Pikes").act("Pikes", "rush").move(Forward(12))
    """
    from warhost.rulesets.regiments import activation

    return happen(table, lambda battle: activation.act(battle, find(battle, name)), dice)
