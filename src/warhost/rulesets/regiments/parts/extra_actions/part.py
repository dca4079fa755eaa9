"""The nine extra actions, in the order of the book (Extra Actions)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

import msgspec

from warhost.field import Path
from warhost.play.battle import copied
from warhost.play.counsel.counsel import Term
from warhost.play.questions import Denied, Kind, Odds, Option, Question
from warhost.play.script import Script, choose
from warhost.play.shown.english import acts, does
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import activation, shooting
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.shooting import Fire
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import (
    ActionName,
    Battle,
    Choice,
    Effect,
    Marker,
    Part,
    SpecialRule,
    Unit,
    events,
    gap_between,
    is_present,
    optional,
)
from warhost.rulesets.regiments.parts.extra_actions import advice, covering, overwatch, told
from warhost.rulesets.regiments.parts.extra_actions.assault import assault_odds
from warhost.rulesets.regiments.parts.extra_actions.effects import (
    EFFECTS,
    Assaulting,
    ChargingHeavily,
    FocusingFire,
    HunkeredDown,
    InDefensiveStance,
    InLastStand,
    MovingStealthily,
    OnOverwatch,
    begin,
)
from warhost.rulesets.regiments.rules.abilities import has_begun
from warhost.table import TOLERANCE

if TYPE_CHECKING:
    from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel

SLUG = "extra_actions"

HEAVY = (3.0, 6.0)
"""How far away the target of a Heavy Charge is (AOFR-R247)."""

IDLE = {"hunker_down": HunkeredDown, "defensive_stance": InDefensiveStance, "overwatch": OnOverwatch}
"""The actions in which a unit does nothing."""


def key_of(action: str, *told: object) -> str:
    """The key of an extra action, for a target or a place."""
    return ">".join((f"{SLUG}:{action}", *map(str, told)))


@optional.part(SLUG, "Extra Actions", "aofr.extra_action.enable", "aofr.extra_action.in_addition")
class ExtraActions(Part):
    """Whichever of the nine extra actions the players agreed on may be taken instead of a usual one."""

    text = "Units may take extra actions: pick which of the nine are in the game."
    many_sides = True
    several = True
    choices = (
        Choice(
            "assault",
            "Assault",
            "Shoot at an enemy in charge range, then charge it, both with -1 to hit.",
            "aofr.extra_action.assault",
        ),
        Choice(
            "last_stand",
            "Last Stand",
            "A Shaken unit may act, with -1 to Quality and Defense rolls and half movement, and stays Shaken.",
            "aofr.extra_action.last_stand",
        ),
        Choice(
            "hunker_down",
            "Hunker Down",
            "Stay idle; enemies shoot at the unit with -2 to hit until its next activation.",
            "aofr.extra_action.hunker_down",
        ),
        Choice(
            "defensive_stance",
            "Defensive Stance",
            "Stay idle and do not strike back; enemies strike the unit with -2 to hit until its next activation.",
            "aofr.extra_action.defensive_stance",
        ),
        Choice(
            "focused_fire",
            "Focused Fire",
            'Hold, with +1 to hit when shooting at targets within 12".',
            "aofr.extra_action.focused_fire",
        ),
        Choice(
            "heavy_charge",
            "Heavy Charge",
            'Charge a target 3" to 6" away, with +1 to hit in melee.',
            "aofr.extra_action.heavy_charge",
        ),
        Choice(
            "stealth_move",
            "Stealth Move",
            "Advance without shooting; enemies shoot at the unit with -1 to hit until its next activation.",
            "aofr.extra_action.stealth_move",
        ),
        Choice(
            "covering_fire",
            "Covering Fire",
            "Hold and shoot so that the target may have to test morale; nobody is wounded.",
            "aofr.extra_action.covering_fire",
        ),
        Choice(
            "overwatch",
            "Overwatch",
            "Stay idle, and shoot once, with -1 to hit, at an enemy that moves or that shoots at the unit.",
            "aofr.extra_action.overwatch",
        ),
    )

    # What lies on units.

    @rule("aofr.extra_action.last_stand_state")
    def begins_to_act(self, battle: Battle, unit: Unit) -> None:
        """What a unit did in its last activation ends when the next one begins, whatever it does then (AOFR-R245)."""
        for name in EFFECTS:
            optional.lift(unit, name)

    def speaker(self, battle: Battle, unit: Unit, effect: Effect) -> SpecialRule | None:
        cls = EFFECTS.get(effect.name)
        return None if cls is None else cls()

    @rule("aofr.extra_action.last_stand_limits")
    def may_seize(self, battle: Battle, unit: Unit, marker: Marker) -> bool:
        """A unit in Last Stand neither seizes nor contests a marker, even if it stops being Shaken by a rule."""
        return not optional.has_effect(unit, InLastStand.name)

    # What is offered.

    @rule("aofr.extra_action.enable", "aofr.extra_action.in_addition")
    def actions(self, battle: Battle, unit: Unit) -> Iterator[Option]:
        """The extra actions that the unit can take now; a Last Stand is for Shaken units (AOFR-R243), and who has cast
        or moved is not idle any more (AOFR-R072)."""
        if not is_present(battle, unit):
            return
        shoots = bool(shooting.arsenal(battle, unit))
        if self.has("assault"):
            yield from self._assaults(battle, unit)
        if self.has("heavy_charge"):
            yield from heavy_charges(battle, unit, *HEAVY)
        if self.has("focused_fire") and shoots:
            yield Option(key_of("focused_fire"), 'Focused Fire: Hold, +1 to hit within 12"', unit=unit.id)
        if self.has("covering_fire") and shoots:
            yield Option(key_of("covering_fire"), "Covering Fire: Hold, and force a morale test", unit=unit.id)
        if self.has("stealth_move") and unit.pose is not None and moving.why_not_move(battle, unit) is None:
            far = moving.allowance(battle, unit, "advance")
            label = f'Stealth Move: Advance up to {far:g}" without shooting, harder to hit'
            yield Option(key_of("stealth_move"), label, unit=unit.id)
        if has_begun(unit):
            return
        yield from self._idle(unit)
        if self.has("overwatch") and shoots:
            yield Option(key_of("overwatch"), "Overwatch: stay idle, and shoot once when an enemy acts", unit=unit.id)

    def _idle(self, unit: Unit) -> Iterator[Option]:
        if self.has("hunker_down"):
            yield Option(key_of("hunker_down"), "Hunker Down: stay idle, harder to shoot at", unit=unit.id)
        if self.has("defensive_stance"):
            label = "Defensive Stance: stay idle, harder to hit in melee, do not strike back"
            yield Option(key_of("defensive_stance"), label, unit=unit.id)

    @rule("aofr.extra_action.last_stand", "aofr.extra_action.hunker_down_shaken")
    @rule("aofr.extra_action.defensive_stance_shaken")
    def shaken_actions(self, battle: Battle, unit: Unit) -> Iterator[Option]:
        """A Shaken unit may hunker down or take a defensive stance, or act in a Last Stand."""
        if not is_present(battle, unit):
            return
        yield from self._idle(unit)
        if self.has("last_stand"):
            yield Option(key_of("last_stand"), "Last Stand: act, but stay Shaken", unit=unit.id)

    def no_actions(self, battle: Battle, unit: Unit) -> Iterator[Denied]:
        """Why an extra action that is in the game cannot be taken just now."""
        if not is_present(battle, unit):
            return
        if self.has("assault") and not any(self._assaults(battle, unit)):
            why = f"No enemy is both in charge range of {unit.name} and in range of its weapons."
            yield Denied(key_of("assault"), why, "aofr.extra_action.assault", unit.id)
        if self.has("heavy_charge") and not any(heavy_charges(battle, unit, *HEAVY)):
            why = f'{unit.name} can charge no enemy that is 3" to 6" away.'
            yield Denied(key_of("heavy_charge"), why, "aofr.extra_action.heavy_charge", unit.id)
        if not shooting.arsenal(battle, unit):
            for slug in ("focused_fire", "covering_fire", "overwatch"):
                if self.has(slug):
                    why = f"{acts(unit.name, 'has')} nothing to shoot with."
                    yield Denied(key_of(slug), why, f"aofr.extra_action.{slug}", unit.id)
        if has_begun(unit):
            for slug in filter(self.has, IDLE):
                why = f"{acts(unit.name, 'has')} moved, cast or used a rule: that is not being idle."
                yield Denied(key_of(slug), why, f"aofr.extra_action.{slug}", unit.id)

    @rule("aofr.extra_action.assault", "aofr.extra_action.assault_one_target")
    def _assaults(self, battle: Battle, unit: Unit) -> Iterator[Option]:
        """Enemies that the unit can charge and shoot at as it stands (AOFR-R241, AOFR-R242)."""
        if unit.pose is None or not shooting.arsenal(battle, unit) or moving.why_not_move(battle, unit) is not None:
            return
        for option in charge.options(battle, unit)[0]:
            target = battle.units[option.target] if option.target is not None else None
            if target is not None and option.key == f"charge>{target.id}" and shooting.possible(battle, unit, [target]):
                label = f"Assault {target.name}: shoot at it, then charge it, both at -1 to hit"
                yield Option(key_of("assault", target.id), label, (), unit.id, target.id, option.pose)

    def action_odds(self, battle: Battle, unit: Unit, option: Option) -> Sequence[Odds]:
        action, _, _ = option.key.removeprefix(f"{SLUG}:").partition(">")
        if option.target is None:
            return option.odds
        there = copied(battle)
        own = there.units[unit.id]
        if action == "assault":
            begin(own, Assaulting)
            return assault_odds(there, own, there.units[option.target])
        begin(own, ChargingHeavily)
        return heavy_odds(there, own, option)

    # What happens.

    def take_action(self, battle: Battle, unit: Unit, key: str) -> Script[None]:
        action, *aim = key.removeprefix(f"{SLUG}:").split(">")
        if action == "assault":
            yield from assault(battle, unit, battle.units[int(aim[0])])
        elif action == "heavy_charge":
            yield from heavy_charge(battle, unit, battle.units[int(aim[0])], *aim[1:])
        elif action == "last_stand":
            yield from last_stand(battle, unit)
        elif action in IDLE:
            yield from stay_idle(battle, unit, action)
        elif action == "focused_fire":
            yield from focused_fire(battle, unit)
        elif action == "stealth_move":
            yield from stealth_move(battle, unit)
        else:
            yield told.ActionTaken(unit.id, "Covering Fire")
            yield from activation.hold(battle, unit, covering.shoot)

    def interrupts(self, battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[Path]:
        return (yield from overwatch.react_to_move(battle, unit, way, action))

    def after_volleys(self, battle: Battle, unit: Unit, attacks: Sequence[Attack]) -> Script[None]:
        yield from covering.rattle(battle, unit, attacks)

    def after_shots(self, battle: Battle, unit: Unit, fires: list[Fire], held: bool) -> Script[None]:
        yield from overwatch.shoot_back(battle, unit, fires)

    # What computer players are told.

    advises: ClassVar[frozenset[str]] = frozenset({"shaken"})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        return advice.shaken(battle, option)

    def kind_of_action(self, battle: Battle, unit: Unit, key: str) -> Kind | None:
        """A Stealth Move goes as far as an Advance; like a Rush it is one without shooting."""
        if key != key_of("stealth_move"):
            return None
        return msgspec.structs.replace(moving.kind_of_move(battle, unit, "advance"), name="rush")

    def advise_action(self, counsel: RegimentsCounsel, unit: Unit, option: Option) -> Iterable[Term]:
        return advice.action(counsel, unit, option)


@rule("aofr.extra_action.assault", "aofr.extra_action.assault_one_target", "aofr.extra_action.assault_target_dead")
def assault(battle: Battle, unit: Unit, target: Unit) -> Script[None]:
    """All weapons shoot at the target from where the unit stands; then the unit charges it, and nobody else if it is
    destroyed."""
    begin(unit, Assaulting)
    yield told.ActionTaken(unit.id, "Assault")
    yield from shooting.fire_all(battle, unit, shooting.possible(battle, unit, [target]), False)
    if not is_gone(unit) and not is_gone(target):
        yield from activation.charge_action(battle, unit, target)


@rule("aofr.extra_action.last_stand", "aofr.extra_action.last_stand_state", "aofr.extra_action.last_stand_limits")
def last_stand(battle: Battle, unit: Unit) -> Script[None]:
    """A Shaken unit takes one of the usual actions. It stays Shaken, casts nothing, and is in Last Stand until its next
    activation begins (AOFR-R244)."""
    begin(unit, InLastStand)
    yield told.ActionTaken(unit.id, "Last Stand")
    option = yield from _usual_action(battle, unit)
    while (yield from optional.any_of(battle, "keeps_from", unit, option)):
        option = yield from _usual_action(battle, unit)
    yield from activation.carry_out(battle, unit, option.key)


def _usual_action(battle: Battle, unit: Unit) -> Script[Option]:
    """One of the four usual actions."""
    options, denied, plans = activation.actions(battle, unit)
    options = [option for option in options if ":" not in option.key]
    denied = [one for one in denied if ":" not in one.what]
    text = f"What {does(unit.name)} do in its Last Stand?"
    weigh = activation.action_odds(battle, unit, charge.prospects(battle, unit, plans))
    rules = ("aofr.extra_action.last_stand",)
    key = yield from choose(unit.seat, "last stand", text, options, rules=rules, denied=denied, weigh=weigh)
    return next(option for option in options if option.key == key)


@rule("aofr.extra_action.hunker_down", "aofr.extra_action.hunker_down_shaken", "aofr.extra_action.defensive_stance")
@rule("aofr.extra_action.defensive_stance_shaken", "aofr.extra_action.overwatch")
def stay_idle(battle: Battle, unit: Unit, action: str) -> Script[None]:
    """The unit neither moves nor attacks nor casts (AOFR-R072); a Shaken one recovers."""
    cls = IDLE[action]
    yield told.ActionTaken(unit.id, cls.name)
    yield from terrain.danger_to_flyers(battle, unit)
    if is_gone(unit):
        return
    begin(unit, cls)
    if unit.shaken:
        unit.shaken = False
        yield events.UnitRecovered(unit.id)


@rule("aofr.extra_action.focused_fire")
def focused_fire(battle: Battle, unit: Unit) -> Script[None]:
    """A Hold action with +1 to hit what is near."""
    begin(unit, FocusingFire)
    yield told.ActionTaken(unit.id, "Focused Fire")
    yield from activation.hold(battle, unit)


@rule("aofr.extra_action.heavy_charge")
def heavy_charges(battle: Battle, unit: Unit, least: float, most: float) -> Iterator[Option]:
    """The charges at targets that are so far away, measured now from unit to unit, ends included (AOFR-R247)."""
    if unit.pose is None or moving.why_not_move(battle, unit) is not None:
        return
    for option in charge.options(battle, unit)[0]:
        assert option.target is not None
        target = battle.units[option.target]
        near, far = (optional.measured(battle, inches) for inches in (least, most))
        if near - TOLERANCE <= gap_between(battle, unit, target) <= far + TOLERANCE:
            aim = option.key.split(">")[1:]
            label = f"Heavy {option.label[0].lower()}{option.label[1:]}, +1 to hit"
            yield Option(key_of("heavy_charge", *aim), label, (), unit.id, target.id, option.pose)


def heavy_odds(battle: Battle, unit: Unit, option: Option) -> Sequence[Odds]:
    """What a Heavy Charge has to expect of a unit that has begun it."""
    options, _, plans = charge.options(battle, unit)
    aim = option.key.partition(">")[2]
    usual = next(one for one in options if one.key == f"charge>{aim}")
    return charge.prospects(battle, unit, plans)(usual)


@rule("aofr.extra_action.heavy_charge")
def heavy_charge(battle: Battle, unit: Unit, target: Unit, where: str = "") -> Script[None]:
    """A Charge action with +1 to hit."""
    begin(unit, ChargingHeavily)
    yield told.ActionTaken(unit.id, "Heavy Charge")
    yield from activation.charge_action(battle, unit, target, where)


@rule("aofr.extra_action.stealth_move")
def stealth_move(battle: Battle, unit: Unit) -> Script[None]:
    """An Advance action without shooting."""
    begin(unit, MovingStealthily)
    yield told.ActionTaken(unit.id, "Stealth Move")
    yield from activation.move_action(battle, unit, "advance", shoots=False)
