"""The round: Movement, Shooting, Melee (Phased Battles: Battle Phases)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.play.counsel.counsel import Term
from warhost.play.events import Event
from warhost.play.questions import Denied, Option, Question
from warhost.play.script import Script, choose, choose_unit
from warhost.play.shown.english import acts, listed
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import activation, morale, shooting
from warhost.rulesets.regiments.chapters.magic import casting, enchantments
from warhost.rulesets.regiments.chapters.magic.casters import casters_of
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.structure import waiting
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import Battle, Part, Unit, events, optional
from warhost.rulesets.regiments.parts.phased_battles import combat, odds
from warhost.rulesets.regiments.parts.phased_battles.engaged import (
    SLUG,
    Charged,
    Phases,
    combats,
    note,
    phases,
    share_side,
    touching,
)
from warhost.rulesets.regiments.rules import abilities
from warhost.table import Arc

MOVEMENT, SHOOTING, MELEE = "movement phase", "shooting phase", "melee phase"
SHOOTS_AFTER = ("hold", "advance")
"""The actions after which a unit may shoot (AOFR-R602)."""


class PhaseBegan(Event, frozen=True):
    words = "{phase} phase"
    heading = True
    phase: str


class RoundOpened(Event, frozen=True):
    words = "{seat:seat} went first in all phases of round {turn}"
    seat: int
    turn: int


def movement(battle: Battle) -> Script[None]:
    """One unit of the side whose movement phase it is moves; then the other side's units do."""
    seat = battle.active
    if seat not in phases(battle).opened:
        note(battle, opened=(*phases(battle).opened, seat))
        yield from _cast(battle, seat, "before the move")
        return
    own = waiting(battle, seat)
    if own:
        rules = ("aofr.phased.movement",)
        unit = yield from choose_unit(own, seat, "activate", "Which unit moves next?", rules=rules)
        yield from _move_unit(battle, unit)
        unit.activated = True
        yield from optional.each(battle, "after_activation", unit)
        return
    yield from _cast(battle, seat, "after the move")
    yield from _next_side(battle, seat)


@rule("aofr.phased.movement", "aofr.phased.order")
def _next_side(battle: Battle, seat: int) -> Script[None]:
    """The second player moves when the first has moved everybody; then it is time to shoot."""
    if seat == battle.first:
        battle.active = battle.other(seat)
        return
    battle.active, battle.stage = battle.first, SHOOTING
    yield PhaseBegan("Shooting")


@rule("aofr.phased.caster")
def _cast(battle: Battle, seat: int, moment: casting.Moment) -> Script[None]:
    """Casters cast at the beginning or at the end of their side's movement phase, once each (AOFR-R605)."""
    for unit in battle.units:
        if unit.seat != seat or unit.fate or not casters_of(battle, unit) or unit.id in phases(battle).cast:
            continue
        unit.tried = ()
        yield from casting.cast_spells(battle, unit, moment)
        if _has_tried(unit):
            note(battle, cast=(*phases(battle).cast, unit.id))


def _has_tried(unit: Unit) -> bool:
    return bool(unit.tried)


@rule("aofr.phased.use", "aofr.phased.movement")
def _move_unit(battle: Battle, unit: Unit) -> Script[None]:
    """A unit moves and does nothing else. One in contact with an enemy stays where it is (AOFR-R600)."""
    battle.acting = unit.id
    for other in battle.units:
        other.hurt, other.hurt_by, other.tested, other.fought = 0, None, 0, False
    unit.moved = False
    if touching(battle, unit):
        _did(battle, unit, "engaged")
    else:
        yield from terrain.danger_underfoot(battle, unit)
        if is_gone(unit) or (yield from optional.any_of(battle, "before_activation", unit)) or is_gone(unit):
            _did(battle, unit, "other")
        elif unit.shaken:
            yield from _stay_idle(battle, unit)
        else:
            yield from _take_action(battle, unit)
    yield from morale.end_of_activation(battle)
    enchantments.fade(unit, "activation")
    battle.acting = None
    yield from objectives.after_activation(battle)


