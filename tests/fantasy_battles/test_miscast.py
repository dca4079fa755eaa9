"""Miscasts: which triple does what, and how Miscast Modifiers change that."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.spellcraft import LINE, Conjuring, conjure
from warhost.rulesets.fantasy_battles.chapters.magic.miscast import RESULTS
from warhost.rulesets.fantasy_battles.shown import magic_events as events
from warhost.rulesets.fantasy_battles.thinks.magic_odds import tripled

Faces = tuple[int, ...]


def fireball(faces: Faces, dice: list[int | Faces], flux: int = 0, line: str = LINE) -> Conjuring:
    """A Fireball that scores one hit and does not wound, then the Miscast with these dice."""
    play = conjure(line, [faces, 1, 1, *dice], pools=(9, 0), flux=flux)
    play.cast("Wizard", "Fireball", "Spearmen", dice=len(faces))
    return play.choose("no") if play.topic == "attribute" else play


def results(play: Conjuring) -> list[str]:
    return [event.result for event in play.told(events.Miscast)]


@pytest.mark.rule("t9a.miscast.trigger")
@pytest.mark.parametrize(
    ("faces", "triple"),
    [((4, 4, 4, 2), 4), ((4, 4, 2, 2), None), ((5, 5, 5, 5, 1), 5), ((6, 6), None), ((2, 3, 2, 3, 2), 2)],
)
def test_three_equal_dice_or_more_are_a_triple(faces: Faces, triple: int | None) -> None:
    assert tripled(faces) == triple


@pytest.mark.rule("t9a.miscast.trigger")
def test_two_pairs_are_no_miscast() -> None:
    assert results(fireball((4, 4, 2, 2), [])) == []


@pytest.mark.rule("t9a.miscast.modifier", "t9a.flux.card1", "t9a.flux.card8")
@pytest.mark.parametrize(
    ("face", "card", "result"),
    [
        *((face, 0, face) for face in (2, 3, 4, 5, 6)),
        *((face, 1, face + 1) for face in (2, 3, 4, 5, 6)),
        *((face, 8, face - 1) for face in (2, 3, 4, 5, 6)),
    ],
)
def test_the_triple_and_the_modifier_select_the_result(face: int, card: int, result: int) -> None:
    dice: dict[str, int] = {"Casting": face, "Hits of": 1, "": 1}
    play = conjure(LINE, dice, pools=(9, 0), flux=card)
    play.cast("Wizard", "Fireball", "Spearmen", dice=3)
    if play.topic == "attribute":
        play.choose("no")
    assert results(play) == [RESULTS[result]]


@pytest.mark.rule("t9a.miscast.000_no_effect", "t9a.flux.card8")
def test_result_000_does_nothing_and_the_spell_is_cast() -> None:
    play = fireball((1, 1, 1, 1), [], flux=8)
    assert play.told(events.SpellCast)
    assert results(play) == []


@pytest.mark.rule("t9a.miscast.111_broken_concentration", "t9a.magic.cast_step_c", "t9a.miscast.timing")
def test_three_ones_break_concentration_whatever_the_total() -> None:
    play = conjure(LINE, [(1, 1, 1, 6, 6)], pools=(9, 0)).cast("Wizard", "Fireball", "Spearmen", dice=5)
    assert not play.told(events.SpellCast)
    assert results(play) == ["Broken Concentration"]
    assert (play.topic, play.battle.pools) == ("cast", (7, 0))  # 9 dice, 5 rolled, 3 back.


@pytest.mark.rule("t9a.magic.cast_step_c")
def test_broken_concentration_comes_after_the_dispelling_attempt() -> None:
    play = conjure(LINE, [(1, 1, 1, 6), (6, 6)]).cast("Wizard", "Fireball", "Spearmen", dice=4)
    assert play.topic == "dispel"
    play.choose("2")
    assert results(play) == []
    assert play.battle.pools == (5, 7)


@pytest.mark.rule("t9a.miscast.111_broken_concentration", "t9a.miscast.modifier")
def test_with_a_modifier_of_minus_1_three_twos_break_concentration_and_ones_come_back() -> None:
    play = conjure(LINE, [(2, 2, 2, 1)], pools=(9, 0), flux=8).cast("Wizard", "Fireball", "Spearmen", dice=4)
    assert not play.told(events.SpellCast)
    assert play.battle.pools == (6, 0)


@pytest.mark.rule("t9a.miscast.222_witchfire")
def test_witchfire_hits_the_casters_unit_as_hard_as_dice_were_used() -> None:
    table = draw("0 Guard at 36,10 | 0 Wizard at 60,10 | Spearmen at 36,30 face 180").join("Wizard", "Guard")
    play = conjure(table, [(2, 2, 2, 6), 1, 1, 3, (3, 3, 2), (3, 2)], pools=(9, 0))
    play.cast("Wizard", "Fireball", "Spearmen", dice=4).choose("no")
    # Strength 4 against Resilience 3 wounds on 3+; Armour 3 against AP 2 saves on 6+.
    assert [(roll.dice, roll.need) for roll in play.rolls[-3:]] == [("D6", None), ("3D6", 3), ("2D6", 6)]
    assert (play.left("Guard"), play.left("Wizard")) == (17, 3)


@pytest.mark.rule("t9a.miscast.333_magical_inferno")
def test_magical_inferno_is_twice_as_many_dice_of_hits() -> None:
    table = draw("0 Guard at 36,10 | 0 Wizard at 60,10 | Spearmen at 36,30 face 180").join("Wizard", "Guard")
    play = conjure(table, [(3, 3, 3, 1, 1), 1, 1, (5, 3), (2,) * 8, (6,) * 7 + (5,)], pools=(9, 0))
    play.cast("Wizard", "Fireball", "Spearmen", dice=5).choose("no")
    # Strength 5 against Resilience 3 wounds on 2+.
    assert [(roll.dice, roll.need) for roll in play.rolls[-3:]] == [("2D6", None), ("8D6", 2), ("8D6", 6)]
    assert play.left("Guard") == 18


@pytest.mark.rule("t9a.miscast.444_amnesia")
def test_amnesia_takes_the_spell_for_the_rest_of_the_game() -> None:
    play = fireball((4, 4, 4), [])
    assert play.unit("Wizard").forgotten == ("Fireball",)
    table = draw(LINE).set("Wizard", forgotten=("Fireball",))
    play = conjure(table)
    assert play.why_not("0:Fireball:basic>1") == "t9a.miscast.444_amnesia"
    assert play.castings("Wizard", "Word of Iron")


@pytest.mark.rule("t9a.miscast.444_amnesia")
def test_a_second_amnesia_adds_to_the_first() -> None:
    table = draw(LINE).set("Wizard", forgotten=("Word of Iron",))
    play = conjure(table, [(4, 4, 4), 1, 1], pools=(9, 0)).cast("Wizard", "Fireball", "Spearmen", dice=3)
    if play.topic == "attribute":
        play.choose("no")
    assert play.unit("Wizard").forgotten == ("Word of Iron", "Fireball")


@pytest.mark.rule("t9a.miscast.555_backlash")
def test_backlash_is_two_hits_on_the_caster_that_wound_on_4() -> None:
    table = draw("0 Guard at 36,10 | 0 Wizard at 60,10 | Spearmen at 36,30 face 180").join("Wizard", "Guard")
    table.change("Wizard", arm=5)
    play = conjure(table, [(5, 5, 5), 1, 1, (4, 3)], pools=(9, 0))
    play.cast("Wizard", "Fireball", "Spearmen", dice=3).choose("no")
    assert (play.rolls[-1].dice, play.rolls[-1].need) == ("2D6", 4)
    assert (play.left("Guard"), play.left("Wizard")) == (19, 2)


@pytest.mark.rule("t9a.miscast.666_implosion")
def test_implosion_is_four_hits_and_may_kill_the_caster() -> None:
    play = fireball((6, 6, 6), [(1, 4, 5, 6)])
    assert play.unit("Wizard").fate == "destroyed"


@pytest.mark.rule("t9a.miscast.666_implosion", "t9a.miscast.555_backlash", "t9a.special.magical_attacks")
def test_hits_of_a_miscast_are_magical_and_special_saves_are_allowed() -> None:
    table = draw(LINE).change("Wizard", ["Aegis (4+, against Magical Attacks)"])
    play = conjure(table, [(6, 6, 6), 1, 1, (4, 4, 4, 4), (4, 4, 4, 3)], pools=(9, 0))
    play.cast("Wizard", "Fireball", "Spearmen", dice=3).choose("no")
    assert play.left("Wizard") == 2


@pytest.mark.rule("t9a.miscast.777_breach")
def test_a_breach_in_the_veil_removes_the_caster_without_any_save() -> None:
    table = draw("0 Guard at 36,10 | 0 Wizard at 60,10 | Spearmen at 36,30 face 180").join("Wizard", "Guard")
    table.change("Wizard", ["Aegis (4+)"])
    play = conjure(table, [(6, 6, 6), 1, 1], pools=(9, 0), flux=1)
    play.cast("Wizard", "Fireball", "Spearmen", dice=3).choose("no")
    assert results(play) == ["Breach in the Veil"]
    assert play.unit("Wizard").fate == "destroyed"
    assert play.left("Guard") == 19


@pytest.mark.rule("t9a.miscast.trigger")
def test_the_odds_of_a_miscast_name_each_result() -> None:
    play = conjure(LINE, flux=1)
    play.choose(play.key("Wizard", "Fireball", "Spearmen"))
    told = [part.why for part in play.odds("3", "Miscast unless dispelled").parts]
    assert told[0] == "Flux Card 1: Miscast Modifier"
    assert told[-1] == "0.5% Breach in the Veil"


@pytest.mark.rule("t9a.miscast.555_backlash", "t9a.miscast.trigger")
def test_the_expected_cost_of_a_miscast_is_told() -> None:
    table = draw(LINE).change("Wizard", ["Aegis (4+)"])
    play = conjure(table)
    play.choose(play.key("Wizard", "Fireball", "Spearmen"))
    # Each triple but that of 1s has a chance of 1/216. Strength 3 and AP 2 against Resilience 4 and an Aegis of 4+: D6
    # and 2D6 hits wound on 5+, of which half is saved; 2 and 4 hits wound on 4+. The Wizard has 3 Health Points.
    cost = play.odds("3", "expected HP lost to a Miscast").value
    fire = 3.5 / 6 + 7 / 6
    assert cost == pytest.approx((fire + 2 / 4 + 4 / 4) / 216, rel=0.1)
    assert cost < (fire + 2 / 4 + 4 / 4) / 216


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ((1, 1, 1, 6), "Broken Concentration: the spell fails without a Dispelling Attempt."),
        ((5, 5, 5), "The caster suffers a Miscast then: Backlash."),
        ((5, 5, 4), ""),
    ],
)
def test_who_may_dispel_is_told_what_a_triple_does_to_the_caster(faces: Faces, told: str) -> None:
    play = conjure(LINE, [faces]).cast("Wizard", "Fireball", "Spearmen", dice=len(faces))
    assert play.options[0].text == told
