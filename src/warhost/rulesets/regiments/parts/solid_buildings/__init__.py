"""Solid buildings: units hold them, fight for them, shoot out of them, and may bring them down (Advanced Terrain: Solid
Buildings, Building Destruction, Collateral Damage)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

import msgspec

from warhost.play.events import counted
from warhost.play.script import Refused, Script
from warhost.play.shown.cards import Overlay
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import Battle, Choice, Part, Settings, Unit, optional
from warhost.rulesets.regiments.parts.solid_buildings import buildings, collateral, holding
from warhost.rulesets.regiments.parts.solid_buildings.buildings import Building
from warhost.table import Rect

SLUG = "solid_buildings"
HOLDING, DESTRUCTION, COLLATERAL = "holding", "destruction", "collateral"


class Buildings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The buildings that stand; the one into which the unit that acts has charged; who was where when it shot."""

    standing: tuple[Building, ...] = ()
    charged: int | None = None


@optional.part(SLUG, "Solid Buildings", "aofr.building.solid", "aofr.building.destructible", "aofr.building.collateral")
class SolidBuildings(Part):
    """Buildings can be entered, held, charged and, if players want it, destroyed."""

    text = "Units can enter solid buildings, hold them, shoot out of them and fight for them."
    choices = (
        Choice(HOLDING, "Holding buildings", "Units go into solid buildings and hold them.", "aofr.building.solid"),
        Choice(
            DESTRUCTION,
            "Building destruction",
            "Buildings can be attacked like units: Defense 2+, and Tough by their material.",
            "aofr.building.destructible",
        ),
        Choice(
            COLLATERAL,
            "Collateral damage",
            "Shots that miss the units inside may hit the building.",
            "aofr.building.collateral",
        ),
    )
    several = True
    many_sides = True
    words: ClassVar = {"holds": ("aofr.building.capacity",)}

    def problem(self, settings: Settings) -> str:
        if self.has(COLLATERAL) and not self.has(DESTRUCTION):
            return "Collateral damage needs buildings that can be destroyed: play building destruction as well."
        return ""

    def told(self, battle: Battle) -> Buildings:
        return optional.kept(battle, SLUG, Buildings)

    def after_table(self, battle: Battle) -> Script[None]:
        self.stand_up(battle)
        yield from ()

    def stand_up(self, battle: Battle) -> None:
        """All solid buildings on the board can be entered from now on."""
        optional.keep(battle, SLUG, Buildings(buildings.raise_all(battle)))

    # Who is inside.

    @rule("aofr.building.solid")
    def shelters(self, battle: Battle) -> Iterable[Unit]:
        """Any move action into contact with a building brings a unit inside, and any move action out again, staying
        within 6" of it; not both in one activation."""
        return [battle.units[one.unit] for one in self.told(battle).standing]

    def why_not_enter(self, battle: Battle, shelter: Unit, unit: Unit) -> Refused | None:
        building = buildings.by_unit(self.told(battle).standing).get(shelter.id)
        return None if building is None else holding.why_not_hold(battle, building, unit)

    def openings(self, battle: Battle, unit: Unit) -> Sequence[Rect] | None:
        building = buildings.holding(self.told(battle).standing, unit)
        return None if building is None else buildings.ports_of(battle, building)

    @rule("aofr.building.cover")
    def in_cover(self, battle: Battle, unit: Unit) -> bool:
        """Units inside always are, whatever the building is made of."""
        return buildings.holding(self.told(battle).standing, unit) is not None

    # Fighting.

    def targets(self, battle: Battle, unit: Unit, how: str) -> Iterable[Unit]:
        return holding.targets(
            battle,
            self.told(battle).standing,
            unit,
            how,
            destructible=self.has(DESTRUCTION),
            chargeable=lambda battle, building: True,
        )

    def answers(self, battle: Battle, unit: Unit, target: Unit) -> Script[Unit]:
        told = self.told(battle)
        building = buildings.holding(told.standing, target)
        if building is None:
            return target
        optional.keep(battle, SLUG, msgspec.structs.replace(told, charged=building.unit))
        return (yield from holding.who_answers(battle, building, unit))

    def consolidating(self, battle: Battle, unit: Unit) -> Script[bool]:
        told = self.told(battle)
        building = buildings.by_unit(told.standing).get(-1 if told.charged is None else told.charged)
        return building is not None and (yield from holding.step_in(battle, building, unit))

    def after_activation(self, battle: Battle, unit: Unit) -> Script[None]:
        told = self.told(battle)
        if told.charged is not None:
            optional.keep(battle, SLUG, msgspec.structs.replace(told, charged=None))
        yield from ()

    def after_shooting(self, battle: Battle, unit: Unit, attacks: Sequence[Attack]) -> Script[None]:
        if self.has(COLLATERAL):
            yield from collateral.stray_shots(battle, buildings.by_unit(self.told(battle).standing), attacks)

    def leaving(self, battle: Battle, unit: Unit) -> Script[None]:
        """A building that is destroyed is removed, once who was inside has got out (aofr.building.destroyed)."""
        told = self.told(battle)
        left = tuple(one for one in told.standing if one.unit != unit.id)
        if len(left) < len(told.standing):
            buildings.remove_feature(battle, unit)
            optional.keep(battle, SLUG, msgspec.structs.replace(told, standing=left))
        yield from ()

    # What is shown.

    def marks(self, battle: Battle, unit: Unit) -> Sequence[str]:
        building = buildings.by_unit(self.told(battle).standing).get(unit.id)
        if building is None:
            return ()
        inside = sum(other.models for other in buildings.garrison(battle, building))
        return (f"holds {inside} of {counted(building.capacity, 'model')}",)

    def overlay(self, battle: Battle, overlay: Overlay) -> Overlay:
        return holding.shown(battle, self.told(battle).standing, overlay, destructible=self.has(DESTRUCTION))

    def in_force(self, battle: Battle) -> Sequence[str]:
        return [
            f"{holding.told(battle, one, destructible=self.has(DESTRUCTION))}. Firing ports: {', '.join(one.ports)}."
            for one in self.told(battle).standing
        ]

    def problems(self, battle: Battle) -> Sequence[str]:
        found = []
        for one in self.told(battle).standing:
            inside = buildings.garrison(battle, one)
            if sum(unit.models for unit in inside) > one.capacity:
                found.append(f"{battle.units[one.unit].name} holds more than {one.capacity} models.")
            if len({unit.seat for unit in inside}) > 1:
                found.append(f"Two armies are inside {battle.units[one.unit].name}.")
        return found
