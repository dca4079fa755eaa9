"""Mustering for Essence of War: the sixteen patrols, and army files of a player's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from warhost.muster.aspects import Signs
from warhost.muster.book_muster import BookMuster
from warhost.muster.buying import Bought
from warhost.muster.checks import Checks
from warhost.muster.drafts import Draft
from warhost.muster.entries import Catalogue
from warhost.muster.list_files import ListFormat
from warhost.muster.roster import Roster
from warhost.muster.values import Kind, Muster, Mustered, Report, Shipped, Source
from warhost.play import ArmyCard, Setup, Sheet, UnitCard
from warhost.play.book import agreed
from warhost.rulesets.essence_of_war import armies
from warhost.rulesets.essence_of_war.battle import Settings
from warhost.rulesets.essence_of_war.cards import patrol_card, unit_card
from warhost.rulesets.essence_of_war.entries import Entry, Patrol
from warhost.rulesets.essence_of_war.lists import CHECKS, entry_of, roster_of
from warhost.rulesets.essence_of_war.patrol_text import patrol_text
from warhost.rulesets.essence_of_war.sheets import patrol_data, patrol_sheet

__all__ = ["MUSTER", "EssenceOfWarMuster"]


class EssenceOfWarMuster(BookMuster):
    """The mustering of Essence of War. The Basic game has fixed patrols, so battles take none of a player's own."""

    slug: ClassVar[str] = "eow"
    title: ClassVar[str] = "The 9th Age: Essence of War"
    list_type: ClassVar[type] = Patrol
    takes_lists: ClassVar[bool] = False
    word: ClassVar[str] = "patrol"
    form: ClassVar[ListFormat] = ListFormat(priced=False)
    signs: ClassVar[Signs] = Signs(
        # A weapon with what it hits on.
        shoots=r"^[^(]+ \(\d\+\)$",
        speed=("Adv",),
        attacks=("Att",),
        wounds=("HP",),
        strength=("Str",),
        armour=("Arm",),
    )

    def shipped(self) -> Sequence[Shipped]:
        return [Shipped(name, "list", name, units=len(army.entries)) for name, army in armies.patrols().items()]

    def find(self, name: str, kind: Kind = "list", options: Mapping[str, Any] = {}) -> Mustered:
        return self.mustered(armies.patrol(name), name, "patrol of the book")

    def own_file(self, source: Source, raw: Mapping[str, Any], books: Sequence[Source]) -> Mustered:
        if self.form.pick in raw:
            return super().own_file(source, raw, books)
        return self.mustered(armies.load_patrol_text(source.text, source.name), source.name, "patrol")

    def report_on(self, content: Any, source: str, form: str) -> Report:
        rules = dict.fromkeys(rule for entry in content.entries for rule in entry.rules)
        return Report(source=source, form=form, game=self.title, in_force=tuple(sorted(rules)))

    def catalogue(self, faction: str, books: Sequence[Source] = ()) -> Catalogue:
        army = armies.patrol(faction)
        return Catalogue(faction=army.faction, entries=tuple(map(entry_of, army.entries)), aliases=army.aliases)

    def checks(self, options: Mapping[str, Any]) -> Checks:
        agreed(Setup(ruleset=self.slug, armies=(), options=options), Settings)
        return CHECKS

    def roster(self, content: Any) -> Roster:
        return roster_of(content)

    def made(self, bought: Bought) -> Entry:
        entry: Entry = bought.entry.own
        return entry

    def unit_cards(self, bought: Bought, own: Any) -> Sequence[UnitCard]:
        return (unit_card(own),) if isinstance(own, Entry) else super().unit_cards(bought, own)

    def assemble(self, draft: Draft, bought: Sequence[tuple[Bought, Any]]) -> Patrol:
        faction = self.catalogue(draft.faction).faction if draft.faction else draft.name
        return Patrol(faction, tuple(entry for _, entry in bought))

    def card(self, mustered: Mustered) -> ArmyCard:
        return patrol_card(mustered.content)

    def sheet(self, mustered: Mustered) -> Sheet:
        return patrol_sheet(mustered.content)

    def data(self, mustered: Mustered) -> dict[str, Any]:
        return patrol_data(mustered.content)

    def write(self, mustered: Mustered) -> str:
        return patrol_text(mustered.content)


MUSTER: Muster = EssenceOfWarMuster()
