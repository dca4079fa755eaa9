"""What a Round of Combat has to expect, worked out to its Break Tests, and what a Duel has.

Dice of one step are independent, so that losses are sums of like values; what a loss does to a unit, and what follows
from it, is left to the functions that play uses. Steps are taken one after the other, and units that have come down to
the same are looked at once. What players may decide is taken as the plainest: the first weapon or the one in hand, no
Duel that nobody has agreed to, no Breath, and where there is a choice attacks on the rank and file of the first enemy.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial

from warhost.dice import Distribution
from warhost.play.battle import copied
from warhost.play.counsel.exact import ends
from warhost.play.counsel.throws import Number, Stage, mean_number, spread_of_all
from warhost.play.questions import Odds, Part, likeliest_telling
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit import catches
from warhost.rulesets.families.ninth_age.chapters.melee.result import Result
from warhost.rulesets.families.ninth_age.chapters.melee.strikes import merged
from warhost.rulesets.families.ninth_age.thinks import combat_odds
from warhost.rulesets.families.ninth_age.thinks.combat_odds import Forecast, Outlook
from warhost.rulesets.families.ninth_age.thinks.losses import SLIGHT, carry_out, with_losses
from warhost.rulesets.fantasy_battles.chapters.damage.damage import at_stake, chain, hurdles, to_hit
from warhost.rulesets.fantasy_battles.chapters.general.discipline import margins, passing_odds
from warhost.rulesets.fantasy_battles.chapters.general.running import dice_of
from warhost.rulesets.fantasy_battles.chapters.melee.combat_steps import (
    Striker,
    blows_of,
    blows_of_side,
    initiative_order,
    start_of_combat,
)
from warhost.rulesets.fantasy_battles.chapters.melee.result import break_modifier, combat_result
from warhost.rulesets.fantasy_battles.chapters.melee.strikes import Blows, attack_of
from warhost.rulesets.fantasy_battles.core import Battle, Unit, spoken, taking_part, whole_health

Weighed = list[tuple[Battle, float]]
"""What a battle may have become, each with its probability."""


MOST_WAYS = 1500
"""A round that may go in more ways is not worked out: its odds would come too late to be of use."""

NEVER = 1e-6
"""Ways with a smaller chance are left out where several units fight."""

Pairs = tuple[tuple[int, int], ...]
"""Duellists, by their entries."""


@rule("t9a.round.step06_attacks", "t9a.round.step05_initiative", "t9a.round.step07_result")
def forecast(battle: Battle, combat: Iterable[int], duels: Pairs = ()) -> Forecast | None:
    """The next round of units that fight each other and nobody else; None where it may go in too many ways."""
    combat = tuple(sorted(combat))
    if any(not {foe.unit for foe in battle.units[number].foes} <= set(combat) for number in combat):
        return None
    twin = copied(battle)
    twin.phase, twin.duels = "melee", duels
    begun = ends(twin, lambda b: start_of_combat(b, combat), lambda b: _likeness(b, combat))
    total: dict[int, Outlook] = {}
    for start, weight in begun:
        order = _without_choices(initiative_order(start, combat))
        total = total or {number: Outlook(blows=_blow_parts(start, order, number)) for number in combat}
        try:
            ways = combat_odds.fought(start, order, partial(_struck, many=len(combat) > 2), _like(combat))
        except TooManyWays:
            return None
        for end, share in ways:
            for number, outlook in _ending(end, combat, start).items():
                total[number] = total[number].plus(outlook, weight * share)
    return total if begun else None


class TooManyWays(Exception):
    """A round may go in more ways than are worked out."""


def _like(combat: Sequence[int]) -> Callable[[Battle], Hashable]:
    """What tells battles apart in a round of these units, as long as they are not too many."""
    seen: set[Hashable] = set()

    def alike(battle: Battle) -> Hashable:
        key = _likeness(battle, combat)
        seen.add(key)
        if len(seen) > MOST_WAYS:
            raise TooManyWays
        return key

    return alike


@rule("t9a.special.duel", "t9a.round.step04_duels")
def duel_odds(battle: Battle, own: Unit, other: Unit) -> Iterator[Odds]:
    """What becomes of two models that duel in this round: they strike each other alone, and nobody else strikes
    them."""
    combat = tuple(sorted({battle.body(own).id, battle.body(other).id}))
    twin = copied(battle)
    twin.phase, twin.duels = "melee", (*battle.duels, (own.entry, other.entry))
    order = [
        [one for one in strikers if one.entry in (own.entry, other.entry)]
        for strikers in _without_choices(initiative_order(twin, combat))
    ]
    slain = {own.entry: 0.0, other.entry: 0.0}
    ways = combat_odds.fought(twin, order, partial(_struck, many=False), lambda b: _likeness(b, combat))
    for end, share in ways:
        for entry in slain:
            slain[entry] += share * (end.bearing(entry).fate == "destroyed")
    last = Part(0, "the last HP is lost", "t9a.special.duel")
    yield Odds(f"slays {other.name}", slain[other.entry], (last,), telling=True)
    yield Odds("is slain", slain[own.entry], (last,))


def _without_choices(order: Sequence[Sequence[Striker]]) -> list[list[Striker]]:
    """Without what its owner may keep for later."""
    return [[one for one in strikers if one.special is None or not one.special.once] for strikers in order]


def _blow_parts(battle: Battle, order: Sequence[Sequence[Striker]], number: int) -> tuple[Part, ...]:
    """What the blows of one unit need, step by step."""
    unit = battle.units[number]
    own = {one.entry for one in battle.company(unit)}
    parts: list[Part] = []
    for striker in (striker for strikers in order for striker in strikers if striker.entry in own):
        for blow in blows_of(battle, striker, unit.seat):
            attack, many = attack_of(battle, blow)
            need = None if attack.hit_on is None else to_hit(attack)
            hit = "" if need is None else f", {need}+ to hit"
            count = f"{many}" if isinstance(many, int) else f"{mean_number(many):g} on average"
            what = (
                attack.what if striker.entry == unit.entry else f"{battle.bearing(striker.entry).name}: {attack.what}"
            )
            parts.append(Part(0, f"{what} at Agility {striker.agility}: {count}{hit}", attack.rule))
            parts += hurdles(battle, attack)
    return tuple(dict.fromkeys(parts))


def _likeness(battle: Battle, combat: Iterable[int]) -> tuple[object, ...]:
    """What two units have come down to, as far as the round may tell it apart."""
    return tuple(
        (
            *(unit.entry, unit.models, unit.files, unit.rear_from, unit.wounds, unit.pose, unit.foes),
            *(unit.guests, unit.lost_this_round, unit.boons, unit.used),
        )
        for unit in taking_part(battle, combat)
    )


@rule("t9a.round.step06_simultaneous")
def _struck(battle: Battle, strikers: Sequence[Striker], *, many: bool) -> Weighed:
    """What may become of a battle in one Initiative Step."""
    blows = [blow for seat in (battle.active, battle.reactive) for blow in blows_of_side(battle, strikers, seat)]
    losses = _losses(battle, blows)
    if not losses:
        return [(battle, 1.0)]
    ways = [(lost, chance) for lost, chance in combat_odds.joint(losses) if not many or chance > NEVER]
    if len(ways) > MOST_WAYS:
        raise TooManyWays
    return [(with_losses(battle, lost), chance) for lost, chance in ways]


def _losses(battle: Battle, blows: Sequence[Blows]) -> dict[int, Distribution[int]]:
    """The Health Points that each target may lose; none loses more than it has."""
    found: dict[int, list[tuple[Stage, Number]]] = {}
    for blow in merged(blow._replace(targets=blow.targets[:1]) for blow in blows):
        attack, number = attack_of(battle, blow)
        found.setdefault(attack.target, []).append((chain(battle, attack), number))
    return {number: spread_of_all(dice, at_stake(battle, battle.units[number])) for number, dice in found.items()}


@rule("t9a.round.step07_result", "t9a.special.break_test")
def _ending(battle: Battle, combat: tuple[int, ...], start: Battle) -> dict[int, Outlook]:
    """The result of a round that went so: who won, who breaks and how likely, who is gone."""
    result = combat_result(battle, combat)
    there = {battle.units[number].seat for number in combat if battle.units[number].pose is not None}
    found: dict[int, Outlook] = {}
    for number in combat:
        unit = battle.units[number]
        lost = whole_health(start, start.units[number]) - whole_health(battle, unit)
        wins = unit.seat in there and (len(there) == 1 or result.loser == 1 - unit.seat)
        if unit.pose is None:
            found[number] = Outlook(lost, float(wins), gone=1.0)
            continue
        breaks = gone = 0.0
        if result.loser == unit.seat and unit.engaged:
            gone, breaks = _beaten(battle, unit, combat, result)
        found[number] = Outlook(lost, float(wins), breaks, gone)
    return found


def _beaten(battle: Battle, unit: Unit, combat: tuple[int, ...], result: Result) -> tuple[float, float]:
    """How likely a unit that lost is gone at once, and how likely it breaks."""
    if spoken(battle, unit, "after_losing"):
        battle = copied(battle)
        unit = battle.units[unit.id]
        for bearer, speaker in spoken(battle, unit, "after_losing"):
            carry_out(speaker.after_losing(battle, bearer, result.difference))
        if unit.pose is None:
            return 1.0, 0.0
    gone = breaks = 0.0
    stays = bool(spoken(battle, unit, "after_failed_break"))
    for margin, chance in margins(battle, unit, "break", break_modifier(battle, unit, combat, result)).items():
        if margin and not stays:
            breaks += chance
        elif margin and _goes_instead(battle, unit, margin):
            gone += chance
    return gone, breaks


def _goes_instead(battle: Battle, unit: Unit, margin: int) -> bool:
    """Whether a rule removes the unit in place of its flight, as those of War Machines."""
    twin = copied(battle)
    for bearer, speaker in spoken(twin, twin.units[unit.id], "after_failed_break"):
        carry_out(speaker.after_failed_break(twin, bearer, margin))
    return twin.units[unit.id].pose is None


def outlook_odds(battle: Battle, told: Forecast, own: int, when: str = "") -> Iterator[Odds]:
    """The odds of a round as the owner of one of its units reads them."""
    seat = battle.units[own].seat
    friends = [own, *(number for number in told if number != own and battle.units[number].seat == seat)]
    enemies = [number for number in told if battle.units[number].seat != seat]
    mine, yours = (combat_odds.together([told[number] for number in side]) for side in (friends, enemies))
    yield from combat_odds.round_odds(mine, yours, "t9a.round.step07_result", when)
    plain = len(told) == 2
    sides = [
        (plainly if plain else battle.units[number].name, number, others[0], told[number])
        for plainly, side, others in (("the enemy", enemies, friends), ("it", friends, enemies))
        for number in side
    ]
    yield from likeliest_telling(_fates(battle, sides, when))


def _fates(battle: Battle, sides: Iterable[tuple[str, int, int, Outlook]], when: str) -> Iterator[Odds]:
    """What may become of the units."""
    for who, number, pursuer, outlook in sides:
        unit = battle.units[number]
        if outlook.breaks >= SLIGHT:
            test = passing_odds("", battle, unit, "break")
            lost = Part(
                0,
                "after losing the round, reduced by the difference unless Steadfast or Stubborn",
                "t9a.special.break_test",
            )
            caught = _caught(battle, unit, battle.units[pursuer])
            yield Odds(f"{acts(who, 'breaks')}{when}", outlook.breaks, (*test.parts, lost, caught))
        if outlook.gone >= SLIGHT:
            last = (Part(0, "the last HP is lost", "t9a.attack.casualties"),)
            yield Odds(f"{acts(who, 'is')} destroyed{when}", outlook.gone, last)


def _caught(battle: Battle, unit: Unit, pursuer: Unit) -> Part:
    """How likely a broken unit is run down, if it is pursued."""
    chance = catches(dice_of(battle, pursuer, "pursuit"), dice_of(battle, unit, "flee"))
    return Part(0, f"{chance:.1%} to be caught by a pursuit", "t9a.round.step11_pursuit_distance")
