"""A coat of arms for every army, made from its name: the same name has the same coat wherever it is drawn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

import msgspec

from warhost.report.drawing.art import hash_of, mixed, placed_at, put, random_from


class Books(msgspec.Struct, frozen=True):
    """Tinctures, divisions of the field, charges, and words in a name that choose a charge."""

    metals: dict[str, str]
    tinctures: dict[str, str]
    divisions: dict[str, str]
    charges: dict[str, str]
    words: tuple[tuple[str, str], ...]


class Coat(msgspec.Struct, frozen=True):
    """The colours of an army and what is on its shields."""

    field: str
    metal: str
    other: str
    division: str
    charge: str


BOOKS = msgspec.json.decode(files("warhost.report.look").joinpath("heraldry.json").read_bytes(), type=Books)
PLAIN = Coat("#77736a", "#efe8d8", "#5a564e", "plain", "star")
"""For what belongs to nobody."""

SHIELD = "M-100,-100H100V10C100,70 50,108 0,130C-50,108 -100,70 -100,10Z"
FLAG = "M-110,-92C-50,-108 40,-74 110,-92L98,0L110,92C40,108 -50,78 -110,92Z"
"""The outlines of a shield and of a flag, as large as a blazon."""

_PARTED = ("saltire", "cross", "quarter", "pale", "fess", "barry", "chevron", "bend")
"""Divisions of which both parts show: the charge needs a roundel to stand on."""
_STEP = re.compile(r"([MLHVZ])([^MLHVZ]*)")


@lru_cache(maxsize=256)
def coat_of(name: str) -> Coat:
    """The coat of an army of that name."""
    random = random_from(hash_of(name))

    def pick(values: Sequence[str]) -> str:
        return values[int(random() * len(values))]

    tinctures = tuple(BOOKS.tinctures.values())
    field, metal, division = pick(tinctures), pick(tuple(BOOKS.metals.values())), pick(tuple(BOOKS.divisions))
    said = next((charge for charge, words in BOOKS.words if re.search(words, name, re.IGNORECASE)), None)
    charge = said or pick(tuple(BOOKS.charges))
    return Coat(field, metal, pick(tinctures), division, charge)


@lru_cache(maxsize=64)
def coats_of(names: tuple[str, ...]) -> tuple[Coat, ...]:
    """The coats of armies that meet: one whose field another has already takes the next of its own."""
    taken: set[str] = set()
    found: list[Coat] = []
    for name in names:
        tries = (coat_of(name if again == 1 else f"{name} {again}") for again in range(1, 12))
        coat = next((one for one in tries if one.field not in taken), coat_of(f"{name} 11"))
        taken.add(coat.field)
        found.append(coat)
    return tuple(found)


def blazon_of(coat: Coat) -> list[tuple[str, str]]:
    """A coat as paths with their colours within -100 to 100, to be cut out by a shield or a flag."""
    parted = coat.division in _PARTED
    low = 26.0 if coat.division == "chief" else 6.0
    parts = [
        (put(_plain(BOOKS.divisions[coat.division]), placed_at(0, 0, 0, 100)), coat.metal if parted else coat.other)
    ]
    if parted:
        parts.append((put("O0,0 1,1", placed_at(0, low, 0, 67)), coat.metal))
    ink = mixed(coat.field, "#000000", 0.35) if parted else coat.metal
    parts.append((put(BOOKS.charges[coat.charge], placed_at(0, low, 0, 60)), ink))
    return [(path, fill) for path, fill in parts if path]


def flag(coat: Coat, prefix: str) -> str:
    """A flag on its pole about the origin, some 2.4 units high; the drawing has its outline as a clip path."""
    charges = "".join(f'<path d="{path}" fill="{fill}" fill-rule="evenodd"/>' for path, fill in blazon_of(coat))
    return (
        '<path d="M-1.2,-1.3L-1.2,1.5" stroke="#2a1d10" stroke-width=".26" stroke-linecap="round"/>'
        '<circle cx="-1.2" cy="-1.36" r=".2" fill="#e3b23c" stroke="#2a1d10" stroke-width=".08"/>'
        f'<g transform="scale(.01) translate(0,-24)" clip-path="url(#{prefix}-flag)">'
        f'<path d="M-130,-130H130V130H-130Z" fill="{coat.field}"/><g transform="scale(1.16 1)">{charges}</g>'
        f'<path d="{FLAG}" fill="none" stroke="#1c150e" stroke-width="28"/></g>'
    )


def _plain(path: str) -> str:
    """Straight lines along the axes written as points, as all other drawings are."""
    x = y = "0"
    parts: list[str] = []
    for command, rest in _STEP.findall(path):
        if command == "Z":
            parts.append("Z")
            continue
        if command == "H":
            x = rest
        elif command == "V":
            y = rest
        else:
            x, y = rest.split(",")
        parts.append(f"{'L' if command in 'HV' else command}{x},{y}")
    return "".join(parts)


__all__ = ["BOOKS", "FLAG", "PLAIN", "SHIELD", "Coat", "blazon_of", "coat_of", "coats_of", "flag"]
