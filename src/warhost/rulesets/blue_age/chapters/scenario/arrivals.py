"""Units that come late or early: Ambush, and the free moves of Vanguard (BLUE-R108, BLUE-R119)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import msgspec

from warhost.dice import Chance
from warhost.field.loose.bodies import drawn_up
from warhost.field.loose.steps import Around, may_stand, nearest_stand
from warhost.play.questions import Denied, Option, Outline, Place, Placed
from warhost.play.script import Refused, Script, choose, place, roll
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings.inside import go_in, why_not_in
from warhost.rulesets.blue_age.chapters.movement.ground import around, footing_of
from warhost.rulesets.blue_age.chapters.movement.walking import walk_question
from warhost.rulesets.blue_age.chapters.scenario.deployment import vanguards
from warhost.rulesets.blue_age.chapters.shooting.blast import scatter
from warhost.rulesets.blue_age.chapters.wounds.attacks import unsaved
from warhost.rulesets.blue_age.chapters.wounds.harm import removed, suffer
from warhost.rulesets.blue_age.core import COHESION, GAP, Battle, Model, Unit, enemies, has, section_piece, set_models
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.values import movement
from warhost.rulesets.blue_age.shown.position import fresh_models, roles_of
from warhost.table import Base, Circle, Point, Pose, Rect, base_distance, contains_point

FIRST_TURN = 2
COMES = 5
"""The turn from which on an ambush may be called, and the face on which it comes."""

SPACING = 0.1


# Ambush


@rule("blue.special.ambush_call")
def ambushes(battle: Battle, seat: int) -> Script[None]:
    """At the end of a player's part of the Move Phase units may be called from ambush, each once a turn."""
    while True:
        waiting = [unit for unit in battle.units if unit.seat == seat and unit.reserve and not unit.acted]
        if not waiting or battle.turn < FIRST_TURN:
            return
        options = [Option(str(unit.id), f"Call {unit.name}", unit=unit.id) for unit in waiting]
        options.append(Option("pass", "Call nobody", passes=True))
        cite = "blue.special.ambush_call"
        key = yield from choose(seat, "ambush", "Which ambush do you call?", options, rules=(cite,))
        if key == "pass":
            return
        unit = battle.units[int(key)]
        unit.acted = True
        (face,) = yield from roll("D10", why="Ambush", rule=cite, seat=seat, unit=unit.id, need=COMES)
        yield events.AmbushCalled(unit.id, face, face >= COMES)
        if face >= COMES:
            yield from _arrive(battle, unit)


@rule("blue.special.ambush_placement", "blue.special.ambush_actions")
def _arrive(battle: Battle, unit: Unit) -> Script[None]:
    """One model is put anywhere on the table and scatters; the others are set up around it. The unit counts as having
    moved and neither moves nor dashes in this turn."""
    aim = yield from _aimed(battle, unit)
    cite = "blue.special.ambush_placement"
    spot = yield from scatter(aim, why="Ambush", rule=cite, seat=unit.seat, unit=unit.id)
    radius, board = battle.entry(unit).radius, battle.scene.board
    x, y = (min(max(at, radius), size - radius) for at, size in zip(spot, (board.width, board.depth), strict=True))
    yield events.AmbushArrived(unit.id, round(hypot(spot[0] - aim[0], spot[1] - aim[1])))
    unit.reserve = False
    unit.moved = unit.acted = True
    unit.ambushed = "open"
    yield from _landed(battle, unit, (x, y))


def _aimed(battle: Battle, unit: Unit) -> Script[Point]:
    """Where its owner puts the first model."""
    board, entry = battle.scene.board, battle.entry(unit)

    def check(placed: Placed) -> Refused | None:
        if 0.0 <= placed.pose.x <= board.width and 0.0 <= placed.pose.y <= board.depth:
            return None
        return Refused(f"{unit.name} cannot arrive beyond the table edge.", "blue.special.ambush_placement")

    def sensible() -> list[Placed]:
        foes = [foe.pose for foe in enemies(battle, unit.seat) if foe.pose is not None]
        spots = [(marker.x, marker.y) for marker in battle.markers] + [(pose.x, pose.y) for pose in foes]
        return [Placed(Pose(x, y, 0.0)) for x, y in spots] or [Placed(Pose(*board.centre, 0.0))]

    def anywhere(chance: Chance) -> Placed:
        return Placed(Pose(round(chance.uniform() * board.width, 3), round(chance.uniform() * board.depth, 3), 0.0))

    answer = yield from place(
        Place(
            seat=unit.seat,
            topic="ambush",
            text=f"Where is the first model of {unit.name} put? It scatters.",
            rules=("blue.special.ambush_placement",),
            unit=unit.id,
            model=0,
            outline=Outline("circle", 2 * entry.radius),
        ),
        check,
        sensible,
        anywhere,
    )
    return (answer.pose.x, answer.pose.y)


