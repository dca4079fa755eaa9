"""A table in words, units made up on the spot, dice written down: what rule tests of Kings of War are made of.

spears = unit(size="horde", attacks=24, rules=["Phalanx"])
game = draw("Spears at 36,10 | Knights at 36,20 face 180", Spears=spears, Knights=unit(type="cavalry")).play(dice=[...])
game.order("Spears").move("advance", Forward(5))

A made-up unit is a regiment of infantry with Speed 5, Melee 4+, Defence 4+, 10 Attacks and Nerve 12 for 100 points
unless told otherwise. A unit that is not made up is looked for in the house armies. What looks towards the near edge is
of the second player, as in every line of text.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from warhost.field.contact.engagement import engage
from warhost.play import Choose, Manoeuvre, Moved, Picked
from warhost.play.battle import stand
from warhost.rulesets.kings_of_war.core import Battle, Entry, Settings, Unit, footprint
from warhost.rulesets.kings_of_war.ruleset import RULESET
from warhost.rulesets.kings_of_war.shown.position import battle_from_text
from warhost.table import Arc, Step, flush_side

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
    "engaged",
    "find",
    "pose",
    "refusal",
    "unit",
]


def unit(**fields: Any) -> Mapping[str, Any]:
    """A made-up unit: fields of an entry (`entries.Entry`); a regiment of infantry where nothing else is said."""
    check_fields(Entry, fields)
    single = fields.get("hero") or fields.get("type") in ("monster", "titan", "monster chariot", "war engine")
    return {"size": "" if single else "regiment", **fields}


class Table:
    """A position, not played yet."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle

    def unit(self, name: str) -> Unit:
        found: Unit = find(self.battle, name)
        return found

    def engage(self, name: str, enemy: str, facing: str = "front", *, mine: str = "front", offset: float = 0.0) -> Self:
        """Set the unit flush against that facing of the enemy (front, left, right, rear), middle to middle or so many
        inches off, and let both fight each other."""
        one, other = self.unit(name), self.unit(enemy)
        goal = footprint(self.battle, other)
        stand(one, flush_side(footprint(self.battle, one), Arc(mine), goal, Arc(facing), offset))
        engage(one, Arc(mine), other, Arc(facing))
        return self

    def play(self, dice: Dicing = ()) -> Play:
        return Play(self.battle, dice, RULESET)


class Play(Playing[Battle, Unit]):
    """A battle of Kings of War being played by a test."""

    def order(self, name: str, option: str = "") -> Self:
        """Pick the unit that gets its order next, and the order where several are offered."""
        self.choose(str(self.unit(name).id))
        return self.choose(option) if option else self

    def move(self, kind: str, *steps: Step) -> Self:
        return self.answer(Moved(kind, steps))

    def moving(self, name: str) -> Self:
        """Pick the unit, and to move it where it could do something else."""
        self.choose(str(self.unit(name).id))
        return self.choose("move") if self.topic == "action" else self

    def charge(self, name: str, target: str, *partners: str) -> Self:
        """The unit charges the target, perhaps together with others."""
        self.choose(str(self.unit(name).id)).choose(f"charge>{self.unit(target).id}")
        if self.topic == "joint charge":
            self.answer(Picked(tuple(str(self.unit(partner).id) for partner in partners)))
        return self

    def denial(self, key: str) -> str:
        """The rule by which that option is denied; it must not be offered."""
        question = self.game.asked.weighed()
        assert isinstance(question, Choose | Manoeuvre), f"{question.topic} denies nothing"
        return next((denied.rule for denied in question.denied if denied.what == key), "")


def draw(text: str, settings: Settings | None = None, **units: Mapping[str, Any]) -> Table:
    """The table that a line of text tells, with made-up units by their names (spaces of a name are left out in the
    argument: `BigRock=unit(...)` is the unit "Big Rock")."""
    return Table(battle_from_text(listed_position(text, units), RULESET.version, settings))


def engaged(
    facing: str = "front",
    settings: Settings | None = None,
    *,
    header: str = 'phase="combat"',
    **units: Mapping[str, Any],
) -> Table:
    """Two units in combat in the middle of an empty table, in the combat phase of the first one's player: the first is
    set against that facing of the second. More units stand far off until the table's `engage` sets them to somebody."""
    names = [*units]
    places = ["36,20", "36,26 face 180", *(f"{6 + 12 * number},44 face 180" for number in range(len(names) - 2))]
    told = " | ".join(f"{name} at {place}" for name, place in zip(names, places, strict=True))
    return draw(f"{header} | {told}", settings, **units).engage(names[0], names[1], facing)
