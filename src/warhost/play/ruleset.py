"""What a rulebook must offer so that the driver, the players, the recorder and the tests can play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from warhost.play.battle import Battle, Outcome
from warhost.play.kept.text import PositionText
from warhost.play.questions import Clock
from warhost.play.script import Script
from warhost.table import Base, Rect


class Step(msgspec.Struct, frozen=True, gc=False):
    """The name of the next small step of the rules, and the unit it is about where there is one."""

    name: str
    unit: int = -1


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What players agree on before a battle: enough to set it up again."""

    ruleset: str
    armies: tuple[str, ...]
    map: str = ""
    names: tuple[str, ...] = ()
    options: Mapping[str, Any] = {}
    lists: tuple[Mapping[str, Any] | None, ...] = ()
    """For each seat the army list that its player brought, whole and as plain data of the rulebook's own form, so that
    the battle can be set up anywhere; nothing for a seat whose army is known by its name."""

    def list_of(self, seat: int) -> Mapping[str, Any] | None:
        """The list that the player of that seat brought."""
        return self.lists[seat] if seat < len(self.lists) else None


class Strength(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is left of a unit, and what it had at the start: models, and health in the rulebook's own points."""

    models: int
    models_at_start: int
    health: int
    health_at_start: int
    wounds: int = 0
    """Health lost that did not yet remove a model."""
    points: str = ""
    """What health is counted in where losses remove no models, such as Nerve: it is told instead of models."""


@runtime_checkable
class Describes(Protocol):
    """What a rulebook may offer besides, so that a drawing or a story can say more of a unit."""

    def marks(self, battle: Any, unit: Any) -> Sequence[str]:
        """The states that a player wants to see at a glance, in words: fleeing, engaged, a spell's name."""
        ...

    def strength(self, battle: Any, unit: Any) -> Strength:
        """What is left of the unit."""
        ...


@runtime_checkable
class Judges(Protocol):
    """What a rulebook may offer besides, so that a story can say who was ahead at any moment."""

    def verdict(self, battle: Battle) -> Outcome | None:
        """How the battle would be judged if it ended now; nothing before there is anything to judge."""
        ...


@runtime_checkable
class Times(Protocol):
    """What a rulebook may offer besides, so that players see each other's clocks also while nobody is asked."""

    def clocks(self, battle: Any) -> Mapping[int, Clock]:
        """The clock of each seat that has one now, whether or not it runs."""
        ...


@runtime_checkable
class PlaysSeats(Protocol):
    """What a rulebook may offer besides that has battles in which a program plays a seat: against the environment."""

    def programs(self, options: Mapping[str, Any]) -> Mapping[int, str]:
        """The seats that programs play in a battle with these options, and the names of those players."""
        ...


@runtime_checkable
class Deploys(Protocol):
    """What a rulebook may offer besides, so that a player can let a captain set the units up."""

    def deploys(self, battle: Any) -> bool:
        """Whether what is asked now is where units stand when the battle begins, and in which formation."""
        ...


@runtime_checkable
class BeginsQuickly(Protocol):
    """What a rulebook may offer besides whose usual battle takes long."""

    @property
    def quick(self) -> Mapping[str, Any]:
        """The options of a battle that a person plays within the hour."""
        ...


@runtime_checkable
class SetsUpAgain(Protocol):
    """What a rulebook may offer besides, so that a battle with army lists that changed since can be played on."""

    def set_up_again(self, setup: Setup, start: Any) -> Battle:
        """The battle of that set-up with the armies as that start has them; raises WarhostError if they could not be
        brought as a player's own."""
        ...


@runtime_checkable
class Ruleset(Protocol):
    """A rulebook that can be played. Every method is a pure function of what it is given."""

    @property
    def slug(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def battle_type(self) -> type[Battle]: ...

    def armies(self) -> Sequence[str]:
        """The names of the armies that can be set up."""
        ...

    def maps(self) -> Sequence[str]:
        """The names of the maps that can be played on."""
        ...

    def set_up(self, setup: Setup) -> Battle:
        """The battle before its first step; raises WarhostError if the set-up is not possible."""
        ...

    def to_text(self, battle: Battle) -> str:
        """The whole state of a battle in one line."""
        ...

    def from_text(self, position: PositionText) -> Battle:
        """The battle that a line of text tells; raises WarhostError if it tells none."""
        ...

    def next_step(self, battle: Battle) -> Step | None:
        """The next step, or nothing when the battle is over."""
        ...

    def run(self, battle: Battle, step: Step) -> Script[None]:
        """The script of that step. It changes the battle that it is given."""
        ...

    def view(self, battle: Battle, seat: int | None) -> Battle:
        """The battle as that seat (or a spectator) may see it. Whether allies (`play.sides`) see more than enemies is
        the book's to say."""
        ...

    def boundary(self, battle: Battle, unit: Any) -> Rect | None:
        """The space that a unit takes on the table."""
        ...

    def bases(self, battle: Battle, unit: Any) -> Sequence[Base]:
        """The bases of a unit's models, square or round."""
        ...

    def problems(self, battle: Battle) -> Sequence[str]:
        """What must never be so between two steps, and is: each as a sentence. For tests and fuzzing."""
        ...
