"""The decision rules of Regiments at work in one battle: every question by its topic."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from warhost.dice import Chance
from warhost.field import Path
from warhost.play import (
    Allocate,
    Allocated,
    Ask,
    Choose,
    Chosen,
    Manoeuvre,
    Moved,
    Option,
    Place,
    Placed,
    passes,
)
from warhost.play import Battle as AnyBattle
from warhost.play.shown.english import acts
from warhost.players.base import Decision
from warhost.players.solo.regiments import deploying
from warhost.players.solo.regiments.casting import army_rule, nearest_option, spell_target, spell_to_cast
from warhost.players.solo.regiments.moves import goal_at, goal_of
from warhost.players.solo.regiments.objectives import nearest_enemies, nearest_objective
from warhost.players.solo.regiments.order import next_unit, place_of, section_of
from warhost.players.solo.regiments.targets import Choice, model_prize, volleys
from warhost.players.solo.regiments.trees import Order, choose_order, turns_to_shoot
from warhost.players.solo.regiments.verdict import Verdict, any_of
from warhost.players.solo.regiments.words import PLACES, aimed, gone
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.deployment.joining import ALONE, JOIN
from warhost.rulesets.regiments.chapters.shooting import Fire, attacks_of
from warhost.rulesets.regiments.core import Battle, Unit, footprint
from warhost.rulesets.regiments.thinks import parts as counsel_parts
from warhost.table import Pivot, Point, bearing, turn_between, walk

MODE = "aofr.ai.mode"


@rule("aofr.ai.mode")
class RegimentsAutomaton:
    """A player that answers every question by the printed rules; nobody is asked on its behalf.

    It remembers what it rolled before the deployment, and in an activation what it decided to do.
    """

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.sections: dict[int, int] = {}
        self.order: tuple[int, int, Order] | None = None
        self.aims: dict[str, Choice] = {}

    def decide(self, ask: Ask, view: AnyBattle) -> Decision | None:
        assert isinstance(view, Battle)
        question = ask.question
        kind = str(question.__struct_config__.tag)
        judge = TOPICS.get((kind, question.topic))
        if judge is None and counsel_parts.judged_by(view, question.topic) is not None:
            # The book's decision rules say nothing of advanced rules: they are used where they help (AOFR-R966).
            return None
        verdict = (judge or KINDS.get(kind, _unsaid))(self, view, ask, question)
        return None if verdict is None else verdict.decision()

    def section(self, battle: Battle, unit: Unit) -> int:
        """The section of the unit's group, rolled for all of them at once."""
        if not self.sections:
            own = [other.id for other in battle.units if other.seat == unit.seat]
            groups = deploying.split(own, self.chance)
            rolled = deploying.roll_sections(self.chance)
            self.sections = {number: at for group, at in zip(groups, rolled, strict=True) for number in group}
        return self.sections.get(unit.id, 1)


Judge = Callable[[RegimentsAutomaton, Battle, Ask, Any], Verdict | None]


def _offered(battle: Battle, question: Choose) -> list[Unit]:
    return [battle.units[option.unit] for option in question.options if option.unit is not None]


