"""`warhost play`: the table in the browser, on this machine alone."""

from __future__ import annotations

import webbrowser

import click

from warhost.server.net.listening import address, listen
from warhost.server.running import PORT, run
from warhost.server.store.battles import AlreadyServed


@click.command("play")
@click.option(
    "--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 picks a free one."
)
@click.option("--data", default=None, metavar="URL", help="Where battles are kept: a file or a PostgreSQL address.")
@click.option("--no-browser", is_flag=True, help="Print the address and do not open a browser.")
@click.option("--verbose", is_flag=True, help="Log everything, not only problems.")
def command(port: int, data: str | None, no_browser: bool, verbose: bool) -> None:
    """Play in the browser, against the computer or each other, with house armies or your own lists.

    Ctrl-C stops it; battles are saved. If it is already running, its page is opened.

    \b
    warhost play
    warhost play --no-browser --port 9000
    """
    ears = listen("127.0.0.1", port, or_another=port == PORT)
    place = address(ears)

    def started(kept_in: str) -> None:
        click.echo(f"The table is at {place}  (Ctrl-C stops it)\nBattles are kept in {kept_in}")
        if not no_browser:
            webbrowser.open(place)

    try:
        run(ears, data, on_start=started, verbose=verbose)
    except AlreadyServed as error:
        if not error.address:
            raise
        click.echo(f"Warhost is already running: the table is at {error.address}")
        if not no_browser:
            webbrowser.open(error.address)
