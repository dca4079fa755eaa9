"""Moves: loose bands go in formation, single models step, a block advances or reforms."""

from __future__ import annotations

from math import cos, hypot, radians, sin

from msgspec.structs import replace

from tests.skirmish.bands import (
    BOARD,
    COHESION,
    GAP,
    REFORM,
    SQUARE,
    STEP,
    WALK,
    Band,
    BandMoved,
    BlockMoved,
    ModelStepped,
    Skirmish,
    around,
    bases_of,
    block_of,
    refuse_off_table,
    shape_of,
    stand,
)
from warhost.dice import Chance
from warhost.field import Body, Cites, Field, MoveKind, Passage, Piece, Terrain, check
from warhost.field.drafts import drawn, offered
from warhost.field.loose import FORMATIONS, Bases, Terms, drawn_up, gap_between, middle_of, moved_into, why_not
from warhost.field.reforming import farthest_model, frontages, reformed
from warhost.field.templates import kept_on
from warhost.play import (
    Kind,
    Manoeuvre,
    Moved,
    Option,
    Outline,
    Place,
    Placed,
    Refused,
    Script,
    Turning,
    Within,
    passes,
    settled,
)
from warhost.play.script import choose, manoeuvre, place
from warhost.table import TOLERANCE, Forward, Pivot, Pose, Rect, Wheel, centred_at, feature_rect, rect_around, walk
from warhost.table import Step as AnyStep

PASSAGE = Passage(gap=GAP, passing=0.5, crowded="stays near", board="whole", pivots="lifted", barred="rocks")
CITES = Cites(move="skirmish.advance", files="skirmish.reform")
ADVANCE = Kind("advance", forward=WALK, turns=(Turning("corner", 90.0, costs=True),), gap=GAP)


def move(battle: Skirmish, band: Band) -> Script[None]:
    if band.files:
        yield from _move_block(battle, band)
        battle.stage = "effort"
    else:
        yield from _move_loose(battle, band)
        battle.stage = "step"


def _move_loose(battle: Skirmish, band: Band) -> Script[None]:
    """The band takes up a formation about a spot, as far as its models come."""
    options = [Option(name, f"In {name}") for name in FORMATIONS]
    key = yield from choose(band.seat, "formation", f"How do {band.name} move?", options, rules=("skirmish.move",))
    formation = next(name for name in FORMATIONS if name == key)
    here = band.pose
    assert here is not None
    bases = bases_of(band)

    def judge(placed: Placed) -> None:
        pose = placed.pose
        refuse_off_table(pose, "skirmish.move")
        if hypot(pose.x - here.x, pose.y - here.y) > WALK + TOLERANCE:
            raise Refused(f'The middle of {band.name} goes at most {WALK:g}".', "skirmish.move")

    def moved(placed: Placed) -> Bases:
        goals = drawn_up(formation, len(bases), bases[0], placed.pose, 0.25)
        return moved_into(bases, goals, WALK, around(battle, band, GAP), COHESION)

    def reached(inches: float, degrees: float) -> Placed:
        x, y = here.x + inches * sin(radians(degrees)), here.y + inches * cos(radians(degrees))
        return Placed(settled(Pose(*kept_on(BOARD, (x, y)), degrees)))

    answer = yield from place(
        Place(
            seat=band.seat,
            topic="move",
            text=f"Where do {band.name} go?",
            unit=band.id,
            rules=("skirmish.move",),
            within=(Within(WALK, "The middle goes", points=((here.x, here.y),)),),
        ),
        judge,
        lambda: [*(reached(WALK, here.facing + turn) for turn in range(0, 360, 45)), Placed(here)],
        lambda chance: reached(chance.uniform() * WALK, chance.uniform() * 360.0),
        moved,
    )
    stand(band, moved(answer), here.facing)
    yield BandMoved(band.id, formation)


