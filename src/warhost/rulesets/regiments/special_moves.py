"""Special rules about moves and transport, each one small class."""

from __future__ import annotations

from typing import ClassVar

from warhost.play.rulebase import NUMBER
from warhost.play.tally import Tally
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.rules import MODELS, RULES, ActionName, SpecialRule


class _Pace(SpecialRule):
    """Changes how far the unit goes on an Advance, and twice as much on a Rush or Charge."""

    inches: ClassVar[int] = 0

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action == "advance":
            inches.add(self.inches, self)
        elif action in ("rush", "charge"):
            inches.add(2 * self.inches, self)


@RULES.rule("Fast", "aofr.special.fast")
class Fast(_Pace):
    """2" further on an Advance, 4" on a Rush or Charge."""

    inches = 2


@RULES.rule("Slow", "aofr.special.slow")
class Slow(_Pace):
    """2" less on an Advance, 4" less on a Rush or Charge."""

    inches = -2
    one_is_enough = True


@RULES.rule("Musician", "aofr.command.musician")
class Musician(SpecialRule):
    """The model and its unit go 1" further on every move action."""

    one_is_enough = True

    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        if action in ("advance", "rush", "charge"):
            inches.add(1, self)


@RULES.rule("Flying", "aofr.special.flying")
class Flying(SpecialRule):
    """Passes over units and terrain; only where it ends must be legal."""

    flies = True


@RULES.rule("Strider", "aofr.special.strider")
class Strider(SpecialRule):
    """Difficult terrain does not slow it; dangerous ground still is."""

    strides = True


@RULES.rule("Immobilized", "aofr.special.immobilized")
class Immobilized(SpecialRule):
    """Takes Hold actions only."""

    only_holds = True
    one_is_enough = True


@RULES.rule("Transport", "aofr.special.transport.capacity")
class Transport(SpecialRule):
    """Carries units of its side, as many spaces as its number says."""

    brackets = NUMBER
    bearers = MODELS
    answers = "spaces"
