"""Melee attacks: who makes them, against whom, and how they are rolled (Melee Phase: Which Models can Attack)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from warhost.dice import Dice
from warhost.field import Spot
from warhost.play.questions import Allocate, Option, Part, Pool
from warhost.play.script import Script, allocate
from warhost.play.throws import UNTOLD, Reason, counted, throw_number
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import damage, events, panic
from warhost.rulesets.essence_of_war.attacks import Attack, to_hit_table
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import contacts
from warhost.rulesets.essence_of_war.formation import rows
from warhost.rulesets.essence_of_war.rules import SpecialAttack, speakers
from warhost.rulesets.essence_of_war.values import tally, value
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

    Models in contact make as many attacks as their Attack Value, supporters one.
    """
    touched = contacts(battle, unit)
    attacks = value(battle, unit, "att")
    counts: dict[tuple[int, ...], int] = {}
    for enemies in touched.values():
        targets = tuple(sorted(enemies))
        counts[targets] = counts.get(targets, 0) + attacks
    for targets in _supported(battle, unit, touched):
        counts[targets] = counts.get(targets, 0) + 1
    return [Blows(unit.id, targets, count, agility) for targets, count in counts.items() if count]


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
    deepest = 1 + sum(speaker.supporting_ranks for speaker in speakers(battle, unit).at("supporting_ranks"))
    if not any(foe.mine is Arc.FRONT for foe in unit.foes):
        return
    for rank, file in _places(unit, min(deepest, rows(unit) - 1)):
        if (rank, file) in touched:
            continue
        leader = touched.get((0, file), {})
        targets = tuple(sorted(enemy for enemy, side in leader.items() if side is Arc.FRONT))
        if targets:
            yield targets


@rule("eow.melee.supporting")
def _places(unit: Unit, last: int) -> Iterable[Spot]:
    """The places of models behind the first rank, down to the given rank."""
    deep = rows(unit)
    for rank in range(1, last + 1):
        if rank < deep - 1:
            yield from ((rank, file) for file in range(unit.files))
        else:
            left = unit.models - (deep - 1) * unit.files
            yield from ((rank, file) for file in range(unit.rear_from, unit.rear_from + left))


@rule("eow.basic.impact", "eow.patrol.ogre_khans.stomp")
def special_blows(battle: Battle, unit: Unit, special: SpecialAttack) -> list[Blows]:
    """The models in base contact that make a special attack, put together by the enemies they may direct it at."""
    counts: dict[tuple[int, ...], int] = {}
    for enemies in contacts(battle, unit).values():
        targets = tuple(sorted(enemy for enemy, side in enemies.items() if _may_hit(battle, special, enemy, side)))
        if targets:
            counts[targets] = counts.get(targets, 0) + 1
    return [Blows(unit.id, targets, count, special.agility, special) for targets, count in counts.items()]


@rule("eow.basic.impact", "eow.patrol.ogre_khans.stomp")
def _may_hit(battle: Battle, special: SpecialAttack, enemy: int, side: Arc) -> bool:
    """Impact goes to the front alone (EOW-R178), Stomp on small bases alone (EOW-R177)."""
    if special.front_only and side is not Arc.FRONT:
        return False
    return small_enough(battle, special, battle.units[enemy])


def small_enough(battle: Battle, special: SpecialAttack, target: Unit) -> bool:
    """Whether the target's bases are not too large for the special attack (EOW-R177)."""
    largest = special.max_base_mm
    return largest is None or battle.entry(target).longest_side_mm <= largest


@rule("eow.melee.allocate", "eow.melee.allocate_all_first")
def share_out(battle: Battle, seat: int, blows: Sequence[Blows]) -> Script[list[Blows]]:
    """The player allocates all attacks of the step before any die; asked only where there is a choice (EOW-R138)."""
    shared = [blow for blow in blows if len(blow.targets) == 1]
    open_blows = [blow for blow in blows if len(blow.targets) > 1]
    if not open_blows:
        return shared
    question = Allocate(
        seat=seat,
        topic="allocate attacks",
        text="How do you split these attacks?",
        rules=("eow.melee.allocate",),
        pools=tuple(_pool(battle, blow) for blow in open_blows),
    )
    shares = yield from allocate(question)
    for blow, pool in zip(open_blows, question.pools, strict=True):
        for target, count in shares[pool.key].items():
            if count:
                shared.append(blow._replace(targets=(int(target),), number=count))
    return shared


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
    for blow in merged(blows):
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
    side = next(foe.theirs for foe in attacker.foes if foe.unit == target.id)
    if blow.special is None:
        return normal_attack(battle, attacker, target, 1, side), blow.number
    return special_attack(battle, attacker, target, blow.special, 1, side), counted(blow.special.hits, blow.number)


def _told(battle: Battle, blow: Blows) -> Reason:
    """What is told of the dice for the number of special attacks, which are thrown together."""
    attacker = battle.units[blow.unit]
    if blow.special is None:
        return UNTOLD
    why = f"Hits of {blow.special.source.name} by {blow.number} models"
    return Reason(why, blow.special.source.id, attacker.seat, attacker.id)


def _struck(battle: Battle, attack: Attack, blow: Blows) -> events.BlowsStruck:
    """The attacks of these blows, told with what their rolls to hit need."""
    parts: tuple[Part, ...] = ()
    need, fixed = None, attack.hit_fixed_by
    if blow.special is None:
        need = damage.to_hit(battle, attack)
        attacker, target = battle.units[blow.unit], battle.units[attack.target]
        parts = to_hit_parts(battle, attacker, target) if fixed is None else (Part(0, fixed.name, fixed.id),)
    return events.BlowsStruck(blow.unit, attack.target, attack.what, attack.count, blow.agility, need, parts)


def merged(blows: Iterable[Blows]) -> Iterable[Blows]:
    counts: dict[Blows, int] = {}
    for blow in blows:
        like = blow._replace(number=0)
        counts[like] = counts.get(like, 0) + blow.number
    return [like._replace(number=count) for like, count in counts.items()]


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
    return (
        Part(offence.base, f"Offensive Skill of {attacker.name}", "eow.stat.off"),
        *offence.parts,
        Part(-defence.base, f"Defensive Skill of {target.name}", "eow.stat.def"),
        *(Part(-part.amount, part.why, part.rule) for part in defence.parts),
    )


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
