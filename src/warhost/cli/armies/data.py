"""`warhost data`: the armies, maps, options and optional parts of a rulebook, as text or as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click
import msgspec

from warhost.cli.output import print_entry, print_json, print_sheet
from warhost.cli.parts import SLUG, json_option
from warhost.errors import WarhostError
from warhost.play import MapCard, OptionCard, Prints, PrintsMore, Shows
from warhost.play.shown.cards import PackCard, PartCard
from warhost.play.shown.offers import offering_parts
from warhost.rulesets import ruleset

__all__ = ["command"]


@click.command("data")
@click.argument("book", type=SLUG)
@click.argument("army", required=False)
@json_option
def command(book: str, army: str | None, json_: bool) -> None:
    """Show the armies, maps, options and optional parts of a BOOK, or one ARMY of it.

    Spelling is lenient, and the beginning of a name is enough if it is unique.

    \b
    warhost data eow
    warhost data eow orcs
    warhost data aofr "Unburied Host 1500"
    """
    rules = ruleset(book)
    if not isinstance(rules, Prints):
        raise WarhostError(f"{rules.title} has no armies to show.")
    names = [army] if army else rules.armies()
    shown = rules if not army and isinstance(rules, Shows) else None
    maps = [] if shown is None else [shown.map_card(name) for name in rules.maps()]
    options = [] if shown is None else shown.option_cards()
    offers = None if army else offering_parts(rules)
    packs = offers.pack_cards() if offers else ()
    parts = offers.part_cards() if offers else ()
    if json_:
        data: dict[str, Any] = {"armies": [rules.army_data(name) for name in names]}
        data |= rules.more_data(army) if isinstance(rules, PrintsMore) else {}
        more = {"maps": msgspec.to_builtins(maps), "options": msgspec.to_builtins(options)}
        if offers is not None:
            more |= {"packs": msgspec.to_builtins(packs), "parts": msgspec.to_builtins(parts)}
        print_json(data if army else {**data, **more})
        return
    for number, name in enumerate(names):
        if number:
            click.echo("\n")
        print_sheet(rules.army_sheet(name))
    for sheet in rules.more_sheets(army) if isinstance(rules, PrintsMore) else ():
        click.echo("\n")
        print_sheet(sheet)
    print_entry("Maps", [line for card in maps for line in _map_lines(card)])
    print_entry("Options", [_option_line(card) for card in options])
    print_entry("Packs of optional parts (--option pack=...)", [line for pack in packs for line in _pack_lines(pack)])
    print_entry("Optional parts (--option parts=...,...)", [line for part in parts for line in _part_lines(part)])


def _map_lines(card: MapCard) -> list[str]:
    """A map and the terrain on it, if that is known before a battle begins."""
    features = card.board.features if card.board is not None else ()
    terrain = [f"    {f.kind} {f.width:g}x{f.depth:g} at ({f.x:g}, {f.y:g})" for f in features]
    return [f"{card.name}: {card.title}", *terrain]


def _option_line(card: OptionCard) -> str:
    """An option as `--option` takes it, with what it is about."""
    needed = "".join(f"; only with {name} = {_listed(choices)}" for name, choices in card.only_with.items())
    return f"{card.name}={_written(card.default)}: {card.text} ({_listed(card.choices)}){needed}"


def _pack_lines(pack: PackCard) -> list[str]:
    """A pack, the parts that it switches on and what it sets besides."""
    options = [f"{name}={_written(value)}" for name, value in pack.options.items()]
    others = [*options, *([f"map {pack.map}"] if pack.map else [])]
    return [
        f"{pack.slug}: {pack.name}. {pack.text}",
        f"    parts={','.join(pack.parts)}" + (f", with {', '.join(others)}" if others else ""),
    ]


def _part_lines(part: PartCard) -> list[str]:
    """An optional part as `--option` takes it, with what it is about and the ways to play it."""
    lines = [f"{part.slug}: {part.title}. {part.text}"]
    if part.takes:
        lines.append(f"    not together with another part that settles the {' or the '.join(part.takes)}")
    if part.options:
        more = ", ".join(f"{name}={_listed(choices)}" for name, choices in part.options.items())
        lines.append(f"    also with the options {more}")
    if part.ways:
        usual = "+".join(part.usual) if len(part.usual) < len(part.ways) or not part.several else "all"
        some = [way.slug for way in part.ways[: 2 if part.several else 1]] if usual == "all" else part.usual
        form = f"{part.slug}:{'+'.join(some)}"
        how = "any of these" if part.several else "one of these"
        lines.append(f"    {how}, such as {form}; {usual} if none is named:")
    return [*lines, *(f"        {way.slug}: {way.text}" for way in part.ways)]


def _listed(choices: Iterable[bool | int | str]) -> str:
    return " | ".join(map(_written, choices))


def _written(choice: bool | int | str) -> str:
    return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)
