"""Age of Fantasy: Regiments as a ruleset: how a battle is set up, what its next step is, what must always hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec

from warhost.errors import WarhostError
from warhost.play.battle import Battle as AnyBattle
from warhost.play.battle import Seat
from warhost.play.ruleset import Setup, Step
from warhost.play.script import Script
from warhost.play.text import PositionText
from warhost.rulebook import rule
from warhost.rulesets.regiments import battlefield, objectives, special, spells, structure
from warhost.rulesets.regiments import setup as setting_up
from warhost.rulesets.regiments.armies import army_list, army_names
from warhost.rulesets.regiments.battle import Battle, Scene, Settings
from warhost.rulesets.regiments.formation import footprint, troopers
from warhost.rulesets.regiments.invariants import problems
from warhost.rulesets.regiments.position import battle_from_text, fresh_unit
from warhost.table import Rect

STEPS: dict[str, Callable[[Battle], Script[None]]] = {
    **battlefield.STEPS,
    **setting_up.STEPS,
    **structure.STEPS,
    **objectives.STEPS,
}
"""Every step by its name; a battle's stage names the next one."""

REGISTRIES = (special, spells)
"""Modules that make the named rules known by being imported."""


class Regiments:
    """The rulebook, playable."""

    slug: ClassVar[str] = "aofr"
    title: ClassVar[str] = "Age of Fantasy: Regiments"
    version: ClassVar[str] = "1.0"
    battle_type: ClassVar[type[AnyBattle]] = Battle

    def armies(self) -> Sequence[str]:
        return army_names()

    def maps(self) -> Sequence[str]:
        return battlefield.names()

    @rule("aofr.setup.order", "aofr.setup.table_size")
    def set_up(self, setup: Setup) -> Battle:
        """Two armies; the battlefield, the mission, the roll-off and deployment are still to come."""
        if len(setup.armies) != 2:
            raise WarhostError(f"A battle has two armies, not {len(setup.armies)}.", "aofr.setup.order")
        try:
            settings = msgspec.convert(dict(setup.options), Settings)
        except msgspec.ValidationError as error:
            raise WarhostError(f"The options of the battle cannot be read: {error}.") from None
        lists = [army_list(name) for name in setup.armies]
        names = setup.names or tuple(army.name for army in lists)
        if names[0] == names[1]:
            names = (f"{names[0]} I", f"{names[1]} II")
        regiments = tuple(regiment for army in lists for regiment in army.regiments)
        board, stage = battlefield.chosen(setup.map, settings)
        scene = Scene(
            ruleset=self.slug,
            version=self.version,
            board=board,
            seats=tuple(Seat(name, army.name) for name, army in zip(names, lists, strict=True)),
            regiments=regiments,
            settings=settings,
        )
        split = len(lists[0].regiments)
        units = [fresh_unit(i, 0 if i < split else 1, i, regiment) for i, regiment in enumerate(regiments)]
        return Battle(scene=scene, units=units, phase="setup", stage=stage, points=(0.0, 0.0))

    def from_text(self, position: PositionText) -> Battle:
        return battle_from_text(position, self.version)

    def next_step(self, battle: AnyBattle) -> Step | None:
        return None if battle.outcome is not None else Step(battle.stage)

    def run(self, battle: Any, step: Step) -> Script[None]:
        return STEPS[step.name](battle)

    def view(self, battle: AnyBattle, seat: int | None) -> AnyBattle:
        """Everything lies open; secret choices are asked together and never stand in the battle (AOFR-R015)."""
        return battle

    def boundary(self, battle: Any, unit: Any) -> Rect | None:
        return None if unit.pose is None else footprint(battle, unit)

    def bases(self, battle: Any, unit: Any) -> Sequence[Rect]:
        return () if unit.pose is None else tuple(trooper.base for trooper in troopers(battle, unit))

    def problems(self, battle: Any) -> Sequence[str]:
        return problems(battle)


RULESET = Regiments()
