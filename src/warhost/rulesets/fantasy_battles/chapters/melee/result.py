"""Who won a Round of Combat, and who stands it (Round of Combat: step 7; Combat Score Summary)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Odds, Part
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.melee import result
from warhost.rulesets.families.ninth_age.chapters.melee.result import Result
from warhost.rulesets.fantasy_battles.chapters.general.discipline import failed_by, passing_odds
from warhost.rulesets.fantasy_battles.core import (
    FOREST,
    WATER,
    Battle,
    Unit,
    full_ranks,
    has,
    kinds_of,
    spoken,
    stubborn_here,
    taking_part,
)
from warhost.table import Arc, summed

MOST_RANKS = 3
"""The Rank Bonus is never higher."""


@rule("t9a.round.step07_result", "t9a.round.step07_tie")
def combat_result(battle: Battle, combat: Sequence[int]) -> Result:
    """The higher total wins, equal totals make winners of both.

    `combat` are the units that began the round. Where a side has nobody left in contact there is nobody to lose
    against: whoever is free of enemies counts as a winner.
    """
    parts = (_parts(battle, combat, 0), _parts(battle, combat, 1))
    return result.compared(battle, combat, parts, _total)


@rule("t9a.divination.6_portent_of_doom")
def _total(parts: Sequence[Part]) -> int:
    """What rules take from a Combat Score never brings it below 0 (T9A-R085)."""
    return max(0, int(summed(part.amount for part in parts)))


def _parts(battle: Battle, combat: Sequence[int], seat: int) -> tuple[Part, ...]:
    """All that counts for a side, in the order of the book."""
    own = [battle.units[number] for number in combat if battle.units[number].seat == seat]
    enemies = [battle.units[number] for number in combat if battle.units[number].seat != seat]
    fighting = [unit for unit in own if unit.engaged]
    found = [*health_points(battle, enemies), *overkill(battle, enemies), charge_bonus(fighting)]
    found += [rank_bonus(battle, fighting), *standards(battle, fighting), *flank_bonuses(battle, fighting)]
    for unit in fighting:
        for bearer, speaker in spoken(battle, unit, "adds_to_score"):
            found.append(Part(speaker.adds_to_score(battle, bearer), speaker.name, speaker.id))
    return tuple(part for part in found if part.amount)


@rule("t9a.score.health_points")
def health_points(battle: Battle, enemies: Sequence[Unit]) -> list[Part]:
    """+1 for each Health Point that an enemy lost in this round, also one that dropped out or is gone."""
    return [
        Part(enemy.lost_this_round, f"Health Points lost by {enemy.name}", "t9a.score.health_points")
        for enemy in taking_part(battle, [unit.id for unit in enemies])
        if enemy.lost_this_round
    ]


@rule("t9a.score.overkill", "t9a.special.overkill")
def overkill(battle: Battle, enemies: Sequence[Unit]) -> list[Part]:
    """+1 for each Health Point beyond the last one of an enemy slain in a Duel, up to 3 for each Duel (T9A-R129)."""
    most = battle.scene.settings.overkill
    return [
        Part(min(most, enemy.overkill), f"Overkill on {enemy.name}", "t9a.score.overkill")
        for enemy in taking_part(battle, [unit.id for unit in enemies])
        if enemy.overkill
    ]


@rule("t9a.score.standard", "t9a.special.standard_bearer")
def standards(battle: Battle, fighting: Sequence[Unit]) -> list[Part]:
    """+1 for each Standard Bearer in the combat; a Battle Standard Bearer adds to the score by its own rule."""
    return [
        Part(1, f"Standard of {unit.name}", "t9a.score.standard") for unit in fighting if has_standard(battle, unit)
    ]


@rule("t9a.special.standard_bearer")
def has_standard(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has its Standard Bearer still: until the last of its rank and file is gone, and a Champion is
    one of them (T9A-R157)."""
    entry = battle.entry(unit)
    if entry.role == "champion":
        # A Champion's entry stands right behind that of its unit.
        entry = battle.scene.entries[unit.entry - 1]
    return entry.standard and unit.models > 0


@rule("t9a.score.rank_bonus")
def rank_bonus(battle: Battle, fighting: Sequence[Unit]) -> Part:
    """+1 for each Full Rank after the first, 3 at most, of the unit that has most (T9A-R131)."""
    most = max((full_ranks(battle, unit) for unit in fighting), default=0)
    return Part(min(MOST_RANKS, max(0, most - 1)), "Rank Bonus", "t9a.score.rank_bonus")


