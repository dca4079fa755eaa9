"""Combat Pivots: units that stay in combat are set down anew (Melee Phase: Combat Pivot)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import floor
from typing import NamedTuple

from warhost.field import Spot
from warhost.play.english import verb
from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import events
from warhost.rulesets.essence_of_war.battle import Battle, Foe, Unit
from warhost.rulesets.essence_of_war.contact import ARC_NAMES, contacts, engage, engaged_sides, facing_models
from warhost.rulesets.essence_of_war.discipline import discipline_test, passing_odds
from warhost.rulesets.essence_of_war.formation import boundary, rows, stand
from warhost.rulesets.essence_of_war.placement import blockers
from warhost.table import (
    TOLERANCE,
    Arc,
    Rect,
    along_edge,
    edge_length,
    edge_midpoint,
    flush_side,
    local,
    on_board,
    outermost,
    outward,
    overlaps,
    rect,
    touches,
)

SIDES = (Arc.FRONT, Arc.RIGHT, Arc.LEFT, Arc.REAR)


class Stand(NamedTuple):
    """A place that a Combat Pivot may lead to: the own facing towards the enemy, and the own models in contact."""

    place: Rect
    side: Arc
    models: int


@rule("eow.combat_pivot.who", "eow.combat_pivot.order")
def combat_pivots(battle: Battle, units: Sequence[int], loser: int | None) -> Script[None]:
    """Units of both sides that are still Engaged may Combat Pivot, first all of one player, then of the other.

    The Active Player says who goes first, after all tests of the losing side.
    """
    able = [battle.units[number] for number in units if may_pivot(battle.units[number])]
    allowed: list[Unit] = []
    known: dict[int, list[Stand]] = {}
    for unit in sorted(able, key=lambda u: (u.seat != battle.active, u.id)):
        known[unit.id] = places(battle, unit)
        if unit.seat != loser or (known[unit.id] and (yield from _passes_test(battle, unit))):
            allowed.append(unit)
    first = battle.active
    if len({unit.seat for unit in allowed if known[unit.id]}) == 2:
        first = yield from _who_first(battle)
    for seat in (first, 1 - first):
        yield from _pivots_of(battle, seat, [unit for unit in allowed if unit.seat == seat], known)


@rule("eow.combat_pivot.one_facing")
def may_pivot(unit: Unit) -> bool:
    """Engaged, and on one facing only."""
    return len(engaged_sides(unit)) == 1


@rule("eow.combat_pivot.loser_test")
def _passes_test(battle: Battle, unit: Unit) -> Script[bool]:
    """A unit of the losing side may pivot only after a Discipline Test, which its owner need not take."""
    odds = (passing_odds("passes", battle, unit, "combat pivot"),)
    key = yield from choose(
        unit.seat,
        "combat pivot test",
        f"{verb(unit.name, 'Does')} {unit.name} attempt a Combat Pivot?",
        [Option("test", "Take the Discipline Test", odds, unit.id), Option("pass", "Stay", unit=unit.id, passes=True)],
        rules=("eow.combat_pivot.loser_test",),
    )
    if key == "pass":
        return False
    return (yield from discipline_test(battle, unit, "combat pivot", "eow.combat_pivot.loser_test"))


def _who_first(battle: Battle) -> Script[int]:
    options = [Option(str(seat), battle.scene.seats[seat].name) for seat in (battle.active, battle.reactive)]
    key = yield from choose(
        battle.active,
        "combat pivot order",
        "Who makes Combat Pivots first?",
        options,
        rules=("eow.combat_pivot.order",),
    )
    return int(key)


def _pivots_of(battle: Battle, seat: int, waiting: list[Unit], known: dict[int, list[Stand]]) -> Script[None]:
    """All Combat Pivots of one player, one at a time in any order; the rest keep their places.

    `known` are the places of units as the table is now; after a pivot they have to be found anew.
    """
    while waiting:
        found: dict[str, tuple[Unit, Stand]] = {}
        for unit in waiting:
            if unit.id not in known:
                known[unit.id] = places(battle, unit)
            found.update((f"{unit.id}:{index}", (unit, to)) for index, to in enumerate(known[unit.id]))
        options = [Option("keep", "Stay in place", passes=True)]
        options.extend(
            Option(key, _label(battle, unit, to), unit=unit.id, pose=to.place.pose) for key, (unit, to) in found.items()
        )
        key = yield from choose(
            seat, "combat pivot", "Which unit makes a Combat Pivot?", options, rules=("eow.combat_pivot.who",)
        )
        if key == "keep":
            return
        unit, to = found[key]
        waiting.remove(unit)
        make_pivot(battle, unit, to)
        known.clear()
        yield events.CombatPivoted(unit.id, to.place.pose)


def _label(battle: Battle, unit: Unit, to: Stand) -> str:
    """How it would stand, and where that is from where it stands now."""
    right, ahead = local(boundary(battle, unit), to.place.x, to.place.y)
    ways = [(right, "to its right" if right > 0 else "to its left"), (ahead, "ahead" if ahead > 0 else "back")]
    shift = [f'{abs(inches):.1f}" {way}' for inches, way in ways if abs(inches) >= 0.05]
    contact = "1 model" if to.models == 1 else f"{to.models} models"
    return ", ".join([f"{unit.name}: {ARC_NAMES[to.side]} to the enemy", f"{contact} in contact", *shift])


def make_pivot(battle: Battle, unit: Unit, to: Stand) -> None:
    """Lift the unit and set it down there, still Engaged with the same enemies on the same facings of theirs."""
    stand(unit, to.place)
    for foe in unit.foes:
        engage(unit, to.side, battle.units[foe.unit], foe.theirs)


@rule(
    "eow.combat_pivot.same_enemies",
    "eow.combat_pivot.characters",
    "eow.combat_pivot.contact_count",
    "eow.combat_pivot.enemy_contacts",
    "eow.combat_pivot.face_flanker",
)
def places(battle: Battle, unit: Unit) -> list[Stand]:
    """Where the unit may be set down, those with most models in contact by the front first (EOW-R163).

    Any of its facings lies flush on the facing of the enemy it fights, in steps of half a file. It must touch the
    same enemies on the same facings and no other, with as many models as before, and exactly those enemy models that
    were in contact with its side still are (EOW-R230); that is asked of every single pivot, which keeps it true for
    all together.
    """
    if not may_pivot(unit):
        return []
    own = boundary(battle, unit)
    before = len(contacts(battle, unit))
    guards = [_Guard(battle, unit, foe) for foe in unit.foes]
    guard = guards[0]
    free = _free_ground(battle, unit, own, guard)
    middle, along = edge_midpoint(guard.shape, guard.side), along_edge(guard.shape, guard.side)
    now = (own.x - middle[0]) * along[0] + (own.y - middle[1]) * along[1]
    found = []
    for side in SIDES:
        if len(outermost(unit.models, unit.files, unit.rear_from, side)) < before:
            continue
        for lined_up in _lined_up(battle, unit, own, side, guard, now):
            if not guard.keeps(lined_up.theirs):
                continue
            if side is guard.foe.mine and abs(lined_up.offset - now) <= 2 * TOLERANCE:
                continue
            place = flush_side(own, side, guard.shape, guard.side, lined_up.offset)
            models = _models_kept(unit, place, side, lined_up, guards)
            if models >= before and free(place):
                found.append(Stand(place, side, models))
    return sorted(found, key=lambda to: (to.side is not Arc.FRONT, -to.models))


class _Guard:
    """What has to stay as it is about one enemy: which of its models are in contact, and which by this unit alone."""

    __slots__ = ("foe", "may_add", "needed", "shape", "side", "touched", "unit")

    def __init__(self, battle: Battle, unit: Unit, foe: Foe) -> None:
        self.foe = foe
        self.unit = battle.units[foe.unit]
        self.side = foe.theirs
        self.shape = boundary(battle, self.unit)
        touched = contacts(battle, self.unit)
        self.touched = frozenset(touched)
        self.needed = {spot for spot, by in touched.items() if by == (unit.id,)}
        self.may_add = battle.scene.settings.combat_pivot == "the same or more"

    @rule("eow.combat_pivot.enemy_contacts")
    def keeps(self, spots: frozenset[Spot]) -> bool:
        """Whether the same models of that enemy are in contact if this unit touches these."""
        return self.needed <= spots and (self.may_add or spots <= self.touched)


def _free_ground(battle: Battle, unit: Unit, own: Rect, guard: _Guard) -> Callable[[Rect], bool]:
    """A check of legal places around that enemy; what is out of reach of all of them is left out once for all."""
    board = battle.scene.board
    near = []
    for block in blockers(battle, unit, {foe.unit for foe in unit.foes}):
        reach = guard.shape.radius + 2 * own.radius + block.radius
        if abs(block.x - guard.shape.x) < reach and abs(block.y - guard.shape.y) < reach:
            near.append(block)

    def free(place: Rect) -> bool:
        return on_board(place, board.width, board.depth) and not any(overlaps(place, block) for block in near)

    return free


class LinedUp(NamedTuple):
    """Which models of both are in contact where one unit stands at this offset along the other's facing."""

    offset: float
    mine: frozenset[Spot]
    theirs: frozenset[Spot]


