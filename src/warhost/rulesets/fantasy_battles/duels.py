"""Duels: who challenges, who accepts (Round of Combat: step 4)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Denied, Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import melee_events as events
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.contact import contacts, deny
from warhost.rulesets.fantasy_battles.damage import in_duel
from warhost.rulesets.fantasy_battles.formation import spots_of

RULES = ("t9a.round.step04_duels", "t9a.special.duel")


@rule("t9a.round.step04_duels", "t9a.special.duel")
def duels(battle: Battle, combat: Sequence[int]) -> Script[None]:
    """Step 4: the Active Player, then the Reactive Player, may issue one Duel; the enemy may accept it.

    Both duellists strike nobody but each other in this round, and nobody else strikes them. A refusal costs nothing
    (T9A-R128).
    """
    battle.duels = ()
    if not battle.scene.settings.duels:
        return
    for seat in (battle.active, battle.reactive):
        yield from _issue(battle, combat, seat)


def _issue(battle: Battle, combat: Sequence[int], seat: int) -> Script[None]:
    able = {unit.id: unit for unit in champions(battle, combat, seat) if opponents(battle, unit)}
    if not able:
        return
    options = [Option("pass", "Issue no Duel", passes=True)]
    options += [Option(str(unit.id), f"{unit.name} issues a Duel", unit=unit.id) for unit in able.values()]
    key = yield from choose(seat, "issue duel", "Do you issue a Duel?", options, rules=RULES)
    if key == "pass":
        return
    challenger = able[int(key)]
    yield events.DuelIssued(challenger.id)
    taker = yield from _accept(battle, combat, challenger)
    if taker is None:
        yield events.DuelRefused(1 - seat, challenger.id)
        return
    yield events.DuelAccepted(taker.id, challenger.id)
    battle.duels = (*battle.duels, (challenger.entry, taker.entry))


def _accept(battle: Battle, combat: Sequence[int], challenger: Unit) -> Script[Unit | None]:
    seat = 1 - challenger.seat
    able = opponents(battle, challenger)
    denied: list[Denied] = [
        deny(unit, f"{unit.name} is not in contact with the unit of {challenger.name}.", "t9a.special.duel")
        for unit in champions(battle, combat, seat)
        if unit not in able
    ]
    options = [Option("pass", "Refuse the Duel", passes=True)]
    options += [Option(str(unit.id), f"{unit.name} accepts", unit=unit.id, target=challenger.id) for unit in able]
    text = f"Who accepts the Duel of {challenger.name}?"
    key = yield from choose(seat, "accept duel", text, options, rules=RULES, denied=denied)
    return None if key == "pass" else next(unit for unit in able if unit.id == int(key))


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
    """Whom the model duels with in this round, if it does and that one still lives."""
    for pair in battle.duels:
        if unit.entry in pair:
            other = battle.bearing(pair[1 - pair.index(unit.entry)])
            return other if battle.body(other).pose is not None and other.models else None
    return None