def _did(battle: Battle, unit: Unit, action: str) -> None:
    note(battle, actions={**phases(battle).actions, str(unit.id): action})


def _stay_idle(battle: Battle, unit: Unit) -> Script[None]:
    """A Shaken unit stays idle all round and recovers at its end (AOFR-R602)."""
    _did(battle, unit, "idle")
    yield events.UnitActivated(unit.id, "idle")
    if unit.pose is not None:
        yield from moving.pivot(battle, unit, 90.0, topic="idle", rules=("aofr.shaken.pivot",))


def _take_action(battle: Battle, unit: Unit) -> Script[None]:
    yield from abilities.begin_activation(battle, unit)
    option = yield from _choose_action(battle, unit)
    while (yield from optional.any_of(battle, "keeps_from", unit, option)):
        if is_gone(unit):
            return
        option = yield from _choose_action(battle, unit)
    action, *told = option.key.split(">")
    _did(battle, unit, action)
    if action == "charge":
        yield from _charge(battle, unit, battle.units[int(told[0])], *told[1:])
    elif action == "hold":
        yield events.UnitActivated(unit.id, "hold")
        if unit.pose is not None:
            yield from moving.pivot(battle, unit, 180.0, topic="hold", rules=("aofr.move.hold_pivot",))
    else:
        yield from activation.move(battle, unit, "advance" if action == "advance" else "rush")
    enchantments.spend(battle, unit, "move")


def _choose_action(battle: Battle, unit: Unit) -> Script[Option]:
    """One of the usual actions, as far as it is a move."""
    options, denied, plans = activation.actions(battle, unit)
    own = [option for option in options if optional.owner_of(battle, option.key) is None]
    text = f"Move {unit.name}"
    weigh = activation.action_odds(battle, unit, odds.prospects(battle, unit, plans))
    rules = ("aofr.phased.movement",)
    key = yield from choose(unit.seat, "action", text, own, rules=rules, denied=denied, weigh=weigh)
    return next(option for option in own if option.key == key)


@rule("aofr.phased.multi_charge")
def _charge(battle: Battle, unit: Unit, target: Unit, where: str = "") -> Script[None]:
    """The unit comes into contact; whoever is on that side already makes room for it."""
    side = yield from charge.charge_move(battle, unit, target, where)
    if side is None or unit.fate or target.fate:
        return
    # A building has no flanks: whoever is inside is charged in the front.
    struck = side if target.pose is not None else Arc.FRONT
    note(battle, charges=(*phases(battle).charges, Charged(unit.id, target.id, struck.value)))
    yield from share_side(battle, target, side)


@rule("aofr.phased.shooting", "aofr.phased.shooting_engaged")
def shooters(battle: Battle, seat: int) -> list[Unit]:
    """The units of a side that may still shoot: after Hold or Advance, out of contact, with somebody to shoot at."""
    told = phases(battle)
    return [
        unit
        for unit in battle.units
        if unit.seat == seat
        and not unit.fate
        and not unit.shaken
        and unit.id not in told.shot
        and (told.actions.get(str(unit.id)) in SHOOTS_AFTER or _shoots_after_rush(battle, unit))
        and not touching(battle, unit)
        and shooting.possible(battle, unit)
    ]


def _shoots_after_rush(battle: Battle, unit: Unit) -> bool:
    return phases(battle).actions.get(str(unit.id)) == "rush" and shooting.after_rush(battle, unit)


