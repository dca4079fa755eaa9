"""Flee! and Fall Back: moves that a unit does not choose, away from enemies or home (BLUE-R31, BLUE-R74)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

import msgspec

from warhost.field.loose.bodies import Bases
from warhost.field.loose.marching import Points
from warhost.field.loose.rout import driven, leaves_board
from warhost.field.loose.steps import may_stand, nearest_stand
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings.inside import driven_out
from warhost.rulesets.blue_age.chapters.heroes.joining import parted
from warhost.rulesets.blue_age.chapters.movement.ground import endangered, footing_of, wounded
from warhost.rulesets.blue_age.chapters.wounds.attacks import unsaved
from warhost.rulesets.blue_age.chapters.wounds.harm import removed, unlock
from warhost.rulesets.blue_age.core import (
    CONTACT,
    Battle,
    Footing,
    Model,
    Unit,
    afforded,
    bases_of,
    centre_of,
    joined,
    set_models,
    stand,
    together,
)
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.party import Party
from warhost.table import TOLERANCE, Base, Point, base_distance, contains_point, summed

FREE = 0.05
"""What is kept from enemies at the end of a flight: no contact."""


def away(battle: Battle, unit: Unit, inches: float, enemies: Iterable[Unit], *, flees: bool) -> Script[None]:
    """The unit runs from enemies: along the line from their centre to its own. `flees`: it is a Flee! move, so that it
    is fleeing from now on; else it only falls back, and no terrain slows it."""
    yield from _run(battle, unit, inches, from_enemies(battle, unit, enemies), flees=flees)


def from_enemies(battle: Battle, unit: Unit, enemies: Iterable[Unit]) -> Point:
    """The vector from the mean centre of enemies to that of the unit."""
    x, y = centre_of(battle, together(battle, unit))
    fx, fy = _mean([centre_of(battle, together(battle, foe)) for foe in enemies if foe.models] or [(x, y)])
    return x - fx, y - fy


@rule("blue.move.mandatory_moves_first")
def home(battle: Battle, unit: Unit, inches: float, *, flees: bool) -> Script[None]:
    """The unit runs to the nearest point of its deployment zone, or to its table edge once it is in the zone."""
    yield from _run(battle, unit, inches, homewards(battle, unit), flees=flees)


def homewards(battle: Battle, unit: Unit) -> Point:
    """The vector from a unit's centre to its deployment zone, or to its table edge (BLUE-R140)."""
    x, y = centre_of(battle, together(battle, unit))
    zone = battle.zones[battle.homes[unit.seat]]
    xs, ys = [spot[0] for spot in zone.corners], [spot[1] for spot in zone.corners]
    left, right, near, far = min(xs), max(xs), min(ys), max(ys)
    dx, dy = min(max(x, left), right) - x, min(max(y, near), far) - y
    if hypot(dx, dy) > TOLERANCE:
        return dx, dy
    board = battle.scene.board
    # The zone lies along its table edge: the side of the zone that is an edge of the table and the longest.
    edges = [
        (right - left, (0.0, -1.0), near <= TOLERANCE),
        (right - left, (0.0, 1.0), far >= board.depth - TOLERANCE),
        (far - near, (-1.0, 0.0), left <= TOLERANCE),
        (far - near, (1.0, 0.0), right >= board.width - TOLERANCE),
    ]
    known = [(length, way) for length, way, is_edge in edges if is_edge]
    if known:
        return max(known)[1]
    # A lair in the middle has no edge of its own: the nearest one.
    nearest = [(x, (-1.0, 0.0)), (board.width - x, (1.0, 0.0)), (y, (0.0, -1.0)), (board.depth - y, (0.0, 1.0))]
    return min(nearest)[1]


def _mean(spots: Sequence[Point]) -> Point:
    return summed(x for x, _ in spots) / len(spots), summed(y for _, y in spots) / len(spots)


def _run(battle: Battle, unit: Unit, inches: float, towards: Point, *, flees: bool) -> Script[None]:
    length = hypot(*towards)
    ahead = (towards[0] / length, towards[1] / length) if length > TOLERANCE else (0.0, 1.0)
    left_behind(battle, unit)
    unlock(battle, unit)
    if unit.inside is not None:
        yield from driven_out(battle, unit, ahead)
    else:
        yield from _drown(battle, unit)
    if not unit.models:
        return
    if flees:
        unit.fleeing = True
    party = Party(battle, unit, gap=0.0, flees=True)
    go = inches if not flees else _slowest(party, ahead, inches)
    # Whom a Flee! move carries across the table edge is lost (BLUE-R17).
    if flees and leaves_board(party, ahead, go):
        yield events.UnitFled(unit.id, go)
        yield from _lost(battle, unit)
        return
    ran = driven(party, ahead, go)
    if battle.phase == "move":
        for one in party.members:
            one.moved = True
    gone = _settle(party, ran.ends)
    went = ran.inches
    yield events.UnitFled(unit.id, went) if flees else events.UnitFellBack(unit.id, went)
    yield from endangered(battle, unit, _by_unit(party, ran.ways), saves=False, flees=True)
    for one, numbers in gone:
        yield from _crushed(battle, one, numbers)


