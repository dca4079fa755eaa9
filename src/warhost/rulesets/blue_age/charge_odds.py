"""What charges have to expect: how likely they reach, and what the fight would bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.play.questions import Odds, Option
from warhost.rulesets.blue_age import charge_move, charge_roll
from warhost.rulesets.blue_age.battle import Battle, Unit
from warhost.rulesets.blue_age.formation import apart

FAR = 999.0
"""The distance of what cannot be reached at all."""


def distance(battle: Battle, unit: Unit, target: Unit) -> float:
    """The distance of a charge as it would be paid; of one that no roll is enough for the straight one, and endless
    (`FAR`) where only the way is too long."""
    far = charge_roll.most(battle, unit)
    found = charge_move.approach(battle, unit, target, far)
    if found is not None:
        return found.inches
    straight = apart(battle, unit, target)
    return straight if straight > far else FAR


def reach_odds(battle: Battle, unit: Unit, targets: Sequence[Unit]) -> Iterator[Odds]:
    """How far each target is, and the chance that the Charge Roll gets there, its dice rolled again as is best."""
    for target in targets:
        whom = f" {target.name}" if len(targets) > 1 else ""
        far = distance(battle, unit, target)
        if far < FAR:
            yield Odds(f"reaches{whom}", charge_roll.chance_to_reach(battle, unit, far), telling=True)
            yield Odds(f"distance{f' to{whom}' if whom else ''}", far, kind="expected")
        else:
            yield Odds(f"reaches{whom}", 0.0, telling=True)


def waiting_odds(battle: Battle, unit: Unit) -> Sequence[Odds]:
    """What a declared charge has to expect before it is rolled."""
    targets = [battle.units[number] for number in unit.declared if battle.units[number].models]
    return tuple(reach_odds(battle, unit, targets))


def declare_odds(battle: Battle, option: Option) -> Sequence[Odds]:
    """What a charge has to expect that is declared now."""
    if option.passes:
        return ()
    number, _, names = option.key.partition(">")
    targets = [battle.units[int(name)] for name in names.split("+")]
    return tuple(reach_odds(battle, battle.units[int(number)], targets))


def reaction_odds(battle: Battle, charger: Unit, target: Unit, key: str) -> Sequence[Odds]:
    """What a reaction has to expect."""
    return tuple(reach_odds(battle, charger, [target])) if key == "hold" else ()
