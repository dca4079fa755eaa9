"""Melee attacks: who makes them, against whom, and how they are rolled (Melee Phase: Which Models can Attack)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from warhost.dice import Dice
from warhost.field import Spot
from warhost.play.counsel.throws import UNTOLD, Reason, counted, throw_number
from warhost.play.questions import Option, Part, Pool
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.melee import strikes
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.damage.damage import in_duel
from warhost.rulesets.fantasy_battles.chapters.melee.duels import opponent_of
from warhost.rulesets.fantasy_battles.chapters.melee.wielding import armed_value, weapon_ranks, wielded
from warhost.rulesets.fantasy_battles.core import (
    Attack,
    Battle,
    Height,
    SpecialAttack,
    Unit,
    contacts,
    layout,
    places_met,
    ranks_in_support,
    rows,
    speakers,
    spots_of,
    tally,
    to_hit_table,
    value,
)
from warhost.rulesets.fantasy_battles.shown import events
from warhost.table import Arc


class Blows(NamedTuple):
    """Like attacks of one unit that may go to any of the targets: their number, or that of the special attackers."""

    unit: int
    targets: tuple[int, ...]
    number: int
    agility: int = 0
    special: SpecialAttack | None = None
    part: int = 0
    """Which part of the unit's models strikes."""


@rule("t9a.round.step06_attacks", "t9a.attack.allocate", "t9a.special.multipart_model")
@rule("t9a.special.supporting_attacks", "t9a.height.supporting_attacks")
def normal_blows(battle: Battle, unit: Unit, agility: int = 0, part: int = 0) -> list[Blows]:
    """The Close Combat Attacks of a part of the unit's models as they stand now, by the enemies they may go to.

    Models in contact make as many attacks as their Attack Value, supporters as their Height allows. A guest strikes
    for itself.
    """
    attacks = armed_value(battle, unit, "att", part) * battle.entry(unit).parts[part].count
    if in_duel(battle, unit):
        opponent = opponent_of(battle, unit)
        return [] if opponent is None or not attacks else [Blows(unit.id, (opponent.id,), attacks, agility, None, part)]
    touched = contacts(battle, battle.body(unit))
    counts: dict[tuple[int, ...], int] = {}
    for spots, enemies in _strikers(battle, unit, touched):
        targets = reached(battle, unit, spots, enemies)
        if targets:
            counts[targets] = counts.get(targets, 0) + attacks
    support = supporting_attacks(battle, unit, part)
    for targets in _supported(battle, unit, touched, part) if support else ():
        if targets:
            counts[targets] = counts.get(targets, 0) + support
    return [Blows(unit.id, targets, count, agility, None, part) for targets, count in counts.items() if count]


SUPPORTING: dict[Height, int] = {"Standard": 1, "Large": 3, "Gigantic": 5}
"""The most Supporting Attacks that a model makes (t9a.height.supporting_attacks)."""


@rule("t9a.height.supporting_attacks", "t9a.height.standard", "t9a.height.large", "t9a.height.gigantic")
def supporting_attacks(battle: Battle, unit: Unit, part: int = 0) -> int:
    """The Supporting Attacks of a model with one of its parts: as many as that part has, up to what the model's Height
    allows for all of them together; the first parts come first."""
    parts = battle.entry(unit).parts
    before = sum(armed_value(battle, unit, "att", other) * parts[other].count for other in range(part))
    left = max(0, SUPPORTING[battle.entry(unit).height] - before)
    return min(armed_value(battle, unit, "att", part) * parts[part].count, left)


@rule("t9a.attack.allocate", "t9a.round.step06_attacks")
def _strikers(
    battle: Battle, unit: Unit, touched: dict[Spot, dict[int, Arc]]
) -> Iterable[tuple[tuple[Spot, ...], dict[int, Arc]]]:
    """The models of a unit, or the guest in its ranks, that touch enemies: the places of each, and those enemies."""
    if unit.host is not None:
        own = tuple(spot for spot in spots_of(battle.units[unit.host], unit.id) if spot in touched)
        enemies: dict[int, Arc] = {}
        for spot in own:
            enemies.update(touched[spot])
        return [(own, enemies)] if own else []
    if not unit.guests:
        return [((spot,), enemies) for spot, enemies in touched.items()]
    ranked = set(layout(unit).rank_and_file)
    return [((spot,), enemies) for spot, enemies in touched.items() if spot in ranked]


