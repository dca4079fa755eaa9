"""The Shooting Phase: a unit, its target, the models that see and reach it, their Aim, the volley."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.dice import Dice, Distribution, odds
from warhost.play.english import acts
from warhost.play.questions import Denied, Odds, Option, Part, reasons
from warhost.play.script import Script, choose
from warhost.play.tally import Tally
from warhost.play.throws import Reason, Stage, counted, mean, mean_number, spread_of_all, success, throw_number
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import events
from warhost.rulesets.essence_of_war.attacks import Attack
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import against, deny, enemies, friends, pair_in
from warhost.rulesets.essence_of_war.damage import chain, hurdles, prepared, roll_hits
from warhost.rulesets.essence_of_war.entries import ArmedWith, Weapon
from warhost.rulesets.essence_of_war.formation import field_of, health, models
from warhost.rulesets.essence_of_war.losses import panic_odds
from warhost.rulesets.essence_of_war.panic import after_losses, suffer_attacks
from warhost.rulesets.essence_of_war.rules import has, speakers
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
    if len(options) == 1 and not any(unit.shot for unit in friends(battle, battle.active)):
        why = reasons(denied, "no unit that can shoot")
        yield events.NothingToDo(battle.active, "Shooting", why)
    key = yield from choose(
        battle.active,
        "shoot",
        "Which unit shoots at which target?",
        options,
        rules=RULES,
        denied=denied,
        weigh=lambda option: _prospects(battle, option),
    )
    if key == "pass":
        yield from end_phase(battle)
        return
    yield from volley(battle, *pair_in(battle, key))


def _prospects(battle: Battle, option: Option) -> tuple[Odds, ...]:
    """All that a volley has to expect, with the Panic that its losses may bring."""
    if option.unit is None or option.target is None:
        return option.odds
    unit, target = battle.units[option.unit], battle.units[option.target]
    armed = weapon_of(battle, unit)
    assert armed is not None, f"{unit.name} has nothing to shoot with"
    groups = shooters(battle, unit, armed, target)
    chains = [chain(battle, attack_of(battle, unit, armed.weapon, target, group)) for group in groups]
    lost = odds.mixture(
        (chance, _losses(battle, target, shots, chains))
        for chance, shots in _volleys(battle, armed.weapon, [group.count for group in groups])
    )
    return (*option.odds[:2], *panic_odds(battle, target, lost), *option.odds[2:])


def _possible(battle: Battle) -> tuple[list[Option], list[Denied]]:
    """Every unit that can shoot with every target that it can hit; why others that have a weapon cannot."""
    options = [Option("pass", "No more shooting", passes=True)]
    denied: list[Denied] = []
    here = field_of(battle)
    for unit in friends(battle, battle.active):
        armed = weapon_of(battle, unit)
        if armed is None:
            continue
        refusal = why_not(battle, unit, armed.weapon)
        if refusal is not None:
            denied.append(refusal)
            continue
        for target in enemies(battle, battle.active):
            option = _option(battle, unit, armed, target, here.apart(unit.id, target.id))
            if isinstance(option, Option):
                options.append(option)
            else:
                denied.append(option)
    return options, denied


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
    if unit.fleeing:
        why = "flees"
    elif unit.engaged:
        why = "Engaged in Combat"
    elif unit.rallied:
        why = "rallied this turn"
    elif unit.declared:
        why = "declared a charge this turn"
    elif unit.marched and not weapon.march_and_shoot and not has(battle, unit, "shoots_after_march"):
        why = "marched this turn"
    else:
        return None
    return deny(unit, f"{unit.name} cannot shoot: {why}.", "eow.shoot.who_cannot")


@rule("eow.shoot.range_measure", "eow.shoot.target_not_engaged", "eow.shoot.target_los", "eow.shoot.seven_plus")
def _option(battle: Battle, unit: Unit, armed: ArmedWith, target: Unit, reach: float) -> Option | Denied:
    """The choice to shoot at that target, so many inches away, with what it promises; or why not."""
    if reach > armed.weapon.range + TOLERANCE:
        why = (
            f"{acts(target.name, 'is')} "
            f'{reach:.2f}" from {unit.name}; {armed.weapon.name} has a range of {armed.weapon.range}".'
        )
        return deny(unit, why, "eow.shoot.range_measure", target)
    if target.engaged:
        why = f"{acts(target.name, 'is')} Engaged in Combat and cannot be shot at."
        return deny(unit, why, "eow.shoot.target_not_engaged", target)
    groups = shooters(battle, unit, armed, target)
    if not groups:
        why = f"No model in {unit.name} has both Line of Sight and range to {target.name}."
        return deny(unit, why, "eow.shoot.target_los", target)
    attacks = [attack_of(battle, unit, armed.weapon, target, group) for group in groups]
    chains = [chain(battle, attack) for attack in attacks]
    volleys = _volleys(battle, armed.weapon, [group.count for group in groups])
    hits = sum(chance * _mean(shots, [success(one) for one in chains]) for chance, shots in volleys)
    if not hits:
        why = f"Hitting {target.name} would take {min(group.aim for group in groups)}+: {unit.name} cannot hit."
        return deny(unit, why, "eow.shoot.seven_plus", target)
    aim = Part(armed.aim, f"Aim with the {armed.weapon.name}", "eow.shoot.aim")
    promise = tuple(
        Odds(f"to hit, {group.count} {_of('model', group.count)}", group.aim, (aim, *group.parts), "needed")
        for group in groups
    )
    losses = sum(chance * _expected_losses(battle, target, shots, chains) for chance, shots in volleys)
    lost = Odds("expected HP lost", losses, hurdles(battle, attacks[0]), "expected", telling=True)
    told = (Odds("expected hits", hits, kind="expected"), lost, *promise)
    return against(unit, target, f"{unit.name}: shoot at {target.name}", told)


@rule("eow.shoot.per_model_check", "eow.shoot.two_ranks", "eow.shoot.range_measure", "eow.shoot.target_los")
def shooters(battle: Battle, unit: Unit, armed: ArmedWith, target: Unit) -> list[Shooters]:
    """The models that shoot, in groups of those that shoot alike: in a rank that may, with sight and in range."""
    weapon = armed.weapon
    lookout = Lookout(battle, unit, target)
    usual = usual_shot(battle, unit, armed, moved=unit.moved or unit.marched)
    counts: dict[tuple[bool, bool, bool], int] = {}
    for model in models(battle, unit):
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
    for speaker in speakers(battle, unit).at("on_value"):
        speaker.on_value(battle, unit, "aim", need)
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
    attack = Attack(
        *("shooting", unit.id, target.id, group.count, weapon.name, "eow.shoot.aim"),
        strength=group.strength,
        ap=group.ap,
        hit_on=group.aim,
        poison=weapon.poison,
    )
    return prepared(battle, attack)


@rule("eow.shoot.one_target", "eow.shoot.shots", "eow.shoot.aim", "eow.shoot.panic")
def volley(battle: Battle, unit: Unit, target: Unit) -> Script[None]:
    """All models of the unit that can shoot at the target: hits, damage, and Panic once all is resolved."""
    armed = weapon_of(battle, unit)
    assert armed is not None, f"{unit.name} has nothing to shoot with"
    weapon = armed.weapon
    attacks = []
    per_unit = None
    for group in shooters(battle, unit, armed, target):
        attack = attack_of(battle, unit, weapon, target, group)
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
    yield from suffer_attacks(battle, attacks)
    if target.pose is not None:
        yield from _panic(battle, target, unit)


@rule("eow.shoot.panic")
def _panic(battle: Battle, target: Unit, shooter: Unit) -> Script[None]:
    """A target that has lost a quarter of its Health Points in this phase tests, after the whole volley."""
    yield from after_losses(battle, target, shooter.id)


@rule("eow.shoot.shots")
def _shots(unit: Unit, weapon: Weapon, count: int) -> Script[int]:
    """The shots of so many models. A random number is rolled for each of them, all dice together."""
    told = Reason(f"{weapon.name}: shots of {count} {_of('model', count)}", "eow.shoot.shots", unit.seat, unit.id)
    return (yield from throw_number(counted(weapon.shots, count), told))


def _volleys(battle: Battle, weapon: Weapon, counts: Sequence[int]) -> list[tuple[float, list[int | Dice]]]:
    """The shots that groups of so many models may make: independently, or for each roll that all of them share."""
    if isinstance(weapon.shots, int) or battle.scene.settings.shots_rolled == "per model":
        return [(1.0, [counted(weapon.shots, count) for count in counts])]
    rolls = odds.of(Dice.parse(weapon.shots))
    return [(chance, [shots * count for count in counts]) for shots, chance in rolls.items()]


def _mean(shots: Sequence[int | Dice], each: Sequence[float]) -> float:
    return sum(mean_number(number) * figure for number, figure in zip(shots, each, strict=True))


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
