"""What army terrain does to units (Battle Terrain, Magic Terrain)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from warhost.dice import Chance
from warhost.field.ground.placing import Ground, shifted
from warhost.play.battle import stand
from warhost.play.questions import Option, Place, Placed, Within
from warhost.play.script import Refused, Script, choose, place, roll_sum
from warhost.play.shown.english import does, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.deployment import ground
from warhost.rulesets.regiments.chapters.magic.casters import true_casters
from warhost.rulesets.regiments.chapters.magic.casting import way_of
from warhost.rulesets.regiments.chapters.magic.enchantments import Enchantment
from warhost.rulesets.regiments.chapters.magic.spells import heal
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds
from warhost.rulesets.regiments.core import (
    Battle,
    Effect,
    SpecialRule,
    Unit,
    events,
    footprint_at,
    optional,
    perimeter,
    troopers,
)
from warhost.rulesets.regiments.parts.army_terrain.pieces import Kind, Piece, kind_of, shapes
from warhost.rulesets.regiments.parts.shared import harm_odds
from warhost.table import TOLERANCE, Pose, Rect, distance, distance_to_point, segment_crosses

ICON, SHRINE, WELL, PILLARS, GATES = (
    "icon_of_war",
    "enchanted_shrine",
    "healing_well",
    "arcane_pillars",
    "twin_voidgates",
)


def is_near(battle: Battle, unit: Unit, shape: Rect, inches: float) -> bool:
    """Whether the unit's closest model is within so many inches of a piece."""
    if unit.pose is None and unit.inside is None:
        return False
    stands = unit if unit.inside is None else battle.units[unit.inside]
    if stands.pose is None and stands.site is None:
        return False
    far = optional.measured(battle, inches) + TOLERANCE
    return any(distance(base, shape) <= far for base in perimeter(battle, stands))


def _within_reach(battle: Battle, pieces: Iterable[Piece], unit: Unit) -> Iterator[Kind]:
    """The army terrains of the unit's own side that it is near enough to."""
    for piece in pieces:
        kind = kind_of(piece.slug)
        if piece.seat == unit.seat and kind.reach and is_near(battle, unit, shapes(piece)[0], kind.reach):
            yield kind


# When a unit is activated.


@rule("aofr.army_terrain.army_banner", "aofr.army_terrain.battle_forge", "aofr.army_terrain.icon_of_war")
def activated(battle: Battle, pieces: Iterable[Piece], unit: Unit) -> Script[None]:
    """A unit that is activated within reach has the bonus until its activation ends (AOFR-R129)."""
    for kind in _within_reach(battle, pieces, unit):
        if kind.activated is not None or kind.slug == ICON:
            optional.lay(unit, Effect(kind.name, unit.id, "activation"))
        elif kind.slug == SHRINE:
            gain_tokens(battle, unit)
        elif kind.slug == WELL:
            yield from drink(battle, unit)


@rule("aofr.army_terrain.icon_of_war")
class IconOfWar(SpecialRule):
    """+1 to hit in melee for units that charge."""

    id = "aofr.army_terrain.icon_of_war"
    title = "Icon of War"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "melee" and attack.charging:
            attack.to_hit.add(1, self.title, self.id)


@rule("aofr.army_terrain.enchanted_shrine")
def gain_tokens(battle: Battle, unit: Unit) -> None:
    """Each caster of the unit gets a spell token, or what stands for one (AOFR-R267)."""
    for caster in true_casters(battle, unit):
        way_of(battle).grant(battle, caster, 1)


@rule("aofr.army_terrain.healing_well")
def drink(battle: Battle, unit: Unit) -> Script[None]:
    """D3 wounds may be removed from the unit; nobody comes back (AOFR-R130)."""
    if not any(Muster(battle, unit).wounds.values()):
        return
    options = [
        Option("heal", "Remove D3 wounds", (harm_odds.unit_healed(battle, unit, "D3"),), unit.id),
        Option("no", "Leave it as it is", unit=unit.id, passes=True),
    ]
    text = f"{verb(unit.name, 'Does')} {unit.name} drink from the Healing Well?"
    key = yield from choose(unit.seat, "healing well", text, options, rules=("aofr.army_terrain.healing_well",))
    if key == "heal":
        yield from heal(battle, unit, "D3")


# What holds at any time.


@rule("aofr.army_terrain.faction_relic", "aofr.army_terrain.magic_armory")
def surrounding(battle: Battle, pieces: Iterable[Piece], unit: Unit) -> Iterator[SpecialRule]:
    """The rules of units near to army terrain of their own side."""
    for kind in _within_reach(battle, pieces, unit):
        if kind.near is not None:
            yield Enchantment(kind.name, kind.near, kind.rule)


