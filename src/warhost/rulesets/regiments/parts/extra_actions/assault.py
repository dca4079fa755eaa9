"""What an Assault has to expect: the volley, then the charge at whoever is left (Extra Actions: Assault)."""

from __future__ import annotations

from warhost.play.questions import Odds
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.core import Battle, Unit
from warhost.rulesets.regiments.thinks.melee_odds import charge_odds
from warhost.rulesets.regiments.thinks.shooting_odds import softened


def assault_odds(battle: Battle, unit: Unit, target: Unit) -> tuple[Odds, ...]:
    """The melee after the volley, exactly; of a unit that has begun its Assault. Wounds of the volley are among those
    expected, though they do not count for the melee's result (AOFR-R242)."""
    made = charge.plan(battle, unit, target)
    fires = shooting.possible(battle, unit, [target])
    volleys = shooting.volleys_of(battle, unit, fires, False) if fires else None
    spread = None if volleys is None else softened(battle, target, volleys)
    if made is None or spread is None:
        return ()
    danger = terrain.dice_on_the_way(battle, unit, made.way, "charge")
    return charge_odds(battle, unit, target, made.side, danger, spread)
