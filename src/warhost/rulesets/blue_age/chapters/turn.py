"""Turns and phases (Game Turn): both players act in every phase, the First Player of the turn before the Second.

Each phase is a file of its own; here is how they follow each other. A battle's stage is the name of its next step.
"""

from __future__ import annotations

from operator import attrgetter

from warhost.play.questions import Option, Part
from warhost.play.rules.moments import Moment
from warhost.play.script import Script, choose, roll
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import PHASES, Battle, Unit, speakers
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.values import commander_of
from warhost.table import summed

FIRST_STAGE = {"command": "turn", "move": "mandatory", "shooting": "shoot", "combat": "spells", "end": "end"}
"""The first step of every phase."""

IN_PARTS = frozenset({"command", "move", "shoot"})
"""The steps that the First Player does completely before the Second Player does the same."""

TURN_BEGINS: Moment[[Battle]] = Moment("a turn of The Blue Age begins, before the roll for the First Player")
POOLS: Moment[[Battle]] = Moment("the Magic Pools of The Blue Age are made")
PHASE_ENDS: Moment[[Battle]] = Moment("a phase of The Blue Age ends")
END_PHASE: Moment[[Battle]] = Moment("the End Phase of The Blue Age")


# Turns


@rule("blue.turn.phase_order", "blue.end.next_turn")
def begin_turn(battle: Battle) -> Script[None]:
    """The next turn: it starts with a Command Phase."""
    battle.turn += 1
    yield events.TurnBegan(battle.turn)
    yield from begin_phase(battle, PHASES[0])


@rule("blue.turn.first_player_per_turn", "blue.expulsion.10_laughter")
def open_turn(battle: Battle) -> Script[None]:
    """The start of the Command Phase: Mind Tests of the Stupid (BLUE-R121), the turn roll, the Magic Pools
    (BLUE-R23)."""
    for unit in battle.units:
        refresh(unit)
        if unit.effects:
            unit.effects = tuple(one for one in unit.effects if not (one.early and one.until <= battle.turn))
    yield from TURN_BEGINS.announce(battle)
    yield from _turn_roll(battle)
    yield from POOLS.announce(battle)
    yield from begin_part(battle, "command", battle.first)


@rule("blue.command.initiative_roll", "blue.command.winner_decides", "blue.commander.initiative_bonus")
def _turn_roll(battle: Battle) -> Script[None]:
    """Both roll a D10 and add the Initiative of their Commander, ties again (BLUE-R22); the winner names the First
    Player."""
    totals = [0, 0]
    while totals[0] == totals[1]:
        for seat in range(2):
            (face,) = yield from roll("D10", why="Turn roll", rule="blue.command.initiative_roll", seat=seat)
            parts = (Part(face, "D10"), *_turn_bonus(battle, seat))
            totals[seat] = int(summed(part.amount for part in parts))
            yield events.TurnRolled(seat, totals[seat], parts)
    winner = 0 if totals[0] > totals[1] else 1
    options = [Option("first", "Be the First Player"), Option("second", "Be the Second Player")]
    rules = ("blue.command.winner_decides",)
    key = yield from choose(winner, "first player", "Who is First Player of this turn?", options, rules=rules)
    battle.first = winner if key == "first" else 1 - winner
    yield events.FirstPlayerChosen(battle.first)


def _turn_bonus(battle: Battle, seat: int) -> list[Part]:
    """What the Commander adds to the turn roll: by his profile, whatever changes it for the moment."""
    chief = commander_of(battle, seat)
    if chief is None:
        return []
    own = Part(battle.entry(chief).initiative, f"Initiative of {chief.name}", "blue.commander.initiative_bonus")
    rules = speakers(battle, chief).at("turn_roll")
    return [own, *(Part(one.turn_roll(battle, chief), one.name, one.id) for one in rules)]


