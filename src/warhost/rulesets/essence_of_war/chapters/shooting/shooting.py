"""The Shooting Phase: a unit, its target, the models that see and reach it, their Aim, the volley."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from math import prod
from typing import NamedTuple

import msgspec

from warhost.dice import Dice, Distribution, odds
from warhost.play.counsel.throws import Reason, Stage, counted, mean, mean_number, spread_of_all, success, throw_number
from warhost.play.questions import Denied, Odds, Option, Part
from warhost.play.rules.tally import Tally
from warhost.play.script import Script
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.damage.damage import chain, hurdles, prepared, roll_hits
from warhost.rulesets.essence_of_war.chapters.shooting.breath import AUTOMATIC, as_weapon, breath_of, use
from warhost.rulesets.essence_of_war.chapters.turn import end_phase
from warhost.rulesets.essence_of_war.core import (
    ArmedWith,
    Attack,
    Battle,
    Lookout,
    Unit,
    Weapon,
    against,
    boundary,
    deny,
    enemies,
    field_of,
    friends,
    has,
    health,
    hear,
    models,
    pair,
    pair_in,
    spoken,
    stands_out,
    value,
)
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters import phases
from warhost.rulesets.families.ninth_age.chapters.panic import after_losses, suffer_attacks
from warhost.rulesets.families.ninth_age.thinks.losses import panic_odds
from warhost.table import TOLERANCE, Model, distance, summed

BREATH = ":breath"
"""The end of the key of an option to use a Breath."""

RULES = ("eow.shoot.sequence", "eow.shoot.one_target")


class Shooters(msgspec.Struct, frozen=True):
    """Models of a unit that shoot alike: how many, with what Strength and AP, needing what and why."""

    count: int
    strength: int
    ap: int
    aim: int
    parts: tuple[Part, ...]


@rule("eow.shoot.sequence")
def shoot(battle: Battle) -> Script[None]:
    """One unit shoots; the phase ends when the Active Player has no other to choose or wants none."""
    options, denied = _possible(battle)
    key = yield from phases.next_to_shoot(battle, options, denied, RULES, partial(_prospects, battle))
    if key is None:
        yield from end_phase(battle)
        return
    pair, _, breath = key.partition(":")
    yield from volley(battle, *pair_in(battle, pair), breath=bool(breath))


def _prospects(battle: Battle, option: Option) -> tuple[Odds, ...]:
    """All that a volley has to expect, with the Panic that its losses may bring."""
    if option.unit is None or option.target is None:
        return option.odds
    unit, target = battle.units[option.unit], battle.units[option.target]
    salvos = salvos_of(battle, unit, target, breath=option.key.endswith(BREATH))
    chains = [chain(battle, salvo.attack(battle, target)) for salvo in salvos]
    lost = odds.mixture((chance, _losses(battle, target, shots, chains)) for chance, shots in _volleys(battle, salvos))
    return (*option.odds[:2], *panic_odds(battle, target, lost), *option.odds[2:])


def _possible(battle: Battle) -> tuple[list[Option], list[Denied]]:
    """Every unit that can shoot with every target that it can hit; why others that have a weapon cannot."""
    options = [Option("pass", "No more shooting", passes=True)]
    denied: list[Denied] = []
    here = field_of(battle)
    for unit, breath in product(friends(battle, battle.active), (False, True)):
        if breath and not any(breath_of(battle, one) for one in everybody(battle, unit)):
            continue
        armed = armed_of(battle, unit, breath=breath)
        refusals = [why_not(battle, unit, one.weapon) for _, one in armed]
        if not armed or all(refusals):
            denied += [refusal for refusal in refusals[:1] if refusal is not None]
            continue
        for target in targets(battle):
            apart = here.apart(unit.id, target.id) if target.host is None else _apart(battle, unit, target)
            option = _option(battle, unit, target, apart, breath=breath)
            if isinstance(option, Option):
                options.append(option)
            else:
                denied.append(option)
    return options, denied


@rule("eow.special.war_platform.target")
def targets(battle: Battle) -> Iterator[Unit]:
    """Whom the Active Player may shoot at: enemy units, and Towering War Platforms picked out of their ranks."""
    for enemy in enemies(battle, battle.active):
        yield enemy
        guest = battle.guest_of(enemy)
        if guest is not None and stands_out(battle, guest):
            yield guest


def _apart(battle: Battle, unit: Unit, target: Unit) -> float:
    return distance(boundary(battle, unit), boundary(battle, target))


def everybody(battle: Battle, unit: Unit) -> list[Unit]:
    """The unit and the guest in its ranks."""
    guest = battle.guest_of(unit)
    return [unit] if guest is None else [unit, guest]


@rule("eow.adv.char.no_unit_rules", "eow.shoot.optional_weapon")
def armed_of(battle: Battle, unit: Unit, *, breath: bool = False) -> list[tuple[Unit, ArmedWith]]:
    """Who of a unit shoots with what: its own models, and its guest with a weapon of its own (EOW-R131).

    Those who use their Breath use it in place of another weapon (EOW-R130).
    """
    found = []
    for one in everybody(battle, unit):
        fire = breath_of(battle, one) if breath else None
        armed = weapon_of(battle, one) if fire is None else as_weapon(fire)
        if armed is not None:
            found.append((one, armed))
    return found


@rule("eow.shoot.optional_weapon")
def weapon_of(battle: Battle, unit: Unit) -> ArmedWith | None:
    """What the unit shoots with; most units have nothing. A model uses one weapon in a phase (EOW-R131)."""
    weapons = battle.entry(unit).weapons
    return weapons[0] if weapons else None


@rule("eow.shoot.who_cannot", "eow.shoot.sequence", "eow.flee.no_actions")
def why_not(battle: Battle, unit: Unit, weapon: Weapon) -> Denied | None:
    """Why the unit cannot shoot now, if it cannot."""
    if unit.shot:
        return deny(unit, f"{acts(unit.name, 'has')} already shot.", "eow.shoot.sequence")
    they, are = verb(unit.name, "it"), verb(unit.name, "is")
    if unit.fleeing:
        why = f"{are} fleeing"
    elif unit.engaged:
        why = f"{are} Engaged in Combat"
    elif unit.rallied:
        why = "rallied this turn"
    elif unit.declared:
        why = "declared a charge this turn"
    elif unit.marched and not weapon.march_and_shoot and not has(battle, unit, "shoots_after_march"):
        why = "marched this turn"
    else:
        return None
    return deny(unit, f"{unit.name} cannot shoot: {they} {why}.", "eow.shoot.who_cannot")


class Salvo(NamedTuple):
    """Models of a unit that shoot alike, with what they shoot: its own, or its guest."""

    shooter: Unit
    armed: ArmedWith
    group: Shooters

    def attack(self, battle: Battle, target: Unit) -> Attack:
        return attack_of(battle, self.shooter, self.armed.weapon, target, self.group)


def salvos_of(battle: Battle, unit: Unit, target: Unit, *, breath: bool = False) -> list[Salvo]:
    """All that shoots when the unit shoots at the target: all its models at the same one (EOW-R131)."""
    return [
        Salvo(one, armed, group)
        for one, armed in armed_of(battle, unit, breath=breath)
        if why_not(battle, unit, armed.weapon) is None
        for group in shooters(battle, one, armed, target)
    ]


@rule("eow.shoot.range_measure", "eow.shoot.target_not_engaged", "eow.shoot.target_los", "eow.shoot.seven_plus")
def _option(battle: Battle, unit: Unit, target: Unit, reach: float, *, breath: bool = False) -> Option | Denied:
    """The choice to shoot at that target, so many inches away, with what it promises; or why not."""
    armed = [armed for _, armed in armed_of(battle, unit, breath=breath)]
    if breath:
        armed = [one for one in armed if one.aim == AUTOMATIC]
    farthest = max((one.weapon for one in armed), key=lambda weapon: weapon.range)
    if reach > farthest.range + TOLERANCE:
        why = (
            f"{acts(target.name, 'is')} "
            f'{reach:.2f}" from {unit.name}; {farthest.name} has a range of {farthest.range}".'
        )
        return deny(unit, why, "eow.shoot.range_measure", target)
    if battle.body(target).engaged:
        why = f"{acts(target.name, 'is')} Engaged in Combat and cannot be shot at."
        return deny(unit, why, "eow.shoot.target_not_engaged", target)
    salvos = salvos_of(battle, unit, target, breath=breath)
    if not salvos or (breath and all(salvo.armed.aim != AUTOMATIC for salvo in salvos)):
        why = f"No model in {unit.name} has both Line of Sight and range to {target.name}."
        return deny(unit, why, "eow.shoot.target_los", target)
    attacks = [salvo.attack(battle, target) for salvo in salvos]
    chains = [chain(battle, attack) for attack in attacks]
    volleys = _volleys(battle, salvos)
    landing = [1.0 if salvo.armed.aim == AUTOMATIC else success(one) for salvo, one in zip(salvos, chains, strict=True)]
    hits = summed(chance * _mean(shots, landing) for chance, shots in volleys)
    if not hits:
        least = min(salvo.group.aim - one.to_hit.total for salvo, one in zip(salvos, attacks, strict=True))
        why = f"Hitting {target.name} would take {least}+: {unit.name} cannot hit."
        return deny(unit, why, "eow.shoot.seven_plus", target)
    promise = tuple(
        Odds(
            f"to hit, {salvo.group.count} {_of('model', salvo.group.count)}",
            salvo.group.aim - attack.to_hit.total,
            (*_aim(salvo), *(Part(-part.amount, part.why, part.rule) for part in attack.to_hit.parts)),
            "needed",
        )
        for salvo, attack in zip(salvos, attacks, strict=True)
        if salvo.armed.aim != AUTOMATIC
    )
    losses = summed(chance * _expected_losses(battle, target, shots, chains) for chance, shots in volleys)
    lost = Odds("expected HP lost", losses, hurdles(battle, attacks[0]), "expected", telling=True)
    told = (Odds("expected hits", hits, kind="expected"), lost, *promise)
    if breath:
        label = f"{unit.name}: {armed[0].weapon.name} on {target.name}"
        return Option(f"{pair(unit, target)}{BREATH}", label, told, unit.id, target.id)
    return against(unit, target, f"{unit.name}: shoot at {target.name}", told)


def _aim(salvo: Salvo) -> tuple[Part, ...]:
    """What the number that the models need to hit is made of."""
    armed = salvo.armed
    return (Part(armed.aim, f"Aim with the {armed.weapon.name}", "eow.shoot.aim"), *salvo.group.parts)


@rule("eow.shoot.per_model_check", "eow.shoot.two_ranks", "eow.shoot.range_measure", "eow.shoot.target_los")
def shooters(battle: Battle, unit: Unit, armed: ArmedWith, target: Unit) -> list[Shooters]:
    """The models that shoot, in groups of those that shoot alike: in a rank that may, with sight and in range."""
    body = battle.body(unit)
    weapon = _handled(battle, body, armed.weapon)
    lookout = Lookout(battle, body, target)
    moved = body.moved or body.marched or has(battle, body, "counts_as_moved")
    usual = usual_shot(battle, unit, armed, moved=moved)
    counts: dict[tuple[bool, bool, bool], int] = {}
    for model in _shooting_models(battle, unit):
        if model.rank >= weapon.ranks:
            break
        away = distance(model.base, lookout.there)
        if away > weapon.range + TOLERANCE or not lookout.sees(model):
            continue
        far, near = is_far(weapon, away), is_near(weapon, away)
        hidden = "cover" not in weapon.ignores and lookout.covered(model)
        counts[far, hidden, near] = counts.get((far, hidden, near), 0) + 1
    return [
        shooting_alike(usual, weapon, count, far=far, hidden=hidden, near=near)
        for (far, hidden, near), count in counts.items()
    ]


@rule("eow.list.empire_of_sonnstahl.rule.order_long_range")
def _handled(battle: Battle, unit: Unit, weapon: Weapon) -> Weapon:
    """A weapon in the hands of a unit whose rules spare it some penalties."""
    spared = [penalty for _, speaker in spoken(battle, unit, "ignores_aim") for penalty in speaker.ignores_aim]
    if not spared:
        return weapon
    return msgspec.structs.replace(weapon, ignores=(*weapon.ignores, *spared))


def _shooting_models(battle: Battle, unit: Unit) -> Sequence[Model]:
    """The models of a unit, or the guest in its ranks, from the front."""
    if unit.host is None:
        return models(battle, unit)
    return (Model(*battle.units[unit.host].spot, boundary(battle, unit)),)


@rule("eow.shoot.long_range")
def is_far(weapon: Weapon, away: float) -> bool:
    """Whether that is Long Range for the weapon, and it matters."""
    return away > weapon.range / 2 + TOLERANCE and "long range" not in weapon.ignores


def is_near(weapon: Weapon, away: float) -> bool:
    """Whether that is so close that the weapon has other figures."""
    return weapon.close is not None and away <= weapon.close.within + TOLERANCE


@rule("eow.shoot.aim", "eow.shoot.moved")
def usual_shot(battle: Battle, unit: Unit, armed: ArmedWith, *, moved: bool) -> Shooters:
    """What all models of the unit have before range and Cover are looked at: its Aim with spells and its move."""
    weapon, need = armed.weapon, Tally(armed.aim)
    if armed.aim == AUTOMATIC:
        return Shooters(1, weapon.str_ or 0, weapon.ap or 0, AUTOMATIC, ())
    hear(battle, unit, "aim", need)
    if moved and "moving" not in weapon.ignores:
        need.add(1, "Moving and Shooting", "eow.shoot.moved")
    strength = value(battle, unit, "str") if weapon.str_ is None else weapon.str_
    ap = value(battle, unit, "ap") if weapon.ap is None else weapon.ap
    return Shooters(1, strength, ap, need.total, tuple(need.parts))


@rule("eow.shoot.modifiers_add")
def shooting_alike(usual: Shooters, weapon: Weapon, count: int, *, far: bool, hidden: bool, near: bool) -> Shooters:
    """So many models that shoot from there. Each penalty makes the needed number one higher."""
    penalties = []
    if far:
        penalties.append(Part(1, "Long Range", "eow.shoot.long_range"))
    if hidden:
        penalties.append(Part(1, "Cover", "eow.shoot.cover.half"))
    stronger, deeper = (weapon.close.str_, weapon.close.ap) if weapon.close is not None and near else (None, None)
    return Shooters(
        count,
        usual.strength if stronger is None else stronger,
        usual.ap if deeper is None else deeper,
        usual.aim + len(penalties),
        (*usual.parts, *penalties),
    )


def attack_of(battle: Battle, unit: Unit, weapon: Weapon, target: Unit, group: Shooters) -> Attack:
    """The attack of like models, with a count of models until their shots are known."""
    if group.aim == AUTOMATIC:
        attack = Attack(
            *("special", unit.id, target.id, group.count, weapon.name, "eow.special_attack.breath_hits"),
            strength=group.strength,
            ap=group.ap,
        )
        return prepared(battle, attack)
    attack = Attack(
        *("shooting", unit.id, target.id, group.count, weapon.name, "eow.shoot.aim"),
        strength=group.strength,
        ap=group.ap,
        hit_on=group.aim,
        poison=weapon.poison,
    )
    if weapon.multiple_wounds:
        attack.multiply = (weapon.multiple_wounds, 1)
    if weapon.area:
        spread_out(battle, attack, weapon.area)
    return prepared(battle, attack)


@rule("eow.special.area_attack.hits", "eow.special.area_attack.profile", "eow.special.area_attack.combined")
def spread_out(battle: Battle, attack: Attack, most: int) -> None:
    """Each hit of an Area Attack is one of Strength 7 and others of Strength 3, one for each model at most.

    A guest counts as a model, but all hits are the R&F's (EOW-R132).
    """
    target = battle.units[attack.target]
    hits = min(most, target.models + (target.guest is not None))
    attack.strength, attack.ap, attack.multiply = 7, 4, ("D3", 1)
    if hits > 1:
        others = Attack(
            *("shooting", attack.attacker, attack.target, 0, f"{attack.what} around it", attack.rule),
            strength=3,
            ap=0,
        )
        attack.besides = (hits - 1, prepared(battle, others))


@rule("eow.shoot.one_target", "eow.shoot.shots", "eow.shoot.aim", "eow.shoot.panic")
def volley(battle: Battle, unit: Unit, target: Unit, *, breath: bool = False) -> Script[None]:
    """All models of the unit that can shoot at the target: hits, damage, and Panic once all is resolved."""
    attacks: dict[int, list[Attack]] = {}
    per_unit: dict[int, int] = {}
    salvos = salvos_of(battle, unit, target, breath=breath)
    for shooter, armed, group in salvos:
        attack = attack_of(battle, shooter, armed.weapon, target, group)
        if battle.scene.settings.shots_rolled == "per unit" and shooter.id not in per_unit:
            per_unit[shooter.id] = yield from _shots(shooter, armed.weapon, 1)
        if shooter.id in per_unit:
            attack.count = group.count * per_unit[shooter.id]
        else:
            attack.count = yield from _shots(shooter, armed.weapon, group.count)
        attacks.setdefault(shooter.id, []).append(attack)
    unit.shot = True
    weapons = {shooter.id: armed.weapon.name for shooter, armed, _ in salvos}
    for number, own in attacks.items():
        yield events.UnitShot(number, target.id, weapons[number], sum(attack.count for attack in own))
    together = [attack for own in attacks.values() for attack in own]
    for attack in together:
        yield from roll_hits(battle, attack)
    together += [attack.besides[1] for attack in together if attack.besides is not None]
    for shooter in (shooter for shooter, armed, _ in salvos if armed.aim == AUTOMATIC):
        fire = breath_of(battle, shooter)
        if fire is not None:
            use(shooter, fire)
    body = battle.body(target)
    yield from suffer_attacks(battle, together)
    if body.pose is not None:
        yield from _panic(battle, body, unit)


@rule("eow.shoot.panic")
def _panic(battle: Battle, target: Unit, shooter: Unit) -> Script[None]:
    """A target that has lost a quarter of its Health Points in this phase tests, after the whole volley."""
    yield from after_losses(battle, target, shooter.id)


@rule("eow.shoot.shots")
def _shots(unit: Unit, weapon: Weapon, count: int) -> Script[int]:
    """The shots of so many models. A random number is rolled for each of them, all dice together."""
    told = Reason(f"{weapon.name}: shots of {count} {_of('model', count)}", "eow.shoot.shots", unit.seat, unit.id)
    return (yield from throw_number(counted(weapon.shots, count), told))


def _volleys(battle: Battle, salvos: Sequence[Salvo]) -> list[tuple[float, list[int | Dice]]]:
    """The shots that these may make: independently, or for each roll that all models of a unit share."""
    weapons = {salvo.shooter.id: salvo.armed.weapon for salvo in salvos}
    shared = battle.scene.settings.shots_rolled == "per unit"
    rolled = [number for number, weapon in weapons.items() if shared and not isinstance(weapon.shots, int)]
    found: list[tuple[float, list[int | Dice]]] = []
    rolls = [[(number, *roll) for roll in odds.of(Dice.parse(str(weapons[number].shots))).items()] for number in rolled]
    for combination in product(*rolls):
        chance = prod(chance for _, _, chance in combination)
        each = {number: shots for number, shots, _ in combination}
        found.append((chance, [_shots_of(salvo, each.get(salvo.shooter.id)) for salvo in salvos]))
    return found


def _shots_of(salvo: Salvo, each: int | None) -> int | Dice:
    """The shots of like models, of which each makes so many, or as many as its weapon says."""
    count = salvo.group.count
    return counted(salvo.armed.weapon.shots, count) if each is None else each * count


def _mean(shots: Sequence[int | Dice], each: Sequence[float]) -> float:
    return summed(mean_number(number) * figure for number, figure in zip(shots, each, strict=True))


@rule("eow.damage.overkill")
def _expected_losses(battle: Battle, target: Unit, shots: Sequence[int | Dice], chains: Sequence[Stage]) -> float:
    """The Health Points that the target has to expect to lose; it cannot lose more than it has."""
    left = health(battle, target)
    if sum(number if isinstance(number, int) else max(odds.of(number)) for number in shots) <= left:
        return _mean(shots, [mean(one) for one in chains])
    return _losses(battle, target, shots, chains).mean


def _losses(battle: Battle, target: Unit, shots: Sequence[int | Dice], chains: Sequence[Stage]) -> Distribution[int]:
    """The Health Points that so many shots may take from the target."""
    return spread_of_all(zip(chains, shots, strict=True), health(battle, target))


def _of(thing: str, count: int) -> str:
    return thing if count == 1 else f"{thing}s"


STEPS = {"shoot": shoot}
