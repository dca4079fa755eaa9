"""The figures of all spells, read from the files of their Paths.

Each file of `data/spells` is a Path of Magic (or the hereditary spells, or the Battle Runes):

    path      = "Pyromancy"
    attribute = "Blaze"            # the Attribute Spell of the Path, if it has one
    rule      = "Judgement on High"  # the named rule of the Path, if it has one

    [spell."Cascading Fire"]
    number = 2
    value  = 5
    range  = 24
    types  = ["H"]
    hits   = "D6"
    str    = 4
    rules  = ["Flaming Attacks", "Magical Attacks"]

    [spell."Cascading Fire".version.boosted]
    value = 8
    range = 12
    hits  = "2D6"

What stands in the table of a spell is its first version; every further version says only what it has otherwise. The
first one is called "basic", or as `first` says ("Cosmos").
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

import msgspec

from warhost.errors import WarhostError
from warhost.rulebook import rule

__all__ = [
    "BASIC",
    "AttackChange",
    "Path",
    "SpellEntry",
    "SpellVersion",
    "all_spells",
    "figures",
    "path_of",
    "paths",
    "spell",
]

SpellType: TypeAlias = Literal["A", "Da", "Di", "F", "G", "H", "M", "U"]
"""Augment, Damage, Direct, Focused, Ground, Hex, Missile, Universal."""

Duration: TypeAlias = Literal["Instant", "One Turn", "Permanent"]

BASIC = "basic"
"""The name of the first version of a spell where it has no other."""

PACKAGE = "warhost.rulesets.fantasy_battles"


class AttackChange(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a lasting spell changes of attacks of some kinds."""

    of: tuple[Literal["Close Combat", "Melee", "Shots", "Shooting", "Ranged"], ...]
    """Which attacks (T9A-R140). Melee: Close Combat Attacks, and Special Attacks in contact. Shots: Shooting Attacks of
    weapons; Shooting: a Breath too; Ranged: hits of spells and Sweeping Attacks too."""
    to_hit: int = 0
    to_wound: int = 0
    ap: int = 0
    rerolls: Literal["", "to hit", "to wound"] = ""
    """Which failed rolls are made again."""
    rules: tuple[str, ...] = ()
    """Rules that the attacks gain: Flaming Attacks, Lethal Strike."""


class SpellVersion(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, rename={"str_": "str"}
):
    """One way to cast a spell: its Casting Value, on whom, and with which figures."""

    name: str = BASIC
    value: int = 0
    range: int = 0
    aura: bool = False
    """It affects every unit in range that its types allow (t9a.spell.range_aura)."""
    caster: bool = False
    """Its target is the casting model (t9a.spell.range_caster)."""
    types: tuple[SpellType, ...] = ()
    lasts: Duration = "Instant"
    terrain: str = ""
    """The kind of Terrain Feature from which its range may be measured (T9A-R087)."""
    hits: int | str | None = None
    """A number or dice."""
    each_model: bool = False
    """Every model of the target suffers the hits (T9A-R075)."""
    str_: int | str | None = None
    """A number, or dice that are rolled once for all hits (T9A-R100); None: it wounds on `wound_on` or by itself."""
    ap: int = 0
    wound_on: int | None = None
    rules: tuple[str, ...] = ()
    """The rules of its hits: Flaming Attacks, Multiple Wounds (D3), Area Attack (1x5)."""
    str_at_one: int | None = None
    rules_at_one: tuple[str, ...] = ()
    """What one hit of an Area Attack has: the values in square brackets (t9a.spell.bracketed_hit)."""
    adds: dict[str, int] = {}
    """What it adds to characteristics while it lasts; `aim` too, where less is better."""
    gains: tuple[str, ...] = ()
    """Model rules that the target has while it lasts: Distracting, Hard Target (1)."""
    attacks: tuple[AttackChange, ...] = ()
    """What it does to attacks of whoever it lies on."""
    against: tuple[AttackChange, ...] = ()
    """What it does to attacks against whoever it lies on."""
    said: str = ""
    """What stands in the brackets of the Breath Attack that it gives."""
    any_model: bool = False
    """A Focused spell that may be aimed at any model of a unit, not only at a Character or Champion."""
    inches: int = 0
    """How far its targets may move, or how far from its target or point it works."""
    health: int = 0
    """Health Points that it gives back."""
    form: int = 0
    """What else tells this version from the others, for the spell's own code."""

    def is_of(self, kind: SpellType) -> bool:
        return kind in self.types


class SpellEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A spell with all its versions."""

    name: str
    versions: tuple[SpellVersion, ...]
    path: str = ""
    number: int | None = None
    """Its number in its Path; None for Attribute Spells, hereditary spells and Battle Runes."""
    army: str = ""
    """The army to which a hereditary spell belongs."""
    letters: str = ""
    """How the book writes that army: BH, DE."""
    attribute: bool = False
    brings_attribute: bool = True
    """Whether the Attribute Spell of its Path follows it."""
    rider: int = 0
    """An Attribute Spell that goes with Augments cast at a Casting Value higher by so much, at the same target."""

    @property
    def learned(self) -> bool:
        """Whether a Wizard may select it (t9a.special.learned_spell)."""
        return self.number is not None or bool(self.army)

    @property
    def hereditary(self) -> bool:
        return bool(self.army)

    def version(self, name: str) -> SpellVersion:
        return next((one for one in self.versions if one.name == name), self.versions[0])


class Path(msgspec.Struct, frozen=True, kw_only=True):
    """A Path of Magic: its spells in the order of their numbers, its Attribute Spell, its rule."""

    name: str
    spells: tuple[str, ...]
    attribute: str = ""
    rule: str = ""

    def numbered(self, number: int) -> str:
        """The spell of that number; empty if there is none."""
        return next((name for name in self.spells if spell(name).number == number), "")


_OF_THE_SPELL = ("number", "army", "letters", "attribute", "brings_attribute", "rider")


@lru_cache(maxsize=1)
def _read() -> tuple[dict[str, SpellEntry], dict[str, Path]]:
    spells: dict[str, SpellEntry] = {}
    found: dict[str, Path] = {}
    folder = files(PACKAGE) / "data" / "spells"
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        if not file.name.endswith(".toml"):
            continue
        data = msgspec.toml.decode(file.read_bytes())
        own = [_entry(file.name, data["path"], name, dict(told)) for name, told in data["spell"].items()]
        for entry in own:
            if entry.name in spells:
                raise WarhostError(f"{file.name}: there are two spells called {entry.name}.")
            spells[entry.name] = entry
        if data["path"]:
            numbered = sorted((one.number, one.name) for one in own if one.number is not None)
            names = tuple(name for _, name in numbered)
            found[data["path"]] = Path(
                name=data["path"], spells=names, attribute=data.get("attribute", ""), rule=data.get("rule", "")
            )
    return spells, found


@rule("t9a.spell.versions")
def _entry(file: str, path: str, name: str, told: dict[str, Any]) -> SpellEntry:
    """A spell as its table tells it: the first version, and what the others have otherwise (T9A-R074)."""
    of_spell = {key: told.pop(key) for key in _OF_THE_SPELL if key in told}
    first, others = told.pop("first", BASIC), told.pop("version", {})
    try:
        versions = [msgspec.convert({**told, "name": first}, SpellVersion)]
        versions += [msgspec.convert({**told, **other, "name": key}, SpellVersion) for key, other in others.items()]
        return msgspec.convert({"name": name, "path": path, **of_spell, "versions": versions}, SpellEntry)
    except msgspec.ValidationError as error:
        raise WarhostError(f'{file}, spell "{name}": {error}.') from None


def all_spells() -> dict[str, SpellEntry]:
    """Every spell by its name."""
    return _read()[0]


def paths() -> dict[str, Path]:
    """The Paths of Magic by their names, the Battle Runes among them."""
    return _read()[1]


def spell(name: str) -> SpellEntry:
    return _read()[0][name]


def path_of(name: str) -> Path | None:
    """The Path to which a spell belongs; None for hereditary spells."""
    return _read()[1].get(_read()[0][name].path)


@lru_cache(maxsize=512)
def figures(name: str, version: str) -> SpellVersion:
    """The figures of one version of a spell."""
    return spell(name).version(version)
