"""Who won a Round of Combat, and who stands it (Melee Phase: Combat Result; Break Tests; Steadfast; No More Foes)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from warhost.play.questions import Odds, Part
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.general.discipline import failed_by, passing_odds
from warhost.rulesets.essence_of_war.core import Battle, Unit, has, of_kind, ranks, speakers, spoken, taking_part
from warhost.rulesets.families.ninth_age.chapters.melee import result
from warhost.rulesets.families.ninth_age.chapters.melee.dropping_out import keep_contact
from warhost.rulesets.families.ninth_age.chapters.melee.result import Result
from warhost.table import Arc, contains_point, summed

MOST_RANKS = 3
"""The Rank Bonus is never higher."""


@rule("eow.result.compare", "eow.no_more_foes.win", "eow.multi.combat_win")
def combat_result(battle: Battle, combat: Sequence[int]) -> Result:
    """The higher total wins, equal totals make winners of both.

    `combat` are the units that began the round. Where a side has nobody left in contact there is nobody to lose
    against: whoever is free of enemies counts as a winner.
    """
    parts = (_parts(battle, combat, 0), _parts(battle, combat, 1))
    return result.compared(battle, combat, parts, _total)


@rule("eow.patrol.vermin_swarm.life_is_cheap")
def _total(parts: Sequence[Part]) -> int:
    """Halves of points are rounded up once, for the whole side (EOW-R147)."""
    return ceil(summed(part.amount for part in parts))


@rule("eow.no_more_foes.score", "eow.result.health_points", "eow.result.rank_bonus")
def _parts(battle: Battle, combat: Sequence[int], seat: int) -> tuple[Part, ...]:
    """What one side scores. Units without foes add nothing but lost Health Points (EOW-R143)."""
    own = [battle.units[unit] for unit in combat if battle.units[unit].seat == seat]
    fighting = [unit for unit in own if unit.engaged]
    parts = health_points(battle, [battle.units[unit] for unit in combat if battle.units[unit].seat != seat])
    for bonus in (rank_bonus(battle, fighting), charge_bonus(fighting), flank_bonus(fighting)):
        if bonus.amount:
            parts.append(bonus)
    for unit in fighting:
        for bearer, speaker in spoken(battle, unit, "adds_to_result"):
            parts.append(Part(speaker.adds_to_result(battle, bearer), speaker.name, speaker.id))
    return tuple(parts)


@rule("eow.result.health_points")
def health_points(battle: Battle, enemies: Sequence[Unit]) -> list[Part]:
    """+1 for each Health Point that an enemy lost in this round, also one that dropped out or is gone."""
    parts = []
    for enemy in taking_part(battle, [unit.id for unit in enemies]):
        lost = enemy.lost_this_round
        points = float(lost)
        for speaker in speakers(battle, enemy).at("scores"):
            points += speaker.scores(battle, enemy, lost) - lost
        if points:
            parts.append(Part(points, f"Health Points lost by {enemy.name}", "eow.result.health_points"))
    return parts


@rule("eow.result.rank_bonus")
def rank_bonus(battle: Battle, fighting: Sequence[Unit]) -> Part:
    """The Rank Bonus of the unit that has most."""
    touched = ((unit, [battle.units[foe.unit] for foe in unit.foes]) for unit in fighting)
    most = max((ranks(battle, unit) for unit, foes in touched if not bonus_denied(battle, foes)), default=0)
    return Part(rank_points(most), "Rank Bonus", "eow.result.rank_bonus")


@rule("eow.result.rank_bonus")
def rank_points(most: int) -> int:
    """+1 for each rank after the first, 3 at most."""
    return min(MOST_RANKS, max(0, most - 1))


@rule("eow.list.sylvan_elves.rule.dance_ranks")
def bonus_denied(battle: Battle, foes: Iterable[Unit]) -> bool:
    """Whether one of the enemies in contact with a unit takes its Rank Bonus away."""
    return any(has(battle, foe, "denies_rank_bonus") for foe in foes)


@rule("eow.result.charge_bonus", "eow.multi.combat_result")
def charge_bonus(fighting: Sequence[Unit]) -> Part:
    """The Charge Bonus of a side on which a living unit is Charging (EOW-R144)."""
    return Part(charge_points(any(unit.charging for unit in fighting)), "Charge Bonus", "eow.result.charge_bonus")


@rule("eow.result.charge_bonus")
def charge_points(charging: bool) -> int:
    """+1 for a charge."""
    return int(charging)


@rule("eow.result.flank_rear")
def flank_bonus(fighting: Sequence[Unit]) -> Part:
    """The bonus of a side on which a unit fights an enemy in its flank or rear."""
    flanking = any(foe.theirs is not Arc.FRONT for unit in fighting for foe in unit.foes)
    return Part(flank_points(flanking), "Flank or Rear Bonus", "eow.result.flank_rear")


@rule("eow.result.flank_rear")
def flank_points(flanking: bool) -> int:
    """+2 for a flank or a rear."""
    return 2 * int(flanking)


@rule("eow.steadfast.condition", "eow.steadfast.lost_terrain", "eow.steadfast.lost_flank", "eow.steadfast.zero_ranks")
def steadfast(battle: Battle, unit: Unit, combat: Sequence[int]) -> bool:
    """More ranks than every enemy in the combat, unbroken by terrain and by enemies with ranks at flank or rear.

    A unit without ranks never has more than its enemies.
    """
    if broken_ranks(battle, unit):
        return False
    return result.more_ranks(battle, unit, combat, lambda one: ranks(battle, one))


@rule("eow.terrain.hindering.broken_ranks")
def broken_ranks(battle: Battle, unit: Unit) -> bool:
    """Whether the unit's Centre is inside Hindering Terrain."""
    pose = unit.pose
    if pose is None or any("hindering" in speaker.at_home for _, speaker in spoken(battle, unit, "at_home")):
        return False
    return any(contains_point(wood, pose.x, pose.y) for wood in of_kind(battle.scene.board, "hindering"))


