"""Army lists while they are built in a page: what there is to pick, what a draft comes to, what would mend it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.muster import (
    CHARACTERS,
    Comparison,
    DataError,
    Draft,
    Entry,
    Muster,
    Option,
    Pick,
    Problem,
    Shipped,
    Standing,
    Tally,
    compare,
    json_of_draft,
    link_of_draft,
    surprise,
    table_sheet,
    taking_lists,
    text_of_draft,
)
from warhost.play import Guides, Shows, UnitCard
from warhost.rulesets import muster, musters, ruleset
from warhost.server import messages as m
from warhost.server.lists.mustering import MOST_PROBLEMS, read_files, some_problems, source_of

__all__ = ["builders", "catalogue_shown", "compared", "draft_shown", "handed_on", "opened", "surprising"]


def builders() -> tuple[m.BuilderCard, ...]:
    """Every rulebook whose lists can be built."""
    return tuple(_builder(slug) for slug in musters() if muster(slug).takes_lists)


@lru_cache(maxsize=16)
def _builder(slug: str) -> m.BuilderCard:
    rulebook, book = muster(slug), ruleset(slug)
    shipped = rulebook.shipped()
    options = book.option_cards() if isinstance(book, Shows) else ()
    agreed = next((option.choices for option in options if option.name == "points"), ())
    sizes = [size for size in agreed if isinstance(size, int) and size > 0]
    return m.BuilderCard(
        slug=slug,
        title=rulebook.title,
        word=rulebook.word,
        option_word=rulebook.option_word,
        part=rulebook.form.part,
        joins=bool(rulebook.form.joined),
        plays=rulebook.takes_lists,
        sizes=tuple(sizes or sorted({one.points for one in shipped if one.points})),
        factions=tuple(m.FactionCard(name, count) for name, count in _factions(rulebook, shipped).items()),
        samples=tuple(
            m.SampleCard(one.name, one.faction, one.points, one.units)
            for one in shipped
            if one.kind == "list" and one.points
        ),
        characters=tuple(m.CharacterCard(one.name, one.text) for one in CHARACTERS.values()),
    )


def _factions(rulebook: Muster, shipped: Sequence[Shipped]) -> dict[str, int]:
    books = {one.faction: one.units for one in shipped if one.kind == "book"}
    return books or {one.faction: len(rulebook.catalogue(one.faction).entries) for one in shipped}


def catalogue_shown(slug: str, faction: str) -> m.CatalogueShown:
    """The entries of a faction, with a card of each size."""
    return _catalogue(slug, taking_lists(muster(slug)).catalogue(faction).faction)


@lru_cache(maxsize=64)
def _catalogue(slug: str, faction: str) -> m.CatalogueShown:
    rulebook = muster(slug)
    found = rulebook.catalogue(faction)
    plain = [_plain_pick(entry, number) for entry in found.entries for number in range(len(entry.sizes))]
    cards = rulebook.pick_cards(Draft(name=faction, faction=faction, picks=tuple(plain)))
    shown = {pick: cards.get(number, ()) for number, pick in enumerate(plain, 1)}
    return m.CatalogueShown(found.faction, tuple(_entry(entry, shown) for entry in found.entries))


def _plain_pick(entry: Entry, size: int) -> Pick:
    return Pick(unit=entry.name, size=entry.sizes[size].name if size else "")


def _entry(entry: Entry, shown: Mapping[Pick, Sequence[UnitCard]]) -> m.EntryCard:
    return m.EntryCard(
        key=entry.name,
        category=entry.category,
        sizes=tuple(
            m.SizeCard(
                key=_plain_pick(entry, number).size,
                name=size.name,
                models=size.models,
                cost=size.cost,
                most=size.most,
                each=size.each,
                unit=next(iter(shown[_plain_pick(entry, number)]), None),
            )
            for number, size in enumerate(entry.sizes)
        ),
        options=tuple(_option(entry, option) for option in entry.options),
        limit=entry.limit,
    )


def _option(entry: Entry, option: Option) -> m.OptionText:
    return m.OptionText(
        key=option.name,
        group=", ".join(option.tags) or option.choose,
        choose=option.choose,
        takes=entry.choice(option.choose).most if option.choose else 0,
        most=option.most,
    )


def opened(wanted: m.DraftSource) -> m.DraftOpened:
    """The draft in what was sent, or of a ready list."""
    rulebook = taking_lists(muster(wanted.ruleset))
    try:
        if wanted.sample:
            sample = next((one for one in rulebook.shipped() if one.name == wanted.sample and one.kind == "list"), None)
            size = {"points": sample.points} if sample is not None and sample.points else {}
            army = rulebook.find(wanted.sample, "list", size)
        else:
            army = read_files(rulebook, wanted.files)
    except DataError as error:
        draft = _unfinished(rulebook, wanted)
        return _opened(draft, () if draft else error.problems)
    draft = rulebook.draft_of(army)
    if draft is not None:
        return _opened(draft, ())
    if army.kind == "book":
        return _opened(None, ["This is an army book: add the list that uses it."])
    return _opened(None, ["This list has custom units: you can play it but not edit it here."])


def _unfinished(rulebook: Muster, wanted: m.DraftSource) -> Draft | None:
    """A draft of ours with problems is still a draft: that is what one goes on building."""
    if len(wanted.files) != 1:
        return None
    try:
        draft = rulebook.read_draft(source_of(wanted.files[0]))
        rulebook.catalogue(draft.faction)
    except WarhostError:
        return None
    return draft


def _opened(draft: Draft | None, problems: Sequence[str]) -> m.DraftOpened:
    sent: m.ListDraft | None = None
    if draft is not None:
        try:
            sent = msgspec.convert(msgspec.to_builtins(draft), m.ListDraft)
        except msgspec.ValidationError:
            problems = ["This list has more units or options than can be edited here."]
    return m.DraftOpened(draft=sent, problems=some_problems([m.Problem(problem) for problem in problems]))


def surprising(wanted: m.SurpriseWanted) -> m.DraftOpened:
    """A random legal army."""
    rulebook = taking_lists(muster(wanted.ruleset))
    chance = Chance.fresh() if wanted.seed is None else Chance(wanted.seed)
    factions = list(_factions(rulebook, rulebook.shipped()))
    faction = wanted.faction or factions[chance.pick(len(factions))]
    return _opened(surprise(rulebook, faction, wanted.points, wanted.character, chance, wanted.options), ())


def draft_shown(wanted: m.DraftWanted) -> m.DraftShown:
    """A draft with all that is to be said about it."""
    rulebook = taking_lists(muster(wanted.ruleset))
    draft = _draft(wanted.draft)
    tally = rulebook.tally(draft, wanted.options)
    return m.DraftShown(
        points=tally.points,
        limit=tally.limit,
        limits=tuple(map(_limit, tally.standings)),
        picks=_picks(rulebook, draft, tally),
        offers=tuple(
            m.OfferShown(key=offer.pick.unit, size=offer.pick.size, problems=_told(offer.problems))
            for offer in rulebook.offers(draft, wanted.options)
        ),
        open=() if wanted.open is None else _open(rulebook, draft, wanted.open, wanted.options),
        problems=_problems(rulebook, draft, wanted.options),
        hints=tally.hints,
        wants=_wants(rulebook, draft, tally),
        text=rulebook.draft_text(draft),
    )


def _draft(sent: m.ListDraft) -> Draft:
    return msgspec.convert(msgspec.to_builtins(sent), Draft)


def handed_on(wanted: m.DraftWanted) -> m.HandedOn:
    """A list in the forms in which players give it to each other."""
    rulebook, book = taking_lists(muster(wanted.ruleset)), ruleset(wanted.ruleset)
    draft = _draft(wanted.draft)
    rulebook.catalogue(draft.faction)
    terms = book.guide().terms if isinstance(book, Guides) else ()
    try:
        sheet = table_sheet(rulebook, rulebook.built(draft), terms) if draft.picks else ""
    except DataError:
        sheet = ""
    return m.HandedOn(
        key=link_of_draft(rulebook.slug, draft),
        text=text_of_draft(draft),
        json=json_of_draft(rulebook.slug, draft),
        sheet=sheet,
    )


def compared(wanted: m.CompareWanted) -> Comparison:
    """Two lists side by side."""
    return compare(taking_lists(muster(wanted.ruleset)), _draft(wanted.first), _draft(wanted.second))


def _limit(standing: Standing) -> m.LimitShown:
    return m.LimitShown(
        what=standing.what,
        has=standing.has,
        least=standing.least,
        most=standing.most,
        points=standing.counts == "points",
        rule=standing.rule,
    )


def _picks(rulebook: Muster, draft: Draft, tally: Tally) -> tuple[m.PickShown, ...]:
    costs = {one.number: one for one in tally.picks}
    cards = rulebook.pick_cards(draft)
    found = []
    for number in range(1, len(draft.picks) + 1):
        cost = costs.get(number)
        found.append(
            m.PickShown(
                number=number,
                cost=None if cost is None else cost.cost,
                models=0 if cost is None else cost.models,
                cards=tuple(cards.get(number, ())),
            )
        )
    return tuple(found)


def _open(rulebook: Muster, draft: Draft, number: int, options: Mapping[str, object]) -> tuple[m.OptionShown, ...]:
    has = Counter(name.casefold() for name in draft.pick(number).options)
    return tuple(
        m.OptionShown(key=one.name, cost=one.cost, has=has[one.name.casefold()], problems=_told(one.problems))
        for one in rulebook.option_offers(draft, number, options)
    )


def _problems(rulebook: Muster, draft: Draft, options: Mapping[str, object]) -> tuple[m.DraftProblem, ...]:
    found = []
    for problem, mends in rulebook.mends(draft, options)[:MOST_PROBLEMS]:
        found.append(
            m.DraftProblem(
                error=_short(problem.message),
                rule=problem.rule,
                units=_about(rulebook, draft, problem),
                lacks=problem.lacks,
                mends=tuple(
                    m.MendShown(one.text, msgspec.convert(msgspec.to_builtins(one.draft), m.ListDraft), one.helps)
                    for one in mends
                ),
            )
        )
    return tuple(found)


def _about(rulebook: Muster, draft: Draft, problem: Problem) -> tuple[int, ...]:
    """The numbers of the units that a problem is about, as far as it says."""
    placed = re.match(rf'{re.escape(rulebook.form.pick)} (\d+) "', problem.where)
    if placed:
        return (int(placed[1]),)
    name = problem.where.rpartition(": ")[2]
    return tuple(number for number, pick in enumerate(draft.picks, 1) if name and name in (pick.unit, *pick.options))


def _told(problems: Sequence[Problem]) -> tuple[m.Problem, ...]:
    return some_problems([m.Problem(problem.message, problem.rule) for problem in problems])


def _short(message: str) -> str:
    return some_problems([m.Problem(message)])[0].error


def _wants(rulebook: Muster, draft: Draft, tally: Tally) -> Mapping[str, object]:
    """The options of a battle for which the list was made; none while it has no units."""
    try:
        return rulebook.wants([rulebook.built(draft)]) if tally.picks else {}
    except DataError:
        return {}
