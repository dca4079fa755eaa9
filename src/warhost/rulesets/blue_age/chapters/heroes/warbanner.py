"""The Warbanner: what it gives while it is carried, and planted on an objective (Warbanner; BLUE-R102, BLUE-R103)."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.play.script import Refused, Script
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import CM, Battle, Unit, friends, head, measured, reach
from warhost.rulesets.blue_age.core.events import heroes as events
from warhost.table import Base, base_distance_to_point

SCORES = 15.0
TESTS = 10.0
PLANTED = 6.0
"""How far a Warbanner helps in a fight, in tests, and planted, in centimetres."""

PLANTS = 1.0
"""How near to an objective the bearer plants it, in inches."""

SAVE = 9
"""The Magical Save that a planted Warbanner gives."""


def bearers(battle: Battle, seat: int) -> list[Unit]:
    """Those of a seat who carry a Warbanner, planted or not; it ends with the bearer's death."""
    return [unit for unit in friends(battle, seat) if battle.entry(unit).warbanner]


def _inches(battle: Battle, centimetres: float) -> float:
    return centimetres * (1.0 if battle.settings.cm_as_inches else CM) + 1e-6


@rule("blue.warbanner.combat_resolution", "blue.warbanner.plant")
def score(battle: Battle, seat: int, units: Iterable[Unit]) -> int:
    """What Warbanners add to a side's Combat Resolution: one for each that is carried within 15 cm of any model of the
    fight."""
    there = [unit for unit in units if unit.models]
    return sum(any(is_seen(battle, bearer, unit) for unit in there) for bearer in carried(battle, seat))


def carried(battle: Battle, seat: int) -> list[Unit]:
    """Those of a seat who carry a Warbanner that is not planted."""
    return [bearer for bearer in bearers(battle, seat) if planted_on(battle, bearer) is None]


@rule("blue.warbanner.combat_resolution")
def is_seen(battle: Battle, bearer: Unit, unit: Unit) -> bool:
    """Whether a Warbanner is near enough to a unit to count in its fight."""
    return reach(battle, bearer, unit) <= _inches(battle, SCORES)


@rule("blue.warbanner.reroll_tests", "blue.warbanner.plant")
def steadies(battle: Battle, unit: Unit) -> bool:
    """Whether a unit rolls failed tests again: an own Warbanner that is carried is within 10 cm."""
    far = _inches(battle, TESTS)
    return any(reach(battle, bearer, unit) <= far for bearer in carried(battle, unit.seat))


# Planted


@rule("blue.warbanner.plant")
def why_not_planted(battle: Battle, unit: Unit) -> Refused | None:
    """Why a Hero cannot plant a Warbanner now: he carries none, it is planted, he is locked, no objective is near."""
    cite = "blue.warbanner.plant"
    if not battle.entry(unit).warbanner or unit.planted is not None:
        return Refused(f"{acts(unit.name, 'carries')} no Warbanner.", cite)
    if head(battle, unit).locked:
        return Refused(f"{acts(unit.name, 'is')} locked in combat.", cite)
    if objective_near(battle, unit) is None:
        return Refused(f'{acts(unit.name, "is")} not within 1" of an objective.', cite)
    return None


def objective_near(battle: Battle, unit: Unit) -> int | None:
    """The number of the objective on which a Hero could plant his Warbanner: the nearest within 1"."""
    (base,) = measured(battle, unit)
    near = [(base_distance_to_point(base, marker.x, marker.y), number) for number, marker in enumerate(battle.markers)]
    gap, number = min(near, default=(PLANTS + 1, -1))
    return number if gap <= PLANTS + 1e-6 else None


def planted_on(battle: Battle, bearer: Unit) -> int | None:
    """The objective on which a Warbanner is planted; one whose bearer was carried off has gone with him."""
    number = bearer.planted
    if number is None or number >= len(battle.markers):
        return None
    (base,) = measured(battle, bearer)
    marker = battle.markers[number]
    return number if base_distance_to_point(base, marker.x, marker.y) <= PLANTS + 1e-6 else None


@rule("blue.warbanner.plant")
def plant(battle: Battle, unit: Unit) -> Script[None]:
    """The Warbanner is planted on the objective that is near."""
    unit.planted = objective_near(battle, unit)
    yield events.BannerPlanted(unit.id)


@rule("blue.warbanner.plant")
def take_up(battle: Battle, unit: Unit) -> Script[None]:
    """The bearer moves on and takes the Warbanner with him."""
    if unit.planted is not None:
        unit.planted = None
        yield events.BannerTakenUp(unit.id)


@rule(
    "blue.warbanner.planted_objective_hold", "blue.warbanner.planted_magic_save", "blue.warbanner.planted_reroll_ones"
)
def is_near_planted(battle: Battle, seat: int, base: Base) -> bool:
    """Whether a model is within 6 cm of an own Warbanner that is planted on an objective."""
    far = _inches(battle, PLANTED)
    for bearer in bearers(battle, seat):
        number = planted_on(battle, bearer)
        if number is not None:
            marker = battle.markers[number]
            if base_distance_to_point(base, marker.x, marker.y) <= far:
                return True
    return False


@rule("blue.warbanner.planted_magic_save", "blue.warbanner.planted_reroll_ones")
def blesses(battle: Battle, unit: Unit) -> bool:
    """Whether more than half of a unit's models are near a planted Warbanner: attacks and saves of a unit are those of
    most of its models (BLUE-R36)."""
    if not any(one.planted is not None for one in battle.units):
        return False
    near = sum(is_near_planted(battle, unit.seat, base) for base in measured(battle, unit))
    return near * 2 > len(unit.models)
