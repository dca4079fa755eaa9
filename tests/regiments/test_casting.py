"""Spell tokens, casting, help and hindrance, and what spells do (Caster)."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.fights import attacks, clash, needs, volley
from tests.regiments.harness import Fall, Table, draw, find, happen, models, refusal, regiment
from tests.regiments.wizards import BOLT, SPARK, WARD, cast, duel, wizard
from warhost.play.questions import Act, Chosen
from warhost.play.rules.tally import Tally
from warhost.rulesets.regiments.chapters import activation, morale
from warhost.rulesets.regiments.chapters.magic import spells
from warhost.rulesets.regiments.chapters.magic.enchantments import enchant
from warhost.rulesets.regiments.chapters.magic.spell_tokens import gain_tokens
from warhost.rulesets.regiments.core import SpellEffect, SpellText, events
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.core.speakers import movement_rules
from warhost.table import Pose


@pytest.mark.rule("aofr.special.caster.tokens")
def test_a_caster_gains_tokens_every_round() -> None:
    battle = draw("Wizard at 36,20 | Foe at 36,30 face 180", Wizard=wizard(), Foe=regiment()).battle
    gain_tokens(battle)
    assert battle.units[0].tokens == (2,)
    gain_tokens(battle)
    assert (battle.units[0].tokens, battle.units[1].tokens) == ((4,), ())


@pytest.mark.rule("aofr.special.caster.tokens")
def test_no_other_number_than_that_of_caster_counts_for_tokens() -> None:
    giant = regiment(size=1, rules=["Tough(3)", "Fear(2)", "Caster(1)"])
    battle = draw("Wizard at 36,20 | Foe at 36,30 face 180", Wizard=giant, Foe=regiment()).battle
    gain_tokens(battle)
    assert battle.units[0].tokens == (1,)


@pytest.mark.rule("aofr.special.caster.token_cap")
def test_a_caster_holds_six_tokens_at_most() -> None:
    battle = draw("Wizard at 36,20 | Foe at 36,30 face 180", Wizard=wizard(tokens=3), Foe=regiment()).battle
    battle.units[0].tokens = (5,)
    gain_tokens(battle)
    assert battle.units[0].tokens == (6,)


@pytest.mark.rule("aofr.special.caster.tokens_off_table")
def test_casters_off_the_table_gain_tokens_too() -> None:
    battle = draw("Wizard at 36,20 | Foe at 36,30 face 180", Wizard=wizard(), Foe=regiment()).battle
    battle.units[0].pose, battle.units[0].reserve = None, "ambush"
    for _ in range(3):
        gain_tokens(battle)
    assert battle.units[0].tokens == (6,)


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize(("die", "cast_on"), [(4, 1), (3, 0)])
def test_a_spell_is_paid_for_and_works_on_a_four(die: int, cast_on: int) -> None:
    play = cast(duel(), {"Casting": die, "to block": 6}).choose(target="Foe")
    play.choose("0")
    assert len(play.told(events.SpellCast)) == cast_on
    assert play.unit("Wizard").tokens == (1,)


@pytest.mark.rule("aofr.special.caster.cast")
def test_a_spell_that_costs_more_than_there_is_cannot_be_tried() -> None:
    assert cast(duel(tokens=1)).game.over


@pytest.mark.rule("aofr.special.caster.before_attack")
def test_spells_are_tried_before_and_after_the_move_but_not_after_shooting() -> None:
    shooter = regiment(size=1, weapons=['Bow (24", A1)'], rules=["Caster(2)"], spells=[BOLT, SPARK])
    table = draw("Wizard at 36,20 | Foe at 36,30 face 180", Wizard=shooter, Foe=regiment(size=5))
    table.set("Wizard", tokens=(6,))
    dice = {"Casting": 1, "to hit": 1}
    play = happen(table, lambda battle: activation.act(battle, find(battle, "Wizard")), dice)
    play.choose("0:Bolt").choose("0").choose("pass").choose("advance").stay()
    assert play.topic == "cast"
    play.choose("0:Spark").choose("0").choose(target="Foe")
    assert play.game.over
    assert [roll.why for roll in play.rolls] == ["Casting Bolt", "Casting Spark", "Bow: to hit"]


@pytest.mark.rule("aofr.special.caster.before_attack")
def test_who_charges_may_cast_in_contact_before_the_first_strike() -> None:
    table = draw("Wizard at 36,10 | Foe at 36,18 face 180", Wizard=wizard(), Foe=regiment(size=5))
    table.set("Wizard", tokens=(2,))
    play = happen(table, lambda battle: activation.act(battle, find(battle, "Wizard")), {"Casting": 1, "to hit": 1})
    play.choose("pass").choose("charge>1")
    assert (play.topic, len(play.told(events.UnitCharged)), play.rolls) == ("cast", 1, [])
    play.choose("0:Bolt")
    assert [roll.why for roll in play.rolls] == ["Casting Bolt", "Hand Weapon: to hit"]


@pytest.mark.rule("aofr.special.caster.before_attack")
def test_a_target_that_a_spell_kills_in_contact_is_not_fought() -> None:
    table = draw("Wizard at 36,10 | Foe at 36,18 face 180", Wizard=wizard(), Foe=regiment(size=1))
    table.set("Wizard", tokens=(2,))
    dice: dict[str, Fall] = {"Casting": 4, "to block": 1}
    play = happen(table, lambda battle: activation.act(battle, find(battle, "Wizard")), dice)
    play.choose("pass").choose("charge>1").choose("0:Bolt")
    assert (play.game.over, play.unit("Foe").fate) == (True, "destroyed")
    assert not play.told(events.MeleeBegan)


@pytest.mark.rule("aofr.special.caster.one_try_per_spell", "aofr.special.caster.tokens")
def test_every_caster_of_a_unit_has_tokens_and_tries_of_its_own() -> None:
    coven = regiment(groups=[models(2, rules=["Caster(2)"]), models(3)], spells=[BOLT])
    table = draw("Wizard at 36,20 | Foe at 36,30 face 180", Wizard=coven, Foe=regiment(size=5))
    gain_tokens(table.battle)
    assert table.unit("Wizard").tokens == (2, 2)
    play = cast(table.set("Wizard", tokens=(2, 3)), {"Casting": 1})
    assert play.keys == ["pass", "0:Bolt", "1:Bolt"]
    play.choose("0:Bolt").choose("0")
    assert (play.keys, play.unit("Wizard").tokens) == (["pass", "1:Bolt"], (0, 3))
    later = draw("Wizard at 36,20 | Foe at 36,30 face 180", Wizard=coven, Foe=regiment(size=5))
    assert cast(later.set("Wizard", tokens=(0, 2))).keys == ["pass", "1:Bolt"]


@pytest.mark.rule("aofr.special.caster.one_try_per_spell")
def test_each_spell_is_tried_once_in_an_activation() -> None:
    play = cast(duel(BOLT, SPARK, tokens=6), {"Casting": 1}).choose("0:Bolt").choose("0")
    assert play.keys == ["pass", "0:Spark"]
    assert refusal(play, Chosen("0:Bolt")).rule


@pytest.mark.rule("aofr.special.caster.target_los")
def test_the_target_must_be_in_sight_and_in_range() -> None:
    near = draw("Wizard at 36,20 | Foe at 36,39 face 180", Wizard=wizard(), Foe=regiment(1)).set("Wizard", tokens=(2,))
    assert not cast(near).game.over
    far = draw("Wizard at 36,20 | Foe at 36,40 face 180", Wizard=wizard(), Foe=regiment(1)).set("Wizard", tokens=(2,))
    assert cast(far).game.over


@pytest.mark.rule("aofr.special.caster.target_los")
def test_a_target_behind_the_caster_is_refused_and_the_caster_itself_is_not() -> None:
    line = "Wizard at 36,20 | Foe at 36,10"
    table = draw(line, Wizard=wizard(BOLT, WARD), Foe=regiment()).set("Foe", seat=1).set("Wizard", tokens=(3,))
    play = cast(table)
    assert play.keys == ["pass", "0:Ward"]


@pytest.mark.rule("aofr.special.caster.target_los", "aofr.special.transport.inside_targets")
def test_who_is_in_a_transport_casts_on_the_transport_and_those_inside_alone() -> None:
    line = "0 Wizard off | 0 Wagon at 36,20 | 0 Pikes at 36,10 | 1 Foe at 36,30 face 180"
    wagon = regiment(size=1, rules=["Transport(6)"])
    table = draw(line, Wizard=wizard(BOLT, WARD), Wagon=wagon, Pikes=regiment(), Foe=regiment())
    play = cast(table.aboard("Wizard", "Wagon").set("Wizard", tokens=(3,)))
    assert play.keys == ["pass", "0:Ward"]
    assert play.choose("0:Ward").keys == ["0:Ward>0", "0:Ward>1"]


@pytest.mark.rule("aofr.special.caster.own_spells")
def test_a_caster_uses_the_spells_of_its_own_faction() -> None:
    line = " | Witch at 40,20"
    table = duel(BOLT, line=line, Witch=wizard(SPARK)).set("Witch", tokens=(3,))
    assert cast(table).keys == ["pass", "0:Bolt"]


@pytest.mark.rule("aofr.special.caster.target_los")
def test_range_and_sight_are_those_of_the_caster_itself() -> None:
    # From the right end of the row the target is 17.2" away, from the left end 18.8".
    for groups, reached in (([models(4), models(1, rules=["Caster(2)"])], True), ([], False)):
        left_end = [models(1, rules=["Caster(2)"]), models(4)]
        row = regiment(groups=groups or left_end, spells=[BOLT])
        table = draw("Wizard at 36,10 | Foe at 44,27.5 face 180", Wizard=row, Foe=regiment(size=1))
        assert (not cast(table.set("Wizard", tokens=(2,))).game.over) is reached


@pytest.mark.rule("aofr.special.caster.target_los", "aofr.special.transport.los")
def test_nobody_inside_a_transport_is_a_target_from_outside() -> None:
    line = "0 Wizard at 36,20 | 1 Wagon at 36,30 face 180 | 1 Foe off"
    wagon = regiment(size=1, rules=["Transport(6)"])
    table = draw(line, Wizard=wizard(), Wagon=wagon, Foe=regiment(size=5)).aboard("Foe", "Wagon")
    play = cast(table.set("Wizard", tokens=(3,)), {"Casting": 1}).choose("0:Bolt")
    assert play.topic == "boost"


@pytest.mark.rule("aofr.special.caster.own_spells")
def test_a_spell_of_which_nobody_knows_what_it_does_is_not_offered() -> None:
    riddle = SpellText(name="Riddle", cost=1, range=18, target="enemy")
    assert cast(duel(riddle, SPARK)).keys == ["pass", "0:Spark"]


@pytest.mark.rule("aofr.special.caster.own_spells")
def test_a_joined_hero_casts_the_spells_of_its_own_list() -> None:
    mage = regiment(size=1, rules=["Hero", "Caster(2)"], spells=[SPARK])
    table = draw(
        "Unit at 36,20 | Foe at 36,30 face 180", Unit=regiment(size=5, hero=mage, spells=[BOLT]), Foe=regiment()
    )
    assert cast(table.set("Unit", tokens=(2,)), unit="Unit").keys == ["pass", "0:Spark"]


@pytest.mark.rule("aofr.special.caster.boost")
def test_extra_tokens_help_the_roll() -> None:
    play = cast(duel(tokens=4), {"Casting": 2, "to block": 6}).choose(target="Foe").choose("2")
    assert needs(play, "Casting") == [2]
    assert len(play.told(events.SpellCast)) == 1
    assert play.unit("Wizard").tokens == (0,)


@pytest.mark.rule("aofr.special.caster.boost")
@pytest.mark.parametrize(
    ("place", "most"), [("41,20 face 270", 3), ("41,20 face 90", 1), ("36,1 face 0", 3), ("36,0.9 face 0", 1)]
)
def test_friends_within_eighteen_inches_that_see_the_caster_may_help(place: str, most: int) -> None:
    line = f" | Witch at {place}"
    table = duel(line=line, Witch=wizard()).set("Witch", tokens=(2,), seat=0)
    play = cast(table).choose(target="Foe")
    assert play.keys == [str(number) for number in range(most + 1)]


@pytest.mark.rule("aofr.special.caster.boost", "aofr.special.caster.hinder")
def test_a_spell_tells_how_likely_it_goes_off_whatever_tokens_are_spent() -> None:
    # 4+ to cast: a token is left to the wizard, and the enemy's witch has two.
    table = duel(line=" | Witch at 41,20 face 270", Witch=wizard()).set("Witch", tokens=(2,), seat=1)
    quiet, spell = cast(table).weighed
    told = {odds.label: odds.value for odds in spell.odds if odds.label.startswith("success")}
    assert quiet.odds == ()
    assert told == {
        "success if no tokens are spent": pytest.approx(3 / 6),
        "success with 1 extra token of yours": pytest.approx(4 / 6),
        "success against 2 tokens of theirs": pytest.approx(1 / 6),
        "success if both spend all tokens": pytest.approx(2 / 6),
    }
    alone = cast(duel(tokens=2)).weighed[1]
    assert [odds.label for odds in alone.odds if odds.label.startswith("success")] == ["success if no tokens are spent"]


@pytest.mark.rule("aofr.special.caster.boost")
def test_a_helper_without_tokens_helps_nobody() -> None:
    play = cast(duel(tokens=3, line=" | Witch at 41,20 face 270", Witch=wizard()).set("Witch", seat=0))
    assert play.choose(target="Foe").keys == ["0", "1"]


@pytest.mark.rule("aofr.special.caster.boost")
def test_a_helper_that_is_not_on_the_table_helps_nobody() -> None:
    table = duel(tokens=3, line=" | Witch off", Witch=wizard()).set("Witch", seat=0, tokens=(2,), reserve="ambush")
    assert cast(table).choose(target="Foe").keys == ["0", "1"]


@pytest.mark.rule("aofr.special.caster.boost", "aofr.special.transport.inside_targets")
@pytest.mark.parametrize(("inside", "most"), [(True, 4), (False, 2)])
def test_in_a_transport_only_those_inside_help_a_caster(inside: bool, most: int) -> None:
    line = "0 Wizard off | 0 Wagon at 36,20 | 0 Witch at 36,15 | 1 Foe at 36,40 face 180"
    wagon = regiment(size=1, rules=["Transport(6)"])
    table = draw(line, Wizard=wizard(WARD), Wagon=wagon, Witch=wizard(), Foe=regiment()).aboard("Wizard", "Wagon")
    table.set("Wizard", tokens=(3,)).set("Witch", tokens=(2,))
    play = cast(table.aboard("Witch", "Wagon") if inside else table).choose("0:Ward").choose("0:Ward>0")
    assert play.keys == [str(number) for number in range(most + 1)]


@pytest.mark.rule("aofr.special.caster.boost")
@pytest.mark.parametrize(("acted", "left"), [(False, ((0,), (1,))), (True, ((1,), (0,)))])
def test_a_caster_pays_before_helpers_that_have_yet_to_act(acted: bool, left: tuple[tuple[int], tuple[int]]) -> None:
    line = "0 Witch at 41,20 face 270 | 0 Wizard at 36,20 | 1 Foe at 36,30 face 180"
    table = draw(line, Witch=wizard(), Wizard=wizard(), Foe=regiment(size=5))
    table.set("Wizard", tokens=(3,)).set("Witch", tokens=(2,), activated=acted)
    play = cast(table, {"Casting": 1}).choose(target="Foe").choose("2")
    assert (play.unit("Wizard").tokens, play.unit("Witch").tokens) == left


def test_an_option_to_cast_tells_the_cost_the_chance_and_what_the_spell_does() -> None:
    told = msgspec.structs.replace(BOLT, text="Three hits.")
    spell = cast(duel(told)).options[1]
    assert (spell.label, spell.text) == ("Bolt on Foe for 2 tokens", "Three hits.")
    assert [odds.value for odds in spell.odds] == [pytest.approx(1 / 2)]


def test_which_spell_comes_before_on_whom_and_its_text_is_told_once_for_each() -> None:
    told = msgspec.structs.replace(BOLT, text="Three hits.")
    play = cast(duel(told, SPARK, line=" | Brute at 30,30 face 180", Brute=regiment(defense=6)))
    assert [option.label for option in play.options[1:]] == [
        "Bolt on one of 2 units for 2 tokens",
        "Spark on one of 2 units for 1 token",
    ]
    play.choose("0:Bolt")
    assert (play.topic, play.keys, play.question.note) == ("cast on", ["0:Bolt>1", "0:Bolt>2"], "Three hits.")
    assert [option.odds[0].value for option in play.weighed] == [pytest.approx(1.5), pytest.approx(2.5)]


def test_nobody_is_asked_on_whom_if_there_is_one_target() -> None:
    play = cast(duel(), {"Casting": 1}).choose("0:Bolt")
    assert play.topic == "boost"


def test_a_bid_tells_the_chance_with_and_without_the_tokens_of_the_other_side() -> None:
    table = duel(tokens=4, line=" | Witch at 30,30 face 180", Witch=wizard()).set("Witch", tokens=(1,))
    play = cast(table).choose("0:Bolt").choose(target="Foe")
    boost = play.options
    play.answer(Chosen("0"), 0)
    hinder = play.options
    assert [[odds.value for odds in option.odds] for option in boost] == [
        [pytest.approx(3 / 6), pytest.approx(2 / 6)],
        [pytest.approx(4 / 6), pytest.approx(3 / 6)],
        [pytest.approx(5 / 6), pytest.approx(4 / 6)],
    ]
    assert [odds.value for odds in hinder[1].odds] == pytest.approx([2 / 6, 4 / 6, 3 / 6])
    assert [option.label for option in boost] == ["No tokens", "1 token: +1 to the roll", "2 tokens: +2 to the roll"]


@pytest.mark.rule("aofr.special.caster.hinder")
def test_enemy_casters_hinder_the_roll() -> None:
    table = duel(tokens=2, line=" | Witch at 30,30 face 180", Witch=wizard()).set("Witch", tokens=(2,))
    play = cast(table, {"Casting": 4}).choose("0:Bolt").choose(target="Foe")
    assert (play.topic, play.question.seat) == ("hinder", 1)
    play.choose("1")
    assert needs(play, "Casting") == [5]
    assert len(play.told(events.SpellFailed)) == 1
    assert play.unit("Witch").tokens == (1,)


@pytest.mark.rule("aofr.special.caster.hinder")
@pytest.mark.parametrize(
    ("place", "hinders"), [("36,39 face 180", True), ("36,39.1 face 180", False), ("36,39 face 90", False)]
)
def test_enemy_casters_hinder_within_eighteen_inches_what_they_see(place: str, hinders: bool) -> None:
    table = duel(WARD, line=f" | Witch at {place}", tokens=1, Witch=wizard()).set("Witch", tokens=(2,), seat=1)
    play = cast(table.set("Foe", pose=Pose(10, 30, 180)), {"Casting": 6}).choose("0:Ward")
    assert [ask.question.topic for ask in play.game.pending] == (["hinder"] if hinders else [])


def test_both_sides_are_told_who_casts_what_on_whom() -> None:
    table = duel(tokens=4, line=" | Witch at 30,30 face 180", Witch=wizard()).set("Witch", tokens=(1,))
    play = cast(table).choose("0:Bolt").choose(target="Foe")
    questions = [ask.question for ask in play.game.pending]
    assert all(question.text.startswith("Wizard casts Bolt on Foe.") for question in questions)
    assert {question.act for question in questions} == {Act(play.unit("Wizard").id, (play.unit("Foe").id,))}


@pytest.mark.rule("aofr.special.caster.hinder")
def test_a_natural_six_casts_whatever_the_hindrance() -> None:
    table = duel(tokens=2, line=" | Witch at 30,30 face 180", Witch=wizard()).set("Witch", tokens=(6,))
    play = cast(table, {"Casting": 6, "to block": 6}).choose("0:Bolt").choose(target="Foe").choose("6")
    assert len(play.told(events.SpellCast)) == 1


@pytest.mark.rule("aofr.special.caster.simultaneous")
def test_both_sides_commit_tokens_before_either_is_seen_and_lose_them() -> None:
    table = duel(tokens=4, line=" | Witch at 30,30 face 180", Witch=wizard()).set("Witch", tokens=(1,))
    play = cast(table, {"Casting": 2}).choose("0:Bolt").choose(target="Foe")
    assert sorted(ask.question.topic for ask in play.game.pending) == ["boost", "hinder"]
    play.answer(Chosen("1"), 1)
    assert play.rolls == []
    play.answer(Chosen("2"), 0)
    assert needs(play, "Casting") == [3]
    assert (play.unit("Wizard").tokens, play.unit("Witch").tokens) == ((0,), (0,))
    assert len(play.told(events.SpellFailed)) == 1


@pytest.mark.rule("aofr.special.caster.cast")
def test_spell_hits_are_blocked_without_cover_and_regenerated() -> None:
    table = draw(
        "72x48 forest 36,30 12x6 | Wizard at 36,20 | Foe at 36,30 face 180",
        Wizard=wizard(BOLT),
        Foe=regiment(size=5, defense=5, rules=["Regeneration"]),
    ).set("Wizard", tokens=(2,))
    dice: dict[str, Fall] = {"Casting": 4, "to block": (1, 1, 5), "Regeneration": (5, 1)}
    play = cast(table, dice).choose(target="Foe")
    assert needs(play, "to block") == [5]
    assert (attacks(play)[0].hits, play.unit("Foe").models) == (3, 4)


@pytest.mark.rule("aofr.special.caster.cast")
def test_a_spell_on_one_model_hurts_that_model_alone() -> None:
    doom = SpellText(
        name="Doom",
        cost=1,
        range=24,
        target="enemy",
        one_model=True,
        effect=SpellEffect(hits=2, rules=(RuleText("AP", 1),)),
    )
    foe = regiment(groups=[models(1, rules=["Banner"]), models(4)])
    table = draw("Wizard at 36,20 | Foe at 36,30 face 180", Wizard=wizard(doom), Foe=foe).set("Wizard", tokens=(1,))
    play = cast(table, {"Casting": 4, "to block": 1}).choose(target="Foe")
    assert (play.topic, play.keys) == ("pick", ["0", "1"])
    play.choose("0")
    assert (play.unit("Foe").left, needs(play, "to block")) == ((0, 4), [5])


@pytest.mark.rule("aofr.special.caster.cast", "aofr.special.caster.target_los")
def test_a_spell_on_one_model_picks_one_in_range() -> None:
    # The front row is 17.5" away, the row behind it 18.5".
    doom = SpellText(name="Doom", cost=1, range=18, target="enemy", one_model=True, effect=SpellEffect(hits=1))
    foe = regiment(groups=[models(5), models(5, rules=["Banner"])])
    table = draw("Wizard at 36,20 | Foe at 36,39 face 180", Wizard=wizard(doom), Foe=foe).set("Wizard", tokens=(1,))
    play = cast(table, {"Casting": 4, "to block": 1}).choose(target="Foe")
    assert (play.topic, play.unit("Foe").left) == ("", (4, 5))


@pytest.mark.rule("aofr.special.caster.cast")
def test_a_spell_on_two_units_picks_both() -> None:
    haste = SpellText(name="Haste", cost=1, range=12, target="friend", units=2, effect=SpellEffect(move=2))
    table = duel(haste, tokens=1, line=" | Pikes at 36,26", Pikes=regiment()).set("Pikes", seat=0)
    play = cast(table, {"Casting": 4}).choose("0:Haste").choose("0:Haste>0")
    assert play.topic == "cast also"
    play.choose(target="Pikes")
    inches = {action: Tally(6) for action in ("advance", "rush")}
    pikes = play.unit("Pikes")
    for rule in movement_rules(play.battle, pikes):
        rule.on_move(play.battle, pikes, "advance", inches["advance"])
        rule.on_move(play.battle, pikes, "rush", inches["rush"])
    assert (inches["advance"].total, inches["rush"].total) == (8, 10)


@pytest.mark.rule("aofr.special.caster.cast")
def test_a_spell_that_may_pick_two_units_may_pick_one() -> None:
    haste = SpellText(name="Haste", cost=1, range=12, target="friend", units=2, effect=SpellEffect(move=2))
    table = duel(haste, tokens=1, line=" | Pikes at 36,26", Pikes=regiment()).set("Pikes", seat=0)
    play = cast(table, {"Casting": 4}).choose("0:Haste").choose("0:Haste>0")
    assert play.keys == ["enough", ">2"]
    play.choose("enough")
    assert (len(play.unit("Wizard").effects), play.unit("Pikes").effects) == (1, ())


@pytest.mark.rule("aofr.special.caster.cast")
def test_a_lasting_spell_changes_the_rolls_that_it_names_and_no_others() -> None:
    curse = SpellText(
        name="Curse", cost=1, range=18, target="enemy", effect=SpellEffect(shooting=-1, melee=1, defense=1, morale=-2)
    )
    archers = regiment(size=1, weapons=['Bow (24", A1)', "Knife (A1)"], defense=5, spells=[WARD, curse])
    foe = regiment(size=1, weapons=['Sling (24", A1)'])

    def cursed() -> Table:
        table = draw("Bows at 36,20 | Foe at 36,30 face 180", Bows=archers, Foe=foe)
        enchant(table.unit("Bows"), "Curse", table.unit("Bows").id)
        return table

    assert needs(volley(cursed(), "Bows", "Foe", {"to hit": 1}), "to hit") == [5]
    assert needs(clash(cursed(), "Bows", "Foe", {"to hit": 1}), "to hit") == [3]
    assert needs(volley(cursed(), "Foe", "Bows", {"to hit": 6, "to block": 6}), "to block") == [4]
    table = cursed()
    assert morale.made_test(table.battle, table.unit("Bows")).modifiers.total == -2


@pytest.mark.rule("aofr.special.caster.cast")
def test_a_spell_heals_its_target() -> None:
    mend = SpellText(name="Mend", cost=1, range=12, target="friend", effect=SpellEffect(heals="2"))
    table = duel(mend, tokens=1, line=" | Ogre at 36,24", Ogre=regiment(size=1, rules=["Tough(6)"]))
    play = cast(table.set("Ogre", seat=0, wounds=5), {"Casting": 4}).choose("0:Mend").choose(target="Ogre")
    assert play.unit("Ogre").wounds == 3


@pytest.mark.rule("aofr.special.caster.cast")
def test_hits_leave_no_spell_behind_and_what_lasts_deals_no_hits() -> None:
    assert cast(duel(), {"Casting": 4, "to block": 6}).choose(target="Foe").choose("0").unit("Foe").effects == ()
    ward = cast(duel(WARD, tokens=1), {"Casting": 4}).choose("0:Ward")
    assert ([effect.name for effect in ward.unit("Wizard").effects], attacks(ward)) == (["Ward"], [])


@pytest.mark.rule("aofr.special.caster.cast")
def test_rules_of_spell_hits_count() -> None:
    blast = SpellText(
        name="Blast", cost=1, range=18, target="enemy", effect=SpellEffect(hits=1, rules=(RuleText("Blast", 3),))
    )
    play = cast(duel(blast, tokens=1), {"Casting": 4, "to block": 6}).choose(target="Foe")
    assert attacks(play)[0].hits == 3
    doom = msgspec.structs.replace(blast, one_model=True)
    picked = cast(duel(doom, tokens=1), {"Casting": 4, "to block": 6}).choose(target="Foe")
    assert attacks(picked)[0].hits == 1


@pytest.mark.rule("aofr.special.caster.cast")
def test_healing_takes_so_many_wounds_off_the_most_wounded_first() -> None:
    """AOFR-R130."""
    hero = regiment(size=1, rules=["Hero", "Tough(3)"])
    ogres = regiment(3, rules=["Tough(6)"], hero=hero)
    table = draw("Ogres at 36,20 | Foe at 36,30 face 180", Ogres=ogres, Foe=regiment())
    play = happen(table.set("Ogres", wounds=4, hero_wounds=2), lambda battle: spells.heal(battle, battle.units[0], "5"))
    assert (play.unit("Ogres").wounds, play.unit("Ogres").hero_wounds) == (0, 1)
    assert [event.wounds for event in play.told(events.WoundsHealed)] == [5]


@pytest.mark.rule("aofr.special.caster.cast")
def test_healing_takes_wounds_off_living_models() -> None:
    table = draw("Ogres at 36,20 | Foe at 36,30 face 180", Ogres=regiment(3, rules=["Tough(3)"]), Foe=regiment())
    play = happen(table.set("Ogres", wounds=2), lambda battle: spells.heal(battle, battle.units[0], "D3"), [6])
    assert (play.unit("Ogres").wounds, play.unit("Ogres").models) == (0, 3)
