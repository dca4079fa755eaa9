"""Deployment styles: the zones of both sides (Advanced Deployment Styles)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from warhost.errors import WarhostError
from warhost.field.ground.zones import Zone, ZoneText, areas_apart, middle_of_free, nearest_free
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.core import Battle
from warhost.table import TOLERANCE, Point, strip

WIDTH, DEPTH = 72.0, 48.0
"""The table for which zones are written (aofr.setup.table_size)."""

APART = 24.0
"""How far armies deploy from each other at least (aofr.setup.smaller_table)."""

CORE = "front_line"
CORE_DEPTH = 12.0

SETS = ("standard", "advanced", "asymmetric")
ANY = "any"

SetName = Literal["standard", "advanced", "asymmetric", "further"]


class Style(msgspec.Struct, frozen=True):
    """A deployment style with its place in its set and its two zones."""

    slug: str
    name: str
    set: SetName
    die: int
    zones: tuple[Zone, Zone]

    @property
    def rule(self) -> str:
        return f"aofr.deployment.{self.slug}"


class _StyleText(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    set: SetName
    die: int
    A: ZoneText
    B: ZoneText


def _texts() -> dict[str, _StyleText]:
    return read_data("warhost.rulesets.regiments", "deployments.toml", dict[str, _StyleText])


_FURTHER: dict[str, _StyleText] = {}


def add_styles(file: str) -> None:
    """Make styles known that no set has, from a file of an optional part; it picks them by their slugs."""
    _FURTHER.update(read_data("warhost.rulesets.regiments", file, dict[str, _StyleText]))


@rule("aofr.deployment.sets")
def style_names() -> tuple[str, ...]:
    """The styles of all sets, in the order of the book."""
    return tuple(_texts())


@rule("aofr.deployment.standard_table", "aofr.deployment.advanced_table", "aofr.deployment.asymmetric_table")
def style_on(set_name: str, die: int) -> str:
    """The style of a set that a D6 picks."""
    return next(slug for slug, text in _texts().items() if text.set == set_name and text.die == die)


@lru_cache(maxsize=64)
def style(slug: str, width: float = WIDTH, depth: float = DEPTH) -> Style:
    """A style on a table of that size (AOFR-R220): zones are stretched with it, only the core strips stay 12" deep."""
    text = _texts().get(slug) or _FURTHER.get(slug)
    if text is None:
        known = ", ".join((*SETS, ANY, *_texts()))
        raise WarhostError(f'There is no deployment style "{slug}": choose one of {known}.', "aofr.deployment.sets")
    one, other = (zone.on(width, depth, (WIDTH, DEPTH)) for zone in (text.A, text.B))
    if slug == CORE:
        one = msgspec.structs.replace(one, parts=(strip(0.0, 0.0, width, CORE_DEPTH),))
        other = msgspec.structs.replace(other, parts=(strip(0.0, depth - CORE_DEPTH, width, depth),))
    return Style(slug, text.name, text.set, text.die, (one, other))


def style_of(battle: Battle) -> Style:
    """The style of a battle on its table; without any it is the core deployment."""
    board = battle.scene.board
    return style(battle.style or CORE, board.width, board.depth)


def zone_of(battle: Battle, seat: int) -> Zone:
    """The zone that a side has picked."""
    zones = style_of(battle).zones
    return next((zone for zone in zones if zone.parts == battle.zones[seat]), zones[seat])


@rule("aofr.setup.smaller_table")
def check_table(width: float, depth: float, slug: str = CORE) -> None:
    """Armies deploy 24" or more apart, whatever the table; asymmetric styles may be closer (AOFR-R067)."""
    if width <= 0.0 or depth <= 0.0:
        raise WarhostError(f"A table cannot measure {width:g} by {depth:g} inches.", "aofr.setup.table_size")
    chosen = style(slug, width, depth)
    if chosen.set == "asymmetric":
        return
    overlapping = slug == CORE and depth < 2 * CORE_DEPTH
    gap = 0.0 if overlapping else areas_apart(*(zone.parts for zone in chosen.zones))
    if gap < APART - TOLERANCE:
        raise WarhostError(
            f'On a table of {width:g} by {depth:g} inches, {chosen.name} leaves {gap:.4g}" between the armies: '
            f'they need at least {APART:g}".',
            "aofr.setup.smaller_table",
        )


@lru_cache(maxsize=64)
def quarter_centres(slug: str, width: float = WIDTH, depth: float = DEPTH) -> tuple[Point, ...]:
    """For each table quarter the centroid of what is outside of the zones, west to east and south to north (AOFR-R187).

    A centroid that is not free gives way to the nearest point that is.
    """
    parts = [part for zone in style(slug, width, depth).zones for part in zone.parts]
    found = []
    for south in (0.0, depth / 2):
        for west in (0.0, width / 2):
            middle = middle_of_free(parts, west, south, west + width / 2, south + depth / 2)
            found.append(nearest_free(parts, middle, width, depth))
    return tuple(found)