@rule("blue.special.ambush_impassable", "blue.special.ambush_dangerous", "blue.special.ambush_building")
def _landed(battle: Battle, unit: Unit, spot: Point) -> Script[None]:
    """What the ground where the first model has come down does to the unit (BLUE-R108)."""
    footing = footing_of(battle, unit)
    for number, section in enumerate(battle.sections):
        if not section.ruined and contains_point(section_piece(battle, number).shape, *spot):
            yield from _in_building(battle, unit, number, spot)
            return
    closed = (*footing.walls, *footing.narrow) if has(battle, unit, "flies") else footing.walls
    if _in_any(closed, spot):
        yield from removed(battle, unit, "lost")
        return
    yield from _set_up(battle, unit, spot)
    if unit.models and _in_any(footing.dangers, spot) and not _in_any(footing.roads, spot):
        cite = "blue.special.ambush_dangerous"
        slain = yield from unsaved(battle, unit, len(unit.models), "Ambush in Dangerous ground", cite)
        if slain:
            yield from suffer(battle, unit, 0, slain, what="Dangerous ground")


def _in_any(shapes: Sequence[Rect], spot: Point) -> bool:
    return any(contains_point(shape, *spot) for shape in shapes)


def _set_up(battle: Battle, unit: Unit, spot: Point) -> Script[None]:
    """The models stand about a point, in one chain; who finds no legal place is lost."""
    entry = battle.entry(unit)
    about = around(battle, unit, GAP)
    first = nearest_legal(Circle(*spot, entry.radius), about)
    if first is None:
        yield from removed(battle, unit, "lost")
        return
    stands: list[Base] = [first]
    pose = Pose(first.x, first.y, 0.0)
    crowd = drawn_up("crowd", entry.models, Circle(0.0, 0.0, entry.radius), pose, SPACING)
    for goal in sorted(crowd, key=lambda one: hypot(one.x - first.x, one.y - first.y))[1:]:
        here = msgspec.structs.replace(about, mates=(*about.mates, *stands))
        found = nearest_legal(goal, here)
        if found is not None and min(base_distance(found, mate) for mate in stands) <= COHESION:
            stands.append(found)
    lost = entry.models - len(stands)
    models = tuple(
        Model(round(base.x, 9) + 0.0, round(base.y, 9) + 0.0, 0, role)
        for base, role in zip(stands, roles_of(entry), strict=False)
    )
    set_models(battle, unit, models)
    if lost:
        yield events.ModelsLost(unit.id, lost)


def nearest_legal(base: Base, about: Around) -> Base | None:
    """The place nearest to a base where it may stand, if there is one."""
    found = nearest_stand(base, about)
    return found if may_stand(found, about) else None


def _in_building(battle: Battle, unit: Unit, number: int, spot: Point) -> Script[None]:
    """The unit is in the section where it came down, and does not charge in this turn; one that finds no room there or
    enters no buildings stands outside."""
    entry = battle.entry(unit)
    unit.ambushed, unit.declares = "building", False
    set_models(battle, unit, fresh_models(entry, Pose(*spot, 0.0), "crowd"))
    if why_not_in(battle, unit, number) is None:
        yield from go_in(battle, unit, number)
        return
    unit.models, unit.pose = (), None
    yield from _set_up(battle, unit, spot)


# Vanguard


@rule("blue.special.vanguard")
def vanguard(battle: Battle) -> Script[None]:
    """When everybody is set up, units with Vanguard make a free move without a Dash, players taking turns."""
    seat = battle.active
    waiting = [] if seat in battle.passed else vanguards(battle, seat)
    if not waiting:
        others = [] if 1 - seat in battle.passed else vanguards(battle, 1 - seat)
        if others:
            battle.active = 1 - seat
            return
        for unit in battle.units:
            unit.acted = False
        battle.passed, battle.active, battle.stage = (), battle.first, "begin"
        return
    cite = "blue.special.vanguard"
    options = [Option(str(unit.id), unit.name, unit=unit.id) for unit in waiting]
    options.append(Option("pass", "No Vanguard moves", passes=True))
    key = yield from choose(seat, "vanguard", "Which unit makes its Vanguard move?", options, rules=(cite,))
    if key == "pass":
        battle.passed = (*battle.passed, seat)
    else:
        unit = battle.units[int(key)]
        unit.acted = True
        no_dash = Denied("dash", "A Vanguard move is made without a Dash.", cite, unit.id)
        yield from walk_question(battle, unit, float(movement(battle, unit)), cite=cite, denied=[no_dash])
    battle.active = 1 - seat


STEPS = {"vanguard": vanguard}
