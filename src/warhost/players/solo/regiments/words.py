"""The decision rules in a player's words: why a unit does what it does, and what a step is called."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play import Moved
from warhost.rulesets.regiments.battle import Battle, Marker, Unit

TREES = ("hybrid", "shooting", "melee")

TARGETS = {
    "aofr.ai.sniper": "it has the dearest model to pick",
    "aofr.ai.deadly": "Deadly weapons go for the toughest with the least left",
    "aofr.ai.ap": "AP goes for the best Defense",
    "aofr.ai.shoot_cover": "it stands in the open",
}
"""Why a target is shot at, by the row that decided."""

WAYS = {
    "aofr.ai.seize_position": "to that side of the marker from which it goes on best",
    "aofr.ai.dangerous": "round dangerous ground",
    "aofr.ai.difficult": "round difficult ground",
    "aofr.ai.cover": "into or behind cover",
    "aofr.ai.advance_kite": "as far from the nearest enemy as it can still shoot",
    "aofr.ai.advance_objective": "as far out of the enemies' reach as that allows",
}
"""What shaped a move, by its row."""

STAYS = {
    "aofr.ai.seize_position": "it is where it wants to be",
    "aofr.ai.advance_kite": "it could not shoot from further off",
}
"""Why a unit that may move stays, by the row."""

HOLDS = {
    "aofr.ai.entrenched_hold": "it is Entrenched",
    "aofr.ai.indirect": "it has Indirect weapons",
    "aofr.ai.relentless": "it is Relentless",
}
"""Why a unit that has somebody in range stays to shoot."""

PLACES = {
    "aofr.ai.deploy_place": "as near to an objective as it can be",
    "aofr.ai.entrenched_deploy": "as high and with as wide a view as it can be",
    "aofr.ai.objective_setup": "in the middle of a square that was rolled",
    "aofr.ai.objective_fallback": "between two squares that were rolled, as far from the first as it has to be",
}
"""Where units and markers are put, by the row."""

LEFT = "no marker is left to take"
"""What sends units at the enemy."""


def step_name(row: str) -> str:
    """A row as a player reads it: `aofr.ai.melee_2` is `melee tree, step 2`."""
    tree, _, step = row.removeprefix("aofr.ai.").partition("_")
    if tree in TREES and step:
        return f"{tree} tree, step {step.replace('_', ': ')}"
    return row.removeprefix("aofr.ai.").replace("_", " ").replace(".", " ")


def called(battle: Battle, marker: Marker) -> str:
    """A marker by its number, as the log names it."""
    return f"marker {battle.markers.index(marker) + 1}"


def gone(answer: Moved, rules: Sequence[str]) -> str:
    """How the unit goes, in words, if it goes anywhere at all."""
    if not answer.steps:
        return f"stays: {next((STAYS[row] for row in rules if row in STAYS), 'no way leads nearer')}"
    return f"goes {', '.join(WAYS[row] for row in rules if row in WAYS) or 'straight there'}"


def aimed(target: Unit, rules: Sequence[str]) -> str:
    """Why that target, in words."""
    nearest = "the nearest" if target.activated else "the nearest that has yet to act"
    return next((TARGETS[row] for row in rules if row in TARGETS), nearest)
