"""Rules of army books, read from their own sentences, at work in moves, morale and what units do to others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.regiments.deeds import (
    ALL_DEEDS,
    DEEDS_OF_ATTACKS,
    DEEDS_OF_THE_BATTLE,
    WALL,
    Shows,
    born,
    by_reason,
    place_of,
    struck,
)
from tests.regiments.fights import attacks, dice_for, fight, needs, shoot
from tests.regiments.harness import Fall, Table, acts, draw, find, happen, models, regiment, written
from warhost.play import Manoeuvre, Placed
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.chapters.deployment import reserves
from warhost.rulesets.regiments.chapters.deployment.ground import place_deployed
from warhost.rulesets.regiments.chapters.magic import casting
from warhost.rulesets.regiments.chapters.melee import charge, strikes
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.shooting import possible
from warhost.rulesets.regiments.core import ArmyList, Effect, SpellEffect, SpellText, events
from warhost.rulesets.regiments.core.clauses import RuleText
from warhost.rulesets.regiments.core.speakers import movement_rules
from warhost.rulesets.regiments.lists.rosters import check
from warhost.table import Back, Forward

pytestmark = pytest.mark.rule("aofr.special.priority")

shows = Shows()


@shows("range", "enemy range")
@pytest.mark.parametrize(
    ("own", "theirs", "gap", "reaches"),
    [
        ([], [], 12.0, True),
        ([], ['Enemies get -4" range when trying to shoot at units where all models have this rule.'], 12.0, False),
        ([], ['Enemies get -4" range when trying to shoot at units where all models have this rule.'], 7.9, True),
        (['This model gets +3" range when shooting.'], [], 14.5, True),
        ([], [], 14.5, False),
    ],
)
def test_ranges_are_longer_and_shorter(own: list[str], theirs: list[str], gap: float, reaches: bool) -> None:
    table = draw(
        "Bows at 36,10 | Mark at 36,40 face 180",
        Bows=born(*own, size=2, weapons=['Bow (12", A1)']),
        Mark=born(*theirs, size=2),
    ).touch("Bows", "Mark", gap=gap)
    assert bool(possible(table.battle, table.unit("Bows"))) == reaches


@shows("move", "enemy charge")
def test_moves_are_longer_and_charges_shorter() -> None:
    swift = 'Moves +1" when using Advance, and +3" when using Rush/Charge.'
    veil = 'Enemies get -3" movement when trying to charge units where all models have this rule.'
    table = draw("Pikes at 30,10 | Foe at 30,30 face 180", Pikes=born(swift), Foe=born(veil))
    battle, pikes, foe = table.battle, table.unit("Pikes"), table.unit("Foe")
    assert [moving.allowance(battle, pikes, action) for action in ("advance", "rush", "charge")] == [7, 15, 15]
    assert (moving.charge_allowance(battle, pikes, foe), moving.charge_allowance(battle, foe, pikes)) == (12, 12)
    table.touch("Pikes", "Foe", gap=12.5)
    assert charge.plan(battle, pikes, foe) is None
    table.touch("Pikes", "Foe", gap=11.5)
    assert charge.plan(battle, pikes, foe) is not None


@shows("only holds", "no rule", "slowed")
def test_how_a_unit_moves() -> None:
    gun = born("Only uses Hold actions.", size=1)
    runner = born("This model may ignore the Slow rule.", rules=["Slow"])
    table = draw("Gun at 20,10 | Runner at 40,10", Gun=gun, Runner=runner)
    assert moving.why_not_move(table.battle, table.unit("Gun")) is not None
    assert moving.allowance(table.battle, table.unit("Runner"), "advance") == 6
    stuck = SpellText(
        name="Mud",
        cost=1,
        range=18,
        target="enemy",
        effect=SpellEffect(gives=(written("Counts as being in Difficult Terrain."),), once=True),
    )
    table = draw("Pikes at 30,10 | Foe at 30,40 face 180", Pikes=regiment(), Foe=regiment(spells=[stuck]))
    table.set("Pikes", seat=0, effects=(Effect("Mud", 1),)).set("Foe", seat=1)
    play = acts(table, "Pikes").act("Pikes", "rush")
    assert play.refuses(Forward(7)) == "aofr.terrain.difficult"
    play.move(Forward(6))
    assert play.unit("Pikes").effects == ()


@shows("rush shot")
def test_a_unit_shoots_after_a_rush() -> None:
    for rules, topic in (([], ""), ([written("This model may shoot after using Rush actions.")], "shoot")):
        bows = regiment(2, weapons=['Bow (24", A1)'], rules=rules)
        table = draw("Bows at 30,10 | Mark at 30,30 face 180", Bows=bows, Mark=regiment()).set("Bows", seat=0)
        play = acts(table.set("Mark", seat=1), "Bows").act("Bows", "rush").move(Forward(8))
        assert play.topic == topic


AFTER = 'Units where all models have this rule may move by up to 3" after {}.'


@shows("after")
@pytest.mark.parametrize(
    ("when", "asked"), [("shooting", True), ("shooting or being in melee", True), ("being in melee", False)]
)
def test_a_unit_moves_on_after_it_shot(when: str, asked: bool) -> None:
    bows = born(AFTER.format(when), size=2, weapons=['Bow (24", A1)'])
    table = draw("Bows at 30,10 | Mark at 30,30 face 180", Bows=bows, Mark=regiment()).set("Bows", seat=0)
    play = acts(table.set("Mark", seat=1), "Bows", {"to hit": 1}).act("Bows", "hold").stay().choose(target="Mark")
    if asked:
        assert play.topic == "move on"
        assert play.refuses(Back(3.5), kind="consolidate") == "aofr.special.priority"
        play.move(Back(3), kind="consolidate")
        assert place_of(play, "Bows").y == pytest.approx(7.0)
    else:
        assert play.topic == "hold after shooting"


@pytest.mark.parametrize("when", ["shooting or being in melee", "being in melee"])
def test_both_units_of_a_melee_may_move_on(when: str) -> None:
    table = draw("Pikes at 30,10 | Foe at 30,18 face 180", Pikes=regiment(4), Foe=born(AFTER.format(when), size=4))
    play = acts(table.set("Pikes", seat=0).set("Foe", seat=1), "Pikes", {"to hit": 1, "Morale": 6})
    play.charge("Pikes", "Foe").choose("strike")
    assert isinstance(play.question, Manoeuvre)
    assert (play.topic, play.question.unit) == ("move on", play.unit("Foe").id)
    play.move(Back(3), kind="consolidate")
    assert play.told(events.UnitConsolidated)[-1].inches == pytest.approx(3.0)


@shows("place", "deploy place")
def test_a_unit_is_placed_again() -> None:
    text = (
        "When this unit is activated, you may place all models with this rule in it anywhere fully "
        'within 3" of their position.'
    )
    play = acts(draw("Pikes at 30,10 | Foe at 30,40 face 180", Pikes=born(text), Foe=regiment()), "Pikes")
    assert play.topic == "place"
    play.place(32, 12)
    assert (place_of(play, "Pikes").x, play.unit("Pikes").moved, play.topic) == (32.0, True, "action")
    dice = (
        "When this unit is activated, you may place all models with this rule in it anywhere fully "
        'within D3+1" of their position.'
    )
    play = acts(
        draw("Pikes at 30,10 | Foe at 30,40 face 180", Pikes=born(dice), Foe=regiment()), "Pikes", {"Born 0": (3,)}
    )
    assert "up to 3" in play.question.text
    after = 'After this model is deployed, it may be placed anywhere fully within 9" of its position.'
    table = draw("Pikes at 30,10 | Foe at 30,40 face 180", Pikes=born(after), Foe=regiment())
    play = happen(table, lambda battle: place_deployed(battle, find(battle, "Pikes"))).place(30, 18)
    assert place_of(play, "Pikes").y == 18.0


@shows("repel")
def test_ambushers_stay_away_from_it() -> None:
    text = "Enemy units using Ambush must be set up over 12\" away from this model's unit."
    for rules, legal in (([], True), ([written(text)], False)):
        table = draw("Camp at 36,14 | Sneaks at 36,40", Camp=regiment(rules=rules), Sneaks=regiment(rules=["Ambush"]))
        table.set("Camp", seat=0).set("Sneaks", seat=1, pose=None, reserve="ambush").having(turn=2, first=1)
        play = happen(table, reserves.arrivals).choose(unit="Sneaks")
        drafts = [draft.pose for draft in play.game.asked.suggestions() if isinstance(draft, Placed)]
        near = [pose for pose in drafts if pose.y < 10 and abs(pose.x - 36) < 6]
        assert bool(near) == legal


@shows("morale", "morale save", "no retreat")
def test_morale_is_better_or_paid_for() -> None:
    brave = born(
        "Gets +X to morale test rolls.",
        (
            "When a unit where all models have this rule fails a morale test, roll one die. On a 5+ it "
            "counts as passed instead."
        ),
        rating=1,
    )
    table = draw("Pikes at 30,10", Pikes=brave)
    pikes = table.unit("Pikes")
    test = morale.made_test(table.battle, pikes)
    assert (test.modifiers.total, [need for _, need in test.saved_by]) == (1, [5])
    grim = (
        "When a unit where most models have this rule fails a morale test that causes it to be Shaken or Routed, the "
        "test counts as passed instead. Then, roll as many dice as the number of wounds it would take to fully destroy "
        "it, and for each result of 1-3 the unit takes one wound, which can't be ignored."
    )
    table = draw("Pikes at 30,10", Pikes=born(grim, rules=["Regeneration"]))
    play = happen(
        table,
        lambda battle: morale.lose_melee(battle, find(battle, "Pikes"), None),
        by_reason({"Morale": 1, "wounds": (1, 3, 4, 5, 6)}),
    )
    assert (play.unit("Pikes").models, play.unit("Pikes").shaken) == (3, False)
    assert morale.failing(pikes, morale.made_test(play.battle, play.unit("Pikes"))) == 0.0


@shows("reroll morale")
@pytest.mark.parametrize(("face", "shaken"), [(3, True), (4, False)])
def test_a_failed_morale_test_is_taken_again(face: int, shaken: bool) -> None:
    table = draw("Pikes at 30,10", Pikes=born("Units where all models have this rule may re-roll failed morale tests."))
    pikes = table.unit("Pikes")
    assert morale.failing(pikes, morale.made_test(table.battle, pikes)) == pytest.approx(0.25)
    play = happen(
        table,
        lambda battle: morale.lose_melee(battle, find(battle, "Pikes"), None),
        {"Morale test again": face, "Morale": 1},
    )
    assert play.unit("Pikes").shaken == shaken


@shows("steadfast")
@pytest.mark.parametrize(("face", "shaken"), [(3, True), (4, False)])
def test_a_shaken_unit_recovers_when_a_round_begins(face: int, shaken: bool) -> None:
    text = (
        "If a unit where all models have this rule is Shaken at the beginning of the round, roll one "
        "die. On a 4+, it stops being Shaken."
    )
    table = draw("Pikes at 30,10", Pikes=born(text)).set("Pikes", shaken=True)
    play = happen(table, structure.recover, {"Born 0": face})
    assert play.unit("Pikes").shaken == shaken


@shows("strikes first")
def test_who_strikes_first_takes_nothing_from_impact() -> None:
    foe = born("Strikes first when charged.", size=2)
    table = draw("Pikes at 30,10 | Foe at 30,18 face 180", Pikes=regiment(2, rules=["Impact(1)"]), Foe=foe)
    play = acts(table.set("Pikes", seat=0).set("Foe", seat=1), "Pikes", {"to hit": 1, "Morale": 6})
    play.charge("Pikes", "Foe")
    assert play.topic == "counter"
    assert strikes.counter_models(play.battle, play.unit("Foe")) == 0


@shows("casting")
def test_casting_rolls_are_better_and_worse() -> None:
    bolt = SpellText(name="Bolt", cost=1, range=18, target="enemy", effect=SpellEffect(hits=1))
    caster = born("This model gets +1 to casting rolls.", size=1, rules=["Caster(1)"], spells=[bolt])
    table = draw("Wizard at 36,20 | Foe at 36,30 face 180", Wizard=caster, Foe=regiment()).set("Wizard", tokens=(1,))
    play = happen(
        table, lambda battle: casting.cast_spells(battle, find(battle, "Wizard"), "before the move"), {"Casting": 1}
    )
    assert play.options[1].odds[0].value == pytest.approx(4 / 6)
    play.choose("0:Bolt")
    assert needs(play, "Casting") == [3]


@shows("gives")
def test_an_aura_gives_its_rule_to_the_whole_unit_while_its_bearer_lives() -> None:
    aura = written("This model and its unit get Reed Step.", Reed_Step='Moves +2" when using Advance.')
    hero = regiment(1, rules=["Hero", "Tough(3)", aura])
    table = draw("Pikes at 30,10", Pikes=regiment(4, hero=hero))
    battle, pikes = table.battle, table.unit("Pikes")
    assert moving.allowance(battle, pikes, "advance") == 8
    pikes.hero = False
    assert moving.allowance(battle, pikes, "advance") == 6
    pikes.hero, pikes.left = True, (0,)
    assert moving.allowance(battle, pikes, "advance") == 8


def test_an_aura_of_a_bonus_is_for_the_whole_unit() -> None:
    aura = written('This model and its unit get +6" range when shooting.')
    table = draw(
        "Bows at 36,10 | Mark at 36,40 face 180",
        Bows=regiment(groups=[models(1, ['Bow (12", A1)'], [aura]), models(3, ['Bow (12", A1)'])]),
        Mark=regiment(),
    ).touch("Bows", "Mark", gap=17.0)
    (fire,) = possible(table.battle, table.unit("Bows"))
    assert len(fire.models) > 1


@pytest.mark.parametrize(("words", "melee_block", "shot_block"), [("in melee", [6], [4]), ("when shooting", [4], [6])])
def test_a_rule_for_one_kind_of_attack(words: str, melee_block: list[int], shot_block: list[int]) -> None:
    rule = written(f"This model gets Sting {words}.", Sting="This weapon gets AP(+2).")
    both = regiment(1, weapons=["Knife (A1)", 'Bow (24", A1)'], rules=[rule])
    dice: dict[str, Fall] = {"to hit": 6, "to block": 6, "Morale": 6}
    assert needs(fight(both, WALL, dice, "rear"), "to block") == melee_block
    assert needs(shoot(both, WALL, dice), "to block") == shot_block


def test_a_rule_that_the_weapon_has_already_counts_once() -> None:
    rule = written("This model gets Thrust in melee.")
    lancers = regiment(1, weapons=["Lance (A1, Lance)"], rules=[rule])
    play = fight(lancers, WALL, {"to hit": 6, "to block": 6, "Morale": 6}, "rear")
    assert (needs(play, "to hit"), needs(play, "to block")) == ([3], [5])


@shows("boosts")
def test_a_rule_that_makes_another_stronger_stands_in_for_it() -> None:
    plain = (
        "When attacking, targets must re-roll unmodified Defense results of 6 when blocking hits from "
        "this model's weapons."
    )
    better = (
        "When taking hits from models with Sly in this unit, enemies must re-roll successful defense "
        "results of 5-6 from "
        "Sly (instead of only on 6)."
    )
    sly, boost = written(plain, "Sly"), written(better, "Sly Boost")
    dice: dict[str, Fall] = {"to hit": 6, "to block again": 1, "to block": (6, 5, 4), "Morale": 6}
    assert dice_for(fight(regiment(3, rules=[sly]), WALL, dice, "rear"), "again") == ["1D6"]
    assert dice_for(fight(regiment(3, rules=[sly, boost]), WALL, dice, "rear"), "again") == ["2D6"]
    assert dice_for(fight(regiment(3, rules=[boost]), WALL, dice, "rear"), "again") == []


BUFF = (
    'Once per activation, before attacking, pick one friendly unit within 12", which gets {} once '
    "(next time the effect would apply)."
)
MARK = (
    'Once per activation, before attacking, pick one enemy unit within 18", which friendly units '
    "gets {} against once (next time the effect would apply)."
)
DEBUFF = (
    'Once per activation, before attacking, pick one enemy unit within 18", which gets {} once '
    "(next time the effect would apply)."
)


def beside(rule: RuleText, **more: Any) -> Table:
    """A leader with a rule beside friends, before an enemy."""
    table = draw(
        "Chief at 24,10 | Pikes at 30,10 | Foe at 30,18 face 180",
        Chief=regiment(1, weapons=[], rules=[rule]),
        Pikes=more.get("pikes", regiment(4)),
        Foe=more.get("foe", regiment(4, weapons=[])),
    )
    return table.set("Chief", seat=0).set("Pikes", seat=0).set("Foe", seat=1)


@shows("ability")
def test_a_unit_helps_another_once_in_an_activation() -> None:
    play = acts(beside(written(BUFF.format("+1 to hit rolls in melee"))), "Chief")
    assert play.topic == "ability"
    play.choose(target="Pikes")
    assert play.topic == "action"
    play.choose("hold").stay()
    assert play.game.over
    table = beside(written(BUFF.format("+1 to hit rolls in melee")))
    table.set("Pikes", effects=play.unit("Pikes").effects)
    fought = acts(table, "Pikes", {"to hit": 1, "Morale": 6}).charge("Pikes", "Foe")
    assert needs(fought, "to hit") == [3]
    assert fought.unit("Pikes").effects == ()


def test_who_does_not_want_to_before_the_move_is_asked_once_more() -> None:
    play = acts(beside(written(BUFF.format("Furious"))), "Chief").choose("pass")
    play.act("Chief", "advance").move(Forward(2))
    assert play.topic == "ability"
    play.choose("pass")
    assert play.game.over


def test_a_mark_gives_friends_a_rule_against_its_bearer_once() -> None:
    rule = written(MARK.format("Sting"), Sting="This model gets AP(+1) when charging.")
    play = acts(beside(rule), "Chief").choose(target="Foe").choose("hold").stay()
    marked = play.unit("Foe").effects
    assert [effect.name for effect in marked] == ["Marsh Born"]
    table = beside(rule).set("Foe", effects=marked)
    fought = acts(table, "Pikes", {"to hit": 6, "to block": 6, "Morale": 6}).charge("Pikes", "Foe")
    assert needs(fought, "to block") == [5]
    assert fought.unit("Foe").effects == ()


def test_an_enemy_is_hindered_once() -> None:
    rule = written(DEBUFF.format("-1 to hit rolls when attacking"))
    marked = acts(beside(rule), "Chief").choose(target="Foe").unit("Foe").effects
    table = beside(rule, foe=regiment(4)).set("Foe", effects=marked)
    play = acts(table, "Pikes", {"to hit": 1, "Morale": 6}).charge("Pikes", "Foe").choose("strike")
    assert needs(play, "to hit") == [4, 5]
    assert play.unit("Foe").effects == ()


def test_a_boost_that_was_given_is_spent_when_it_has_counted() -> None:
    sly = written("When attacking the target must re-roll unmodified Defense results of 6.", "Sly")
    boost = written(
        BUFF.format("Sly Boost"),
        Sly_Boost="When taking hits from models with Sly in this unit, enemies must re-roll successful defense results "
        "of 5-6 from Sly (instead of only on 6).",
    )
    given = acts(beside(boost), "Chief").choose(target="Pikes").unit("Pikes").effects
    table = beside(boost, pikes=regiment(3, rules=[sly])).set("Pikes", effects=given)
    dice: dict[str, Fall] = {"to hit": 6, "to block again": 6, "to block": 5, "Morale": 6}
    play = acts(table, "Pikes", dice).charge("Pikes", "Foe")
    assert (dice_for(play, "again"), play.unit("Pikes").effects) == (["3D6"], ())


def test_a_rule_for_the_next_round_lasts_until_it_begins() -> None:
    stand = (
        "If a unit where all models have this rule is Shaken at the beginning of the round, roll one "
        "die. On a 4+, it stops being Shaken."
    )
    rule = written(BUFF.format("Stand Fast"), Stand_Fast=stand)
    given = acts(beside(rule), "Chief").choose(target="Pikes").unit("Pikes").effects
    table = beside(rule).set("Pikes", effects=given, shaken=True).having(turn=1)
    play = happen(table, structure.end_of_round, {"Stand Fast": 4})
    assert (play.unit("Pikes").shaken, play.unit("Pikes").effects) == (False, ())


@pytest.mark.parametrize(("face", "hits"), [(1, []), (2, [3])])
def test_a_breath_hits_an_enemy_in_sight_if_its_die_shows_enough(face: int, hits: list[int]) -> None:
    text = (
        'Once per activation, before attacking, roll one die. On a 2+ one enemy unit within 9" in line '
        "of sight takes 1 hit with Blast(3) and AP(1)."
    )
    play = acts(beside(written(text)), "Chief", {"Marsh Born: to block": 6, "Marsh Born": face, "Morale": 6})
    assert [option.target for option in play.options] == [None, play.unit("Foe").id]
    play.choose(target="Foe")
    assert [attack.hits for attack in attacks(play)] == hits


def test_what_is_done_once_in_a_game_is_not_offered_again() -> None:
    text = (
        'Once per game, before attacking, roll 3 dice. For each 2+ one enemy unit within 12" takes 2 hits with AP(1).'
    )
    table = beside(written(text))
    play = acts(table, "Chief", by_reason({"Marsh Born: to block": 6, "Marsh Born": (2, 6, 1), "Morale": 6}))
    play.choose(target="Foe").choose(target="Foe")
    assert (len(attacks(play)), play.topic) == (2, "action")
    again = beside(written(text)).set("Chief", used=play.unit("Chief").used)
    assert acts(again, "Chief").topic == "action"


def test_a_wounded_friend_is_mended_and_an_enemy_is_in_danger() -> None:
    mend = (
        'Once per activation, before attacking, pick one friendly model within 6" with Tough, and '
        "remove D3 wounds from it."
    )
    table = beside(written(mend), pikes=regiment(3, rules=["Tough(3)"])).set("Pikes", wounds=2)
    play = acts(table, "Chief", {"healed": (1,)}).choose(target="Pikes")
    assert play.unit("Pikes").wounds == 1
    risk = (
        'Once per activation, before attacking, pick one enemy unit within 18", which must immediately '
        "take a Dangerous Terrain test."
    )
    play = acts(beside(written(risk)), "Chief", {"Dangerous": (1, 2, 2, 2)}).choose(target="Foe")
    assert play.unit("Foe").models == 3


@shows("choose")
def test_a_unit_chooses_one_of_two_bonuses_for_its_activation() -> None:
    text = (
        "When this unit is activated, pick one effect: until the end of the activation all models with this rule in it "
        "either get AP(+1) when attacking, or get +1 to hit rolls when attacking."
    )
    for key, to_hit, to_block in (("1", 4, 5), ("2", 3, 4)):
        table = draw("Pikes at 30,10 | Foe at 30,18 face 180", Pikes=born(text), Foe=regiment(4, weapons=[]))
        play = acts(table.set("Pikes", seat=0).set("Foe", seat=1), "Pikes", {"to hit": 6, "to block": 6, "Morale": 6})
        assert play.topic == "choose a bonus"
        play.choose(key).charge("Pikes", "Foe")
        assert (needs(play, "to hit"), needs(play, "to block")) == ([to_hit], [to_block])
        assert play.unit("Pikes").effects == ()


def test_a_unit_chooses_how_it_is_harder_to_hurt_until_it_acts_again() -> None:
    text = (
        "When a unit where all models have this rule is activated, pick one effect: the unit either gets +1 to defense "
        "rolls, or enemy units get -1 to hit rolls against it. This only applies once (next time the effect would "
        "apply) and only lasts until the units' next activation."
    )
    table = draw("Pikes at 30,10 | Foe at 30,18 face 180", Pikes=regiment(4), Foe=born(text, size=4, weapons=[]))
    table.set("Pikes", seat=0).set("Foe", seat=1)
    play = acts(table, "Foe").choose("2").choose("hold").stay()
    chosen = play.unit("Foe").effects
    assert [(effect.until, effect.number) for effect in chosen] == [("next", 2)]
    table.set("Foe", effects=chosen)
    fought = acts(table, "Pikes", {"to hit": 1, "Morale": 6}).charge("Pikes", "Foe")
    assert needs(fought, "to hit") == [5]
    assert fought.unit("Foe").effects == ()


@shows("unique")
def test_a_unique_unit_is_taken_once() -> None:
    lord = born("This unit may only be taken once per army.", size=1, name="Reed Lord")
    army = ArmyList(name="Two Lords", limit=0, regiments=(lord, lord))
    assert [str(problem) for problem in check(army)] == [
        "Two Lords have Reed Lord twice: it may be taken once (aofr.special.priority)."
    ]


def test_the_hits_of_spells_have_rules_of_army_books_with_dice_for_their_sixes() -> None:
    rule = written("On unmodified results of 6 to hit, this weapon deals 1 extra hits.", "Surging")
    bolt = SpellText(
        name="Bolt", cost=1, range=18, target="enemy", effect=SpellEffect(hits=3, rules=(rule,), sixes=True)
    )
    table = draw(
        "Wizard at 36,20 | Foe at 36,30 face 180",
        Wizard=regiment(1, rules=["Caster(1)"], spells=[bolt]),
        Foe=regiment(),
    ).set("Wizard", tokens=(1,))
    play = happen(
        table,
        lambda battle: casting.cast_spells(battle, find(battle, "Wizard"), "before the move"),
        by_reason({"Casting": 6, "6s": (6, 1, 2), "to block": 6}),
    ).choose("0:Bolt")
    assert struck(play)[0] == 4


def test_flying_and_striding_come_with_the_rules_that_give_them() -> None:
    rule = written("This model and its unit get Strider and Flying.")
    table = draw("Pikes at 30,10", Pikes=regiment(groups=[models(1, rules=[rule]), models(3)]))
    heard = movement_rules(table.battle, table.unit("Pikes"))
    assert {special.name for special in heard if special.flies or special.strides} == {"Flying", "Strider"}


def test_every_other_deed_is_shown_in_play() -> None:
    assert shows.deeds == ALL_DEEDS - DEEDS_OF_ATTACKS - DEEDS_OF_THE_BATTLE
