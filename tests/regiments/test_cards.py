"""Armies, tables, options and units of Regiments as a page shows them."""

from __future__ import annotations

import re
from itertools import groupby

import msgspec
import pytest

from tests.regiments.harness import draw, models, regiment
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Describes, Event, Game, Setup, Shows, luck_of
from warhost.report.telling.words import turn_word
from warhost.rulesets.regiments.chapters.missions import mission_names
from warhost.rulesets.regiments.core import Battle, Effect, Marker
from warhost.rulesets.regiments.lists.house import ready_list
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.server.shown.picture import picture_of

LINE = "Pikes at 36,10 | Riders at 36,30 face 180"


def table(**fields: object) -> Battle:
    return draw(LINE, Pikes=regiment(), Riders=regiment(size=5)).having(**fields).battle


def set_up(map_: str = "open", **options: object) -> Battle:
    first, second, *_ = RULESET.armies()
    return RULESET.set_up(Setup(ruleset="aofr", armies=(first, second), map=map_, options=options))


def test_the_ruleset_shows_and_describes() -> None:
    assert isinstance(RULESET, Shows)
    assert isinstance(RULESET, Describes)


def test_any_two_armies_that_are_listed_cost_about_the_same() -> None:
    points = [sum(int(card.profile["Points"]) for card in RULESET.army_card(name).units) for name in RULESET.armies()]
    assert len(points) == 4
    assert all(960 <= cost <= 1000 for cost in points)


def test_points_that_are_agreed_on_pick_the_lists_of_that_size() -> None:
    def cost(battle: Battle) -> int:
        return sum(unit.points for unit in battle.scene.regiments)

    assert 1900 < cost(set_up()) <= 2000
    assert 1400 < cost(set_up(points=750)) <= 1500
    assert 2900 < cost(set_up(points=1500)) <= 3000
    assert 5800 < cost(set_up(points=3000)) <= 6000


def test_a_list_of_another_size_has_a_card_and_can_be_set_up_by_its_name() -> None:
    card = RULESET.army_card("Tallgrass Horde 1500")
    army = ready_list("Tallgrass Horde 1500")
    assert {unit.name for unit in card.units} == {unit.name for unit in army.units()}
    battle = RULESET.set_up(Setup(ruleset="aofr", armies=("Tallgrass Horde 1500", "Autumn Raid"), map="open"))
    assert [seat.army for seat in battle.scene.seats] == [army.name, "Autumn Raid"]


def test_a_unit_card_tells_quality_defense_points_weapons_and_rules() -> None:
    (pikes, *_) = [u for u in RULESET.army_card("League of Nine Bridges").units if u.name == "Pike Company"]
    told = next(r for r in ready_list("League of Nine Bridges").regiments if r.name == "Pike Company")
    assert (pikes.profile["Quality"], pikes.profile["Defense"]) == (f"{told.quality}+", f"{told.defense}+")
    assert pikes.profile["Points"] == told.cost
    assert any(told.groups[-1].weapons[0].name in text for text in pikes.rules)
    assert all(any(str(rule) in text for text in pikes.rules) for rule in told.rules)


def test_what_not_all_models_have_is_told_with_a_number() -> None:
    groups = [models(1, ["Sword (A2)"], ["Sergeant"]), models(9, ["Pike (A1)"])]
    battle = draw(LINE, Pikes=regiment(groups=groups, rules=["Fast"]), Riders=regiment()).battle
    assert RULESET.notes(battle, battle.units[0]).rules == (
        "Sword (A2) on 1",
        "Pike (A1) on 9",
        "Fast",
        "Sergeant on 1",
    )


def test_notes_follow_the_unit_as_models_fall() -> None:
    hero = regiment(size=1, quality=3, defense=3, weapons=["Great Blade (A3)"], rules=["Hero"], name="Captain")
    battle = draw(LINE, Pikes=regiment(hero=hero), Riders=regiment(rules=["Fast"])).battle
    unit = battle.units[0]
    assert RULESET.notes(battle, unit).profile["Quality"] == "4+"
    assert "with Captain" in RULESET.notes(battle, unit).rules
    unit.left = (0,)
    alone = RULESET.notes(battle, unit)
    assert (alone.profile["Quality"], alone.profile["Defense"]) == ("3+", "3+")
    assert alone.rules == ("Great Blade (A3)", "Hero")
    assert RULESET.notes(battle, battle.units[1]).profile["Advance"] == '8"'
    assert RULESET.notes(battle, battle.units[1]).profile["Rush"] == '16"'


