"""Magical artefacts that any unit may carry (Magical Artefacts: Common Artefacts).

An artefact is a rule of its own in the registry `ARTEFACTS`: what it costs and who may carry it stands there too, for
whoever checks lists. Most of them only give special rules or spells and are a line each.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from warhost.play.questions import Option
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, agrees, roll, roll_pool, roll_sum
from warhost.rulesets.kings_of_war.chapters.attacks import Lot, to_damage
from warhost.rulesets.kings_of_war.chapters.nerve import heal, suffer
from warhost.rulesets.kings_of_war.core import (
    ARTEFACTS,
    Battle,
    Effect,
    Known,
    Special,
    Unit,
    Weapon,
    field_of,
    footprint,
    in_contact,
    lay,
    values,
)
from warhost.rulesets.kings_of_war.core.events import ArtefactUsed
from warhost.table import Arc, distance

REGENERATING = "vs. units with Regeneration"


class Artefact(Special):
    """A magical artefact."""

    heroic: ClassVar[bool] = False
    """For heroes only."""
    types: ClassVar[tuple[str, ...]] = ()
    """The only types that may carry it; none: all that may carry artefacts."""
    bars: ClassVar[tuple[str, ...]] = ()
    """Special rules that keep a unit from it."""

    def is_spent(self, bearer: Unit) -> bool:
        """Whether an artefact for one use in a game has been used."""
        return self.name in bearer.used

    def spend(self, bearer: Unit) -> Script[None]:
        """It is used, for the only time."""
        bearer.used += (self.name,)
        yield ArtefactUsed(bearer.id, self.name)

    def wanted(self, battle: Battle, bearer: Unit, text: str) -> Script[bool]:
        """Whether the bearer's player uses the artefact now: asked once a turn at most."""
        if self.is_spent(bearer) or self.name in bearer.once or bearer.seat in battle.out_of_time:
            return False
        bearer.once += (self.name,)
        yes = Option("use", f"Use {self.name}", unit=bearer.id, text=text)
        question = f"Does {bearer.name} use {self.name} now?"
        return (yield from agrees(bearer.seat, "artefact", question, yes, "Keep it for later", rules=(self.id,)))


class SpellGiver(Artefact):
    """An artefact that gives a spell, or makes one that its bearer knows stronger."""

    spell: ClassVar[tuple[str, int, int]]
    """The spell, its (n) for who does not know it, and how much is added for who does."""

    def spells(self, battle: Battle, bearer: Unit, known: tuple[Known, ...]) -> tuple[Known, ...]:
        name, number, more = self.spell
        if all(one.name != name for one in known):
            return (*known, Known(name, number, artefact=True))
        return tuple(
            msgspec.structs.replace(one, number=one.number + more) if one.name == name else one for one in known
        )


class ValueRaiser(Artefact):
    """An artefact that makes a value of its bearer 1 higher."""

    value: ClassVar[str]

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == self.value:
            tally.add(1, self)


Heroes = tuple[str, ...] | None
"""The types of the heroes for whom an artefact is, any if none are named; None for one that others may carry too."""


def gives(name: str, row: str, cost: int, *rules: str, heroes: Heroes = None) -> None:
    """Add an artefact that gives special rules and does nothing else."""
    _add(Artefact, name, row, heroes, cost=cost, gives=rules)


def teaches(name: str, row: str, cost: int, spell: str, number: int, more: int, heroes: Heroes = None) -> None:
    """Add an artefact that gives a spell with that (n), or adds so much to the (n) of who knows it."""
    _add(SpellGiver, name, row, heroes, cost=cost, spell=(spell, number, more))


def raises(name: str, row: str, cost: int, value: str, bars: tuple[str, ...] = ()) -> None:
    """Add an artefact that makes a value 1 higher, for units without certain special rules."""
    _add(ValueRaiser, name, row, None, cost=cost, value=value, bars=bars)


def _add(kind: type[Artefact], name: str, row: str, heroes: Heroes, **told: Any) -> None:
    told |= {"heroic": heroes is not None, "types": heroes or ()}
    ARTEFACTS.rule(name, row)(type(name, (kind,), told))


