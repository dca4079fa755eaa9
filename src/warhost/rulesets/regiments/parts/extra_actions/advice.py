"""What computer players are told about extra actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.missions.seizing import REACH, marker_distance
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.core import Battle, Unit, enemies, gap_between, measured
from warhost.rulesets.regiments.parts.extra_actions import covering
from warhost.rulesets.regiments.parts.extra_actions.effects import FOCUS

if TYPE_CHECKING:
    from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel

SHAKEN = 0.35
"""The part of its worth that it costs a side to have a unit Shaken."""

IDLE = 0.5
"""What it counts that a unit stays idle where nobody can hurt it."""

SHARE = {"hunker_down": 1 / 3, "defensive_stance": 1 / 3, "stealth_move": 1 / 6}
"""Of the harm that enemies may do, the part that the action spares the unit."""


def shaken(battle: Battle, option: Option) -> Iterator[Term]:
    """A Shaken unit recovers; if enemies are about to shoot at it or to charge it, in cover of some kind."""
    if option.unit is None:
        return
    unit = battle.units[option.unit]
    name = option.key.partition(":")[2]
    if name == "hunker_down":
        yield 0.5 * _shooters(battle, unit) - 0.2, "enemies that may shoot at it", "aofr.extra_action.hunker_down"
    elif name == "defensive_stance":
        danger = _chargers(battle, unit)
        yield 0.5 * danger - 0.3, "enemies that may charge it", "aofr.extra_action.defensive_stance"
    elif name == "last_stand":
        yield -1.0, "it would stay Shaken", "aofr.extra_action.last_stand_state"


def _shooters(battle: Battle, unit: Unit) -> int:
    return sum(bool(shooting.possible(battle, enemy, [unit])) for enemy in enemies(battle, unit.seat))


def _chargers(battle: Battle, unit: Unit) -> int:
    return sum(
        gap_between(battle, enemy, unit) <= moving.allowance(battle, enemy, "charge")
        for enemy in enemies(battle, unit.seat)
        if not enemy.shaken and not enemy.activated
    )


def action(counsel: RegimentsCounsel, unit: Unit, option: Option) -> Iterator[Term]:
    """What an extra action gives beyond the place, the fight and the volley that go with it."""
    name = option.key.partition(":")[2].partition(">")[0]
    battle = counsel.battle
    row = f"aofr.extra_action.{name}"
    if option.target is not None:
        yield from _charge(counsel, unit, battle.units[option.target], name, row)
    elif name == "focused_fire":
        yield from _focused(counsel, unit, row)
    elif name == "covering_fire":
        yield from _covering(counsel, unit, row)
    elif name == "overwatch":
        worth = max((0.4 * _volley(counsel, unit, enemy) for enemy in enemies(battle, unit.seat)), default=0.0)
        yield worth, "may shoot when an enemy acts", row
    elif name in SHARE:
        if name != "stealth_move":
            yield -IDLE, "does nothing else", row
        yield SHARE[name] * _harm(counsel, unit, melee=name == "defensive_stance"), "harder to hit", row
        if name == "defensive_stance" and not _at_marker(battle, unit):
            yield -0.1 * counsel.worth(unit), "does not strike back", row


def _charge(counsel: RegimentsCounsel, unit: Unit, target: Unit, name: str, row: str) -> Iterator[Term]:
    gain = counsel.duel(unit, target, counsel.struck(unit, target)).gain
    if name == "heavy_charge":
        yield 0.25 * gain, "+1 to hit in melee", row
        return
    yield 0.75 * _volley(counsel, unit, target), f"shoots at {target.name} first", row
    yield -0.25 * gain, "-1 to hit in melee", row


def _volley(counsel: RegimentsCounsel, unit: Unit, target: Unit) -> float:
    """What the unit's volley at an enemy that it can shoot at right now is worth."""
    if not shooting.possible(counsel.battle, unit, [target]):
        return 0.0
    return counsel.harm(target, counsel.shots(unit, target))


def _focused(counsel: RegimentsCounsel, unit: Unit, row: str) -> Iterator[Term]:
    battle = counsel.battle
    far = measured(battle, FOCUS)
    near = [enemy for enemy in enemies(battle, unit.seat) if gap_between(battle, unit, enemy) <= far]
    best = max((_volley(counsel, unit, enemy) for enemy in near), default=0.0)
    yield best, "shoots at an enemy nearby, at +1 to hit", row


def _covering(counsel: RegimentsCounsel, unit: Unit, row: str) -> Iterator[Term]:
    battle = counsel.battle
    best = 0.0
    for fire in shooting.possible(battle, unit):
        target = battle.units[fire.target]
        if not target.shaken and not target.activated:
            chance = covering.foretell(battle, unit, [fire])[1].value
            best = max(best, chance * SHAKEN * counsel.worth(target))
    yield best, "may leave an enemy Shaken", row


def _harm(counsel: RegimentsCounsel, unit: Unit, *, melee: bool) -> float:
    """What enemies that have yet to act may do to the unit."""
    battle = counsel.battle
    total = 0.0
    for enemy in enemies(battle, unit.seat):
        if enemy.shaken or enemy.activated:
            continue
        if melee:
            if gap_between(battle, enemy, unit) <= moving.allowance(battle, enemy, "charge"):
                total = max(total, counsel.duel(enemy, unit, counsel.struck(enemy, unit)).gain)
        elif shooting.possible(battle, enemy, [unit]):
            total += counsel.harm(unit, counsel.shots(enemy, unit))
    return total


def _at_marker(battle: Battle, unit: Unit) -> bool:
    return any(marker_distance(battle, unit, marker) <= REACH for marker in battle.markers if not marker.gone)
