"""Turns and phases (Play a Basic Game: Turns). Each phase is a file of its own; here is how they follow each other."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import events
from warhost.rulesets.essence_of_war.battle import PHASES, Battle, Began
from warhost.rulesets.essence_of_war.formation import field_of, whole_health

FIRST_STAGE = {
    "charge": "declare charges",
    "movement": "rally",
    "magic": "draw flux",
    "shooting": "shoot",
    "melee": "fight",
}
"""The first step of every phase; a battle's stage is the name of its next step."""


@rule("eow.turn.alternate", "eow.turn.active_reactive", "eow.deploy.basic.first_turn")
def begin_player_turn(battle: Battle, seat: int) -> Script[None]:
    """A Player Turn begins: what units did in the last one of their owner is forgotten, and who charged in any."""
    battle.active = seat
    if seat == battle.first:
        battle.turn += 1
    for unit in battle.units:
        unit.charged = False
        if unit.seat == seat:
            unit.moved = unit.marched = unit.rallied = unit.shot = unit.magic_moved = False
            unit.declared = unit.failed_charge = unit.redirected = False
            unit.target = unit.target_arc = None
            unit.fled_from_me = ()
    yield events.TurnBegan(battle.turn, seat)
    yield from begin_phase(battle, PHASES[0])


def begin_phase(battle: Battle, phase: str) -> Script[None]:
    """A phase begins: what Panic is measured against is noted for every unit."""
    battle.phase = phase
    battle.stage = FIRST_STAGE[phase]
    battle.fought = ()
    here = field_of(battle)
    for unit in battle.units:
        unit.done = unit.passed_panic = False
        unit.lost_this_phase = 0
        unit.began = None
        if unit.pose is not None:
            shape = here[unit.id].shape
            unit.began = Began(whole_health(battle, unit), unit.pose, shape.width, shape.depth)
    yield events.PhaseBegan(phase.capitalize(), battle.active)


@rule("eow.turn.phase_order", "eow.turn.game_length_basic")
def end_phase(battle: Battle) -> Script[None]:
    """The next phase; after the last one the other player's turn; after the last turn the reckoning."""
    index = PHASES.index(battle.phase)
    if index + 1 < len(PHASES):
        yield from begin_phase(battle, PHASES[index + 1])
    elif battle.active == battle.first:
        yield from begin_player_turn(battle, battle.reactive)
    elif battle.turn < battle.scene.settings.game_turns:
        yield from begin_player_turn(battle, battle.first)
    else:
        battle.phase, battle.stage = "end", "reckon"
