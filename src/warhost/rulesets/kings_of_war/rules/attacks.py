"""The special rules that are about attacks, in combat and at range (Special Rules)."""

from __future__ import annotations

from warhost.dice import Dice
from warhost.play.script import Refused, Script, roll_sum
from warhost.play.shown.english import acts
from warhost.rulesets.kings_of_war.chapters.attacks import Lot
from warhost.rulesets.kings_of_war.chapters.nerve import heal
from warhost.rulesets.kings_of_war.core import (
    EFFECTS,
    NUMBER,
    PHASE,
    SPECIALS,
    WHOLE,
    Battle,
    Effect,
    Special,
    Unit,
    Weapon,
    effect_of,
    is_within,
    lay,
    named,
)
from warhost.rulesets.kings_of_war.core.events import UnitFrozen
from warhost.table import Arc

TOO_NEAR = 12.0
"""Indirect weapons cannot be aimed at anything within this distance."""

FROZEN = "Frozen"


def target_of(battle: Battle, lot: Lot) -> Unit:
    return battle.units[lot.target]


# To hit


@SPECIALS.rule("Elite", "kow.special.elite")
class Elite(Special):
    """Natural 1s to hit are rolled again, with the unit's own spells too."""

    brackets = PHASE
    with_spells = True

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if self.holds(battle, lot.phase, target_of(battle, lot)):
            lot.hit_ones_by = self


