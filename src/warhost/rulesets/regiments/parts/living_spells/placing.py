"""Where living spells are set down: near their caster, their first copy or where they stood."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from warhost.dice import Chance
from warhost.play.questions import Outline, Place, Placed, Within
from warhost.play.script import Refused, Script, place
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, enemies, on_table, perimeter
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.parts.living_spells.spells import LivingSpell
from warhost.rulesets.regiments.parts.living_spells.state import shape_at, told
from warhost.table import (
    Base,
    Circle,
    Point,
    Pose,
    base_distance,
    base_on_board,
    bases_overlap,
    bearing,
    direction,
    rim_points,
)

TOPIC = "living spell"
"""What the questions are about."""

RINGS, TURNS = (0.0, 3.0, 6.0, 9.0, 12.0, 18.0, 24.0), 12
"""How far away and in how many directions places are suggested."""

TRIES = 40

Test = Callable[[Pose], Refused | None]


def farthest(shape: Base, other: Base) -> float:
    """How far the farthest point of a base is from another base."""
    points = rim_points(shape, 24) if isinstance(shape, Circle) else shape.corners
    return max(base_distance(other, Circle(x, y, 0.0)) for x, y in points)


@rule("aofr.living.cast")
def may_stand(battle: Battle, spell: LivingSpell, near: Base, reach: float, *, new: bool) -> Test:
    """Whether a spell may be set down somewhere: on the table and fully so near; one that is new neither on units nor
    in impassable terrain (AOFR-R273)."""
    board, larger = battle.scene.board, told(battle).larger

    def test(pose: Pose) -> Refused | None:
        shape = shape_at(spell, pose.x, pose.y, pose.facing, larger=larger)
        if not base_on_board(shape, board.width, board.depth):
            return Refused(f"{spell.name} would not be completely on the table.", "aofr.living.cast")
        if farthest(shape, near) > reach + 1e-6:
            return Refused(f'{spell.name} must be completely within {reach:g}".', "aofr.living.cast")
        if not new:
            return None
        for unit in on_table(battle):
            if any(bases_overlap(shape, part) for part in perimeter(battle, unit)):
                return Refused(f"{spell.name} would stand on {unit.name}.", "aofr.living.cast")
        for piece in scenery(battle).impassable:
            if bases_overlap(shape, piece.shape):
                return Refused(f"{spell.name} cannot be placed in {piece.name}.", "aofr.terrain.impassable")
        return None

    return test


@rule("aofr.living.killing_sun", "aofr.living.healing_swarm")
def may_go(battle: Battle, spell: LivingSpell, start: Point, reach: float) -> Test:
    """Whether a spell may be moved somewhere: its centre by so many inches at most, and it stays on the table."""
    board, larger = battle.scene.board, told(battle).larger

    def test(pose: Pose) -> Refused | None:
        shape = shape_at(spell, pose.x, pose.y, pose.facing, larger=larger)
        if not base_on_board(shape, board.width, board.depth):
            return Refused(f"{spell.name} would not be completely on the table.", spell.rule)
        if base_distance(Circle(*start, 0.0), Circle(pose.x, pose.y, 0.0)) > reach + 1e-6:
            return Refused(f'{spell.name} moves {reach:g}" at most.', spell.rule)
        return None

    return test


def nearest_enemy(battle: Battle, seat: int, x: float, y: float) -> Point | None:
    """Where the enemy unit that is nearest to a point stands."""
    best, found = inf, None
    for unit in enemies(battle, seat):
        pose = unit.pose
        if pose is not None:
            gap = (pose.x - x) ** 2 + (pose.y - y) ** 2
            if gap < best:
                best, found = gap, (pose.x, pose.y)
    return found


def drafts(battle: Battle, seat: int, around: Point, reach: float, extra: float = 0.0) -> list[Pose]:
    """Places around a point, each looking at the nearest enemy."""
    found = []
    for far in RINGS:
        if far > reach + extra:
            break
        for turn in range(TURNS if far else 1):
            dx, dy = direction(turn * 360.0 / TURNS)
            x, y = around[0] + dx * far, around[1] + dy * far
            enemy = nearest_enemy(battle, seat, x, y)
            facing = 0.0 if enemy is None or enemy == (x, y) else bearing(x, y, *enemy)
            found.append(Pose(x, y, facing))
    return found


def ask_place(
    battle: Battle, seat: int, spell: LivingSpell, text: str, test: Test, around: Point, reach: float
) -> Script[Pose | None]:
    """Ask a player for a legal place; nobody is asked and there is none if nothing legal is found."""

    def legal() -> list[Placed]:
        return [Placed(pose) for pose in drafts(battle, seat, around, reach, 1.0) if test(pose) is None]

    known = legal()
    if not known:
        return None

    def sample(chance: Chance) -> Placed:
        for _ in range(TRIES):
            dx, dy = direction(chance.uniform() * 360.0)
            far = chance.uniform() * reach
            pose = Pose(around[0] + dx * far, around[1] + dy * far, float(round(chance.uniform() * 360.0)))
            if test(pose) is None:
                return Placed(pose)
        return known[chance.pick(len(known))]

    shape = shape_at(spell, 0.0, 0.0, 0.0, larger=told(battle).larger)
    outline = (
        Outline("circle", 2 * shape.radius)
        if isinstance(shape, Circle)
        else Outline("rectangle", shape.width, shape.depth)
    )
    question = Place(
        seat=seat,
        topic=TOPIC,
        text=text,
        note=spell.text,
        rules=(spell.rule, "aofr.living.cast"),
        about=spell.name,
        outline=outline,
        within=(Within(reach, "Range", points=(around,)),),
    )
    answer = yield from place(question, lambda placed: test(placed.pose), legal, sample)
    return answer.pose
