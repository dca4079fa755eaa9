"""What duels bring: rewards for the winner, and what follows when a Champion falls (BLUE-R100, BLUE-R101)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Option
from warhost.play.script import Script, choose, roll, roll_sum
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.combat import consolidation
from warhost.rulesets.blue_age.chapters.combat.fights import Fight
from warhost.rulesets.blue_age.chapters.heroes.duellists import unit_of
from warhost.rulesets.blue_age.chapters.movement import flight
from warhost.rulesets.blue_age.core import (
    EFFECTS,
    ITEMS,
    Battle,
    Duellist,
    Effect,
    Special,
    Unit,
    between,
    hosts,
    lay,
    trials,
    walls_of,
)
from warhost.rulesets.blue_age.core.events import heroes as events
from warhost.rulesets.blue_age.core.trials import Trial
from warhost.table import Base

TAKES = 8
"""What the roll for the items of a slain Hero needs."""

SHOCK = 12.0
"""How far the death of a Champion is felt, in inches."""

SHAKEN = "Champion slain"


@EFFECTS.rule(SHAKEN, "blue.champion.death_shock_aura")
class Shaken(Special):
    """-1 Spirit: Spirit Tests at -1 (BLUE-R07)."""

    def on_test(self, battle: Battle, bearer: Unit, trial: Trial) -> None:
        if trial.kind == "spirit":
            trial.added.add(-1, self)


# Rewards


@rule("blue.duel.reward_victory_point", "blue.champion.reward_victory_point")
def score_point(battle: Battle, seat: int) -> None:
    """A Victory Point for the side that slew a Hero or Champion in a duel."""
    battle.scores = tuple(points + (one == seat) for one, points in enumerate(battle.scores))


@rule("blue.duel.reward_destiny", "blue.champion.reward_destiny", "blue.champion.becomes_hero")
def reward(battle: Battle, winner: Duellist, loser: Duellist) -> Script[None]:
    """Who slays the other in a duel gets a point of Destiny, a Victory Point and perhaps items; a Champion who slays a
    Hero is a Hero from now on."""
    unit = unit_of(battle, winner)
    yield events.DuelWon(unit.id, loser.unit)
    score_point(battle, unit.seat)
    unit.destiny += 1
    if winner.champion and not unit.promoted:
        unit.promoted = True
        yield events.ChampionPromoted(unit.id)
        yield from _take_all(battle, unit, unit_of(battle, loser))
    else:
        yield from _take_one(battle, unit, unit_of(battle, loser))


@rule("blue.duel.reward_magic_item")
def _take_one(battle: Battle, unit: Unit, slain: Unit) -> Script[None]:
    """A Hero may take one item of the slain on a roll of 8 or more, but no Unique one (BLUE-R100)."""
    cite = "blue.duel.reward_magic_item"
    offered = [name for name in slain.items if name in ITEMS and not ITEMS[name].unique]
    if not offered or not (yield from _rolled(unit, cite)):
        return
    options = [Option(name, f"Take {name}", unit=unit.id) for name in offered]
    text = f"Which item {does(unit.name)} take from {slain.name}?"
    key = yield from choose(
        unit.seat, "loot", text, [*options, Option("pass", "Take none", unit=unit.id, passes=True)], rules=(cite,)
    )
    if key != "pass":
        yield from _taken(unit, slain, [key])


@rule("blue.champion.reward_magic_items")
def _take_all(battle: Battle, unit: Unit, slain: Unit) -> Script[None]:
    """A Champion takes all items of the slain on a roll of 8 or more, Unique ones too."""
    if slain.items and (yield from _rolled(unit, "blue.champion.reward_magic_items")):
        yield from _taken(unit, slain, slain.items)


def _rolled(unit: Unit, cite: str) -> Script[bool]:
    (face,) = yield from roll("D10", why="Items of the slain", rule=cite, seat=unit.seat, unit=unit.id, need=TAKES)
    return face >= TAKES


def _taken(unit: Unit, slain: Unit, items: Sequence[str]) -> Script[None]:
    for name in items:
        unit.items = (*unit.items, name)
        slain.items = tuple(other for other in slain.items if other != name)
        yield events.ItemTaken(unit.id, slain.id, name)


# The death of a Champion


@rule("blue.champion.death_shock_aura", "blue.champion.death_unit_flees", "blue.champion.enemy_consolidates")
def mourn(battle: Battle, fight: Fight, unit: Unit, fell: Base) -> Script[None]:
    """A Champion was slain in his duel: all own units within 12" of him test, then his unit once more at once."""
    yield from _shock(battle, unit.seat, fell)
    if not unit.models:
        return
    cite = "blue.champion.death_unit_flees"
    done = yield from trials.tested(battle, unit, "spirit", "Its Champion was slain", cite)
    if not done.passed:
        yield from _run(battle, fight, unit)


@rule("blue.champion.death_shock_aura")
def _shock(battle: Battle, seat: int, fell: Base) -> Script[None]:
    """Each own unit within 12" of where he fell takes a Spirit Test; a failure is -1 Spirit until the End Phase of the
    next turn."""
    cite = "blue.champion.death_shock_aura"
    near = [unit for unit in hosts(battle, seat) if between((fell,), walls_of(battle, unit)) <= SHOCK + 1e-6]
    for unit in near:
        done = yield from trials.tested(battle, unit, "spirit", "A Champion was slain", cite)
        if not done.passed:
            lay(unit, Effect(SHAKEN, battle.turn + 1))
            yield events.SpiritShaken(unit.id, battle.turn + 1)


@rule("blue.champion.death_unit_flees", "blue.champion.enemy_consolidates")
def _run(battle: Battle, fight: Fight, unit: Unit) -> Script[None]:
    """The unit of a slain Champion makes a Flee! of 2D5", and the enemies that it was locked with consolidate 2D10"
    (BLUE-R101)."""
    foes = [battle.units[number] for number in unit.foes]
    why, cite = "Its Champion was slain: Flee!", "blue.champion.death_unit_flees"
    inches = yield from roll_sum("2D5", why=why, rule=cite, seat=unit.seat, unit=unit.id)
    yield from flight.away(battle, unit, inches, foes, flees=True)
    fight.leave(battle, unit)
    yield from consolidation.press(battle, foes, [unit] if unit.models else [], "2D10")