@rule("t9a.attack.allocate", "t9a.charge.fight_across_gaps")
def reached(battle: Battle, unit: Unit, spots: Sequence[Spot], enemies: Iterable[int]) -> tuple[int, ...]:
    """Whom a model at these places may strike: units that it touches, and a guest in their ranks whom it touches.

    Models across a gap are in base contact too. Who touches nobody but the guest strikes the guest, unless that cannot
    be struck.
    """
    found: list[int] = []
    body = battle.body(unit)
    for number in sorted(enemies):
        enemy = battle.units[number]
        guests = battle.guests_of(enemy)
        if not guests:
            found.append(number)
            continue
        met = places_met(battle, body, spots, enemy)
        near = [guest.id for guest in guests if not met.isdisjoint(spots_of(enemy, guest.id))]
        if not near or not met.isdisjoint(layout(enemy).rank_and_file):
            found.append(number)
        found += near
    return duelling(battle, unit, found)


@rule("t9a.special.duel", "t9a.round.step04_duels")
def duelling(battle: Battle, unit: Unit, targets: Sequence[int]) -> tuple[int, ...]:
    """Whom of these a model may strike with regard to Duels: a duellist only its opponent, nobody else a duellist."""
    if not battle.duels:
        return tuple(targets)
    if in_duel(battle, unit):
        opponent = opponent_of(battle, unit)
        return () if opponent is None else (opponent.id,)
    return tuple(number for number in targets if not in_duel(battle, battle.units[number]))


@rule("t9a.special.supporting_attacks", "t9a.attack.allocate")
def _supported(battle: Battle, unit: Unit, touched: dict[Spot, dict[int, Arc]], part: int) -> Iterable[tuple[int, ...]]:
    """For each model that makes a Supporting Attack: the enemies at the front of its file's first model.

    A model that touches an enemy itself strikes for itself and supports nobody.
    """
    body = battle.body(unit)
    deepest = ranks_in_support(battle, unit) + weapon_ranks(battle, unit, part)
    if not any(foe.mine is Arc.FRONT for foe in body.foes):
        return
    for rank, file in _places(battle, unit, min(deepest, rows(body) - 1)):
        if (rank, file) in touched:
            continue
        leader = touched.get((0, file), {})
        enemies = [enemy for enemy, side in leader.items() if side is Arc.FRONT]
        if enemies:
            yield reached(battle, body, ((0, file),), enemies)


@rule("t9a.special.supporting_attacks", "t9a.special.character")
def _places(battle: Battle, unit: Unit, last: int) -> Iterable[Spot]:
    """The places of models behind the first rank, down to the given rank; of a guest there, one of its places."""
    if unit.host is not None:
        return
    if unit.guests:
        yield from (spot for spot in layout(unit).rank_and_file if 0 < spot[0] <= last)
        return
    deep = rows(unit)
    for rank in range(1, last + 1):
        if rank < deep - 1:
            yield from ((rank, file) for file in range(unit.files))
        else:
            left = unit.models - (deep - 1) * unit.files
            yield from ((rank, file) for file in range(unit.rear_from, unit.rear_from + left))


@rule("t9a.special.stomp_attacks", "t9a.special.cannot_be_stomped")
def special_blows(battle: Battle, unit: Unit, special: SpecialAttack) -> list[Blows]:
    """The models in base contact that make a Special Attack, put together by the enemies they may direct it at."""
    counts: dict[tuple[int, ...], int] = {}
    for spots, enemies in _strikers(battle, unit, contacts(battle, battle.body(unit))):
        sides = [enemy for enemy, side in enemies.items() if not special.front_only or side is Arc.FRONT]
        near = [number for number in reached(battle, unit, spots, sides) if may_hit(battle, special, number)]
        targets = _ranks_first(battle, near)
        if targets:
            counts[targets] = counts.get(targets, 0) + 1
    return [Blows(unit.id, targets, count, special.agility, special) for targets, count in counts.items()]


@rule("t9a.special.stomp_attacks", "t9a.special.cannot_be_stomped")
def may_hit(battle: Battle, special: SpecialAttack, target: int) -> bool:
    """Stomp Attacks strike Standard models that can be stomped (T9A-R182)."""
    unit = battle.units[target]
    if not special.standard_only:
        return True
    return battle.entry(unit).height == "Standard" and not speakers(battle, unit).at("stomped")


@rule("t9a.attack.distribute")
def _ranks_first(battle: Battle, targets: Sequence[int]) -> tuple[int, ...]:
    """R&F rather than the guests among them; where only guests are touched, those."""
    found = {number for number in targets if battle.units[number].host is None}
    return tuple(sorted(found | {number for number in targets if battle.units[number].host not in (None, *found)}))


@rule("t9a.attack.allocate")
def share_out(battle: Battle, seat: int, blows: Sequence[Blows]) -> Script[list[Blows]]:
    """The player allocates all attacks of the step before any die; asked only where there is a choice."""
    return strikes.share_out(seat, blows, partial(_pool, battle), "t9a.attack.allocate")