# 5 points


@ARTEFACTS.rule("Blade of Slashing", "kow.artefact.blade_of_slashing", "kow.artefact.partial_bonus")
class BladeOfSlashing(Artefact):
    """One die that missed is rolled again with every roll to hit in combat, against one enemy of its choice."""

    cost = 5

    def favours(self, battle: Battle, bearer: Unit) -> tuple[int, ...]:
        return tuple(foe.unit for foe in bearer.foes)

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "combat" and lot.is_favoured(self):
            lot.one_hit_by = self


gives("Fire-Oil", "kow.artefact.fire_oil", 5, f"Crushing Strength (+1 {REGENERATING})", f"Piercing (+1 {REGENERATING})")


@ARTEFACTS.rule("Healing Brew", "kow.artefact.healing_brew")
class HealingBrew(Artefact):
    """Once a game, with any order, the unit loses a point of damage, or two on a 4+."""

    cost = 5

    def as_ordered(self, battle: Battle, bearer: Unit) -> Script[None]:
        told = "It loses 1 point of damage, or 2 on a 4+."
        if not bearer.damage or not (yield from self.wanted(battle, bearer, told)):
            return
        yield from self.spend(bearer)
        (face,) = yield from roll("D6", why=self.name, rule=self.id, seat=bearer.seat, unit=bearer.id, need=4)
        yield from heal(battle, bearer, 2 if face >= 4 else 1, self.name)


@ARTEFACTS.rule("Liliana's Tear", "kow.artefact.lilianas_tear")
class LilianasTear(Artefact):
    """Dread, Shattering and Brutal do nothing to the unit."""

    cost = 5
    immune = frozenset({"Dread", "Shattering", "Brutal"})


@ARTEFACTS.rule("Mace of Crushing", "kow.artefact.mace_of_crushing", "kow.artefact.partial_bonus")
class MaceOfCrushing(Artefact):
    """One die that failed is rolled again with every roll to damage in combat, against one enemy of its choice."""

    cost = 5

    def favours(self, battle: Battle, bearer: Unit) -> tuple[int, ...]:
        return tuple(foe.unit for foe in bearer.foes)

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "combat" and lot.is_favoured(self):
            lot.one_damage_by = self


@ARTEFACTS.rule("War-Bow of Kaba", "kow.artefact.war_bow_of_kaba")
class WarBowOfKaba(Artefact):
    """A ranged attack of 24" with one die that hits on 4+, Piercing (1)."""

    cost = 5
    weapons = (Weapon("War-Bow of Kaba", 24, attacks=1, shooting=4, rules=("Piercing (1)",), artefact=True),)


# 10 and 15 points


gives("Dwarfen Ale", "kow.artefact.dwarfen_ale", 10, "Headstrong")
gives("Hann's Sanguinary Scripture", "kow.artefact.hanns_sanguinary_scripture", 10, "Lifeleech (+1)")
gives("Aegis of the Elohi", "kow.artefact.aegis_of_the_elohi", 15, "Iron Resolve (+1)")
gives("Chalice of Wrath", "kow.artefact.chalice_of_wrath", 15, "Retaliator")
gives("Helm of Confidence", "kow.artefact.helm_of_confidence", 15, "Inspiring (Self)")
gives("Mead of Madness", "kow.artefact.mead_of_madness", 15, "Wild Charge (+1)")
raises("Orb of Towering Presence", "kow.artefact.orb_of_towering_presence", 15, "strength", bars=("Individual", "Fly"))
gives("Pipes of Terror", "kow.artefact.pipes_of_terror", 15, "Brutal (+1)")


