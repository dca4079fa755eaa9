"""What living spells do when a round ends: they move, hit, heal and vanish (Living Spells)."""

from __future__ import annotations

from math import hypot

from warhost.field import inches_inside
from warhost.play.script import Script, draw_from, roll, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.magic.casters import CasterModel, model_of, true_casters
from warhost.rulesets.regiments.chapters.magic.spells import heal, hits_of
from warhost.rulesets.regiments.chapters.terrain.dangerous import dangerous_test
from warhost.rulesets.regiments.chapters.wounds.damage import strike
from warhost.rulesets.regiments.core import Battle, SpellEffect, Unit, on_table, optional, perimeter, present
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.parts.living_spells import placing, state
from warhost.rulesets.regiments.parts.living_spells.events import LivingSpellGone, LivingSpellMoved
from warhost.rulesets.regiments.parts.living_spells.spells import AROUND, LivingSpell
from warhost.rulesets.regiments.parts.living_spells.state import Living
from warhost.table import (
    TOLERANCE,
    Base,
    Board,
    Circle,
    Point,
    bases_overlap,
    bases_within,
    bearing,
    direction,
    rect,
)

STRIDE = 12.0
"""How far a living spell moves."""

CORNERS = ("south-west", "south-east", "north-west", "north-east")
"""The corners by the die that names them (AOFR-R277)."""


@rule("aofr.living.move_straight", "aofr.living.move_corner")
def end_of_round(battle: Battle) -> Script[None]:
    """The spells act, those of the player first who begins the next round; then morale is tested (AOFR-R016)."""
    for unit in battle.units:
        unit.hurt, unit.hurt_by, unit.fought = 0, None, False
    first = battle.finished[0] if battle.finished else battle.first
    for seat in battle.in_turn(first):
        living = state.of_seat(battle, seat)
        if living is not None:
            yield from _act(battle, living)
    yield from morale.end_of_activation(battle)


def _act(battle: Battle, living: Living) -> Script[None]:
    """One spell moves and does what it does."""
    spell = living.spell
    if spell.moves == "caster":
        living = yield from _led(battle, living)
    elif spell.moves:
        ahead = yield from _heading(battle, living)
        moved = yield from _goes(battle, living, ahead)
        if moved is None:
            return
        living = moved
    if not spell.path:
        yield from _around(battle, living)


@rule("aofr.living.burning_pyre", "aofr.living.deathly_pendulum", "aofr.living.healing_swarm")
def _around(battle: Battle, living: Living) -> Script[None]:
    """What it does to every unit within 6"."""
    spell = living.spell
    for unit in list(state.touched(battle, living)):
        if spell.hits:
            yield from hit(battle, living, unit, spell.hits)
        if spell.heals and not unit.fate:
            yield from heal(battle, unit, spell.heals)


