"""The armies of the house: four army books of our own, lists ready to play, and files of a player's own.

>>> ready_list("tallgrass").limit
1000
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from warhost.muster.files.army_text import DataError, UnknownName, named, read_all, shipped, whole
from warhost.rulebook import rule
from warhost.rulesets.families.house_books import HouseArmies
from warhost.rulesets.regiments.core import ArmyBook, ArmyList, Regiment, UnitEntry
from warhost.rulesets.regiments.lists.files import read_book, read_list
from warhost.rulesets.regiments.lists.rosters import GAME_SIZES, LARGER_SIZES, build, check

PACKAGE = "warhost.rulesets.regiments"

BOOKS = HouseArmies(PACKAGE, read_book)
books, book, load_book_text = BOOKS.all, BOOKS.find, BOOKS.load


def entry(army: ArmyBook, name: str) -> UnitEntry:
    """The unit of an army book, by the same kinds of names."""
    return named(name, f"unit of the {army.faction}", {e.name: (e, (e.name, *e.aliases)) for e in army.units})


@lru_cache(maxsize=1)
def ready_lists() -> dict[str, ArmyList]:
    """The lists that are ready to play, by their names, in the order of factions and points."""
    lists, problems = read_all(shipped(PACKAGE, "lists"), lambda text, filename: read_list(text, filename, book))
    if problems:
        raise DataError(problems)
    everything = [*lists.values(), *_larger(lists.values())]
    return {army.name: army for army in sorted(everything, key=lambda army: (army.factions, army.limit))}


def _larger(lists: Iterable[ArmyList]) -> Iterator[ArmyList]:
    """The lists for larger battles: two smaller ones of the same faction together."""
    by_size = {(army.factions[0], army.limit): army for army in lists}
    for faction in dict.fromkeys(faction for faction, _ in by_size):
        for size, parts in LARGER_SIZES.items():
            regiments = tuple(regiment for part in parts for regiment in by_size[faction, part].regiments)
            yield ArmyList(name=f"{faction} {size}", limit=size, regiments=regiments)


@lru_cache(maxsize=256)
def ready_list(name: str, points: int = GAME_SIZES["quick"]) -> ArmyList:
    """A list that is ready to play: by its name, or by its faction with the points behind it (`Unburied Host 1500`).

    A faction alone stands for its list for a game of that many points, a quick one if nothing is said; where it has
    none for that many, the error says for how many it has.
    """
    things: dict[str, tuple[ArmyList, tuple[str, ...]]] = {}
    for army in ready_lists().values():
        (faction,) = army.factions
        spellings = [f"{spelling} {army.limit}" for spelling in (faction, *book(faction).aliases)]
        if army.limit == points:
            spellings += [faction, *book(faction).aliases]
        things[army.name] = (army, (army.name, *army.aliases, *spellings))
    try:
        return named(name, "army list", things)
    except UnknownName as unknown:
        faction, limit = _faction_and_points(name, points)
        by_size = {army.limit: army for army in ready_lists().values() if army.factions == (faction,)}
        if limit in by_size:
            return by_size[limit]
        raise (_no_list(faction, limit, tuple(by_size)) if by_size else unknown) from None


@rule("aofr.mission.raid.points", "aofr.mission.smash_grab.points", "aofr.mission.rescue.points", "aofr.siege.points")
def reinforced(army: ArmyList, points: int) -> ArmyList:
    """The list with as many further regiments of the faction's other lists as there are points for, the dearest that
    still fits first: for a side that may have more than was agreed on."""
    faction = army.factions[0]
    others = [other for other in ready_lists().values() if other.factions == (faction,)]
    known = {regiment.name: regiment for other in others for regiment in other.regiments if _plain(regiment)}
    dearest = sorted(known.values(), key=lambda regiment: (-regiment.points, regiment.name))
    found = ArmyList(name=army.name, limit=points, regiments=army.regiments)
    more = True
    while more:
        more = False
        for regiment in dearest:
            larger = replace(found, regiments=(*found.regiments, regiment))
            if larger.points <= points and not check(larger):
                found, more = larger, True
    return found


def _plain(regiment: Regiment) -> bool:
    """Whether it is a regiment without a hero, and none itself."""
    return regiment.hero is None and not regiment.is_hero


def full_name(name: str) -> str:
    """The name in full of a list that is ready to play: of its faction, with the points if they were named, or its own.
    It stands for the same list as the name that was given."""
    faction, points = _faction_and_points(name, 0)
    if faction:
        return f"{faction} {points}" if points else faction
    return ready_list(name).name


def _no_list(faction: str, points: int, sizes: Sequence[int]) -> UnknownName:
    told = f"{', '.join(map(str, sizes[:-1]))} and {sizes[-1]}"
    return UnknownName(
        f"{faction} has no list of {points} points: there are lists of {told}. "
        f"Play for one of those, bring a list of your own, or name one with its points: {faction} {sizes[-1]}."
    )


def _faction_and_points(name: str, usual: int) -> tuple[str, int]:
    """What a name such as `tallgrass 1500` stands for; no faction if it stands for nothing."""
    match = re.fullmatch(r"(.+?)\s+(\d+)", name.strip())
    faction, points = (match[1], int(match[2])) if match else (name, usual)
    try:
        return book(faction).faction, points
    except UnknownName:
        return "", 0


def load_list_text(text: str, filename: str = "army.toml", own: Mapping[str, ArmyBook] | None = None) -> ArmyList:
    """The army list in the text of a file. Army books of the player's own are found before those of the house."""

    def find(name: str) -> ArmyBook:
        return (own or {}).get(name) or book(name)

    return whole(read_list(text, filename, find))


def find_regiment(name: str, army: str | None = None, upgrades: Sequence[str] = (), combined: bool = False) -> Regiment:
    """A unit of the house armies with those upgrades; the faction is needed where several have a unit of that name."""
    if army:
        found = book(army)
        return build(entry(found, name), upgrades, combined, found.spells)
    units = {e.name: ((b, e), (e.name, *e.aliases)) for b in books().values() for e in b.units}
    found, unit = named(name, "unit", units)
    return build(unit, upgrades, combined, found.spells)
