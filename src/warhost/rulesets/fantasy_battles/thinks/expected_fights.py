"""What the fights of Fantasy Battles come to on average: who strikes how hard, what counts for the Combat Score.

The rounds themselves are foreseen by the family of The 9th Age (`Combat`), which asks this module. Every part of a
model strikes in its own step, and single models in a unit's ranks strike for themselves. What players may decide is
taken as the plainest: the weapon in hand or the best against that enemy, no Duel, no Breath, blows on the rank and
file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from warhost.play.counsel.reckoning import Kept
from warhost.play.counsel.throws import counted, mean, mean_number
from warhost.play.questions import Part
from warhost.rulesets.families.ninth_age.chapters.discipline import chances_of
from warhost.rulesets.families.ninth_age.thinks.expected_fights import MOST_DIFFERENCE, Blow, Fighter, Link, Scoring
from warhost.rulesets.families.ninth_age.thinks.expected_fights import standing_links as links_of
from warhost.rulesets.fantasy_battles.chapters.damage.damage import chain
from warhost.rulesets.fantasy_battles.chapters.general.discipline import margins, prepare
from warhost.rulesets.fantasy_battles.chapters.melee.result import MOST_RANKS, broken_ranks, has_standard, is_stubborn
from warhost.rulesets.fantasy_battles.chapters.melee.strikes import (
    may_hit,
    normal_attack,
    special_attack,
    supporting_attacks,
)
from warhost.rulesets.fantasy_battles.chapters.melee.wielding import armed_value, weapon_ranks
from warhost.rulesets.fantasy_battles.core import (
    Battle,
    SpecialAttack,
    Unit,
    facing_models,
    health,
    ranks_in_support,
    rows,
    speakers,
    spoken,
    whole_health,
)
from warhost.table import Arc, Rect, summed

LAST = 0.8
"""What blows are worth that are struck last, against others: some who would strike them have fallen by then."""

ASIDE = (Arc.LEFT, Arc.RIGHT)


def row(battle: Battle, unit: Unit, side: Arc) -> tuple[int, float]:
    """The models along one side, and the width of each there."""
    entry = battle.entry(unit)
    return (unit.files, entry.base_width) if side in (Arc.FRONT, Arc.REAR) else (rows(unit), entry.base_depth)


def standing_links(battle: Battle, units: Iterable[int], rects: Mapping[int, Rect]) -> list[Link]:
    """The contacts that are there already among these units."""
    return links_of(battle, units, rects, facing_models)


class BreakTest:
    """The chance to stand after a lost combat, by the difference."""

    __slots__ = ("automatic", "chances", "costs", "stubborn")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        test = prepare(battle, unit, "break")
        crumbles = {speaker.crumbles for _, speaker in spoken(battle, unit, "crumbles")}
        self.automatic = test.passed_by is not None and not crumbles
        self.chances = chances_of(test, MOST_DIFFERENCE)
        self.costs: tuple[float, ...] = ()
        if "difference" in crumbles:
            self.costs = tuple(map(float, range(MOST_DIFFERENCE + 1)))
        elif crumbles:
            self.costs = tuple(_failing_by(battle, unit, difference) for difference in range(MOST_DIFFERENCE + 1))
        self.stubborn = is_stubborn(battle, unit)

    def stands(self, difference: int, steadfast: bool) -> float:
        return self.chances[0 if steadfast or self.stubborn else min(difference, MOST_DIFFERENCE)]


def _failing_by(battle: Battle, unit: Unit, difference: int) -> float:
    """By how many points the unit fails a Break Test on average after losing by so many."""
    return margins(battle, unit, "break", Part(-difference, "Lost", "t9a.special.break_test")).mean


def likeness(battle: Battle, unit: Unit) -> tuple[object, ...]:
    """What the fights of a unit depend on, its Break Test aside; last, whether the ground lets its ranks count."""
    company = tuple((one.entry, one.models, one.wounds, one.wields) for one in battle.company(unit))
    steady = unit.pose is not None and not broken_ranks(battle, unit)
    return (unit.id, company, unit.files, unit.effects, unit.boons, unit.rounds, unit.charged, steady)


def fighter(battle: Battle, unit: Unit) -> Fighter[Unit]:
    """A unit with its guests: how much health it has, and its Full Ranks as models fall."""
    entry, files = battle.entry(unit), unit.files
    guests = sum(place.files == place.ranks == 1 for place in unit.guests)
    ranked = not spoken(battle, unit, "counts_ranks")

    def full_ranks(alive: float) -> int:
        models = ceil(alive - 0.01) + guests
        full = models // files * (files >= entry.full_rank) + (0 < models % files >= entry.full_rank)
        return full if ranked else 0

    whole = float(whole_health(battle, unit))
    return Fighter(unit, entry.profile.hp, whole, full_ranks, sheltered=whole - health(battle, unit))


class _Part(NamedTuple):
    """What a part of a model does to an enemy: when it strikes, how often, what one attack takes, its support."""

    agility: int
    attacks: float
    harm: float
    support: int
    deep: int


class _Member(NamedTuple):
    parts: list[_Part]
    specials: list[tuple[SpecialAttack, float]]


_kept: Kept[_Member] = Kept()
"""What models of a unit did to another in earlier fights, by all that it depends on."""


def strikes(
    battle: Battle, unit: Unit, side: Arc, contact: int, enemy: Unit, its_side: Arc, alike: tuple[object, ...]
) -> Iterable[Blow]:
    """The blows of a unit and of those in its ranks over one contact."""
    front = side is Arc.FRONT
    guests = battle.guests_of(unit) if front else ()
    for member in (unit, *guests):
        known = _each(battle, member, enemy, its_side, alike)
        alone = member is not unit
        models = 1 if alone else max(0, contact - len(guests))
        for part in known.parts:
            behind = 0 if alone or not front else models * part.deep
            yield Blow(part.agility, unit.id, enemy.id, models, behind, part.attacks, part.harm, part.support, alone)
        for special, harm in known.specials:
            if front or not special.front_only:
                yield Blow(special.agility, unit.id, enemy.id, models, 0, 1.0, harm, alone=alone)


def _each(battle: Battle, member: Unit, enemy: Unit, its_side: Arc, alike: tuple[object, ...]) -> _Member:
    """What single models of a kind do to an enemy that is struck on that side, however many they are."""
    charging = battle.body(member).charging

    def work_out() -> _Member:
        specials = [
            (special, _special_blow(battle, member, enemy, special, its_side))
            for speaker in speakers(battle, member).at("special_attacks")
            for special in speaker.special_attacks(battle, member)
            if not special.once
        ]
        return _Member([_armed(battle, member, enemy, its_side, part) for part in _parts(battle, member)], specials)

    return _kept.of(battle.scene, (member.entry, charging, its_side is Arc.FRONT, *alike), work_out)


def _parts(battle: Battle, member: Unit) -> range:
    return range(len(battle.entry(member).parts))


def _armed(battle: Battle, member: Unit, enemy: Unit, its_side: Arc, part: int) -> _Part:
    """What a part does with the weapon that it would choose against that enemy."""
    weapons = len(battle.entry(member).parts[part].weapons)
    if member.wields or weapons < 2:
        return _part(battle, member, enemy, its_side, part)
    found = []
    for weapon in range(weapons):
        member.wields = (weapon,) * (part + 1)
        found.append(_part(battle, member, enemy, its_side, part))
    member.wields = ()
    return max(found, key=lambda one: one.attacks * one.harm * (LAST if not one.agility else 1.0))


def _part(battle: Battle, member: Unit, enemy: Unit, its_side: Arc, part: int) -> _Part:
    deep = 0
    if member.host is None and not battle.entry(member).single:
        deep = min(ranks_in_support(battle, member) + weapon_ranks(battle, member, part), rows(member) - 1)
    attacks = armed_value(battle, member, "att", part) * battle.entry(member).parts[part].count
    return _Part(
        armed_value(battle, member, "agi", part),
        float(attacks),
        blow(battle, member, enemy, its_side, part),
        supporting_attacks(battle, member, part),
        deep,
    )


def blow(battle: Battle, attacker: Unit, target: Unit, side: Arc, part: int = 0) -> float:
    """The Health Points that one Close Combat Attack takes on average."""
    return mean(chain(battle, normal_attack(battle, attacker, target, 1, side, part)))


def _special_blow(battle: Battle, attacker: Unit, target: Unit, special: SpecialAttack, side: Arc) -> float:
    """The Health Points that one model's Special Attack takes on average."""
    if not may_hit(battle, special, target.id) or not str(special.strength).isdecimal():
        return 0.0
    one = chain(battle, special_attack(battle, attacker, target, special, 1, side))
    return mean_number(counted(special.hits)) * mean(one)


