"""`warhost data`: the armies and maps of a rulebook, as text or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from warhost.cli.output import print_entry, print_json, print_table
from warhost.cli.patrols import patrols_as_data, show_patrols
from warhost.errors import WarhostError
from warhost.play import ArmyCard, Shows
from warhost.rulesets import ruleset

__all__ = ["command"]


@click.command("data")
@click.argument("book")
@click.argument("army", required=False)
@click.option("--json", "json_", is_flag=True, help="Print JSON.")
def command(book: str, army: str | None, json_: bool) -> None:
    """Show the armies and maps of a BOOK, or one ARMY of it.

    An army is named in any spelling, or by a beginning that only one has: warhost data eow orcs
    """
    rules = ruleset(book.casefold())
    if rules.slug == "eow":
        print_json(patrols_as_data(army)) if json_ else show_patrols(army)
        return
    if not isinstance(rules, Shows):
        raise WarhostError(f"{rules.title} has no armies to show.")
    armies = [rules.army_card(name) for name in _named(rules.armies(), army)]
    maps = [] if army else [rules.map_card(name) for name in rules.maps()]
    if json_:
        data: dict[str, Any] = {"armies": msgspec.to_builtins(armies)}
        print_json(data if army else {**data, "maps": msgspec.to_builtins(maps)})
        return
    for number, card in enumerate(armies):
        if number:
            click.echo("\n")
        _print_army(card)
    if maps:
        print_entry("Maps", [f"{card.name}: {card.title}" for card in maps])


def _named(names: Sequence[str], army: str | None) -> Sequence[str]:
    """All of them, or the one that is meant; any other name is left to the rulebook, which may know it."""
    if army is None:
        return names
    alike = [name for name in names if name.casefold().startswith(army.casefold())]
    return alike if len(alike) == 1 else [army]


def _print_army(card: ArmyCard) -> None:
    click.echo(click.style(card.name, bold=True))
    click.echo()
    figures = list(dict.fromkeys(label for unit in card.units for label in unit.profile))
    rows = [(unit.name, *(str(unit.profile.get(label, "-")) for label in figures), unit.text) for unit in card.units]
    print_table(("Unit", *figures, "What it is"), rows, right=figures)
    print_entry("Weapons and rules", [f"{unit.name}: {', '.join(unit.rules) or 'none'}" for unit in card.units])
