"""Units with rules of army books, and which of the deeds of such rules a file of tests shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_args

from tests.regiments.fights import attacks
from tests.regiments.harness import Fall, Interlude, regiment, weapon, written
from warhost.rulesets.regiments.core import ATTACK_DEEDS, Deed, Regiment
from warhost.table import Pose

WALL = regiment(size=1, weapons=[], rules=["Tough(12)"])

F = TypeVar("F", bound=Callable[..., Any])


def _flat(told: Any) -> list[str]:
    return [part for one in get_args(told) for part in ([one] if isinstance(one, str) else _flat(one))]


ALL_DEEDS = frozenset(_flat(Deed))
DEEDS_OF_ATTACKS = ATTACK_DEEDS | {
    *("enemy hit", "block", "enemy ap", "reroll own blocks", "ignore wounds", "defense"),
    *("melee hits", "melee wounds"),
}
"""What rules do when a unit attacks or is attacked."""


DEEDS_OF_THE_BATTLE = frozenset(
    {"recoil", "less ap", "picks", "steady", "impact ap", "endangered", "crosses", "takedown", "retaliate"}
    | {"deathstrike", "feat", "grows", "arrival", "band", "keeps off", "parting", "delays"}
)
"""What rules do by what happens in a battle: shown in a file of their own."""


class Shows:
    """Marks tests with the deeds that they show, and keeps them for the test that none is missing."""

    def __init__(self) -> None:
        self.deeds: set[str] = set()

    def __call__(self, *deeds: str) -> Callable[[F], F]:
        self.deeds.update(deeds)
        return lambda test: test


def by_reason(dice: dict[str, Fall]) -> dict[str, Fall]:
    return dice


def blade(text: str, size: int = 2, *, rating: int | None = None, arm: str = "Blade (A1)") -> Regiment:
    """Fighters whose weapon has the rule."""
    return regiment(size=size, weapons=[weapon(arm, written(text, rating=rating))])


def born(*texts: str, size: int = 5, rating: int | None = None, **more: Any) -> Regiment:
    """Models that have the rules."""
    rules = [written(text, f"Born {number}", rating) for number, text in enumerate(texts)]
    return regiment(size=size, rules=[*rules, *more.pop("rules", ())], **more)


def place_of(play: Interlude, name: str) -> Pose:
    pose = play.unit(name).pose
    assert pose is not None
    return pose


def struck(play: Interlude) -> tuple[int, int]:
    """Hits, and wounds that were not blocked."""
    (attack,) = attacks(play)[:1]
    return attack.hits, attack.wounds
