"""Army lists that players bring to the page: read, checked, shown, and made part of a set-up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from warhost.errors import WarhostError
from warhost.muster import Brought, DataError, Muster, Mustered, Source, bring, read_together, taking_lists
from warhost.muster.files.army_text import UnknownName
from warhost.muster.verdicts import verdict_of, verdict_on_unread
from warhost.play import ArmyCard, Ruleset, Shows
from warhost.rulesets import muster, musters
from warhost.server import messages as m

__all__ = ["MOST_PROBLEMS", "army_card", "brought", "mustered", "read_files", "some_problems", "takes_lists"]

MOST_PROBLEMS = 40
"""So many problems of a list are told; whoever has more of them has to begin somewhere."""
LONGEST_PROBLEM = 500


def takes_lists(ruleset: str) -> bool:
    """Whether players may bring lists of their own to battles of that rulebook."""
    return ruleset in musters() and muster(ruleset).takes_lists


def mustered(wanted: m.MusterWanted) -> m.MusterShown:
    """The army in what was sent, or of that name, as a battle with these options has it.

    What cannot be read is shown too: as nothing but its problems.
    """
    rulebook = taking_lists(muster(wanted.ruleset))
    try:
        army = _found(rulebook, wanted)
    except DataError as error:
        return _unreadable(rulebook, wanted, [*_meant_for(rulebook, wanted), *error.problems])
    except UnknownName as error:
        if not wanted.files:
            raise
        return _unreadable(rulebook, wanted, [*_meant_for(rulebook, wanted), error.message])
    other = _meant_for(rulebook, wanted)
    if other and army.report.obstacles:
        return _unreadable(rulebook, wanted, [*other, *army.report.obstacles])
    wants = rulebook.wants([army])
    problems = rulebook.check(army, {**wants, **wanted.options}, wanted.seat)
    report = army.report
    return m.MusterShown(
        kind=army.kind,
        form=report.form,
        game=" ".join(part for part in (report.game, report.version) if part),
        army=rulebook.card(army),
        summary=rulebook.sheet(army).title,
        problems=some_problems([m.Problem(problem.message, problem.rule) for problem in problems]),
        in_force=report.in_force,
        not_in_force=report.not_in_force,
        read=report.read,
        notes=report.notes,
        wants=wants,
        waiver=rulebook.waiver(army) if problems else {},
        text="" if army.content is None else rulebook.write(army),
        verdict=verdict_of(rulebook, army, problems),
    )


def _meant_for(rulebook: Muster, wanted: m.MusterWanted) -> list[str]:
    """That a list is of another rulebook, where it surely is."""
    found = [
        other.title
        for other in map(muster, musters())
        if other.slug != rulebook.slug and any(other.claims(file.text) == "surely" for file in wanted.files)
    ]
    return [f"This is of {title}: choose that rulebook." for title in found[:1]]


def _unreadable(rulebook: Muster, wanted: m.MusterWanted, problems: Sequence[str]) -> m.MusterShown:
    sources = [source_of(file) for file in wanted.files]
    return m.MusterShown(
        problems=some_problems([m.Problem(problem) for problem in problems]),
        kind="other",
        form="",
        game="",
        army=ArmyCard(""),
        summary="",
        in_force=(),
        not_in_force={},
        read={},
        notes=(),
        wants={},
        waiver={},
        text="",
        verdict=verdict_on_unread(rulebook, sources, [muster(slug) for slug in musters()], problems),
    )


def _found(rulebook: Muster, wanted: m.MusterWanted) -> Mustered:
    if wanted.army and not wanted.files:
        return rulebook.find(wanted.army, "list", wanted.options)
    return read_files(rulebook, wanted.files)


def read_files(rulebook: Muster, files: Sequence[m.FileSent]) -> Mustered:
    """The army in the files that were sent, with the army books that it refers to."""
    return read_together(rulebook, [source_of(file) for file in files])


def source_of(file: m.FileSent) -> Source:
    return Source(file.name or "list", file.text)


def army_card(book: Ruleset, name: str, text: str | None, options: Mapping[str, Any]) -> ArmyCard:
    """An army that was chosen, as a battle with these options has it: of that name, or the list that was brought."""
    if takes_lists(book.slug):
        rulebook = muster(book.slug)
        return rulebook.card(rulebook.find(name, "list", options) if text is None else rulebook.read(_own(text)))
    return book.army_card(name) if isinstance(book, Shows) else ArmyCard(name)


def _own(text: str) -> Source:
    return Source("Your list", text)


def some_problems(problems: Sequence[m.Problem]) -> tuple[m.Problem, ...]:
    """The first of the problems, none of them longer than anybody reads."""
    told = [m.Problem(problem.error[:LONGEST_PROBLEM], problem.rule) for problem in problems[:MOST_PROBLEMS]]
    more = len(problems) - MOST_PROBLEMS
    return (*told, *((m.Problem(f"And {more} more."),) if more > 0 else ()))


def brought(ruleset: str, armies: Sequence[str], lists: Sequence[str | None], options: Mapping[str, Any]) -> Brought:
    """The armies of a battle: those for which a list was sent are that list."""
    if len(lists) > len(armies):
        raise WarhostError(f"There are {len(lists)} lists for {len(armies)} seats.")
    told = [*lists, *[None] * (len(armies) - len(lists))]
    try:
        return bring(_muster(ruleset), [_army(ruleset, *pair) for pair in zip(armies, told, strict=True)], options)
    except DataError as error:
        problems = some_problems([m.Problem(problem) for problem in error.problems])
        raise DataError([problem.error for problem in problems], error.rule) from None


def _muster(ruleset: str) -> Muster | None:
    return muster(ruleset) if ruleset in musters() else None


def _army(ruleset: str, name: str, text: str | None) -> str | Mustered:
    return name if text is None else taking_lists(muster(ruleset)).read(_own(text))
