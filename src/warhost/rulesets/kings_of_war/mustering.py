"""Mustering for Kings of War: the house armies, files of our own, and files of other list builders."""

from __future__ import annotations

from typing import Any, ClassVar

from warhost.muster.building.aspects import Signs
from warhost.muster.values import Muster, Report
from warhost.rulesets.families.house_muster import House, HouseMuster
from warhost.rulesets.kings_of_war.lists import house as armies
from warhost.rulesets.kings_of_war.lists.files import ArmyBook, book_text
from warhost.rulesets.kings_of_war.lists.in_force import report_on_book, report_on_list
from warhost.rulesets.kings_of_war.lists.rosters import ArmyLists, army_of, settings_of
from warhost.rulesets.kings_of_war.shown.cards import list_card
from warhost.rulesets.kings_of_war.shown.sheets import book_data, book_sheet, list_as_data, list_sheet

__all__ = ["MUSTER", "KingsOfWarMuster"]


class KingsOfWarMuster(ArmyLists, HouseMuster):
    """The mustering of Kings of War."""

    slug: ClassVar[str] = "kow"
    title: ClassVar[str] = "Kings of War, 4th edition"
    readable: ClassVar[str] = (
        "cannot be read. Use a Warhost file, a list as text, a fan file of the 4th edition (JSON) or a catalogue of "
        "BattleScribe for the 3rd (.cat)."
    )
    signs: ClassVar[Signs] = Signs(
        shots=r"\bAtt (?P<number>\d+)",
        speed=("Sp",),
        attacks=("Att",),
        whole=True,
        nerve=("Ne",),
        hits=("Me",),
        armour=("De",),
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
        if isinstance(content, ArmyBook):
            return report_on_book(content, source=source, form=form, game=self.title)
        notes = tuple(self.hints(content, {}))
        return report_on_list(army_of(content), source=source, form=form, game=self.title, notes=notes)


MUSTER: Muster = KingsOfWarMuster()
