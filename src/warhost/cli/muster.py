"""`warhost muster`: army lists, checked, shown and brought over from other list builders."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from warhost.cli.output import print_entry, print_json, print_sheet, print_table, write_file
from warhost.cli.parts import SLUG, books_option, json_option
from warhost.errors import WarhostError
from warhost.muster import (
    DataError,
    Draft,
    Mustered,
    Offer,
    OptionOffer,
    Problem,
    Report,
    Source,
    Standing,
    Tally,
    open_army,
    pick_from_text,
    pick_text,
)
from warhost.play import Sheet
from warhost.rulesets import muster, musters

__all__ = ["command"]

rules_option = click.option(
    "--rules", "rulebook", default="aofr", show_default=True, type=SLUG, help="The rulebook the army is for."
)


@click.group("muster")
def command() -> None:
    """Find, build, check, show and import army lists.

    \b
    warhost muster list
    warhost muster build tallgrass --points 750 --add "Grass Lancers + Sergeant / Horsetail Chieftain" --next
    warhost muster show "Tallgrass Horde 1500"
    warhost muster check my_army.toml --points 1000 --force-organisation
    warhost muster import army-forge-list.json --out my_army.toml
    warhost muster report army-books/

    To play a list: warhost play (Bring your own list), or warhost watch aofr --army my_army.toml
    """


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
    rulebook: str,
    books: tuple[Path, ...],
    json_: bool,
) -> None:
    """List all problems of an ARMY: a file, or the name of a list. The exit code is 1 if there are any."""
    book = muster(rulebook)
    options = _options(points, force_organisation)
    options |= {"mission": mission} if mission is not None else {}
    if points is None and (mission is not None or role is not None):
        raise click.UsageError("--mission and --role need --points, the points of the game.")
    seat = None
    if role is not None:
        seat, options["attacker"] = 0, 0 if role == "attacker" else 1
    try:
        mustered = open_army(book, army, books)
    except DataError as error:
        raise book.also_wrong(error, options, seat) from None
    problems = book.check(mustered, options, seat)
    if json_:
        found = _problems_data(problems)
        print_json({"title": book.sheet(mustered).title, "problems": found, "report": _report(mustered.report)})
    else:
        click.echo(book.sheet(mustered).title)
        for problem in problems:
            click.echo(f"- {problem}")
        if not problems:
            click.echo("No problems.")
        _print_report(mustered.report)
    context.exit(1 if problems else 0)


@command.command("build")
@click.argument("faction", required=False)
@click.option("--points", type=click.IntRange(1), help="The size of the game in points.")
@click.option("--name", help="The name of the list. Default: that of the faction.")
@click.option(
    "--from", "begun", type=click.Path(path_type=Path, dir_okay=False), help="Go on with the list in this file."
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
    rulebook: str,
    books: tuple[Path, ...],
    json_: bool,
) -> None:
    """Build a list of a FACTION unit by unit: its price, what is left, all problems, and what can be added.

    The exit code is 1 if the list has problems.
    """
    book, own = muster(rulebook), [Source.of(path) for path in books]
    if begun is None and faction is None:
        raise click.UsageError("Name a faction, or a list to go on with by --from.")
    draft = Draft(name="", faction="") if begun is None else book.read_draft(Source.of(begun))
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
    options = _options(None, force_organisation)
    tally = book.tally(draft, options, own)
    offers = book.offers(draft, options, own) if next_ else []
    last = len(draft.picks)
    upgrades = book.option_offers(draft, last, options, own) if next_ and last else []
    if out is not None:
        _write(out, book.draft_text(draft), force)
    if json_:
        told = {"draft": msgspec.to_builtins(draft), **msgspec.to_builtins(tally), "left": tally.left}
        told["problems"] = _problems_data(tally.problems)
        told["standings"] = [{**standing._asdict(), "left": standing.left} for standing in tally.standings]
        told["next_options"] = [{**msgspec.to_builtins(o), "problems": _problems_data(o.problems)} for o in upgrades]
        told["next"] = [{**msgspec.to_builtins(o), "problems": _problems_data(o.problems)} for o in offers]
        print_json(told)
    else:
        _print_tally(draft, tally)
        _print_option_offers(draft, upgrades)
        _print_offers(offers)
        if out is not None:
            click.echo(f"\nWritten to {out}.")
    context.exit(1 if tally.problems else 0)


def _options(points: int | None, force_organisation: bool) -> dict[str, Any]:
    """What is agreed on, as far as it was said: a rulebook refuses what it has no option for."""
    options: dict[str, Any] = {"force_organisation": True} if force_organisation else {}
    return options if points is None else {**options, "points": points}


def _problems_data(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    return [{"message": problem.message, "rule": problem.rule, "where": problem.where} for problem in problems]


def _print_tally(draft: Draft, tally: Tally) -> None:
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


def _write(out: Path, text: str, force: bool) -> None:
    if out.exists() and not force:
        raise WarhostError(f"{out} already exists: use --force to overwrite it.")
    write_file(out, text)


@command.command("show")
@click.argument("army")
@click.option("--units", is_flag=True, help="Show the army book of a faction with all upgrades, instead of a list.")
@click.option("--text", is_flag=True, help="Print a short text to share (for Regiments in the format of Army Forge).")
@rules_option
@books_option
@json_option
def show(army: str, units: bool, text: bool, rulebook: str, books: tuple[Path, ...], json_: bool) -> None:
    """Show an ARMY: a file, or the name of a list or faction. For a faction, its list for a quick game."""
    book = muster(rulebook)
    mustered = open_army(book, army, books, "book" if units else "list")
    if json_:
        print_json(book.data(mustered))
        return
    if text:
        click.echo(book.share(mustered), nl=False)
        return
    print_sheet(book.sheet(mustered))
    _print_report(mustered.report)


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
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
    file: Path,
    out: Path | None,
    force: bool,
    rulebook: str,
    books: tuple[Path, ...],
    json_: bool,
) -> None:
    """Read a FILE from another list builder, show what it contains, and write it as a Warhost file.

    The exit code is 1 if the file has no army or is incomplete.
    """
    book = muster(rulebook)
    mustered = book.read(Source.of(file), [Source.of(path) for path in books])
    if out is not None:
        _write(out, book.write(mustered), force)
    if json_:
        print_json({"report": _report(mustered.report), "army": book.data(mustered)})
    else:
        _print_found(mustered, book.sheet(mustered))
        _print_report(mustered.report)
        if out is not None:
            click.echo(f"\nWritten to {out}.")
    context.exit(1 if mustered.content is None else 0)


@command.command("report")
@click.argument("files", type=click.Path(path_type=Path, exists=True), nargs=-1, required=True)
@click.option("--names", "named", is_flag=True, help="Also name the rules that are not in force, and why.")
@rules_option
@books_option
@json_option
def report(files: tuple[Path, ...], named: bool, rulebook: str, books: tuple[Path, ...], json_: bool) -> None:
    """Show how much of each of these FILES is in force: rules (every occurrence counts) and spells.

    A folder means all files in it. Files that cannot be read are listed with the reason.
    """
    book = muster(rulebook)
    known = [Source.of(path) for path in books]
    rows: list[dict[str, Any]] = []
    for path in _every_file(files):
        try:
            mustered = book.read(Source.of(path), known)
        except WarhostError as error:
            rows.append({"file": path.name, "problem": str(error).splitlines()[0]})
            continue
        told = mustered.report
        row: dict[str, Any] = {"file": path.name, "form": told.form}
        if told.force is not None:
            row |= msgspec.to_builtins(told.force)
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
        **{key: sum(row[key] for row in counted) for key in FIGURES},
    }


def _print_table(rows: list[dict[str, Any]], named: bool) -> None:
    width = max(len(row["file"]) for row in rows)
    click.echo(f"{'':{width}}  {'rules in force':>20}  {'spells in force':>20}")
    for row in rows:
        name = f"{row['file']:{width}}"
        if "rules" not in row:
            click.echo(f"{name}  {row.get('problem') or row['form']}")
            continue
        parts = [_share(row["rules_in_force"], row["rules"]), _share(row["spells_in_force"], row["spells"])]
        click.echo(f"{name}  {parts[0]:>20}  {parts[1]:>20}")
        for rule, why in row.get("not_in_force", {}).items() if named else ():
            click.echo(f"  {rule}{f': {why}' if why else ''}")


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "none"


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
