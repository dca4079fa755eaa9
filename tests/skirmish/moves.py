"""Moves: loose bands walk or dash, a block advances or reforms."""

from __future__ import annotations

from msgspec.structs import replace

from tests.skirmish.bands import (
    BOARD,
    COHESION,
    DASH,
    GAP,
    PUSH,
    REFORM,
    SQUARE,
    WALK,
    Band,
    BandMoved,
    BlockMoved,
    Skirmish,
    around,
    bases_of,
    block_of,
    shape_of,
    stand,
)
from warhost.dice import Chance
from warhost.field import Body, Cites, Field, MoveKind, Passage, Piece, Terrain, check
from warhost.field.loose.answers import LooseWalk
from warhost.field.loose.bodies import FORMATIONS, Bases, Terms
from warhost.field.moves.drafts import drawn, offered
from warhost.field.moves.reforming import farthest_model, frontages, reformed
from warhost.play import Denied, Kind, Manoeuvre, Moved, Option, Refused, Script, Turning, Walk, Walked, settled
from warhost.play.script import manoeuvre
from warhost.play.walking import walk as ask_walk
from warhost.table import TOLERANCE, Forward, Pivot, Pose, Rect, Wheel, feature_rect, rect_around, walk
from warhost.table import Step as AnyStep

PASSAGE = Passage(gap=GAP, passing=0.5, crowded="stays near", board="whole", pivots="lifted", barred="rocks")
CITES = Cites(move="skirmish.advance", files="skirmish.reform")
ADVANCE = Kind("advance", forward=WALK, turns=(Turning("corner", 90.0, costs=True),), gap=GAP)


def move(battle: Skirmish, band: Band) -> Script[None]:
    if band.files:
        yield from _move_block(battle, band)
        battle.stage = "effort"
    else:
        dashes = yield from _move_loose(battle, band)
        battle.stage = "tricks" if dashes else "effort"


def _move_loose(battle: Skirmish, band: Band) -> Script[bool]:
    """The band walks as a whole or model by model, or dashes farther: whether it does."""
    here = band.pose
    assert here is not None
    walks = _walks(battle, band, WALK)
    walked = yield from _ask_walk(walks, band, (Option("dash", "Dash", text=f'Up to {DASH:g}", no efforts.'),))
    dashes = bool(walked.instead)
    if dashes:
        walks = _walks(battle, band, DASH)
        walked = yield from _ask_walk(walks, band, ())
    if walked.goes:
        stand(band, walks.after(walked), here.facing if walked.pose is None else walked.pose.facing)
        yield BandMoved(band.id, walked.formation or ("loose order" if walked.places else "order"))
    return dashes


def _walks(battle: Skirmish, band: Band, inches: float) -> LooseWalk:
    terms = Terms(
        inches=inches,
        cohesion=COHESION,
        move_rule="skirmish.move",
        cohesion_rule="skirmish.cohesion",
        room_rule="skirmish.room",
    )
    assert band.pose is not None
    return LooseWalk(band.name, bases_of(band), around(battle, band, GAP), terms, facing=band.pose.facing)


def _ask_walk(walks: LooseWalk, band: Band, instead: tuple[Option, ...]) -> Script[Walked]:
    assert band.pose is not None
    facing = band.pose.facing
    question = Walk(
        seat=band.seat,
        topic="move" if instead else "dash",
        text=f"Where do {band.name} go?",
        unit=band.id,
        inches=walks.terms.inches,
        cohesion=COHESION,
        gap=GAP,
        formations=FORMATIONS,
        reach=PUSH,
        instead=instead,
        denied=() if instead else (Denied("dash", f"{band.name} dash already.", "skirmish.dash"),),
        rules=("skirmish.move", "skirmish.cohesion"),
    )

    def any_walk(chance: Chance) -> Walked:
        if instead and not chance.pick(6):
            return Walked(instead=instead[0].key)
        return walks.at_random(chance, FORMATIONS)

    return (
        yield from ask_walk(
            question,
            walks.why_not,
            lambda: [*walks.suggestions(FORMATIONS, facing), *(Walked(instead=one.key) for one in instead)],
            any_walk,
            walks.after,
            walks.spent,
        )
    )


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
