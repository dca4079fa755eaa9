"""A small army book for tests of army lists, and lists of it in lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from warhost.muster import Bought, Catalogue, Draft, Pick, Problem, Roster, Source, buy, pick_from_text
from warhost.rulesets.kings_of_war.core import Entry
from warhost.rulesets.kings_of_war.lists.house import load_book_text
from warhost.rulesets.kings_of_war.lists.purchases import with_purchases
from warhost.rulesets.kings_of_war.lists.rosters import ArmyLists, army_of, unit_of

BOOK_FILE = """
faction = "Testers"

[[order]]
name   = "Onward"
target = 4
trait  = "Drilled"
gives  = ["Elite (combat)"]

[[entry]]
name     = "Foot"
category = "core"
type     = "infantry"
traits   = ["Drilled"]
speed    = 5
melee    = 4
defence  = 4
sizes    = [
  { name = "troop", attacks = 8, nerve = 11, cost = 80 },
  { name = "regiment", attacks = 12, nerve = 14, cost = 150 },
  { name = "horde", attacks = 24, nerve = 20, cost = 200 },
]
options  = [
  { name = "Banner", by_size = { troop = 5, regiment = 10, horde = 15 }, rules = ["Headstrong"] },
  { name = "Great Drum", by_size = { horde = 20 }, rules = ["Rallying"], limit = 1 },
  { name = "Last Relic", cost = 5, rules = ["Fearless"], unique = true },
]

[[entry]]
name     = "Watch"
category = "core"
type     = "infantry"
speed    = 5
melee    = 5
defence  = 3
attacks  = 10
nerve    = 12
cost     = 60

[[entry]]
name     = "Bows"
category = "auxiliary"
type     = "infantry"
speed    = 5
melee    = 5
shooting = 5
defence  = 3
weapons  = [{ name = "Bow", range = 24 }]
sizes    = [{ name = "regiment", attacks = 10, nerve = 12, cost = 90 }]

[[entry]]
name     = "Lances"
category = "specialist"
type     = "cavalry"
speed    = 8
melee    = 3
defence  = 5
rules    = ["Thunderous Charge (2)"]
sizes    = [{ name = "regiment", attacks = 16, nerve = 14, cost = 200 }]

[[entry]]
name     = "Engine"
category = "support"
type     = "war engine"
speed    = 5
shooting = 5
defence  = 4
weapons  = [{ name = "Stones", range = 48, rules = ["Blast (D3)"] }]
attacks  = 2
nerve    = 10
cost     = 70
limit    = 2

[[entry]]
name     = "Beast"
category = "support"
type     = "monster"
speed    = 7
melee    = 4
defence  = 5
attacks  = 8
nerve    = 15
cost     = 150

[[entry]]
name     = "Colossus"
category = "support"
type     = "titan"
speed    = 7
melee    = 4
defence  = 5
attacks  = 12
nerve    = 18
cost     = 220

[[entry]]
name     = "Secret Guard"
category = "specialist"
type     = "infantry"
speed    = 5
melee    = 3
defence  = 5
attacks  = 12
nerve    = 15
cost     = 100
limit    = 0

[[entry]]
name     = "Captain"
category = "commander"
rank     = "champion"
type     = "infantry"
hero     = true
speed    = 5
melee    = 3
defence  = 5
rules    = ["Individual", "Inspiring"]
attacks  = 4
nerve    = 13
cost     = 100

[[entry]]
name     = "Wizard"
category = "commander"
rank     = "champion"
type     = "infantry"
hero     = true
traits   = ["Spellcaster"]
speed    = 5
melee    = 5
defence  = 4
rules    = ["Individual"]
spells   = ["Heal (3)"]
options  = [{ name = "Bane Chant (2)", cost = 20, spells = ["Bane Chant (2)"] }]
attacks  = 1
nerve    = 11
cost     = 100