@SPECIALS.rule("Ensnare", "kow.special.ensnare")
class Ensnare(Special):
    """Attacks in combat against its front are at -1 to hit."""

    def on_defence(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "combat" and lot.facing is Arc.FRONT:
            lot.to_hit.add(-1, self)


@SPECIALS.rule("Stealthy", "kow.special.stealthy")
class Stealthy(Special):
    """Ranged attacks and magical missiles against it are at -1 to hit."""

    def on_defence(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind != "combat":
            lot.to_hit.add(-1, self)


@SPECIALS.rule("Spellward", "kow.special.spellward")
class Spellward(Special):
    """Every spell at it, of friend or enemy, is at -1 to hit; natural 6s still hit."""

    def on_defence(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "spell":
            lot.to_hit.add(-1, self)
            lot.sixes_hit = self


@SPECIALS.rule(
    "Individual",
    "kow.special.individual",
    "kow.special.individual_pivot",
    "kow.special.individual_shot_at",
    "kow.special.individual_withdraw",
)
class Individual(Special):
    """A lone figure. It turns for free before its order and is at -1 to be shot at. Its own attacks are not multiplied
    in flanks and rears, except against war engines, and it cannot hold back who withdraws."""

    individual = True

    def on_defence(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind != "combat":
            lot.to_hit.add(-1, self)


# How many


@SPECIALS.rule("Blast", "kow.special.blast")
class Blast(Special):
    """Each of its attacks that hits becomes so many hits."""

    brackets = NUMBER

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        number = self.level(battle, lot.phase, target_of(battle, lot))
        if number:
            lot.blast = number


@SPECIALS.rule("Duellist", "kow.special.duellist", "kow.special.duellist_mirror")
class Duellist(Special):
    """So many more attacks in combat against an enemy hero, unless that hero is a Duellist too."""

    brackets = NUMBER

    def bonus_attacks(self, battle: Battle, bearer: Unit, target: Unit) -> int | Dice:
        if not battle.entry(target).hero or named(battle, target, self.name) is not None:
            return 0
        return self.level(battle, "combat", target)


@SPECIALS.rule("Rampage", "kow.special.rampage")
class Rampage(Special):
    """So many more attacks in combat against infantry, cavalry or war engines, heroes of these types included."""

    brackets = NUMBER

    def bonus_attacks(self, battle: Battle, bearer: Unit, target: Unit) -> int | Dice:
        if battle.entry(target).type not in ("infantry", "cavalry", "war engine"):
            return 0
        return self.level(battle, "combat", target)


@SPECIALS.rule("Slayer", "kow.special.slayer")
class Slayer(Special):
    """So many more attacks in combat against large infantry, large cavalry or monsters, titans and heroes of these
    types included."""

    brackets = NUMBER

    def bonus_attacks(self, battle: Battle, bearer: Unit, target: Unit) -> int | Dice:
        entry = battle.entry(target)
        if not entry.is_monster and entry.type not in ("large infantry", "large cavalry"):
            return 0
        return self.level(battle, "combat", target)


# To damage


@SPECIALS.rule("Crushing Strength", "kow.special.crushing_strength")
class CrushingStrength(Special):
    """So much is added to its rolls to damage in combat."""

    brackets = WHOLE

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "combat":
            lot.to_damage.add(self.number(battle, "combat", target_of(battle, lot)), self)


@SPECIALS.rule("Thunderous Charge", "kow.special.thunderous_charge", "kow.special.thunderous_charge_hindered")
class ThunderousCharge(Special):
    """In the turn in which it charged, so much is added to its rolls to damage in combat, unless it was hindered."""

    brackets = WHOLE

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "combat" and bearer.charged and not bearer.hindered:
            lot.to_damage.add(self.number(battle, "combat", target_of(battle, lot)), self)


@SPECIALS.rule("Piercing", "kow.special.piercing")
class Piercing(Special):
    """So much is added to the rolls to damage of its ranged weapons, or of the weapon or spell that has it."""

    brackets = WHOLE

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind != "combat":
            lot.to_damage.add(self.number(battle, "ranged", target_of(battle, lot)), self)


@SPECIALS.rule("Vicious", "kow.special.vicious")
class Vicious(Special):
    """Natural 1s to damage are rolled again."""

    brackets = PHASE

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if self.holds(battle, lot.phase, target_of(battle, lot)):
            lot.damage_ones_by = self


@SPECIALS.rule("Retaliator", "kow.special.retaliator", "kow.special.retaliator_no_withdraw")
class Retaliator(Special):
    """If its turn begins engaged with several enemies, its attacks on one of them have Crushing Strength (+1). It can
    never withdraw."""

    stays = True

    def favours(self, battle: Battle, bearer: Unit) -> tuple[int, ...]:
        if len(bearer.held_by) < 2:
            return ()
        return tuple(foe.unit for foe in bearer.foes if foe.unit in bearer.held_by)

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "combat" and lot.is_favoured(self):
            lot.to_damage.add(1, self)


@SPECIALS.rule("Big Shield", "kow.special.big_shield")
class BigShield(Special):
    """Its Defence is 6+ against all attacks on its front."""

    def on_defence(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.facing is Arc.FRONT:
            lot.defence = 6


# What follows


@SPECIALS.rule("Frostbite", "kow.special.frostbite")
class Frostbite(Special):
    """Whoever is damaged by the attack is frozen."""

    brackets = PHASE

    def after_attack(self, battle: Battle, bearer: Unit, lot: Lot, damage: int) -> Script[None]:
        target = target_of(battle, lot)
        if damage and self.holds(battle, lot.phase, target):
            yield from freeze(battle, target)


@EFFECTS.rule(FROZEN, "kow.special.frozen")
class Frozen(Special):
    """Speed is 1 lower, but never below 4, until the end of the unit's next turn."""


def freeze(battle: Battle, unit: Unit) -> Script[None]:
    """The unit is frozen until the end of its next turn, which is not the one that goes on."""
    known = effect_of(unit, FROZEN)
    lay(battle, unit, Effect(FROZEN, "end", unit.seat, left=1 if battle.active == unit.seat else 0))
    if known is None:
        yield UnitFrozen(unit.id)


@SPECIALS.rule("Lifeleech", "kow.special.lifeleech")
class Lifeleech(Special):
    """After its attacks it loses a point of damage for each that it caused, so many in a turn at most."""

    brackets = WHOLE

    def after_fighting(self, battle: Battle, bearer: Unit, damage: int) -> Script[None]:
        left = self.number(battle, "combat") - bearer.once.count(self.name)
        healed = yield from heal(battle, bearer, min(left, damage), self.name)
        bearer.once += (self.name,) * healed


@SPECIALS.rule("Shattering", "kow.special.shattering")
class Shattering(Special):
    """So much is added to the nerve test of whom its ranged attacks have damaged; of several the most (KOW-R186)."""

    brackets = NUMBER

    def shatters(self, battle: Battle, bearer: Unit, lot: Lot) -> int | Dice:
        return 0 if lot.kind == "combat" else self.level(battle, "ranged", target_of(battle, lot))

    def after_attack(self, battle: Battle, bearer: Unit, lot: Lot, damage: int) -> Script[None]:
        target, number = target_of(battle, lot), self.shatters(battle, bearer, lot)
        if not damage or not number:
            return
        if isinstance(number, Dice):
            why = f"{self.name} of {bearer.name}"
            number = yield from roll_sum(number, why=why, rule=self.id, seat=bearer.seat, unit=bearer.id)
        target.shattered = max(target.shattered, number)


# Who may be shot at


@SPECIALS.rule("Indirect", "kow.special.indirect_minimum", "kow.special.indirect_cover")
class Indirect(Special):
    """It cannot be aimed at targets within 12"; cover does not make them harder to hit."""

    indirect = True

    def check_target(self, battle: Battle, bearer: Unit, target: Unit, weapon: Weapon) -> Refused | None:
        if is_within(battle, bearer, target, TOO_NEAR):
            return Refused(
                f'{acts(target.name, "is")} too near: {weapon.name} needs a target more than {TOO_NEAR:g}" away.',
                self.id,
            )
        return None


@SPECIALS.rule("Reload", "kow.special.reload")
class Reload(Special):
    """It shoots only in a turn in which it was ordered to halt."""

    def check_target(self, battle: Battle, bearer: Unit, target: Unit, weapon: Weapon) -> Refused | None:
        if bearer.order not in ("", "halt"):
            return Refused(f"{acts(bearer.name, 'has')} to halt to shoot with {weapon.name}.", self.id)
        return None
