"""What is remembered of a battle with twists and gambits, and the tables of both."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from warhost.play.events import Event
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.chapters.missions.seizing import marker_distance
from warhost.rulesets.regiments.core import Battle, Marker, SpellEffect, Unit, optional
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.table import TOLERANCE

SLUG = "twists_and_gambits"
NEAR = 3.0


class Twist(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A twist: what is picked for it, and its figures."""

    name: str
    text: str
    slug: str = ""
    own: int = 0
    enemy: int = 0
    markers: int = 0
    worth: int = 0
    """Victory points that a picked objective is worth besides."""
    melee: int = 0
    shooting: int = 0
    defense: int = 0
    move: int = 0
    gives: tuple[str, ...] = ()

    @property
    def row(self) -> str:
        return f"aofr.twist.{self.slug}"

    @property
    def effect(self) -> SpellEffect | None:
        """What lies on a picked unit."""
        made = SpellEffect(
            melee=self.melee,
            shooting=self.shooting,
            defense=self.defense,
            move=self.move,
            gives=tuple(map(RuleText, self.gives)),
        )
        return made if made.lasting else None


class Gambit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gambit: its power, and when it is scored."""

    name: str
    power: str
    scoring: str
    slug: str = ""
    gives: str = ""

    @property
    def power_row(self) -> str:
        return f"aofr.gambit.{self.slug}_power"

    @property
    def effect(self) -> SpellEffect | None:
        """The rule that its power gives."""
        return SpellEffect(gives=(RuleText(self.gives),)) if self.gives else None


class _Tables(msgspec.Struct, forbid_unknown_fields=True):
    twist: dict[str, Twist]
    gambit: dict[str, Gambit]


@lru_cache(maxsize=1)
def twists() -> dict[str, Twist]:
    """The twelve twists by their slugs, A1 to A6 and B1 to B6."""
    told = read_data("warhost.rulesets.regiments", f"parts/{SLUG}.toml", _Tables)
    return {slug: msgspec.structs.replace(one, slug=slug) for slug, one in told.twist.items()}


@lru_cache(maxsize=1)
def gambits() -> dict[str, Gambit]:
    """The twelve gambits by their slugs, a1 to a6 and b1 to b6."""
    told = read_data("warhost.rulesets.regiments", f"parts/{SLUG}.toml", _Tables)
    return {slug: msgspec.structs.replace(one, slug=slug) for slug, one in told.gambit.items()}


@lru_cache(maxsize=1)
def effects() -> dict[str, SpellEffect | None]:
    """What twists and powers that lie on a unit give to it, by their names."""
    lying = {one.name: one.effect for one in twists().values()}
    return lying | {one.name: one.effect for one in gambits().values()}


class Kill(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A unit that was destroyed in this round, and the enemy unit that did it, if one did."""

    unit: int
    seat: int
    by: int | None = None


class Twisted(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of twists and gambits in a battle."""

    zones: tuple[int, ...] = ()
    """The places of the markers in the zones, by seat."""
    underdog: int | None = None
    twist: str = ""
    units: tuple[int, ...] = ()
    markers: tuple[int, ...] = ()
    """What the underdog picked for the twist."""
    began: tuple[int | None, ...] = ()
    """Who held each marker when the round began."""
    kills: tuple[Kill, ...] = ()
    shot: tuple[int, ...] = ()
    fought: tuple[int, ...] = ()
    """The units that shot and fought in this round."""
    hands: tuple[tuple[str, ...], ...] = ((), ())
    played: tuple[bool, ...] = (False, False)
    """Whether each side has used a gambit in this round."""


class TwistRolled(Event, frozen=True):
    words = "The twist of this round was {name}[: {text}]"
    name: str
    text: str = ""


class UnderdogFound(Event, frozen=True):
    words = "{seat:seat} {seat:was|were} the underdog of this round"
    seat: int


class Picked(Event, frozen=True):
    words = "{name} was used on {what}"
    name: str
    what: str


class GambitGained(Event, frozen=True):
    words = "{seat:seat} got the gambit {name}"
    seat: int
    name: str


class GambitUsed(Event, frozen=True):
    words = "{seat:seat} used the power of {name}[ on {target:unit}]"
    seat: int
    name: str
    target: int | None = None


class GambitScored(Event, frozen=True):
    words = "{seat:seat} scored the gambit {name}"
    seat: int
    name: str


class GambitDiscarded(Event, frozen=True):
    words = "{seat:seat} discarded the gambit {name}"
    seat: int
    name: str


def kept(battle: Battle) -> Twisted:
    return optional.kept(battle, SLUG, Twisted)


def keep(battle: Battle, **changes: object) -> None:
    """Remember these things otherwise from now on."""
    optional.keep(battle, SLUG, msgspec.structs.replace(kept(battle), **changes))


def twist_in_force(battle: Battle) -> Twist | None:
    """The twist of this round, if there is an underdog to pick what it affects."""
    told = kept(battle)
    return twists()[told.twist] if told.twist and told.underdog is not None else None


def is_at(battle: Battle, unit: Unit, marker: Marker) -> bool:
    """Whether a unit is within 3" of a marker."""
    return marker_distance(battle, unit, marker) <= optional.measured(battle, NEAR) + TOLERANCE
