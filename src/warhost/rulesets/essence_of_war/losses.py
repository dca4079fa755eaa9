"""What losses would do to a unit: tried out on a copy of the battle, and the Panic that they may bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warhost.dice import Distribution
from warhost.play.battle import copied
from warhost.play.questions import Odds
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.damage import lose_together
from warhost.rulesets.essence_of_war.discipline import passing, passing_odds
from warhost.rulesets.essence_of_war.formation import health
from warhost.rulesets.essence_of_war.panic import exempt, has_lost_enough
from warhost.rulesets.families.ninth_age import losses


def with_losses(battle: Battle, lost: Mapping[int, int]) -> Battle:
    """A copy of the battle in which units have lost these Health Points and contact is closed again. Nobody panics."""
    twin = copied(battle)
    losses.carry_out(lose_together(twin, lost, ""))
    return twin


@rule("eow.panic.quarter_losses", "eow.panic.exempt_states", "eow.shoot.panic", "eow.magic.hits", "eow.stat.hp")
def panic_odds(battle: Battle, unit: Unit, lost: Distribution[int], when: str = "") -> Iterator[Odds]:
    """How likely a unit that may lose so many Health Points to a volley or a spell panics, and is destroyed."""

    def fails(points: int) -> float | None:
        after = with_losses(battle, {unit.id: points}) if points else battle
        one = after.units[unit.id]
        return 1 - passing(after, one, "panic") if has_lost_enough(after, one) else None

    return losses.panic_odds(
        lost,
        health(battle, unit),
        None if exempt(unit) else fails,
        lambda: passing_odds("", battle, unit, "panic"),
        quarter="eow.panic.quarter_losses",
        last="eow.stat.hp",
        when=when,
    )
