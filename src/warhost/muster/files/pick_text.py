"""A pick in one line of text, as a player types it: `Grass Lancers + combined + Sergeant / Horsetail Chieftain`.

Where armies have parts, the part stands in front: `Second Battalion: Spearmen + Horde`. A unit from the army book of
another faction has that behind it: `Spearmen [Valley Folk] + Horde`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from warhost.errors import WarhostError
from warhost.muster.building.buying import Pick
from warhost.muster.entries import Catalogue

__all__ = ["pick_from_text", "pick_text"]

_MODELS = re.compile(r"(\d{1,4}) models?")


_FOREIGN = re.compile(r"(?P<unit>.+) \[(?P<faction>[^\[\]]+)\]")


def pick_from_text(text: str, catalogue: Catalogue, catalogue_of: Callable[[str], Catalogue] | None = None) -> Pick:
    """The pick in a text: the unit, then its size, `12 models` and options, each after a plus; what joins it after a
    slash. What stands before a colon is the part of the army, unless it is part of a name. The entries of other
    factions are asked for by their names."""
    part, colon, rest = text.partition(": ")
    if colon and catalogue.find(text.split(" + ")[0].strip()) is None:
        return msgspec.structs.replace(pick_from_text(rest, catalogue, catalogue_of), part=part.strip())
    first, *joined = (part.strip() for part in text.split(" / "))
    unit, *words = (part.strip() for part in first.split(" + "))
    if not unit or unit.startswith("+"):
        raise WarhostError(f'"{text}" names no unit: write it like "Unit + size + option".')
    entry, faction = catalogue.find(unit), ""
    foreign = _FOREIGN.fullmatch(unit) if entry is None else None
    if foreign is not None:
        unit, faction = foreign["unit"], foreign["faction"]
        catalogue = catalogue if catalogue_of is None else catalogue_of(faction)
        entry = catalogue.find(unit)
    own = {option.name.casefold() for option in entry.options} if entry is not None else set()
    sizes = {size.name.casefold() for one in catalogue.entries for size in one.sizes if size.name} - own
    sizes |= {size.name.casefold() for size in entry.sizes if size.name} if entry is not None else set()
    size, models, options = "", 0, []
    for word in words:
        counted = _MODELS.fullmatch(word)
        if word.casefold() in sizes:
            size = word
        elif counted:
            models = int(counted[1])
        else:
            options.append(word)
    return Pick(
        unit=unit if entry is None else entry.name,
        faction=faction,
        size=size,
        models=models,
        options=tuple(options),
        joined=tuple(pick_from_text(part, catalogue, catalogue_of) for part in joined),
    )


def pick_text(pick: Pick) -> str:
    """A pick as a player types it."""
    unit = f"{pick.unit} [{pick.faction}]" if pick.faction else pick.unit
    words = (unit, pick.size, f"{pick.models} models" if pick.models else "", *pick.options)
    text = " / ".join([" + ".join(filter(None, words)), *map(pick_text, pick.joined)])
    return f"{pick.part}: {text}" if pick.part else text
