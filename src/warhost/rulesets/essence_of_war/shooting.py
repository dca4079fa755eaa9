"""The Shooting Phase: a unit, its target, the models that see and reach it, their Aim, the volley."""

from __future__ import annotations

import msgspec

from warhost.dice import Dice, odds
from warhost.play.questions import Denied, Odds, Option, Part
from warhost.play.script import Script, choose, roll_sum
from warhost.play.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import events
from warhost.rulesets.essence_of_war.attacks import Attack
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import enemies, friends
from warhost.rulesets.essence_of_war.damage import chances, make_attack, roll_hits, suffer
from warhost.rulesets.essence_of_war.entries import ArmedWith, Weapon
from warhost.rulesets.essence_of_war.formation import boundary, models
from warhost.rulesets.essence_of_war.panic import after_losses
from warhost.rulesets.essence_of_war.rules import speakers
from warhost.rulesets.essence_of_war.sight import Lookout
from warhost.rulesets.essence_of_war.turn import end_phase
from warhost.rulesets.essence_of_war.values import value
from warhost.table import TOLERANCE, distance

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
    key = yield from choose(
        battle.active, "shoot", "Which unit shoots, and at whom?", options, rules=RULES, denied=denied
    )
    if key == "pass":
        yield from end_phase(battle)
        return
    shooter, _, target = key.partition(">")
    yield from volley(battle, battle.units[int(shooter)], battle.units[int(target)])


def _possible(battle: Battle) -> tuple[list[Option], list[Denied]]:
    """Every unit that can shoot with every target that it can hit; why others that have a weapon cannot."""
    options = [Option("pass", "Nobody else shoots")]
    denied: list[Denied] = []
    for unit in friends(battle, battle.active):
        armed = weapon_of(battle, unit)
        if armed is None:
            continue
        refusal = why_not(unit, armed.weapon)
        if refusal is not None:
            denied.append(refusal)
            continue
        for target in enemies(battle, battle.active):
            option = _option(battle, unit, armed, target)
            if isinstance(option, Option):
                options.append(option)
            elif option is not None:
                denied.append(option)
    return options, denied


@rule("eow.shoot.optional_weapon")
def weapon_of(battle: Battle, unit: Unit) -> ArmedWith | None:
    """What the unit shoots with; most units have nothing. A model uses one weapon in a phase (EOW-R131)."""
    weapons = battle.entry(unit).weapons
    return weapons[0] if weapons else None


@rule("eow.shoot.who_cannot")
def why_not(unit: Unit, weapon: Weapon) -> Denied | None:
    """Why the unit cannot shoot now, if it cannot."""
    if unit.shot:
        return Denied(str(unit.id), f"{unit.name} has shot already.", "eow.shoot.sequence", unit.id)
    if unit.fleeing:
        why = "flees"
    elif unit.engaged:
        why = "is Engaged in Combat"
    elif unit.rallied:
        why = "has rallied this turn"
    elif unit.declared:
        why = "has declared a charge this turn"
    elif unit.marched and not weapon.march_and_shoot:
        why = "has marched this turn"
    else:
        return None
    return Denied(str(unit.id), f"{unit.name} cannot shoot: it {why}.", "eow.shoot.who_cannot", unit.id)


def _option(battle: Battle, unit: Unit, armed: ArmedWith, target: Unit) -> Option | Denied | None:
    """The choice to shoot at that target with what it promises; or why not, where the enemy is in reach."""
    reach = distance(boundary(battle, unit), boundary(battle, target))
    if reach > armed.weapon.range + TOLERANCE:
        return None
    key = f"{unit.id}>{target.id}"
    if target.engaged:
        why = f"{target.name} is Engaged in Combat and cannot be shot at."
        return Denied(key, why, "eow.shoot.target_not_engaged", unit.id, target.id)
    groups = shooters(battle, unit, armed, target)
    if not groups:
        why = f"No model of {unit.name} has Line of Sight and Range to {target.name}."
        return Denied(key, why, "eow.shoot.target_los", unit.id, target.id)
    attacks = [_attack(battle, unit, armed.weapon, target, group) for group in groups]
    hits = wounds = 0.0
    for group, attack in zip(groups, attacks, strict=True):
        shots = group.count * _mean_shots(armed.weapon)
        expected = chances(battle, attack)
        hits += shots * expected.hit
        wounds += shots * expected.health
    if not hits:
        why = f"{unit.name} needs {min(group.aim for group in groups)}+ to hit {target.name}: no shot can hit."
        return Denied(key, why, "eow.shoot.seven_plus", unit.id, target.id)
    promise = tuple(
        Odds(f"needed to hit by {group.count} {_of('model', group.count)}", group.aim, group.parts) for group in groups
    )
    return Option(
        key,
        f"{unit.name}: shoot at {target.name}",
        (Odds("expected hits", hits), Odds("expected Health Points lost", wounds), *promise),
        unit.id,
        target.id,
    )


