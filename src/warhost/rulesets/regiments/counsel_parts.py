"""What a computer player of Regiments asks of the optional parts in force.

A part knows what speaks for the options of its own questions, which judge answers them, what its own actions are like,
and which markers and units count more because of it. Without parts nothing is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from warhost.play.counsel import Term
from warhost.play.questions import Kind, Option, Question
from warhost.rulesets.regiments import optional, seizing, shooting
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.damage import expected
from warhost.table import Pose

if TYPE_CHECKING:
    from warhost.rulesets.regiments.counsel import RegimentsCounsel

HOLDS = 10.0
"""What each wound that a unit deals by shooting out of a building counts for staying there."""


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


def stays_inside(counsel: RegimentsCounsel, unit: Unit) -> Term:
    """Who holds a piece of terrain stays to shoot out of it, or to keep a marker."""
    battle = counsel.battle
    fires = shooting.possible(battle, unit)
    shots = [attack for fire in fires for attack in shooting.attacks_of(battle, unit, fire, True, None)]
    worth = HOLDS * sum(expected(battle, attack).wounds for attack in shots)
    reach = [marker for marker in battle.markers if not marker.gone and marker.carrier is None]
    if any(seizing.marker_distance(battle, unit, marker) <= seizing.REACH for marker in reach):
        worth += counsel.stake / 4
    return worth, "holds the building", "aofr.building.solid"
