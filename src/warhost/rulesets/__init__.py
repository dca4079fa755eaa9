"""The rulebooks. Each is a folder that registers itself here by its slug."""

from __future__ import annotations

from importlib import import_module

from warhost.errors import WarhostError, did_you_mean
from warhost.muster.values import Muster
from warhost.play.ruleset import Ruleset
from warhost.rulebook import BOOKS

_FOLDERS = {
    "eow": "warhost.rulesets.essence_of_war",
    "aofr": "warhost.rulesets.regiments",
    "kow": "warhost.rulesets.kings_of_war",
    "blue": "warhost.rulesets.blue_age",
    "t9a": "warhost.rulesets.fantasy_battles",
}
_registered: dict[str, Ruleset] = {}
_musters: dict[str, Muster] = {}


def register(ruleset: Ruleset) -> None:
    """Make a rulebook known to players, recorder, page and tests."""
    _registered[ruleset.slug] = ruleset


def slugs() -> tuple[str, ...]:
    """Every rulebook that can be played."""
    return tuple(dict.fromkeys((*_FOLDERS, *_registered)))


def ruleset(slug: str) -> Ruleset:
    """A rulebook by its slug."""
    if slug not in _registered:
        folder = _FOLDERS.get(slug)
        if folder is None:
            raise WarhostError(_not_playable(slug))
        found = import_module(folder).RULESET
        assert isinstance(found, Ruleset)
        _registered[slug] = found
    return _registered[slug]


def register_muster(muster: Muster) -> None:
    """Make the army lists of a rulebook known."""
    _musters[muster.slug] = muster


def musters() -> tuple[str, ...]:
    """Every rulebook whose armies can be mustered."""
    return tuple(dict.fromkeys((*_FOLDERS, *_musters)))


def muster(slug: str) -> Muster:
    """The mustering of a rulebook: how its armies are found, read, checked, built, shown and written."""
    if slug not in _musters:
        if slug not in _FOLDERS:
            book = ruleset(slug)
            armies = ", ".join(book.armies())
            raise WarhostError(f"{book.title} does not take lists of your own: choose one of its armies, {armies}.")
        found = import_module(f"{_FOLDERS[slug]}.mustering").MUSTER
        assert isinstance(found, Muster)
        _musters[slug] = found
    return _musters[slug]


def _not_playable(slug: str) -> str:
    """Why there is no such rulebook to play, and which there are."""
    playable = ", ".join(f"{known} ({BOOKS[known].title})" if known in BOOKS else known for known in slugs())
    if slug in BOOKS:
        return f"{BOOKS[slug].title} cannot be played yet. What can: {playable}."
    return f'There is no rulebook "{slug}".{did_you_mean(slug, slugs()) or f" There are {playable}."}'


__all__ = ["muster", "musters", "register", "register_muster", "ruleset", "slugs"]
