"""How a computer player answers the offer of a draw."""

from __future__ import annotations

from warhost.play import Battle, Judges, Ruleset


def why_no_draw(ruleset: Ruleset, battle: Battle, seat: int) -> str:
    """Why a computer in that seat declines a draw; nothing if it agrees, as it does unless it would win now."""
    name = battle.scene.seats[seat].name
    verdict = ruleset.verdict(battle) if isinstance(ruleset, Judges) else None
    if verdict is None:
        return f"{name}: no draw before there is anything to judge. Fight on!"
    if seat in verdict.winners:
        return f"{name}: no draw. If the battle ended now, I would win it."
    return ""
