"""What Blasts and Firestorms have to expect, over all 3,600 ways in which a template may scatter.

A single template is exact. Where several fall one after the other, each is reckoned with as things stand before the
first: nobody can say who will still stand there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import acos, ceil, degrees, floor, hypot

from warhost.dice import Dice, odds
from warhost.field.ground.templates import scattered
from warhost.play.counsel.throws import success
from warhost.play.questions import Odds, Part
from warhost.rulesets.blue_age.chapters.shooting import blast, shots
from warhost.rulesets.blue_age.chapters.shooting.blast import Covered
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import (
    Battle,
    RangedWeapon,
    Unit,
    bases_of,
    head,
    section_piece,
    sight,
    speakers,
    together,
)
from warhost.rulesets.blue_age.thinks import ranged_odds
from warhost.rulesets.blue_age.thinks.ranged_odds import Toll
from warhost.table import TOLERANCE, Point, bearing, summed

FARTHEST = 10
"""How far a template scatters at most, in inches."""

Landings = list[tuple[float, Covered]]
"""Whom a template may cover, each with its chance."""

NOTHING: Mapping[Toll, float] = {Toll(0, 0, False): 1.0}


def blast_odds(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon, aim: shots.Aim) -> tuple[Odds, ...]:
    """What shots with a Blast weapon have to expect at the point where they cover most."""
    own = bases_of(battle, unit)
    inside = head(battle, target).inside
    if inside is not None:
        shape = section_piece(battle, inside).shape
        point: Point = (shape.x, shape.y)
    else:
        aimed = blast.aimable(battle, unit, target, weapon, [own[number] for number in aim.shots])
        point = blast.best_points(battle, unit, aimed, weapon.blast)[0]
    lot = shots.lot_of(battle, unit, target, weapon, aim.dice)
    seen = not shots.is_indirect(weapon) or sight.sees_any(battle, unit, target)
    hit = success(attacks.only_hits(attacks.chain(battle, lot))) if seen else 0.0
    landings = landings_of(battle, point, weapon.blast, hit)
    needs = ranged_odds.needed(battle, lot, weapon, aim.dice) if seen else ranged_odds.wound_needs(battle, lot)
    return (*_told(battle, unit, target, weapon, [landings] * aim.dice), *needs)


def storm_odds(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon, aim: shots.Aim) -> tuple[Odds, ...]:
    """What Firestorms have to expect: all who are covered are hit."""
    storms = [blast.storm_of(battle, unit, number, target) for number in sorted(aim.shots)]
    landings: list[Landings] = [[(1.0, storm.covered)] for storm in storms if storm is not None]
    lot = blast.hits_of(battle, unit, weapon)(target, 1)
    return (*_told(battle, unit, target, weapon, landings), *ranged_odds.wound_needs(battle, lot))


def _told(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon, templates: list[Landings]) -> Iterator[Odds]:
    group = together(battle, target)
    mine = [one for one in battle.units if one.models and one.seat == unit.seat]
    others = [one for one in battle.units if one.models and one.seat != unit.seat and one not in group]
    models = summed(_mean_covered(landings, [one.id for one in group]) for landings in templates)
    yield Odds("expected models hit", models, _several(templates), "expected")
    yield from ranged_odds.toll_odds(battle, target, _all_tolls(battle, unit, weapon, group, templates))
    for label, units in (("expected wounds on other enemies", others), ("expected wounds on own models", mine)):
        amount = summed(
            toll.health * chance
            for one in units
            for landings in templates
            for toll, chance in _tolls(battle, unit, weapon, [one], landings).items()
        )
        if amount >= ranged_odds.SLIGHT:
            yield Odds(label, amount, (), "expected", telling=True)


def _several(templates: list[Landings]) -> tuple[Part, ...]:
    return () if len(templates) < 2 else (Part(len(templates), "templates, each as things stand now"),)


def _mean_covered(landings: Landings, units: list[int]) -> float:
    return summed(chance * summed(len(covered.get(number, ())) for number in units) for chance, covered in landings)


# Where templates come down


def landings_of(battle: Battle, point: Point, diameter: float, hit: float) -> Landings:
    """Whom a Blast covers: where it was aimed with that chance, else wherever it scatters to."""
    found: Landings = [(hit, blast.covered_by(battle, point, diameter))] if hit else []
    if hit < 1.0:
        share = (1.0 - hit) / (360 * FARTHEST)
        found += [(count * share, covered) for covered, count in _scattered(battle, point, diameter)]
    return found


def _scattered(battle: Battle, point: Point, diameter: float) -> Iterable[tuple[Covered, int]]:
    """Whom a template covers that scatters from a point, and in how many of the 3,600 ways."""
    bases = [
        (unit.id, number, base)
        for unit in battle.units
        if unit.models and head(battle, unit).inside is None
        for number, base in enumerate(bases_of(battle, unit))
    ]
    ways: dict[int, int] = {}
    housed: dict[int, int] = {}
    near = [section for section in range(len(battle.sections)) if not battle.sections[section].ruined]
    for inches in range(1, FARTHEST + 1):
        masks = [0] * 361
        for bit, (_, _, base) in enumerate(bases):
            for degree in _covering(point, inches, (base.x, base.y), diameter / 2 + base.radius - TOLERANCE):
                masks[degree] |= 1 << bit
        for degree in range(1, 361):
            section = blast.section_at(battle, scattered(point, float(degree), inches)) if near else None
            if section is None:
                ways[masks[degree]] = ways.get(masks[degree], 0) + 1
            else:
                housed[section] = housed.get(section, 0) + 1
    for mask, count in ways.items():
        covered: dict[int, tuple[int, ...]] = {}
        for bit, (owner, number, _) in enumerate(bases):
            if mask >> bit & 1:
                covered[owner] = (*covered.get(owner, ()), number)
        yield covered, count
    for section, count in housed.items():
        yield blast.within_section(battle, section), count


def _covering(point: Point, inches: int, spot: Point, reach: float) -> Iterable[int]:
    """The whole degrees, 1 to 360, in which a template that goes so far comes down closer to a spot than its reach."""
    far = hypot(spot[0] - point[0], spot[1] - point[1])
    if abs(far - inches) >= reach:
        return ()
    if far + inches < reach:
        return range(1, 361)
    cosine = (inches * inches + far * far - reach * reach) / (2 * inches * far)
    half = degrees(acos(max(-1.0, min(1.0, cosine))))
    bears = bearing(*point, *spot)
    first, last = floor(bears - half) + 1, ceil(bears + half) - 1
    return ((degree - 1) % 360 + 1 for degree in range(first, last + 1))


# What they take


def _all_tolls(
    battle: Battle, unit: Unit, weapon: RangedWeapon, group: list[Unit], templates: list[Landings]
) -> Mapping[Toll, float]:
    """What all templates take from a group of units together."""
    total: Mapping[Toll, float] = NOTHING
    for landings in templates:
        total = _sum(battle, group, total, _tolls(battle, unit, weapon, group, landings))
    return total


def _tolls(
    battle: Battle, unit: Unit, weapon: RangedWeapon, group: list[Unit], landings: Landings
) -> Mapping[Toll, float]:
    """What one template takes from a unit and the Heroes who are with it."""
    found: dict[Toll, float] = {}
    known: dict[tuple[tuple[int, ...], ...], Mapping[Toll, float]] = {}
    for chance, covered in landings:
        key = tuple(covered.get(one.id, ()) for one in group)
        if key not in known:
            total: Mapping[Toll, float] = NOTHING
            for one, models in zip(group, key, strict=True):
                if models:
                    total = _sum(battle, group, total, _hit(battle, unit, weapon, one, models))
            known[key] = total
        for toll, share in known[key].items():
            found[toll] = found.get(toll, 0.0) + chance * share
    return found


def _hit(battle: Battle, unit: Unit, weapon: RangedWeapon, one: Unit, models: tuple[int, ...]) -> Mapping[Toll, float]:
    """What a template takes from a unit with those models under it."""
    found: dict[Toll, float] = {}
    makes = blast.hits_of(battle, unit, weapon)
    for hits, chance in _hits(battle, one, len(models)):
        lot: Lot = makes(one, hits)
        for toll, share in ranged_odds.tolls_of(battle, lot, (), models).items():
            # A Hero who falls is not the end of the unit that he is with.
            told = toll._replace(gone=False) if one.host is not None else toll
            found[told] = found.get(told, 0.0) + chance * share
    return found


def _hits(battle: Battle, unit: Unit, models: int) -> Iterable[tuple[int, float]]:
    """The number of hits on so many models with its chances: on Swarms D5 each."""
    if not speakers(battle, unit).at("swarming"):
        return [(models, 1.0)]
    return odds.of(Dice.parse(f"{models}D5")).items()


def _sum(
    battle: Battle, group: list[Unit], ones: Mapping[Toll, float], others: Mapping[Toll, float]
) -> Mapping[Toll, float]:
    """Both together, never more than there is."""
    models = sum(len(one.models) for one in group)
    found: dict[Toll, float] = {}
    for one, chance in ones.items():
        for other, share in others.items():
            fallen = min(models, one.models + other.models)
            toll = Toll(one.health + other.health, fallen, one.gone or other.gone or fallen >= models)
            found[toll] = found.get(toll, 0.0) + chance * share
    return found
