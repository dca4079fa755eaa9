"""Rounds, turns and phases (Sequence of Play). Each phase is a file of its own; here is how they follow each other."""

from __future__ import annotations

import msgspec

from warhost.field.contact.engagement import part
from warhost.play import script
from warhost.play.questions import Option
from warhost.play.rules.moments import Moment
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core import (
    PHASES,
    Battle,
    Effect,
    events,
    friends,
    has_lasting,
    in_contact,
    with_rule,
)

FIRST_STAGE = {"movement": "orders", "ranged": "shoot", "combat": "fight"}
"""The first step of every phase; a battle's stage is the name of its next step."""

MOST_ROUNDS = 20
"""A battle for a set time has no more rounds than this."""

PHASE_ENDS: Moment[[Battle]] = Moment("a phase of Kings of War ends")
ROUND_ENDS: Moment[[Battle]] = Moment("a round of Kings of War ends")


# Rounds


@rule("kow.turn.rounds", "kow.turn.initiative", "kow.scenario.first_turn", "kow.standard.first_turn")
def begin_round(battle: Battle) -> Script[None]:
    """A round begins: both roll a D6, and the winner says who has the first turn of it (KOW-R012). It is nobody's turn
    until that is settled."""
    battle.phase = "initiative"
    if not battle.turn or battle.settings.initiative == "each round":
        yield from _initiative(battle)
    battle.turn += 1
    battle.taken = 0
    yield events.RoundBegan(battle.turn)
    yield from begin_turn(battle, battle.first)


@rule("kow.turn.initiative")
def _initiative(battle: Battle) -> Script[None]:
    """The roll-off for the first turn, ties again (KOW-R024). A player who is out of time decides nothing."""
    able = [seat for seat in range(len(battle.scene.seats)) if seat not in battle.out_of_time]
    if not able:
        return
    winner = able[0]
    if len(able) > 1:
        winner = yield from script.roll_off(able, why="First turn", rule="kow.turn.initiative")
    yield events.RolledOff(winner, "the first turn")
    options = [Option("first", "Take the first turn"), Option("second", "Give it to the enemy")]
    rules = ("kow.turn.initiative",)
    key = yield from choose(winner, "first turn", "Who has the first turn of this round?", options, rules=rules)
    battle.first = winner if key == "first" else 1 - winner
    yield events.FirstTurnChosen(battle.first)


@rule("kow.scenario.duration", "kow.standard.duration", "kow.scenario.duration_variable", "kow.timed.end")
@rule("kow.turn.until_limit")
def end_round(battle: Battle) -> Script[None]:
    """After the last round whoever had the second turn rolls for one more; in timed games nobody does (KOW-R179)."""
    yield from ROUND_ENDS.announce(battle)
    settings = battle.settings
    last = MOST_ROUNDS if settings.clock == "game clock" else settings.rounds
    if battle.turn < last and not battle.ended:
        yield from begin_round(battle)
        return
    if may_go_on(battle):
        seat = 1 - battle.first
        (face,) = yield from script.roll("D6", why="One more round", rule="kow.scenario.duration", seat=seat, need=4)
        if face >= 4:
            yield from begin_round(battle)
            return
    battle.phase, battle.stage = "end", "reckon"


@rule("kow.scenario.duration_variable", "kow.timed.end")
def may_go_on(battle: Battle) -> bool:
    """Whether a die may give one more round after this one."""
    settings = battle.settings
    return settings.extra_round and settings.clock == "none" and battle.turn == settings.rounds


# Turns


@rule("kow.turn.phases", "kow.charge.engaged_persists", "kow.magic.duration_token", "kow.spell.barkskin_expiry")
@rule("kow.timed.no_more_orders")
def begin_turn(battle: Battle, seat: int) -> Script[None]:
    """A turn begins: what lasts until now ends, who has lost contact parts, and what rules ask of the turn's start is
    noted (KOW-R184)."""
    battle.active = seat
    expire(battle, "start", seat)
    part_who_lost_contact(battle)
    for unit in battle.units:
        unit.once = ()
        unit.charged = unit.hindered = unit.commanded = unit.commands = False
        if unit.seat == seat:
            unit.order = ""
            unit.turned = unit.shot = False
            unit.barred = ()
            unit.cast = ()
            unit.held_by = tuple(foe.unit for foe in unit.foes)
            unit.began_wavering = unit.wavering > 0
    for unit, speaker in with_rule(battle, friends(battle, seat), "turn_begins"):
        speaker.turn_begins(battle, unit)
    yield events.TurnBegan(battle.turn, seat)
    if seat in battle.out_of_time:
        yield from end_turn(battle)
    else:
        yield from begin_phase(battle, PHASES[0])


def part_who_lost_contact(battle: Battle) -> None:
    """Units that are no longer in base contact are no longer engaged (KOW-R052)."""
    for unit in battle.units:
        for foe in unit.foes:
            if not in_contact(battle, unit, battle.units[foe.unit]):
                part(battle.units, unit, foe.unit)


@rule("kow.nerve.wavering", "kow.nerve.wavering_token", "kow.command.duration")
def end_turn(battle: Battle) -> Script[None]:
    """A turn ends: what lasts until now ends, and the other player has the next one, or a new round begins."""
    seat = battle.active
    expire(battle, "end", seat)
    for unit in friends(battle, seat):
        if unit.wavering:
            unit.wavering -= 1
            if not unit.wavering:
                yield events.UnitSteadied(unit.id)
    battle.taken += 1
    if battle.taken < len(battle.scene.seats):
        yield from begin_turn(battle, 1 - seat)
    else:
        yield from end_round(battle)


@rule("kow.magic.duration_token", "kow.command.duration")
def expire(battle: Battle, when: str, seat: int) -> None:
    """What lasts until a turn of that seat ends (or starts) is over, or has one such turn less left (KOW-R141)."""
    for unit in battle.units:
        if unit.effects:
            kept = tuple(one for one in (_left(effect, when, seat) for effect in unit.effects) if one)
            has_lasting(battle, unit, kept)


def _left(effect: Effect, when: str, seat: int) -> Effect | None:
    if effect.until != when or effect.seat != seat:
        return effect
    return msgspec.structs.replace(effect, left=effect.left - 1) if effect.left else None


# Phases


def begin_phase(battle: Battle, phase: str) -> Script[None]:
    """A phase begins."""
    battle.phase, battle.stage = phase, FIRST_STAGE[phase]
    battle.fought, battle.pending = (), ()
    for unit in battle.units:
        unit.hurt = unit.fogged = unit.excused = False
        unit.shattered = 0
    yield events.PhaseBegan(phase.capitalize(), battle.active)


@rule("kow.turn.phases")
def end_phase(battle: Battle) -> Script[None]:
    """The next phase; after the last one the turn ends."""
    yield from PHASE_ENDS.announce(battle)
    expire(battle, "phase", battle.active)
    index = PHASES.index(battle.phase)
    if index + 1 < len(PHASES):
        yield from begin_phase(battle, PHASES[index + 1])
    else:
        yield from end_turn(battle)


def begin_battle(battle: Battle) -> Script[None]:
    """Everybody is set up: the first round begins."""
    yield from begin_round(battle)