@rule("aofr.phased.shooting", "aofr.phased.order")
def shooting_phase(battle: Battle) -> Script[None]:
    """Players shoot with one unit each in turn; who has none is skipped."""
    seat = battle.active
    own = shooters(battle, seat)
    if not own:
        if shooters(battle, battle.other(seat)):
            battle.active = battle.other(seat)
            return
        battle.active, battle.stage = battle.first, MELEE
        yield PhaseBegan("Melee")
        return
    rules = ("aofr.phased.shooting",)
    unit = yield from choose_unit(own, seat, "shooter", "Which unit shoots next?", rules=rules)
    for other in battle.units:
        other.hurt, other.hurt_by, other.tested, other.fought = 0, None, 0, False
    note(battle, shot=(*phases(battle).shot, unit.id))
    yield from shooting.shoot(battle, unit, held=phases(battle).actions.get(str(unit.id)) == "hold")
    yield from abilities.move_on(battle, unit, melee=False)
    yield from morale.end_of_activation(battle)
    yield from optional.each(battle, "after_fighting")
    battle.active = battle.other(seat)


@rule("aofr.phased.melee_pick", "aofr.phased.order")
def melee_phase(battle: Battle) -> Script[None]:
    """Players pick in turn which combat is resolved."""
    left = combats(battle)
    if not left:
        yield from _end_phases(battle)
        return
    seat = battle.active
    number = 0
    if len(left) > 1:
        options = [Option(str(n), _called(battle, group), unit=group[0].id) for n, group in enumerate(left)]
        text = "Which combat is resolved next?"
        number = int((yield from choose(seat, "combat", text, options, rules=("aofr.phased.melee_pick",))))
    yield from combat.resolve(battle, left[number])
    battle.active = battle.other(seat)


def _called(battle: Battle, group: Sequence[Unit]) -> str:
    sides = [listed([unit.name for unit in group if unit.seat == side]) for side in battle.sides]
    return " against ".join(side for side in sides if side)


def _end_phases(battle: Battle) -> Script[None]:
    """Units that were idle recover, and the round ends."""
    for unit in battle.units:
        if phases(battle).actions.get(str(unit.id)) == "idle" and unit.shaken and not unit.fate:
            unit.shaken = False
            yield events.UnitRecovered(unit.id)
    battle.stage = "end of round"


STEPS: optional.Steps = {MOVEMENT: movement, SHOOTING: shooting_phase, MELEE: melee_phase}


@optional.part(SLUG, "Phased Battles", "aofr.phased.use", steps=STEPS)
class PhasedBattles(Part):
    text = "Each round has a movement, a shooting and a melee phase: all move, then all shoot, then all fight."
    takes = frozenset({"turn order", "activations"})
    two_sides = "two players take turns to go first in all phases"

    def before_battle(self, battle: Battle) -> Script[None]:
        note(battle, winner=battle.first)
        yield from ()

    @rule("aofr.phased.first_player")
    def at_round_start(self, battle: Battle) -> Script[None]:
        """The winner of the deployment roll-off goes first in round 1, then the players swap with every round."""
        winner = phases(battle).winner
        optional.keep(battle, SLUG, Phases(winner=winner))
        battle.first = battle.active = winner if battle.turn % 2 else battle.other(winner)
        yield RoundOpened(battle.first, battle.turn)

    @rule("aofr.phased.order")
    def stage_of_round(self, battle: Battle) -> str:
        """A round begins with the movement phase."""
        return MOVEMENT

    @rule("aofr.phased.shooting_target")
    def may_shoot_at(self, battle: Battle, unit: Unit, target: Unit) -> bool:
        """Nobody shoots at an enemy in contact with a unit of the shooter's side."""
        return not any(other.seat == unit.seat for other in touching(battle, target))

    def no_actions(self, battle: Battle, unit: Unit) -> Iterator[Denied]:
        for part in optional.speaking(battle, "actions"):
            for option in part.actions(battle, unit):
                why = f"{acts(unit.name, 'moves')} and does nothing else in this phase."
                yield Denied(option.key, why, "aofr.phased.movement", unit.id)

    def in_force(self, battle: Battle) -> Sequence[str]:
        return ("Each round: all move, then all shoot, then all fight.",)

    advises = frozenset({"combat", "shooter"})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterator[Term]:
        if question.topic == "shooter" and option.unit is not None:
            unit = battle.units[option.unit]
            yield battle.regiment(unit).points / 100, "hurts most while its target is whole", "aofr.phased.shooting"
