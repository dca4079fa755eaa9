"""The Deployment Phase: players take turns, Characters join units, then Scouts, Vanguard and the first turn."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Denied, Option
from warhost.play.script import Script, choose, roll, roll_off
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.general.combined import is_platform
from warhost.rulesets.fantasy_battles.chapters.setup import ambush, scouting, vanguard
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import (
    COUNTERTHRUST,
    MARCHING_COLUMNS,
    SHORT_EDGES,
    single_unit_turn,
)
from warhost.rulesets.fantasy_battles.chapters.setup.setting_down import column_exempt, deploy_unit, hosts_of, may_host
from warhost.rulesets.fantasy_battles.chapters.turn import begin_player_turn
from warhost.rulesets.fantasy_battles.core import Battle, Unit, deny, spoken
from warhost.rulesets.fantasy_battles.shown import setup_events as events

MOST_BONUS = 4
"""The most that units the enemy still had to deploy add to the roll for the first turn (T9A-R020)."""

DELAY = "delay"

SINGLE_UNITS = {
    COUNTERTHRUST: "t9a.deployment.counterthrust_single_units",
    MARCHING_COLUMNS: "t9a.deployment.marching_columns_single_units",
}


@rule("t9a.deployment.first_to_deploy", "t9a.deployment.sequence", "t9a.pregame.deployment_phase")
def choose_first_deployer(battle: Battle) -> Script[None]:
    """The player who did not choose the zone says who deploys first (T9A-R018)."""
    seat = 1 - battle.chooser
    options = [Option("me", "I deploy first"), Option("them", "My opponent deploys first")]
    rules = ("t9a.deployment.first_to_deploy",)
    key = yield from choose(seat, "deploys first", "Who deploys first?", options, rules=rules)
    battle.deploys = battle.active = seat if key == "me" else 1 - seat
    battle.stage = "deploy"
    yield events.FirstToDeploy(battle.deploys)


def to_deploy(battle: Battle, seat: int) -> list[Unit]:
    """The units that a player has still to deploy in the usual way."""
    return [unit for unit in battle.units if unit.seat == seat and _waits(unit)]


def _waits(unit: Unit) -> bool:
    return unit.pose is None and unit.host is None and not unit.special and not unit.fate


@rule("t9a.deployment.alternate", "t9a.deployment.remaining_units", "t9a.deployment.marching_columns_delayed")
def deploy(battle: Battle) -> Script[None]:
    """One unit is deployed, or the deployment turn ends.

    A turn is for one unit at least; once the other player has finished, all that is left is deployed in one go.
    """
    seat = battle.deploys
    waiting = to_deploy(battle, seat)
    if not waiting:
        yield from _finish(battle, seat)
        return
    if battle.deployment == MARCHING_COLUMNS and battle.edges[seat] < 0:
        yield from _choose_edge(battle, seat)
    options, denied = _choices(battle, seat, waiting)
    if not battle.deployed_now and battle.deployment == MARCHING_COLUMNS:
        told = "All units that are not deployed yet come in later, along your short Board Edge."
        options.append(Option(DELAY, "Make all the others Delayed", text=told))
    if battle.deployed_now and not battle.finished:
        options.append(Option("pass", "End this deployment turn", passes=True))
    key = yield from choose(
        *(seat, "deploy", "Which unit do you deploy next?", options),
        rules=("t9a.deployment.alternate", *_limit_rules(battle)),
        denied=denied,
    )
    if key == "pass":
        _end_turn(battle)
        return
    if key == DELAY:
        for unit in waiting:
            yield from ambush.delay(battle, unit)
    else:
        yield from deploy_unit(battle, battle.units[int(key)])
    battle.deployed_now += 1
    if not to_deploy(battle, seat):
        yield from _finish(battle, seat)
    elif single_unit_turn(battle, seat) and not battle.finished:
        _end_turn(battle)


def _limit_rules(battle: Battle) -> tuple[str, ...]:
    if battle.deployment in SINGLE_UNITS and single_unit_turn(battle, battle.deploys):
        return (SINGLE_UNITS[battle.deployment],)
    return ()


@rule("t9a.deployment.counterthrust_single_units", "t9a.deployment.marching_columns_single_units")
@rule("t9a.special.war_platform")
def _choices(battle: Battle, seat: int, waiting: Sequence[Unit]) -> tuple[list[Option], list[Denied]]:
    """The units that may be deployed now, and why not the others.

    The first turns of some types are not for Characters and the like, unless a player has nothing else left. A War
    Platform waits for a unit whose ranks it can stand in, if one is still to come.
    """
    ready, denied = list(waiting), []
    if single_unit_turn(battle, seat) and not battle.finished:
        rule_id = SINGLE_UNITS[battle.deployment]
        others = [unit for unit in ready if _waits_for_fourth_turn(battle, unit)]
        if len(others) < len(ready):
            why = "cannot be deployed in the first three deployment turns."
            denied += [deny(unit, f"{unit.name} {why}", rule_id) for unit in others]
            ready = [unit for unit in ready if unit not in others]
    early = [unit for unit in ready if _waits_for_host(battle, unit, waiting)]
    if len(early) < len(ready):
        denied += [
            deny(unit, f"{acts(unit.name, 'waits')} for the unit that it joins.", "t9a.special.war_platform")
            for unit in early
        ]
        ready = [unit for unit in ready if unit not in early]
    return [Option(str(unit.id), unit.name, unit=unit.id) for unit in ready], denied


def _waits_for_fourth_turn(battle: Battle, unit: Unit) -> bool:
    if battle.deployment == COUNTERTHRUST:
        return battle.entry(unit).is_character
    return column_exempt(battle, unit)


def _waits_for_host(battle: Battle, unit: Unit, waiting: Sequence[Unit]) -> bool:
    """Whether a War Platform has nobody to join yet, but could join one who is still to be deployed."""
    if not is_platform(battle, unit) or hosts_of(battle, unit)[0]:
        return False
    return any(may_host(battle, unit, other) is None for other in waiting if other is not unit)


@rule("t9a.deployment.marching_columns", "t9a.deployment.marching_columns_order")
def _choose_edge(battle: Battle, seat: int) -> Script[None]:
    """The owner of a column picks its short Board Edge before the first unit (T9A-R016)."""
    options = [Option(name, f"The {name} edge") for name in SHORT_EDGES]
    text, rules = "From which short Board Edge does your column come?", ("t9a.deployment.marching_columns",)
    key = yield from choose(seat, "column edge", text, options, rules=rules)
    own = SHORT_EDGES.index(key)
    battle.edges = tuple(own if one == seat else edge for one, edge in enumerate(battle.edges))
    yield events.ShortEdgeTaken(seat, key)


def _end_turn(battle: Battle) -> None:
    """The deployment turn is over: it is the other player's, if that one has units left."""
    seat = battle.deploys
    turns = list(battle.deployment_turns)
    turns[seat] += 1
    battle.deployment_turns, battle.deployed_now = tuple(turns), 0
    battle.deploys = battle.active = 1 - seat


