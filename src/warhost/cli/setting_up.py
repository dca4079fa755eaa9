"""What commands that play battles take alike: armies by name or from files, maps, players, what they agree on."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import click

from warhost.errors import WarhostError
from warhost.lab import ANY_MAP, Plan
from warhost.muster import bring, is_file_name, muster, open_army
from warhost.players import NAMES

__all__ = ["agreement_option", "armies_option", "map_option", "planned", "players_option", "seed_option"]

Function = TypeVar("Function", bound=Callable[..., Any])
Value: TypeAlias = bool | int | float | str

armies_option = click.option(
    "--army",
    "armies",
    multiple=True,
    metavar="ARMY",
    help="An army by its name, or a file with a list of your own; once for each seat, seats without one get any.",
)
agreement_option = click.option(
    "--option",
    "agreements",
    multiple=True,
    metavar="NAME=VALUE",
    help="What the players agree on, such as points=1500 or free_lists=yes; `warhost data` shows what there is. May be "
    "given several times.",
)

map_option = click.option(
    "--map", "map_", default=ANY_MAP, show_default=True, help="The map: one of those that `warhost data` shows."
)
seed_option = click.option("--seed", default=None, help="The same seed gives the same battles. Default: a new one.")


def players_option(default: str) -> Callable[[Function], Function]:
    """Who plays, if nobody else is named."""
    text = f'Who plays, one for each seat: {", ".join(NAMES)} or "program COMMAND".'
    return click.option("--players", default=default, show_default=True, help=text)


_WORDS = {"yes": True, "true": True, "no": False, "false": False}
_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")


def planned(
    ruleset: str,
    armies: Sequence[str],
    books: Sequence[Path],
    agreements: Sequence[str],
    *,
    map_: str,
    players: str,
    seed: str | None,
    games: int = 1,
) -> Plan:
    """The battles that were asked for: lists are read from their files, and without a seed there is a new one."""
    options = dict(_agreement(text) for text in agreements)
    opened = [open_army(muster(ruleset), army, books) if is_file_name(army) else army for army in armies]
    host = bring(ruleset, opened, options)
    return Plan(
        ruleset=ruleset,
        armies=host.armies,
        lists=host.lists,
        options=host.options,
        map=map_,
        players=tuple(filter(None, (name.strip() for name in players.split(",")))),
        games=games,
        seed=secrets.token_hex(4) if seed is None else seed,
    )


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
