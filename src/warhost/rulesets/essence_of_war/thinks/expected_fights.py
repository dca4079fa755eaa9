"""What the fights of Essence of War come to on average: who strikes how hard, what counts for the result.

The rounds themselves are foreseen by the family of The 9th Age (`Combat`), which asks this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil

from warhost.play.counsel.reckoning import Kept
from warhost.play.counsel.throws import counted, mean, mean_number
from warhost.rulesets.essence_of_war.chapters.damage.damage import chain
from warhost.rulesets.essence_of_war.chapters.general.discipline import DisciplineTest, prepare
from warhost.rulesets.essence_of_war.chapters.melee.result import bonus_denied, charge_points, flank_points, rank_points
from warhost.rulesets.essence_of_war.chapters.melee.strikes import (
    normal_attack,
    small_enough,
    special_attack,
    supporting_attacks,
)
from warhost.rulesets.essence_of_war.core import (
    Battle,
    SpecialAttack,
    Unit,
    facing_models,
    health,
    kind_at,
    ranks,
    ranks_in_support,
    rows,
    speakers,
    spoken,
    value,
)
from warhost.rulesets.families.ninth_age.chapters.discipline import chances_of, margins_of
from warhost.rulesets.families.ninth_age.thinks.expected_fights import MOST_DIFFERENCE, Blow, Fighter, Link, Scoring
from warhost.rulesets.families.ninth_age.thinks.expected_fights import standing_links as links_of
from warhost.table import Arc, Rect, summed


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
        yield summed(
            chance * (speaker.breaking_costs(battle, bearer, margin) or 0)
            for margin, chance in failed.items()
            if margin
        )


def likeness(battle: Battle, unit: Unit) -> tuple[object, ...]:
    """What the fights of a unit depend on, its Break Test aside; last, whether the ground lets its ranks count."""
    pose = unit.pose
    steady = pose is not None and kind_at(battle.scene.board, pose.x, pose.y) != "hindering"
    guest = battle.guest_of(unit)
    joined = None if guest is None else (guest.entry, guest.wounds)
    own = (unit.id, unit.models, unit.wounds, unit.files, joined, unit.effects, unit.boons, unit.primal)
    return (*own, unit.rounds, unit.charged, steady)


def fighter(battle: Battle, unit: Unit) -> Fighter[Unit]:
    """A unit with its guest: how much health it has, and its ranks as models fall."""
    files, single = unit.files, ranks(battle, unit) == 0
    guest, taken = battle.guest_of(unit), unit.room[0] * unit.room[1]
    sheltered = 0.0 if guest is None else float(health(battle, guest))
    return Fighter(
        unit,
        battle.entry(unit).profile.hp,
        health(battle, unit) + sheltered,
        lambda alive: 0 if single else ceil((alive + taken) / files - 0.01),
        sheltered=sheltered,
        scores_less=len(speakers(battle, unit).at("scores")),
    )


_kept: Kept[tuple[int, float, float, list[tuple[SpecialAttack, float]]]] = Kept()
"""What models of a unit did to another in earlier fights, by all that it depends on."""


def strikes(
    battle: Battle, unit: Unit, side: Arc, contact: int, enemy: Unit, its_side: Arc, alike: tuple[object, ...]
) -> Iterable[Blow]:
    """The blows of one unit over one contact: those in contact, their supporters, Special Attacks, and its guest's."""
    front = side is Arc.FRONT
    guest = battle.guest_of(unit) if front and unit.spot[0] == 0 else None
    supporting = 0
    if front and not battle.entry(unit).single:
        supporting = contact * min(ranks_in_support(battle, unit), rows(unit) - 1)
    for member in (unit,) if guest is None else (unit, guest):
        alone = member is guest
        models = 1 if alone else max(0, contact - (0 if guest is None else unit.room[0]))
        behind = 0 if alone else supporting
        agility, attacks, harm, specials = _each(battle, member, enemy, its_side, alike)
        support = supporting_attacks(battle, member)
        yield Blow(agility, unit.id, enemy.id, models, behind, attacks, harm, support, alone)
        for special, harm in specials:
            if front or not special.front_only:
                yield Blow(special.agility, unit.id, enemy.id, models, 0, 1.0, harm, alone=alone)


def _each(
    battle: Battle, member: Unit, enemy: Unit, its_side: Arc, alike: tuple[object, ...]
) -> tuple[int, float, float, list[tuple[SpecialAttack, float]]]:
    """What single models of a unit, or the guest in its ranks, do to an enemy that is struck on that side, however many
    they are: when they strike, how often, what one attack takes, and what each special attack does."""
    front = its_side is Arc.FRONT

    def work_out() -> tuple[int, float, float, list[tuple[SpecialAttack, float]]]:
        specials = [
            (special, _special_blow(battle, member, enemy, special, its_side))
            for speaker in speakers(battle, member).at("special_attacks")
            for special in speaker.special_attacks(battle, member)
            if not special.once
        ]
        harm = blow(battle, member, enemy, its_side)
        return value(battle, member, "agi"), float(value(battle, member, "att")), harm, specials

    return _kept.of(battle.scene, (member.entry, battle.body(member).charging, front, *alike), work_out)


def scoring(battle: Battle, side: Sequence[Fighter[Unit]], links: Sequence[Link]) -> Scoring:
    """How a side scores: what the enemy lost, ranks, the charge, a flank or rear that it strikes, what rules add."""
    added = [
        (fighter, speaker.adds_to_result(battle, bearer))
        for fighter in side
        for bearer, speaker in spoken(battle, fighter.unit, "adds_to_result")
    ]
    aside = flank_points(any(its_side is not Arc.FRONT for one in side for _, its_side in _foes(one, links)))
    ranked = [one for one in side if not bonus_denied(battle, [battle.units[foe] for foe, _ in _foes(one, links)])]

    def score(losses: float, charging: frozenset[int]) -> float:
        total = losses + aside
        total += rank_points(max([one.ranks for one in ranked if one.left > 0], default=0))
        if charging:
            total += charge_points(any(one.unit.id in charging and one.left > 0 for one in side))
        for one, points in added:
            total += points if one.left > 0 else 0
        return total

    return score


def _foes(fighter: Fighter[Unit], links: Sequence[Link]) -> Iterator[tuple[int, Arc]]:
    """The enemies in contact with a unit, and the side of each that it strikes."""
    own = fighter.unit.id
    for link in links:
        if link.one == own:
            yield link.other, link.others_side
        elif link.other == own:
            yield link.one, link.its_side


def crumbles(difference: int) -> int:
    """Who passes every Break Test loses as many Health Points as the combat was lost by."""
    return difference
