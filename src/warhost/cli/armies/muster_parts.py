"""What the commands of `warhost muster` have in common: which rulebook an army is of, where it comes from, how a list
under construction is printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from warhost.cli.output import print_entry, print_table, write_file
from warhost.cli.parts import SLUG
from warhost.errors import WarhostError, did_you_mean
from warhost.muster import (
    DataError,
    Draft,
    Kind,
    Mend,
    Muster,
    Mustered,
    Problem,
    Source,
    Standing,
    Tally,
    book_of_shared,
    is_file_name,
    is_link,
    is_there,
    open_army,
    pick_text,
)
from warhost.muster.files.army_text import UnknownName
from warhost.rulesets import muster, musters

__all__ = [
    "STANDARD_INPUT",
    "agreed_options",
    "book_for",
    "draft_in",
    "is_source",
    "opened",
    "print_mends",
    "print_tally",
    "problems_data",
    "rules_option",
    "source_of",
    "write",
]

STANDARD_INPUT = "-"

rules_option = click.option(
    "--rules",
    "rulebook",
    type=SLUG,
    help="The rulebook the army is for. Default: the one that has it.",
)

_ARMIES = (
    re.compile(r'^\s*faction\s*=\s*"([^"\n]{1,80})"', re.MULTILINE),
    re.compile(r"\A\ufeff?\s*.+ \(([^()\n]{1,80}?)(?:, \d{1,5} points)?\)\s*\n"),
    # Rosters of other list builders
    re.compile(r'catalogueName"?\s*[=:]\s*"([^"\n]{1,80})"'),
    re.compile(r"\A\ufeff?(?:.{1,80} - )?(.{1,80}?) - .{1,80} - \[[^\]\n]{1,40}\]\s*\n"),
    re.compile(r"\A\ufeff?(.{1,80}?) - .{1,80} - \[[^\]\n]{1,40}\]\s*\n"),
    re.compile(r"\A\ufeff?\s*\+\+[^()\n]{1,80}\(([^()\n]{1,80})\)"),
    re.compile(r"\A\ufeff?\s*([^\n]{1,80}?)\s*\n\d{1,5} - "),
)
"""Where files and texts name their army."""


def source_of(army: str) -> Source:
    """The text of a file, of standard input (`-`), or a link by itself."""
    if army == STANDARD_INPUT:
        with click.open_file(STANDARD_INPUT, "rb") as stream:
            return _not_empty(Source.of_bytes("standard input", stream.read()))
    return Source("the link", army) if is_link(army) and not is_there(army) else _not_empty(Source.of(Path(army)))


def _not_empty(source: Source) -> Source:
    if not source.text.strip("\ufeff \r\n\t"):
        raise DataError([f"{source.name}: is empty."])
    return source


def is_source(army: str) -> bool:
    """Whether a word stands for a text to read; otherwise it is the name of an army."""
    return army == STANDARD_INPUT or is_link(army) or is_file_name(army)


def book_for(rulebook: str | None, army: str, text: str = "", *, own: bool = False) -> Muster:
    """The rulebook that was named; else the one that a link, a file or the name of an army tells.

    A name that no rulebook has is refused, unless an army book of the player's `own` may have it: that is of the usual.
    """
    if rulebook is not None:
        return muster(rulebook)
    if text:
        shared = book_of_shared(text)
        if shared:
            return muster(shared)
        return _of_text(text[:200_000], text)
    having = [slug for slug in musters() if _has_army(slug, army)]
    if not having and army and not own:
        raise UnknownName(f'There is no army "{army}" in any rulebook.{_similar(army)}')
    return _only(having, army)


def _similar(army: str) -> str:
    """What may have been meant by a name that no rulebook has."""
    names = (name for slug in musters() for one in muster(slug).shipped() for name in (one.name, one.faction))
    return did_you_mean(army, names) or " `warhost muster list` shows them all."


def _of_text(text: str, whole: str) -> Muster:
    """The rulebook that a text tells by its form and words, or else the one that has the army which it names. `text` is
    the beginning of the `whole` one."""
    claims = {slug: muster(slug).claims(text) for slug in musters()}
    sure = [slug for slug, claim in claims.items() if claim == "surely"]
    if len(sure) == 1:
        return muster(sure[0])
    perhaps = [slug for slug, claim in claims.items() if claim == "perhaps"]
    for place in _ARMIES:
        told = place.search(text)
        slugs = [slug for slug in musters() if _has_faction(slug, told[1])] if told else []
        if told and slugs:
            # An army of that name may be in another rulebook as well, and this file be of that one.
            if not perhaps and not any(_reads(slug, whole) for slug in slugs):
                others = [slug for slug in musters() if slug not in slugs and _reads(slug, whole)]
                slugs = others or slugs
            return _only(_open(slugs, perhaps, text), told[1])
    return muster(perhaps[0]) if perhaps else _usual()


def _open(slugs: Sequence[str], perhaps: Sequence[str], text: str) -> Sequence[str]:
    """The rulebooks that may be meant: of those that have the army the ones that read the text, if any does."""
    reading = [slug for slug in slugs if perhaps and _reads(slug, text)]
    return reading or list(dict.fromkeys((*slugs, *perhaps)))


def _only(slugs: Sequence[str], name: str) -> Muster:
    """The one rulebook that has an army of that name."""
    if len(slugs) > 1:
        told = " or ".join(f"--rules {slug} ({muster(slug).title})" for slug in slugs)
        raise click.UsageError(f'"{name}" is in several rulebooks: add {told}.')
    return muster(slugs[0]) if slugs else _usual()


def _usual() -> Muster:
    """The rulebook of armies that do not say theirs, and that no book has by name."""
    return next((found for found in map(muster, musters()) if found.takes_unnamed), muster(musters()[0]))


def _has_faction(slug: str, faction: str) -> bool:
    return _knows(lambda: muster(slug).catalogue(faction))


def _has_army(slug: str, name: str) -> bool:
    # A rulebook that has the faction, but no list of that size, says which sizes there are.
    return _has_faction(slug, re.sub(r"\s+\d+$", "", name)) or _knows(lambda: muster(slug).find(name))


def _reads(slug: str, text: str) -> bool:
    return _knows(lambda: muster(slug).read(Source("list", text)))


def _knows(look: Callable[[], object]) -> bool:
    try:
        look()
    except WarhostError:
        return False
    return True


def opened(rulebook: str | None, army: str, books: Sequence[Path] = (), kind: Kind = "list") -> tuple[Muster, Mustered]:
    """An army from a file, from standard input, from a link or by its name, and its rulebook."""
    if not is_source(army):
        book = book_for(rulebook, army, own=bool(books))
        return book, open_army(book, army, books, kind)
    source = source_of(army)
    book = book_for(rulebook, army, source.text)
    return book, book.read(source, [Source.of(path) for path in books])


def draft_in(book: Muster, mustered: Mustered) -> Draft:
    """The picks of a list; an error where it has none."""
    draft = book.draft_of(mustered) if mustered.kind == "list" else None
    if draft is None:
        what = "an army book" if mustered.kind == "book" else "no list that was built from an army book at hand"
        raise DataError([f"{mustered.report.source}: this is {what}: give a list of picks."])
    return draft


def agreed_options(points: int | None, force_organisation: bool) -> dict[str, Any]:
    """What is agreed on, as far as it was said: a rulebook refuses what it has no option for."""
    options: dict[str, Any] = {"force_organisation": True} if force_organisation else {}
    return options if points is None else {**options, "points": points}


def write(out: Path, content: str | bytes, force: bool) -> None:
    """Write a file, but none that is there already."""
    if out.exists() and not force:
        raise WarhostError(f"{out} already exists: use --force to overwrite it.")
    write_file(out, content)


def problems_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [{"message": problem.message, "rule": problem.rule, "where": problem.where} for problem in problems]


def print_mends(found: Sequence[tuple[Problem, Sequence[Mend]]]) -> None:
    """Problems, each with what would mend it."""
    for problem, mends in found:
        click.echo(f"- {problem}")
        for mend in mends:
            click.echo(f"    {'This would help' if mend.helps else 'This would fix it'}: {mend.text}.")


def print_tally(draft: Draft, tally: Tally) -> None:
    """A list under construction: its units, what it costs, how it stands to all limits, and its problems."""
    title = draft.name if draft.name == draft.faction else f"{draft.name} ({draft.faction})"
    limit = f" of {tally.limit}" if tally.limit else ""
    left = f", {tally.left} left" if tally.left is not None and tally.left >= 0 else ""
    # A rulebook without prices shows none.
    priced = bool(tally.points or tally.limit)
    click.echo(f"{title}: {tally.points}{limit} points{left}" if priced else f"{title}: {_units(len(tally.picks))}")
    columns = ("No.", "Unit", "Models", "Points")[: 4 if priced else 3]
    rows = [(str(one.number), pick_text(one.pick), str(one.models), str(one.cost)) for one in tally.picks]
    print_table(columns, [row[: len(columns)] for row in rows], right=("No.", *columns[2:]))
    print_entry(
        "Categories",
        [f"{one.name}: {_units(one.units)}" + f", {one.points} points" * priced for one in tally.categories],
    )
    print_entry("Limits", [_standing(standing) for standing in tally.standings])
    print_entry("Problems", [str(problem) for problem in tally.problems] or "none")
    if tally.hints:
        print_entry("Good to know", list(tally.hints))


def _units(count: int) -> str:
    return "1 unit" if count == 1 else f"{count} units"


def _standing(standing: Standing) -> str:
    points = " points" if standing.counts == "points" else ""
    if standing.most is None:
        bounds = f"at least {standing.least}"
    elif standing.least == standing.most:
        bounds = f"exactly {standing.most}"
    else:
        bounds = f"at most {standing.most}" + (f", at least {standing.least}" if standing.least else "")
    return f"{standing.what}: {standing.has}{points}, {bounds} ({standing.rule})"
