"""Army lists of New Recruit as players paste them: the army, a line for each unit with its cost, the total.

Beast Herds
350 - Soothsayer, General, Wizard Adept, Shamanism (Savage Fury, Awaken the Beast), Hand Weapon (Ancestral Carvings)
419 - 36 Wildhorn Herd, Paired Weapons, Standard Bearer (Banner of the Wild Herd), Musician
4000
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from warhost.muster.army_text import plain_line

__all__ = ["PastedLine", "PastedList", "Taken", "costs_come_first", "is_pasted_list", "read_pasted", "split_options"]

MOST_LINES = 400
LONGEST_LINE = 1500
ARMY = 1000
"""What costs so much is no unit but an army."""
_BULLET = r"(?i)[\s*\u2022>|-]*(?:\d{1,2}[.)]\s+)?"
_COST = r"(?P<cost>\d[\d.,' ]{0,6})\s*(?:pts?|points|p)?\.?"
_SHARE = r"(?:[\[(]\s*[\d.,]+\s*%\s*[\])]\s*)?"
_LINE = re.compile(
    rf"{_BULLET}[\[(]?{_COST}\s*[\])]?\s*{_SHARE}(?:[-\u2013\u2014:=|]+|\t)\s*"
    r"(?P<rest>\D.*|\d+\s*[xX\u00d7]?\s*\D.*)"
)
_POINTS = r"\s*(?:pts?|points)\.?"
_AFTER = re.compile(rf"{_BULLET}(?P<rest>.+?)\s*[\[(]\s*(?P<cost>\d[\d.,']*)(?:{_POINTS})?\s*[\])]\s*")
_AT_THE_END = re.compile(rf"{_BULLET}(?P<rest>.+?)\s*[-\u2013\u2014:=|]\s*(?P<cost>\d[\d.,']*){_POINTS}[\s|]*")
_PRICED = re.compile(
    rf"{_BULLET}.+?\s*(?:[\[(]\s*\d[\d.,']*{_POINTS}\s*[\])]|[-\u2013\u2014:=|]\s*\d[\d.,']*{_POINTS})[\s|]*"
)
_OPTION = re.compile(r"(?:\s{2,}|\t|\s*[-*\u2022\u00b7>+]\s+)(?P<option>[^\W\d].*)")
"""An option on a line of its own below its unit."""
_TOTAL = re.compile(r"(?i)\W*(?:total\W*)?(?P<total>\d[\d.,' ]*)\s*(?:(?:/|of)\s*[\d.,']+\s*)?(?:pts?|points)?\W*")
_COUNT = re.compile(r"(?i)(?P<count>\d{1,3})\s*(?:[x\u00d7]\s*|\s)(?=\S)|[x\u00d7]\s*(?P<other>\d{1,3})\s+(?=\S)")
_TRAILING = re.compile(r"(?i)^(?P<name>.+?)\s*(?:[x\u00d7]\s*(?P<count>\d{1,3})|\((?P<other>\d{1,3})\))$")

_TIMES = re.compile(r"^1\s*[xX\u00d7]\s*")
_PRICE = re.compile(r"(?i)\s*(?:[\[(]\s*\+?\d+\s*(?:pts?|points)\s*[\])]|\+?\d+\s*(?:pts?|points))$")
"""What stands around an option and says nothing: that it is one, and its price."""


_GROUPED = re.compile(r"\d{1,3}(?:[.,' ]\d{3})+")
_WHOLE = re.compile(r"(\d+)(?:[.,]0{1,2})?")
_COMMENT = re.compile(r"\s+(?://|#|--\s).*$")
"""What players write behind a unit for themselves."""


class Taken(msgspec.Struct, frozen=True):
    """An option as it is written, with what stands in brackets behind it."""

    name: str
    inside: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.name} ({', '.join(self.inside)})" if self.inside else self.name


class PastedLine(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of the text: what it costs, how many models, and its parts between commas, the name first."""

    number: int
    cost: int
    models: int
    words: tuple[Taken, ...]

    @property
    def name(self) -> str:
        return self.words[0].name


class PastedList(msgspec.Struct, frozen=True, kw_only=True):
    """A list as it was pasted."""

    army: str = ""
    name: str = ""
    points: int = 0
    units: tuple[PastedLine, ...] = ()
    unread: tuple[str, ...] = ()
    """Lines that are neither a unit nor anything else."""
    comments: int = 0
    """How many lines have something behind them that their player wrote for himself."""
    others: tuple[str, ...] = ()
    """The armies of further lists in the same text."""
    too_long: tuple[int, ...] = ()
    """Lines that are longer than any unit."""
    lines: int = 0


def is_pasted_list(text: str) -> bool:
    """Whether a text may be such a list: lines that begin with a cost, most of them."""
    if text.lstrip("\ufeff \r\n\t")[:1] in ("{", "["):
        return False
    lines = [line for line in _lines(text) if line.strip()]
    costs_first = sum(_LINE.fullmatch(line[:LONGEST_LINE]) is not None for line in lines)
    units = costs_first or sum(_PRICED.fullmatch(line[:LONGEST_LINE]) is not None for line in lines)
    return units > 0 and 3 * units >= len(lines)


def costs_come_first(text: str) -> bool:
    """Whether the units of a list stand behind their costs, as New Recruit writes them."""
    return any(_LINE.fullmatch(line[:LONGEST_LINE]) for line in text.splitlines()[:MOST_LINES])


