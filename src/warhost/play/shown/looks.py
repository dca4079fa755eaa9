"""What the models of a unit look like: the figure to draw, the people they are of, and what they ride.

A rulebook tells it from its own cards (`look_of` with what it knows). For lists from elsewhere the names of units,
weapons and rules are read: a guess, but one place to guess in, so that the page, reports and sheets draw the same.
The figures themselves are in `report/look/figures.json`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias, TypeVar

import msgspec

from warhost.play.shown.cards import Build, Look, Mount, People, Troop, UnitNotes

T = TypeVar("T", bound=str)

Role: TypeAlias = Literal["", "lord", "mage", "standard"]
"""What somebody of rank is."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """What a book knows of a unit that bears on its look. Whatever it leaves out is guessed from the names.

    `arms`: its weapons by name. `rules`: all else that its card lists. `people`: of its army. `beast`: animals without
    riders. `ridden`: the animal below a rider, in words.
    """

    name: str
    army: str = ""
    build: Build = ""
    arms: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    role: Role = ""
    people: People | None = None
    ridden: str = ""
    beast: bool = False
    flies: bool = False
    chariot: bool = False
    war_machine: bool = False


def look_of(told: Told) -> Look:
    """The look of a unit."""
    return Look(*_figure(told), _race(told))


def _race(told: Told) -> People:
    """Its own people by its name, such as the goblins of an army of orcs; else that of its army."""
    named = people_of(told.name)
    # Bones and graves are in many names: the dead are in an army only if it is one of the dead, or says so.
    if named and (told.people is None or named != "undead"):
        return named
    return told.people or people_of(told.army) or "man"


def seen_look(notes: UnitNotes, name: str, army: str) -> Look:
    """The look that a book tells of a unit on the table, or a guess."""
    if notes.look is not None:
        return notes.look
    role: Role = "lord" if notes.leader and notes.single else ""
    return look_of(Told(name=name, army=army, build=notes.build, rules=notes.rules, role=role))


def people_of(name: str) -> People | None:
    """The people of which a name speaks."""
    return next((people for people, pattern in _PEOPLES if pattern.search(name)), None)


def _figure(told: Told) -> tuple[Troop, Mount]:
    words = " ".join((told.name, *told.arms, *told.rules, told.ridden))
    if told.build == "engine":
        return _engine(told, words), ""
    if told.build == "monster":
        return _monster(told, words), ""
    if told.beast or (_ANIMALS.search(told.name) and not _KEEPERS.search(told.name)):
        return _animal(told, words), ""
    if told.build == "rider":
        return _rider(told, words)
    if told.build == "large":
        return _large(told, words)
    if _SPIRITS.search(told.name):
        return "spirit", ""
    if told.role and told.role != "lord":
        return told.role, ""
    weapon = _weapon(told)
    if told.role == "lord":
        return "mage" if weapon == "mage" else "lord", ""
    return weapon, ""


def _engine(told: Told, words: str) -> Troop:
    if told.chariot or (not told.war_machine and _CHARIOTS.search(words)):
        return "chariot"
    return _first(_ENGINES, words, "bolt")


def _monster(told: Told, words: str) -> Troop:
    if told.flies or _FLYING.search(words):
        return "dragon" if _DRAGONS.search(words) or told.role else "bird"
    return _first(
        _MONSTERS, f"{told.name} {told.ridden}", "giant" if not told.beast and "infantry" in words else "bulk"
    )


def _animal(told: Told, words: str) -> Troop:
    if told.flies or _WINGED.search(words):
        return "bird"
    return _first(_BEASTS, told.name, "bulk" if told.build in ("large", "monster") else "hound")


def _rider(told: Told, words: str) -> tuple[Troop, Mount]:
    mount: Mount = (
        "wings" if told.flies else _said(_MOUNTS, f"{told.ridden} {told.name}") or _first(_MOUNTS, words, "horse")
    )
    if told.role == "mage" or told.role == "standard":
        return told.role, mount
    weapon: Troop = _said(_RIDERS, " ".join((*told.arms, told.name))) or _first(_RIDERS, words, "spear")
    if mount == "horse" and weapon == "lance":
        mount = "warhorse"
    return ("lord" if told.role == "lord" else weapon), mount


def _large(told: Told, words: str) -> tuple[Troop, Mount]:
    if _CHARIOTS.search(told.name):
        return "chariot", ""
    if told.flies or _WINGED.search(told.name):
        if _RIDDEN.search(words):
            return "lord" if told.role == "lord" else "lance", "wings"
        return "bird", ""
    if told.role:
        return told.role, ""
    if _SPIRITS.search(told.name):
        return "spirit", ""
    return _first(_GREAT, told.name, "troll"), ""


def _weapon(told: Told) -> Troop:
    """The weapon that shows: of what it is armed with the one that tells most, else by its name."""
    if told.role == "" and _MAGES.search(told.name):
        return "mage"
    arms = " · ".join(told.arms)
    for text in (arms, told.name, " · ".join(told.rules)):
        found = _said(_SHOOTING, text) or _said(_FIGHTING, text)
        if found is not None:
            return found
    return "sword"


def _first(table: Iterable[tuple[T, re.Pattern[str]]], text: str, otherwise: T) -> T:
    return _said(table, text) or otherwise


def _said(table: Iterable[tuple[T, re.Pattern[str]]], text: str) -> T | None:
    """The first word of a table of which a text speaks."""
    return next((word for word, pattern in table if pattern.search(text)), None)


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_PEOPLES: tuple[tuple[People, re.Pattern[str]], ...] = (
    (
        "undead",
        _words(
            r"undead|undying|unburied|skelet|zombie|ghoul|\bwights?\b|wraith|vampir|barrow|crypt|\bgraves?\b|tomb|"
            r"revenant|mummy|mummies|\bbones?\b|\bdead\b|\blich|ossuary|corpse|spectral|hollow|lanternless|charnel"
        ),
    ),
    ("dwarf", _words(r"dwar[fv]|hearth|ironclad|deepforge|\bholds?\b|\bthane")),
    (
        "goblin",
        _words(
            r"goblin|\bgobl|\brats?\b|vermin|kobold|gnome|halfling|\bimps?\b|gutter|\bfangs?\b|runts?\b|scrapling|"
            r"burrow|gobbler"
        ),
    ),
    ("orc", _words(r"\borcs?\b|\bogres?\b|\btusk|troll|greenskin|\bbrutes?\b|ashmoot|\bmaw\b")),
    ("elf", _words(r"\belf|\belv|\bglade|\bgrove|sylvan|dryad|\bkin\b|highborn|greenfold|\btwilight")),
    ("lizard", _words(r"saurian|lizard|skink|caiman|\btegu|salamander|\bnaga|serpent|scaled|reptil")),
    (
        "beast",
        _words(
            r"\bbeasts?\b|minotaur|satyr|\bgoat|\bherds?\b|centaur|hyena|wildhorn|mongrel|taurukh|badger|horrors?\b"
        ),
    ),
)

_ANIMALS = _words(
    r"hounds?\b|wolves\b|\bdogs?\b|\bcats?\b|swarms?\b|sprites?\b|\bspiders\b|rat runners|\bbats?\b|vultures?|"
    r"night wings"
)
_KEEPERS = _words(r"keepers?|riders?|jockeys?|handlers?|priest|knights?|masters?|raiders?")
_SPIRITS = _words(r"\bspirits?\b|wraith|spectre|phantom|banshee|whispering host")
_FLYING = _words(r"\bfl(y|ies|ying|yer)\b|dragon|wyvern|gryphon|griffin|manticore|phoenix|\brocs?\b|\bbats?\b|pegas")
_WINGED = _words(r"\bfl(y|ies|ying|yer)\b|wings?\b|\bbats?\b|harp(y|ies)|gargoyle|eagle|pteradon|pegas|gryphon|griffin")
_DRAGONS = _words(r"dragon|wyvern|drake|manticore|hydra")
_RIDDEN = _words(r"knights?|riders?|pteradon|pegas|veteran on|\bon (a|the)?\b")
_CHARIOTS = _words(
    r"chariot|\bwagon|\bcarts?\b|\broller|war ?platform|\baltar|reliquary|steam engine|carriage of|drums"
)
_ENGINES: tuple[tuple[Troop, re.Pattern[str]], ...] = (
    ("bolt", _words(r"bolt|ballista|scorpion|harpoon|spear (chukka|thrower)")),
    ("cannon", _words(r"cannon|\bguns?\b|mortar|bombard|organ|volley|rocket|\bsteam\b")),
    ("stone", _words(r"catapult|\bstone|trebuchet|lobber|\brocks?\b|skull|hurler|rubbish|thrower|mangonel")),
    ("chariot", _words(r"anvil|shrine|idol|totem")),
)
_MONSTERS: tuple[tuple[Troop, re.Pattern[str]], ...] = (
    ("tree", _words(r"\btree|\bent\b|treant|oak|thicket|root")),
    ("serpent", _words(r"serpent|\bnaga|\bworm|wurm|snake|basilisk|crawler|centipede")),
    ("dragon", _words(r"dragon|drake|hydra")),
    (
        "giant",
        _words(r"giant|titan|coloss|golem|troll|ogre|construct|warden|guardian|gargantuan|gate|horror|hulk|flesh"),
    ),
    ("bulk", _words(r".")),
)
_BEASTS: tuple[tuple[Troop, re.Pattern[str]], ...] = (
    ("bulk", _words(r"bears?\b|mammoth|rhino|bulls?\b|razorback")),
    ("serpent", _words(r"serpent|snake|salamander|\bnaga")),
    ("spider", _words(r"spider|scorpion|scarab")),
    ("swarm", _words(r"swarm|sprite|rats?\b|insect|scarab|runners")),
    ("hound", _words(r"hound|wol[fv]|\bdog|\bcats?\b|lion|hyena|jackal")),
)
_MOUNTS: tuple[tuple[Mount, re.Pattern[str]], ...] = (
    ("wings", _words(r"pegas|pteradon|gryphon|griffin|hippogr|\bwings?\b|\bbats?\b|eagle|\bfl(y|ies|ying|yer)\b")),
    (
        "boar",
        _words(r"\bboar|\bbulls?\b|rhino|\bbears?\b|\btusk|\bgoat|\bram\b|\belk|\bstags?\b|bison|taurukh|feral orc"),
    ),
    ("wolf", _words(r"wol[fv]|hyena|\bcats?\b|hound|\brats?\b|jackal|\blions?\b|badger|tiger|wild hunt")),
    ("raptor", _words(r"raptor|lizard|saur|reptile|cold one|drake|karkadan|dread knight")),
    ("spider", _words(r"spider|scorpion|crawler")),
)
_RIDERS: tuple[tuple[Troop, re.Pattern[str]], ...] = (
    ("gun", _words(r"pistol|carbine|handgun|musket|rifle|firearm")),
    (
        "lance",
        _words(r"\blances?\b|lancer|knight|cuirass|cataphract|templar|paladin|electoral|thunderous charge \([2-9]"),
    ),
    ("bow", _words(r"\bbows?\b|longbow|shortbow|archer|saddle bow|horse bow|horn bow")),
    ("great", _words(r"great (weapon|axe|sword|hammer)|two-?handed|halberd|mattock|marauder")),
    ("spear", _words(r"spear|javelin|glaive|trident")),
    ("sword", _words(r"sword|sabre|blade|axe|mace|club|hammer")),
)
_GREAT: tuple[tuple[Troop, re.Pattern[str]], ...] = (
    ("tree", _words(r"\btree|\boak|dryad|\bent\b|thorn guard")),
    ("giant", _words(r"giants?\b|golem|shabti|guardian|colossus|construct|hulk|caiman|warden")),
    ("bulk", _words(r"rhino|bulls?\b|mammoth|\bspawn|horrors?\b")),
    ("troll", _words(r".")),
)
_MAGES = _words(
    r"wizard|\bmages?\b|shaman|necromanc|sorcer|druid|conjur|\bspell|witch|magister|whisperer|summoner|\bseer|soothsayer|"
    r"warlock|prophet|hierarch|rattler|caller|cantor"
)
_SHOOTING: tuple[tuple[Troop, re.Pattern[str]], ...] = (
    ("gun", _words(r"handgun|musket|rifle|pistol|arquebus|firearm|blunderbuss|gunner|flintlock|thunderer|rotary gun")),
    ("cross", _words(r"crossbow")),
    ("bow", _words(r"\bbows?\b|longbow|shortbow|archer|bowmen")),
    (
        "javelin",
        _words(r"javelin|throwing|\bslings?\b|staff sling|slinger|\bdarts?\b|blow ?pipe|\bbola|fire jar|velite"),
    ),
)
_FIGHTING: tuple[tuple[Troop, re.Pattern[str]], ...] = (
    ("pike", _words(r"\bpikes?\b|phalanx")),
    (
        "great",
        _words(
            r"great ?(weapon|axe|sword|hammer)|two-?handed|halberd|executioner|poleaxe|glaive|oath hammer|greybeard|"
            r"flame warden|imperial guard|seeker"
        ),
    ),
    ("spear", _words(r"\bspears?\b|spearm|trident|\blance")),
    ("pair", _words(r"paired|two weapons|dual|\btwin\b|knives|fanatic|berserk|frenz|maniac|zealot|\bflail|biter")),
    (
        "claw",
        _words(
            r"\bclaws?\b|talons?\b|\bbite\b|zombie|ghoul|shambling dead|shuffling dead|fallen|crawlers?\b|\bimps?\b"
        ),
    ),
    ("sword", _words(r"sword|shield|hand weapon|blade|axe|mace|morning star|hatchet|guard|warrior|militia")),
)

__all__ = ["Look", "Role", "Told", "look_of", "people_of", "seen_look"]
