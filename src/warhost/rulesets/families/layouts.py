"""Terrain set-ups that a book draws as data: the pieces of one half of the table, each with its twin opposite."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import hypot

import msgspec

from warhost.rulesets.families.data import read_data
from warhost.table import Board, Feature, feature_rect, on_board

Size = tuple[float, float]
"""How wide and deep a table is, in inches."""


class Layout(msgspec.Struct, frozen=True):
    """A terrain set-up and its number on the die."""

    number: int
    name: str
    features: tuple[Feature, ...]


class _MapText(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    name: str
    pieces: tuple[str, ...]


class _MapFile(msgspec.Struct, forbid_unknown_fields=True, rename={"maps": "map"}):
    maps: tuple[_MapText, ...]


_PIECE = re.compile(r"(\w+) ([\d.]+),([\d.]+) ([\d.]+)x([\d.]+)(?: turned ([\d.]+))?(?: named (.+))?")


def read_layouts(package: str, drawn_on: Size) -> tuple[Layout, ...]:
    """The set-ups in a book's `maps.toml`, which are drawn on a table of that size."""
    texts = read_data(package, "maps.toml", _MapFile).maps
    return tuple(Layout(text.number, text.name, twinned(map(_piece, text.pieces), drawn_on)) for text in texts)


def _piece(text: str) -> Feature:
    found = _PIECE.fullmatch(text)
    assert found is not None, f'maps.toml: "{text}" is no piece'
    kind, *numbers, name = found.groups()
    x, y, width, depth, turned = (float(number or 0.0) for number in numbers)
    return Feature(kind, x, y, width, depth, turned, name or "")


def twinned(features: Iterable[Feature], size: Size) -> tuple[Feature, ...]:
    """Each piece and its twin on the other side of the centre; one on the centre is its own, and two that are drawn on
    both sides of it are each other's.

    What pieces with names make up together is made up by their twins too, under a name of its own.
    """
    found: list[Feature] = []
    drawn = list(features)
    for feature in drawn:
        found.append(feature)
        x, y = size[0] - feature.x, size[1] - feature.y
        if not any(one.kind == feature.kind and hypot(one.x - x, one.y - y) <= 0.01 for one in drawn):
            name = f"the other {feature.name.removeprefix('the ')}" if feature.name else ""
            found.append(msgspec.structs.replace(feature, x=x, y=y, name=name))
    return tuple(found)


def laid_out(layout: Layout, drawn_on: Size, size: Size, missing: Iterable[str] = ()) -> Board:
    """The set-up on a table of that size: of a smaller one than it is drawn on the part around its centre. Pieces that
    are not at hand are left out, one for each kind that is named."""
    width, depth = size
    dx, dy = (width - drawn_on[0]) / 2, (depth - drawn_on[1]) / 2
    gone = list(missing)
    kept: list[Feature] = []
    for feature in layout.features:
        moved = msgspec.structs.replace(feature, x=feature.x + dx, y=feature.y + dy)
        if not on_board(feature_rect(moved), width, depth):
            continue
        if feature.kind in gone:
            gone.remove(feature.kind)
            continue
        kept.append(moved)
    return Board(width, depth, tuple(kept))
