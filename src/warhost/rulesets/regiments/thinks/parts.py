"""What a computer player of Regiments asks of the optional parts in force.

A part knows what speaks for the options of its own questions, which judge answers them, what its own actions are like,
and which markers and units count more because of it. Without parts nothing is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from warhost.play.battle import copied
from warhost.play.counsel.counsel import Term
from warhost.play.questions import Kind, Moved, Option, Question
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.missions import seizing
from warhost.rulesets.regiments.chapters.movement import transports
from warhost.rulesets.regiments.chapters.wounds.damage import expected
from warhost.rulesets.regiments.core import ActionName, Battle, Unit, gap_between, optional
from warhost.table import Pose, summed

if TYPE_CHECKING:
    from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel

HOLDS = 10.0
"""What each wound that a unit deals by shooting out of a building counts for staying there."""

IN_COVER, OUT_OF_THE_WAY = 0.25, 0.1
"""The part of what enemies might shoot down that walls spare, and the part of its worth that a unit without anything to
shoot with loses behind them."""


def judged_by(battle: Battle, asked: Any) -> str | None:
    """The judge of a question that only a part knows."""
    for part in optional.speaking(battle, "judges"):
        if asked in part.judges:
            return part.judges[asked]
    return "choice" if any(asked in part.advises for part in optional.speaking(battle, "advises")) else None


def marker_weight(battle: Battle, seat: int, number: int, weight: float) -> float:
    """How much a marker that counts so much in the mission counts for a side by the parts in force."""
    for part in optional.speaking(battle, "marker_weight"):
        weight *= part.marker_weight(battle, seat, number)
    return weight


def prize(battle: Battle, seat: int, unit: Unit) -> float:
    """How much more or less an enemy unit counts for a side, as a factor."""
    parts = optional.speaking(battle, "prize")
    return prod((part.prize(battle, seat, unit) for part in parts), start=1.0)


def kind_of_action(battle: Battle, unit: Unit, key: str) -> Kind | str:
    """The kind of move that an action of a part is; a unit that does not move stands."""
    part = optional.owner_of(battle, key)
    return (None if part is None else part.kind_of_action(battle, unit, key)) or "stand"


def bonus(counsel: RegimentsCounsel, unit: Unit, option: Option) -> Iterable[Term]:
    """What speaks for and against an action of a part besides where the unit ends."""
    part = optional.owner_of(counsel.battle, option.key)
    return () if part is None else part.advise_action(counsel, unit, option)


def advised(counsel: RegimentsCounsel, question: Question, option: Option) -> Iterator[Term]:
    """What speaks for and against an option of a question of parts. What parts know they know of a side, whoever of its
    players is asked."""
    of_side = question if question.seat == counsel.seat else replace(question, seat=counsel.seat)
    for part in optional.speaking(counsel.battle, "advises"):
        if question.topic in part.advises:
            yield from part.advise_by(counsel, of_side, option)


def advised_spot(battle: Battle, question: Question, pose: Pose) -> list[Term] | None:
    """The same of a place; None if it is no question of parts."""
    advising = [part for part in optional.speaking(battle, "advises") if question.topic in part.advises]
    return [term for part in advising for term in part.advise_spot(battle, question, pose)] if advising else None


def acts_now(battle: Battle, question: Question) -> bool:
    """Whether a unit that a question of a part places acts right afterwards."""
    return any(question.topic in part.acts_after for part in optional.speaking(battle, "acts_after"))


def ways_inside(counsel: RegimentsCounsel, unit: Unit, option: Option) -> Iterator[tuple[Moved, Sequence[Term]]]:
    """The ways of an Advance or a Rush into pieces of terrain that take the unit in, and what speaks for each."""
    if unit.pose is None or option.key not in ("advance", "rush") or not optional.shelters(counsel.battle):
        return
    action: ActionName = "advance" if option.key == "advance" else "rush"
    for moved in transports.ways_aboard(counsel.battle, unit, action):
        shelter = transports.check_embark(counsel.battle, unit, moved.steps, action)
        if shelter.site is not None:
            yield moved, list(_inside(counsel, unit, shelter))


def _inside(counsel: RegimentsCounsel, unit: Unit, shelter: Unit) -> Iterator[Term]:
    """Who is inside shoots out of it, is always in cover, keeps the markers near it, and can only be charged by way of
    the walls; who has come to fight is out of the way there."""
    there = copied(counsel.battle)
    own = there.units[unit.id]
    own.pose, own.inside = None, shelter.id
    row = "aofr.building.solid"
    shots = _shots_inside(there, own) if counsel.turns_left else 0.0
    yield HOLDS * shots, "shoots out of it", row
    if not counsel.range(unit) and not _at_marker(there, own):
        yield -OUT_OF_THE_WAY * counsel.worth(unit), "fights nobody there", row
    if _at_marker(there, own) and not _at_marker(counsel.battle, unit):
        yield counsel.stake / 4, "keeps a marker from inside", "aofr.objective.seize_range"
    shooters = [foe for foe in counsel.foes if counsel.range(foe)]
    near = [foe for foe in shooters if gap_between(there, own, foe) <= counsel.range(foe) + counsel.stride(foe)]
    lost = summed(counsel.harm(unit, counsel.shots(foe, unit)) for foe in near)
    yield IN_COVER * lost, "is in cover", "aofr.terrain.cover"


def _at_marker(battle: Battle, unit: Unit) -> bool:
    open_to = [marker for marker in battle.markers if not marker.gone and marker.carrier is None]
    return any(seizing.marker_distance(battle, unit, marker) <= seizing.REACH for marker in open_to)


def _shots_inside(battle: Battle, unit: Unit) -> float:
    """The wounds that a unit inside a piece of terrain deals by shooting, at whoever suffers most."""
    wounds: dict[int, float] = {}
    for fire in shooting.possible(battle, unit):
        shots = shooting.attacks_of(battle, unit, fire, True, None)
        wounds[fire.target] = wounds.get(fire.target, 0.0) + summed(expected(battle, shot).wounds for shot in shots)
    return max(wounds.values(), default=0.0)


def stays_inside(counsel: RegimentsCounsel, unit: Unit) -> Term:
    """Who holds a piece of terrain stays to shoot out of it, or to keep a marker."""
    battle = counsel.battle
    worth = HOLDS * _shots_inside(battle, unit)
    if _at_marker(battle, unit):
        worth += counsel.stake / 4
    return worth, "holds the building", "aofr.building.solid"
