"""Sweeping Attacks: hits on an enemy over whom a unit has moved (Paths: Witchcraft)."""

from __future__ import annotations

from typing import NamedTuple

from warhost.field import Path
from warhost.play.counsel.throws import Reason, counted, spread, throw_number
from warhost.play.questions import Odds, Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.core import Attack, Battle, Unit, boundary, enemies, health
from warhost.table import passes_through

SWEEPING = "t9a.special.sweeping_attack"


class Sweep(NamedTuple):
    """The hits of a Sweeping Attack: a number or dice, their Strength, AP and rules, and the row of what gives them."""

    hits: str
    strength: int
    ap: int
    rules: tuple[str, ...]
    source: str


@rule("t9a.special.sweeping_attack")
def swept_over(battle: Battle, unit: Unit, path: Path) -> list[Unit]:
    """The unengaged enemies whose boundaries the way crosses (T9A-R103)."""
    return [
        enemy
        for enemy in enemies(battle, unit.seat)
        if not enemy.engaged
        and any(passes_through(before, step, boundary(battle, enemy)) for before, step, _ in path.parts())
    ]


@rule("t9a.special.sweeping_attack")
def sweep(battle: Battle, unit: Unit, path: Path, attack: Sweep) -> Script[None]:
    """Once in a Player Turn, at the end of the move, one of the enemies that it crossed may be hit (T9A-R103).

    These are Ranged Attacks: whoever loses too much by them takes a Panic Test.
    """
    if unit.swept or unit.pose is None:
        return
    crossed = swept_over(battle, unit, path)
    if not crossed:
        return
    options = [Option(str(enemy.id), enemy.name, unit=unit.id, target=enemy.id) for enemy in crossed]
    options.append(Option("pass", "No Sweeping Attack", unit=unit.id, passes=True))
    key = yield from choose(
        unit.seat,
        "sweeping attack",
        f"Who does the Sweeping Attack of {unit.name} strike?",
        options,
        rules=(SWEEPING, attack.source),
        weigh=lambda option: _prospects(battle, unit, attack, option),
    )
    if key == "pass":
        return
    unit.swept = True
    target = battle.units[int(key)]
    told = Reason("Hits of the Sweeping Attack", SWEEPING, unit.seat, unit.id)
    hits = yield from throw_number(counted(attack.hits), told)
    blows = _attack(battle, unit, target, attack, hits)
    yield from damage.roll_hits(battle, blows)
    yield from panic.suffer_attacks(battle, [blows])
    yield from panic.after_losses(battle, target, unit.id)


def _attack(battle: Battle, unit: Unit, target: Unit, attack: Sweep, hits: int) -> Attack:
    made = Attack(
        *("sweeping", unit.id, target.id, hits, "Sweeping Attack", SWEEPING),
        strength=attack.strength,
        ap=attack.ap,
        rules=attack.rules,
    )
    return damage.prepared(battle, made)


def _prospects(battle: Battle, unit: Unit, attack: Sweep, option: Option) -> tuple[Odds, ...]:
    """What the hits would cost the enemy."""
    if option.target is None:
        return option.odds
    target = battle.units[option.target]
    one = _attack(battle, unit, target, attack, 1)
    lost = spread(damage.chain(battle, one), counted(attack.hits), health(battle, target))
    return (Odds("expected HP lost", lost.mean, damage.hurdles(battle, one), "expected", telling=True),)
