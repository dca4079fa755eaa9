"""`warhost serve`: the table as a server for others."""

from __future__ import annotations

import click

from warhost.server.running import PORT, address, listen, run


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all.")
@click.option("--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="0: any free one.")
@click.option("--data", default=None, metavar="URL", help="Where battles are kept: a file or a PostgreSQL address.")
@click.option("--workers", default=None, type=click.IntRange(1, 64), help="Processes for computer players.")
@click.option("--verbose", is_flag=True, help="Say what happens.")
def command(host: str, port: int, data: str | None, workers: int | None, verbose: bool) -> None:
    """Run the table as a server. Battles outlive it: it may be stopped and started at any moment.

    \b
    warhost serve --host 0.0.0.0 --port 8190
    warhost serve --data postgresql://warhost@localhost/warhost
    """
    ears = listen(host, port)
    place = address(ears)
    run(ears, data, workers=workers, on_start=lambda: click.echo(f"The table is at {place}"), verbose=verbose)
