"""Combat Pivots: units that stay in combat are set down anew (Melee Phase: Combat Pivot)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor
from typing import NamedTuple

from warhost.play.questions import Odds, Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import events
from warhost.rulesets.essence_of_war.battle import Battle, Foe, Unit
from warhost.rulesets.essence_of_war.contact import Spot, columns, contacts, engage, engaged_sides, facing_models
from warhost.rulesets.essence_of_war.discipline import discipline_test, test_chance
from warhost.rulesets.essence_of_war.formation import boundary, outermost, stand
from warhost.rulesets.essence_of_war.placement import legal_place
from warhost.table import (
    TOLERANCE,
    Arc,
    Rect,
    along_edge,
    edge_length,
    edge_midpoint,
    flush_side,
    outward,
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
    eager: set[int] = set()
    for unit in sorted(able, key=lambda u: (u.seat != battle.active, u.id)):
        found = bool(places(battle, unit))
        if unit.seat == loser and not (found and (yield from _passes_test(battle, unit))):
            continue
        allowed.append(unit)
        if found:
            eager.add(unit.seat)
    first = battle.active
    if len(eager) == 2:
        first = yield from _who_first(battle)
    for seat in (first, 1 - first):
        yield from _pivots_of(battle, seat, [unit for unit in allowed if unit.seat == seat])


@rule("eow.combat_pivot.one_facing")
def may_pivot(unit: Unit) -> bool:
    """Engaged, and on one facing only."""
    return len(engaged_sides(unit)) == 1


@rule("eow.combat_pivot.loser_test")
def _passes_test(battle: Battle, unit: Unit) -> Script[bool]:
    """A unit of the losing side may pivot only after a Discipline Test, which its owner need not take."""
    odds = (Odds("passes", test_chance(battle, unit, "combat pivot")),)
    key = yield from choose(
        unit.seat,
        "combat pivot test",
        f"Does {unit.name} try to make a Combat Pivot?",
        [Option("test", "Take the Discipline Test", odds, unit.id), Option("pass", "Stay", unit=unit.id)],
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


def _pivots_of(battle: Battle, seat: int, waiting: list[Unit]) -> Script[None]:
    """All Combat Pivots of one player, one at a time in any order; the rest keep their places."""
    while waiting:
        found = {f"{unit.id}:{index}": (unit, to) for unit in waiting for index, to in enumerate(places(battle, unit))}
        options = [Option("keep", "Stay as it is")]
        options.extend(
            Option(
                key,
                f"{unit.name}: {to.side.value} to the enemy, {to.models} in contact",
                (),
                unit.id,
                None,
                to.place.pose,
            )
            for key, (unit, to) in found.items()
        )
        key = yield from choose(
            seat, "combat pivot", "Which unit makes a Combat Pivot?", options, rules=("eow.combat_pivot.who",)
        )
        if key == "keep":
            return
        unit, to = found[key]
        waiting.remove(unit)
        make_pivot(battle, unit, to)
        yield events.CombatPivoted(unit.id, to.place.pose)


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
    same enemies on the same facings and no other, with as many models as before, and exactly the same enemy models
    must be in contact with its side; that is asked of every single pivot, which keeps it true for all together.
    """
    if not may_pivot(unit):
        return []
    own = boundary(battle, unit)
    before = len(contacts(battle, unit))
    guards = [_Guard(battle, unit, foe) for foe in unit.foes]
    friends = {foe.unit for foe in unit.foes}
    found = []
    for side in SIDES:
        if len(outermost(unit, side)) < before:
            continue
        for offset in _offsets(battle, unit, own, side, guards[0]):
            place = flush_side(own, side, guards[0].shape, guards[0].side, offset)
            if side is guards[0].foe.mine and abs(place.x - own.x) + abs(place.y - own.y) <= 2 * TOLERANCE:
                continue
            models = _models_kept(unit, place, side, guards)
            if models is not None and models >= before and legal_place(battle, unit, place, friends):
                found.append(Stand(place, side, models))
    return sorted(found, key=lambda to: (to.side is not Arc.FRONT, -to.models))


class _Guard:
    """What has to stay as it is about one enemy: its models in contact, and those that need this unit for it."""

    __slots__ = ("before", "foe", "needed", "others", "shape", "side", "unit")

    def __init__(self, battle: Battle, unit: Unit, foe: Foe) -> None:
        self.foe = foe
        self.unit = battle.units[foe.unit]
        self.side = foe.theirs
        self.shape = boundary(battle, self.unit)
        self.before: set[Spot] = set()
        self.others: set[Spot] = set()
        for spot, touched in contacts(battle, self.unit).items():
            self.before.add(spot)
            if touched != (unit.id,):
                self.others.add(spot)
        self.needed = self.before - self.others


def _offsets(battle: Battle, unit: Unit, own: Rect, side: Arc, guard: _Guard) -> Iterable[float]:
    """Steps of half a file along the enemy's facing within reach of all models that need it, and the present one."""
    half = edge_length(own, side) / 2
    low, high = -edge_length(guard.shape, guard.side) / 2 - half, edge_length(guard.shape, guard.side) / 2 + half
    middle, along = edge_midpoint(guard.shape, guard.side), along_edge(guard.shape, guard.side)
    for column in columns(guard.unit, guard.shape, guard.side, middle, along):
        if column.spot in guard.needed:
            low, high = max(low, column.low - half), min(high, column.high + half)
    step = battle.entry(unit).base_width / 2
    steps = [index * step for index in range(ceil((low - TOLERANCE) / step), floor((high + TOLERANCE) / step) + 1)]
    now = (own.x - middle[0]) * along[0] + (own.y - middle[1]) * along[1]
    if low <= now <= high and all(abs(now - offset) > TOLERANCE for offset in steps):
        steps.append(now)
    return sorted(steps, key=lambda offset: (abs(offset - now), offset))


def _models_kept(unit: Unit, place: Rect, side: Arc, guards: Sequence[_Guard]) -> int | None:
    """How many own models are in contact there; None if the enemies in contact do not stay exactly the same."""
    mine: set[Spot] = set()
    for guard in guards:
        if not _flush(place, side, guard):
            return None
        own, theirs = facing_models(unit, place, side, guard.unit, guard.shape, guard.side)
        if guard.others.union(theirs) != guard.before:
            return None
        mine.update(own)
    return len(mine)


def _flush(place: Rect, side: Arc, guard: _Guard) -> bool:
    """Whether that side lies on the enemy's facing."""
    (nx, ny), (ox, oy) = outward(place, side), outward(guard.shape, guard.side)
    return nx * ox + ny * oy < -1 + TOLERANCE and touches(place, guard.shape)
