"""Which rulebooks can muster armies. Each is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from warhost.errors import WarhostError
from warhost.muster.values import Kind, Muster, Mustered

__all__ = ["muster", "open_army", "slugs"]

_MODULES = {"aofr": "warhost.muster.regiments"}
_FILE_ENDINGS = (".json", ".toml", ".txt")


def slugs() -> tuple[str, ...]:
    """Every rulebook whose armies can be mustered."""
    return tuple(_MODULES)


def muster(slug: str) -> Muster:
    """The mustering of a rulebook."""
    module = _MODULES.get(slug)
    if module is None:
        raise WarhostError(f'There are no army lists for the book "{slug}": {", ".join(slugs())}.')
    found = import_module(module).MUSTER
    assert isinstance(found, Muster)
    return found


def open_army(rulebook: Muster, source: str, books: tuple[Path, ...] = (), kind: Kind = "list") -> Mustered:
    """An army from a file, or by its name where there is no such file."""
    path = Path(source)
    if path.is_file() or source.casefold().endswith(_FILE_ENDINGS) or len(path.parts) > 1:
        return rulebook.read(path, books)
    return rulebook.find(source, kind)
