"""Roll-offs (General Principles: Roll-Offs)."""

from __future__ import annotations

from warhost.play import script
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, events


@rule("aofr.rolloff.highest", "aofr.rolloff.tie")
def roll_off(battle: Battle, what: str, rule_id: str) -> Script[int]:
    """Every player throws a D6, the highest wins; equals throw again. Returns the winner's seat."""
    winner = yield from script.roll_off(battle.sides, why=f"Roll-off: {what}", rule=rule_id)
    yield events.RolledOff(winner, what)
    return winner
