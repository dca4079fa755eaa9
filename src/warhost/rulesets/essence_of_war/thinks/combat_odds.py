"""What a Round of Combat of two units has to expect, worked out to its Break Test.

Dice of one step are independent, so that losses are sums of like values; what a loss does to a unit, and what follows
from it, is left to the functions that play uses. Steps are taken one after the other, and units that have come down to
the same are looked at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from warhost.dice import Distribution
from warhost.play.battle import copied
from warhost.play.counsel.exact import ends
from warhost.play.counsel.throws import Number, Stage, mean_number, spread_of_all
from warhost.play.questions import Odds, Part, likeliest_telling
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.damage.damage import chain, hurdles, to_hit
from warhost.rulesets.essence_of_war.chapters.general.discipline import margins, passing_odds
from warhost.rulesets.essence_of_war.chapters.melee.combat_steps import (
    Striker,
    agility_order,
    blows_of,
    blows_of_side,
    start_of_combat,
)
from warhost.rulesets.essence_of_war.chapters.melee.result import break_modifier, combat_result
from warhost.rulesets.essence_of_war.chapters.melee.strikes import Blows, attack_of
from warhost.rulesets.essence_of_war.core import Battle, Unit, health, spoken, taking_part, whole_health
from warhost.rulesets.families.ninth_age.chapters.melee.result import Result
from warhost.rulesets.families.ninth_age.chapters.melee.strikes import merged
from warhost.rulesets.families.ninth_age.thinks import combat_odds
from warhost.rulesets.families.ninth_age.thinks.combat_odds import Forecast, Outlook
from warhost.rulesets.families.ninth_age.thinks.losses import SLIGHT, carry_out, with_losses

Weighed = list[tuple[Battle, float]]
"""What a battle may have become, each with its probability."""


@rule("eow.melee.sequence", "eow.melee.agility_order")
def forecast(battle: Battle, one: int, other: int) -> Forecast | None:
    """The next round of two units that fight each other and nobody else; None where a player would have a say."""
    combat = tuple(sorted((one, other)))
    if any({foe.unit for foe in battle.units[number].foes} | {number} != set(combat) for number in combat):
        return None
    twin = copied(battle)
    twin.phase = "melee"
    begun = ends(twin, lambda b: start_of_combat(b, combat), lambda b: _likeness(b, combat))
    total: dict[int, Outlook] = {}
    for start, weight in begun:
        order = agility_order(start, combat)
        if any(striker.special is not None and striker.special.once for strikers in order for striker in strikers):
            return None
        total = total or {number: Outlook(blows=_blow_parts(start, order, number)) for number in combat}
        for end, share in combat_odds.fought(start, order, _struck, lambda b: _likeness(b, combat)):
            for number, outlook in _ending(end, combat, start).items():
                total[number] = total[number].plus(outlook, weight * share)
    return total if begun else None


def _blow_parts(battle: Battle, order: Sequence[Sequence[Striker]], number: int) -> tuple[Part, ...]:
    """What the blows of one unit need, step by step."""
    unit = battle.units[number]
    own = {one.entry for one in (unit, battle.guest_of(unit)) if one is not None}
    parts: list[Part] = []
    for striker in (striker for strikers in order for striker in strikers if striker.entry in own):
        for blow in blows_of(battle, striker, unit.seat):
            attack, many = attack_of(battle, blow)
            what = "Attacks" if blow.special is None else blow.special.source.name
            need = None if attack.hit_on is None else to_hit(battle, attack)
            hit = "" if need is None else f", {need}+ to hit"
            count = f"{many}" if isinstance(many, int) else f"{mean_number(many):g} on average"
            parts.append(Part(0, f"{what} at Agility {striker.agility}: {count}{hit}", attack.rule))
            parts += hurdles(battle, attack)
    return tuple(dict.fromkeys(parts))


def _likeness(battle: Battle, combat: Iterable[int]) -> tuple[object, ...]:
    """What two units have come down to, as far as the round may tell it apart."""
    return tuple(
        (unit.models, unit.files, unit.rear_from, unit.wounds, unit.pose, unit.foes, unit.lost_this_round, unit.primal)
        for unit in taking_part(battle, combat)
    )


def _struck(battle: Battle, strikers: Sequence[Striker]) -> Weighed:
    """What may become of a battle in one Agility step."""
    blows = [blow for seat in (battle.active, battle.reactive) for blow in blows_of_side(battle, strikers, seat)]
    losses = _losses(battle, blows)
    if not losses:
        return [(battle, 1.0)]
    return [(with_losses(battle, lost), chance) for lost, chance in combat_odds.joint(losses)]


@rule("eow.damage.overkill", "eow.damage.sequence")
def _losses(battle: Battle, blows: Sequence[Blows]) -> dict[int, Distribution[int]]:
    """The Health Points that each target may lose; none loses more than it has."""
    found: dict[int, list[tuple[Stage, Number]]] = {}
    for blow in merged(blows):
        attack, number = attack_of(battle, blow)
        found.setdefault(attack.target, []).append((chain(battle, attack), number))
    return {number: spread_of_all(dice, health(battle, battle.units[number])) for number, dice in found.items()}


@rule("eow.result.compare", "eow.break.test", "eow.no_more_foes.win")
def _ending(battle: Battle, combat: tuple[int, ...], start: Battle) -> dict[int, Outlook]:
    """The result of a round that went so: who won, who breaks and how likely, who is gone."""
    result = combat_result(battle, combat)
    found: dict[int, Outlook] = {}
    for number in combat:
        unit = battle.units[number]
        lost = whole_health(start, start.units[number]) - whole_health(battle, unit)
        if unit.pose is None:
            found[number] = Outlook(lost, gone=1.0)
            continue
        enemy = battle.units[next(other for other in combat if other != number)]
        wins = enemy.pose is None or (result.loser is not None and result.loser != unit.seat)
        breaks = gone = 0.0
        if result.loser == unit.seat and unit.engaged:
            gone, breaks = _beaten(battle, unit, combat, result)
        found[number] = Outlook(lost, float(wins), breaks, gone)
    return found


def _beaten(battle: Battle, unit: Unit, combat: tuple[int, ...], result: Result) -> tuple[float, float]:
    """How likely a unit that lost is gone at once, and how likely it breaks."""
    speaking = [speaker for _, speaker in spoken(battle, unit, "after_losing")]
    if speaking:
        battle = copied(battle)
        unit = battle.units[unit.id]
        for speaker in speaking:
            carry_out(speaker.after_losing(battle, unit, result.difference))
        if unit.pose is None:
            return 1.0, 0.0
    gone = breaks = 0.0
    for margin, chance in margins(battle, unit, "break", break_modifier(battle, unit, combat, result)).items():
        if margin:
            costs = _breaking_costs(battle, unit, margin)
            if costs is None:
                breaks += chance
            elif costs >= whole_health(battle, unit):
                gone += chance
    return gone, breaks


def _breaking_costs(battle: Battle, unit: Unit, margin: int) -> int | None:
    """The Health Points that a failed Break Test takes from the unit in place of its flight; None if it flees."""
    for _, speaker in spoken(battle, unit, "breaking_costs"):
        costs = speaker.breaking_costs(battle, unit, margin)
        if costs is not None:
            return costs
    return None


def outlook_odds(battle: Battle, told: Forecast, own: int, when: str = "") -> Iterator[Odds]:
    """The odds of a round as the owner of one of its units reads them."""
    (enemy,) = (number for number in told if number != own)
    mine, yours = told[own], told[enemy]
    yield from combat_odds.round_odds(mine, yours, "eow.result.compare", when)
    yield from likeliest_telling(_fates(battle, (("the enemy", enemy, yours), ("it", own, mine)), when))


def _fates(battle: Battle, sides: Iterable[tuple[str, int, Outlook]], when: str) -> Iterator[Odds]:
    """What may become of both units."""
    for who, number, outlook in sides:
        if outlook.breaks >= SLIGHT:
            test = passing_odds("", battle, battle.units[number], "break")
            lost = Part(0, "after losing the round, reduced by the difference unless Steadfast", "eow.break.test")
            yield Odds(f"{who} breaks{when}", outlook.breaks, (*test.parts, lost))
        if outlook.gone >= SLIGHT:
            yield Odds(f"{who} is destroyed{when}", outlook.gone, (Part(0, "the last HP is lost", "eow.stat.hp"),))
