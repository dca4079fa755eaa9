"""The ranged phase: units shoot and cast, one after the other, then nerve is tested (Ranged Phase)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from warhost.play.questions import Choose, Denied, Odds, Option, Part, reasons
from warhost.play.script import Denials, Refused, Script, choose_key, roll_sum
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters import attacks, fire, magic, nerve
from warhost.rulesets.kings_of_war.chapters.turn import end_phase
from warhost.rulesets.kings_of_war.core import (
    Battle,
    Known,
    Unit,
    Weapon,
    enemies,
    events,
    field_of,
    friends,
    sight,
    speaking,
)
from warhost.rulesets.kings_of_war.thinks import ranged_odds
from warhost.table import TOLERANCE

RULES = ("kow.ranged.target", "kow.ranged.one_type")

NEARLY = 6.0
"""How far out of range a unit is, in inches, of which it is still told why it cannot be a target."""


class Fire(NamedTuple):
    """A ranged attack or a spell that a unit may make against a unit."""

    key: str
    unit: Unit
    target: Unit
    arm: Weapon | Known

    @property
    def label(self) -> str:
        if isinstance(self.arm, Weapon):
            return f"{acts(self.unit.name, 'shoots')} at {self.target.name} with {self.arm.name}"
        whom = "itself" if self.target is self.unit else self.target.name
        return f"{acts(self.unit.name, 'casts')} {magic.title(self.arm)} on {whom}"


# What may be fired


class Armed(NamedTuple):
    """A unit with the weapons and spells that it could use now, or why it can use none of those that it has."""

    unit: Unit
    weapons: list[Weapon]
    spells: list[Known]
    why: Refused | None

    def at(self, target: Unit, arm: Weapon | Known) -> Fire:
        """One of these used against that unit; it is named where the unit has several."""
        named = f":{arm.name}" if len(self.weapons) > 1 or isinstance(arm, Known) else ""
        return Fire(f"{self.unit.id}{named}>{target.id}", self.unit, target, arm)


def possible(battle: Battle, units: Sequence[Unit]) -> list[Fire]:
    """All that these units may fire or cast now."""
    able = [unit for unit in units if fire.why_silent(unit) is None]
    seen = sight.known(battle)
    found = []
    for own in _armed(battle, able):
        unit = own.unit
        for arm, targets in _aims(battle, own, TOLERANCE) if own.why is None else ():
            bars = _barring(battle, unit, arm)
            found += [
                own.at(target, arm)
                for target in targets
                if bars(target) is None and (target is unit or sight.may_see(battle, unit, target, seen))
            ]
    return found


def denials(battle: Battle, units: Sequence[Unit]) -> list[Denied]:
    """Why these units may not fire or cast what they have, or not at the units that are near."""
    found = []
    for own in _armed(battle, units):
        unit = own.unit
        if own.why is not None:
            found.append(Denied(str(unit.id), own.why.message, own.why.rule or RULES[0], unit.id))
            continue
        for arm, targets in _aims(battle, own, NEARLY):
            for target in targets:
                one = own.at(target, arm)
                why = _why_no_target(battle, one)
                if why is not None:
                    found.append(Denied(one.key, why.message, why.rule or RULES[0], unit.id, target.id))
    return found


@rule("kow.ranged.target", "kow.ranged.not_engaged", "kow.magic.as_ranged", "kow.charge.engaged_no_ranged")
def _armed(battle: Battle, units: Sequence[Unit]) -> Iterator[Armed]:
    """Those of the units that have anything to fire or to cast."""
    for unit in units:
        entry = battle.entry(unit)
        if not (entry.weapons or entry.spells or entry.artefact or unit.effects):
            continue
        weapons, spells = fire.weapons_of(battle, unit), magic.known_spells(battle, unit)
        if not weapons and not spells:
            continue
        why = fire.why_silent(unit)
        if why is None and unit.engaged:
            weapons, spells = [], [known for known in spells if not magic.is_barred(unit, known)]
            if not spells:
                why = Refused(f"{acts(unit.name, 'is')} engaged.", "kow.ranged.not_engaged")
        yield Armed(unit, weapons, spells, why)


def _aims(battle: Battle, own: Armed, beyond: float) -> Iterator[tuple[Weapon | Known, list[Unit]]]:
    """Everything that a unit has, with everybody for whom it is meant and who is no farther out of range than that."""
    unit, here = own.unit, field_of(battle)
    foes = [foe.id for foe in enemies(battle, unit.seat)]
    for weapon in own.weapons:
        far = float(fire.range_of(battle, unit, weapon)) + beyond
        yield weapon, [battle.units[number] for number in here.within(unit.id, far, foes)]
    for known in own.spells:
        spell = magic.spell_of(known)
        far = magic.reach_of(battle, unit, spell) + beyond
        meant = [one.id for one in battle.units if one.pose is not None and magic.is_for(spell, unit, one)]
        yield known, [battle.units[number] for number in here.within(unit.id, far, meant)]


def _barring(battle: Battle, unit: Unit, arm: Weapon | Known) -> Callable[[Unit], Refused | None]:
    """Why it may not be fired at a unit, or cast on it, even if that is seen."""
    if isinstance(arm, Weapon):
        return fire.barring(battle, unit, arm)
    return magic.barring(battle, unit, arm)


def _why_no_target(battle: Battle, one: Fire) -> Refused | None:
    if isinstance(one.arm, Weapon):
        return fire.why_no_target(battle, one.unit, one.target, one.arm)
    return magic.why_no_target(battle, one.unit, one.arm, one.target)


# The phase


@rule("kow.ranged.one_type")
def shoot(battle: Battle) -> Script[None]:
    """One unit makes its ranged attack or casts its spell; when nobody can or wants to, the phase ends."""
    own = friends(battle, battle.active)
    fires = possible(battle, own)
    if not fires:
        if not any(unit.shot for unit in own):
            yield events.NothingToDo(battle.active, "Ranged", why_nothing(denials(battle, own)))
        yield from end(battle)
        return
    denied = partial(denials, battle, own)
    picked = yield from _pick(battle, fires, denied, "Who shoots or casts next?", "End the ranged phase")
    if picked is None:
        yield from end(battle)
    else:
        yield from carry_out(battle, picked)


def why_nothing(denied: Sequence[Denied]) -> str:
    """Why nobody can shoot or cast, in few words."""
    near = "no unit has ranged weapons or spells with a target near"
    return reasons(denied, near, many="no unit has a target in range and sight")


def _pick(battle: Battle, fires: Sequence[Fire], denied: Denials, text: str, otherwise: str) -> Script[Fire | None]:
    by_key = {one.key: one for one in fires}

    def weigh(option: Option) -> Sequence[Odds]:
        return odds_of(battle, by_key[option.key]) if option.key in by_key else ()

    def made() -> Choose:
        options = [Option(one.key, one.label, unit=one.unit.id, target=one.target.id) for one in fires]
        passing = Option("pass", otherwise, passes=True)
        return Choose(seat=battle.active, topic="shoot", text=text, rules=RULES, options=(*options, passing))

    key = yield from choose_key(battle.active, [*(one.key for one in fires), "pass"], made, denied=denied, weigh=weigh)
    return by_key.get(key)


def odds_of(battle: Battle, one: Fire) -> tuple[Odds, ...]:
    """What the attack or spell has to expect."""
    if isinstance(one.arm, Weapon):
        return ranged_odds.shot_odds(battle, one.unit, one.arm, one.target)
    return ranged_odds.spell_odds(battle, one.unit, one.arm, one.target)


def carry_out(battle: Battle, one: Fire) -> Script[None]:
    """The attack is made, or the spell cast, if the target can really be seen."""
    unit, target = one.unit, one.target
    if target is not unit and not (yield from sight.settled(battle, unit, target)):
        yield events.NotSeen(unit.id, target.id)
        return
    if isinstance(one.arm, Weapon):
        yield from fire_weapon(battle, unit, one.arm, target)
        return
    yield from magic.cast_spell(battle, unit, one.arm, target)
    yield from _cast_again(battle, unit)


@rule("kow.ranged.hit_dice", "kow.ranged.damage_counters", "kow.ranged.one_type")
def fire_weapon(battle: Battle, unit: Unit, weapon: Weapon, target: Unit) -> Script[None]:
    """The unit shoots: dice to hit, dice to damage, and what the damage brings at once (KOW-R093)."""
    unit.shot = True
    aim = yield from fire.aimed(battle, unit, target)
    number = yield from fire.rolled_number(battle, unit, weapon)
    lot = fire.shot(battle, unit, weapon, target, aim, number)
    done = yield from attacks.resolve(battle, lot)
    yield events.UnitShot(
        unit.id,
        target.id,
        weapon.name,
        attacks.dice_of(lot),
        done.hits,
        done.damage,
        attacks.to_hit(lot).face,
        attacks.to_damage(lot),
        (Part(lot.need, "Shooting", "kow.ranged.hit_roll"), *attacks.needed_parts(lot.to_hit)),
        (Part(lot.defence, "Defence", "kow.ranged.damage_roll"), *attacks.needed_parts(lot.to_damage)),
    )
    damage = yield from nerve.suffer(battle, target, done.damage, weapon.name, unit.id)
    if damage:
        target.hurt = True
    yield from attacks.aftermath(battle, lot, damage)


@rule("kow.artefact.amulet_of_the_fireheart")
def _cast_again(battle: Battle, unit: Unit) -> Script[None]:
    """A rule may let the unit cast a second, different spell right after its first, once a game (KOW-R142)."""
    found = [one for one in speaking(battle, unit, "casts_again") if one.name not in unit.used]
    if not found or len(unit.cast) != 1 or unit.pose is None:
        return
    unit.shot = False
    spells = [one for one in possible(battle, [unit]) if isinstance(one.arm, Known)]
    denied = denials(battle, [unit]) if spells else []
    unit.shot = True
    if not spells:
        return
    text = f"Does {unit.name} cast a second spell with {found[0].name}?"
    picked = yield from _pick(battle, spells, lambda: denied, text, "Keep it for later")
    if picked is None:
        return
    unit.used += (found[0].name,)
    yield events.ArtefactUsed(unit.id, found[0].name)
    yield from carry_out(battle, picked)


@rule("kow.ranged.nerve_at_end", "kow.spell.mind_fog", "kow.spell.surge_no_nerve")
def end(battle: Battle) -> Script[None]:
    """The phase ends: every enemy that was damaged in it tests once, all at the same time, and so does who is in Mind
    Fog. Who was reached by a surged unit does not test for damage."""
    tested = [unit for unit in enemies(battle, battle.active) if unit.fogged or (unit.hurt and not unit.excused)]
    if tested:
        for unit in tested:
            if unit.fogged:
                why = f"Mind Fog: {unit.name}"
                more = yield from roll_sum(
                    ranged_odds.FOG, why=why, rule="kow.spell.mind_fog", seat=battle.active, unit=unit.id
                )
                unit.shattered = max(unit.shattered, more)
        yield from nerve.take_tests(battle, tested, "ranged", battle.active)
    for unit in battle.units:
        unit.hurt = unit.fogged = False
        unit.shattered = 0
    yield from end_phase(battle)


STEPS = {"shoot": shoot}
