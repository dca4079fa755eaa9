"""Army files and the names in them: all problems of a file are collected, each a sentence that says where and what."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Any, Protocol, TypeAlias, TypeVar, cast

import msgspec

from warhost.errors import WarhostError, did_you_mean

__all__ = [
    "LONGEST_TEXT",
    "DataError",
    "OfFaction",
    "Problem",
    "Reading",
    "Table",
    "UnknownName",
    "by_faction",
    "guess",
    "named",
    "plain_line",
    "plain_name",
    "read_all",
    "read_table",
    "shipped",
    "tidied",
    "toml_of",
    "whole",
]

LONGEST_TEXT = 4000
"""What stands behind so many letters of a text in a file is left out."""
FEWEST_LETTERS = 3
"""So many letters a name has at least that stands for a longer one."""
MOST_GUESSES = 50
"""So many problems of a file come with what may have been meant."""

_DEEP_KEY = re.compile(r"(?:[\w\"'-]{1,40}[ \t]*\.[ \t]*){40}")
"""Tables in tables by the dots of a key: reading them takes long before they turn out too deep."""

T = TypeVar("T")
Found = TypeVar("Found")
Word = TypeVar("Word", bound=str)

Reading: TypeAlias = tuple[T | None, list[str]]
"""What a file holds and all its problems; where it has any, only the part that could be read, or nothing."""


class OfFaction(Protocol):
    """What a faction has one file of."""

    @property
    def faction(self) -> str: ...


Army = TypeVar("Army", bound=OfFaction)


class DataError(WarhostError):
    """Data that cannot be used: one line for each problem, of all files at once. `found` is the part that can be."""

    def __init__(self, problems: Iterable[str], rule: str | None = None, found: Any = None) -> None:
        self.problems = tuple(problems)
        self.found = found
        super().__init__("\n".join(self.problems), rule)
        self.args = (self.problems, rule)


class UnknownName(WarhostError):
    """No thing has that name, or several could be meant."""


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with an army: a sentence, and the rule behind it where there is one."""

    message: str
    rule: str | None = None
    where: str = ""
    """The unit, option or category that it is about; empty for the list as a whole."""
    by: int = 0
    """How many points or units are too many or too few."""
    lacks: bool = False
    """Something is missing: units that are added to the list can mend it."""

    def __str__(self) -> str:
        return str(WarhostError(self.message, self.rule))


def shipped(package: str, folder: str) -> dict[str, str]:
    """The texts of the TOML files in a folder of a rulebook's data, by the names of the files."""
    place = files(package) / "data" / folder
    return {file.name: file.read_text("utf-8") for file in place.iterdir() if file.name.endswith(".toml")}


def plain_line(text: str) -> str:
    """A text on one line: what cannot be printed is a space, and so are several."""
    if not text.isprintable():
        text = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(text.split())


def tidied(value: T, deepest: int = 40) -> T:
    """What a file holds with every text in it on one plain line: names are shown on pages, in logs and in terminals.

    Raises RecursionError where it goes deeper than any army does.
    """
    if not deepest:
        raise RecursionError
    if isinstance(value, str):
        return cast(T, plain_line(value[:LONGEST_TEXT]))
    if isinstance(value, list):
        return cast(T, [tidied(item, deepest - 1) for item in value])
    if isinstance(value, dict):
        return cast(T, {tidied(key): tidied(item, deepest - 1) for key, item in value.items()})
    return value


def toml_of(text: str, filename: str, problems: list[str]) -> dict[str, Any] | None:
    """What a TOML text holds; a problem and nothing if it is none."""
    try:
        if _DEEP_KEY.search(text):
            raise RecursionError
        return tidied(tomllib.loads(text.lstrip("\ufeff")))
    except tomllib.TOMLDecodeError as error:
        problems.append(f"{filename}: is not valid TOML: {error}.")
    except (ValueError, RecursionError):
        # Numbers of thousands of digits, and tables in tables without end: no army needs them.
        problems.append(f"{filename}: contains a number that is too long, or tables nested too deeply.")
    return None


