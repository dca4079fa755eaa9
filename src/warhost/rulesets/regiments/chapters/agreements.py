"""What the die decides when players do not agree (General Principles: The Most Important Rule)."""

from __future__ import annotations

from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, events


@rule("aofr.general.dispute_roll", "aofr.general.dispute_persists")
def settle(battle: Battle, question: str) -> Script[int]:
    """The seat that decides a question which the rules leave open: the first on 1 to 3, the second on 4 to 6.

    What was decided once holds for the same question until the match is over, without another roll.
    """
    for asked, seat in battle.rulings:
        if asked == question:
            return seat
    (face,) = yield from roll("D6", why=f"Who decides: {question}", rule="aofr.general.dispute_roll")
    seat = 0 if face <= 3 else 1
    battle.rulings = (*battle.rulings, (question, seat))
    yield events.DisputeSettled(question, seat)
    return seat
