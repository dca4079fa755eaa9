"""The Blue Age as a ruleset: how a battle is set up, what its next step is, what must always hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from warhost.play.battle import Battle as AnyBattle
from warhost.play.book import Book
from warhost.play.script import Script
from warhost.play.text import PositionText
from warhost.rulesets.blue_age import armies, qualities, special, turn, types
from warhost.rulesets.blue_age.battle import Battle
from warhost.rulesets.blue_age.formation import bases_of, space_of
from warhost.rulesets.blue_age.harm import LEAVING, SAVING
from warhost.rulesets.blue_age.invariants import problems
from warhost.rulesets.blue_age.position import battle_from_text, position_text
from warhost.rulesets.blue_age.turn import END_PHASE, PHASE_ENDS, POOLS, TURN_BEGINS
from warhost.table import Base, Rect

STEPS: dict[str, Callable[[Battle], Script[None]]] = {
    **turn.STEPS,
}
"""Every step by its name; a battle's stage names the next one."""

NAMED = (types.TYPES, special.SPECIALS, qualities.QUALITIES)
"""Every unit type, special rule and quality: from here on all rules are there that may speak."""

LEAVING.brings()
SAVING.brings()
TURN_BEGINS.brings()
POOLS.brings()
PHASE_ENDS.brings()
END_PHASE.brings()


class BlueAge(Book):
    """The rulebook, playable."""

    slug: ClassVar[str] = "blue"
    title: ClassVar[str] = "The Blue Age: Legends at War"
    version: ClassVar[str] = "1.0"
    seat_count: ClassVar[int] = 2
    battle_type: ClassVar[type[AnyBattle]] = Battle
    turn_word: ClassVar[str] = "Turn"
    steps = STEPS

    def armies(self) -> Sequence[str]:
        return armies.army_names()

    def to_text(self, battle: Any) -> str:
        return position_text(battle)

    def from_text(self, position: PositionText) -> Battle:
        return battle_from_text(position, self.version)

    def boundary(self, battle: Any, unit: Any) -> Rect | None:
        return space_of(battle, unit)

    def bases(self, battle: Any, unit: Any) -> Sequence[Base]:
        return bases_of(battle, unit)

    def problems(self, battle: Any) -> Sequence[str]:
        return problems(battle)


RULESET = BlueAge()
