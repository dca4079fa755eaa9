"""`warhost restore`: a backup of all battles put back in their place."""

from __future__ import annotations

from pathlib import Path

import click

from warhost.play.events import counted
from warhost.server.store.backups import put_back

__all__ = ["command"]


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--data", default=None, metavar="FILE", help="Where battles are kept. Default: the same place as `warhost serve`."
)
def command(file: Path, data: str | None) -> None:
    """Replace all battles with those in the backup FILE. Stop the server first.

    What was there before stays beside it under another name. For PostgreSQL use pg_restore.

    \b
    warhost restore battles-monday.sqlite
    warhost restore --data /var/lib/warhost/battles.sqlite /backup/battles.sqlite
    """
    count, before = put_back(file, data)
    click.echo(f"{counted(count, 'battle')} restored from {file}")
    if before is not None:
        click.echo(f"The previous battles are in {before}")
