"""What living spells do."""

from __future__ import annotations

from warhost.play.events import Event


class LivingSpellDrawn(Event, frozen=True):
    words = "{seat:seat} drew {spells}"
    seat: int
    spells: str


class LivingSpellPlaced(Event, frozen=True):
    words = "{unit:unit} brought {spell} to life"
    grave = True

    unit: int
    spell: str
    x: float
    y: float


class LivingSpellGone(Event, frozen=True):
    words = "{spell} vanished: {why}"
    spell: str
    why: str


class LivingSpellMoved(Event, frozen=True):
    words = '{spell} moved {inches:.1f}"[ {where}]'
    spell: str
    inches: float
    x: float
    y: float
    where: str = ""


class LivingSpellUnbound(Event, frozen=True):
    words = "{unit:unit} unbound {spell}"
    unit: int
    spell: str


class PlatformFed(Event, frozen=True):
    words = "{unit:unit} got {tokens:# spell token} from {spell}"
    unit: int
    spell: str
    tokens: int
