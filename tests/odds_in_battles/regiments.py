"""How the promises of Regiments are read from what happened."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from tests.odds_in_battles import Book, Seen, Trial
from warhost.play import Answer, Ask, Choose, Chosen, Event, Setup
from warhost.rulesets.regiments.core import Battle, events

ARMIES = ("Burrowfolk Swarm", "League of Nine Bridges", "Tallgrass Horde", "Unburied Host", "Burrowfolk Swarm")


def answer(ask: Ask) -> Answer:
    """Strike whenever possible, cast and spend nothing more, else the usual."""
    question = ask.question
    if isinstance(question, Choose):
        keys = [option.key for option in question.options]
        for key in ("strike", "pass", "0"):
            if key in keys:
                return Chosen(key)
    return ask.suggestions()[0]


def _happened(told: Sequence[Event], kind: type[Event], unit: int | None) -> bool:
    return any(isinstance(event, kind) and getattr(event, "unit", None) == unit for event in told)


def _wounds(told: Sequence[Event], unit: int | None) -> float:
    return sum(event.wounds for event in told if isinstance(event, events.WoundsTaken) and event.unit == unit)


def _in_melee(told: Sequence[Event]) -> Sequence[Event]:
    """What happened since the melee began; all of it where it had begun before."""
    began = [place for place, event in enumerate(told) if isinstance(event, events.MeleeBegan)]
    return told[began[0] :] if began else told


def _enemy(trial: Trial) -> int | None:
    """Whom the unit of the option fights: whoever acts, if it is not that unit itself."""
    battle = trial.game.battle
    assert isinstance(battle, Battle)
    acting = battle.acting
    return trial.option.target if acting == trial.option.unit else acting


def _told_of(trial: Trial) -> int | None:
    """The unit that the promise is about."""
    return _enemy(trial) if trial.odds.label.startswith("the enemy") else trial.option.unit


def _charged_home(told: Sequence[Event]) -> Sequence[Event]:
    return _in_melee(told) if any(isinstance(event, events.MeleeBegan) for event in told) else ()


def hits(trial: Trial, told: Sequence[Event]) -> Seen:
    """Hits on a unit that may be destroyed on the way are not all told."""
    if any(odds.label == "destroyed" for odds in trial.option.odds):
        return None
    return sum(event.hits for event in told if isinstance(event, events.AttackResolved))


def wounds(trial: Trial, told: Sequence[Event]) -> Seen:
    return _wounds(told, trial.option.target)


def shaken(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(_happened(told, events.UnitShaken, trial.option.target))


def destroyed(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(_happened(told, events.UnitDestroyed, trial.option.target))


def wins(trial: Trial, told: Sequence[Event]) -> Seen:
    own, enemy = trial.option.unit, _enemy(trial)
    for event in told:
        if isinstance(event, events.MeleeResolved):
            return float(event.winner == own)
    return float(_happened(told, events.UnitDestroyed, enemy))


def dealt(trial: Trial, told: Sequence[Event]) -> Seen:
    return _wounds(_in_melee(told), _enemy(trial))


def dealt_by_charge(trial: Trial, told: Sequence[Event]) -> Seen:
    return _wounds(_charged_home(told), trial.option.target)


def taken_by_charge(trial: Trial, told: Sequence[Event]) -> Seen:
    return _wounds(_charged_home(told), trial.option.unit)


def on_the_way(trial: Trial, told: Sequence[Event]) -> Seen:
    return sum(event.wounds for event in told if isinstance(event, events.DangerousTest))


def becomes_shaken(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(_happened(told, events.UnitShaken, _told_of(trial)))


def gone(trial: Trial, told: Sequence[Event]) -> Seen:
    number = _told_of(trial)
    return float(_happened(told, events.UnitDestroyed, number) or _happened(told, events.UnitRouted, number))


def goes_off(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(any(isinstance(event, events.SpellCast) for event in told))


def spell_wounds(trial: Trial, told: Sequence[Event]) -> Seen:
    return wounds(trial, told) if goes_off(trial, told) else None


def spell_destroys(trial: Trial, told: Sequence[Event]) -> Seen:
    return destroyed(trial, told) if goes_off(trial, told) else None


BOOK = Book(
    readers={
        ("shoot", "expected hits"): hits,
        ("shoot", "expected wounds"): wounds,
        ("shoot", "becomes Shaken"): shaken,
        ("shoot", "destroyed"): destroyed,
        ("action", "wins the melee"): wins,
        ("action", "expected wounds in return"): taken_by_charge,
        ("action", "expected wounds on the way"): on_the_way,
        ("action", "expected wounds"): dealt_by_charge,
        ("action", "becomes Shaken"): becomes_shaken,
        ("action", "is destroyed or routs"): gone,
        **{
            (topic, label): reader
            for topic in ("strike back", "counter")
            for label, reader in (
                ("wins the melee", wins),
                ("expected wounds", dealt),
                ("becomes Shaken", becomes_shaken),
                ("is destroyed or routs", gone),
            )
        },
        **{
            (topic, label): reader
            for topic in ("cast", "cast on")
            for label, reader in (
                ("success if no tokens", goes_off),
                ("expected wounds on a success", spell_wounds),
                ("destroyed if it goes off", spell_destroys),
            )
        },
        ("boost", "success if the other side spends nothing"): goes_off,
        ("hinder", "success if the other side spends nothing"): goes_off,
    },
    answer=answer,
    setups=[
        Setup(ruleset="aofr", armies=pair, map=name)
        for pair, name in zip(pairwise(ARMIES), ("wasteland", "death", "balanced", "generic"), strict=True)
    ],
)
