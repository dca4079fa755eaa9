"""A table in words, units made up on the spot, dice written down: what rule tests of The Blue Age are made of.

spears = unit(models=10, weapons=["Spear"], armour=["Light Armour", "Shield"])
game = draw("Spears at 24,10 | Ogres at 24,20 face 180", Spears=spears, Ogres=unit(type="monstrous infantry", models=3))

A made-up unit has the plain profile of `entries.Entry` (Movement 5, everything on 6+, Strength and Grit 4, Health 1)
unless told otherwise. It stands in a column of five files without gaps about its place; `form="line"`, `gap=0.5` and
`files=3` behind its place change that, and `models=[[24,10],[25,10]]` places each model. A unit that is not made up is
looked for in the house armies. What looks towards the near edge is of the second player, as in every line of text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from tests.playing import (
    DiceByReason,
    Dicing,
    Done,
    Faces,
    Fall,
    Playing,
    WrittenDice,
    carried_out,
    check_fields,
    find,
    listed_position,
    pose,
    refusal,
)
from warhost.play import Choose
from warhost.play.questions import Walk, Walked
from warhost.rulesets.blue_age.chapters.wounds.harm import lock
from warhost.rulesets.blue_age.core import Battle, Entry, Model, Settings, Unit, apart, set_models
from warhost.rulesets.blue_age.ruleset import RULESET
from warhost.rulesets.blue_age.shown.position import battle_from_text
from warhost.table import Pose

__all__ = [
    "DiceByReason",
    "Dicing",
    "Done",
    "Faces",
    "Fall",
    "Play",
    "Table",
    "WrittenDice",
    "carried_out",
    "draw",
    "find",
    "hero",
    "places",
    "pose",
    "refusal",
    "spots",
    "unit",
    "walk",
]


def unit(**fields: Any) -> Mapping[str, Any]:
    """A made-up unit: fields of an entry (`entries.Entry`)."""
    check_fields(Entry, fields)
    return fields


def hero(**fields: Any) -> Mapping[str, Any]:
    """A made-up Hero with 3 Health and 2 points of Destiny."""
    return unit(**{"hero": True, "health": 3, "destiny": 2, **fields})


class Table:
    """A position, not played yet."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    def unit(self, name: str) -> Unit:
        found: Unit = find(self.battle, name)
        return found

    def apart(self, one: str, other: str) -> float:
        return apart(self.battle, self.unit(one), self.unit(other))

    def lock(self, one: str, other: str) -> Self:
        """The two units are locked in combat; they should be in contact."""
        lock(self.battle, self.unit(one), self.unit(other))
        return self

    def join(self, name: str, host: str) -> Self:
        """The Hero is with that unit."""
        self.unit(name).host = self.unit(host).id
        return self

    def places(self, name: str, places: Sequence[tuple[float, float]]) -> Self:
        """The models of the unit stand there."""
        one = self.unit(name)
        models = tuple(
            Model(x, y, model.lost, model.role, model.facing) for (x, y), model in zip(places, one.models, strict=True)
        )
        set_models(self.battle, one, models)
        return self

    def play(self, dice: Dicing = ()) -> Play:
        return Play(self.battle, dice, RULESET)


class Play(Playing[Battle, Unit]):
    """A battle of The Blue Age being played by a test."""

    def denial(self, key: str) -> str:
        """The rule by which that option is denied; it must not be offered."""
        question = self.game.asked.weighed()
        assert isinstance(question, Choose), f"{question.topic} denies nothing"
        return next((denied.rule for denied in question.denied if denied.what == key), "")


def draw(text: str, settings: Settings | None = None, /, **units: Mapping[str, Any]) -> Table:
    """The table that a line of text tells, with made-up units by their names (spaces of a name are left out in the
    argument: `BigRock=unit(...)` is the unit "Big Rock")."""
    return Table(battle_from_text(listed_position(text, units), RULESET.version, settings))


def walk(play: Play, x: float, y: float, formation: str = "", facing: float | None = None) -> Walked:
    """The answer by which the unit in question goes so far as a whole, to the right and ahead."""
    question, bases = play.question, play.game.asked.previewed(Walked())
    assert isinstance(question, Walk)
    assert bases
    middle = sum(base.x for base in bases) / len(bases), sum(base.y for base in bases) / len(bases)
    stands = play.battle.units[question.unit].pose
    looks = (stands.facing if stands else 0.0) if facing is None else facing
    return Walked(formation, Pose(middle[0] + x, middle[1] + y, looks))


def places(*spots: tuple[float, float], facing: float = 0.0) -> Walked:
    """The answer by which each model of the unit in question goes to a place of its own."""
    return Walked(places=tuple(Pose(x, y, facing) for x, y in spots))


def spots(play: Play, name: str) -> list[tuple[float, float]]:
    """Where the models of a unit stand, rounded."""
    return [(round(model.x, 3), round(model.y, 3)) for model in play.unit(name).models]
