"""Miscasts: what three equal Magic Dice do to the caster (Miscast)."""

from __future__ import annotations

from warhost.dice import Dice, Distribution, odds
from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.core import Attack, Battle, Unit
from warhost.rulesets.fantasy_battles.shown import magic_events as events
from warhost.rulesets.fantasy_battles.thinks.magic_odds import BROKEN, tripled

__all__ = ["BROKEN", "RESULTS", "ROWS", "apply", "losses", "result_of"]

RESULTS = {
    1: "Broken Concentration",
    2: "Witchfire",
    3: "Magical Inferno",
    4: "Amnesia",
    5: "Backlash",
    6: "Implosion",
    7: "Breach in the Veil",
}

ROWS = {
    1: "t9a.miscast.111_broken_concentration",
    2: "t9a.miscast.222_witchfire",
    3: "t9a.miscast.333_magical_inferno",
    4: "t9a.miscast.444_amnesia",
    5: "t9a.miscast.555_backlash",
    6: "t9a.miscast.666_implosion",
    7: "t9a.miscast.777_breach",
}

MOST = 7
"""777 and everything above is the same."""

FIRE = {2: "D6", 3: "2D6"}
"""The hits of Witchfire and of Magical Inferno on the caster's unit."""

FIRE_AP = 2

HITS = {5: 2, 6: 4}
"""The hits of Backlash and of Implosion on the caster."""

WOUND_ON, HITS_AP = 4, 10


@rule("t9a.miscast.trigger", "t9a.miscast.modifier", "t9a.miscast.000_no_effect")
def result_of(casting: Casting) -> int:
    """The row of the Miscast table: the number of the triple with all modifiers; 0 if nothing happens."""
    triple = tripled(casting.faces)
    return 0 if triple is None else max(0, min(MOST, triple + casting.miscast.total))


@rule("t9a.magic.cast_step_f", "t9a.miscast.timing")
def apply(battle: Battle, casting: Casting) -> Script[None]:
    """What the Miscast does, once the spell and its Attribute Spell are resolved."""
    result, triple = result_of(casting), tripled(casting.faces)
    caster = battle.bearing(casting.caster.entry)
    body = battle.body(caster)
    if result <= BROKEN or triple is None or body.pose is None:
        return
    yield events.Miscast(caster.id, RESULTS[result], triple, casting.spell.name)
    if result in FIRE:
        yield from _fire(battle, caster, result, casting.dice)
    elif result in HITS:
        yield from _hit(battle, caster, result)
    elif result == MOST:
        yield from _breach(battle, caster)
    else:
        yield from _forget(caster, casting.spell.name)


@rule("t9a.miscast.222_witchfire", "t9a.miscast.333_magical_inferno")
def _fire(battle: Battle, caster: Unit, result: int, dice: int) -> Script[None]:
    """Hits on the caster's unit, as strong as dice were used."""
    name, body = RESULTS[result], battle.body(caster)
    hits = yield from roll_sum(FIRE[result], why=f"Hits of {name}", rule=ROWS[result], seat=caster.seat, unit=caster.id)
    yield from _suffer(battle, body, fire(battle, caster, result, dice, hits))


@rule("t9a.miscast.222_witchfire", "t9a.miscast.333_magical_inferno")
def fire(battle: Battle, caster: Unit, result: int, dice: int, hits: int) -> Attack:
    """So many hits of Witchfire or Magical Inferno after a spell with so many dice."""
    attack = _attack(battle.body(caster), hits, result)
    attack.strength, attack.ap = dice, FIRE_AP
    return damage.prepared(battle, attack)


@rule("t9a.miscast.555_backlash", "t9a.miscast.666_implosion")
def _hit(battle: Battle, caster: Unit, result: int) -> Script[None]:
    """Hits on the caster alone, against which armour is of no use."""
    yield from _suffer(battle, battle.body(caster), strike(battle, caster, result))


@rule("t9a.miscast.555_backlash", "t9a.miscast.666_implosion")
def strike(battle: Battle, caster: Unit, result: int) -> Attack:
    """The hits of Backlash or Implosion."""
    attack = _attack(caster, HITS[result], result)
    attack.wound_on, attack.ap, attack.named = WOUND_ON, HITS_AP, True
    return damage.prepared(battle, attack)


def _attack(target: Unit, hits: int, result: int) -> Attack:
    rules = ("Magical Attacks",)
    return Attack("miscast", None, target.id, hits, RESULTS[result], ROWS[result], rules=rules, magical=True)


def _suffer(battle: Battle, body: Unit, attack: Attack) -> Script[None]:
    yield from damage.roll_hits(battle, attack)
    yield from panic.suffer_attacks(battle, [attack])
    yield from panic.after_losses(battle, body, None)


@rule("t9a.miscast.777_breach")
def _breach(battle: Battle, caster: Unit) -> Script[None]:
    """The casting model is removed; no save helps."""
    body = battle.body(caster)
    points = _model(battle, caster)
    yield from damage.lose_together(battle, {caster.id: points}, "lost in a breach in the Veil")
    if body.pose is None:
        yield from panic.after_destroyed(battle, body)
    else:
        yield from panic.after_losses(battle, body, None)


@rule("t9a.miscast.444_amnesia")
def _forget(caster: Unit, spell: str) -> Script[None]:
    """The caster cannot cast the spell any more in this game."""
    caster.forgotten = (*caster.forgotten, spell)
    yield events.SpellForgotten(caster.id, spell)


def _model(battle: Battle, caster: Unit) -> int:
    """The Health Points that the casting model has left."""
    return battle.profile(caster).hp - caster.wounds


def losses(battle: Battle, casting: Casting, result: int) -> Distribution[int]:
    """The Health Points that the caster and its unit may lose by a result of the table, with the exact chances."""
    caster = casting.caster
    if result in FIRE:
        return damage.losses_of(battle, fire(battle, caster, result, casting.dice, 1), Dice.parse(FIRE[result]))
    if result in HITS:
        return damage.losses_of(battle, strike(battle, caster, result))
    return odds.certain(_model(battle, caster) if result == MOST else 0)