def _move_block(battle: Skirmish, band: Band) -> Script[None]:
    """The block advances, or takes up other files."""
    shape = shape_of(band)
    assert shape is not None
    field, mover = _field(battle, band)
    reform = replace(REFORM, frontages=frontages(band.models, range(1, 7), SQUARE.width, SQUARE.depth))
    kinds = {kind.name: kind for kind in (ADVANCE, reform)}

    def end_of(moved: Moved) -> tuple[Rect, int]:
        kind = kinds[moved.kind]
        start = reformed(band.name, shape, kind, moved.files, "skirmish.reform") if moved.files else shape
        return walk(start, moved.steps)[-1], moved.files or band.files

    def models(moved: Moved) -> Bases:
        end, files = end_of(moved)
        return block_of(Pose(end.x, end.y, end.facing), band.models, files)

    def judge(moved: Moved) -> None:
        check(field, mover, MoveKind(kinds[moved.kind], PASSAGE, CITES), moved.steps, files=moved.files)
        if moved.kind == "reform":
            inches = farthest_model(bases_of(band), models(moved))
            if inches > WALK + TOLERANCE:
                told = f'a model would move {inches:.2f}", and the limit is {WALK:g}"'
                raise Refused(f"{band.name} cannot reform like that: {told}.", "skirmish.reform")

    def drafts() -> list[Moved]:
        ahead = [Moved("advance", (Forward(inches),)) for inches in (WALK, WALK / 2)]
        wheels = [Moved("advance", (Wheel(turn), Forward(1.0))) for turn in (-30.0, 30.0)]
        turns: list[tuple[AnyStep, ...]] = [(), (Pivot(90.0),), (Pivot(-90.0),)]
        return [*ahead, *wheels, *(Moved("reform", steps, one.files) for one in reform.frontages for steps in turns)]

    def any_move(chance: Chance) -> Moved:
        if chance.pick(2):
            files = reform.frontages[chance.pick(len(reform.frontages))].files
            return Moved("reform", (Pivot(chance.uniform() * 360.0 - 180.0),), files)
        return Moved("advance", (Wheel(chance.uniform() * 60.0 - 30.0), Forward(chance.uniform() * WALK)))

    moved = yield from manoeuvre(
        Manoeuvre(
            seat=band.seat,
            topic="manoeuvre",
            text=f"How do {band.name} move?",
            unit=band.id,
            kinds=tuple(kinds.values()),
            rules=("skirmish.advance", "skirmish.reform"),
        ),
        judge,
        lambda: offered(judge, drafts()),
        lambda chance: drawn(judge, lambda: any_move(chance), 20),
        preview=lambda moved: models(moved) if moved.kind in kinds else bases_of(band),
    )
    if not moved.kind:
        return
    end, band.files = end_of(moved)
    band.pose = settled(end)
    yield BlockMoved(band.id, moved.kind, moved.steps, band.pose, moved.files)


def _field(battle: Skirmish, mover: Band) -> tuple[Field, Body]:
    """Every model of a loose band stands for itself in the way of a block."""
    pieces = [Piece("the rocks", feature_rect(feature), frozenset({feature.kind})) for feature in BOARD.features]
    own = Body(mover.id, mover.seat, mover.name, shape_of(mover) or SQUARE)
    others = [
        Body(100 + 100 * band.id + number, band.seat, band.name, rect_around(base))
        for band in battle.units
        if band is not mover
        for number, base in enumerate(bases_of(band))
    ]
    return Field(Terrain(BOARD, pieces), (own, *others), battle.scene.seats), own


def step_up(battle: Skirmish, band: Band) -> Script[None]:
    """One model of a loose band is placed among the others."""
    bases = bases_of(band)
    middle = middle_of(bases)
    number = max(range(len(bases)), key=lambda one: round(hypot(bases[one].x - middle[0], bases[one].y - middle[1]), 6))
    model = bases[number]
    about = around(battle, band, GAP)
    terms = Terms(
        inches=STEP,
        cohesion=COHESION,
        move_rule="skirmish.step",
        cohesion_rule="skirmish.cohesion",
        room_rule="skirmish.room",
    )

    def stepped(placed: Placed) -> Bases:
        return (*bases[:number], centred_at(model, placed.pose.x, placed.pose.y), *bases[number + 1 :])

    def judge(placed: Placed) -> None:
        refuse_off_table(placed.pose, "skirmish.step")
        here = (placed.pose.x, placed.pose.y)
        if hypot(here[0] - model.x, here[1] - model.y) <= TOLERANCE:
            return
        # Only this model moves: what is wrong with the others is not its fault.
        mates = tuple(base for other, base in enumerate(bases) if other != number)
        there = stepped(placed)[number]
        refused = why_not(band.name, (model,), (there,), replace(about, mates=(*about.mates, *mates)), terms)
        if refused is None and mates and gap_between([there], mates) > COHESION + TOLERANCE:
            refused = Refused(f'The model would be more than {COHESION:g}" from the others.', "skirmish.cohesion")
        if refused is not None:
            raise refused

    def at(inches: float, degrees: float) -> Placed:
        x, y = model.x + inches * sin(radians(degrees)), model.y + inches * cos(radians(degrees))
        return Placed(settled(Pose(x, y, 0.0)))

    def legal(chance: Chance) -> Placed:
        tries = (at(chance.uniform() * STEP, chance.uniform() * 360.0) for _ in range(10))
        return next((one for one in tries if passes(judge, one)), at(0.0, 0.0))

    answer = yield from place(
        Place(
            seat=band.seat,
            topic="step",
            text=f"Where does the last model of {band.name} step?",
            note=f'It may stay where it is, or step up to {STEP:g}".',
            unit=band.id,
            model=number,
            outline=Outline("circle", 2 * model.radius),
            gap=0.0,
            barred=("rocks",),
            within=(
                Within(STEP, "It steps", points=((model.x, model.y),)),
                Within(COHESION, "It keeps near the others", unit=band.id),
            ),
            rules=("skirmish.step", "skirmish.cohesion"),
        ),
        judge,
        lambda: [one for one in (at(0.0, 0.0), *(at(STEP, turn) for turn in range(0, 360, 45))) if passes(judge, one)],
        legal,
        stepped,
    )
    assert band.pose is not None
    if (answer.pose.x, answer.pose.y) != band.places[number]:
        stand(band, stepped(answer), band.pose.facing)
        yield ModelStepped(band.id)
    battle.stage = "effort"
