"""One activation: a unit takes one action (Playing the Game: Activation)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import chain
from typing import TypeAlias

from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, Weigh, choose
from warhost.play.shown.english import acts, does
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale, shooting
from warhost.rulesets.regiments.chapters.magic import casters, casting, enchantments
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.melee import phase as melee
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.movement import transports
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import Battle, Unit, events, optional, site_of
from warhost.rulesets.regiments.core.speakers import unit_rules
from warhost.rulesets.regiments.rules import abilities
from warhost.table import Arc

Shoot: TypeAlias = Callable[[Battle, Unit, bool], Script[None]]
"""How a unit shoots, with whether it does on a Hold action."""


@rule("aofr.structure.hierarchy")
def act(battle: Battle, unit: Unit) -> Script[None]:
    """The unit acts. Wounds and dangerous terrain tests are counted anew, and morale is tested at the end."""
    battle.acting = unit.id
    for other in battle.units:
        other.hurt, other.hurt_by, other.tested, other.fought = 0, None, 0, False
    unit.tried = ()
    unit.moved = False
    for part in optional.speaking(battle, "begins_to_act"):
        part.begins_to_act(battle, unit)
    yield from terrain.danger_underfoot(battle, unit)
    if is_gone(unit) or (yield from optional.any_of(battle, "before_activation", unit)) or is_gone(unit):
        pass
    elif unit.shaken:
        yield from recover(battle, unit)
    else:
        yield from take_action(battle, unit)
    yield from morale.end_of_activation(battle)
    enchantments.fade(unit, "activation")
    unit.charged_from = None
    battle.acting = None


@rule("aofr.shaken.idle")
def recover(battle: Battle, unit: Unit) -> Script[None]:
    """A Shaken unit stays idle, unless an optional part lets it do something else."""
    options = [Option("idle", "Stay idle, pivot, and stop being Shaken", unit=unit.id)]
    for part in optional.speaking(battle, "shaken_actions"):
        options.extend(part.shaken_actions(battle, unit))
    text = f"{acts(unit.name, 'is')} Shaken. What {does(unit.name)} do?"
    weigh = action_odds(battle, unit, charge.prospects(battle, unit, {}))
    key = yield from choose(unit.seat, "shaken", text, options, rules=("aofr.shaken.idle",), weigh=weigh)
    if key == "idle":
        yield from idle(battle, unit)
    else:
        yield from take(battle, unit, next(option for option in options if option.key == key))


@rule("aofr.shaken.idle", "aofr.shaken.pivot", "aofr.shaken.recover")
def idle(battle: Battle, unit: Unit) -> Script[None]:
    """A Shaken unit stays idle, may pivot up to 90 degrees, and recovers."""
    yield events.UnitActivated(unit.id, "idle")
    yield from terrain.danger_to_flyers(battle, unit)
    if is_gone(unit):
        return
    if unit.pose is not None:
        yield from moving.pivot(battle, unit, 90.0, topic="idle", rules=("aofr.shaken.pivot",))
    unit.shaken = False
    yield events.UnitRecovered(unit.id)


@rule("aofr.action.hold", "aofr.action.advance", "aofr.action.rush", "aofr.action.charge", "aofr.action.move_actions")
def take_action(battle: Battle, unit: Unit) -> Script[None]:
    """Hold, Advance, Rush or Charge; a caster may cast before it moves, and after it before it attacks."""
    yield from abilities.begin_activation(battle, unit)
    yield from prepare(battle, unit, "before the move")
    if is_gone(unit):
        return
    option = yield from choose_action(battle, unit)
    while (yield from optional.any_of(battle, "keeps_from", unit, option)):
        if is_gone(unit):
            return
        option = yield from choose_action(battle, unit)
    yield from take(battle, unit, option)


def choose_action(battle: Battle, unit: Unit) -> Script[Option]:
    """The owner says what the unit does."""
    options, denied, charges = actions(battle, unit)
    text = f"What {does(unit.name)} do?"
    rules = ("aofr.action.hold", "aofr.action.advance", "aofr.action.rush", "aofr.action.charge")
    weigh = action_odds(battle, unit, charge.prospects(battle, unit, charges))
    key = yield from choose(unit.seat, "action", text, options, rules=rules, denied=denied, weigh=weigh)
    return next(option for option in options if option.key == key)


def action_odds(battle: Battle, unit: Unit, own: Weigh) -> Weigh:
    """What each action has to expect; of those of a part the part knows it."""

    def weigh(option: Option) -> Sequence[Odds]:
        part = optional.owner_of(battle, option.key)
        told = own(option) if part is None else part.action_odds(battle, unit, option)
        daunting = (one.daunting(battle, unit, option) for one in optional.speaking(battle, "daunting"))
        return (*chain.from_iterable(daunting), *told)

    return weigh if battle.scene.settings.parts else own


def take(battle: Battle, unit: Unit, option: Option) -> Script[None]:
    """The unit takes the action that was chosen."""
    part = None
    if battle.scene.settings.parts:
        yield from optional.each(battle, "action_chosen", unit, option)
        if is_gone(unit):
            return
        part = optional.owner_of(battle, option.key)
    if part is not None:
        yield from part.take_action(battle, unit, option.key)
    else:
        yield from carry_out(battle, unit, option.key)


def carry_out(battle: Battle, unit: Unit, key: str) -> Script[None]:
    """The unit takes the action that was chosen: `hold`, `advance`, `rush`, or `charge` with whom and where."""
    action, *told = key.split(">")
    if action == "charge":
        yield from charge_action(battle, unit, battle.units[int(told[0])], *told[1:])
    elif action == "hold":
        yield events.UnitActivated(unit.id, "hold")
        yield from hold(battle, unit)
    else:
        yield from move_action(battle, unit, "advance" if action == "advance" else "rush")


@rule("aofr.action.advance", "aofr.action.rush")
def move_action(battle: Battle, unit: Unit, action: moving.Action, *, shoots: bool = True) -> Script[None]:
    """An Advance, and shooting after it unless it is one without; or a Rush."""
    yield from _move(battle, unit, action)
    enchantments.spend(battle, unit, "move")
    if is_gone(unit):
        return
    yield from prepare(battle, unit, "after the move")
    all_shoot = action == "advance" or shooting.after_rush(battle, unit)
    only = shooting.alone_after_rush(battle, unit) if shoots and not all_shoot else ()
    if shoots and (all_shoot or only) and not is_gone(unit):
        yield from shooting.shoot(battle, unit, held=False, only=only)
        yield from abilities.move_on(battle, unit, melee=False)


def prepare(battle: Battle, unit: Unit, moment: casting.Moment) -> Script[None]:
    """What may be done before the attack: spells, and what the unit's own rules let it do."""
    parts = battle.scene.settings.parts
    if parts and any(rule.picks_nobody for rule, _ in unit_rules(battle, unit).at("picks_nobody")):
        return
    yield from casting.cast_spells(battle, unit, moment)
    if not is_gone(unit):
        yield from abilities.use_abilities(battle, unit, last=moment != "before the move")
    if not is_gone(unit):
        yield from optional.each(battle, "prepare", unit, moment)


