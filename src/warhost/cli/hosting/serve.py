"""`warhost serve`: the table as a server for others."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_network
from typing import Any, TypeVar

import click
import msgspec

from warhost.cli.parts import FiniteRange
from warhost.server.net.limits import Limits, Network
from warhost.server.net.listening import address, address_for_others, listen
from warhost.server.running import PORT, run

_USUAL = Limits()
_COUNT = click.IntRange(1, 1_000_000)
_RATE = FiniteRange(1.0, 1e6)

Function = TypeVar("Function", bound=Callable[..., Any])


def _limit(name: str, kind: click.IntRange | click.FloatRange, text: str) -> Callable[[Function], Function]:
    """The option for one of the limits."""
    usual = getattr(_USUAL, name)
    return click.option(f"--{name.replace('_', '-')}", default=usual, show_default=True, type=kind, help=text)


def _networks(_: click.Context, __: click.Parameter, given: tuple[str, ...]) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(one, strict=False) for one in given)
    except ValueError as error:
        raise click.BadParameter(f"{error}. Name an address, or a network as 172.16.0.0/12.") from None


@click.command("serve")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 listens on all."
)
@click.option(
    "--port", default=PORT, show_default=True, type=click.IntRange(0, 65535), help="The port; 0 picks a free one."
)
@click.option(
    "--allow-host",
    "allowed",
    multiple=True,
    metavar="NAME",
    help="Answer to this host name, besides IP addresses and localhost; can be repeated. Default: any name if "
    "--host lets others in, otherwise localhost only.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    callback=_networks,
    help="Trust X-Forwarded-For from a proxy at this address or network (172.16.0.0/12), as from a proxy on this "
    "machine. May be given several times.",
)
@click.option("--data", default=None, metavar="URL", help="Where battles are kept: a file or a PostgreSQL address.")
@click.option(
    "--keep-days",
    default=None,
    type=click.IntRange(1, 100_000),
    help="Delete battles that have been idle for this many days, announced in the log a week before; they can "
    "be restored for a month. Default: keep all.",
)
@click.option(
    "--workers",
    default=None,
    type=click.IntRange(1, 64),
    help="Processes for computer players, plus one for waiting people.",
)
@_limit("battles", _COUNT, "Maximum battles kept.")
@_limit("lists", _COUNT, "Maximum army lists kept.")
@_limit("seasons", _COUNT, "Maximum seasons kept.")
@_limit("pages", _COUNT, "Maximum connected pages.")
@_limit("spectators", _COUNT, "Maximum spectators per battle.")
@_limit("address_battles", _COUNT, "Battles one address may set up per hour.")
@_limit("address_lists", _COUNT, "Army lists one address may save per hour.")
@_limit("address_seasons", _COUNT, "Seasons one address may set up per hour.")
@_limit("address_codes", _COUNT, "Codes for another device one address may enter in ten minutes.")
@_limit("address_pages", _COUNT, "Connected pages per address.")
@_limit("address_connections", _COUNT, "Extra connections per address, besides its pages.")
@_limit("address_requests", _RATE, "HTTP requests per second and address.")
@_limit("address_messages", _RATE, "Messages per second and address.")
@_limit("page_messages", _RATE, "Messages per second and page; dragging a unit sends up to 30.")
@click.option("--verbose", is_flag=True, help="Log everything, not only problems.")
def command(
    host: str,
    port: int,
    allowed: tuple[str, ...],
    proxies: tuple[Network, ...],
    data: str | None,
    keep_days: int | None,
    workers: int | None,
    verbose: bool,
    **limits: float,
) -> None:
    """Run a server that others can connect to. Battles are saved, so you can stop and restart it at any time.
    Only one server can use the same battles at a time.

    \b
    warhost serve --host 0.0.0.0
    warhost serve --allow-host table.example.org          (behind a proxy on this machine)
    warhost serve --data postgresql://warhost@localhost/warhost --keep-days 90
    """
    ears = listen(host, port)

    def started(kept_in: str) -> None:
        click.echo(f"The table is at {address(ears)}")
        others = address_for_others(ears)
        if others is not None:
            click.echo(f"Others on your network can open {others}")
        elif not allowed:
            click.echo("Only this computer can open it. To let others in, use --host 0.0.0.0.")
        click.echo(f"Battles are kept in {kept_in}")

    def checked(damage: str) -> None:
        if not damage:
            click.echo("SQLite has checked the file: it is sound.")

    run(
        ears,
        data,
        workers=workers,
        allowed=allowed,
        limits=msgspec.convert(limits, Limits),
        proxies=proxies,
        keep_days=keep_days,
        on_start=started,
        on_checked=checked,
        verbose=verbose,
    )
