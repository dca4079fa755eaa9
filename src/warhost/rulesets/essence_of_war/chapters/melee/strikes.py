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
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.core import (
    Attack,
    Battle,
    SpecialAttack,
    Unit,
    company,
    contacts,
    layout,
    places_met,
    ranks_in_support,
    rows,
    speakers,
    tally,
    to_hit_table,
    value,
)
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.chapters.melee import strikes
from warhost.table import Arc


class Blows(NamedTuple):
    """Like attacks of one unit that may go to any of the targets: their number, or that of the special attackers."""

    unit: int
    targets: tuple[int, ...]
    number: int
    agility: int = 0
    special: SpecialAttack | None = None


@rule("eow.melee.who_attacks", "eow.melee.attacks_modified", "eow.melee.allocate", "eow.stat.att")
@rule("eow.melee.supporting")
def normal_blows(battle: Battle, unit: Unit, agility: int = 0) -> list[Blows]:
    """The attacks of the unit's models as they stand now (EOW-R141), put together by the enemies they may go to.

    Models in contact make as many attacks as their Attack Value, supporters one. A guest strikes for itself.
    """
    touched = contacts(battle, battle.body(unit))
    attacks = value(battle, unit, "att")
    counts: dict[tuple[int, ...], int] = {}
    for spots, enemies in _strikers(battle, unit, touched):
        targets = reached(battle, unit, spots, enemies)
        counts[targets] = counts.get(targets, 0) + attacks
    support = supporting_attacks(battle, unit) if attacks else 0
    for targets in _supported(battle, unit, touched) if support else ():
        counts[targets] = counts.get(targets, 0) + support
    return [Blows(unit.id, targets, count, agility) for targets, count in counts.items() if count]


def supporting_attacks(battle: Battle, unit: Unit) -> int:
    """How many Supporting Attacks each model makes."""
    own = (speaker.supports(battle, unit) for speaker in speakers(battle, unit).at("supports"))
    lent = (
        speaker.lends_support(battle, bearer, unit)
        for bearer in company(battle, unit)
        for speaker in speakers(battle, bearer).at("lends_support")
    )
    return max((*own, *lent), default=1)


@rule("eow.adv.char.attackable", "eow.melee.who_attacks")
def _strikers(
    battle: Battle, unit: Unit, touched: dict[Spot, dict[int, Arc]]
) -> Iterable[tuple[tuple[Spot, ...], dict[int, Arc]]]:
    """The models of a unit, or the guest in its ranks, that touch enemies: the places of each, and those enemies."""
    if unit.host is not None:
        own = tuple(spot for spot in layout(battle.units[unit.host]).guest if spot in touched)
        enemies: dict[int, Arc] = {}
        for spot in own:
            enemies.update(touched[spot])
        return [(own, enemies)] if own else []
    if unit.guest is None:
        return [((spot,), enemies) for spot, enemies in touched.items()]
    ranked = set(layout(unit).rank_and_file)
    return [((spot,), enemies) for spot, enemies in touched.items() if spot in ranked]


@rule("eow.adv.char.attackable", "eow.melee.allocate", "eow.melee.gaps")
def reached(battle: Battle, unit: Unit, spots: Sequence[Spot], enemies: Iterable[int]) -> tuple[int, ...]:
    """Whom a model at these places may strike: units that it touches, and a guest in their ranks whom it touches.

    Models across a gap are in base contact too. Who touches nobody but the guest strikes the guest, unless that cannot
    be struck.
    """
    found: list[int] = []
    body = battle.body(unit)
    for number in sorted(enemies):
        enemy = battle.units[number]
        guest = battle.guest_of(enemy)
        if guest is None:
            found.append(number)
            continue
        met = places_met(battle, body, spots, enemy)
        at_guest = not met.isdisjoint(layout(enemy).guest)
        at_ranks = not met.isdisjoint(layout(enemy).rank_and_file)
        shielded = any(s.shielded(battle, guest) for s in speakers(battle, guest).at("shielded"))
        strikes_guest = at_guest and not shielded
        if at_ranks or not strikes_guest:
            found.append(number)
        if strikes_guest:
            found.append(guest.id)
    return tuple(found)


