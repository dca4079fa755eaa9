"""Covering Fire: shots that hit on 6s alone, hurt nobody and may force a morale test (Extra Actions: Covering Fire)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from warhost.play.battle import copied
from warhost.play.counsel.throws import mean
from warhost.play.events import counted
from warhost.play.questions import Odds, Part, reasons
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale, shooting
from warhost.rulesets.regiments.chapters.shooting import Fire
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.damage import BACKFIRED, RATTLED, chain
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import Battle, Cause, Unit, events, has_effect, lift
from warhost.rulesets.regiments.parts.extra_actions import told
from warhost.rulesets.regiments.parts.extra_actions.effects import CoveringFire, begin
from warhost.rulesets.regiments.thinks.loss_odds import Toll
from warhost.rulesets.regiments.thinks.shooting_odds import SLIGHT, softened
from warhost.table import summed

ROW = "aofr.extra_action.covering_fire"


@rule("aofr.extra_action.covering_fire")
def shoot(battle: Battle, unit: Unit, held: bool) -> Script[None]:
    """The unit names its targets and shoots as usual, but for what its hits do."""
    fires = shooting.possible(battle, unit)
    if not fires:
        if unit.pose is not None:
            denied = shooting.out_of_reach(battle, unit, ())
            yield events.NoTarget(unit.id, reasons(denied, "no enemy is in range"))
        return
    orders = yield from shooting.declare(battle, unit, fires, held, partial(foretell, battle, unit))
    begin(unit, CoveringFire)
    yield from shooting.fire_all(battle, unit, orders, held, hurting=False)
    lift(unit, CoveringFire.name)


@rule("aofr.extra_action.covering_fire", "aofr.extra_action.covering_fire_no_damage")
def rattle(battle: Battle, unit: Unit, attacks: Sequence[Attack]) -> Script[None]:
    """A target tests morale, whatever it has lost, if one of all the hits on it was enough (AOFR-R248)."""
    lift(unit, CoveringFire.name)
    for number in dict.fromkeys(attack.target for attack in attacks if attack.rattles_on is not None):
        target, own = battle.units[number], [attack for attack in attacks if attack.target == number]
        rattled = any(attack.rattled for attack in own)
        yield told.CoveringFire(unit.id, number, sum(attack.discarded for attack in own), rattled)
        if not rattled or is_gone(target):
            continue
        test, by = morale.made_test(battle, target), Cause(unit.id, "shooting")
        if not (yield from morale.take_test(battle, target, test, ROW, forced=by)):
            yield from morale.shake(battle, target)


def shots(battle: Battle, unit: Unit, fires: Sequence[Fire]) -> tuple[Battle, list[list[Attack]]]:
    """The attacks of such weapon groups, and the battle in which the unit lays down Covering Fire."""
    there = battle
    if not has_effect(unit, CoveringFire.name):
        there = copied(battle)
        begin(there.units[unit.id], CoveringFire)
    shooter = there.units[unit.id]
    return there, [shooting.attacks_of(there, shooter, fire, held=True, picks=None) for fire in fires]


def foretell(battle: Battle, unit: Unit, fires: Sequence[Fire]) -> tuple[Odds, ...]:
    """How likely the target has to test, and becomes Shaken; and the wounds that 6s and 1s bring all the same."""
    there, volleys = shots(battle, unit, fires)
    target = there.units[fires[0].target]
    attacks = [attack for attacks in volleys for attack in attacks]
    count, calm = sum(attack.count for attack in attacks), 1.0
    for attack in attacks:
        calm *= (1 - mean(chain(there, attack), RATTLED)) ** attack.count
    test = morale.made_test(there, target)
    share = Part(0, f"{counted(count, 'die', 'dice')}, 6s hit, and one of the hits has to force the test", ROW)
    fails = 0.0 if target.shaken else morale.failing(target, test)
    return (
        Odds("has to test morale", 1 - calm, (share,)),
        Odds("becomes Shaken", (1 - calm) * fails, morale.test_parts(target, test), telling=True),
        *_wounds(there, target, volleys),
    )


def _wounds(battle: Battle, target: Unit, volleys: Sequence[Sequence[Attack]]) -> Iterator[Odds]:
    """The wounds of criticals and of mishaps, where there are any."""
    after = softened(battle, target, volleys)
    taken = 0.0 if after is None else Toll(battle, target).taken(after)
    lost = summed(attack.count * mean(chain(battle, attack), BACKFIRED) for attacks in volleys for attack in attacks)
    if taken >= SLIGHT:
        yield Odds("expected wounds", taken, kind="expected")
    if lost >= SLIGHT:
        yield Odds("expected wounds on itself, before any are ignored", lost, kind="expected")
