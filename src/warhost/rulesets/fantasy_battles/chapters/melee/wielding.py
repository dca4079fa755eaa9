"""The weapons that models fight with, and what they add (Round of Combat: step 2)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core import MODEL_RULES, Battle, MeleeWeapon, Unit, speakers, taking_part, value
from warhost.rulesets.fantasy_battles.shown import melee_events as events


@rule("t9a.round.step02_weapon")
def choose_weapons(battle: Battle, combat: Sequence[int]) -> Script[None]:
    """Step 2: each part with several weapons takes one for this round, the rank and file of a unit all the same.

    The Active Player chooses first. Champions and Characters choose for themselves (T9A-R126).
    """
    fighting = [unit for unit in taking_part(battle, combat) if unit.stood is None]
    for unit in sorted(fighting, key=lambda one: (one.seat != battle.active, one.id)):
        unit.wields = ()
        entry = battle.entry(unit)
        if all(len(part.weapons) < 2 for part in entry.parts):
            continue
        chosen: list[int] = []
        for part in entry.parts:
            who = f"{unit.name} ({part.name})" if part.name else unit.name
            options = [
                Option(str(index), _described(weapon), unit=unit.id) for index, weapon in enumerate(part.weapons)
            ]
            key = "0"
            if len(options) > 1:
                text = f"Which weapon {does(who)} fight with?"
                key = yield from choose(unit.seat, "weapon", text, options, rules=("t9a.round.step02_weapon",))
                yield events.WeaponChosen(unit.id, part.weapons[int(key)].name)
            chosen.append(int(key))
        unit.wields = tuple(chosen)


def _described(weapon: MeleeWeapon) -> str:
    """A weapon with what it adds: `Great Weapon: +2 Str, +2 AP, strikes last, two-handed`."""
    figures = (("Att", weapon.att), ("Off", weapon.off), ("Str", weapon.str_), ("AP", weapon.ap), ("Agi", weapon.agi))
    told = [f"{amount:+} {name}" for name, amount in figures if amount]
    if told and weapon.charging:
        told[-1] += " when charging"
    if weapon.last:
        told.append("strikes last")
    if weapon.two_handed:
        told.append("two-handed")
    told += weapon.rules
    return f"{weapon.name}: {', '.join(told)}" if told else weapon.name


@rule("t9a.round.step02_weapon")
def wielded(battle: Battle, unit: Unit, part: int) -> MeleeWeapon | None:
    """The weapon that a part uses in this Round of Combat; None if it fights without any."""
    weapons = battle.entry(unit).parts[part].weapons
    if not weapons:
        return None
    return weapons[unit.wields[part] if part < len(unit.wields) else 0]


@rule("t9a.round.step02_weapon")
def armed_value(battle: Battle, unit: Unit, name: str, part: int) -> int:
    """An offensive characteristic of a part for its Close Combat Attacks: with what rules of such attacks add, and its
    weapon; some weapons add it only to a charge."""
    own = value(battle, unit, name, part) + _added(battle, unit, name, part)
    weapon = wielded(battle, unit, part)
    if weapon is None:
        return own
    if name == "agi" and weapon.last:
        return 0
    if weapon.charging and not battle.body(unit).charging:
        return own
    added: int = getattr(weapon, "str_" if name == "str" else name)
    return max(0, own + added)


def _added(battle: Battle, unit: Unit, name: str, part: int) -> int:
    own = MODEL_RULES.spoken(battle.entry(unit).parts[part].rules).at("adds_to_blows")
    models = speakers(battle, unit).at("adds_to_blows")
    return sum(speaker.adds_to_blows(battle, unit, name) for speaker in (*own, *models))


def weapon_ranks(battle: Battle, unit: Unit, part: int) -> int:
    """How many ranks more a part's rules and its weapon let make Supporting Attacks."""
    rules = MODEL_RULES.spoken(battle.entry(unit).parts[part].rules).at("adds_support")
    more = sum(speaker.adds_support(battle, unit) for speaker in rules)
    weapon = wielded(battle, unit, part)
    return more if weapon is None else more + weapon.ranks


@rule("t9a.round.step02_weapon")
def shield_unused(battle: Battle, unit: Unit) -> int:
    """The Armour that a shield gives and that a two-handed weapon in use takes away."""
    shield = battle.entry(unit).shield
    if not shield or not battle.body(unit).engaged:
        return 0
    parts = range(len(battle.entry(unit).parts))
    held = (wielded(battle, unit, part) for part in parts)
    return shield if any(weapon is not None and weapon.two_handed for weapon in held) else 0
