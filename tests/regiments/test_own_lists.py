"""Lists that players bring: as data in a set-up, legal or not, in force or not, and within what can be played."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tests.regiments.own_lists import random_list
from warhost.dice import Chance
from warhost.muster.files.army_text import DataError
from warhost.play import Game, RecordError, Setup, luck_of, parse_record, record_of, replay
from warhost.rulesets import ruleset
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments.core import ArmyList, Battle, Group, Regiment, SpellEffect, SpellText, Weapon
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.house import ready_list, ready_lists
from warhost.rulesets.regiments.lists.limits import bounds, list_from_data
from warhost.rulesets.regiments.rules.written import spoken
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.rulesets.regiments.shown.cards import list_card

SWORD = Weapon("Sword", None, 1)
HERO = (RuleText("Hero"), RuleText("Tough", 3))


def unit(**fields: Any) -> Regiment:
    usual: dict[str, Any] = {
        "faction": "Mill",
        "name": "Millers",
        "quality": 4,
        "defense": 4,
        "cost": 100,
        "base": (20, 20),
        "groups": (Group(10, (SWORD,)),),
    }
    return Regiment(**{**usual, **fields})


def army(*units: Regiment, name: str = "The Mill", limit: int = 750) -> ArmyList:
    return ArmyList(name=name, limit=limit, regiments=units or (unit(),))


def setup(own: ArmyList, **options: Any) -> Setup:
    return Setup(ruleset="aofr", armies=(own.name, "Unburied Host"), lists=(list_data(own), None), options=options)


def started(own: ArmyList, **options: Any) -> Battle:
    return RULESET.set_up(setup(own, **options))


def test_a_battle_has_the_units_of_the_list_in_full() -> None:
    own = random_list(3)
    battle = started(own, points=own.limit)
    mine = [battle.regiment(one) for one in battle.units if one.seat == 0]
    assert tuple(mine) == own.regiments
    assert battle.scene.seats[0].army == own.name


def test_the_other_side_gets_its_list_of_the_agreed_size() -> None:
    battle = started(army(), points=1500)
    assert 1400 <= sum(battle.regiment(one).points for one in battle.units if one.seat == 1) <= 1500


def test_a_list_survives_as_json_in_a_set_up() -> None:
    own = random_list(7)
    again = msgspec.json.decode(msgspec.json.encode(setup(own)), type=Setup)
    data = again.list_of(0)
    assert data is not None
    assert list_from_data(data) == own


def test_the_record_of_a_battle_with_a_list_needs_no_other_file() -> None:
    own = random_list(5)
    agreed = setup(own, points=own.limit, rounds=1)
    chance = Chance("records")
    game = Game(RULESET, RULESET.set_up(agreed), luck_of(chance.fork("dice")))
    while not game.over:
        game.answer(game.asked.sample(chance))
    data = msgspec.json.encode(record_of(game, agreed))
    record = parse_record(data, "own.json")
    assert record.format == 2
    assert replay(record, RULESET).hash() == game.hash()
    told = json.loads(data)["setup"]["lists"][0]["regiments"][0]
    assert {"name", "groups", "rules", "spells", "quality"} <= told.keys()


def test_a_record_without_lists_keeps_the_format_that_older_programs_read() -> None:
    agreed = Setup(ruleset="aofr", armies=("Unburied Host", "Tallgrass Horde"))
    game = Game(RULESET, RULESET.set_up(agreed), luck_of(Chance(1)))
    data = msgspec.json.encode(record_of(game, agreed))
    assert b'"format"' not in data
    assert b'"lists"' not in data
    with pytest.raises(RecordError, match="has format 4; this Warhost reads formats 1 to 3"):
        parse_record(data.replace(b"{", b'{"format":4,', 1), "later.json")


@pytest.mark.rule("aofr.army.points_limit")
def test_all_problems_of_a_list_are_told_at_once() -> None:
    two_bearers = unit(cost=900, groups=(Group(2, (SWORD,), (RuleText("Banner"),)), Group(8, (SWORD,))))
    with pytest.raises(DataError) as refused:
        started(army(two_bearers), points=750)
    assert refused.value.problems == (
        "The Mill costs 900 points: 150 more than the 750 of the game (aofr.army.points_limit).",
        "Millers [10] have 2 models with Banner: a unit has one at most (aofr.command.limit).",
    )


@pytest.mark.rule("aofr.scale.base_consistent")
def test_bases_agree_between_the_armies_of_a_battle() -> None:
    theirs = ready_list("Unburied Host").regiments[0]
    with pytest.raises(DataError, match="stand on bases of 33x33 and"):
        started(army(msgspec.structs.replace(theirs, base=(33, 33))), points=1000)


def test_players_may_agree_to_play_a_list_as_it_is() -> None:
    assert started(army(unit(cost=900)), points=750, free_lists=True).units


@pytest.mark.rule("aofr.mission.raid.points", "aofr.mission.smash_grab.points", "aofr.mission.rescue.points")
@pytest.mark.parametrize("mission", ["raid", "smash_grab", "rescue"])
def test_the_attackers_own_list_may_cost_a_quarter_more(mission: str) -> None:
    assert started(army(unit(cost=935)), points=750, mission=mission, attacker=0).units
    with pytest.raises(DataError, match="costs 940 points: 5 more than the 935 of the attacker in"):
        started(army(unit(cost=940)), points=750, mission=mission, attacker=0)


@pytest.mark.rule("aofr.mission.raid.points")
def test_the_defenders_own_list_may_not_cost_more() -> None:
    with pytest.raises(DataError, match="costs 800 points: 50 more than the 750 of the defender in The Raid"):
        started(army(unit(cost=800)), points=750, mission="raid", attacker=1)


@pytest.mark.rule("aofr.mission.raid.points")
def test_nobody_may_bring_more_before_it_is_settled_who_attacks() -> None:
    with pytest.raises(DataError, match=r"the 750 of the game\. In The Raid the attacker may have up to 935"):
        started(army(unit(cost=800)), points=750, mission="raid")


@pytest.mark.rule("aofr.mission.raid.points")
@pytest.mark.parametrize("mission", ["ambush", "last_stand", "vip_escort", "duel", "attack_defend"])
def test_in_other_missions_the_attacker_has_as_many_points(mission: str) -> None:
    with pytest.raises(DataError, match="5 more than the 750 of the game"):
        started(army(unit(cost=755)), points=750, mission=mission, attacker=0)


@pytest.mark.parametrize("text", ["Gloom", "Furious(2)", "Fear", "AP"])
def test_a_rule_that_the_book_does_not_have_in_that_form_is_shown_and_not_in_force(text: str) -> None:
    rule = RuleText.parse(text)
    assert spoken((rule,)) == ()
    strange = unit(rules=(rule,), groups=(Group(10, (Weapon("Rope", None, 1, (rule,)),)),))
    card = list_card(army(strange), "The Mill").units[0]
    assert f"{text} (not in force)" in card.rules
    assert f"Rope (A1, {text}), {text} (not in force)" in card.rules
    assert list_from_data(list_data(army(strange))).regiments[0].unknown == (text,)


@pytest.mark.rule("eow.army.basic_patrol")
def test_essence_of_war_says_that_its_patrols_are_fixed() -> None:
    book = ruleset("eow")
    agreed = Setup(ruleset="eow", armies=("Mine", book.armies()[0]), lists=({"name": "Mine"}, None))
    with pytest.raises(Exception, match="has fixed patrols: choose one of those"):
        book.set_up(agreed)


BLAST = RuleText("Blast", 9)


def casting(effect: SpellEffect | None = None, **fields: Any) -> ArmyList:
    usual: dict[str, Any] = {"name": "Boom", "cost": 1, "range": 9, "target": "enemy", "effect": effect}
    return army(unit(spells=(SpellText(**{**usual, **fields}),)))


def armed(*weapons: Weapon) -> ArmyList:
    return army(unit(groups=(Group(1, weapons),)))


def _lord(**fields: Any) -> Regiment:
    return unit(**{"name": "Lord", "rules": HERO, "groups": (Group(1, (SWORD,)),), **fields})


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (army(limit=-1), "its points must be from 0 to 99999, not -1"),
        (army(name=""), "the list needs a name"),
        (army(name="x" * 81), "is longer than 80 letters"),
        (army(unit(name="Mil\u202elers")), "characters that cannot be shown"),
        (army(unit(name="Millers\n")), "characters that cannot be shown"),
        (army(*[unit()] * 41), "the list has 41 units: 40 can be played at most"),
        (army(unit(base=(100, 100))), "the bases cover 155 square inches: 120 can be deployed at most"),
        (army(*[unit(base=(60, 60))] * 8), "the bases cover 446 square inches: 400 can be deployed at most"),
        (army(*[unit(groups=(Group(80, ()),))] * 8), "the list has 640 models: 600 can be played at most"),
        (army(unit(groups=())), "it has no models"),
        (army(unit(groups=(Group(0, ()),))), "the models of a group must be from 1 to 80, not 0"),
        (army(unit(groups=(Group(10**12, ()),))), "its models must be from 1 to 80, not that"),
        (army(unit(quality=1)), "Quality must be from 2 to 6, not 1"),
        (army(unit(base=(0, 20))), "the front of its bases in mm must be from 10 to 250, not 0"),
        (army(unit(rules=(RuleText("Tough", 100),))), "the number of Tough must be from 0 to 99, not 100"),
        (army(unit(rules=(RuleText("Fast"),) * 41)), "it has 41 rules: 40 can be played at most"),
        (army(unit(groups=(Group(1, (Weapon("Bow", 0, 1),)),))), "its range must be from 1 to 120, not 0"),
        (army(unit(groups=(Group(40, (Weapon("Bomb", 12, 3, (BLAST,)),)),))), "it would roll 2160 dice at once"),
        (army(unit(hero=unit(name="Nobody"))), "Nobody cannot join Millers: only a single Hero joins a unit"),
        (army(unit(hero=unit(name="Twins", rules=HERO))), "Twins cannot join Millers: only a single Hero joins"),
        (army(unit(hero=_lord(rules=()))), "Lord cannot join Millers: only a single Hero joins a unit"),
        (army(unit(hero=_lord(hero=_lord()))), "Lord cannot join Millers: only a single Hero joins a unit"),
        (army(unit(quality=7)), "Quality must be from 2 to 6, not 7"),
        (army(unit(defense=7)), "Defense must be from 2 to 6, not 7"),
        (army(unit(cost=10_000)), "its cost must be from 0 to 9999, not 10000"),
        (army(unit(base=(20, 9))), "the depth of its bases in mm must be from 10 to 250, not 9"),
        (army(unit(faction="x" * 81)), "of its faction is longer than 80 letters"),
        (army(unit(groups=(Group(1, (SWORD,)),) * 41)), "it has 41 groups of models: 40 can be played at most"),
        (army(unit(rules=(RuleText("x" * 81),))), "of a rule is longer than 80 letters"),
        (army(unit(groups=(Group(1, (SWORD,), (RuleText("Tough", 100),)),))), "the number of Tough must be from 0"),
        (army(unit(groups=(Group(1, (SWORD,), (), "x" * 2001),))), "of a model is longer than 2000 letters"),
        (armed(*[SWORD] * 41), "it has 41 weapons: 40 can be played at most"),
        (armed(Weapon("Bow", 12, 100)), "its attacks must be from 0 to 99, not 100"),
        (armed(Weapon("Bow", 12, 1, (), 21)), "how many a model has must be from 1 to 20, not 21"),
        (armed(Weapon("Bow", 12, 1, (RuleText("AP", 100),))), "the number of AP must be from 0 to 99, not 100"),
        (casting(cost=7), "spell Boom: its tokens must be from 1 to 6, not 7"),
        (casting(range=121), "spell Boom: its range must be from 1 to 120, not 121"),
        (casting(units=21), "spell Boom: its targets must be from 1 to 20, not 21"),
        (casting(SpellEffect(hits=1, rules=(RuleText("AP", 100),))), "the number of AP must be from 0 to 99"),
        (casting(SpellEffect(gives=(RuleText("Fear", 100),))), "the number of Fear must be from 0 to 99"),
        (casting(SpellEffect(melee=13)), "its melee must be from -12 to 12, not 13"),
        (casting(SpellEffect(hits=5000)), "spell Boom: its hits must be from 0 to 1000, not 5000"),
        (casting(SpellEffect(heals="x")), "it heals x, which is neither a number nor dice"),
    ],
)
def test_what_cannot_be_played_is_refused_whatever_was_agreed(broken: ArmyList, says: str) -> None:
    assert any(says in problem.message for problem in bounds(broken))
    with pytest.raises(DataError):
        started(broken, free_lists=True)


@pytest.mark.parametrize(
    "bearable",
    [
        army(unit(quality=6, defense=6, cost=9999, hero=_lord()), name="x" * 80),
        army(unit(rules=(RuleText("Fast"),) * 40)),
        army(unit(groups=(Group(10, (Weapon("Volley", 12, 50),)),))),  # 50 dice each, counted twice
        casting(SpellEffect(morale=-12), cost=6, range=120, units=20),
    ],
)
def test_what_is_just_within_the_limits_can_be_played(bearable: ArmyList) -> None:
    assert bounds(bearable) == []


@pytest.mark.parametrize("data", [{}, {"name": 1}, {"name": "x", "limit": 1, "regiments": [{"name": "y"}]}])
def test_data_that_are_no_list_are_refused_in_a_sentence(data: dict[str, Any]) -> None:
    with pytest.raises(DataError, match="The list cannot be read"):
        list_from_data(data)


def test_the_house_lists_are_within_what_can_be_played() -> None:
    assert [problem for one in ready_lists().values() for problem in bounds(one)] == []
