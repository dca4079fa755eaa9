"""What spells do to their targets: hits, healing, and what lasts (AOFR-R145, AOFR-R146)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.enchantments import enchant
from warhost.rulesets.regiments.chapters.morale import made_test, shake, take_test
from warhost.rulesets.regiments.chapters.terrain.dangerous import dangerous_test
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster, write_wounds
from warhost.rulesets.regiments.chapters.wounds.damage import defense_of, prepared, strike
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import Battle, SpellEffect, SpellText, Unit, events, optional
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.rules.written import spoken


@rule("aofr.special.caster.cast")
def resolve(
    battle: Battle, caster: Unit, spell: SpellText, targets: Sequence[Unit], picked: int | None
) -> Script[None]:
    """The spell works on each of its targets in turn."""
    effect = spell.effect
    assert effect is not None, f"{spell.name} does nothing"
    for target in targets:
        if target.fate:
            continue
        yield events.SpellCast(caster.id, spell.name, target.id)
        if effect.hits:
            yield from strike(battle, [hits_of(battle, caster, spell.name, effect, target, picked)])
        if effect.heals and not target.fate:
            yield from heal(battle, target, effect.heals)
        if effect.lasting and not target.fate:
            enchant(target, spell.name, caster.id)
        if effect.danger and not is_gone(target):
            yield from dangerous_test(battle, target, [g for g, count in kinds_of_model(target) for _ in range(count)])
        if effect.fails and not is_gone(target) and optional.takes_tests(battle, target):
            yield from _daunt(battle, target, effect.fails)


def _daunt(battle: Battle, unit: Unit, becomes: str) -> Script[None]:
    """The unit takes a morale test; if it fails it becomes fatigued or Shaken, and nothing else follows."""
    if (yield from take_test(battle, unit, made_test(battle, unit))):
        return
    if becomes == "shaken":
        yield from shake(battle, unit)
    else:
        unit.fatigued = True


def hits_of(battle: Battle, caster: Unit, name: str, effect: SpellEffect, target: Unit, picked: int | None) -> Attack:
    """The hits of a spell: blocked with Defense, without cover; neither shooting nor melee (AOFR-R146)."""
    attack = Attack(
        "spell",
        caster.id,
        target.id,
        effect.hits,
        what=name,
        rule="aofr.special.caster.cast",
        quality=None,
        defense=defense_of(battle, target, picked),
        picked=picked,
        limit=optional.models_left(battle, target) if picked is None else 1,
        sixes_rolled=effect.sixes,
    )
    return prepared(battle, attack, spoken(effect.rules))


def heal(battle: Battle, unit: Unit, amount: str) -> Script[None]:
    """Wounds come off living Tough models, the most wounded first; nobody comes back (AOFR-R130)."""
    if amount.isdigit():
        wounds = int(amount)
    else:
        wounds = yield from roll_sum(
            amount, why="Wounds healed", rule="aofr.special.caster.cast", seat=unit.seat, unit=unit.id
        )
    muster = Muster(battle, unit)
    healed = 0
    for group in sorted(muster.wounds, key=lambda g: -muster.wounds[g]):
        off = min(wounds - healed, muster.wounds[group])
        muster.wounds[group] -= off
        healed += off
    write_wounds(unit, muster)
    if healed:
        yield events.WoundsHealed(unit.id, healed)