def after_losing(battle: Battle, combat: Sequence[int], told: Result) -> Script[None]:
    """What losing does to some units at once, before the others' Break Tests (EOW-R149)."""
    before = {number: battle.units[number].lost_this_round for number in combat}
    for unit in result.losers(battle, combat, told):
        for _, speaker in spoken(battle, unit, "after_losing"):
            yield from speaker.after_losing(battle, unit, told.difference)
    lost = {number: battle.units[number].lost_this_round - before[number] for number in combat}
    yield from keep_contact(battle, combat, lost)


@rule("eow.break.test", "eow.break.pass", "eow.break.fail")
def break_tests(battle: Battle, combat: Sequence[int], told: Result) -> Script[list[int]]:
    """Each losing unit tests, in an order that its owner chooses. Returns those that break."""

    def odds(unit: Unit) -> Odds:
        return passing_odds("stands", battle, unit, "break", break_modifier(battle, unit, combat, told))

    def stands(unit: Unit) -> Script[bool]:
        modifier = break_modifier(battle, unit, combat, told)
        margin = yield from failed_by(battle, unit, "break", "eow.break.test", modifier)
        return not margin or (yield from _dealt_with(battle, unit, margin))

    return result.break_tests(battle, combat, told, odds, stands, "eow.break.test")


def _dealt_with(battle: Battle, unit: Unit, margin: int) -> Script[bool]:
    """Whether a rule of the unit takes the place of its flight after a test that was failed by so many points."""
    for _, speaker in spoken(battle, unit, "after_failed_break"):
        if (yield from speaker.after_failed_break(battle, unit, margin)):
            return True
    return False


@rule("eow.steadfast.effect")
def break_modifier(battle: Battle, unit: Unit, combat: Sequence[int], told: Result) -> Part:
    """The difference counts against the unit, unless it is Steadfast."""
    if steadfast(battle, unit, combat):
        return Part(0, "Steadfast", "eow.steadfast.effect")
    return Part(-told.difference, f"Lost by {told.difference}", "eow.break.test")
