"""Rules of army books that look at what happens in a battle: picked models, markers, feats, reprisals, crossings."""

from __future__ import annotations

from functools import partial

import pytest

from tests.regiments.deeds import DEEDS_OF_THE_BATTLE, WALL, Shows, blade, born, by_reason
from tests.regiments.fights import attacks, clash, dice_for, fight, needs, shoot
from tests.regiments.harness import acts, draw, find, happen, models, regiment, weapon, written
from warhost.play.script import Refused, Script
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.chapters.deployment import reserves
from warhost.rulesets.regiments.chapters.magic import casting
from warhost.rulesets.regiments.chapters.melee import strikes, takedowns
from warhost.rulesets.regiments.chapters.shooting import attacks_of, possible
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import Battle, Cause, Effect, SpellEffect, SpellText, events
from warhost.rulesets.regiments.rules import growth
from warhost.rulesets.regiments.rules.in_force import is_in_force
from warhost.rulesets.regiments.rules.reading import Lexicon
from warhost.table import Back, Forward

pytestmark = pytest.mark.rule("aofr.special.priority")

shows = Shows()

GREEDY = "For each unmodified result of {} to hit, this model may make 1 extra attack."


@pytest.mark.parametrize(
    ("face", "quality", "faces", "further"),
    [("6", 4, (6, 5, 1), 1), ("5-6", 4, (6, 5, 4), 2), ("5-6", 6, (6, 5, 4), 1)],
)
def test_a_hit_high_enough_brings_a_further_attack(
    face: str, quality: int, faces: tuple[int, ...], further: int
) -> None:
    clan = regiment(3, quality, weapons=["Club (A1)"], rules=[written(GREEDY.format(face))])
    play = fight(clan, WALL, {"further attacks": 1, "to hit": faces, "to block": 6})
    assert [int(dice.rstrip("D6") or 1) for dice in dice_for(play, "further attacks")] == [further]


def test_a_boost_lets_more_results_bring_further_attacks_and_keeps_the_conditions() -> None:
    boost = "Models with Greed in this unit make extra attacks on rolls of 5-6 from Greed."
    greed = "For each unmodified result of 6 to hit in melee, this model may make 1 extra attack."
    rules = [written(greed, "Greed"), written(boost, "Greed Boost", Greed=greed)]
    clan = regiment(2, weapons=["Club (A1)", 'Sling (12", A1)'], rules=rules)
    play = fight(clan, WALL, {"further attacks": 1, "to hit": (5, 1), "to block": 6})
    assert len(dice_for(play, "further attacks")) == 1
    play = shoot(clan, WALL, {"to hit": (5, 1), "to block": 6})
    assert not dice_for(play, "further attacks")


@shows("recoil")
def test_a_weapon_wounds_its_own_unit_on_low_results() -> None:
    gun = weapon(
        'Brass Gun (24", A1)',
        written("Gets AP(3), but its unit takes a wound for each unmodified result of 1 to hit."),
    )
    crew = regiment(4, weapons=[gun])
    play = shoot(crew, WALL, {"to hit": (1, 1, 6, 2), "to block": 6})
    assert play.unit("Bows").models == 2
    assert needs(play, "to block") == [6]
    assert [event.wounds for event in play.told(events.WoundsTaken)] == [2]


def test_hits_of_a_spell_wound_the_caster_on_ones_that_are_rolled_for() -> None:
    spark = written("Gets AP(3), but its unit takes a wound for each unmodified result of 1 to hit.", "Sparking")
    bolt = SpellText(
        name="Bolt", cost=1, range=18, target="enemy", effect=SpellEffect(hits=3, rules=(spark,), sixes=True)
    )
    wizard = regiment(1, rules=["Caster(1)", "Tough(3)"], spells=[bolt])
    table = draw("Wizard at 36,20 | Foe at 36,30 face 180", Wizard=wizard, Foe=WALL).set("Wizard", tokens=(1,))
    play = happen(
        table,
        lambda battle: casting.cast_spells(battle, find(battle, "Wizard"), "before the move"),
        by_reason({"Casting": 6, "6s": (1, 1, 4), "to block": 6}),
    ).choose("0:Bolt")
    assert play.unit("Wizard").wounds == 2


