"""How the promises of Essence of War are read from what happened."""

from __future__ import annotations

from collections.abc import Sequence

from tests.odds_in_battles import Book, Reader, Seen, Trial
from warhost.play import Answer, Ask, Choose, Chosen, DiceRolled, Event, Game, Setup
from warhost.rulesets.essence_of_war.shown import events

QUIET = ("pass", "hold", "keep", "no")


def answer(ask: Ask) -> Answer:
    """Charge, cast and shoot nothing more, cast with all dice, dispel nothing; else the usual."""
    question = ask.question
    if isinstance(question, Choose):
        keys = [option.key for option in question.options]
        if question.topic == "casting dice":
            return Chosen(keys[-1])
        quiet = next((key for key in QUIET if key in keys), keys[0])
        return Chosen(quiet)
    return ask.suggestions()[0]


def same_turn(then: Game, now: Game) -> bool:
    return (now.battle.active, now.battle.turn) == (then.battle.active, then.battle.turn)


def same_phase(then: Game, now: Game) -> bool:
    return same_turn(then, now) and now.battle.phase == then.battle.phase


def _pair(trial: Trial) -> tuple[int, int]:
    """The unit that the promise calls "it", and its enemy."""
    battle, option = trial.game.battle, trial.option
    if trial.topic == "charge reaction":
        charger = next(event for event in reversed(trial.game.events) if isinstance(event, events.ChargeDeclared))
        return charger.target, charger.unit
    if trial.topic == "next combat":
        one, other = map(int, option.key.split("+"))
        return (one, other) if battle.units[one].seat == battle.active else (other, one)
    assert option.unit is not None
    assert option.target is not None
    return option.unit, option.target


def _lost(told: Sequence[Event], unit: int) -> float:
    return sum(event.health for event in told if isinstance(event, events.HealthLost) and event.unit == unit)


def _about(told: Sequence[Event], kind: type[Event], unit: int | None) -> list[Event]:
    return [event for event in told if isinstance(event, kind) and getattr(event, "unit", None) == unit]


def _round(trial: Trial, told: Sequence[Event]) -> tuple[Sequence[Event], Sequence[Event]] | None:
    """What happened in the round of the two units, before and after it was scored; None if it was not fought."""
    pair = set(_pair(trial))
    for began, event in enumerate(told):
        if isinstance(event, events.RoundFought) and set(event.units) == pair:
            for place in range(began, len(told)):
                if isinstance(told[place], events.CombatScored):
                    return told[began:place], told[place:]
    return None


def wins(trial: Trial, told: Sequence[Event]) -> Seen:
    fought = _round(trial, told)
    if fought is None:
        return None
    own, enemy = _pair(trial)
    scored = fought[1][0]
    assert isinstance(scored, events.CombatScored)
    if _about(fought[0], events.UnitDestroyed, own):
        return 0.0
    if _about(fought[0], events.UnitDestroyed, enemy):
        return 1.0
    return float(scored.loser == trial.game.battle.units[enemy].seat)


def loses(of_enemy: bool) -> Reader:
    def read(trial: Trial, told: Sequence[Event]) -> Seen:
        fought = _round(trial, told)
        return None if fought is None else _lost(fought[0], _pair(trial)[of_enemy])

    return read


def breaks(of_enemy: bool) -> Reader:
    def read(trial: Trial, told: Sequence[Event]) -> Seen:
        fought = _round(trial, told)
        if fought is None:
            return None
        number = _pair(trial)[of_enemy]
        tests = [
            e for e in fought[1] if isinstance(e, events.DisciplineTested) and (e.unit, e.kind) == (number, "break")
        ]
        return float(bool(tests) and not tests[-1].passed)

    return read


def gone(of_enemy: bool) -> Reader:
    def read(trial: Trial, told: Sequence[Event]) -> Seen:
        fought = _round(trial, told)
        if fought is None:
            return None
        number = _pair(trial)[of_enemy]
        fell = [e for lot in fought for e in _about(lot, events.UnitDestroyed, number)]
        return float(any("last Health Point" in e.how or "lost combat" in e.how for e in fell))  # type: ignore[attr-defined]

    return read


def reaches(trial: Trial, told: Sequence[Event]) -> Seen:
    own, enemy = _pair(trial)
    charger = enemy if trial.topic == "charge reaction" else own
    rolled = [e for e in told if isinstance(e, events.ChargeRangeRolled) and e.unit == charger]
    return float(rolled[0].made) if rolled else None


def runs_down(trial: Trial, told: Sequence[Event]) -> Seen:
    fell = _about(told, events.UnitDestroyed, trial.option.target)
    return float(any("run down" in e.how for e in fell))  # type: ignore[attr-defined]


