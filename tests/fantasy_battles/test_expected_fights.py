"""Fights in means come near to the exact odds of their first round."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.fantasy_battles.harness import Table, draw, shape
from warhost.play.counsel.counsel import Fight
from warhost.rulesets.families.ninth_age.thinks.expected_fights import Combat, charge_link
from warhost.rulesets.fantasy_battles.core.battle import Unit
from warhost.rulesets.fantasy_battles.thinks import expected_fights
from warhost.rulesets.fantasy_battles.thinks.combat_odds import forecast
from warhost.rulesets.fantasy_battles.thinks.expected_fights import BreakTest, likeness, standing_links
from warhost.table import Arc


def foreseen(table: Table, *names: str, charging: frozenset[int] = frozenset()) -> Fight:
    """The combat of these units as the first player expects it; a Health Point is worth 1."""
    battle = table.battle
    numbers = [table.unit(name).id for name in names]
    rects = {table.unit(name).id: shape(table, name) for name in names}

    def worth(unit: Unit, health: float) -> float:
        return health

    links = standing_links(battle, numbers, rects)
    test, alike = partial(BreakTest, battle), partial(likeness, battle)
    return Combat(expected_fights, battle, 0, links, test, worth, alike, {}).foresee(charging)


def fighting(one: str, other: str, side: str = "front", **changes: Any) -> Table:
    table = draw(f"{one} at 36,20 | {other} at 36,30 face 180", phase="melee").fight(one, other, side)
    return table.change(one, **changes) if changes else table


@pytest.mark.parametrize(
    ("one", "other", "side"),
    [
        ("Spearmen", "Swordsmen", "front"),
        ("Spearmen", "Swordsmen", "left"),
        ("Knights", "Guard", "front"),
        ("Knights", "Swordsmen", "rear"),
        ("Ogres", "Guard", "front"),
        ("Giant", "Swordsmen", "front"),
        ("Guard", "Ogres", "left"),
    ],
)
def test_the_first_round_in_means_is_near_to_its_exact_odds(one: str, other: str, side: str) -> None:
    table = fighting(one, other, side)
    exact = forecast(table.battle, (table.unit(one).id, table.unit(other).id))
    assert exact is not None
    fight = foreseen(table, one, other)
    mine, yours = exact[table.unit(one).id], exact[table.unit(other).id]
    assert fight.deals == pytest.approx(yours.lost, rel=0.12, abs=0.15)
    assert fight.takes == pytest.approx(mine.lost, rel=0.12, abs=0.15)
    assert fight.wins == pytest.approx(mine.wins, abs=0.12)


def test_a_lance_counts_when_its_bearer_charges() -> None:
    table = fighting("Knights", "Swordsmen")
    standing = foreseen(table, "Knights", "Swordsmen")
    charging = foreseen(table, "Knights", "Swordsmen", charging=frozenset({table.unit("Knights").id}))
    assert charging.deals == pytest.approx(standing.deals + 10 / 3 * (5 / 6 - 2 / 3))
    assert charging.wins > standing.wins


def test_a_charge_is_linked_by_the_models_that_can_stand_in_contact() -> None:
    table = draw("Knights at 36,10 | Swordsmen at 36,22 face 180")
    link = charge_link(expected_fights, table.battle, table.unit("Knights"), table.unit("Swordsmen"), Arc.FRONT)
    assert (link.its_models, link.others_models) == (5, 5)


def test_a_stubborn_unit_stands_whatever_the_difference() -> None:
    table = draw("Spearmen at 36,20 | Swordsmen at 36,30 face 180").change("Spearmen", ["Stubborn"])
    stubborn, plain = (BreakTest(table.battle, table.unit(name)) for name in ("Spearmen", "Swordsmen"))
    assert stubborn.stands(5, False) == stubborn.stands(0, False) == plain.stands(0, False)
    assert plain.stands(5, False) < plain.stands(5, True)
