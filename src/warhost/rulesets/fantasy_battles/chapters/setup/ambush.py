"""Ambush and Delayed: units that wait off the board and come in from its edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.play.battle import stand
from warhost.play.picking import pick
from warhost.play.questions import Edge, Option, Pick, Place, Placed
from warhost.play.script import Refused, Script, choose, choose_unit, once, place, roll
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import coming_in
from warhost.rulesets.fantasy_battles.chapters.damage.damage import destroy
from warhost.rulesets.fantasy_battles.chapters.general.combined import check_join, join
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import DAWN_ASSAULT, LEFT
from warhost.rulesets.fantasy_battles.core import (
    BOONS,
    GAP,
    MODEL_RULES,
    ROCKS,
    Battle,
    Boon,
    BoonRule,
    ModelRule,
    Unit,
    boundary_at,
    check_on_board,
    check_spacing,
    has,
    size,
)
from warhost.rulesets.fantasy_battles.shown import setup_events as events
from warhost.table import Pose, strip

TURN = 2
"""The Game Turn from which on units come in."""

ARRIVES_ON = 3
"""What a unit needs to come in, if players agreed to roll for it."""

DAWN_AMBUSHERS = 2
"""So many units of each player may be Ambushers of Dawn Assault."""


RULES = {
    "ambush": "t9a.special.ambush",
    "flank": "t9a.deployment.dawn_assault_ambushers",
    "delayed": "t9a.special.delayed",
}
"""The rule by which a unit waits."""


@MODEL_RULES.rule("Ambush", "t9a.special.ambush")
class Ambush(ModelRule):
    """The unit may wait off the board and come in from its edges (T9A-R149)."""

    needs = "all"
    ambushes = True


@BOONS.rule("Arrived", "t9a.special.ambush")
class Arrived(BoonRule):
    """The unit came onto the board in this turn: it cannot March and shoots as if it had moved."""

    counts_as_moved = True

    def check_march(self, battle: Battle, bearer: Unit) -> Refused | None:
        return Refused(f"{bearer.name} came onto the board this turn and cannot March.", self.id)


# Before the battle


@rule("t9a.pregame.special_deployment", "t9a.special.ambush")
def declare(battle: Battle, seat: int) -> Script[None]:
    """The player says which units with the rule wait in Ambush."""
    able = [unit for unit in _to_declare(battle, seat) if has(battle, unit, "ambushes")]
    rules = ("t9a.pregame.special_deployment", "t9a.special.ambush")
    yield from _wait(battle, seat, able, "ambush", "Which units wait in Ambush?", len(able), rules)


@rule("t9a.deployment.dawn_assault_ambushers")
def declare_dawn_ambushers(battle: Battle, seat: int) -> Script[None]:
    """In Dawn Assault two units of each player may come in from the player's short Board Edge, whatever they are."""
    if battle.deployment == DAWN_ASSAULT:
        text = "Which units come in from your short Board Edge later?"
        rules = ("t9a.deployment.dawn_assault_ambushers",)
        yield from _wait(battle, seat, _to_declare(battle, seat), "flank", text, DAWN_AMBUSHERS, rules)


def _to_declare(battle: Battle, seat: int) -> list[Unit]:
    return [
        unit for unit in battle.units if unit.seat == seat and unit.host is None and not unit.special and not unit.fate
    ]


def _wait(
    battle: Battle, seat: int, able: list[Unit], how: str, text: str, most: int, rules: tuple[str, ...]
) -> Script[None]:
    if not able:
        return
    options = tuple(Option(str(unit.id), unit.name, unit=unit.id) for unit in able)
    question = Pick(seat=seat, topic="ambush", text=text, rules=rules, options=options, most=most, about=how)
    units = [battle.units[int(key)] for key in (yield from pick(question))]
    for unit in units:
        unit.special = "ambush" if how == "ambush" else "flank"
        yield events.SpecialDeployment(unit.id, "waiting in Ambush")
    for unit in units:
        yield from _join(battle, unit)


@rule("t9a.special.ambush", "t9a.special.character")
def _join(battle: Battle, character: Unit) -> Script[None]:
    """A Character that waits in the same way as a unit may be in its ranks."""
    hosts = [
        unit
        for unit in battle.units
        if battle.entry(character).is_character
        and unit.special == character.special
        and unit.seat == character.seat
        and check_join(battle, character, unit) is None
    ]
    if not hosts:
        return
    options = [
        Option(str(host.id), f"In the ranks of {host.name}", unit=character.id, target=host.id) for host in hosts
    ]
    options.append(Option("alone", "On its own", unit=character.id))
    text = f"Where {does(character.name)} wait?"
    key = yield from choose(character.seat, "ambush with", text, options, rules=("t9a.special.character",))
    if key != "alone":
        host = battle.units[int(key)]
        join(battle, character, host)
        character.special = ""
        yield events.GuestJoined(character.id, host.id)


