"""Magic: spells as data, who knows which, the Magic Pools of a turn (Magic; Tables: Casting, Dispel)."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from math import inf
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from warhost.dice import Dice
from warhost.play.script import Script, draw_from, roll_pool
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import Battle, Unit, bases_of, between, friends, head, reach, speakers
from warhost.rulesets.blue_age.core.events import magic as events

SIDES = 12
"""The dice of magic."""

EXTRA_DIE = 9
"""The face from which on a die gives one more to the Magic Pool."""

CASTER_TARGETS: tuple[tuple[int, int, str], ...] = (
    (1, 8, "blue.casting_table.mr_1"),
    (2, 7, "blue.casting_table.mr_2"),
    (3, 6, "blue.casting_table.mr_3"),
    (4, 5, "blue.casting_table.mr_4"),
    (5, 5, "blue.casting_table.mr_5"),
    (6, 5, "blue.casting_table.mr_6"),
)
"""Each Magic Rating with its Caster Target Number."""

DISPEL_RANGES: tuple[tuple[int, float, str], ...] = (
    (1, 24.0, "blue.dispel_range.mr_1"),
    (2, 48.0, "blue.dispel_range.mr_2"),
    (3, 60.0, "blue.dispel_range.mr_3"),
    (4, 72.0, "blue.dispel_range.mr_4"),
    (5, 84.0, "blue.dispel_range.mr_5"),
    (6, inf, "blue.dispel_range.mr_6"),
)
"""Each Magic Rating with how far it dispels, in inches."""


class Hits(msgspec.Struct, frozen=True, omit_defaults=True):
    """The hits of a spell: how many (or dice that tell it), or those of a template; `aimed`: a shot that has to hit."""

    strength: int
    number: str | int = 1
    ap: int = 0
    qualities: tuple[str, ...] = ()
    blast: float = 0.0
    aimed: bool = False


class Ordeal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A test that a spell puts its target to: what is added to the die, and what comes of a failure."""

    kind: Literal["spirit", "mind"]
    fails: Literal["falls back", "flees", "suffers"]
    added: int = 0


