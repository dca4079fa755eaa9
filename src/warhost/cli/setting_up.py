"""What commands that play battles take alike: armies by name or from files, maps, players, what they agree on."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
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
from warhost.players import NAMES
from warhost.rulesets import muster, musters
from warhost.rulesets import ruleset as find_ruleset

__all__ = ["plans"]

Command: TypeAlias = Callable[..., None]
Value: TypeAlias = bool | int | float | str

_WORDS = {"yes": True, "true": True, "no": False, "false": False}
_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")

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
        help="A game option, such as points=1500 or free_lists=yes; `warhost data` lists them. Can be repeated.",
    ),
    click.option("--map", "map_", default=ANY_MAP, show_default=True, help="The map; `warhost data` lists them."),
    click.option("--seed", default=None, help="The same seed gives the same battle. Default: a new seed."),
)


def plans(players: str) -> Callable[[Command], Command]:
    """Give a command the options that say which battles are played, and in place of them the plan of the battles.

    Those players are meant if none are named.
    """
    whom = f'Who plays, one per seat: {", ".join(NAMES)} or "program COMMAND".'
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
            host = _brought(ruleset, armies, books, agreements)
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


def _brought(ruleset: str, armies: Sequence[str], books: Sequence[Path], agreements: Sequence[str]) -> Brought:
    """The armies that were named, lists read from their files, and the options of the battle."""
    options = dict(_agreement(text) for text in agreements)
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
    values = [_value(part.strip()) for part in value.split(",") if part.strip()]
    return name, values if "," in value else values[0]


def _value(word: str) -> Value:
    """Yes or no, a number, or the word itself."""
    if word.casefold() in _WORDS:
        return _WORDS[word.casefold()]
    if not _NUMBER.fullmatch(word):
        return word
    return float(word) if "." in word else int(word)
