"""Who takes part: players and their lists from an organiser's file, or computers with armies of the house.

An organiser writes an event as a TOML file: the settings by their names, and a table for each player.

    title = "Winter Cup"
    points = 1500
    missions = ["duel", "seize_ground", "relic_hunt", "breakthrough"]
    referees = ["Rita"]

    [[player]]
    name = "Ann"
    army = "ann.toml"            # a list of her own, or the name of an army
    sideboards = ["wolves.toml"]

    [[player]]
    name = "Clockwork"
    army = "Unburied Host"
    computer = "captain"
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from warhost.campaign.tournament.book_of import book_of
from warhost.campaign.tournament.values import Entrant, Settings
from warhost.dice import Chance
from warhost.errors import WarhostError, did_you_mean
from warhost.muster import Source, is_file_name, surprise, taking_lists
from warhost.play.book import army_name
from warhost.rulesets import muster, musters
from warhost.rulesets import ruleset as find_ruleset

__all__ = ["Entries", "computer_entrants", "enter", "read_event", "with_an_army"]


class PlayerTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player in an organiser's file."""

    name: str
    army: str
    sideboards: tuple[str, ...] = ()
    primary: str = ""
    joins: int = 1
    computer: str = ""


class Entries(msgspec.Struct, frozen=True):
    """Settings, players, and which of them are computers."""

    settings: Settings
    entrants: tuple[Entrant, ...]
    computers: Mapping[str, str] = {}


def read_event(path: Path, books: Sequence[Path] = ()) -> Entries:
    """The event in an organiser's file. Files of lists are looked for beside it."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise WarhostError(f"{path}: cannot be read: {error.strerror or error}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WarhostError(f"{path.name}: this is not TOML: {error}.") from None
    players = raw.pop("player", [])
    names = [field.name for field in msgspec.structs.fields(Settings)]
    for name in raw:
        if name not in names:
            meant = did_you_mean(name, names) or f" There are {', '.join(names)}."
            raise WarhostError(f'{path.name}: there is no setting "{name}".{meant}')
    try:
        settings = msgspec.convert(raw, Settings)
        tables = msgspec.convert(players, tuple[PlayerTable, ...])
    except msgspec.ValidationError as error:
        raise WarhostError(f"{path.name}: {error}.") from None
    entrants = [
        enter(
            settings,
            table.name,
            _beside(path, table.army),
            [_beside(path, side) for side in table.sideboards],
            books,
            primary=table.primary,
            joins=table.joins,
        )
        for table in tables
    ]
    computers = {str(number): table.computer for number, table in enumerate(tables) if table.computer}
    return Entries(settings, tuple(entrants), computers)


def _beside(path: Path, army: str) -> str:
    """A file as seen from the organiser's file; the name of an army as it is."""
    found = path.parent / army
    return str(found) if found.is_file() else army


def enter(
    settings: Settings,
    name: str,
    army: str,
    sideboards: Sequence[str] = (),
    books: Sequence[Path] = (),
    *,
    primary: str = "",
    joins: int = 1,
) -> Entrant:
    """A player with an army: the name of one of the rulebook's, or the file of a list of its own."""
    if not is_file_name(army):
        known = army_name(find_ruleset(settings.ruleset), army)
        return Entrant(name=name, army=known, primary=primary, joins=joins)
    lists = [_list_in(settings, file, books) for file in (army, *sideboards)]
    return Entrant(
        name=name,
        army=str(lists[0].get("name", name)),
        list=lists[0],
        sideboards=tuple(lists[1:]),
        primary=primary,
        joins=joins,
    )


def _list_in(settings: Settings, file: str, books: Sequence[Path]) -> Mapping[str, Any]:
    """The list in a file as data, if it is one that the rulebook allows."""
    rulebook = taking_lists(muster(settings.ruleset))
    mustered = rulebook.read(Source.of(Path(file)), [Source.of(book) for book in books])
    return _plain(rulebook.field(mustered, book_of(settings.ruleset).options(settings, "")))


def _plain(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The data as it will be read from a file."""
    plain: Mapping[str, Any] = msgspec.json.decode(msgspec.json.encode(data))
    return plain


def computer_entrants(settings: Settings, number: int, seed: str) -> tuple[Entrant, ...]:
    """So many players with armies of the house, in turn. Where the house has no list of those points, each brings one
    that was put together by chance; the same seed gives the same lists."""
    armies = find_ruleset(settings.ruleset).armies()
    width = len(str(number))
    return tuple(
        with_an_army(settings, f"Player {place + 1:0{width}}", armies[place % len(armies)], f"{seed} army {place}")
        for place in range(number)
    )


def with_an_army(settings: Settings, name: str, army: str, seed: str) -> Entrant:
    """A player with an army of the house; where it has no list of those points, with one put together by chance."""
    plain = Entrant(name=name, army=army)
    book = book_of(settings.ruleset)
    if settings.ruleset not in musters() or not (why := book.problems(settings, plain)):
        return plain
    rulebook = muster(settings.ruleset)
    if not rulebook.takes_lists:
        raise WarhostError(" ".join(why))
    options = book.options(settings, "")
    draft = surprise(rulebook, army, settings.points, "balanced", Chance(seed), options)
    mustered = rulebook.read(Source(f"{army}.toml", rulebook.draft_text(draft)))
    data = _plain(rulebook.field(mustered, options))
    return Entrant(name=name, army=str(data.get("name", army)), list=data)
