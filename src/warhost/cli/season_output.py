"""What the commands for campaigns and tournaments print of a season's page."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from warhost.campaign import Season
from warhost.campaign.printing import Table, standings_table
from warhost.campaign.showing import Page
from warhost.cli.output import print_json, print_table


def print_titled(table: Table) -> None:
    """A table below its title."""
    click.echo()
    click.echo(click.style(table.title, bold=True))
    print_table(table.columns, table.rows, right=table.right)


def print_standings(page: Page) -> None:
    """Where a season is, and how everybody stands."""
    click.echo(click.style(page.title, bold=True))
    click.echo(page.stage)
    for standings in page.standings:
        print_titled(standings_table(standings))
        if standings.tie_breaks:
            click.echo(f"Ties are broken by {', '.join(standings.tie_breaks).lower()}.")


def print_page_json(page: Page, season: Season) -> None:
    """All of it for a program, with the hash of the season."""
    told: dict[str, Any] = msgspec.to_builtins(page)
    print_json({**told, "hash": season.hash()})
