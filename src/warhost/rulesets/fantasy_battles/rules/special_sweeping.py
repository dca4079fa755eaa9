"""Sweeping Attacks of units that have them by their entries: bombs, talons, a wail from above (T9A-R103)."""

from __future__ import annotations

import re

from warhost.field import Path
from warhost.play.rules.rulebase import Brackets
from warhost.play.script import Script
from warhost.rulesets.fantasy_battles.chapters.magic.sweeping import SWEEPING, Sweep, sweep
from warhost.rulesets.fantasy_battles.core import MODEL_RULES, Battle, ModelRule, Unit

_SAID = re.compile(
    r"(?P<hits>\d{0,2}D[36](?:\+\d+)?|\d{1,2}) hits, Str (?P<str>\d{1,2}), AP (?P<ap>\d{1,2})(?P<rules>(?:, \w+)*)"
)


@MODEL_RULES.rule("Sweeping Attack", SWEEPING)
class SweepingAttack(ModelRule):
    """Once in a Player Turn an enemy that it moved over is hit as its brackets say."""

    brackets = Brackets(_SAID.pattern, "D6 hits, Str 4, AP 1")

    def at_move_end(self, battle: Battle, bearer: Unit, path: Path) -> Script[None]:
        read = _SAID.fullmatch(self.said)
        if read is None:
            return
        rules = tuple(f"{word} Attacks" for word in read["rules"].split(", ") if word)
        attack = Sweep(read["hits"], int(read["str"]), int(read["ap"]), rules, self.id)
        yield from sweep(battle, battle.body(bearer), path, attack)