def read_pasted(text: str) -> PastedList:
    """The list in a text."""
    head: list[str] = []
    units: list[PastedLine] = []
    unread: list[str] = []
    points = comments = 0
    too_long: list[int] = []
    others: list[str] = []
    ended = ""
    for number, raw in enumerate(_lines(text), 1):
        # A tab may stand between cost and unit, so the line is made plain only after it was split.
        line = _COMMENT.sub("", raw[:LONGEST_LINE])
        comments += line != raw[:LONGEST_LINE]
        if len(raw) > LONGEST_LINE:
            too_long.append(number)
        if not line.strip():
            continue
        found = _unit_line(line)
        if found is not None and not units and _is_title(found, head):
            found = None
        if total := _TOTAL.fullmatch(line.strip()):
            points = points or _number(total["total"]) or 0
            ended = "another list" if units else ""
        elif found is not None and ended:
            others.append(ended)
            ended = ""
        elif found is not None and (unit := _unit(number, found["cost"], plain_line(found["rest"]))) is not None:
            units.append(unit)
        elif not units:
            head.append(plain_line(line).strip("#*=+> "))
        elif ended:
            ended = plain_line(line).strip("#*=+> ") or ended
        else:
            unread.append(plain_line(line))
    army = _army(head)
    name = next((line for line in head if line and line != army), "")
    return PastedList(
        army=army,
        name=name,
        points=points,
        units=tuple(units),
        unread=tuple(unread) if not ended or ended == "another list" else (*unread, ended),
        comments=comments,
        others=tuple(others),
        too_long=tuple(too_long),
        lines=len(text.splitlines()),
    )


def _unit_line(line: str) -> re.Match[str] | None:
    """The cost and the rest of a line that has both, wherever the cost stands."""
    line = line[:LONGEST_LINE]
    return _LINE.fullmatch(line) or _AFTER.fullmatch(line) or _AT_THE_END.fullmatch(line)


def _lines(text: str) -> Iterator[str]:
    """The lines of a text; a unit is one line with those that go on after a comma at its end, or have its options."""
    begun: str | None = None
    for line in text.lstrip("\ufeff").splitlines()[:MOST_LINES]:
        if begun is not None and begun.rstrip().endswith(",") and _LINE.fullmatch(line[:LONGEST_LINE]) is None:
            begun = f"{begun} {line.strip()}"
            continue
        option = None if begun is None or _unit_line(line) else _OPTION.fullmatch(line[:LONGEST_LINE])
        if begun is not None and option is not None and (unit := _unit_line(begun)) is not None:
            begun = f"{unit['cost']} - {unit['rest']}, {option['option'].strip()}"
            continue
        if begun is not None:
            yield begun
        begun = line
    if begun is not None:
        yield begun


def _is_title(found: re.Match[str], head: list[str]) -> bool:
    """Whether a line with points behind it is the head of the list: `Beast Herds [4500 pts]`."""
    after, rest = found.re is not _LINE, found["rest"]
    return after and "," not in rest and (not head or (_number(found["cost"]) or 0) >= ARMY)


def _army(head: list[str]) -> str:
    """The army: the last line before the units; what stands before it is the player's or the list's name."""
    told = [re.sub(r"[\[(]\s*[\d.,']+\s*(?:pts?|points)?\s*[\])]\s*$", "", line).strip(" -:") for line in head]
    return next((line for line in reversed(told) if line), "")


def _number(text: str) -> int | None:
    """Points in any notation: 1350, 1.350, 1 350, 350,00; None if nobody could say what is meant."""
    told = text.strip().replace("\u00a0", " ")
    if _GROUPED.fullmatch(told):
        return int(re.sub(r"\D", "", told)[:6])
    whole = _WHOLE.fullmatch(told)
    return int(whole[1][:6]) if whole else None


def _unit(number: int, cost: str, rest: str) -> PastedLine | None:
    models, rest = 0, rest.rstrip(" |")
    if count := _COUNT.match(rest):
        models, rest = int(count["count"] or count["other"]), rest[count.end() :]
    words, points = split_options(rest), _number(cost)
    if not words or points is None:
        return None
    if not models and (after := _TRAILING.match(words[0].name)):
        models = int(after["count"] or after["other"])
        words = [Taken(after["name"], words[0].inside), *words[1:]]
    return PastedLine(number=number, cost=points, models=models, words=tuple(words))


def split_options(text: str) -> list[Taken]:
    """The parts of a text between its commas, with what stands in brackets behind each."""
    return [_taken(part) for part in _parts(text)]


def _parts(text: str) -> Iterator[str]:
    """The parts of a text between commas that are in no brackets."""
    deep, start = 0, 0
    for place, letter in enumerate(text):
        if letter in "([":
            deep += 1
        elif letter in ")]":
            deep = max(0, deep - 1)
        elif letter in ",;" and not deep:
            if text[start:place].strip():
                yield text[start:place].strip()
            start = place + 1
    if text[start:].strip():
        yield text[start:].strip()


def _taken(part: str) -> Taken:
    part = _PRICE.sub("", _TIMES.sub("", part)).strip() or part
    name, bracket, rest = part.partition("(")
    if not bracket or not name.strip():
        return Taken(part.strip())
    return Taken(name.strip(), tuple(_parts(rest.strip().removesuffix(")"))))