@shows("less ap")
def test_ap_is_lost_to_no_less_than_none() -> None:
    for rating, need in ((3, 6), (1, 4)):
        cursed = regiment(1, weapons=[f"Blade (A1, AP({rating}))"], rules=[written("This model loses AP(+1).")])
        play = fight(cursed, WALL, {"to hit": 6, "to block": 6})
        assert needs(play, "to block") == [need]


@shows("steady")
def test_a_move_does_not_spoil_the_aim_of_weapons_that_need_no_sight() -> None:
    text = "This model ignores the penalty for shooting after moving."
    for rules, need in (([], 5), ([written(text)], 4)):
        crew = regiment(1, weapons=['Mortar (24", A1, Indirect)'], rules=rules)
        play = shoot(crew, WALL, {"to hit": 1}, held=False)
        assert needs(play, "to hit") == [need]


@shows("impact ap")
def test_impact_pierces_where_a_rule_says_so_and_counter_takes_the_plain_dice_first() -> None:
    heavy = written("This model's Impact hits get AP(2).")
    mixed = regiment(groups=[models(1, rules=["Impact(2)", heavy]), models(2, rules=["Impact(1)"])])
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=mixed, Pikes=WALL)
    battle, riders, pikes = table.battle, table.unit("Riders"), table.unit("Pikes")
    told = [(attack.count, attack.ap_of()) for attack in strikes.impacts_of(battle, riders, pikes, 0)]
    assert told == [(2, 0), (2, 2)]
    told = [(attack.count, attack.ap_of()) for attack in strikes.impacts_of(battle, riders, pikes, 3)]
    assert told == [(1, 2)]


TAKEDOWN = "May pick any model in the target as its target, which is resolved as a unit of 1."


@shows("picks")
def test_a_weapon_picks_the_model_that_it_attacks_in_melee_and_when_shooting() -> None:
    band = regiment(groups=[models(1, rules=["Sergeant"], name="Captain"), models(4)])
    killer = blade(TAKEDOWN, size=1)
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=killer, Pikes=band)
    play = clash(table, "Riders", "Pikes", {"to hit": 6, "to block": 1, "Morale": 6})
    assert play.topic == "ability"
    play.choose("0")
    assert play.unit("Pikes").left[0] == 0
    sharp = regiment(1, quality=5, weapons=[weapon('Bow (24", A1)', written(TAKEDOWN))])
    table = draw("Bows at 36,10 | Mark at 36,26 face 180", Bows=sharp, Mark=band)
    fire = possible(table.battle, table.unit("Bows"))[0]
    (shot,) = attacks_of(table.battle, table.unit("Bows"), fire, True, {0: 1})
    assert (shot.picked, shot.quality, shot.limit) == (0, 5, 1)


def test_who_has_only_the_name_of_takedown_picks_a_model_as_well() -> None:
    assert is_in_force(Lexicon().rule("Takedown"), "weapons")


@shows("takedown")
def test_a_blow_on_a_picked_model_is_struck_once_per_game() -> None:
    text = (
        "Once per game, when this model is in melee, it may pick any model in the target unit as its target, and make "
        "one attack at Quality 3+ with AP(2) and Deadly(3), which is resolved as if it were a unit of 1."
    )
    band = regiment(groups=[models(1, rules=["Tough(3)"], name="Captain"), models(4)])
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=born(text, size=1), Pikes=band)
    dice = {"Born 0: to hit": 3, "to hit": 1, "Born 0: to block": 5, "to block": 6, "Morale": 6}
    play = clash(table, "Riders", "Pikes", dice)
    play.choose("0")
    assert (play.unit("Pikes").left[0], play.unit("Riders").used) == (0, ("Born 0",))
    assert not list(takedowns.ready(play.battle, play.unit("Riders")))