@rule("blue.terrain.difficult")
def _slowest(party: Party, ahead: Point, inches: float) -> float:
    """How far all models get by the same vector where ground slows some of them: no farther than the slowest."""
    go = inches
    for base, place in zip(party.bases, party.owner, strict=True):
        footing = party.footings[place]
        if footing.slow or footing.raised:
            x, y = afforded(footing, ((base.x, base.y), (base.x + ahead[0] * go, base.y + ahead[1] * go)), inches)[-1]
            go = min(go, hypot(x - base.x, y - base.y))
    return go


def _settle(party: Party, ends: Sequence[Base]) -> list[tuple[Unit, list[int]]]:
    """The models stand there; returns those who can only end in contact with an enemy and are lost."""
    battle = party.battle
    foes = [foe for about in party.around()[:1] for foe in about.foes]
    done, lost = 0, []
    places = list(ends)
    abouts = party.around()
    for number, base in enumerate(places):
        if not any(base_distance(base, foe) <= CONTACT + TOLERANCE for foe in _close_to(base, foes)):
            continue
        others = tuple(places[:number] + places[number + 1 :])
        about = abouts[party.owner[number]]
        free = msgspec.structs.replace(about, mates=(*about.mates, *others), gap=FREE)
        spot = nearest_stand(base, free)
        if may_stand(spot, free) and hypot(spot.x - base.x, spot.y - base.y) <= 1.0:
            places[number] = spot
    for one in party.members:
        count = len(one.models)
        part = places[done : done + count]
        stand(battle, one, part)
        caught = [
            number
            for number, base in enumerate(part)
            if any(base_distance(base, foe) <= CONTACT + TOLERANCE for foe in _close_to(base, foes))
        ]
        if caught:
            lost.append((one, caught))
        done += count
    return lost


def _close_to(base: Base, foes: Iterable[Base]) -> list[Base]:
    return [foe for foe in foes if hypot(foe.x - base.x, foe.y - base.y) < foe.radius + base.radius + 0.1]


def _by_unit(party: Party, ways: Sequence[Points]) -> dict[int, list[Points]]:
    found: dict[int, list[Points]] = {one.id: [] for one in party.members}
    for place, way in zip(party.owner, ways, strict=True):
        found[party.members[place].id].append(way)
    return found


def _crushed(battle: Battle, unit: Unit, numbers: Sequence[int]) -> Script[None]:
    """These models had nowhere to run and are lost."""
    if not unit.models:
        return
    kept = tuple(model for number, model in enumerate(unit.models) if number not in numbers)
    yield events.ModelsLost(unit.id, len(unit.models) - len(kept))
    set_models(battle, unit, kept)
    if not kept:
        yield from removed(battle, unit, "lost")


def _lost(battle: Battle, unit: Unit) -> Script[None]:
    """The unit and all who are with it have left the table."""
    heroes = joined(battle, unit)
    for hero in heroes:
        hero.host = None
    yield from removed(battle, unit, "fled")
    for hero in heroes:
        yield from removed(battle, hero, "fled")


@rule("blue.terrain.river_deep")
def _drown(battle: Battle, unit: Unit) -> Script[None]:
    """Models that stand in deep water when they have to run take an Automatic Wound and are moved to the nearest bank
    (BLUE-R133)."""
    for one in together(battle, unit):
        footing = footing_of(battle, one)
        wet = [number for number, model in enumerate(one.models) if _is_wet(footing, model)]
        if not wet:
            continue
        _ashore(battle, one, wet)
        rule_id = "blue.terrain.river_deep"
        lost = yield from unsaved(battle, one, len(wet), "Deep water", rule_id, "magical")
        yield from wounded(battle, one, wet[:lost], "deep water")


def _is_wet(footing: Footing, model: Model) -> bool:
    held = any(contains_point(shape, model.x, model.y) for shape in footing.deep)
    return held and not any(contains_point(shape, model.x, model.y) for shape in footing.roads)


def _ashore(battle: Battle, unit: Unit, wet: Sequence[int]) -> None:
    """These models come out of the water at the nearest place where they may stand."""
    places: list[Base] = list(bases_of(battle, unit))
    about = Party(battle, unit, gap=FREE).around()[0]
    for number in wet:
        others: Bases = tuple(places[:number] + places[number + 1 :])
        places[number] = nearest_stand(places[number], msgspec.structs.replace(about, mates=(*about.mates, *others)))
    stand(battle, unit, places)


@rule("blue.duel.ends_on_death")
def left_behind(battle: Battle, unit: Unit) -> None:
    """Heroes in a duel stay behind when their unit runs, unless players agreed otherwise (BLUE-R99)."""
    if battle.settings.duel_on_flight != "stays":
        return
    duelling = {one.unit for duel in battle.duels for one in (duel.one, duel.other) if not one.champion}
    for hero in joined(battle, unit):
        if hero.id in duelling:
            parted(battle, hero)
