"""The castle: building it, its entry points, its gates, and when a component is besieged (Castle Components; Two-Way
Passages)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from warhost.dice import Chance
from warhost.play.questions import Option, Outline, Place, Placed
from warhost.play.script import Refused, Script, choose, place
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Unit, field_of, footprint, ground_of
from warhost.rulesets.regiments.parts.siege_battles import events
from warhost.rulesets.regiments.parts.siege_battles.figures import (
    GATES,
    Component,
    ComponentName,
    GateName,
    Passage,
    Plan,
    attacker,
    change,
    defender,
    gate_tough,
    how_many_components,
    plans,
    told,
)
from warhost.rulesets.regiments.parts.solid_buildings import holding
from warhost.rulesets.regiments.parts.solid_buildings.buildings import Building, garrison, side_strip, stand_up
from warhost.table import (
    TOLERANCE,
    Area,
    Feature,
    Pose,
    Rect,
    distance,
    feature_rect,
    from_local,
    on_board,
    overlaps,
    rect,
    strip,
)

NEAR = 1.0
"""How near a ladder's carrier or a siege tower is to a component to besiege it (AOFR-R596, AOFR-R925)."""

ENTRY = 2.0
"""How wide an entry point is."""

ROWS = (6.0, 9.0, 12.0, 15.0, 4.0, 18.0)
"""How far behind the middle of the table components are usually built."""

BUILD = "aofr.siege.table_half"


@rule("aofr.siege.table_half")
def halves(battle: Battle) -> dict[str, Area]:
    """The halves of the table, cut parallel to the long edges (AOFR-R593)."""
    board = battle.scene.board
    middle = board.depth / 2
    return {
        "south": strip(0.0, 0.0, board.width, middle),
        "north": strip(0.0, middle, board.width, board.depth),
    }


@rule("aofr.siege.table_half")
def pick_half(battle: Battle) -> Script[None]:
    """The defender chooses a half; the attacker deploys within 12" of the opposite long edge (AOFR-R593)."""
    seat, areas, board = defender(battle), halves(battle), battle.scene.board
    options = [Option(name, f"The {name} half", areas=(area,)) for name, area in areas.items()]
    key = yield from choose(seat, "side", "Which half of the table do you defend?", options, rules=(BUILD,))
    far = {
        "south": strip(0.0, board.depth - 12.0, board.width, board.depth),
        "north": strip(0.0, 0.0, board.width, 12.0),
    }[key]
    edge = {"south": "north", "north": "south"}[key]
    battle.zones = tuple((areas[key],) if number == seat else (far,) for number in range(2))
    battle.edges = tuple(key if number == seat else edge for number in range(2))
    change(battle, half=key)
    yield events.HalfPicked(seat, key)


# Building.


def shapes_of(plan: Plan, pose: Pose) -> list[Rect]:
    """What a component covers there, and its gate to the right of it."""
    whole = rect(pose.x, pose.y, pose.facing, *plan.size)
    if not plan.gate:
        return [whole]
    x, y = from_local(whole, (plan.size[0] + plan.gate) / 2, 0.0)
    return [whole, rect(x, y, pose.facing, plan.gate, plan.size[1])]


@rule("aofr.siege.table_half")
def why_not_build(battle: Battle, plan: Plan, pose: Pose) -> Refused | None:
    """A component lies fully in the defender's half, and not on other terrain."""
    board, half = battle.scene.board, halves(battle)[told(battle).half]
    shapes = shapes_of(plan, pose)
    if not all(on_board(shape, board.width, board.depth) and half.contains_rect(shape) for shape in shapes):
        return Refused(f"The {plan.name} must be completely in your half of the table.", BUILD)
    if any(overlaps(shape, feature_rect(feature)) for shape in shapes for feature in board.features):
        return Refused("Another piece of terrain is in the way.", BUILD)
    return None


def _sites(battle: Battle, plan: Plan) -> Iterator[Pose]:
    """Places for a component: across the middle of the half and then further back, looking at the attacker."""
    board, south = battle.scene.board, told(battle).half == "south"
    middle, facing = board.depth / 2, 0.0 if south else 180.0
    for row in ROWS:
        y = middle - row if south else middle + row
        for step in range(int(board.width / 4)):
            for side in (1, -1) if step else (1,):
                pose = Pose(board.width / 2 + side * step * 2.0, y, facing)
                if why_not_build(battle, plan, pose) is None:
                    yield pose


