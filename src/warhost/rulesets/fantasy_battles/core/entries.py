"""What a unit entry holds: Type and Height, base, profile, parts that attack, model rules, weapons and magic."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from warhost.rulebook import rule
from warhost.table import OnBases

__all__ = [
    "CHARACTERISTICS",
    "FULL_RANK",
    "OFFENSIVE",
    "ArmedWith",
    "ArmyList",
    "Bound",
    "Champion",
    "Entry",
    "Height",
    "Level",
    "MeleeWeapon",
    "ModelType",
    "Part",
    "Profile",
    "Role",
    "Weapon",
    "Wizard",
    "champion_of",
    "rule_name",
    "said_in",
]

ModelType: TypeAlias = Literal["Infantry", "Beast", "Cavalry", "Construct"]
Height: TypeAlias = Literal["Standard", "Large", "Gigantic"]
Role: TypeAlias = Literal["unit", "character", "champion"]
Level: TypeAlias = Literal["Apprentice", "Adept", "Master"]

CHARACTERISTICS = ("adv", "mar", "dis", "hp", "def", "res", "arm", "att", "off", "str", "ap", "agi")
"""The characteristics in the order of a profile."""

OFFENSIVE = ("att", "off", "str", "ap", "agi")
"""Those that each part of a model has for itself."""

FULL_RANK: dict[Height, int] = {"Standard": 5, "Large": 3, "Gigantic": 1}
"""How many models make a Full Rank (t9a.height.full_ranks)."""

TYPE_RULES: dict[ModelType, tuple[str, ...]] = {
    "Infantry": (),
    "Beast": ("Swiftstride",),
    "Cavalry": ("Cannot be Stomped", "Swiftstride", "Tall"),
    "Construct": ("Chariot",),
}
"""The model rules that a Type brings."""

HEIGHT_RULES: dict[Height, tuple[str, ...]] = {
    "Standard": (),
    "Large": ("Stomp Attacks (1)",),
    "Gigantic": ("Fear", "Massive Bulk", "Stomp Attacks (D6)", "Terror", "Towering Presence"),
}
"""The model rules that a Height brings."""

NO_STOMPING: frozenset[ModelType] = frozenset({"Construct"})
"""Types that make no Stomp Attacks, whatever their Height or their entry says (T9A-R006)."""


class Profile(msgspec.Struct, frozen=True, kw_only=True, rename={"def_": "def"}, gc=False):
    """The characteristics that all parts of a model share. Lengths are inches.

    `rsr` is the resurrection value: how many Health Points some spells bring back; None where the data have none.
    """

    adv: int
    mar: int
    dis: int
    hp: int = 1
    def_: int
    res: int
    arm: int = 0
    rsr: int | None = None


class MeleeWeapon(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"str_": "str"}, gc=False):
    """What a part of a model fights with: what it adds to the part's own values, and its rules."""

    name: str
    att: int = 0
    off: int = 0
    str_: int = 0
    ap: int = 0
    agi: int = 0
    charging: bool = False
    """It adds something only in a round in which its bearer is Charging."""
    last: bool = False
    """Its bearer strikes at Initiative Step 0."""
    ranks: int = 0
    """How many ranks more make Supporting Attacks."""
    two_handed: bool = False
    """The Armour of a shield does not count while it is used."""
    rules: tuple[str, ...] = ()


class Weapon(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"str_": "str"}, gc=False):
    """A shooting weapon. Shots are a number or dice for each model; Strength or AP None means the bearer's own.

    Its rules are those of its attacks: Accurate, Quick to Fire, Unwieldy, Artillery Weapon, Area Attack (1x5),
    Multiple Wounds (D3), Flaming Attacks and the like. `str_at_one` and `rules_at_one` are the values in square
    brackets, which one hit of an Area Attack has (t9a.spell.bracketed_hit).
    """

    name: str
    shots: int | str = 1
    range: int
    str_: int | None = None
    ap: int | None = None
    rules: tuple[str, ...] = ()
    str_at_one: int | None = None
    rules_at_one: tuple[str, ...] = ()
    misfire: int = 0
    """What is added to a roll on the misfire table (T9A-R123)."""

    def has(self, name: str) -> bool:
        return any(rule_name(text) == name for text in self.rules)


