"""The spells that only the Grimoire has, each a small class; their figures come with the caster's entry.

Those that patrols know too are in `spells`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from warhost.dice import Dice, Distribution, odds
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script, roll_sum
from warhost.rulesets.essence_of_war.core import SPELLS, Attack, Battle, SpellEntry, Unit, boundary, value
from warhost.rulesets.essence_of_war.rules.spells import DamageSpell, LastingSpell, MagicalMove
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import TOLERANCE, distance

if TYPE_CHECKING:
    from warhost.rulesets.essence_of_war.chapters.magic.casting import Casting


@SPELLS.rule("Molten Copper", "eow.spell.alchemy.molten_copper")
class MoltenCopper(DamageSpell):
    """Hits that are the harder the more armour the target wears: Strength 1 and its Armour, which counts 2 at least."""

    LEAST = 2

    @classmethod
    def strength_against(cls, battle: Battle, entry: SpellEntry, target: Unit) -> int | str | None:
        fixed = str(entry.str_).partition("+")[0]
        return int(fixed) + max(cls.LEAST, value(battle, target, "arm"))


@SPELLS.rule("Master of Earth", "eow.spell.druidism.master_of_earth")
class MasterOfEarth(DamageSpell):
    """Hits near the caster, or near hills and woods wherever they are; sight does not matter."""


@SPELLS.rule("The Grave Calls", "eow.spell.occultism.the_grave_calls")
class TheGraveCalls(DamageSpell):
    """Hard hits."""


@SPELLS.rule("Spear of Infinity", "eow.spell.faction.spear_of_infinity")
class SpearOfInfinity(DamageSpell):
    """One hit with Multiple Wounds, by as many Wizards as know it."""


@SPELLS.rule("Scorching Salvo", "eow.spell.pyromancy.scorching_salvo")
class ScorchingSalvo(DamageSpell):
    """Hits on all enemies in range that are not Engaged in Combat, seen or not."""

    @classmethod
    def check_target(cls, battle: Battle, target: Unit) -> Refused | None:
        if target.engaged:
            why = f"{target.name} cannot be a target of {cls.name} while Engaged in Combat."
            return Refused(why, cls.id)
        return None


@SPELLS.rule("Wrath of God", "eow.spell.thaumaturgy.wrath_of_god")
class WrathOfGod(DamageSpell):
    """Hits on the target and on every unit of either side that is near enough and not Engaged (EOW-R117)."""

    @classmethod
    def struck(cls, battle: Battle, casting: Casting) -> Script[list[Unit]]:
        caster = casting.caster
        why, row = f"Radius of {cls.name}", cls.row(battle, caster)
        radius = yield from roll_sum(cls._radius(casting), why=why, rule=row, seat=caster.seat, unit=caster.id)
        return [unit for unit, away in cls._near(battle, casting) if away <= radius + TOLERANCE]

    @classmethod
    def at_risk(cls, battle: Battle, casting: Casting) -> list[Unit]:
        most = max(odds.of(cls._radius(casting)))
        return [unit for unit, away in cls._near(battle, casting) if away <= most + TOLERANCE]

    @classmethod
    def losses(cls, battle: Battle, casting: Casting, target: Unit) -> Distribution[int]:
        """What it loses if it is near enough, by the chance that it is."""
        away = next(away for unit, away in cls._near(battle, casting) if unit is target)
        reached = odds.of(cls._radius(casting)).chance(lambda radius: away <= radius + TOLERANCE)
        struck = super().losses(battle, casting, target)
        return odds.mixture([(reached, struck), (1.0 - reached, odds.certain(0))])

    @classmethod
    def _radius(cls, casting: Casting) -> Dice:
        return Dice.parse(casting.spell.around or "2D3")

    @classmethod
    def _near(cls, battle: Battle, casting: Casting) -> list[tuple[Unit, float]]:
        """The units that it may strike, the target first, and how far they are from the target's boundary."""
        target = battle.units[casting.targets[0]]
        there = boundary(battle, target)
        others = [
            (unit, distance(there, boundary(battle, unit)))
            for unit in battle.units
            if unit.pose is not None and unit is not battle.body(target) and not unit.engaged
        ]
        return [(target, 0.0), *others]


@SPELLS.rule("Perception of Strength", "eow.spell.cosmology.perception_of_strength")
class PerceptionOfStrength(LastingSpell):
    """Str and AP of a friend 1 higher, of an enemy 1 lower."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name in ("str", "ap"):
            tally.add(1 if bearer.seat == self.effect.seat else -1, self)


@SPELLS.rule("Scrying", "eow.spell.divination.scrying")
class Scrying(LastingSpell):
    """Melee and Shooting Attacks against it are 1 worse to hit (EOW-R116)."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind in ("melee", "shooting"):
            attack.to_hit.add(-1, self)


@SPELLS.rule("Break the Spirit", "eow.spell.shamanism.break_the_spirit")
class BreakTheSpirit(LastingSpell):
    """Its attacks are 1 worse to hit (EOW-R116), and all ground is dangerous to it (EOW-R065)."""

    ground = 2

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind in ("melee", "shooting"):
            attack.to_hit.add(-1, self)


@SPELLS.rule("Rune of Resilience", "eow.spell.battle_runes.rune_of_resilience")
class RuneOfResilience(LastingSpell):
    """All rolls To Wound against it are 1 worse."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        attack.to_wound.add(-1, self)


@SPELLS.rule("Bewitching Glare", "eow.spell.witchcraft.bewitching_glare")
class BewitchingGlare(LastingSpell):
    """Failed rolls To Wound of Melee and Shooting Attacks against it are rolled again."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind in ("melee", "special", "shooting"):
            attack.wounds_rerolled_by = self


@SPELLS.rule("Rune of Revocation", "eow.spell.battle_runes.rune_of_revocation")
class RuneOfRevocation(LastingSpell):
    """All spells on the unit end, and the next one that the other player casts on it comes to nothing (EOW-R118)."""

    @classmethod
    def resolve(cls, battle: Battle, casting: Casting) -> Script[None]:
        for number in casting.targets:
            unit = battle.units[number]
            for effect in unit.effects:
                yield events.SpellEnded(unit.id, effect.spell)
            unit.effects = ()
        yield from super().resolve(battle, casting)

    def wards(self, battle: Battle, bearer: Unit, casting: Casting) -> bool:
        if casting.caster.seat == self.effect.seat:
            return False
        bearer.effects = tuple(effect for effect in bearer.effects if effect != self.effect)
        return True


@SPELLS.rule("Danse Macabre", "eow.spell.evocation.danse_macabre")
class DanseMacabre(MagicalMove):
    """All friends near the caster move that can."""


@SPELLS.rule("Rune of Resolve", "eow.spell.battle_runes.rune_of_resolve")
class RuneOfResolve(MagicalMove):
    """A friend moves."""


@SPELLS.rule("Blooded Horn Totem", "eow.spell.faction.blooded_horn_totem")
class BloodedHornTotem(LastingSpell):
    """Att 1 higher, and its Melee Attacks pierce 2 more."""

    bonuses: ClassVar[dict[str, int]] = {"att": 1}

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.ap += 2


@SPELLS.rule("Black Wing Totem", "eow.spell.faction.black_wing_totem")
class BlackWingTotem(LastingSpell):
    """Agi 3 higher, and a D3 and 1 more inches of Charge Range (EOW-R075)."""

    bonuses: ClassVar[dict[str, int]] = {"agi": 3}

    def adds_to_charge(self, battle: Battle, bearer: Unit) -> str:
        return "D3+1"
