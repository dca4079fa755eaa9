"""What charges have to expect: how likely they reach, and what the fight would bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.dice import Dice, odds
from warhost.play.battle import copied
from warhost.play.questions import Odds, Option
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.charge import move as charge_move
from warhost.rulesets.blue_age.chapters.charge import roll as charge_roll
from warhost.rulesets.blue_age.chapters.combat.fights import fights_of
from warhost.rulesets.blue_age.chapters.shooting import shots, thrown
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import Battle, RangedWeapon, Unit, apart, bases_of, has, together, trials
from warhost.rulesets.blue_age.thinks import combat_odds, ranged_odds
from warhost.rulesets.blue_age.thinks.combat_odds import Prospect
from warhost.table import summed

FAR = 999.0
"""The distance of what cannot be reached at all."""


LIKELY = 0.05
"""The fight is told of charges that reach this often: to work it out takes a while."""

ALL_LIKELY = 0.5
"""The fight with several targets is told where each is reached this often, or once the charge is declared."""


def distance(battle: Battle, unit: Unit, target: Unit) -> float:
    """The distance of a charge as it would be paid; of one that no roll is enough for the straight one, and endless
    (`FAR`) where only the way is too long."""
    if unit.inside is not None:
        return apart(battle, unit, target)
    far = charge_roll.most(battle, unit)
    found = charge_move.approach(battle, unit, target, far)
    if found is not None:
        return found.inches
    straight = apart(battle, unit, target)
    return straight if straight > far else FAR


def reach_odds(battle: Battle, unit: Unit, targets: Sequence[Unit], seat: int) -> Iterator[Odds]:
    """How far each target is, and the chance that the Charge Roll gets there, its dice rolled again as is best; in the
    words of a player of that seat."""
    alone = "charge succeeds" if seat == unit.seat else "the charge arrives"
    for target in targets:
        whom = f" {target.name}" if len(targets) > 1 else ""
        label = f"charge reaches{whom}" if whom else alone
        far = distance(battle, unit, target)
        if far < FAR:
            yield Odds(label, charge_roll.chance_to_reach(battle, unit, far), telling=True)
            yield Odds(f"distance{f' to{whom}' if whom else ''}", far, kind="expected")
        else:
            yield Odds(label, 0.0, telling=True)


def waiting_odds(battle: Battle, unit: Unit) -> Sequence[Odds]:
    """What a declared charge has to expect before it is rolled."""
    targets = [battle.units[number] for number in unit.declared if battle.units[number].models]
    return tuple(charge_odds(battle, unit, targets, unit.seat))


def declare_odds(battle: Battle, option: Option) -> Sequence[Odds]:
    """What a charge has to expect that is declared now, if its targets hold their ground."""
    if option.passes:
        return ()
    number, _, names = option.key.partition(">")
    unit, targets = battle.units[int(number)], [battle.units[int(name)] for name in names.split("+")]
    return tuple(charge_odds(battle, unit, targets, unit.seat))


@rule("blue.special.terror_charger_test")
def charge_odds(battle: Battle, unit: Unit, targets: Sequence[Unit], seat: int) -> Iterator[Odds]:
    """The chance that a charge reaches, and what the fight would bring then, as a player of that seat reads it.

    It is reckoned with the average of the rolls that are enough for all targets, or for the nearest.
    """
    if not unit.declared and any(has(battle, target, "terrible") for target in targets):
        trial = trials.prepared(battle, unit, "spirit", "Charging Terror", "blue.special.terror_charger_test")
        yield trials.odds_of(trial, "dares to charge")
    yield from reach_odds(battle, unit, targets, seat)
    found = fought(battle, unit, targets) if unit.declared or _worth_telling(battle, unit, targets) else None
    if found is not None:
        yield from combat_odds.told(found, seat)


def _worth_telling(battle: Battle, unit: Unit, targets: Sequence[Unit]) -> bool:
    """There may be many ways to charge several targets: only likely fights are worked out."""
    if len(targets) == 1:
        return True
    return all(
        charge_roll.chance_to_reach(battle, unit, distance(battle, unit, target)) >= ALL_LIKELY for target in targets
    )


def fought(battle: Battle, unit: Unit, targets: Sequence[Unit]) -> Prospect | None:
    """What the fight after a charge has to expect that reaches; None where it hardly can."""
    distances = {target.id: distance(battle, unit, target) for target in targets}
    far = [target for target in targets if charge_roll.chance_to_reach(battle, unit, distances[target.id]) >= LIKELY]
    if not far or unit.inside is not None:
        return None
    there = copied(battle)
    own, goals = there.units[unit.id], [there.units[target.id] for target in far]
    inches = mean_enough(battle, unit, max(distances[target.id] for target in far))
    reached, ends, ways = charge_move.closing(there, own, goals, inches)
    if not reached:
        return None
    charge_move.arrive(there, own, reached, ends, ways)
    group = next(group for group in fights_of(there) if own.id in group)
    throws = [lot for one in together(there, own) for lot in thrown.lots_of(there, one, reached[0])]
    return _terrifying(there, own, reached, group, throws)


@rule("blue.special.terror_target_test")
def _terrifying(
    battle: Battle, unit: Unit, targets: Sequence[Unit], group: Sequence[int], throws: Sequence[Lot]
) -> Prospect:
    """The fight, with and without the first target in terror where the charger has it."""
    goal = targets[0]
    if not has(battle, unit, "terrible") or goal.terrified:
        return combat_odds.prospect(battle, group, throws)
    trial = trials.prepared(battle, goal, "spirit", "Charged by Terror", "blue.special.terror_target_test")
    calm = trials.chance_of(trial)
    parts = []
    for chance, terrified in ((calm, False), (1.0 - calm, True)):
        if chance > 0.0:
            goal.terrified = terrified
            parts.append((chance, combat_odds.prospect(battle, group, throws)))
    return combat_odds.blended(parts)


def mean_enough(battle: Battle, unit: Unit, distance: float) -> float:
    """The average of the Charge Rolls that are no shorter than a distance."""
    more = charge_roll.added(battle, unit).total
    rolls = {total + more: chance for total, chance in charge_roll.spread(charge_roll.row_of(battle, unit)).items()}
    enough = {total: chance for total, chance in rolls.items() if total + 1e-6 >= distance}
    total = summed(enough.values())
    return max(distance, summed(roll * chance for roll, chance in enough.items()) / total) if total else distance


# Reactions


@rule("blue.reaction.flee", "blue.reaction.stand_and_shoot")
def reaction_odds(battle: Battle, charger: Unit, target: Unit, key: str) -> Sequence[Odds]:
    """What a reaction has to expect, as the owner of the target reads it."""
    if key == "flee":
        return (Odds("is caught", caught_fleeing(battle, charger, target), telling=True),)
    shots: list[Odds] = []
    if key == "stand":
        tolls = [standing_toll(battle, one, charger, weapon) for one, weapon in standing(battle, target, charger)]
        shots = [Odds("expected wounds by shooting", summed(tolls), (), "expected", telling=True)]
    return (*shots, *charge_odds(battle, charger, [target], target.seat))


def caught_fleeing(battle: Battle, charger: Unit, target: Unit) -> float:
    """The chance that a unit is reached that flees 2D5" straight away."""
    far = distance(battle, charger, target)
    return summed(
        chance * charge_roll.chance_to_reach(battle, charger, far + inches)
        for inches, chance in odds.of(Dice.parse("2D5")).items()
    )


def standing(battle: Battle, unit: Unit, charger: Unit) -> list[tuple[Unit, RangedWeapon]]:
    """Those of a unit who may Stand & Shoot at a charger, each with the first weapon that it may use."""
    found = [(one, shots.standing_arms(battle, one, charger)) for one in together(battle, unit)]
    return [(one, arms[0]) for one, arms in found if arms]


def standing_toll(battle: Battle, unit: Unit, charger: Unit, weapon: RangedWeapon) -> float:
    """The Health that Stand & Shoot takes on average."""
    aim = shots.standing_aim(battle, unit, charger, weapon)
    lot = shots.lot_of(battle, unit, charger, weapon, aim.dice, stand=True)
    own = bases_of(battle, unit)
    tolls = ranged_odds.tolls_of(battle, lot, tuple(own[number] for number in aim.shots), aim.exposed)
    return summed(toll.health * chance for toll, chance in tolls.items())
