"""What a point of Destiny is worth in The Blue Age: spent now, or kept until its Hero would die."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option, Question
from warhost.rulesets.blue_age.core import Unit, head
from warhost.rulesets.blue_age.thinks.fights import RUNS
from warhost.rulesets.blue_age.thinks.magic import BlueMagic

DEATH_SAVE, AUTO_PASS = "blue.destiny.death_save", "blue.destiny.auto_pass"

LIVES = 0.5
"""The chance of a Death Save."""

FALLS, FALLS_LATE = 0.3, 0.1
"""The chance that a Hero will need a Death Save: with turns to come, and in the last one."""

SPARE = 0.3
"""What a point is worth of that which is not the last one."""

FAILS = 0.5
"""The chance that a test which is asked about would fail."""

GRAVE = frozenset({"Lost the fight", "Rally", "Its Champion was slain", "The Gate Opens", "Fall Back"})
SLIGHT = 0.1
"""The tests after which a unit runs, and what the others are worth of a unit."""

DICE = {"blue.destiny.reroll_wounds": 9.0, "blue.destiny.reroll_magic": 3.0, "blue.destiny.extra_ap": 1.5}
"""What the dice are worth that a point buys."""


class BlueDestiny(BlueMagic):
    """What the book knows about Destiny."""

    def destined(self, question: Question, option: Option) -> Iterator[Term]:
        """A point is spent if that is worth more than the Death Save for which it could be kept."""
        hero, use = self.unit(option.unit or 0), question.rules[0]
        if use == DEATH_SAVE:
            yield 0.0 if option.passes else LIVES * self._worth(hero), "may live on", DEATH_SAVE
        elif option.passes:
            yield self._kept(hero), "a Death Save for later", DEATH_SAVE
        elif use == AUTO_PASS:
            share = RUNS if question.about in GRAVE else SLIGHT
            yield FAILS * share * self.worth(head(self.battle, hero)), "might fail the test", AUTO_PASS
        else:
            yield DICE[use], "what its dice promise", use

    def _kept(self, hero: Unit) -> float:
        needed = FALLS if self.turns_left else FALLS_LATE
        return LIVES * needed * self._worth(hero) * (1.0 if hero.destiny == 1 else SPARE)