def _move(battle: Battle, unit: Unit, action: moving.Action) -> Script[None]:
    """Move as far as the action allows; it is told, too, if the unit stays where it is."""
    yield from optional.each(battle, "moves", unit, action)
    before = (unit.pose, unit.inside)
    yield from move(battle, unit, action)
    if (unit.pose, unit.inside) == before:
        yield events.UnitActivated(unit.id, action)


def move(battle: Battle, unit: Unit, action: moving.Action) -> Script[None]:
    """The unit advances or rushes as its owner draws it, or stays. It may end in a transport, or begin in one."""
    if unit.inside is not None:
        yield from transports.disembark(battle, unit, action)
        return
    aboard = transports.boarding(battle, unit, action)
    closed = transports.closed_to(battle, unit, action)
    answer = yield from moving.ask_move(battle, unit, action, instead=aboard, denied=closed)
    if answer.kind == "embark":
        yield from transports.embark(battle, unit, answer.steps, action)
    elif answer.kind:
        yield from moving.make_move(battle, unit, answer.steps, action)


def actions(battle: Battle, unit: Unit) -> tuple[list[Option], list[Denied], dict[str, charge.Plan]]:
    """What the unit can do now, what it cannot and why, and the plans of its charges by their option."""
    options, denied, plans = usual_actions(battle, unit)
    for part in optional.speaking(battle, "actions"):
        options.extend(part.actions(battle, unit))
    for part in optional.speaking(battle, "no_actions"):
        denied.extend(part.no_actions(battle, unit))
        names = {one.what for one in denied}
        options = [one for one in options if not _is_denied(one.key, names)]
    return options, denied, plans


