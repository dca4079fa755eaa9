"""Battles against an army without a player: who deploys first and where, and the challenge bonus (Solo & Co-Op Rules).

How such an army decides is the business of whoever answers for its seat; here is what changes for both sides.
"""

from __future__ import annotations

from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.enchantments import CHALLENGE
from warhost.rulesets.regiments.core import Battle, Effect, events


@rule("aofr.ai.deploy_players_first")
def waits(battle: Battle, seat: int, others: bool) -> bool:
    """Whether a side leaves its turn to deploy to the other, which has units to deploy: an army without a player."""
    return others and battle.scene.settings.solo == seat


@rule("aofr.ai.deploy_players_first")
def random_zone(battle: Battle) -> Script[int]:
    """Which of the two zones the player gets: the first or the second."""
    number: int = yield from roll_sum("D2", why="The player's zone", rule="aofr.ai.deploy_players_first")
    return number - 1


@rule("aofr.ai.challenge_equal", "aofr.ai.challenge_behind")
def challenge(battle: Battle) -> Script[None]:
    """At a round's start: +1 to hit for all units of the army without a player if it holds as many markers as the
    other, +1 to Defense rolls as well if it holds fewer. It holds as many when nobody holds any (AOFR-R641)."""
    settings = battle.scene.settings
    seat = settings.solo
    if seat is None or not settings.challenge:
        return
    owners = [marker.owner for marker in battle.markers if not marker.gone]
    own, theirs = owners.count(seat), owners.count(battle.other(seat))
    if own > theirs:
        return
    behind = own < theirs
    for unit in battle.units:
        if unit.seat == seat and not unit.fate:
            bonus = Effect(CHALLENGE, unit.id, number=2 if behind else 1)
            unit.effects = (*(effect for effect in unit.effects if effect.name != CHALLENGE), bonus)
    yield events.ChallengeBonus(seat, "to hit and to Defense rolls" if behind else "to hit")
