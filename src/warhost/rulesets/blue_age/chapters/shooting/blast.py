"""Templates: Blast, Firestorm and what scatters (Universal Special Rules; Ranged Weapon Qualities; BLUE-R18 to R20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from warhost.field.ground.templates import Template, circle_template, cone_template, is_under, scattered
from warhost.field.sight.round_bases import faces
from warhost.play.counsel.throws import throw
from warhost.play.questions import Outline, Place, Placed, Within
from warhost.play.script import Refused, Script, place, roll, roll_sum
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.shooting import shots
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import Battle, RangedWeapon, Unit, bases_of, between, head, section_piece, speakers
from warhost.rulesets.blue_age.core.events import shooting as shooting_events
from warhost.rulesets.blue_age.core.values import strength
from warhost.table import (
    TOLERANCE,
    Base,
    Point,
    Pose,
    base_contains_point,
    base_distance,
    contains_point,
    rim_point,
    rim_points,
)

STORM_LENGTH, STORM_WIDTH = 8.0, 2.5
"""The Firestorm template: a teardrop 8" long, whose round end has a radius of 1.25"."""

STORM_STEP = 2
"""Directions of a Firestorm that are tried, in degrees."""

Covered: TypeAlias = dict[int, tuple[int, ...]]
"""For each unit with models under a template, their numbers."""

MakesLot: TypeAlias = Callable[[Unit, int], Lot]
"""The prepared lot of so many hits on a unit."""


# Who is under a template


@rule("blue.special.blast", "blue.ranged_quality.blast", "blue.special.firestorm")
def under_template(battle: Battle, template: Template) -> Covered:
    """The models with any part of their base under a template, friends and foes; who is in a building is not."""
    found: Covered = {}
    discs = (template.start, template.end)
    left, right = min(disc.x - disc.radius for disc in discs), max(disc.x + disc.radius for disc in discs)
    near, far = min(disc.y - disc.radius for disc in discs), max(disc.y + disc.radius for disc in discs)
    for unit in battle.units:
        if not unit.models or head(battle, unit).inside is not None:
            continue
        # Most models are far away from it, which is seen without measuring.
        numbers = tuple(
            [
                n
                for n, base in enumerate(bases_of(battle, unit))
                if left < base.x + base.radius
                and base.x - base.radius < right
                and near < base.y + base.radius
                and base.y - base.radius < far
                and is_under(template, base)
            ]
        )
        if numbers:
            found[unit.id] = numbers
    return found


def section_at(battle: Battle, point: Point) -> int | None:
    """The section of a building that a point lies on."""
    for number, section in enumerate(battle.sections):
        if not section.ruined and contains_point(section_piece(battle, number).shape, *point):
            return number
    return None


@rule("blue.special.firestorm_building")
def within_section(battle: Battle, number: int) -> Covered:
    """All models in a section: a template that is laid on it hits everybody there, and nobody else (BLUE-R19)."""
    return {
        unit.id: tuple(range(len(unit.models)))
        for unit in battle.units
        if unit.models and head(battle, unit).inside == number
    }


def covered_by(battle: Battle, point: Point, diameter: float) -> Covered:
    """Who a round template with its centre there hits."""
    section = section_at(battle, point)
    if section is not None:
        return within_section(battle, section)
    return under_template(battle, circle_template(*point, diameter))


@rule("blue.unit_type.swarm_template_hits")
def hits_on(battle: Battle, unit: Unit, models: int, what: str) -> Script[int]:
    """How many hits a template does on so many models: one each, on Swarms D5 each."""
    if not speakers(battle, unit).at("swarming"):
        return models
    why, cite = f"{what}: hits on the Swarm", "blue.unit_type.swarm_template_hits"
    return (yield from roll_sum(f"{models}D5", why=why, rule=cite, unit=unit.id))


@rule("blue.special.blast", "blue.ranged_quality.blast")
def burst(battle: Battle, covered: Covered, makes: MakesLot) -> Script[int]:
    """A template hits those under it: each of the models, and nobody else of their units, may fall. Returns the Health
    that was lost."""
    lost = 0
    for number, models in covered.items():
        unit = battle.units[number]
        hits = yield from hits_on(battle, unit, len(models), makes(unit, 0).what)
        loss = yield from shots.carry_out(battle, makes(unit, hits), models=models)
        lost += loss.health
    return lost


@rule("blue.special.scatter", "blue.ranged_quality.blast_scatter")
def scatter(point: Point, *, why: str, rule: str, seat: int | None = None, unit: int | None = None) -> Script[Point]:
    """A point goes D10" in a direction of 360 whole degrees, told by a die for the tens and one for the ones."""
    (tens,) = yield from roll("D36", why=f"{why}: direction, tens", rule=rule, seat=seat, unit=unit)
    (ones,) = yield from roll("D10", why=f"{why}: direction, ones", rule=rule, seat=seat, unit=unit)
    (inches,) = yield from roll("D10", why=f"{why}: distance", rule=rule, seat=seat, unit=unit)
    return scattered(point, degrees_of(tens, ones), inches)