def _is_denied(key: str, names: Collection[str]) -> bool:
    """Whether an action is denied by its name, or for the target or the place that it is chosen for."""
    told = key.split(">")
    return any(">".join(told[:count]) in names for count in range(1, len(told) + 1))


def usual_actions(battle: Battle, unit: Unit) -> tuple[list[Option], list[Denied], dict[str, charge.Plan]]:
    """The four actions of the core."""
    shoots = bool(shooting.arsenal(battle, unit))
    options = [Option("hold", "Hold: stay, pivot", unit=unit.id)]
    if shoots:
        told = ("Hold: stay, pivot, shoot", "Hold and shoot")
        options = [Option("hold", told[0], unit=unit.id, straight=told[1], stays=PIVOTS)]
    if site_of(battle, unit) is not None:
        options = [Option("hold", "Hold: stay inside, shoot" if shoots else "Hold: stay inside", unit=unit.id)]
    denied: list[Denied] = []
    refusal = transports.why_not_disembark(battle, unit) or moving.why_not_move(battle, unit)
    if refusal is not None:
        denied.extend(
            Denied(name, refusal.message, refusal.rule or "", unit.id) for name in ("advance", "rush", "charge")
        )
        return options, denied, {}
    far = f'Advance up to {moving.allowance(battle, unit, "advance"):g}"'
    options.append(Option("advance", f"{far}, then shoot" if shoots else far, unit=unit.id))
    options.append(Option("rush", f'Rush up to {moving.allowance(battle, unit, "rush"):g}"', unit=unit.id))
    charges, blocked, plans = charge.options(battle, unit)
    return [*options, *charges], [*denied, *blocked], plans


PIVOTS = ("hold", "hold after shooting")
"""The topics of the two pivots of a Hold action."""


@rule("aofr.action.hold", "aofr.move.hold_pivot")
def hold(battle: Battle, unit: Unit, shoot: Shoot = shooting.shoot) -> Script[None]:
    """Stay, pivot up to 180 degrees before or after shooting, shoot (AOFR-R079)."""
    if unit.inside is not None:
        if site_of(battle, unit) is not None:
            yield from prepare(battle, unit, "after the move")
            if not is_gone(unit):
                yield from shoot(battle, unit, True)
        return
    yield from terrain.danger_to_flyers(battle, unit)
    if is_gone(unit):
        return
    rules = ("aofr.move.hold_pivot",)
    # Whoever has nothing to do between the two moments is asked once.
    shoots = bool(shooting.arsenal(battle, unit))
    later = "after shooting" if shoots else "after casting"
    twice = shoots or bool(casters.casters_of(battle, unit))
    when = f", now or {later}" if twice else ""
    turned = yield from moving.pivot(battle, unit, 180.0, topic=PIVOTS[0], rules=rules, when=when)
    yield from prepare(battle, unit, "after the move")
    if is_gone(unit):
        return
    yield from shoot(battle, unit, True)
    yield from abilities.move_on(battle, unit, melee=False)
    if twice and not turned and not is_gone(unit) and unit.pose is not None:
        yield from moving.pivot(battle, unit, 180.0, topic=PIVOTS[1], rules=rules, when=f" {later}")


def charge_action(battle: Battle, unit: Unit, target: Unit, where: str = "") -> Script[None]:
    """Move into contact with the target and fight."""
    side = yield from charge.charge_move(battle, unit, target, where)
    enchantments.spend(battle, unit, "move")
    if side is not None and target.pose is None and not is_gone(unit):
        # A fight for a piece of terrain has no flanks.
        side = Arc.FRONT
        for part in optional.speaking(battle, "answers"):
            target = yield from part.answers(battle, unit, target)
    if side is None or is_gone(unit) or is_gone(target):
        return
    yield from prepare(battle, unit, "in contact")
    if is_gone(unit) or is_gone(target):
        return
    yield from melee.fight(battle, unit, target, side)
    for one in (unit, target):
        yield from abilities.move_on(battle, one, melee=True)
    yield from optional.each(battle, "after_melee", unit, target)
