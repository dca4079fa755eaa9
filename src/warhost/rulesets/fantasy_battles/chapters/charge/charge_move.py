"""Charge Moves: arriving, aligning, maximising contact, catching fleeing units (Charge Phase).

What a charger can do is worked out here as plain functions of the battle; `charge` asks the players and does it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from warhost.field import Arrival, Charger, Combined, Onset, Route
from warhost.play.battle import stand
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.placement import stretches
from warhost.rulesets.fantasy_battles.core import (
    ROCKS,
    Battle,
    Unit,
    boundary,
    enemies,
    engage,
    field_of,
    flies,
    has,
    of_kind,
)
from warhost.table import Arc, Rect, outward, overlaps, touches, within

MOST_WHEEL = 90.0
"""A charger wheels once, by no more than this."""

MOST_BESIDE = 2
"""With so many enemies besides its target at most a charger comes into contact: more do not fit before one front."""


@rule("t9a.geometry.unit_spacing", "t9a.charge.declare", "t9a.charge.contact_best_fit")
@rule("t9a.charge.contact_best_fit", "t9a.charge.contact_priority3")
@rule("t9a.charge.contact_priority3")
def onset(
    battle: Battle,
    target: Unit,
    ignoring: Collection[int] = (),
    touching: Collection[int] = (),
    charger: Unit | None = None,
) -> Onset:
    """All charges with one wheel at the target: fronts stay on the board, units and rocks are in the way of all but
    flyers, and a charger then turns about the point of contact, the short way, until its front lies flush.

    Where it cannot align alone the target turns about the contact by the least whole number of degrees, else it is set
    anew by a Combat Pivot. A unit that is Engaged never moves. `ignoring` names units that will have moved, `touching`
    enemies that may be touched besides the target. Rocks do not stop a charger with Ghost Step.
    """
    field = field_of(battle)
    ghostly = charger is not None and has(battle, charger, "ghostly")
    return Onset(
        field=field,
        target=field[target.id],
        most_wheel=MOST_WHEEL,
        barred="" if ghostly else ROCKS,
        fixed=target.engaged,
        ignoring=ignoring,
        touching=touching,
    )


def charger_of(battle: Battle, unit: Unit, target: Unit, side: Arc, *, flying: bool | None = None) -> Charger:
    """The unit as one that strikes that facing, with the models that each place brings into contact.

    It flies if it can, or as its owner said.
    """
    in_flight = flies(battle, unit) if flying is None else flying
    return Charger(field_of(battle)[unit.id], side, stretches(battle, unit, target, side), flies=in_flight)


@rule("t9a.charge.declare", "t9a.charge.multiple")
def room(battle: Battle, charger: Unit, target: Unit, side: Arc, ignoring: Collection[int] = ()) -> bool:
    """Whether some way leads into contact with that facing and to a place flush on it, if need be in contact with other
    enemies as well."""
    if target.fleeing:
        return catch(battle, charger, target, ignoring) is not None
    coming = Charger(field_of(battle)[charger.id], side, flies=flies(battle, charger))
    return any(
        onset(battle, target, ignoring, touching, charger).has_room(coming)
        for touching in beside(battle, charger, target)
    )


@rule("t9a.charge.contact_priority1", "t9a.charge.multiple")
def beside(battle: Battle, charger: Unit, target: Unit) -> Iterator[tuple[int, ...]]:
    """The enemies that a charger may touch besides its target: first none, then as few as possible (T9A-R032).

    Only those that stand so near to the target that a charger could touch both; not those that flee.
    """
    yield ()
    shape, reach = boundary(battle, target), boundary(battle, charger).width
    near = [
        enemy.id
        for enemy in enemies(battle, charger.seat)
        if enemy is not target and not enemy.fleeing and within(shape, boundary(battle, enemy), reach)
    ]
    for count in range(1, min(len(near), MOST_BESIDE) + 1):
        yield from combinations(near, count)


@rule("t9a.charge.reaction_flee")
def catch(battle: Battle, charger: Unit, target: Unit, ignoring: Collection[int] = ()) -> Route | None:
    """A way into contact with any facing of a fleeing unit, with the least wheel; the charger stays as it arrives."""
    return onset(battle, target, ignoring).touch(Charger(field_of(battle)[charger.id], flies=flies(battle, charger)))


@rule("t9a.charge.contact_best_fit", "t9a.charge.contact_priority1", "t9a.charge.contact_priority2")
@rule("t9a.charge.contact_priority4")
def combined_arrivals(
    battle: Battle, charger: Unit, target: Unit, side: Arc, others: Sequence[Unit], *, flying: bool | None = None
) -> Combined:
    """The places for a charger that touch no enemy but the target, or as few others as possible; of those the ones that
    let most of the other chargers in; of those the ones that bring most models to bear.

    The others are those that still have to move, each with the facing it has to strike.
    """
    coming = charger_of(battle, charger, target, side, flying=flying)
    later = [charger_of(battle, one, target, one.target_arc) for one in others if one.target_arc is not None]
    best, fewest = Combined([], 0), 0
    for touching in beside(battle, charger, target):
        if best.places and len(touching) > fewest:
            break
        found = onset(battle, target, (), touching, charger).combined(coming, later)
        places = [place for place in found.places if not _in_rocks(battle, place)]
        if places and (found.units, places[0].count) > (best.units, best.places[0].count if best.places else 0):
            best, fewest = Combined(places, found.units), len(touching)
    return best


@rule("t9a.special.ghost_step")
def _in_rocks(battle: Battle, arrival: Arrival) -> bool:
    """Whether a place is in Impassable Terrain, where not even a ghost may end."""
    return any(overlaps(arrival.place, rock) for rock in of_kind(battle.scene.board, ROCKS))


@rule("t9a.melee.engaged", "t9a.charge.contact_priority3")
def arrive(charger: Unit, target: Unit, side: Arc, arrival: Arrival) -> None:
    """The charger stands in contact, the target as it may have had to turn; both are Engaged."""
    stand(charger, arrival.place)
    if arrival.target is not None:
        stand(target, arrival.target)
    engage(charger, Arc.FRONT, target, side)
    charger.charging = charger.charged = charger.moved = True
    charger.target = charger.target_arc = None


@rule("t9a.charge.multiple")
def engage_others(battle: Battle, charger: Unit, target: Unit) -> list[tuple[Unit, Arc]]:
    """Enemies besides the target that the charger now touches are charged too: it fights them all (T9A-R032)."""
    own, found = boundary(battle, charger), []
    for enemy in enemies(battle, charger.seat):
        shape = boundary(battle, enemy)
        if enemy is not target and not enemy.fleeing and touches(own, shape):
            side = facing_side(shape, own)
            engage(charger, facing_side(own, shape), enemy, side)
            found.append((enemy, side))
    return found


def facing_side(shape: Rect, other: Rect) -> Arc:
    """The side of a boundary beyond which another that touches it lies."""

    def beyond(side: Arc) -> float:
        nx, ny = outward(shape, side)
        half = (shape.depth if side in (Arc.FRONT, Arc.REAR) else shape.width) / 2
        return min((x - shape.x) * nx + (y - shape.y) * ny for x, y in other.corners) - half

    return max((Arc.FRONT, Arc.RIGHT, Arc.REAR, Arc.LEFT), key=beyond)
