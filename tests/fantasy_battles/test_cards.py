"""Armies, maps, options and units as a page shows them, and what newcomers are told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.fantasy_battles.harness import draw
from tests.lessons import lessons_never_asked_for
from warhost.play import Setup
from warhost.play.book import agreed
from warhost.play.ruleset import Describes
from warhost.play.shown.cards import Shows, Surveys, Tallies
from warhost.play.shown.guide import Guides
from warhost.play.shown.sheets import Prints
from warhost.rulebook import find
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import OBJECTIVES
from warhost.rulesets.fantasy_battles.core.battle import Boon, Effect, Settings
from warhost.rulesets.fantasy_battles.core.entries import rule_name
from warhost.rulesets.fantasy_battles.core.moments import BOONS, MODEL_RULES, SPELLS
from warhost.rulesets.fantasy_battles.lists.item_files import special_items
from warhost.rulesets.fantasy_battles.shown.cards import GOALS, marks, notes, overlay, panel, strength, tally
from warhost.rulesets.fantasy_battles.shown.options import TEXTS


@pytest.mark.parametrize("kind", [Shows, Surveys, Tallies, Guides, Describes, Prints])
def test_the_ruleset_shows_itself(kind: type) -> None:
    assert isinstance(RULESET, kind)


def test_every_army_has_a_card_with_its_units() -> None:
    for name in RULESET.armies():
        card = RULESET.army_card(name)
        assert name in card.name
        assert card.units
        assert all(unit.profile["HP"] and unit.stand for unit in card.units)


def test_every_map_has_a_board_or_an_example() -> None:
    cards = [RULESET.map_card(name) for name in RULESET.maps()]
    assert all((card.board or card.example) is not None for card in cards)
    assert len({card.title for card in cards}) == len(cards)


def test_every_choice_of_every_option_can_be_agreed_on() -> None:
    for card in RULESET.option_cards():
        assert card.default in card.choices, card.name
        for choice in card.choices:
            agreed(Setup(ruleset="t9a", armies=(), options={card.name: choice}), Settings)
        assert set(card.names) <= {str(choice) for choice in card.choices}
    left_out = set(Settings.__struct_fields__) - set(TEXTS)
    assert left_out == {"power_level"}


def test_a_units_card_has_its_values_as_they_are_now() -> None:
    table = draw("Spearmen at 36,10 | Giant at 36,20 face 180")
    assert notes(table.battle, table.unit("Spearmen")).profile["Dis"] == 7
    table.fight("Giant", "Spearmen")
    assert notes(table.battle, table.unit("Spearmen")).profile["Dis"] == 6
    assert notes(table.battle, table.unit("Giant")).build == "monster"


def test_leaders_and_standards_are_told() -> None:
    table = draw("Guard at 36,10 | 0 Captain at 60,4 | Spearmen at 36,20 face 180").join("Captain", "Guard")
    told = notes(table.battle, table.unit("Guard"))
    assert (told.leader, told.standard) == (True, True)
    assert notes(table.battle, table.unit("Captain")).host == table.unit("Guard").id
    assert not notes(table.battle, table.unit("Spearmen")).leader


def test_marks_are_states_guests_spells_and_boons() -> None:
    table = draw("Guard at 36,10 | Spearmen at 36,20 face 180 | Cannon at 50,20 face 180")
    spell = next(iter(SPELLS))
    table.set("Spearmen", fleeing=True, models=5, boons=(Boon("Shaken", "turn"),), effects=(Effect(spell, 0, 0),))
    assert marks(table.battle, table.unit("Spearmen")) == ("fleeing", "Decimated", spell, "Shaken")
    assert marks(table.battle, table.unit("Guard")) == ("with Sergeant of Guard",)
    assert marks(table.battle, table.unit("Sergeant of Guard")) == ("in Guard",)
    table.set("Cannon", broken_weapons=("Cannon",), jammed=(("Gun", 2), ("Old", 0)))
    assert marks(table.battle, table.unit("Cannon")) == ("Cannon broken", "Gun jammed")
    table.set("Spearmen", pose=None, fate="destroyed")
    assert marks(table.battle, table.unit("Spearmen")) == ("destroyed",)
    table.set("Spearmen", fate="", special="ambush")
    assert marks(table.battle, table.unit("Spearmen")) == ("in ambush",)


def test_strength_is_what_is_left_of_the_rank_and_file_and_of_each_guest() -> None:
    table = draw("Guard at 36,10 | Ogres at 36,20 face 180").set("Guard", models=12).set("Ogres", wounds=2)
    left = strength(table.battle, table.unit("Guard"))
    assert (left.models, left.models_at_start, left.health, left.health_at_start) == (12, 19, 12, 19)
    champion = strength(table.battle, table.unit("Sergeant of Guard"))
    assert (champion.models, champion.models_at_start) == (1, 1)
    ogres = strength(table.battle, table.unit("Ogres"))
    assert (ogres.health, ogres.health_at_start, ogres.wounds) == (16, 18, 2)


def test_the_panel_has_score_objective_and_magic() -> None:
    table = draw("Guard at 36,10 | Spearmen at 36,20 face 180", objective="Hold the Ground", counters=(2, 0))
    table.battle.pools, table.battle.tokens = (4, 3), (5, 0)
    table.set("Spearmen", pose=None, fate="destroyed", models=0)
    own, other = panel(table.battle, 0), panel(table.battle, 1)
    assert own["Victory Points"] == "200"
    assert [(one.text, one.points) for one in tally(table.battle, 0)] == [("Spearmen destroyed", 200)]
    assert (own["Units"], own["Health"]) == ("1 of 1", "20 of 20")
    assert (other["Units"], other["Health"]) == ("0 of 1", "0 of 20")
    assert (own["Magic Dice"], own["Veil Tokens"], own["Count for the objective"]) == (4, 5, "2")
    assert set(GOALS) == set(OBJECTIVES)


@pytest.mark.parametrize(
    ("fields", "tokens", "rings"),
    [
        ({"objective": "Hold the Ground"}, ["Centre"], 1),
        ({"objective": "Secure Target", "markers": ((20.0, 20.0), (50.0, 30.0))}, ["Marker", "Marker"], 2),
        ({"objective": "Spoils of War", "markers": ((20.0, 24.0), (36.0, 24.0), (52.0, 24.0))}, ["Marker"] * 2, 0),
    ],
)
def test_the_overlay_shows_what_the_objective_is_about(fields: dict[str, Any], tokens: list[str], rings: int) -> None:
    table = draw("Guard at 36,10 | Spearmen at 36,20 face 180", **fields)
    if fields["objective"] == "Spoils of War":
        table.set("Guard", carries=1)
    shown = overlay(table.battle)
    assert [token.label for token in shown.tokens] == tokens
    assert len(shown.rings) == rings


def test_zones_are_shown_while_armies_deploy() -> None:
    fields: dict[str, Any] = {"deployment": "Frontline Clash", "homes": (0, 1)}
    table = draw("Guard at 36,10 | Spearmen at 36,40 face 180", **fields)
    assert overlay(table.battle).zones == ()
    table.battle.phase = "deployment"
    assert [zone.seat for zone in overlay(table.battle).zones] == [0, 1]


def test_a_feature_that_was_named_says_by_whom() -> None:
    table = draw("72x48 hill 36,24 8x6 | Guard at 36,10 | Spearmen at 36,40 face 180", hills=(-1, 0))
    (ground,) = overlay(table.battle).grounds
    assert ground.piece == 0
    assert "Named by" in ground.text
    (ring,) = overlay(table.battle).rings
    assert (ring.x, ring.y) == (36, 24)
    assert ring.label == f"Goal of {table.battle.scene.seats[0].name}"


def test_every_word_on_a_card_is_explained_by_a_rule() -> None:
    guide = RULESET.guide()
    explained = {term.name: term for term in guide.terms}
    assert {*MODEL_RULES, *SPELLS, *BOONS, *OBJECTIVES} <= set(explained)
    by_ruling = {name for name in MODEL_RULES if MODEL_RULES[name].id.startswith("T9A-R")}
    rows = [term for term in explained.values() if term.name not in {*special_items(), *by_ruling}]
    assert all(term.text.startswith(find(term.rule).plain) for term in rows)
    printed = {label for name in RULESET.armies() for unit in RULESET.army_card(name).units for label in unit.profile}
    assert printed <= set(explained)
    rules = {
        rule_name(text)
        for name in RULESET.armies()
        for unit in RULESET.army_card(name).units
        for text in unit.rules
        if rule_name(text) in MODEL_RULES
    }
    assert rules <= set(explained)


@pytest.mark.slow
def test_lessons_are_about_what_is_really_asked() -> None:
    setup = Setup(ruleset="t9a", armies=("Saltbridge Compact", "Thornback Tribes"), options={"points": 1500})
    assert not lessons_never_asked_for(RULESET, setup)


def test_cards_go_over_the_wire() -> None:
    for name in RULESET.armies():
        msgspec.json.encode(RULESET.army_card(name))
    msgspec.json.encode(RULESET.option_cards())
