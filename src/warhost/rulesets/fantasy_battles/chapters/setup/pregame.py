"""The Pre-Game Sequence: nine steps from the size of the game to the Deployment Phase."""

from __future__ import annotations

from warhost.errors import WarhostError
from warhost.play import script
from warhost.play.questions import Option
from warhost.play.script import Script, choose, roll
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.magic import wizards
from warhost.rulesets.fantasy_battles.chapters.setup import ambush, battlefield, scouting
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import (
    DAWN_ASSAULT,
    DIAGONALS,
    ENCIRCLE,
    MARCHING_COLUMNS,
    REFUSED_FLANK,
    SHORT_EDGES,
    TYPES,
    side_name,
    zone_at,
)
from warhost.rulesets.fantasy_battles.chapters.victory import objective_markers
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import NONE, OBJECTIVES
from warhost.rulesets.fantasy_battles.core import ArmyList, Battle, Settings
from warhost.rulesets.fantasy_battles.shown import setup_events as events

SEQUENCE = (
    "size",
    "share lists",
    "battlefield",
    "deployment type",
    "secondary objective",
    "zones",
    "select spells",
    "special deployment",
    "deploys first",
)
"""The stages that the nine steps begin with (t9a.pregame.sequence)."""


@rule("t9a.pregame.size")
def check_size(army: ArmyList, settings: Settings) -> None:
    """A list costs no more than the Army Points of the game, unless players agreed that it may."""
    if army.cost > settings.points and not settings.free_lists:
        told = f"{army.name} costs {army.cost} points: the game is for {settings.points} at most."
        raise WarhostError(f"{told} Choose a larger game, or allow lists of any size.", "t9a.pregame.size")


@rule("t9a.pregame.size", "t9a.pregame.sequence")
def agree_on_size(battle: Battle) -> Script[None]:
    """Step 1: the Army Points of the game. They were agreed on when the battle was set up."""
    battle.stage = "share lists"
    yield events.SizeAgreed(battle.scene.settings.points)


@rule("t9a.pregame.share_lists", "t9a.pregame.sequence")
def share_lists(battle: Battle) -> Script[None]:
    """Step 2: each player sees the whole list of the other; nothing of it is hidden (T9A-R011)."""
    costs = tuple(
        sum(battle.entry(unit).points for unit in battle.units if unit.seat == seat)
        for seat in range(len(battle.scene.seats))
    )
    battle.stage = battle.builds
    yield events.ListsShared(costs)


@rule("t9a.pregame.deployment_type", "t9a.pregame.sequence")
def fix_deployment_type(battle: Battle) -> Script[None]:
    """Step 4: a D6, or what the players agreed on (T9A-R013)."""
    told: str = battle.scene.settings.deployment
    if told == "roll":
        (face,) = yield from roll("D6", why="Deployment Type", rule="t9a.pregame.deployment_type")
        told = TYPES[face - 1]
    battle.deployment = told
    battle.stage = "secondary objective"
    yield events.DeploymentTypeFixed(told)


@rule("t9a.pregame.secondary_objective", "t9a.pregame.sequence")
def fix_objective(battle: Battle) -> Script[None]:
    """Step 5: a D6, or what the players agreed on."""
    told: str = battle.scene.settings.objective
    if told == "roll":
        (face,) = yield from roll("D6", why="Secondary Objective", rule="t9a.pregame.secondary_objective")
        told = OBJECTIVES[face - 1]
    battle.objective = "" if told == NONE else told
    battle.stage = "zones"
    yield events.ObjectiveFixed(told)


