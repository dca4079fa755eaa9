"""Setting up: the roll for the edge, one unit after the other, reserves, scouts (BLUE-R140, BLUE-R119).

A Hero may be set up with a unit, or alone. Scouts come last; Vanguard moves follow when everybody stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import hypot

import msgspec

from warhost.dice import Chance
from warhost.field.ground.boxes import box_of
from warhost.field.ground.placing_loose import Layout, LooseGround, legal_poses, room_for, spots_in, why_not
from warhost.field.loose.bodies import Bases, drawn_up
from warhost.field.loose.steps import Around, nearest_stand
from warhost.play.picking import pick
from warhost.play.questions import Act, Denied, Option, Pick, Place, Placed
from warhost.play.script import Refused, Script, choose, once, place, roll
from warhost.play.shown.english import acts, does
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.heroes.joining import may_join
from warhost.rulesets.blue_age.chapters.magic import pools as magic
from warhost.rulesets.blue_age.chapters.scenario.scenarios import scenario_of
from warhost.rulesets.blue_age.chapters.turn import begin_turn
from warhost.rulesets.blue_age.core import (
    COHESION,
    GAP,
    Battle,
    Entry,
    Model,
    Unit,
    all_bases,
    bases_of,
    has,
    section_piece,
    set_models,
    terrain_of,
)
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.values import always, commander_of
from warhost.rulesets.blue_age.shown.position import ZONE, roles_of
from warhost.table import Area, Board, Circle, Point, Pose, Rect, strip, summed

WIDEST_LAIR = 11.0
"""How far from the centre a lair reaches at most: an inch short of the zone of a player."""

SCOUTS_AWAY = 12.0
SPACING = 0.2
"""The gaps between the models of a unit as it is set up, in inches."""

FORMATIONS = {"block": "In a block", "line": "In a line", "wedge": "In a wedge", "crowd": "In a crowd"}
FILES = 5
FEWEST_TO_ASK = 4
"""Units of fewer models are set up in a line without asking."""

TRIES = 40
"""How many places are tried at random before the sensible ones are looked at."""

_RULE = "blue.setup.scenario"


# Before the game


@rule("blue.magic.spell_generation")
def learn(battle: Battle) -> Script[None]:
    """Casters get their spells before anything is set up."""
    yield from magic.generate(battle)
    battle.stage = "roll off"


# The edge


def edges_of(board: Board) -> dict[str, Area]:
    """The zones along the edges that may be taken: the two long ones; on a square table any."""
    width, depth = board.width, board.depth
    found = {"south": strip(0.0, 0.0, width, ZONE), "north": strip(0.0, depth - ZONE, width, depth)}
    if width == depth:
        found |= {"west": strip(0.0, 0.0, ZONE, depth), "east": strip(width - ZONE, 0.0, width, depth)}
    return found


OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}


@rule("blue.setup.scenario")
def roll_off(battle: Battle) -> Script[None]:
    """Both roll a D10 and add the Initiative of their Commander, ties again; the winner takes an edge and sets up
    first. The environment has its lair, or the edge that is left."""
    first = 0
    if battle.settings.mode == "pvp":
        totals = [0, 0]
        while totals[0] == totals[1]:
            for seat in (0, 1):
                (face,) = yield from roll("D10", why="Who picks the edge", rule=_RULE, seat=seat)
                totals[seat] = face + _initiative(battle, seat)
        first = 0 if totals[0] > totals[1] else 1
        yield events.RolledOff(first, "the choice of the edge")
    edges = edges_of(battle.scene.board)
    options = [Option(name, f"The {name} edge", areas=(area,)) for name, area in edges.items()]
    key = yield from choose(first, "side", "Which edge do you take?", options, rules=(_RULE,))
    zones = [edges[key], edges[OPPOSITE[key]]]
    lair = scenario_of(battle).lair
    if lair:
        x, y = battle.scene.board.width / 2, battle.scene.board.depth / 2
        zones[1] = strip(x - lair, y - lair, x + lair, y + lair)
    battle.zones = (zones[0], zones[1])
    battle.homes = (0, 1) if first == 0 else (1, 0)
    battle.active = battle.first = 1 if lair else first
    yield events.ZonePicked(first, key)
    battle.stage = "deploy"


def _initiative(battle: Battle, seat: int) -> int:
    """The Initiative of the Commander, who is not on the table yet."""
    chief = next((unit for unit in battle.units if unit.seat == seat and battle.entry(unit).commander), None)
    chief = chief or commander_of(battle, seat)
    return 0 if chief is None else battle.entry(chief).initiative


def zone_of(battle: Battle, seat: int) -> Area:
    """The deployment zone of a seat."""
    return battle.zones[battle.homes[seat]]


# One unit after the other


def _waiting(battle: Battle, seat: int, *, scouts: bool) -> list[Unit]:
    """The units of a seat that are still to be set up."""
    return [
        unit
        for unit in battle.units
        if unit.seat == seat
        and not unit.models
        and not unit.fate
        and not unit.reserve
        and always(battle.entry(unit), "scouts") is scouts
    ]


@rule("blue.special.ambush_reserve")
def deploy(battle: Battle) -> Script[None]:
    """One unit is set up, with the Heroes who go with it, or put into reserve. Players take turns; in the lair the
    environment sets up everything first."""
    seat = battle.active
    waiting = _waiting(battle, seat, scouts=False)
    if not waiting:
        if any(_waiting(battle, one, scouts=False) for one in (0, 1)):
            battle.active = 1 - seat
        else:
            battle.active, battle.stage = battle.first, "scouts"
        return
    options = [Option(str(unit.id), unit.name, unit=unit.id) for unit in waiting]
    denied = []
    for unit in waiting:
        if always(battle.entry(unit), "ambushes"):
            options.append(Option(f"{unit.id}:reserve", f"{unit.name} in ambush", unit=unit.id))
        else:
            why = f"{acts(unit.name, 'does')} not have Ambush."
            denied.append(Denied(f"{unit.id}:reserve", why, "blue.special.ambush_reserve", unit.id))
    key = yield from choose(
        seat, "deploy", "Which unit do you set up next?", options, rules=(_RULE,), denied=tuple(denied)
    )
    number, _, held = key.partition(":")
    unit = battle.units[int(number)]
    if held:
        unit.reserve = True
        yield events.UnitInReserve(unit.id)
    else:
        yield from set_down(battle, unit)
        yield from _with_heroes(battle, unit)
    if not scenario_of(battle).lair or not _waiting(battle, seat, scouts=False):
        battle.active = 1 - seat


@rule("blue.special.scout")
def scouts(battle: Battle) -> Script[None]:
    """Scouts are set up when all others are, players taking turns."""
    seat = battle.active
    waiting = _waiting(battle, seat, scouts=True)
    if not waiting:
        if any(_waiting(battle, one, scouts=True) for one in (0, 1)):
            battle.active = 1 - seat
        else:
            battle.active, battle.stage = battle.first, "vanguard"
        return
    options = [Option(str(unit.id), unit.name, unit=unit.id) for unit in waiting]
    key = yield from choose(seat, "deploy", "Which scouts do you set up next?", options, rules=("blue.special.scout",))
    yield from set_down(battle, battle.units[int(key)])
    battle.active = 1 - seat


# Where


def barred_to(battle: Battle, entry: Entry) -> tuple[Rect, ...]:
    """The pieces of terrain on which a unit may not be set up: what it cannot enter, obstacles and buildings."""
    barred = {"impassable", "building", "low", "high"}
    if not (entry.flyer or entry.type == "monster"):
        barred.add("deep")
    if entry.type == "war machine":
        barred.add("woods")
    return tuple(piece.shape for piece in terrain_of(battle).pieces if piece.traits & barred)


@rule("blue.special.scout")
def _ground(battle: Battle, unit: Unit) -> LooseGround:
    """Where a unit may be set up: in its zone, 1" from enemies; Scouts anywhere more than 12" away from them."""
    scouts = always(battle.entry(unit), "scouts")
    standing = [other for other in battle.units if other.models and other.inside is None]
    return LooseGround(
        board=battle.scene.board,
        zone=None if scouts else zone_of(battle, unit.seat),
        away=SCOUTS_AWAY if scouts else GAP,
        told=f'more than {SCOUTS_AWAY:g}"' if scouts else f'{GAP:g}"',
        barred=barred_to(battle, battle.entry(unit)),
        friends=tuple(base for other in standing if other.seat == unit.seat for base in bases_of(battle, other)),
        foes=tuple(base for other in standing if other.seat != unit.seat for base in bases_of(battle, other)),
        rule="blue.special.scout" if scouts else _RULE,
        barred_rule="blue.setup.terrain",
    )


def drawn(entry: Entry, form: str, pose: Pose) -> Bases:
    """The bases of a unit that is set up in a formation about a pose."""
    radius, x, y = entry.radius, pose.x, pose.y
    return tuple([Circle(x + right, y + ahead, radius) for right, ahead in _offsets(entry, form, pose.facing % 360.0)])


@lru_cache(maxsize=512)
def _offsets(entry: Entry, form: str, facing: float) -> tuple[Point, ...]:
    """Where the models of a unit stand from its middle, in a formation that looks that way."""
    shape, pose = Circle(0.0, 0.0, entry.radius), Pose(0.0, 0.0, facing)
    if form == "line":
        bases = drawn_up("line", entry.models, shape, pose, SPACING)
    elif form == "wedge":
        bases = drawn_up("wedge", entry.models, shape, pose, SPACING)
    elif form == "crowd":
        bases = drawn_up("crowd", entry.models, shape, pose, SPACING)
    else:
        bases = drawn_up("column", entry.models, shape, pose, SPACING, min(FILES, entry.models))
    return tuple((base.x, base.y) for base in bases)


def ahead(battle: Battle, seat: int) -> float:
    """The facing of units that look across the table from their zone."""
    own, board = zone_of(battle, seat).corners, battle.scene.board
    x, y = summed(x for x, _ in own) / len(own), summed(y for _, y in own) / len(own)
    if scenario_of(battle).lair and battle.homes[seat] == 1:
        return (ahead(battle, 1 - seat) + 180.0) % 360.0
    dx, dy = board.width / 2 - x, board.depth / 2 - y
    return (90.0 if dx > 0 else 270.0) if abs(dx) > abs(dy) else (0.0 if dy > 0 else 180.0)


@rule("blue.setup.pvp_or_pve")
def _widened(battle: Battle, seat: int) -> bool:
    """Whether the lair grew by an inch to each side for a unit that found no room in it (BLUE-R143)."""
    zone = zone_of(battle, seat)
    (left, near), (right, far) = min(zone.corners), max(zone.corners)
    if not scenario_of(battle).lair or battle.homes[seat] != 1 or right - left >= 2 * WIDEST_LAIR - 1e-6:
        return False
    battle.zones = (battle.zones[0], strip(left - 1.0, near - 1.0, right + 1.0, far + 1.0))
    return True


def set_down(battle: Battle, unit: Unit) -> Script[None]:
    """One unit is set up; one for which there is no room counts as lost."""
    if battle.entry(unit).type == "war machine" and (yield from _in_building(battle, unit)):
        return
    ground, entry = _ground(battle, unit), battle.entry(unit)
    while not any(_has_room(battle, unit, name, ground) for name in FORMATIONS) and _widened(battle, unit.seat):
        ground = _ground(battle, unit)
    form = yield from _formation(battle, unit, ground)
    if not form:
        unit.fate = "lost"
        yield events.NeverDeployed(unit.id)
        return

    def bases(placed: Placed) -> Bases:
        return drawn(entry, form, placed.pose)

    def judge(placed: Placed) -> Refused | None:
        return why_not(unit.name, bases(placed), ground)

    def check(placed: Placed) -> None:
        refused = judge(placed)
        if refused is not None:
            raise refused

    def anywhere(chance: Chance) -> Placed:
        box = room_for(_layout(battle, unit, form), ground)
        for _ in range(TRIES if box is not None else 0):
            assert box is not None
            left, near, right, far = box
            x, y = left + chance.uniform() * (right - left), near + chance.uniform() * (far - near)
            placed = Placed(Pose(round(x, 2), round(y, 2), ahead(battle, unit.seat)))
            if judge(placed) is None:
                return placed
        return next(_places(battle, unit, form, ground))

    answer = yield from place(
        Place(
            seat=unit.seat,
            topic="place",
            text=f"Where {does(unit.name)} deploy?",
            rules=(ground.rule,),
            unit=unit.id,
            zone=ground.zone,
            gap=0.0,
        ),
        once(check),
        lambda: [placed for placed, _ in zip(_places(battle, unit, form, ground), range(12), strict=False)],
        anywhere,
        bases,
    )
    _stand(battle, unit, bases(answer), answer.pose.facing)
    assert unit.pose is not None
    yield events.UnitDeployed(unit.id, unit.pose)


def _stand(battle: Battle, unit: Unit, bases: Bases, facing: float) -> None:
    entry = battle.entry(unit)
    looks = facing % 360.0 if entry.has_facing else 0.0
    models = tuple(
        Model(round(base.x, 9) + 0.0, round(base.y, 9) + 0.0, 0, role, looks)
        for base, role in zip(bases, roles_of(entry), strict=True)
    )
    set_models(battle, unit, models)
    if unit.pose is not None:
        unit.pose = msgspec.structs.replace(unit.pose, facing=facing % 360.0)


def _formation(battle: Battle, unit: Unit, ground: LooseGround) -> Script[str]:
    """The formation in which a unit is set up: asked for where it matters. Where there is no room for it the first for
    which there is; empty where there is none for any."""
    form = "block"
    if battle.entry(unit).models >= FEWEST_TO_ASK:
        fitting = [name for name in FORMATIONS if room_for(_layout(battle, unit, name), ground) is not None]
        options = [Option(name, FORMATIONS[name], unit=unit.id) for name in fitting]
        text = f"In which formation {does(unit.name)} deploy?"
        if options:
            form = yield from choose(unit.seat, "formation", text, options, rules=("blue.move.cohesion",))
    for name in dict.fromkeys((form, *FORMATIONS)):
        if _has_room(battle, unit, name, ground):
            return name
    return ""


def _layout(battle: Battle, unit: Unit, form: str) -> Layout:
    """How a unit stands in a formation that looks across the table from its zone."""
    return _laid_out(battle.entry(unit), form, ahead(battle, unit.seat))


@lru_cache(maxsize=512)
def _laid_out(entry: Entry, form: str, facing: float) -> Layout:
    bases = partial(drawn, entry, form)
    return Layout(bases, facing, box_of(bases(Pose(0.0, 0.0, facing))))


def _places(battle: Battle, unit: Unit, form: str, ground: LooseGround) -> Iterator[Placed]:
    """Places that are legal, in rows over the zone: its front first, for scouts their own side of the table first, and
    each row from its middle outwards."""
    layout = _layout(battle, unit, form)
    box = room_for(layout, ground)
    if box is None:
        return iter(())
    spots = spots_in(box, layout.facing, front_first=ground.zone is not None)
    return map(Placed, legal_poses(layout, ground, box, spots))


def _has_room(battle: Battle, unit: Unit, form: str, ground: LooseGround) -> bool:
    """Whether there is such a place at all: looked for from the back of a zone, which fills up last."""
    layout = _layout(battle, unit, form)
    box = room_for(layout, ground)
    if box is None:
        return False
    spots = spots_in(box, layout.facing, front_first=ground.zone is not None)
    found = legal_poses(layout, ground, box, spots if ground.zone is None else reversed(spots))
    return next(found, None) is not None


# Heroes and war machines


@rule("blue.joining.how")
def _with_heroes(battle: Battle, unit: Unit) -> Script[None]:
    """Heroes may be set up with a unit that they may join (BLUE-R95)."""
    if not unit.models or unit.inside is not None or battle.entry(unit).hero:
        return
    heroes = [
        hero
        for hero in _waiting(battle, unit.seat, scouts=False)
        if battle.entry(hero).hero and may_join(battle.entry(hero), battle.entry(unit))
    ]
    if not heroes:
        return
    picked = yield from pick(
        Pick(
            seat=unit.seat,
            topic="heroes",
            text=f"Which Heroes are set up with {unit.name}?",
            options=tuple(Option(str(hero.id), hero.name, unit=hero.id) for hero in heroes),
            most=len(heroes),
            rules=("blue.joining.how",),
            act=Act(unit.id, ()),
        )
    )
    for key in picked:
        hero = battle.units[int(key)]
        spot = _beside(battle, unit, hero)
        if spot is None:
            continue
        _stand(battle, hero, (spot,), unit.pose.facing if unit.pose else 0.0)
        hero.host = unit.id
        assert hero.pose is not None
        yield events.UnitDeployed(hero.id, hero.pose)
        yield events.HeroJoined(hero.id, unit.id)


def _beside(battle: Battle, unit: Unit, hero: Unit) -> Circle | None:
    """A place for a Hero in the cohesion of a unit, in its zone: in front of its middle if there is room."""
    ground, radius = _ground(battle, hero), battle.entry(hero).radius
    own = [base for base in all_bases(battle, unit) if isinstance(base, Circle)]
    x, y = summed(base.x for base in own) / len(own), summed(base.y for base in own) / len(own)
    about = Around(battle.scene.board, ground.barred, ground.friends, ground.foes, GAP)
    found = nearest_stand(Circle(x, y, radius), about)
    # In front of it may be outside the zone: then beside any of its models, those in its middle first.
    ranked = sorted(own, key=lambda base: (round(hypot(base.x - x, base.y - y), 4), base.x, base.y))
    beside = (_next_to(base, dx, dy, radius) for base in ranked for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0)))
    spots: list[Circle] = [found] if isinstance(found, Circle) else []
    for spot in (*spots, *beside):
        near = any(hypot(spot.x - base.x, spot.y - base.y) <= radius + base.radius + COHESION for base in own)
        if near and why_not(hero.name, (spot,), ground) is None:
            return spot
    return None


def _next_to(base: Circle, dx: int, dy: int, radius: float) -> Circle:
    """A base of that radius right beside another one."""
    apart = base.radius + radius + 0.02
    return Circle(base.x + dx * apart, base.y + dy * apart, radius)


@rule("blue.unit_type.war_machine_deploy_building")
def _in_building(battle: Battle, unit: Unit) -> Script[bool]:
    """A War Machine may be set up in a section of a building in its own zone that nobody is in."""
    zone = zone_of(battle, unit.seat)
    taken = {other.inside for other in battle.units if other.inside is not None}
    free = [
        number
        for number, section in enumerate(battle.sections)
        if not section.ruined
        and number not in taken
        and zone.contains_point(section_piece(battle, number).shape.x, section_piece(battle, number).shape.y)
    ]
    if not free:
        return False
    options = [Option("ground", "On open ground", unit=unit.id)]
    options += [
        Option(f"section:{number}", f"In {section_piece(battle, number).name}", unit=unit.id) for number in free
    ]
    rules = ("blue.unit_type.war_machine_deploy_building",)
    key = yield from choose(unit.seat, "building", f"Where {does(unit.name)} deploy?", options, rules=rules)
    if key == "ground":
        return False
    number = int(key.partition(":")[2])
    shape = section_piece(battle, number).shape
    _stand(battle, unit, (Circle(shape.x, shape.y, battle.entry(unit).radius),), ahead(battle, unit.seat))
    unit.inside = number
    assert unit.pose is not None
    yield events.UnitDeployed(unit.id, unit.pose)
    return True


def begin(battle: Battle) -> Script[None]:
    """Everybody is set up: the first turn begins."""
    yield from begin_turn(battle)


def vanguards(battle: Battle, seat: int) -> Sequence[Unit]:
    """The units of a seat that may still make their Vanguard move."""
    return [
        unit
        for unit in battle.units
        if unit.seat == seat and unit.models and unit.host is None and not unit.acted and has(battle, unit, "vanguard")
    ]


STEPS = {"lore": learn, "roll off": roll_off, "deploy": deploy, "scouts": scouts, "begin": begin}