def _lined_up(battle: Battle, unit: Unit, own: Rect, side: Arc, guard: _Guard, now: float) -> tuple[LinedUp, ...]:
    """All places in steps of half a file, from end to end of the enemy's facing, and the present offset."""
    grid = _all_lined_up(_formation(battle, unit, side), side, _formation(battle, guard.unit, guard.side), guard.side)
    farthest = (edge_length(own, side) + edge_length(guard.shape, guard.side)) / 2
    if abs(now) > farthest or any(abs(lined_up.offset - now) <= 2 * TOLERANCE for lined_up in grid):
        return grid
    return (*grid, _line_up(unit, own, side, guard.unit, guard.shape, guard.side, now))


def _formation(battle: Battle, unit: Unit, side: Arc) -> tuple[int, int, int, float, float]:
    """All that matters about a unit for who meets whom; of a front, which is always full, only its width does."""
    entry = battle.entry(unit)
    if side is Arc.FRONT:
        return unit.files, unit.files, 0, entry.base_width, entry.base_depth
    return unit.models, unit.files, unit.rear_from, entry.base_width, entry.base_depth


@lru_cache(maxsize=4096)
def _all_lined_up(
    own: tuple[int, int, int, float, float], side: Arc, enemy: tuple[int, int, int, float, float], enemy_side: Arc
) -> tuple[LinedUp, ...]:
    one, shape = _alone(own)
    other, other_shape = _alone(enemy)
    step = own[3] / 2
    most = floor(((edge_length(shape, side) + edge_length(other_shape, enemy_side)) / 2 + TOLERANCE) / step)
    return tuple(
        _line_up(one, shape, side, other, other_shape, enemy_side, index * step) for index in range(-most, most + 1)
    )