@rule("aofr.siege.components_count", "aofr.siege.component")
def build(battle: Battle, gate: GateName) -> Script[None]:
    """The defender says how many components the castle has, what each is, and where it stands."""
    seat = defender(battle)
    fewest, most = how_many_components(battle.scene.settings.points)
    counts = [Option(str(count), f"{count} components") for count in range(most, fewest - 1, -1)]
    text = "How many components does your castle have? The attacker gets a siege tool point for each."
    key = yield from choose(seat, "castle", text, counts, rules=("aofr.siege.components_count",))
    for _ in range(int(key)):
        yield from _build_one(battle, seat, gate)


def _build_one(battle: Battle, seat: int, gate: GateName) -> Script[None]:
    names = [name for name, plan in plans().items() if next(_sites(battle, plan), None) is not None]
    if not names:
        return
    options = [Option(name, _described(plans()[name], gate)) for name in names]
    text = "Which component do you build next?"
    name = yield from choose(seat, "component", text, options, rules=("aofr.siege.component",))
    plan = plans()[_as_name(name)]
    sites = list(_sites(battle, plan))

    def sample(chance: Chance) -> Placed:
        return Placed(sites[chance.pick(len(sites))])

    answer = yield from place(
        Place(
            seat=seat,
            topic="castle site",
            text=f"Where do you build the {plan.name}?",
            rules=(BUILD,),
            zone=halves(battle)[told(battle).half],
            outline=Outline("rectangle", *plan.size),
        ),
        lambda placed: why_not_build(battle, plan, placed.pose),
        lambda: [Placed(site) for site in sites],
        sample,
    )
    component = set_up(battle, _as_name(name), answer.pose, gate)
    yield events.ComponentBuilt(seat, component)


def _as_name(text: str) -> ComponentName:
    return next(name for name in plans() if name == text)


def _described(plan: Plan, gate: GateName) -> str:
    words = f"{plan.name}: up to {plan.capacity} models, Tough({plan.tough})"
    return f"{words}, with a {GATES[gate]}" if plan.gate else words


@rule("aofr.siege.component", "aofr.siege.passage", "aofr.siege.passage_attack")
def set_up(battle: Battle, name: ComponentName, pose: Pose, gate: GateName, *, locked: bool = True) -> int:
    """A component stands there from now on: a solid building with a Tough value; its gate counts apart. Returns its
    number among the units."""
    plan, siege = plans()[name], told(battle)
    shapes = shapes_of(plan, pose)
    number = len(siege.components) + 1
    made = _lay(battle, shapes[0], f"castle_{name}", f"{plan.name} {number}")
    unit = stand_up(battle, made, f"{plan.name} {number}", plan.tough)
    change(battle, components=(*siege.components, Component(unit.id, plan.capacity, plan.ports)))
    if len(shapes) > 1:
        called = f"{GATES[gate]} {number}"
        door = stand_up(battle, _lay(battle, shapes[1], SHUT, called), called, gate_tough(gate))
        change(battle, passages=(*told(battle).passages, Passage(door.id, not locked)))
        hang_gates(battle, None)
    return unit.id


def _lay(battle: Battle, shape: Rect, kind: str, name: str) -> Feature:
    feature = Feature(kind, shape.x, shape.y, shape.width, shape.depth, shape.facing, name)
    board = battle.scene.board
    _put_board(battle, (*board.features, feature))
    return feature


def _put_board(battle: Battle, features: tuple[Feature, ...]) -> None:
    if features != battle.scene.board.features:
        board = msgspec.structs.replace(battle.scene.board, features=features)
        battle.scene = msgspec.structs.replace(battle.scene, board=board)


# Entry points and gates.

SHUT, AJAR, OPEN = "gate_impassable_blocking", "gate_blocking", "gate"
"""A gate on the board: shut, passable only for who acts, open to all."""


@rule("aofr.siege.entries", "aofr.siege.passage")
def lock(battle: Battle) -> Script[None]:
    """The defender says which entry points and gates are open to both armies and which are locked."""
    seat = defender(battle)
    words = {
        "": "Both locked: only your own units may use them",
        "inner": "Only the one on the inside open",
        "outer": "Only the one on the outside open",
        "outer inner": "Both open to everybody",
    }
    for component in told(battle).components:
        name = battle.units[component.unit].name
        text = f"{acts(name, 'has')} an entry point on the outside and one on the inside. Which are open?"
        options = [Option(key or "locked", label) for key, label in words.items()]
        key = yield from choose(seat, "entry points", text, options, rules=("aofr.siege.entries",))
        _declare(battle, component.unit, outer="outer" in key, inner="inner" in key)
    for passage in told(battle).passages:
        name = battle.units[passage.unit].name
        options = [Option("locked", "Locked: only your own units pass"), Option("open", "Open to everybody")]
        text = f"Is {name} open or locked?"
        key = yield from choose(seat, "gate", text, options, rules=("aofr.siege.passage",))
        if key == "open":
            open_gate(battle, passage.unit)


