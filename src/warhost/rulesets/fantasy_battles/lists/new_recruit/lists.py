"""Pasted lists as army lists: every unit found in the army books and stat lines that are at hand.

What a line says and no book has is told, and so is every unit without figures: nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from warhost.errors import did_you_mean
from warhost.muster.building.buying import Bought, Pick, buy
from warhost.muster.building.drafts import Draft
from warhost.muster.checking.roster import Listed, listed
from warhost.muster.entries import Catalogue, Option, Size
from warhost.play.shown import english
from warhost.rulesets.fantasy_battles.lists.army_books import ArmyBook, Offer, Upgrade
from warhost.rulesets.fantasy_battles.lists.list_checks import ArmyRoster
from warhost.rulesets.fantasy_battles.lists.new_recruit.loose import key_of
from warhost.rulesets.fantasy_battles.lists.new_recruit.meanings import in_full, meaning_of, spell_named
from warhost.rulesets.fantasy_battles.lists.new_recruit.notes import Notes
from warhost.rulesets.fantasy_battles.lists.new_recruit.stats import blank_entry
from warhost.rulesets.fantasy_battles.lists.new_recruit.text import PastedLine, PastedList, Taken
from warhost.rulesets.fantasy_battles.lists.purchases import unit_of

__all__ = ["knows_any", "roster_of"]

LONGEST_NAME = 80
BY_THE_BOOK = "its units cost what their army book says."
NO_BOOK = "without its army book nobody can say what its units cost."
PLAIN_WORDS = frozenset({"hand weapon", "no mount", "on foot", "none"})
"""What says nothing: everybody has it."""
_MOUNTED = re.compile(r"(?i)(?P<rider>.+?)\s+(?:(?:mounted )?on|riding|with)\s+(?:an?\s+)?(?P<mount>.+)")
"""A Character and its mount without a comma between them."""


class _Read(NamedTuple):
    """What became of the words of a unit."""

    options: list[Option]
    more: list[Upgrade]
    """What the words mean though the book does not offer it."""
    unknown: list[str]
    """What neither the book nor the game knows."""


def roster_of(
    pasted: PastedList, book: ArmyBook | None, catalogue: Catalogue | None, notes: Notes, *, foreign: bool = True
) -> ArmyRoster:
    """The list with all its units, as many of them as have figures ready to play.

    `foreign`: its army book does not come with the game.
    """
    army = (pasted.army if catalogue is None else catalogue.faction)[:LONGEST_NAME].strip()
    name = pasted.name[:LONGEST_NAME].strip() or army or "Pasted list"
    units: list[Listed] = []
    picks: list[Pick] = []
    for line in pasted.units:
        offer, words = _offer(line, army, catalogue, notes)
        read = _options(offer, words, notes)
        if read.unknown:
            notes.add(f"Nothing is known of {english.listed(read.unknown)}.", _where(line))
        bought = _bought(offer, line, read, notes)
        picks.append(Pick(unit=offer.name, models=bought.models, options=tuple(one.name for one in read.options)))
        mine = _listed(bought, line, read)
        units += mine
        foreign = foreign or bool(read.more) or bought.cost != mine[0].cost or not offer.own.profiled
    for number, told in pasted.several:
        notes.add(f'Line {number}, "{told[:60]}", has several units and is left out: write a line for each.')
    for number, told in pasted.unread:
        notes.add(f'Line {number}, "{told[:60]}", was not understood and is left out.')
    if pasted.units and not any(line.cost for line in pasted.units):
        notes.add(f"The list has no costs: {NO_BOOK if catalogue is None else BY_THE_BOOK}")
    total = sum(unit.cost for unit in units)
    points = pasted.points or total
    if pasted.comments:
        notes.add("Anything after // or # in a line is treated as a comment.")
    if all(line.cost for line in pasted.units) and points < total:
        notes.add(f"The units cost {total} points together, and the list says {points}.")
    return ArmyRoster(
        name=name,
        units=tuple(units),
        own=Draft(name=name, faction=army, points=points, picks=tuple(picks)),
        limits=() if book is None else book.limits,
        items=tuple((unit.name, 9999) for unit in units),
        whole=foreign,
    )


def _offer(line: PastedLine, army: str, catalogue: Catalogue | None, notes: Notes) -> tuple[Offer, Sequence[Taken]]:
    """The entry of a line, and the words that are left; names may have commas in them, and be written in the plural."""
    for count in range(min(3, len(line.words)), 0, -1):
        name = ", ".join(str(word) if n < count - 1 else word.name for n, word in enumerate(line.words[:count]))
        found = None if catalogue is None else _find(catalogue, name)
        if found is not None:
            return found, _rest(line.words, count)
    if catalogue is not None and (mounted := _MOUNTED.fullmatch(line.name)) is not None:
        rider = _find(catalogue, mounted["rider"])
        if rider is not None:
            return rider, [Taken(mounted["mount"]), *_rest(line.words, 1)]
    told = line.name
    where = f"the army book of {catalogue.faction}" if catalogue is not None else "any army book that is at hand"
    near = "" if catalogue is None else did_you_mean(told, (entry.name for entry in catalogue.entries))
    notes.add(f"It is not in {where} and has no profile.{near}", _where(line))
    own = blank_entry(told, army)
    size = Size(models=1, cost=line.cost, most=max(1, line.models))
    return Offer(name=told, faction=army, category="Units", sizes=(size,), own=own, complete=True), _rest(line.words, 1)


def _where(line: PastedLine) -> str:
    """A unit as its player finds it in the text."""
    return f"{line.name} (line {line.number})"


def _rest(words: Sequence[Taken], count: int) -> Sequence[Taken]:
    """The words behind a name, what stands in its brackets first."""
    return [*map(Taken, words[count - 1].inside), *words[count:]]


def knows_any(catalogue: Catalogue, pasted: PastedList) -> bool:
    """Whether an army book has any unit of a list."""
    blind = Notes()
    return any(_offer(line, "", catalogue, blind)[0] in catalogue.entries for line in pasted.units)


def _find(catalogue: Catalogue, name: str) -> Offer | None:
    key = key_of(name)
    for entry in catalogue.entries:
        if isinstance(entry, Offer) and key in map(key_of, (entry.name, *entry.aliases)):
            return entry
    return None


def _options(offer: Offer, words: Sequence[Taken], notes: Notes) -> _Read:
    """The options that the words of a line stand for."""
    read = _Read([], [], [])
    for word in words:
        whole = _exactly(offer, str(word), read) if word.inside else []
        if whole:
            read.options.append(whole[0])
            continue
        for name in [word.name] if _known(offer, word.name, read) else in_full(word.name):
            _take(offer, name, "", read, notes)
        for inner in word.inside:
            _take(offer, inner, word.name, read, notes)
    return read


def _take(offer: Offer, name: str, parent: str, read: _Read, notes: Notes) -> None:
    """One thing that a line names: an option of the entry, or what its name means by itself, or nothing known."""
    option = _known(offer, name, read, parent)
    if option is not None:
        read.options.append(option)
        return
    if key_of(name) in PLAIN_WORDS:
        return
    spell = spell_named(name)
    meaning = {"spells": (spell,)} if spell else meaning_of(name)
    if meaning is not None:
        fields: dict[str, Any] = {key: value for key, value in meaning.items() if key != "choose"}
        read.more.append(Upgrade(name=name, **fields))
        if offer.options:
            notes.add(f"{name} is not among its options in the army book; it is played by its name.", offer.name)
        return
    # It stands on the card, and the report tells that it is not in force.
    read.unknown.append(name)
    read.more.append(Upgrade(name=name, rules=(name,)))


def _known(offer: Offer, name: str, read: _Read, parent: str = "") -> Option | None:
    """The option of that name; of several the one that goes with its parent, and none twice."""
    found = _exactly(offer, f"{name} ({parent})", read) or _exactly(offer, name, read)
    if found:
        return found[0]
    # `Ambush` for `Ambush (Battlefield Edge)`, `Adept` for `Wizard Adept`.
    key, taken = key_of(name), {option.name for option in read.options}
    near = [one for one in offer.options if _begins(key_of(one.name), key) and one.name not in taken]
    return near[0] if len(near) == 1 and not spell_named(name) else None


def _exactly(offer: Offer, name: str, read: _Read) -> list[Option]:
    """The options of that name that the unit does not have yet."""
    key, taken = key_of(name), {option.name for option in read.options}
    return [one for one in offer.options if key_of(one.name) == key and one.name not in taken]


def _begins(option: str, word: str) -> bool:
    return len(word) > 3 and (option.startswith(f"{word} ") or option.endswith(f" {word}"))


def _bought(offer: Offer, line: PastedLine, read: _Read, notes: Notes) -> Bought:
    """The unit with as many models as the line says, whatever the book allows."""
    size = offer.sizes[0]
    models = line.models or size.models
    names = tuple(option.name for option in read.options)
    bought = buy(offer, Pick(unit=offer.name, models=models, options=names))
    for problem in bought.problems:
        notes.add(f"The army book does not allow this: {problem.message}", offer.name)
    if line.cost and offer.options and bought.cost != line.cost and not bought.problems:
        notes.add(f"It costs {line.cost} points in the list and {bought.cost} by the army book.", offer.name)
    return msgspec.structs.replace(bought, models=models, options=(*bought.options, *read.more), problems=())


def _listed(bought: Bought, line: PastedLine, read: _Read) -> list[Listed]:
    """The unit as checks see it and as it takes the field, at the cost of the list."""
    unit = unit_of(bought)
    cost = line.cost or bought.cost
    own = msgspec.structs.replace(unit, points=cost)
    return [msgspec.structs.replace(one, cost=cost) for one in listed(bought, own)]
