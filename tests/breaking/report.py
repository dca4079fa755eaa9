"""What came of breaking rules: kept in a file, summed up by book."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import Any

import msgspec

import warhost
from warhost.rulebook import books

LOW = 0.5
"""A rule of which a smaller share of changes is noticed is looked at by hand."""


class Tried(msgspec.Struct, frozen=True, array_like=True):
    """A change, and the test that noticed it; empty if none did."""

    line: int
    words: str
    noticed: str


class Report:
    """For each rule and each place that does it, the changes that were tried."""

    def __init__(self, path: Path | None, tried: dict[str, dict[str, list[Tried]]]) -> None:
        self.path, self.tried = path, tried

    @classmethod
    def read(cls, path: Path | None) -> Report:
        if path is None or not path.exists():
            return cls(path, {})
        return cls(path, msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, list[Tried]]]))

    def write(self) -> None:
        if self.path is not None:
            self.path.write_bytes(msgspec.json.format(msgspec.json.encode(self.tried, order="deterministic")))

    def has(self, rule: str, place: str) -> bool:
        return place in self.tried.get(rule, {})

    def put(self, rule: str, place: str, tried: list[Tried]) -> None:
        self.tried.setdefault(rule, {})[place] = tried

    def share(self, rule: str) -> tuple[int, int]:
        """How many changes of a rule were noticed, and how many were made."""
        made = [one for tried in self.tried.get(rule, {}).values() for one in tried]
        return sum(bool(one.noticed) for one in made), len(made)

    def sum_up(self, marked: Collection[str], placed: Collection[str], say: Callable[[str], Any]) -> None:
        """The shares of the rules that have been tried, by book, and the rules that want a look."""
        for book in books().values():
            own = sorted(rule for rule in marked if rule.startswith(f"{book.slug}."))
            shares = {rule: self.share(rule) for rule in own if rule in self.tried}
            made = {rule: share for rule, share in shares.items() if share[1]}
            if not made:
                continue
            noticed = [rule for rule, (seen, _) in made.items() if seen]
            seen, total = (sum(figures) for figures in zip(*made.values(), strict=True))
            say(f"\n{book.title}: {len(own)} rules are marked, {len(made)} of them were broken.")
            say(f"{len(noticed)} rules noticed ({100 * len(noticed) / len(made):.1f} %).")
            say(f"{seen} of {total} changes noticed ({100 * seen / total:.1f} %).")
            _list(say, "No change was noticed", (rule for rule in made if rule not in noticed))
            low = (f"{rule} {seen}/{count}" for rule, (seen, count) in made.items() if 0 < seen < LOW * count)
            _list(say, "Less than half of the changes were noticed", low)
            _list(say, "Nothing to break", (rule for rule in own if rule not in placed or shares.get(rule) == (0, 0)))

    def sum_up_code(self, places: Collection[str], say: Callable[[str], Any]) -> None:
        """The shares of functions that have been tried, by module, and those that want a look."""
        modules: dict[str, list[str]] = {}
        for path in sorted(places):
            modules.setdefault(module_of(path), []).append(path)
        modules["all"] = sorted(places)
        for name, own in modules.items():
            shares = {path: share for path in own if (share := self.share(path))[1]}
            if shares:
                seen, made = (sum(figures) for figures in zip(*shares.values(), strict=True))
                say(f"{name}: {seen} of {made} changes of {len(shares)} functions noticed ({100 * seen / made:.1f} %).")
        unnoticed = [path for path in modules["all"] if path in self.tried and not self.share(path)[0]]
        _list(say, "No change was noticed", (path for path in unnoticed if self.share(path)[1]))
        _list(say, "No test calls", (path for path in modules["all"] if path not in self.tried))


def module_of(path: str) -> str:
    """The module of a function by its path: `field.moves.path` of `field.moves.path.Path.reach`."""
    parts = path.split(".")
    root = Path(warhost.__file__).parent
    modules = (parts[:count] for count in range(len(parts) - 1, 1, -1))
    return ".".join(next((one for one in modules if root.joinpath(*one).with_suffix(".py").is_file()), parts[:2]))


def _list(say: Callable[[str], Any], title: str, rules: Iterable[str]) -> None:
    found = list(rules)
    if found:
        say(f"{title} ({len(found)}): {', '.join(found)}")
