"""How the promises of The Blue Age are read from what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.odds_in_battles import Book, Reader, Seen, Trial
from warhost.play import Answer, Ask, Choose, Chosen, Event, Game, Setup
from warhost.rulesets.blue_age.core import joined, together
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.events import combat as combat_events
from warhost.rulesets.blue_age.core.events import magic as magic_events
from warhost.rulesets.blue_age.core.events import shooting as shooting_events

QUIET = ("hold", "none")
TESTS = (events.TestTaken, events.TestPassedByRule)


def answer(ask: Ask) -> Answer:
    """Do nothing more: no charges, spells, duels or Destiny. Cast with all dice, roll again what is best to."""
    question = ask.question
    if isinstance(question, Choose):
        if question.topic == "reroll":
            weighed = ask.weighed()
            assert isinstance(weighed, Choose)
            return Chosen(max(weighed.options, key=lambda option: sum(odd.value for odd in option.odds)).key)
        if question.topic == "dice":
            return Chosen(question.options[-1].key)
        quiet = [option.key for option in question.options if option.passes or option.key in QUIET]
        return Chosen(quiet[0] if quiet else question.options[0].key)
    return ask.suggestions()[0]


def same_turn(then: Game, now: Game) -> bool:
    return now.battle.turn == then.battle.turn


def until_rolled(then: Game, now: Game) -> bool:
    """Until the charges of this turn are made."""
    return same_turn(then, now) and now.battle.stage in ("declare", "charges")


# Shots


def _group(trial: Trial, number: int | None) -> set[int]:
    """The numbers of a unit and the Heroes who are with it."""
    battle: Any = trial.game.battle
    assert number is not None
    return {one.id for one in together(battle, battle.units[number])}


def _lost(told: Sequence[Event], units: set[int]) -> list[events.HealthLost]:
    return [event for event in told if isinstance(event, events.HealthLost) and event.unit in units]


def _shots(told: Sequence[Event]) -> Sequence[Event]:
    """What happened until the shots were over: who falls back in panic may come to harm on the way."""
    after = [place for place, event in enumerate(told) if isinstance(event, TESTS)]
    return told[: after[0]] if after else told


def wounds(trial: Trial, told: Sequence[Event]) -> Seen:
    return sum(event.health for event in _lost(_shots(told), _group(trial, trial.option.target)))


def models(trial: Trial, told: Sequence[Event]) -> Seen:
    return sum(event.models for event in _lost(_shots(told), _group(trial, trial.option.target)))


def of_others(trial: Trial, told: Sequence[Event]) -> Seen:
    """What a template does to those beside its target is told with the templates, not here."""
    return None


def destroyed(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(any(isinstance(e, events.UnitGone) and e.unit == trial.option.target for e in _shots(told)))


def tested(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(any(isinstance(e, TESTS) and e.unit == trial.option.target for e in told))


def panics(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(any(isinstance(e, shooting_events.Panicked) and e.unit == trial.option.target for e in told))


# Spells


def is_cast(trial: Trial, told: Sequence[Event]) -> Seen:
    rolled = [event for event in told if isinstance(event, magic_events.SpellRolled)]
    return float(rolled[0].successes >= rolled[0].needed)


def expelled(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(any(isinstance(event, magic_events.ExpulsionRolled) for event in told))


def dispelled(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(any(isinstance(event, magic_events.SpellDispelled) and event.dispelled for event in told))


def rallies(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(any(isinstance(event, magic_events.UnitRallied) for event in told))


# Charges


def reaches(trial: Trial, told: Sequence[Event]) -> Seen:
    """A charge on one enemy; one that comes to nothing because of others says nothing."""
    unit = trial.option.unit
    charges = [event for event in told if isinstance(event, combat_events.ChargeRolled)]
    if "+" in trial.option.key or not charges or charges[0].unit != unit:
        return None
    return float(any(isinstance(e, combat_events.ChargeReached) and e.unit == unit for e in told))


def dares(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(not any(isinstance(event, combat_events.ChargeNotDared) for event in told))


def arrives(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(any(isinstance(e, combat_events.ChargeReached) and e.unit == trial.option.unit for e in told))


def stood_and_shot(trial: Trial, told: Sequence[Event]) -> Seen:
    """What the charger lost, who need not be the only one to charge that unit."""
    return sum(event.health for event in _lost(told, _group(trial, trial.option.target)))


# Fights


def _members(trial: Trial) -> list[Any] | None:
    """The units of a fight whose figures are exact: nobody who may fight a duel."""
    battle: Any = trial.game.battle
    units = [battle.units[number] for number in battle.fights[int(trial.option.key)]]
    if any(joined(battle, unit) or battle.entry(unit).hero for unit in units):
        return None
    return units


def _scored(told: Sequence[Event]) -> combat_events.FightScored | None:
    return next((event for event in told if isinstance(event, combat_events.FightScored)), None)


def harm(*, own: bool) -> Reader:
    def read(trial: Trial, told: Sequence[Event]) -> Seen:
        units, scored = _members(trial), _scored(told)
        if units is None:
            return None
        blows = told if scored is None else told[: list(told).index(scored)]
        seat = trial.game.asked.question.seat
        return sum(event.health for event in _lost(blows, {one.id for one in units if (one.seat == seat) is own}))

    return read


def wins(*, own: bool) -> Reader:
    def read(trial: Trial, told: Sequence[Event]) -> Seen:
        scored, seat = _scored(told), trial.game.asked.question.seat
        if _members(trial) is None or scored is None:
            return None
        return float(scored.winner == (seat if own else 1 - seat))

    return read


BOOK = Book(
    readers={
        ("shoot", "expected wounds on"): of_others,
        ("shoot", "expected wounds"): wounds,
        ("shoot", "expected models lost"): models,
        ("shoot", "destroyed"): destroyed,
        ("shoot", "Panic Test"): tested,
        ("shoot", "falls back in panic"): panics,
        **{(topic, "to cast it"): is_cast for topic in ("command", "move", "shoot", "spell", "dice")},
        **{(topic, "risk of Expulsion"): expelled for topic in ("command", "move", "shoot", "spell", "dice")},
        ("dispel", "dispels it"): dispelled,
        ("command", "rallies"): rallies,
        ("charge", "charge succeeds"): reaches,
        ("charge", "dares to charge"): dares,
        ("reroll", "charge succeeds"): arrives,
        ("reaction", "expected wounds by shooting"): stood_and_shot,
        ("which fight", "expected wounds"): harm(own=False),
        ("which fight", "expected losses"): harm(own=True),
        ("which fight", "wins the fight"): wins(own=True),
        ("which fight", "loses the fight"): wins(own=False),
    },
    answer=answer,
    setups=[
        Setup(ruleset="blue", armies=pair, map=name, options={"points": 1000, "scenario": scenario})
        for pair, name, scenario in (
            (("Tidewardens", "Ashmoot Clans"), "1", "hold the ground"),
            (("Hollow Court", "Greenfold Kin"), "3", "break the line"),
            (("Ashmoot Clans", "Hollow Court"), "5", "break the line"),
            (("Greenfold Kin", "Tidewardens"), "2", "hold the ground"),
        )
    ],
    beyond={"charge": until_rolled},
)
