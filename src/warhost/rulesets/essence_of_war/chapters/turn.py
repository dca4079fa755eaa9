"""Turns and phases (Play a Basic Game: Turns). Each phase is a file of its own; here is how they follow each other."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.setup.ambush import waiting
from warhost.rulesets.essence_of_war.core import (
    ARMY_RULES,
    PHASES,
    ArmyRule,
    Battle,
    Began,
    Unit,
    field_of,
    spoken,
    whole_health,
)
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.contact import friends

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
            unit.moved = unit.marched = unit.rallied = unit.shot = unit.magic_moved = unit.swapped = False
            unit.declared = unit.failed_charge = unit.redirected = unit.frenzied = False
            unit.advance = None
            unit.target = unit.target_arc = None
            unit.fled_from_me = ()
    end_boons(battle)
    yield events.TurnBegan(battle.turn, seat)
    if speaks(battle, "at_turn_start"):
        battle.phase, battle.stage = PHASES[0], "start of turn"
    else:
        yield from begin_phase(battle, PHASES[0])


def speaks(battle: Battle, moment: str) -> bool:
    """Whether a rule of the Active Player's units has something to say at a moment."""
    return any(spoken(battle, unit, moment) for unit in friends(battle, battle.active)) or (
        moment == "at_turn_start" and any(_army_rules(battle))
    )


def _army_rules(battle: Battle) -> Iterator[tuple[Unit, ArmyRule]]:
    """The rules of the Active Player's armies as wholes, each with a unit of that army on the table."""
    told: set[str] = set()
    for unit in friends(battle, battle.active):
        if battle.entry(unit).bought and unit.army in ARMY_RULES and unit.army not in told:
            told.add(unit.army)
            yield unit, ARMY_RULES[unit.army]()


def end_boons(battle: Battle) -> None:
    """A Player Turn begins: what was given for the last one ends, and what lasts through the next one has its last."""
    for unit in battle.units:
        if unit.boons:
            lasting = (boon for boon in unit.boons if boon.until not in ("round", "turn"))
            unit.boons = tuple(
                msgspec.structs.replace(boon, until="turn") if boon.until == "next turn" else boon for boon in lasting
            )


def start_of_turn(battle: Battle) -> Script[None]:
    """What rules do when a Player Turn starts, before its Charge Phase (EOW-R185)."""
    for unit in list(friends(battle, battle.active)):
        for bearer, speaker in spoken(battle, unit, "at_turn_start"):
            yield from speaker.at_turn_start(battle, bearer)
    for unit, army in list(_army_rules(battle)):
        yield from army.at_turn_start(battle, unit)
    yield from begin_phase(battle, PHASES[0])


def start_of_charges(battle: Battle) -> Script[None]:
    """What rules do when the Charge Phase starts, before any declaration (EOW-R083)."""
    for unit in list(friends(battle, battle.active)):
        for bearer, speaker in spoken(battle, unit, "at_charge_start"):
            yield from speaker.at_charge_start(battle, bearer)
    battle.stage = FIRST_STAGE["charge"]


def begin_phase(battle: Battle, phase: str) -> Script[None]:
    """A phase begins: what Panic is measured against is noted for every unit."""
    battle.phase = phase
    battle.stage = FIRST_STAGE[phase]
    if phase == "charge" and speaks(battle, "at_charge_start"):
        battle.stage = "start of charges"
    if phase == "movement" and waiting(battle):
        battle.stage = "ambushers"
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
    for unit in battle.units:
        if unit.pose is not None:
            for bearer, speaker in spoken(battle, unit, "at_phase_end"):
                yield from speaker.at_phase_end(battle, bearer)
    index = PHASES.index(battle.phase)
    if index + 1 < len(PHASES):
        yield from begin_phase(battle, PHASES[index + 1])
    elif battle.active == battle.first:
        yield from begin_player_turn(battle, battle.reactive)
    elif battle.turn < battle.scene.settings.game_turns:
        yield from begin_player_turn(battle, battle.first)
    else:
        battle.phase, battle.stage = "end", "reckon"


STEPS = {"start of turn": start_of_turn, "start of charges": start_of_charges}