@rule(
    "eow.melee.supporting",
    "eow.melee.supporting_front_only",
    "eow.melee.allocate_supporting",
    "eow.melee.allocate_contact_first",
)
def _supported(battle: Battle, unit: Unit, touched: dict[Spot, dict[int, Arc]]) -> Iterable[tuple[int, ...]]:
    """For each model that makes a Supporting Attack: the enemies at the front of its file's first model (EOW-R136).

    A model that touches an enemy itself strikes for itself and supports nobody.
    """
    body = battle.body(unit)
    deepest = ranks_in_support(battle, unit)
    if not any(foe.mine is Arc.FRONT for foe in body.foes):
        return
    for rank, file in _places(battle, unit, min(deepest, rows(body) - 1)):
        if (rank, file) in touched:
            continue
        leader = touched.get((0, file), {})
        enemies = [enemy for enemy, side in leader.items() if side is Arc.FRONT]
        if enemies:
            yield reached(battle, body, ((0, file),), enemies)


@rule("eow.melee.supporting", "eow.adv.char.no_unit_rules")
def _places(battle: Battle, unit: Unit, last: int) -> Iterable[Spot]:
    """The places of models behind the first rank, down to the given rank; of a guest there, one of its places.

    Behind a platform in the first rank the ranks are counted from its rear (EOW-R137).
    """
    if unit.host is not None:
        rank, file = battle.units[unit.host].spot
        if 0 < rank <= last:
            yield (rank, file)
        return
    if unit.guest is not None:
        yield from (spot for spot in layout(unit).rank_and_file if 0 < spot[0] - _hidden_ranks(unit, spot) <= last)
        return
    deep = rows(unit)
    for rank in range(1, last + 1):
        if rank < deep - 1:
            yield from ((rank, file) for file in range(unit.files))
        else:
            left = unit.models - (deep - 1) * unit.files
            yield from ((rank, file) for file in range(unit.rear_from, unit.rear_from + left))


def _hidden_ranks(unit: Unit, spot: Spot) -> int:
    """How many ranks behind the first a platform takes up in the file of a model behind it."""
    (rank, file), (files, deep) = unit.spot, unit.room
    return deep - 1 if rank == 0 and file <= spot[1] < file + files else 0


@rule("eow.basic.impact", "eow.patrol.ogre_khans.stomp")
def special_blows(battle: Battle, unit: Unit, special: SpecialAttack) -> list[Blows]:
    """The models in base contact that make a special attack, put together by the enemies they may direct it at."""
    counts: dict[tuple[int, ...], int] = {}
    for spots, enemies in _strikers(battle, unit, contacts(battle, battle.body(unit))):
        open_to_it = [enemy for enemy, side in enemies.items() if _may_hit(battle, special, enemy, side)]
        targets = _ranks_first(battle, special, reached(battle, unit, spots, open_to_it))
        if targets:
            counts[targets] = counts.get(targets, 0) + 1
    return [Blows(unit.id, targets, count, special.agility, special) for targets, count in counts.items()]


@rule("eow.basic.impact", "eow.patrol.ogre_khans.stomp")
def _may_hit(battle: Battle, special: SpecialAttack, enemy: int, side: Arc) -> bool:
    """Impact goes to the front alone (EOW-R178), Stomp on small bases alone (EOW-R177)."""
    if special.front_only and side is not Arc.FRONT:
        return False
    return small_enough(battle, special, battle.units[enemy])


@rule("eow.special_attack.allocate")
def _ranks_first(battle: Battle, special: SpecialAttack, targets: Sequence[int]) -> tuple[int, ...]:
    """R&F rather than their guest; where only the guest is touched, those whose bases decide (EOW-R177)."""
    found = {number for number in targets if battle.units[number].host is None}
    for number in targets:
        host = battle.units[number].host
        if host is not None and host not in found:
            found.add(number if special.max_base_mm is None else host)
    return tuple(sorted(found))


