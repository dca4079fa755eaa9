"""The steps of a Round of Combat: its start, who strikes at which Agility, and their blows (Melee Phase)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.melee.strikes import (
    Blows,
    attacks_of,
    normal_blows,
    share_out,
    special_blows,
)
from warhost.rulesets.essence_of_war.chapters.shooting.breath import breathes_now
from warhost.rulesets.essence_of_war.core import Battle, SpecialAttack, speakers, spoken, taking_part, value
from warhost.rulesets.families.ninth_age.chapters.panic import suffer_attacks


@rule("eow.melee.start_effects")
def start_of_combat(battle: Battle, combat: Sequence[int]) -> Script[None]:
    """What happens at the start of each round, the Active Player's units first."""
    for unit in taking_part(battle, combat):
        unit.lost_this_round = 0
        unit.primal = False
    for number in sorted(combat, key=lambda n: (battle.units[n].seat != battle.active, n)):
        unit = battle.units[number]
        for bearer, speaker in spoken(battle, unit, "at_combat_start"):
            yield from speaker.at_combat_start(battle, bearer)


class Striker(NamedTuple):
    """A unit or a guest whose turn it is to strike, with its normal attacks or with a special one.

    Named by its entry: a guest whose unit dies in an earlier step goes on under the unit's number.
    """

    agility: int
    entry: int
    special: SpecialAttack | None = None


@rule("eow.melee.agility_order", "eow.melee.steps", "eow.stat.agi")
def agility_order(battle: Battle, combat: Sequence[int]) -> list[list[Striker]]:
    """Who strikes at which step, from 10 down to 0; fixed for the round."""
    strikers: list[Striker] = []
    for unit in taking_part(battle, combat):
        if unit.stood is not None:
            continue
        strikers.append(Striker(value(battle, unit, "agi"), unit.entry))
        for speaker in speakers(battle, unit).at("special_attacks"):
            strikers.extend(
                Striker(special.agility, unit.entry, special) for special in speaker.special_attacks(battle, unit)
            )
    steps = sorted({striker.agility for striker in strikers}, reverse=True)
    return [[striker for striker in strikers if striker.agility == step] for step in steps]


@rule("eow.melee.simultaneous", "eow.melee.allocate_all_first")
def agility_step(battle: Battle, strikers: Sequence[Striker]) -> Script[None]:
    """All attacks of a step are allocated, the Active Player's first (EOW-R139), then rolled, then losses come off.

    At its end broken contact is closed again, as after all losses.
    """
    blows: list[Blows] = []
    strikers = yield from _declared(battle, strikers)
    for seat in (battle.active, battle.reactive):
        blows.extend((yield from share_out(battle, seat, blows_of_side(battle, strikers, seat))))
    if not blows:
        return
    attacks = yield from attacks_of(battle, blows)
    yield from suffer_attacks(battle, attacks)


def _declared(battle: Battle, strikers: Sequence[Striker]) -> Script[list[Striker]]:
    """Those who strike in a step: without those that keep for later what they can use once (EOW-R139)."""
    strikes: dict[Striker, bool] = {}
    for striker in sorted(strikers, key=lambda striker: battle.bearing(striker.entry).seat != battle.active):
        strikes[striker] = yield from _strikes_now(battle, striker)
    return [striker for striker in strikers if strikes[striker]]


def _strikes_now(battle: Battle, striker: Striker) -> Script[bool]:
    unit, special = battle.bearing(striker.entry), striker.special
    if special is None or not special.once:
        return True
    if not blows_of(battle, striker, unit.seat):
        return False
    return (yield from breathes_now(battle, unit, special))


def blows_of_side(battle: Battle, strikers: Sequence[Striker], seat: int) -> list[Blows]:
    """All blows that the units of one player strike in a step."""
    return [blow for striker in strikers for blow in blows_of(battle, striker, seat)]


def blows_of(battle: Battle, striker: Striker, seat: int) -> list[Blows]:
    unit = battle.bearing(striker.entry)
    if unit.seat != seat or not battle.body(unit).engaged:
        return []
    if striker.special is None:
        return normal_blows(battle, unit, striker.agility)
    return special_blows(battle, unit, striker.special)