def _declare(battle: Battle, unit: int, *, outer: bool, inner: bool) -> None:
    changed = [
        msgspec.structs.replace(one, outer=outer, inner=inner) if one.unit == unit else one
        for one in told(battle).components
    ]
    change(battle, components=tuple(changed))


@rule("aofr.siege.passage", "aofr.siege.passage_destroyed")
def open_gate(battle: Battle, unit: int) -> None:
    """The gate is open to both armies for the rest of the game."""
    passages = tuple(Passage(one.unit, True) if one.unit == unit else one for one in told(battle).passages)
    change(battle, passages=passages)
    hang_gates(battle, None)


@rule("aofr.siege.passage")
def hang_gates(battle: Battle, acting: Unit | None) -> None:
    """The gates as they are while that unit acts, or between activations: a locked one lets only defenders through.

    A gate in which somebody stands cannot be shut.
    """
    passages = {one.unit: one for one in told(battle).passages}
    kinds: dict[Rect, str] = {}
    for number, passage in passages.items():
        site = battle.units[number].site
        if site is None:
            continue
        ground = ground_of(site)
        own = acting is not None and acting.seat == defender(battle)
        blocked = any(overlaps(body.shape, ground) for body in field_of(battle).bodies)
        kinds[ground] = OPEN if passage.open else AJAR if own or blocked else SHUT
    features = tuple(
        msgspec.structs.replace(feature, kind=kinds[shape]) if (shape := feature_rect(feature)) in kinds else feature
        for feature in battle.scene.board.features
    )
    _put_board(battle, features)


# Sieges.


@rule("aofr.siege.ladder", "aofr.siege.tower_besiege", "aofr.siege.entries_besieged")
def is_besieged(battle: Battle, component: Component) -> bool:
    """Whether a ladder stands against it, or a siege tower touches it."""
    siege = told(battle)
    if any(tool.at == component.unit for tool in siege.tools):
        return True
    wall = footprint(battle, battle.units[component.unit])
    towers = [battle.units[number] for number in siege.towers]
    return any(
        tower.pose is not None and distance(footprint(battle, tower), wall) <= NEAR + TOLERANCE for tower in towers
    )


@rule("aofr.siege.entries", "aofr.siege.entries_besieged")
def entries(battle: Battle, component: Component, unit: Unit) -> list[Rect]:
    """The entry points that the unit may use: all of them for defenders and while the component is besieged, else those
    that are open."""
    hull = footprint(battle, battle.units[component.unit])
    everywhere = unit.seat == defender(battle) or is_besieged(battle, component)
    found = []
    if everywhere or component.outer:
        found.append(_entry(side_strip(hull, "front")))
    if everywhere or component.inner:
        found.append(_entry(side_strip(hull, "rear")))
    return found


def _entry(side: Rect) -> Rect:
    """The middle of a side, just inside of it, so that who touches it touches the component."""
    x, y = from_local(side, 0.0, -side.depth)
    return rect(x, y, side.facing, ENTRY, side.depth)


@rule("aofr.siege.entries", "aofr.siege.entries_besieged")
def why_not_enter(battle: Battle, component: Component, unit: Unit) -> Refused | None:
    """Why the component does not take the unit in: its entry points are locked, or it has no room."""
    if not entries(battle, component, unit):
        name = battle.units[component.unit].name
        return Refused(f"All entry points of {name} are locked.", "aofr.siege.entries")
    return holding.why_not_hold(battle, component, unit)


@rule("aofr.siege.attack_component", "aofr.siege.passage_attack", "aofr.siege.no_charge")
def targets(battle: Battle, unit: Unit, how: str) -> Iterator[Unit]:
    """What the unit may attack: components and locked gates for attackers, and enemies inside a component; those only
    by charging if it is besieged."""
    siege = told(battle)
    attacks = unit.seat == attacker(battle)

    def chargeable(battle: Battle, building: Building) -> bool:
        component = next(one for one in siege.components if one.unit == building.unit)
        return not attacks or is_besieged(battle, component)

    held: Sequence[Component] = siege.components
    if not attacks:
        held = [one for one in held if any(other.seat != unit.seat for other in garrison(battle, one))]
    yield from holding.targets(battle, held, unit, how, destructible=True, chargeable=chargeable)
    if attacks:
        yield from (battle.units[one.unit] for one in siege.passages if not one.open)
