"""Values of units with everything that changes them: Movement, Strength, Grit, Attacks, saves, Magic Rating."""

from __future__ import annotations

from functools import lru_cache

from warhost.play.rules.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.heroes import warbanner
from warhost.rulesets.blue_age.core.arms import MeleeWeapon, RangedWeapon, armours, melee_weapons, ranged_weapons
from warhost.rulesets.blue_age.core.battle import Battle, Unit, friends, together
from warhost.rulesets.blue_age.core.entries import Entry
from warhost.rulesets.blue_age.core.rules import own_speakers, speakers

BEST_ARMOUR = 2
BEST_MAGIC = 4
HAND_WEAPON = "Hand Weapon"


def tally(battle: Battle, unit: Unit, name: str, base: int) -> Tally:
    """A value with what makes it up: the profile's, then what the rules of the unit say."""
    result = Tally(base)
    for speaker in speakers(battle, unit).at("on_value"):
        speaker.on_value(battle, unit, name, result)
    return result


def strength(battle: Battle, unit: Unit) -> int:
    """Strength without a weapon."""
    return max(1, tally(battle, unit, "strength", battle.entry(unit).strength).total)


def grit(battle: Battle, unit: Unit) -> int:
    """Grit."""
    return max(1, tally(battle, unit, "grit", battle.entry(unit).grit).total)


@rule("blue.fight.attack_dice")
def attacks(battle: Battle, unit: Unit, role: str = "") -> int:
    """The Melee Attacks of one model: a Champion has one more (BLUE-R101)."""
    own = battle.entry(unit).attacks + (role == "champion")
    return max(0, tally(battle, unit, "attacks", own).total)


@rule("blue.armour.movement", "blue.armour.row_3_heavy", "blue.armour.row_5_great_shield")
def movement(battle: Battle, unit: Unit) -> int:
    """Movement in inches: what armour takes from it is not in the profile yet; the slowest of a group counts
    (BLUE-R95)."""
    own = together(battle, unit)
    return _own_movement(battle, own[0]) if len(own) == 1 else min([_own_movement(battle, one) for one in own])


@lru_cache(maxsize=512)
def _laden_movement(entry: Entry) -> int:
    """Movement less what armour takes from it."""
    return max(0, entry.movement + sum(armours()[name].movement for name in worn(entry)))


def _own_movement(battle: Battle, unit: Unit) -> int:
    if not speakers(battle, unit).at("on_value"):
        return _laden_movement(battle.entry(unit))
    result = tally(battle, unit, "movement", battle.entry(unit).movement)
    for name in worn(battle.entry(unit)):
        result.add(armours()[name].movement, name, armours()[name].id)
    return max(0, result.total)


@lru_cache(maxsize=512)
@rule("blue.armour.one_shield")
def worn(entry: Entry) -> tuple[str, ...]:
    """The armour that counts: the best body armour, the best shield, Magic Armour only on armour (BLUE-R105)."""
    known = [armours()[name] for name in entry.armour if name in armours()]
    body = min((one for one in known if one.kind == "body"), key=lambda one: one.save, default=None)
    shield = max((one for one in known if one.kind == "shield"), key=lambda one: one.bonus, default=None)
    magic = next((one for one in known if one.kind == "magic"), None) if body is not None else None
    return tuple(one.name for one in (body, shield, magic) if one is not None)


@lru_cache(maxsize=512)
@rule("blue.armour.armour_save_cap", "blue.armour.row_1_light", "blue.armour.row_2_medium", "blue.armour.row_4_shield")
@rule("blue.armour.row_6_magic_armour")
def armour_save(entry: Entry, shielded: bool = True) -> int | None:
    """The Armour Save of an entry, with its shield or without; None without any. Never better than 2+."""
    known = [armours()[name] for name in worn(entry)]
    body = next((one for one in known if one.kind == "body"), None)
    shield = next((one for one in known if one.kind == "shield"), None) if shielded else None
    if body is None:
        return None if shield is None else shield.save
    bonus = sum(one.bonus for one in known if one.kind == "magic") + (0 if shield is None else shield.bonus)
    return max(BEST_ARMOUR, body.save - bonus)


@rule("blue.armour.magical_save", "blue.armour.magical_save_cap")
@rule("blue.warbanner.planted_magic_save")
def magical_save(battle: Battle, unit: Unit) -> int | None:
    """The Magical Save: the best source, one better for each further one, never better than 4+. A planted Warbanner is
    one more source (BLUE-R103)."""
    sources = [warbanner.SAVE] if warbanner.blesses(battle, unit) else []
    for speaker in speakers(battle, unit).at("magical_saves"):
        sources += speaker.magical_saves(battle, unit)
    return max(BEST_MAGIC, min(sources) - (len(sources) - 1)) if sources else None


@lru_cache(maxsize=512)
def melee_arms(entry: Entry) -> tuple[MeleeWeapon, ...]:
    """The melee weapons of an entry; everybody has a Hand Weapon (BLUE-R65)."""
    own = [melee_weapons()[name] for name in entry.weapons if name in melee_weapons()]
    hand = melee_weapons()[HAND_WEAPON]
    return tuple(own) if hand in own else (*own, hand)


@lru_cache(maxsize=512)
@rule("blue.shoot.needs_ranged_weapon")
def ranged_arms(entry: Entry) -> tuple[RangedWeapon, ...]:
    """The ranged weapons of an entry."""
    return tuple(ranged_weapons()[name] for name in entry.weapons if name in ranged_weapons())


@rule("blue.ranged_mod.shooter_stood_still")
def stood_still(battle: Battle, unit: Unit) -> bool:
    """Whether none of the unit's models changed place in this turn's Move Phase; those with it count (BLUE-R35)."""
    group = [unit] if unit.host is None else [unit, battle.units[unit.host]]
    return not any(one.moved or one.dashed or one.ambushed for one in group)


@rule("blue.unit_type.hero_joins_destiny")
def is_hero(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is a Hero: by its profile."""
    return battle.entry(unit).hero


def commander_of(battle: Battle, seat: int) -> Unit | None:
    """The Commander of a seat, while he is on the table; his successor where players agreed on one (BLUE-R22)."""
    own = [unit for unit in friends(battle, seat) if battle.entry(unit).hero]
    named = next((unit for unit in own if battle.entry(unit).commander), None)
    if named is not None or not battle.settings.successor:
        return named
    return max(own, key=lambda unit: (battle.entry(unit).initiative, -unit.id), default=None)


def starting(battle: Battle, unit: Unit) -> int:
    """How many models the unit had at the start."""
    return battle.entry(unit).models


def health_left(battle: Battle, unit: Unit) -> int:
    """The Health of all its models together."""
    entry = battle.entry(unit)
    return sum(health_of(entry, model.role) - model.lost for model in unit.models)


def health_of(entry: Entry, role: str) -> int:
    """The Health of one model: a Champion has one more (BLUE-R101)."""
    return entry.health + (role == "champion")


def full_health(entry: Entry) -> int:
    """The Health of the whole unit at the start."""
    return entry.health * entry.models + entry.champion


@rule("blue.resolution.half_strength_modifier")
def below_half(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is under half strength: by models, a single model by its Health (BLUE-R69)."""
    entry = battle.entry(unit)
    if entry.models == 1:
        return health_left(battle, unit) * 2 < full_health(entry)
    return len(unit.models) * 2 < entry.models


def always(entry: Entry, trait: str) -> bool:
    """Whether a rule that units of the entry always have says so."""
    return bool(own_speakers(entry).at(trait))
