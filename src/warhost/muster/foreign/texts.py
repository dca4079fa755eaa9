"""Rosters that players paste: the texts of New Recruit and BattleScribe, as one value.

Beast Herds - Autumn Raid - [1200 pts]         ++ Armylist (Beast Herds) [1,200pts] ++        Beast Herds
# ++ Army Roster ++ [1195 pts]                 + Characters [200pts] +                        200 - Soothsayer, Adept
## Characters [200 pts]                        Soothsayer [200pts]: Adept                     150 - Mongrel Herd, 5x3
Soothsayer [200 pts]: Adept, Druidism          . Special Items: Obsidian Rock                 350
• Special Items: Obsidian Rock
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from warhost.muster.files.army_text import DataError, plain_line
from warhost.muster.foreign.rosters import MOST_TIMES, Chosen, ForeignRoster
from warhost.muster.values import Source
from warhost.table import summed

__all__ = ["ROSTER_TEXTS", "is_roster_text", "is_short_text", "read_roster_text", "read_short_text"]

MOST_LINES = 400
LONGEST = 20_000

_PTS = r"\[\s*(?P<points>[\d.,' ]+?)\s*(?:pts?|points?)\b[^\]]*\]"
_TITLE = re.compile(rf"(?i)(?P<name>.+?)\s+-\s+{_PTS}")
_ROSTER = re.compile(rf"(?i)#*\s*\++\s*(?P<name>.+?)(?:\s*{_PTS})?\s*\++(?:\s*\[[^\]]*\])?")
_SECTION = re.compile(rf"(?i)(?:#+|\+)\s*(?P<name>[^#+\[]+?)(?:\s*{_PTS})?\s*\+?")
_UNIT = re.compile(rf"(?i)(?:(?P<number>\d+)x\s+)?(?P<name>[^\[:]+?)\s*{_PTS}\s*(?::\s*(?P<rest>.*))?")
_BELOW = re.compile(r"[•.*-]\s*(?P<text>.+)")
_TOKEN = re.compile(rf"(?i)(?:(?P<number>\d+)x\s+)?(?P<name>.+?)(?:\s*{_PTS})?")
_SHORT = re.compile(r"(?P<points>\d{1,5}) [-\u2013] (?:(?P<models>\d{1,3}) )?(?P<name>[^,]+)(?:, (?P<rest>.+))?")
_CONFIGURATION = "configuration"


# With headings


def is_roster_text(text: str) -> bool:
    """Whether a text may be a roster with headings: `## Core [300 pts]` or `+ Core [300pts] +`, and units below."""
    lines = _lines(text[:LONGEST])
    heads = [line for line in lines if line.startswith(("+ ", "++ ", "## ", "# ++"))]
    return bool(heads) and any(_UNIT.fullmatch(line) for line in lines if not line.startswith(("+", "#")))


def read_roster_text(source: Source) -> ForeignRoster:
    """The roster in such a text; raises DataError with the lines that cannot be read."""
    army, name, limit, skipping = "", "", 0, False
    units: list[Chosen] = []
    wrong: list[str] = []
    for number, line in _checked_lines(source):
        if title := _TITLE.fullmatch(line):
            parts = re.split(r"\s+-\s+", title["name"])
            # `Army - List`, or more parts before the army; a list alone says no army.
            army, name = (parts[-2], parts[-1]) if len(parts) > 1 else (army, parts[0])
            limit = _number(title["points"])
        elif line.startswith(("+", "#")):
            skipping, found = _heading(line)
            army = army or found
        elif below := _BELOW.fullmatch(line):
            if units:
                more = tuple(_tokens(below["text"]))
                units[-1] = msgspec.structs.replace(units[-1], inside=(*units[-1].inside, *more))
        elif unit := _UNIT.fullmatch(line):
            skipping = False
            units += [_unit(unit)] * min(MOST_TIMES, int(unit["number"] or 1))
        elif not skipping and units:
            told = f'"{line[:60]}" is neither a unit with its points nor a heading.'
            wrong.append(f"{source.name}, line {number}: {told}")
    if wrong:
        raise DataError(wrong[:20])
    return ForeignRoster(form="roster as text", name=name, limit=limit, units=tuple((army, unit) for unit in units))


def _heading(line: str) -> tuple[bool, str]:
    """Whether what follows a heading is no unit, and the army that it names."""
    roster = _ROSTER.fullmatch(line) if line.lstrip("# ").startswith("++") else None
    if roster is not None:
        named = re.search(r"\(([^()]+)\)", roster["name"])
        return False, named[1] if named else ""
    section = _SECTION.fullmatch(line)
    return section is not None and section["name"].casefold().startswith(_CONFIGURATION), ""


def _unit(found: re.Match[str]) -> Chosen:
    inside = tuple(_tokens(found["rest"] or ""))
    own = _number(found["points"]) - summed(one.total for one in inside)
    return Chosen(name=found["name"], points=max(0.0, own), inside=inside)


# Without


def is_short_text(text: str) -> bool:
    """Whether a text may be an army and its units, each behind its points: `150 - Mongrel Herd, 5x3`."""
    lines = _lines(text[:LONGEST])
    return len(lines) > 1 and not _SHORT.fullmatch(lines[0]) and _SHORT.fullmatch(lines[1]) is not None


def read_short_text(source: Source) -> ForeignRoster:
    """The roster in such a text; raises DataError with the lines that cannot be read."""
    (_, first), *rest = _checked_lines(source)
    if rest and re.fullmatch(r"[\d.,' ]+(?:pts|points)?", rest[-1][1]):
        rest.pop()  # the sum
    found = [(number, line, _SHORT.fullmatch(line)) for number, line in rest]
    wrong = [
        f'{source.name}, line {number}: "{line[:60]}" does not begin with points, such as "150 - Mongrel Herd, 5x3".'
        for number, line, unit in found
        if unit is None
    ]
    if wrong:
        raise DataError(wrong[:20])
    units = tuple(
        (
            first,
            Chosen(
                name=unit["name"],
                points=float(unit["points"]),
                models=int(unit["models"] or 0),
                inside=tuple(_tokens(unit["rest"] or "")),
            ),
        )
        for _, _, unit in found
        if unit is not None
    )
    return ForeignRoster(form="roster as short text", name=first, units=units)


ROSTER_TEXTS = {
    "roster as text": (is_roster_text, read_roster_text),
    "roster as short text": (is_short_text, read_short_text),
}
"""The texts of rosters: how each is told from others, and how it is read."""


# Lines and what is in them


def _lines(text: str) -> list[str]:
    return [line for _, line in _numbered(text)]


def _numbered(text: str) -> list[tuple[int, str]]:
    """The lines of a text that are not empty, with their numbers."""
    plain = (plain_line(line.strip(" \t*")) for line in text.lstrip("\ufeff").splitlines())
    return [(number, line) for number, line in enumerate(plain, 1) if line]


def _checked_lines(source: Source) -> list[tuple[int, str]]:
    lines = _numbered(source.text)
    if len(lines) > MOST_LINES or len(source.text) > LONGEST * 5:
        raise DataError([f"{source.name}: is longer than any real roster: {MOST_LINES} lines are read at most."])
    return lines


def _tokens(text: str) -> Iterator[Chosen]:
    """What was chosen: `Adept [75 pts], Special Items: Obsidian Rock, Banner (of War)`."""
    head, colon, rest = text.partition(": ")
    if colon and not re.search(r"[,(\[]", head):
        yield Chosen(name=head, inside=tuple(_tokens(rest)))
        return
    for part in _split(text):
        name, inner = _bracketed(part)
        found = _TOKEN.fullmatch(name)
        if found is None:
            continue
        yield Chosen(
            name=found["name"],
            number=min(MOST_TIMES, max(1, int(found["number"] or 1))),
            points=_number(found["points"] or "0"),
            inside=tuple(_tokens(inner)) if inner else (),
        )


def _split(text: str) -> Sequence[str]:
    """The parts between commas that stand in no brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        if letter in "([":
            depth += 1
        elif letter in ")]":
            depth = max(0, depth - 1)
        elif letter == "," and not depth:
            parts.append(text[start:place].strip())
            start = place + 1
    return [part for part in (*parts, text[start:].strip()) if part]


def _bracketed(text: str) -> tuple[str, str]:
    """A name, and what stands in round brackets behind it; figures there are part of the name: `Crossbow (4+)`."""
    found = re.fullmatch(r"([^()]+?)\s*\(([^()]*)\)((?:\s*\[[^\]]*\])?)", text)
    return (found[1] + found[3], found[2]) if found and re.search(r"[^\W\d]{2}", found[2]) else (text, "")


def _number(text: str) -> int:
    digits = re.sub(r"\D", "", text.split(".")[0] if re.search(r"\.\d{1,2}$", text) else text)
    return int(digits[:6] or 0)