def scoring(battle: Battle, side: Sequence[Fighter[Unit]], links: Sequence[Link]) -> Scoring:
    """How a side scores: losses of the enemy, the charge, ranks, standards, flank and rear, and what rules add."""
    added = [
        has_standard(battle, fighter.unit)
        + sum(
            speaker.adds_to_score(battle, bearer) for bearer, speaker in spoken(battle, fighter.unit, "adds_to_score")
        )
        for fighter in side
    ]

    def score(losses: float, charging: frozenset[int]) -> float:
        living = [fighter for fighter in side if fighter.left > 0]
        total = losses + any(fighter.unit.id in charging for fighter in living)
        total += min(MOST_RANKS, max(0, max((fighter.ranks - 1 for fighter in living), default=0)))
        total += summed(points for fighter, points in zip(side, added, strict=True) if fighter.left > 0)
        return max(0.0, total + _aside(battle, living, links))

    return score


def _aside(battle: Battle, living: Sequence[Fighter[Unit]], links: Sequence[Link]) -> int:
    """The Flank Bonus and the Rear Bonus."""
    enough, total = battle.scene.settings.flank_ranks, 0
    for sides, least in ((ASIDE, 1), ((Arc.REAR,), 2)):
        there = [
            fighter
            for fighter in living
            if any(
                (link.others_side if link.one == fighter.unit.id else link.its_side) in sides
                for link in links
                if fighter.unit.id in (link.one, link.other)
            )
        ]
        if there:
            total += least + any(fighter.ranks >= enough for fighter in there)
    return total


def crumbles(difference: int) -> int:
    """Who passes every Break Test loses nothing by it."""
    return 0