@rule("t9a.pregame.zones", "t9a.deployment.chooser_rights", "t9a.pregame.sequence")
def determine_zones(battle: Battle) -> Script[None]:
    """Step 6: both roll a D6, ties again; the higher chooses the zone, and all that depends on it (T9A-R014)."""
    seat = yield from script.roll_off((0, 1), why="Deployment Zone", rule="t9a.pregame.zones")
    battle.chooser = battle.active = seat
    yield events.ZoneWon(seat)
    if battle.deployment == DAWN_ASSAULT:
        yield from _deal_out_edges(battle, seat)
    elif battle.deployment == ENCIRCLE:
        yield from _name_attacker(battle, seat)
    elif battle.deployment == REFUSED_FLANK:
        yield from _choose_diagonal(battle, seat)
    elif battle.deployment == MARCHING_COLUMNS:
        battle.edges = (-1, -1)
    options = [
        Option(key, f"The {side_name(battle, home)} zone", areas=(zone_at(battle, seat, home),))
        for home, key in enumerate(("near", "far"))
    ]
    key = yield from choose(seat, "side", "Which zone do you take?", options, rules=("t9a.pregame.zones",))
    own = 0 if key == "near" else 1
    battle.homes = (own, 1 - own) if seat == 0 else (1 - own, own)
    battle.stage = "select spells"
    yield events.ZoneTaken(seat, side_name(battle, own))


@rule("t9a.deployment.chooser_rights", "t9a.deployment.dawn_assault")
def _deal_out_edges(battle: Battle, seat: int) -> Script[None]:
    """The chooser takes one of the short Board Edges; the other one is the opponent's."""
    options = [Option(name, f"The {name} edge") for name in SHORT_EDGES]
    text, rules = "Which short Board Edge is yours?", ("t9a.deployment.chooser_rights", "t9a.deployment.dawn_assault")
    key = yield from choose(seat, "short edge", text, options, rules=rules)
    own = SHORT_EDGES.index(key)
    battle.edges = (own, 1 - own) if seat == 0 else (1 - own, own)
    yield events.ShortEdgeTaken(seat, key)


@rule("t9a.deployment.chooser_rights", "t9a.deployment.encircle")
def _name_attacker(battle: Battle, seat: int) -> Script[None]:
    """The chooser says who attacks."""
    options = [Option("me", "I attack"), Option("them", "My opponent attacks")]
    text, rules = "Who is the attacker?", ("t9a.deployment.chooser_rights", "t9a.deployment.encircle")
    key = yield from choose(seat, "attacker", text, options, rules=rules)
    battle.attacker = seat if key == "me" else 1 - seat
    yield events.AttackerNamed(battle.attacker)


@rule("t9a.deployment.chooser_rights", "t9a.deployment.refused_flank")
def _choose_diagonal(battle: Battle, seat: int) -> Script[None]:
    """The chooser picks the diagonal that splits the board."""
    options = [Option(str(number), f"From {name}") for number, name in enumerate(DIAGONALS)]
    text, rules = (
        "Which diagonal splits the board?",
        (
            "t9a.deployment.chooser_rights",
            "t9a.deployment.refused_flank",
        ),
    )
    key = yield from choose(seat, "diagonal", text, options, rules=rules)
    battle.diagonal = int(key)
    yield events.DiagonalPicked(seat, DIAGONALS[int(key)])


@rule("t9a.pregame.select_spells", "t9a.pregame.sequence")
def select_spells(battle: Battle) -> Script[None]:
    """Step 7: all Wizards select their spells."""
    yield from wizards.select_spells(battle)
    battle.stage = "objective"


@rule("t9a.pregame.special_deployment", "t9a.pregame.sequence")
def declare_special_deployment(battle: Battle) -> Script[None]:
    """Step 8: who waits in Ambush and who Scouts, first for the player who chose the zone."""
    for seat in (battle.chooser, 1 - battle.chooser):
        yield from ambush.declare(battle, seat)
        yield from scouting.declare(battle, seat)
        yield from ambush.declare_dawn_ambushers(battle, seat)
    battle.stage = "deploys first"


STEPS = {
    "size": agree_on_size,
    "share lists": share_lists,
    **battlefield.STEPS,
    "deployment type": fix_deployment_type,
    "secondary objective": fix_objective,
    "zones": determine_zones,
    "select spells": select_spells,
    "objective": objective_markers.prepare,
    "special deployment": declare_special_deployment,
}
