"""Lists to hand on: as JSON for programs, and as a short link that holds the whole list.

A link ends in `#kow-1-eNo9...`: the rulebook, the version of this form, and the list, compressed, in letters that need
no escaping in an address. Nothing has to be kept on a server for it. What somebody else made up is refused with a
sentence: a link may be cut short, and a few letters may unpack to gigabytes.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from warhost.muster.building.buying import Pick
from warhost.muster.building.drafts import Draft
from warhost.muster.checking.bounds import LONGEST_NAME
from warhost.muster.files.army_text import DataError, plain_line
from warhost.muster.files.list_files import MOST_MODELS, MOST_POINTS

__all__ = [
    "book_of_shared",
    "draft_of_json",
    "draft_of_link",
    "is_draft_json",
    "is_link",
    "json_of_draft",
    "link_of_draft",
]

VERSION = 1
LONGEST_LINK = 20_000
"""Letters of a link; the largest lists need some hundreds."""
MOST_BYTES = 200_000
"""What a link may unpack to."""
MOST_PICKS = 100
MOST_OPTIONS = 60
DEEPEST = 3
"""Units that joined units that joined units."""
LONGEST = 2 * LONGEST_NAME

_LINK = re.compile(r"(?:\S*#)?(?:list=)?(?P<slug>[a-z0-9]{1,12})-(?P<version>\d{1,3})-(?P<data>[A-Za-z0-9_=-]*)")
_RULES = re.compile(r'"rules"\s*:\s*"(?P<slug>[a-z0-9]{1,12})"')
_JSON = re.compile(r'\s*\{\s*"warhost"\s*:\s*"list"')


class Shared(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A list as JSON: what it is, for which rulebook, and the picks."""

    warhost: str
    rules: str
    version: int
    list: Draft


# As JSON


def json_of_draft(slug: str, draft: Draft) -> str:
    """The list as JSON, readable for people too."""
    raw = msgspec.json.encode(Shared(warhost="list", rules=slug, version=VERSION, list=draft))
    return msgspec.json.format(raw, indent=2).decode() + "\n"


def is_draft_json(text: str) -> bool:
    """Whether a text may be such a JSON."""
    return _JSON.match(text.lstrip("\ufeff")) is not None


def draft_of_json(text: str, filename: str, slug: str) -> Draft:
    """The list in a JSON of ours for that rulebook; raises DataError with all that is wrong with it."""
    try:
        found = msgspec.json.decode(text.lstrip("\ufeff"), type=Shared)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DataError([f"{filename}: is not a Warhost list: {_decoded(error)}."]) from None
    _expect(found.rules, found.version, slug, filename)
    return _checked(found.list, filename)


def _decoded(error: Exception) -> str:
    return str(error) if isinstance(error, msgspec.DecodeError) else "it is nested too deeply"


def _expect(rules: str, version: int, slug: str, filename: str) -> None:
    """Raise DataError if a list is of another rulebook, or of a form that is not known yet."""
    if rules != slug:
        raise DataError([f'{filename}: this list is for the rulebook "{plain_line(rules[:20])}", not for "{slug}".'])
    if version != VERSION:
        told = f"{filename}: the list is of version {version}, and this Warhost reads version {VERSION}"
        raise DataError([f"{told}: ask for it as text, or use a newer Warhost."])


def book_of_shared(text: str) -> str:
    """The rulebook that a link or a JSON of ours names; empty for other texts."""
    found = (_LINK.fullmatch(text.strip("\ufeff \r\n\t<>")) if is_link(text) else None) or (
        _RULES.search(text[:4000]) if is_draft_json(text) else None
    )
    return found["slug"] if found else ""


# As a link


def link_of_draft(slug: str, draft: Draft, address: str = "") -> str:
    """The list as the end of an address, behind the address of a page if that is given. The same list gives the same
    link."""
    raw = msgspec.json.encode([draft.name, draft.faction, draft.points, [_packed(pick) for pick in draft.picks]])
    data = base64.urlsafe_b64encode(zlib.compress(raw, 9)).decode().rstrip("=")
    return f"{address}#{slug}-{VERSION}-{data}"


def _packed(pick: Pick) -> list[Any]:
    """A pick as a bare row; what is empty at its end is left out."""
    joined = [_packed(one) for one in pick.joined]
    row: list[Any] = [pick.unit, list(pick.options), pick.size, pick.models, joined, pick.part, pick.faction]
    while not row[-1]:
        row.pop()
    return row


