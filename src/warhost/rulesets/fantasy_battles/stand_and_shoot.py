"""Stand and Shoot: a unit that is charged shoots before the charger moves (Charge Reactions)."""

from __future__ import annotations

from warhost.play.english import acts
from warhost.play.questions import Denied
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.charge_range import advance_rate
from warhost.rulesets.fantasy_battles.formation import boundary
from warhost.rulesets.fantasy_battles.psychology import barred
from warhost.rulesets.fantasy_battles.rules import has
from warhost.table import TOLERANCE, distance

RULE = "t9a.charge.reaction_stand_and_shoot"


@rule("t9a.charge.reaction_stand_and_shoot", "t9a.shaken.no_shooting", "t9a.fleeing.no_shooting")
def why_not(battle: Battle, shooter: Unit, charger: Unit) -> Denied | None:
    """Why a unit that is charged may not Stand and Shoot, if it may not (T9A-R030)."""
    if not any(battle.entry(one).shots for one in battle.company(shooter)):
        return _denied(shooter, f"{acts(shooter.name, 'has')} nothing to shoot with.")
    if shooter.engaged:
        return _denied(shooter, f"{acts(shooter.name, 'is')} Engaged in Combat.")
    refused = barred(battle, shooter, "shoot")
    if refused is not None:
        return _denied(shooter, refused.message, refused.rule or RULE)
    if has(battle, shooter, "no_shooting"):
        return _denied(shooter, f"{shooter.name} cannot shoot now.")
    if charger.id in shooter.reacted:
        return _denied(shooter, f"{acts(shooter.name, 'has')} already shot at {charger.name} in this phase.")
    near = advance_rate(battle, charger)
    if distance(boundary(battle, shooter), boundary(battle, charger)) <= near + TOLERANCE:
        why = f'{charger.name} are too close: no farther than their Advance Rate of {near}".'
        if acts(charger.name, "is").endswith(" is"):
            why = f'{charger.name} is too close: no farther than its Advance Rate of {near}".'
        return _denied(shooter, why)
    return None


def _denied(shooter: Unit, why: str, rule_id: str = RULE) -> Denied:
    return Denied("stand and shoot", why, rule_id, unit=shooter.id)


@rule("t9a.charge.reaction_stand_and_shoot")
def volley(battle: Battle, shooter: Unit, charger: Unit) -> Script[None]:
    """The unit shoots at the charger where it stands when the charge is declared."""
    shooter.reacted = (*shooter.reacted, charger.id)
    yield from ()
