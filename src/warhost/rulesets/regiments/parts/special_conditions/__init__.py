"""Special conditions: one thing that holds for the whole battle (Battlefield Effects: Special Conditions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.field import Path
from warhost.play.counsel.counsel import Term
from warhost.play.events import Event
from warhost.play.questions import Option, Question, Roll
from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee.charge import Plan
from warhost.rulesets.regiments.core import ActionName, Battle, Choice, Part, SpecialRule, Unit, optional
from warhost.rulesets.regiments.parts.special_conditions import geological, mysterious
from warhost.rulesets.regiments.parts.special_conditions.condition import (
    CONDITIONS,
    SLUG,
    WORDS,
    Condition,
    tell,
    told,
)
from warhost.table import Rect

RANDOM = "random"
NONE = "none"
TYPES = ("", "", "geological", "geological", "mysterious", "mysterious")
"""What the die for the type of condition finds; the first two faces no condition."""

KINDS = (geological, mysterious)
"""The modules that make the conditions known by being imported."""


class ConditionChosen(Event, frozen=True):
    words = "Special condition: {name}"
    name: str


@optional.part(SLUG, "Special Conditions", "aofr.condition.use")
class SpecialConditions(Part):
    """A condition that the players agreed on, or one that is rolled for."""

    many_sides = True
    text = "One special condition, such as mud, fog or an earthquake, holds for the whole battle."
    choices = (
        Choice(RANDOM, "Roll for it", "Dice pick one of twelve conditions, or none.", "aofr.condition.type_table"),
        *(Choice(slug, words.name, words.text, CONDITIONS[slug].rule) for slug, words in WORDS.items()),
    )

    @rule("aofr.condition.use")
    def now(self, battle: Battle) -> Condition | None:
        """The one condition that is in force: the one agreed on, or the one that was rolled."""
        slug = told(battle).condition if self.has(RANDOM) else self.chosen[0]
        return CONDITIONS.get(slug)

    @rule("aofr.condition.use", "aofr.condition.none")
    def after_table(self, battle: Battle) -> Script[None]:
        """Before the game: one die for the type, and a second one for the condition unless there is none."""
        if self.has(RANDOM):
            (face,) = yield from roll("D6", why="Type of special condition", rule="aofr.condition.type_table")
            kind = type_on(face)
            slug = NONE
            if kind:
                (face,) = yield from roll("D6", why="Special condition", rule=f"aofr.condition.{kind}_table")
                slug = condition_on(kind, face)
            tell(battle, condition=slug)
        now = self.now(battle)
        yield ConditionChosen("none" if now is None else now.name)
        if now is not None:
            yield from now.before_battle(battle)

    def round_begun(self, battle: Battle) -> Script[None]:
        if (now := self.now(battle)) is not None:
            yield from now.round_begun(battle)

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        if (now := self.now(battle)) is not None:
            yield from now.activated(battle, unit)
        return False

    def moves(self, battle: Battle, unit: Unit, action: ActionName) -> Script[None]:
        if (now := self.now(battle)) is not None:
            yield from now.moves(battle, unit, action)

    def charges(self, battle: Battle, unit: Unit, target: Unit, plan: Plan) -> Script[None]:
        if (now := self.now(battle)) is not None:
            yield from now.moves(battle, unit, "charge")

    def on_way(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[None]:
        if (now := self.now(battle)) is not None:
            yield from now.on_way(battle, unit, way, action)

    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        if (now := self.now(battle)) is not None:
            yield from now.on_event(battle, event)

    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[tuple[int, ...]]:
        if (now := self.now(battle)) is not None:
            yield from now.after_roll(battle, roll, faces)
        return faces

    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        now = self.now(battle)
        return () if now is None else now.rules(battle, unit)

    def slowest(self, battle: Battle, unit: Unit, way: Path) -> float:
        now = self.now(battle)
        return super().slowest(battle, unit, way) if now is None else now.slowest(battle, unit, way)

    def endangers(self, battle: Battle, ground: Rect) -> bool:
        now = self.now(battle)
        return now is not None and now.endangers(battle, ground)

    advises = frozenset({"sacrifice"})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        now = self.now(battle)
        return () if now is None else now.advise(battle, option, question.seat)

    def in_force(self, battle: Battle) -> Sequence[str]:
        now = self.now(battle)
        if now is None:
            return ("Special condition: none.",) if told(battle).condition else ()
        lost = f' Weapons lose {told(battle).loss}" of range.' if told(battle).loss else ""
        return (f"Special condition: {now.name}. {WORDS[now.slug].text}{lost}",)


@rule("aofr.condition.type_table")
def type_on(face: int) -> str:
    """The type of condition on a die; empty for none (AOFR-R503)."""
    return TYPES[face - 1]


@rule("aofr.condition.geological_table", "aofr.condition.mysterious_table")
def condition_on(kind: str, face: int) -> str:
    """The condition of a type on a die."""
    return next(slug for slug, words in WORDS.items() if words.type == kind and words.die == face)
