"""The decision rules in a player's words: why a unit does what it does, and what a step is called."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play import Moved
from warhost.play.shown.english import acts
from warhost.rulesets.regiments.core import Battle, Marker, Unit

TREES = ("hybrid", "shooting", "melee")

TARGETS = {
    "aofr.ai.sniper": "it has the most valuable model to pick",
    "aofr.ai.deadly": "Deadly weapons go for the toughest model with the fewest wounds left",
    "aofr.ai.ap": "AP goes for the best Defense",
    "aofr.ai.shoot_cover": "it stands in the open",
}
"""Why a target is shot at, by the row that decided."""

WAYS = {
    "aofr.ai.seize_position": "to the side of the marker with the best way onwards",
    "aofr.ai.dangerous": "around dangerous terrain",
    "aofr.ai.difficult": "around difficult terrain",
    "aofr.ai.cover": "into or behind cover",
    "aofr.ai.advance_kite": "as far from the nearest enemy as shooting allows",
    "aofr.ai.advance_objective": "as far out of the enemies' reach as that allows",
}
"""What shaped a move, by its row."""

STAYS = {
    "aofr.ai.seize_position": "it is where it wants to be",
    "aofr.ai.advance_kite": "it could not shoot from further away",
}
"""Why a unit that may move stays, by the row."""

HOLDS = {
    "aofr.ai.entrenched_hold": "it is Entrenched",
    "aofr.ai.indirect": "it has Indirect weapons",
    "aofr.ai.relentless": "it is Relentless",
}
"""Why a unit that has somebody in range stays to shoot."""

PLACES = {
    "aofr.ai.deploy_place": "as close to an objective as possible",
    "aofr.ai.entrenched_deploy": "as high and with as wide a view as possible",
    "aofr.ai.objective_setup": "in the middle of a random square",
    "aofr.ai.objective_fallback": "between two random squares, as far from the first as needed",
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


def gone(unit: str, answer: Moved, rules: Sequence[str]) -> str:
    """Where the unit of that name goes, if anywhere."""
    if not answer.steps:
        return (
            f"{acts(unit, 'stays')}: {next((STAYS[row] for row in rules if row in STAYS), 'there is no closer spot')}"
        )
    return f"{acts(unit, 'goes')} {', '.join(WAYS[row] for row in rules if row in WAYS) or 'straight there'}"


def aimed(target: Unit, rules: Sequence[str]) -> str:
    """Why that target, in words."""
    nearest = "the nearest" if target.activated else "the nearest that has yet to act"
    return next((TARGETS[row] for row in rules if row in TARGETS), nearest)
