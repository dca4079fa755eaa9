"""Reports on armies: which of their rules, spells and items the engine plays, and which are only carried along."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from warhost.muster.values import Force, Report
from warhost.play.rules.rulebase import parted

Borne = tuple[str, str]
"""A rule, a spell or an item as it is written, and who has it."""


class Carried:
    """What an army has of one kind, and what of it the engine does not play."""

    def __init__(self, borne: Sequence[Borne], plays: Callable[[str], bool]) -> None:
        self.borne = borne
        self.silent = [(text, bearer) for text, bearer in borne if not plays(text)]


NOTHING = Carried((), lambda text: True)


def report_in_force(
    units: int, rules: Carried, spells: Carried = NOTHING, items: Carried = NOTHING, **told: Any
) -> Report:
    """The report on an army of so many units, with what else is told of it: its source, its form, its game."""
    missing: dict[str, dict[str, None]] = {}
    for kind, carried in (("", rules), ("spell ", spells), ("item ", items)):
        for text, bearer in carried.silent:
            missing.setdefault(f"{kind}{text}", {})[bearer] = None
    names = {parted(text)[0] for text, _ in rules.borne}
    played = names - {parted(text)[0] for text, _ in rules.silent}
    return Report(
        in_force=tuple(sorted(played)),
        not_in_force={text: tuple(bearers) for text, bearers in sorted(missing.items())},
        force=Force(
            units=units,
            rules=len(rules.borne),
            rules_in_force=len(rules.borne) - len(rules.silent),
            names=len(names),
            names_in_force=len(played),
            spells=len(spells.borne),
            spells_in_force=len(spells.borne) - len(spells.silent),
        ),
        **told,
    )
