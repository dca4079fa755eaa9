"""What a volley has to expect, exactly: hits, Health Points lost, Misfires, Panic (Shooting Phase)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from warhost.dice import Dice, Distribution, odds
from warhost.play.counsel.throws import Stage, mean, mean_number, spread_of_all
from warhost.play.questions import Odds, Part
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.thinks.losses import panic_odds
from warhost.rulesets.fantasy_battles.chapters.damage.damage import MISFIRE, at_stake, chain, hurdles, to_hit
from warhost.rulesets.fantasy_battles.chapters.shooting.salvos import Salvo, attack_of
from warhost.rulesets.fantasy_battles.core import ArmedWith, Attack, Battle, Unit
from warhost.table import summed

SLIGHT = 0.0005
"""Chances below that are not worth a line."""


def promised(battle: Battle, target: Unit, salvos: Sequence[Salvo]) -> tuple[Odds, ...]:
    """The hits and losses that a volley has to expect, what each group of models needs to hit, and its Misfires."""
    attacks = [attack_of(battle, salvo, target, _middling(salvo)) for salvo in salvos]
    chains = [chain(battle, attack) for attack in attacks]
    numbers = [salvo.number(battle) for salvo in salvos]
    hits = summed(mean_number(number) * mean(one, "wound") for number, one in zip(numbers, chains, strict=True))
    lost = Odds(
        *("expected HP lost", losses(battle, target, salvos).mean, hurdles(battle, attacks[0]), "expected"),
        telling=True,
    )
    return (Odds("expected hits", hits, kind="expected"), lost, *_needed(salvos, attacks), *_misfires(chains, numbers))


def weighed(battle: Battle, target: Unit, salvos: Sequence[Salvo]) -> tuple[Odds, ...]:
    """The same with the Panic that the losses may bring."""
    told = promised(battle, target, salvos)
    return (*told[:2], *panic_odds(battle, battle.body(target), losses(battle, target, salvos)), *told[2:])


@rule("t9a.shooting.hopeless_shots")
def losses(battle: Battle, target: Unit, salvos: Sequence[Salvo]) -> Distribution[int]:
    """The Health Points that the volley may take from the target."""
    most = at_stake(battle, target)
    told = []
    for chance, strengths in _strengths(salvos):
        chains = [
            chain(battle, attack_of(battle, salvo, target, strength))
            for salvo, strength in zip(salvos, strengths, strict=True)
        ]
        numbers = [salvo.number(battle) for salvo in salvos]
        told.append((chance, spread_of_all(zip(chains, numbers, strict=True), most)))
    return odds.mixture(told)


def _strengths(salvos: Sequence[Salvo]) -> Iterator[tuple[float, tuple[int | None, ...]]]:
    """The Strengths that the salvos may have, where dice tell them, with their chances."""
    each: list[list[tuple[float, int | None]]] = []
    for salvo in salvos:
        strength = salvo.arms.strength
        if isinstance(strength, str):
            each.append([(chance, value) for value, chance in odds.of(Dice.parse(strength)).items()])
        else:
            each.append([(1.0, None)])
    for chosen in product(*each):
        yield prod(chance for chance, _ in chosen), tuple(value for _, value in chosen)


def _middling(salvo: Salvo) -> int | None:
    """The Strength of which the hurdles are told, where dice tell it: the mean."""
    strength = salvo.arms.strength
    return round(odds.of(Dice.parse(strength)).mean) if isinstance(strength, str) else None


def _needed(salvos: Sequence[Salvo], attacks: Sequence[Attack]) -> Iterator[Odds]:
    """What each group of models that shoot alike needs to hit, with what the number is made of."""
    several = len({salvo.arms.key for salvo in salvos}) > 1
    for salvo, attack in zip(salvos, attacks, strict=True):
        arms = salvo.arms
        if not isinstance(arms.how, ArmedWith):
            continue
        assert attack.hit_on is not None
        what = f"{salvo.models} {'model' if salvo.models == 1 else 'models'}"
        named = f" with {arms.name}" if several else ""
        aim = Part(attack.hit_on, f"Aim with the {arms.name}", "t9a.special.aim")
        parts = (aim, *(Part(-part.amount, part.why, part.rule) for part in attack.to_hit.parts))
        yield Odds(f"to hit, {what}{named}", to_hit(attack), parts, "needed")


@rule("t9a.misfire.roll", "t9a.special.artillery_weapon")
def _misfires(chains: Sequence[Stage], numbers: Sequence[int | Dice]) -> Iterator[Odds]:
    """How likely any of the weapons misfires."""
    safe = 1.0
    for one, number in zip(chains, numbers, strict=True):
        each = mean(one, MISFIRE)
        counts = odds.certain(number) if isinstance(number, int) else odds.of(number)
        safe *= summed(chance * (1 - each) ** count for count, chance in counts.items())
    if 1 - safe >= SLIGHT:
        yield Odds("misfires", 1 - safe, (Part(0, "a natural 1 to hit", "t9a.misfire.roll"),))
