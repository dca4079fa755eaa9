"""What the test harnesses of both games of The 9th Age share: a table being laid out, one thing that happens on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from tests.playing import Playing, find, refusal
from warhost.field.engagement import engage
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
        battle.stage = cls.first_stage[battle.phase]
        return table

    def note(self, **fields: Any) -> None:
        """Set fields of the battle; with a phase its first stage too."""
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
        """Set fields of a unit."""
        for field, value in fields.items():
            setattr(self.unit(name), field, value)
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
