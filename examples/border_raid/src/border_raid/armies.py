"""The armies of Border Raid, from a file that a player could edit."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Annotated

import msgspec
from msgspec import Meta

from border_raid.rules import RULES, BandRule
from warhost.errors import WarhostError, did_you_mean
from warhost.play.rules.rulebase import Speakers

Die = Annotated[int, Meta(ge=2, le=6)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a band."""

    models: Annotated[int, Meta(ge=1, le=30)]
    move: Annotated[int, Meta(ge=1, le=12)]
    skill: Die
    save: Die
    nerve: Annotated[int, Meta(ge=2, le=20)]
    rules: tuple[str, ...] = ()

    @property
    def spoken(self) -> Speakers[BandRule]:
        """Its rules, to be asked at a moment."""
        return RULES.spoken(self.rules)

    @property
    def reach(self) -> int:
        """How far it shoots; 0 without bows."""
        return max((rule.reach for rule in self.spoken), default=0)


@cache
def armies() -> dict[str, dict[str, Entry]]:
    """Every army: its bands by their names. Raise WarhostError if a band has a rule that does not exist."""
    text = files("border_raid.data").joinpath("armies.toml").read_bytes()
    found = msgspec.toml.decode(text, type=dict[str, dict[str, Entry]])
    told = [
        f'{army}, "{name}": {problem}'
        for army, bands in found.items()
        for name, entry in bands.items()
        for problem in map(RULES.problem, entry.rules)
        if problem
    ]
    if told:
        raise WarhostError("armies.toml: " + "\n".join(told))
    return found


def army_of(name: str) -> dict[str, Entry]:
    """The bands of an army."""
    if name not in armies():
        known = ", ".join(armies())
        raise WarhostError(
            f'There is no army "{name}".{did_you_mean(name, armies()) or f" There are {known}."}', "raid.setup.bands"
        )
    return armies()[name]


def entry_of(army: str, kind: str) -> Entry:
    """The figures of a band of an army."""
    bands = army_of(army)
    if kind not in bands:
        raise WarhostError(f'{army} have no "{kind}".{did_you_mean(kind, bands)}', "raid.setup.bands")
    return bands[kind]


def army_with(kind: str) -> str:
    """The army that has a band of that name."""
    for army, bands in armies().items():
        if kind in bands:
            return army
    known = [name for bands in armies().values() for name in bands]
    raise WarhostError(f'No army has "{kind}".{did_you_mean(kind, known)}', "raid.setup.bands")