@shows("retaliate", "deathstrike")
@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("When a model with this rule takes one wound in melee, the attacking unit takes 2 hits.", 4),
        ("If a model with this rule is killed in melee, the attacker takes 3 hits.", 3),
    ],
)
def test_the_attacker_pays_for_wounds_and_for_the_dead(text: str, hits: int) -> None:
    foe = regiment(2, rules=["Tough(2)", written(text, "Spite")])
    play = fight(regiment(2), foe, {"to hit": 6, "Hand Weapon: to block": 1, "Spite: to block": 6})
    (paid,) = attacks(play, "Spite")
    assert (paid.attacker, paid.hits) == (play.unit("Pikes").id, hits)


@shows("feat")
def test_a_feat_is_used_once_and_for_one_attack() -> None:
    text = (
        "Once per game, when this unit attacks and all of its models have this rule, it may use this rule so that they "
        "get +2 to hit rolls."
    )
    archers = born(text, size=2, weapons=['Bow (24", A1)'])
    play = shoot(archers, WALL, {"to hit": 1})
    assert play.topic == "feat"
    play.choose("use")
    assert (needs(play, "to hit"), play.unit("Bows").used, play.unit("Bows").effects) == ([2], ("Born 0",), ())
    swift = (
        "Once per game, when this unit moves and all of its models have this rule, it may use this rule so that they "
        'move +3" when using Advance actions.'
    )
    table = draw("Pikes at 30,10 | Foe at 30,40 face 180", Pikes=born(swift), Foe=regiment())
    play = acts(table, "Pikes").choose("use").act("Pikes", "advance")
    play.move(Forward(9))
    assert play.unit("Pikes").used == ("Born 0",)


def test_a_feat_ignores_wounds_once_per_game() -> None:
    text = (
        "Once per game, when this unit takes wounds and all of its models have this rule, it may use this rule to roll "
        "one die per wound, and on a 4+ it is ignored."
    )
    play = fight(regiment(3), born(text, size=5), {"to hit": 6, "to block": 1, "Born 0": (4, 5, 1), "Morale": 6})
    assert play.topic == "feat"
    play.choose("use")
    assert (play.unit("Pikes").models, play.unit("Pikes").used) == (4, ("Born 0",))


FRENZY = (
    "Put a marker on this unit when it destroys an enemy unit. For each marker, models with this rule in it get +1 to "
    "hit rolls (up to a max. of +2)."
)


def _slay(victim: str, battle: Battle) -> Script[None]:
    """The Riders destroy that unit in melee."""
    return removal.destroy(battle, find(battle, victim), Cause(find(battle, "Riders").id, "melee"))


@shows("grows")
def test_a_unit_gets_stronger_with_each_enemy_it_destroys() -> None:
    table = draw(
        "Riders at 36,10 | Pikes at 36,30 face 180 | Bows at 10,30 face 180 | Slings at 60,30 face 180",
        Riders=born(FRENZY, size=1),
        Pikes=WALL,
        Bows=regiment(),
        Slings=regiment(),
    )
    for victim, bonus in (("Bows", 1), ("Slings", 2), ("Pikes", 2)):
        play = happen(table, partial(_slay, victim))
        assert play.unit("Riders").effects[0].number == bonus
    play = happen(table, lambda battle: morale.shake(battle, find(battle, "Riders")))
    assert play.unit("Riders").effects


def test_markers_of_a_frenzy_help_to_hit() -> None:
    table = draw(
        "Riders at 36,10 | Pikes at 36,30 face 180 | Bows at 10,30", Riders=born(FRENZY), Pikes=WALL, Bows=regiment(1)
    )
    table.set("Riders", seat=0).set("Pikes", seat=1).set("Bows", seat=1)

    slain = happen(table, partial(_slay, "Bows"))
    blows = strikes.strikes(
        *(slain.battle, slain.unit("Riders"), slain.unit("Pikes")),
        charging=True,
        fatigued=False,
        which=lambda rules: True,
    )
    assert [attack.to_hit.total for attack in blows] == [1]


