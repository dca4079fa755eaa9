"""Mustering for Fantasy Battles: the house armies, files of our own, and New Recruit's books and lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from warhost.muster.building.aspects import Signs
from warhost.muster.building.drafts import Draft
from warhost.muster.entries import Catalogue
from warhost.muster.files.army_text import UnknownName
from warhost.muster.foreign.importers import Importer
from warhost.muster.values import Claim, Muster, Mustered, Report, Source
from warhost.rulesets.families.house_muster import House, HouseMuster
from warhost.rulesets.fantasy_battles.lists import house_armies, ready_lists
from warhost.rulesets.fantasy_battles.lists.army_books import ArmyBook
from warhost.rulesets.fantasy_battles.lists.book_files import book_text
from warhost.rulesets.fantasy_battles.lists.force import report_on_book, report_on_list
from warhost.rulesets.fantasy_battles.lists.list_checks import ArmyLists, ArmyRoster, army_of, settings_of
from warhost.rulesets.fantasy_battles.lists.new_recruit import importers
from warhost.rulesets.fantasy_battles.lists.new_recruit.reading import claim, shelf_of
from warhost.rulesets.fantasy_battles.lists.whole_lists import WHOLE_LISTS, whole_text
from warhost.rulesets.fantasy_battles.shown.entry_cards import list_card
from warhost.rulesets.fantasy_battles.shown.sheets import book_data, book_sheet, list_as_data, list_sheet

__all__ = ["IMPORTERS", "MUSTER", "FantasyBattlesMuster"]


class FantasyBattlesMuster(ArmyLists, HouseMuster):
    """The mustering of Fantasy Battles."""

    slug: ClassVar[str] = "t9a"
    title: ClassVar[str] = "The 9th Age: Fantasy Battles"
    readable: ClassVar[str] = (
        "cannot be read. Use a Warhost file, a list as text, or an army book or text list of New Recruit, whose lines "
        'read like "350 - Soothsayer, General, Wizard Adept".'
    )
    signs: ClassVar[Signs] = Signs(
        casts=r"^Wizard (Apprentice|Adept|Master)\b",
        shots=r"(?P<number>\d+) shots",
        fast=r"^(Fly|Swiftstride|Vanguard|Light Troops)\b",
        speed=("Adv",),
        attacks=("Att",),
        wounds=("HP",),
        toughness=("Res",),
        strength=("Str", "AP"),
        skill=("Off",),
        armour=("Arm",),
    )
    house: ClassVar[House] = House(
        books=house_armies.BOOKS,
        ready=ready_lists.READY,
        book_text=book_text,
        settings_of=settings_of,
        list_card=list_card,
        list_sheet=list_sheet,
        book_sheet=book_sheet,
        list_as_data=list_as_data,
        book_data=book_data,
    )

    def claims(self, text: str) -> Claim:
        return claim(text)

    def catalogue(self, faction: str, books: Sequence[Source] = ()) -> Catalogue:
        """Those of army books of the player's own, in any format, come before those of the house."""
        found = shelf_of(books, faction).find(faction)
        return super().catalogue(faction) if found is None else house_armies.BOOKS.on_sale(found)

    def draft_of(self, mustered: Mustered) -> Draft | None:
        """The picks of a list; nothing for a list of an army that the house does not have."""
        draft = super().draft_of(mustered)
        return draft if draft is not None and draft.picks and _is_ours(draft.faction) else None

    def write(self, mustered: Mustered) -> str:
        """A list that was brought over with its units in full, for their figures and costs are its own."""
        if isinstance(mustered.content, ArmyRoster) and mustered.content.whole:
            return whole_text(mustered.content)
        return super().write(mustered)

    def _picked(self, mustered: Mustered) -> Draft:
        """What is written and shared: lists of other army books too, which are read with their books."""
        draft = super().draft_of(mustered)
        return super()._picked(mustered) if draft is None else draft

    def report_on(self, content: Any, source: str, form: str) -> Report:
        if isinstance(content, ArmyBook):
            return report_on_book(content, source=source, form=form, game=self.title)
        entries = army_of(content).entries
        report = report_on_list(entries, source=source, form=form, game=self.title)
        blank = tuple(dict.fromkeys(unit.name for unit in entries if not unit.profiled))
        return msgspec.structs.replace(report, missing=blank) if blank else report


def _is_ours(army: str) -> bool:
    try:
        return bool(house_armies.book(army).faction)
    except UnknownName:
        return False


IMPORTERS: Sequence[Importer] = (WHOLE_LISTS, *importers(house_armies.book, house_armies.BOOKS.on_sale))

MUSTER: Muster = FantasyBattlesMuster()
