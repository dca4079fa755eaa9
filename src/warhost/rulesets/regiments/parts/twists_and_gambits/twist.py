"""The underdog and the twist of a round (Twists & Gambits: The Underdog; Twists)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from warhost.play.questions import Odds, Option
from warhost.play.script import Script, agrees, choose, roll, roll_sum
from warhost.play.shown.english import listed
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic import spells
from warhost.rulesets.regiments.core import RULES, Battle, Effect, SpecialRule, Unit, on_table, optional
from warhost.rulesets.regiments.parts.shared import attack_odds
from warhost.rulesets.regiments.parts.shared.deeds import has_hero
from warhost.rulesets.regiments.parts.shared.harm_odds import unit_healed
from warhost.rulesets.regiments.parts.twists_and_gambits.state import (
    Picked,
    Twist,
    TwistRolled,
    UnderdogFound,
    is_at,
    keep,
    kept,
    twist_in_force,
    twists,
)
from warhost.table import TOLERANCE, Rect, distance_to_point

BUBBLE, DENIED = "a4_shield_bubble", "b6_objective_denied"
BOON, MANOEUVRE = "b5_conquerors_boon", "b4_offensive_manoeuvre"
UNIT, MARKER = "twist unit", "twist marker"


@rule("aofr.twist.underdog", "aofr.twist.underdog_tie")
def find_underdog(battle: Battle) -> Script[None]:
    """Who has fewer victory points when the round begins is the underdog until it ends; with equal points nobody is."""
    one, other = battle.points or (0.0, 0.0)
    underdog = None if one == other else 0 if one < other else 1
    keep(battle, underdog=underdog)
    if underdog is not None:
        yield UnderdogFound(underdog)


@rule("aofr.twist.roll")
def roll_twist(battle: Battle) -> Script[Twist]:
    """One die for the group, one for the number."""
    (group,) = yield from roll("D6", why="Twist: 1-3 A, 4-6 B", rule="aofr.twist.roll")
    (number,) = yield from roll("D6", why="Twist", rule="aofr.twist.roll")
    twist = list(twists().values())[(0 if group <= 3 else 6) + number - 1]
    keep(battle, twist=twist.slug, units=(), markers=())
    return twist


@rule("aofr.twist.choice", "aofr.twist.underdog_tie")
def twist_of_the_round(battle: Battle) -> Script[None]:
    """A twist is rolled every round; the underdog picks what it affects, and without one it is ignored."""
    yield from find_underdog(battle)
    twist = yield from roll_twist(battle)
    underdog = kept(battle).underdog
    if underdog is None:
        yield TwistRolled(f"{twist.name}, which is ignored without an underdog")
        return
    yield TwistRolled(twist.name, twist.text)
    units = yield from _pick_units(battle, twist, underdog)
    numbers = yield from _pick_markers(battle, twist, underdog)
    keep(battle, units=tuple(unit.id for unit in units), markers=numbers)
    if twist.effect is not None:
        for unit in units:
            optional.lay(unit, Effect(twist.name, unit.id, "round"))
    if twist.slug == DENIED:
        deny(battle, numbers)
    what = [unit.name for unit in units] + [f"marker {number + 1}" for number in numbers]
    if what:
        yield Picked(twist.name, listed(what))


@rule("aofr.twist.choice")
def _pick_units(battle: Battle, twist: Twist, underdog: int) -> Script[list[Unit]]:
    """The underdog picks units of its own, or of the other side, not those that are still to come (AOFR-R960)."""
    found: list[Unit] = []
    there = [unit for unit in battle.units if unit.pose is not None or unit.inside is not None]
    for seat, count in ((underdog, twist.own), (battle.other(underdog), twist.enemy)):
        open_to = [unit for unit in there if unit.seat == seat and not unit.fate and unit.part_of is None]
        if count and open_to:
            whose = "your units" if seat == underdog else "the enemy's units"
            options = [Option(str(unit.id), unit.name, unit=unit.id, target=unit.id) for unit in open_to]
            text = f"{twist.name}: which of {whose} do you pick?"
            weigh = partial(_expected, battle, twist)
            key = yield from choose(underdog, UNIT, text, options, note=twist.text, rules=(twist.row,), weigh=weigh)
            found.append(battle.units[int(key)])
    return found


def _expected(battle: Battle, twist: Twist, option: Option) -> Sequence[Odds]:
    """What the twist would make of the dice of a unit that is picked for it, and of those thrown against it."""
    if twist.effect is None or twist.effect.move:
        return ()
    unit = battle.units[int(option.key)]
    laid = attack_odds.laid(Effect(twist.name, unit.id, "round"))
    ways = attack_odds.OWN if twist.melee or twist.shooting else attack_odds.AGAINST
    return attack_odds.with_change(battle, unit, laid, ways, twist.row)


@rule("aofr.twist.choice", "aofr.twist.b4_offensive_manoeuvre")
def _pick_markers(battle: Battle, twist: Twist, underdog: int) -> Script[tuple[int, ...]]:
    """The underdog picks objectives; for an Offensive Manoeuvre one that it does not hold."""
    found: list[int] = []
    for _ in range(twist.markers):
        options = [
            Option(str(number), f"Marker {number + 1}")
            for number, marker in enumerate(battle.markers)
            if not marker.gone and number not in found and not (twist.slug == MANOEUVRE and marker.owner == underdog)
        ]
        if not options:
            break
        text = f"{twist.name}: which objective do you pick?"
        key = yield from choose(underdog, MARKER, text, options, note=twist.text, rules=(twist.row,))
        found.append(int(key))
    return tuple(found)


@rule("aofr.twist.b6_objective_denied")
def deny(battle: Battle, numbers: Sequence[int]) -> None:
    """The objective is nobody's from now on (AOFR-R586)."""
    battle.markers = tuple(
        msgspec.structs.replace(marker, owner=None) if number in numbers else marker
        for number, marker in enumerate(battle.markers)
    )


