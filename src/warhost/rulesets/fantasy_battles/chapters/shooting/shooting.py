"""The Shooting Phase: which unit shoots at which target, the volley and what it does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from warhost.play.counsel.throws import Reason, throw_number
from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script
from warhost.play.shown.english import acts, listed
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import phases
from warhost.rulesets.families.ninth_age.chapters.panic import after_losses, suffer_attacks
from warhost.rulesets.fantasy_battles.chapters.damage.damage import roll_hits
from warhost.rulesets.fantasy_battles.chapters.shooting import breath, misfire
from warhost.rulesets.fantasy_battles.chapters.shooting.salvos import (
    Salvo,
    Volley,
    armaments,
    attack_of,
    cannot_shoot,
    cannot_use,
    salvos_of,
    volleys,
)
from warhost.rulesets.fantasy_battles.chapters.turn import end_phase
from warhost.rulesets.fantasy_battles.core import (
    ArmedWith,
    Attack,
    Battle,
    Lookout,
    Unit,
    deny,
    enemies,
    field_of,
    friends,
    pair,
    pair_in,
)
from warhost.rulesets.fantasy_battles.shown import events
from warhost.rulesets.fantasy_battles.thinks.shooting_odds import promised, weighed
from warhost.table import TOLERANCE

RULES = ("t9a.shooting.sequence", "t9a.shooting.one_target")


@rule("t9a.shooting.sequence", "t9a.shooting.once_per_phase")
def shoot(battle: Battle) -> Script[None]:
    """One unit shoots; the phase ends when the Active Player has no other to choose or wants none."""
    options, denied = possible(battle)
    key = yield from phases.next_to_shoot(battle, options, denied, RULES, partial(_weighed, battle))
    if key is None:
        yield from end_phase(battle)
        return
    unit, target, volley = _named(battle, key)
    unit.shot = True
    yield from fire(battle, unit, target, salvos_of(battle, volley, target))


def _named(battle: Battle, key: str) -> tuple[Unit, Unit, Volley]:
    """The unit, its target and its weapons that the key of an option names."""
    both, _, number = key.partition(":")
    unit, target = pair_in(battle, both)
    return unit, target, volleys(battle, unit)[int(number or 0)]


def _weighed(battle: Battle, option: Option) -> tuple[Odds, ...]:
    """All that a volley has to expect, with the Panic that its losses may bring."""
    if option.unit is None or option.target is None:
        return option.odds
    _, target, volley = _named(battle, option.key)
    return weighed(battle, target, salvos_of(battle, volley, target))


def possible(battle: Battle) -> tuple[list[Option], list[Denied]]:
    """Every unit that can shoot with every target that it can hit; why others that have a weapon cannot."""
    options = [Option("pass", "No more shooting", passes=True)]
    denied: list[Denied] = []
    here = field_of(battle)
    for unit in friends(battle, battle.active):
        arms = [one for found in armaments(battle, unit) for one in found]
        if not arms:
            continue
        refused = cannot_shoot(battle, unit)
        usable = volleys(battle, unit) if refused is None else []
        if not usable:
            refused = refused or next(filter(None, (cannot_use(battle, one) for one in arms)), None)
            denied += [] if refused is None else [refused]
            continue
        for target in enemies(battle, battle.active):
            found, why = _options(battle, unit, target, usable, here.apart(unit.id, target.id))
            options += found
            denied += [] if why is None else [why]
    return options, denied


@rule("t9a.shooting.one_target", "t9a.shooting.same_attack_type")
def _options(
    battle: Battle, unit: Unit, target: Unit, usable: Sequence[Volley], away: float
) -> tuple[list[Option], Denied | None]:
    """The choices to shoot at that target, so many inches away, with what they promise; or why there is none."""
    farthest = max((arms for volley in usable for arms in volley), key=lambda arms: arms.range)
    if away > farthest.range + TOLERANCE:
        told = f'{acts(target.name, "is")} {away:.2f}" from {unit.name}'
        why = f'{told}; {farthest.name} has a range of {farthest.range}".'
        return [], deny(unit, why, "t9a.los.per_model", target)
    if target.engaged:
        why = f"{acts(target.name, 'is')} Engaged in Combat and cannot be shot at."
        return [], deny(unit, why, "t9a.shooting.one_target", target)
    volley_salvos = [(number, volley, salvos_of(battle, volley, target)) for number, volley in enumerate(usable)]
    able = [one for one in volley_salvos if one[2]]
    # Where others can be used, what not one model can use at this target is no choice.
    whole = [one for one in able if {salvo.arms.key for salvo in one[2]} == {arms.key for arms in one[1]}]
    if not able:
        return [], deny(unit, _unseen(battle, unit, target), "t9a.los.definition", target)
    options = []
    for number, volley, salvos in whole or able[:1]:
        key = f"{pair(unit, target)}:{number}" if number else pair(unit, target)
        named = f" with {weapons_of(volley)}" if len(whole) > 1 else ""
        label = f"{unit.name}: shoot at {target.name}{named}"
        options.append(Option(key, label, promised(battle, target, salvos), unit.id, target.id))
    return options, None


def weapons_of(volley: Volley) -> str:
    return listed(list(dict.fromkeys(arms.name for arms in volley)))


def _unseen(battle: Battle, unit: Unit, target: Unit) -> str:
    """Why no model can shoot at a target that is near enough."""
    hidden = Lookout(battle, unit, target).hidden_by()
    behind = f": {listed(list(hidden))} in the way" if hidden else ""
    return f"No model in {unit.name} has both Line of Sight and range to {target.name}{behind}."


@rule("t9a.shooting.one_target", "t9a.shooting.sequence", "t9a.special.artillery_weapon")
def fire(battle: Battle, unit: Unit, target: Unit, salvos: Sequence[Salvo]) -> Script[None]:
    """All salvos of a unit at once: hits, damage, Panic once all is resolved, and at last the weapons that misfired."""
    attacks: list[tuple[Salvo, Attack]] = []
    for salvo in salvos:
        attack = attack_of(battle, salvo, target, (yield from _rolled_strength(salvo)))
        attack.count = yield from _shots(battle, salvo)
        attacks.append((salvo, attack))
    for arms in {salvo.arms.key: salvo.arms for salvo in salvos}.values():
        shots = sum(attack.count for salvo, attack in attacks if salvo.arms.key == arms.key)
        yield events.UnitShot(arms.shooter.id, target.id, arms.name, shots)
        if not isinstance(arms.how, ArmedWith):
            breath.use(battle, arms.shooter, arms.how)
    for _, attack in attacks:
        yield from roll_hits(battle, attack)
    body = battle.body(target)
    yield from suffer_attacks(battle, [attack for _, attack in attacks])
    if body.pose is not None:
        yield from after_losses(battle, body, unit.id)
    for salvo, attack in attacks:
        # A weapon takes one result, however many of its shots were natural 1s.
        for _ in range(min(attack.misfires, salvo.models)):
            assert isinstance(salvo.arms.how, ArmedWith)
            yield from misfire.misfire(battle, salvo.arms.shooter, salvo.arms.how.weapon)


def _rolled_strength(salvo: Salvo) -> Script[int | None]:
    """The Strength of a Breath where dice tell it."""
    shooter, _, how = salvo.arms
    if isinstance(how, ArmedWith):
        return None
    return int((yield from breath.with_strength(shooter, how)).strength)


def _shots(battle: Battle, salvo: Salvo) -> Script[int]:
    """The shots of like models. A random number is rolled for each of them, all dice together."""
    shooter = salvo.arms.shooter
    of = f"{salvo.models} {'model' if salvo.models == 1 else 'models'}"
    told = Reason(f"{salvo.arms.name}: shots of {of}", "t9a.shooting.multipart", shooter.seat, shooter.id)
    return (yield from throw_number(salvo.number(battle), told))


STEPS = {"shoot": shoot}
