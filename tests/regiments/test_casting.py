"""Spell tokens, casting, help and hindrance, and what spells do (Caster)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest

from tests.regiments.fights import attacks, bows, clash, needs, volley
from tests.regiments.harness import Dicing, Fall, Interlude, Table, draw, find, happen, models, refusal, regiment
from warhost.play.questions import Act, Chosen
from warhost.play.tally import Tally
from warhost.rulesets.regiments import activation, events, melee, morale, spells
from warhost.rulesets.regiments.attacks import Attack
from warhost.rulesets.regiments.casting import cast_spells, gain_tokens
from warhost.rulesets.regiments.enchantments import Moment, enchant, enchantments, spend, spend_in
from warhost.rulesets.regiments.entries import Regiment, RuleText, SpellEffect, SpellText
from warhost.rulesets.regiments.speakers import movement_rules

BOLT = SpellText(name="Bolt", cost=2, range=18, target="enemy", effect=SpellEffect(hits=3))
SPARK = SpellText(name="Spark", cost=1, range=18, target="enemy", effect=SpellEffect(hits=1))
WARD = SpellText(name="Ward", cost=1, range=12, target="friend", effect=SpellEffect(defense=1))


def wizard(*spells_known: SpellText, tokens: int = 2) -> Regiment:
    """A caster that walks alone."""
    return regiment(size=1, rules=[f"Caster({tokens})"], spells=spells_known or (BOLT,))


def cast(table: Table, dice: Dicing = (), unit: str = "Wizard") -> Interlude:
    """The unit may cast spells now."""
    return happen(table, lambda battle: cast_spells(battle, find(battle, unit), "before the move"), dice)


def duel(*spells_known: SpellText, tokens: int = 3, line: str = "", **others: Regiment) -> Table:
    """A wizard with tokens before an enemy unit."""
    told = f"Wizard at 36,20 | Foe at 36,30 face 180{line}"
    table = draw(told, None, Wizard=wizard(*spells_known), Foe=regiment(size=5), **others)
    return table.set("Wizard", tokens=(tokens,))


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
    told = {odds.label: odds.value for odds in spell.odds if odds.label.startswith("goes off")}
    assert quiet.odds == ()
    assert told == {
        "goes off if nobody spends tokens": pytest.approx(3 / 6),
        "goes off with 1 further token of yours": pytest.approx(4 / 6),
        "goes off against 2 tokens of theirs": pytest.approx(1 / 6),
        "goes off if both spend all": pytest.approx(2 / 6),
    }
    alone = cast(duel(tokens=2)).weighed[1]
    assert [odds.label for odds in alone.odds if odds.label.startswith("goes off")] == [
        "goes off if nobody spends tokens"
    ]


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
    assert [option.label for option in boost] == ["no tokens", "1 token: +1 to the roll", "2 tokens: +2 to the roll"]


@pytest.mark.rule("aofr.special.caster.hinder")
def test_enemy_casters_hinder_the_roll() -> None:
    table = duel(tokens=2, line=" | Witch at 30,30 face 180", Witch=wizard()).set("Witch", tokens=(2,))
    play = cast(table, {"Casting": 4}).choose("0:Bolt").choose(target="Foe")
    assert (play.topic, play.question.seat) == ("hinder", 1)
    play.choose("1")
    assert needs(play, "Casting") == [5]
    assert len(play.told(events.SpellFailed)) == 1
    assert play.unit("Witch").tokens == (1,)


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


@pytest.mark.rule("aofr.special.no_stacking")
def test_different_spells_lie_on_a_unit_together_and_the_same_one_once() -> None:
    unit = duel(BOLT, WARD).unit("Wizard")
    for name in ("Ward", "Haste", "Ward"):
        enchant(unit, name, unit.id)
    assert [effect.name for effect in unit.effects] == ["Haste", "Ward"]


MOMENTS: tuple[Moment, ...] = ("morale", "move", "charged", "result")

ATTACKS: dict[str, Callable[[int, int], Attack]] = {
    "charges": lambda own, foe: Attack("melee", own, foe, 5, "Axe", "", 4, 4, limit=5, charging=True),
    "strikes": lambda own, foe: Attack("melee", own, foe, 5, "Axe", "", 4, 4, limit=5),
    "impact": lambda own, foe: Attack("impact", own, foe, 5, "Impact", "", 2, 4),
    "shoots": lambda own, foe: Attack("shooting", own, foe, 5, "Bow", "", 4, 4, limit=5, held=True, distance=12.0),
    "shoots on": lambda own, foe: Attack("shooting", own, foe, 5, "Bow", "", 4, 4, limit=5, moved=True, distance=12.0),
    "casts": lambda own, foe: Attack("spell", own, foe, 3, "Bolt", "", None, 4),
    "is struck": lambda own, foe: Attack("melee", foe, own, 5, "Axe", "", 4, 4),
    "is shot at": lambda own, foe: Attack("shooting", foe, own, 5, "Bow", "", 4, 4, distance=12.0),
    "is hit by a spell": lambda own, foe: Attack("spell", foe, own, 3, "Bolt", "", None, 4),
}
"""What the wizard does with the foe, or the foe with the wizard."""


def given(*rules: str) -> SpellEffect:
    """What gives these rules for one time."""
    return SpellEffect(gives=tuple(RuleText.parse(rule) for rule in rules), once=True)


def made(table: Table, attack: str) -> Attack:
    return ATTACKS[attack](table.unit("Wizard").id, table.unit("Foe").id)


def passes(table: Table, moment: str) -> None:
    """Such a moment, or such an attack, is over for the wizard."""
    if moment in ATTACKS:
        spend_in(table.battle, [made(table, moment)])
    for known in MOMENTS:
        if known == moment:
            spend(table.battle, table.unit("Wizard"), known)


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize(
    ("effect", "moments"),
    [
        (SpellEffect(melee=1, once=True), {"charges", "strikes"}),
        (SpellEffect(shooting=1, once=True), {"shoots", "shoots on"}),
        (SpellEffect(defense=1, once=True), {"is struck", "is shot at", "is hit by a spell"}),
        (SpellEffect(morale=1, once=True), {"morale"}),
        (SpellEffect(move=1, once=True), {"move"}),
        (SpellEffect(melee=1, shooting=1, once=True), {"charges", "strikes", "shoots", "shoots on"}),
        (given("Furious"), {"charges"}),
        (given("Relentless"), {"shoots"}),
        (given("Indirect"), {"shoots", "shoots on"}),
        (given("Sniper"), {"shoots", "shoots on"}),
        (given("Reliable"), {"charges", "strikes", "shoots", "shoots on"}),
        (given("Blast(3)"), {"charges", "strikes", "shoots", "shoots on"}),
        (given("Poison"), {"charges", "strikes", "shoots", "shoots on"}),
        (given("Impact(1)"), {"impact"}),
        (given("Stealth"), {"is shot at"}),
        (given("Regeneration"), {"is struck", "is shot at", "is hit by a spell"}),
        (given("Counter"), {"charged"}),
        (given("Fear(1)"), {"result"}),
        (given("Strider"), {"move"}),
        (given("Flying"), {"move"}),
    ],
    ids=lambda it: " ".join(map(str, it.gives)) if isinstance(it, SpellEffect) else "",
)
def test_a_spell_for_one_time_is_spent_when_it_counts_and_by_nothing_else(
    effect: SpellEffect, moments: set[str]
) -> None:
    spent = set()
    for moment in (*MOMENTS, *ATTACKS):
        table = duel(SpellText(name="Charm", cost=1, range=12, target="friend", effect=effect))
        unit = table.unit("Wizard")
        enchant(unit, "Charm", unit.id)
        passes(table, moment)
        if not unit.effects:
            spent.add(moment)
    assert spent == moments


@pytest.mark.rule("aofr.special.caster.cast")
def test_regeneration_that_is_given_once_is_kept_where_it_may_not_be_used() -> None:
    table = duel(SpellText(name="Charm", cost=1, range=12, target="friend", effect=given("Regeneration")))
    unit = table.unit("Wizard")
    enchant(unit, "Charm", unit.id)
    poisoned = made(table, "is struck")
    poisoned.unheeded = frozenset({"Regeneration"})
    spend_in(table.battle, [poisoned])
    assert len(unit.effects) == 1


@pytest.mark.rule("aofr.special.caster.cast")
def test_blast_that_is_given_once_counts_against_a_single_model_only_in_cover() -> None:
    left = []
    for cover in (False, True):
        table = duel(SpellText(name="Charm", cost=1, range=12, target="friend", effect=given("Blast(3)")))
        unit = table.unit("Wizard")
        enchant(unit, "Charm", unit.id)
        attack = made(table, "shoots")
        attack.limit, attack.cover = 1, cover
        spend_in(table.battle, [attack])
        left.append(len(unit.effects))
    assert left == [1, 0]


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize(
    ("effect", "moments"),
    [
        (given("Furious", "Stealth"), ("charges", "is shot at")),
        (given("Furious", "Stealth"), ("is shot at", "charges")),
        (given("Furious", "Relentless"), ("shoots", "charges")),
        (SpellEffect(gives=(RuleText("Stealth"),), morale=1, once=True), ("morale", "is shot at")),
        (SpellEffect(move=2, defense=1, once=True), ("move", "is struck")),
    ],
)
def test_what_a_spell_gives_for_one_time_is_spent_each_by_itself(effect: SpellEffect, moments: tuple[str, str]) -> None:
    table = duel(SpellText(name="Charm", cost=1, range=12, target="friend", effect=effect))
    unit = table.unit("Wizard")
    enchant(unit, "Charm", unit.id)
    left = []
    for moment in (moments[0], *moments):
        passes(table, moment)
        left.append(len(enchantments(table.battle, unit)))
    assert left == [1, 1, 0]


@pytest.mark.rule("aofr.special.no_stacking")
def test_a_spell_of_which_some_is_spent_is_cast_anew_as_a_whole() -> None:
    both = SpellEffect(gives=(RuleText("Furious"), RuleText("Stealth")), once=True)
    table = duel(SpellText(name="Charm", cost=1, range=12, target="friend", effect=both))
    unit = table.unit("Wizard")
    enchant(unit, "Charm", unit.id)
    passes(table, "charges")
    enchant(unit, "Charm", unit.id)
    assert [spell.effect for spell in enchantments(table.battle, unit)] == [both]


@pytest.mark.rule("aofr.special.caster.cast")
def test_a_spell_against_the_next_attack_is_spent_by_it() -> None:
    ward = SpellText(name="Ward", cost=1, range=18, target="friend", effect=SpellEffect(defense=1, once=True))
    table = draw("Bows at 36,20 | Foe at 36,30 face 180", Bows=bows(1), Foe=regiment(size=5, spells=[ward]))
    enchant(table.unit("Foe"), "Ward", table.unit("Foe").id)
    volley(table, "Bows", "Foe", {"to hit": 6, "to block": 6})
    assert table.unit("Foe").effects == ()


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize(("effect", "left"), [(SpellEffect(melee=1, once=True), 1), (given("Relentless"), 0)])
def test_a_volley_spends_of_what_helps_once_what_is_good_for_shooting(effect: SpellEffect, left: int) -> None:
    boon = SpellText(name="Boon", cost=1, range=18, target="friend", effect=effect)
    table = draw(
        "Bows at 36,20 | Foe at 36,30 face 180", Bows=msgspec.structs.replace(bows(1), spells=(boon,)), Foe=regiment()
    )
    enchant(table.unit("Bows"), "Boon", table.unit("Bows").id)
    volley(table, "Bows", "Foe", {"to hit": 1})
    assert len(table.unit("Bows").effects) == left


@pytest.mark.rule("aofr.special.caster.cast")
def test_who_casts_hits_keeps_what_helps_the_next_attack() -> None:
    rage = SpellText(name="Rage", cost=1, range=18, target="friend", effect=SpellEffect(melee=1, shooting=1, once=True))
    table = duel(SPARK, rage, tokens=1)
    enchant(table.unit("Wizard"), "Rage", table.unit("Wizard").id)
    play = cast(table, {"Casting": 4, "to block": 6}).choose("0:Spark")
    assert [effect.name for effect in play.unit("Wizard").effects] == ["Rage"]


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


@pytest.mark.rule("aofr.special.caster.cast")
def test_lasting_spells_speak_until_they_are_spent() -> None:
    curse = SpellText(
        name="Curse", cost=1, range=18, target="enemy", effect=SpellEffect(shooting=-1, melee=-1, morale=-1, once=True)
    )
    table = draw("Bows at 36,20 | Foe at 36,30 face 180", Bows=bows(1), Foe=regiment(spells=[curse]))
    bowmen = table.unit("Bows")
    enchant(bowmen, "Curse", table.unit("Foe").id)
    assert morale.made_test(table.battle, bowmen).modifiers.total == -1
    assert needs(volley(table, "Bows", "Foe", {"to hit": 1}), "to hit") == [5]
    assert morale.made_test(table.battle, bowmen).modifiers.total == -1
    table.battle.stage = ""
    happen(table, lambda battle: morale.lose_melee(battle, find(battle, "Bows"), None), [6])
    assert bowmen.effects == ()


def enchanted_melee(rule: str, weapons: Sequence[str] = ()) -> Table:
    """Two units on which a spell lies that gives them a rule once; only the second has weapons."""
    boon = SpellText(
        name="Boon", cost=1, range=12, target="friend", effect=SpellEffect(gives=(RuleText.parse(rule),), once=True)
    )
    riders, foe = (regiment(size=5, weapons=arms, spells=[boon]) for arms in ([], weapons))
    table = draw("Riders at 36,20 | Foe at 36,30 face 180", Riders=riders, Foe=foe)
    for name in ("Riders", "Foe"):
        enchant(table.unit(name), "Boon", table.unit(name).id)
    return table


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize("side", ["front", "rear"])
def test_fear_that_is_given_once_counts_in_one_result_of_either_side(side: str) -> None:
    table = enchanted_melee("Fear(4)")
    first = clash(table, "Riders", "Foe", {"to hit": 1, "Morale": 6}, side)
    (told,) = first.told(events.MeleeResolved)
    assert (told.score, told.target_score) == (5, 5)
    assert [first.unit(name).effects for name in ("Riders", "Foe")] == [(), ()]


@pytest.mark.rule("aofr.special.caster.cast")
@pytest.mark.parametrize(("side", "left"), [("front", 0), ("rear", 1)])
def test_counter_that_is_given_once_is_spent_by_a_charge_in_the_front(side: str, left: int) -> None:
    play = clash(enchanted_melee("Counter"), "Riders", "Foe", {"to hit": 1, "Morale": 6}, side)
    assert [len(play.unit(name).effects) for name in ("Riders", "Foe")] == [1, left]


@pytest.mark.rule("aofr.special.caster.cast")
def test_who_has_struck_first_with_counter_of_a_spell_does_not_strike_again() -> None:
    play = clash(enchanted_melee("Counter", ["Axe (A1)"]), "Riders", "Foe", {"to hit": 1, "Morale": 6})
    assert len(attacks(play.choose("strike"))) == 1


@pytest.mark.rule("aofr.special.caster.cast")
def test_rules_that_a_spell_gives_are_had_by_all_models() -> None:
    rage = SpellText(
        name="Rage",
        cost=1,
        range=12,
        target="friend",
        effect=SpellEffect(gives=(RuleText("Fear", 2), RuleText("Furious"))),
    )
    hero = regiment(size=1, rules=["Hero"])
    table = draw("Riders at 36,20 | Foe at 36,30 face 180", Riders=regiment(spells=[rage], hero=hero), Foe=regiment())
    riders = table.unit("Riders")
    enchant(riders, "Rage", riders.id)
    assert melee.fear_of(table.battle, riders) == 2
    spend_in(table.battle, [Attack("melee", riders.id, table.unit("Foe").id, 1, "Axe", "", 4, 4, charging=True)])
    assert len(riders.effects) == 1
