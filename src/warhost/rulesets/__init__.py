"""The rulebooks by their slugs: ours, and those of installed packages (`warhost.plugins`)."""

from __future__ import annotations

import logging
from functools import cache

from warhost.errors import WarhostError, did_you_mean
from warhost.muster.values import Muster
from warhost.play.ruleset import Ruleset
from warhost.plugins import MUSTERS, RULESETS, find_plugin, plugins
from warhost.rulebook import books

__all__ = ["muster", "musters", "register", "register_muster", "ruleset", "slugs", "usual_slug"]

log = logging.getLogger(__name__)

_registered: dict[str, Ruleset] = {}
_musters: dict[str, Muster] = {}


def register(ruleset: Ruleset) -> None:
    """Make a rulebook known in this process. Packages use an entry point in `warhost.rulesets` instead."""
    _registered[ruleset.slug] = ruleset


def slugs() -> tuple[str, ...]:
    """Every rulebook that can be played."""
    return tuple(dict.fromkeys((*_usable(RULESETS), *_registered)))


def usual_slug() -> str:
    """The rulebook of a battle for which none was named."""
    return slugs()[0]


def ruleset(slug: str) -> Ruleset:
    """A rulebook by its slug."""
    if slug not in _registered:
        plugin = find_plugin(RULESETS, slug)
        if plugin is None:
            raise WarhostError(_not_playable(slug))
        found = plugin.load()
        if not isinstance(found, Ruleset):
            raise plugin.error("it lacks something that every Ruleset has (warhost.play.Ruleset)")
        if found.slug != slug:
            raise plugin.error(f'its slug is "{found.slug}"')
        _registered[slug] = found
    return _registered[slug]


def register_muster(muster: Muster) -> None:
    """Make the army lists of a rulebook known in this process."""
    _musters[muster.slug] = muster


def musters() -> tuple[str, ...]:
    """Every rulebook whose armies can be mustered."""
    return tuple(dict.fromkeys((*_usable(MUSTERS), *_musters)))


def muster(slug: str) -> Muster:
    """The mustering of a rulebook: how its armies are found, read, checked, built, shown and written."""
    if slug not in _musters:
        plugin = find_plugin(MUSTERS, slug)
        if plugin is None:
            book = ruleset(slug)
            armies = ", ".join(book.armies())
            raise WarhostError(f"{book.title} does not take lists of your own: choose one of its armies, {armies}.")
        found = plugin.load()
        if not isinstance(found, Muster):
            raise plugin.error("it lacks something that every Muster has (warhost.muster.Muster)")
        _musters[slug] = found
    return _musters[slug]


@cache
def _usable(group: str) -> tuple[str, ...]:
    """The slugs of a group in the order of the books, without those of other packages that cannot be used."""
    known = books()
    found = [slug for slug, plugin in plugins(group).items() if plugin.ours or _works(group, slug)]
    return tuple(sorted(found, key=lambda slug: (known[slug].order if slug in known else float("inf"), slug)))


def _works(group: str, slug: str) -> bool:
    try:
        _ = ruleset(slug) if group == RULESETS else muster(slug)
    except WarhostError as error:
        log.warning("%s", error)
        return False
    return True


def _not_playable(slug: str) -> str:
    """Why there is no such rulebook to play, and which there are."""
    known = books()
    playable = ", ".join(f"{one} ({known[one].title})" if one in known else one for one in slugs())
    if slug in known:
        return f"{known[slug].title} cannot be played yet. What can: {playable}."
    return f'There is no rulebook "{slug}".{did_you_mean(slug, slugs()) or f" There are {playable}."}'