@rule("t9a.deployment.alternate", "t9a.deployment.declare_intent", "t9a.deployment.remaining_units")
def _finish(battle: Battle, seat: int) -> Script[None]:
    """The player has nobody left to deploy: the first to finish declares intent, then the other deploys the rest."""
    _end_turn(battle)
    battle.finished = (*battle.finished, seat)
    yield events.DeploymentFinished(seat)
    if len(battle.finished) == 1:
        left = [unit for unit in to_deploy(battle, 1 - seat) if not battle.entry(unit).is_character]
        battle.left_over = len(left)
        battle.stage = "intent"
    else:
        battle.stage = "scouts"


@rule("t9a.deployment.declare_intent")
def declare_intent(battle: Battle) -> Script[None]:
    """Who finished first says whether they want the first or the second turn."""
    seat = battle.finished[0]
    options = [Option("first", "The first turn"), Option("second", "The second turn")]
    text, rules = "Which turn do you want?", ("t9a.deployment.declare_intent", "t9a.deployment.first_turn_roll")
    key = yield from choose(seat, "intent", text, options, note=_bonus_note(battle), rules=rules)
    battle.intent = "first" if key == "first" else "second"
    battle.stage = "deploy"
    yield events.IntentDeclared(seat, battle.intent)


def bonus(battle: Battle) -> int:
    """What the player who finished first adds to the roll for the first turn."""
    with_bonus = battle.scene.settings.first_turn == "with bonus"
    return min(MOST_BONUS, battle.left_over) if with_bonus else 0


def _bonus_note(battle: Battle) -> str:
    return f"You add {bonus(battle)} to your roll for the first turn." if bonus(battle) else ""


@rule("t9a.deployment.scouts_order", "t9a.deployment.sequence")
def deploy_scouts(battle: Battle) -> Script[None]:
    """Scouts are deployed one after the other in turn, first by the player who finished first."""
    yield from scouting.deploy_all(battle, battle.finished[0])
    battle.stage = "vanguard"


@rule("t9a.deployment.vanguard_order", "t9a.deployment.sequence")
def move_vanguard(battle: Battle) -> Script[None]:
    """Vanguarding units move in turn, first one of the player who finished last."""
    yield from vanguard.moves(battle, battle.finished[-1])
    battle.stage = "other rules"


@rule("t9a.deployment.other_rules", "t9a.deployment.sequence")
def other_rules(battle: Battle) -> Script[None]:
    """Whatever else rules do at the end of deployment, first those of the player who finished first."""
    for seat in battle.finished:
        for unit in [one for one in battle.units if one.seat == seat and one.pose is not None]:
            for bearer, speaker in spoken(battle, unit, "at_deployment_end"):
                yield from speaker.at_deployment_end(battle, bearer)
    battle.stage = "first turn"


@rule("t9a.deployment.first_turn_roll")
def roll_for_first_turn(battle: Battle) -> Script[None]:
    """Both roll: if the player who finished first is not beaten the intent holds, else the other chooses (T9A-R020)."""
    seat = battle.finished[0]
    cite = "t9a.deployment.first_turn_roll"
    if battle.scene.settings.first_turn == "with bonus":
        (own,) = yield from roll("D6", why="First turn", rule=cite, seat=seat)
        (other,) = yield from roll("D6", why="First turn", rule=cite, seat=1 - seat)
        yield events.FirstTurnRolled(seat, own + bonus(battle), other)
        wins = own + bonus(battle) >= other
    else:
        wins = (yield from roll_off((seat, 1 - seat), why="First turn", rule=cite)) == seat
    if wins:
        first = seat if battle.intent == "first" else 1 - seat
    else:
        options = [Option("me", "I take the first turn"), Option("them", "My opponent takes the first turn")]
        key = yield from choose(1 - seat, "first turn", "Who has the first turn?", options, rules=(cite,))
        first = 1 - seat if key == "me" else seat
    battle.first = first
    yield events.FirstTurnChosen(first)
    yield from begin_player_turn(battle, first)


STEPS = {
    "deploys first": choose_first_deployer,
    "deploy": deploy,
    "intent": declare_intent,
    "scouts": deploy_scouts,
    "vanguard": move_vanguard,
    "other rules": other_rules,
    "first turn": roll_for_first_turn,
}