def _pool(battle: Battle, blow: Blows) -> Pool:
    what = _called(battle, blow)
    key = f"{blow.unit}:{blow.part if blow.special is None else what}>{'+'.join(map(str, blow.targets))}"
    targets = tuple(
        Option(str(target), battle.units[target].name, unit=blow.unit, target=target) for target in blow.targets
    )
    return Pool(key, f"{battle.units[blow.unit].name}: {what}", blow.number, targets)


def _called(battle: Battle, blow: Blows) -> str:
    if blow.special is not None:
        return blow.special.source.name
    name = battle.entry(battle.units[blow.unit]).parts[blow.part].name
    return f"attacks of the {name}" if name else "attacks"


def attacks_of(battle: Battle, blows: Iterable[Blows]) -> Script[list[Attack]]:
    """The allocated blows as attacks, those of one unit on one target together, with their hits rolled."""
    made: list[Attack] = []
    for blow in strikes.merged(blows):
        attack, number = attack_of(battle, blow)
        attack.count = yield from throw_number(number, _told(battle, blow))
        yield _struck(battle, attack, blow)
        made.append(attack)
    for attack in made:
        yield from damage.roll_hits(battle, attack)
    return made


def attack_of(battle: Battle, blow: Blows) -> tuple[Attack, int | Dice]:
    """One attack of such blows, and how many of them there are: of special ones so many for each model, or dice."""
    attacker, target = battle.units[blow.unit], battle.units[blow.targets[0]]
    struck = battle.body(target).id
    side = next(foe.theirs for foe in battle.body(attacker).foes if foe.unit == struck)
    if blow.special is None:
        return normal_attack(battle, attacker, target, 1, side, blow.part), blow.number
    return special_attack(battle, attacker, target, blow.special, 1, side), counted(blow.special.hits, blow.number)


def _told(battle: Battle, blow: Blows) -> Reason:
    """What is told of the dice for the number of special attacks, which are thrown together."""
    attacker = battle.units[blow.unit]
    if blow.special is None:
        return UNTOLD
    why = strikes.hits_told(blow.special.source.name, blow.number)
    return Reason(why, blow.special.source.id, attacker.seat, attacker.id)


def _struck(battle: Battle, attack: Attack, blow: Blows) -> events.BlowsStruck:
    """The attacks of these blows, told with what their rolls to hit need."""
    parts: tuple[Part, ...] = ()
    need = None
    if blow.special is None:
        need = damage.to_hit(attack)
        attacker, target = battle.units[blow.unit], battle.units[attack.target]
        parts = (*to_hit_parts(battle, attacker, target, blow.part), *attack.to_hit.parts)
    return events.BlowsStruck(blow.unit, attack.target, attack.what, attack.count, blow.agility, need, parts)


@rule("t9a.attack.hits", "t9a.special.attack_classes")
def normal_attack(battle: Battle, attacker: Unit, target: Unit, count: int, side: Arc, part: int = 0) -> Attack:
    """A roll to hit of Offensive against Defensive Skill, with the part's Strength and Armour Penetration."""
    own, weapon = battle.entry(attacker).parts[part], wielded(battle, attacker, part)
    what = f"Attacks of the {own.name}" if own.name else "Close Combat Attacks"
    attack = Attack(
        *("melee", attacker.id, target.id, count, what, "t9a.attack.hits"),
        strength=armed_value(battle, attacker, "str", part),
        ap=armed_value(battle, attacker, "ap", part),
        part=part,
        weapon="" if weapon is None else weapon.name,
        rules=own.rules if weapon is None else (*own.rules, *weapon.rules),
        hit_on=to_hit_table(armed_value(battle, attacker, "off", part), value(battle, target, "def")),
        from_side=side,
    )
    return damage.prepared(battle, attack)


def to_hit_parts(battle: Battle, attacker: Unit, target: Unit, part: int = 0) -> tuple[Part, ...]:
    """What the difference of the two skills is made of: both printed values and everything that changes them."""
    offence, defence = tally(battle, attacker, "off", part), tally(battle, target, "def")
    return strikes.skill_parts(
        attacker.name, offence, target.name, defence, rules=("t9a.modifiers.full_chain", "t9a.modifiers.full_chain")
    )


@rule("t9a.special.stomp_attacks", "t9a.special.attack_classes")
def special_attack(
    battle: Battle, attacker: Unit, target: Unit, special: SpecialAttack, hits: int, side: Arc
) -> Attack:
    """Automatic hits at the Special Attack's own values; a Strength of dice has been rolled before."""
    attack = Attack(
        *("special", attacker.id, target.id, hits, special.source.name, special.source.id),
        strength=int(special.strength),
        ap=special.ap,
        rules=special.rules,
        from_side=side,
    )
    return damage.prepared(battle, attack)
