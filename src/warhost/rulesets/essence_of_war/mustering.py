"""Mustering for Essence of War: the patrols of the Basic game, and Rosters of the Advanced game from its Armylists."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from warhost.muster.building.aspects import Signs
from warhost.muster.building.buying import Bought
from warhost.muster.building.tastes import Taste
from warhost.muster.checking.roster import Roster
from warhost.muster.files.army_text import DataError, Problem, UnknownName
from warhost.muster.foreign.texts import LONGEST, is_short_text
from warhost.muster.foreign.wording import Wording
from warhost.muster.values import Claim, Kind, Muster, Mustered, Report, Shipped, Source
from warhost.play import ArmyCard, Sheet, UnitCard
from warhost.rulesets.essence_of_war.core import MODEL_RULES, Patrol
from warhost.rulesets.essence_of_war.lists import armylists, patrols, ready_rosters
from warhost.rulesets.essence_of_war.lists.armylists import Book
from warhost.rulesets.essence_of_war.lists.foreign_names import wording
from warhost.rulesets.essence_of_war.lists.patrols import CHECKS, FIXED_ARMIES, patrol_text, roster_of
from warhost.rulesets.essence_of_war.lists.roster_checks import MadeUnit
from warhost.rulesets.essence_of_war.lists.rosters import ArmyLists, army_of, settings_of
from warhost.rulesets.essence_of_war.shown.cards import list_card, patrol_card, unit_card
from warhost.rulesets.essence_of_war.shown.list_sheets import armylist_data, armylist_sheet, list_as_data, list_sheet
from warhost.rulesets.essence_of_war.shown.sheets import patrol_data, patrol_sheet
from warhost.rulesets.families.house_muster import House, HouseMuster

__all__ = ["MUSTER", "EssenceOfWarMuster"]

FORMATION = re.compile(r"^\d.*,\s*\d{1,2}\s*x\s*\d{1,2}\s*(?:,|$)", re.MULTILINE)
ADVANCED_ONLY = "a Roster is for the Advanced game: leave out the option mode, or set it to advanced."


class EssenceOfWarMuster(ArmyLists, HouseMuster):
    """The mustering of Essence of War. Battles of the Advanced game take Rosters; those of the Basic game have fixed
    patrols, which can be read and checked but not brought."""

    slug: ClassVar[str] = "eow"
    title: ClassVar[str] = "The 9th Age: Essence of War"
    readable: ClassVar[str] = (
        "cannot be read as a list of Essence of War. Use a Warhost file, a list as text, or a roster of BattleScribe "
        "or New Recruit (.ros, .rosz, JSON or text)."
    )
    signs: ClassVar[Signs] = Signs(
        # A weapon with what it hits on.
        shoots=r"^[^(]+ \(\d\+\)$",
        casts=r"^(Apprentice|Adept|Master|Conclave)\b",
        fast=r"^(Fly|Swiftstride|Vanguard|Light Troops)\b",
        speed=("Adv",),
        attacks=("Att",),
        wounds=("HP",),
        toughness=("Res",),
        strength=("Str", "AP"),
        skill=("Off",),
        armour=("Arm",),
    )

    taste: ClassVar[Taste] = Taste(
        # Units that win fights win battles here; of Characters one to lead the army is enough for a captain.
        shares={"anvil": 0.38, "hammer": 0.32, "shooter": 0.12, "leader": 0.12, "wizard": 0.06},
        weights={"points": 15.0, "worth": 50.0, "roles": 20.0, "scoring": 5.0, "upgrades": 10.0},
    )

    def prowess(self, own: Any) -> float | None:
        """What a duel with usual enemies tells; of Characters, who stand in the ranks of others, it tells little."""
        if not isinstance(own, MadeUnit) or own.unit.category == "Character":
            return None
        # The whole of the rules is needed for this alone.
        from warhost.rulesets.essence_of_war.thinks.unit_worth import prowess

        return prowess(own.unit)

    def claims(self, text: str) -> Claim:
        """Pasted lists with formations such as 5x3 are of this game; those of Fantasy Battles have none."""
        return "surely" if is_short_text(text) and FORMATION.search(text[:LONGEST]) else "no"

    house: ClassVar[House] = House(
        books=armylists.BOOKS,
        ready=ready_rosters.READY,
        book_text=lambda book: book.text,
        settings_of=settings_of,
        list_card=list_card,
        list_sheet=list_sheet,
        book_sheet=lambda book: armylist_sheet(book.army),
        list_as_data=list_as_data,
        book_data=lambda book: armylist_data(book.army),
    )

    @property
    def wording(self) -> Wording:  # type: ignore[override]
        return wording()

    def shipped(self) -> Sequence[Shipped]:
        basic = [Shipped(name, "list", name, units=len(army.entries)) for name, army in patrols.patrols().items()]
        return [*basic, *super().shipped()]

    def find(self, name: str, kind: Kind = "list", options: Mapping[str, Any] = {}) -> Mustered:
        """A patrol by its faction; a Roster by its name, by faction and points, or by faction in an advanced battle."""
        if kind == "book" or settings_of(options).advanced:
            return super().find(name, kind, options)
        try:
            return self.mustered(patrols.patrol(name), name, "patrol of the book")
        except UnknownName as error:
            try:
                return super().find(name, kind, options)
            except UnknownName:
                raise error from None

    def is_book(self, raw: Mapping[str, Any]) -> bool:
        """Whether a file of ours is an Armylist: its units have prices."""
        units = raw.get("unit")
        return isinstance(units, list) and any(isinstance(unit, dict) and "options" in unit for unit in units)

    def own_file(self, source: Source, raw: Mapping[str, Any], books: Sequence[Source]) -> Mustered:
        if "unit" in raw and not self.is_book(raw):
            return self.mustered(patrols.load_patrol_text(source.text, source.name), source.name, "patrol")
        return super().own_file(source, raw, books)

    def report_on(self, content: Any, source: str, form: str) -> Report:
        if isinstance(content, Book):
            rules = {text for entry in content.army.entries for text in entry.rules}
        elif isinstance(content, Patrol):
            rules = {text for entry in content.entries for text in entry.rules}
        else:
            rules = {text for unit in army_of(content).entries for text in unit.rules}
        in_force = tuple(sorted(text for text in rules if not MODEL_RULES.problem(text)))
        return Report(source=source, form=form, game=self.title, in_force=in_force)

    def problems(self, content: Any, options: Mapping[str, Any], seat: int | None = None) -> list[Problem]:
        if isinstance(content, Patrol):
            roster = roster_of(content)
            settings_of(options)
            return CHECKS.problems(roster, self.budget(roster, {}))
        found = super().problems(content, options, seat)
        return [*found, Problem(ADVANCED_ONLY, "eow.mode.basic")] if options.get("mode") == "basic" else found

    def roster(self, content: Any) -> Roster:
        return roster_of(content) if isinstance(content, Patrol) else super().roster(content)

    def unit_cards(self, bought: Bought, own: Any) -> Sequence[UnitCard]:
        return (unit_card(own.unit),) if isinstance(own, MadeUnit) else super().unit_cards(bought, own)

    def bounds(self, content: Any) -> Sequence[Problem]:
        return () if isinstance(content, Patrol) else super().bounds(content)

    def wants(self, armies: Sequence[Mustered]) -> Mapping[str, Any]:
        """A Roster was made for an advanced battle of its size."""
        rosters = [army for army in armies if isinstance(army.content, Roster)]
        return {"mode": "advanced", **super().wants(rosters)} if rosters else {}

    def waiver(self, mustered: Mustered) -> Mapping[str, Any]:
        return {} if isinstance(mustered.content, Patrol) else super().waiver(mustered)

    def field(self, mustered: Mustered, options: Mapping[str, Any], seat: int | None = None) -> Mapping[str, Any]:
        if isinstance(mustered.content, Patrol):
            raise DataError([f"{mustered.report.source}: {FIXED_ARMIES}"], "eow.army.basic_patrol")
        return super().field(mustered, options, seat)

    def card(self, mustered: Mustered) -> ArmyCard:
        content = mustered.content
        return patrol_card(content) if isinstance(content, Patrol) else super().card(mustered)

    def sheet(self, mustered: Mustered) -> Sheet:
        content = mustered.content
        return patrol_sheet(content) if isinstance(content, Patrol) else super().sheet(mustered)

    def data(self, mustered: Mustered) -> dict[str, Any]:
        content = mustered.content
        return patrol_data(content) if isinstance(content, Patrol) else super().data(mustered)

    def write(self, mustered: Mustered) -> str:
        content = mustered.content
        return patrol_text(content) if isinstance(content, Patrol) else super().write(mustered)


MUSTER: Muster = EssenceOfWarMuster()
