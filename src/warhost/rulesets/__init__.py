"""The rulebooks. Each is a folder that registers itself here by its slug."""

from __future__ import annotations

from importlib import import_module

from warhost.errors import WarhostError, did_you_mean
from warhost.play.ruleset import Ruleset
from warhost.rulebook import BOOKS

_FOLDERS = {"eow": "warhost.rulesets.essence_of_war", "aofr": "warhost.rulesets.regiments"}
_registered: dict[str, Ruleset] = {}


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


def _not_playable(slug: str) -> str:
    """Why there is no such rulebook to play, and which there are."""
    playable = ", ".join(f"{known} ({BOOKS[known].title})" if known in BOOKS else known for known in slugs())
    if slug in BOOKS:
        return f"{BOOKS[slug].title} cannot be played yet. What can: {playable}."
    return f'There is no rulebook "{slug}".{did_you_mean(slug, slugs()) or f" There are {playable}."}'


__all__ = ["register", "ruleset", "slugs"]
