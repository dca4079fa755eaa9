"""Events that are over as soon as they have happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from warhost.play.questions import Option
from warhost.play.script import Script, choose, unit_options
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.melee.consolidation import drift
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.core import Battle, Unit, events, on_table, optional, perimeter, present
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.parts.random_events.happening import EventFell, RandomEvent, event
from warhost.rulesets.regiments.parts.shared.harm import take_hits
from warhost.rulesets.regiments.parts.shared.lots import corner, in_quarter, is_inside, random_quarter, random_unit
from warhost.table import TOLERANCE, distance_to_point

ENOUGH = "enough"


class Blow(RandomEvent):
    """A random unit takes hits."""

    dice: ClassVar[str | int] = 1
    hits: ClassVar[Sequence[RuleText]] = ()

    def happen(self, battle: Battle) -> Script[None]:
        unit = yield from random_unit(battle, self.name, self.rule)
        if unit is not None:
            yield EventFell(self.name, unit.name)
            yield from take_hits(battle, unit, self.dice, self.name, self.rule, self.hits)


@event("11_monstrous_spawn")
@rule("aofr.event.11_monstrous_spawn")
class MonstrousSpawn(Blow):
    """D3+3 hits with AP(1)."""

    dice = "D3+3"
    hits = (RuleText("AP", 1),)


@event("14_surprise_attack")
class SurpriseAttack(RandomEvent):
    """Somebody comes out of the terrain."""

    @rule("aofr.event.14_surprise_attack", "aofr.campaign.event_41_surprise")
    def happen(self, battle: Battle) -> Script[None]:
        """A random unit inside a piece of terrain becomes Shaken."""
        unit = yield from random_unit(battle, self.name, self.rule, lambda unit: in_terrain(battle, unit))
        if unit is not None:
            yield from morale.shake(battle, unit)


def in_terrain(battle: Battle, unit: Unit) -> bool:
    """Whether most of the unit is inside some piece of terrain."""
    return any(is_inside(battle, unit, piece.shape) for piece in scenery(battle).pieces if not piece.impassable)


@event("16_mutated_beast")
@rule("aofr.event.16_mutated_beast")
class MutatedBeast(Blow):
    """One hit with AP(4) and Deadly(3)."""

    dice = 1
    hits = (RuleText("AP", 4), RuleText("Deadly", 3))


@event("23_toxic_fumes")
class ToxicFumes(RandomEvent):
    """Poison in a part of the table."""

    @rule("aofr.event.23_toxic_fumes", "aofr.campaign.event_22_toxic_fumes")
    def happen(self, battle: Battle) -> Script[None]:
        """Every unit in a random quarter takes D3+4 hits of its own (AOFR-R543)."""
        number = yield from random_quarter(self.name, self.rule)
        for unit in present(battle):
            if in_quarter(battle, unit, number):
                yield from take_hits(battle, unit, "D3+4", self.name, self.rule)


@event("55_back_in_fight")
class BackInTheFight(RandomEvent):
    """Units near the corners hurry back."""

    near = 18.0
    most = 6.0

    @rule("aofr.event.55_back_in_fight")
    def happen(self, battle: Battle) -> Script[None]:
        """Units within 18" of a corner may move up to 6"; the players take turns with one unit each (AOFR-R513)."""
        waiting = [unit for unit in on_table(battle) if self.may_move(battle, unit)]
        seat = battle.first
        while waiting:
            own = [unit for unit in waiting if unit.seat == seat]
            if own:
                options = [*unit_options(own), Option(ENOUGH, "No more moves", passes=True)]
                text = f'{self.name} Which unit moves up to {optional.measured(battle, self.most):g}"?'
                key = yield from choose(seat, "back in the fight", text, options, rules=(self.rule,))
                done = own if key == ENOUGH else [battle.units[int(key)]]
                if key != ENOUGH:
                    yield from drift(battle, done[0], self.most, self.name, self.rule)
                waiting = [unit for unit in waiting if unit not in done and not unit.fate]
            seat = battle.other(seat)

    @rule("aofr.event.55_back_in_fight")
    def may_move(self, battle: Battle, unit: Unit) -> bool:
        """Near a corner, of a player, neither Shaken nor bound to the spot (AOFR-R518)."""
        if unit.seat < 0 or unit.shaken or moving.why_not_move(battle, unit) is not None:
            return False
        corners = [corner(battle.scene.board, number) for number in range(1, 5)]
        away = min(distance_to_point(part, *spot) for part in perimeter(battle, unit) for spot in corners)
        return away <= optional.measured(battle, self.near) + TOLERANCE


@event("63_war_shout")
class WarShout(RandomEvent):
    """Somebody takes heart."""

    @rule("aofr.event.63_war_shout", "aofr.campaign.event_55_drums")
    def happen(self, battle: Battle) -> Script[None]:
        """A random Shaken unit recovers."""
        unit = yield from random_unit(battle, self.name, self.rule, lambda unit: unit.shaken)
        if unit is not None:
            unit.shaken = False
            yield events.UnitRecovered(unit.id)
