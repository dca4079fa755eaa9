"""Misfires: what becomes of an Artillery Weapon that rolled a 1 to hit (Misfire Table for Artillery Weapons)."""

from __future__ import annotations

from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.chapters.damage.damage import lose_together, prepared
from warhost.rulesets.fantasy_battles.core import Attack, Battle, Boon, Unit, Weapon, boundary, has, health, models
from warhost.rulesets.fantasy_battles.shown import events
from warhost.table import Rect, within

STRENGTH, AP = 5, 2
"""How hard an Explosion hits."""


@rule("t9a.misfire.roll")
def misfire(battle: Battle, shooter: Unit, weapon: Weapon) -> Script[None]:
    """A D6 on the table, with what the data of the weapon add to it (T9A-R123)."""
    if battle.body(shooter).pose is None or not shooter.models:
        return
    why = f"{weapon.name}: Misfire"
    rolled = yield from roll_sum("D6", why=why, rule="t9a.misfire.roll", seat=shooter.seat, unit=shooter.id)
    result = rolled + weapon.misfire
    if result <= 0:
        yield events.Misfired(shooter.id, weapon.name, result, "Explosion")
        yield from explosion(battle, shooter)
    elif result <= 2:
        yield events.Misfired(shooter.id, weapon.name, result, "Breakdown")
        breakdown(shooter, weapon)
    elif result <= 4:
        yield events.Misfired(shooter.id, weapon.name, result, "Jammed")
        jammed(battle, shooter, weapon)
    else:
        yield events.Misfired(shooter.id, weapon.name, result, "Malfunction")
        yield from malfunction(battle, shooter)


@rule("t9a.misfire.explosion")
def explosion(battle: Battle, shooter: Unit) -> Script[None]:
    """Every model within D6" of the Misfiring one takes a hit, friend or foe; then that one is gone (T9A-R124)."""
    why = "Explosion: inches"
    inches = yield from roll_sum("D6", why=why, rule="t9a.misfire.explosion", seat=shooter.seat, unit=shooter.id)
    centre = spot_of(battle, shooter)
    attacks = []
    for unit in battle.units:
        hits = _near(battle, unit, centre, inches) - (unit is shooter)
        if hits > 0:
            attack = Attack(
                *("miscast", None, unit.id, hits, "Explosion", "t9a.misfire.explosion"),
                strength=STRENGTH,
                ap=AP,
                named=unit.host is not None,
            )
            attack.hits = hits
            attacks.append(prepared(battle, attack))
    hurt = [battle.body(battle.units[attack.target]) for attack in attacks]
    yield from panic.suffer_attacks(battle, attacks)
    if battle.body(shooter).pose is not None and shooter.models:
        yield from _loses(battle, shooter, _health_of_one(battle, shooter), "exploded")
    yield from panic.after_losses_of_all(battle, {unit.id: unit for unit in hurt}.values(), None)


def spot_of(battle: Battle, shooter: Unit) -> Rect:
    """The base of the model that misfires: the first of its unit, where there are several."""
    return boundary(battle, shooter) if shooter.host is not None else models(battle, shooter)[0].base


def _near(battle: Battle, unit: Unit, centre: Rect, inches: float) -> int:
    """How many of a unit's own models, or a guest by itself, stand within so many inches."""
    if battle.body(unit).pose is None:
        return 0
    bases = [boundary(battle, unit)] if unit.host is not None else [model.base for model in models(battle, unit)]
    return sum(within(base, centre, inches) for base in bases)


def _health_of_one(battle: Battle, unit: Unit) -> int:
    """The Health Points left of the model that misfires: one that has been wounded, if there is one."""
    return min(health(battle, unit), battle.profile(unit).hp - unit.wounds)


@rule("t9a.misfire.breakdown")
def breakdown(shooter: Unit, weapon: Weapon) -> None:
    """The model cannot use the weapon again in this game."""
    if weapon.name not in shooter.broken_weapons:
        shooter.broken_weapons = (*shooter.broken_weapons, weapon.name)


@rule("t9a.misfire.jammed")
def jammed(battle: Battle, shooter: Unit, weapon: Weapon) -> None:
    """The weapon may not shoot in its owner's next Player Turn; a War Machine is Shaken until that turn ends."""
    body = battle.body(shooter)
    if has(battle, body, "shaken_when_jammed"):
        body.boons = (*body.boons, Boon("Shaken", "own next turn"))
        return
    later = battle.active == shooter.seat or battle.first == shooter.seat
    shooter.jammed = (*shooter.jammed, (weapon.name, battle.turn + later))


@rule("t9a.misfire.malfunction")
def malfunction(battle: Battle, shooter: Unit) -> Script[None]:
    """The model loses a Health Point without any save."""
    yield from _loses(battle, shooter, 1, "Malfunction")
    yield from panic.after_losses(battle, battle.body(shooter), None)


def _loses(battle: Battle, shooter: Unit, points: int, how: str) -> Script[None]:
    """The shooter loses Health Points by its own weapon; if its unit is gone its friends may panic."""
    body = battle.body(shooter)
    yield from lose_together(battle, {shooter.id: points}, how)
    if body.pose is None:
        yield from panic.after_destroyed(battle, body)
