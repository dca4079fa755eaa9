"""What shooting and spells have to expect of their targets: wounds, who is left, who is Shaken; exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.field.losses import Spread, State, blended
from warhost.play.counsel.throws import mean
from warhost.play.questions import Odds, Part
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack, block_parts, to_block, to_hit
from warhost.rulesets.regiments.chapters.wounds.damage import BACKFIRED, STRAYED, chain, expected
from warhost.rulesets.regiments.core import Battle, Unit, optional
from warhost.rulesets.regiments.thinks.loss_odds import Toll, shot_at, struck, trailed, worn
from warhost.table import summed

SLIGHT = 0.0005
"""Chances below that are not worth a line: they would be shown as nothing."""


def hurdles(attacks: Sequence[Attack]) -> tuple[Part, ...]:
    """What stands between each attack and a wound: what it needs to hit, what the target needs to block."""
    told: list[Part] = []
    for attack in attacks:
        need = to_hit(attack)
        hit = "automatic hits" if need is None else f"{need}+ to hit"
        only = ", unmodified 6s alone" if attack.kind == "shooting" else ", tired"
        why = "" if need is None else only if attack.only_sixes else f", Quality {attack.quality}"
        told.append(Part(0, f"{attack.what}: {_counted(attack.count, need)}, {hit}{why}", attack.rule))
        told += attack.to_hit.parts
        block = "aofr.shoot.block" if attack.kind == "shooting" else "aofr.melee.block"
        told.append(Part(0, f"{to_block(attack, attack.ap_of())}+ to block: Defense {attack.defense}", block))
        told += block_parts(attack)
    return tuple(dict.fromkeys(told))


def _counted(count: int, need: int | None) -> str:
    noun = "hit" if need is None else "die"
    return f"1 {noun}" if count == 1 else f"{count} {'hits' if need is None else 'dice'}"


def volley_odds(battle: Battle, target: Unit, volleys: Sequence[Sequence[Attack]]) -> tuple[Odds, ...]:
    """What weapon groups that are fired at a unit one after the other have to expect, and the activation's end.

    What follows a group that destroys the target is not fired at all.
    """
    toll = Toll(battle, target)
    spread: Spread = toll.unharmed
    hits = 0.0
    for attacks in volleys:
        hits += (1 - toll.gone(spread)) * summed(expected(battle, attack).hits for attack in attacks)
        after = shot_at(toll, spread, attacks)
        if after is None:
            return ()
        spread = after
    shots = [attack for attacks in volleys for attack in attacks]
    spread = trailed(toll, spread, shots)
    at_the_end = worn_down(toll, spread)
    return (
        Odds("expected hits", hits, kind="expected"),
        Odds("expected wounds", toll.taken(spread), hurdles(shots), "expected", telling=True),
        *_further_odds(battle, toll, spread, at_the_end, shots),
        *shaken_odds(toll, spread),
        *destroyed_odds(toll, at_the_end),
    )


def softened(battle: Battle, target: Unit, volleys: Sequence[Sequence[Attack]]) -> Spread | None:
    """What weapon groups that are fired at a unit one after the other may leave of it; None where it is not worked
    out."""
    toll = Toll(battle, target)
    spread: Spread | None = toll.unharmed
    for attacks in volleys:
        spread = None if spread is None else shot_at(toll, spread, attacks)
    shots = [attack for attacks in volleys for attack in attacks]
    return None if spread is None else trailed(toll, spread, shots)


def _further_odds(
    battle: Battle, toll: Toll, spread: Spread, at_the_end: Spread, shots: Sequence[Attack]
) -> Iterator[Odds]:
    """Wounds that follow when the activation ends, and what the volley may do to others than its target."""
    more = toll.taken(at_the_end) - toll.taken(spread)
    if more >= SLIGHT:
        yield Odds("expected wounds when the activation ends", more, kind="expected")
    for moment, words in ((BACKFIRED, "expected wounds on itself"), (STRAYED, "expected hits on friends")):
        lost = summed(attack.count * mean(chain(battle, attack), moment) for attack in shots)
        if lost >= SLIGHT:
            yield Odds(
                f"{words}, before any are {'ignored' if moment == BACKFIRED else 'blocked'}", lost, (), "expected"
            )


def spell_odds(battle: Battle, target: Unit, attack: Attack) -> Iterator[Odds]:
    """What the hits of a spell do to a unit, if it goes off."""
    toll = Toll(battle, target)
    spread = struck(toll, toll.unharmed, [attack])
    if spread is not None:
        yield Odds("expected wounds on a success", toll.taken(spread), hurdles([attack]), "expected", telling=True)
        yield from destroyed_odds(toll, spread, " on a success")


def destroyed_odds(toll: Toll, spread: Spread, when: str = "") -> Iterator[Odds]:
    gone = toll.gone(spread)
    if gone >= SLIGHT:
        yield Odds(f"destroyed{when}", gone, telling=True)


def worn_down(toll: Toll, spread: Spread) -> Spread:
    """What is left of the unit when the activation ends, if tests for each of its wounds take the place of one."""
    if toll.unit.fought or not optional.speaking(toll.battle, "price_of_failure"):
        return spread

    def ends(state: State) -> Spread:
        hurt = toll.unit.hurt + toll.lives(toll.start) - toll.lives(state)
        if not any(state[0]) or not hurt:
            return {state: 1.0}
        battle, unit = toll.left_with(state)
        price = optional.price_of_failure(battle, unit, melee=False)
        if not price or not optional.takes_tests(battle, unit) or not morale.half_or_less(battle, unit):
            return {state: 1.0}
        return worn(toll, state, morale.failures(battle, unit, hurt).map(lambda failed: price * failed))

    return blended((chance, ends(state)) for state, chance in spread.items())


@rule("aofr.morale.trigger", "aofr.morale.needs_wounds", "aofr.morale.fail_shaken")
def shaken_odds(toll: Toll, spread: Spread) -> Iterator[Odds]:
    """How likely the unit is hurt, down to half or less, and fails its test when the activation ends."""
    if toll.unit.shaken or toll.unit.fought:
        return
    tests = fails = 0.0
    parts: tuple[Part, ...] = ()
    for state, chance in spread.items():
        if not any(state[0]) or not (toll.unit.hurt or toll.lives(state) < toll.lives(toll.start)):
            continue
        battle, unit = toll.left_with(state)
        if morale.half_or_less(battle, unit):
            test = morale.made_test(battle, unit)
            if optional.price_of_failure(battle, unit, melee=False):
                continue
            parts = parts or morale.test_parts(unit, test)
            tests += chance
            fails += chance * morale.failing(unit, test)
    if fails >= SLIGHT:
        share = Part(0, f"{tests:.1%} to be wounded down to half or less and take a test", "aofr.morale.trigger")
        yield Odds("becomes Shaken", fails, (share, *parts), telling=True)
