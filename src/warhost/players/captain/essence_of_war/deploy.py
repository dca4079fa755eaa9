"""How the captain sets up: infantry in the middle, shooters beside it, fast units outside, the General behind."""

from __future__ import annotations

from math import hypot

from warhost.play import Ask, Choose, Place, Placed
from warhost.play.english import acts
from warhost.players.captain.engine import Candidate
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.players.captain.essence_of_war.volleys import weapon_of
from warhost.rulesets.essence_of_war.battle import Unit
from warhost.rulesets.essence_of_war.deployment import ahead, zone
from warhost.rulesets.essence_of_war.formation import boundary_at, size
from warhost.rulesets.essence_of_war.terrain import of_kind
from warhost.rulesets.essence_of_war.values import flies
from warhost.table import Pose, Rect, contains_point, distance, overlaps, rect, segment_crosses

FAST = 12
"""Units that march this far or more can come from the flank."""

LANE = 8.0
"""How far ahead of a unit the ground should be free of rocks."""

FLANK = 9.0
"""How far from the middle fast units like to stand."""


def side(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Which edge: the one with the freer way to the centre, and the better hill for shooters."""
    board = here.battle.scene.board
    found = []
    for option in question.options:
        far = option.key == "far"
        candidate = Candidate.of(option)
        row = board.depth - 12.0 if far else 12.0
        blocked = sum(
            1
            for x in (10.0, 14.0, 18.0, 22.0, 26.0)
            if any(segment_crosses(rock, (x, row), here.centre) for rock in of_kind(board, "impassable"))
        )
        candidate.add(-2.0 * blocked, "paths to the centre are blocked", "eow.terrain.impassable.movement")
        for hill in of_kind(board, "elevated"):
            if (hill.y > board.depth / 2) == far and abs(hill.y - row) < 6.0:
                candidate.add(1.0, "a hill for the shooters", "eow.terrain.elevated.los_over")
        found.append(candidate)
    return found


def role(here: Situation, unit: Unit) -> str:
    if not here.scores(unit):
        return "leader"
    armed = weapon_of(here, unit)
    if armed is not None and armed.weapon.range >= 18:
        return "shooter"
    return "fast" if here.battle.profile(unit).mar >= FAST else "line"


ORDER = ("line", "shooter", "fast", "leader")


def next_unit(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """The line first, then those who stand beside it, the leader last."""
    found = []
    for option in question.options:
        assert option.unit is not None
        unit = here.unit(option.unit)
        what = role(here, unit)
        candidate = Candidate.of(option, f"{acts(unit.name, 'deploys')} next")
        candidate.add(-10.0 * ORDER.index(what), f"its place in the line ({what})")
        candidate.add(unit.files * here.battle.entry(unit).base_width / 10, "wide units first")
        found.append(candidate)
    return found


def place(here: Situation, ask: Ask, question: Place) -> list[Candidate]:
    """Places along the front of the zone, and behind it for leaders, each weighed."""
    if question.unit is None:
        return []
    unit = here.unit(question.unit)
    what = role(here, unit)
    found = []
    for pose in _poses(here, unit, what):
        candidate = Candidate(Placed(pose), f"{acts(unit.name, 'deploys')} as {what}", sure=False)
        _weigh(here, unit, what, boundary_at(here.battle, unit, pose), candidate)
        found.append(candidate)
    return found


def _poses(here: Situation, unit: Unit, what: str) -> list[Pose]:
    battle = here.battle
    width, deep = size(battle, unit)
    low, high = (zone(battle, here.seat).corners[i][1] for i in (0, 1))
    facing = ahead(battle, here.seat)
    near = facing == 0.0
    front, back = (high, -1.0) if near else (low, 1.0)
    found = []
    for behind in (0.0, 1.5, 3.0, 4.5) if what != "leader" else (2.0, 3.0, 4.0, 5.0, 6.0):
        y = front + back * (behind + deep / 2 + 0.001)
        x = width / 2 + 0.01
        while x <= battle.scene.board.width - width / 2:
            found.append(Pose(round(x, 3), y, facing))
            x += 1.0
    return found


def _weigh(here: Situation, unit: Unit, what: str, end: Rect, candidate: Candidate) -> None:
    board = here.battle.scene.board
    middle = board.width / 2
    aside = abs(end.x - middle)
    if what == "line":
        candidate.add(-aside, "inches from the middle")
    elif what == "shooter":
        candidate.add(-0.6 * aside, "inches from the middle")
    elif what == "fast":
        candidate.add(-0.7 * abs(aside - FLANK), "inches from its flank")
    else:
        candidate.add(-0.5 * aside, "inches from the middle")
        _leader(here, end, candidate)
    candidate.add(-1.0 * max(0.0, abs(end.y - here.centre[1]) - 12.0 - end.depth / 2), "inches behind the front")
    if not flies(here.battle, unit):
        _way(here, end, candidate)
    if what == "shooter" and any(contains_point(hill, end.x, end.y) for hill in of_kind(board, "elevated")):
        candidate.add(4.0, "stands on a hill", "eow.terrain.elevated.los_over")
    if what != "leader":
        _neighbours(here, unit, what, end, candidate)


def _way(here: Situation, end: Rect, candidate: Candidate) -> None:
    """Not behind a rock: neither on its way to the centre nor right ahead."""
    candidate.add(-2.0 * here.detour(end), "its path to the centre is blocked", "eow.terrain.impassable.movement")
    lane = rect(end.x + end.fx * LANE / 2, end.y + end.fy * LANE / 2, end.facing, end.width, end.depth + LANE)
    if any(overlaps(lane, rock) for rock in of_kind(here.battle.scene.board, "impassable")):
        candidate.add(-5.0, "a rock before its front", "eow.terrain.impassable.movement")


def _neighbours(here: Situation, unit: Unit, what: str, end: Rect, candidate: Candidate) -> None:
    """Not behind a friend, where neither the way nor the line of fire is free."""
    lane = rect(end.x + end.fx * 6, end.y + end.fy * 6, end.facing, end.width, 12.0)
    for friend in here.own:
        shape = here.rects[friend.id]
        if friend.id != unit.id and distance(lane, shape) <= 0.0:
            candidate.add(-6.0, f"stands behind {friend.name}")
    for foe in here.foes:
        shape = here.rects[foe.id]
        if what == "shooter" and here.marches[foe.id] >= FAST:
            near = hypot(shape.x - end.x, 0.0)
            candidate.add(0.1 * min(near, 15.0), f"away from {foe.name}")


def _leader(here: Situation, end: Rect, candidate: Candidate) -> None:
    for friend in here.own:
        gap = distance(here.rects[friend.id], end)
        candidate.add(
            3.0 if gap <= 8.0 else -0.3 * (gap - 8.0), f"{friend.name} within its command", "eow.basic.general"
        )
        shape = here.rects[friend.id]
        if (shape.y - end.y) * end.fy > 0 and abs(shape.x - end.x) < shape.width / 2:
            candidate.add(2.0, f"safe behind {friend.name}")