def _alone(formation: tuple[int, int, int, float, float]) -> tuple[Unit, Rect]:
    """A unit of that formation at the middle of nowhere."""
    models, files, rear_from, width, depth = formation
    unit = Unit(id=0, seat=0, name="", entry=0, models=models, files=files, rear_from=rear_from)
    return unit, rect(0.0, 0.0, 0.0, files * width, rows(unit) * depth)


def _line_up(one: Unit, own: Rect, side: Arc, other: Unit, shape: Rect, other_side: Arc, offset: float) -> LinedUp:
    place = flush_side(own, side, shape, other_side, offset)
    mine, theirs = facing_models(one, place, side, other, shape, other_side)
    return LinedUp(offset, frozenset(mine), frozenset(theirs))


def _models_kept(unit: Unit, place: Rect, side: Arc, lined_up: LinedUp, guards: Sequence[_Guard]) -> int:
    """How many own models are in contact there; none if the contact of other enemies would change."""
    mine = set(lined_up.mine)
    for guard in guards[1:]:
        if not _flush(place, side, guard):
            return -1
        own, theirs = facing_models(unit, place, side, guard.unit, guard.shape, guard.side)
        if not guard.keeps(frozenset(theirs)):
            return -1
        mine.update(own)
    return len(mine)


def _flush(place: Rect, side: Arc, guard: _Guard) -> bool:
    """Whether that side lies on the enemy's facing."""
    (nx, ny), (ox, oy) = outward(place, side), outward(guard.shape, guard.side)
    return nx * ox + ny * oy < -1 + TOLERANCE and touches(place, guard.shape)
