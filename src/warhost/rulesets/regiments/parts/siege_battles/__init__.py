"""Siege battles: one side storms a castle with siege tools, the other holds it (Siege Battles)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

import msgspec

from warhost.field.losses import Spread
from warhost.muster.checking.roster import Budget
from warhost.play.counsel.counsel import Term
from warhost.play.events import Event
from warhost.play.questions import Denied, Option, Question
from warhost.play.script import Refused, Script, choose
from warhost.play.shown.cards import Figure, Ground, Overlay, Token
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.missions import Mission
from warhost.rulesets.regiments.chapters.movement import transports
from warhost.rulesets.regiments.core import Battle, Choice, Marker, Part, Settings, Unit, footprint, optional
from warhost.rulesets.regiments.core import events as core_events
from warhost.rulesets.regiments.parts.siege_battles import castle, events, scenario, tools
from warhost.rulesets.regiments.parts.siege_battles.figures import (
    GATES,
    SLUG,
    TOOLS,
    Component,
    GateName,
    Siege,
    attacker,
    change,
    defender,
    told,
)
from warhost.rulesets.regiments.parts.solid_buildings import buildings, holding
from warhost.table import Rect, feature_rect

SHALLOWEST = 36.0
"""On a table that is not so deep there is no room for objectives in one half."""

ON_TABLE = "table"

DECISIVE = 2.5
"""How much more than usual objectives count for computer players."""


@optional.part(SLUG, "Siege Battles", "aofr.siege.roles")
class SiegeBattles(Part):
    """The mission is to storm a castle, or to hold it."""

    text = "One side builds a castle and holds it, the other storms it with siege tools."
    choices = (
        Choice("wooden", "Wooden gates", "Gates have Tough(6).", "aofr.siege.gate_wooden"),
        Choice("barricade", "Barricades", "Gates are barricades with Tough(3).", "aofr.siege.gate_barricade"),
        Choice("reinforced", "Reinforced gates", "Gates have Tough(9).", "aofr.siege.gate_reinforced"),
        Choice("metal", "Metal gates", "Gates have Tough(12).", "aofr.siege.gate_metal"),
    )
    takes = frozenset({"victory", "deployment"})
    two_sides = "one side storms a castle that the other holds"
    counts = frozenset({"attacker"})
    words: ClassVar = {
        "Siege tools": ("aofr.siege.tool_points", "aofr.siege.tool_carry"),
        "besieged": ("aofr.siege.entries_besieged", "aofr.siege.no_charge"),
    }

    @property
    def gate(self) -> GateName:
        return next(name for name in GATES if name in self.chosen)

    def problem(self, settings: Settings) -> str:
        if settings.depth < SHALLOWEST:
            return f'A siege needs a table that is at least {SHALLOWEST:g}" deep.'
        return ""

    # The scenario.

    def mission(self, battle: Battle, mission: Mission) -> Mission:
        return scenario.SiegeMission(self.gate)

    def budget(self, settings: Settings, seat: int | None, budget: Budget) -> Budget:
        return scenario.budget(settings, seat)

    def last_round(self, battle: Battle, last: int) -> int:
        """The siege is over at the end of any round in which one side has won."""
        return battle.turn if scenario.is_decided(battle) else last

    def instead_of_placing(self, battle: Battle, unit: Unit) -> Script[bool]:
        """Defenders may deploy inside the castle (AOFR-R593)."""
        if unit.seat != defender(battle) or transports.spaces(battle, unit):
            return False
        roomy = [one for one in told(battle).components if holding.why_not_hold(battle, one, unit) is None]
        if not roomy:
            return False
        outside = Option(ON_TABLE, "On the table", unit=unit.id)
        inside = [Option(f"in>{one.unit}", f"Inside {battle.units[one.unit].name}", unit=unit.id) for one in roomy]
        options = [*inside, outside] if shooting.arsenal(battle, unit) else [outside, *inside]
        text = f"Where do you deploy {unit.name}?"
        key = yield from choose(unit.seat, "garrison", text, options, rules=("aofr.siege.component",))
        if key == ON_TABLE:
            return False
        yield transports.goes_into(unit, battle.units[int(key.removeprefix("in>"))])
        return True

    # The castle.

    def shelters(self, battle: Battle) -> Iterable[Unit]:
        return [battle.units[one.unit] for one in told(battle).components]

    def _component(self, battle: Battle, number: int | None) -> Component | None:
        return next((one for one in told(battle).components if one.unit == number), None)

    def why_not_enter(self, battle: Battle, shelter: Unit, unit: Unit) -> Refused | None:
        component = self._component(battle, shelter.id)
        return None if component is None else castle.why_not_enter(battle, component, unit)

    def doors(self, battle: Battle, shelter: Unit, unit: Unit) -> Sequence[Rect] | None:
        component = self._component(battle, shelter.id)
        return None if component is None else castle.entries(battle, component, unit)

    def openings(self, battle: Battle, unit: Unit) -> Sequence[Rect] | None:
        component = self._component(battle, unit.inside)
        return None if component is None else buildings.ports_of(battle, component)

    def in_cover(self, battle: Battle, unit: Unit) -> bool:
        return self._component(battle, unit.inside) is not None

    def targets(self, battle: Battle, unit: Unit, how: str) -> Iterable[Unit]:
        if not battle.roles:
            return
        yield from castle.targets(battle, unit, how)
        if unit.seat == defender(battle):
            yield from (battle.units[tool.unit] for tool in told(battle).tools if tool.unit is not None)

    def answers(self, battle: Battle, unit: Unit, target: Unit) -> Script[Unit]:
        """The defender picks who fights inside; a ram batters what it is brought against."""
        component = self._component(battle, target.inside)
        if component is None:
            yield from tools.batter(battle, unit, target)
            return target
        change(battle, charged=component.unit)
        return (yield from holding.who_answers(battle, component, unit))

    def softens(self, battle: Battle, unit: Unit, target: Unit) -> Spread | None:
        return tools.battered(battle, unit, target)

    def consolidating(self, battle: Battle, unit: Unit) -> Script[bool]:
        component = self._component(battle, told(battle).charged)
        return component is not None and (yield from holding.step_in(battle, component, unit))

    def leaving(self, battle: Battle, unit: Unit) -> Script[None]:
        """A unit drops its marker; a component is removed, a gate stays open, once they are destroyed."""
        yield from tools.lose(battle, unit)
        siege = told(battle)
        if self._component(battle, unit.id) is not None:
            buildings.remove_feature(battle, unit)
            left = tuple(one for one in siege.components if one.unit != unit.id)
            kept = tuple(tool for tool in siege.tools if tool.at != unit.id)
            change(battle, components=left, tools=kept)
            yield from tools.spend_ram(battle)
        elif any(one.unit == unit.id for one in siege.passages):
            castle.open_gate(battle, unit.id)
            yield events.GateOpened(unit.id)
            yield from tools.spend_ram(battle)
        elif any(tool.unit == unit.id for tool in siege.tools):
            change(battle, tools=tuple(tool for tool in siege.tools if tool.unit != unit.id))

    # Activations and rounds.

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        castle.hang_gates(battle, unit)
        yield from tools.throw_off(battle, unit)
        return False

    def no_actions(self, battle: Battle, unit: Unit) -> Iterable[Denied]:
        return tools.tower_denied(battle, unit)

    def after_activation(self, battle: Battle, unit: Unit) -> Script[None]:
        if told(battle).charged is not None:
            change(battle, charged=None)
        yield from tools.at_end_of_activation(battle, unit)
        castle.hang_gates(battle, None)

    @rule("aofr.siege.tool_drop")
    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        """A unit that becomes Shaken drops its marker."""
        if isinstance(event, core_events.UnitShaken):
            unit = battle.units[event.unit]
            if unit.pose is not None:
                yield from tools.drop(battle, unit)

    def before_seizing(self, battle: Battle) -> Script[None]:
        yield from tools.explode(battle)

    # Siege towers have no Quality (AOFR-R599).

    @rule("aofr.siege.tower_profile")
    def takes_tests(self, battle: Battle, unit: Unit) -> bool:
        """Siege towers never test morale."""
        return not scenario.is_tower(battle, unit)

    @rule("aofr.siege.tower_profile")
    def may_seize(self, battle: Battle, unit: Unit, marker: Marker) -> bool:
        """Siege towers never seize objectives."""
        return not scenario.is_tower(battle, unit)

    # What is shown.

    def marks(self, battle: Battle, unit: Unit) -> Sequence[str]:
        tool = tools.carried_by(battle, unit)
        if tool is not None:
            return (f"carries a {TOOLS[tool.kind]}",)
        component = self._component(battle, unit.id)
        if component is not None and castle.is_besieged(battle, component):
            return ("besieged",)
        return ()

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        if not battle.roles or seat != attacker(battle):
            return {}
        carried = [TOOLS[tool.kind] for tool in told(battle).tools if tool.carrier is not None]
        return {"Siege tools": ", ".join(carried)} if carried else {}

    def overlay(self, battle: Battle, overlay: Overlay) -> Overlay:
        siege = told(battle)
        shown = holding.shown(battle, siege.components, overlay, destructible=True)
        lying = {feature_rect(feature): number for number, feature in enumerate(battle.scene.board.features)}
        grounds, tokens = list(shown.grounds), list(shown.tokens)
        for passage in siege.passages:
            unit = battle.units[passage.unit]
            if unit.site is not None:
                tough = battle.regiment(unit).tough
                state = "open" if passage.open else "locked"
                text = f"{unit.name}, {state}: Defense 2+, Tough({tough})"
                grounds.append(Ground(lying[footprint(battle, unit)], text, "gate", tough - unit.wounds, tough))
        for tool in siege.tools:
            if tool.carrier is None:
                words = f"{TOOLS[tool.kind]}, explodes in round {tool.fuse}" if tool.fuse else TOOLS[tool.kind]
                tokens.append(Token(tool.x, tool.y, words, attacker(battle)))
        return msgspec.structs.replace(shown, grounds=tuple(grounds), tokens=tuple(tokens))

    def in_force(self, battle: Battle) -> Sequence[str]:
        siege = told(battle)
        entries = {(False, False): "locked", (True, True): "open"}
        return [
            f"{holding.told(battle, one, destructible=True)}. Entry points: "
            + entries.get((one.outer, one.inner), "outside open" if one.outer else "inside open")
            + "."
            for one in siege.components
        ]

    def problems(self, battle: Battle) -> Sequence[str]:
        carriers = [tool.carrier for tool in told(battle).tools if tool.carrier is not None]
        found = [] if len(set(carriers)) == len(carriers) else ["A unit carries two siege tools."]
        for one in told(battle).components:
            inside = buildings.garrison(battle, one)
            if sum(unit.models for unit in inside) > one.capacity or len({unit.seat for unit in inside}) > 1:
                found.append(f"{battle.units[one.unit].name} holds units that should not be inside.")
        return found

    # What a computer player is told.

    advises = frozenset(
        {"siege tools", "siege tool", "throw off", "garrison", "entry points", "gate", "go in", "carrier", "castle"}
    )

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        """Ladders and rams first; tools are used where they can be; shooters hold the castle, and it is locked."""
        worth = {"ladder": 4.0, "ram": 3.0, "charge": 2.0, "tower": 1.0, "throw": 5.0, "locked": 2.0, "enter": 5.0}
        if question.topic == "garrison" and option.unit is not None:
            shoots = bool(shooting.arsenal(battle, battle.units[option.unit]))
            yield (5.0 if shoots == option.key.startswith("in>") else 0.0), "shooters hold the castle", ""
        elif question.topic == "carrier" and option.unit is not None:
            shoots = bool(shooting.arsenal(battle, battle.units[option.unit]))
            yield (0.5 if shoots else 2.0), "shoots from afar" if shoots else "goes to the wall anyway", ""
        elif question.topic == "castle":
            yield float(option.key), "more room on the walls", "aofr.siege.components_count"
        elif option.key.startswith("at>"):
            yield 10.0, "uses the siege tool", "aofr.siege.ladder"
        elif option.key == tools.DROP:
            yield -10.0, "loses the siege tool", "aofr.siege.tool_drop"
        else:
            yield worth.get(option.key, 0.0), "usually the best", ""

    def marker_weight(self, battle: Battle, seat: int, number: int) -> float:
        """Objectives decide at the end of every round, not only of the last."""
        return DECISIVE


__all__ = ["SLUG", "Siege", "SiegeBattles"]
