"""Magical artefacts that any unit may carry (Magical Artefacts; Common Artefacts)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest

from tests.kings_of_war.harness import Play, Table, carried_out, draw, engaged, unit
from tests.kings_of_war.lots import NEAR, damages_on, faced, hits_on, lot, nerve_test, spoken, thrown
from tests.kings_of_war.test_deployment import order_of_seats
from warhost.play import Allocated, Chosen
from warhost.rulesets.kings_of_war.chapters import attacks, nerve
from warhost.rulesets.kings_of_war.chapters.turn import expire
from warhost.rulesets.kings_of_war.core import (
    ARTEFACTS,
    Known,
    Settings,
    arms,
    events,
    has,
    speakers,
    spells_of,
    values,
)
from warhost.rulesets.kings_of_war.shown.hidden import view

PRICES = {
    5: "Blade of Slashing, Fire-Oil, Healing Brew, Liliana's Tear, Mace of Crushing, War-Bow of Kaba",
    10: "Dwarfen Ale, Hann's Sanguinary Scripture",
    15: "Aegis of the Elohi, Chalice of Wrath, Helm of Confidence, Mead of Madness, Orb of Towering Presence,"
    " Pipes of Terror, Sir Jesse's Boots of Striding, Staying Stone",
    20: "Brew of Haste, Hammer of Measured Force, Sacred Horn",
    25: "Blessing of the Gods, Chant of Hate, The Scrying Gem",
    30: "Diadem of Dragonkind",
    35: "Crystal Pendant of Retribution",
    40: "Brew of Strength",
    45: "Brew of Sharpness",
}


GEM = unit(artefact="The Scrying Gem")


def carrying(artefact: str, them: Mapping[str, Any] | None = None, **fields: Any) -> Table:
    """A unit with an artefact, and an enemy."""
    return faced(unit(artefact=artefact, **fields), them)


def prices() -> list[Any]:
    return [
        pytest.param(name, cost, marks=pytest.mark.rule(ARTEFACTS[name].id))
        for cost, names in PRICES.items()
        for name in names.split(", ")
    ]


@pytest.mark.parametrize(("name", "cost"), prices())
def test_what_common_artefacts_cost(name: str, cost: int) -> None:
    artefact: Any = ARTEFACTS[name]
    assert (artefact.cost, artefact.heroic, artefact.types) == (cost, False, ())


def test_each_artefact_has_its_price() -> None:
    common = [name for name in ARTEFACTS if not getattr(ARTEFACTS[name], "heroic", False)]
    assert sorted(common) == sorted(name for names in PRICES.values() for name in names.split(", "))


@pytest.mark.rule("kow.artefact.orb_of_towering_presence")
@pytest.mark.rule("kow.artefact.crystal_pendant")
def test_who_may_not_carry_the_orb_and_the_pendant() -> None:
    told: Any = ARTEFACTS["Orb of Towering Presence"]
    assert told.bars == ("Individual", "Fly")
    told = ARTEFACTS["Crystal Pendant of Retribution"]
    assert told.bars == ("Individual",)


@pytest.mark.rule("kow.artefact.form")
def test_the_form_of_an_artefact_has_no_effect() -> None:
    bow = [{"name": "Bow", "range": 24}]
    monster = unit(type="monster", defence=6)
    archer = carrying("Blade of the Beast Slayer", monster, hero=True, shooting=4, weapons=bow)
    assert damages_on(archer) == damages_on(carrying("Blade of the Beast Slayer", monster, hero=True)) == 5


# Attacks


@pytest.mark.rule("kow.artefact.blade_of_slashing")
def test_the_blade_of_slashing_throws_one_miss_again() -> None:
    game = engaged(A=unit(attacks=3, artefact="Blade of Slashing"), X=unit()).play(dice=[(1, 2, 5), (4,), (1, 1)])
    game.choose(unit="A")
    assert game.told(events.UnitAttacked)[0].hits == 2


@pytest.mark.rule("kow.artefact.blade_of_slashing")
def test_the_blade_of_slashing_is_for_combat_and_leaves_a_die_alone_that_was_thrown_again() -> None:
    table = carrying("Blade of Slashing", rules=["Elite"])
    assert lot(table, "ranged", favoured=["Blade of Slashing"]).one_hit_by is None
    made = lot(table, count=2, favoured=["Blade of Slashing"])
    assert thrown(table, made, (1, 5), (2,), (1,)).value.hits == 1
    made = lot(table, count=2, favoured=["Blade of Slashing"])
    assert thrown(table, made, (1, 3), (2,), (4,), (1,)).value.hits == 1


@pytest.mark.rule("kow.artefact.blade_of_slashing")
@pytest.mark.rule("kow.artefact.mace_of_crushing")
@pytest.mark.parametrize("artefact", ["Blade of Slashing", "Mace of Crushing"])
def test_the_odds_of_one_die_thrown_again_are_exact(artefact: str) -> None:
    """Against every way that three dice may fall, counted one by one."""
    table = carrying(artefact)
    spread = attacks.spread_of(table.battle, lot(table, count=2, favoured=[artefact]))
    again = artefact == "Blade of Slashing"
    expected = 0.0
    for faces in product(range(1, 7), repeat=2):
        hits = sum(face >= 4 for face in faces)
        mean = hits + (0.5 if again and hits < 2 else 0.0)
        if again:
            expected += mean * 0.5 / 36
        else:
            expected += (
                sum(
                    (count + (0.5 if count < hits else 0.0)) * chance
                    for count, chance in enumerate([[1.0], [0.5, 0.5], [0.25, 0.5, 0.25]][hits])
                )
                / 36
            )
    assert spread.mean == pytest.approx(expected)


@pytest.mark.rule("kow.artefact.mace_of_crushing")
def test_the_mace_of_crushing_throws_one_failure_to_damage_again() -> None:
    game = engaged(A=unit(attacks=3, artefact="Mace of Crushing"), X=unit()).play(
        dice=[(4, 4, 4), (2, 3, 6), (5,), (1, 1)]
    )
    game.choose(unit="A")
    assert game.unit("X").damage == 2
    assert lot(carrying("Mace of Crushing"), "ranged", favoured=["Mace of Crushing"]).one_damage_by is None
    assert lot(carrying("Mace of Crushing"), favoured=[]).one_damage_by is None, "an enemy that was not chosen"


def _two_enemies(artefact: str) -> Play:
    table = draw(
        'phase="combat" | A at 36,20 | 1 X at 36,26 face 180 | 1 Y at 30,26 face 180',
        A=unit(attacks=10, artefact=artefact),
        X=unit(),
        Y=unit(),
    )
    table.engage("A", "X").engage("Y", "A", "left")
    return table.play(dice={"to hit": 3, artefact: 4, "to damage": 3, "Nerve": 1})


@pytest.mark.rule("kow.artefact.partial_bonus")
@pytest.mark.parametrize("artefact", ["Blade of Slashing", "Mace of Crushing"])
def test_a_bonus_for_a_part_of_the_attacks_is_for_one_enemy(artefact: str) -> None:
    game = _two_enemies(artefact).choose(unit="A")
    x, y = game.unit("X").id, game.unit("Y").id
    game.answer(Allocated({"attacks": {str(x): 5, str(y): 5}}))
    assert game.topic == "bonus"
    game.choose(str(x))
    if artefact == "Blade of Slashing":
        assert [(told.target, told.hits) for told in game.told(events.UnitAttacked)] == [(x, 1), (y, 0)]


@pytest.mark.rule("kow.artefact.fire_oil")
def test_fire_oil_burns_who_regenerates() -> None:
    regenerating = unit(defence=5, rules=["Regeneration (5+)"])
    assert damages_on(carrying("Fire-Oil", regenerating, rules=["Crushing Strength (1)"])) == 3
    assert damages_on(carrying("Fire-Oil", regenerating), "ranged") == 4
    plain = unit(defence=5)
    assert damages_on(carrying("Fire-Oil", plain, rules=["Crushing Strength (1)"])) == 4
    assert damages_on(carrying("Fire-Oil", plain), "ranged") == 5


@pytest.mark.rule("kow.artefact.granted_attacks")
@pytest.mark.rule("kow.artefact.war_bow_of_kaba")
def test_the_war_bow_of_kaba_is_a_weapon_of_its_own() -> None:
    table = carrying("War-Bow of Kaba", rules=["Piercing (2)", "Elite", "Vicious"])
    (bow,) = arms(table.battle, table.unit("Us"))
    assert (bow.range, bow.attacks, bow.shooting, bow.artefact) == (24, 1, 4, True)
    shot = lot(table, "ranged", armed=bow.rules, artefact=bow.artefact)
    assert attacks.to_damage(shot) == 3
    assert (shot.hit_ones_by, shot.damage_ones_by) == (None, None)


@pytest.mark.rule("kow.artefact.normal_ranged")
def test_what_helps_ranged_weapons_does_not_help_spells() -> None:
    regenerating = unit(defence=5, rules=["Regeneration (5+)"])
    assert damages_on(carrying("Fire-Oil", regenerating), "spell") == 5
    assert lot(carrying("Chant of Hate"), "spell").damage_ones_by is None
    assert lot(carrying("Brew of Sharpness"), "spell").to_hit.total == 0


@pytest.mark.rule("kow.artefact.hammer_of_measured_force")
def test_the_hammer_of_measured_force_damages_on_4_whatever_there_is() -> None:
    assert damages_on(carrying("Hammer of Measured Force", unit(defence=6))) == 4
    assert damages_on(carrying("Hammer of Measured Force", unit(rules=["Big Shield"]))) == 4
    assert damages_on(carrying("Hammer of Measured Force", unit(defence=3), rules=["Crushing Strength (2)"])) == 4
    assert damages_on(carrying("Hammer of Measured Force", unit(defence=6)), "ranged") == 6


@pytest.mark.rule("kow.artefact.blessing_of_the_gods")
@pytest.mark.rule("kow.artefact.chant_of_hate")
@pytest.mark.parametrize("kind", ["combat", "ranged"])
def test_the_blessing_and_the_chant_throw_ones_again(kind: Any) -> None:
    assert lot(carrying("Blessing of the Gods"), kind).hit_ones_by is not None
    assert lot(carrying("Chant of Hate"), kind).damage_ones_by is not None
    assert lot(carrying("Blessing of the Gods"), kind).damage_ones_by is None


@pytest.mark.rule("kow.artefact.brew_of_strength")
def test_the_brew_of_strength_adds_to_crushing_strength() -> None:
    assert damages_on(carrying("Brew of Strength", unit(defence=6), rules=["Crushing Strength (1)"])) == 4


@pytest.mark.rule("kow.artefact.brew_of_sharpness")
def test_the_brew_of_sharpness_hits_more_easily_in_combat() -> None:
    assert hits_on(carrying("Brew of Sharpness")) == 3
    assert hits_on(carrying("Brew of Sharpness"), "ranged") == 4
    table = engaged(A=unit(attacks=2, artefact="Brew of Sharpness"), X=unit())
    table.unit("A").hindered = True
    game = table.play(dice=[(3, 4), (1,)]).choose(unit="A")
    assert game.told(events.UnitAttacked)[0].hits == 1


@pytest.mark.rule("kow.artefact.hanns_sanguinary_scripture")
@pytest.mark.parametrize(("rules", "left"), [([], 4), (["Lifeleech (2)"], 2)])
def test_the_sanguinary_scripture_adds_to_lifeleech(rules: list[str], left: int) -> None:
    table = engaged(A=unit(attacks=6, artefact="Hann's Sanguinary Scripture", rules=rules), X=unit(nerve=30))
    table.unit("A").damage = 5
    game = table.play(dice={"to hit": 6, "to damage": 6, "Nerve": 1}).choose(unit="A")
    assert game.unit("A").damage == left


# Nerve


@pytest.mark.rule("kow.artefact.lilianas_tear")
def test_lilianas_tear_keeps_off_brutal_dread_and_shattering() -> None:
    table = draw(
        "Us at 36,10 damage=5 shattered=3 | 1 Them at 36,13.15 face 180",
        Us=unit(nerve=13, artefact="Liliana's Tear"),
        Them=unit(rules=["Brutal (2)", "Dread"]),
    ).engage("Them", "Us")
    assert values.nerve(table.battle, table.unit("Us")) == 13
    told = nerve_test(table, "Us", "combat", (3, 4))
    assert (told.total, told.needed, told.result) == (12, 13, "steady")
    assert nerve_test(table, "Us", "ranged", (3, 4)).total == 12


@pytest.mark.rule("kow.artefact.pipes_of_terror")
def test_the_pipes_of_terror_are_brutal() -> None:
    for rules, total in (([], 8), (["Brutal (1)"], 9)):
        table = engaged(A=unit(artefact="Pipes of Terror", rules=rules), X=unit(nerve=20))
        assert nerve_test(table, "X", "combat", (3, 4)).total == total


@pytest.mark.rule("kow.artefact.helm_of_confidence")
def test_the_helm_of_confidence_inspires_its_bearer_alone() -> None:
    line = "Us at 36,10 damage=9 | Near at 36,15 damage=9 | Them at 36,40 face 180"
    table = draw(line, Us=unit(artefact="Helm of Confidence"), Near=unit(), Them=unit())
    assert nerve_test(table, "Us", "combat", (3, 4), (1, 1)).result == "steady"
    assert nerve_test(table, "Near", "combat", (3, 4)).result == "routed"


@pytest.mark.rule("kow.artefact.staying_stone")
def test_the_staying_stone_raises_nerve() -> None:
    table = carrying("Staying Stone", nerve=14)
    us = table.unit("Us")
    assert values.nerve(table.battle, us) == 15
    us.damage = 15
    assert not values.is_devastated(table.battle, us)
    us.damage = 16
    assert values.is_devastated(table.battle, us)
    assert values.speed(table.battle, us) == 5


def _crystal(line: str, **units: Mapping[str, Any]) -> Table:
    return draw(line, None, Us=unit(artefact="Crystal Pendant of Retribution"), **units)


@pytest.mark.rule("kow.artefact.crystal_pendant")
@pytest.mark.rule("kow.artefact.crystal_pendant_resolution")
def test_the_crystal_pendant_strikes_everybody_in_contact() -> None:
    line = "0 Us at 36,20 | 1 Them at 36,30 face 180 | 0 Friend at 36,10 | 1 Far at 60,30 face 180"
    table = _crystal(line, Them=unit(defence=5, nerve=4, rules=["Big Shield"]), Friend=unit(defence=6), Far=unit())
    table.engage("Them", "Us")
    us, friend = table.unit("Us"), table.unit("Friend")
    assert us.pose is not None
    friend.pose = type(us.pose)(us.pose.x, us.pose.y - 80 / 25.4, 0.0)
    done = carried_out(nerve.rout(table.battle, us, 1), [(3, 4), (2, 2, 2, 2, 2, 1, 1), (1, 1), (3, 2)])
    assert [roll.seat for roll in done.rolls] == [1, 1, 1, 1]
    assert [table.unit(name).damage for name in ("Them", "Friend", "Far")] == [5, 1, 0]
    assert values.is_devastated(table.battle, table.unit("Them"))
    assert not table.unit("Them").hurt
    assert us.fate == "routed"


@pytest.mark.rule("kow.artefact.crystal_pendant")
@pytest.mark.rule("kow.artefact.crystal_pendant_resolution")
def test_who_routs_the_bearer_of_the_crystal_pendant_rolls_against_itself() -> None:
    table = engaged(A=unit(attacks=1, nerve=3), X=unit(artefact="Crystal Pendant of Retribution"))
    table.unit("X").damage = 11
    dice: Any = {"to hit": 6, "Retribution on A: hits": (2, 3), "Retribution on A: to damage": 2, "to damage": 6}
    game = table.play({**dice, "Nerve": 6}).choose(unit="A")
    assert (game.unit("X").fate, game.unit("A").damage, game.unit("A").fate) == ("routed", 5, "")
    assert game.topic == "outcome"


@pytest.mark.rule("kow.artefact.crystal_pendant")
def test_the_crystal_pendant_rolls_nothing_where_nobody_is_in_contact() -> None:
    table = _crystal("0 Us at 36,20 | 1 Them at 36,30 face 180", Them=unit())
    assert carried_out(nerve.rout(table.battle, table.unit("Us"), 1)).rolls == []


# Orders and moves


def _asked(table: Table, name: str, moment: str) -> Any:
    """The first question that the rules of the unit ask at a moment of its order, and the script behind it."""
    bearer = table.unit(name)
    for speaker in speakers(table.battle, bearer).at(moment):
        script = getattr(speaker, moment)(table.battle, bearer)
        for asked in script:
            return asked, script
    return None, None


def _used(table: Table, name: str, moment: str, dice: list[Any]) -> None:
    """The player says yes."""
    asked, script = _asked(table, name, moment)
    assert asked is not None, "nobody is asked"
    assert asked.question.topic == "artefact"

    def rest() -> Any:
        answer: Any = Chosen("use")
        while True:
            try:
                got = script.send(answer)
            except StopIteration:
                return
            answer = yield got

    carried_out(rest(), dice)


@pytest.mark.rule("kow.artefact.healing_brew")
@pytest.mark.parametrize(("face", "left"), [(1, 4), (3, 4), (4, 3), (6, 3)])
def test_the_healing_brew_heals_once_a_game(face: int, left: int) -> None:
    table = draw("Us at 36,20 damage=5 | Them at 36,40 face 180", Us=unit(artefact="Healing Brew"), Them=unit())
    _used(table, "Us", "as_ordered", [face])
    assert table.unit("Us").damage == left
    table.unit("Us").once = ()
    assert _asked(table, "Us", "as_ordered") == (None, None)


@pytest.mark.rule("kow.artefact.healing_brew")
def test_nobody_drinks_who_is_not_hurt_or_out_of_time_and_who_declines_is_asked_next_turn() -> None:
    table = carrying("Healing Brew")
    assert _asked(table, "Us", "as_ordered") == (None, None)
    table.unit("Us").damage = 2
    assert _asked(table, "Us", "as_ordered")[0] is not None
    assert _asked(table, "Us", "as_ordered") == (None, None)
    table.unit("Us").once = ()
    table.battle.out_of_time = (0,)
    assert _asked(table, "Us", "as_ordered") == (None, None)


WOOD = "kow | 72x48 wood 36,30 8x8 |"


@pytest.mark.rule("kow.artefact.sir_jesses_boots")
def test_the_boots_of_striding_work_for_one_turn() -> None:
    line = f"{WOOD} Us at 36,20 | Them at 36,40 face 180"
    table = draw(line, Us=unit(artefact="Sir Jesse's Boots of Striding"), Them=unit())
    us = table.unit("Us")
    assert not has(table.battle, us, "strides")
    _used(table, "Us", "before_order", [])
    assert has(table.battle, us, "strides")
    assert has(table.battle, us, "pathfinds")
    expire(table.battle, "end", 0)
    assert not has(table.battle, us, "strides")
    us.once = ()
    assert _asked(table, "Us", "before_order") == (None, None)


@pytest.mark.rule("kow.artefact.sir_jesses_boots")
@pytest.mark.parametrize("line", ["Us at 36,20", f"{WOOD} Us at 10,10", f"{WOOD} Us at 36,20 wavering=1"])
def test_nobody_is_asked_for_boots_that_are_of_no_use(line: str) -> None:
    table = draw(f"{line} | Them at 60,40 face 180", Us=unit(artefact="Sir Jesse's Boots of Striding"), Them=unit())
    assert _asked(table, "Us", "before_order") == (None, None)


@pytest.mark.rule("kow.artefact.dwarfen_ale")
def test_dwarfen_ale_makes_headstrong() -> None:
    line = "Us at 36,20 wavering=1 began_wavering | Them at 36,40 face 180"
    table = draw(line, Us=unit(artefact="Dwarfen Ale"), Them=unit())
    spoken(table, "Us", "before_order", [5])
    assert table.unit("Us").wavering == 0


@pytest.mark.rule("kow.artefact.chalice_of_wrath")
def test_the_chalice_of_wrath_makes_a_retaliator() -> None:
    table = draw(
        'phase="combat" | A at 36,20 | 1 X at 36,26 face 180 | 1 Y at 30,26 face 180',
        A=unit(artefact="Chalice of Wrath"),
        X=unit(defence=6),
        Y=unit(),
    )
    table.engage("A", "X").engage("Y", "A", "left")
    a = table.unit("A")
    a.held_by = tuple(foe.unit for foe in a.foes)
    assert has(table.battle, a, "stays")
    game = table.play(dice={"to hit": 6, "to damage": 5, "Nerve": 1}).choose(unit="A")
    x, y = game.unit("X").id, game.unit("Y").id
    game.answer(Allocated({"attacks": {str(x): 10, str(y): 0}})).choose(str(x))
    assert game.unit("X").damage == 10


@pytest.mark.rule("kow.artefact.mead_of_madness")
def test_the_mead_of_madness_is_an_inch_of_charge() -> None:
    table = carrying("Mead of Madness")
    (wild,) = speakers(table.battle, table.unit("Us")).at("charge_bonus")
    assert wild.charge_bonus(table.battle, table.unit("Us")) == 1


@pytest.mark.rule("kow.artefact.orb_of_towering_presence")
def test_the_orb_of_towering_presence_is_added_before_strength_is_halved() -> None:
    table = carrying("Orb of Towering Presence")
    us = table.unit("Us")
    assert values.strength(table.battle, us) == 3
    us.wavering = 1
    assert values.strength(table.battle, us) == 1


@pytest.mark.rule("kow.artefact.brew_of_haste")
def test_the_brew_of_haste_is_an_inch_of_speed() -> None:
    table = carrying("Brew of Haste")
    assert values.speed(table.battle, table.unit("Us")) == 6
    assert values.nerve(table.battle, table.unit("Us")) == 12


# Auras, spells, deployment


@pytest.mark.rule("kow.artefact.sacred_horn")
@pytest.mark.parametrize(
    ("aura", "at", "elite"),
    [("Elite", 3.0, True), ("Elite", 3.1, False), ('12" Elite', 6.0, True), ('12" Elite', 6.1, False)],
)
def test_the_sacred_horn_makes_auras_reach_9_inches_at_least(aura: str, at: float, elite: bool) -> None:
    line = f"Us at 36,25 | Bearer at 36,{25 - NEAR - at} | Them at 60,40 face 180"
    table = draw(line, Us=unit(), Bearer=unit(artefact="Sacred Horn", rules=[f"Aura ({aura})"]), Them=unit())
    assert (lot(table).hit_ones_by is not None) == elite


@pytest.mark.rule("kow.artefact.diadem_of_dragonkind")
def test_the_diadem_of_dragonkind_gives_or_strengthens_fireball() -> None:
    table = carrying("Diadem of Dragonkind", spells=[{"name": "Heal", "number": 3}])
    assert spells_of(table.battle, table.unit("Us")) == (Known("Heal", 3), Known("Fireball", 4, artefact=True))
    table = carrying("Diadem of Dragonkind", spells=[{"name": "Fireball", "number": 6}])
    assert spells_of(table.battle, table.unit("Us")) == (Known("Fireball", 8),)


@pytest.mark.rule("kow.artefact.scrying_gem")
@pytest.mark.parametrize(("face", "order"), [(4, "ABBBABABA"), (1, "ABBABABAB"), (6, "ABBBBABAA")])
def test_the_scrying_gem_makes_the_enemy_place_several_units_at_first(face: int, order: str) -> None:
    names = [*(f"0 A{number}" for number in range(4)), *(f"1 B{number}" for number in range(5))]
    names += [] if face != 6 else ["0 A4"]
    line = 'kow stage="zones" phase="deployment" turn=0 scenario="standard" | 72x48 | '
    units = {name.split()[1]: unit() for name in names}
    table = draw(line + " | ".join(f"{name} off" for name in names), None, **units | {"A0": GEM})
    game = table.play([6, 1, face, 1, 2]).choose("south")
    assert order_of_seats(game)[: len(order)] == order
    assert game.battle.first_placing == (0, 0)


@pytest.mark.rule("kow.artefact.scrying_gem")
def test_who_has_fewer_units_than_the_gem_asks_for_places_them_all() -> None:
    line = 'kow stage="zones" phase="deployment" turn=0 scenario="standard" | 72x48 | 0 A0 off | 0 A1 off | 1 B0 off'
    game = draw(line, A0=GEM, A1=unit(), B0=unit()).play([6, 1, 6, 1, 2]).choose("south")
    assert order_of_seats(game) == "ABA"


@pytest.mark.rule("kow.artefact.open")
@pytest.mark.rule("kow.artefact.hidden")
def test_artefacts_are_open_unless_players_agreed_to_hide_them() -> None:
    for hides, seen in ((False, "Brew of Haste"), (True, "")):
        table = draw(
            "Us at 36,20 | Them at 36,40 face 180",
            Settings(hidden_artefacts=hides),
            Us=unit(artefact="Brew of Haste"),
            Them=unit(),
        )
        assert view(table.battle, 1).entry(table.unit("Us")).artefact == seen
        assert view(table.battle, 0).entry(table.unit("Us")).artefact == "Brew of Haste"
        table.unit("Us").shown = True
        assert view(table.battle, 1).entry(table.unit("Us")).artefact == "Brew of Haste"
