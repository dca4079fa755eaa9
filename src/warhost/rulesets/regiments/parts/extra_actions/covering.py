"""Covering Fire: shots that hit on 6s alone, hurt nobody and may force a morale test (Extra Actions: Covering Fire)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from warhost.play.events import counted
from warhost.play.questions import Odds, Part, reasons
from warhost.play.script import Script
from warhost.play.throws import END, Reason, Stage, attempt, mean, throw_on, to
from warhost.rulebook import rule
from warhost.rulesets.regiments import events, morale, shooting
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.optional import has_effect
from warhost.rulesets.regiments.parts.extra_actions import told
from warhost.rulesets.regiments.shooting import Fire

ROW = "aofr.extra_action.covering_fire"
RATTLES_ON = 4
BOOSTED = "boosted"
"""The effect that lies on a unit whose action is boosted: then one less is enough (Action Boosting)."""


@rule("aofr.extra_action.covering_fire", "aofr.extra_action.covering_fire_no_damage", "aofr.boost.covering_fire")
def chain(battle: Battle, unit: Unit) -> Stage:
    """The dice of one shot: an unmodified 6 hits, and brings a die that forces the test on a 4+. Nobody is wounded."""
    need = RATTLES_ON - has_effect(unit, BOOSTED)
    rattle = attempt("rattle", need, END, Reason("Covering Fire: to force a test", ROW, unit.seat, unit.id))
    return attempt("hit", 6, to(rattle), Reason("Covering Fire: to hit", ROW, unit.seat, unit.id))


@rule("aofr.extra_action.covering_fire")
def shoot(battle: Battle, unit: Unit, held: bool) -> Script[None]:
    """The unit names its targets as usual; the hits on each of them are rolled for together (AOFR-R248)."""
    fires = shooting.possible(battle, unit)
    if not fires:
        if unit.pose is not None:
            denied = shooting.out_of_reach(battle, unit, ())
            yield events.NoTarget(unit.id, reasons(denied, "no enemy is in range"))
        return
    orders = yield from shooting.declare(battle, unit, fires, held, partial(foretell, battle, unit))
    for number in dict.fromkeys(fire.target for fire in orders):
        yield from _cover(battle, unit, battle.units[number], [fire for fire in orders if fire.target == number])
    for fire in orders:
        shooting.use_up_in(battle, unit, fire)


def shots(battle: Battle, unit: Unit, fires: Sequence[Fire]) -> int:
    """How many dice are rolled to hit; nothing multiplies them."""
    return sum(
        attack.count for fire in fires for attack in shooting.attacks_of(battle, unit, fire, held=True, picks=None)
    )


@rule("aofr.extra_action.covering_fire", "aofr.extra_action.covering_fire_no_damage")
def _cover(battle: Battle, unit: Unit, target: Unit, fires: Sequence[Fire]) -> Script[None]:
    """Hits, then a die for each; one that is high enough and the target tests morale, whatever it has lost."""
    dice: dict[Stage | None, int] = {chain(battle, unit): shots(battle, unit, fires)}
    hits = yield from throw_on(dice, "hit")
    yield from throw_on(dice, "rattle")
    rattled = dice.get(None, 0) > 0
    yield told.CoveringFire(unit.id, target.id, hits, rattled)
    if rattled and not (yield from morale.take_test(battle, target, morale.made_test(battle, target), ROW)):
        yield from morale.shake(battle, target)


def foretell(battle: Battle, unit: Unit, fires: Sequence[Fire]) -> tuple[Odds, ...]:
    """How likely the target has to test, and becomes Shaken."""
    target = battle.units[fires[0].target]
    count = shots(battle, unit, fires)
    tests = 1 - (1 - mean(chain(battle, unit))) ** count
    test = morale.made_test(battle, target)
    share = Part(0, f"{counted(count, 'die', 'dice')}, 6s hit, and one of the hits has to force the test", ROW)
    fails = 0.0 if target.shaken else morale.failing(target, test)
    return (
        Odds("has to test morale", tests, (share,)),
        Odds("becomes Shaken", tests * fails, morale.test_parts(target, test), telling=True),
    )
