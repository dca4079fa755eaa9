"""Lists of a rulebook, built from the entries of its army books: what a draft comes to, and what may be added to it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import msgspec

from warhost.muster.army_text import DataError, Problem, named, whole
from warhost.muster.aspects import SIGNS, Signs
from warhost.muster.buying import NO_RULES, Bought, BuyingRules, Pick, buy
from warhost.muster.checks import Checks
from warhost.muster.drafts import Draft, Offer, OptionOffer, PickCost, Tally, category_costs, grown
from warhost.muster.entries import Catalogue
from warhost.muster.list_files import PLAIN, ListFormat, draft_text, read_draft
from warhost.muster.roster import Budget, Roster, listed, themed
from warhost.muster.values import Source

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

    def made(self, bought: Bought) -> Any:
        """The rulebook's own value for a unit; raises DataError with what is wrong with it."""
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

    def read_draft(self, source: Source) -> Draft:
        """The draft in a file of ours; raises DataError with all that cannot be read."""
        return whole(read_draft(source.text, source.name, self.form))

    def draft_text(self, draft: Draft) -> str:
        """A draft as a file, which `read_draft` understands."""
        return draft_text(draft, self.form)

    def tally(self, draft: Draft, options: Mapping[str, Any] = {}, books: Sequence[Source] = ()) -> Tally:
        """What a draft costs, how it stands to all limits, and everything that is wrong with it."""
        assembled = self.assembled(draft, books)
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
        catalogues: dict[str, Catalogue] = {}
        _, before = self._seen(draft, options, books, catalogues)
        part = draft.picks[-1].part if draft.picks else ""
        found = []
        for entry in self._catalogue(draft.faction, books, catalogues).entries:
            for size in entry.sizes:
                pick = Pick(unit=entry.name, size="" if size is entry.sizes[0] else size.name, part=part)
                _, after = self._seen(draft.adding(pick), options, books, catalogues)
                new = grown(before, after)
                offer = Offer(pick=pick, category=entry.category, models=size.models, cost=size.cost, problems=new)
                found.append(offer)
        return found

    def option_offers(
        self, draft: Draft, number: int, options: Mapping[str, Any] = {}, books: Sequence[Source] = ()
    ) -> list[OptionOffer]:
        """What the unit of that number may buy next, with what would be wrong with the rest."""
        options = _agreed(draft, options)
        catalogues: dict[str, Catalogue] = {}
        pick = draft.pick(number)
        entry = self._catalogue(pick.faction or draft.faction, books, catalogues).find(pick.unit)
        before, wrong = self._seen(draft, options, books, catalogues)
        found = []
        for option in entry.options if entry is not None else ():
            more = msgspec.structs.replace(pick, options=(*pick.options, option.name))
            after, worse = self._seen(draft.changing(number, more), options, books, catalogues)
            size = entry.size(pick.size) if entry is not None else None
            cost = 0 if size is None else option.cost_for(size, pick.models or size.models)
            told = tuple(problem for problem in after.problems if problem not in before.problems)
            found.append(OptionOffer(name=option.name, cost=cost, problems=told or grown(wrong, worse)))
        return found

    def _seen(
        self, draft: Draft, options: Mapping[str, Any], books: Sequence[Source], catalogues: dict[str, Catalogue]
    ) -> tuple[Assembled, list[Problem]]:
        """The list of a draft, and what its checks find."""
        assembled = self.assembled(draft, books, catalogues)
        return assembled, self.problems(assembled.content, options)

    def assembled(
        self, draft: Draft, books: Sequence[Source] = (), catalogues: dict[str, Catalogue] | None = None
    ) -> Assembled:
        """The list of what can be bought of a draft, and what cannot be. Army books that were read are kept there."""
        problems: list[Problem] = []
        catalogues = {} if catalogues is None else catalogues
        bought: list[tuple[Bought, Any]] = []
        picks: list[PickCost] = []
        for number, pick in enumerate(draft.picks, 1):
            where = f'{self.form.pick} {number} "{pick.unit}"'
            unit = self._purchased(pick, draft.faction, books, catalogues, where, problems)
            if unit is not None:
                bought.append(unit)
                picks.append(PickCost(number, pick, unit[0].all_models, unit[0].points))
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
        problems: list[Problem] = []
        where = f'{self.form.pick} "{pick.unit}"'
        unit = self._purchased(pick, faction, books, {} if catalogues is None else catalogues, where, problems)
        return unit, problems

    def _purchased(
        self,
        pick: Pick,
        faction: str,
        books: Sequence[Source],
        catalogues: dict[str, Catalogue],
        where: str,
        problems: list[Problem],
    ) -> tuple[Bought, Any] | None:
        one = self._bought(pick, faction, books, catalogues, where, problems)
        if one is None:
            return None
        try:
            return one, self.made(one)
        except DataError as error:
            problems += [Problem(f"{where}: {told}", error.rule, where) for told in error.problems]
            return None

    def weighed(
        self, draft: Draft, units: Sequence[tuple[Bought, Any]], options: Mapping[str, Any] = {}
    ) -> tuple[int, list[Problem]]:
        """The price of a draft whose units are bought already, and which checks it fails; its bounds are not asked."""
        options = _agreed(draft, options)
        roster = self.roster(self.assemble(draft, units))
        if self.free(options):
            return roster.points, []
        return roster.points, self.checks(options).problems(roster, self.budget(roster, options))

    def _catalogue(self, faction: str, books: Sequence[Source], known: dict[str, Catalogue]) -> Catalogue:
        if faction not in known:
            known[faction] = self.catalogue(faction, books)
        return known[faction]

    def _bought(
        self,
        pick: Pick,
        faction: str,
        books: Sequence[Source],
        catalogues: dict[str, Catalogue],
        where: str,
        problems: list[Problem],
    ) -> Bought | None:
        faction = pick.faction or faction
        catalogue = self._catalogue(faction, books, catalogues)
        entry = catalogue.find(pick.unit)
        if entry is None:
            problems.append(Problem(f"{where}: {catalogue.unknown(pick.unit, len(problems))}", where=where))
            return None
        joined = (
            self._bought(one, faction, books, catalogues, f"{where}, {one.unit}", problems) for one in pick.joined
        )
        one = buy(entry, pick, list(filter(None, joined)), self.option_word, self.buying)
        problems += [Problem(f"{where}: {told.message}", told.rule, where) for told in one.problems]
        return None if one.problems else one


class Assembled(NamedTuple):
    """What can be bought of a draft as a list, the picks of that, and the problems of the rest."""

    content: Any
    picks: tuple[PickCost, ...]
    problems: list[Problem]


def _agreed(draft: Draft, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is agreed on for a draft: the points that it is made for, if nothing else is said."""
    return {"points": draft.points, **options} if draft.points else options
