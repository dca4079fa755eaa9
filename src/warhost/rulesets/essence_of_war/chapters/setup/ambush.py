"""Ambush: units that wait off the table and come in from its edges on turn 2 (Model Rules: Ambush)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.play.battle import stand
from warhost.play.questions import Denied, Edge, Option, Place, Placed
from warhost.play.script import Refused, Script, choose, choose_unit, once, place
from warhost.play.shown.english import acts, does
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.damage.damage import destroy
from warhost.rulesets.essence_of_war.chapters.general.combined import check_join, join
from warhost.rulesets.essence_of_war.core import (
    BOONS,
    GAP,
    ROCKS,
    Battle,
    Boon,
    BoonRule,
    Unit,
    boundary_at,
    check_on_board,
    check_spacing,
    deny,
    has,
    size,
    speakers,
)
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters import coming_in
from warhost.table import Pose, strip

TURN = 2
"""The Game Turn in which ambushers come in."""


@BOONS.rule("Ambush", "eow.special.ambush.limits")
class Arrived(BoonRule):
    """The unit came in from Ambush in this turn: it cannot March and shoots as if it had moved."""

    counts_as_moved = True

    def check_march(self, battle: Battle, bearer: Unit) -> Refused | None:
        return Refused(f"{bearer.name} came in from Ambush this turn and cannot March.", self.id)


@rule("eow.special.ambush.declare", "eow.special.ambush.join")
def declare(battle: Battle) -> Script[None]:
    """Before any unit is deployed both players say which units wait in Ambush, the first to deploy first."""
    first = battle.more.deploys_first
    for seat in (first, 1 - first):
        while True:
            options, denied = _ambushers(battle, seat)
            if not options:
                break
            options.append(Option("pass", "Nobody else", passes=True))
            text, rules = "Which unit waits in Ambush?", ("eow.special.ambush.declare",)
            key = yield from choose(seat, "ambush", text, options, rules=rules, denied=denied)
            if key == "pass":
                break
            unit = battle.units[int(key)]
            unit.reserve = True
            yield events.AmbushDeclared(unit.id)
            yield from _join(battle, unit)


def _ambushers(battle: Battle, seat: int) -> tuple[list[Option], list[Denied]]:
    """The units that may still be declared, and why not those that have the rule for some of their models only."""
    options, denied = [], []
    for unit in battle.units:
        if unit.seat != seat or unit.reserve or unit.pose is not None or unit.host is not None or unit.fate:
            continue
        refused = check(battle, unit)
        if refused is None:
            options.append(Option(str(unit.id), unit.name, unit=unit.id))
        elif _own(battle, unit):
            denied.append(deny(unit, refused.message, "eow.special.ambush.join"))
    return options, denied


def _own(battle: Battle, unit: Unit) -> bool:
    return any(speaker.ambushes for speaker in speakers(battle, unit).at("ambushes"))


@rule("eow.special.ambush.join")
def check(battle: Battle, unit: Unit) -> Refused | None:
    """Why the unit cannot wait in Ambush: it, or a Character in its ranks, does not have the rule."""
    if has(battle, unit, "ambushes"):
        return None
    guest = battle.guest_of(unit)
    if guest is not None and not _own(battle, guest):
        return Refused(f"{guest.name} has no Ambush and cannot be in an ambushing unit.", "eow.special.ambush.join")
    return Refused(f"{acts(unit.name, 'has')} no Ambush.", "eow.special.ambush.declare")


@rule("eow.special.ambush.join")
def _join(battle: Battle, character: Unit) -> Script[None]:
    """A Character that waits in Ambush may be in the ranks of a unit that does."""
    hosts = [
        unit
        for unit in battle.units
        if unit.reserve and unit.seat == character.seat and check_join(battle, character, unit) is None
    ]
    if not hosts:
        return
    options = [
        Option(str(host.id), f"In the ranks of {host.name}", unit=character.id, target=host.id) for host in hosts
    ]
    options.append(Option("alone", "Alone", unit=character.id))
    text = f"Where {does(character.name)} wait in Ambush?"
    key = yield from choose(character.seat, "ambush with", text, options, rules=("eow.special.ambush.join",))
    if key != "alone":
        join(battle, character, battle.units[int(key)])
        character.reserve = False


def waiting(battle: Battle) -> list[Unit]:
    """The Active Player's units that have to come in now."""
    if battle.turn != TURN:
        return []
    return [unit for unit in battle.units if unit.seat == battle.active and unit.reserve]


@rule("eow.special.ambush.arrive", "eow.special.ambush.lost", "eow.special.ambush.limits")
def arrive(battle: Battle) -> Script[None]:
    """At the start of the own Movement Phase of turn 2 every ambusher is placed at a board edge, or lost."""
    while units := waiting(battle):
        text, rules = "Which unit comes in from Ambush next?", ("eow.special.ambush.arrive",)
        unit = yield from choose_unit(units, battle.active, "ambush order", text, rules=rules)
        unit.reserve = False
        if next(places(battle, unit), None) is None:
            yield from destroy(battle, unit, "no place to come in from Ambush")
            continue
        yield from _come_in(battle, unit)
    battle.stage = "rally"


@rule("eow.special.ambush.place", "eow.special.ambush.limits")
def _come_in(battle: Battle, unit: Unit) -> Script[None]:
    """The unit is placed; in this turn it neither Marches nor charges."""
    board = battle.scene.board
    question = Place(
        seat=unit.seat,
        topic="ambush place",
        text=f"Where {does(unit.name)} come in?",
        rules=("eow.special.ambush.place", "eow.spacing.one_inch"),
        unit=unit.id,
        zone=strip(0.0, 0.0, board.width, board.depth),
        gap=GAP,
        barred=(ROCKS,),
        edges=_edges(battle, unit),
    )
    judge: Callable[[Placed], None] = once(lambda placed: check_arrival(battle, unit, placed.pose))

    answer = yield from place(question, judge, lambda: [Placed(pose) for pose in places(battle, unit)])
    stand(unit, answer.pose)
    unit.boons = (*unit.boons, Boon("Ambush", "turn", seat=unit.seat))
    yield events.UnitDeployed(unit.id, answer.pose)


@rule("eow.special.ambush.place")
def _edges(battle: Battle, unit: Unit) -> tuple[Edge, ...]:
    """All board edges but the opponent's."""
    return ("left", "right", "near" if battle.homes[unit.seat] == 0 else "far")


@rule("eow.special.ambush.place")
def check_arrival(battle: Battle, unit: Unit, pose: Pose) -> None:
    """The rear lies on one board edge, but not on the opponent's; distances are kept (EOW-R069)."""
    end = boundary_at(battle, unit, pose)
    check_on_board(battle, unit, end)
    flush = coming_in.rear_on(end, battle.scene.board)
    if not flush:
        raise Refused(f"The rear of {unit.name} has to be along a board edge.", "eow.special.ambush.place")
    if ("near" if battle.homes[1 - unit.seat] == 0 else "far") in flush:
        raise Refused(f"{unit.name} cannot come in from the opponent's edge.", "eow.special.ambush.place")
    check_spacing(battle, unit, end)


def places(battle: Battle, unit: Unit) -> Iterator[Pose]:
    """Legal places along the edges, an inch apart; closer together where none of those is free."""
    board, edges = battle.scene.board, _edges(battle, unit)
    return coming_in.places(board, size(battle, unit), edges, lambda pose: check_arrival(battle, unit, pose))


STEPS = {"ambushers": arrive}
