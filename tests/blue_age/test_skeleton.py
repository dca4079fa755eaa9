"""The table in words, and what is worked out of it."""

from __future__ import annotations

import pytest

from tests.blue_age.harness import draw, hero, unit
from warhost.play import parse_position
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot, prepared, spread_of, to_wound
from warhost.rulesets.blue_age.shown.position import battle_from_text, position_text


def test_a_line_tells_the_whole_battle_and_back() -> None:
    table = draw('Spears at 24,10 | Ogres at 24,20 face 180 form="line"', Spears=unit(models=10), Ogres=unit(models=3))
    line = position_text(table.battle)
    assert position_text(battle_from_text(parse_position(line), "1.0")) == line


@pytest.mark.rule("blue.to_wound.automatic", "blue.to_wound.impossible")
def test_the_chart() -> None:
    battle = draw("Spears at 24,10 | Ogres at 24,20 face 180", Spears=unit(), Ogres=unit()).battle
    assert to_wound(battle, 4, 4) == 6
    assert to_wound(battle, 9, 3) == "A"
    assert to_wound(battle, 2, 10) is None


def test_the_chances_of_a_lot_add_up() -> None:
    battle = draw(
        "Spears at 24,10 | Ogres at 24,20 face 180", Spears=unit(models=5), Ogres=hero(armour=["Shield"])
    ).battle
    lot = prepared(battle, Lot("melee", 0, 1, 5, 6, strength=4, what="Spears", rule="blue.fight.hit_roll"))
    chances = spread_of(battle, lot)
    assert sum(chances.values()) == pytest.approx(1.0)
    # Hits on 6+, wounds on 6+; the shield saves on a 10, once more by Parry, unless the blow was wrathful.
    mean = sum(wounds * chance for (wounds, _), chance in chances.items())
    assert mean == pytest.approx(5 * 0.5 * (0.4 * 0.81 + 0.1))
