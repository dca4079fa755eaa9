"""Mustering for The Blue Age: the house armies and files of our own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from warhost.muster.building.aspects import Signs
from warhost.muster.values import Muster, Mustered, Report
from warhost.rulesets.blue_age.core import Entry, problem_with
from warhost.rulesets.blue_age.lists import house as armies
from warhost.rulesets.blue_age.lists.files import ArmyBook, book_text
from warhost.rulesets.blue_age.lists.rosters import ArmyLists, army_of, game_size, settings_of
from warhost.rulesets.blue_age.shown.cards import list_card
from warhost.rulesets.blue_age.shown.sheets import book_sheet, list_as_data, list_sheet
from warhost.rulesets.families.house_muster import House, HouseMuster
from warhost.rulesets.families.in_force import Carried, report_in_force

__all__ = ["MUSTER", "BlueAgeMuster"]


def book_data(book: ArmyBook) -> dict[str, Any]:
    """An army book as plain data."""
    found: dict[str, Any] = msgspec.to_builtins(book)
    return dict(found["catalogue"])


class BlueAgeMuster(ArmyLists, HouseMuster):
    """The mustering of The Blue Age."""

    slug: ClassVar[str] = "blue"
    title: ClassVar[str] = "The Blue Age: Legends at War"
    readable: ClassVar[str] = "cannot be read. Use a Warhost file or a list as text."
    signs: ClassVar[Signs] = Signs(
        shots=r"(?P<number>\d+) shots",
        casting=("MR",),
        speed=("M",),
        attacks=("A",),
        wounds=("H",),
        toughness=("G",),
        strength=("S",),
        hits=("Me",),
        save=("Sv",),
        die=10,
    )
    house: ClassVar[House] = House(
        books=armies.BOOKS,
        ready=armies.READY,
        book_text=book_text,
        settings_of=settings_of,
        list_card=list_card,
        list_sheet=list_sheet,
        book_sheet=book_sheet,
        list_as_data=list_as_data,
        book_data=book_data,
    )

    def report_on(self, content: Any, source: str, form: str) -> Report:
        units: list[Entry] = (
            [entry.own for entry in content.catalogue.entries]
            if isinstance(content, ArmyBook)
            else list(army_of(content).entries)
        )
        rules = [(text, unit.name) for unit in units for text in (*unit.rules, *unit.bonus)]
        carried = Carried(rules, lambda text: not problem_with(text))
        return report_in_force(len(units), carried, source=source, form=form, game=self.title)

    def wants(self, armies: Sequence[Mustered]) -> Mapping[str, Any]:
        """Games have 1,000 to 1,500 points, whatever lists were made for."""
        wanted = super().wants(armies)
        return {"points": game_size(wanted["points"])} if wanted else {}


MUSTER: Muster = BlueAgeMuster()