@rule("t9a.deployment.marching_columns_delayed", "t9a.special.delayed")
def delay(battle: Battle, unit: Unit) -> Script[None]:
    """The unit is not deployed now: it comes in later, along its owner's short Board Edge (T9A-R017)."""
    unit.special = "delayed"
    yield events.SpecialDeployment(unit.id, "Delayed")


# In the battle


def due(battle: Battle) -> list[Unit]:
    """The Active Player's units that may come in now."""
    if battle.turn < TURN:
        return []
    return [unit for unit in battle.units if unit.seat == battle.active and unit.waiting]


@rule("t9a.special.ambush", "t9a.special.delayed")
def arrive(battle: Battle) -> Script[None]:
    """At the start of the own Movement Phase units that waited are placed at a Board Edge, or lost.

    Players may have agreed that each rolls for it.
    """
    coming: list[Unit] = []
    for unit in due(battle):
        comes = not _rolls(battle, unit) or (yield from _roll_arrival(battle, unit))
        coming += [unit] * comes
    while coming:
        text = "Which unit comes in next?"
        unit = yield from choose_unit(coming, battle.active, "ambush order", text, rules=(RULES[coming[0].special],))
        coming.remove(unit)
        if next(places(battle, unit), None) is None:
            yield from destroy(battle, unit, "there was no place to come in")
            continue
        yield from _come_in(battle, unit)
    battle.stage = "rally"


def _rolls(battle: Battle, unit: Unit) -> bool:
    settings = battle.scene.settings
    return (settings.delayed if unit.special == "delayed" else settings.ambush) == "3+ from turn 2"


@rule("t9a.special.ambush", "t9a.special.delayed")
def _roll_arrival(battle: Battle, unit: Unit) -> Script[bool]:
    cite = RULES[unit.special]
    (face,) = yield from roll("D6", why="Arrival", rule=cite, seat=unit.seat, unit=unit.id, need=ARRIVES_ON)
    if face < ARRIVES_ON:
        yield events.UnitHeldUp(unit.id, face)
    return face >= ARRIVES_ON


@rule("t9a.special.ambush", "t9a.special.delayed")
def _come_in(battle: Battle, unit: Unit) -> Script[None]:
    """The unit is placed; in this turn it does not March, and it shoots as if it had moved."""
    board = battle.scene.board
    question = Place(
        seat=unit.seat,
        topic="ambush place",
        text=f"Where {does(unit.name)} come in?",
        rules=(RULES[unit.special], "t9a.geometry.unit_spacing"),
        unit=unit.id,
        zone=strip(0.0, 0.0, board.width, board.depth),
        gap=GAP,
        barred=(ROCKS,),
        edges=edges_of(battle, unit),
    )
    judge: Callable[[Placed], None] = once(lambda placed: check_arrival(battle, unit, placed.pose))
    answer = yield from place(question, judge, lambda: [Placed(pose) for pose in places(battle, unit)])
    unit.arrived = battle.turn
    unit.boons = (*unit.boons, Boon("Arrived", "turn", seat=unit.seat))
    yield events.UnitArrived(unit.id, stand(unit, answer.pose))


@rule("t9a.special.ambush", "t9a.special.delayed", "t9a.deployment.dawn_assault_ambushers")
def edges_of(battle: Battle, unit: Unit) -> tuple[Edge, ...]:
    """The Board Edges along which the unit may come in: all but the opponent's, or its owner's short one."""
    if unit.special == "ambush":
        return ("left", "right", "near" if battle.homes[unit.seat] == 0 else "far")
    return ("left",) if battle.edges[unit.seat] == LEFT else ("right",)


@rule("t9a.special.ambush", "t9a.special.delayed", "t9a.deployment.dawn_assault_ambushers")
def check_arrival(battle: Battle, unit: Unit, pose: Pose) -> None:
    """The rear lies on one of those edges; distances are kept."""
    end = boundary_at(battle, unit, pose)
    check_on_board(battle, unit, end)
    flush = coming_in.rear_on(end, battle.scene.board)
    if not flush:
        raise Refused(f"The rear of {unit.name} has to be along a Board Edge.", RULES[unit.special])
    if flush.isdisjoint(edges_of(battle, unit)):
        whose = "the opponent's edge" if unit.special == "ambush" else "any edge but its owner's short one"
        raise Refused(f"{unit.name} cannot come in from {whose}.", RULES[unit.special])
    check_spacing(battle, unit, end)


def places(battle: Battle, unit: Unit) -> Iterator[Pose]:
    """Legal places along the edges, an inch apart; closer together where none of those is free."""
    board, edges = battle.scene.board, edges_of(battle, unit)
    return coming_in.places(board, size(battle, unit), edges, lambda pose: check_arrival(battle, unit, pose))


STEPS = {"arrivals": arrive}
