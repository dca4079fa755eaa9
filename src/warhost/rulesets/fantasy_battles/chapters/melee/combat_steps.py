"""The steps of a Round of Combat: its start, who strikes at which Agility, and their blows (Melee Phase)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.panic import suffer_attacks
from warhost.rulesets.fantasy_battles.chapters.melee.strikes import (
    Blows,
    attacks_of,
    normal_blows,
    share_out,
    special_blows,
)
from warhost.rulesets.fantasy_battles.chapters.melee.wielding import armed_value
from warhost.rulesets.fantasy_battles.chapters.shooting.breath import breathes_now, with_strength
from warhost.rulesets.fantasy_battles.core import Battle, SpecialAttack, speakers, spoken, taking_part


@rule("t9a.round.step01_start")
def start_of_combat(battle: Battle, combat: Sequence[int]) -> Script[None]:
    """What happens at the start of each round, the Active Player's units first."""
    for unit in taking_part(battle, combat):
        unit.lost_this_round = 0
        unit.overkill = 0
    for number in sorted(combat, key=lambda n: (battle.units[n].seat != battle.active, n)):
        unit = battle.units[number]
        for bearer, speaker in spoken(battle, unit, "at_combat_start"):
            yield from speaker.at_combat_start(battle, bearer)


class Striker(NamedTuple):
    """A part of a unit or of a guest whose turn it is to strike, with its Close Combat Attacks or a Special Attack.

    Named by its entry: a guest whose unit dies in an earlier step goes on under the unit's number.
    """

    agility: int
    entry: int
    part: int = 0
    special: SpecialAttack | None = None


@rule("t9a.round.step05_initiative")
def initiative_order(battle: Battle, combat: Sequence[int]) -> list[list[Striker]]:
    """Who strikes at which Initiative Step, from 10 down to 0; fixed for the round (T9A-R125)."""
    strikers: list[Striker] = []
    for unit in taking_part(battle, combat):
        if unit.stood is not None:
            continue
        strikers.extend(
            Striker(min(10, armed_value(battle, unit, "agi", part)), unit.entry, part)
            for part in range(len(battle.entry(unit).parts))
        )
        for speaker in speakers(battle, unit).at("special_attacks"):
            strikers.extend(
                Striker(special.agility, unit.entry, 0, special) for special in speaker.special_attacks(battle, unit)
            )
    steps = sorted({striker.agility for striker in strikers}, reverse=True)
    return [[striker for striker in strikers if striker.agility == step] for step in steps]


@rule("t9a.round.step06_attacks", "t9a.round.step06_simultaneous")
def initiative_step(battle: Battle, strikers: Sequence[Striker]) -> Script[None]:
    """All attacks of a step are allocated, the Active Player's first, then rolled, then losses come off.

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


@rule("t9a.special.breath_attack")
def _declared(battle: Battle, strikers: Sequence[Striker]) -> Script[list[Striker]]:
    """Those who strike in a step: without those that keep for later what they can use once."""
    strikes: dict[Striker, Striker | None] = {}
    for striker in sorted(strikers, key=lambda striker: battle.bearing(striker.entry).seat != battle.active):
        strikes[striker] = yield from _strikes_now(battle, striker)
    return [one for striker in strikers if (one := strikes[striker]) is not None]


def _strikes_now(battle: Battle, striker: Striker) -> Script[Striker | None]:
    unit, special = battle.bearing(striker.entry), striker.special
    if special is None or not special.once:
        return striker
    if not blows_of(battle, striker, unit.seat) or not (yield from breathes_now(battle, unit, special)):
        return None
    return striker._replace(special=(yield from with_strength(unit, special)))


def blows_of_side(battle: Battle, strikers: Sequence[Striker], seat: int) -> list[Blows]:
    """All blows that the units of one player strike in a step."""
    return [blow for striker in strikers for blow in blows_of(battle, striker, seat)]


def blows_of(battle: Battle, striker: Striker, seat: int) -> list[Blows]:
    unit = battle.bearing(striker.entry)
    if unit.seat != seat or not battle.body(unit).engaged:
        return []
    if striker.special is None:
        return normal_blows(battle, unit, striker.agility, striker.part)
    return special_blows(battle, unit, striker.special)
