"""A second rulebook of a few paragraphs: loose units on round bases, a template, and three seats in two teams.

Three bands fight; the first stands alone against the other two. In turn, each seat names a formation and the spot where
the middle of its band goes. Every model walks there by itself, at most 5", round the rocks and at least 1" from
enemies; all of them keep together by gaps of at most 2".
Then it throws a stone: a round template of 3", laid with its centre within 12" of the band. On a D6 of 4 or more it
lands there, else it scatters D6". Whoever is under it falls, friend and foe.
Last, models within 1.2" of enemies push into contact. Each that is in contact fells one enemy on a D6 of 5 or more,
those nearest first. A team without models has lost; after six turns the larger one has won.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin
from typing import Any, ClassVar

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.field.loose import (
    FORMATIONS,
    Bases,
    closed_in,
    drawn_up,
    fallen,
    gap_between,
    moved_into,
    rect_about,
    settled_places,
    touching,
)
from warhost.field.templates import circle_template, kept_on, scatter, under
from warhost.field.walking import Around
from warhost.play import (
    Battle,
    Event,
    Option,
    Outcome,
    Place,
    Placed,
    PositionText,
    Refused,
    Scene,
    Script,
    Seat,
    Setup,
    Step,
    Unit,
    copied,
    settled,
)
from warhost.play.script import choose, place, roll_pool, roll_sum
from warhost.play.text import print_position, with_fields
from warhost.table import (
    TOLERANCE,
    Base,
    Board,
    Circle,
    Feature,
    Point,
    Pose,
    Rect,
    bases_overlap,
    centred_at,
    feature_rect,
    point_on_board,
    rect,
)

WALK, COHESION, GAP = 5.0, 2.0, 1.0
THROW, STONE = 12.0, 3.0
PUSH = 1.2
TURNS = 6
STAGES = ("move", "throw", "fight")

BOARD = Board(30.0, 24.0, (Feature("rocks", 15.0, 12.0, 6.0, 2.0), Feature("rocks", 8.0, 16.0, 2.0, 3.0, 30.0)))

ROUND, SQUARE = Circle(0.0, 0.0, 0.5), rect(0.0, 0.0, 0.0, 1.0, 1.0)
MODELS: dict[str, tuple[int, Base]] = {"Wolves": (8, ROUND), "Goblins": (5, ROUND), "Golems": (4, SQUARE)}
STARTS = (Pose(15.0, 4.0, 0.0), Pose(8.0, 20.5, 180.0), Pose(22.0, 20.0, 180.0))


class Band(Unit, kw_only=True, omit_defaults=True):
    """A loose unit: each of its models has a place of its own. Its pose is that of the rectangle around them."""

    places: tuple[Point, ...] = ()


class Skirmish(Battle, kw_only=True, omit_defaults=True):
    scene: Scene
    units: list[Band]


class BandMoved(Event, frozen=True):
    words = "{unit:unit} moves in {formation}"
    unit: int
    formation: str


class StoneLanded(Event, frozen=True):
    words = "{unit:unit} throws a stone"
    unit: int
    x: float
    y: float


class ModelsFell(Event, frozen=True):
    words = "{unit:unit} loses {count}"
    unit: int
    count: int


def bases_of(band: Band) -> Bases:
    """The bases of a band's models."""
    model = MODELS[band.army][1]
    facing = band.pose.facing if band.pose is not None else 0.0
    like = model if isinstance(model, Circle) else rect(0.0, 0.0, facing, model.width, model.depth)
    return tuple(centred_at(like, x, y) for x, y in band.places)


def stand(band: Band, bases: Bases, facing: float) -> None:
    """The models stand there now; a band without any leaves the table."""
    band.places = settled_places(bases)
    band.pose = settled(rect_about(bases, facing)) if bases else None


