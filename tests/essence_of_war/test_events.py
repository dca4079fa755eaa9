"""What happened, as the log tells it."""

from __future__ import annotations

import pytest

from warhost.play import Event
from warhost.play.questions import Part
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Pose

SKILLS = (Part(4, "Offensive Skill of Guard", "eow.stat.off"),)
NAMES = ("Guard", "Ghouls")


def told(event: Event) -> str:
    return event.say(NAMES.__getitem__, NAMES.__getitem__)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.UnitShot(0, 1, "Bow", 1), "Guard shot at Ghouls with Bow: 1 shot"),
        (events.UnitShot(0, 1, "Bow", 9), "Guard shot at Ghouls with Bow: 9 shots"),
        (
            events.BlowsStruck(0, 1, "Melee Attacks", 1, 3, 4, SKILLS),
            "Guard struck at Ghouls: 1 Melee Attack, hitting on 4+",
        ),
        (
            events.BlowsStruck(0, 1, "Melee Attacks", 5, 3, 4, SKILLS),
            "Guard struck at Ghouls: 5 Melee Attacks, hitting on 4+",
        ),
        (events.BlowsStruck(0, 1, "Stomp", 1, 0), "Guard struck at Ghouls: 1 hit by Stomp"),
        (events.BlowsStruck(0, 1, "Impact", 3, 10), "Guard struck at Ghouls: 3 hits by Impact"),
        (
            events.AttackResolved(0, 1, "Impact", 3, 3, 2, 1, 0),
            "Impact by Guard on Ghouls: 3 hits from 3 attacks, 2 wounds, 1 saved",
        ),
        (events.FailedChargeMoved(0, 5, (), Pose(1, 1, 0), 3.25), 'Guard failed the charge and moved 3.2"'),
    ],
)
def test_the_log_speaks_plain_english(event: Event, sentence: str) -> None:
    assert told(event) == sentence


def test_a_test_of_discipline_is_about_nobody_else() -> None:
    """The figure that it needs is no unit: nobody is lit as if it were done to them."""
    event = events.DisciplineTested(0, "break", 9, 1, False)
    assert (event.actor, event.others) == (0, ())