def test_notes_tell_what_models_look_like_and_whether_a_banner_and_a_hero_are_left() -> None:
    hero = regiment(size=1, rules=["Hero"], name="Captain")
    groups = [models(1, ["Pike (A1)"], ["Banner"]), models(9, ["Pike (A1)"])]
    battle = draw(
        LINE, Pikes=regiment(groups=groups, hero=hero), Riders=msgspec.structs.replace(regiment(), kind="cavalry")
    ).battle
    pikes, riders = (RULESET.notes(battle, unit) for unit in battle.units)
    assert (pikes.build, pikes.leader, pikes.standard) == ("foot", True, True)
    assert (riders.build, riders.leader, riders.standard) == ("rider", False, False)
    battle.units[0].left = (0, 9)
    assert not RULESET.notes(battle, battle.units[0]).standard


def test_every_map_has_a_card_and_only_the_open_field_is_known_beforehand() -> None:
    cards = {name: RULESET.map_card(name) for name in RULESET.maps()}
    assert all(card.name == name and card.title for name, card in cards.items())
    assert [name for name, card in cards.items() if card.board is not None] == ["open"]


def test_every_choice_of_every_option_can_be_set_up() -> None:
    cards = RULESET.option_cards()
    assert {card.name for card in cards} >= {"mission", "style", "points", "placement", "rounds"}
    for card in cards:
        assert card.default in card.choices
        assert card.text
        needed = {name: choices[0] for name, choices in card.only_with.items()}
        map_ = str(needed.pop("map", "open"))
        if card.name in ("width", "depth"):
            # On the smallest tables armies deploy as one of the optional parts has it.
            needed["parts"] = "kitchen_table"
        for choice in card.choices:
            settings = set_up(map_, **needed, **{card.name: choice}).scene.settings
            assert getattr(settings, card.name) == choice


def test_no_player_reads_a_slug() -> None:
    for card in RULESET.option_cards():
        words = {choice for choice in card.choices if isinstance(choice, str)}
        assert words <= set(card.names)
        assert set(card.names) <= set(map(str, card.choices))


def test_every_mission_tells_how_it_is_won() -> None:
    (mission,) = (card for card in RULESET.option_cards() if card.name == "mission")
    assert set(mission.texts) == set(mission_names())
    assert all(re.search("win|VP", text) and "AOFR" not in text for text in mission.texts.values())
    assert mission.texts["duel"] == "The core mission, D3+2 markers, 4 rounds, most markers wins."


def test_an_option_that_no_card_offers_is_refused() -> None:
    with pytest.raises(WarhostError, match="no mission"):
        set_up(mission="tea")


def test_marks_tell_the_states_of_a_unit_and_its_spells() -> None:
    battle = table(markers=(Marker(36.0, 24.0, 0, carrier=0),))
    unit = battle.units[0]
    assert RULESET.marks(battle, unit) == ("carries a marker",)
    unit.shaken = unit.fatigued = unit.activated = True
    unit.effects = (Effect("Mist", 0, number=1), Effect("Mist", 0, number=3))
    assert RULESET.marks(battle, unit) == ("shaken", "fatigued", "activated", "carries a marker", "Mist")
    unit.fate = "routed"
    assert RULESET.marks(battle, unit) == ("routed",)


def test_marks_tell_where_a_unit_off_the_table_is() -> None:
    battle = table()
    one, other = battle.units
    one.pose, one.inside = None, other.id
    other.pose, other.reserve = None, "ambush"
    assert RULESET.marks(battle, one) == ("inside Riders",)
    assert RULESET.marks(battle, other) == ("in reserve: ambush",)


def test_strength_counts_models_and_the_wounds_that_they_can_take() -> None:
    hero = regiment(size=1, rules=["Hero", "Tough(3)"], name="Captain")
    battle = draw(LINE, Pikes=regiment(size=5, rules=["Tough(2)"], hero=hero), Riders=regiment()).battle
    unit = battle.units[0]
    unit.left, unit.wounds, unit.hero_wounds = (3,), 1, 2
    told = RULESET.strength(battle, unit)
    assert (told.models, told.models_at_start) == (4, 6)
    assert (told.health, told.health_at_start, told.wounds) == (6, 13, 3)
    unit.fate = "destroyed"
    assert (RULESET.strength(battle, unit).models, RULESET.strength(battle, unit).health) == (0, 0)


