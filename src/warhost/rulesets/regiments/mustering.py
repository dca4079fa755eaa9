"""Mustering for Age of Fantasy: Regiments: the house armies, files of our own, and files of Army Forge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from warhost.muster.book_muster import BookMuster
from warhost.muster.building.aspects import Signs
from warhost.muster.building.buying import Bought, Pick
from warhost.muster.building.drafts import Draft
from warhost.muster.checking.checks import Checks
from warhost.muster.checking.roster import Budget, Roster
from warhost.muster.entries import Catalogue
from warhost.muster.files.army_text import DataError, Problem, UnknownName
from warhost.muster.files.list_files import ListFormat
from warhost.muster.values import Kind, Muster, Mustered, Report, Shipped, Source
from warhost.play import ArmyCard, Setup, Sheet, UnitCard
from warhost.play.book import agreed
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments.chapters.missions import limit_for
from warhost.rulesets.regiments.core import ArmyBook, ArmyList, Regiment, Settings
from warhost.rulesets.regiments.lists import house as armies
from warhost.rulesets.regiments.lists.army_forge import is_army_forge, read_army_forge, write_shared_text
from warhost.rulesets.regiments.lists.files import is_book
from warhost.rulesets.regiments.lists.in_force import report_on
from warhost.rulesets.regiments.lists.limits import bounds
from warhost.rulesets.regiments.lists.rosters import (
    BATTLE_SIZES,
    COMBINED,
    catalogue_of,
    checks,
    join,
    regiment_of,
    roster_of,
)
from warhost.rulesets.regiments.lists.written_lists import book_text, list_text
from warhost.rulesets.regiments.shown.cards import list_card
from warhost.rulesets.regiments.shown.sheets import book_sheet, list_as_data, list_sheet

__all__ = ["MUSTER", "RegimentsMuster"]

_HOUSE = "house army"


class RegimentsMuster(BookMuster):
    """The mustering of Regiments."""

    slug: ClassVar[str] = "aofr"
    title: ClassVar[str] = "Age of Fantasy: Regiments"
    list_type: ClassVar[type] = ArmyList
    form: ClassVar[ListFormat] = ListFormat(pick="regiment", options="upgrades", joined="hero", flags=(COMBINED,))
    option_word: ClassVar[str] = "upgrade"
    takes_unnamed: ClassVar[bool] = True
    signs: ClassVar[Signs] = Signs(wounds=("Tough",), hits=("Quality",), save=("Defense",))
    readable: ClassVar[str] = (
        "cannot be read. Use a list or an army book from Army Forge, as a file or as shared text (beginning with ++), "
        "or a Warhost file."
    )

    def shipped(self) -> Sequence[Shipped]:
        books = [Shipped(book.faction, "book", book.faction, units=len(book.units)) for book in armies.books().values()]
        lists = [
            Shipped(army.name, "list", ", ".join(army.factions), army.limit, len(list(army.units())))
            for army in armies.ready_lists().values()
        ]
        return [*books, *lists]

    def find(self, name: str, kind: Kind = "list", options: Mapping[str, Any] = {}) -> Mustered:
        content = armies.book(name) if kind == "book" else armies.ready_list(name, _settings(options).points)
        return self.mustered(content, name, _HOUSE, kind)

    def own_file(self, source: Source, raw: Mapping[str, Any], books: Sequence[Source]) -> Mustered:
        if is_book(raw):
            return self.mustered(armies.load_book_text(source.text, source.name), source.name, "army book", "book")
        army = armies.load_list_text(source.text, source.name, self._own_books(books))
        return self.mustered(army, source.name, "army list")

    def report_on(self, content: Any, source: str, form: str) -> Report:
        game = content.made_for if isinstance(content, ArmyList) else ""
        return report_on(content, source=source, form=form, game=game or self.title)

    def is_empty(self, mustered: Mustered) -> bool:
        army = mustered.content
        return not (army.regiments if isinstance(army, ArmyList) else army is None or army.units)

    def catalogue(self, faction: str, books: Sequence[Source] = ()) -> Catalogue:
        return catalogue_of(self._own_books(books).get(faction) or armies.book(faction))

    def _own_books(self, sources: Sequence[Source]) -> Mapping[str, ArmyBook]:
        """Army books of the player's own, by their factions; in our format or as Army Forge writes them."""
        found = (
            read_army_forge(source).content
            if is_army_forge(source.text)
            else armies.load_book_text(source.text, source.name)
            for source in sources
        )
        return {book.faction: book for book in found if isinstance(book, ArmyBook)}

    def made(self, bought: Bought) -> Regiment:
        regiment = regiment_of(bought)
        for hero in bought.joined:
            regiment = join(regiment, regiment_of(hero))
        return regiment

    def unit_cards(self, bought: Bought, own: Any) -> Sequence[UnitCard]:
        return list_card(ArmyList(name=own.name, limit=0, regiments=(own,)), own.name).units

    def draft_of(self, mustered: Mustered) -> Draft | None:
        """Lists keep regiments, not picks: those that an army book of the house has are picked again."""
        army = mustered.content
        if not isinstance(army, ArmyList) or army.made_for or not army.regiments:
            return None
        home = army.factions[0]
        draft = Draft(
            name=army.name,
            faction=home,
            points=army.limit,
            picks=tuple(_pick_of(regiment, home) for regiment in army.regiments),
        )
        try:
            again = self.assembled(draft)
        except UnknownName:
            return None
        same = not again.problems and again.content.regiments == army.regiments
        return draft if same else None

    def assemble(self, draft: Draft, bought: Sequence[tuple[Bought, Any]]) -> ArmyList:
        return ArmyList(name=draft.name, limit=draft.points, regiments=tuple(regiment for _, regiment in bought))

    def roster(self, content: Any) -> Roster:
        return roster_of(content)

    def checks(self, options: Mapping[str, Any]) -> Checks:
        return checks(_settings(options).force_organisation)

    def budget(self, roster: Roster, options: Mapping[str, Any], seat: int | None = None) -> Budget:
        return limit_for(_settings(options), seat) if "points" in options else Budget(roster.own.limit)

    def bounds(self, content: Any) -> Sequence[Problem]:
        return bounds(content)

    def free(self, options: Mapping[str, Any]) -> bool:
        return _settings(options).free_lists

    def wants(self, armies: Sequence[Mustered]) -> Mapping[str, Any]:
        sizes = [army.content.limit or army.content.points for army in armies if army.kind == "list"]
        if not sizes:
            return {}
        size = max(sizes)
        return {"points": next((usual for usual in BATTLE_SIZES if usual >= size), size)}

    def waiver(self, mustered: Mustered) -> Mapping[str, Any]:
        return {"free_lists": True} if mustered.kind == "list" and not bounds(mustered.content) else {}

    def fielded(self, content: Any) -> Mapping[str, Any]:
        return list_data(content)

    def card(self, mustered: Mustered) -> ArmyCard:
        army = mustered.content
        return list_card(army, army.name) if isinstance(army, ArmyList) else ArmyCard(mustered.report.source)

    def sheet(self, mustered: Mustered) -> Sheet:
        if isinstance(mustered.content, ArmyList):
            return list_sheet(mustered.content)
        if isinstance(mustered.content, ArmyBook):
            return book_sheet(mustered.content)
        return Sheet(title=mustered.report.source, columns=(), rows=())

    def data(self, mustered: Mustered) -> dict[str, Any]:
        content = mustered.content
        if isinstance(content, ArmyList):
            return list_as_data(content)
        data: dict[str, Any] = {} if content is None else msgspec.to_builtins(content)
        return data

    def share(self, mustered: Mustered) -> str:
        if isinstance(mustered.content, ArmyList):
            return write_shared_text(mustered.content)
        raise DataError([f"{mustered.report.source}: only an army list can be shared as text."])

    def write(self, mustered: Mustered) -> str:
        if isinstance(mustered.content, ArmyList):
            return list_text(mustered.content)
        if isinstance(mustered.content, ArmyBook):
            return book_text(mustered.content)
        raise DataError(mustered.report.obstacles or ["There is nothing to write."])


def _pick_of(regiment: Regiment, home: str) -> Pick:
    """The pick that gives such a regiment, if its army book has it."""
    return Pick(
        unit=regiment.name,
        faction="" if regiment.faction == home else regiment.faction,
        size=COMBINED if regiment.combined else "",
        options=regiment.upgrades,
        joined=() if regiment.hero is None else (_pick_of(regiment.hero, regiment.faction),),
    )


def _settings(options: Mapping[str, Any]) -> Settings:
    return agreed(Setup(ruleset=RegimentsMuster.slug, armies=(), options=options), Settings)


MUSTER: Muster = RegimentsMuster()