class TinySkirmish:
    slug: ClassVar[str] = "skirmish"
    title: ClassVar[str] = "The Tiny Skirmish"
    version: ClassVar[str] = "1.0"
    battle_type: ClassVar[type[Battle]] = Skirmish

    def armies(self) -> Sequence[str]:
        return tuple(MODELS)

    def maps(self) -> Sequence[str]:
        return ("rocks",)

    def set_up(self, setup: Setup) -> Skirmish:
        if len(setup.armies) != len(STARTS) or not set(setup.armies) <= set(MODELS):
            raise WarhostError(f"A skirmish has three bands: {', '.join(MODELS)}, not {', '.join(setup.armies)}.")
        if setup.map not in ("", *self.maps()):
            raise WarhostError(f'There is no map "{setup.map}" here: {", ".join(self.maps())}.')
        seats = tuple(Seat(name, name, team=min(number, 1)) for number, name in enumerate(setup.armies))
        units = []
        for number, (army, pose) in enumerate(zip(setup.armies, STARTS, strict=True)):
            count, model = MODELS[army]
            band = Band(id=number, seat=number, name=f"The {army}", army=army)
            stand(band, drawn_up("line", count, model, pose, 0.25), pose.facing)
            units.append(band)
        scene = Scene(ruleset=self.slug, version=self.version, board=BOARD, seats=seats)
        return Skirmish(scene=scene, units=units, turn=1, phase="skirmish", stage="move")

    def to_text(self, battle: Battle) -> str:
        return print_position(battle)

    def from_text(self, position: PositionText) -> Skirmish:
        armies = tuple(told.army or told.name for told in position.units)
        battle = self.set_up(Setup(ruleset=self.slug, armies=armies))
        with_fields(battle, position.fields, "The skirmish")
        for band, told in zip(battle.units, position.units, strict=True):
            band.pose = told.pose
            band.places = ()
            with_fields(band, told.fields, told.name)
        return battle

    def next_step(self, battle: Battle) -> Step | None:
        return None if battle.outcome is not None else Step(battle.stage, battle.active)

    def run(self, battle: Any, step: Step) -> Script[None]:
        return {"move": _move, "throw": _throw, "fight": _fight}[step.name](battle, battle.units[step.unit])

    def view(self, battle: Any, seat: int | None) -> Battle:
        seen: Skirmish = copied(battle)
        return seen

    def boundary(self, battle: Battle, unit: Any) -> Rect | None:
        return None if unit.pose is None or not unit.places else rect_about(bases_of(unit), unit.pose.facing)

    def bases(self, battle: Battle, unit: Any) -> Sequence[Base]:
        return () if unit.pose is None else bases_of(unit)

    def problems(self, battle: Any) -> Sequence[str]:
        standing = [(band, base) for band in battle.units for base in bases_of(band)]
        rocks = [feature_rect(feature) for feature in battle.scene.board.features]
        found = [f"{band.name} is on rocks" for band, base in standing for rock in rocks if bases_overlap(base, rock)]
        for number, (band, base) in enumerate(standing):
            under_it = [other for other, there in standing[:number] if bases_overlap(base, there)]
            found += [f"{band.name} stands on {other.name}" for other in under_it]
        return found


def foes_of(battle: Skirmish, band: Band) -> list[Band]:
    """The bands of the other team that still have models."""
    team = battle.scene.seats[band.seat].team
    return [other for other in battle.units if other.places and battle.scene.seats[other.seat].team != team]


def around(battle: Skirmish, band: Band, gap: float) -> Around:
    """What a model of the band finds around it, its own band aside."""
    foes = foes_of(battle, band)
    friends = [other for other in battle.units if other is not band and other not in foes]
    return Around(
        battle.scene.board,
        tuple(feature_rect(feature) for feature in battle.scene.board.features),
        tuple(base for friend in friends for base in bases_of(friend)),
        tuple(base for foe in foes for base in bases_of(foe)),
        gap,
    )


def _move(battle: Skirmish, band: Band) -> Script[None]:
    """The band takes up a formation about a spot, as far as its models come."""
    options = [Option(name, f"In {name}") for name in FORMATIONS]
    key = yield from choose(band.seat, "formation", f"How do {band.name} move?", options, rules=("skirmish.move",))
    formation = next(name for name in FORMATIONS if name == key)
    here = band.pose
    assert here is not None

    def check(placed: Placed) -> None:
        pose = placed.pose
        if hypot(pose.x - here.x, pose.y - here.y) > WALK + TOLERANCE:
            raise Refused(f'The middle of {band.name} goes at most {WALK:g}".', "skirmish.move")
        if not point_on_board(pose.x, pose.y, BOARD.width, BOARD.depth):
            raise Refused("That is off the table.", "skirmish.move")

    def reached(inches: float, degrees: float) -> Placed:
        x, y = here.x + inches * sin(radians(degrees)), here.y + inches * cos(radians(degrees))
        return Placed(settled(Pose(*kept_on(BOARD, (x, y)), degrees)))

    answer = yield from place(
        Place(seat=band.seat, topic="move", text="Where to?", unit=band.id, rules=("skirmish.move",)),
        check,
        lambda: [Placed(here), *(reached(WALK, degrees) for degrees in range(0, 360, 45))],
        lambda chance: reached(chance.uniform() * WALK, chance.uniform() * 360.0),
    )
    bases = bases_of(band)
    goals = drawn_up(formation, len(bases), bases[0], answer.pose, 0.25)
    stand(band, moved_into(bases, goals, WALK, around(battle, band, GAP), COHESION), here.facing)
    yield BandMoved(band.id, formation)
    battle.stage = "throw"


