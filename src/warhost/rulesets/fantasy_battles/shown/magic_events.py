"""What happens in the Magic Phase, as facts."""

from __future__ import annotations

from warhost.play.events import Event
from warhost.play.questions import Part
from warhost.rulesets.families.ninth_age.core.events import DispelFailed, SpellDispelled, SpellEnded, SpellFailed

__all__ = [
    "AttributeCast",
    "BoundSpellUsed",
    "DiceFizzled",
    "DispelFailed",
    "FluxDrawn",
    "Miscast",
    "SpellCast",
    "SpellDeclared",
    "SpellDispelled",
    "SpellEnded",
    "SpellFailed",
    "SpellForgotten",
    "SpellWarded",
    "SpellsSelected",
    "VeilChannelled",
    "VeilSiphoned",
]


class FluxDrawn(Event, frozen=True):
    """The card of this Magic Phase: dice for both players, Veil Tokens for the Active Player."""

    words = "{seat:seat} drew Flux Card {card}: {dice:# Magic Die|Magic Dice} for each player, {tokens:# Veil Token}"
    seat: int
    card: int
    dice: int
    tokens: int
    miscast: int = 0


class VeilChannelled(Event, frozen=True):
    words = "{unit:unit} channelled {tokens:# Veil Token}"
    unit: int
    tokens: int


class VeilSiphoned(Event, frozen=True):
    """Veil Tokens became Magic Dice; those that cannot be kept are lost."""

    words = (
        "{seat:seat} siphoned the Veil: {dice:# Magic Die|Magic Dice} for {spent:# Veil Token}, "
        "{kept} kept[, {lost} lost]"
    )
    seat: int
    dice: int
    spent: int
    kept: int
    lost: int


class SpellsSelected(Event, frozen=True):
    words = "{unit:unit} {unit:knows|know} {spells:names}"
    unit: int
    spells: str


class SpellDeclared(Event, frozen=True):
    """Somebody rolls dice for a spell; without targets it is cast at a point of the board."""

    words = "{unit:unit} attempted {spell} ({value}+)[ on {targets:unit}] with {dice:# die|dice}"
    involves = ("targets",)
    deed = "attempt"
    unit: int
    spell: str
    targets: tuple[int, ...]
    dice: int
    value: int
    parts: tuple[Part, ...] = ()


class BoundSpellUsed(Event, frozen=True):
    words = "{unit:unit} used {dice:# die|dice} for the Bound Spell {spell}[ on {targets:unit}]: Power Level {power}"
    involves = ("targets",)
    deed = "attempt"
    unit: int
    spell: str
    targets: tuple[int, ...]
    dice: int
    power: int


class DiceFizzled(Event, frozen=True):
    """Natural 1s of a failed attempt went back to their pool."""

    words = "{seat:seat} got {dice:# Magic Die|Magic Dice} back: Fizzle"
    seat: int
    dice: int


class SpellCast(Event, frozen=True):
    words = "{unit:unit} cast {spell}[ on {targets:unit}]"
    involves = ("targets",)
    deed = "spell"
    unit: int
    spell: str
    targets: tuple[int, ...]
    total: int


class AttributeCast(Event, frozen=True):
    words = "{unit:unit} added {spell}[ on {targets:unit}]"
    involves = ("targets",)
    deed = "spell"
    unit: int
    spell: str
    targets: tuple[int, ...]


class Miscast(Event, frozen=True):
    words = "{unit:unit} suffered a Miscast: {result}"
    grave = True
    unit: int
    result: str
    triple: int
    spell: str


class SpellForgotten(Event, frozen=True):
    words = "{unit:unit} cannot cast {spell} any more"
    unit: int
    spell: str


class SpellWarded(Event, frozen=True):
    words = "{spell} had no effect on {unit:unit}: it was dispelled"
    unit: int
    spell: str


class SpellWasted(Event, frozen=True):
    words = "{spell} came to nothing: caster or targets were gone"
    spell: str
