"""Special rules about orders, moves and sight (Special Rules)."""

from __future__ import annotations

import pytest

from tests.kings_of_war.harness import draw, unit
from tests.kings_of_war.lots import faced, spoken
from warhost.rulesets.kings_of_war.core import Marker, speakers, values
from warhost.table import Arc


def _hindered(charger: object, facing: Arc = Arc.FRONT) -> bool:
    table = faced(charger, unit(rules=["Phalanx"]))  # type: ignore[arg-type]
    (phalanx,) = speakers(table.battle, table.unit("Them")).at("hinders")
    return phalanx.hinders(table.battle, table.unit("Them"), table.unit("Us"), facing)


@pytest.mark.rule("kow.special.phalanx")
def test_a_phalanx_hinders_cavalry_and_flyers_in_front() -> None:
    assert _hindered(unit(type="cavalry"))
    assert _hindered(unit(type="large cavalry"))
    assert _hindered(unit(type="monster", rules=["Fly"]))
    assert _hindered(unit(type="cavalry", hero=True))
    assert _hindered(unit(type="cavalry", rules=["Strider"]))
    assert not _hindered(unit(type="infantry"))
    assert not _hindered(unit(type="chariot"))
    assert not _hindered(unit(type="cavalry"), Arc.LEFT)
    assert not _hindered(unit(type="cavalry"), Arc.REAR)


@pytest.mark.rule("kow.special.phalanx")
def test_a_flyer_with_loot_is_still_one_for_a_phalanx() -> None:
    table = faced(unit(rules=["Fly"]), unit(rules=["Phalanx"]))
    table.battle.markers = (Marker(36.0, 20.0, "loot", carrier=table.unit("Us").id),)
    (phalanx,) = speakers(table.battle, table.unit("Them")).at("hinders")
    assert phalanx.hinders(table.battle, table.unit("Them"), table.unit("Us"), Arc.FRONT)
    assert not speakers(table.battle, table.unit("Us")).at("flies")


@pytest.mark.rule("kow.special.height")
def test_a_height_of_its_own_replaces_that_of_the_type() -> None:
    line = "kow | 72x48 hill 36,20 8x8 | Us at 36,20 | Them at 60,24 face 180"
    table = draw(line, Us=unit(rules=["Height (1)"]), Them=unit(rules=["Height (6)"]))
    assert values.height(table.battle, table.unit("Us")) == 4
    assert values.height(table.battle, table.unit("Them")) == 6


@pytest.mark.rule("kow.special.leaper")
def test_a_leaper_looks_from_one_level_higher_and_is_no_taller() -> None:
    table = faced(unit(rules=["Leaper"]))
    assert values.eye_height(table.battle, table.unit("Us")) == 3
    assert values.height(table.battle, table.unit("Us")) == 2
    assert values.eye_height(table.battle, table.unit("Them")) == 2


@pytest.mark.rule("kow.special.headstrong")
@pytest.mark.parametrize(("face", "wavering"), [(4, 0), (6, 0), (3, 1)])
def test_the_headstrong_are_steady_again_on_a_4(face: int, wavering: int) -> None:
    line = "Us at 36,20 wavering=1 began_wavering | Them at 36,40 face 180"
    table = draw(line, Us=unit(rules=["Headstrong"]), Them=unit())
    spoken(table, "Us", "before_order", [face])
    assert table.unit("Us").wavering == wavering
    spoken(table, "Us", "before_order")


@pytest.mark.rule("kow.special.headstrong")
def test_who_did_not_begin_the_turn_wavering_does_not_roll() -> None:
    line = "Us at 36,20 wavering=2 | Them at 36,40 face 180"
    spoken(draw(line, Us=unit(rules=["Headstrong"]), Them=unit()), "Us", "before_order")
    line = "Us at 36,20 began_wavering | Them at 36,40 face 180"
    spoken(draw(line, Us=unit(rules=["Headstrong"]), Them=unit()), "Us", "before_order")


@pytest.mark.rule("kow.special.wild_charge")
def test_wild_charge_adds_inches() -> None:
    table = faced(unit(speed=6, rules=["Wild Charge (2)"]))
    (wild,) = speakers(table.battle, table.unit("Us")).at("charge_bonus")
    assert wild.charge_bonus(table.battle, table.unit("Us")) == 2
