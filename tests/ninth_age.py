"""What the test harnesses of both games of The 9th Age share: a table being laid out, one thing that happens on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from tests.playing import Playing, find, refusal
from warhost.field.contact.engagement import engage
from warhost.play import Moved
from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Unit as AnyUnit
from warhost.play.battle import stand
from warhost.play.ruleset import Step as GameStep
from warhost.play.script import Script
from warhost.table import Arc, Rect, Step, flush

B = TypeVar("B", bound=AnyBattle)
U = TypeVar("U", bound=AnyUnit)


class Layout(Generic[B, U]):
    """A battle being laid out. A book says in which stage each of its phases begins, and how a unit stands."""

    first_stage: ClassVar[dict[str, str]]
    battle: B

    @classmethod
    def of(cls, battle: B) -> Self:
        """A battle as it stands, to be laid out further."""
        table = cls.__new__(cls)
        table.battle = battle
        table._drawn = {}
        battle.stage = cls.first_stage[battle.phase]
        return table

    def begin(self) -> None:
        """Every unit begins the phase as it was drawn, until a test says otherwise."""
        units: list[Any] = self.battle.units
        self._drawn: dict[int, Any] = {unit.id: unit.began for unit in units}
        """What the phase remembers of each unit, as far as it follows from the table."""

    def began(self, unit: U) -> Any:
        """What the phase remembers of a unit that stands there and has lost so much in it."""
        raise NotImplementedError

    def remember(self, *names: str) -> None:
        """What the phase remembers of its beginning follows all that was changed since the table was drawn.

        A quarter lost is a quarter of what a unit then had: a test that takes models off must not leave the old number
        behind. What a test gave a unit to remember itself stays, but for those named here.
        """
        changed = {self.unit(name).id for name in names}
        units: list[Any] = self.battle.units
        hosts = {units[number].host for number in changed}
        for unit in units:
            if (
                unit.id in changed
                or unit.id in hosts
                or (unit.id in self._drawn and unit.began is self._drawn[unit.id])
            ):
                unit.began = self._drawn[unit.id] = None if unit.pose is None else self.began(unit)

    def note(self, **fields: Any) -> None:
        """Set fields of the battle; with a phase its first stage too."""
        self.remember()
        for name, value in fields.items():
            setattr(self.battle, name, value)
        if "phase" in fields and "stage" not in fields:
            self.battle.stage = self.first_stage[fields["phase"]]

    def unit(self, name: str) -> U:
        found: U = find(self.battle, name)
        return found

    def shape(self, name: str) -> Rect:
        """The Unit Boundary of the unit."""
        raise NotImplementedError

    def set(self, name: str, **fields: Any) -> Self:
        """Set fields of a unit. The Health that it began the phase with follows its models, unless that is set too."""
        for field, value in fields.items():
            setattr(self.unit(name), field, value)
        self.remember(*([name] if {"models", "wounds"} & fields.keys() and "began" not in fields else []))
        return self

    def enter(self, name: str, entry: object) -> None:
        """Give a unit another entry."""
        scene: Any = self.battle.scene
        unit: Any = self.unit(name)
        number: int = unit.entry
        entries = (*scene.entries[:number], entry, *scene.entries[number + 1 :])
        self.battle.scene = msgspec.structs.replace(scene, entries=entries)

    def fight(self, attacker: str, defender: str, side: str = "front", offset: float = 0.0) -> Self:
        """Put the attacker's front flush against that side of the defender, both Engaged."""
        one: Any = self.unit(attacker)
        other: Any = self.unit(defender)
        facing = Arc(side)
        stand(one, flush(self.shape(attacker), self.shape(defender), facing, offset))
        engage(one, Arc.FRONT, other, facing)
        return self


class Interlude:
    """A layer before a ruleset in whose battle nothing but one script happens."""

    def __init__(self, script: Callable[[Any], Script[Any]]) -> None:
        self.script = script

    def next_step(self, battle: AnyBattle) -> GameStep | None:
        return None if battle.stage == "told" else GameStep("interlude")

    def run(self, battle: Any, step: GameStep) -> Script[None]:
        yield from self.script(battle)
        battle.stage = "told"


def refused_move(play: Playing[Any, Any], kind: str, *steps: Step) -> str:
    """The rule by which that move is refused."""
    return refusal(play, Moved(kind, steps)).rule or ""
