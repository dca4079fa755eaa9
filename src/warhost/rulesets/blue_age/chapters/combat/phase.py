"""The Combat Phase after its spells: charges declared and made by turns, then the fights (Game Turn: Combat Phase)."""

from __future__ import annotations

from warhost.play.questions import Denied, Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import listed
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings import demolishing
from warhost.rulesets.blue_age.chapters.charge import phase as charge
from warhost.rulesets.blue_age.chapters.combat import initiative, resolution, rounds, strikes, weapons
from warhost.rulesets.blue_age.chapters.combat.fights import Fight, fights_of, still_fought
from warhost.rulesets.blue_age.chapters.heroes import duels
from warhost.rulesets.blue_age.chapters.turn import alternate, end_phase
from warhost.rulesets.blue_age.core import Battle
from warhost.rulesets.blue_age.core.events import combat as events
from warhost.rulesets.blue_age.thinks import charge_odds, combat_odds

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
    options = charge.charge_options(battle, battle.active)
    key = PASS
    if options:
        key = yield from _which(battle, options)
    if key != PASS:
        yield from charge.declare(battle, key)
        alternate(battle)
    elif _pass(battle):
        _next(battle, "charges")


def _which(battle: Battle, options: list[Option]) -> Script[str]:
    forced = charge.must_charge(battle, options)
    quiet = [Option(PASS, "Declare no more charges", passes=True)] if forced is None else []

    def denied() -> list[Denied]:
        return [*charge.charge_denials(battle, battle.active), *([] if forced is None else [forced])]

    return (
        yield from choose(
            battle.active,
            "charge",
            "Which charge do you declare?",
            [*options, *quiet],
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
        yield from demolishing.storm(battle)
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
    return [listed([unit.name for unit in units if unit.seat == seat]) for seat in range(2)]


@rule("blue.fight.challenges_before", "blue.fight.resolution_after_step_1")
def fight_out(battle: Battle, fought: Fight) -> Script[None]:
    """One fight: challenges and duels, blows, then the resolution."""
    yield events.FightBegan(fought.members)
    for unit in rounds.fighters(battle, fought):
        fought.wounds[unit.seat] += unit.threw
    yield from duels.before_fight(battle, fought)
    if fought.over:
        return
    yield from blows(battle, fought)
    if not fought.over:
        yield from resolution.resolve(battle, fought)


@rule("blue.fight.initiative_modifiers_first", "blue.fight.initiative_order")
def blows(battle: Battle, fought: Fight) -> Script[None]:
    """All who fight choose their weapons, then strike in the steps of Initiative from 10 to 1."""
    arms: rounds.Arms = {}
    for unit in rounds.fighters(battle, fought):
        arms[unit.id] = yield from weapons.chosen(battle, unit)
    order = rounds.steps(battle, fought, arms)
    for step in range(initiative.FIRST, initiative.LAST - 1, -1):
        if all(fought.side(battle, seat) for seat in range(2)):
            yield from _step(battle, fought, step, order, arms)


@rule("blue.fight.initiative_order", "blue.fight.tied_initiative", "blue.fight.push")
def _step(battle: Battle, fought: Fight, step: int, order: rounds.Order, arms: rounds.Arms) -> Script[None]:
    """One step of Initiative: all who strike in it push, then all attacks of both sides, then the casualties
    (BLUE-R59). A Demolisher at a wall may strike that instead (BLUE-R156)."""
    lots = rounds.impacts(battle, fought, step)
    walls: list[demolishing.Blows] = []
    for unit in rounds.pushed(battle, fought, step, order, arms):
        section = None
        if not fought.duels(battle, unit):
            section = yield from demolishing.which(battle, unit, arms[unit.id])
        if section is not None:
            walls.append(demolishing.blows_at(battle, unit, section, arms[unit.id]))
            continue
        touches = strikes.touching(battle, fought, unit, arms[unit.id])
        blows = yield from strikes.allocated(battle, unit, arms[unit.id], touches)
        lots += [strikes.lot_of(battle, fought, one, arms[unit.id]) for one in blows]
    lots += rounds.last_blows(battle, fought, step)
    if lots or walls:
        yield events.StepBegan(step)
    yield from strikes.strike_all(battle, fought, lots)
    for wall in walls:
        yield from demolishing.strike_in_fight(battle, fought, wall)


STEPS = {"declare": declare, "charges": charges, "fight": fight}
