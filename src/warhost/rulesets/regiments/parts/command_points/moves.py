"""What stratagems that move units, or take them off the table, are worth to a computer player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option, Question
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.missions import last_round
from warhost.rulesets.regiments.chapters.missions.seizing import REACH, marker_distance
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.core import Battle, Marker, Unit, enemies, gap_between, on_table, optional
from warhost.rulesets.regiments.core.speakers import movement_rules
from warhost.rulesets.regiments.parts.command_points import doctrines
from warhost.table import summed

if TYPE_CHECKING:
    from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel

SHORT = 1.0
"""So much of a short move is lost on the way, as it goes straight and keeps off others."""

GOES_ON, DRIFTS = 0.15, 0.02
"""The share of a unit's worth that a short move counts which brings it to an objective, and any other."""

ARRIVES, CHARGES, LATER = 0.5, 0.5, 0.5
"""The part of an objective's worth that it counts to get there at all; of what a charge promises, that it becomes
possible, as somebody may still be in the way; and how much of that is left for a unit that is not acting yet."""

ESCAPES = 0.3
"""The part of what an enemy's charge would do that it counts to be out of its way."""

COMES_BACK = 0.6
"""The part of an objective's worth that it counts to come back near one which nobody stands at."""

ANYWHERE = 24.0
"""A unit that is as far from every objective comes nearer by leaving the table and coming back."""

FAR_OFF, INCH = 14.0, 0.8
"""Who stands so much further from all objectives than others of its army is in the wrong place, and what each further
inch counts."""

MOST = 3
"""How many units are deployed again at most."""


def is_at_marker(battle: Battle, unit: Unit) -> bool:
    return unit.pose is not None and any(
        marker_distance(battle, unit, marker) <= REACH for marker in battle.markers if not marker.gone
    )


def is_near_marker(battle: Battle, unit: Unit, inches: float) -> bool:
    """Whether so many inches bring a unit to an objective that no enemy contests, and it stands at none."""
    return not is_at_marker(battle, unit) and any(
        marker_distance(battle, unit, marker) <= REACH + inches - SHORT for marker in _open(battle, unit)
    )


def _open(battle: Battle, unit: Unit) -> Iterator[Marker]:
    """The objectives that a unit's side does not hold and that no enemy contests."""
    for marker in battle.markers:
        if marker.gone or marker.carrier is not None or marker.owner == unit.seat:
            continue
        if all(marker_distance(battle, enemy, marker) > REACH for enemy in enemies(battle, unit.seat)):
            yield marker


# Coordinated Move


def coordinated(counsel: RegimentsCounsel, unit: Unit | None, seat: int) -> Iterator[Term]:
    """The two units that get most out of it."""
    both = doctrines.pairs(counsel.battle, seat)
    worth = max((_shifted(counsel, one) + _shifted(counsel, other) for one, other in both), default=0.0)
    yield worth, "two units get into better places", "aofr.cp.coordinated_move"


def pair(counsel: RegimentsCounsel, question: Question, option: Option) -> Iterator[Term]:
    for number in (option.unit, option.target):
        if number is not None:
            unit = counsel.battle.units[number]
            yield _shifted(counsel, unit), f"what it does for {unit.name}", "aofr.cp.coordinated_move"


def _shifted(counsel: RegimentsCounsel, unit: Unit) -> float:
    """What a short move in any direction is worth: to an objective for who cannot go there otherwise, to within reach
    of a charge for who has yet to act."""
    battle = counsel.battle
    inches = optional.measured(battle, doctrines.COORDINATED)
    if unit.activated:
        there = is_near_marker(battle, unit, inches)
        return ARRIVES * counsel.stake if there else DRIFTS * counsel.worth(unit)
    share = 1.0 if unit.id == battle.acting else LATER
    return share * CHARGES * nearer(counsel, unit, inches)


def nearer(counsel: RegimentsCounsel, unit: Unit, inches: float) -> float:
    """How much better a unit's best charge is, so much nearer to everybody."""
    battle = counsel.battle
    if unit.shaken or moving.why_not_move(battle, unit) is not None:
        return 0.0
    far = moving.allowance(battle, unit, "charge")
    now, then = 0.0, 0.0
    for enemy in enemies(battle, unit.seat):
        if enemy.pose is None or gap_between(battle, unit, enemy) > far + inches - SHORT:
            continue
        worth = counsel.duel(unit, enemy, counsel.struck(unit, enemy)).value
        if worth <= now:
            continue
        if gap_between(battle, unit, enemy) <= far and charge.plan(battle, unit, enemy) is not None:
            now = worth
        else:
            then = max(then, worth)
    return max(0.0, then - now)


# Strategic Relocation


def relocated(counsel: RegimentsCounsel, unit: Unit | None, seat: int) -> Iterator[Term]:
    """A charge, or an objective, that the unit which is about to act would not reach otherwise."""
    if unit is None or unit.pose is None:
        return
    battle, row = counsel.battle, "aofr.cp.strategic_relocation"
    inches = optional.measured(battle, doctrines.RELOCATED)
    yield CHARGES * nearer(counsel, unit, inches), "a charge that it could make then", row
    far = moving.allowance(battle, unit, "rush") + REACH
    gaps = [marker_distance(battle, unit, marker) for marker in _open(battle, unit)]
    if any(far < gap <= far + inches - SHORT for gap in gaps) and not any(gap <= far for gap in gaps):
        yield ARRIVES * counsel.stake, "reaches an objective", row


# Vanish


