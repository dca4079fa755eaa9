"""Ready-made packs of optional parts, and how players change them."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.errors import WarhostError
from warhost.play import Setup
from warhost.rulesets.regiments.core import Settings, optional
from warhost.rulesets.regiments.parts.shared.packs import packs
from warhost.rulesets.regiments.ruleset import RULESET


def agreed(table: str = "", /, **options: Any) -> Settings:
    """What a battle with these options is played with."""
    armies = ("Unburied Host", "Tallgrass Horde")
    battle = RULESET.set_up(Setup(ruleset="aofr", armies=armies, map=table, options={"points": 1000, **options}))
    return battle.scene.settings


def titles(settings: Settings) -> set[str]:
    return {part.title for part in optional.in_force(settings.parts)}


@pytest.mark.parametrize(
    ("pack", "parts", "options"),
    [
        pytest.param(
            "extended_core",
            {"Solid Buildings", "Extra Actions"},
            {"style": "any", "mission": "any"},
            marks=pytest.mark.rule("aofr.pack.extended_core"),
        ),
        pytest.param(
            "added_complexity",
            {
                *("Solid Buildings", "Side-missions", "Extra Actions", "Action Boosting"),
                *("Winds of Power", "Living Spells", "Command Points"),
            },
            {"style": "any", "mission": "any"},
            marks=pytest.mark.rule("aofr.pack.added_complexity"),
        ),
        pytest.param(
            "competitive",
            {"Side-missions"},
            {"style": "any", "mission": "any"},
            marks=pytest.mark.rule("aofr.pack.competitive"),
        ),
        pytest.param(
            "narrative",
            {"Army Terrain", "Hero & Monster Feats", "Magic Items", "Fog of War", "Unit Psychology"},
            {"style": "any", "mission": "any"},
            marks=pytest.mark.rule("aofr.pack.narrative"),
        ),
        pytest.param(
            "chaotic",
            {
                *("Special Conditions", "Terrain & Objective Effects", "Random Events"),
                *("Brutal Damage", "Twists & Gambits"),
            },
            {"style": "any", "placement": "any"},
            marks=pytest.mark.rule("aofr.pack.chaotic"),
        ),
    ],
)
def test_a_pack_switches_on_what_the_book_says(pack: str, parts: set[str], options: dict[str, str]) -> None:
    settings = agreed(pack=pack)
    assert titles(settings) == parts
    assert {name: getattr(settings, name) for name in options} == options


@pytest.mark.rule("aofr.pack.choose")
def test_there_are_five_packs_and_none_is_usual() -> None:
    assert [pack.name for pack in packs().values()] == [
        *("Extended Core", "Added Complexity", "Competitive Play", "Narrative Battles", "Chaotic Rules")
    ]
    assert agreed().parts == ()
    with pytest.raises(WarhostError, match='Did you mean "chaotic"'):
        agreed(pack="chaotc")


@pytest.mark.rule("aofr.pack.narrative")
def test_a_narrative_table_is_generated_unless_one_is_named() -> None:
    def stage(table: str) -> str:
        armies = ("Unburied Host", "Tallgrass Horde")
        options = {"points": 1000, "pack": "narrative"}
        return RULESET.set_up(Setup(ruleset="aofr", armies=armies, map=table, options=options)).stage

    assert (stage(""), stage("death"), stage("balanced")) == (
        "hospitable terrain",
        "death terrain",
        "balanced terrain",
    )


@pytest.mark.rule("aofr.pack.customise")
def test_rules_are_added_to_a_pack_and_taken_out_of_it() -> None:
    settings = agreed(pack="extended_core", parts=["fog_of_war:surprise", "-extra_actions"], mission="duel")
    assert settings.parts == ("solid_buildings", "fog_of_war:surprise")
    assert (settings.mission, settings.style) == ("duel", "any")
    other = agreed(pack="extended_core", parts=["extra_actions:overwatch"])
    assert other.parts == ("solid_buildings", "extra_actions:overwatch")
    with pytest.raises(WarhostError, match="has no fortune to leave out"):
        agreed(pack="extended_core", parts=["-fortune"])


@pytest.mark.rule("aofr.pack.customise")
@pytest.mark.parametrize("part", ["mission_cards", "twists_and_gambits"])
def test_a_part_with_a_mission_of_its_own_takes_the_place_of_the_packs(part: str) -> None:
    settings = agreed(pack="competitive", parts=["-side_missions", part])
    assert (settings.parts, settings.mission, settings.style) == ((part,), "duel", "any")
    with pytest.raises(WarhostError, match="mission"):
        agreed(pack="competitive", parts=["-side_missions", part], mission="any")