def _throw(battle: Skirmish, band: Band) -> Script[None]:
    """A stone: a template that lands where it is laid, or scatters."""
    bases = bases_of(band)

    def check(placed: Placed) -> None:
        if gap_between(bases, [Circle(placed.pose.x, placed.pose.y, 0.0)]) > THROW + TOLERANCE:
            raise Refused(f'A stone flies at most {THROW:g}".', "skirmish.stone")
        if not point_on_board(placed.pose.x, placed.pose.y, BOARD.width, BOARD.depth):
            raise Refused("That is off the table.", "skirmish.stone")

    def at(x: float, y: float) -> Placed:
        return Placed(settled(Pose(x, y, 0.0)))

    targets = [base for foe in foes_of(battle, band) for base in bases_of(foe) if gap_between(bases, [base]) < THROW]

    def anywhere(chance: Chance) -> Placed:
        start, turn = bases[chance.pick(len(bases))], radians(chance.uniform() * 360.0)
        far = chance.uniform() * THROW
        return at(*kept_on(BOARD, (start.x + far * sin(turn), start.y + far * cos(turn))))

    answer = yield from place(
        Place(seat=band.seat, topic="stone", text="Where do you throw the stone?", rules=("skirmish.stone",)),
        check,
        lambda: [at(base.x, base.y) for base in targets] or [at(bases[0].x, bases[0].y)],
        anywhere,
    )
    spot = (answer.pose.x, answer.pose.y)
    face = yield from roll_sum("D6", why="The stone", rule="skirmish.stone", seat=band.seat, unit=band.id, need=4)
    if face < 4:
        spot = yield from scatter(spot, "D6", why="The stone scatters", rule="skirmish.stone", seat=band.seat)
    yield StoneLanded(band.id, *spot)
    hit = under(circle_template(*spot, STONE), {other.id: bases_of(other) for other in battle.units})
    for number, numbers in hit.items():
        yield from _fall(battle.units[number], numbers)
    battle.stage = "fight"
    _judge(battle)


def _fight(battle: Skirmish, band: Band) -> Script[None]:
    """Models push into contact and strike; then it is the next seat's turn."""
    foes = foes_of(battle, band)
    if band.places:
        bases = bases_of(band)
        theirs = [base for foe in foes for base in bases_of(foe)]
        about = around(battle, band, 0.0)
        stand(band, closed_in(bases, theirs, PUSH, about, COHESION), band.pose.facing if band.pose else 0.0)
    for foe in foes:
        bases, there = bases_of(band), bases_of(foe)
        strikers = {ours for ours, _ in touching(bases, there)}
        faces = yield from roll_pool(
            len(strikers), need=5, why=f"{band.name} strike", rule="skirmish.fight", seat=band.seat, unit=band.id
        )
        felled = sum(face >= 5 for face in faces)
        yield from _fall(foe, fallen(there, felled, [bases[number] for number in sorted(strikers)]))
    battle.stage = "move"
    _judge(battle)
    if battle.outcome is None:
        _next_seat(battle)


def _fall(band: Band, numbers: Sequence[int]) -> Script[None]:
    if numbers:
        yield ModelsFell(band.id, len(numbers))
        facing = band.pose.facing if band.pose is not None else 0.0
        stand(band, tuple(base for number, base in enumerate(bases_of(band)) if number not in numbers), facing)


def _next_seat(battle: Skirmish) -> None:
    """The next seat that still has models."""
    for _ in battle.units:
        battle.active = (battle.active + 1) % len(battle.units)
        battle.turn += battle.active == 0
        if battle.units[battle.active].places:
            break
    if battle.turn > TURNS:
        _judge(battle, over=True)


def _judge(battle: Skirmish, over: bool = False) -> None:
    """A team without models has lost; when time is up the larger one has won."""
    seats = battle.scene.seats
    left = {team: sum(len(band.places) for band in battle.units if seats[band.seat].team == team) for team in (0, 1)}
    if not over and all(left.values()):
        return
    if left[0] == left[1]:
        battle.outcome = Outcome((), "draw", "Nobody is ahead.")
        return
    best = max(left, key=lambda team: left[team])
    winners = tuple(number for number, seat in enumerate(seats) if seat.team == best)
    battle.outcome = Outcome(winners, "victory", f"Team {best + 1} has won.")


RULESET = TinySkirmish()


def skirmish() -> Skirmish:
    return RULESET.set_up(Setup(ruleset="skirmish", armies=tuple(MODELS)))