[[entry]]
name     = "Storm Witch"
category = "commander"
rank     = "champion"
type     = "infantry"
hero     = true
traits   = ["Spellcaster"]
speed    = 5
melee    = 5
defence  = 4
rules    = ["Individual"]
spells   = ["Lightning Bolt (5) [U]"]
attacks  = 1
nerve    = 11
cost     = 90

[[entry]]
name     = "Beast Rider"
category = "commander"
rank     = "champion"
type     = "monster"
hero     = true
speed    = 8
melee    = 3
defence  = 5
attacks  = 8
nerve    = 15
cost     = 200

[[entry]]
name     = "Chariot Lord"
category = "commander"
rank     = "champion"
type     = "chariot"
hero     = true
speed    = 8
melee    = 3
defence  = 5
attacks  = 6
nerve    = 14
cost     = 150

[[entry]]
name     = "Queen"
category = "commander"
rank     = "warlord"
type     = "cavalry"
hero     = true
speed    = 8
melee    = 3
defence  = 5
rules    = ["Individual", "Inspiring"]
changes  = [{ unit = "Lances", category = "core" }]
attacks  = 6
nerve    = 15
cost     = 150

[[entry]]
name     = "Old Hob"
category = "commander"
rank     = "champion"
type     = "infantry"
hero     = true
unique   = true
speed    = 5
melee    = 3
defence  = 5
rules    = ["Individual"]
attacks  = 5
nerve    = 14
cost     = 110
"""

BOOK = load_book_text(BOOK_FILE)
SOURCE = Source("testers.toml", BOOK_FILE)


def catalogue(faction: str = "Testers") -> Catalogue:
    """The entries of the book with all that may be bought; made anew each time, so that a broken rule shows."""
    entries = tuple(with_purchases(entry) for entry in BOOK.catalogue.entries)
    return Catalogue(
        faction=faction, entries=tuple(msgspec.structs.replace(entry, faction=faction) for entry in entries)
    )


class _Lists(ArmyLists):
    """Lists of the small book."""

    def catalogue(self, faction: str, books: Sequence[Source] = ()) -> Catalogue:
        return catalogue(faction)


LISTS = _Lists()


def draft(*picks: str, points: int = 2000) -> Draft:
    """A list of these picks, each as a player types it; `3 Foot` are three of them."""
    book = catalogue()
    found: list[Pick] = []
    for text in picks:
        count, _, rest = text.partition(" ")
        times, rest = (int(count), rest) if count.isdecimal() else (1, text)
        found += [pick_from_text(rest, book)] * times
    return Draft(name="Host", faction="Testers", points=points, picks=tuple(found))


def problems(*picks: str, points: int = 2000, options: Mapping[str, Any] | None = None) -> list[Problem]:
    """Everything that is wrong with a list of these picks in a game of so many points."""
    told = LISTS.tally(draft(*picks, points=points), {"points": points, **(options or {})})
    return list(told.problems)


def rules_broken(*picks: str, points: int = 2000, options: Mapping[str, Any] | None = None) -> set[str | None]:
    """The rules that a list of these picks breaks."""
    return {problem.rule for problem in problems(*picks, points=points, options=options)}


def roster(*picks: str, points: int = 2000) -> Roster:
    found = LISTS.assembled(draft(*picks, points=points), catalogues={"Testers": catalogue()})
    assert not found.problems, found.problems
    content: Roster = found.content
    return content


def units(*picks: str) -> tuple[Entry, ...]:
    """The units of a list of these picks as they take the field."""
    return army_of(roster(*picks)).entries


def bought(text: str) -> Bought:
    book = catalogue()
    pick = pick_from_text(text, book)
    entry = book.find(pick.unit)
    assert entry is not None
    return buy(entry, pick, rules=LISTS.buying)


def unit(text: str) -> Entry:
    """The unit of one pick."""
    return unit_of(bought(text))


def hints(*picks: str, points: int = 2000) -> tuple[str, ...]:
    return LISTS.tally(draft(*picks, points=points), {}).hints
