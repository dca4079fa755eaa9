"""What stratagems have to expect of the dice that follow, told before they are paid for."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from msgspec.structs import replace

from warhost.field import path_of
from warhost.play.battle import copied, stand
from warhost.play.questions import Odds
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.shooting import Fire
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import Battle, Effect, Unit, footprint
from warhost.rulesets.regiments.parts.command_points.withdrawing import furthest
from warhost.rulesets.regiments.parts.shared import harm_odds


def armour_broken(battle: Battle, attacks: Sequence[Attack], penalty: int) -> tuple[Odds, ...]:
    """What hits that have been rolled do, blocked at that penalty."""
    there = []
    for attack in attacks:
        other = copy(attack)
        other.to_block = attack.to_block.copy()
        other.to_block.add(penalty, "Armour Breaker", "aofr.cp.armour_breaker")
        there.append(other)
    return harm_odds.scored(battle, there)


def tired(attacks: Sequence[Attack]) -> list[Attack]:
    """The same blows of a unit that is fatigued: no impact, and only unmodified 6s hit."""
    there = [copy(attack) for attack in attacks if attack.kind != "impact"]
    for attack in there:
        attack.only_sixes = True
    return there


def fatigue(battle: Battle, target: Unit, attacks: Sequence[Attack], need: int) -> tuple[Odds, ...]:
    """How likely a unit about to strike is tired, and what its blows do on average then and otherwise."""
    plain, weak = (harm_odds.dealt(battle, target, [blows]) for blows in (list(map(copy, attacks)), tired(attacks)))
    works = harm_odds.on(need)
    told = Odds("counts as fatigued", works, telling=True)
    if not plain or not weak:
        return (told,)
    mean = works * weak[0].value + (1 - works) * plain[0].value
    return told, Odds("expected wounds on your unit", mean, kind="expected", telling=True)


def unhindered(battle: Battle, target: Unit, attacks: Sequence[Attack]) -> tuple[Odds, ...]:
    """What these blows do if nothing is done about them."""
    plain = harm_odds.dealt(battle, target, [list(map(copy, attacks))])
    return tuple(replace(one, label="expected wounds on your unit") for one in plain[:1])


def best(told: Sequence[tuple[Unit, Sequence[Odds]]]) -> tuple[Odds, ...]:
    """The expected wounds on the target that promises most, where there are several."""
    wounds = [(unit, one) for unit, all_of in told for one in all_of if one.label == "expected wounds"]
    if not wounds:
        return ()
    unit, most = max(wounds, key=lambda one: one[1].value)
    return (replace(most, label="expected wounds" if len(told) == 1 else f"expected wounds on {unit.name}"),)


def shot_at(
    battle: Battle, unit: Unit, fires: Sequence[Fire], held: bool, effects: Sequence[tuple[int, Effect]]
) -> tuple[Odds, ...]:
    """What the shots that are left to a unit do with these effects on their targets."""
    if not fires:
        return (Odds("expected wounds", 0.0, kind="expected", telling=True),)
    return harm_odds.shots(battle, unit, fires, held, effects)


def escape(battle: Battle, unit: Unit, charger: Unit, dice: str, rule_id: str) -> tuple[Odds, ...]:
    """How likely a charged unit gets out of reach, if it falls back as far as it can."""
    inches = harm_odds.inches(battle, dice)
    away = 0.0
    for total, chance in harm_odds.totals(dice):
        there = copied(battle)
        own = there.units[unit.id]
        steps = furthest(there, own, total, rule_id)
        if steps:
            stand(own, path_of(footprint(there, own), steps).end)
            away += chance * (charge.plan(there, there.units[charger.id], own) is None)
    return Odds("out of the charger's reach", away, telling=True), replace(inches, telling=False)


def volley_on_sixes(battle: Battle, unit: Unit, fire: Fire, held: bool) -> list[Attack]:
    """The attacks of a weapon group that hits on unmodified 6s alone."""
    attacks = shooting.attacks_of(battle, unit, fire, held, None)
    for attack in attacks:
        attack.only_sixes = True
    return attacks