@rule("aofr.living.move_corner", "aofr.living.move_straight")
def _heading(battle: Battle, living: Living) -> Script[tuple[Point, float, str]]:
    """Where it goes, how far at most, and what that is called: straight along its front, or to a random corner."""
    if living.spell.moves == "straight":
        return direction(living.facing), optional.measured(battle, STRIDE), "straight ahead"
    board = battle.scene.board
    face = 6
    while face > len(CORNERS):
        (face,) = yield from roll("D6", why=f"{living.name}: which corner", rule="aofr.living.move_corner")
    corner = (board.width * ((face - 1) % 2), board.depth * ((face - 1) // 2))
    far = min(optional.measured(battle, STRIDE), hypot(corner[0] - living.x, corner[1] - living.y))
    return direction(bearing(living.x, living.y, *corner)), far, f"to the {CORNERS[face - 1]} corner"


@rule("aofr.living.move_straight", "aofr.living.move_corner")
def _goes(battle: Battle, living: Living, ahead: tuple[Point, float, str]) -> Script[Living | None]:
    """It moves, and units on its way feel it. At a table edge it is gone (AOFR-R277)."""
    (ux, uy), inches, where = ahead
    free = to_edge(battle.scene.board, state.shapes(battle, living)[0], (ux, uy))
    gone = free <= inches + TOLERANCE
    inches = min(inches, free)
    start = (living.x, living.y)
    living = state.set_at(battle, living, living.x + ux * inches, living.y + uy * inches)
    yield LivingSpellMoved(living.name, inches, living.x, living.y, where)
    yield from _through(battle, living, start)
    if gone:
        state.take_off(battle, living)
        yield LivingSpellGone(living.name, "it reached a table edge")
        return None
    return living


def to_edge(board: Board, shape: Base, ahead: Point) -> float:
    """How far a base can go before it touches the edge of the table."""
    if isinstance(shape, Circle):
        r = shape.radius
        points = [(shape.x - r, shape.y), (shape.x + r, shape.y), (shape.x, shape.y - r), (shape.x, shape.y + r)]
    else:
        points = list(shape.corners)
    return max(0.0, inches_inside(points, ahead, (0.0, 0.0), (board.width, board.depth)))


@rule("aofr.living.healing_swarm", "aofr.living.killing_sun")
def _led(battle: Battle, living: Living) -> Script[Living]:
    """A random caster within 6", of either side, may move it; without one it stays (AOFR-R279)."""
    near = casters_near(battle, state.shapes(battle, living)[0])
    if not near:
        return living
    names = [battle.units[caster.unit].name for caster in near]
    cards = [f"{name} ({number})" if names.count(name) > 1 else name for number, name in enumerate(names, 1)]
    card = yield from draw_from(cards, why=f"{living.name}: who moves it", rule=living.spell.rule)
    seat = battle.units[near[cards.index(card)].unit].seat
    start = (living.x, living.y)
    stride = optional.measured(battle, STRIDE)
    test = placing.may_go(battle, living.spell, start, stride)
    text = f'Where do you move {living.name}, up to {stride:g}"?'
    pose = yield from placing.ask_place(battle, seat, living.spell, text, test, start, stride)
    if pose is None or (pose.x, pose.y) == start:
        return living
    living = state.set_at(battle, living, pose.x, pose.y)
    yield LivingSpellMoved(living.name, hypot(pose.x - start[0], pose.y - start[1]), living.x, living.y)
    yield from _through(battle, living, start)
    return living


def casters_near(battle: Battle, shape: Base) -> list[CasterModel]:
    """The caster models of both sides within 6"."""
    found = []
    for unit in on_table(battle):
        for caster in true_casters(battle, unit):
            model = model_of(battle, unit, caster)
            if model is not None and bases_within(shape, model.base, optional.measured(battle, AROUND)):
                found.append(caster)
    return found


@rule("aofr.living.suffocating_cloud", "aofr.living.hungering_jaws", "aofr.living.killing_sun")
def _through(battle: Battle, living: Living, start: Point) -> Script[None]:
    """What it does to every unit that it moves through, each once."""
    spell = living.spell
    if not spell.path:
        return
    for unit in swept_units(battle, living, start):
        if spell.danger:
            yield from dangerous_test(battle, unit, [g for g, count in kinds_of_model(unit) for _ in range(count)])
        if spell.hits and not unit.fate:
            yield from hit(battle, living, unit, spell.hits)


def swept_units(battle: Battle, living: Living, start: Point) -> list[Unit]:
    """The units whose models a spell went over, where it began and where it ended included (AOFR-R276)."""
    shapes = swept_by(living.spell, start, (living.x, living.y), living.facing, larger=state.told(battle).larger)
    return [
        unit
        for unit in present(battle)
        if any(bases_overlap(shape, part) for shape in shapes for part in perimeter(battle, unit))
    ]


@rule("aofr.living.suffocating_cloud", "aofr.living.hungering_jaws", "aofr.living.killing_sun")
def swept_by(spell: LivingSpell, start: Point, end: Point, facing: float, *, larger: bool) -> list[Base]:
    """The ground that a spell goes over from one place to another: where it was, where it is, and all in between."""
    first = state.shape_at(spell, *start, facing, larger=larger)
    last = state.shape_at(spell, *end, facing, larger=larger)
    far = hypot(end[0] - start[0], end[1] - start[1])
    if far <= TOLERANCE:
        return [first]
    # Long spells go along their front, so that what lies between is as wide as they are.
    wide = 2 * first.radius if isinstance(first, Circle) else first.width
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return [first, last, rect(*middle, bearing(*start, *end), wide, far)]


def hit(battle: Battle, living: Living, unit: Unit, dice: str) -> Script[None]:
    """So many hits of the spell on a unit."""
    spell = living.spell
    count = yield from roll_sum(dice, why=f"{living.name}: hits", rule=spell.rule, seat=unit.seat, unit=unit.id)
    piercing = (RuleText("AP", spell.ap),) if spell.ap else ()
    effect = SpellEffect(hits=count, rules=piercing)
    yield from strike(battle, [hits_of(battle, battle.units[living.unit], living.name, effect, unit, None)])
