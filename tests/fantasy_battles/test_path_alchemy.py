"""Alchemy: every spell in all its versions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.grimoire import attack, chance, check_figures, conjured, shown, values
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import conjure, lay
from warhost.rulesets.fantasy_battles.core.battle import Settings

LINE = "Wizard at 36,10 | Guard at 36,24 face 180"


@pytest.mark.parametrize(
    ("spell", "version", "needed", "reach", "types"),
    [
        shown("t9a.alchemy.1_quicksilver_lash", "Quicksilver Lash", "basic", 7, 24, "Da, H, M"),
        shown("t9a.alchemy.2_word_of_iron", "Word of Iron", "basic", 5, 24, "A"),
        shown("t9a.alchemy.2_word_of_iron", "Word of Iron", "boosted", 9, 18, "A"),
        shown("t9a.alchemy.3_glory_of_gold", "Glory of Gold", "basic", 8, 18, "A"),
        shown("t9a.alchemy.4_silver_spike", "Silver Spike", "basic", 6, 18, "Da, H, M"),
        shown("t9a.alchemy.4_silver_spike", "Silver Spike", "boosted", 9, 36, "Da, H, M"),
        shown("t9a.alchemy.5_corruption_of_tin", "Corruption of Tin", "basic", 8, 36, "H"),
        shown("t9a.alchemy.6_molten_copper", "Molten Copper", "basic", 7, 24, "Da, H, M"),
    ],
)
def test_every_spell_has_its_value_its_reach_and_its_types(
    spell: str, version: str, needed: int, reach: int, types: str
) -> None:
    check_figures(spell, version, needed, reach, types)


def burning() -> Table:
    """A Guard under Alchemical Fire in contact with Spearmen."""
    table = draw("Wizard at 36,10 | 0 Spearmen at 36,20 | Guard at 36,24 face 180").fight("Spearmen", "Guard")
    return lay(table, "Alchemical Fire", "Guard", by="Wizard")


@pytest.mark.rule("t9a.alchemy.a_alchemical_fire")
def test_alchemical_fire_makes_the_target_flammable_in_melee_only() -> None:
    flaming: dict[str, Any] = {"rules": ("Flaming Attacks",)}
    table = burning()
    assert attack(table, "Spearmen", "Guard", **flaming).wounds_rerolled_by is not None
    assert attack(table, "Spearmen", "Guard").wounds_rerolled_by is None
    assert attack(table, "Wizard", "Guard", "shooting", **flaming).wounds_rerolled_by is None


@pytest.mark.rule("t9a.alchemy.a_alchemical_fire")
def test_alchemical_fire_follows_a_spell_of_the_path_within_18_inches() -> None:
    # 18" lie between the Wizard and the Guard, more between it and the Ogres.
    line = "Wizard at 36,10 | 0 Spearmen at 30,10 | 1 Guard at 36,28 face 180 | 1 Ogres at 50,32 face 180"
    play = conjured(line, "Word of Iron", "Spearmen")
    assert [option.target for option in play.options] == [None, play.unit("Guard").id]
    play.choose(target="Guard")
    assert [effect.spell for effect in play.unit("Guard").effects] == ["Alchemical Fire"]


@pytest.mark.rule("t9a.alchemy.1_quicksilver_lash")
@pytest.mark.parametrize(("armour", "need"), [(0, 6), (1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 2)])
def test_quicksilver_lash_wounds_on_7_minus_the_armour(armour: int, need: int) -> None:
    # D3 + 1 with a die of 3: three hits. No Armour Save against AP 10.
    table = draw(LINE).change("Guard", arm=armour)
    play = conjured(table, "Quicksilver Lash", "Guard", dice=[3, (6, 6, 1)]).choose("no")
    hit, wound = play.rolls[1], play.rolls[2]
    assert (hit.dice, wound.dice, wound.need) == ("D3+1", "3D6", need)
    assert play.left("Guard") == 17


@pytest.mark.rule("t9a.alchemy.1_quicksilver_lash")
def test_nothing_changes_the_roll_of_quicksilver_lash() -> None:
    table = lay(draw(LINE + " | 1 Captain at 50,40"), "Rune of Resilience", "Guard", by="Captain")
    play = conjured(table, "Quicksilver Lash", "Guard", dice=[3, (4, 4, 3)])
    assert play.rolls[2].need == 4


@pytest.mark.rule("t9a.alchemy.1_quicksilver_lash", "t9a.alchemy.6_molten_copper")
def test_the_armour_of_most_models_counts() -> None:
    # Nineteen Guards with a Sergeant in Armour 3, and a Captain in Armour 6.
    table = draw(LINE + " | 1 Captain at 50,40").change("Captain", arm=6).join("Captain", "Guard")
    assert conjured(table, "Quicksilver Lash", "Guard", dice=[3, (1, 1, 1)]).rolls[2].need == 4


@pytest.mark.rule("t9a.alchemy.2_word_of_iron")
@pytest.mark.parametrize(("version", "armour"), [("basic", 3), ("boosted", 4)])
def test_word_of_iron_adds_to_the_armour(version: str, armour: int) -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 36,20").change("Spearmen", arm=2)
    assert values(conjured(table, "Word of Iron", "Spearmen", version), "Spearmen", "arm") == [armour]


@pytest.mark.rule("t9a.alchemy.3_glory_of_gold")
def test_glory_of_gold_pierces_and_burns_with_close_combat_and_shooting_attacks() -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 36,20 | 1 Guard at 36,40 face 180")
    play = conjured(table, "Glory of Gold", "Spearmen")
    for kind in ("melee", "shooting"):
        struck = attack(play, "Spearmen", "Guard", kind, ap=1)
        assert (struck.ap, struck.flaming, struck.magical) == (2, True, True)
    for kind in ("special", "breath", "spell"):
        other = attack(play, "Spearmen", "Guard", kind, ap=1)
        assert (other.ap, other.flaming, other.magical) == (1, False, False)


@pytest.mark.rule("t9a.alchemy.3_glory_of_gold")
def test_fortitude_does_not_help_against_glory_of_gold() -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 36,20 | 1 Guard at 36,40 face 180")
    table.change("Guard", rules=["Fortitude (4+)"], arm=0)
    before = chance(table, "Spearmen", "Guard")
    assert chance(conjured(table, "Glory of Gold", "Spearmen"), "Spearmen", "Guard") == pytest.approx(2 * before)


@pytest.mark.rule("t9a.alchemy.4_silver_spike")
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_silver_spike_hits_a_model_in_each_rank_and_one_of_them_hard(version: str) -> None:
    # Three ranks of Ogres with 3 HP: two hits of Strength 4, one of Strength 6 that costs D3.
    table = draw("Wizard at 36,10 | Ogres at 36,24 face 180").change("Ogres", models=9, arm=6)
    table.set("Ogres", models=9)
    play = conjured(table, "Silver Spike", "Ogres", version, dice=[(4, 3), (2,), (5,)]).choose("no")
    assert [(roll.dice, roll.need) for roll in play.rolls[1:3]] == [("2D6", 4), ("1D6", 2)]
    assert play.left("Ogres") == 27 - 1 - 3


@pytest.mark.rule("t9a.alchemy.4_silver_spike")
def test_the_odds_of_silver_spike_are_exact() -> None:
    play = conjure("Wizard at 36,10 | Spearmen at 36,24 face 180", known={"Wizard": ["Silver Spike"]})
    key = play.key("Wizard", "Silver Spike", "Spearmen", "basic")
    # Three hits of Strength 4 and one of 6 against Resilience 3 without saves.
    expected = 3 * 4 / 6 + 5 / 6
    assert play.odds(key, "expected HP lost if it takes effect").value == pytest.approx(expected)


@pytest.mark.rule("t9a.alchemy.5_corruption_of_tin")
@pytest.mark.parametrize(("armour", "left"), [(3, 2), (0, 0)])
def test_corruption_of_tin_takes_armour_for_good(armour: int, left: int) -> None:
    play = conjured(draw(LINE).change("Guard", arm=armour), "Corruption of Tin", "Guard")
    assert values(play, "Guard", "arm") == [left]
    assert play.unit("Guard").effects[0].permanent


@pytest.mark.rule("t9a.alchemy.5_corruption_of_tin")
@pytest.mark.parametrize(("setting", "left"), [("once", 2), ("adds up", 1)])
def test_corruption_of_tin_cast_again_adds_nothing_unless_players_agreed_so(setting: str, left: int) -> None:
    settings = Settings(permanent=setting)  # type: ignore[arg-type]
    table = lay(draw(LINE, settings), "Corruption of Tin", "Guard", by="Wizard", permanent=True)
    assert values(conjured(table, "Corruption of Tin", "Guard"), "Guard", "arm") == [left]


@pytest.mark.rule("t9a.alchemy.6_molten_copper")
@pytest.mark.parametrize(("armour", "resilience", "need"), [(4, 4, 4), (0, 3, 6), (6, 3, 2)])
def test_molten_copper_is_as_strong_as_the_armour(armour: int, resilience: int, need: int) -> None:
    # D3 + 4 with a die of 3: two more, six hits; Armour 4 does not help against AP 4.
    table = draw(LINE).change("Guard", arm=armour, res=resilience)
    play = conjured(table, "Molten Copper", "Guard", dice=[3, (1,) * 6]).choose("no")
    assert (play.rolls[2].dice, play.rolls[2].need) == ("6D6", need)


@pytest.mark.rule("t9a.alchemy.6_molten_copper")
def test_molten_copper_is_flaming_and_pierces_4() -> None:
    table = draw(LINE).change("Guard", arm=4, rules=["Fortitude (2+)"])
    play = conjured(table, "Molten Copper", "Guard", dice=[1, (6, 6, 1, 1, 1)]).choose("no")
    assert play.left("Guard") == 17
    assert len(play.rolls) == 3


@pytest.mark.rule("t9a.alchemy.6_molten_copper")
def test_armour_6_still_saves_on_5_against_molten_copper() -> None:
    play = conjured(draw(LINE).change("Guard", arm=6), "Molten Copper", "Guard", dice=[1, (2, 1, 1, 1, 1), (5,)])
    assert (play.rolls[3].dice, play.rolls[3].need) == ("1D6", 5)


@pytest.mark.parametrize(
    ("spell", "hits"),
    [
        shown("t9a.alchemy.1_quicksilver_lash", "Quicksilver Lash", 3),
        shown("t9a.alchemy.6_molten_copper", "Molten Copper", 6),
    ],
)
def test_both_are_flaming_and_magical(spell: str, hits: int) -> None:
    # Against Armour 0 both wound on a 6.
    def expected(*rules: str) -> float:
        table = draw("Wizard at 36,10 | Spearmen at 36,24 face 180").change("Spearmen", rules=rules)
        play = conjure(table, known={"Wizard": [spell]})
        return play.odds(play.key("Wizard", spell, "Spearmen"), "expected HP lost if it takes effect").value

    assert expected() == pytest.approx(hits / 6)
    assert expected("Fortitude (4+)") == pytest.approx(hits / 6)
    assert expected("Aegis (4+, against Magical Attacks)") == pytest.approx(hits / 12)
