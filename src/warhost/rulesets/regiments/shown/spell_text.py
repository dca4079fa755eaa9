"""What a spell does, in words made from its figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.play.shown.english import listed
from warhost.rulesets.regiments.core import SpellEffect, SpellText

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four"}


def describe(spell: SpellText) -> str:
    """A sentence on whom the spell targets and what it does to them."""
    several = spell.units > 1
    thing = "model" if spell.one_model else "unit"
    count = f"Up to {_NUMBERS.get(spell.units, spell.units)}" if several else "One"
    side = "enemy" if spell.target == "enemy" else "friendly"
    whom = f'{count} {side} {thing}{"s" if several else ""} within {spell.range}"'
    if spell.effect is None:
        return f"{whom}: not in force."
    return f"{whom}: {_and(list(_effects(spell.effect)))}{_lasting(spell.effect)}."


def _effects(effect: SpellEffect) -> Iterator[str]:
    if effect.hits:
        hits = "1 hit" if effect.hits == 1 else f"{effect.hits} hits"
        yield f"{hits} with {_and([str(rule) for rule in effect.rules])}" if effect.rules else hits
    if effect.heals:
        yield f"{effect.heals} wounds healed"
    if effect.danger:
        yield "a dangerous terrain test"
    if effect.fails:
        yield f"a morale test: {'Shaken' if effect.fails == 'shaken' else effect.fails} if it fails"
    if effect.gives:
        yield _and([str(rule) for rule in effect.gives])
    if effect.melee and effect.melee == effect.shooting:
        yield f"{effect.melee:+d} to hit"
    elif effect.melee or effect.shooting:
        yield from (
            f"{bonus:+d} to hit {when}"
            for bonus, when in ((effect.melee, "in melee"), (effect.shooting, "when shooting"))
            if bonus
        )
    if effect.defense:
        yield f"{effect.defense:+d} to Defense rolls"
    if effect.morale:
        yield f"{effect.morale:+d} to morale tests"
    if effect.move:
        yield f'{effect.move:+d}" to Advance and {2 * effect.move:+d}" to Rush and Charge'


def _lasting(effect: SpellEffect) -> str:
    if not effect.lasting:
        return ""
    if not effect.once:
        return " until the end of the round"
    return ", each the next time it counts" if len(effect.parts) > 1 else ", the next time it counts"


def _and(parts: Sequence[str]) -> str:
    return listed(parts)
