"""Spells that last: what they give to a unit speaks like its own special rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Literal

import msgspec

from warhost.play.rules.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack, rolls_alike, unmodified
from warhost.rulesets.regiments.core import ActionName, Battle, Effect, Share, SpecialRule, SpellEffect, Unit, unfolded
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.core.kinds import figures_of
from warhost.rulesets.regiments.rules.written import boosters, spoken

Moment = Literal["morale", "move", "charged", "result", "cast", "shot", "recovery", "placed", "after"]
"""When a spell may count beside attacks; "charged" is a melee with who charged in the front, "result" that of any."""

SPELL = "aofr.special.caster.cast"
CHALLENGE = "challenge bonus"
"""The effect that an army without a player has in a round in which it does not hold more markers."""


class Enchantment(SpecialRule):
    """A spell on a unit."""

    id = SPELL

    def __init__(self, name: str, effect: SpellEffect, source: str = SPELL) -> None:
        super().__init__()
        self.title = name
        self.effect = effect
        self.source = source

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action == "advance":
            inches.add(self.effect.move, self.title, self.source)
        elif action in ("rush", "charge"):
            inches.add(2 * self.effect.move, self.title, self.source)

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.to_hit.add(self.effect.melee, self.title, self.source)
        elif attack.kind == "shooting":
            attack.to_hit.add(self.effect.shooting, self.title, self.source)

    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        attack.to_block.add(self.effect.defense, self.title, self.source)

    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        test.modifiers.add(self.effect.morale, self.title, self.source)

    def counts(self, moment: Moment) -> bool:
        """Whether the spell has anything to say at such a moment."""
        effect = self.effect
        own: dict[Moment, int] = {"morale": effect.morale, "move": effect.move}
        return bool(own.get(moment)) or any(_speaks(given, moment) for given in lent(effect.gives))

    def counts_for(self, battle: Battle, attack: Attack) -> bool:
        """Whether the spell has anything to say for who makes such an attack. Hits of spells hear no other rules."""
        if attack.kind == "spell":
            return False
        speaking = lent(self.effect.gives, "shooting" if attack.kind == "shooting" else "melee")
        if attack.kind == "impact":
            return any(given.impact for given in speaking)
        unseen = attack.kind == "shooting" and any(not given.needs_sight for given in speaking)
        return unseen or any(_changes(given.on_attack, battle, attack) for given in (self, *speaking))

    def counts_against(self, battle: Battle, attack: Attack) -> bool:
        """Whether the spell has anything to say for whom such an attack is made on."""
        speaking = lent(self.effect.gives)
        target = battle.units[attack.target]
        ignored = any(
            given.ignores_wounds_on(battle, target, Share(1, 1), magic=attack.kind == "spell")
            and given.name not in attack.unheeded
            for given in speaking
        )
        heard = [partial(given.on_defence, share=Share(1, 1)) for given in (self, *speaking)]
        held = [given.on_attack for given in lent(self.effect.against, attack.kind)]
        told: list[Callable[[Battle, Attack], None]] = [*heard, *held]
        return ignored or any(_changes(speak, battle, attack) for speak in told)


def lent(gives: tuple[RuleText, ...], moment: str = "") -> tuple[SpecialRule, ...]:
    """The rules that a spell gives, as they speak; what makes a rule of the unit stronger speaks for that rule."""
    return (*spoken(unfolded(gives, moment)), *boosters(gives))


def held_against(
    battle: Battle, target: Unit, attack: Attack, speaking: Sequence[SpecialRule]
) -> tuple[SpecialRule, ...]:
    """The rules that spells on the target give to enemies who attack it, without those that the attack has already."""
    if not target.effects or attack.kind not in ("shooting", "melee"):
        return ()
    seat = battle.units[attack.attacker].seat
    texts = tuple(
        text
        for effect in target.effects
        if battle.units[effect.source].seat == seat
        and (spell := _enchantment(battle, effect)) is not None
        and not (spell.effect.marks and effect.until == "game")
        for text in spell.effect.against
    )
    own = {rule.name for rule in speaking}
    return tuple(rule for rule in lent(texts, attack.kind) if rule.name not in own)


def fade(unit: Unit, *until: str) -> None:
    """Take off what has lasted so long."""
    unit.effects = tuple(effect for effect in unit.effects if effect.until not in until)


def _changes(speak: Callable[[Battle, Attack], None], battle: Battle, attack: Attack) -> bool:
    """Whether a rule that speaks changes anything in such an attack."""
    silent, spoken_to = unmodified(attack), unmodified(attack)
    speak(battle, spoken_to)
    uncovered = attack.cover and spoken_to.ignores_cover
    return uncovered or rolls_alike(spoken_to) != rolls_alike(silent)


_ASKED: dict[Moment, tuple[str, ...]] = {
    "morale": ("on_morale",),
    "move": ("on_move", "flies", "strides", "slowed", "endangered"),
    "charged": ("strikes_first",),
    "result": ("fear",),
    "cast": ("casting",),
    "shot": ("reach", "shoots_after_rush"),
    "recovery": ("recovers_on",),
    "placed": ("placed_within",),
    "after": ("moves_after",),
}
"""What a rule is asked at a moment."""


def _speaks(given: SpecialRule, moment: Moment) -> bool:
    """Whether a rule has anything to say at such a moment."""
    return any(map(given.speaks_at, _ASKED[moment]))


def enchantments(battle: Battle, unit: Unit) -> list[Enchantment]:
    """The spells that lie on a unit, each once (aofr.special.no_stacking); of one partly spent, what is left of it."""
    found = {(effect.name, effect.number): _enchantment(battle, effect) for effect in unit.effects}
    return [spell for spell in found.values() if spell is not None]


def _enchantment(battle: Battle, effect: Effect) -> Enchantment | None:
    if effect.name == CHALLENGE:
        return _challenge(effect)
    figures = figures_of(battle, effect)
    return None if figures is None else Enchantment(effect.name, figures)


@rule("aofr.ai.challenge_equal", "aofr.ai.challenge_behind")
def _challenge(effect: Effect) -> Enchantment:
    """+1 to hit, and with a number of 2 also +1 to Defense rolls."""
    behind = effect.number > 1
    figures = SpellEffect(melee=1, shooting=1, defense=int(behind))
    return Enchantment(effect.name, figures, "aofr.ai.challenge_behind" if behind else "aofr.ai.challenge_equal")


@rule("aofr.special.no_stacking")
def enchant(unit: Unit, name: str, source: int) -> None:
    """Put a lasting spell on the unit; the same spell a second time only begins anew."""
    others = tuple(effect for effect in unit.effects if effect.name != name)
    unit.effects = (*others, Effect(name, source))


def lengthen(unit: Unit, name: str) -> None:
    """Let what a spell gave to the unit last until the end of the game."""
    unit.effects = tuple(
        msgspec.structs.replace(effect, until="game") if effect.name == name else effect for effect in unit.effects
    )


def spend(battle: Battle, unit: Unit, moment: Moment) -> None:
    """Take off what lasts until the first time it counts, if this is it: of one spell, too, each thing by itself."""
    _take_off(battle, unit, lambda spell: spell.counts(moment))


def spend_in(battle: Battle, attacks: Iterable[Attack]) -> None:
    """Take off what lasts until the first time it counts and has counted in one of these attacks, on either side."""
    for attack in attacks:
        _spend_in(battle, attack)


def _spend_in(battle: Battle, attack: Attack) -> None:
    _take_off(battle, battle.units[attack.attacker], lambda spell: spell.counts_for(battle, attack))
    _take_off(battle, battle.units[attack.target], lambda spell: spell.counts_against(battle, attack))


def _take_off(battle: Battle, unit: Unit, counted: Callable[[Enchantment], bool]) -> None:
    unit.effects = tuple(left for effect in unit.effects for left in _left(battle, effect, counted))


def _left(battle: Battle, effect: Effect, counted: Callable[[Enchantment], bool]) -> Iterator[Effect]:
    """What is left of an effect: all of it, or those of its parts that have not counted yet."""
    spell = _enchantment(battle, effect)
    if spell is None or not spell.effect.once or not counted(spell):
        yield effect
    elif not effect.number:
        for number, part in enumerate(spell.effect.parts, 1):
            if not counted(Enchantment(effect.name, part)):
                yield msgspec.structs.replace(effect, number=number)
