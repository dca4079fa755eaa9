"""Shamanism: every spell in all its versions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.grimoire import (
    SURE,
    attack,
    check_figures,
    check_hits,
    conjured,
    shown,
    to_hit,
    to_wound,
    values,
)
from tests.fantasy_battles.gunnery import needed as shots_needed
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import Conjuring, conjure, lay
from warhost.play import Moved, Placed
from warhost.play.script import Refused
from warhost.rulesets.fantasy_battles.chapters.general import dangerous
from warhost.rulesets.fantasy_battles.chapters.general.discipline import passing
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.core.moments import speakers
from warhost.rulesets.fantasy_battles.shown import spell_events
from warhost.table import Forward, Pose

LINE = "Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,22 face 180"


@pytest.mark.parametrize(
    ("spell", "version", "needed", "reach", "types"),
    [
        shown("t9a.shamanism.1_awaken_the_beast", "Awaken the Beast", "basic", 6, 18, "A"),
        shown("t9a.shamanism.1_awaken_the_beast", "Awaken the Beast", "boosted", 7, 18, "A"),
        shown("t9a.shamanism.2_swarm_of_insects", "Swarm of Insects", "basic", 5, 24, "Da, H, M"),
        shown("t9a.shamanism.2_swarm_of_insects", "Swarm of Insects", "boosted", 8, 48, "Da, H, M"),
        shown("t9a.shamanism.3_savage_fury", "Savage Fury", "basic", 5, 12, "U"),
        shown("t9a.shamanism.3_savage_fury", "Savage Fury", "boosted", 8, 24, "U"),
        shown("t9a.shamanism.4_chilling_howl", "Chilling Howl", "basic", 6, 36, "H"),
        shown("t9a.shamanism.4_chilling_howl", "Chilling Howl", "boosted", 10, 36, "H"),
        shown("t9a.shamanism.6_break_the_spirit", "Break the Spirit", "basic", 9, 18, "H"),
        shown("t9a.shamanism.6_break_the_spirit", "Break the Spirit", "boosted", 11, 36, "H"),
    ],
)
def test_every_spell_has_its_value_its_reach_and_its_types(
    spell: str, version: str, needed: int, reach: int, types: str
) -> None:
    check_figures(spell, version, needed, reach, types)


@pytest.mark.rule("t9a.shamanism.a_scarification")
def test_scarification_keeps_melee_attacks_from_wounding_the_caster_easily() -> None:
    table = draw(LINE).join("Wizard", "Spearmen")
    play = conjured(table, "Awaken the Beast", "Spearmen")
    assert play.topic == "attribute"
    play.choose(next(key for key in play.keys if key != "no"))
    assert to_wound(play, "Guard", "Wizard", strength=6) == 5
    assert to_wound(play, "Guard", "Wizard", "special", strength=9) == 5
    assert to_wound(play, "Guard", "Wizard", "shooting", strength=6) == 2
    assert to_wound(play, "Guard", "Spearmen", strength=6) == 2


@pytest.mark.rule("t9a.shamanism.1_awaken_the_beast")
@pytest.mark.parametrize(
    ("setting", "version", "found"),
    [
        ("instead", "basic", [4, 1, 3]),
        ("instead", "boosted", [3, 0, 4]),
        ("both", "basic", [4, 1, 3]),
        ("both", "boosted", [4, 1, 4]),
    ],
)
def test_awaken_the_beast_gives_strength_or_resilience(setting: Any, version: str, found: list[int]) -> None:
    play = conjured(LINE, "Awaken the Beast", "Spearmen", version, settings=Settings(awaken_the_beast=setting))
    assert values(play, "Spearmen", "str", "ap", "res") == found


@pytest.mark.parametrize(
    ("spell", "version"),
    [
        shown("t9a.shamanism.2_swarm_of_insects", "Swarm of Insects", "basic"),
        shown("t9a.shamanism.2_swarm_of_insects", "Swarm of Insects", "boosted"),
    ],
)
def test_the_swarm_bites_often_and_weakly(spell: str, version: str) -> None:
    check_hits(spell, version, 17.5, 1, 0)


def bitten(wound: int) -> Conjuring:
    """Ten Archers that suffered five hits, of which one may have wounded."""
    line = "Wizard at 36,10 | 1 Archers at 36,24 face 180 | 0 Spearmen at 38,12 | 1 Ogres at 66,40"
    return conjured(line, "Swarm of Insects", "Archers", dice=[(1, 1, 1, 1, 1), (wound, 1, 1, 1, 1)]).choose("no")


@pytest.mark.rule("t9a.shamanism.2_swarm_of_insects")
@pytest.mark.parametrize(("wound", "aim"), [(6, 5), (5, 4)])
def test_whoever_is_hurt_shoots_worse(wound: int, aim: int) -> None:
    play = bitten(wound)
    table = Table.of(play.battle)
    table.battle.active = 1
    assert set(shots_needed(table)) == {aim}


@pytest.mark.rule("t9a.shamanism.2_swarm_of_insects")
def test_a_move_shakes_the_insects_off() -> None:
    play = bitten(6)
    table = Table.of(play.battle)
    assert table.unit("Archers").effects[0].permanent
    game = table.play(phase="movement", active=1).choose(unit="Archers").answer(Moved("advance", (Forward(2.0),)))
    assert not game.unit("Archers").effects


@pytest.mark.rule("t9a.shamanism.2_swarm_of_insects")
def test_two_swarms_are_no_worse_than_one_whatever_players_agreed_on() -> None:
    settings = Settings(permanent="adds up")
    line = "Wizard at 36,10 | 1 Archers at 36,24 face 180"
    table = lay(draw(line, settings), "Swarm of Insects", "Archers", by="Wizard", permanent=True)
    play = conjured(table, "Swarm of Insects", "Archers", dice=[(1,) * 5, (6, 1, 1, 1, 1)], settings=settings)
    assert len(play.unit("Archers").effects) == 1


@pytest.mark.rule("t9a.shamanism.3_savage_fury")
@pytest.mark.parametrize("version", ["basic", "boosted"])
@pytest.mark.parametrize("target", ["Spearmen", "Guard"])
def test_savage_fury_makes_friend_or_foe_fierce_and_fearless(target: str, version: str) -> None:
    play = conjured(LINE, "Savage Fury", target, version)
    other = "Guard" if target == "Spearmen" else "Spearmen"
    assert attack(play, target, other).focused
    assert passing(play.battle, play.unit(target), "panic") == 1.0
    assert not attack(play, other, target).focused


@pytest.mark.rule("t9a.shamanism.3_savage_fury")
def test_savage_fury_brings_frenzy() -> None:
    play = conjured(LINE, "Savage Fury", "Spearmen")
    names = {speaker.name for speaker in speakers(play.battle, play.unit("Spearmen"))}
    assert {"Battle Focus", "Fearless", "Frenzy"} <= names


HOWL = (
    "Wizard at 36,10 | 0 Spearmen at 33,30 face 180 | 1 Guard at 36,34 face 180"
    " | 1 Archers at 43,34 face 180 | 1 Ogres at 52,34 face 180"
)


@pytest.mark.rule("t9a.shamanism.4_chilling_howl")
@pytest.mark.parametrize(
    ("version", "heard"), [("basic", ["Guard", "Archers"]), ("boosted", ["Guard", "Archers", "Ogres"])]
)
def test_the_howl_is_heard_around_its_target_by_enemies_of_the_caster(version: str, heard: list[str]) -> None:
    play = conjured(HOWL, "Chilling Howl", "Guard", version)
    assert [unit.name for unit in play.battle.units if unit.effects] == heard
    (told,) = play.told(spell_events.SpellSpread)
    assert [play.battle.units[number].name for number in told.units] == heard


@pytest.mark.rule("t9a.shamanism.4_chilling_howl")
@pytest.mark.parametrize(
    ("version", "kind", "need"),
    [
        ("basic", "shooting", 5),
        ("basic", "spell", 4),
        ("basic", "melee", 4),
        ("boosted", "shooting", 5),
        ("boosted", "spell", 5),
        ("boosted", "melee", 4),
    ],
)
def test_whoever_heard_the_howl_wounds_worse_from_afar_wherever_it_goes(version: str, kind: Any, need: int) -> None:
    play = conjured(HOWL, "Chilling Howl", "Guard", version)
    play.unit("Archers").pose = Pose(5.0, 5.0, 90.0)
    assert to_wound(play, "Archers", "Spearmen", kind) == need


SUMMON = "Wizard at 36,10 | 1 Guard at 36,34 face 180"


def summoning(version: str) -> Conjuring:
    play = conjure(SUMMON, [SURE], known={"Wizard": ["Totemic Summon"]}, pools=(9, 0))
    return play.choose(play.key("Wizard", "Totemic Summon", None, version))


@pytest.mark.rule("t9a.shamanism.5_totemic_summon")
@pytest.mark.parametrize(("version", "needed"), [("basic", 10), ("boosted", 12)])
def test_the_summons_have_their_values(version: str, needed: int) -> None:
    play = conjure(SUMMON, known={"Wizard": ["Totemic Summon"]})
    assert play.odds(play.key("Wizard", "Totemic Summon", None, version), "Casting Value").value == needed


@pytest.mark.rule("t9a.shamanism.5_totemic_summon")
@pytest.mark.parametrize(
    ("version", "point", "legal"),
    [
        ("basic", (1.0, 24.0), True),
        ("basic", (5.0, 24.0), False),
        ("basic", (36.0, 47.5), True),
        ("boosted", (5.0, 24.0), True),
        ("boosted", (62.0, 24.0), True),
        ("boosted", (36.0, 24.0), False),
    ],
)
def test_the_beast_comes_from_a_table_edge(version: str, point: tuple[float, float], legal: bool) -> None:
    play = summoning(version)
    placed = Placed(Pose(*point, 0.0))
    if legal:
        play.game.asked.check(placed)
        return
    with pytest.raises(Refused) as refused:
        play.game.asked.check(placed)
    assert refused.value.rule == "t9a.shamanism.5_totemic_summon"


@pytest.mark.rule("t9a.shamanism.5_totemic_summon")
@pytest.mark.rule("t9a.special.totemic_beast")
def test_a_totemic_beast_appears() -> None:
    play = summoning("basic").place(1.0, 24.0)
    play.choose("3")
    assert play.topic == "summon"
    play.place(2.0, 24.0, 90.0)
    beast = play.unit("Totemic Beast")
    assert (beast.seat, beast.models, beast.on_table) == (0, 1, True)


@pytest.mark.rule("t9a.shamanism.6_break_the_spirit")
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_break_the_spirit_makes_attacks_miss_and_all_ground_dangerous(version: str) -> None:
    play = conjured(LINE, "Break the Spirit", "Guard", version).choose("no")
    assert to_hit(play, "Guard", "Spearmen") == 5
    assert to_hit(play, "Guard", "Spearmen", "shooting") == 5
    assert to_hit(play, "Spearmen", "Guard") == 4
    here: Any = play.game.ruleset.boundary(play.battle, play.unit("Guard"))
    assert dangerous.models_in_danger(play.battle, play.unit("Guard"), [(here, Forward(4.0))]) == {2: 19}


@pytest.mark.rule("t9a.shamanism.6_break_the_spirit")
def test_a_march_in_the_open_is_a_risk_of_two_in_six_for_each_model() -> None:
    line = "1 Wizard at 60,40 face 180 | 0 Spearmen at 36,12 models=10 | 0 Ogres at 10,10"
    table = lay(draw(line), "Break the Spirit", "Spearmen", by="Wizard")
    game = table.play(dice=[(2, 1, 3, 3, 3, 3, 3, 3, 3, 3)], phase="movement")
    game.choose(unit="Spearmen").answer(Moved("march", (Forward(6.0),)))
    assert game.rolls[0].dice == "10D6"
    assert game.unit("Spearmen").models == 8
