"""What players agree on, and what the die decides when they do not (General Principles: The Most Important Rule)."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.play.script import Refused, Script, roll
from warhost.rulebook import rule
from warhost.rulesets.regiments import events
from warhost.rulesets.regiments.battle import Battle, Settings


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


@rule("aofr.general.agree_before_game")
def agree(battle: Battle, **options: Any) -> None:
    """Fix optional rules before anything is deployed; from then on they stay as they are."""
    if battle.turn or any(unit.pose is not None for unit in battle.units):
        raise Refused("Options are agreed on before the first unit is deployed.", "aofr.general.agree_before_game")
    known = {field.name for field in msgspec.structs.fields(Settings)}
    for name in options:
        if name not in known:
            raise Refused(f'There is no option "{name}": {", ".join(sorted(known))}.', "aofr.general.agree_before_game")
    settings = msgspec.structs.replace(battle.scene.settings, **options)
    battle.scene = msgspec.structs.replace(battle.scene, settings=settings)
