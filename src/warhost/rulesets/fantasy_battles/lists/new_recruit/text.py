"""Army lists of New Recruit as players paste them: the army, a line for each unit with its cost, the total.

Beast Herds
350 - Soothsayer, General, Wizard Adept, Shamanism (Savage Fury, Awaken the Beast), Hand Weapon (Ancestral Carvings)
419 - 36 Wildhorn Herd, Paired Weapons, Standard Bearer (Banner of the Wild Herd), Musician
4000
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from warhost.muster.files.army_text import plain_line
from warhost.rulesets.fantasy_battles.lists.new_recruit.loose import is_json
from warhost.rulesets.fantasy_battles.lists.new_recruit.markup import without_markup

__all__ = [
    "OWN_WORDS",
    "PastedLine",
    "PastedList",
    "Taken",
    "costs_come_first",
    "is_pasted_list",
    "read_pasted",
    "split_options",
]

MOST_LINES = 400
LONGEST_LINE = 1500
ARMY = 1000
"""What costs so much is no unit but an army."""
FEWEST = 2
"""So many units with known options a list has at least that tells no costs."""
_BULLET = r"(?i)[\s*\u2022>|-]*(?:\d{1,2}[.)]\s+)?"
_COST = r"(?P<cost>\d[\d.,' ]{0,6})\s*(?:pts?|points|p)?\.?"
_SHARE = r"(?:[\[(]\s*[\d.,]+\s*%\s*[\])]\s*)?"
_GAP = r"(?:[-\u2013\u2014:=|]+|\t)"
_UNIT = r"(?P<rest>\D.*|\d+\s*[xX\u00d7]?\s*\D.*)"
_POINTS = r"\s*(?:pts?|points)\.?"
_LINE = re.compile(rf"{_BULLET}[\[(]?{_COST}\s*[\])]?\s*{_SHARE}{_GAP}\s*{_UNIT}")
_IN_BRACKETS = re.compile(rf"{_BULLET}\[\s*(?P<cost>\d[\d.,']{{0,6}})(?:{_POINTS})?\s*\]\s*{_UNIT}")
_CALLED_POINTS = re.compile(rf"{_BULLET}(?P<cost>\d[\d.,']{{0,6}}){_POINTS}\s+{_UNIT}")
_AFTER = re.compile(rf"{_BULLET}(?P<rest>.+?)\s*[\[(]\s*(?P<cost>\d[\d.,']*)(?:{_POINTS})?\s*[\])]\s*")
_AT_THE_END = re.compile(rf"{_BULLET}(?P<rest>.+?)\s*[-\u2013\u2014:=|]\s*(?P<cost>\d[\d.,']*){_POINTS}[\s|]*")
_FIRST, _LAST = (_LINE, _IN_BRACKETS, _CALLED_POINTS), (_AFTER, _AT_THE_END)
"""Costs before their units, and behind them."""
_PRICED = re.compile(
    rf"{_BULLET}.+?\s*(?:[\[(]\s*\d[\d.,']*{_POINTS}\s*[\])]|[-\u2013\u2014:=|]\s*\d[\d.,']*{_POINTS})[\s|]*"
)
_TIMES_MANY = r"\d{1,2}\s*[x\u00d7]\s*"
_SEVERAL = re.compile(
    rf"{_BULLET}(?:{_TIMES_MANY}\d[\d.,']*(?:{_POINTS})?\s*{_GAP}"
    rf"|\d[\d.,']*(?:{_POINTS})?\s*{_GAP}\s*{_TIMES_MANY}\d).*"
)
"""Several units in one line, `2x 155 - 5 Reed Men`: whether the cost is that of one or of all, nobody could say."""
_FREE = re.compile(rf"{_BULLET}(?P<rest>(?:\d{{1,3}}\s*[xX\u00d7]?\s*)?[^\W\d][^:.!?]*(?:,.*)?)")
"""A unit of a list that tells no costs."""
_OPTION = re.compile(r"(?:\s{2,}|\t|\s*[-*\u2022\u00b7>+]\s+)(?P<option>[^\W\d].*)")
"""An option on a line of its own below its unit."""
_TOTAL = re.compile(
    r"(?i)\W*(?:total\W*)?(?P<total>\d[\d.,' ]*)\s*(?:(?:/|of)\s*[\d.,']+\s*)?(?:pts?|points)?\W*(?:total\W*)?"
)
_COUNT = re.compile(r"(?i)(?P<count>\d{1,3})\s*(?:[x\u00d7]\s*|\s)(?=\S)|[x\u00d7]\s*(?P<other>\d{1,3})\s+(?=\S)")
_TRAILING = re.compile(r"(?i)^(?P<name>.+?)\s*(?:[x\u00d7]\s*(?P<count>\d{1,3})|\((?P<other>\d{1,3})\))$")

_TIMES = re.compile(r"^1\s*[xX\u00d7]\s*")
_PRICE = re.compile(r"(?i)\s*(?:[\[(]\s*\+?\d+\s*(?:pts?|points)\s*[\])]|\+?\d+\s*(?:pts?|points))$")
"""What stands around an option and says nothing: that it is one, and its price."""
_DASHED = re.compile(r"(?P<name>[^(\[]+?)\s+[-\u2013\u2014]\s+(?P<first>.+)")
"""A unit and its first option with a dash between them."""

_GROUPED = re.compile(r"\d{1,3}(?:[.,' ]\d{3})+")
_WHOLE = re.compile(r"(\d+)(?:[.,]0{1,2})?")
_COMMENT = re.compile(r"(?:\s+(?://|#|--\s|<-)|^\s*//).*$")
"""What players write for themselves, behind a unit or on a line of its own."""
_CALLED = re.compile(
    r"(?i)^(?:(?:army|faction|race|book)\s*[:=-]\s*"
    r"|(?:the\s+)?(?:9th|ninth)\s+age(?:\s*:?\s*fantasy battles)?\s*[:-]\s*)+"
)
_SIZE = re.compile(
    r"(?i)\s*(?:[\[(]\s*[\d.,']+\s*(?:pts?|points)?\s*[\])]|[-\u2013\u2014:|,]?\s*\d[\d.,']*\s*(?:pts?|points))\s*$"
)
"""What stands around the name of an army: that it is one, and the points of the game."""
_CATEGORY = re.compile(
    r"(?i)\W*(?:characters?|heroes|lords|core|special|rare|units)(?:\W+\d[\d.,']*\s*(?:pts?|points|%)?)*\W*"
)
_HEADING = re.compile(r"\s*(?:#+\s.*|(?P<sign>[=+~*-])(?P=sign)+.*|[^\d,]{3,40}:\s*)")
"""Lines that only say of which kind the units below them are."""

OWN_WORDS = re.compile(
    r"(?i)\b(?:battle standard bearer|bsb|standard bearer|musician|champion|wizard (?:apprentice|adept|master)"
    r"|full command(?: group)?|fcg|paired weapons|great weapon|halberd|hand weapon)\b"
)
"""What only lists of this game say."""


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
    unread: tuple[tuple[int, str], ...] = ()
    """Lines that are neither a unit nor anything else, with their numbers."""
    several: tuple[tuple[int, str], ...] = ()
    """Lines with more than one unit."""
    comments: int = 0
    """How many lines have something in them that their player wrote for himself."""
    others: tuple[str, ...] = ()
    """The armies of further lists in the same text."""
    too_long: tuple[int, ...] = ()
    """Lines that are longer than any unit."""
    lines: int = 0


class _Found(NamedTuple):
    """What a line says of a unit: its cost as it is written, and the rest."""

    cost: str
    rest: str
    first: bool
    """Whether the cost stands before the unit."""


def is_pasted_list(text: str) -> bool:
    """Whether a text may be such a list: from its first unit to its last, most lines are units with a cost; or, where
    no line has a cost, most of them say what only lists of this game do."""
    if is_json(text):
        return False
    lines = [line for _, line in _lines(text) if line.strip()]
    marks = [_costs_first(line) for line in lines]
    if not any(marks):
        marks = [_PRICED.fullmatch(line[:LONGEST_LINE]) is not None for line in lines]
    units = sum(marks)
    if not units:
        return _is_free(lines)
    between = len(marks) - marks.index(True) - marks[::-1].index(True)
    return 3 * units >= (between if units > 1 else len(lines))


def _is_free(lines: Sequence[str]) -> bool:
    """Whether these are the lines of a list without costs: a title, and units of which several have known options."""
    told = [line for line in lines if "," in line and OWN_WORDS.search(line) and _FREE.fullmatch(line)]
    return len(told) >= FEWEST and 3 * len(told) >= len(lines) and "," not in lines[0]


def costs_come_first(text: str) -> bool:
    """Whether the units of a list stand behind their costs, as New Recruit writes them."""
    return any(_costs_first(line) for line in without_markup(text).splitlines()[:MOST_LINES])


def _costs_first(line: str) -> bool:
    return any(form.fullmatch(line[:LONGEST_LINE]) for form in (*_FIRST, _SEVERAL))


def read_pasted(text: str) -> PastedList:
    """The list in a text."""
    head: list[str] = []
    units: list[PastedLine] = []
    unread: list[tuple[int, str]] = []
    several: list[tuple[int, str]] = []
    points = comments = 0
    too_long: list[int] = []
    others: list[str] = []
    ended = ""
    after: list[tuple[int, str]] = []
    read = list(_lines(text))
    free = not any(_unit_line(line) or _SEVERAL.fullmatch(line[:LONGEST_LINE]) for _, line in read)
    for number, raw in read:
        # A tab may stand between cost and unit, so the line is made plain only after it was split.
        line = _COMMENT.sub("", raw[:LONGEST_LINE])
        comments += line != raw[:LONGEST_LINE] and not _HEADING.fullmatch(raw[:LONGEST_LINE])
        if len(raw) > LONGEST_LINE:
            too_long.append(number)
        if not line.strip():
            continue
        plain = plain_line(line)
        found = _free_line(line, head) if free else _unit_line(line)
        if found is not None and not units and _is_title(found, head):
            found = None
        if total := _TOTAL.fullmatch(line.strip()):
            points = points or _number(total["total"]) or 0
            ended = "another list" if units else ""
        elif found is not None and ended:
            others.append(ended)
            ended, after = "", []
        elif _SEVERAL.fullmatch(line):
            several.append((number, plain))
        elif found is not None and (unit := _unit(number, found.cost, plain_line(found.rest))) is not None:
            units.append(unit)
        elif _CATEGORY.fullmatch(line) or (units and not ended and _HEADING.fullmatch(line)):
            continue
        elif not units:
            head.append(plain.strip("#*=+> "))
        elif ended:
            ended = plain.strip("#*=+> ") or ended
            after.append((number, plain))
        else:
            unread.append((number, plain))
    army = _army(head)
    name = next((line for line in head if line and army not in line), "")
    return PastedList(
        army=army,
        name=name,
        points=points,
        units=tuple(units),
        unread=(*unread, *after),
        several=tuple(several),
        comments=comments,
        others=tuple(others),
        too_long=tuple(too_long),
        lines=len(text.splitlines()),
    )


def _unit_line(line: str) -> _Found | None:
    """The cost and the rest of a line that has both, wherever the cost stands."""
    line = line[:LONGEST_LINE]
    for form in (*_FIRST, *_LAST):
        found = form.fullmatch(line)
        if found is not None:
            return _Found(found["cost"], found["rest"], form in _FIRST)
    return None


def _free_line(line: str, head: Sequence[str]) -> _Found | None:
    """A unit of a list without costs: any line below its title that is no sentence."""
    found = _FREE.fullmatch(line[:LONGEST_LINE])
    return _Found("0", found["rest"], True) if head and found is not None else None


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers; a unit is one line with those that go on after a comma or an open bracket
    at its end, or have its options."""
    begun: tuple[int, str] | None = None
    for number, line in enumerate(without_markup(text).splitlines()[:MOST_LINES], 1):
        if begun is not None and _goes_on(begun[1]) and not _costs_first(line):
            begun = begun[0], f"{begun[1]} {line.strip()}"
            continue
        option = None if begun is None or _unit_line(line) else _OPTION.fullmatch(line[:LONGEST_LINE])
        if begun is not None and option is not None and (unit := _unit_line(begun[1])) is not None:
            begun = begun[0], f"{unit.cost} - {unit.rest}, {option['option'].strip()}"
            continue
        if begun is not None:
            yield begun
        begun = number, line
    if begun is not None:
        yield begun


def _goes_on(line: str) -> bool:
    """Whether a line cannot be the end of its unit."""
    line = line[:LONGEST_LINE]
    return line.rstrip().endswith(",") or (line.count("(") > line.count(")") and _unit_line(line) is not None)


def _is_title(found: _Found, head: list[str]) -> bool:
    """Whether a line with points behind it is the head of the list: `Beast Herds [4500 pts]`."""
    return not found.first and "," not in found.rest and (not head or (_number(found.cost) or 0) >= ARMY)


def _army(head: list[str]) -> str:
    """The army: the last line before the units; what stands before it is the player's or the list's name."""
    told = [_SIZE.sub("", _CALLED.sub("", line)).strip(" -:") for line in head]
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
    if dashed := _DASHED.fullmatch(rest):
        rest = f"{dashed['name']}, {dashed['first']}"
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
    if not bracket and ": " in part:
        # `Shamanism: Savage Fury`
        name, _, rest = part.partition(": ")
        return Taken(name.strip(), (rest.strip(),))
    if not bracket or not name.strip():
        return Taken(part.strip())
    return Taken(name.strip(), tuple(_parts(rest.strip().removesuffix(")"))))