def activate(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """Which unit acts: a D3 for the section, then a die."""
    unit, die = next_unit(battle, question.seat, _offered(battle, question), mind.chance)
    rules: tuple[str, ...] = ("aofr.ai.activation_section", "aofr.ai.activation_random")
    if unit.shaken:
        rules = ("aofr.ai.shaken", *rules)
    home = section_of(battle, question.seat, *place_of(battle, unit))
    passed = "" if home == die else f"; no unit is left to act there, so section {home} is next"
    return Verdict(Chosen(str(unit.id)), f"Section {die} was rolled{passed}: {acts(unit.name, 'acts')}.", rules)


def _acting(battle: Battle, question: Choose) -> Unit:
    number = battle.acting if battle.acting is not None else question.options[0].unit
    assert number is not None
    return battle.units[number]


def action(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """What the unit does: by its tree."""
    unit = _acting(battle, question)
    order = choose_order(battle, unit, {option.key for option in question.options}, mind.chance)
    mind.order = (battle.turn, unit.id, order)
    return Verdict(Chosen(order.action), f"{order.sentence}.", order.rules)


def move(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Manoeuvre) -> Verdict:
    """Where it goes: as it was decided with the action, or anew after it got out of a transport."""
    unit = battle.units[question.unit]
    known = mind.order
    order = known[2] if known is not None and known[:2] == (battle.turn, unit.id) else None
    if order is not None and order.move is not None and order.action == question.topic:
        answer = order.move.answer(question.topic)
        if passes(ask.check, answer):
            return Verdict(answer, f"{gone(unit.name, answer, order.rules)}.", order.rules)

    def legal(way: Path) -> bool:
        return not way.steps or passes(ask.check, Moved(question.topic, way.steps))

    anew = choose_order(battle, unit, {question.topic}, mind.chance, legal)
    if anew.move is not None and passes(ask.check, anew.move.answer(question.topic)):
        return Verdict(anew.move.answer(question.topic), f"{anew.sentence}.", anew.rules)
    return towards_goal(mind, battle, ask, question)


def _goal_point(mind: RegimentsAutomaton, battle: Battle, unit: Unit) -> Point | None:
    marker = nearest_objective(battle, unit, mind.chance)
    if marker is not None:
        return marker.x, marker.y
    near = nearest_enemies(battle, unit)
    if not near:
        return None
    goal = goal_of(battle, any_of(near, mind.chance))
    return goal.x, goal.y


def towards_goal(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Manoeuvre) -> Verdict:
    """The best of the suggested moves towards the nearest objective, else towards the nearest enemy."""
    unit = battle.units[question.unit]
    marker = nearest_objective(battle, unit, mind.chance)
    near = nearest_enemies(battle, unit)
    start = footprint(battle, unit)
    suggested = [answer for answer in ask.suggestions() if isinstance(answer, Moved) and answer.kind != "embark"]
    if (marker is None and not near) or not suggested:
        return Verdict(Moved(), f"{acts(unit.name, 'stays')}.", (MODE,))
    goal = goal_at(marker) if marker is not None else goal_of(battle, any_of(near, mind.chance))

    def left(answer: Moved) -> tuple[float, float]:
        end = walk(start, answer.steps)[-1] if answer.steps else start
        return round(goal.gap(end), 3), abs(turn_between(end.facing, bearing(end.x, end.y, goal.x, goal.y)))

    best = min(suggested, key=left)
    words = "the objective" if marker is not None else "the enemy"
    told = f"{acts(unit.name, 'goes')} towards {words}" if best.steps else gone(unit.name, best, ())
    return Verdict(best, f"{told}.", (MODE,))


def turn(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Manoeuvre) -> Verdict:
    """Turn to face the nearest enemy."""
    unit = battle.units[question.unit]
    near = nearest_enemies(battle, unit)
    place = footprint(battle, unit)
    if near:
        shape = footprint(battle, near[0])
        degrees = turn_between(place.facing, bearing(place.x, place.y, shape.x, shape.y))
        answer = Moved("pivot", (Pivot(degrees),))
        if abs(degrees) > 1.0 and passes(ask.check, answer):
            return Verdict(answer, f"{acts(unit.name, 'turns')} to {near[0].name}.", (MODE,))
    stays = f"{acts(unit.name, 'recovers')} in place" if unit.shaken else f"{acts(unit.name, 'does')} not turn"
    return Verdict(Moved(), f"{stays}.", (MODE,))


def turn_to_shoot(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Manoeuvre) -> Verdict:
    """On a Hold: turn to whom it will shoot at, chosen by the rules for targets from all that it can turn to."""
    unit = battle.units[question.unit]
    turns = turns_to_shoot(battle, unit)
    if not turns:
        return turn(mind, battle, ask, question)
    weapon = max(shooting.arsenal(battle, unit), key=lambda one: one.range)
    fires = [Fire(weapon, number, ()) for number in turns]
    chosen = volleys(battle, unit, fires, lambda fire: 1, mind.chance)[weapon]
    degrees = turns[chosen.target]
    answer = Moved("pivot", (Pivot(degrees),)) if degrees else Moved()
    target = battle.units[chosen.target]
    sentence = f"{acts(unit.name, 'faces')} {target.name} to shoot: {aimed(target, chosen.rules)}."
    return Verdict(answer, sentence, chosen.rules)


def shoot(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """At whom it shoots: each type of weapon by its own rules."""
    unit = _acting(battle, question)
    held = mind.order is not None and mind.order[2].action == "hold"
    fires = shooting.possible(battle, unit)

    def attacks(fire: Fire) -> int:
        return sum(attack.count for attack in attacks_of(battle, unit, fire, held, None))

    aims = volleys(battle, unit, fires, attacks, mind.chance)
    mind.aims = {weapon.name: choice for weapon, choice in aims.items()}
    targets = {choice.target for choice in aims.values()}
    rules = tuple(dict.fromkeys(row for choice in aims.values() for row in choice.rules))
    names = " and ".join(battle.units[number].name for number in sorted(targets))
    one = len(targets) == 1 or not any(option.key == "split" for option in question.options)
    first = next(iter(aims.values())).target
    sentence = f"{acts(unit.name, 'shoots')} at {names}: {aimed(battle.units[first], rules)}."
    return Verdict(Chosen(f">{first}" if one else "split"), sentence, rules)


def shoot_with(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """The target of one type of weapon, as it was chosen for all of them."""
    weapon = question.options[0].label.removeprefix("Hold fire with ")
    aim = mind.aims.get(weapon)
    keys = {option.key for option in question.options}
    if aim is None or f">{aim.target}" not in keys:
        return Verdict(Chosen("hold"), f"No shooting with {weapon}.", ("aofr.ai.shoot_target",))
    target = battle.units[aim.target]
    return Verdict(Chosen(f">{aim.target}"), f"{weapon} at {target.name}: {aimed(target, aim.rules)}.", aim.rules)


def pick(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Allocate) -> Verdict:
    """Snipers pick heroes, then the dearest upgrades."""
    shares: dict[str, dict[str, int]] = {}
    for pool in question.pools:
        worth = {
            option.key: model_prize(battle, battle.units[option.target], int(option.key))
            for option in pool.targets
            if option.target is not None
        }
        best = [option.key for option in pool.targets if worth.get(option.key, 0.0) == max(worth.values())]
        shares[pool.key] = {any_of(best, mind.chance): pool.count}
    return Verdict(Allocated(shares), "They pick the most valuable model.", ("aofr.ai.sniper",))


def pick_one(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """A spell on a single model picks as Snipers do."""
    worth = [
        model_prize(battle, battle.units[option.target], int(option.key)) if option.target is not None else 0.0
        for option in question.options
    ]
    best = [option for option, value in zip(question.options, worth, strict=True) if value == max(worth)]
    return Verdict(Chosen(any_of(best, mind.chance).key), "It picks the most valuable model.", ("aofr.ai.sniper",))


def cast(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """After the move one spell, by D3 + level."""
    unit = _acting(battle, question)
    found = spell_to_cast(battle, unit, question, mind.chance)
    if found is None:
        early = question.about == "before the move"
        why = "one spell is enough" if unit.tried else "it moves first" if early else "no spell makes sense"
        return Verdict(Chosen("pass"), f"{acts(unit.name, 'casts')} nothing now: {why}.", ("aofr.ai.caster",))
    option, row = found
    why = "the spell that was rolled" if row == "aofr.ai.caster" else "the first of the list that can be cast"
    return Verdict(Chosen(option.key), f"{acts(unit.name, 'casts')} {option.label}: {why}.", (row,))


def cast_on(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """The nearest target for which the spell makes sense."""
    chosen = spell_target(battle, _acting(battle, question), question, mind.chance)
    return Verdict(Chosen(chosen.key), f"{chosen.label} is the nearest unit it would affect.", ("aofr.ai.caster",))


def cast_also(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """Further targets of a spell: the nearest."""
    unit = _acting(battle, question)
    others = [option for option in question.options if option.target is not None]
    chosen = nearest_option(battle, unit, others, mind.chance) if others else question.options[0]
    return Verdict(Chosen(chosen.key), f"Also on {chosen.label}.", ("aofr.ai.caster",))


def no_tokens(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """No tokens are spent on helping or hindering a spell (AOFR-R637)."""
    return Verdict(Chosen("0"), "No tokens are spent.", ("aofr.ai.caster",))


@rule("aofr.ai.strike_back")
def strike(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """A charged unit always strikes back."""
    name = battle.units[question.options[0].unit or 0].name
    return Verdict(
        Chosen("strike"), f"{acts(name, 'strikes')}, as the solo rules always say.", ("aofr.ai.strike_back",)
    )


def use_army_rule(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """A rule of the army: on the nearest target that makes sense, else not at all."""
    unit = _acting(battle, question)
    option = army_rule(battle, unit, question, mind.chance)
    if option is None:
        spare = next((o for o in question.options if o.target is None), question.options[0])
        return Verdict(Chosen(spare.key), f"{unit.name} found no sensible target.", ("aofr.ai.army_rules",))
    return Verdict(Chosen(option.key), f"{unit.name}: {option.label}.", ("aofr.ai.army_rules",))


@rule("aofr.ai.ambush", "aofr.ai.scout", "aofr.ai.deploy_order")
def set_aside(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """Units with Ambush always wait for round 2, Scouts for all other units."""
    option = next((o for o in question.options if o.key == "ambush"), question.options[-1])
    row = "aofr.ai.ambush" if option.key == "ambush" else "aofr.ai.scout"
    who = "" if option.unit is None else f"{battle.units[option.unit].name}: "
    return Verdict(Chosen(option.key), f"{who}{option.label}.", (row, "aofr.ai.deploy_order"))


def deploy_next(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """The next unit to deploy: a die, transports first."""
    unit = any_of(deploying.first_to_deploy(battle, _offered(battle, question)), mind.chance)
    return Verdict(
        Chosen(str(unit.id)), f"{acts(unit.name, 'deploys')} next, chosen by a die roll.", ("aofr.ai.deploy_order",)
    )


def arrive(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """Who is in reserve comes as soon as it may."""
    unit = any_of(_offered(battle, question), mind.chance)
    return Verdict(Chosen(str(unit.id)), f"{acts(unit.name, 'arrives')}.", (_coming(unit),))


def _coming(unit: Unit) -> str:
    """The row by which a unit arrives: reserves of a mission have none of their own."""
    return "aofr.ai.ambush" if unit.reserve == "ambush" else MODE


def join(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """Heroes deploy as the list has them (AOFR-R685)."""
    (unit, *_) = _offered(battle, question)
    return Verdict(Chosen(ALONE), f"{acts(unit.name, 'deploys')} alone, as in the army list.", (JOIN,))


@rule("aofr.ai.transport_load")
def aboard(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """A transport is filled with units at random, as long as one fits."""
    unit = any_of(_offered(battle, question), mind.chance)
    return Verdict(Chosen(str(unit.id)), f"{acts(unit.name, 'embarks')}.", ("aofr.ai.transport_load",))


def deploy(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Place) -> Verdict | None:
    """Where a unit is deployed or arrives: in the section of its group."""
    assert question.unit is not None
    unit = battle.units[question.unit]
    section = mind.section(battle, unit)
    found = deploying.deployment_place(battle, unit, ask, section)
    if found is None:
        return None
    placed, row = found
    rules = (row, "aofr.ai.deploy_sections" if question.topic == "deploy" else _coming(unit))
    there = section_of(battle, unit.seat, placed.pose.x, placed.pose.y)
    where = f"in section {there}" if there == section else f"in section {there}, as section {section} has no room"
    return Verdict(placed, f"{acts(unit.name, 'is')} placed {where}, {PLACES[row]}.", rules)


def scout(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Place) -> Verdict:
    assert question.unit is not None
    unit = battle.units[question.unit]
    placed, row = deploying.scout_place(battle, unit, ask)
    return Verdict(placed, f"{acts(unit.name, 'scouts')} towards the nearest objective.", (row,))


def marker(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Place) -> Verdict | None:
    found = deploying.marker_place(battle, ask, mind.chance)
    if found is None:
        return None
    placed, row = found
    return Verdict(placed, f"The marker is placed {PLACES[row]}.", (row,))


def get_out(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Place) -> Verdict | None:
    """Out of a transport on the side of the objective, else of the enemy."""
    assert question.unit is not None
    unit = battle.units[question.unit]
    there = None if unit.inside is None else battle.units[unit.inside]
    point = None if there is None or there.pose is None else _goal_point(mind, battle, there)
    placed = deploying.nearest_place(ask, battle, unit, point)
    return None if placed is None else Verdict(placed, f"{acts(unit.name, 'gets')} out.", ("aofr.ai.transport_exit",))


def move_marker(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Place) -> Verdict | None:
    """A marker that it may move goes towards the edge where it is wanted, else as far from all edges as it can."""
    board = battle.scene.board
    opposite = {"south": (0, 1), "north": (0, -1), "west": (1, 0), "east": (-1, 0)}
    home = next((told.edge for told in battle.markers if told.edge), "")
    placed = [answer for answer in ask.suggestions() if isinstance(answer, Placed)]
    if not placed:
        return None

    def key(answer: Placed) -> float:
        x, y = answer.pose.x, answer.pose.y
        if home:
            dx, dy = opposite[home]
            return dx * x + dy * y
        return -hypot(x - board.width / 2, y - board.depth / 2)

    return Verdict(max(placed, key=key), "The marker is moved.", (MODE,))


def by_a_die(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    """What the rules say nothing of is settled by a die."""
    option: Option = any_of(question.options, mind.chance)
    label = option.label.rstrip(".")
    return Verdict(Chosen(option.key), f"{question.text} Chosen by a die roll: {label}.", ("aofr.ai.ties",))


def first_of(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: Choose) -> Verdict:
    option = question.options[0]
    return Verdict(Chosen(option.key), f"{option.label}.", (MODE,))


def _unsaid(mind: RegimentsAutomaton, battle: Battle, ask: Ask, question: object) -> Verdict | None:
    return None


TOPICS: dict[tuple[str, str], Judge] = {
    ("choose", "activate"): activate,
    ("choose", "action"): action,
    ("manoeuvre", "advance"): move,
    ("manoeuvre", "rush"): move,
    ("manoeuvre", "hold"): turn_to_shoot,
    ("manoeuvre", "hold after shooting"): turn,
    ("manoeuvre", "idle"): turn,
    ("choose", "shoot"): shoot,
    ("choose", "shoot with"): shoot_with,
    ("allocate", "pick"): pick,
    ("choose", "pick"): pick_one,
    ("choose", "cast"): cast,
    ("choose", "cast on"): cast_on,
    ("choose", "cast also"): cast_also,
    ("choose", "boost"): no_tokens,
    ("choose", "hinder"): no_tokens,
    ("choose", "counter"): strike,
    ("choose", "strike back"): strike,
    ("choose", "army rule"): use_army_rule,
    ("choose", "set aside"): set_aside,
    ("choose", "deploy"): deploy_next,
    ("choose", "scouts"): deploy_next,
    ("choose", "arrive"): arrive,
    ("choose", "aboard"): aboard,
    ("choose", "join"): join,
    ("choose", "seize"): first_of,
    ("place", "deploy"): deploy,
    ("place", "arrive"): deploy,
    ("place", "scout"): scout,
    ("place", "marker"): marker,
    ("place", "own marker"): marker,
    ("place", "disembark"): get_out,
    ("place", "bail out"): get_out,
    ("place", "move marker"): move_marker,
}
"""Who answers which question, by its kind and topic."""

KINDS: dict[str, Judge] = {
    "choose": by_a_die,
    "manoeuvre": towards_goal,
    "place": _unsaid,
    "allocate": _unsaid,
}
"""Who answers what has no topic of its own here."""
