"""Magic: what a spell is, whom it may be cast on, its dice, and how it is cast (Magic)."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from warhost.play.questions import Part
from warhost.play.rules.rulebase import NamedRule, Rulebase
from warhost.play.script import Refused, Script
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters import attacks, fire, nerve
from warhost.rulesets.kings_of_war.chapters.attacks import Lot
from warhost.rulesets.kings_of_war.chapters.fire import Aim
from warhost.rulesets.kings_of_war.core import (
    Battle,
    Known,
    Unit,
    Weapon,
    armed_at,
    events,
    field_of,
    sight,
    speaking,
    spells_of,
    values,
)
from warhost.table import TOLERANCE, Arc

HITS_ON = 4
"""What spells need to hit."""


class Cast(NamedTuple):
    """A spell that has been cast: dice that hit, the hits that Blast made of them, the damage that was done."""

    caster: Unit
    target: Unit
    hits: int
    total: int
    damage: int


class Spell(NamedRule):
    """A spell: its line of the book, and what it does."""

    range: ClassVar[int] = 12
    missile: ClassVar[bool] = False
    """A magical missile: all modifiers to hit count."""
    friendly: ClassVar[bool] = False
    """For friendly units only; other spells are for enemies only."""
    on_self: ClassVar[bool] = False
    """The caster may cast it on itself."""
    on_others: ClassVar[bool] = True
    in_combat: ClassVar[bool] = False
    """It may be cast on units that are engaged."""
    while_engaged: ClassVar[bool] = False
    """It may be cast by who is engaged."""
    damages: ClassVar[bool] = False
    """Its hits roll to damage."""
    moves: ClassVar[bool] = False
    """It moves its target, which cannot be one that carries loot."""
    rerolls: ClassVar[bool] = True
    """Its dice to hit may be rolled again."""
    heals: ClassVar[bool] = False
    """Each hit takes a point of damage off its target."""
    fogs: ClassVar[bool] = False
    """Its target tests its nerve when the phase ends."""
    rules: ClassVar[tuple[str, ...]] = ()
    """The special rules of its line."""

    def check(self, battle: Battle, caster: Unit, target: Unit) -> Refused | None:
        """Why it cannot be cast on that unit, for a reason of its own."""
        return None

    def need(self, battle: Battle, target: Unit) -> int:
        """What its dice need to hit."""
        return HITS_ON

    def dice(self, battle: Battle, lot: Lot, number: int) -> int:
        """How many dice it rolls, of the (n) that the caster has."""
        return number

    def lands(self, battle: Battle, cast: Cast) -> Script[None]:
        """What follows from its hits besides damage."""
        yield from ()


SPELLS: Rulebase[Spell] = Rulebase(Spell)
"""Every spell of the book."""


def spell_of(known: Known) -> Spell:
    return SPELLS[known.name]()


@rule("kow.magic.profile_spells")
def known_spells(battle: Battle, unit: Unit) -> list[Known]:
    """The spells that a unit can cast in this turn and has not cast yet."""
    return [known for known in spells_of(battle, unit) if known.name in SPELLS and known.name not in unit.cast]


def title(known: Known) -> str:
    return f"{known.name} ({known.number})" if known.number else known.name


# Whom it may be cast on


def reach_of(battle: Battle, caster: Unit, spell: Spell) -> float:
    """How far a spell of that caster reaches."""
    inches = float(spell.range)
    for one in speaking(battle, caster, "spell_reach"):
        inches = one.spell_reach(battle, caster, spell.friendly, inches)
    return inches


@rule("kow.magic.friendly")
def is_for(spell: Spell, caster: Unit, target: Unit) -> bool:
    """Whether a spell is for units of the target's side at all."""
    if target is caster:
        return spell.friendly or spell.on_self
    return spell.on_others and (target.seat == caster.seat) == spell.friendly


@rule("kow.magic.as_ranged", "kow.magic.friendly", "kow.magic.combat_casting", "kow.loot.spell_immunity")
def barring(battle: Battle, caster: Unit, known: Known) -> Callable[[Unit], Refused | None]:
    """Why a spell cannot be cast on a unit for which it is meant, even if it is seen. Who casts it on itself needs no
    range (KOW-R129)."""
    here, spell = field_of(battle), spell_of(known)
    reach = reach_of(battle, caster, spell)
    weapon = Weapon(known.name, int(reach), rules=spell.rules, artefact=known.artefact)
    rules = armed_at(battle, caster, spell.rules, "artefact" if known.artefact else "spell", "check_target")

    def why_barred(target: Unit) -> Refused | None:
        if target is caster and not spell.on_self:
            return Refused(f"{acts(caster.name, 'is')} not a target for its own {known.name}.", "kow.magic.friendly")
        why = spell.check(battle, caster, target)
        if why is not None or target is caster:
            return why
        gap = here.apart(caster.id, target.id)
        if gap > reach + TOLERANCE:
            return fire.too_far(target, gap, known.name, reach)
        if target.engaged and not spell.in_combat:
            return Refused(f"{acts(target.name, 'is')} engaged.", "kow.magic.combat_casting")
        if spell.moves and any(marker.carrier == target.id for marker in battle.markers):
            return Refused(f"{acts(target.name, 'carries')} loot.", "kow.loot.spell_immunity")
        return next(filter(None, (one.check_target(battle, caster, target, weapon) for one in rules)), None)

    return why_barred


