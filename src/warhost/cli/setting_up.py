"""What commands that play battles take alike: armies by name or from files, and what players agree on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import click

from warhost.errors import WarhostError
from warhost.muster import Brought, bring, is_file_name, muster, open_army

__all__ = ["agreement_option", "armies_option", "books_option", "brought"]

armies_option = click.option(
    "--army",
    "armies",
    multiple=True,
    metavar="ARMY",
    help="An army by its name, or a file with a list of your own; once for each seat, seats without one get any.",
)
books_option = click.option(
    "--army-book",
    "books",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="An army book that a list refers to; may be given several times.",
)
agreement_option = click.option(
    "--option",
    "agreements",
    multiple=True,
    metavar="NAME=VALUE",
    help="What the players agree on, such as points=1500 or free_lists=yes; may be given several times. A list is "
    "written with commas.",
)

Value: TypeAlias = bool | int | float | str

_WORDS = {"yes": True, "true": True, "no": False, "false": False}
_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")


def brought(ruleset: str, armies: Sequence[str], books: Sequence[Path], agreements: Sequence[str]) -> Brought:
    """The armies that were named, lists read from their files, and the options of the battle."""
    options = dict(_agreement(text) for text in agreements)
    opened = [open_army(muster(ruleset), army, books) if is_file_name(army) else army for army in armies]
    return bring(ruleset, opened, options)


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
