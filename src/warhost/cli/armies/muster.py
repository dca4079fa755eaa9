"""`warhost muster`: army lists, checked, shown and brought over from other list builders."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from warhost.cli.armies.muster_lists import compare_, export, new
from warhost.cli.armies.muster_parts import (
    agreed_options,
    book_for,
    is_source,
    opened,
    print_mends,
    print_tally,
    problems_data,
    rules_option,
    source_of,
    write,
)
from warhost.cli.output import print_entry, print_json, print_sheet, print_table
from warhost.cli.parts import SLUG, books_option, json_option
from warhost.errors import WarhostError
from warhost.muster import (
    DataError,
    Draft,
    Mend,
    Muster,
    Mustered,
    Offer,
    OptionOffer,
    Problem,
    Report,
    Source,
    pick_from_text,
    pick_text,
    table_sheet,
)
from warhost.muster.verdicts import Verdict, verdict_of
from warhost.play import Sheet
from warhost.play.shown.guide import Guides
from warhost.rulesets import muster, musters, ruleset
from warhost.table import summed

__all__ = ["command"]


@click.group("muster")
def command() -> None:
    """Write, build, check, show, compare, share and import army lists.

    \b
    warhost muster list
    warhost muster new tallgrass --points 1500 --character fast --out raid.toml
    warhost muster new tallgrass --points 1500 --by captain
    warhost muster build --from raid.toml --remove 2 --add "Grass Lancers + Sergeant / Horsetail Chieftain" --next
    warhost muster check raid.toml --points 1500 --force-organisation
    warhost muster show raid.toml --sheet
    warhost muster compare raid.toml "Tallgrass Horde 1500"
    warhost muster export raid.toml --to link
    warhost muster import army-forge-list.json --out my_army.toml
    warhost muster report army-books/

    An army is a file, a link to a list, a list on standard input (-), or the name of a list or faction.

    To play a list: warhost play (Bring your own list), or warhost watch aofr --army my_army.toml
    """


command.add_command(new)
command.add_command(export)
command.add_command(compare_)


@command.command("list")
@click.option("--rules", "rulebook", default=None, type=SLUG, help="One rulebook only.")
@json_option
def list_(rulebook: str | None, json_: bool) -> None:
    """The army books and army lists that come with the game."""
    found = [(slug, army) for slug in ([rulebook] if rulebook else musters()) for army in muster(slug).shipped()]
    if json_:
        print_json([{"rules": slug, **msgspec.to_builtins(army)} for slug, army in found])
        return
    rows = [
        (
            army.name,
            "army book" if army.kind == "book" else "list",
            army.faction,
            str(army.points or ""),
            str(army.units),
            slug,
        )
        for slug, army in found
    ]
    print_table(("Name", "What", "Faction", "Points", "Units", "Rules"), rows, right=("Points", "Units"))


@command.command("check")
@click.argument("army")
@click.option("--points", type=click.IntRange(1), help="The size of the game in points. Default: the size of the list.")
@click.option(
    "--force-organisation", is_flag=True, help="Check the optional limits on heroes, copies and unit costs too."
)
@click.option("--mission", help="The mission; in some the attacker may have more points.")
@click.option("--role", type=click.Choice(["attacker", "defender"]), help="The army's role in that mission.")
@rules_option
@books_option
@json_option
@click.pass_context
def check(
    context: click.Context,
    army: str,
    points: int | None,
    force_organisation: bool,
    mission: str | None,
    role: str | None,
    rulebook: str | None,
    books: tuple[Path, ...],
    json_: bool,
) -> None:
    """List all problems of an ARMY, each with its rule and what would fix it: a file, a link, a list on standard input
    (-), or the name of a list. The exit code is 1 if there are any.

    \b
    warhost muster check raid.toml --points 1000
    pbpaste | warhost muster check -
    """
    source = source_of(army) if is_source(army) else None
    book = book_for(rulebook, army, "" if source is None else source.text, own=bool(books))
    options = agreed_options(points, force_organisation)
    options |= {"mission": mission} if mission is not None else {}
    if points is None and (mission is not None or role is not None):
        raise click.UsageError("--mission and --role need --points, the points of the game.")
    seat = None
    if role is not None:
        seat, options["attacker"] = 0, 0 if role == "attacker" else 1
    try:
        own = [Source.of(path) for path in books]
        mustered = book.find(army) if source is None else book.read(source, own)
    except DataError as error:
        raise book.also_wrong(error, options, seat) from None
    problems = book.check(mustered, options, seat)
    if json_:
        found = problems_data(problems)
        print_json({"title": book.sheet(mustered).title, "problems": found, "report": _report(mustered.report)})
    else:
        click.echo(book.sheet(mustered).title)
        print_mends(_mends(book, mustered, problems, options, own))
        if not problems:
            click.echo("No problems.")
        _print_report(mustered.report)
    context.exit(1 if problems else 0)


def _mends(
    book: Muster, mustered: Mustered, problems: Sequence[Problem], options: dict[str, Any], books: Sequence[Source]
) -> list[tuple[Problem, Sequence[Mend]]]:
    """Every problem with what would fix it, where the list has picks that can be changed."""
    draft = book.draft_of(mustered) if problems and mustered.kind == "list" else None
    mends = {} if draft is None else {problem.message: found for problem, found in book.mends(draft, options, books)}
    return [(problem, mends.get(problem.message, ())) for problem in problems]


@command.command("build")
@click.argument("faction", required=False)
@click.option("--points", type=click.IntRange(1), help="The size of the game in points.")
@click.option("--name", help="The name of the list. Default: that of the faction.")
@click.option(
    "--from", "begun", type=click.Path(path_type=Path, dir_okay=False), help="Continue the list in this file."
)
@click.option(
    "--add",
    "added",
    multiple=True,
    metavar="PICK",
    help='A unit to add: "Unit + size + option + option", and " / Hero" behind it if a hero joins. Can be repeated.',
)
@click.option(
    "--remove", "removed", multiple=True, type=int, metavar="NUMBER", help="A unit to remove. Can be repeated."
)
@click.option(
    "--next",
    "next_",
    is_flag=True,
    help="Also show the options of the last unit and the units that can be added, and why others cannot be.",
)
@click.option(
    "--force-organisation", is_flag=True, help="Keep the optional limits on heroes, copies and unit costs too."
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Write the list to this file.")
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
@rules_option
@books_option
@json_option
@click.pass_context
def build(
    context: click.Context,
    faction: str | None,
    points: int | None,
    name: str | None,
    begun: Path | None,
    added: tuple[str, ...],
    removed: tuple[int, ...],
    next_: bool,
    force_organisation: bool,
    out: Path | None,
    force: bool,
    rulebook: str | None,
    books: tuple[Path, ...],
    json_: bool,
) -> None:
    """Build a list of a FACTION unit by unit: its price, what is left, all problems, and what can be added.

    The exit code is 1 if the list has problems.
    """
    own = [Source.of(path) for path in books]
    if begun is None and faction is None:
        raise click.UsageError("Name a faction, or a list to continue with --from.")
    source = None if begun is None else Source.of(begun)
    book = book_for(rulebook, faction or "", "" if source is None else source.text, own=bool(own))
    draft = Draft(name="", faction="") if source is None else book.read_draft(source, own)
    catalogue = book.catalogue(faction or draft.faction, own)
    draft = Draft(
        name=name or draft.name or catalogue.faction,
        faction=catalogue.faction,
        points=draft.points if points is None else points,
        picks=draft.picks,
    )
    for number in sorted(set(removed), reverse=True):
        draft = draft.without(number)
    draft = draft.adding(*(pick_from_text(text, catalogue) for text in added))
    options = agreed_options(None, force_organisation)
    tally = book.tally(draft, options, own)
    offers = book.offers(draft, options, own) if next_ else []
    last = len(draft.picks)
    upgrades = book.option_offers(draft, last, options, own) if next_ and last else []
    if out is not None:
        write(out, book.draft_text(draft), force)
    if json_:
        told = {"draft": msgspec.to_builtins(draft), **msgspec.to_builtins(tally), "left": tally.left}
        told["problems"] = problems_data(tally.problems)
        told["standings"] = [{**standing._asdict(), "left": standing.left} for standing in tally.standings]
        told["next_options"] = [{**msgspec.to_builtins(o), "problems": problems_data(o.problems)} for o in upgrades]
        told["next"] = [{**msgspec.to_builtins(o), "problems": problems_data(o.problems)} for o in offers]
        print_json(told)
    else:
        print_tally(draft, tally)
        _print_option_offers(draft, upgrades)
        _print_offers(offers)
        if out is not None:
            click.echo(f"\nWritten to {out}.")
    context.exit(1 if tally.problems else 0)


def _print_option_offers(draft: Draft, offers: Sequence[OptionOffer]) -> None:
    unit = f"{len(draft.picks)} {draft.picks[-1].unit}" if draft.picks else ""
    print_entry(f"Options of {unit}", [f"{offer.name}: {offer.cost} points" for offer in offers if not offer.problems])
    print_entry(f"Not for {unit}", [f"{offer.name}: {_reasons(offer)}" for offer in offers if offer.problems])


def _reasons(offer: Offer | OptionOffer) -> str:
    return " ".join(map(str, offer.problems))


def _print_offers(offers: Sequence[Offer]) -> None:
    free = [offer for offer in offers if not offer.problems]
    print_entry("Can be added", [f"{pick_text(offer.pick)}: {_offered(offer)}" for offer in free])
    blocked = [offer for offer in offers if offer.problems]
    print_entry("Cannot be added", [f"{pick_text(offer.pick)}: {_reasons(offer)}" for offer in blocked])


def _offered(offer: Offer) -> str:
    models = "1 model" if offer.models == 1 else f"{offer.models} models"
    return f"{offer.category}, {models}" + (f", {offer.cost} points" if offer.cost else "")


@command.command("show")
@click.argument("army")
@click.option("--units", is_flag=True, help="Show the army book of a faction with all upgrades, instead of a list.")
@click.option("--text", is_flag=True, help="Print a short text to share (for Regiments in the format of Army Forge).")
@click.option("--sheet", is_flag=True, help="Print one sheet for the table: all units, and what all their rules do.")
@rules_option
@books_option
@json_option
def show(
    army: str, units: bool, text: bool, sheet: bool, rulebook: str | None, books: tuple[Path, ...], json_: bool
) -> None:
    """Show an ARMY: a file, a link, a list on standard input (-), or the name of a list or faction. For a faction, its
    list for a quick game.

    \b
    warhost muster show "Tallgrass Horde 1500" --sheet > sheet.txt
    """
    book, mustered = opened(rulebook, army, books, "book" if units else "list")
    if sheet and mustered.kind != "list":
        raise click.UsageError("--sheet is for a list, not for an army book.")
    if json_:
        print_json(book.data(mustered))
        return
    if text:
        click.echo(book.share(mustered), nl=False)
        return
    if sheet:
        rules = ruleset(book.slug)
        click.echo(table_sheet(book, mustered, rules.guide().terms if isinstance(rules, Guides) else ()), nl=False)
        return
    print_sheet(book.sheet(mustered))
    _print_report(mustered.report)


@command.command("import")
@click.argument("file")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write it to this file, in Warhost's own format."
)
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
@rules_option
@books_option
@json_option
@click.pass_context
def import_(
    context: click.Context,
    file: str,
    out: Path | None,
    force: bool,
    rulebook: str | None,
    books: tuple[Path, ...],
    json_: bool,
) -> None:
    """Read a FILE from another list builder (- for standard input, or a link), show what it contains and whether it can
    be played, and write it as a Warhost file.

    The exit code is 1 if the file has no army or is incomplete.

    \b
    warhost muster import army-forge-list.json --out my_army.toml
    warhost muster import roster.rosz --rules eow --out my_army.toml
    """
    source = source_of(file)
    book = book_for(rulebook, file, source.text)
    mustered = book.read(source, [Source.of(path) for path in books])
    if out is not None:
        write(out, book.write(mustered), force)
    if json_:
        verdict = msgspec.to_builtins(_verdict(book, mustered))
        print_json({"report": _report(mustered.report), "army": book.data(mustered), "verdict": verdict})
    else:
        _print_found(mustered, book.sheet(mustered))
        click.echo(_verdict(book, mustered).text)
        _print_report(mustered.report)
        if out is not None:
            click.echo(f"\nWritten to {out}.")
    context.exit(1 if mustered.content is None else 0)


def _verdict(book: Muster, mustered: Mustered) -> Verdict:
    """What a page says of the army when it is brought: for the battle that it was made for."""
    return verdict_of(book, mustered, book.check(mustered, book.wants([mustered])))


@command.command("report")
@click.argument("files", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True)
@click.option("--names", "named", is_flag=True, help="Also name the rules and spells that are not in force, and why.")
@rules_option
@books_option
@json_option
def report(files: tuple[Path, ...], named: bool, rulebook: str | None, books: tuple[Path, ...], json_: bool) -> None:
    """Show how much of each of these FILES is in force: rules (every occurrence counts) and spells.

    A folder means all files in it. Files that cannot be read, or hold no army, are listed with the reason.
    """
    known = [Source.of(path) for path in books]
    rows: list[dict[str, Any]] = []
    for path in _every_file(files):
        try:
            source = Source.of(path)
            mustered = book_for(rulebook, str(path), source.text).read(source, known)
        except WarhostError as error:
            rows.append({"file": path.name, "problem": str(error).splitlines()[0]})
            continue
        told = mustered.report
        row: dict[str, Any] = {"file": path.name, "form": told.form}
        if told.force is not None:
            row |= msgspec.to_builtins(told.force)
        else:
            row["problem"] = ": ".join(filter(None, (told.form, " ".join(told.obstacles))))
        rows.append(row | {"not_in_force": {name: told.unread.get(name, "") for name in told.not_in_force}})
    total = _total(rows)
    if json_:
        print_json({"files": rows, "total": total})
        return
    _print_table([*rows, *([total] if len(rows) > 1 else [])], named)


FIGURES = ("rules", "rules_in_force", "spells", "spells_in_force")


def _every_file(files: tuple[Path, ...]) -> list[Path]:
    found: list[Path] = []
    for path in files:
        found += sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
    return found


def _total(rows: list[dict[str, Any]]) -> dict[str, Any]:
    counted = [row for row in rows if "rules" in row]
    return {
        "file": f"{len(counted)} of {len(rows)} files",
        **{key: summed(row[key] for row in counted) for key in FIGURES},
    }


def _print_table(rows: list[dict[str, Any]], named: bool) -> None:
    width = max(len(row["file"]) for row in rows)
    click.echo(f"{'':{width}}  {'rules in force':>20}  {'spells in force':>20}")
    for row in rows:
        name = f"{row['file']:{width}}"
        if "rules" not in row:
            click.echo(f"{name}  {row['problem']}")
            continue
        parts = [_share(row["rules_in_force"], row["rules"]), _share(row["spells_in_force"], row["spells"])]
        click.echo(f"{name}  {parts[0]:>20}  {parts[1]:>20}")
        for rule, why in row.get("not_in_force", {}).items() if named else ():
            click.echo(f"  {rule}{f': {why}' if why else ''}")
        for spell in row.get("spells_not_in_force", ()) if named else ():
            click.echo(f"  {spell} (spell)")


def _share(part: int, whole: int) -> str:
    # Rounded down: 201 of 202 is not all of them.
    return f"{part} of {whole} ({100 * part // whole}%)" if whole else "none"


def _print_found(mustered: Mustered, sheet: Sheet) -> None:
    report = mustered.report
    version = f" {report.version}" if report.version else ""
    made_for = f", made for {report.game}{version}" if report.game else ""
    click.echo(f"{report.source}: {report.form}{made_for}")
    if mustered.content is not None:
        click.echo(sheet.title)
    for obstacle in report.obstacles:
        click.echo(f"- {obstacle}")
    print_entry("In force", ", ".join(report.in_force))


def _print_report(report: Report) -> None:
    print_entry("In force as their own text says", [f"{rule}: {text}" for rule, text in report.read.items()])
    lines = [f"{rule}{_of(bearers)}{_why(report, rule)}" for rule, bearers in report.not_in_force.items()]
    print_entry("Not in force", lines)
    print_entry("Notes", report.notes)


def _why(report: Report, rule: str) -> str:
    """The part of a rule's text that was not understood."""
    unread = report.unread.get(rule.partition("(")[0], "")
    return f' (not understood: "{unread}")' if unread else ""


def _of(bearers: tuple[str, ...]) -> str:
    shown = ", ".join(bearers[:3])
    more = len(bearers) - 3
    return f": {shown} and {more} more" if more > 0 else f": {shown}" if bearers else ""


def _report(report: Report) -> dict[str, Any]:
    data = msgspec.to_builtins(report)
    assert isinstance(data, dict)
    return data
