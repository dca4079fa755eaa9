"""Names of the house armies and lists: commands find a book by them, so no other book has the same."""

import pytest

from warhost.rulesets import muster
from warhost.rulesets.fantasy_battles.mustering import MUSTER

OTHERS = ("eow", "kow", "aofr", "blue")


def names(slug: str) -> dict[str, str]:
    """The names by which a book finds its armies and lists, without case, and what each is."""
    found: dict[str, str] = {}
    for shipped in muster(slug).shipped():
        found[shipped.name.casefold()] = "list"
        faction = shipped.faction or shipped.name
        found[faction.casefold()] = "army"
        found |= {alias.casefold(): "army" for alias in muster(slug).catalogue(faction).aliases}
    return found


@pytest.mark.parametrize("other", OTHERS)
def test_no_army_and_no_list_has_the_name_of_one_of_another_book(other: str) -> None:
    assert not names("t9a").keys() & names(other).keys()


def test_no_army_has_the_name_of_a_unit_of_another_book() -> None:
    armies = {name for name, kind in names("t9a").items() if kind == "army"}
    units = {
        entry.name.casefold()
        for slug in OTHERS
        for shipped in muster(slug).shipped()
        for entry in muster(slug).catalogue(shipped.faction or shipped.name).entries
    }
    assert len(units) > 200
    assert not armies & units


def test_the_armies_are_the_four_of_the_house() -> None:
    found = {shipped.faction or shipped.name for shipped in MUSTER.shipped()}
    assert found == {"Deepforge Hold", "Ossuary Kings", "Saltbridge Compact", "Thornback Tribes"}