@rule("aofr.army_terrain.defensive_barrier", "aofr.army_terrain.protective_dome", "aofr.army_terrain.watch_tower")
def ground_under(battle: Battle, pieces: Iterable[Piece], unit: Unit, base: Rect) -> set[str]:
    """What the ground within reach is for a model: touching it is enough but for cover, in which it is wholly
    (AOFR-R128)."""
    found = set()
    for piece in pieces:
        kind = kind_of(piece.slug)
        what = kind.friends if piece.seat == unit.seat else kind.enemies
        if not what:
            continue
        (shape,) = shapes(piece)
        far = max(distance_to_point(shape, *corner) for corner in base.corners)
        if (far if what == "cover" else distance(shape, base)) <= optional.measured(battle, kind.reach) + TOLERANCE:
            found.add(str(what))
    return found


# When an activation ends.


@rule("aofr.army_terrain.arcane_pillars")
def strike_down(battle: Battle, pieces: Iterable[Piece], unit: Unit) -> Script[None]:
    """An enemy unit with a model on the line between the pillars takes 2D3 wounds that are not blocked."""
    for piece in pieces:
        if piece.slug != PILLARS or piece.seat == unit.seat or len(piece.places) < 2 or unit.pose is None:
            continue
        one, other = ((pose.x, pose.y) for pose in piece.places)
        if any(segment_crosses(trooper.base, one, other) for trooper in troopers(battle, unit)):
            wounds = yield from roll_sum(
                "2D3", why="Arcane Pillars: wounds", rule=kind_of(PILLARS).rule, seat=piece.seat, unit=unit.id
            )
            yield from automatic_wounds(battle, unit, wounds)
            yield from morale.end_of_activation(battle)


@rule("aofr.army_terrain.twin_voidgates")
def step_through(battle: Battle, pieces: Iterable[Piece], unit: Unit) -> Script[None]:
    """A friendly unit within 3" of one gate may be placed within 3" of the other, in any facing (AOFR-R131)."""
    for piece in pieces:
        if piece.slug != GATES or piece.seat != unit.seat or len(piece.places) < 2 or unit.pose is None or unit.fate:
            continue
        gates, reach = shapes(piece), kind_of(GATES).reach
        ways = [
            other
            for here, other in ((gates[0], gates[1]), (gates[1], gates[0]))
            if is_near(battle, unit, here, reach) and not is_near(battle, unit, other, reach)
        ]
        if ways and (yield from _placed_by(battle, unit, ways[0], reach)):
            return


def _placed_by(battle: Battle, unit: Unit, gate: Rect, reach: float) -> Script[bool]:
    """Ask where the unit is placed by the other gate, if anywhere. Returns whether it was."""
    start, rule_id = unit.pose, kind_of(GATES).rule
    assert start is not None
    reach = optional.measured(battle, reach)

    def refused(pose: Pose) -> Refused | None:
        if all(distance(base, gate) > reach + TOLERANCE for base in perimeter(battle, unit, pose)):
            return Refused(f'{unit.name} must be placed within {reach:g}" of the other gate.', rule_id)
        return ground.why_not(battle, unit, pose, Ground(rule=rule_id))

    places = [pose for pose in _beside(battle, unit, gate, reach) if refused(pose) is None]
    if not places:
        return False
    answer = yield from place(
        Place(
            seat=unit.seat,
            topic="voidgate",
            text=f"Where {does(unit.name)} step out of the other gate? Leave it where it is to stay.",
            rules=(rule_id,),
            unit=unit.id,
            gap=1.0,
            within=(Within(reach + gate.radius, "Gate", points=((gate.x, gate.y),)),),
        ),
        lambda placed: None if placed.pose == start else refused(placed.pose),
        lambda: [Placed(start), *map(Placed, places)],
        partial(_random, [start, *places]),
    )
    if answer.pose == start:
        return False
    pose = stand(unit, answer.pose)
    yield events.UnitPlaced(unit.id, "Twin Voidgates", pose)
    return True


def _random(places: list[Pose], chance: Chance) -> Placed:
    return Placed(places[chance.pick(len(places))])


def _beside(battle: Battle, unit: Unit, gate: Rect, reach: float) -> Iterator[Pose]:
    """Places around a gate, looking away from it."""
    shape = footprint_at(battle, unit, Pose(0.0, 0.0, 0.0))
    for out in (reach / 2, reach):
        for turn in range(0, 360, 30):
            pose = shifted(Pose(gate.x, gate.y, float(turn)), gate.radius + out + shape.depth / 2, float(turn))
            yield Pose(pose.x, pose.y, float(turn))