_OF_THE_TURN = {
    "acted": False,
    "moved": False,
    "dashed": False,
    "rallied": False,
    "tried": False,
    "left": False,
    "ambushed": "",
    "stupid": False,
    "pivoted": False,
    "shot": (),
    "panicked": False,
    "shot_down": 0,
    "cast": (),
    "declared": (),
    "declares": True,
    "stood": False,
    "fled": False,
    "goal": None,
    "threw": 0,
    "charged": (),
    "flanked": (),
    "downhill": False,
    "through": "",
    "charged_by": (),
    "charged_in": "",
    "obstacle": "",
    "snared": False,
    "terrified": False,
    "fought": False,
    "weapon": "",
}
"""What is true of a unit for one turn only."""

_now, _RESTED = attrgetter(*_OF_THE_TURN), tuple(_OF_THE_TURN.values())
"""What of that is true of a unit now, and what is true of one that has done nothing."""


@rule("blue.move.dash_marker", "blue.end.tidy")
def refresh(unit: Unit) -> None:
    """Nothing of the last turn is left on the unit."""
    if _now(unit) != _RESTED:
        for name, value in _OF_THE_TURN.items():
            setattr(unit, name, value)


# Phases


def begin_phase(battle: Battle, phase: str) -> Script[None]:
    """A phase begins."""
    battle.phase, battle.passed = phase, ()
    battle.stage = FIRST_STAGE[phase]
    yield events.PhaseBegan(phase.title())
    if battle.stage in IN_PARTS:
        yield from begin_part(battle, battle.stage, battle.first)
    else:
        battle.active = battle.first


@rule("blue.turn.both_players_each_phase", "blue.command.first_player_actions", "blue.move.first_player_moves")
@rule("blue.shoot.player_order")
def begin_part(battle: Battle, stage: str, seat: int) -> Script[None]:
    """A player's part of a phase begins."""
    battle.stage, battle.active = stage, seat
    yield events.PartBegan(battle.phase.title(), seat)


@rule("blue.turn.both_players_each_phase", "blue.command.second_player_actions", "blue.move.second_player_moves")
@rule("blue.shoot.second_player")
def end_part(battle: Battle) -> Script[None]:
    """A player is done with a part of the phase: the Second Player does the same, then the next phase begins."""
    if battle.active == battle.first:
        yield from begin_part(battle, battle.stage, battle.second)
    else:
        yield from end_phase(battle)


@rule("blue.turn.phase_order")
def end_phase(battle: Battle) -> Script[None]:
    """The next phase; after the last one a new turn, or the end of the battle."""
    yield from PHASE_ENDS.announce(battle)
    for unit in battle.units:
        unit.healing, unit.fallen, unit.panicked, unit.shot_down = 0, (), False, 0
    index = PHASES.index(battle.phase)
    if index + 1 < len(PHASES):
        yield from begin_phase(battle, PHASES[index + 1])
    else:
        yield from end_turn(battle)


@rule("blue.end.resolve_effects", "blue.end.tidy")
def end(battle: Battle) -> Script[None]:
    """The End Phase: effects that happen now, then what ends with the turn (BLUE-R146, BLUE-R147)."""
    yield from END_PHASE.announce(battle)
    for unit in battle.units:
        if unit.effects:
            unit.effects = tuple(one for one in unit.effects if one.early or one.until > battle.turn)
        if unit.lost_in and unit.lost_in < battle.turn:
            unit.lost_in = 0
        refresh(unit)
    battle.pools = (0, 0)
    yield from end_phase(battle)


def end_turn(battle: Battle) -> Script[None]:
    """A turn is over: the next one, or the end of the battle (BLUE-R32)."""
    if battle.turn >= battle.settings.turns:
        battle.phase, battle.stage = "over", "reckon"
        yield from ()
    else:
        yield from begin_turn(battle)


def alternate(battle: Battle) -> None:
    """In what is done by turns the other player is next, unless that one has passed (BLUE-R148)."""
    if battle.other not in battle.passed:
        battle.active = battle.other


STEPS = {"turn": open_turn, "end": end}
