"""What armies can buy: units of their army book, and upgrades for units that they have."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import count

import msgspec
from msgspec.structs import replace

from warhost.campaign.regiments.armies.sheet import (
    Army,
    CampaignState,
    SheetUnit,
    book_of,
    entry_for,
    is_hero,
    put_army,
)
from warhost.muster.building.buying import Bought, Pick, buy
from warhost.muster.files.army_text import DataError
from warhost.rulesets.regiments.core import COMMAND_GROUP, Regiment
from warhost.rulesets.regiments.lists.rosters import catalogue_of, regiment_of

NUMERALS = ("", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX", " X")


class Ware(msgspec.Struct, frozen=True):
    """A unit that can be bought: a pick, and what it costs."""

    pick: Pick
    cost: int
    models: int
    hero: bool


class UpgradeOffer(msgspec.Struct, frozen=True):
    """An upgrade that a unit could have next, or has: its name and price."""

    unit: SheetUnit
    name: str
    cost: int


def wares(state: CampaignState, army: Army) -> Iterator[Ware]:
    """Every unit of the army book in each of its sizes."""
    for entry in catalogue_of(book_of(state, army.faction)).entries:
        for size in entry.sizes:
            yield Ware(Pick(unit=entry.name, size=size.name), size.cost, size.models, is_hero(entry))


def made(state: CampaignState, army: Army, pick: Pick) -> Regiment:
    """The regiment that a pick gives; the error says all that is wrong with it."""
    return regiment_of(bought(state, army, pick))


def bought(state: CampaignState, army: Army, pick: Pick) -> Bought:
    return buy(entry_for(state, army, pick.unit), pick, word="upgrade")


def fits(state: CampaignState, army: Army, pick: Pick) -> bool:
    """Whether a unit may have these upgrades, one command model of each kind at most."""
    try:
        regiment = made(state, army, pick)
    except DataError:
        return False
    return all(regiment.count(command) <= 1 for command in COMMAND_GROUP)


def upgrade_offers(state: CampaignState, army: Army) -> Iterator[UpgradeOffer]:
    """Every upgrade that some unit may have next."""
    for unit in army.units:
        entry = entry_for(state, army, unit.pick.unit)
        before = bought(state, army, unit.pick).cost
        for name in dict.fromkeys(option.name for option in entry.options):
            more = replace(unit.pick, options=(*unit.pick.options, name))
            if fits(state, army, more):
                yield UpgradeOffer(unit, name, bought(state, army, more).cost - before)


def owned_upgrades(state: CampaignState, army: Army) -> Iterator[UpgradeOffer]:
    """Every upgrade that some unit has and could do without, at the price that it was bought for."""
    for unit in army.units:
        before = bought(state, army, unit.pick).cost
        for name in dict.fromkeys(unit.pick.options):
            less = without(unit.pick, name)
            if fits(state, army, less):
                yield UpgradeOffer(unit, name, before - bought(state, army, less).cost)


def without(pick: Pick, name: str) -> Pick:
    """The pick without the upgrade that was bought last under that name."""
    at = len(pick.options) - 1 - pick.options[::-1].index(name)
    return replace(pick, options=pick.options[:at] + pick.options[at + 1 :])


def enlist(state: CampaignState, player: int, pick: Pick, name: str = "") -> SheetUnit:
    """A new unit on the army sheet, with a name that nobody else has."""
    army = state.armies[player]
    entry = entry_for(state, army, pick.unit)
    unit = SheetUnit(
        id=f"{player + 1}.{army.recruited + 1}",
        name=name or free_name(entry.name, used_names(state)),
        pick=pick,
        hero=is_hero(entry),
    )
    put_army(state, replace(army, units=(*army.units, unit), recruited=army.recruited + 1))
    return unit


def free_name(entry: str, known: Collection[str]) -> str:
    """The name of an entry, with a numeral if the campaign has seen it before."""
    return next(name for number in count(1) if (name := entry + numeral(number)) not in known)


def numeral(number: int) -> str:
    """What stands behind the name of the so-manieth unit of one name."""
    return NUMERALS[number - 1] if number <= len(NUMERALS) else f" {number}"


def used_names(state: CampaignState) -> set[str]:
    """The names of all units that the campaign has ever seen, and of those that are about to come."""
    coming = {name for army in state.armies if not army.joined for name, _ in state.entrants[army.player].units}
    return coming | {unit.name for army in state.armies for unit in (*army.units, *army.lost)}


def bought_text(unit: SheetUnit) -> str:
    return f"{unit.name} ({unit.pick.unit}{', combined' if unit.pick.size else ''})"


__all__ = [
    "UpgradeOffer",
    "Ware",
    "bought",
    "bought_text",
    "enlist",
    "fits",
    "free_name",
    "made",
    "owned_upgrades",
    "upgrade_offers",
    "used_names",
    "wares",
    "without",
]
