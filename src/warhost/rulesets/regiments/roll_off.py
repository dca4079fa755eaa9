"""Roll-offs (General Principles: Roll-Offs)."""

from __future__ import annotations

from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.regiments import events
from warhost.rulesets.regiments.battle import Battle


@rule("aofr.rolloff.highest", "aofr.rolloff.tie")
def roll_off(battle: Battle, what: str, rule_id: str) -> Script[int]:
    """Every player throws a D6, the highest wins; equals throw again. Returns the winner's seat."""
    in_it = list(range(len(battle.scene.seats)))
    while len(in_it) > 1:
        thrown: dict[int, int] = {}
        for seat in in_it:
            (thrown[seat],) = yield from roll("D6", why=f"Roll-off: {what}", rule=rule_id, seat=seat)
        best = max(thrown.values())
        in_it = [seat for seat in in_it if thrown[seat] == best]
    yield events.RolledOff(in_it[0], what)
    return in_it[0]
