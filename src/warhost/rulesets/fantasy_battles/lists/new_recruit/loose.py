"""Values of files that others wrote: numbers as text, keys in any spelling, lists where one thing was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from warhost.muster.files.army_text import plain_line, plain_name

__all__ = [
    "base_of",
    "counted",
    "dice_mean",
    "is_json",
    "items_of",
    "key_of",
    "number_of",
    "share_of",
    "span_of",
    "text_of",
    "texts_of",
]

_NUMBER = re.compile(r"-?\d+")
_SPAN = re.compile(r"(\d+)\s*(?:-|\u2013|\u2014|to)\s*(\d+)")
_BASE = re.compile(r"(\d{2,3})\s*(?:mm)?\s*[x\u00d7*X]\s*(\d{2,3})")
_ROUND = re.compile(r"(\d{2,3})\s*(?:mm)?(?:\s*round)?")
_DICE = re.compile(r"(\d*)\s*[dD]\s*(\d)\s*(?:\+\s*(\d+))?")
_COUNTED = re.compile(r"(.+?)\s*\(\s*(?:x|\u00d7)?\s*(\d{1,2})\s*(?:x|\u00d7)?\s*\)")
_JSON = re.compile(r"[\ufeff\s]*(?:\{|\[\s*(?:[\[{\"\]]|$))")
_MARKUP = re.compile(r"<[^>]*>|\\newline\{\}")


def is_json(text: str) -> bool:
    """Whether a text means to be JSON: a table, or a list of something; `[b]` is a forum's."""
    return _JSON.match(text) is not None


def text_of(value: Any) -> str:
    """A text on one line, without markup; numbers are written, anything else is nothing."""
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, (int, float)):
        return f"{value:g}"
    return plain_line(_MARKUP.sub(" ", value)) if isinstance(value, str) else ""


def number_of(value: Any) -> int | None:
    """A whole number: 5, "5", "5+", '5"', 5.0; None if there is none."""
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, float)):
        return int(value) if abs(value) < 10**6 else None
    if not isinstance(value, str) or _DICE.search(value):
        return None
    read = _NUMBER.search(value)
    return int(read[0]) if read is not None and len(read[0]) < 7 else None


def dice_mean(value: Any) -> int | None:
    """The mean of dice, rounded down: 4 of D6+1; None if there are none."""
    read = _DICE.search(value) if isinstance(value, str) else None
    if read is None:
        return None
    return int(int(read[1] or 1) * (int(read[2]) + 1) / 2) + int(read[3] or 0)


def share_of(value: Any) -> int | None:
    """A share in percent: 0.4, "40", "40%"."""
    if isinstance(value, str):
        try:
            value = float(value.strip().rstrip("%").replace(",", "."))
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 100:
        return None
    return round(value * 100) if value <= 1 else round(value)


def span_of(value: Any) -> tuple[int, int] | None:
    """How many models there may be: (15, 50) of "15-50", (1, 1) of "1"."""
    read = _SPAN.search(value) if isinstance(value, str) else None
    if read is not None:
        return int(read[1]), int(read[2])
    one = number_of(value)
    return None if one is None else (one, one)


def base_of(value: Any) -> tuple[int, int] | None:
    """Front and depth of a base in mm: "25x50", "25\u00d750", "40 mm round"."""
    if not isinstance(value, str):
        return None
    read = _BASE.search(value)
    if read is not None:
        return int(read[1]), int(read[2])
    alone = _ROUND.fullmatch(value.strip())
    return None if alone is None else (int(alone[1]), int(alone[1]))


def counted(name: str) -> tuple[str, int]:
    """A name with how many there are of it: ("Crew", 2) of "Crew (2)" or "Crew (x2)"."""
    read = _COUNTED.fullmatch(name)
    return (name, 1) if read is None else (read[1], int(read[2]))


def items_of(value: Any) -> Iterator[Mapping[str, Any]]:
    """The tables of a list, or of the values of a table, or the one table that there is."""
    if isinstance(value, Mapping):
        inner = list(value.values())
        if inner and all(isinstance(one, Mapping) for one in inner):
            yield from inner
        else:
            yield value
    elif isinstance(value, list):
        yield from (one for one in value if isinstance(one, Mapping))


def texts_of(value: Any) -> tuple[str, ...]:
    """The texts of a list, or the one text that there is; of tables their names."""
    if isinstance(value, (str, int, float)):
        value = [value]
    if not isinstance(value, list):
        return ()
    told = (text_of(one.get("name", one.get("ref"))) if isinstance(one, Mapping) else text_of(one) for one in value)
    return tuple(filter(None, told))


def key_of(name: str) -> str:
    """What two spellings of one name have in common: no case, no signs, no plural."""
    letters = re.sub(r"[^a-z0-9]+", " ", plain_name(name)).split()
    return " ".join(word[:-1] if len(word) > 3 and word.endswith("s") else word for word in letters)