@rule("kow.magic.as_ranged")
def why_no_target(battle: Battle, caster: Unit, known: Known, target: Unit) -> Refused | None:
    """Why a spell cannot be cast on a unit for which it is meant. Who casts it on itself sees itself (KOW-R129)."""
    barred = barring(battle, caster, known)(target)
    if barred is not None or target is caster:
        return barred
    return fire.why_unseen(battle, caster, target, "kow.magic.as_ranged")


@rule("kow.ranged.not_engaged", "kow.spell.host_shadowbeast")
def is_barred(unit: Unit, known: Known) -> bool:
    """Whether the caster cannot cast it now because it is engaged."""
    return unit.engaged and not SPELLS[known.name].while_engaged


# Dice


@rule("kow.magic.dice", "kow.magic.hit_four", "kow.magic.magical_missile", "kow.nerve.devastated_attacks")
def lot_of(battle: Battle, caster: Unit, known: Known, target: Unit, aim: Aim) -> Lot:
    """The dice of a spell. Those of a magical missile are modified, and halved if its caster is devastated."""
    spell = spell_of(known)
    lot = Lot(
        "spell",
        caster.id,
        target.id,
        known.number,
        spell.need(battle, target),
        facing=aim.facing,
        what=known.name,
        rule=spell.id,
        missile=spell.missile,
        artefact=known.artefact,
        armed=spell.rules,
    )
    if spell.missile:
        fire.modify(battle, caster, lot, aim)
    attacks.prepared(battle, lot)
    lot.count = spell.dice(battle, lot, known.number)
    if spell.missile:
        lot.count = values.halved(battle, caster, lot.count)
    if not spell.rerolls:
        lot.hit_ones_by = lot.one_hit_by = None
    return lot


def aimed(battle: Battle, caster: Unit, spell: Spell, target: Unit) -> Script[Aim]:
    """How the target is seen, as far as it matters for the spell."""
    if not spell.damages:
        return Aim(Arc.FRONT)
    if spell.missile:
        return (yield from fire.aimed(battle, caster, target))
    return Aim((yield from sight.settled_arc(battle, caster, target)))


def aims(battle: Battle, caster: Unit, spell: Spell, target: Unit) -> list[tuple[float, Aim]]:
    """The same with its chances."""
    if not spell.damages:
        return [(1.0, Aim(Arc.FRONT))]
    found = fire.aims(battle, caster, target)
    return found if spell.missile else [(chance, Aim(aim.facing)) for chance, aim in found]


# Casting


@rule("kow.magic.as_ranged", "kow.ranged.one_type")
def cast_spell(battle: Battle, caster: Unit, known: Known, target: Unit) -> Script[None]:
    """The caster casts a spell on a unit that it sees: dice to hit, damage if it does any, and what else it does."""
    spell = spell_of(known)
    aim = yield from aimed(battle, caster, spell, target)
    lot = lot_of(battle, caster, known, target, aim)
    caster.shot = True
    caster.cast += (known.name,)
    done = yield from (attacks.resolve(battle, lot) if spell.damages else attacks.resolve_hits(battle, lot))
    yield _told(lot, spell, done, title(known))
    damage = 0
    if spell.damages:
        damage = yield from nerve.suffer(battle, target, done.damage, known.name, caster.id)
        if damage and may_test(spell, target):
            target.hurt = True
        yield from attacks.aftermath(battle, lot, damage)
    if done.hits:
        yield from spell.lands(battle, Cast(caster, target, done.hits, done.damage, damage))
        for one in speaking(battle, caster, "after_spell"):
            yield from one.after_spell(battle, caster, done.hits)


@rule("kow.spell.drain_life", "kow.spell.wither_and_perish")
def may_test(spell: Spell, target: Unit) -> bool:
    """Whether damage of the spell leads to a nerve test: never if it was cast into combat."""
    return not (spell.in_combat and target.engaged)


def _told(lot: Lot, spell: Spell, done: attacks.Done, name: str) -> events.SpellCast:
    needed = attacks.to_hit(lot).face
    hit_parts = (Part(lot.need, name, lot.rule), *attacks.needed_parts(lot.to_hit))
    if not spell.damages:
        return events.SpellCast(
            lot.attacker, lot.target, name, attacks.dice_of(lot), done.hits, needed, hit_parts=hit_parts
        )
    return events.SpellCast(
        lot.attacker,
        lot.target,
        name,
        attacks.dice_of(lot),
        done.hits,
        needed,
        done.damage,
        attacks.to_damage(lot),
        hit_parts,
        (Part(lot.defence, "Defence", "kow.ranged.damage_roll"), *attacks.needed_parts(lot.to_damage)),
    )