class Spell(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A spell (BLUE-R75). Lengths are in inches; one that lasts no turns is Instant."""

    name: str
    phase: Literal["command", "move", "shooting", "combat"]
    casting: Annotated[int, Meta(ge=1)]
    range: float
    target: Literal["own", "enemy"]
    turns: int = 0
    hits: Hits | None = None
    gives: tuple[str, ...] = ()
    changes: dict[str, int] = {}
    moves: str = ""
    drives: str = ""
    heals: str = ""
    test: Ordeal | None = None

    @property
    def attacks(self) -> bool:
        """Whether it makes a ranged attack: its target has to be seen and must not be locked (BLUE-R84)."""
        return self.hits is not None


@lru_cache(maxsize=1)
def _data() -> dict[str, object]:
    return tomllib.loads(files("warhost.rulesets.blue_age").joinpath("data", "spells.toml").read_text("utf-8"))


@lru_cache(maxsize=1)
def spells() -> dict[str, Spell]:
    """Every spell by its name."""
    found = msgspec.convert(_data()["spells"], dict[str, dict[str, object]])
    return {name: msgspec.convert({"name": name, **row}, Spell) for name, row in found.items()}


@lru_cache(maxsize=1)
def lores() -> dict[str, tuple[str, ...]]:
    """The lores of the house: the spells of each by their names."""
    return msgspec.convert(_data()["lores"], dict[str, tuple[str, ...]])


@lru_cache(maxsize=1)
def core_spell() -> str:
    """The Core Spell, which every caster knows."""
    return msgspec.convert(_data()["core"], str)


# Casters


def rating(battle: Battle, unit: Unit) -> int:
    """The Magic Rating of a caster; 0 of those who cast nothing."""
    return battle.entry(unit).magic


def target_number(magic: int) -> int:
    """What each die of a caster with that Magic Rating has to show at least."""
    return next(number for known, number, _ in CASTER_TARGETS if known == magic)


def dispel_range(magic: int) -> float:
    """How far a caster with that Magic Rating dispels, in inches."""
    return next(inches for known, inches, _ in DISPEL_RANGES if known == magic)


def is_engaged(battle: Battle, unit: Unit) -> bool:
    """Whether it is locked in combat, alone or with the unit that it is with."""
    return head(battle, unit).locked


def is_running(battle: Battle, unit: Unit) -> bool:
    """Whether it is fleeing, alone or with the unit that it is with."""
    return head(battle, unit).fleeing


@rule("blue.casting.select_caster_and_spell")
def casters(battle: Battle, seat: int) -> list[Unit]:
    """The casters of a seat that are on the table and not fleeing (BLUE-R84)."""
    return [unit for unit in friends(battle, seat) if rating(battle, unit) and not is_running(battle, unit)]


def between_casters(battle: Battle, one: Unit, other: Unit) -> float:
    """How far it is between the bases of two casters, or the walls that they are behind."""
    if head(battle, other).inside is not None or head(battle, one).inside is not None:
        return reach(battle, one, other)
    return between(bases_of(battle, one), bases_of(battle, other))


# The Magic Pools


@rule("blue.command.generate_pool", "blue.command.bonus_pool_dice", "blue.magic.pool_only_living")
def make_pools(battle: Battle) -> Script[None]:
    """A D12 for each point of Magic Rating on the table, and one more for each further D12 that shows 9 or more."""
    pools = [0, 0]
    for seat in (battle.first, battle.second):
        own = sum(rating(battle, unit) * len(unit.models) for unit in friends(battle, seat))
        why, cite = "More dice for the Magic Pool", "blue.command.bonus_pool_dice"
        faces = yield from roll_pool(own, need=EXTRA_DIE, why=why, rule=cite, seat=seat, sides=SIDES)
        extra = sum(face >= EXTRA_DIE for face in faces)
        gifts = sum(
            one.pool_dice(battle, unit)
            for unit in friends(battle, seat)
            for one in speakers(battle, unit).at("pool_dice")
        )
        pools[seat] = own + extra + gifts
        if pools[seat]:
            yield events.PoolMade(seat, pools[seat], own, extra, gifts)
    battle.pools = tuple(pools)


@rule("blue.magic.pool_lasts_turn")
def take_dice(battle: Battle, seat: int, count: int) -> None:
    """So many dice leave the Magic Pool of a seat."""
    assert 0 < count <= battle.pools[seat]
    battle.pools = tuple(pool - count if one == seat else pool for one, pool in enumerate(battle.pools))


# Generating spells


def drawn_from(battle: Battle, caster: Unit) -> list[str]:
    """The spells among which those of a caster are drawn: a lore that its list names stands for its spells."""
    found: list[str] = []
    for name in battle.entry(caster).lore:
        found += lores().get(name, (name,))
    return [name for name in dict.fromkeys(found) if name in spells() and name != core_spell()]


@rule("blue.magic.spell_generation")
def generate(battle: Battle) -> Script[None]:
    """Before the game each caster gets the Core Spell and as many others as its Magic Rating, drawn from its lore, none
    of them twice (BLUE-R75)."""
    for caster in battle.units:
        count = rating(battle, caster)
        if not count:
            continue
        left, known = drawn_from(battle, caster), [core_spell()]
        for _ in range(min(count, len(left))):
            why = f"A spell for {caster.name}"
            name = yield from draw_from(left, why=why, rule="blue.magic.spell_generation", seat=caster.seat)
            left.remove(name)
            known.append(name)
        caster.spells = tuple(known)
        yield events.SpellsGenerated(caster.id, ", ".join(known))


# A spell on its way


class Casting:
    """An attempt to cast a spell: who, what, on whom, the dice, and what an Expulsion makes of it."""

    def __init__(self, caster: Unit, spell: Spell, target: Unit | None, section: int | None = None) -> None:
        self.caster, self.spell, self.target, self.section = caster, spell, target, section
        self.faces: tuple[int, ...] = ()
        """All dice of the casting roll, those of twelves included."""
        self.successes = 0
        self.over = False
        """An Expulsion has ended it."""
        self.lanced = False
        """Strength and Armour Piercing are doubled, and a template is a shot (Lance)."""
        self.bloomed = False
        """It lasts twice as long (Bloom)."""
        self.shaking = False
        """It damages buildings (Earth Shaker)."""

    @property
    def works(self) -> bool:
        """Whether the dice reach the Casting Number and no Expulsion has ended it."""
        return not self.over and self.successes >= self.spell.casting


def mean_of_dice(dice: str | int) -> float:
    """What dice come to on average."""
    if isinstance(dice, int) or dice.isdecimal():
        return float(dice)
    told = Dice.parse(dice)
    return told.number * (told.size + 1) / 2 + told.modifier
