"""Who can cast what, on whom and in which version."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.spellcraft import LINE, conjure, lay
from warhost.play.questions import Place
from warhost.play.script import Refused
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import all_spells, paths, spell
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.core.entries import Bound
from warhost.rulesets.fantasy_battles.core.moments import MODEL_RULES, PATHS, SPELLS, speakers
from warhost.rulesets.fantasy_battles.core.values import value
from warhost.rulesets.fantasy_battles.shown import magic_events as events


def test_a_fireball_is_cast_and_burns() -> None:
    play = conjure(LINE, [(3, 3), 4, (4, 4, 4, 1)])
    play.cast("Wizard", "Fireball", "Spearmen", dice=2).choose("no").choose("no")
    assert play.left("Spearmen") == 17
    assert play.battle.pools == (7, 9)
    assert play.told(events.SpellCast)


@pytest.mark.rule("t9a.spell.versions")
@pytest.mark.parametrize(("version", "needed", "armour"), [("basic", 5, 1), ("boosted", 9, 2)])
def test_each_version_has_its_own_casting_value_and_effect(version: str, needed: int, armour: int) -> None:
    play = conjure("Wizard at 36,10 | 0 Spearmen at 36,20", [(6, 6)], pools=(9, 0))
    key = play.key("Wizard", "Word of Iron", "Spearmen", version)
    assert play.odds(key, "Casting Value").value == needed
    play.cast("Wizard", "Word of Iron", "Spearmen", version=version)
    assert value(play.battle, play.unit("Spearmen"), "arm") == armour


@pytest.mark.rule("t9a.spell.versions")
def test_each_version_has_its_own_range() -> None:
    play = conjure("Wizard at 36,10 | 0 Spearmen at 36,32")
    assert play.castings("Wizard", "Word of Iron", "Spearmen") == ["0:Word of Iron:basic>1"]
    assert play.why_not("0:Word of Iron:boosted>1") == "t9a.alchemy.2_word_of_iron"


FRIEND_AND_FOE = "Wizard at 36,10 | 0 Knights at 30,10 | Spearmen at 36,24 face 180"


@pytest.mark.rule("t9a.spelltype.augment")
def test_an_augment_is_cast_on_friends_only() -> None:
    play = conjure(FRIEND_AND_FOE)
    assert play.castings("Wizard", "Word of Iron", "Knights", "basic")
    assert play.why_not("0:Word of Iron:basic>2") == "t9a.spelltype.augment"


@pytest.mark.rule("t9a.spelltype.augment")
@pytest.mark.parametrize(("seat", "legal"), [(0, True), (1, False)])
def test_an_augment_for_a_single_model_is_for_friends_only_too(seat: int, legal: bool) -> None:
    line = f"Wizard at 36,10 | {seat} Captain at 36,16 | 1 Spearmen at 36,30 face 180"
    play = conjure(line, known={"Wizard": ["Breath of Corruption"]})
    assert bool(play.castings("Wizard", "Breath of Corruption", "Captain", "boosted")) is legal
    if not legal:
        assert play.why_not("0:Breath of Corruption:boosted>1") == "t9a.spelltype.augment"


@pytest.mark.rule("t9a.spelltype.hex")
def test_a_hex_is_cast_on_enemies_only() -> None:
    play = conjure(FRIEND_AND_FOE)
    assert play.castings("Wizard", "Fireball", "Spearmen")
    assert play.why_not("0:Fireball:basic>1") == "t9a.spelltype.hex"


@pytest.mark.rule("t9a.spelltype.universal")
def test_a_universal_spell_is_cast_on_either_side() -> None:
    play = conjure(FRIEND_AND_FOE, bound={"Wizard": [Bound(spell="Rune of Revocation")]})
    assert play.castings("Wizard", "Rune of Revocation", "Knights")
    assert play.castings("Wizard", "Rune of Revocation", "Spearmen")


@pytest.mark.rule("t9a.spelltype.universal")
def test_a_universal_spell_minds_no_combat_on_either_side() -> None:
    table = draw("Wizard at 36,10 | 0 Knights at 20,10 | Spearmen at 36,24 face 180").fight(
        "Knights", "Spearmen", "rear"
    )
    play = conjure(table, known={"Wizard": ["Speaking in Tongues"]})
    assert all(play.castings("Wizard", "Speaking in Tongues", name) for name in ("Wizard", "Spearmen"))


@pytest.mark.rule("t9a.spelltype.damage")
def test_the_target_of_a_damage_spell_is_not_engaged() -> None:
    table = draw("Wizard at 36,10 | 0 Knights at 20,10 | Spearmen at 36,24 face 180").fight("Knights", "Spearmen")
    assert conjure(table).why_not("0:Fireball:basic>2") == "t9a.spelltype.damage"


@pytest.mark.rule("t9a.spelltype.damage")
@pytest.mark.parametrize("spell", ["Enveloping Embers", "Master of Earth", "Marked for Doom"])
@pytest.mark.parametrize("engaged", [True, False])
def test_a_damage_spell_that_is_no_missile_spares_combats_too(spell: str, engaged: bool) -> None:
    table = draw("Wizard at 36,10 | 0 Knights at 20,10 | Spearmen at 36,24 face 180")
    if engaged:
        table.fight("Knights", "Spearmen", "rear")
    play = conjure(table, known={"Wizard": [spell, "Word of Iron"]})
    assert bool(play.castings("Wizard", spell, "Spearmen")) is not engaged
    if engaged:
        assert play.why_not(f"0:{spell}:basic>2") == "t9a.spelltype.damage"


@pytest.mark.rule("t9a.spelltype.missile")
def test_a_missile_needs_line_of_sight() -> None:
    assert conjure("Wizard at 36,30 | 1 Spearmen at 36,10").why_not("0:Fireball:basic>1") == "t9a.spelltype.missile"


@pytest.mark.rule("t9a.spelltype.missile")
@pytest.mark.parametrize(("file", "open_to"), [(0, True), (4, False)])
def test_the_caster_and_not_its_comrades_must_see_the_target_of_a_missile(file: int, open_to: bool) -> None:
    # The building hides the Captain from the right end of the rank, but not from the left one.
    table = draw("72x48 impassable 37.5,17 2.8x1 | 0 Guard at 36,10 | 0 Wizard at 60,10 | 1 Captain at 36,24 face 180")
    play = conjure(table.join("Wizard", "Guard", file))
    assert bool(play.castings("Wizard", "Fireball", "Captain")) is open_to


@pytest.mark.rule("t9a.spelltype.missile")
def test_a_caster_that_is_engaged_casts_no_missiles_but_other_spells() -> None:
    table = draw("Wizard at 36,10 | Swordsmen at 20,10 face 180 | Spearmen at 36,24 face 180")
    play = conjure(table.fight("Wizard", "Swordsmen"))
    assert play.why_not("0:Fireball:basic>2") == "t9a.spelltype.missile"
    assert play.castings("Wizard", "Word of Iron", "Wizard", "basic")


@pytest.mark.rule("t9a.special.wizard")
def test_a_spell_is_attempted_once_in_a_phase_whoever_knows_it() -> None:
    line = "0 Wizard at 36,10 | 0 Captain at 30,10 | Spearmen at 36,24 face 180"
    known = {"Wizard": ["Fireball", "Word of Iron"], "Captain": ["Fireball"]}
    play = conjure(line, [(1, 1)], known=known).cast("Wizard", "Fireball", "Spearmen")
    assert play.why_not("0:Fireball:basic>2") == "t9a.special.wizard"
    assert play.why_not("1:Fireball:basic>2") == "t9a.special.wizard"
    assert play.castings("Wizard", "Word of Iron")


@pytest.mark.rule("t9a.special.wizard", "t9a.fleeing.no_casting_or_items")
def test_a_wizard_that_flees_casts_nothing() -> None:
    line = "0 Wizard at 36,10 | 0 Captain at 30,10 fleeing | Spearmen at 36,24 face 180"
    play = conjure(line, known={"Wizard": ["Fireball"], "Captain": ["Word of Iron"]})
    assert play.why_not("1:Word of Iron:basic>1") == "t9a.fleeing.no_casting_or_items"


@pytest.mark.rule("t9a.special.wizard", "t9a.special.learned_spell")
def test_only_who_knows_spells_is_a_wizard() -> None:
    play = conjure("Captain at 36,10 | Spearmen at 36,24 face 180", known={})
    assert play.battle.phase != "magic"
    assert "no Wizard to cast spells" in " ".join(play.log)


@pytest.mark.rule("t9a.spelltype.focused")
def test_a_focused_spell_on_a_character_does_not_reach_his_men() -> None:
    table = draw("Wizard at 36,10 | 0 Guard at 36,14 | 0 Captain at 60,10 | Spearmen at 36,40 face 180")
    known = {"Wizard": ["Cleansing Fire", "Fireball"]}
    play = conjure(table.join("Captain", "Guard"), {"Casting": 6, "": 1}, known=known, pools=(9, 0))
    play.cast("Wizard", "Cleansing Fire", "Captain", dice=2, version="boosted")
    assert [effect.only for effect in play.unit("Guard").effects] == [play.unit("Captain").entry]


def test_the_losses_of_a_spell_are_weighed_exactly() -> None:
    play = conjure(LINE)
    key = play.key("Wizard", "Fireball", "Spearmen")
    # 3.5 hits on average, Strength 4 against Resilience 3 wounds on 3+, no armour.
    assert play.odds(key, "expected HP lost if it takes effect").value == pytest.approx(3.5 * 4 / 6)


def test_the_dice_are_weighed_against_those_that_may_dispel() -> None:
    play = conjure(LINE, pools=(2, 1))
    play.choose(play.key("Wizard", "Fireball", "Spearmen"))
    # One die: 4, 5 and 6 pass, and are dispelled by as much or more.
    assert play.odds("1", "takes effect against 1 die to dispel").value == pytest.approx((3 + 4 + 5) / 36)


@pytest.mark.rule("t9a.spelltype.direct")
def test_the_target_of_a_direct_spell_lies_in_the_front_arc_seen_or_not() -> None:
    known = {"Wizard": ["Enveloping Embers"]}
    behind = conjure("Wizard at 36,30 | 1 Spearmen at 36,16 | 1 Archers at 36,40", known=known)
    assert behind.why_not("0:Enveloping Embers:basic>1") == "t9a.spelltype.direct"
    line = "72x48 impassable 36,18 6x2 | Wizard at 36,10 | Spearmen at 36,26 face 180"
    hidden = conjure(line, known={"Wizard": ["Enveloping Embers", "Fireball"]})
    assert hidden.castings("Wizard", "Enveloping Embers", "Spearmen")
    assert hidden.why_not("0:Fireball:basic>1") == "t9a.spelltype.missile"


@pytest.mark.rule("t9a.spelltype.focused")
def test_a_focused_spell_is_aimed_at_one_model() -> None:
    table = draw("Wizard at 36,10 | 0 Guard at 36,14 | 0 Captain at 60,10 | Spearmen at 36,40 face 180")
    table.join("Captain", "Guard")
    play = conjure(table, [(6, 6)], known={"Wizard": ["Hand of Glory", "Fireball"]}, pools=(9, 0))
    aims = [option.target for option in play.options if option.key.startswith("0:Hand of Glory:boosted")]
    names = [play.battle.units[target].name for target in aims if target is not None]
    assert names == ["Wizard", "Sergeant of Guard", "Captain"]
    play.cast("Wizard", "Hand of Glory", "Captain", version="boosted")
    play.until("cast")
    captain = play.unit("Captain")
    assert [effect.only for effect in play.unit("Guard").effects] == [captain.entry]
    spell = "Hand of Glory"
    assert spell in [speaker.name for speaker in speakers(play.battle, captain)]
    assert spell not in [speaker.name for speaker in speakers(play.battle, play.unit("Guard"))]


@pytest.mark.rule("t9a.spelltype.ground")
def test_a_ground_spell_is_cast_at_a_point() -> None:
    play = conjure("Wizard at 36,10 | Spearmen at 36,40 face 180", [(6, 6)], known={"Wizard": ["Wrath of God"]})
    play.choose(play.key("Wizard", "Wrath of God"))
    assert isinstance(play.question, Place)
    with pytest.raises(Refused):
        play.place(36.0, 50.0)
    assert play.game.asked.suggestions()
    play.place(36.0, 40.0).choose("2").choose("no")
    assert play.battle.wraths[0][:2] == (36.0, 40.0)


@pytest.mark.rule("t9a.spelltype.ground")
def test_the_point_of_a_ground_spell_is_in_range() -> None:
    line = "Wizard at 36,10 | 0 Knights at 10,10 | Spearmen at 36,40 face 180"
    play = conjure(line, known={"Wizard": ["The Awakened Swarm"]})
    play.choose(play.key("Wizard", "The Awakened Swarm", version="basic"))
    with pytest.raises(Refused) as refused:
        play.place(36.0, 30.0)
    assert refused.value.rule == "t9a.spelltype.ground"
    assert play.place(36.0, 20.0).topic == "casting dice"


@pytest.mark.rule("t9a.spelltype.ground")
@pytest.mark.parametrize(
    ("spell", "x", "y", "legal"),
    [
        ("The Awakened Swarm", 36.0, 22.3, True),  # 12 inches count from the base of the caster
        ("The Awakened Swarm", 36.0, 22.6, False),
        ("Wrath of God", 71.9, 47.9, True),
        ("Wrath of God", 72.1, 10.0, False),
        ("Wrath of God", -0.1, 10.0, False),
        ("Wrath of God", 36.0, -0.1, False),
    ],
)
def test_the_point_of_a_ground_spell_is_on_the_table_and_in_range(spell: str, x: float, y: float, legal: bool) -> None:
    line = "Wizard at 36,10 | 0 Knights at 10,10 | Spearmen at 36,40 face 180"
    play = conjure(line, known={"Wizard": [spell]})
    play.choose(play.castings("Wizard", spell)[0])
    if legal:
        assert play.place(x, y).topic == "casting dice"
        return
    with pytest.raises(Refused) as refused:
        play.place(x, y)
    assert refused.value.rule == "t9a.spelltype.ground"


@pytest.mark.rule("t9a.spell.range_aura")
def test_an_aura_affects_all_units_in_range_that_its_types_allow() -> None:
    near, far = "0 Spearmen at 36,14 | 0 Knights at 30,10", "0 Archers at 36,21"
    play = conjure(
        f"Wizard at 36,10 | {near} | {far} | Swordsmen at 41,10 face 180",
        [(6, 6)],
        known={"Wizard": ["Flaming Swords", "Fireball"]},
        pools=(9, 0),
    )
    key = play.key("Wizard", "Flaming Swords", version="boosted")
    assert key == "0:Flaming Swords:boosted>0+1+2"
    play.cast("Wizard", "Flaming Swords", version="boosted").until("cast")
    assert [unit.name for unit in play.battle.units if unit.effects] == ["Wizard", "Spearmen", "Knights"]


@pytest.mark.rule("t9a.spell.range_caster")
def test_a_spell_with_the_range_caster_is_for_the_casting_model_alone() -> None:
    table = draw("0 Guard at 36,10 | 0 Wizard at 60,10 | Spearmen at 36,44 face 180").join("Wizard", "Guard")
    known = {"Wizard": ["The Oaken Throne", "Fireball"]}
    play = conjure(table, [(3, 3)], known=known, pools=(9, 0))
    number = play.unit("Wizard").id
    play.choose(f"{number}:The Oaken Throne:basic>{number}").choose("2")
    assert [effect.only for effect in play.unit("Guard").effects] == [play.unit("Wizard").entry]


@pytest.mark.rule("t9a.spell.bracketed_hit", "t9a.special.area_attack")
def test_one_hit_of_an_area_attack_has_the_values_in_square_brackets() -> None:
    line = "Wizard at 36,10 | Ogres at 36,20 face 180"
    play = conjure(line, {"Casting": 6, "to wound": 6, "": 2}, known={"Wizard": ["Silver Spike"]}, pools=(9, 0))
    play.cast("Wizard", "Silver Spike", "Ogres", version="basic")
    hits = [roll for roll in play.rolls if roll.why == "Silver Spike: to wound"]
    # Two ranks: one hit at Strength 6, one at Strength 4 against Resilience 4; D3 Health Points for the first.
    assert sorted((roll.dice, roll.need) for roll in hits) == [("1D6", 2), ("1D6", 4)]
    assert play.left("Ogres") == 18 - 1 - 1


@pytest.mark.rule("t9a.spell.bracketed_hit")
def test_a_single_hit_of_an_area_attack_is_the_one_in_square_brackets() -> None:
    line = "Wizard at 36,10 | Ogres at 36,20 face 180 models=3"
    play = conjure(line, {"Casting": 6, "to wound": 6, "": 5}, known={"Wizard": ["Silver Spike"]}, pools=(9, 0))
    assert play.odds("0:Silver Spike:basic>1", "expected HP lost if it takes effect").value == pytest.approx(5 / 3)
    play.cast("Wizard", "Silver Spike", "Ogres", version="basic")
    hits = [(roll.dice, roll.need) for roll in play.rolls if roll.why == "Silver Spike: to wound"]
    assert (hits, play.left("Ogres")) == ([("1D6", 2)], 9 - 3)


@pytest.mark.rule("t9a.spell.duration_permanent")
@pytest.mark.parametrize(("settings", "armour"), [(Settings(), 4), (Settings(permanent="adds up"), 3)])
def test_a_permanent_spell_again_adds_nothing_unless_players_agree(settings: Settings, armour: int) -> None:
    table = draw("Wizard at 36,10 | Knights at 36,30 face 180", settings)
    lay(table, "Corruption of Tin", "Knights", by="Wizard", permanent=True)
    assert value(table.battle, table.unit("Knights"), "arm") == 4
    play = conjure(table, [(6, 6)], known={"Wizard": ["Corruption of Tin"]}, pools=(9, 0))
    play.cast("Wizard", "Corruption of Tin", "Knights")
    assert value(play.battle, play.unit("Knights"), "arm") == armour


@pytest.mark.rule("t9a.special.casting_modifiers")
def test_a_rule_may_take_from_casting_rolls() -> None:
    table = draw("Wizard at 36,10 | Spearmen at 36,30 face 180")
    lay(table, "Twisted Effigy", "Wizard", by="Spearmen", version="boosted")
    play = conjure(table)
    odds = play.odds(play.key("Wizard", "Fireball", "Spearmen"), "Casting Value")
    assert odds.value == 6
    assert [part.why for part in odds.parts] == ["Casting Value of Fireball", "Twisted Effigy"]


@pytest.mark.parametrize("name", sorted(all_spells()))
def test_every_spell_has_its_code_its_row_and_known_rules(name: str) -> None:
    entry = all_spells()[name]
    assert name in SPELLS
    assert SPELLS[name].id.startswith("t9a.")
    for version in entry.versions:
        for text in (*version.rules, *version.rules_at_one, *version.gains):
            assert MODEL_RULES.problem(text) == "", text


def test_each_path_names_an_attribute_and_a_rule_that_exist() -> None:
    for path in paths().values():
        assert not path.attribute or spell(path.attribute).attribute
        assert not path.rule or path.rule in PATHS
        assert path.name == "Battle Runes" or [spell(name).number for name in path.spells][-6:] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("name", sorted(all_spells()))
def test_every_spell_can_be_weighed_and_resolved(name: str) -> None:
    entry = all_spells()[name]
    if entry.attribute:
        return
    table = draw("Wizard at 36,10 | 0 Ogres at 44,12 | 0 Guard at 30,12 | Knights at 36,20 face 180")
    rune = entry.path == "Battle Runes"
    owned = {"Wizard": [Bound(spell=name)]} if rune else None
    play = conjure(table, {"": 4}, known={} if rune else {"Wizard": [name]}, bound=owned, pools=(5, 2))
    if not entry.rider:
        chances = [odds for option in play.weighed for odds in option.odds if odds.kind == "chance"]
        assert all(0.0 <= odds.value <= 1.0 for odds in chances)
        play.choose(next(key for key in play.keys if key != "pass"))
        play.until("cast")
    assert play.game.over or play.topic == "cast"
