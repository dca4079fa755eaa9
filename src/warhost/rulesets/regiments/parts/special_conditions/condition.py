"""What a special condition is: its words, the moments at which it may speak, what is remembered of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import ClassVar, TypeVar

import msgspec

from warhost.field import Path
from warhost.play.counsel.counsel import Term
from warhost.play.events import Event
from warhost.play.questions import Option, Roll
from warhost.play.script import Script
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.chapters.magic.enchantments import Enchantment
from warhost.rulesets.regiments.core import ActionName, Battle, SpecialRule, SpellEffect, Unit, optional
from warhost.table import Rect

SLUG = "special_conditions"


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a condition is called, and which dice find it."""

    name: str
    type: str
    die: int
    text: str


WORDS: dict[str, Words] = read_data("warhost.rulesets.regiments", f"parts/{SLUG}.toml", dict[str, Words])
"""All conditions by their slugs, in the order of the book."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is remembered: the condition that was rolled, and what it has come to."""

    condition: str = ""
    loss: int = 0
    """Inches of range that Dark Skies takes."""
    refused: tuple[int, ...] = ()
    """The seats that made no sacrifice in this round."""
    ones: tuple[int, int] = (-1, 0)
    """Of the unit that tested last in an earthquake, the 1s that cost one wound so far."""


def told(battle: Battle) -> Told:
    return optional.kept(battle, SLUG, Told)


def tell(battle: Battle, **changes: object) -> None:
    optional.keep(battle, SLUG, msgspec.structs.replace(told(battle), **changes))


class Condition:
    """A special condition. Every method is a moment; what is written here has nothing to say."""

    slug: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    effect: ClassVar[SpellEffect | None] = None
    """What it does to every unit, where figures can say it."""

    @property
    def name(self) -> str:
        return WORDS[self.slug].name

    def before_battle(self, battle: Battle) -> Script[None]:
        yield from ()

    def round_begun(self, battle: Battle) -> Script[None]:
        yield from ()

    def activated(self, battle: Battle, unit: Unit) -> Script[None]:
        yield from ()

    def moves(self, battle: Battle, unit: Unit, action: ActionName) -> Script[None]:
        yield from ()

    def on_way(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[None]:
        yield from ()

    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        yield from ()

    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[None]:
        yield from ()

    def rules(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        return () if self.effect is None else (Enchantment(self.name, self.effect, self.rule),)

    def slowest(self, battle: Battle, unit: Unit, way: Path) -> float:
        return inf

    def endangers(self, battle: Battle, ground: Rect) -> bool:
        return False

    def advise(self, battle: Battle, option: Option, seat: int) -> Iterable[Term]:
        return ()


CONDITIONS: dict[str, Condition] = {}
"""The conditions by their slugs."""

C = TypeVar("C", bound=type[Condition])


def condition(slug: str, rule_id: str) -> Callable[[C], C]:
    """Make a condition known."""

    def register(cls: C) -> C:
        cls.slug, cls.rule = slug, rule_id
        CONDITIONS[slug] = cls()
        return cls

    return register
