"""Turns and phases (Play a Basic Game: Turns). Each phase is a file of its own; here is how they follow each other."""

from __future__ import annotations

import msgspec

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.contact import friends
from warhost.rulesets.fantasy_battles.chapters.setup.ambush import due
from warhost.rulesets.fantasy_battles.chapters.victory.objective_markers import pick_up
from warhost.rulesets.fantasy_battles.core import PHASES, Battle, Began, Boon, Unit, field_of, spoken, whole_health
from warhost.rulesets.fantasy_battles.shown import events

FIRST_STAGE = {
    "charge": "declare charges",
    "movement": "rally",
    "magic": "draw flux",
    "shooting": "shoot",
    "melee": "fight",
}
"""The first step of every phase; a battle's stage is the name of its next step."""


@rule("t9a.turn.active_reactive", "t9a.charge.start")
def begin_player_turn(battle: Battle, seat: int) -> Script[None]:
    """A Player Turn begins: what units did in the last one of their owner is forgotten, and who charged in any."""
    battle.active = seat
    if seat == battle.first:
        battle.turn += 1
    for unit in battle.units:
        unit.charged = False
        if unit.seat == seat:
            unit.moved = unit.marched = unit.reformed = unit.rallied = unit.shot = False
            unit.declared = unit.failed_charge = unit.redirected = unit.frenzied = unit.swept = unit.swapped = False
            unit.target = unit.target_arc = None
            unit.fled_from_me = ()
    yield events.TurnBegan(battle.turn, seat)
    battle.phase, battle.stage = PHASES[0], "start of turn"


def is_first_player_turn(battle: Battle) -> bool:
    """Whether this is the first Player Turn of the game."""
    return battle.turn == 1 and battle.active == battle.first


def end_boons(battle: Battle, ended: str) -> None:
    """A phase or a Player Turn ends, and with it what was given until then."""
    for unit in battle.units:
        if unit.boons:
            left = (boon for boon in unit.boons if not _ends(battle, unit, boon, ended))
            unit.boons = tuple(_one_turn_on(boon) for boon in left) if ended == "turn" else tuple(left)


def _one_turn_on(boon: Boon) -> Boon:
    """A boon after the Player Turn in which it was given: what lasts for the owner's next one waits for its end."""
    return msgspec.structs.replace(boon, until="own turn") if boon.until == "own next turn" else boon


def _ends(battle: Battle, unit: Unit, boon: Boon, ended: str) -> bool:
    if ended == "turn":
        own = boon.until == "own turn" and unit.seat == battle.active
        following = boon.until == "next turn" and boon.seat == battle.active
        return boon.until in ("round", "phase", "turn") or own or following
    return boon.until == ended


@rule("t9a.charge.start")
def start_of_turn(battle: Battle) -> Script[None]:
    """What is picked up and what rules do when a Player Turn starts, before its Charge Phase."""
    yield from pick_up(battle)
    for unit in list(friends(battle, battle.active)):
        for bearer, speaker in spoken(battle, unit, "at_turn_start"):
            yield from speaker.at_turn_start(battle, bearer)
    yield from begin_phase(battle, PHASES[0])


def start_of_charges(battle: Battle) -> Script[None]:
    """What rules do when the Charge Phase starts, before any declaration."""
    for unit in list(friends(battle, battle.active)):
        for bearer, speaker in spoken(battle, unit, "at_charge_start"):
            yield from speaker.at_charge_start(battle, bearer)
    battle.stage = FIRST_STAGE["charge"]


def begin_phase(battle: Battle, phase: str) -> Script[None]:
    """A phase begins: what Panic is measured against is noted for every unit."""
    battle.phase = phase
    battle.stage = FIRST_STAGE[phase]
    if phase == "charge":
        battle.stage = "start of charges"
    elif phase == "movement" and due(battle):
        battle.stage = "arrivals"
    battle.phase_notes = ()
    battle.fought = ()
    here = field_of(battle)
    for unit in battle.units:
        unit.done = unit.passed_panic = unit.magic_moved = False
        unit.reacted = ()
        unit.lost_this_phase = 0
        unit.began = None
        if unit.pose is not None:
            shape = here[unit.id].shape
            unit.began = Began(whole_health(battle, unit), unit.pose, shape.width, shape.depth)
    yield events.PhaseBegan(phase.capitalize(), battle.active)


@rule("t9a.turn.phase_order", "t9a.turn.game_length")
def end_phase(battle: Battle) -> Script[None]:
    """The next phase; after the last one the other player's turn; after the last turn the reckoning."""
    for unit in battle.units:
        if unit.pose is not None:
            for bearer, speaker in spoken(battle, unit, "at_phase_end"):
                yield from speaker.at_phase_end(battle, bearer)
    end_boons(battle, "phase")
    index = PHASES.index(battle.phase)
    if index + 1 < len(PHASES):
        yield from begin_phase(battle, PHASES[index + 1])
        return
    end_boons(battle, "turn")
    if battle.active != battle.first:
        battle.stage = "end of game turn"
    else:
        yield from begin_player_turn(battle, battle.reactive)


@rule("t9a.turn.game_length")
def next_game_turn(battle: Battle) -> Script[None]:
    """Both players have had their Player Turns: the next Game Turn, or the reckoning after the last."""
    if battle.turn < battle.scene.settings.game_turns:
        yield from begin_player_turn(battle, battle.first)
    else:
        battle.phase, battle.stage = "end", "reckon"


STEPS = {"start of turn": start_of_turn, "start of charges": start_of_charges, "end of game turn": next_game_turn}
