"""Tricks: several are picked at once. Most lay a template, one sets down a single model among others."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, radians, sin

from msgspec.structs import replace

from tests.skirmish.bands import (
    BOARD,
    COHESION,
    GAP,
    MODELS,
    THROW,
    Band,
    Skirmish,
    StragglerCame,
    TrickPlayed,
    around,
    bases_of,
    fall,
    foes_of,
    refuse_off_table,
    stand,
)
from tests.skirmish.fights import judge_battle
from warhost.dice import Chance
from warhost.field.ground.templates import kept_on, laid, scatter, under
from warhost.field.loose.bodies import gap_between
from warhost.field.loose.steps import may_stand
from warhost.play import Denied, Option, Outline, Pick, Place, Placed, Refused, Script, Within, settled
from warhost.play.picking import pick
from warhost.play.script import place, roll_sum
from warhost.table import TOLERANCE, Base, Circle, Point, Pose, bearing, centred_at

TRICKS: dict[str, tuple[str, Outline]] = {
    "stone": ("Throw a stone", Outline("circle", 3.0)),
    "fire": ("Breathe fire", Outline("cone", 3.0, 6.0)),
    "bolt": ("Loose a bolt", Outline("line", 0.5, 8.0)),
}
LABELS = {**{key: label for key, (label, _) in TRICKS.items()}, "call": "Call a straggler"}
SPOTS = tuple((inches, turn) for inches in (0.25, 1.0, 1.75) for turn in range(0, 360, 30))
"""How far from a model, and where, a straggler may find a place."""


def play_tricks(battle: Skirmish, band: Band) -> Script[None]:
    """The band picks its tricks and lays their templates, one after the other."""
    denied = [
        Denied(key, f"{label}: used already in this battle.", "skirmish.once")
        for key, label in LABELS.items()
        if f"{band.seat} {key}" in battle.used
    ]
    if band.files:
        denied.append(Denied("call", f"{band.name} stand in ranks and have no stragglers.", "skirmish.call"))
    gone = {one.what for one in denied}

    def apart(keys: tuple[str, ...]) -> None:
        if {"fire", "bolt"} <= set(keys):
            raise Refused("Fire and a bolt cannot be used in the same turn.", "skirmish.tricks")

    picked = yield from pick(
        Pick(
            seat=band.seat,
            topic="tricks",
            text=f"Which tricks do {band.name} use?",
            options=tuple(Option(key, label) for key, label in LABELS.items() if key not in gone),
            most=2,
            denied=tuple(denied),
            rules=("skirmish.tricks",),
        ),
        apart,
    )
    for key in picked:
        if key in ("fire", "bolt"):
            battle.used = (*battle.used, f"{band.seat} {key}")
        if band.count and battle.outcome is None:
            yield from _call(battle, band) if key == "call" else _lay(battle, band, key)
            judge_battle(battle)
    battle.stage = "fight"


def _lay(battle: Skirmish, band: Band, key: str) -> Script[None]:
    """A template: a stone may scatter, fire and bolts come from a model."""
    bases = bases_of(band)
    label, outline = TRICKS[key]
    rule, far = f"skirmish.{key}", THROW if key == "stone" else 0.0

    def judge(placed: Placed) -> None:
        refuse_off_table(placed.pose, rule)
        gap = gap_between(bases, [Circle(placed.pose.x, placed.pose.y, 0.0)])
        if gap > far + TOLERANCE:
            told = f'flies at most {THROW:g}"' if far else "begins at a model of the band"
            raise Refused(f'A {key} {told}: this is {gap:.2f}" away.', rule)

    def at(point: Point, facing: float = 0.0) -> Placed:
        return Placed(settled(Pose(*kept_on(BOARD, point), facing)))

    targets = [base for foe in foes_of(battle, band) for base in bases_of(foe)]

    def sensible() -> list[Placed]:
        if far:
            middles = [(base.x, base.y) for base in targets]
            found = [at(middle) for middle in middles if gap_between(bases, [Circle(*middle, 0.0)]) < far]
        else:
            goals = [_nearest(base, targets) for base in bases]
            found = [
                at((base.x, base.y), bearing(base.x, base.y, goal.x, goal.y))
                for base, goal in zip(bases, goals, strict=True)
            ]
        return found or [at((bases[0].x, bases[0].y))]

    def anywhere(chance: Chance) -> Placed:
        start, turn = bases[chance.pick(len(bases))], chance.uniform() * 360.0
        inches = chance.uniform() * far
        return at((start.x + inches * sin(radians(turn)), start.y + inches * cos(radians(turn))), turn)

    answer = yield from place(
        Place(
            seat=band.seat,
            topic=key,
            text=f"{label}: where?",
            outline=outline,
            within=(Within(far, "Range" if far else "It begins at a model", unit=band.id),),
            rules=(rule,),
        ),
        judge,
        sensible,
        anywhere,
    )
    pose = answer.pose
    if key == "stone":
        face = yield from roll_sum("D6", why="The stone", rule=rule, seat=band.seat, unit=band.id, need=4)
        if face < 4:
            spot = yield from scatter((pose.x, pose.y), "D6", why="The stone scatters", rule=rule, seat=band.seat)
            pose = Pose(*spot, pose.facing)
    yield TrickPlayed(band.id, key, pose.x, pose.y)
    hit = under(laid(outline, pose), {other.id: bases_of(other) for other in battle.units})
    for number, numbers in hit.items():
        # Fire and bolts spare the band that they come from.
        if key == "stone" or number != band.id:
            yield from fall(battle.units[number], numbers)


def _call(battle: Skirmish, band: Band) -> Script[None]:
    """One model more is set down near the others; where there is no room for it, it stays away."""
    bases, model = bases_of(band), MODELS[band.army][1]
    near = around(battle, band, GAP)
    near = replace(near, mates=(*near.mates, *bases))

    def judge(placed: Placed) -> None:
        base = centred_at(model, placed.pose.x, placed.pose.y)
        gap = gap_between(bases, [base])
        if gap > COHESION + TOLERANCE:
            told = f'and the limit is {COHESION:g}"'
            raise Refused(f'The straggler would be {gap:.2f}" from the others, {told}.', "skirmish.cohesion")
        if not may_stand(base, near):
            raise Refused("There is no room for the straggler there.", "skirmish.room")

    spots = [
        centred_at(model, base.x + far * sin(radians(turn)), base.y + far * cos(radians(turn)))
        for base in bases
        for far, turn in ((2 * model.radius + inches, turn) for inches, turn in SPOTS)
    ]
    free = [Placed(settled(Pose(spot.x, spot.y, 0.0))) for spot in spots if may_stand(spot, near)]
    if not free:
        return
    answer = yield from place(
        Place(
            seat=band.seat,
            topic="call",
            text=f"Where does the straggler of {band.name} come up?",
            unit=band.id,
            model=len(bases),
            outline=Outline("circle", 2 * model.radius),
            note=f'It stands at least {GAP:g}" from enemies and not on the rocks.',
            within=(Within(COHESION, "Cohesion", unit=band.id),),
            rules=("skirmish.call", "skirmish.cohesion"),
        ),
        judge,
        lambda: free,
        lambda chance: free[chance.pick(len(free))],
    )
    assert band.pose is not None
    stand(band, (*bases, centred_at(model, answer.pose.x, answer.pose.y)), band.pose.facing)
    battle.used = (*battle.used, f"{band.seat} call")
    yield StragglerCame(band.id)


def _nearest(base: Base, targets: Sequence[Base]) -> Base:
    return min(targets, key=lambda one: hypot(base.x - one.x, base.y - one.y))
