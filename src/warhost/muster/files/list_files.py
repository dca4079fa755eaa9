"""Lists as files of our own: picks in a TOML file, read with all their problems at once, and written.

name    = "Autumn Raid"
faction = "Tallgrass Horde"
points  = 750

[[pick]]
unit    = "Grass Lancers"
size    = "combined"
options = ["Sergeant"]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from warhost.muster.building.buying import Pick
from warhost.muster.building.drafts import Draft
from warhost.muster.files.army_text import Reading, Table, read_table
from warhost.muster.files.toml_text import toml_table, toml_text

__all__ = ["ListFormat", "draft_text", "read_draft", "read_pick"]

MOST_POINTS = 99_999
MOST_MODELS = 999


class ListFormat(msgspec.Struct, frozen=True):
    """The words that a rulebook's list files have for a pick and its parts."""

    pick: str = "pick"
    options: str = "options"
    joined: str = ""
    """The table of a unit that joins the one above it; empty where none can."""
    flags: tuple[str, ...] = ()
    """Sizes that are written as `combined = true`."""
    part: str = ""
    """The key for the part of the army that a pick is for; empty where armies have no parts."""
    priced: bool = True
    """Whether units cost points."""


PLAIN = ListFormat()


def read_draft(text: str, filename: str, form: ListFormat = PLAIN) -> Reading[Draft]:
    """The list in the text of a file, and what cannot be read of it."""
    return read_table(text, filename, lambda file: _draft(file, form))


def _draft(file: Table, form: ListFormat) -> Draft:
    faction = file.text("faction")
    draft = Draft(
        name=file.text("name") if file.has("name") else faction,
        faction=faction,
        points=file.number("points", 0, MOST_POINTS) if file.has("points") else 0,
        picks=tuple(read_pick(table, form) for table in file.tables(form.pick)),
    )
    file.done()
    return draft


def read_pick(table: Table, form: ListFormat = PLAIN) -> Pick:
    """One pick, with the units that join it."""
    size = table.text("size") if table.has("size") else next((flag for flag in form.flags if table.flag(flag)), "")
    joined = table.optional_table(form.joined) if form.joined else None
    pick = Pick(
        unit=table.text("unit"),
        faction=table.text("faction") if table.has("faction") else "",
        size=size,
        models=table.number("models", 1, MOST_MODELS) if table.has("models") else 0,
        options=table.names(form.options),
        part=_part(table, form.part) if form.part and table.has(form.part) else "",
        joined=() if joined is None else (read_pick(joined, form),),
    )
    table.done()
    return pick


def _part(table: Table, key: str) -> str:
    """The part of the army that a pick is for: a name, or a number."""
    return str(table.number(key, 1)) if isinstance(table.raw.get(key), int) else table.text(key)


def draft_text(draft: Draft, form: ListFormat = PLAIN) -> str:
    """The file of a list, which `read_draft` understands."""
    top = toml_table(
        "", {"name": draft.name, "faction": draft.faction, "points": draft.points if form.priced else None}
    )
    return toml_text([top, *(text for pick in draft.picks for text in _pick(pick, f"[[{form.pick}]]", form))])


def _pick(pick: Pick, head: str, form: ListFormat) -> Iterator[str]:
    flag = pick.size.casefold() if pick.size.casefold() in form.flags else ""
    fields: dict[str, Any] = {
        "unit": pick.unit,
        "faction": pick.faction,
        "size": "" if flag else pick.size,
        **({flag: True} if flag else {}),
        "models": pick.models or None,
        form.options: list(pick.options),
        **({form.part: int(pick.part) if pick.part.isdecimal() else pick.part} if form.part else {}),
    }
    yield toml_table(head, fields)
    for joined in pick.joined:
        yield from _pick(joined, f"[{form.pick}.{form.joined}]", form)