def vanished(counsel: RegimentsCounsel, unit: Unit | None, seat: int) -> Iterator[Term]:
    """The unit with Ambush that gains most by coming back somewhere else."""
    able = [one for one in on_table(counsel.battle, seat) if _ambushes(counsel.battle, one)]
    worth = max((summed(score for score, _, _ in _gone(counsel, one)) for one in able), default=0.0)
    yield worth, "comes back where it is needed", "aofr.cp.vanish"


def vanishing(counsel: RegimentsCounsel, question: Question, option: Option) -> Iterator[Term]:
    if option.unit is not None:
        yield from _gone(counsel, counsel.battle.units[option.unit])


def _ambushes(battle: Battle, unit: Unit) -> bool:
    return any(special.reserve == "ambush" for special in movement_rules(battle, unit))


def _gone(counsel: RegimentsCounsel, unit: Unit) -> Iterator[Term]:
    battle, row = counsel.battle, "aofr.cp.vanish"
    if battle.turn >= last_round(battle):
        yield -counsel.worth(unit) - counsel.stake, "never comes back", row
        return
    if is_at_marker(battle, unit):
        yield -counsel.stake, "leaves an objective", "aofr.objective.seize"
    gaps = [marker_distance(battle, unit, marker) for marker in _open(battle, unit)]
    if gaps and min(gaps) > ANYWHERE:
        yield COMES_BACK * counsel.stake, "comes back near an objective", row
    yield ESCAPES * _danger(counsel, unit), "gets out of the enemy's reach", row


def _danger(counsel: RegimentsCounsel, unit: Unit) -> float:
    """What the worst charge of an enemy that could reach the unit would do to it."""
    battle = counsel.battle
    worst = 0.0
    for enemy in enemies(battle, unit.seat):
        if enemy.pose is None or enemy.shaken or unit.pose is None:
            continue
        if gap_between(battle, enemy, unit) <= moving.allowance(battle, enemy, "charge"):
            worst = max(worst, counsel.duel(enemy, unit, counsel.struck(enemy, unit)).value)
    return worst


# Hidden Deployment


def hidden(counsel: RegimentsCounsel, unit: Unit | None, seat: int) -> Iterator[Term]:
    """Units that were deployed far from everything that counts, the worst three of them."""
    own = sorted((_astray(counsel, one) for one in on_table(counsel.battle, seat)), reverse=True)
    yield summed(own[:MOST]), "units that stand far from all objectives", "aofr.cp.hidden_deployment"


def picked_up(counsel: RegimentsCounsel, question: Question, option: Option) -> Iterator[Term]:
    if option.unit is not None:
        worth = _astray(counsel, counsel.battle.units[option.unit])
        yield worth or -1.0, "stands far from all objectives" if worth else "is in its place", question.rules[0]


def _astray(counsel: RegimentsCounsel, unit: Unit) -> float:
    """What it is worth to deploy a unit again, by how much further it has to go than the nearest of its army."""
    battle = counsel.battle
    gaps = {
        one.id: min((marker_distance(battle, one, marker) for marker in battle.markers if not marker.gone), default=0.0)
        for one in on_table(battle, unit.seat)
    }
    if unit.id not in gaps or counsel.range(unit):
        return 0.0
    return INCH * max(0.0, gaps[unit.id] - min(gaps.values()) - FAR_OFF)


# Retreats


def retreat(counsel: RegimentsCounsel, unit: Unit | None, seat: int) -> Iterator[Term]:
    """The unit that is charged, or before one of the side acts whichever is in most danger."""
    battle = counsel.battle
    if unit is None:
        return
    able = [unit]
    if unit.id == battle.acting:
        able = [one for one in on_table(battle, seat) if doctrines.can_retreat(battle, one)]
    worth = max((summed(score for score, _, _ in _away(counsel, one)) for one in able), default=0.0)
    yield worth, "gets out of reach", "aofr.cp.tactical_retreat"


def retreating(counsel: RegimentsCounsel, question: Question, option: Option) -> Iterator[Term]:
    if option.unit is not None:
        yield from _away(counsel, counsel.battle.units[option.unit])


def _away(counsel: RegimentsCounsel, unit: Unit) -> Iterator[Term]:
    """Who is in danger had better go; not from an objective."""
    yield ESCAPES * _danger(counsel, unit), "gets out of the enemy's reach", "aofr.cp.tactical_retreat"
    if is_at_marker(counsel.battle, unit):
        yield -counsel.stake / 2, "leaves an objective", "aofr.objective.seize"


def falling_back(counsel: RegimentsCounsel, question: Question, option: Option) -> Iterator[Term]:
    """As far as it can; not at all from an objective that it could still hold."""
    unit = None if option.unit is None else counsel.battle.units[option.unit]
    far = float(option.key) if option.key.replace(".", "").isdigit() else 0.0
    yield far, "inches away from the enemy", question.rules[0]
    if unit is not None and not unit.shaken and is_at_marker(counsel.battle, unit) and far:
        yield -counsel.stake, "leaves an objective", "aofr.objective.seize"


def shut_down(counsel: RegimentsCounsel, question: Question, option: Option) -> Iterator[Term]:
    goals = counsel.battle.markers
    if option.key.isdigit() and int(option.key) < len(goals):
        yield counsel.marker_worth(int(option.key)), "what the objective is worth", question.rules[0]


WORTH: Mapping[str, Callable[[RegimentsCounsel, Unit | None, int], Iterator[Term]]] = {
    "coordinated_move": coordinated,
    "strategic_relocation": relocated,
    "vanish": vanished,
    "hidden_deployment": hidden,
    "tactical_retreat": retreat,
}
"""What speaks for these stratagems, before their price."""
