"""Fantasy Battles as a ruleset: how a battle is set up, what its next step is, what must always hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from warhost.play.battle import Battle as AnyBattle
from warhost.play.book import Book
from warhost.play.ruleset import Setup
from warhost.play.script import Script
from warhost.play.text import PositionText
from warhost.rulesets.fantasy_battles import (
    alchemy,
    area_attack,
    charge,
    magic,
    melee,
    model_rules,
    movement,
    path_rules,
    pyromancy,
    runes,
    special_fighting,
    turn,
    wizards,
)
from warhost.rulesets.fantasy_battles.battle import Battle
from warhost.rulesets.fantasy_battles.formation import boundary, models
from warhost.rulesets.fantasy_battles.invariants import problems
from warhost.rulesets.fantasy_battles.position import battle_from_text, position_text
from warhost.table import Rect

STEPS: dict[str, Callable[[Battle], Script[None]]] = {
    **turn.STEPS,
    **charge.STEPS,
    **movement.STEPS,
    **magic.STEPS,
    "shoot": turn.end_phase,
    **melee.STEPS,
}
"""Every step by its name; a battle's stage names the next one."""

REGISTRIES = (model_rules, special_fighting, area_attack, wizards, path_rules, alchemy, pyromancy, runes)
"""Modules that make the named rules known by being imported."""


class FantasyBattles(Book):
    """The rulebook, playable."""

    slug: ClassVar[str] = "t9a"
    title: ClassVar[str] = "The 9th Age: Fantasy Battles"
    version: ClassVar[str] = "1.0"
    seat_count: ClassVar[int] = 2
    battle_type: ClassVar[type[AnyBattle]] = Battle
    steps = STEPS

    def armies(self) -> Sequence[str]:
        return ()

    def maps(self) -> Sequence[str]:
        return ()

    def set_up(self, setup: Setup) -> Battle:
        raise NotImplementedError

    def to_text(self, battle: Any) -> str:
        return position_text(battle)

    def from_text(self, position: PositionText) -> Battle:
        return battle_from_text(position, self.version)

    def boundary(self, battle: Any, unit: Any) -> Rect | None:
        return None if battle.body(unit).pose is None else boundary(battle, unit)

    def bases(self, battle: Any, unit: Any) -> Sequence[Rect]:
        if unit.host is not None:
            return (boundary(battle, unit),) if battle.body(unit).pose is not None else ()
        return () if unit.pose is None else tuple(model.base for model in models(battle, unit))

    def problems(self, battle: Any) -> Sequence[str]:
        return problems(battle)


RULESET = FantasyBattles()