@ARTEFACTS.rule("Sir Jesse's Boots of Striding", "kow.artefact.sir_jesses_boots")
class BootsOfStriding(Artefact):
    """Once a game, when it gets its order, the unit is a Pathfinder and a Strider for one turn."""

    cost = 15
    lends: ClassVar[tuple[str, ...]] = ("Pathfinder", "Strider")

    def before_order(self, battle: Battle, bearer: Unit) -> Script[None]:
        if bearer.engaged or bearer.wavering or not self._is_of_use(battle, bearer):
            return
        if (yield from self.wanted(battle, bearer, "It is a Pathfinder and a Strider until the end of this turn.")):
            yield from self.spend(bearer)
            lay(battle, bearer, Effect(self.name, "end", bearer.seat, gives=self.lends))

    def _is_of_use(self, battle: Battle, bearer: Unit) -> bool:
        """Whether there is terrain that could slow the unit as far as it might go; else nobody needs to be asked."""
        reach, shape = 2.0 * values.speed(battle, bearer) + 6.0, footprint(battle, bearer)
        terrain = field_of(battle).terrain
        pieces = (*terrain.having("difficult"), *terrain.having("obstacle"), *terrain.having("cover"))
        return any(distance(shape, piece.shape) <= reach for piece in pieces)


raises("Staying Stone", "kow.artefact.staying_stone", 15, "nerve")


# 20 and 25 points


raises("Brew of Haste", "kow.artefact.brew_of_haste", 20, "speed")


@ARTEFACTS.rule("Hammer of Measured Force", "kow.artefact.hammer_of_measured_force")
class HammerOfMeasuredForce(Artefact):
    """In combat the unit damages on 4+, whatever Defence and modifiers are."""

    cost = 20
    damages: ClassVar[int] = 4

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "combat":
            lot.damages_on = (self.damages, self)


@ARTEFACTS.rule("Sacred Horn", "kow.artefact.sacred_horn")
class SacredHorn(Artefact):
    """The unit's auras reach 9"."""

    cost = 20
    aura_reach = 9.0


gives("Blessing of the Gods", "kow.artefact.blessing_of_the_gods", 25, "Elite")
gives("Chant of Hate", "kow.artefact.chant_of_hate", 25, "Vicious")


@ARTEFACTS.rule("The Scrying Gem", "kow.artefact.scrying_gem")
class ScryingGem(Artefact):
    """The enemy has to place D3+1 units instead of one when it begins to deploy."""

    cost = 25
    opponent_places = "D3+1"


# 30 points and more


teaches("Diadem of Dragonkind", "kow.artefact.diadem_of_dragonkind", 30, "Fireball", 4, 2)


@ARTEFACTS.rule(
    "Crystal Pendant of Retribution", "kow.artefact.crystal_pendant", "kow.artefact.crystal_pendant_resolution"
)
class CrystalPendant(Artefact):
    """When the unit is routed, everybody in base contact takes 2D6 hits with Piercing (3), which whoever routed it
    rolls. No nerve test follows. Not for individuals."""

    cost = 35
    bars = ("Individual",)
    piercing: ClassVar[int] = 3

    def when_routed(self, battle: Battle, bearer: Unit, by: int) -> Script[None]:
        touching = [
            unit
            for unit in battle.units
            if unit is not bearer and unit.pose is not None and in_contact(battle, bearer, unit)
        ]
        if touching:
            yield from self.spend(bearer)
        for unit in touching:
            yield from self._strike(battle, bearer, unit, by)

    def _strike(self, battle: Battle, bearer: Unit, unit: Unit, by: int) -> Script[None]:
        """The hits on one unit: Piercing alone counts, and no facing (KOW-R153)."""
        why = f"{self.name} on {unit.name}"
        hits = yield from roll_sum("2D6", why=f"{why}: hits", rule=self.id, seat=by)
        lot = Lot("ranged", bearer.id, unit.id, hits, 0, facing=Arc.REAR, what=why, rule=self.id, untouched=True)
        lot.defence = values.defence(battle, unit)
        lot.to_damage.add(self.piercing, self)
        need = to_damage(lot)
        faces = yield from roll_pool(hits, need=need, why=f"{why}: to damage", rule=self.id, seat=by)
        yield from suffer(battle, unit, sum(face >= need for face in faces), self.name, bearer.id)


gives("Brew of Strength", "kow.artefact.brew_of_strength", 40, "Crushing Strength (+1)")


@ARTEFACTS.rule("Brew of Sharpness", "kow.artefact.brew_of_sharpness")
class BrewOfSharpness(Artefact):
    """+1 to hit in combat."""

    cost = 45

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "combat":
            lot.to_hit.add(1, self)
