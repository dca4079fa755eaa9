"""What all spells of a Path share: Judgement on High and the like (Paths)."""

from __future__ import annotations

from warhost.rulesets.fantasy_battles.battle import Battle
from warhost.rulesets.fantasy_battles.casting import Casting
from warhost.rulesets.fantasy_battles.rules import PATHS, PathRule

JUDGEMENT_MISCAST = 1
"""The Miscast Modifier of Thaumaturgy."""


@PATHS.rule("Judgement on High", "t9a.thaumaturgy.judgement_on_high")
class JudgementOnHigh(PathRule):
    """Dice that show 1 are rolled again, unless they are a Miscast; triples count 1 more (T9A-R099)."""

    def on_casting(self, battle: Battle, casting: Casting) -> None:
        casting.rerolls_ones = self
        casting.miscast.add(JUDGEMENT_MISCAST, self)
