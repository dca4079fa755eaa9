"""Who can cast what, on whom and in which version."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.spellcraft import LINE, conjure
from warhost.rulesets.fantasy_battles import magic_events as events
from warhost.rulesets.fantasy_battles.entries import Bound
from warhost.rulesets.fantasy_battles.values import value


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


@pytest.mark.rule("t9a.spelltype.damage")
def test_the_target_of_a_damage_spell_is_not_engaged() -> None:
    table = draw("Wizard at 36,10 | 0 Knights at 20,10 | Spearmen at 36,24 face 180").fight("Knights", "Spearmen")
    assert conjure(table).why_not("0:Fireball:basic>2") == "t9a.spelltype.damage"


@pytest.mark.rule("t9a.spelltype.missile")
def test_a_missile_needs_line_of_sight() -> None:
    assert conjure("Wizard at 36,30 | 1 Spearmen at 36,10").why_not("0:Fireball:basic>1") == "t9a.spelltype.missile"


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
