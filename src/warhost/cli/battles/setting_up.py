"""What commands that play battles take alike: armies by name or from files, maps, players, what they agree on."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeAlias

import click

from warhost.cli.parts import books_option
from warhost.errors import WarhostError
from warhost.lab import ANY_MAP, Plan
from warhost.muster import Brought, bring, is_file_name, open_army, taking_lists
from warhost.play import Setup
from warhost.play.book import army_name
from warhost.play.shown.packs import Value, read_pack, value_of
from warhost.players import player_names
from warhost.rulesets import muster, musters
from warhost.rulesets import ruleset as find_ruleset

__all__ = ["plans"]

Command: TypeAlias = Callable[..., None]
_OPTIONS = (
    click.option(
        "--army",
        "armies",
        multiple=True,
        metavar="ARMY",
        help="An army by name, or a file with your own list; repeat for each seat. Other seats get a random army.",
    ),
    books_option,
    click.option(
        "--option",
        "agreements",
        multiple=True,
        metavar="NAME=VALUE",
        help="A game option, such as points=1500, free_lists=yes or pack=FILE with a pack of your own; `warhost data` "
        "lists them. Can be repeated.",
    ),
    click.option("--map", "map_", default=ANY_MAP, show_default=True, help="The map; `warhost data` lists them."),
    click.option("--seed", default=None, help="The same seed gives the same battle. Default: a new seed."),
)


def plans(players: str) -> Callable[[Command], Command]:
    """Give a command the options that say which battles are played, and in place of them the plan of the battles.

    Those players are meant if none are named.
    """
    whom = f'Who plays, one per seat: {", ".join(player_names())} or "program COMMAND".'
    who = click.option("--players", default=players, show_default=True, help=whom)

    def decorate(function: Command) -> Command:
        @wraps(function)
        def command(
            ruleset: str,
            armies: Sequence[str],
            books: Sequence[Path],
            agreements: Sequence[str],
            map_: str,
            players: str,
            seed: str | None,
            **others: Any,
        ) -> None:
            options, pack_map = _pack_in(dict(_agreement(text) for text in agreements), ruleset)
            host = _brought(ruleset, armies, books, options)
            map_ = pack_map if pack_map and map_ == ANY_MAP else map_
            named = tuple(filter(None, (name.strip() for name in players.split(","))))
            plan = Plan(
                ruleset=ruleset,
                armies=host.armies,
                lists=host.lists,
                options=host.options,
                map=map_,
                players=_one_each(named, ruleset, host, map_),
                games=1,
                seed=secrets.token_hex(4) if seed is None else seed,
            )
            function(plan, **others)

        for option in (who, *reversed(_OPTIONS)):
            command = option(command)
        return command

    return decorate


def _one_each(players: tuple[str, ...], ruleset: str, host: Brought, map_: str) -> tuple[str, ...]:
    """The players that were named; in a battle of more armies than players, in turn for all its seats."""
    if not players or len(host.armies) <= len(players):
        return players
    map_ = "" if map_ == ANY_MAP else map_
    setup = Setup(ruleset=ruleset, armies=host.armies, lists=host.lists, options=host.options, map=map_)
    seats = len(find_ruleset(ruleset).set_up(setup).scene.seats)
    return tuple(players[seat % len(players)] for seat in range(max(seats, len(players))))


def _brought(ruleset: str, armies: Sequence[str], books: Sequence[Path], options: Mapping[str, Any]) -> Brought:
    """The armies that were named, lists read from their files, and the options of the battle."""
    opened = [
        open_army(taking_lists(muster(ruleset)), army, books)
        if is_file_name(army)
        else army_name(find_ruleset(ruleset), army)
        for army in armies
    ]
    return bring(muster(ruleset) if ruleset in musters() else None, opened, options)


def _agreement(text: str) -> tuple[str, Value | list[Value]]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not name or not equals or not value:
        raise WarhostError(f'The option "{text}" cannot be read: write it like points=1500.')
    values = [value_of(part.strip()) for part in value.split(",") if part.strip()]
    return name, values if "," in value else values[0]


def _pack_in(options: Mapping[str, Any], ruleset: str) -> tuple[dict[str, Any], str]:
    """The options with what a pack in a file sets, and its map. What is said besides stands; parts are added to its
    own, and taken from them by a - before their name."""
    file = options.get("pack")
    if not isinstance(file, str) or not (is_file_name(file) or Path(file).is_file()):
        return dict(options), ""
    try:
        pack = read_pack(Path(file).read_text("utf-8"), Path(file).name)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise WarhostError(f"{file}: cannot be read: {why or error}.") from None
    if pack.ruleset not in ("", ruleset):
        raise WarhostError(f"{file}: this pack is for {pack.ruleset}, not for {ruleset}.")
    told = options.get("parts", [])
    named = [str(part) for part in (told if isinstance(told, list) else [told])]
    without = [name.removeprefix("-") for name in named if name.startswith("-")]
    parts = [part for part in pack.parts if part not in without and part.partition(":")[0] not in without]
    parts += [name for name in named if not name.startswith("-")]
    others = {name: value for name, value in options.items() if name not in ("pack", "parts")}
    return {**pack.options, **others, "parts": parts}, pack.map
