"""Army lists as a short text that players send to each other, and read back.

The Shire Muster (Crown of Aldermere, 1000 points)
- Shire Captain + Blade of Slashing
- Battalion 2: Pike Wardens + horde
"""

from __future__ import annotations

import re
from collections.abc import Callable

from warhost.muster.building.drafts import Draft
from warhost.muster.entries import Catalogue
from warhost.muster.files.army_text import DataError, UnknownName, tidied
from warhost.muster.files.pick_text import pick_from_text, pick_text

__all__ = ["draft_from_text", "is_list_text", "text_of_draft"]

_HEAD = re.compile(r"(?P<name>.+) \((?P<faction>[^()]+?)(?:, (?P<points>\d{1,5}) points)?\)")
_LINE = re.compile(r"[-*]\s+(?P<pick>.+)")
MOST_LINES = 400


def text_of_draft(draft: Draft) -> str:
    """The list as a text."""
    points = f", {draft.points} points" if draft.points else ""
    return "\n".join([f"{draft.name} ({draft.faction}{points})", *(f"- {pick_text(pick)}" for pick in draft.picks), ""])


def is_list_text(text: str) -> bool:
    """Whether a text may be such a list: a head with a faction, lines with dashes below."""
    lines = [line.strip() for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    return len(lines) > 1 and _HEAD.fullmatch(lines[0]) is not None and _LINE.fullmatch(lines[1]) is not None


def draft_from_text(text: str, filename: str, catalogue_of: Callable[[str], Catalogue]) -> Draft:
    """The list in a text, of a faction whose entries are found by its name; raises DataError with all that cannot be
    read."""
    lines = [
        (number, tidied(line)) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1) if line.strip()
    ]
    if len(lines) > MOST_LINES:
        raise DataError([f"{filename}: has {len(lines)} lines: {MOST_LINES} are read at most."])
    head = _HEAD.fullmatch(lines[0][1]) if lines else None
    if head is None:
        raise DataError([f'{filename}: does not begin with "Name of the list (Faction, 2000 points)".'])
    try:
        catalogue = catalogue_of(head["faction"])
    except UnknownName as error:
        raise DataError([f"{filename}: {error}"]) from None
    found = [(number, _LINE.fullmatch(line)) for number, line in lines[1:]]
    wrong = [
        f'{filename}, line {number}: write a unit like "- Unit + size + option".' for number, one in found if not one
    ]
    if wrong:
        raise DataError(wrong)
    try:
        picks = tuple(pick_from_text(one["pick"], catalogue, catalogue_of) for _, one in found if one is not None)
    except UnknownName as error:
        raise DataError([f"{filename}: {error}"]) from None
    return Draft(name=head["name"], faction=catalogue.faction, points=int(head["points"] or 0), picks=picks)
