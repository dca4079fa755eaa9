"""Lists of a rulebook, built from the entries of its army books: what a draft comes to, and what may be added to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec

from warhost.muster.building.aspects import SIGNS, Signs
from warhost.muster.building.buying import NO_RULES, Bought, BuyingRules, Pick
from warhost.muster.building.drafts import Draft, Offer, OptionOffer, PickCost, Tally, category_costs, grown
from warhost.muster.building.mending import Found, Mend, mends_of
from warhost.muster.building.shopping import Shopping
from warhost.muster.building.tastes import TASTE, Taste
from warhost.muster.checking.checks import Checks
from warhost.muster.checking.roster import Budget, Roster, listed, themed
from warhost.muster.entries import Catalogue, Entry, Size
from warhost.muster.files.army_text import Problem, named, whole
from warhost.muster.files.list_files import PLAIN, ListFormat, draft_text, read_draft
from warhost.muster.values import Source
from warhost.play import UnitCard

__all__ = ["ListBuilder"]


class ListBuilder(ABC):
    """How lists of one rulebook are built and checked.

    Its lists may be values of its own (`made`, `assemble`, `roster`), or the plain rosters that they are here.
    """

    form: ClassVar[ListFormat] = PLAIN
    word: ClassVar[str] = "list"
    option_word: ClassVar[str] = "option"
    buying: ClassVar[BuyingRules] = NO_RULES
    """The rules behind what entries do not allow."""
    signs: ClassVar[Signs] = SIGNS
    """How the cards of its units tell what they are good for."""
    taste: ClassVar[Taste] = TASTE
    """What a captain wants of its lists."""
    list_type: ClassVar[type] = Roster
    """What its lists are."""
    catalogues: ClassVar[Mapping[str, Catalogue]] = {}
    """The army books of the house by their factions, where they are data; a rulebook may find them by itself."""

    @abstractmethod
    def checks(self, options: Mapping[str, Any]) -> Checks:
        """The checks that hold in a battle with these options."""

    def catalogue(self, faction: str, books: Sequence[Source] = ()) -> Catalogue:
        """The entries of a faction; `books` are army books of the player's own."""
        return named(faction, "faction", {c.faction: (c, (c.faction, *c.aliases)) for c in self.catalogues.values()})

    def budget(self, roster: Roster, options: Mapping[str, Any], seat: int | None = None) -> Budget:
        """What the army of a seat may cost; as much as it was made for, if nothing is agreed on."""
        made_for = roster.own.points if isinstance(roster.own, Draft) else 0
        return Budget(options.get("points", made_for))

    def bounds(self, content: Any) -> Sequence[Problem]:
        """What keeps a list from being played by anybody, whatever was agreed on."""
        return ()

    def hints(self, content: Any, options: Mapping[str, Any]) -> Sequence[str]:
        """What is legal and still worth knowing, a sentence each: advice of the rulebook, doubtful readings."""
        return ()

    def free(self, options: Mapping[str, Any]) -> bool:
        """Whether players agreed to play lists that are not legal."""
        return False

    def unit_cards(self, bought: Bought, own: Any) -> Sequence[UnitCard]:
        """A unit that was bought, and those that joined it, as a page shows them; `own` is what `made` gives."""
        words = (bought.entry.category, *bought.entry.tags, bought.size.name)
        profile: dict[str, int | str] = {"Models": bought.models, "Points": bought.cost}
        gained = tuple(option.name for option in bought.options)
        card = UnitCard(bought.entry.name, ", ".join(filter(None, words)), profile, (*bought.entry.gear, *gained))
        return (card, *(more for one in bought.joined for more in self.unit_cards(one, None)))

    def made(self, bought: Bought) -> Any:
        """The rulebook's own value for a unit; raises DataError with what is wrong with it."""
        return None

    def prowess(self, own: Any) -> float | None:
        """What a unit wins in fights, less what it loses, for its points; None where only its card tells."""
        return None

    def assemble(self, draft: Draft, bought: Sequence[tuple[Bought, Any]]) -> Any:
        """The list of the units that were bought, each with the rulebook's own value for it."""
        units = tuple(unit for one, own in bought for unit in listed(one, own))
        return Roster(name=draft.name, units=themed(units), word=self.word, own=draft)

    def roster(self, content: Any) -> Roster:
        """A list as its checks see it."""
        assert isinstance(content, Roster)
        return content

    def problems(self, content: Any, options: Mapping[str, Any], seat: int | None = None) -> list[Problem]:
        """All that forbids a list in a battle with these options."""
        bounds = list(self.bounds(content))
        if self.free(options):
            return bounds
        roster = self.roster(content)
        return bounds + self.checks(options).problems(roster, self.budget(roster, options, seat))

    def read_draft(self, source: Source, books: Sequence[Source] = ()) -> Draft:
        """The draft in a file of ours; raises DataError with all that cannot be read."""
        return whole(read_draft(source.text, source.name, self.form))

    def draft_text(self, draft: Draft) -> str:
        """A draft as a file, which `read_draft` understands."""
        return draft_text(draft, self.form)

    def tally(
        self,
        draft: Draft,
        options: Mapping[str, Any] = {},
        books: Sequence[Source] = (),
        catalogues: dict[str, Catalogue] | None = None,
    ) -> Tally:
        """What a draft costs, how it stands to all limits, and everything that is wrong with it."""
        assembled = self.assembled(draft, books, catalogues)
        roster = self.roster(assembled.content)
        options = _agreed(draft, options)
        budget = self.budget(roster, options)
        return Tally(
            points=roster.points,
            limit=budget.points,
            picks=assembled.picks,
            categories=category_costs(roster),
            standings=tuple(self.checks(options).standings(roster, budget)),
            problems=(*assembled.problems, *self.problems(assembled.content, options)),
            hints=tuple(self.hints(assembled.content, options)),
        )

    def offers(self, draft: Draft, options: Mapping[str, Any] = {}, books: Sequence[Source] = ()) -> list[Offer]:
        """What may be picked next: every entry of the faction in every size, with what would be wrong with that."""
        options = _agreed(draft, options)
        shopping = Shopping(self, books)
        _, before = self._seen(draft, options, shopping)

        def wrong_with(pick: Pick) -> tuple[Problem, ...]:
            return grown(before, self._seen(draft.adding(pick), options, shopping)[1])

        part = draft.picks[-1].part if draft.picks else ""
        found = []
        for entry in shopping.catalogue(draft.faction).entries:
            for size in entry.sizes:
                pick = Pick(unit=entry.name, size="" if size is entry.sizes[0] else size.name, part=part)
                new = wrong_with(pick)
                # A unit that has yet to choose something for nothing, such as a Path of Magic, can well be picked.
                if new and not all(map(wrong_with, _choosing(entry, size, pick))):
                    new = ()
                offer = Offer(pick=pick, category=entry.category, models=size.models, cost=size.cost, problems=new)
                found.append(offer)
        return found

    def option_offers(
        self, draft: Draft, number: int, options: Mapping[str, Any] = {}, books: Sequence[Source] = ()
    ) -> list[OptionOffer]:
        """What the unit of that number may buy next, with what would be wrong with the rest."""
        options = _agreed(draft, options)
        shopping = Shopping(self, books)
        pick = draft.pick(number)
        entry = shopping.catalogue(pick.faction or draft.faction).find(pick.unit)
        before, wrong = self._seen(draft, options, shopping)
        found = []
        for option in entry.options if entry is not None else ():
            more = msgspec.structs.replace(pick, options=(*pick.options, option.name))
            after, worse = self._seen(draft.changing(number, more), options, shopping)
            size = entry.size(pick.size) if entry is not None else None
            cost = 0 if size is None else option.cost_for(size, pick.models or size.models)
            told = tuple(problem for problem in after.problems if problem not in before.problems)
            found.append(OptionOffer(name=option.name, cost=cost, problems=told or grown(wrong, worse)))
        return found

    def pick_cards(
        self, draft: Draft, books: Sequence[Source] = (), catalogues: dict[str, Catalogue] | None = None
    ) -> dict[int, Sequence[UnitCard]]:
        """The units of a draft by the numbers of their picks, each followed by those that joined it; what cannot be
        bought is left out."""
        shopping = Shopping(self, books, catalogues)
        had = ((number, shopping.unit(pick, draft.faction)) for number, pick in enumerate(draft.picks, 1))
        return {number: self.unit_cards(one.bought, one.own) for number, one in had if one.bought is not None}

    def mends(
        self, draft: Draft, options: Mapping[str, Any] = {}, books: Sequence[Source] = ()
    ) -> list[tuple[Problem, tuple[Mend, ...]]]:
        """Every problem of a draft, each with the smallest changes that would mend it, or at least help."""
        shopping = Shopping(self, books)

        def found(tried: Draft) -> Found:
            assembled, problems = self._seen(tried, _agreed(tried, options), shopping)
            return Found((*assembled.problems, *problems), self.roster(assembled.content).points)

        return mends_of(draft, found, shopping.catalogue)

    def _seen(self, draft: Draft, options: Mapping[str, Any], shopping: Shopping) -> tuple[Assembled, list[Problem]]:
        """The list of a draft, and what its checks find."""
        assembled = self._assembled(draft, shopping)
        return assembled, self.problems(assembled.content, options)

    def assembled(
        self, draft: Draft, books: Sequence[Source] = (), catalogues: dict[str, Catalogue] | None = None
    ) -> Assembled:
        """The list of what can be bought of a draft, and what cannot be. Army books that were read are kept there."""
        return self._assembled(draft, Shopping(self, books, catalogues))

    def _assembled(self, draft: Draft, shopping: Shopping) -> Assembled:
        problems: list[Problem] = []
        bought: list[tuple[Bought, Any]] = []
        picks: list[PickCost] = []
        for number, pick in enumerate(draft.picks, 1):
            had = shopping.unit(pick, draft.faction, len(problems))
            if had.faults:
                problems += had.problems(f'{self.form.pick} {number} "{pick.unit}"')
            if had.bought is not None:
                bought.append((had.bought, had.own))
                picks.append(PickCost(number, pick, had.bought.all_models, had.bought.points))
        return Assembled(self.assemble(draft, bought), tuple(picks), problems)

    def purchase(
        self,
        pick: Pick,
        faction: str,
        books: Sequence[Source] = (),
        catalogues: dict[str, Catalogue] | None = None,
    ) -> tuple[tuple[Bought, Any] | None, list[Problem]]:
        """A picked unit with the rulebook's own value for it, and what is wrong with it; no unit if it cannot be
        bought."""
        had = Shopping(self, books, catalogues).unit(pick, faction)
        unit = None if had.bought is None else (had.bought, had.own)
        return unit, had.problems(f'{self.form.pick} "{pick.unit}"')

    def weighed(
        self, draft: Draft, units: Sequence[tuple[Bought, Any]], options: Mapping[str, Any] = {}
    ) -> tuple[int, list[Problem]]:
        """The price of a draft whose units are bought already, and which checks it fails; its bounds are not asked."""
        options = _agreed(draft, options)
        roster = self.roster(self.assemble(draft, units))
        if self.free(options):
            return roster.points, []
        return roster.points, self.checks(options).problems(roster, self.budget(roster, options))


class Assembled(NamedTuple):
    """What can be bought of a draft as a list, the picks of that, and the problems of the rest."""

    content: Any
    picks: tuple[PickCost, ...]
    problems: list[Problem]


def _choosing(entry: Entry, size: Size, pick: Pick) -> Iterator[Pick]:
    """The pick with each of the options that cost nothing."""
    for option in entry.options:
        if not option.cost_for(size, size.models):
            yield msgspec.structs.replace(pick, options=(option.name,))


def _agreed(draft: Draft, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is agreed on for a draft: the points that it is made for, if nothing else is said."""
    return {"points": draft.points, **options} if draft.points else options
