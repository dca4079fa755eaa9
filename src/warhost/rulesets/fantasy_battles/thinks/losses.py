"""What losses would do to a unit: tried out on a copy of the battle, and the Panic that they may bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warhost.dice import Distribution
from warhost.play.battle import copied
from warhost.play.questions import Odds
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.thinks import losses
from warhost.rulesets.fantasy_battles.chapters.damage.damage import lose_together
from warhost.rulesets.fantasy_battles.chapters.general.panic import RULES as PANIC
from warhost.rulesets.fantasy_battles.core import Battle, Unit, health


def with_losses(battle: Battle, lost: Mapping[int, int]) -> Battle:
    """A copy of the battle in which units have lost these Health Points and contact is closed again. Nobody panics."""
    twin = copied(battle)
    losses.carry_out(lose_together(twin, lost, ""))
    return twin


@rule("t9a.panic.losses_25", "t9a.panic.exempt", "t9a.shooting.sequence")
def panic_odds(battle: Battle, unit: Unit, lost: Distribution[int], when: str = "") -> Iterator[Odds]:
    """How likely a unit that may lose so many Health Points to a volley or a spell panics, and is destroyed."""
    left = health(battle, unit)
    return losses.panic_odds(battle, unit, lost, left, with_losses, PANIC, last="t9a.attack.casualties", when=when)
