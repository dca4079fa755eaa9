"""The places of a unit's first rank, one of which a Character takes (Characters: Joining Units, Swap Places)."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.field.ranks import part_of
from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulesets.families.ninth_age.core.kinds import Unit
from warhost.table import Area, OnBases, Rect


def file_options(
    whole: Rect, bases: OnBases, files: Iterable[int], unit: int, target: int | None = None
) -> list[Option]:
    """An option for each of these files, with the place at its head that it is about.

    `whole` is the boundary of the unit that has these files, `bases` are those of its models.
    """
    width, depth = bases.base_width, bases.base_depth
    return [
        Option(
            str(file),
            f"File {file + 1} from the left",
            unit=unit,
            target=target,
            areas=(Area(part_of(whole, file * width, 0.0, width, depth).corners),),
        )
        for file in files
    ]


def ask_file(guest: Unit, host: Unit, whole: Rect, bases: OnBases, files: Iterable[int], rule_id: str) -> Script[int]:
    """At the head of which of these files a Character stands that joins a unit."""
    options = file_options(whole, bases, files, host.id, guest.id)
    text = f"Where in the first rank of {host.name} {does(guest.name)} stand?"
    return int((yield from choose(guest.seat, "place in the ranks", text, options, rules=(rule_id,))))