@rule("t9a.score.charge")
def charge_bonus(fighting: Sequence[Unit]) -> Part:
    """+1 if any living unit is Charging."""
    return Part(int(any(unit.charging for unit in fighting)), "Charge Bonus", "t9a.score.charge")


@rule("t9a.score.flank", "t9a.score.rear")
def flank_bonuses(battle: Battle, fighting: Sequence[Unit]) -> list[Part]:
    """+1 for a unit in an enemy's flank, +2 in its rear; one more each if such a unit has a Full Rank (T9A-R132)."""
    enough = battle.scene.settings.flank_ranks
    found = []
    for sides, least, name in (((Arc.LEFT, Arc.RIGHT), 1, "flank"), ((Arc.REAR,), 2, "rear")):
        there = [unit for unit in fighting if any(foe.theirs in sides for foe in unit.foes)]
        if there:
            stronger = any(full_ranks(battle, unit) >= enough for unit in there)
            found.append(Part(least + stronger, f"{name.capitalize()} Bonus", f"t9a.score.{name}"))
    return found


@rule("t9a.special.steadfast")
def steadfast(battle: Battle, unit: Unit, combat: Sequence[int]) -> bool:
    """More ranks than every enemy in the combat, unbroken by terrain and by enemies with ranks at flank or rear.

    A unit without ranks never has more than its enemies.
    """
    if broken_ranks(battle, unit):
        return False
    return result.more_ranks(battle, unit, combat, lambda one: full_ranks(battle, one))


@rule("t9a.terrain.forest_no_steadfast", "t9a.terrain.water_no_steadfast", "t9a.special.strider")
def broken_ranks(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is in a Forest or in Water, where nobody is Steadfast but Striders (T9A-R047)."""
    exempt = [(bearer, speaker) for bearer, speaker in spoken(battle, unit, "exempt_from")]
    return any(
        not any(speaker.exempt_from(battle, bearer, kind) for bearer, speaker in exempt)
        for kind in kinds_of(battle, unit) & {FOREST, WATER}
    )


@rule("t9a.special.break_test", "t9a.round.step07_result")
def break_tests(battle: Battle, combat: Sequence[int], told: Result) -> Script[list[int]]:
    """Each losing unit tests, in an order that its owner chooses. Returns those that break."""

    def odds(unit: Unit) -> Odds:
        return passing_odds("stands", battle, unit, "break", break_modifier(battle, unit, combat, told))

    def stands(unit: Unit) -> Script[bool]:
        modifier = break_modifier(battle, unit, combat, told)
        margin = yield from failed_by(battle, unit, "break", "t9a.special.break_test", modifier)
        return not margin or (yield from _dealt_with(battle, unit, margin))

    return result.break_tests(battle, combat, told, odds, stands, "t9a.special.break_test")


def after_losing(battle: Battle, combat: Sequence[int], told: Result) -> Script[None]:
    """What losing does to some units at once, before the Break Tests of the others."""
    for unit in result.losers(battle, combat, told):
        for bearer, speaker in spoken(battle, unit, "after_losing"):
            yield from speaker.after_losing(battle, bearer, told.difference)


def _dealt_with(battle: Battle, unit: Unit, margin: int) -> Script[bool]:
    """Whether a rule of the unit takes the place of its flight."""
    for bearer, speaker in spoken(battle, unit, "after_failed_break"):
        if (yield from speaker.after_failed_break(battle, bearer, margin)):
            return True
    return False


@rule("t9a.special.steadfast", "t9a.special.stubborn", "t9a.special.break_test")
def break_modifier(battle: Battle, unit: Unit, combat: Sequence[int], told: Result) -> Part:
    """The difference counts against the unit, unless it is Stubborn or Steadfast."""
    if is_stubborn(battle, unit):
        return Part(0, "Stubborn", "t9a.special.stubborn")
    if steadfast(battle, unit, combat):
        return Part(0, "Steadfast", "t9a.special.steadfast")
    return Part(-told.difference, f"Lost by {told.difference}", "t9a.special.break_test")


@rule("t9a.special.stubborn")
def is_stubborn(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is Stubborn, by a rule of its own, by the ground on which it stands, or for whom it guards."""
    if has(battle, unit, "stubborn") or stubborn_here(battle, unit):
        return True
    return any(speaker.guards(battle, bearer) for bearer, speaker in spoken(battle, unit, "guards"))
