"""What a unit could do from a place, put together from what a rulebook measures: its reaches, sights and threats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from warhost.play.battle import Battle, Unit, copied, settled
from warhost.play.shown.cards import Aim, Menace, Reach, Sight, Survey, Threat
from warhost.table import Pose

B = TypeVar("B", bound=Battle)
U = TypeVar("U", bound=Unit)

__all__ = ["menaces_of", "moved_to", "survey_of"]


def moved_to(battle: B, unit: U, pose: Pose) -> tuple[B, U]:
    """A copy of the battle in which the unit stands there, and the unit in it."""
    battle = copied(battle)
    moved: U = battle.units[unit.id]
    moved.pose = settled(pose)
    return battle, moved


def survey_of(
    battle: B,
    unit: U,
    enemies: Sequence[U],
    *,
    reaches: Callable[[B, U], Iterable[Reach]],
    sight: Callable[[B, U, U], Sight],
    threats: Callable[[B, U, U], Iterable[Threat]],
    aims: Callable[[B, U, U], Iterable[Aim]],
) -> Survey:
    """What the unit reaches, sees and hits from where it stands, and which of the enemies on the table threaten it."""
    if unit.pose is None:
        return Survey(unit.id, None, tuple(reaches(battle, unit)))
    return Survey(
        unit.id,
        unit.pose,
        tuple(reaches(battle, unit)),
        tuple(sight(battle, unit, enemy) for enemy in enemies),
        tuple(threat for enemy in enemies for threat in threats(battle, enemy, unit)),
        tuple(aim for enemy in enemies for aim in aims(battle, unit, enemy)),
    )


def menaces_of(
    battle: B,
    units: Iterable[U],
    targets: Sequence[U],
    *,
    reaches: Callable[[B, U], Iterable[Reach]],
    threats: Callable[[B, U, U], Iterable[Threat]],
) -> tuple[Menace, ...]:
    """How far each of the units reaches, and what it could do to which of the targets."""
    return tuple(
        Menace(
            unit.id,
            tuple(reaches(battle, unit)),
            tuple(threat for target in targets for threat in threats(battle, unit, target)),
        )
        for unit in units
    )
