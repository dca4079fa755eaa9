"""The Combat Phase after its spells: charges declared and made by turns, then the fights (Game Turn: Combat Phase)."""

from __future__ import annotations

from warhost.play.questions import Denied, Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.blue_age import (
    charge,
    charge_odds,
    combat_odds,
    duels,
    initiative,
    push,
    resolution,
    strikes,
    weapons,
)
from warhost.rulesets.blue_age import combat_events as events
from warhost.rulesets.blue_age.arms import MeleeWeapon
from warhost.rulesets.blue_age.attacks import Lot
from warhost.rulesets.blue_age.battle import Battle, Unit
from warhost.rulesets.blue_age.fights import Fight, fights_of, still_fought
from warhost.rulesets.blue_age.turn import alternate, end_phase

PASS = "pass"


def _next(battle: Battle, stage: str) -> None:
    """The next part of the phase begins with the First Player."""
    battle.stage, battle.active, battle.passed = stage, battle.first, ()


def _pass(battle: Battle) -> bool:
    """The player is done with what is done by turns now (BLUE-R148); whether both are."""
    battle.passed = (*battle.passed, battle.active)
    alternate(battle)
    return len(battle.passed) >= 2


@rule("blue.charge.declare_alternating", "blue.charge.declare_until_done", "blue.charge.reaction_at_once")
def declare(battle: Battle) -> Script[None]:
    """One declaration of one player with the reaction to it, then of the other, until no player wants another."""
    options, denied = charge.charge_options(battle, battle.active)
    key = PASS
    if options:
        key = yield from _which(battle, options, denied)
    if key != PASS:
        yield from charge.declare(battle, key)
        alternate(battle)
    elif _pass(battle):
        _next(battle, "charges")


def _which(battle: Battle, options: list[Option], denied: list[Denied]) -> Script[str]:
    quiet = Option(PASS, "Declare no more charges", passes=True)
    return (
        yield from choose(
            battle.active,
            "charge",
            "Which charge is declared?",
            [*options, quiet],
            denied=denied,
            rules=("blue.charge.declare_alternating",),
            weigh=lambda option: charge_odds.declare_odds(battle, option),
        )
    )


@rule("blue.charge.roll_alternating", "blue.charge.declare_until_done")
def charges(battle: Battle) -> Script[None]:
    """One declared charge of one player is rolled and made, then one of the other, until none is left."""
    own = charge.waiting_charges(battle, battle.active)
    if not own:
        own = charge.waiting_charges(battle, battle.other)
        if not own:
            _next(battle, "fight")
            battle.fights = fights_of(battle)
            return
        battle.active = battle.other
    unit = yield from charge.which_charge(battle, battle.active, own)
    yield from charge.make(battle, unit)
    battle.active = battle.other


@rule("blue.fight.choose_order")
def fight(battle: Battle) -> Script[None]:
    """A player picks a fight and it is fought; the other player picks the next one."""
    battle.fights = tuple(group for group in (still_fought(battle, one) for one in battle.fights) if group)
    if not battle.fights:
        yield from end_phase(battle)
        return
    options = [
        Option(str(number), " against ".join(_sides(battle, group)), unit=group[0], target=group[-1])
        for number, group in enumerate(battle.fights)
    ]
    key = yield from choose(
        battle.active,
        "which fight",
        "Which fight is fought next?",
        options,
        rules=("blue.fight.choose_order",),
        weigh=lambda option: combat_odds.fight_odds(battle, battle.fights[int(option.key)], battle.active),
    )
    group = battle.fights[int(key)]
    battle.fights = tuple(one for one in battle.fights if one != group)
    yield from fight_out(battle, Fight(battle, group))
    battle.active = battle.other


def _sides(battle: Battle, group: tuple[int, ...]) -> list[str]:
    units = [battle.units[number] for number in group]
    return [" and ".join(unit.name for unit in units if unit.seat == seat) for seat in range(2)]


@rule("blue.fight.challenges_before", "blue.fight.initiative_modifiers_first", "blue.fight.initiative_order")
@rule("blue.fight.resolution_after_step_1")
def fight_out(battle: Battle, fought: Fight) -> Script[None]:
    """One fight: challenges and duels, weapons, the steps of Initiative, then the resolution."""
    yield events.FightBegan(fought.members)
    for unit in _fighters(battle, fought):
        fought.wounds[unit.seat] += unit.threw
    yield from duels.before_fight(battle, fought)
    if fought.over:
        return
    arms: dict[int, MeleeWeapon] = {}
    for unit in _fighters(battle, fought):
        arms[unit.id] = yield from weapons.chosen(battle, unit)
    order = steps(battle, fought, arms)
    for step in range(initiative.FIRST, initiative.LAST - 1, -1):
        if all(fought.side(battle, seat) for seat in range(2)):
            yield from _step(battle, fought, step, order, arms)
    yield from resolution.resolve(battle, fought)


def _fighters(battle: Battle, fought: Fight) -> list[Unit]:
    """All who are in a fight, the First Player's first."""
    return [*fought.all_of(battle, battle.first), *fought.all_of(battle, battle.second)]


def steps(battle: Battle, fought: Fight, arms: dict[int, MeleeWeapon]) -> dict[int, int]:
    """The step at which each unit strikes, fixed when the fight begins (BLUE-R57)."""
    return {number: initiative.step_of(battle, battle.units[number], weapon) for number, weapon in arms.items()}


@rule("blue.fight.initiative_order", "blue.fight.tied_initiative", "blue.fight.push")
def _step(
    battle: Battle, fought: Fight, step: int, order: dict[int, int], arms: dict[int, MeleeWeapon]
) -> Script[None]:
    """One step of Initiative: all who strike in it push, then all attacks of both sides, then the casualties
    (BLUE-R59)."""
    lots: list[Lot] = []
    if step == initiative.FIRST:
        lots += [lot for unit in _fighters(battle, fought) for lot in strikes.impact_lots(battle, fought, unit)]
    units = [unit for unit in _fighters(battle, fought) if order.get(unit.id) == step]
    for unit in units:
        push.push(battle, fought, [unit], arms[unit.id])
    for unit in units:
        touches = strikes.touching(battle, fought, unit, arms[unit.id])
        blows = yield from strikes.allocated(battle, unit, arms[unit.id], touches)
        lots += [strikes.lot_of(battle, fought, one, arms[unit.id]) for one in blows]
    if step == initiative.LAST:
        lots += [lot for unit in _fighters(battle, fought) for lot in strikes.last_lots(battle, fought, unit)]
    if lots:
        yield events.StepBegan(step)
        yield from strikes.strike_all(battle, fought, lots)


STEPS = {"declare": declare, "charges": charges, "fight": fight}
