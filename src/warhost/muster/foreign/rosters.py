"""Rosters of BattleScribe (.ros, .rosz) and New Recruit (JSON) as one value: what was chosen, by the names there.

Both builders write the same tree: a roster has forces, a force has selections, and a selection has others inside it:
a unit has its formation, its options and groups of them. What the names mean is for `matching` to find out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from xml.etree.ElementTree import Element

import msgspec

from warhost.muster.files.army_text import DataError, plain_line, tidied
from warhost.muster.foreign.xml_text import LONGEST, children, parsed_xml, tag
from warhost.muster.values import Source
from warhost.table import summed

__all__ = ["ROSTER_FILES", "Chosen", "ForeignRoster", "is_roster_json", "is_roster_xml", "read_json", "read_xml"]

MOST_UNITS = 200
MOST_INSIDE = 2000
"""Selections of a roster in all."""
MOST_TIMES = 100
_POINTS = re.compile(r"(?i)\b(pts?|points?)\b")
_JSON_START = re.compile(r"\ufeff?\s*\{")


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was chosen: a unit, an option, or a heading with what was chosen below it."""

    name: str
    number: int = 1
    points: float = 0.0
    """What it costs itself, without what is inside it."""
    models: int = 0
    """How many models a unit is said to have; 0 where nothing is said."""
    category: str = ""
    inside: tuple[Chosen, ...] = ()

    @property
    def total(self) -> float:
        """What it costs with all that is inside it."""
        return self.points + summed(one.total for one in self.inside)


class ForeignRoster(msgspec.Struct, frozen=True, kw_only=True):
    """A roster of another list builder; units come with the name of the army that they are from."""

    form: str
    name: str = ""
    game: str = ""
    limit: int = 0
    """The points that it may cost; 0 where nothing is said."""
    units: tuple[tuple[str, Chosen], ...] = ()


class Tree(msgspec.Struct, frozen=True):
    """How the parts of a roster are got from XML or JSON."""

    text: Callable[[Any, str], str]
    members: Callable[[Any, str], Iterable[Any]]


# XML


def is_roster_xml(text: str) -> bool:
    """Whether a text may be a roster of BattleScribe."""
    return "battlescribe.net/schema/rosterSchema" in text[:4000]


def read_xml(source: Source) -> ForeignRoster:
    """The roster in a `.ros`; raises DataError with what is wrong with it."""
    root = parsed_xml(source)
    if tag(root) != "roster":
        raise DataError([f"{source.name}: holds a {plain_line(tag(root))[:40]}, not a roster."])
    return _roster(root, Tree(_attribute, children), source.name, "BattleScribe roster")


def _attribute(element: Element, name: str) -> str:
    return plain_line(element.get(name, ""))


# JSON


def is_roster_json(text: str) -> bool:
    """Whether a text may be a roster of New Recruit as JSON."""
    return _JSON_START.match(text) is not None and '"forces"' in text and '"selections"' in text


def read_json(source: Source) -> ForeignRoster:
    """The roster in a JSON of New Recruit; raises DataError with what is wrong with it."""
    if len(source.text) > LONGEST:
        raise DataError([f"{source.name}: is longer than {LONGEST} characters."])
    try:
        raw = tidied(json.loads(source.text.lstrip("\ufeff")), 200)
    except (ValueError, RecursionError) as error:
        told = f": {error}" if isinstance(error, json.JSONDecodeError) else ""
        raise DataError([f"{source.name}: is not valid JSON{told}."]) from None
    root = raw.get("roster", raw)
    if not isinstance(root, dict) or not isinstance(root.get("forces"), list):
        raise DataError([f"{source.name}: has no forces: it is not a New Recruit roster."])
    return _roster(root, Tree(_value, _members), source.name, "New Recruit roster")


def _value(raw: dict[str, Any], name: str) -> str:
    value = raw.get(name, "")
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _members(raw: dict[str, Any], group: str) -> Iterator[dict[str, Any]]:
    found = raw.get(group)
    return (one for one in (found if isinstance(found, list) else ()) if isinstance(one, dict))


ROSTER_FILES = {
    "BattleScribe roster": (is_roster_xml, read_xml),
    "New Recruit roster": (is_roster_json, read_json),
}
"""The files of rosters: how each is told from others, and how it is read."""


# The tree that both have


def _roster(root: Any, tree: Tree, source: str, form: str) -> ForeignRoster:
    units: list[tuple[str, Chosen]] = []
    count = [0]
    for force in tree.members(root, "forces"):
        army = tree.text(force, "catalogueName") or tree.text(force, "name")
        units += [(army, unit) for unit in _chosen(force, tree, source, count, 30)]
        if len(units) > MOST_UNITS:
            raise DataError([f"{source}: has more than {MOST_UNITS} units."])
    limits = [_number(tree.text(one, "value")) for one in _points(root, "costLimits", tree)]
    return ForeignRoster(
        form=form,
        name=tree.text(root, "name"),
        game=tree.text(root, "gameSystemName"),
        limit=max(0, int(max(limits, default=0.0))),
        units=tuple(units),
    )


def _chosen(raw: Any, tree: Tree, source: str, count: list[int], deepest: int) -> Iterator[Chosen]:
    for selection in tree.members(raw, "selections"):
        count[0] += 1
        if count[0] > MOST_INSIDE or not deepest:
            raise DataError([f"{source}: has more selections, or more levels of them, than any real roster."])
        yield Chosen(
            name=tree.text(selection, "name"),
            number=int(min(MOST_TIMES, max(1.0, _number(tree.text(selection, "number"), 1.0)))),
            points=summed(_number(tree.text(one, "value")) for one in _points(selection, "costs", tree)),
            inside=tuple(_chosen(selection, tree, source, count, deepest - 1)),
        )


def _points(raw: Any, group: str, tree: Tree) -> Iterator[Any]:
    """The costs that are points; builders count other things as well."""
    return (one for one in tree.members(raw, group) if _POINTS.search(tree.text(one, "name")))


def _number(text: str, absent: float = 0.0) -> float:
    try:
        found = float(text)
    except ValueError:
        return absent
    return found if abs(found) < 1e6 else absent
