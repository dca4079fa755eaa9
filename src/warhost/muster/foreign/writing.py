"""Lists of ours as rosters of BattleScribe and New Recruit: XML, packed XML, JSON and text.

They have the names, numbers and points that other builders show, and that our readers read again. The ids of a
builder's own data are not in them: nobody but that builder knows them.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from warhost.muster.building.buying import Bought
from warhost.muster.building.drafts import Draft
from warhost.muster.files.army_text import DataError
from warhost.muster.foreign.rosters import Chosen, ForeignRoster
from warhost.muster.values import Muster, Source
from warhost.table import summed

__all__ = ["foreign_roster", "packed_roster", "roster_json", "roster_text", "roster_xml"]

SCHEMA = "http://www.battlescribe.net/schema/rosterSchema"
POINTS = "pts"


def foreign_roster(book: Muster, draft: Draft, books: Sequence[Source] = ()) -> ForeignRoster:
    """A list as other builders tell it; raises DataError with what cannot be bought."""
    units: list[tuple[str, Chosen]] = []
    problems: list[str] = []
    for pick in draft.picks:
        bought, told = book.purchase(pick, draft.faction, books)
        problems += map(str, told)
        if bought is not None:
            units += [(one.entry.faction or draft.faction, _unit(one)) for one in _each(bought[0])]
    if problems:
        raise DataError(problems)
    game = book.wording.game if book.wording is not None else ""
    return ForeignRoster(
        form="roster", name=draft.name, game=game or book.title, limit=draft.points, units=tuple(units)
    )


def _each(bought: Bought) -> Iterator[Bought]:
    yield bought
    for one in bought.joined:
        yield from _each(one)


def _unit(bought: Bought) -> Chosen:
    size = (Chosen(name=bought.size.name),) if bought.size.name else ()
    options = (
        Chosen(name=option.name, points=option.cost_for(bought.size, bought.models)) for option in bought.options
    )
    return Chosen(
        name=bought.entry.name,
        points=bought.size.cost_of(bought.models),
        category=bought.entry.category,
        inside=(*size, *options),
    )


def _armies(roster: ForeignRoster) -> dict[str, list[Chosen]]:
    found: dict[str, list[Chosen]] = {}
    for army, unit in roster.units:
        found.setdefault(army, []).append(unit)
    return found


def _total(roster: ForeignRoster) -> float:
    return summed(unit.total for _, unit in roster.units)


# XML


def roster_xml(roster: ForeignRoster) -> str:
    """A roster of BattleScribe."""
    root = Element("roster", {"name": roster.name, "battleScribeVersion": "2.03", "gameSystemName": roster.game})
    root.set("xmlns", SCHEMA)
    _cost(SubElement(root, "costs"), "cost", _total(roster))
    if roster.limit:
        _cost(SubElement(root, "costLimits"), "costLimit", roster.limit)
    forces = SubElement(root, "forces")
    for army, units in _armies(roster).items():
        force = SubElement(forces, "force", {"name": army, "catalogueName": army})
        inside = SubElement(force, "selections")
        for unit in units:
            _selection(inside, unit, "unit")
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _cost(parent: Element, tag: str, points: float) -> None:
    SubElement(parent, tag, {"name": POINTS, "value": f"{points:.1f}"})


def _selection(parent: Element, chosen: Chosen, kind: str) -> None:
    told = {"name": chosen.name, "number": str(chosen.number), "type": kind}
    own = SubElement(parent, "selection", told)
    if chosen.inside:
        inside = SubElement(own, "selections")
        for one in chosen.inside:
            _selection(inside, one, "upgrade")
    _cost(SubElement(own, "costs"), "cost", chosen.points)
    if chosen.category:
        SubElement(SubElement(own, "categories"), "category", {"name": chosen.category, "primary": "true"})


def packed_roster(text: str, name: str) -> bytes:
    """A roster of BattleScribe as a `.rosz`. The same text gives the same file."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        # Without a date of its own: a file that was written twice is the same file.
        file.writestr(zipfile.ZipInfo(f"{name}.ros"), text, zipfile.ZIP_DEFLATED)
    return out.getvalue()


# JSON


def roster_json(roster: ForeignRoster) -> str:
    """A roster of New Recruit."""
    forces = [
        {"name": army, "catalogueName": army, "selections": [_data(unit, "unit") for unit in units]}
        for army, units in _armies(roster).items()
    ]
    told = {"name": roster.name, "gameSystemName": roster.game, "costs": _costs(_total(roster)), "forces": forces}
    if roster.limit:
        told["costLimits"] = _costs(roster.limit)
    return json.dumps({"roster": told}, indent=2, ensure_ascii=False) + "\n"


def _costs(points: float) -> list[dict[str, Any]]:
    return [{"name": POINTS, "value": round(points)}]


def _data(chosen: Chosen, kind: str) -> dict[str, Any]:
    data: dict[str, Any] = {"name": chosen.name, "number": chosen.number, "type": kind, "costs": _costs(chosen.points)}
    if chosen.category:
        data["categories"] = [{"name": chosen.category, "primary": True}]
    return data | {"selections": [_data(one, "upgrade") for one in chosen.inside]}


# Text


def roster_text(roster: ForeignRoster) -> str:
    """The text of New Recruit: a heading for each category, a line for each unit."""
    army = next(iter(_armies(roster)), "")
    lines = [f"{army} - {roster.name} - [{roster.limit or round(_total(roster))} pts]", ""]
    lines.append(f"# ++ Army Roster ++ [{round(_total(roster))} pts]")
    categories = dict.fromkeys(unit.category for _, unit in roster.units)
    for category in categories:
        units = [unit for _, unit in roster.units if unit.category == category]
        lines += [
            f"## {category or 'Units'} [{round(summed(unit.total for unit in units))} pts]",
            *map(_line, units),
            "",
        ]
    return "\n".join(lines)


def _line(unit: Chosen) -> str:
    inside = ", ".join(f"{one.name} [{round(one.points)} pts]" if one.points else one.name for one in unit.inside)
    return f"{unit.name} [{round(unit.total)} pts]" + (f": {inside}" if inside else "")