def small_enough(battle: Battle, special: SpecialAttack, target: Unit) -> bool:
    """Whether the target's bases are not too large for the special attack (EOW-R177)."""
    largest = special.max_base_mm
    return largest is None or battle.entry(target).longest_side_mm <= largest


@rule("eow.melee.allocate", "eow.melee.allocate_all_first")
def share_out(battle: Battle, seat: int, blows: Sequence[Blows]) -> Script[list[Blows]]:
    """The player allocates all attacks of the step before any die; asked only where there is a choice (EOW-R138)."""
    return strikes.share_out(seat, blows, partial(_pool, battle), "eow.melee.allocate")


def _pool(battle: Battle, blow: Blows) -> Pool:
    what = "attacks" if blow.special is None else blow.special.source.name
    key = f"{blow.unit}{'' if blow.special is None else ':' + what}>{'+'.join(map(str, blow.targets))}"
    targets = tuple(
        Option(str(target), battle.units[target].name, unit=blow.unit, target=target) for target in blow.targets
    )
    return Pool(key, f"{battle.units[blow.unit].name}: {what}", blow.number, targets)


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


@rule("eow.basic.impact")
def attack_of(battle: Battle, blow: Blows) -> tuple[Attack, int | Dice]:
    """One attack of such blows, and how many of them there are: of special ones so many for each model, or dice."""
    attacker, target = battle.units[blow.unit], battle.units[blow.targets[0]]
    struck = battle.body(target).id
    side = next(foe.theirs for foe in battle.body(attacker).foes if foe.unit == struck)
    if blow.special is None:
        return normal_attack(battle, attacker, target, 1, side), blow.number
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
    need, fixed = None, attack.hit_fixed_by
    if blow.special is None:
        need = damage.to_hit(battle, attack)
        attacker, target = battle.units[blow.unit], battle.units[attack.target]
        skills = (*to_hit_parts(battle, attacker, target), *attack.to_hit.parts)
        parts = skills if fixed is None else (Part(0, fixed.name, fixed.id),)
    return events.BlowsStruck(blow.unit, attack.target, attack.what, attack.count, blow.agility, need, parts)


@rule("eow.melee.to_hit_table")
def normal_attack(battle: Battle, attacker: Unit, target: Unit, count: int, side: Arc) -> Attack:
    """A roll to hit of Offensive against Defensive Skill, with the attackers' Strength and Armour Penetration."""
    attack = Attack(
        *("melee", attacker.id, target.id, count, "Melee Attacks", "eow.melee.to_hit_table"),
        strength=value(battle, attacker, "str"),
        ap=value(battle, attacker, "ap"),
        hit_on=to_hit_table(value(battle, attacker, "off"), value(battle, target, "def")),
        from_side=side,
    )
    return damage.prepared(battle, attack)


def to_hit_parts(battle: Battle, attacker: Unit, target: Unit) -> tuple[Part, ...]:
    """What the difference of the two skills is made of: both printed values and everything that changes them."""
    offence, defence = tally(battle, attacker, "off"), tally(battle, target, "def")
    return strikes.skill_parts(attacker.name, offence, target.name, defence, rules=("eow.stat.off", "eow.stat.def"))


@rule("eow.special_attack.immune")
def special_attack(
    battle: Battle, attacker: Unit, target: Unit, special: SpecialAttack, hits: int, side: Arc
) -> Attack:
    """Automatic hits at the special attack's own values (EOW-R176)."""
    attack = Attack(
        *("special", attacker.id, target.id, hits, special.source.name, special.source.id),
        strength=special.strength,
        ap=special.ap,
        from_side=side,
    )
    return damage.prepared(battle, attack)


def strike_all(battle: Battle, unit: Unit) -> Script[dict[int, int]]:
    """All normal attacks of one unit at once, out of the Agility Order; returns the Health Points each enemy lost."""
    blows = yield from share_out(battle, unit.seat, normal_blows(battle, unit, value(battle, unit, "agi")))
    attacks = yield from attacks_of(battle, blows)
    return (yield from panic.suffer_attacks(battle, attacks))
