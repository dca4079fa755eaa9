"""The Magic Phase in its order: Flux Cards, Siphon the Veil, and the six steps of each spell."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.grimoire import values
from tests.fantasy_battles.harness import Dicing, draw
from tests.fantasy_battles.spellcraft import LINE, Conjuring, conjure, lay
from warhost.play import Act
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.core.entries import Bound, Wizard
from warhost.rulesets.fantasy_battles.shown import magic_events as events


def flux(card: int, line: str = LINE, dice: Dicing = (), **fields: Any) -> Conjuring:
    """A Magic Phase from its start, with the one card that is left in the deck."""
    return conjure(line, dice, stage="", decks=((card,), (1, 2, 3)), pools=(0, 0), **fields)


@pytest.mark.rule("t9a.magic.draw_flux", "t9a.magic.flux_table")
@pytest.mark.rule("t9a.flux.card1", "t9a.flux.card2", "t9a.flux.card3", "t9a.flux.card4")
@pytest.mark.rule("t9a.flux.card5", "t9a.flux.card6", "t9a.flux.card7", "t9a.flux.card8")
@pytest.mark.parametrize(
    ("card", "dice", "tokens", "modifier"),
    [(1, 4, 3, 1), (2, 5, 2, 0), (3, 5, 5, 0), (4, 5, 7, 0), (5, 5, 9, 0), (6, 6, 5, 0), (7, 6, 7, 0), (8, 7, 7, -1)],
)
def test_a_flux_card_gives_both_players_dice_and_the_active_one_tokens(
    card: int, dice: int, tokens: int, modifier: int
) -> None:
    play = flux(card)
    assert play.told(events.FluxDrawn) == [events.FluxDrawn(0, card, dice, tokens, modifier)]
    if play.topic == "siphon":
        assert play.battle.tokens == (tokens, 0)
        play.choose("0")
    assert play.battle.pools == (dice, dice)


@pytest.mark.rule("t9a.magic.draw_flux")
def test_a_drawn_card_does_not_come_back() -> None:
    play = conjure(LINE, [3], stage="", decks=((1, 2, 3, 4, 5, 6, 7, 8), (5,)))
    assert play.battle.flux == 3
    assert play.battle.decks == ((1, 2, 4, 5, 6, 7, 8), (5,))


@pytest.mark.rule("t9a.magic.draw_flux")
def test_the_same_card_stays_in_the_opponents_deck() -> None:
    play = conjure(LINE, [3], stage="", decks=((2, 3, 4), (3, 5)))
    assert (play.battle.flux, play.battle.decks) == (3, ((2, 4), (3, 5)))


@pytest.mark.rule("t9a.magic.dice_pools")
def test_each_player_has_a_pool_of_their_own_and_what_is_left_is_lost() -> None:
    play = flux(6).choose("0")
    assert play.battle.pools == (6, 6)
    play.choose("pass")
    assert play.battle.phase != "magic"
    assert play.battle.pools == (0, 0)


@pytest.mark.rule("t9a.magic.siphon", "t9a.special.veil_token")
def test_three_veil_tokens_make_a_magic_die() -> None:
    play = flux(5)
    assert play.keys == ["3", "2", "1", "0"]
    play.choose("3")
    assert play.battle.pools == (8, 5)
    assert play.battle.tokens == (0, 0)


@pytest.mark.rule("t9a.special.veil_token")
@pytest.mark.parametrize(("had", "dice", "kept"), [(2, 3, 2), (1, 1, 3), (0, 0, 3)])
def test_at_most_three_tokens_are_kept_after_siphoning(had: int, dice: int, kept: int) -> None:
    play = flux(5, tokens=(had, 2)).choose(str(dice))
    assert play.battle.tokens == (kept, 2)
    assert play.told(events.VeilSiphoned)[0].lost == had + 9 - 3 * dice - kept


@pytest.mark.rule("t9a.magic.siphon")
def test_no_more_than_four_dice_are_siphoned() -> None:
    play = flux(5, tokens=(9, 0))
    assert play.keys[0] == "4"
    assert play.why_not("5") == "t9a.magic.siphon"


@pytest.mark.rule("t9a.magic.siphon", "t9a.special.veil_token")
def test_players_may_agree_on_another_rate() -> None:
    play = flux(5, settings=Settings(tokens_per_die=2, siphoned=2, tokens_kept=4)).choose("2")
    assert play.battle.pools == (7, 5)
    assert play.battle.tokens == (4, 0)


@pytest.mark.rule("t9a.magic.siphon")
def test_nobody_siphons_who_has_no_one_to_cast() -> None:
    play = flux(5, known={"Wizard": []})
    assert play.told(events.VeilSiphoned) == [events.VeilSiphoned(0, 0, 0, 3, 6)]


@pytest.mark.rule("t9a.special.channel", "t9a.fleeing.no_channel")
@pytest.mark.parametrize(("fleeing", "tokens"), [(False, 2 + 3), (True, 2 + 1)])
def test_models_with_channel_add_tokens_unless_they_flee(fleeing: bool, tokens: int) -> None:
    table = draw("0 Wizard at 36,10 | 0 Captain at 30,10 | Spearmen at 36,30 face 180")
    table.change("Wizard", ["Channel"]).change("Captain", ["Channel (2)"]).set("Captain", fleeing=fleeing)
    play = conjure(table, stage="", decks=((2,), (1,)))
    assert sum(event.tokens for event in play.told(events.VeilChannelled)) == tokens - 2
    assert play.battle.tokens == (tokens, 0)


@pytest.mark.rule("t9a.magic.sequence")
def test_no_spell_is_cast_before_the_veil_is_siphoned() -> None:
    play = flux(5)
    assert (play.topic, play.question.seat) == ("siphon", 0)
    play.choose("1")
    assert (play.topic, play.question.seat) == ("cast", 0)
    assert play.order(events.FluxDrawn, events.VeilSiphoned) == ["FluxDrawn", "VeilSiphoned"]


@pytest.mark.rule("t9a.magic.sequence")
def test_after_each_spell_the_active_player_casts_another_or_ends_the_phase() -> None:
    play = conjure(LINE, {"Casting": 6, "": 1}, pools=(9, 0))
    play.cast("Wizard", "Fireball", "Spearmen").choose("no")
    assert (play.topic, play.battle.phase) == ("cast", "magic")
    assert play.castings("Wizard", "Word of Iron", "Wizard")
    assert play.choose("pass").battle.phase != "magic"


@pytest.mark.rule("t9a.magic.cast_loop", "t9a.magic.casting_dice_spent")
def test_spells_are_cast_one_after_the_other_as_long_as_there_are_dice() -> None:
    play = conjure(LINE, [(6, 6, 5, 2), (2, 3), 1, 1], pools=(6, 0))
    play.cast("Wizard", "Word of Iron", "Wizard", dice=4, version="basic")
    assert (play.topic, play.battle.pools) == ("cast", (2, 0))
    play.cast("Wizard", "Fireball", "Spearmen", dice=2)
    assert (play.topic, play.battle.pools) == ("attribute", (0, 0))
    assert play.choose("no").battle.phase != "magic"


@pytest.mark.rule("t9a.magic.casting_dice_spent")
@pytest.mark.parametrize(
    ("cast", "dispel", "pools"),
    [
        ((6, 1), (1, 2), (7, 8)),  # passed: the caster's 1 is gone; the dispeller failed and has a 1 back
        ((6, 1), (4, 3), (7, 7)),  # dispelled: nothing comes back to anybody
        ((1, 2), (), (8, 9)),  # failed: one of the two dice is back, and nobody dispels
    ],
)
def test_dice_of_both_players_leave_their_pools(
    cast: tuple[int, ...], dispel: tuple[int, ...], pools: tuple[int, int]
) -> None:
    play = conjure(LINE, [cast, *([dispel] if dispel else []), 1, 1]).cast("Wizard", "Fireball", "Spearmen", dice=2)
    if dispel:
        play.choose(str(len(dispel)))
    assert play.battle.pools == pools


@pytest.mark.rule("t9a.magic.casting_declare")
def test_everything_is_named_before_the_dice_are_rolled() -> None:
    play = conjure(LINE, [(3, 3), 1, 1], pools=(9, 0))
    play.choose(play.key("Wizard", "Fireball", "Spearmen"))
    assert (play.topic, play.rolls) == ("casting dice", [])
    assert play.question.text == "Fireball needs 4+. How many of your 9 dice do you roll?"
    play.choose("2")
    assert play.told(events.SpellDeclared) == [events.SpellDeclared(0, "Fireball", (1,), 2, 4)]
    assert play.topic == "attribute"  # Nobody is asked for the target of the spell any more.


@pytest.mark.rule("t9a.magic.casting_dice_limit")
@pytest.mark.parametrize(("pool", "most"), [(9, 5), (5, 5), (4, 4)])
def test_one_to_five_dice_are_used_but_no_more_than_there_are(pool: int, most: int) -> None:
    play = conjure(LINE, pools=(pool, 0))
    play.choose(play.key("Wizard", "Fireball", "Spearmen"))
    assert play.keys == [str(count) for count in range(1, most + 1)]
    assert play.why_not("0") == "t9a.magic.casting_dice_limit"
    assert play.why_not(str(most + 1)) == "t9a.magic.casting_dice_limit"


@pytest.mark.rule("t9a.magic.casting_total", "t9a.special.casting_modifiers")
@pytest.mark.parametrize(("modifier", "faces", "cast"), [(1, (2, 1), True), (0, (2, 1), False), (-2, (3, 2), False)])
def test_the_dice_and_the_modifiers_have_to_reach_the_casting_value(
    modifier: int, faces: tuple[int, int], cast: bool
) -> None:
    table = draw(LINE).change("Wizard", wizard=Wizard(modifier=modifier))
    play = conjure(table, [faces, 1, 1], pools=(9, 0)).cast("Wizard", "Fireball", "Spearmen", dice=2)
    assert bool(play.told(events.SpellCast)) is cast
    failed = [] if cast else [events.SpellFailed(0, "Fireball", sum(faces) + modifier, 4)]
    assert play.told(events.SpellFailed) == failed


@pytest.mark.rule("t9a.magic.casting_total")
def test_odds_of_casting_are_by_what_the_dice_must_show() -> None:
    table = draw(LINE).change("Wizard", wizard=Wizard(modifier=1))
    play = conjure(table)
    key = play.key("Wizard", "Fireball", "Spearmen")
    assert play.odds(key, "Casting Value").value == 3
    assert play.odds(key, "success with 2 dice").value == pytest.approx(35 / 36)
    play.choose(key)
    assert play.odds("1", "success").value == pytest.approx(4 / 6)
    assert play.odds("3", "Miscast unless dispelled").value == pytest.approx(6 / 216)


@pytest.mark.rule("t9a.magic.cast_step_a")
def test_a_failed_attempt_is_neither_dispelled_nor_a_miscast() -> None:
    line = "Wizard at 36,10 | 0 Captain at 30,10 | Spearmen at 36,30 face 180"
    play = conjure(line, [(2, 2, 2)])
    play.cast("Wizard", "Word of Iron", "Captain", dice=3, version="boosted")
    assert play.topic == "cast"
    assert not play.told(events.Miscast)


@pytest.mark.rule("t9a.magic.cast_step_a")
def test_a_failed_attempt_brings_no_attribute_spell() -> None:
    play = conjure(LINE, [(1, 2)]).cast("Wizard", "Fireball", "Spearmen", dice=2)
    assert (play.topic, play.left("Spearmen")) == ("cast", 20)
    assert not play.told(events.AttributeCast)


@pytest.mark.rule("t9a.magic.cast_step_b", "t9a.magic.fizzle_not_when_dispelled")
def test_a_dispelled_spell_has_no_effect_no_attribute_and_no_miscast() -> None:
    play = conjure(LINE, [(4, 4, 4, 1), (6, 6, 6)]).cast("Wizard", "Fireball", "Spearmen", dice=4).choose("3")
    assert (play.topic, play.left("Spearmen")) == ("cast", 20)
    assert play.told(events.SpellDispelled) == [events.SpellDispelled(1, "Fireball", 18, 13)]
    assert not play.told(events.Miscast)
    assert not play.unit("Wizard").forgotten
    assert play.battle.pools == (5, 6)  # The natural 1 of a passed attempt does not come back.


@pytest.mark.rule("t9a.magic.dispel_total")
@pytest.mark.parametrize(("faces", "stopped"), [((5, 6), True), ((4, 6), False)])
def test_a_dispelling_roll_that_equals_the_casting_roll_stops_the_spell(faces: tuple[int, int], stopped: bool) -> None:
    play = conjure(LINE, [(5, 6), faces, 1, 1]).cast("Wizard", "Fireball", "Spearmen").choose("2")
    assert bool(play.told(events.SpellDispelled)) is stopped
    assert bool(play.told(events.SpellCast)) is not stopped


@pytest.mark.rule("t9a.magic.dispel_dice")
def test_any_number_of_dice_dispels_with_their_chances() -> None:
    play = conjure(LINE, [(6, 6)], pools=(9, 7)).cast("Wizard", "Fireball", "Spearmen")
    assert play.keys == ["no", "1", "2", "3", "4", "5", "6", "7"]
    assert play.why_not("0") == "t9a.magic.dispel_dice"
    assert play.why_not("8") == "t9a.magic.dispel_dice"
    assert play.odds("2", "dispelled").value == pytest.approx(1 / 36)
    assert play.question.act == Act(0, (1,))
    assert play.question.text == ("Wizard casts Fireball on Spearmen with a roll of 12. You have 7 dice. Dispel?")


@pytest.mark.rule("t9a.magic.dispel_optional")
def test_dispelling_is_voluntary_and_there_is_one_attempt() -> None:
    play = conjure(LINE, [(3, 3), 1, 1]).cast("Wizard", "Fireball", "Spearmen").choose("no")
    assert (play.topic, play.battle.pools) == ("attribute", (7, 9))
    play = conjure(LINE, [(3, 3), (2,), 1, 1]).cast("Wizard", "Fireball", "Spearmen").choose("1")
    assert (play.topic, play.battle.pools) == ("attribute", (7, 8))


@pytest.mark.rule("t9a.magic.cast_step_d", "t9a.magic.cast_step_e", "t9a.magic.cast_step_f", "t9a.miscast.timing")
def test_effect_attribute_and_miscast_follow_each_other() -> None:
    play = conjure(LINE, [(5, 5, 5), (1,), 1, 1, 1, (3, 3)])
    play.cast("Wizard", "Fireball", "Spearmen", dice=3).choose("1")
    assert play.topic == "attribute"
    assert not play.told(events.Miscast)
    play.choose("0:Blaze:basic>1")
    happened = play.order(
        events.SpellDeclared, events.DispelFailed, events.SpellCast, events.AttributeCast, events.Miscast
    )
    assert happened == ["SpellDeclared", "DispelFailed", "SpellCast", "AttributeCast", "Miscast"]


@pytest.mark.rule("t9a.magic.cast_step_e", "t9a.special.attribute_spell")
def test_the_attribute_spell_may_pick_another_target_or_be_declined() -> None:
    line = "Wizard at 36,10 | Spearmen at 36,30 face 180 | Swordsmen at 30,20 face 180 | Archers at 36,44 face 180"
    play = conjure(line, [(3, 3), 1, 1, 6, 6], pools=(9, 0)).cast("Wizard", "Fireball", "Spearmen")
    assert play.keys == ["no", "0:Blaze:basic>1", "0:Blaze:basic>2"]
    play.choose("0:Blaze:basic>2")
    assert (play.left("Spearmen"), play.left("Swordsmen")) == (20, 19)
    play = conjure(line, [(3, 3), 1, 1], pools=(9, 0)).cast("Wizard", "Fireball", "Spearmen").choose("no")
    assert (play.topic, play.left("Swordsmen")) == ("cast", 20)


@pytest.mark.rule("t9a.special.attribute_spell")
def test_a_bound_spell_brings_no_attribute() -> None:
    play = conjure(LINE, [1, 1], bound={"Wizard": [Bound(spell="Fireball")]}, pools=(9, 0))
    play.cast("Wizard", "Fireball", "Spearmen", dice=2)
    assert play.told(events.SpellCast)
    assert play.topic != "attribute"


@pytest.mark.rule("t9a.magic.fizzle")
@pytest.mark.parametrize(
    ("faces", "version", "back"), [((1, 1, 3), "boosted", 2), ((1,), "basic", 0), ((2, 2), "boosted", 0)]
)
def test_natural_ones_of_a_failed_attempt_with_two_dice_or_more_come_back(
    faces: tuple[int, ...], version: str, back: int
) -> None:
    line = "Wizard at 36,10 | 0 Captain at 30,10 | Spearmen at 36,30 face 180"
    play = conjure(line, [faces], pools=(6, 0))
    play.cast("Wizard", "Word of Iron", "Captain", dice=len(faces), version=version)
    assert play.battle.pools == (6 - len(faces) + back, 0)
    assert play.told(events.DiceFizzled) == ([events.DiceFizzled(0, back)] if back else [])


@pytest.mark.rule("t9a.magic.fizzle_dispel")
def test_natural_ones_of_a_failed_dispel_come_back_to_the_reactive_player() -> None:
    play = conjure(LINE, [(4, 5), (1, 5), 1, 1], pools=(9, 7)).cast("Wizard", "Fireball", "Spearmen").choose("2")
    assert play.battle.pools == (7, 6)


@pytest.mark.rule("t9a.magic.fizzle", "t9a.special.casting_modifiers")
def test_a_modifier_does_not_change_what_is_a_natural_one() -> None:
    table = draw("Wizard at 36,10 | 0 Captain at 30,10 | Spearmen at 36,30 face 180")
    table.change("Wizard", wizard=Wizard(modifier=2))
    play = conjure(table, [(1, 1)], pools=(6, 0))
    play.cast("Wizard", "Word of Iron", "Captain", dice=2, version="boosted")
    assert play.battle.pools == (6, 0)


# Bound Spells

BOUND = {"Captain": [Bound(spell="Fireball", power=(4, 7))]}
BEARER = "Captain at 36,10 | Spearmen at 36,30 face 180"


@pytest.mark.rule("t9a.magic.bound_declare", "t9a.special.bound_spell")
def test_a_model_that_is_no_wizard_casts_its_bound_spell_with_two_or_three_dice() -> None:
    play = conjure(BEARER, bound=BOUND, pools=(5, 0))
    play.choose(play.key("Captain", "Fireball", "Spearmen", "bound"))
    assert play.keys == ["2", "3"]
    assert play.why_not("1") == "t9a.magic.bound_declare"
    assert play.why_not("4") == "t9a.magic.bound_declare"


@pytest.mark.rule("t9a.magic.bound_declare")
def test_a_bound_spell_takes_no_more_dice_than_there_are_and_no_fewer_than_two() -> None:
    play = conjure(BEARER, [1, 1], bound=BOUND, pools=(2, 0))
    play.choose(play.key("Captain", "Fireball", "Spearmen", "bound"))  # no choice of dice
    assert [used.dice for used in play.told(events.BoundSpellUsed)] == [2]
    assert conjure(BEARER, bound=BOUND, pools=(1, 0)).topic != "cast"


@pytest.mark.rule("t9a.magic.bound_dice_removed")
@pytest.mark.parametrize(("dice", "left"), [(2, 3), (3, 2)])
def test_the_dice_of_a_bound_spell_are_not_rolled(dice: int, left: int) -> None:
    play = conjure(BEARER, [1, 1], bound=BOUND, pools=(5, 9)).cast("Captain", "Fireball", "Spearmen", dice=dice)
    assert (play.rolls, play.battle.pools) == ([], (left, 9))


@pytest.mark.rule("t9a.magic.bound_dice_removed")
def test_the_dice_of_a_dispelled_bound_spell_are_gone_too() -> None:
    both = {"Captain": [*BOUND["Captain"], Bound(spell="Word of Iron", range=12)]}
    play = conjure(BEARER, [(6, 6)], bound=both, pools=(5, 9)).cast("Captain", "Fireball", "Spearmen", dice=3)
    assert play.choose("2").battle.pools == (2, 7)
    assert [roll.dice for roll in play.rolls] == ["2D6"]


@pytest.mark.rule("t9a.magic.bound_auto_pass")
@pytest.mark.parametrize(("dice", "faces", "stopped"), [(2, (4,), True), (2, (3,), False), (3, (6, 1), True)])
def test_the_power_level_stands_for_the_casting_roll(dice: int, faces: tuple[int, ...], stopped: bool) -> None:
    play = conjure(BEARER, [faces, 1, 1], bound=BOUND).cast("Captain", "Fireball", "Spearmen", dice=dice)
    assert play.odds("1", "dispelled").value == pytest.approx({2: 3 / 6, 3: 0.0}[dice])
    play.choose(str(len(faces)))
    assert bool(play.told(events.SpellDispelled)) is stopped


@pytest.mark.rule("t9a.magic.bound_no_boost")
def test_a_bound_spell_is_never_boosted() -> None:
    line = "Captain at 36,10 | 0 Knights at 30,10 | Spearmen at 36,30 face 180"
    play = conjure(line, bound={"Captain": [Bound(spell="Word of Iron", power=(4, 7))]})
    assert play.castings("Captain", "Word of Iron", "Knights") == ["0:Word of Iron:bound>1"]
    assert play.why_not("0:Word of Iron:boosted>1") == "t9a.magic.bound_no_boost"


@pytest.mark.rule("t9a.magic.bound_no_boost")
def test_a_bound_spell_has_the_figures_of_the_basic_version() -> None:
    # Basic: 24 inches and Armour +1. Boosted it would be 18 inches and +2.
    line = "0 Captain at 36,10 | 0 Spearmen at 36,32 | 1 Knights at 60,40 face 180"
    play = conjure(line, bound={"Captain": [Bound(spell="Word of Iron", power=(4, 7))]}, pools=(9, 0))
    play.cast("Captain", "Word of Iron", "Spearmen", dice=3)
    assert values(play, "Spearmen", "arm") == [1]


@pytest.mark.rule("t9a.special.bound_spell")
def test_each_model_casts_its_bound_spell_once_in_a_phase_and_wizards_may_still_know_it() -> None:
    line = "0 Captain at 36,10 | 0 Wizard at 40,10 | Spearmen at 36,30 face 180"
    play = conjure(line, [1, 1], bound=BOUND, known={"Wizard": ["Fireball"]}, pools=(9, 0))
    play.cast("Captain", "Fireball", "Spearmen", dice=2)
    assert play.why_not("0:Fireball:bound>2") == "t9a.special.bound_spell"
    assert play.castings("Wizard", "Fireball", "Spearmen")


@pytest.mark.rule("t9a.special.bound_spell")
def test_two_models_may_cast_the_same_bound_spell() -> None:
    line = "0 Captain at 36,10 | 0 General at 40,10 | Spearmen at 36,30 face 180"
    play = conjure(line, [1, 1], bound={**BOUND, "General": BOUND["Captain"]}, pools=(9, 0))
    play.cast("Captain", "Fireball", "Spearmen", dice=2)
    assert play.castings("General", "Fireball", "Spearmen")


@pytest.mark.rule("t9a.special.bound_spell")
def test_an_army_without_wizards_siphons_dice_for_its_bound_spells() -> None:
    play = conjure(BEARER, bound=BOUND, stage="", decks=((5,), (1,)), pools=(0, 0))
    assert (play.topic, play.keys) == ("siphon", ["3", "2", "1", "0"])


# How long spells last


@pytest.mark.rule("t9a.spell.duration_instant")
def test_an_instant_spell_acts_once_and_leaves_nothing_behind() -> None:
    play = conjure(LINE, [(3, 3), 4, (4, 4, 4, 1)], pools=(9, 0)).cast("Wizard", "Fireball", "Spearmen")
    assert play.left("Spearmen") == 17
    assert all(unit.effects == () for unit in play.battle.units)


@pytest.mark.rule("t9a.spell.duration_one_turn")
@pytest.mark.parametrize(("active", "lasts"), [(1, True), (0, False)])
def test_a_one_turn_spell_ends_with_the_next_magic_phase_of_its_caster(active: int, lasts: bool) -> None:
    table = lay(draw(LINE), "Word of Iron", "Wizard", by="Wizard")
    play = conjure(table, stage="", decks=((2,), (2,)), active=active)
    assert bool(play.unit("Wizard").effects) is lasts
    assert len(play.told(events.SpellEnded)) == (not lasts)


@pytest.mark.rule("t9a.spell.duration_permanent")
def test_a_permanent_spell_stays() -> None:
    table = lay(draw(LINE), "Word of Iron", "Wizard", by="Wizard", permanent=True)
    assert conjure(table, stage="", decks=((2,), (2,))).unit("Wizard").effects


@pytest.mark.rule("t9a.spell.duration_one_turn")
def test_the_same_spell_again_does_not_add_up() -> None:
    line = "Wizard at 36,10 | 0 Captain at 30,10 | Spearmen at 36,30 face 180"
    table = lay(draw(line), "Word of Iron", "Captain", by="Wizard")
    play = conjure(table, [(6, 6)], pools=(9, 0)).cast("Wizard", "Word of Iron", "Captain", version="boosted")
    assert [effect.version for effect in play.unit("Captain").effects] == ["boosted"]