class ArmedWith(msgspec.Struct, frozen=True, gc=False):
    """A shooting weapon in the hands of a part: the Aim is the part's, the rest the weapon's (t9a.special.aim)."""

    weapon: Weapon
    aim: int

    def __str__(self) -> str:
        return f"{self.weapon.name} ({self.aim}+)"


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"str_": "str"}, gc=False):
    """A part of a model that attacks for itself: a rider, a mount, a crew (t9a.special.multipart_model).

    `count` is how many of them a model has. `rules` are those of the part's own attacks, and saves that a rider brings
    for the whole model.
    """

    name: str = ""
    count: int = 1
    att: int
    off: int
    str_: int
    ap: int = 0
    agi: int
    arm: int = 0
    """The Armour of the whole model by this part's, where it is better: that of a rider in plate on a bare horse."""
    weapons: tuple[MeleeWeapon, ...] = ()
    shots: tuple[ArmedWith, ...] = ()
    rules: tuple[str, ...] = ()


class Champion(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What sets the Champion of a unit apart from its comrades (T9A-R154)."""

    name: str = "Champion"
    att: int = 1
    """Attacks more than the others, of its first part."""
    weapons: tuple[MeleeWeapon, ...] = ()
    shots: tuple[ArmedWith, ...] = ()
    """Weapons in place of those of the others; nothing: the same."""


class Wizard(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A model that knows Learned Spells: its level, the Paths that it may choose from, what its list chose (T9A-R063).

    `modifier` is added to its casting rolls (T9A-R065).
    """

    level: Level = "Apprentice"
    paths: tuple[str, ...] = ()
    path: str = ""
    spells: tuple[str, ...] = ()
    modifier: int = 0
    hereditary: str = ""
    """The hereditary spell of its army, which it may take in place of a Learned Spell (T9A-R064)."""


class Bound(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A Bound Spell that a model owns, with its Power Level for 2 and for 3 dice (T9A-R068).

    `range` is given where it depends on the owner: 18 for a Runic Smith, 36 for an Anvil of Power.
    """

    spell: str
    power: tuple[int, int] = (5, 8)
    range: int = 0


class Entry(OnBases, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A unit entry as it was bought: so many models of one kind, or a single Character.

    `rules` are the model rules of the entry; `all_rules` has those of its Type and Height too.
    """

    army: str
    name: str
    aliases: tuple[str, ...] = ()
    category: str = ""
    points: int = 0
    role: Role = "unit"
    type: ModelType = "Infantry"
    height: Height = "Standard"
    models: int = 1
    files: int = 1
    """The frontage that it is taken to have unless its owner says otherwise."""
    base: tuple[int, int] = (25, 25)
    profile: Profile
    shield: int = 0
    """How much of its Armour a shield gives, which does not count while a two-handed weapon is used."""
    parts: tuple[Part, ...]
    rules: tuple[str, ...] = ()
    champion: Champion | None = None
    standard: bool = False
    """It has a Standard Bearer (T9A-R157)."""
    musician: bool = False
    scoring: bool | None = None
    """Whether it counts for Secondary Objectives; None: by the ruling (T9A-R021)."""
    general: bool = False
    battle_standard: bool = False
    mounted: bool = False
    """A Character on a mount: not on foot for Water Terrain (T9A-R046)."""
    shaman: bool = False
    wizard: Wizard | None = None
    bound: tuple[Bound, ...] = ()
    items: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    """What was bought for it, in the words of its list."""
    profiled: bool = True
    """Its figures are known; an entry without them can be listed and not played."""

    @property
    def single(self) -> bool:
        """Whether it began the game as a single model; a Champion began it among others (T9A-R195)."""
        return self.models == 1 and self.role != "champion"

    @property
    def is_character(self) -> bool:
        return self.role == "character"

    @property
    def all_rules(self) -> tuple[str, ...]:
        """The model rules of the entry, of its Type and of its Height, and those of a General or Standard Bearer."""
        return rules_of(self.type, self.height, (*self.rules, *self.command))

    @property
    def command(self) -> tuple[str, ...]:
        """The rules that it has as the General or as the Battle Standard Bearer of its army."""
        return ("General",) * self.general + ("Battle Standard Bearer",) * self.battle_standard

    @property
    def full_rank(self) -> int:
        """How many models make a Full Rank."""
        return FULL_RANK[self.height]

    @property
    def health(self) -> int:
        """The Health Points of all models together."""
        return self.models * self.profile.hp

    @property
    def longest_side_mm(self) -> int:
        return max(self.base)

    @property
    def ranks(self) -> int:
        return -(-self.models // self.files)

    @property
    def formation(self) -> str:
        return "single model" if self.single else f"{self.files}x{self.ranks}"

    @property
    def width(self) -> float:
        """The front of the whole unit as it starts, in inches."""
        return self.files * self.base_width

    @property
    def depth(self) -> float:
        """The side of the whole unit as it starts, in inches."""
        return self.ranks * self.base_depth

    @property
    def shots(self) -> tuple[ArmedWith, ...]:
        """All shooting weapons of its parts."""
        return tuple(armed for part in self.parts for armed in part.shots)

    def has(self, name: str) -> bool:
        """Whether it has a model rule of that name, whatever stands in brackets."""
        return any(rule_name(text) == name for text in self.all_rules)


class ArmyList(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An army as it is brought to the table."""

    name: str
    army: str
    points: int = 0
    """The size of the battle that it was made for; 0 where nothing was said."""
    entries: tuple[Entry, ...] = ()

    @property
    def faction(self) -> str:
        return self.army

    @property
    def cost(self) -> int:
        return sum(entry.points for entry in self.entries)


def champion_of(entry: Entry) -> Entry:
    """The Champion of a unit as an entry of its own: one model like the others, with what sets it apart."""
    champion = entry.champion
    assert champion is not None, f"{entry.name} has no Champion"
    first = entry.parts[0]
    part = msgspec.structs.replace(
        first,
        att=first.att + champion.att,
        weapons=champion.weapons or first.weapons,
        shots=champion.shots or first.shots,
    )
    return msgspec.structs.replace(
        entry,
        name=f"{champion.name} of {entry.name}",
        aliases=(),
        points=0,
        role="champion",
        models=1,
        files=1,
        parts=(part, *entry.parts[1:]),
        champion=None,
        standard=False,
        musician=False,
        scoring=False,
        wizard=None,
        bound=(),
        listed=(),
    )


@rule("t9a.type.one_type_one_height", "t9a.type.infantry", "t9a.type.beast", "t9a.type.cavalry", "t9a.type.construct")
@rule("t9a.height.standard", "t9a.height.large", "t9a.height.gigantic")
@lru_cache(maxsize=1024)
def rules_of(kind: ModelType, height: Height, rules: tuple[str, ...]) -> tuple[str, ...]:
    """All model rules of a model: its own, and those of its Type and Height that it does not have already.

    What its Type forbids beats what its Height or its entry grants (T9A-R006).
    """
    own = {rule_name(text) for text in rules}
    brought = (text for text in (*TYPE_RULES[kind], *HEIGHT_RULES[height]) if rule_name(text) not in own)
    found = (*rules, *brought)
    if kind in NO_STOMPING:
        found = tuple(text for text in found if rule_name(text) != "Stomp Attacks")
    return found


def rule_name(text: str) -> str:
    """The name of a listed rule without what stands in brackets: `Aegis (5+)` is Aegis."""
    return text.split(" (", 1)[0]


def said_in(text: str) -> str:
    """What stands in the brackets of a listed rule: `5+` of `Aegis (5+)`; empty if there are none."""
    return text.split(" (", 1)[1].rstrip(")") if " (" in text else ""
