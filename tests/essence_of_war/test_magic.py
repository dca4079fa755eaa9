"""The Magic Phase: dice, casting, dispelling, Miscasts, the stored die."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tests.essence_of_war.harness import Faces, Play, draw
from warhost.play import Act, Chosen
from warhost.play.questions import Choose
from warhost.play.script import Refused
from warhost.rulesets.essence_of_war.core.battle import Effect, Settings
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import health

SHAMAN = "Orc Shaman at 18,10 | Imperial Guard at 18,24 face 180"
MAGE = "Mage at 18,10 | Imperial Guard at 18,24 face 180"
DAMSEL = "Damsel at 18,10 | Feudal Knights at 12,10 | Imperial Guard at 18,24 face 180"


def casting(line: str, dice: Iterable[Faces] = (), pools: tuple[int, int] = (9, 9), **fields: Any) -> Play:
    """A Magic Phase in which both players have their dice already."""
    return draw(line).play(dice, phase="magic", stage="cast", pools=pools, **fields)


def flux(line: str, dice: Iterable[Faces], settings: Settings | None = None, **fields: Any) -> Play:
    """A Magic Phase from its start."""
    return draw(line, settings).play(dice, phase="magic", **fields)


def refusal(play: Play, key: str) -> Refused:
    with pytest.raises(Refused) as refused:
        play.answer(Chosen(key))
    return refused.value


@pytest.mark.rule("eow.magic.wizard")
def test_a_whole_unit_that_knows_a_spell_casts_it() -> None:
    play = casting("Skink Hunters at 18,10 | Imperial Guard at 18,24 face 180", [(3, 3)])
    play.cast("Skink Hunters", "Entwining Roots", "Imperial Guard", dice=2).choose("no")
    assert play.unit("Imperial Guard").effects


@pytest.mark.rule("eow.magic.wizard")
def test_who_knows_no_spell_is_no_wizard() -> None:
    play = draw("Iron Orcs at 18,10 | Imperial Guard at 18,40 face 180").play(
        {"": 1}, phase="magic", stage="cast", pools=(9, 9)
    )
    assert (play.topic, play.battle.phase) == ("move", "movement")


@pytest.mark.rule("eow.magic.sequence")
def test_the_phase_draws_casts_dispels_resolves_and_stores_in_this_order() -> None:
    play = flux(SHAMAN, [3, (3, 3), (1,), 1, (1, 1)])
    assert play.battle.pools == (6, 5)
    assert (play.topic, play.question.seat) == ("cast", 0)
    with pytest.raises(Refused):
        play.answer(Chosen("2"), seat=1)
    play.cast("Orc Shaman", "Fireball", "Imperial Guard", dice=2)
    assert (play.topic, play.question.seat) == ("dispel", 1)
    play.choose("1")
    assert (play.topic, play.question.seat) == ("cast", 0)
    play.choose("pass")
    assert (play.topic, play.question.seat) == ("store", 0)
    drawn, declared, resolved = (
        next(i for i, event in enumerate(play.game.events) if isinstance(event, kind))
        for kind in (events.FluxDrawn, events.SpellDeclared, events.SpellCast)
    )
    assert drawn < declared < resolved


@pytest.mark.rule("eow.magic.store")
def test_one_unused_die_is_kept_and_all_others_are_lost() -> None:
    play = casting(SHAMAN, pools=(3, 2)).choose("pass").choose("store")
    assert (play.battle.stored, play.battle.pools) == ((1, 0), (0, 0))
    assert play.battle.phase != "magic"


@pytest.mark.rule("eow.magic.store")
def test_a_player_may_keep_none() -> None:
    assert casting(SHAMAN, pools=(3, 2)).choose("pass").choose("no").battle.stored == (0, 0)


@pytest.mark.rule("eow.magic.stored_added")
def test_a_stored_die_joins_the_dice_of_the_card() -> None:
    play = flux(SHAMAN, [3], stored=(1, 1))
    assert play.battle.pools == (7, 5)
    assert play.battle.stored == (0, 1)


@pytest.mark.rule("eow.magic.flux_table", "eow.magic.flux_card_1", "eow.magic.flux_card_2", "eow.magic.flux_card_3")
@pytest.mark.rule("eow.magic.flux_card_4", "eow.magic.flux_card_5", "eow.magic.flux_card_6")
@pytest.mark.parametrize(
    ("card", "dice"), [(1, (4, 4)), (2, (5, 4)), (3, (6, 5)), (4, (7, 5)), (5, (8, 6)), (6, (9, 6))]
)
def test_the_card_says_how_many_dice_each_player_gets(card: int, dice: tuple[int, int]) -> None:
    play = flux(SHAMAN, [card])
    assert play.battle.pools == dice
    assert play.told(events.FluxDrawn) == [events.FluxDrawn(0, card, *dice)]


@pytest.mark.rule("eow.magic.flux_draw")
def test_a_drawn_card_does_not_come_back() -> None:
    play = flux("Mage at 18,2 | Wizard at 18,46 face 180", [2, 1, 2, 10], turn=1)
    for seat, turn in ((1, 1), (0, 2), (1, 2)):
        play.choose("pass").choose("no").until("cast")
        assert (play.battle.active, play.battle.turn) == (seat, turn)
    # The second player's die is thrown for five cards: the 10 of a D10 is the last of 2, 3, 4, 5, 6.
    assert [event.card for event in play.told(events.FluxDrawn)] == [2, 1, 1, 6]
    assert play.battle.decks == ((3, 4, 5, 6), (2, 3, 4, 5))


@pytest.mark.rule("eow.magic.flux_draw")
def test_the_last_card_needs_no_die_and_then_all_six_are_there_again() -> None:
    play = flux(SHAMAN, [], decks=((4,), (1, 2, 3)))
    assert play.battle.pools == (7, 5)
    assert flux(SHAMAN, [6], decks=((), (1, 2, 3))).battle.decks == ((1, 2, 3, 4, 5), (1, 2, 3))


@pytest.mark.rule("eow.magic.flux_d6_variant")
def test_players_may_agree_to_roll_for_the_card() -> None:
    play = flux(SHAMAN, [2], Settings(flux="die"), decks=((1, 3), (1,)))
    assert play.battle.pools == (5, 4)
    assert play.battle.decks == ((1, 3), (1,))


@pytest.mark.rule("eow.magic.once_per_spell")
def test_a_spell_is_attempted_once_in_a_phase_whoever_knows_it() -> None:
    line = "0 Harbinger at 18,10 | 0 Damsel at 12,10 | Imperial Guard at 18,24 face 180"
    play = casting(line, [(1, 1)])
    assert play.offers(f"{play.unit('Damsel').id}:Know Thine Enemy:5>0")
    play.cast("Harbinger", "Know Thine Enemy", "Harbinger", dice=2)
    assert not any("Know Thine Enemy" in key for key in play.keys)
    assert any("Fate's Judgement" in key for key in play.keys)
    assert refusal(play, f"{play.unit('Damsel').id}:Know Thine Enemy:5>0").rule == "eow.magic.once_per_spell"


@pytest.mark.rule("eow.magic.not_fleeing")
def test_wizards_that_flee_do_not_cast_and_the_reactive_player_never_does() -> None:
    line = "0 Harbinger at 18,10 | 0 Damsel at 12,10 fleeing | Wizard at 18,24 face 180"
    play = casting(line)
    casters = {option.unit for option in play.options if option.unit is not None}
    assert casters == {play.unit("Harbinger").id}
    assert refusal(play, f"{play.unit('Damsel').id}:Know Thine Enemy").rule == "eow.magic.not_fleeing"


@pytest.mark.rule("eow.magic.declare")
@pytest.mark.parametrize(("pool", "most"), [(9, 5), (5, 5), (3, 3)])
def test_one_to_five_dice_may_be_used_but_no_more_than_there_are(pool: int, most: int) -> None:
    play = casting(SHAMAN, pools=(pool, 0)).choose(unit="Orc Shaman", target="Imperial Guard")
    assert play.topic == "casting dice"
    assert play.keys == [str(count) for count in range(1, most + 1)]
    assert refusal(play, str(most + 1)).rule == "eow.magic.declare"
    assert play.battle.pools == (pool, 0)


@pytest.mark.rule("eow.magic.cast_roll")
@pytest.mark.parametrize(("faces", "succeeds"), [((2, 3), True), ((2, 2), False)])
def test_the_sum_has_to_reach_the_casting_value(faces: tuple[int, int], succeeds: bool) -> None:
    play = casting(DAMSEL, [faces], pools=(9, 0))
    play.cast("Damsel", "Know Thine Enemy", "Feudal Knights", dice=2)
    assert bool(play.unit("Feudal Knights").effects) is succeeds
    assert bool(play.told(events.SpellFailed)) is not succeeds


@pytest.mark.rule("eow.magic.dispel")
@pytest.mark.parametrize(("dispel", "stopped"), [((4, 5), True), ((4, 4), False)])
def test_a_dispel_roll_of_at_least_the_casting_roll_stops_the_spell(dispel: tuple[int, int], stopped: bool) -> None:
    play = casting(DAMSEL, [(4, 5), dispel])
    play.cast("Damsel", "Know Thine Enemy", "Feudal Knights", dice=2).choose("2")
    assert bool(play.unit("Feudal Knights").effects) is not stopped
    assert len(play.told(events.SpellDispelled)) == stopped


def test_whoever_may_dispel_is_told_who_casts_what_on_whom() -> None:
    play = casting(DAMSEL, [(4, 5)]).cast("Damsel", "Know Thine Enemy", "Feudal Knights", dice=2)
    assert play.question.text.startswith("Damsel casts Know Thine Enemy on Feudal Knights with a roll of 9.")
    assert play.question.act == Act(play.unit("Damsel").id, (play.unit("Feudal Knights").id,))


@pytest.mark.rule("eow.magic.dispel")
def test_at_most_five_dice_dispel() -> None:
    play = casting(DAMSEL, [(4, 5)], pools=(9, 7)).cast("Damsel", "Know Thine Enemy", "Feudal Knights", dice=2)
    assert play.keys == ["no", "1", "2", "3", "4", "5"]
    assert refusal(play, "6").rule == "eow.magic.dispel"


@pytest.mark.rule("eow.magic.dispel_optional")
def test_dispelling_is_voluntary_and_only_for_spells_that_were_cast() -> None:
    play = casting(DAMSEL, [(3, 3), (1, 1)])
    play.cast("Damsel", "Know Thine Enemy", "Feudal Knights", dice=2).choose("no")
    assert play.unit("Feudal Knights").effects
    assert play.topic == "cast"
    play.cast("Damsel", "Fate's Judgement", "Imperial Guard", dice=2)
    assert play.topic != "dispel"


@pytest.mark.rule("eow.magic.dice_spent")
def test_dice_are_gone_whatever_they_brought() -> None:
    failed = casting(DAMSEL, [(1, 1, 2)], pools=(7, 6)).cast("Damsel", "Know Thine Enemy", "Feudal Knights", dice=3)
    assert failed.battle.pools == (4, 6)
    dispelled = casting(DAMSEL, [(6, 6), (1, 1)], pools=(7, 6))
    dispelled.cast("Damsel", "Know Thine Enemy", "Feudal Knights", dice=2).choose("2")
    assert dispelled.battle.pools == (5, 4)


@pytest.mark.rule("eow.magic.hits")
def test_losses_by_a_spell_can_cause_panic() -> None:
    # Four hits on 15 Health Points: four wounds, no saves; 4 of 15 is more than a quarter. Discipline 8 holds on 8.
    dice: list[Faces] = [(4, 4), 6, (6, 6, 6, 6), (1, 1, 1, 1), (4, 4)]
    play = casting(SHAMAN, dice, pools=(9, 0)).cast("Orc Shaman", "Fireball", "Imperial Guard", dice=2)
    assert health(play.battle, play.unit("Imperial Guard")) == 11
    assert [(test.kind, test.passed) for test in play.told(events.DisciplineTested)] == [("panic", True)]


@pytest.mark.rule("eow.magic.hits")
def test_a_unit_that_panics_flees_from_the_caster() -> None:
    dice: list[Faces] = [(4, 4), 6, (6, 6, 6, 6), (1, 1, 1, 1), (5, 4), (3, 3)]
    # Iron Orcs are nearer to the Guard than the Shaman, on the other side.
    line = f"{SHAMAN} | Iron Orcs at 18,36"
    play = casting(line, dice, pools=(9, 0)).cast("Orc Shaman", "Fireball", "Imperial Guard", dice=2)
    guard = play.unit("Imperial Guard")
    assert guard.fleeing
    assert guard.pose is not None
    assert guard.pose.y > 29


@pytest.mark.rule("eow.magic.duration")
def test_a_lasting_spell_ends_with_the_next_own_magic_phase_and_not_before() -> None:
    play = flux("Harbinger at 18,2 | Wizard at 18,46 face 180", [1, (3, 3), 1, 1])
    play.cast("Harbinger", "Know Thine Enemy", "Harbinger", dice=2).choose("no")
    lasting = (Effect("Know Thine Enemy", 0, 0),)
    assert play.unit("Harbinger").effects == lasting
    assert play.choose("no").until("cast").battle.active == 1
    assert play.unit("Harbinger").effects == lasting
    play.choose("pass").choose("no").until("cast")
    assert (play.battle.turn, play.battle.active) == (2, 0)
    assert play.unit("Harbinger").effects == ()
    assert [(ended.unit, ended.spell) for ended in play.told(events.SpellEnded)] == [(0, "Know Thine Enemy")]


@pytest.mark.rule("eow.magic.duration")
def test_a_spell_outlives_its_caster() -> None:
    line = "0 Harbinger off | 0 Wizard at 18,2 | Thane at 18,46 face 180"
    effect = Effect("Know Thine Enemy", 0, 0)
    table = draw(line).set("Wizard", effects=(effect,))
    assert table.play([1], phase="magic", active=1).unit("Wizard").effects == (effect,)


@pytest.mark.rule("eow.magic.attack_spell_engaged")
def test_damage_spells_need_sight_and_neither_caster_nor_target_in_combat() -> None:
    line = "Sorcerer at 18,10 | Imperial Guard at 18,24 face 180 | Wizard at 6,24 face 180 | 0 Warriors at 30,30"
    pentagram = "0:Pentagram of Pain:5>"

    free = casting(line)
    assert {f"{pentagram}1", f"{pentagram}2"} <= set(free.keys)

    table = draw(line).fight("Warriors", "Imperial Guard", "rear")
    fighting = table.play(phase="magic", stage="cast", pools=(9, 9))
    assert f"{pentagram}1" not in fighting.keys
    assert refusal(fighting, f"{pentagram}1").rule == "eow.magic.attack_spell_engaged"
    assert f"{pentagram}2" in fighting.keys

    table = draw(line).fight("Sorcerer", "Imperial Guard")
    caster = table.play(phase="magic", stage="cast", pools=(9, 9))
    assert not any("Pentagram" in key for key in caster.keys)
    assert any("The Rot Within" in key for key in caster.keys)
    assert refusal(caster, "0:Pentagram of Pain").rule == "eow.magic.attack_spell_engaged"

    behind = casting(line.replace("Sorcerer at 18,10", "Sorcerer at 18,10 face 80 seat=0"))
    assert f"{pentagram}2" not in behind.keys


@pytest.mark.rule("eow.magic.magical_move")
@pytest.mark.parametrize("state", ["fleeing", "failed_charge", "rallied", "magic_moved"])
def test_a_magical_move_is_not_for_units_that_fled_failed_rallied_or_were_moved(state: str) -> None:
    line = "Swarm Priest at 18,10 | Vermin Velites at 12,10 | Imperial Guard at 18,40 face 180"
    wing = "0:Raven's Wing:4>1"
    assert wing in casting(line).keys
    play = draw(line).set("Vermin Velites", **{state: True}).play(phase="magic", stage="cast", pools=(9, 9))
    assert wing not in play.keys
    assert refusal(play, wing).rule == "eow.magic.magical_move"


@pytest.mark.rule("eow.magic.magical_move")
def test_a_unit_in_combat_makes_no_magical_move() -> None:
    line = "Swarm Priest at 18,10 | Vermin Velites at 12,10 | Imperial Guard at 18,20 face 180"
    play = draw(line).fight("Vermin Velites", "Imperial Guard").play(phase="magic", stage="cast", pools=(9, 9))
    assert "0:Raven's Wing:4>1" not in play.keys


@pytest.mark.rule("eow.magic.two_values")
def test_the_version_is_announced_before_the_roll_and_never_downgraded() -> None:
    line = (
        "Vampire Courtier at 18,10 | Zombies at 12,10 models=14 | Ghouls at 24,10 models=13 | Thane at 18,40 face 180"
    )
    play = casting(line, [(3, 4)], pools=(9, 0))
    play.cast("Vampire Courtier", "Arise!", "Zombies", "Ghouls", dice=2, value=8)
    assert (play.unit("Zombies").models, play.unit("Ghouls").models) == (14, 13)
    assert "Hewn Mountain" in [part.why for part in play.told(events.SpellDeclared)[0].parts]
    assert not any("Arise!" in key for key in play.keys)


@pytest.mark.rule("eow.magic.target_before_roll")
def test_a_target_must_be_legal_before_the_dice_are_rolled() -> None:
    # The Damsel's base is 0.79" deep and the Guard's boundary 2.36": from 10 to 29.6 the gap is just over 18".
    line = "Damsel at 18,10 | Imperial Guard at 18,29.6 face 180 | Handgunners at 10,26 face 180"
    play = casting(line)
    far, near = play.unit("Imperial Guard").id, play.unit("Handgunners").id
    assert f"0:Fate's Judgement:5>{near}" in play.keys
    refused = refusal(play, f"0:Fate's Judgement:5>{far}")
    assert 'are 18.03" from Damsel' in refused.message
    assert refused.rule == "eow.patrol.kingdom_of_equitaine.fates_judgement"
    assert play.battle.pools == (9, 9)
    assert play.battle.attempted == ()
    assert f"0:Fate's Judgement:5>{far}" in casting(line.replace("29.6", "29.5")).keys


MISCAST = "Orc Shaman at 18,10 | Iron Orcs at 12,10 | Imperial Guard at 18,40 face 180"


@pytest.mark.rule("eow.magic.miscast.trigger")
def test_three_equal_dice_hurt_the_caster_if_the_spell_takes_effect() -> None:
    play = casting(MISCAST, [(4, 4, 4), (1, 1)], pools=(9, 0))
    play.cast("Orc Shaman", "Flaming Swords", "Iron Orcs", dice=3)
    assert play.told(events.Miscast) == [events.Miscast(0, 2, 4)]

    dispelled = casting(MISCAST, [(4, 4, 4), (6, 6)])
    dispelled.cast("Orc Shaman", "Flaming Swords", "Iron Orcs", dice=3).choose("2")
    assert not dispelled.told(events.Miscast)

    failed = casting(MISCAST, [(2, 2, 2)], pools=(9, 0)).cast("Orc Shaman", "Flaming Swords", "Iron Orcs", dice=3)
    assert not failed.told(events.Miscast)

    pairs = casting(MISCAST, [(4, 4, 3, 3)], pools=(9, 0)).cast("Orc Shaman", "Flaming Swords", "Iron Orcs", dice=4)
    assert not pairs.told(events.Miscast)


@pytest.mark.rule("eow.magic.miscast.order")
def test_the_spell_takes_effect_before_the_caster_is_hurt() -> None:
    line = "Orc Shaman at 18,10 wounds=2 | Imperial Guard at 18,24 face 180 | 0 Mage at 5,5"
    dice: list[Faces] = [(4, 4, 4), 2, (6, 6), (1, 1), (6, 6), (1, 1)]
    play = casting(line, dice, pools=(9, 0)).cast("Orc Shaman", "Fireball", "Imperial Guard", dice=3)
    assert health(play.battle, play.unit("Imperial Guard")) == 13
    assert play.unit("Orc Shaman").fate == "destroyed"
    losses = [event.unit for event in play.told(events.HealthLost)]
    assert losses == [play.unit("Imperial Guard").id, play.unit("Orc Shaman").id]


@pytest.mark.rule("eow.magic.miscast.hits")
def test_a_character_suffers_a_hit_less_than_dice_and_a_unit_as_many() -> None:
    play = casting(MISCAST, [(5, 5, 5, 1), (1, 1, 1)], pools=(9, 0))
    play.cast("Orc Shaman", "Flaming Swords", "Iron Orcs", dice=4)
    assert [event.hits for event in play.told(events.Miscast)] == [3]

    line = "Skink Hunters at 18,10 | Imperial Guard at 18,24 face 180"
    unit = casting(line, [(5, 5, 5, 1), (1, 1, 1, 1)], pools=(9, 0))
    unit.cast("Skink Hunters", "Entwining Roots", "Imperial Guard", dice=4)
    assert [event.hits for event in unit.told(events.Miscast)] == [4]


@pytest.mark.rule("eow.magic.miscast.wound")
def test_miscast_hits_wound_on_four_with_the_tripled_number_as_penetration() -> None:
    # Prophet: Resilience 5, and Armour 4 by the spell. Triple 2s leave Armour 2: saved on 5+. Triple 5s leave none.
    line = "Prophet at 18,10 | Imperial Guard at 18,24 face 180"
    play = casting(line, [(2, 2, 2, 1), (3, 4, 4), (5, 4)], pools=(9, 0))
    play.cast("Prophet", "Word of Iron", "Prophet", dice=4)
    wound, save = [roll for roll in play.rolls if "Miscast" in roll.why]
    assert (wound.dice, wound.need, save.dice, save.need) == ("3D6", 4, "2D6", 5)
    assert health(play.battle, play.unit("Prophet")) == 2

    hard = casting(line, [(5, 5, 5, 1), (4, 4, 3)], pools=(9, 0)).cast("Prophet", "Word of Iron", "Prophet", dice=4)
    assert health(hard.battle, hard.unit("Prophet")) == 1


@pytest.mark.rule("eow.magic.miscast.wound", "eow.panic.quarter_losses")
def test_losses_by_a_miscast_make_a_unit_panic_away_from_the_nearest_enemy() -> None:
    line = "Skink Hunters at 18,20 models=8 | Imperial Guard at 18,34 face 180"
    dice = [(5, 5, 5), (4, 4, 4), (1, 1, 1), (6, 6, 5), (3, 3)]
    play = casting(line, dice, pools=(9, 0)).cast("Skink Hunters", "Entwining Roots", "Imperial Guard", dice=3)
    skinks = play.unit("Skink Hunters")
    assert skinks.fleeing
    assert skinks.pose is not None
    assert skinks.pose.y < 15


@pytest.mark.rule("eow.magic.declare", "eow.magic.miscast.trigger")
def test_odds_of_dice_are_exact() -> None:
    play = casting(SHAMAN).choose(unit="Orc Shaman", target="Imperial Guard")
    first, second, third = play.options[:3]
    assert first.odds[0].value == pytest.approx(2 / 6)
    assert second.odds[0].value == pytest.approx(30 / 36)
    assert [odds.label for odds in second.odds] == ["success"]
    # Three equal dice that add up to 5 or more: all but three 1s.
    assert third.odds[1].value == pytest.approx(5 / 216)


@pytest.mark.rule("eow.magic.dispel", "eow.patrol.dread_elves.irresistible_will")
def test_dispel_odds_know_the_modifiers() -> None:
    line = "Warlock Outcast at 18,10 | Temple Militants at 12,10 | Imperial Guard at 18,24 face 180"
    play = casting(line, [(3, 3, 3, 2)]).cast("Warlock Outcast", "Spectral Blades", "Temple Militants", dice=4)
    odds = play.options[2].odds[0]
    assert odds.value == pytest.approx(1 / 36)
    assert [part.why for part in odds.parts][1:] == ["Irresistible Will"]
    assert sum(part.amount for part in odds.parts) == 12


def test_whoever_casts_or_dispels_reads_what_the_spell_does() -> None:
    play = casting("Sorcerer at 18,10 | Wizard at 18,24 face 180", [(5, 5)])
    cast = next(option for option in play.options if "Pentagram" in option.label)
    assert "D3+1 hits Str 4 AP 1" in cast.text
    play.choose(cast.key)
    assert play.question.note == cast.text
    play.choose("2")
    assert (play.topic, play.question.note) == ("dispel", cast.text)


def test_nobody_is_asked_where_nothing_can_be_cast_but_the_card_is_drawn() -> None:
    play = flux("Thane at 18,2 | Prophet at 18,46 face 180", [3, 1]).until("cast")
    assert [event.card for event in play.told(events.FluxDrawn)] == [3, 1]
    assert (play.topic, play.battle.active) == ("cast", 1)


@pytest.mark.rule("eow.magic.store")
def test_no_die_is_stored_when_no_magic_phase_follows() -> None:
    play = draw("Prophet at 18,2 | Thane at 18,46 face 180").play([3, 3], phase="magic", turn=4)
    play.choose("pass")
    assert "store" not in play.topic
    assert play.battle.pools == (0, 0)


def test_denied_spells_say_why() -> None:
    play = casting("Damsel at 18,2 | Imperial Guard at 18,46 face 180")
    question = play.question
    assert isinstance(question, Choose)
    (denied,) = question.denied
    assert denied.why == 'Imperial Guard are 42.43" from Damsel; Fate\'s Judgement has a range of 18".'
