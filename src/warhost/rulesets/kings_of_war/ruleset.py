"""Kings of War as a ruleset: how a battle is set up, what its next step is, what must always hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Outcome
from warhost.play.book import Book
from warhost.play.ruleset import Setup
from warhost.play.script import Script
from warhost.play.text import PositionText
from warhost.rulesets.kings_of_war import armies, combat, orders, ranged, victory
from warhost.rulesets.kings_of_war.battle import Battle
from warhost.rulesets.kings_of_war.formation import footprint
from warhost.rulesets.kings_of_war.invariants import problems
from warhost.rulesets.kings_of_war.nerve import LEAVING
from warhost.rulesets.kings_of_war.position import battle_from_text, position_text
from warhost.rulesets.kings_of_war.turn import PHASE_ENDS, ROUND_ENDS
from warhost.table import Rect

STEPS: dict[str, Callable[[Battle], Script[None]]] = {
    **orders.STEPS,
    **ranged.STEPS,
    **combat.STEPS,
    **victory.STEPS,
}
"""Every step by its name; a battle's stage names the next one."""

LEAVING.brings()
PHASE_ENDS.brings()
ROUND_ENDS.brings()


class KingsOfWar(Book):
    """The rulebook, playable."""

    slug: ClassVar[str] = "kow"
    title: ClassVar[str] = "Kings of War, 4th edition"
    version: ClassVar[str] = "1.0"
    seat_count: ClassVar[int] = 2
    battle_type: ClassVar[type[AnyBattle]] = Battle
    steps = STEPS

    def armies(self) -> Sequence[str]:
        return armies.army_names()

    def maps(self) -> Sequence[str]:
        return ()

    def set_up(self, setup: Setup) -> Battle:
        raise NotImplementedError

    def to_text(self, battle: Any) -> str:
        return position_text(battle)

    def from_text(self, position: PositionText) -> Battle:
        return battle_from_text(position, self.version)

    def boundary(self, battle: Any, unit: Any) -> Rect | None:
        return None if unit.pose is None else footprint(battle, unit)

    def bases(self, battle: Any, unit: Any) -> Sequence[Rect]:
        return () if unit.pose is None else (footprint(battle, unit),)

    def verdict(self, battle: Any) -> Outcome | None:
        return victory.judge(battle) if battle.turn else None

    def problems(self, battle: Any) -> Sequence[str]:
        return problems(battle)


RULESET = KingsOfWar()
