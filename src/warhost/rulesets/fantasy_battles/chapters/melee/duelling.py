"""Duels are issued and accepted, each with what the duellists have to expect (Round of Combat: step 4)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.melee.duels import champions, opponents
from warhost.rulesets.fantasy_battles.core import Battle, Unit, deny
from warhost.rulesets.fantasy_battles.shown import melee_events as events
from warhost.rulesets.fantasy_battles.thinks.combat_odds import duel_odds

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
    key = yield from choose(
        *(seat, "issue duel", "Do you issue a Duel?", options),
        rules=RULES,
        weigh=lambda option: _hopes(battle, option),
    )
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


def _hopes(battle: Battle, option: Option) -> tuple[Odds, ...]:
    """What the challenger has to expect, if the one whom it would rather not meet accepts."""
    if option.unit is None:
        return ()
    challenger = battle.units[option.unit]
    each = [(other.name, tuple(duel_odds(battle, challenger, other))) for other in opponents(battle, challenger)]
    worst, told = min(each, key=lambda one: one[1][0].value - one[1][1].value)
    if len(each) == 1:
        return told
    return tuple(msgspec.structs.replace(odd, label=f"{odd.label} if {acts(worst, 'accepts')}") for odd in told)


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
    key = yield from choose(
        *(seat, "accept duel", text, options),
        rules=RULES,
        denied=denied,
        weigh=lambda option: (
            () if option.unit is None else tuple(duel_odds(battle, battle.units[option.unit], challenger))
        ),
    )
    return None if key == "pass" else next(unit for unit in able if unit.id == int(key))
