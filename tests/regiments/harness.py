"""A table in words, regiments made up on the spot, dice written down: what rule tests are made of.

pikes = regiment(size=10, quality=4, defense=4, weapons=["Pike (A1)"], rules=["Fast"])
game = draw("Pikes at 18,10 | Riders at 18,20 face 180", Pikes=pikes).play(dice=[(4, 4)])
game.act("Pikes", "advance").move(Forward(6))

Bases are 1" by 1" unless told otherwise, so that a regiment of ten is 5" wide and 2" deep. A unit that is not made up
is looked for in the house armies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self, cast

import msgspec

from tests.playing import DiceByReason, Dicing, Done, Faces, Fall, Playing, WrittenDice, carried_out, find, refusal
from warhost.play import Choose, Manoeuvre, Moved, parse_position
from warhost.play.battle import stand
from warhost.play.ruleset import Ruleset
from warhost.play.ruleset import Step as GameStep
from warhost.play.script import Script
from warhost.rulesets.regiments.core import (
    Battle,
    Group,
    Regiment,
    Settings,
    SpellText,
    Unit,
    Weapon,
    footprint,
    optional,
)
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.house import find_regiment
from warhost.rulesets.regiments.lists.profile_text import parse_weapon
from warhost.rulesets.regiments.rules.in_force import unknown_rules
from warhost.rulesets.regiments.rules.reading import Lexicon
from warhost.rulesets.regiments.shown.position import battle_of
from warhost.table import MM_PER_INCH, Arc, Pose, Rect, Step, flush

__all__ = [
    "DiceByReason",
    "Dicing",
    "Done",
    "Faces",
    "Fall",
    "Interlude",
    "Play",
    "Table",
    "WrittenDice",
    "acts",
    "carried_out",
    "draw",
    "find",
    "happen",
    "models",
    "refusal",
    "regiment",
    "weapon",
    "written",
]


def regiment(
    size: int = 10,
    quality: int = 4,
    defense: int = 4,
    weapons: Sequence[str | Weapon] = ("Hand Weapon (A1)",),
    rules: Sequence[str | RuleText] = (),
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
    told = tuple(map(_rule, rules))
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
    count: int,
    weapons: Sequence[str | Weapon] = ("Hand Weapon (A1)",),
    rules: Sequence[str | RuleText] = (),
    name: str = "",
) -> Group:
    """Models of a regiment that are alike."""
    arms = tuple(weapon(text) if isinstance(text, str) else text for text in weapons)
    return Group(count, arms, tuple(map(_rule, rules)), name)


def _rule(told: str | RuleText) -> RuleText:
    return RuleText.parse(told) if isinstance(told, str) else told


def weapon(text: str, *rules: RuleText) -> Weapon:
    """A weapon as the book writes it: `Bow (24", A1, AP(1))`, with further rules."""
    made = parse_weapon(text)
    return msgspec.structs.replace(made, rules=made.rules + rules)


def written(text: str, name: str = "Marsh Born", rating: int | None = None, **others: str) -> RuleText:
    """A rule of an army book that says so of itself; the texts of others that it speaks of by their names."""
    described = {name: text, **{other.replace("_", " "): said for other, said in others.items()}}
    return Lexicon(described).rule(name, rating)


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
        found: Unit = find(self.battle, name)
        return found

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


class Play(Playing[Battle, Unit]):
    """A battle of Regiments being played by a test."""

    @property
    def denied(self) -> dict[str, str]:
        """What is not possible now, and the rule that says so."""
        question = self.question
        assert isinstance(question, Choose | Manoeuvre), f"{question.topic} denies nothing"
        return {denied.what: denied.rule for denied in question.denied}

    def footprint(self, name: str) -> Rect:
        return footprint(self.battle, self.unit(name))

    def activate(self, name: str) -> Self:
        """It is that unit's activation (nobody is asked where a side has only one unit left to act)."""
        if self.topic == "activate":
            self.choose(unit=name)
        assert self.battle.acting == self.unit(name).id, f"{name} is not the unit that acts"
        return self

    def act(self, name: str, action: str) -> Self:
        """That unit takes that action, casting nothing before it."""
        self.activate(name)
        while self.topic != "action" and not self.game.over and self.battle.acting == self.unit(name).id:
            self.decline()
        return self.choose(action)

    def charge(self, name: str, target: str) -> Self:
        """That unit charges that target."""
        return self.act(name, f"charge>{self.unit(target).id}")

    def move(self, *steps: Step, kind: str = "") -> Self:
        """Move along these steps, by the only kind of move there is or the one that is named."""
        return self.answer(Moved(kind or self._only_kind(), steps))

    def _only_kind(self) -> str:
        question = self.question
        assert isinstance(question, Manoeuvre), f"{question.topic} is not about a move"
        return question.kinds[0].name

    def refuses(self, *steps: Step, kind: str = "") -> str:
        """The rule by which that move is refused; it must be, and must change nothing."""
        return refusal(self, Moved(kind or self._only_kind(), steps)).rule or ""


class _Interlude:
    """A battle in which nothing but one script happens."""

    slug: ClassVar[str] = "aofr"

    def __init__(self, script: Callable[[Battle], Script[Any]]) -> None:
        self.script = script
        self.value: Any = None

    def next_step(self, battle: Battle) -> GameStep | None:
        return None if battle.stage == "told" else GameStep("interlude")

    def run(self, battle: Battle, step: GameStep) -> Script[None]:
        self.value = yield from optional.heard(battle, self.script(battle))
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

    play = happen(table, lambda battle: activation.move(battle, find(battle, "Pikes"), "advance"))
    """
    table.battle.stage = "interlude"
    return Interlude(table.battle, script, dice)


def acts(table: Table, name: str, dice: Dicing = ()) -> Interlude:
    """One activation of that unit, and nothing after it.

    acts(table, "Pikes").act("Pikes", "rush").move(Forward(12))
    """
    from warhost.rulesets.regiments.chapters import activation

    return happen(table, lambda battle: activation.act(battle, find(battle, name)), dice)