def degrees_of(tens: int, ones: int) -> float:
    """The direction that two dice tell: 1 to 360 degrees."""
    return float((tens - 1) * 10 + ones)


# Blast weapons


def hits_of(battle: Battle, unit: Unit, weapon: RangedWeapon) -> MakesLot:
    """Hits of a weapon by a template: they hit without dice."""

    def makes(victim: Unit, hits: int) -> Lot:
        return attacks.prepared(
            battle,
            Lot(
                "ranged",
                unit.id,
                victim.id,
                hits,
                None,
                strength=strength(battle, unit) if weapon.strength is None else weapon.strength,
                ap=weapon.ap,
                what=weapon.name,
                rule="blue.special.blast",
                weapon=weapon.name,
                qualities=weapon.qualities,
            ),
        )

    return makes


Landed: TypeAlias = Callable[[Battle, Unit, RangedWeapon, Point], Script[int]]
"""What follows where a template of a weapon has landed."""


@rule("blue.special.blast_hit_or_scatter", "blue.ranged_quality.blast_scatter")
@rule("blue.unit_type.stone_thrower_visible", "blue.unit_type.stone_thrower_indirect")
def bombard(
    battle: Battle, unit: Unit, weapon: RangedWeapon, point: Point, lot: Lot, *, seen: bool, landed: Landed
) -> Script[int]:
    """Shots with a Blast weapon at a point: each rolls to hit and scatters if it misses; unseen it always scatters.
    Returns the Health that was lost."""
    hits = 0
    if seen:
        stage = attacks.chain(battle, lot)
        if stage.need is not None:
            bare = attacks.only_hits(stage)
            hits = (yield from throw(bare, lot.count)).passed
    lot.hits = hits
    lost = 0
    for number in range(lot.count):
        spot = point
        if number >= hits:
            spot = yield from scatter(
                point, why=f"{weapon.name} scatters", rule="blue.special.scatter", seat=unit.seat, unit=unit.id
            )
        yield shooting_events.TemplateLanded(unit.id, weapon.name, *_rounded(spot), number >= hits)
        lost += yield from landed(battle, unit, weapon, spot)
    return lost


def _rounded(point: Point) -> Point:
    return (round(point[0], 3), round(point[1], 3))


@rule("blue.special.blast", "blue.unit_type.stone_thrower_visible", "blue.shoot.range_check")
def aimable(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon, shooters: Sequence[Base]) -> list[Base]:
    """The bases of a target on which the centre of a Blast may be put: those in range of somebody who shoots."""
    reach = shots.reach_of(battle, unit, weapon, target)
    low, high = weapon.minimum - TOLERANCE, reach + TOLERANCE
    return [base for base in bases_of(battle, target) if low <= between((base,), shooters) <= high]


@rule("blue.special.blast")
def aim_point(
    battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon, shooters: Sequence[Base]
) -> Script[Point]:
    """Ask where the centre of a Blast goes: on the base of a model of the target that is in range."""
    # Who may shoot or cast at a unit reaches somebody: a Hero with it, or from walls. Then the nearest is aimed at.
    aimed = aimable(battle, unit, target, weapon, shooters) or [
        min(bases_of(battle, target), key=lambda base: between((base,), shooters))
    ]

    def check(answer: Placed) -> Refused | None:
        spot = answer.pose
        if any(base_contains_point(base, spot.x, spot.y) for base in aimed):
            return None
        if any(base_contains_point(base, spot.x, spot.y) for base in bases_of(battle, target)):
            return Refused(f"That model of {target.name} is not in range.", "blue.shoot.range_check")
        return Refused(f"The centre has to be on a model of {target.name}.", "blue.special.blast")

    def suggest() -> list[Placed]:
        return [Placed(Pose(x, y, 0.0)) for x, y in best_points(battle, unit, aimed, weapon.blast)]

    question = Place(
        seat=unit.seat,
        topic="blast",
        text=f"Where {does(unit.name)} aim {weapon.name}?",
        note=f"The centre has to be on a model of {target.name}.",
        rules=("blue.special.blast",),
        outline=Outline("circle", weapon.blast),
        within=(Within(shots.reach_of(battle, unit, weapon, target), "Range", unit.id),),
    )
    answer = yield from place(question, check, suggest)
    return (answer.pose.x, answer.pose.y)


