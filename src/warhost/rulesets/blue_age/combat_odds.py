"""What a whole fight has to expect."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Odds
from warhost.rulesets.blue_age.battle import Battle


def fight_odds(battle: Battle, group: Sequence[int], seat: int) -> Sequence[Odds]:
    return ()