def test_growth_begins_in_the_round_after_deployment_and_is_lost_when_shaken() -> None:
    text = (
        "Put a marker on this unit at the start of each round, starting on the round after it deployed. For each "
        "marker, models with this rule in it get AP(+1) (up to a max. of +2). If this model is ever Shaken, it "
        "loses all of its "
        "markers."
    )
    for turn, arrived, markers in ((1, 0, 0), (2, 0, 1), (3, 3, 0), (4, 3, 1)):
        table = draw("Pikes at 30,10 | Foe at 30,40 face 180", Pikes=born(text), Foe=regiment())
        table.set("Pikes", arrived=arrived).having(turn=turn)
        play = happen(table, growth.at_round_start)
        assert sum(effect.number for effect in play.unit("Pikes").effects) == markers
    play = happen(table, lambda battle: morale.shake(battle, find(battle, "Pikes")))
    assert not play.unit("Pikes").effects


CROSS = (
    "Once per activation, when this model moves through enemy units, pick one of them and roll X dice. On a 4+ the "
    "unit takes three hits with AP(1)."
)


@shows("crosses")
def test_an_enemy_that_is_flown_over_is_struck_once_per_activation() -> None:
    flock = regiment(2, rules=["Flying", written(CROSS, "Rain", 1)])
    for path, asked in ((12, True), (3, False)):
        table = draw("Crows at 30,10 | Foe at 30,15 face 180", Crows=flock, Foe=WALL)
        table.set("Crows", seat=0).set("Foe", seat=1)
        play = acts(table, "Crows", by_reason({"Rain: to block": 6, "Rain": (4, 3), "Morale": 6})).act("Crows", "rush")
        play.move(Forward(path if asked else 1))
        assert (play.topic == "ability") == asked
    table = draw("Crows at 30,10 | Foe at 30,15 face 180", Crows=flock, Foe=WALL)
    table.set("Crows", seat=0).set("Foe", seat=1)
    play = acts(table, "Crows", by_reason({"Rain: to block": 6, "Rain": (4, 3), "Morale": 6})).act("Crows", "rush")
    play.move(Forward(12)).choose(target="Foe")
    (rain,) = attacks(play, "Rain")
    assert (rain.hits, needs(play, "Rain: to block")) == (3, [5])


@pytest.mark.parametrize(("taken", "need", "left"), [("0", 4, 2), ("1", 3, 1), ("2", 2, 0)])
def test_markers_on_an_enemy_are_removed_for_a_bonus_in_one_attack(taken: str, need: int, left: int) -> None:
    text = (
        'Once per game, pick one enemy unit within 36" and place 2 markers on it. Friendly units may remove '
        "markers from "
        "their target before rolling to hit to get +Y to hit rolls, where Y is the number of removed markers."
    )
    table = draw(
        "Bows at 36,10 | Mark at 36,20 face 180", Bows=born(text, size=1, weapons=['Bow (24", A1)']), Mark=WALL
    )
    table.set("Bows", seat=0).set("Mark", seat=1)
    play = acts(table, "Bows", {"to hit": 1}).choose(target="Mark").act("Bows", "hold")
    assert play.unit("Mark").effects[0].number == 2
    play.until("shoot").choose(target="Mark").choose(taken)
    assert needs(play, "to hit") == [need]
    assert sum(effect.number for effect in play.unit("Mark").effects) == left


@shows("endangered")
def test_a_cursed_unit_tests_for_dangerous_ground_when_it_moves() -> None:
    curse = SpellText(
        name="Thorns",
        cost=1,
        range=18,
        target="enemy",
        effect=SpellEffect(gives=(written("Counts as being in Dangerous Terrain."),), once=True),
    )
    table = draw("Pikes at 30,10 | Foe at 30,40 face 180", Pikes=regiment(4), Foe=regiment(spells=[curse]))
    table.set("Pikes", seat=0, effects=(Effect("Thorns", 1),)).set("Foe", seat=1)
    play = acts(table, "Pikes", {"Dangerous": (1, 2, 3, 4)}).act("Pikes", "advance").move(Forward(3))
    assert (play.unit("Pikes").models, play.unit("Pikes").effects) == (3, ())


