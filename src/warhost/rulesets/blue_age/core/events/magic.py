"""What happens in the Command Phase and in magic, as facts."""

from __future__ import annotations

from warhost.play.events import Event


class PoolMade(Event, frozen=True):
    """The Magic Pool of a player for this turn: one die for each point of Magic Rating, and those besides."""

    words = "{seat:seat} had {dice:# die|dice} in the Magic Pool[, {extra} of them from the roll][, {gifts} from rules]"
    seat: int
    dice: int
    ratings: int
    extra: int = 0
    gifts: int = 0


class SpellsGenerated(Event, frozen=True):
    words = "{unit:unit} {unit:knows|know} {spells:names}"
    unit: int
    spells: str


class SpellTried(Event, frozen=True):
    """Somebody spent dice on a spell; `section` is the part of a building that it goes at."""

    words = "{unit:unit} tried to cast {spell}[ at {target:unit}] with {dice:# die|dice}"
    deed = "attempt"
    unit: int
    spell: str
    dice: int
    target: int | None = None
    section: int | None = None


class SpellRolled(Event, frozen=True):
    """The dice of a casting roll, and how many of them were successes."""

    words = "{spell}: {faces} made {successes:# success|successes} against Casting Number {needed}"
    unit: int
    spell: str
    faces: str
    successes: int
    needed: int


class SpellFailed(Event, frozen=True):
    words = "{unit:unit} failed to cast {spell}"
    unit: int
    spell: str


class SpellCast(Event, frozen=True):
    """A spell took effect."""

    words = "{unit:unit} cast {spell}[ at {target:unit}]"
    deed = "spell"
    unit: int
    spell: str
    target: int | None = None


class SpellDispelled(Event, frozen=True):
    """A dispel attempt: its dice, its successes and those it had to equal."""

    words = "{unit:unit} tried to dispel {spell} ({faces}): {successes} against {needed}, {dispelled:dispelled|failed}"
    unit: int
    spell: str
    faces: str
    successes: int
    needed: int
    dispelled: bool


class ExpulsionRolled(Event, frozen=True):
    """Like dice in a casting roll: what came of the Expulsion Table."""

    words = "{unit:unit} suffered an Expulsion: {total}, {name}"
    unit: int
    total: int
    name: str


class EffectLaid(Event, frozen=True):
    """Something lasts on a unit until the End Phase of that turn."""

    words = "{name} on {unit:unit}[ until the end of turn {until}]"
    unit: int
    name: str
    until: int = 0


class SpellForgotten(Event, frozen=True):
    words = "{unit:unit} forgot {spell}"
    unit: int
    spell: str


class HealthRestored(Event, frozen=True):
    words = "{unit:unit} regained {health} Health ({what})"
    unit: int
    health: int
    what: str


class UnitRallied(Event, frozen=True):
    words = "{unit:unit} rallied"
    unit: int


class UnitFledOn(Event, frozen=True):
    words = "{unit:unit} did not rally"
    unit: int


class AbilityUsed(Event, frozen=True):
    words = "{unit:unit} used {name}"
    unit: int
    name: str
