"""`warhost muster new`, `export` and `compare`: whole lists at once."""

from __future__ import annotations

import secrets
from pathlib import Path

import click
import msgspec

from warhost.cli.armies.muster_parts import (
    agreed_options,
    book_for,
    draft_in,
    opened,
    print_tally,
    problems_data,
    rules_option,
    write,
)
from warhost.cli.output import print_entry, print_json, print_table
from warhost.cli.parts import books_option, json_option
from warhost.dice import Chance
from warhost.muster import (
    CHARACTERS,
    DataError,
    Draft,
    Muster,
    Mustered,
    Source,
    compare,
    json_of_draft,
    link_of_draft,
    surprise,
    text_of_draft,
)
from warhost.muster.foreign.writing import foreign_roster, packed_roster, roster_json, roster_text, roster_xml
from warhost.players.roster import write_roster

__all__ = ["compare_", "export", "new"]

FORMS = ("toml", "json", "text", "link")
ROSTERS = ("ros", "rosz", "newrecruit", "newrecruit-text")
"""Rosters of BattleScribe and New Recruit."""

_CHARACTERS = ", ".join(f"{one.name} ({one.text})" for one in CHARACTERS.values())


@click.command("new", epilog=f"Characters: {_CHARACTERS}.")
@click.argument("faction")
@click.option("--points", type=click.IntRange(1, 99_999), help="The size of the game in points.")
@click.option(
    "--character", help="What the army leans to. Default: balanced.", metavar="|".join(CHARACTERS), default=None
)
@click.option("--seed", help="The same seed gives the same list. Default: a new one, which is printed.")
@click.option(
    "--by",
    type=click.Choice(["chance", "captain"]),
    default="chance",
    show_default=True,
    help="Who writes it: chance, or the captain, who wants some of every role and gives its reasons.",
)
@click.option("--name", help="The name of the list. Default: that of the faction.")
@click.option(
    "--force-organisation", is_flag=True, help="Keep the optional limits on heroes, copies and unit costs too."
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the list to this file.")
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
@rules_option
@books_option
@json_option
def new(
    faction: str,
    points: int | None,
    character: str | None,
    seed: str | None,
    by: str,
    name: str | None,
    force_organisation: bool,
    out: Path | None,
    force: bool,
    rulebook: str | None,
    books: tuple[Path, ...],
    json_: bool,
) -> None:
    """Write a new legal list of a FACTION: a surprise of some character, or a captain's roster.

    \b
    warhost muster new tallgrass --points 1500 --character fast --out raid.toml
    warhost muster new "Lanternless Court" --points 2000 --character magic --seed 7
    warhost muster new ashmoot --points 1000 --by captain --out clans.toml
    """
    if by == "captain" and character is not None:
        raise click.UsageError("--character is for lists by chance: the captain wants some of everything.")
    own = [Source.of(path) for path in books]
    book = book_for(rulebook, faction)
    options = agreed_options(None, force_organisation)
    seed = seed if seed is not None else str(secrets.randbelow(10**9))
    chance, score = Chance(seed), None
    why: tuple[str, ...] = ()
    if by == "captain":
        written = write_roster(book, faction, points or 0, chance, options, own, name or "")
        draft, why, score = written.draft, written.why, written.rating.score
    else:
        draft = surprise(book, faction, points or 0, character or "balanced", chance, options, own, name or "")
    tally = book.tally(draft, options, own)
    if out is not None:
        write(out, _in_form(book, draft, _form_of(out)), force)
    if json_:
        told = {"rules": book.slug, "seed": seed, "draft": msgspec.to_builtins(draft), "points": tally.points}
        print_json({**told, "problems": problems_data(tally.problems), "why": why, "score": score})
        return
    print_tally(draft, tally)
    print_entry("Why", why)
    click.echo(f"\nSeed {seed}." + (f" Written to {out}." if out is not None else ""))


def _form_of(out: Path) -> str:
    """The form that the name of a file asks for."""
    return {".json": "json", ".txt": "text"}.get(out.suffix.casefold(), "toml")


def _in_form(book: Muster, draft: Draft, form: str, page: str = "") -> str:
    """A list in one of our forms."""
    if form == "json":
        return json_of_draft(book.slug, draft)
    if form == "text":
        return text_of_draft(draft)
    return link_of_draft(book.slug, draft, page) + "\n" if form == "link" else book.draft_text(draft)


@click.command("export")
@click.argument("army")
@click.option(
    "--to", "form", type=click.Choice((*FORMS, *ROSTERS)), default="text", show_default=True, help="The form."
)
@click.option("--page", default="", help="The address of the page that a link is for, such as https://my.table/muster")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write it to this file.")
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
@rules_option
@books_option
def export(
    army: str,
    form: str,
    page: str,
    out: Path | None,
    force: bool,
    rulebook: str | None,
    books: tuple[Path, ...],
) -> None:
    """Write an ARMY in a form to share: a file, a link, a list on standard input (-), or the name of a list.

    `text` is a few lines to read and to paste, `link` holds the whole list in the end of an address, `toml` is a file
    to edit, `json` is for programs. All of them can be read again by every command.

    For rulebooks that other list builders have, `ros` and `rosz` are rosters of BattleScribe, `newrecruit` and
    `newrecruit-text` those of New Recruit. They name things and do not have the ids of a builder's own data.

    \b
    warhost muster export raid.toml --to link --page https://my.table/muster
    warhost muster export "Tallgrass Horde 1500" --to text
    warhost muster export raid.toml --to json --out raid.json
    """
    book, mustered = opened(rulebook, army, books)
    if page and form != "link":
        raise click.UsageError("--page is for links: add --to link.")
    text = _roster(book, mustered, form, books) if form in ROSTERS else _exported(book, mustered, form, page)
    if form == "rosz":
        if out is None:
            raise click.UsageError("A packed roster is a file: name it by --out.")
        write(out, packed_roster(text, out.stem), force)
    elif out is None:
        click.echo(text, nl=False)
    else:
        write(out, text, force)
    if out is not None:
        click.echo(f"Written to {out}.")


def _roster(book: Muster, mustered: Mustered, form: str, books: tuple[Path, ...]) -> str:
    """A list as a roster of another list builder."""
    if book.wording is None:
        raise click.UsageError(f"{book.title} has no rosters of BattleScribe or New Recruit: use --to text or link.")
    roster = foreign_roster(book, draft_in(book, mustered), [Source.of(path) for path in books])
    return {"newrecruit": roster_json, "newrecruit-text": roster_text}.get(form, roster_xml)(roster)


def _exported(book: Muster, mustered: Mustered, form: str, page: str) -> str:
    """An army in a form; lists without picks are written as far as their rulebook can."""
    draft = book.draft_of(mustered) if mustered.kind == "list" else None
    if draft is not None:
        return _in_form(book, draft, form, page)
    if form == "text":
        return book.share(mustered)
    if form == "toml":
        return book.write(mustered)
    told = f"{mustered.report.source}: only a list built from a built-in army book can be written as {form}"
    raise DataError([f"{told}. Use --to text or --to toml."])


@click.command("compare")
@click.argument("first")
@click.argument("second")
@rules_option
@books_option
@json_option
def compare_(first: str, second: str, rulebook: str | None, books: tuple[Path, ...], json_: bool) -> None:
    """Show two lists of one rulebook side by side: files, links, or names of lists.

    \b
    warhost muster compare raid.toml "Tallgrass Horde 1500"
    """
    book, one = opened(rulebook, first, books)
    other_book, other = opened(rulebook, second, books)
    if book is not other_book:
        raise click.UsageError(
            f"{first} is a list of {book.title}, {second} of {other_book.title}: compare like to like."
        )
    drafts = [draft_in(book, army) for army in (one, other)]
    found = compare(book, drafts[0], drafts[1], books=[Source.of(path) for path in books])
    if json_:
        print_json(msgspec.to_builtins(found))
        return
    names = found.names if found.names[0] != found.names[1] else (first, second)
    rows = [(pair.name, str(pair.first), str(pair.second)) for pair in (*found.totals, *found.categories)]
    print_table(("", *names), rows, right=names)
    print_entry("Both have", list(found.same))
    print_entry("Both have, but not alike", list(found.changed))
    print_entry(f"Only {names[0]}", list(found.first))
    print_entry(f"Only {names[1]}", list(found.second))
