"""Positions of the Magic Phase worked out from the book by hand, where two rules meet or a limit is just reached."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.grimoire import SURE, apart, conjured, values
from tests.fantasy_battles.harness import Table, carried_out, draw, happen
from tests.fantasy_battles.spellcraft import LINE, Conjuring, conjure, lay
from warhost.play.battle import stand
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.rulesets.fantasy_battles.chapters.damage.damage import lose_health
from warhost.rulesets.fantasy_battles.chapters.turn import begin_phase
from warhost.rulesets.fantasy_battles.core.battle import Boon, Effect
from warhost.rulesets.fantasy_battles.core.entries import Bound, Wizard
from warhost.rulesets.fantasy_battles.shown import magic_events as events
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested, UnitFled
from warhost.table import Pose

TONGUES = "Speaking in Tongues"
NEAR = "Wizard at 36,10 | Spearmen at 36,26 face 180"


def results(play: Conjuring) -> list[str]:
    return [event.result for event in play.told(events.Miscast)]


def nerves(play: Conjuring) -> list[str]:
    """The units that took Discipline Tests."""
    return [play.battle.units[event.unit].name for event in play.told(DisciplineTested)]


# Miscasts


@pytest.mark.rule("t9a.miscast.modifier", "t9a.flux.card1", "t9a.miscast.222_witchfire")
def test_with_the_first_flux_card_three_ones_are_witchfire_and_the_spell_is_cast() -> None:
    # 1 + 1 + 1 + 4 = 7 for Casting Value 4. One hit of the Fireball does not wound. Witchfire: two hits of Strength 4
    # (four dice) against Resilience 4 wound on 4+, there is no armour.
    play = conjure(LINE, [(1, 1, 1, 4), 1, (1,), 2, (4, 3)], pools=(9, 0), flux=1)
    play.cast("Wizard", "Fireball", "Spearmen", dice=4).choose("no")
    assert play.told(events.SpellCast)
    assert results(play) == ["Witchfire"]
    assert [(roll.dice, roll.need) for roll in play.rolls[-2:]] == [("D6", None), ("2D6", 4)]
    assert play.left("Wizard") == 2
    assert play.battle.pools == (5, 0), "nothing fizzles: the attempt was passed"


@pytest.mark.rule("t9a.thaumaturgy.judgement_on_high", "t9a.miscast.111_broken_concentration", "t9a.flux.card8")
def test_the_last_flux_card_brings_broken_concentration_back_to_thaumaturgy() -> None:
    # +1 and -1: three 1s stay 111. They are a triple, so that they are not rolled again.
    play = conjure(NEAR, [(1, 1, 1, 6)], known={"Wizard": [TONGUES, "Fireball"]}, pools=(9, 0), flux=8)
    play.cast("Wizard", TONGUES, "Spearmen", dice=4)
    assert results(play) == ["Broken Concentration"]
    assert len(play.rolls) == 1
    assert (play.unit("Spearmen").effects, play.battle.pools) == ((), (8, 0))


@pytest.mark.rule("t9a.thaumaturgy.judgement_on_high", "t9a.flux.card1", "t9a.miscast.777_breach")
@pytest.mark.parametrize(
    ("face", "result"),
    [(1, "Magical Inferno"), (2, "Amnesia"), (3, "Backlash"), (4, "Implosion"), (5, "Breach in the Veil")],
)
def test_thaumaturgy_and_the_first_flux_card_add_up_to_2(face: int, result: str) -> None:
    # The fourth die makes sure of Casting Value 7 and of no other triple.
    fourth = 6 if face < 5 else 4
    dice: dict[str, Any] = {"Casting": (face, face, face, fourth), "": 1}
    play = conjure(NEAR, dice, known={"Wizard": [TONGUES, "Fireball"]}, pools=(9, 0), flux=1)
    play.cast("Wizard", TONGUES, "Spearmen", dice=4)
    assert results(play) == [result]
    assert (play.unit("Wizard").fate == "destroyed") is (face == 5)


@pytest.mark.rule("t9a.thaumaturgy.judgement_on_high", "t9a.miscast.trigger", "t9a.miscast.555_backlash")
def test_a_die_that_is_rolled_again_may_complete_a_triple() -> None:
    # 1, 4, 4 becomes 4, 4, 4: 444 and 1 more is Backlash, two hits that wound on 4+.
    play = conjure(NEAR, [(1, 4, 4), 4, (4, 4)], known={"Wizard": [TONGUES]}, pools=(9, 0))
    play.cast("Wizard", TONGUES, "Spearmen", dice=3)
    assert results(play) == ["Backlash"]
    assert play.left("Wizard") == 1


@pytest.mark.rule("t9a.thaumaturgy.judgement_on_high", "t9a.magic.fizzle", "t9a.special.reroll")
@pytest.mark.parametrize(("again", "pool"), [(1, 8), (3, 7)])
def test_in_thaumaturgy_only_ones_of_the_second_roll_fizzle(again: int, pool: int) -> None:
    # 1 + 2 becomes 1 + 2 or 3 + 2, both less than 7; nothing is rolled a third time.
    play = conjure(NEAR, [(1, 2), (again,)], known={"Wizard": [TONGUES, "Fireball"]}, pools=(9, 0))
    play.cast("Wizard", TONGUES, "Spearmen", dice=2)
    assert play.battle.pools == (pool, 0)
    assert len(play.rolls) == 2


@pytest.mark.rule("t9a.miscast.444_amnesia")
def test_amnesia_takes_every_version_from_the_caster_and_none_from_others() -> None:
    line = "0 Wizard at 36,10 | 0 Captain at 34,10 | 1 Spearmen at 36,24 face 180"
    table = draw(line).change("Captain", wizard=Wizard(level="Master", paths=("Cosmology",)))
    table.set("Wizard", forgotten=("Altered Sight",))
    play = conjure(table, known={"Wizard": ["Altered Sight", "Fireball"], "Captain": ["Altered Sight"]})
    assert not play.castings("Wizard", "Altered Sight")
    forms = {key.rpartition(">")[0].split(":")[2] for key in play.castings("Captain", "Altered Sight")}
    assert forms == {"Cosmos", "Chaos"}


@pytest.mark.rule("t9a.miscast.222_witchfire", "t9a.attack.distribute", "t9a.panic.losses_25")
def test_witchfire_that_takes_the_last_trooper_leaves_a_unit_that_tests_for_its_losses() -> None:
    # One Spearman and the Wizard have 4 Health Points; one lost is a quarter. No unit is destroyed: the Guard near by
    # does not test. Three hits on one man cost one Health Point, the rest is lost.
    table = draw("0 Spearmen at 36,10 models=1 | 0 Wizard at 60,10 | 0 Guard at 41,10 | 1 Ogres at 36,30 face 180")
    table.join("Wizard", "Spearmen")
    carried_out(begin_phase(table.battle, "magic"))
    dice: dict[str, Any] = {"Casting": (2, 2, 2), "Panic": (4, 4), "Hits of Witchfire": 3, "to wound": 6, "": 6}
    play = conjure(table, dice, known={"Wizard": ["Word of Iron"]}, pools=(9, 0))
    play.cast("Wizard", "Word of Iron", "Spearmen", dice=3, version="basic")
    while play.topic not in ("cast", ""):
        play.decline()
    assert play.left("Wizard") == 3
    names = nerves(play)
    assert len(names) == 1
    assert "Guard" not in names
    assert play.told(DisciplineTested)[0].needed == 8


@pytest.mark.rule("t9a.miscast.777_breach", "t9a.panic.friend_destroyed")
@pytest.mark.parametrize(("joined", "frightened"), [(False, ["Guard"]), (True, [])])
def test_a_breach_frightens_friends_if_the_caster_was_a_unit_of_its_own(joined: bool, frightened: list[str]) -> None:
    # In the ranks only a model is gone: 3 of 23 Health Points are less than a quarter.
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 20,10 | 0 Guard at 40,10 | 1 Ogres at 36,34 face 180")
    if joined:
        table.join("Wizard", "Spearmen")
    carried_out(begin_phase(table.battle, "magic"))
    play = conjure(table, {"Casting": 6, "Panic": 1}, known={"Wizard": ["Word of Iron"]}, pools=(9, 0), flux=1)
    play.cast("Wizard", "Word of Iron", "Guard", dice=3, version="basic")
    while play.topic not in ("cast", ""):
        play.decline()
    assert results(play) == ["Breach in the Veil"]
    assert play.unit("Wizard").fate == "destroyed"
    assert nerves(play) == frightened


@pytest.mark.rule("t9a.miscast.666_implosion", "t9a.special.aegis")
def test_implosion_of_a_wizard_with_armour_allows_special_saves_only() -> None:
    # Four hits on 4+, AP 10 against Armour 6: no Armour Save; Aegis 5+ stops one of three.
    table = draw(LINE).change("Wizard", ["Aegis (5+)"], arm=6, hp=4)
    play = conjure(table, [(6, 6, 6), 1, (1,), (4, 5, 6, 3), (5, 4, 1)], pools=(9, 0))
    play.cast("Wizard", "Fireball", "Spearmen", dice=3).choose("no")
    assert play.left("Wizard") == 2


# Pools and dice


@pytest.mark.rule("t9a.magic.fizzle_dispel")
@pytest.mark.parametrize(
    ("faces", "pool"),
    [((1,), 8), ((1, 2), 8), ((1, 1, 3), 8), ((1, 6), 7), ((1, 1, 6), 6)],
    ids=["one die never fizzles", "one of two", "two of three", "a success fizzles nothing", "equal is a success"],
)
def test_dice_of_a_dispel_come_back_if_it_fails_with_two_or_more(faces: tuple[int, ...], pool: int) -> None:
    # The casting roll is 7, or 8 for the last: 1 + 1 + 6 equals it.
    cast = (4, 4) if faces == (1, 1, 6) else (3, 4)
    play = conjure(LINE, [cast, faces, 1, (1,)]).cast("Wizard", "Fireball", "Spearmen").choose(str(len(faces)))
    assert play.battle.pools == (7, pool)


@pytest.mark.rule("t9a.magic.dispel_total", "t9a.special.casting_modifiers")
@pytest.mark.parametrize(("faces", "stopped"), [((5, 6), False), ((6, 6), True)])
def test_a_casting_modifier_counts_against_the_dispel_too(faces: tuple[int, int], stopped: bool) -> None:
    table = draw(LINE).change("Wizard", wizard=Wizard(modifier=1))
    play = conjure(table, [(5, 6), faces, 1, (1,)]).cast("Wizard", "Fireball", "Spearmen").choose("2")
    assert bool(play.told(events.SpellDispelled)) is stopped


@pytest.mark.rule("t9a.witchcraft.3_twisted_effigy", "t9a.special.casting_modifiers")
@pytest.mark.parametrize(("faces", "cast"), [((3, 2), False), ((3, 3), True)])
def test_an_effigy_of_a_unit_hinders_the_wizard_in_its_ranks(faces: tuple[int, int], cast: bool) -> None:
    table = draw("0 Guard at 36,10 | 0 Wizard at 60,10 | 1 Spearmen at 36,30 face 180").join("Wizard", "Guard")
    lay(table, "Twisted Effigy", "Guard", by="Spearmen", version="boosted")
    play = conjure(table, [faces, 1, (1,)], pools=(9, 0)).cast("Wizard", "Fireball", "Spearmen")
    assert bool(play.told(events.SpellCast)) is cast


@pytest.mark.rule("t9a.magic.siphon", "t9a.special.veil_token", "t9a.magic.dice_pools")
@pytest.mark.parametrize(("dice", "pools", "tokens"), [("2", (6, 4), 0), ("1", (5, 4), 3), ("0", (4, 4), 3)])
def test_tokens_of_the_turn_before_are_siphoned_with_those_of_the_card(
    dice: str, pools: tuple[int, int], tokens: int
) -> None:
    # Three were kept and card 1 brings three more; the opponent's own tokens stay as they are.
    play = conjure(LINE, stage="", decks=((1,), (2,)), pools=(0, 0), tokens=(3, 2))
    assert play.keys == ["2", "1", "0"]
    play.choose(dice)
    assert (play.battle.pools, play.battle.tokens) == (pools, (tokens, 2))


# Who casts what, and when


@pytest.mark.rule("t9a.pyromancy.a_blaze", "t9a.spelltype.missile", "t9a.pyromancy.2_cascading_fire")
def test_an_engaged_caster_adds_no_missile_as_attribute() -> None:
    # Cascading Fire is a Hex alone and may strike whom the Wizard fights; Blaze is a Missile.
    table = draw("Wizard at 36,10 | 1 Spearmen at 36,30 face 180 | 1 Guard at 50,30 face 180")
    table.fight("Spearmen", "Wizard")
    play = conjure(table, [(3, 4), 1, (1,)], known={"Wizard": ["Cascading Fire", "Fireball"]}, pools=(9, 0))
    assert not play.castings("Wizard", "Fireball")
    play.cast("Wizard", "Cascading Fire", "Spearmen", version="basic")
    assert play.told(events.SpellCast)
    assert play.topic != "attribute"


@pytest.mark.rule("t9a.shaken.may_cast_and_fight", "t9a.special.attribute_spell")
def test_a_shaken_wizard_casts_missiles_and_their_attribute_is_not_dispelled() -> None:
    table = draw(LINE).set("Wizard", boons=(Boon("Shaken", "game"),))
    play = conjure(table, [(3, 4), 1, (1,), (6,)]).cast("Wizard", "Fireball", "Spearmen").choose("no")
    assert play.topic == "attribute"
    play.choose(target="Spearmen")
    assert play.told(events.AttributeCast)
    assert play.left("Spearmen") == 19
    assert play.battle.pools == (7, 9)


@pytest.mark.rule("t9a.magic.cast_loop", "t9a.special.wizard")
@pytest.mark.parametrize("faces", [(1, 2), (1, 1, 1, 6)], ids=["failed", "broken concentration"])
def test_a_spell_that_failed_is_not_tried_again_in_its_other_version(faces: tuple[int, ...]) -> None:
    line = "0 Wizard at 36,10 | 0 Captain at 34,10 | 1 Spearmen at 36,30 face 180"
    play = conjure(line, [faces], pools=(9, 0))
    play.cast("Wizard", "Word of Iron", "Captain", dice=len(faces), version="basic")
    assert not play.castings("Wizard", "Word of Iron")
    assert play.castings("Wizard", "Fireball")


@pytest.mark.rule("t9a.special.bound_spell", "t9a.magic.cast_loop")
def test_a_bound_spell_counts_apart_from_the_same_learned_spell() -> None:
    line = "0 Wizard at 36,10 | 0 Captain at 34,10 | 1 Spearmen at 36,30 face 180"
    bound = {"Captain": [Bound(spell="Fireball")]}
    play = conjure(line, [1, (1,), (3, 4), 1, (1,)], known={"Wizard": ["Fireball"]}, bound=bound, pools=(9, 0))
    play.cast("Captain", "Fireball", "Spearmen", dice=2)
    assert play.topic == "cast", "no Blaze follows a Bound Spell"
    play.cast("Wizard", "Fireball", "Spearmen")
    assert play.topic == "attribute"
    assert [event.unit for event in play.told(events.SpellCast)] == [1, 0]


@pytest.mark.rule("t9a.cosmology.duality")
def test_a_spell_of_another_path_in_between_does_not_use_duality_up() -> None:
    line = "0 Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,24 face 180"
    known = {"Wizard": ["Altered Sight", "Word of Iron", "Perception of Strength"]}
    play = conjure(line, [SURE, (4, 4)], known=known, pools=(9, 0))
    play.cast("Wizard", "Altered Sight", "Spearmen", dice=3, version="Cosmos")
    play.cast("Wizard", "Word of Iron", "Spearmen", version="basic")
    if play.topic == "attribute":
        play.choose("no")
    chaos = play.key("Wizard", "Perception of Strength", "Guard", "Chaos")
    cosmos = play.key("Wizard", "Perception of Strength", "Spearmen", "Cosmos")
    assert (play.odds(chaos, "Casting Value").value, play.odds(cosmos, "Casting Value").value) == (7, 8)


@pytest.mark.rule("t9a.cosmology.duality", "t9a.magic.cast_step_c")
def test_broken_concentration_leaves_no_duality() -> None:
    line = "0 Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,24 face 180"
    known = {"Wizard": ["Altered Sight", "Perception of Strength"]}
    play = conjure(line, [(1, 1, 1, 6)], known=known, pools=(9, 0))
    play.cast("Wizard", "Altered Sight", "Spearmen", dice=4, version="Cosmos")
    chaos = play.key("Wizard", "Perception of Strength", "Guard", "Chaos")
    assert play.odds(chaos, "Casting Value").value == 8


# Panic in the Magic Phase


@pytest.mark.rule("t9a.panic.losses_25", "t9a.pyromancy.a_blaze")
def test_a_spell_and_its_attribute_together_reach_a_quarter() -> None:
    # Four of twenty fall to the Fireball, which is no quarter; the fifth to the Blaze.
    play = conjure(LINE, [(3, 4), 4, (6, 6, 6, 6), (6,), (3, 4)], pools=(9, 0)).cast("Wizard", "Fireball", "Spearmen")
    assert nerves(play) == []
    play.choose(target="Spearmen")
    assert nerves(play) == ["Spearmen"]
    assert play.left("Spearmen") == 15


@pytest.mark.rule("t9a.panic.exempt", "t9a.panic.losses_25")
def test_who_passed_after_the_spell_does_not_test_again_for_its_attribute() -> None:
    play = conjure(LINE, [(3, 4), 5, (6,) * 5, (3, 4), (6,)], pools=(9, 0)).cast("Wizard", "Fireball", "Spearmen")
    assert nerves(play) == ["Spearmen"]
    play.choose(target="Spearmen")
    assert (nerves(play), play.left("Spearmen")) == (["Spearmen"], 14)


@pytest.mark.rule("t9a.panic.flee_direction", "t9a.panic.losses_25")
def test_who_panics_by_a_spell_flees_from_its_caster_and_not_from_the_closest_enemy() -> None:
    # The Ogres stand behind the Spearmen and are closer. From the Wizard at y = 10 the flight goes to higher y; it
    # goes on beyond the Ogres. A whole rank of theirs fell, and their front stayed where it was.
    line = "0 Wizard at 36,10 | 0 Ogres at 44,30 | 1 Spearmen at 36,26 face 180"
    play = conjure(line, {"Casting": 4, "Hits": 5, "to wound": 6, "Panic": 6, "Flee": (3, 4)}, pools=(9, 0))
    play.cast("Wizard", "Fireball", "Spearmen")
    (fled,) = play.told(UnitFled)
    pose = play.unit("Spearmen").pose
    assert pose is not None
    assert fled.rolled == 7
    assert [pose.x, pose.y] == pytest.approx([36.0, 33.0 - 10 / 25.4])


@pytest.mark.rule("t9a.occultism.the_sacrifice", "t9a.panic.friend_destroyed")
def test_a_unit_that_is_sacrificed_to_the_last_frightens_its_friends() -> None:
    # Wolves of Discipline 5 pay 2; there are two of them. The Guard and the Wizard are near, the Ogres are not.
    line = (
        "0 Wizard at 36,10 | 0 Wolves at 30,12 models=2 | 0 Guard at 24,12 | 0 Ogres at 60,12 | "
        "1 Spearmen at 36,24 face 180"
    )
    play = conjured(draw(line).set("Wolves", files=2), "The Rot Within", "Spearmen", dice=[(1, 1), (1, 1)])
    play.choose(unit="Wolves")
    assert play.unit("Wolves").fate == "destroyed"
    while not play.game.over and play.topic not in ("cast", "dispel"):
        play.decline()
    assert sorted(nerves(play)) == ["Guard", "Wizard"]


@pytest.mark.rule("t9a.occultism.the_sacrifice", "t9a.special.rank_and_file")
def test_the_price_is_that_of_the_rank_and_file_whoever_leads_them() -> None:
    # Discipline 7 of the Spearmen and not 9 of their General: two men, and the General is unhurt.
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 30,12 | 0 General at 60,10 | 1 Guard at 36,24 face 180")
    play = conjured(table.join("General", "Spearmen"), "The Rot Within", "Guard").choose(unit="Spearmen")
    assert (play.left("Spearmen"), play.left("General")) == (18, 3)


@pytest.mark.rule("t9a.occultism.the_sacrifice", "t9a.panic.exempt")
def test_an_engaged_unit_may_be_sacrificed_and_does_not_panic() -> None:
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 30,12 models=8 | 1 Guard at 36,24 face 180")
    play = conjured(table.fight("Guard", "Spearmen"), "The Rot Within", "Guard").choose(unit="Spearmen")
    assert (play.left("Spearmen"), nerves(play)) == (6, [])


# Duration


@pytest.mark.rule("t9a.spell.duration_one_turn", "t9a.spell.duration_permanent")
def test_spells_outlive_their_caster_and_one_turn_ends_with_its_players_next_magic_phase() -> None:
    table = draw("0 Wizard at 36,10 | 0 Captain at 30,10 | 0 Guard at 24,12 | 1 Spearmen at 36,30 face 180")
    lay(table, "Word of Iron", "Guard", by="Wizard")
    lay(table, "Corruption of Tin", "Spearmen", by="Wizard", permanent=True)
    table.set("Wizard", fate="destroyed", pose=None, models=0)
    theirs = conjure(table, [2], known={}, stage="", active=1, decks=((2, 3), (2, 3)))
    assert [effect.spell for effect in theirs.unit("Guard").effects] == ["Word of Iron"]
    ours = conjure(Table.of(theirs.battle), [2], known={}, stage="", phase="magic", active=0, turn=2)
    assert ours.unit("Guard").effects == ()
    assert [effect.spell for effect in ours.unit("Spearmen").effects] == ["Corruption of Tin"]


@pytest.mark.rule("t9a.spell.duration_one_turn", "t9a.special.character")
def test_a_spell_on_a_unit_covers_its_characters_and_stays_with_the_last_of_them() -> None:
    # Word of Iron on one Guard, a Captain and a Banner: all have a point of Armour more; when the man is gone too.
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 30,12 models=1 | 0 Captain at 60,10 | 1 Guard at 36,24 face 180")
    table.join("Captain", "Spearmen")
    play = conjured(table, "Word of Iron", "Spearmen", knows=["Fireball"])
    while play.topic not in ("cast", ""):
        play.choose("no")
    assert (values(play, "Spearmen", "arm"), values(play, "Captain", "arm")) == ([1], [1])
    number = play.unit("Spearmen").id
    after = happen(Table.of(play.battle), lambda battle: lose_health(battle, battle.units[number], 1, "a test"))
    assert values(after, "Captain", "arm") == [1]


@pytest.mark.rule("t9a.spell.range_aura", "t9a.divination.1_know_thine_enemy")
@pytest.mark.parametrize(("away", "reached"), [(6.0, True), (6.1, False)])
def test_an_aura_is_measured_from_the_caster_in_the_ranks_and_covers_its_own_unit(away: float, reached: bool) -> None:
    # The Wizard stands at the left end of the Guard: the unit is as near as its own base, not as the unit.
    table = draw("0 Guard at 36,10 | 0 Wizard at 60,10 | 0 Spearmen at 20,10 | 1 Ogres at 36,40 face 180")
    table.join("Wizard", "Guard", 0)
    left = boundary(table.battle, table.unit("Guard")).x - 50 / 25.4
    stand(table.unit("Spearmen"), Pose(left - away - 50 / 25.4, boundary(table.battle, table.unit("Guard")).y, 0.0))
    play = conjured(table, "Know Thine Enemy", None, "boosted", dice=())
    while play.topic not in ("cast", ""):
        play.choose("no")
    spells = {unit.name: [effect.spell for effect in unit.effects] for unit in play.battle.units}
    assert spells["Guard"] == ["Know Thine Enemy"]
    assert bool(spells["Spearmen"]) is reached


@pytest.mark.rule("t9a.runes.revocation_end", "t9a.druidism.0_oaken_throne")
def test_revocation_on_the_own_unit_keeps_the_throne_of_its_wizard_and_ends_a_friends_augment() -> None:
    table = draw("0 Guard at 36,14 | 0 Wizard at 60,10 | 0 Captain at 36,10 | 1 Spearmen at 36,44 face 180")
    table.join("Wizard", "Guard")
    wizard = table.unit("Wizard")
    lay(table, "Word of Iron", "Guard", by="Wizard")
    throne = Effect("The Oaken Throne", 0, wizard.entry, permanent=True, only=wizard.entry)
    table.set("Guard", effects=(*table.unit("Guard").effects, throne))
    play = conjure(table, bound={"Captain": [Bound(spell="Rune of Revocation", range=18)]}, pools=(9, 0))
    play.cast("Captain", "Rune of Revocation", "Guard", dice=2)
    assert [effect.spell for effect in play.unit("Guard").effects] == ["The Oaken Throne", "Rune of Revocation"]


@pytest.mark.rule("t9a.occultism.4_pentagram_of_pain", "t9a.spell.range_aura")
@pytest.mark.parametrize(("away", "hit"), [(12.0, True), (12.1, False)])
def test_the_boosted_pentagram_strikes_friends_to_12_inches_exactly_and_they_may_panic(away: float, hit: bool) -> None:
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 36,30 models=8 | 1 Guard at 60,44 face 180")
    apart(table, "Wizard", "Spearmen", away)
    if not hit:
        assert conjure(table, known={"Wizard": ["Pentagram of Pain"]}).game.over, "nobody is in its range"
        return
    play = conjured(table, "Pentagram of Pain", None, "boosted", dice=[2, (6, 6), (1, 1)])
    play.choose("pass")
    assert (play.left("Spearmen"), nerves(play)) == (6, ["Spearmen"])
