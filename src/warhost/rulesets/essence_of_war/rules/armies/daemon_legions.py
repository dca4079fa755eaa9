"""The rules of the Daemon Legions' list."""

from __future__ import annotations

from warhost.play.rules.tally import Tally
from warhost.play.script import Script
from warhost.rulesets.essence_of_war.chapters.magic.casting import Casting
from warhost.rulesets.essence_of_war.core import (
    BOONS,
    MODEL_RULES,
    Battle,
    Boon,
    BoonRule,
    ModelRule,
    Unit,
    models_touched,
    value,
)
from warhost.rulesets.essence_of_war.shown import events

MOST_ATTACKS = 5
"""The Attacks of a model that knows itself, before anything else adds to them."""

FEW_DICE = (1, 2)


@MODEL_RULES.rule(
    "Immortal Denizens", "eow.list.daemon_legions.rule.immortal_denizens", "eow.list.daemon_legions.rule.conclave"
)
class ImmortalDenizens(ModelRule):
    """Casting rolls with one or two dice are 1 higher."""

    def on_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        if casting.dice in FEW_DICE:
            casting.roll.add(1, self)


@BOONS.rule("Know Thyself", "eow.list.daemon_legions.rule.know_thyself")
class KnowingThyself(BoonRule):
    """The Attacks of the enemies that it touched when the round began are its own too."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "att" and bearer.entry == self.boon.other:
            tally.add(self.boon.form, self)


@MODEL_RULES.rule("Know Thyself", "eow.list.daemon_legions.rule.know_thyself")
class KnowThyself(ModelRule):
    """For each Round of Combat it adds the Attack Values of all enemy models that it touches, up to 5 (EOW-R169)."""

    def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        theirs = sum(value(battle, enemy, "att") * many for enemy, many in models_touched(battle, bearer))
        more = min(theirs, MOST_ATTACKS - battle.profile(bearer).att)
        if more > 0:
            body = battle.body(bearer)
            body.boons = (*body.boons, Boon(self.name, "round", more, bearer.entry, bearer.seat))
            yield events.BoonGiven(bearer.id, None, self.name, self.id)