def escapes(trial: Trial, told: Sequence[Event]) -> Seen:
    """Of two units that fled from a charger it goes after one: nothing was promised of the other."""
    rolled = [event.target for event in told if isinstance(event, events.ChargeRangeRolled)]
    if rolled and trial.option.unit not in rolled:
        return None
    return float(not _about(told, events.UnitDestroyed, trial.option.unit))


def passes(kind: str) -> Reader:
    def read(trial: Trial, told: Sequence[Event]) -> Seen:
        unit = trial.option.unit
        tests = [e for e in told if isinstance(e, events.DisciplineTested) and (e.unit, e.kind) == (unit, kind)]
        return float(not tests or tests[-1].passed)

    return read


def off_the_table(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(bool(_about(told, events.UnitFledOffBoard, trial.option.unit)))


def before_melee(reader: Reader) -> Reader:
    """Where nobody is asked any more the Melee Phase follows at once: it is no part of such a promise."""

    def read(trial: Trial, told: Sequence[Event]) -> Seen:
        fights = [place for place, event in enumerate(told) if isinstance(event, events.RoundFought)]
        return reader(trial, told[: fights[0]] if fights else told)

    return read


@before_melee
def losses(trial: Trial, told: Sequence[Event]) -> Seen:
    assert trial.option.target is not None
    return _lost(told, trial.option.target)


@before_melee
def hits(trial: Trial, told: Sequence[Event]) -> Seen:
    return sum(event.hits for event in told if isinstance(event, events.AttackResolved))


@before_melee
def flees(trial: Trial, told: Sequence[Event]) -> Seen:
    target = trial.option.target
    return float(bool(_about(told, events.UnitFled, target) or _about(told, events.UnitFledOffBoard, target)))


@before_melee
def shot_down(trial: Trial, told: Sequence[Event]) -> Seen:
    fell = _about(told, events.UnitDestroyed, trial.option.target)
    return float(any("last Health Point" in e.how for e in fell))  # type: ignore[attr-defined]


def takes_effect(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(any(isinstance(event, events.SpellCast) for event in told))


def once_cast(reader: Reader) -> Reader:
    return lambda trial, told: reader(trial, told) if takes_effect(trial, told) else None


def miscast(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(any(isinstance(event, events.Miscast) for event in told))


def dispelled(trial: Trial, told: Sequence[Event]) -> Seen:
    return float(any(isinstance(event, events.SpellDispelled) for event in told))


def catches(trial: Trial, told: Sequence[Event]) -> Seen:
    own = trial.option.unit
    rolls = {e.unit: sum(e.faces) for e in told if isinstance(e, DiceRolled) and e.rule == "eow.pursuit.rolls"}
    assert own in rolls
    assert trial.option.target in rolls
    return float(rolls[own] >= rolls[trial.option.target])


CLASH: dict[str, Reader] = {
    "wins the round": wins,
    "expected enemy HP lost": loses(True),
    "expected own HP lost": loses(False),
    "the enemy breaks": breaks(True),
    "it breaks": breaks(False),
    "the enemy is destroyed": gone(True),
    "it is destroyed": gone(False),
}

BOOK = Book(
    readers={
        **{
            (topic, words): reader for topic in ("declare charge", "charge reaction") for words, reader in CLASH.items()
        },
        **{("next combat", words): reader for words, reader in CLASH.items()},
        ("declare charge", "charge succeeds"): reaches,
        ("declare charge", "catches it"): runs_down,
        ("charge reaction", "the charge arrives"): reaches,
        ("charge reaction", "escapes"): escapes,
        ("redirect", "passes"): passes("redirect"),
        ("rally", "rallies"): passes("rally"),
        ("rally", "flees off the table"): off_the_table,
        ("panic order", "holds"): passes("panic"),
        ("break test", "stands"): passes("break"),
        ("pursuit", "catches it"): catches,
        ("shoot", "expected hits"): hits,
        ("shoot", "expected HP lost"): losses,
        ("shoot", "panics and flees"): flees,
        ("shoot", "destroyed"): shot_down,
        ("cast", "expected HP lost"): once_cast(losses),
        ("cast", "panics and flees"): once_cast(flees),
        ("cast", "destroyed"): once_cast(shot_down),
        ("casting dice", "success"): takes_effect,
        ("casting dice", "Miscast"): miscast,
        ("dispel", "dispelled"): dispelled,
    },
    answer=answer,
    setups=[
        Setup(ruleset="eow", armies=pair, map=name)
        for pair, name in (
            (("Orcs and Goblins", "Empire of Sonnstahl"), "2"),
            (("Ogre Khans", "Vampire Covenant"), "1"),
            (("Beast Herds", "Warriors of the Dark Gods"), "4"),
            (("Vermin Swarm", "Kingdom of Equitaine"), "5"),
            (("Daemon Legions", "Dwarven Holds"), "3"),
        )
    ],
    beyond={"declare charge": same_turn, "charge reaction": same_turn},
)
