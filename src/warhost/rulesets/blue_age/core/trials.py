"""Spirit and Mind Tests (BLUE-R06): a D10 with modifiers, equal to or higher than the value passes."""

from __future__ import annotations

from typing import Literal, NamedTuple

from warhost.play.questions import Odds, Part
from warhost.play.rules.moments import Moment
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.heroes import warbanner
from warhost.rulesets.blue_age.core.battle import Battle, Unit, head, joined
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.formation import reach
from warhost.rulesets.blue_age.core.rules import Special, speakers
from warhost.rulesets.blue_age.core.values import commander_of, tally

Kind = Literal["spirit", "mind"]

AURA = 12.0

TESTING: Moment[[Battle, Trial]] = Moment("a unit of The Blue Age is about to roll for a test")
"""Whoever lets it pass without a die says so in the test: a point of Destiny."""


class Trial:
    """A test of a unit: against what, with which modifiers, and by which rules it is passed or rolled again."""

    def __init__(self, battle: Battle, unit: Unit, kind: Kind, why: str, cite: str) -> None:
        self.unit, self.kind, self.why, self.rule = unit, kind, why, cite
        self.value = value_of(battle, unit, kind)
        self.added = Tally()
        self.passed_by: Special | None = None
        self.again_by: Special | str = ""
        self.fated = False
        """A point of Destiny passes it."""
        self.tens = battle.settings.natural_ten
        self.least = 2
        """The lowest natural face that may pass: a 1 never does."""

    @property
    def need(self) -> int:
        """The natural face that passes at least: a 10 always does (unless players agreed otherwise)."""
        return max(self.least, min(10 if self.tens else 11, self.value - self.added.total))

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(self.added.parts)


@rule("blue.joining.hero_spirit", "blue.commander.spirit_aura")
def value_of(battle: Battle, unit: Unit, kind: Kind) -> int:
    """The Spirit or Mind that a unit tests with. Mind is its own. Spirit is that of the best Hero who is with it, else
    its own; the Commander's instead where he is near and it is better (BLUE-R93)."""
    if kind == "mind":
        return _own_value(battle, unit, kind)
    own = head(battle, unit)
    value = min(_own_value(battle, one, kind) for one in (joined(battle, own) or [own]))
    chief = commander_of(battle, unit.seat)
    if chief is None or head(battle, chief).fleeing or not unit.models:
        return value
    his = _own_value(battle, chief, kind)
    if his >= value:
        return value
    inches = AURA
    for speaker in speakers(battle, chief).at("aura_reach"):
        inches = speaker.aura_reach(battle, chief, inches)
    return his if reach(battle, chief, own) <= inches + 1e-6 else value


def _own_value(battle: Battle, unit: Unit, kind: Kind) -> int:
    """The Spirit or Mind of a unit's own models, with what its rules make of it."""
    entry = battle.entry(unit)
    return tally(battle, unit, kind, entry.spirit if kind == "spirit" else entry.mind).total


@rule("blue.special.unbreakable", "blue.special.deft_of_mind")
def prepared(battle: Battle, unit: Unit, kind: Kind, why: str, cite: str) -> Trial:
    """The test after all rules have spoken and before the die."""
    trial = Trial(battle, unit, kind, why, cite)
    present = speakers(battle, unit)
    trial.passed_by = next(iter(present.at("unbreakable" if kind == "spirit" else "deft")), None)
    for speaker in present.at("on_test"):
        speaker.on_test(battle, unit, trial)
    if not trial.again_by and warbanner.steadies(battle, unit):
        trial.again_by = "Warbanner"
    return trial


class Done(NamedTuple):
    """How a test went, and the natural die that counted (0: none was rolled)."""

    passed: bool
    face: int


def take(battle: Battle, trial: Trial) -> Script[Done]:
    """Take a prepared test: passed without a die by a rule, rolled, and once more if it failed and a rule says so."""
    unit = trial.unit
    if trial.passed_by is not None:
        yield events.TestPassedByRule(unit.id, trial.kind.title(), trial.passed_by.name, trial.passed_by.id)
        return Done(True, 0)
    yield from TESTING.announce(battle, trial)
    if trial.fated:
        yield events.TestPassedByRule(unit.id, trial.kind.title(), "Destiny", "blue.destiny.auto_pass")
        return Done(True, 0)
    face = yield from _rolled(battle, trial, trial.why)
    if face < trial.need and trial.again_by:
        name = trial.again_by if isinstance(trial.again_by, str) else trial.again_by.name
        face = yield from _rolled(battle, trial, f"{trial.why}, again by {name}")
    return Done(face >= trial.need, face)


def _rolled(battle: Battle, trial: Trial, why: str) -> Script[int]:
    unit = trial.unit
    (face,) = yield from roll("D10", why=why, rule=trial.rule, seat=unit.seat, unit=unit.id, need=trial.need)
    yield events.TestTaken(unit.id, trial.kind.title(), face, trial.need, face >= trial.need, trial.parts)
    return face


def tested(battle: Battle, unit: Unit, kind: Kind, why: str, cite: str, **added: int) -> Script[Done]:
    """Prepare a test and take it; `added` are modifiers by their names."""
    trial = prepared(battle, unit, kind, why, cite)
    for name, amount in added.items():
        trial.added.add(amount, name.replace("_", " "), cite)
    return (yield from take(battle, trial))


def chance_of(trial: Trial) -> float:
    """The chance that a prepared test is passed."""
    if trial.passed_by is not None:
        return 1.0
    once = (11 - trial.need) / 10
    return once + (1 - once) * once if trial.again_by else once


def odds_of(trial: Trial, label: str = "") -> Odds:
    """The same as a figure to show."""
    return Odds(label or f"passes its {trial.kind.title()} Test", chance_of(trial), trial.parts)
