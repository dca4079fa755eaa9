"""The ranged phase: units shoot and cast, one after the other, then nerve is tested (Ranged Phase)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.play.english import acts
from warhost.play.questions import Denied, Odds, Option, Part, reasons
from warhost.play.script import Refused, Script, choose, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war import attacks, events, fire, magic, nerve, ranged_odds, sight
from warhost.rulesets.kings_of_war.battle import Battle, Unit, enemies, friends
from warhost.rulesets.kings_of_war.entries import Known, Weapon
from warhost.rulesets.kings_of_war.formation import apart, footprint, footprint_at
from warhost.rulesets.kings_of_war.rules import speakers
from warhost.rulesets.kings_of_war.turn import acting, end_phase
from warhost.table import TOLERANCE, Pose, distance

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


class Chances(NamedTuple):
    """What may be fired, and why other things may not."""

    fires: list[Fire]
    denied: list[Denied]


@rule("kow.ranged.target", "kow.ranged.not_engaged", "kow.magic.as_ranged", "kow.charge.engaged_no_ranged")
def possible(battle: Battle, units: Sequence[Unit]) -> Chances:
    """All that these units may fire or cast now."""
    found = Chances([], [])
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
        if why is not None:
            found.denied.append(Denied(str(unit.id), why.message, why.rule or RULES[0], unit.id))
            continue
        _at_enemies(battle, unit, weapons, found)
        _with_spells(battle, unit, spells, found)
    return found


def _at_enemies(battle: Battle, unit: Unit, weapons: Sequence[Weapon], found: Chances) -> None:
    several = len(weapons) > 1
    for weapon in weapons:
        reach = fire.range_of(battle, unit, weapon)
        for target in enemies(battle, unit.seat):
            if apart(battle, unit, target) > reach + NEARLY:
                continue
            key = f"{unit.id}:{weapon.name}>{target.id}" if several else f"{unit.id}>{target.id}"
            _note(found, Fire(key, unit, target, weapon), fire.why_no_target(battle, unit, target, weapon))


def _with_spells(battle: Battle, unit: Unit, spells: Sequence[Known], found: Chances) -> None:
    for known in spells:
        spell = magic.spell_of(known)
        reach = magic.reach_of(battle, unit, spell)
        for target in battle.units:
            if target.pose is None or not magic.is_for(spell, unit, target):
                continue
            if target is not unit and apart(battle, unit, target) > reach + NEARLY:
                continue
            key = f"{unit.id}:{known.name}>{target.id}"
            _note(found, Fire(key, unit, target, known), magic.why_no_target(battle, unit, known, target))


def _note(found: Chances, one: Fire, why: Refused | None) -> None:
    if why is None:
        found.fires.append(one)
    else:
        found.denied.append(Denied(one.key, why.message, why.rule or RULES[0], one.unit.id, one.target.id))


# The phase


@rule("kow.ranged.one_type")
def shoot(battle: Battle) -> Script[None]:
    """One unit makes its ranged attack or casts its spell; when nobody can or wants to, the phase ends."""
    if not acting(battle):
        yield from end(battle)
        return
    own = friends(battle, battle.active)
    known = possible(battle, own)
    if not known.fires:
        if not any(unit.shot for unit in own):
            yield events.NothingToDo(battle.active, "Ranged", why_nothing(known.denied))
        yield from end(battle)
        return
    picked = yield from _pick(battle, known, "Who shoots or casts next?", "End the ranged phase")
    if picked is None:
        yield from end(battle)
    else:
        yield from carry_out(battle, picked)


def why_nothing(denied: Sequence[Denied]) -> str:
    """Why nobody can shoot or cast, in few words: what each enemy is spared by would be a long list."""
    if len(denied) > 1 and any(one.target is not None for one in denied):
        return "nobody has a target in range and in sight"
    return reasons(denied, "no unit has ranged weapons or spells with a target near")


def _pick(battle: Battle, known: Chances, text: str, otherwise: str) -> Script[Fire | None]:
    by_key = {one.key: one for one in known.fires}

    def weigh(option: Option) -> Sequence[Odds]:
        return odds_of(battle, by_key[option.key]) if option.key in by_key else ()

    options = [Option(one.key, one.label, unit=one.unit.id, target=one.target.id) for one in known.fires]
    options.append(Option("pass", otherwise, passes=True))
    key = yield from choose(battle.active, "shoot", text, options, rules=RULES, denied=known.denied, weigh=weigh)
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
    found = [one for one in speakers(battle, unit).at("casts_again") if one.name not in unit.used]
    if not found or len(unit.cast) != 1 or unit.pose is None or not acting(battle):
        return
    unit.shot = False
    known = possible(battle, [unit])
    unit.shot = True
    spells = Chances([one for one in known.fires if isinstance(one.arm, Known)], known.denied)
    if not spells.fires:
        return
    text = f"Does {unit.name} cast a second spell with {found[0].name}?"
    picked = yield from _pick(battle, spells, text, "Keep it for later")
    if picked is None:
        return
    unit.used += (found[0].name,)
    yield events.ArtefactUsed(unit.id, found[0].name)
    yield from carry_out(battle, picked)


@rule("kow.ranged.nerve_at_end", "kow.spell.mind_fog", "kow.spell.surge_no_nerve", "kow.timed.out_of_time")
def end(battle: Battle) -> Script[None]:
    """The phase ends: every enemy that was damaged in it tests once, all at the same time, and so does who is in Mind
    Fog. Who was reached by a surged unit does not test for damage. Whoever is out of time tests nobody (KOW-R181)."""
    tested = [unit for unit in enemies(battle, battle.active) if unit.fogged or (unit.hurt and not unit.excused)]
    if tested and acting(battle):
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


# From another place


def targets_from(battle: Battle, unit: Unit, weapon: Weapon, pose: Pose) -> list[Unit]:
    """The enemies that a unit would have in range and in sight with a weapon if it stood there."""
    place, reach = footprint_at(battle, unit, pose), fire.range_of(battle, unit, weapon)
    return [
        target
        for target in enemies(battle, unit.seat)
        if not target.engaged
        and distance(place, footprint(battle, target)) <= reach + TOLERANCE
        and sight.sees(battle, unit, target, pose) != "blocked"
    ]


STEPS = {"shoot": shoot}
