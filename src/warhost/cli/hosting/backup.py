"""`warhost backup`: all battles of a server as one file, while it runs."""

from __future__ import annotations

from pathlib import Path

import click

from warhost.play.events import counted
from warhost.server.store.backups import back_up

__all__ = ["command"]


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--data", default=None, metavar="FILE", help="Where battles are kept. Default: the same place as `warhost serve`."
)
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def command(file: Path, data: str | None, force: bool) -> None:
    """Copy all battles into FILE, whether the server is running or not. The copy is verified.

    It has the seeds of the dice in it: keep it to yourself. `warhost restore` puts it back. For PostgreSQL use pg_dump.

    \b
    warhost backup battles-monday.sqlite
    warhost backup --data /var/lib/warhost/battles.sqlite --force /backup/battles.sqlite
    """
    count = back_up(data, file, replace=force)
    click.echo(f"{counted(count, 'battle')} copied to {file}")
