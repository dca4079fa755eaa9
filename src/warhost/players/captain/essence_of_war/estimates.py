"""What to expect of dice: charges, tests, blows and shots, from the same numbers that the rules read."""

from __future__ import annotations

from math import erf, sqrt

from warhost.play.throws import counted, mean, mean_number
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.damage import chain
from warhost.rulesets.essence_of_war.discipline import chance_of, prepare
from warhost.rulesets.essence_of_war.entries import ArmedWith
from warhost.rulesets.essence_of_war.formation import rows
from warhost.rulesets.essence_of_war.rules import SpecialAttack
from warhost.rulesets.essence_of_war.shooting import attack_of, is_far, is_near, shooting_alike, usual_shot
from warhost.rulesets.essence_of_war.strikes import normal_attack, small_enough, special_attack
from warhost.table import TOLERANCE, Arc, Rect, distance


def charge_gap(one: Rect, other: Rect, advance: int) -> float | None:
    """The distance of two units if a charge at that rate may cover it."""
    most = advance + 12
    dx, dy, reach = one.x - other.x, one.y - other.y, most + one.radius + other.radius
    if dx * dx + dy * dy > reach * reach:
        return None
    gap = distance(one, other)
    return gap if gap <= most + TOLERANCE else None


class BreakTest:
    """The chance to stand after a lost combat, by the difference; worked out once for a unit."""

    __slots__ = ("automatic", "chances", "steady")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        test = prepare(battle, unit, "break")
        self.automatic = test.passed_by is not None
        self.chances = [chance_of(test, difference) for difference in range(12)]
        self.steady = self.chances[0]

    def stands(self, difference: int, steadfast: bool) -> float:
        return self.steady if steadfast else self.chances[min(difference, 11)]


def normal_below(x: float, mean: float, deviation: float) -> float:
    """The chance that a normally spread value stays below x."""
    return 0.5 * (1 + erf((x - mean) / (deviation * sqrt(2))))


def blow(battle: Battle, attacker: Unit, target: Unit, from_side: Arc) -> float:
    """The Health Points that one melee attack takes on average."""
    return mean(chain(battle, normal_attack(battle, attacker, target, 1, from_side)))


def special_blow(battle: Battle, attacker: Unit, target: Unit, special: SpecialAttack, from_side: Arc) -> float:
    """The Health Points that one model's special attack takes on average."""
    if not small_enough(battle, special, target):
        return 0.0
    one = chain(battle, special_attack(battle, attacker, target, special, 1, from_side))
    return mean_number(counted(special.hits)) * mean(one)


def models_facing(files: int, base: float, length: float) -> int:
    """How many models of a row can touch an edge of that length, corners included, if they stand well."""
    return min(files, int(length / base + TOLERANCE) + 2)


def shooters(unit: Unit, armed: ArmedWith) -> int:
    """How many models stand in the ranks that shoot."""
    return min(unit.models, unit.files * min(rows(unit), armed.weapon.ranks))


def shot(battle: Battle, unit: Unit, target: Unit, armed: ArmedWith, gap: float, *, moved: bool, cover: bool) -> float:
    """The Health Points that one model's shooting takes on average at that distance."""
    weapon = armed.weapon
    if gap > weapon.range + TOLERANCE:
        return 0.0
    usual = usual_shot(battle, unit, armed, moved=moved)
    hidden = cover and "cover" not in weapon.ignores
    model = shooting_alike(usual, weapon, 1, far=is_far(weapon, gap), hidden=hidden, near=is_near(weapon, gap))
    return mean_number(counted(weapon.shots)) * mean(chain(battle, attack_of(battle, unit, weapon, target, model)))
