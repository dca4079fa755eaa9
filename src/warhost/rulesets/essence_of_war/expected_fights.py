"""What the fights of Essence of War come to on average: who strikes how hard, what counts for the result.

The rounds themselves are foreseen by the family of The 9th Age (`Combat`), which asks this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from warhost.play.reckoning import Kept
from warhost.play.throws import counted, mean, mean_number
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import facing_models
from warhost.rulesets.essence_of_war.damage import chain
from warhost.rulesets.essence_of_war.discipline import DisciplineTest, prepare
from warhost.rulesets.essence_of_war.formation import health, ranks, rows
from warhost.rulesets.essence_of_war.rules import SpecialAttack, ranks_in_support, speakers, spoken
from warhost.rulesets.essence_of_war.strikes import normal_attack, small_enough, special_attack, supporting_attacks
from warhost.rulesets.essence_of_war.terrain import kind_at
from warhost.rulesets.essence_of_war.values import value
from warhost.rulesets.families.ninth_age.discipline import chances_of, margins_of
from warhost.rulesets.families.ninth_age.expected_fights import MOST_DIFFERENCE, Blow, Fighter, Link
from warhost.rulesets.families.ninth_age.expected_fights import standing_links as links_of
from warhost.table import Arc, Rect


def row(battle: Battle, unit: Unit, side: Arc) -> tuple[int, float]:
    """The models along one side, and the width of each there."""
    entry = battle.entry(unit)
    return (unit.files, entry.base_width) if side in (Arc.FRONT, Arc.REAR) else (rows(unit), entry.base_depth)


def standing_links(battle: Battle, units: Iterable[int], rects: Mapping[int, Rect]) -> list[Link]:
    """The contacts that are there already among these units."""
    return links_of(battle, units, rects, facing_models)


def blow(battle: Battle, attacker: Unit, target: Unit, side: Arc) -> float:
    """The Health Points that one melee attack takes on average."""
    return mean(chain(battle, normal_attack(battle, attacker, target, 1, side)))


def _special_blow(battle: Battle, attacker: Unit, target: Unit, special: SpecialAttack, side: Arc) -> float:
    """The Health Points that one model's special attack takes on average."""
    if not small_enough(battle, special, target):
        return 0.0
    one = chain(battle, special_attack(battle, attacker, target, special, 1, side))
    return mean_number(counted(special.hits)) * mean(one)


class BreakTest:
    """The chance to stand after a lost combat, by the difference."""

    __slots__ = ("automatic", "chances", "costs")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        test = prepare(battle, unit, "break")
        self.automatic = test.passed_by is not None
        self.chances = chances_of(test, MOST_DIFFERENCE)
        self.costs = tuple(_breaking_costs(battle, unit, test))
        """The Health Points that a failed test takes on average in place of a flight, by the difference."""

    def stands(self, difference: int, steadfast: bool) -> float:
        return self.chances[0 if steadfast else min(difference, MOST_DIFFERENCE)]


def _breaking_costs(battle: Battle, unit: Unit, test: DisciplineTest) -> Iterable[float]:
    """What failed Break Tests cost on average where nobody flees, for every difference; nothing where units flee."""
    speaking = spoken(battle, unit, "breaking_costs")
    if not speaking:
        return
    bearer, speaker = speaking[0]
    for difference in range(MOST_DIFFERENCE + 1):
        failed = margins_of(test, difference)
        yield sum(
            chance * (speaker.breaking_costs(battle, bearer, margin) or 0)
            for margin, chance in failed.items()
            if margin
        )


def likeness(battle: Battle, unit: Unit) -> tuple[object, ...]:
    """What the fights of a unit depend on, its Break Test aside; last, whether the ground lets its ranks count."""
    pose = unit.pose
    steady = pose is not None and kind_at(battle.scene.board, pose.x, pose.y) != "hindering"
    return (unit.id, unit.models, unit.wounds, unit.files, unit.effects, unit.primal, unit.rounds, unit.charged, steady)


def fighter(battle: Battle, unit: Unit) -> Fighter[Unit]:
    """A unit of so much health, with the ranks that it has as models fall."""
    files, single = unit.files, ranks(battle, unit) == 0
    return Fighter(
        unit,
        battle.entry(unit).profile.hp,
        float(health(battle, unit)),
        lambda alive: 0 if single else ceil(alive / files - 0.01),
        scores_less=len(speakers(battle, unit).at("scores")),
    )


_kept: Kept[tuple[int, float, float, list[tuple[SpecialAttack, float]]]] = Kept()
"""What models of a unit did to another in earlier fights, by all that it depends on."""


def strikes(
    battle: Battle, unit: Unit, side: Arc, contact: int, enemy: Unit, its_side: Arc, alike: tuple[object, ...]
) -> Iterable[Blow]:
    """The blows of one unit over one contact: those in contact, their supporters, and Special Attacks."""
    supporting = 0
    if side is Arc.FRONT and not battle.entry(unit).single:
        deep = min(ranks_in_support(battle, unit), rows(unit) - 1)
        supporting = contact * deep * supporting_attacks(battle, unit)
    agility, attacks, harm, specials = _each(battle, unit, enemy, its_side, alike)
    yield Blow(agility, unit.id, enemy.id, contact, supporting, attacks, harm)
    for special, harm in specials:
        if not special.front_only or side is Arc.FRONT:
            yield Blow(special.agility, unit.id, enemy.id, contact, 0, 1.0, harm)


def _each(
    battle: Battle, unit: Unit, enemy: Unit, its_side: Arc, alike: tuple[object, ...]
) -> tuple[int, float, float, list[tuple[SpecialAttack, float]]]:
    """What single models of a unit do to an enemy that is struck on that side, however many they are: when they
    strike, how often, what one attack takes, and what each special attack does."""
    front = its_side is Arc.FRONT

    def work_out() -> tuple[int, float, float, list[tuple[SpecialAttack, float]]]:
        specials = [
            (special, _special_blow(battle, unit, enemy, special, its_side))
            for speaker in speakers(battle, unit).at("special_attacks")
            for special in speaker.special_attacks(battle, unit)
            if not special.once
        ]
        harm = blow(battle, unit, enemy, its_side)
        return value(battle, unit, "agi"), float(value(battle, unit, "att")), harm, specials

    return _kept.of(battle.scene, (unit.charging, front, *alike), work_out)


def score(
    battle: Battle, losses: float, side: Sequence[Fighter[Unit]], links: Sequence[Link], charging: frozenset[int]
) -> float:
    """The Combat Result of a side: what the enemy lost, ranks, the charge, and a flank or rear that it struck."""
    total = losses
    total += min(3, max(0, max((fighter.ranks - 1 for fighter in side if fighter.left > 0), default=0)))
    total += any(fighter.unit.id in charging and fighter.left > 0 for fighter in side)
    own = {fighter.unit.id for fighter in side}
    aside = any((link.others_side if link.one in own else link.its_side) is not Arc.FRONT for link in links)
    return total + 2 * aside


def crumbles(difference: int) -> int:
    """Who passes every Break Test loses as many Health Points as the combat was lost by."""
    return difference