def test_the_panel_tells_activations_markers_points_and_tokens() -> None:
    markers = (Marker(36.0, 24.0, 0), Marker(10.0, 24.0, 1), Marker(50.0, 24.0), Marker(60.0, 24.0, 0, gone=True))
    battle = table(markers=markers, points=(2.0, 0.5))
    battle.units[0].tokens = (2, 1)
    panel = RULESET.panel(battle, 0)
    assert (panel["Units"], panel["To activate"]) == ("1 of 1", 1)
    assert (panel["Markers"], panel["Victory points"], panel["Spell tokens"]) == ("1 of 3", "2", 3)
    assert panel["Mission"] == "Duel"
    battle.units[0].activated = True
    assert RULESET.panel(battle, 0)["To activate"] == 0
    assert RULESET.panel(battle, 1)["Victory points"] == "0.5"


@pytest.mark.rule("aofr.objective.seize_range")
def test_markers_lie_on_the_table_with_their_owner_and_a_ring_of_three_inches() -> None:
    markers = (Marker(36.0, 24.0, 1), Marker(36.0, 10.0, 0, carrier=0), Marker(60.0, 24.0, gone=True))
    overlay = RULESET.overlay(table(markers=markers))
    assert [(token.x, token.y, token.owner) for token in overlay.tokens] == [(36.0, 24.0, 1), (36.0, 10.0, 0)]
    assert "carried by Pikes" in overlay.tokens[1].label
    assert [(ring.x, ring.y, ring.radius) for ring in overlay.rings] == [(36.0, 24.0, 3.0)]
    assert overlay.zones == ()


def test_a_secret_marker_is_told_to_its_defender_alone() -> None:
    markers = (Marker(36.0, 24.0, secret="relic"),)
    battle = table(markers=markers, roles=("attacker", "defender"), mission="smash_grab")
    labels = [RULESET.overlay(RULESET.view(battle, seat)).tokens[0].label for seat in (0, 1, None)]
    assert labels == ["Marker 1", "Marker 1, relic", "Marker 1"]


def test_the_title_counts_rounds_and_says_how_many_there_are() -> None:
    battle = table()
    battle.turn = 2
    assert picture_of(RULESET, battle).title == "Round 2 of 4, First"
    battle.stage = "end of round"
    assert picture_of(RULESET, battle).title == "End of round 2 of 4"
    battle.turn = 0
    assert picture_of(RULESET, battle).title == "Set-up"
    assert turn_word(RULESET) == "Round"


@pytest.mark.parametrize(("mission", "sides"), [("duel", "Deployment"), ("raid", "The mission")])
def test_the_preparation_is_told_in_three_parts_each_once(mission: str, sides: str) -> None:
    battle = set_up("generic", mission=mission)
    heard: list[str] = []
    doing: dict[str, str] = {}

    def hear(event: Event) -> None:
        heard.append(RULESET.doing(battle))
        doing[type(event).__name__] = heard[-1]

    game, chance = Game(RULESET, battle, luck_of(Chance(1)), on_event=hear), Chance(2)
    while battle.turn == 0:
        game.answer(game.asked.sample(chance))
    parts = [part for part, _ in groupby(heard)]
    assert parts == ["The battlefield", "The mission", "Deployment", ""]
    told = ("TableAdvised", "MarkerPlaced", "RolledOff", "UnitDeployed")
    assert [doing[name] for name in told] == ["The battlefield", "The mission", sides, "Deployment"]


def test_zones_are_shown_while_armies_deploy_and_are_nobodys_before_sides_are_picked() -> None:
    game = Game(RULESET, set_up(), luck_of(Chance(1)))
    chance = Chance(2)
    seen = {}
    while game.battle.turn == 0:
        seen[game.asked.question.topic] = {zone.seat for zone in RULESET.overlay(game.battle).zones}
        game.answer(game.asked.sample(chance))
    assert seen["marker"] == {-1}
    assert seen["deploy"] == {0, 1}
    assert RULESET.overlay(game.battle).zones == ()


@pytest.mark.parametrize("mission", ["duel", "relic_hunt", "headquarters", "raid", "ambush", "vip_escort"])
def test_a_battle_can_be_drawn_at_every_decision(mission: str) -> None:
    game = Game(RULESET, set_up(mission=mission, rounds=1), luck_of(Chance(3)))
    chance = Chance(4)
    while not game.over:
        picture = picture_of(RULESET, RULESET.view(game.battle, 0))
        assert all(unit.profile and unit.width > 0 for unit in picture.units if unit.models)
        game.answer(game.asked.sample(chance))