MOST_POINTS = 8
"""So many points to aim at are suggested."""


def best_points(battle: Battle, unit: Unit, aimed: Sequence[Base], diameter: float) -> list[Point]:
    """Points on bases to aim at, the one whose template covers most enemies (and fewest friends) first."""
    spots = [(base.x, base.y) for base in aimed]
    spots += [rim_points_within(base, n) for base in aimed for n in range(0, 8, 2)] if len(aimed) > 1 else []
    worth = {spot: _worth(battle, unit, covered_by(battle, spot, diameter)) for spot in spots}
    return sorted(worth, key=lambda spot: -worth[spot])[:MOST_POINTS]


def rim_points_within(base: Base, number: int) -> Point:
    """One of eight points just inside the rim of a base."""
    x, y = rim_points(base)[number]
    return (base.x + (x - base.x) * 0.98, base.y + (y - base.y) * 0.98)


def _worth(battle: Battle, unit: Unit, covered: Covered) -> int:
    """Enemy models under a template, less own ones."""
    return sum(len(models) * (1 if battle.units[n].seat != unit.seat else -1) for n, models in covered.items())


# Firestorm


class Storm(NamedTuple):
    """A Firestorm template of one model, and who is under it."""

    facing: float
    covered: Covered


@rule("blue.special.firestorm", "blue.ranged_quality.firestorm")
def storm_of(battle: Battle, unit: Unit, number: int, target: Unit) -> Storm | None:
    """How a model lays its Firestorm so that it covers some of the target: with as many enemies as it can and, if
    that is possible, no own model under it (BLUE-R20). None if it cannot."""
    where = head(battle, target).inside
    if where is not None:
        return Storm(0.0, within_section(battle, where))
    model = unit.models[number]
    base: Base = bases_of(battle, unit)[number]
    housed = head(battle, unit).inside
    if housed is not None:
        base = section_piece(battle, housed).shape
    near = _near(battle, base, unit)
    arc = shots.arc_of(battle, unit)
    best: tuple[tuple[bool, int, int], float, Covered] | None = None
    for facing in range(0, 360, STORM_STEP):
        if not faces(model.facing, facing, arc):
            continue
        template = cone_template(*rim_point(base, facing), facing, STORM_LENGTH, STORM_WIDTH)
        covered: dict[int, list[int]] = {}
        for owner, place_, other in near:
            if is_under(template, other):
                covered.setdefault(owner, []).append(place_)
        if target.id not in covered:
            continue
        own = sum(len(models) for n, models in covered.items() if battle.units[n].seat == unit.seat)
        foes = sum(len(models) for models in covered.values()) - own
        rank = (own == 0, foes, -own)
        if best is None or rank > best[0]:
            best = (rank, float(facing), {n: tuple(models) for n, models in covered.items()})
    return None if best is None else Storm(best[1], best[2])


def _near(battle: Battle, base: Base, unit: Unit) -> list[tuple[int, int, Base]]:
    """All bases that a Firestorm from a base may reach: of whom, which, and where; not the base itself."""
    return [
        (one.id, number, other)
        for one in battle.units
        if one.models and head(battle, one).inside is None
        for number, other in enumerate(bases_of(battle, one))
        if other is not base and base_distance(base, other) <= STORM_LENGTH
    ]


@rule("blue.special.firestorm", "blue.ranged_quality.firestorm")
def spew(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon, models: Iterable[int]) -> Script[int]:
    """Each model lays a Firestorm, one after the other, as long as it covers some of the target; all bases under it
    are hit. Returns the Health that was lost."""
    lost = 0
    makes = hits_of(battle, unit, weapon)
    for number in models:
        storm = storm_of(battle, unit, number, target) if target.models else None
        if storm is None:
            break
        yield shooting_events.FirestormLaid(unit.id, weapon.name, storm.facing, sum(map(len, storm.covered.values())))
        lost += yield from burst(battle, storm.covered, makes)
    return lost
