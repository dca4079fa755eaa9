"""Units that spells bring onto the board (Paths: Shamanism; Hereditary Spells: Vermin Swarm)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from warhost.play.battle import stand
from warhost.play.questions import Outline, Place, Placed
from warhost.play.script import Refused, Script, once, passes, place
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.fantasy_battles.core import (
    GAP,
    ROCKS,
    Battle,
    Began,
    Entry,
    Unit,
    check_on_board,
    check_spacing,
    size,
    whole_health,
)
from warhost.rulesets.fantasy_battles.lists.house_armies import PACKAGE, find_shipped
from warhost.rulesets.fantasy_battles.position import fresh_unit
from warhost.rulesets.fantasy_battles.shown import spell_events
from warhost.table import Point, Pose, Rect, bearing, direction, distance_to_point, rect, strip

FACINGS = tuple(range(0, 360, 15))
"""The ways that a summoned unit may look in a suggested place."""

ACROSS = 4
"""Into how many parts its front and its side are divided for suggested places."""


class _Summons(msgspec.Struct, forbid_unknown_fields=True):
    entry: tuple[Entry, ...]


@rule("t9a.special.totemic_beast", "t9a.special.rat_swarm")
def summoned_entry(name: str, army: str) -> Entry:
    """The unit of that name: of the army itself, if it has one, else the common one."""
    own = find_shipped(name, army) if army else None
    common = next(one for one in read_data(PACKAGE, "summons.toml", _Summons).entry if one.name == name)
    return msgspec.structs.replace(own or common, army=army or common.army, points=0, scoring=False)


@rule("t9a.special.summon")
def summon(battle: Battle, seat: int, entry: Entry, point: Point, rule_id: str) -> Script[Unit | None]:
    """A new unit is placed over the point, facing any way, under the rules for Unit Spacing (T9A-R115).

    It may act from its owner's next turn. Where it has no place nothing is summoned.
    """
    unit = fresh_unit(len(battle.units), seat, entry)
    if next(places(battle, unit, entry, point), None) is None:
        yield spell_events.NothingSummoned(seat, entry.name, *point)
        return None
    width, depth = entry.width, entry.depth
    board = battle.scene.board
    question = Place(
        seat=seat,
        topic="summon",
        text=f"Where does the {entry.name} stand? It must cover the point of the spell.",
        rules=(rule_id, "t9a.special.summon", "t9a.geometry.unit_spacing"),
        zone=strip(0.0, 0.0, board.width, board.depth),
        gap=GAP,
        barred=(ROCKS,),
        outline=Outline("rectangle", width, depth),
    )
    judge: Callable[[Placed], None] = once(lambda placed: check_place(battle, unit, entry, point, placed.pose))
    answer = yield from place(question, judge, lambda: [Placed(pose) for pose in places(battle, unit, entry, point)])
    _appear(battle, unit, entry, answer.pose)
    yield spell_events.UnitSummoned(unit.id, answer.pose)
    return unit


@rule("t9a.special.summon")
def _appear(battle: Battle, unit: Unit, entry: Entry, pose: Pose) -> None:
    """The unit stands there from now on; in this turn it does nothing more."""
    taken = {other.name for other in battle.units if other.seat == unit.seat}
    number = 2
    while unit.name in taken:
        unit.name = f"{entry.name} {number}"
        number += 1
    battle.scene = msgspec.structs.replace(battle.scene, entries=(*battle.scene.entries, entry))
    battle.units.append(unit)
    unit.summoned = unit.moved = unit.done = unit.magic_moved = True
    unit.arrived = battle.turn
    stand(unit, pose)
    unit.began = Began(whole_health(battle, unit), stand(unit, pose), *size(battle, unit))


@rule("t9a.special.summon", "t9a.geometry.unit_spacing")
def check_place(battle: Battle, unit: Unit, entry: Entry, point: Point, pose: Pose) -> None:
    """A summoned unit covers the point, stands wholly on the board and keeps its distance from all others."""
    shape = _shape(entry, pose)
    if distance_to_point(shape, *point) > 0.0:
        raise Refused(f"The {entry.name} must cover the point of the spell.", "t9a.special.summon")
    check_on_board(battle, unit, shape)
    check_spacing(battle, unit, shape)


def _shape(entry: Entry, pose: Pose) -> Rect:
    return rect(pose.x, pose.y, pose.facing, entry.width, entry.depth)


def places(battle: Battle, unit: Unit, entry: Entry, point: Point) -> Iterator[Pose]:
    """Legal places over the point: first with the point in the middle, facing the enemies, then all around it."""
    for pose in _drafts(battle, unit, entry, point):
        if passes(check_place, battle, unit, entry, point, pose):
            yield pose


def _drafts(battle: Battle, unit: Unit, entry: Entry, point: Point) -> Iterator[Pose]:
    x, y = point
    towards = [other.pose for other in battle.units if other.seat != unit.seat and other.pose is not None]
    nearest = min(towards, key=lambda pose: (pose.x - x) ** 2 + (pose.y - y) ** 2, default=None)
    facings = [*([] if nearest is None else [bearing(x, y, nearest.x, nearest.y)]), *map(float, FACINGS)]
    shares = sorted((share / ACROSS - 0.5 for share in range(ACROSS + 1)), key=abs)
    for across in shares:
        for along in shares:
            for facing in facings:
                fx, fy = direction(facing)
                # A hair inside the edge, so that the point is surely covered.
                right, ahead = across * entry.width * 0.999, along * entry.depth * 0.999
                yield Pose(x + fx * ahead + fy * right, y + fy * ahead - fx * right, facing)
