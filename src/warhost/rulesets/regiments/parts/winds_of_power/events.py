"""What happens to magic pools, spell books and casters."""

from __future__ import annotations

from warhost.play.events import Event


class SpellBookKept(Event, frozen=True):
    words = "{unit:unit} put {spells} into {unit:its|their} spell book"
    unit: int
    spells: str


class PowerGathered(Event, frozen=True):
    words = "{seat:seat} {seat:has|have} {dice:# spell die|spell dice}"
    seat: int
    dice: int


class PowerFaded(Event, frozen=True):
    words = "{seat:seat} lost {lost:# unspent spell die|unspent spell dice} and kept {left}"
    seat: int
    lost: int
    left: int


class SpellDiceThrown(Event, frozen=True):
    words = (
        "{unit:unit} threw {dice:# spell die|spell dice} for {spell}[, against {against:# blocking die|blocking dice}]"
    )
    unit: int
    spell: str
    dice: int
    against: int = 0


class SpellBlocked(Event, frozen=True):
    words = "{seat:seat} blocked {spell}, {blocking} to {casting}"
    unit: int
    spell: str
    seat: int
    blocking: int
    casting: int


class CasterExhausted(Event, frozen=True):
    words = "{unit:unit} {unit:casts|cast} no more spells this round"
    unit: int


class SpellMiscast(Event, frozen=True):
    words = "{unit:unit} miscast {spell}: {what}[, and the magic pool lost {dice:# die|dice}]"
    grave = True

    unit: int
    spell: str
    what: str
    dice: int = 0


class PowerDrained(Event, frozen=True):
    words = "{unit:unit} lost {levels:# level} of magic[ and forgot {spells}]"
    unit: int
    levels: int
    spells: str = ""
