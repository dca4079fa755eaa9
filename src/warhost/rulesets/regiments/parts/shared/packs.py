"""Ready-made packs of optional parts, and packs of one's own (Pre-Made Rule Packs).

A pack is named by the setting `pack`. What else players name comes on top, and a part with a minus before it is left
out: `pack=chaotic parts=fog_of_war,-random_events`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from warhost.errors import WarhostError, did_you_mean
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.core import Settings, optional

WITHOUT = "-"
"""Before a part that a pack has and players leave out."""


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a pack switches on."""

    name: str
    text: str
    parts: tuple[str, ...]
    options: dict[str, str] = {}
    map: str = ""


@rule("aofr.pack.choose", "aofr.pack.extended_core", "aofr.pack.added_complexity", "aofr.pack.competitive")
@rule("aofr.pack.narrative", "aofr.pack.chaotic")
def packs() -> dict[str, Pack]:
    """The packs by their slugs, in the order of the book."""
    return read_data("warhost.rulesets.regiments", "parts/packs.toml", dict[str, Pack])


def pack(slug: str) -> Pack:
    """A pack by its slug."""
    found = packs().get(slug)
    if found is None:
        known = did_you_mean(slug, packs()) or f" There are {', '.join(packs())}."
        raise WarhostError(f'There is no pack "{slug}".{known}', "aofr.pack.choose")
    return found


@rule("aofr.pack.choose", "aofr.pack.customise")
def unpacked(settings: Settings, named: Mapping[str, Any]) -> Settings:
    """The settings with what their pack brings: its parts but for those left out, and its options but for those that
    the players named. A part with markers of its own has a mission of its own, whatever the pack says."""
    own = [name for name in settings.parts if not name.startswith(WITHOUT)]
    without = {name.removeprefix(WITHOUT) for name in settings.parts if name.startswith(WITHOUT)}
    chosen = pack(settings.pack) if settings.pack else Pack("", "", ())
    strangers = sorted(without - set(chosen.parts))
    if strangers:
        whose = f"The pack {chosen.name}" if settings.pack else "No pack was named, and it"
        raise WarhostError(f"{whose} has no {strangers[0]} to leave out.", "aofr.pack.customise")
    changed = {name.partition(":")[0] for name in own}
    brought = [name for name in chosen.parts if name not in without | changed]
    parts = (*brought, *own)
    settled = {"mission"} if any("markers" in part.settles() for part in optional.in_force(parts)) else set()
    options = {name: value for name, value in chosen.options.items() if name not in {*named, *settled}}
    return msgspec.structs.replace(settings, parts=parts, **options)


def map_of(settings: Settings, named: str) -> str:
    """The table that players named, or else the one that their pack generates."""
    return named or (pack(settings.pack).map if settings.pack and not settings.pieces else "")
