"""Special rules, artefacts and command orders in the ranged phase, played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import archers, field, wizard
from tests.kings_of_war.harness import Play, draw, unit
from warhost.rulesets.kings_of_war.core import events
from warhost.table import Forward, Pivot

HITS: Any = {"to hit": 6, "to damage": 6, "Nerve": 1, "Blast": 6, "First turn": [1, 2]}


def shot(line: str, dice: Any = None, **units: Any) -> events.UnitShot:
    """The shot of Us at Foe."""
    game = field(line, **units).play(dice or HITS)
    key = next(option.key for option in game.options if option.unit == game.unit("Us").id)
    (told,) = game.choose(key).told(events.UnitShot)
    return told


@pytest.mark.rule("kow.special.stealthy")
@pytest.mark.parametrize(("order", "face"), [("advance", 5), ("halt", 4)])
def test_aiming_makes_up_for_stealth(order: str, face: int) -> None:
    line = f'Us at 36,10 order="{order}" | Foe at 36,26 face 180'
    assert shot(line, Us=archers(shooting=4), Foe=unit(rules=["Stealthy"])).to_hit == face


@pytest.mark.rule("kow.special.individual_pivot")
def test_a_free_turn_does_not_spoil_the_aim() -> None:
    hero = archers(hero=True, shooting=4, rules=["Individual"])
    line = "0 Us at 36,20 face 180 | 0 Idle at 70,4 | 1 Foe at 36,36 face 180"
    game = draw(line, Us=hero, Idle=unit(), Foe=unit()).play(HITS).order("Us", "turn").move("turn", Pivot(180.0))
    game.until("shoot").choose(unit="Us")
    (told,) = game.told(events.UnitShot)
    assert told.to_hit == 3


@pytest.mark.rule("kow.special.big_shield")
@pytest.mark.parametrize(("facing", "face"), [(180, 5), (90, 3)])
def test_a_big_shield_is_for_the_front_at_range_too(facing: int, face: int) -> None:
    line = f"Us at 36,10 | 1 Foe at 36,26 face {facing}"
    bow = {"name": "Bow", "range": 24, "rules": ["Piercing (1)"]}
    table = draw(f'phase="ranged" | {line}', Us=archers(bow), Foe=unit(rules=["Big Shield"]))
    (told,) = table.play(HITS).choose("0>1").told(events.UnitShot)
    assert told.to_damage == face


@pytest.mark.rule("kow.special.piercing")
def test_piercing_of_unit_and_weapon_do_not_add_up() -> None:
    bow = {"name": "Bow", "range": 24, "rules": ["Piercing (1)"]}
    line = "Us at 36,10 | Foe at 36,26 face 180"
    assert shot(line, Us=archers(bow, rules=["Piercing (2)"]), Foe=unit(defence=6)).to_damage == 4


@pytest.mark.rule("kow.special.frozen")
@pytest.mark.rule("kow.special.frostbite")
def test_who_is_frozen_is_slower_in_its_next_turn_and_then_no_more() -> None:
    bow = {"name": "Ice", "range": 24, "rules": ["Frostbite"]}
    line = 'phase="ranged" taken=0 | 0 Us at 36,10 | 1 Foe at 36,26 face 180 | 1 Idle at 10,44 face 180'
    table = draw(line, Us=archers(bow, attacks=1), Foe=unit(speed=6), Idle=unit())
    game = table.play(HITS).choose("0>1").until("order").moving("Foe")
    assert _forward(game) == 5.0
    game.stay().until("order", turn=2)
    while game.question.seat != 1:
        game.decline().until("order", turn=2)
    assert _forward(game.moving("Foe")) == 6.0


def _forward(game: Play) -> float:
    question: Any = game.question
    return float(next(kind.forward for kind in question.kinds if kind.name == "advance"))


@pytest.mark.rule("kow.artefact.war_bow_of_kaba")
@pytest.mark.rule("kow.artefact.granted_attacks")
def test_the_war_bow_of_kaba_shoots_for_who_has_no_other_weapon() -> None:
    line = 'Us at 36,10 order="halt" | Foe at 36,26 face 180'
    told = shot(line, Us=unit(artefact="War-Bow of Kaba", rules=["Piercing (2)", "Elite"]))
    assert (told.dice, told.to_hit, told.to_damage) == (1, 3, 3)
    assert shot(line, {"to hit": 1}, Us=unit(artefact="War-Bow of Kaba", rules=["Elite"])).hits == 0


@pytest.mark.rule("kow.artefact.diadem_of_dragonkind")
@pytest.mark.rule("kow.artefact.granted_attacks")
@pytest.mark.parametrize(("spells", "dice"), [((), 4), ((("Fireball", 6),), 8)])
def test_the_diadem_of_dragonkind_casts_fireballs(spells: Any, dice: int) -> None:
    caster = wizard(*spells, artefact="Diadem of Dragonkind", rules=["Elite"])
    game = field("Us at 36,10 | Foe at 36,18 face 180", Us=caster).play({"to hit": 1, "again": 1, "Nerve": 1})
    (told,) = game.choose("0:Fireball>1").told(events.SpellCast)
    assert told.dice == dice
    assert any("again" in roll.why for roll in game.rolls) == bool(spells)


@pytest.mark.rule("kow.artefact.tricksters_wand")
def test_the_tricksters_wand_casts_hex_with_2_dice() -> None:
    game = field("Us at 36,10 | Foe at 36,30 face 180", Us=wizard(artefact="Trickster's Wand")).play({"to hit": 4})
    (told,) = game.choose("0:Hex>1").told(events.SpellCast)
    assert (told.dice, told.to_hit, told.hits) == (2, 4, 2)


BOWS = {"name": "Bows", "target": 4, "weapon": {"name": "Short bow", "range": 24, "shooting": 5}}


@pytest.mark.rule("kow.command.capability")
@pytest.mark.parametrize(("inches", "shoots"), [(5.0, True), (6.0, False)])
def test_a_lent_weapon_is_of_use_to_who_can_shoot(inches: float, shoots: bool) -> None:
    chief = unit(hero=True, rank="champion", orders=[BOWS])
    line = "0 Chief at 40,10 | 0 Us at 36,10 | 1 Foe at 36,32 face 180"
    game = draw(line, Chief=chief, Us=unit(), Foe=unit()).play({"Command order": 6, "First turn": [1, 2], **HITS})
    game.choose("0:Bows>1").moving("Us").move("advance" if shoots else "at the double", Forward(inches))
    game.choose("pass")
    if shoots:
        assert game.choose("1>2").told(events.UnitShot)
    else:
        assert game.topic != "shoot"