@pytest.mark.parametrize(
    ("becomes", "face", "caught"), [("fatigued", 1, True), ("fatigued", 6, False), ("shaken", 1, True)]
)
def test_a_spell_asks_for_a_morale_test(becomes: str, face: int, caught: bool) -> None:
    dread = SpellText(
        name="Dread",
        cost=1,
        range=18,
        target="enemy",
        effect=SpellEffect(fails="shaken" if becomes == "shaken" else "fatigued"),
    )
    table = draw(
        "Wizard at 36,20 | Foe at 36,30 face 180",
        Wizard=regiment(1, rules=["Caster(1)"], spells=[dread]),
        Foe=regiment(),
    ).set("Wizard", tokens=(1,))
    play = happen(
        table,
        lambda battle: casting.cast_spells(battle, find(battle, "Wizard"), "before the move"),
        {"Casting": 6, "Morale": face},
    ).choose("0:Dread")
    foe = play.unit("Foe")
    assert (foe.shaken if becomes == "shaken" else foe.fatigued) == caught


@shows("arrival", "band", "keeps off")
def test_ambushers_strike_as_they_arrive_and_come_from_further_in() -> None:
    text = (
        'This model gets Ambush. Once deployed, roll X dice, for each 2+ one enemy unit within 6" takes 2 hits with '
        "AP(1)."
    )
    sneaks = regiment(2, rules=[written(text, "Pounce", 1)])
    table = draw("Camp at 36,10 | Sneaks at 36,40", Camp=WALL, Sneaks=sneaks)
    table.set("Camp", seat=0).set("Sneaks", seat=1, pose=None, reserve="ambush").having(turn=2, first=1)
    play = happen(table, reserves.arrivals, {"Pounce: to block": 6, "Pounce": 2}).choose(unit="Sneaks").place(36, 5)
    assert play.topic == "ability"
    play.choose(target="Camp")
    assert attacks(play, "Pounce")[0].hits == 2
    wide = (
        'This model gets Ambush, and may be deployed fully within 12" of any table edge, over 9" away from enemy units.'
    )
    table = draw("Camp at 36,14 | Sneaks at 36,40", Camp=WALL, Sneaks=regiment(2, rules=[written(wide)]))
    table.set("Camp", seat=0).set("Sneaks", seat=1, pose=None, reserve="ambush").having(turn=2, first=1)
    play = happen(table, reserves.arrivals).choose(unit="Sneaks")
    with pytest.raises(Refused):
        play.place(36, 10)
    with pytest.raises(Refused):
        play.place(20, 13)
    play.place(20, 11)
    assert play.unit("Sneaks").arrived == 2


@shows("parting")
def test_who_moves_on_after_a_melee_wounds_an_enemy_near_by() -> None:
    harass = 'Units where all models have this rule may move by up to 3" after being in melee.'
    text = (
        'When this unit ends its move within 3" of enemy units after being in melee, pick one of them and roll as many '
        "dice as models with this rule in this unit. For each 6+ the target takes one wound."
    )
    table = draw("Pikes at 30,10 | Foe at 30,18 face 180", Pikes=regiment(4), Foe=born(harass, text, size=4))
    play = acts(
        table.set("Pikes", seat=0).set("Foe", seat=1),
        "Pikes",
        by_reason({"to hit": 1, "Morale": 6, "Born 1": (6, 6, 1, 2)}),
    )
    play.charge("Pikes", "Foe").choose("strike").move(Back(1.5), kind="consolidate").choose(target="Pikes")
    assert play.unit("Pikes").models == 2


@shows("delays")
def test_a_side_with_fewer_units_left_may_pass_its_turn_once_per_round() -> None:
    text = (
        "Once per round, if your opponent has more units left to activate than you, this model's unit may pass "
        "its turn "
        "instead of activating."
    )
    table = draw(
        "Giant at 36,10 | Pikes at 30,40 face 180 | Bows at 50,40 face 180",
        Giant=born(text, size=1),
        Pikes=regiment(),
        Bows=regiment(),
    )
    table.set("Giant", seat=0).set("Pikes", seat=1).set("Bows", seat=1).having(turn=1, active=0)
    play = happen(table, structure.activate)
    assert play.topic == "delay"
    play.choose("pass")
    assert (play.battle.active, play.unit("Giant").activated) == (1, False)
    again = happen(table, structure.activate)
    assert again.topic != "delay"


def test_every_deed_of_the_battle_is_shown_in_play() -> None:
    assert shows.deeds == DEEDS_OF_THE_BATTLE