@rule("eow.shoot.per_model_check", "eow.shoot.two_ranks", "eow.shoot.range_measure", "eow.shoot.target_los")
def shooters(battle: Battle, unit: Unit, armed: ArmedWith, target: Unit) -> list[Shooters]:
    """The models that shoot, in groups of those that shoot alike: in a rank that may, with sight and in range."""
    weapon = armed.weapon
    lookout = Lookout(battle, unit, target)
    aim = _aim(battle, unit, armed)
    strength = value(battle, unit, "str") if weapon.str_ is None else weapon.str_
    ap = value(battle, unit, "ap") if weapon.ap is None else weapon.ap
    close, half = weapon.close, weapon.range / 2 + TOLERANCE
    counts: dict[tuple[bool, bool, bool], int] = {}
    for model in models(battle, unit):
        if model.rank >= weapon.ranks:
            break
        away = distance(model.base, lookout.there)
        if away > weapon.range + TOLERANCE or not lookout.sees(model):
            continue
        far = away > half and "long range" not in weapon.ignores
        hidden = "cover" not in weapon.ignores and lookout.covered(model)
        near = close is not None and away <= close.within + TOLERANCE
        counts[far, hidden, near] = counts.get((far, hidden, near), 0) + 1
    found = []
    for (far, hidden, near), count in counts.items():
        need = _with_penalties(aim, far, hidden)
        stronger, deeper = (close.str_, close.ap) if close is not None and near else (None, None)
        found.append(
            Shooters(
                count,
                strength if stronger is None else stronger,
                ap if deeper is None else deeper,
                need.total,
                tuple(need.parts),
            )
        )
    return found


@rule("eow.shoot.aim", "eow.shoot.moved")
def _aim(battle: Battle, unit: Unit, armed: ArmedWith) -> Tally:
    """The D6 that all models of the unit need before range and Cover are looked at: its Aim, spells, its move."""
    need = Tally(armed.aim)
    for speaker in speakers(battle, unit):
        speaker.on_value(battle, unit, "aim", need)
    if (unit.moved or unit.marched or unit.magic_moved) and "moving" not in armed.weapon.ignores:
        need.add(1, "Moving and Shooting", "eow.shoot.moved")
    return need


@rule("eow.shoot.modifiers_add", "eow.shoot.long_range")
def _with_penalties(aim: Tally, far: bool, hidden: bool) -> Tally:
    """Each penalty makes the needed number one higher."""
    need = Tally(aim.base)
    need.parts.extend(aim.parts)
    if far:
        need.add(1, "Long Range", "eow.shoot.long_range")
    if hidden:
        need.add(1, "Cover", "eow.shoot.cover.half")
    return need


def _attack(battle: Battle, unit: Unit, weapon: Weapon, target: Unit, group: Shooters) -> Attack:
    """The attack of like models, with a count of models until their shots are known."""
    return make_attack(
        battle,
        "shooting",
        unit,
        target,
        group.count,
        what=weapon.name,
        rule="eow.shoot.aim",
        strength=group.strength,
        ap=group.ap,
        hit_on=group.aim,
        poison=weapon.poison,
    )


def volley(battle: Battle, unit: Unit, target: Unit) -> Script[None]:
    """All models of the unit that can shoot at the target: hits, damage, and Panic once all is resolved."""
    armed = weapon_of(battle, unit)
    assert armed is not None, f"{unit.name} has nothing to shoot with"
    weapon = armed.weapon
    attacks = []
    per_unit = None
    for group in shooters(battle, unit, armed, target):
        attack = _attack(battle, unit, weapon, target, group)
        if battle.scene.settings.shots_rolled == "per unit" and per_unit is None:
            per_unit = yield from _shots(unit, weapon, 1)
        attack.count = (
            group.count * per_unit if per_unit is not None else (yield from _shots(unit, weapon, group.count))
        )
        attacks.append(attack)
    unit.shot = True
    yield events.UnitShot(unit.id, target.id, weapon.name, sum(attack.count for attack in attacks))
    for attack in attacks:
        yield from roll_hits(battle, attack)
    yield from suffer(battle, attacks)
    if target.pose is not None:
        yield from _panic(battle, target, unit)


@rule("eow.shoot.panic")
def _panic(battle: Battle, target: Unit, shooter: Unit) -> Script[None]:
    """A target that has lost a quarter of its Health Points in this phase tests, after the whole volley."""
    yield from after_losses(battle, target, shooter.id)


@rule("eow.shoot.shots")
def _shots(unit: Unit, weapon: Weapon, count: int) -> Script[int]:
    """The shots of so many models. A random number is rolled for each of them, all dice together."""
    if isinstance(weapon.shots, int):
        return weapon.shots * count
    each = Dice.parse(weapon.shots)
    dice = msgspec.structs.replace(each, number=each.number * count, modifier=each.modifier * count)
    why = f"{weapon.name}: shots of {count} {_of('model', count)}"
    return (yield from roll_sum(dice, why=why, rule="eow.shoot.shots", seat=unit.seat, unit=unit.id))


def _mean_shots(weapon: Weapon) -> float:
    return weapon.shots if isinstance(weapon.shots, int) else odds.of(Dice.parse(weapon.shots)).mean


def _of(thing: str, count: int) -> str:
    return thing if count == 1 else f"{thing}s"


STEPS = {"shoot": shoot}
