"""Breath Attacks: automatic hits once a game, as a Shooting Attack or in melee (T9A-R152)."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from warhost.play.counsel.throws import Reason, counted, throw_number
from warhost.play.questions import Option
from warhost.play.rules.rulebase import Brackets
from warhost.play.script import Script, agrees
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core import (
    MODEL_RULES,
    Battle,
    ModelRule,
    SpecialAttack,
    Spell,
    Unit,
    printed,
    speakers,
    value,
)

_STRENGTH = re.compile(r"Str (\d*D[36](?:\+\d+)?|\d+)")
_AP = re.compile(r"AP (\d+)")


@MODEL_RULES.rule("Breath Attack", "t9a.special.breath_attack")
class BreathAttack(ModelRule):
    """2D6 automatic hits once a game, with what its brackets say: in melee at the model's Agility, or 6" far."""

    brackets = Brackets(r"[\w+ ]+(, [\w+ ]+)*", "Str 4, AP 1", needed=False)

    def breathes(self, battle: Battle, bearer: Unit) -> SpecialAttack | None:
        return None if self.name in bearer.used else breath_attack(self, battle, bearer, self.said)

    def special_attacks(self, battle: Battle, bearer: Unit) -> Iterable[SpecialAttack]:
        breath = self.breathes(battle, bearer)
        if breath is not None:
            yield breath


@rule("t9a.special.breath_attack")
def breath_attack(
    source: ModelRule | Spell, battle: Battle, bearer: Unit, said: str = "", reach: int = 6
) -> SpecialAttack:
    """The Breath of a model with the values of its brackets, such as `Str 4, AP 1, Flaming`.

    Without a Strength or AP there it has those of the model, of the mount if it is ridden.
    """
    entry = battle.entry(bearer)
    mount = len(entry.parts) - 1
    strength: int | str = printed(entry, "str", mount)
    ap = printed(entry, "ap", mount)
    rules: list[str] = []
    for word in said.split(", ") if said else ():
        if found := _STRENGTH.fullmatch(word):
            strength = int(found[1]) if found[1].isdecimal() else found[1]
        elif found := _AP.fullmatch(word):
            ap = int(found[1])
        else:
            rules.append(f"{word} Attacks" if f"{word} Attacks" in MODEL_RULES else word)
    return SpecialAttack(
        source=source,
        agility=value(battle, bearer, "agi", mount),
        hits=battle.scene.settings.breath_hits,
        strength=strength,
        ap=ap,
        rules=tuple(rules),
        once=True,
        reach=reach,
    )


def breaths_of(battle: Battle, unit: Unit) -> list[SpecialAttack]:
    """The Breaths that models of the unit have left: their own, and those that spells gave them."""
    told = (speaker.breathes(battle, unit) for speaker in speakers(battle, unit).at("breathes"))
    return [breath for breath in told if breath is not None]


@rule("t9a.special.breath_attack", "t9a.special.one_use_only")
def use(battle: Battle, unit: Unit, breath: SpecialAttack) -> None:
    """The Breath is gone: for the rest of the game, or with the spell that gave it."""
    if isinstance(breath.source, Spell):
        body, gone = battle.body(unit), breath.source.effect
        body.effects = tuple(effect for effect in body.effects if effect != gone)
    else:
        unit.used = (*unit.used, breath.source.name)


@rule("t9a.special.breath_attack")
def breathes_now(battle: Battle, unit: Unit, breath: SpecialAttack) -> Script[bool]:
    """When its Initiative Step starts the owner says whether the unit uses its Breath in melee."""
    name = breath.source.name
    asked = does(unit.name)
    text = f"{asked[0].upper()}{asked[1:]} use the {name} now?"
    yes = Option("breath", f"Use it: {breath.hits} hits, Strength {breath.strength}, AP {breath.ap}", unit=unit.id)
    used = yield from agrees(unit.seat, "breath", text, yes, "Keep it for later", rules=(breath.source.id,))
    if used:
        use(battle, unit, breath)
    return used


@rule("t9a.special.breath_attack")
def with_strength(unit: Unit, breath: SpecialAttack) -> Script[SpecialAttack]:
    """The Breath with its Strength, which is rolled once for all hits where dice tell it."""
    if isinstance(breath.strength, int):
        return breath
    told = Reason(f"{breath.source.name}: Strength", "t9a.special.breath_attack", unit.seat, unit.id)
    strength = yield from throw_number(counted(breath.strength), told)
    return msgspec.structs.replace(breath, strength=strength)