def guess(word: str, known: Iterable[str], problems: int) -> str:
    """What may have been meant by a word, as a question; nothing if there are so many problems already."""
    return did_you_mean(word, known) if problems < MOST_GUESSES else ""


class Table:
    """A table of a file under reading: what is missing, of the wrong kind or never asked for becomes a problem."""

    def __init__(self, raw: Mapping[str, Any], where: str, problems: list[str], name: str = "") -> None:
        self.raw = raw
        self.where = where
        self.problems = problems
        self.name = name
        self.asked: set[str] = set()

    def problem(self, sentence: str) -> None:
        self.problems.append(f"{self.where}: {sentence}")

    def problem_of(self, key: str, name: str, sentence: str) -> None:
        """What is wrong with the table of that name under a key."""
        self.problems.append(f'{self.where}, {key} "{name}": {sentence}')

    def near(self, word: str, known: Iterable[str]) -> str:
        """What may have been meant by a word, as a question; a file full of wrong words is not guessed at."""
        return guess(word, known, len(self.problems))

    def has(self, key: str) -> bool:
        self.asked.add(key)
        return key in self.raw

    def done(self) -> None:
        for key in self.raw:
            if key not in self.asked:
                self.problem(f'key "{key}" is unknown.{self.near(key, self.asked)}')

    def distinct(self, key: str, names: Iterable[str]) -> None:
        """Names of the tables under a key that stand more than once are problems."""
        for name, count in Counter(filter(None, names)).items():
            if count > 1:
                self.problem_of(key, name, f"the name appears {count} times; give each {key} its own.")

    def get(self, key: str, kind: type[T], fallback: T, what: str) -> T:
        """The required value; a problem and the fallback if there is none of that kind."""
        if not self.has(key):
            self.problem(f'"{key}" is missing.')
            return fallback
        value = self.raw[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.problem(f'"{key}" must be {what}, not {value!r}.')
            return fallback
        return value

    def text(self, key: str) -> str:
        return self.get(key, str, "", "a text")

    def number(self, key: str, lowest: int = 0, highest: int = 99) -> int:
        value = self.get(key, int, lowest, "a whole number")
        if not lowest <= value <= highest:
            self.problem(f'"{key}" must be from {lowest} to {highest}, not {value}.')
        return value

    def number_or(self, key: str, default: T, lowest: int = 0) -> int | T:
        return self.number(key, lowest) if self.has(key) else default

    def flag(self, key: str) -> bool:
        return self.get(key, bool, False, "true or false") if self.has(key) else False

    def names(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty if absent."""
        if not self.has(key):
            return ()
        value = self.get(key, list, [], "a list of texts")
        wrong = [item for item in value if not isinstance(item, str)]
        if wrong:
            self.problem(f'"{key}" must be a list of texts, but holds {wrong[0]!r}.')
        return tuple(item for item in value if isinstance(item, str))

    def choice(self, key: str, options: Sequence[Word]) -> Word:
        value = self.text(key)
        return self.one_of(key, value, options) if isinstance(self.raw.get(key), str) else options[0]

    def one_of(self, key: str, value: str, options: Sequence[Word]) -> Word:
        """The option that the value names; a problem and the first option if it names none."""
        for option in options:
            if value == option:
                return option
        listed = ", ".join(f'"{option}"' for option in options)
        self.problem(f'{key} "{value}" is unknown: it must be one of {listed}.{self.near(value, options)}')
        return options[0]

    def table(self, key: str) -> Table:
        raw = self.get(key, dict, {}, "a table")
        return Table(raw, f"{self.where}, {key}", self.problems)

    def optional_table(self, key: str) -> Table | None:
        return self.table(key) if self.has(key) else None

    def tables(self, key: str) -> list[Table]:
        raw = self.get(key, list, [], "a list of tables")
        tables = []
        for number, item in enumerate(raw, 1):
            if isinstance(item, dict):
                name = item.get("name")
                place = f'{key} "{name}"' if isinstance(name, str) else f"{key} {number}"
                tables.append(Table(item, f"{self.where}, {place}", self.problems))
            else:
                self.problem(f'"{key}" must be a list of tables, but holds {item!r}.')
        return tables

    def named_tables(self, key: str) -> list[tuple[str, Table]]:
        raw = self.get(key, dict, {}, "a table of tables") if self.has(key) else {}
        named = []
        for name, item in raw.items():
            if isinstance(item, dict):
                named.append((name, Table(item, f'{self.where}, {key} "{name}"', self.problems, name)))
            else:
                self.problem(f'{key} "{name}" must be a table, not {item!r}.')
        return named


def read_table(text: str, filename: str, read: Callable[[Table], T]) -> Reading[T]:
    """What a reader makes of the table that a TOML text is."""
    problems: list[str] = []
    raw = toml_of(text, filename, problems)
    if raw is None:
        return None, problems
    return read(Table(raw, filename, problems)), problems


def whole(reading: Reading[T]) -> T:
    """What a file holds; raises DataError with all its problems if it has any."""
    found, problems = reading
    if found is None or problems:
        raise DataError(problems, found=found)
    return found


def read_all(texts: Mapping[str, str], read: Callable[[str, str], Reading[T]]) -> tuple[dict[str, T], list[str]]:
    """What each of several files holds, in the order of their names, and the problems of all of them."""
    loaded: dict[str, T] = {}
    problems: list[str] = []
    for filename, text in sorted(texts.items()):
        found, told = read(text, filename)
        problems += told
        if found is not None and not told:
            loaded[filename] = found
    return loaded, problems


def by_faction(texts: Mapping[str, str], read: Callable[[str, str], Reading[Army]]) -> dict[str, Army]:
    """What several files hold, by their factions; the error lists the problems of all of them."""
    read_files, problems = read_all(texts, read)
    loaded: dict[str, Army] = {}
    for filename, army in read_files.items():
        if army.faction in loaded:
            problems.append(f'{filename}: the faction "{army.faction}" has a file already.')
        loaded[army.faction] = army
    if problems:
        raise DataError(problems)
    return loaded


def named(name: str, what: str, things: Mapping[str, tuple[Found, tuple[str, ...]]]) -> Found:
    """The thing of that name: any spelling of it, or a beginning that only one has. `what` names its kind in errors.

    Fewer letters than `FEWEST_LETTERS` are no beginning but a guess: whoever sends them is asked what they meant.
    """
    wanted = plain_name(name)
    for found, spellings in things.values():
        if wanted in map(plain_name, spellings):
            return found
    begins = _that(things, lambda key: bool(wanted) and key.startswith(wanted))
    if len(begins) == 1 and len(wanted) >= FEWEST_LETTERS:
        return things[begins[0]][0]
    # A later word of a name ("elves") is no name, but it tells what may have been meant.
    meant = begins or _that(things, lambda key: bool(wanted) and f" {wanted}" in key)
    if len(meant) > 1:
        raise UnknownName(f'"{name}" could be {", ".join(meant[:-1])} or {meant[-1]}.')
    spelled = (spelling for _, spellings in things.values() for spelling in spellings)
    near = f' Did you mean "{meant[0]}"?' if meant else did_you_mean(name, spelled)
    raise UnknownName(f'There is no {what} "{name}".{near or _all_of(things)}')


def _that(things: Mapping[str, tuple[Found, tuple[str, ...]]], fits: Callable[[str], bool]) -> list[str]:
    """The names of the things of which some spelling fits."""
    return [
        name for name, (_, spellings) in things.items() if any(fits(plain_name(spelling)) for spelling in spellings)
    ]


def _all_of(things: Iterable[str]) -> str:
    return f" There are {', '.join(things)}."


def plain_name(name: str) -> str:
    """What two spellings of one name have in common: letters in lower case, `and` for `&`, single spaces."""
    words = re.sub(r"[\s_-]+", " ", name.casefold().replace("&", " and ").replace("'", "").replace("\u2019", ""))
    return words.strip()
