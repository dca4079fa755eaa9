"""What commands take alike: names of rulebooks, army books, numbers, and JSON on request."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import Any

import click

__all__ = ["SLUG", "FiniteRange", "books_option", "json_option"]


class Slug(click.types.StringParamType):
    """The short name of a rulebook, in letters of any size."""

    name = "book"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(super().convert(value, param, ctx)).strip().casefold()


class FiniteRange(click.FloatRange):
    """A number in a range: neither `nan` nor `inf`, which click lets pass."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not isfinite(number):
            self.fail(f"{value!r} is not a usable number.", param, ctx)
        return number


SLUG = Slug()

json_option = click.option("--json", "json_", is_flag=True, help="Print JSON.")
books_option = click.option(
    "--army-book",
    "books",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="An army book that a list needs; can be repeated.",
)
