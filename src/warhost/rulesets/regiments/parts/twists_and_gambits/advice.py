"""What computer players are told about twists and gambits."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option, Question
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.movement.moves import allowance
from warhost.rulesets.regiments.core import Battle, Unit, enemies, gap_between
from warhost.rulesets.regiments.parts.twists_and_gambits import gambit, powers, scoring
from warhost.rulesets.regiments.parts.twists_and_gambits.state import kept, twist_in_force
from warhost.rulesets.regiments.parts.twists_and_gambits.twist import DENIED, MARKER, UNIT

TOPICS = frozenset({UNIT, MARKER, "conqueror's boon", gambit.POWER, gambit.SCORE, gambit.DISCARD, powers.TOPIC})

SAVED = 3.0
"""What a gambit that could be scored right now is worth, against using a power."""

SPENT = 0.8
"""What a power must at least be worth: its gambit is not scored any more."""

WANTED = 0.5
"""How much more an objective counts that scores a gambit in hand."""

HARD = frozenset({"a2", "a3", "a5", "b5"})
"""Gambits that are seldom scored."""


def marker_weight(battle: Battle, seat: int, number: int) -> float:
    """Objectives count more or less by the twist, and more if they score a gambit that the side has."""
    wanted = any(scoring.objective_of(battle, seat, one.slug) == number for one in gambit.hand_of(battle, seat))
    return _by_twist(battle, seat, number) + (WANTED if wanted else 0.0)


def _by_twist(battle: Battle, seat: int, number: int) -> float:
    twist, told = twist_in_force(battle), kept(battle)
    if twist is None:
        return 1.0
    if twist.slug == DENIED:
        return 0.3 if number in told.markers else 1.0
    if twist.slug == "b3_all_out_assault":
        return 1.5 if number in told.zones else 1.0
    if number not in told.markers or (twist.slug == "b4_offensive_manoeuvre" and seat != told.underdog):
        return 1.0
    return 1.0 + 0.5 * max(1, twist.worth)


def advise(battle: Battle, question: Question, option: Option) -> Iterator[Term]:
    seat = question.seat
    if option.passes:
        return
    if question.topic == UNIT and option.target is not None:
        unit, row = battle.units[option.target], question.rules[0]
        # In a Duel of Fate the unit that is picked among one's own is worth more to the enemy.
        stakes = row == "aofr.twist.a6_duel_of_fate" and unit.seat == seat
        yield -_weight(battle, unit) if stakes else _weight(battle, unit), "what the unit is worth", row
    elif question.topic == MARKER:
        yield from _marker(battle, seat, option, question.rules[0])
    elif question.topic == gambit.POWER:
        yield from _power(battle, seat, option)
    elif question.topic == powers.TOPIC and option.target is not None:
        yield _use(battle, battle.units[option.target], question.about), "where it is of most use", question.rules[0]
    elif question.topic == gambit.SCORE:
        yield 5.0 - (option.key not in HARD), "a victory point", "aofr.gambit.vp"
    elif question.topic == gambit.DISCARD:
        met = scoring.is_met(battle, seat, option.key)
        yield (0.5 if option.key in HARD else -0.5) - 2.0 * met, "hard to score", "aofr.gambit.discard"
    else:
        yield 1.0, "wounds to recover from", "aofr.twist.b5_conquerors_boon"


def _weight(battle: Battle, unit: Unit) -> float:
    """What a unit is worth, more if it has yet to act or stands in the thick of it."""
    points = battle.regiment(unit).points / 100
    return points if unit.pose is None else points * (1.5 if _busy(battle, unit) else 1.0)


def _busy(battle: Battle, unit: Unit) -> bool:
    """Whether an enemy could charge the unit, or it an enemy."""
    return any(
        gap_between(battle, unit, enemy) <= max(allowance(battle, unit, "charge"), allowance(battle, enemy, "charge"))
        for enemy in enemies(battle, unit.seat)
    )


def _marker(battle: Battle, seat: int, option: Option, row: str) -> Iterator[Term]:
    marker = battle.markers[int(option.key)]
    own = 1.0 if marker.owner == seat else 0.3 if marker.owner is None else 0.0
    denied = row == "aofr.twist.b6_objective_denied"
    yield 2.0 * (1.0 - own if denied else own), "who holds it", row


def _power(battle: Battle, seat: int, option: Option) -> Iterator[Term]:
    """A power is used if nothing can be scored in this round that is likely."""
    for one in gambit.hand_of(battle, seat):
        if one.slug == option.key:
            best = max((_use(battle, unit, one.slug) for unit in powers.targets(battle, seat, one)), default=0.0)
            yield best, "of use to a unit now", one.power_row
    yield -SPENT, "spends the gambit", "aofr.gambit.discard"
    if any(scoring.is_met(battle, seat, one.slug) for one in gambit.hand_of(battle, seat)):
        yield -SAVED, "a gambit could be scored instead", "aofr.gambit.one_per_round"


def _use(battle: Battle, unit: Unit, slug: str) -> float:
    """How much of use the power is to a unit, by how soon it needs it."""
    points = battle.regiment(unit).points / 150
    if slug in ("b4", "b5", "b6"):
        return {"b4": 2.0, "b5": 1.0, "b6": 2.5}[slug] * points
    if unit.pose is None:
        return 0.0
    shoots = bool(shooting.possible(battle, unit))
    if slug == "a4":
        return points if shoots and not unit.activated else 0.0
    if slug in ("a5", "a3"):
        return points if _busy(battle, unit) and not unit.activated else 0.0
    if slug in ("b2", "b3", "a2", "a6"):
        return points if _busy(battle, unit) else 0.2 * points
    return 0.3 * points if not unit.activated else 0.0