def is_link(text: str) -> bool:
    """Whether a text may be such a link."""
    return len(text) < 2 * LONGEST_LINK and _LINK.fullmatch(text.strip("\ufeff \r\n\t<>")) is not None


def draft_of_link(text: str, filename: str, slug: str = "") -> tuple[str, Draft]:
    """The rulebook of a link and the list in it; raises DataError if it is damaged, or for another rulebook than the
    one that is expected."""
    found = _LINK.fullmatch(text.strip("\ufeff \r\n\t<>")) if len(text) < 2 * LONGEST_LINK else None
    if found is None:
        raise DataError([f"{filename}: is not a link to a list: it ends in something like #kow-1-eNo9..."])
    if len(found["data"]) > LONGEST_LINK:
        raise DataError([f"{filename}: the link has {len(found['data'])} characters: {LONGEST_LINK} are read at most."])
    _expect(found["slug"], int(found["version"]), slug or found["slug"], filename)
    try:
        rows = msgspec.json.decode(_unpacked(found["data"]))
        name, faction, points, picks = rows
        draft = Draft(name=name, faction=faction, points=points, picks=tuple(_pick(row, DEEPEST) for row in picks))
        draft = msgspec.convert(msgspec.to_builtins(draft), Draft)
    except (ValueError, TypeError, zlib.error, RecursionError):
        # msgspec's errors and those of base64 are ValueErrors.
        raise DataError([f"{filename}: the link is damaged: ask for it again, or for the list as text."]) from None
    return found["slug"], _checked(draft, filename)


def _unpacked(data: str) -> bytes:
    try:
        packed = base64.b64decode(data.rstrip("=") + "=" * (-len(data.rstrip("=")) % 4), b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError from error
    unpacker = zlib.decompressobj()
    raw = unpacker.decompress(packed, MOST_BYTES)
    if not unpacker.eof:
        raise ValueError
    return raw


def _pick(row: Any, deepest: int) -> Pick:
    """The pick of a bare row."""
    if not isinstance(row, list) or not 1 <= len(row) <= 7 or not deepest:
        raise ValueError
    unit, options, size, models, joined, part, faction = row + ["", [], "", 0, [], "", ""][len(row) :]
    return Pick(
        unit=unit,
        options=tuple(options),
        size=size,
        models=models,
        joined=tuple(_pick(one, deepest - 1) for one in joined),
        part=part,
        faction=faction,
    )


# What anybody may have made up


def _checked(draft: Draft, filename: str) -> Draft:
    """The draft, if it is one that a person could have built; raises DataError with all that is not."""
    problems = [f"{filename}: {problem}" for problem in _oddities(draft)]
    if problems:
        raise DataError(problems[:20])
    return draft


def _oddities(draft: Draft) -> Iterator[str]:
    if not 0 <= draft.points <= MOST_POINTS:
        yield f"a list has 0 to {MOST_POINTS} points, not that many."
    if len(draft.picks) > MOST_PICKS:
        yield f"it has {len(draft.picks)} units: {MOST_PICKS} are read at most."
        return
    yield from _odd_names("name", draft.name, draft.faction)
    for number, pick in enumerate(draft.picks, 1):
        yield from (f"unit {number}: {problem}" for problem in _odd_pick(pick, DEEPEST))


def _odd_pick(pick: Pick, deepest: int) -> Iterator[str]:
    if not deepest or len(pick.joined) > MOST_OPTIONS:
        yield "too many units joined one another."
        return
    if len(pick.options) > MOST_OPTIONS:
        yield f"it has {len(pick.options)} options: {MOST_OPTIONS} are read at most."
        return
    if not 0 <= pick.models <= MOST_MODELS:
        yield f"a unit has 1 to {MOST_MODELS} models."
    yield from _odd_names("name", pick.unit, pick.faction, pick.size, pick.part, *pick.options)
    for one in pick.joined:
        yield from _odd_pick(one, deepest - 1)


def _odd_names(what: str, *names: str) -> Iterator[str]:
    for name in names:
        if len(name) > LONGEST or name != plain_line(name):
            yield f'the {what} "{plain_line(name[:20])}…" is too long or holds characters that cannot be shown.'