@rule("aofr.twist.b6_objective_denied")
def is_denied(battle: Battle, number: int) -> bool:
    """Whether an objective cannot be seized in this round."""
    twist = twist_in_force(battle)
    return twist is not None and twist.slug == DENIED and number in kept(battle).markers


@rule("aofr.twist.b6_objective_denied")
def is_dangerous(battle: Battle, ground: Rect) -> bool:
    """The ground within 3" of a denied objective is dangerous."""
    near = optional.measured(battle, 3.0) + TOLERANCE
    return any(
        is_denied(battle, number) and distance_to_point(ground, marker.x, marker.y) <= near
        for number, marker in enumerate(battle.markers)
    )


@rule("aofr.twist.a4_shield_bubble")
def shielded(battle: Battle, unit: Unit) -> Iterator[SpecialRule]:
    """Units of the underdog within 3" of the objective have Stealth, wherever they go while the round lasts."""
    twist, told = twist_in_force(battle), kept(battle)
    if twist is None or twist.slug != BUBBLE or unit.seat != told.underdog or unit.pose is None:
        return
    if any(is_at(battle, unit, battle.markers[number]) for number in told.markers):
        yield RULES["Stealth"]()


@rule("aofr.twist.b5_conquerors_boon")
def boon(battle: Battle) -> Script[None]:
    """When the round ends, heroes of the underdog within 3" of the objective may remove D3 wounds."""
    twist, told = twist_in_force(battle), kept(battle)
    if twist is None or twist.slug != BOON or told.underdog is None:
        return
    for unit in on_table(battle, told.underdog):
        wounded = unit.hero_wounds if unit.hero else unit.wounds
        near = any(is_at(battle, unit, battle.markers[number]) for number in told.markers)
        if not (near and wounded and has_hero(battle, unit)):
            continue
        yes = Option("yes", "Remove D3 wounds", (unit_healed(battle, unit, "D3"),), unit.id)
        text = f"{twist.name}: do you remove wounds from the hero of {unit.name}?"
        if (yield from agrees(unit.seat, "conqueror's boon", text, yes, "Leave them", rules=(twist.row,))):
            wounds = yield from roll_sum("D3", why=twist.name, rule=twist.row, seat=unit.seat, unit=unit.id)
            yield from spells.heal(battle, unit, str(wounds))
