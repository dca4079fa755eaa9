"""The parts that packages add to Warhost: rulebooks, players, importers and the like, found by entry points.

A package names its parts in its `pyproject.toml`, and Warhost names its own in the same way:

    [project.entry-points."warhost.rulesets"]
    raid = "border_raid:RULESET"

Parts of Warhost itself come first and are always there. A part of another package that cannot be loaded is left out
with a warning that names the package; asking for it by name raises `PluginError`.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from warhost.errors import WarhostError

__all__ = [
    "AUTOMATA",
    "CAMPAIGNS",
    "CATALOGUES",
    "GROUPS",
    "IMPORTERS",
    "MUSTERS",
    "PLAYERS",
    "RULESETS",
    "TOURNAMENTS",
    "Plugin",
    "PluginError",
    "all_plugins",
    "find_plugin",
    "plugins",
    "problems",
    "version",
]

RULESETS = "warhost.rulesets"
"""A `Ruleset` by its slug."""
CATALOGUES = "warhost.catalogues"
"""The package, by the slug of a rulebook, that holds its tables: `<slug>.toml`, `<slug>.tsv`, rulings."""
MUSTERS = "warhost.musters"
"""The `Muster` of a rulebook by its slug."""
IMPORTERS = "warhost.importers"
"""An `Importer`, or a sequence of them, by the slug of the rulebook whose lists they read."""
PLAYERS = "warhost.players"
"""What makes a `Player` from a `Chance`, by the player's name."""
AUTOMATA = "warhost.automata"
"""What makes the solo rules of a rulebook from a `Chance`, by its slug."""
CAMPAIGNS = "warhost.campaigns"
"""A `Campaign` by its slug."""
TOURNAMENTS = "warhost.tournaments"
"""The tournament rules of a rulebook, a class, by its slug."""

GROUPS = (RULESETS, CATALOGUES, MUSTERS, IMPORTERS, PLAYERS, AUTOMATA, CAMPAIGNS, TOURNAMENTS)

OWN = "warhost"
_TREE = Path(__file__).resolve().parents[2]

log = logging.getLogger(__name__)


class PluginError(WarhostError):
    """A part of an installed package cannot be used."""


class Plugin(msgspec.Struct, frozen=True):
    """One part of one package, named but not yet loaded."""

    group: str
    name: str
    value: str
    """Where it is: `package.module:attribute`, or a package alone."""
    package: str
    """The name and version of the package that brings it."""
    ours: bool = False

    def load(self) -> Any:
        """The part itself. Raise PluginError, with the name of the package, if another package's cannot be loaded."""
        entry = metadata.EntryPoint(self.name, self.value, self.group)
        if self.ours:
            return entry.load()
        try:
            return entry.load()
        except Exception as error:
            raise self.error(f"{type(error).__name__}: {error}") from error

    def error(self, why: str) -> PluginError:
        """An error that names the part, the package and the way out."""
        package = self.package.partition(" ")[0]
        return PluginError(
            f'The package {self.package} adds "{self.name}" to {self.group} ({self.value}), which cannot be used: '
            f"{why.rstrip('.')}. Update the package, or remove it: pip uninstall {package}."
        )


@cache
def all_plugins(group: str) -> tuple[Plugin, ...]:
    """Every part of a group: those of Warhost, then those of other packages, each in the order of their names."""
    return (*_own(group), *_others(group))


@cache
def plugins(group: str) -> Mapping[str, Plugin]:
    """The parts of a group that can be loaded, by their names; the first package to take a name keeps it."""
    found: dict[str, Plugin] = {}
    for plugin in all_plugins(group):
        why = _problem(plugin, found.get(plugin.name))
        if why:
            log.warning("%s", why)
        else:
            found[plugin.name] = plugin
    return MappingProxyType(found)


def find_plugin(group: str, name: str) -> Plugin | None:
    """The part of that name, or None. Raise PluginError if there is one that cannot be loaded."""
    if name not in plugins(group):
        for plugin in all_plugins(group):
            if plugin.name == name:
                plugin.load()
    return plugins(group).get(name)


def problems() -> list[str]:
    """Each part of another package that cannot be used, in a sentence."""
    return [
        why
        for group in GROUPS
        for plugin in all_plugins(group)
        if (why := _problem(plugin, None if group == IMPORTERS else _first(plugin)))
    ]


def version() -> str:
    """The version of Warhost."""
    tree = _source_tree()
    return str(tree["version"]) if tree is not None else metadata.version(OWN)


def _problem(plugin: Plugin, earlier: Plugin | None) -> str:
    """Why a part is left out, in a sentence; empty if it is not."""
    if plugin.ours:
        return ""
    if earlier is not None and earlier != plugin:
        return str(plugin.error(f"{earlier.package} has one of that name"))
    try:
        plugin.load()
    except PluginError as error:
        return str(error)
    return ""


def _first(plugin: Plugin) -> Plugin:
    return next(one for one in all_plugins(plugin.group) if one.name == plugin.name)


def _own(group: str) -> Iterator[Plugin]:
    """The parts of Warhost itself: from the source tree where it runs from one, else from its installed metadata."""
    tree = _source_tree()
    if tree is not None:
        told: Mapping[str, str] = tree.get("entry-points", {}).get(group, {})
        named = sorted(told.items())
    else:
        named = sorted(
            (entry.name, entry.value) for entry in metadata.distribution(OWN).entry_points.select(group=group)
        )
    for name, value in named:
        yield Plugin(group, name, value, f"{OWN} {version()}", ours=True)


def _others(group: str) -> Iterator[Plugin]:
    found = []
    for entry in metadata.entry_points(group=group):
        package = "an unknown package" if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"
        if entry.dist is None or entry.dist.name != OWN:
            found.append(Plugin(group, entry.name, entry.value, package))
    yield from sorted(set(found), key=lambda plugin: (plugin.name, plugin.package, plugin.value))


@cache
def _source_tree() -> Mapping[str, Any] | None:
    """What `pyproject.toml` says of the project, where this runs from a source tree, installed or not."""
    try:
        told = tomllib.loads((_TREE / "pyproject.toml").read_text(encoding="utf-8"))
    except OSError:
        return None
    project: Mapping[str, Any] = told.get("project", {})
    return project if project.get("name") == OWN else None
