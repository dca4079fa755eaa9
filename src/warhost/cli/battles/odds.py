"""`warhost odds`: the tables of chances that a rulebook prints, worked out by the engine."""

from __future__ import annotations

import click
import msgspec

from warhost.cli.output import print_json, print_table
from warhost.cli.parts import SLUG, json_option
from warhost.errors import WarhostError
from warhost.play.counsel.chance_tables import ChanceTable, TabulatesChances
from warhost.rulesets import ruleset

__all__ = ["command"]


@click.command("odds")
@click.argument("book", type=SLUG)
@click.option("--exact", is_flag=True, help="Show two decimals instead of whole percentages.")
@json_option
def command(book: str, exact: bool, json_: bool) -> None:
    """Print the tables of chances of a BOOK, in percent.

    Every cell is worked out by the functions that the game uses. Cells that the book prints otherwise are listed below
    the tables with the ruling on them.

    \b
    warhost odds t9a
    warhost odds t9a --exact
    """
    rules = ruleset(book)
    if not isinstance(rules, TabulatesChances):
        raise WarhostError(f"{rules.title} prints no tables of chances.")
    tables = rules.chance_tables()
    if json_:
        print_json(msgspec.to_builtins(tables))
        return
    for table in tables:
        click.echo(click.style(table.title, bold=True))
        print_table((table.heading, *table.columns), _lines(table, exact), right=table.columns)
        click.echo()
    deviations = [(table, *found) for table in tables for found in table.deviations()]
    cells = sum(len(row.cells) for table in tables for row in table.rows)
    click.echo(f"{cells - len(deviations)} of {cells} cells are printed as they are worked out.")
    if deviations:
        click.echo("The others:")
        print_table(
            ("table", "line", "column", "printed", "exact", "rule", "ruling"),
            [
                (table.title, row.label, column, str(cell.printed), f"{100 * cell.exact:.2f}", row.rule, row.ruling)
                for table, row, column, cell in deviations
            ],
            right=("printed", "exact"),
        )


def _lines(table: ChanceTable, exact: bool) -> list[tuple[str, ...]]:
    return [
        (row.label, *(f"{100 * cell.exact:.2f}" if exact else str(cell.percent) for cell in row.cells))
        for row in table.rows
    ]
