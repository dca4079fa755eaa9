"""Where rules are named: the code that implements them and the tests that show them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from warhost.rulebook.catalogue import books, catalogue

__all__ = [
    "Place",
    "code_folders",
    "id_pattern",
    "named_in_code",
    "package_root",
    "places",
    "places_in_code",
    "places_in_tests",
    "project_root",
    "unknown_ids",
]

SUFFIXES = frozenset({".py", ".toml"})
# The rule reference and the command line, and their tests, speak of rules without implementing or showing them.
SPEAK_OF_RULES = frozenset({"rulebook", "cli"})
FILE_ENDINGS = (".md", ".tsv", ".toml", ".json", ".py", ".txt")


class Place(msgspec.Struct, frozen=True, order=True):
    """A line of a file, with the file's path as a person would type it."""

    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


@cache
def id_pattern() -> re.Pattern[str]:
    """A whole id: a longer id is another rule, and a full stop behind an id ends a sentence."""
    return re.compile(rf"(?<![\w./-])(?:{'|'.join(books())})(?:\.[a-z0-9_]++)++(?![A-Za-z0-9_{{])(?!\.[*<{{])")


def package_root() -> Path:
    """The folder of the installed package."""
    return Path(__file__).resolve().parent.parent


def project_root(start: Path | None = None) -> Path | None:
    """The nearest project with tests: upwards from the working folder, else the checkout that holds the package."""
    for begin in (start or Path.cwd(), package_root()):
        for folder in (begin, *begin.parents):
            if (folder / ".warhost").is_dir() or (
                (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir()
            ):
                return folder
    return None


def places_in_code(rule_id: str) -> tuple[Place, ...]:
    """Where the installed source of the rule's book names it."""
    book = books().get(rule_id.partition(".")[0])
    return () if book is None else places(book.code).get(rule_id, ())


def named_in_code() -> frozenset[str]:
    """Every rule that the installed source of its book names."""
    return frozenset(rule_id for folder in code_folders() for rule_id in places(folder))


def code_folders() -> tuple[Path, ...]:
    """The packages in which the rules of the books are written."""
    return tuple(dict.fromkeys(book.code for book in books().values()))


def places_in_tests(rule_id: str, root: Path | None = None) -> tuple[Place, ...]:
    """Where the tests of a project name a rule; nothing when there is no project around."""
    project = root or project_root()
    return () if project is None else places(project / "tests").get(rule_id, ())


@cache
def places(folder: Path) -> Mapping[str, tuple[Place, ...]]:
    """Every rule named in the source files below a folder, with the lines that name it."""
    found: dict[str, list[Place]] = {}
    for rule_id, place in _named(folder):
        if _is_known(rule_id) and place not in found.setdefault(rule_id, []):
            found[rule_id].append(place)
    return {rule_id: tuple(lines) for rule_id, lines in found.items()}


def unknown_ids(folder: Path) -> dict[str, tuple[Place, ...]]:
    """What looks like a rule id in the source files below a folder, yet names no rule."""
    found: dict[str, list[Place]] = {}
    for token, place in _named(folder):
        if token.count(".") >= 2 and not token.endswith(FILE_ENDINGS) and not _is_known(token):
            found.setdefault(token, []).append(place)
    return {token: tuple(lines) for token, lines in found.items()}


def _is_known(rule_id: str) -> bool:
    return rule_id in catalogue(rule_id.partition(".")[0])


def _named(folder: Path) -> Iterator[tuple[str, Place]]:
    token = id_pattern()
    for path in sorted(folder.rglob("*")):
        if path.suffix not in SUFFIXES or path.relative_to(folder).parts[0] in SPEAK_OF_RULES or not path.is_file():
            continue
        shown = _shown(path)
        text = path.read_text(encoding="utf-8", errors="replace")
        if token.search(text) is None:
            continue
        for number, line in enumerate(text.splitlines(), start=1):
            for match in token.finditer(line):
                yield match[0], Place(shown, number)


def _shown(path: Path) -> str:
    """The path from the working folder when the file is below it."""
    here = Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.as_posix()
