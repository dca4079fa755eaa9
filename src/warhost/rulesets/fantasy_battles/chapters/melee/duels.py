"""Who may fight a Duel with whom, and who does (Round of Combat: step 4)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.damage.damage import in_duel
from warhost.rulesets.fantasy_battles.core import Battle, Unit, contacts, spots_of


@rule("t9a.special.duel", "t9a.special.champion", "t9a.special.character")
def champions(battle: Battle, combat: Sequence[int], seat: int) -> list[Unit]:
    """The Characters and Champions of a side that are in contact with an enemy and fight no Duel yet."""
    units = [battle.units[number] for number in combat if battle.units[number].seat == seat]
    return [
        one
        for unit in units
        if unit.engaged
        for one in battle.company(unit)
        if battle.entry(one).role in ("character", "champion") and not in_duel(battle, one) and _touches(battle, one)
    ]


@rule("t9a.special.duel")
def opponents(battle: Battle, unit: Unit) -> list[Unit]:
    """Whom that model could fight: Characters and Champions in contact, of units that are in contact with its own."""
    foes = [foe.unit for foe in battle.body(unit).foes]
    return champions(battle, foes, 1 - unit.seat)


def _touches(battle: Battle, one: Unit) -> bool:
    """Whether the model itself is in contact with an enemy."""
    body = battle.body(one)
    touched = contacts(battle, body)
    if one is body:
        return bool(touched)
    return any(spot in touched for spot in spots_of(body, one.id))


@rule("t9a.special.duel")
def opponent_of(battle: Battle, unit: Unit) -> Unit | None:
    """Whom the model duels with in this round, if it does, that one still lives and its unit has not dropped out of
    contact."""
    for pair in battle.duels:
        if unit.entry in pair:
            other = battle.bearing(pair[1 - pair.index(unit.entry)])
            there = battle.body(other)
            touching = any(foe.unit == there.id for foe in battle.body(unit).foes)
            return other if touching and there.pose is not None and other.models else None
    return None
