"""`warhost data`: the armies and maps of a rulebook, as text or as JSON."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from warhost.cli.output import print_entry, print_json, print_sheet
from warhost.errors import WarhostError
from warhost.play import MapCard, Prints, Shows
from warhost.rulesets import ruleset

__all__ = ["command"]


@click.command("data")
@click.argument("book")
@click.argument("army", required=False)
@click.option("--json", "json_", is_flag=True, help="Print JSON.")
def command(book: str, army: str | None, json_: bool) -> None:
    """Show the armies and maps of a BOOK, or one ARMY of it.

    An army is named in any spelling, or by a beginning that only one has.

    \b
    warhost data eow
    warhost data eow orcs
    warhost data aofr "Unburied Host 1500"
    """
    rules = ruleset(book)
    if not isinstance(rules, Prints):
        raise WarhostError(f"{rules.title} has no armies to show.")
    names = [army] if army else rules.armies()
    maps = [rules.map_card(name) for name in rules.maps()] if not army and isinstance(rules, Shows) else []
    if json_:
        data: dict[str, Any] = {"armies": [rules.army_data(name) for name in names]}
        print_json(data if army else {**data, "maps": msgspec.to_builtins(maps)})
        return
    for number, name in enumerate(names):
        if number:
            click.echo("\n")
        print_sheet(rules.army_sheet(name))
    if maps:
        print_entry("Maps", [line for card in maps for line in _map_lines(card)])


def _map_lines(card: MapCard) -> list[str]:
    """A map and the terrain on it, if that is known before a battle begins."""
    features = card.board.features if card.board is not None else ()
    terrain = [f"    {f.kind} {f.width:g}x{f.depth:g} at ({f.x:g}, {f.y:g})" for f in features]
    return [f"{card.name}: {card.title}", *terrain]
