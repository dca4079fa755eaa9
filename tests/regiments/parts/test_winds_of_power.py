"""Winds of Power: spell books, magic pools, spell dice that cast and block, miscasts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import msgspec
import pytest

from tests.regiments.fights import attacks
from tests.regiments.harness import Fall, Interlude, Table, draw, find, happen, models, refusal, regiment
from tests.regiments.parts.magic_battles import random_battle
from tests.regiments.wizards import BOLT, SPARK, WARD, cast, wizard
from warhost.play.questions import Chosen
from warhost.rulesets.regiments.chapters import structure
from warhost.rulesets.regiments.chapters.magic.casters import casters_of
from warhost.rulesets.regiments.core import Battle, Regiment, Settings, events
from warhost.rulesets.regiments.parts import winds_of_power
from warhost.rulesets.regiments.parts.winds_of_power import miscasts, odds, state
from warhost.rulesets.regiments.parts.winds_of_power.events import PowerDrained, SpellBlocked, SpellMiscast
from warhost.rulesets.regiments.ruleset import RULESET

WINDS = Settings(parts=("winds_of_power",))
SAFE: dict[str, Fall] = {"to block": 6}


def facing(*spells: Any, dice: tuple[int, int] = (4, 0), book: Sequence[str] | None = None, **more: Any) -> Table:
    """A wizard with spell dice before an enemy that may have a caster of its own."""
    foe = more.pop("foe", None) or regiment(size=5)
    line = more.pop("line", "Wizard at 36,20 | Foe at 36,30 face 180")
    settings = more.pop("settings", WINDS)
    own = spells or (BOLT,)
    table = draw(line, settings, Wizard=more.pop("wizard", None) or wizard(*own), Foe=foe, **more)
    known = tuple(spell.name for spell in own) if book is None else tuple(book)
    return kept(table, pools=dice, books={"0.0.0": known})


def kept(table: Table, **fields: Any) -> Table:
    state.keep(table.battle, msgspec.structs.replace(state.told(table.battle), **fields))
    return table


def pools(play: Interlude) -> tuple[int, ...]:
    return state.told(play.battle).pools


def tries(
    table: Table, count: int, dice: Mapping[str, Any], block: int | None = None, spell: str = "0:Bolt"
) -> Interlude:
    """The wizard tries a spell with so many dice."""
    play = cast(table, dice).choose(spell)
    if play.topic == "spell dice":
        play.choose(str(count))
    if block is not None:
        play.choose(str(block))
    return play


def worked(play: Interlude) -> bool:
    return bool(play.told(events.SpellCast))


@pytest.mark.rule("aofr.winds.spell_book")
def test_a_caster_rolls_one_spell_more_than_its_level_and_keeps_as_many_as_that() -> None:
    table = draw("Wizard at 36,20 | Foe at 36,30 face 180", WINDS, Wizard=wizard(BOLT, SPARK, WARD), Foe=regiment())
    part = winds_of_power.WindsOfPower()
    play = happen(table, part.before_battle, [(2,), (2,)])
    assert [roll.why for roll in play.rolls] == ["Spell for the book of Wizard"] * 2
    assert set(play.keys) == {"Bolt", "Spark", "Ward"}
    play.choose("Bolt")
    assert state.told(play.battle).books == {"0.0.0": ("Ward", "Spark")}


@pytest.mark.rule("aofr.winds.book_target")
@pytest.mark.parametrize(("book", "face", "works"), [(["Spark"], 4, True), ([], 5, False), ([], 6, True)])
def test_spells_of_the_book_need_a_four_and_others_a_six(book: list[str], face: int, works: bool) -> None:
    play = tries(facing(SPARK, dice=(1, 0), book=book), 1, {**SAFE, "Casting": face}, spell="0:Spark")
    assert worked(play) == works
    assert play.rolls[0].need == (4 if book else 6)


def begin(table: Table, dice: Mapping[str, Any]) -> Interlude:
    return happen(table.having(turn=1), structure.start_of_round, dice)


@pytest.mark.rule("aofr.winds.pool", "aofr.winds.cast_no_tokens")
def test_a_round_brings_spell_dice_for_all_tokens_that_casters_would_gain() -> None:
    others: dict[str, Any] = {"Pupil": wizard(tokens=1)}
    table = facing(line="0 Wizard at 36,20 | 0 Pupil at 30,20 | 1 Foe at 36,30 face 180", dice=(0, 0), **others)
    play = begin(table, {"Spell dice": 3, "One die": (3, 3)})
    assert pools(play) == (5, 0)
    assert play.unit("Wizard").tokens == ()
    assert RULESET.panel(play.battle, 0)["Spell dice"] == "5 of 9"


@pytest.mark.rule("aofr.winds.pool_fluctuation")
def test_dice_of_casters_take_and_add_spell_dice() -> None:
    others: dict[str, Any] = {"Pupil": wizard(tokens=1), "Other": wizard(tokens=1)}
    line = "0 Wizard at 36,20 | 0 Pupil at 30,20 | 0 Other at 42,20 | 1 Foe at 36,30 face 180"
    play = begin(facing(line=line, dice=(0, 0), **others), {"Spell dice": 1, "One die": (1, 6, 6)})
    assert pools(play) == (1 + 4 + 1, 0)


@pytest.mark.rule("aofr.winds.pool_fluctuation")
def test_every_one_takes_a_die_and_a_five_adds_none() -> None:
    others: dict[str, Any] = {"Pupil": wizard(tokens=1)}
    line = "0 Wizard at 36,20 | 0 Pupil at 30,20 | 1 Foe at 36,30 face 180"
    play = begin(facing(line=line, dice=(0, 0), **others), {"Spell dice": 1, "One die": (1, 5)})
    assert pools(play) == (1 + 3 - 1, 0)


@pytest.mark.rule("aofr.winds.pool_decay")
@pytest.mark.parametrize(("held", "left"), [(5, 2), (4, 2), (1, 0)])
def test_half_of_the_unspent_dice_are_lost_rounding_up(held: int, left: int) -> None:
    play = happen(facing(dice=(held, 0)), winds_of_power.WindsOfPower().at_round_end)
    assert pools(play) == (left, 0)


@pytest.mark.rule("aofr.winds.pool_cap")
@pytest.mark.parametrize(("choice", "cap"), [("", 12), (":three_each", 6)])
def test_the_pool_holds_three_times_the_level_of_all_casters(choice: str, cap: int) -> None:
    settings = Settings(parts=(f"winds_of_power{choice}",))
    line = "0 Wizard at 36,20 | 0 Pupil at 30,20 | 1 Foe at 36,30 face 180"
    table = facing(line=line, settings=settings, dice=(12, 0), Pupil=wizard(tokens=2))
    play = begin(table, {"Spell dice": 5, "One die": (3, 3)})
    assert pools(play) == (cap, 0)


@pytest.mark.rule("aofr.winds.pool_cap")
def test_dice_that_the_pool_cannot_hold_any_more_go_with_their_caster() -> None:
    line = "0 Wizard at 36,20 | 0 Pupil at 30,20 | 1 Foe at 36,30 face 180"
    table = facing(line=line, dice=(12, 0), Pupil=wizard(tokens=2)).set("Pupil", fate="destroyed", pose=None)
    part = winds_of_power.WindsOfPower()
    play = happen(table, lambda battle: part.after_activation(battle, find(battle, "Wizard")))
    assert pools(play) == (6, 0)


@pytest.mark.rule("aofr.winds.cast")
@pytest.mark.parametrize(("faces", "works"), [((4, 2, 5), True), ((4, 2, 3), False)])
def test_a_spell_needs_as_many_successes_as_its_value_and_the_dice_are_spent(
    faces: tuple[int, ...], works: bool
) -> None:
    play = tries(facing(), 3, {**SAFE, "Casting": faces})
    assert (worked(play), pools(play)) == (works, (1, 0))


@pytest.mark.rule("aofr.winds.cast")
def test_fewer_dice_than_the_value_cannot_be_named() -> None:
    play = cast(facing()).choose("0:Bolt")
    assert play.keys == ["2", "3", "4"]
    assert refusal(play, Chosen("1")).rule == "aofr.winds.cast"
    assert cast(facing(dice=(1, 0))).game.over


@pytest.mark.rule("aofr.winds.cast_no_tokens")
def test_tokens_neither_pay_nor_help_nor_hinder() -> None:
    table = facing(foe=wizard()).set("Wizard", tokens=(6,)).set("Foe", tokens=(6,))
    play = tries(table, 2, {**SAFE, "Casting": (4, 4)})
    assert worked(play)
    assert (play.unit("Wizard").tokens, play.unit("Foe").tokens) == ((6,), (6,))
    way = winds_of_power.WindsOfPower().way_to_cast(play.battle)
    (caster,) = casters_of(play.battle, play.unit("Wizard"))
    way.grant(play.battle, caster, 1)
    assert pools(play) == (3, 0)


@pytest.mark.rule("aofr.winds.block")
@pytest.mark.parametrize(("blocking", "works"), [((6, 3), False), ((5, 3), True)])
def test_a_total_as_high_as_that_of_the_casting_dice_blocks(blocking: tuple[int, int], works: bool) -> None:
    play = tries(facing(dice=(2, 2), foe=wizard()), 2, {**SAFE, "Casting": (5, 4), "Blocking": blocking}, block=2)
    assert (worked(play), pools(play)) == (works, (0, 0))
    assert bool(play.told(SpellBlocked)) != works


@pytest.mark.rule("aofr.winds.block")
def test_blocking_dice_against_a_spell_that_fails_are_lost_too() -> None:
    play = tries(facing(dice=(2, 2), foe=wizard()), 2, {"Casting": (5, 2), "Blocking": 1}, block=1)
    assert (worked(play), pools(play)) == (False, (0, 1))


@pytest.mark.rule("aofr.winds.block")
@pytest.mark.parametrize(
    ("foe", "line"),
    [
        (regiment(size=5), "Wizard at 36,20 | Foe at 36,30 face 180"),
        (wizard(), "0 Wizard at 36,20 | 1 Foe at 36,30 face 0"),
        (wizard(), "Wizard at 36,5 | Foe at 36,26 face 180"),
    ],
)
def test_nobody_blocks_without_a_caster_that_sees_this_one_within_18(foe: Regiment, line: str) -> None:
    long = msgspec.structs.replace(BOLT, range=36)
    play = cast(facing(long, dice=(2, 5), foe=foe, line=line), {**SAFE, "Casting": (4, 4)}).choose("0:Bolt")
    assert worked(play)
    assert pools(play) == (0, 5)


@pytest.mark.rule("aofr.winds.unblockable")
@pytest.mark.parametrize(("casting", "works"), [((6, 4), True), ((5, 5), False)])
def test_a_six_among_the_casting_dice_cannot_be_blocked(casting: tuple[int, int], works: bool) -> None:
    play = tries(facing(dice=(2, 2), foe=wizard()), 2, {**SAFE, "Casting": casting, "Blocking": (6, 6)}, block=2)
    assert worked(play) == works


@pytest.mark.rule("aofr.winds.ones_stop")
def test_after_a_one_the_spell_works_but_the_caster_casts_no_more_this_round() -> None:
    play = tries(facing(SPARK, BOLT, dice=(6, 0)), 2, {**SAFE, "Casting": (4, 1)}, spell="0:Spark")
    assert (worked(play), play.game.over) == (True, True)
    assert "casts no more this round" in RULESET.marks(play.battle, play.unit("Wizard"))
    again = tries(facing(SPARK, BOLT, dice=(6, 0)), 2, {**SAFE, "Casting": (4, 2)}, spell="0:Spark")
    assert again.topic == "cast"


@pytest.mark.rule("aofr.winds.ones_stop")
def test_in_the_next_round_the_caster_casts_again() -> None:
    table = kept(facing(dice=(0, 0)), done=("0.0.0",))
    play = begin(table, {"Spell dice": 3, "One die": 3})
    assert state.told(play.battle).done == ()


BOOM: dict[str, Fall] = {**SAFE, "Spell dice lost": 3, "Miscast": (3, 4), "hits": 1}


@pytest.mark.rule("aofr.winds.miscast")
@pytest.mark.parametrize(
    ("faces", "happens"), [((1,), True), ((1, 1), True), ((1, 2), False), ((1, 4), False), ((2, 2), False)]
)
def test_nothing_but_ones_is_a_miscast_and_takes_dice_from_the_pool(faces: tuple[int, ...], happens: bool) -> None:
    play = tries(facing(SPARK, dice=(5, 0)), len(faces), {**BOOM, "Casting": faces}, spell="0:Spark")
    assert bool(play.told(SpellMiscast)) == happens
    assert pools(play) == (5 - len(faces) - (2 if happens else 0), 0)


@pytest.mark.rule("aofr.winds.miscast_stop")
def test_after_a_miscast_the_caster_casts_no_second_spell() -> None:
    play = tries(facing(SPARK, BOLT, dice=(6, 0)), 1, {**BOOM, "Casting": 1}, spell="0:Spark")
    assert play.game.over
    way = winds_of_power.WindsOfPower().way_to_cast(play.battle)
    (caster,) = casters_of(play.battle, play.unit("Wizard"))
    assert not way.may_try(play.battle, caster, BOLT)


TABLE = {
    **dict.fromkeys((2, 3, 4), "Cascade"),
    **dict.fromkeys((5, 6), "Detonation"),
    7: "Boom!",
    **dict.fromkeys((8, 9), "Feedback"),
    **dict.fromkeys((10, 11, 12), "Power Drain"),
}


@pytest.mark.rule("aofr.winds.miscast_table")
@pytest.mark.parametrize(("total", "name"), TABLE.items())
def test_two_dice_tell_the_miscast(total: int, name: str) -> None:
    faces = (total // 2, total - total // 2)
    dice: dict[str, Fall] = {**BOOM, "Casting": 1, "Miscast": faces, "hits": 1, "levels": 1}
    play = tries(facing(SPARK, dice=(1, 0)), 1, dice, spell="0:Spark")
    (told,) = play.told(SpellMiscast)
    assert told.what == name


def miscast(table: Table, total: int, dice: Mapping[str, Any], unit: str = "Wizard") -> Interlude:
    """The first caster of the unit miscasts like that."""

    def script(battle: Battle) -> Any:
        (caster, *_) = casters_of(battle, find(battle, unit))
        return miscasts.happens(battle, caster, miscasts.miscast_on(total))

    return happen(table, script, dice)


def hits(play: Interlude) -> list[tuple[int, int, int | None]]:
    """Who took how many hits, and what had to be rolled to block them."""
    needed = [roll.need for roll in play.rolls if "to block" in roll.why]
    return [(one.target, one.hits, need) for one, need in zip(attacks(play), needed, strict=True)]


COVEN = regiment(groups=[models(1, rules=["Caster(2)"]), models(9)], defense=2, spells=[BOLT])


@pytest.mark.rule("aofr.winds.cascade")
def test_a_cascade_hits_the_caster_and_its_unit_with_ap_4() -> None:
    play = miscast(facing(wizard=COVEN), 2, {"hits": [(3,), (4, 5)], "to block": 6})
    assert hits(play) == [(0, 2, 6), (0, 5, 6)]
    assert [roll.dice for roll in play.rolls if "hits" in roll.why] == ["D3", "2D3"]


@pytest.mark.rule("aofr.winds.cascade")
def test_the_hits_on_a_caster_fall_on_no_other_model() -> None:
    play = miscast(facing(wizard=COVEN), 2, {"hits": [(5,), (1, 1)], "to block": [(1, 1, 1), (6, 6)]})
    assert play.unit("Wizard").left == (0, 9)


@pytest.mark.rule("aofr.winds.cascade", "aofr.winds.detonation")
@pytest.mark.parametrize(("total", "dice", "count"), [(4, (1, 3), 3), (6, (3,), 2)])
def test_who_stands_alone_hits_a_random_unit_near_it(total: int, dice: tuple[int, ...], count: int) -> None:
    line = "0 Wizard at 36,20 | 0 Guard at 36,14 | 1 Foe at 36,25 face 180 | 1 Far at 36,34 face 180"
    others: dict[str, Any] = {"Guard": regiment(size=5), "Far": regiment(size=5)}
    table = facing(line=line, wizard=regiment(size=1, rules=["Caster(2)", "Tough(6)"]), **others)
    play = miscast(table, total, {"who is hit": 2, "hits": [(1,), dice], "to block": 6})
    near = next(roll for roll in play.rolls if "who is hit" in roll.why)
    assert near.cards == ("Guard", "Foe")
    assert [one.target for one in attacks(play)] == [0, 2]
    assert attacks(play)[1].hits == count


@pytest.mark.rule("aofr.winds.detonation")
def test_a_lone_caster_with_nobody_near_hits_only_itself() -> None:
    table = facing(wizard=regiment(size=1, rules=["Caster(2)", "Tough(6)"]), line="Wizard at 36,20 | Foe at 36,40")
    play = miscast(table, 5, {"hits": 5, "to block": 6})
    assert hits(play) == [(0, 3, 6)]


@pytest.mark.rule("aofr.winds.detonation")
def test_a_detonation_hits_the_unit_with_d3() -> None:
    play = miscast(facing(wizard=COVEN), 6, {"hits": [(1,), (5,)], "to block": 6})
    assert hits(play) == [(0, 1, 6), (0, 3, 6)]


@pytest.mark.rule("aofr.winds.boom")
def test_boom_hits_the_caster_alone_with_ap_4() -> None:
    play = miscast(facing(wizard=COVEN, line="Wizard at 36,20 | Foe at 36,24 face 180"), 7, {"hits": 6, "to block": 6})
    assert hits(play) == [(0, 3, 6)]


@pytest.mark.rule("aofr.winds.feedback")
def test_feedback_hits_every_caster_of_the_side_without_ap() -> None:
    line = "0 Wizard at 36,20 | 0 Pupil at 30,20 | 0 Other at 42,20 | 1 Foe at 36,30 face 180"
    table = facing(line=line, foe=wizard(), Pupil=wizard(tokens=1), Other=wizard(tokens=1))
    play = miscast(table, 8, {"hits": [(1,), (3,), (5,)], "to block": 6})
    assert hits(play) == [(0, 1, 4), (1, 2, 4), (2, 3, 4)]


@pytest.mark.rule("aofr.winds.power_drain")
def test_a_power_drain_takes_levels_and_as_many_spells_of_the_book() -> None:
    adept = regiment(size=1, rules=["Caster(3)", "Tough(6)"], spells=[BOLT, SPARK, WARD])
    table = facing(BOLT, SPARK, WARD, wizard=adept)
    play = miscast(table, 10, {"hits": 1, "to block": 6, "levels": 3, "forgotten": [(1,), (2,)]})
    assert hits(play) == [(0, 1, 5)]
    (caster,) = casters_of(play.battle, play.unit("Wizard"))
    assert state.level(play.battle, caster) == 1
    assert state.told(play.battle).books == {"0.0.0": ("Spark",)}
    assert play.told(PowerDrained)[0].levels == 2
    assert state.power(play.battle, 0) == 1


@pytest.mark.rule("aofr.winds.power_drain")
def test_a_caster_without_levels_is_left_with_spells_on_sixes() -> None:
    table = facing(BOLT, wizard=regiment(size=1, rules=["Caster(1)", "Tough(6)"], spells=[BOLT]))
    play = miscast(table, 11, {"hits": 1, "to block": 6, "levels": 6})
    (caster,) = casters_of(play.battle, play.unit("Wizard"))
    way = winds_of_power.WindsOfPower().way_to_cast(play.battle)
    assert (state.level(play.battle, caster), way.target(play.battle, caster, BOLT)) == (0, 6)


@pytest.mark.rule("aofr.winds.cast", "aofr.winds.block")
@pytest.mark.parametrize("against", [0, 1, 2])
@pytest.mark.parametrize(("dice", "need", "value"), [(1, 4, 1), (2, 4, 1), (3, 4, 2), (2, 6, 1)])
def test_the_odds_of_casting_and_blocking_are_those_of_all_dice(dice: int, need: int, value: int, against: int) -> None:
    good = 0
    for faces in product(range(1, 7), repeat=dice + against):
        own, theirs = faces[:dice], faces[dice:]
        cast_well = sum(face >= need for face in own) >= value
        good += cast_well and (6 in own or not theirs or sum(theirs) < sum(own))
    assert odds.works(dice, need, value, against) == pytest.approx(good / 6 ** (dice + against))


@pytest.mark.rule("aofr.winds.block")
def test_the_odds_against_two_blockers_count_whichever_total_is_higher() -> None:
    good = 0
    for a, b, c, d in product(range(1, 7), repeat=4):
        good += max(a, b) >= 4 and (6 in (a, b) or max(c, d) < a + b)
    assert odds.works(2, 4, 1, 1, 1) == pytest.approx(good / 6**4)


@pytest.mark.rule("aofr.winds.miscast", "aofr.winds.ones_stop")
def test_the_risks_are_told_with_every_number_of_dice() -> None:
    play = cast(facing(SPARK, dice=(2, 0))).choose("0:Spark")
    told = {option.key: {one.label: one.value for one in option.odds} for option in play.weighed}
    assert told["1"]["miscast"] == pytest.approx(1 / 6)
    assert told["2"]["miscast"] == pytest.approx(1 / 36)
    assert told["2"]["casts no more this round"] == pytest.approx(11 / 36)


def test_a_hero_that_joins_a_unit_keeps_its_book() -> None:
    table = draw(
        "0 Wizard at 36,20 | 0 Host at 36,10 | 1 Foe at 36,30", WINDS, Wizard=wizard(), Host=regiment(), Foe=regiment()
    )
    battle = table.battle
    (caster,) = casters_of(battle, table.unit("Wizard"))
    assert state.key_of(battle, caster) == "0.0.0"
    battle.units[0].part_of = 1
    battle.scene = msgspec.structs.replace(
        battle.scene,
        regiments=tuple(
            msgspec.structs.replace(one, hero=battle.scene.regiments[0]) if number == 1 else one
            for number, one in enumerate(battle.scene.regiments)
        ),
    )
    battle.units[1].hero = True
    (joined,) = casters_of(battle, battle.units[1])
    assert state.key_of(battle, joined) == "0.0.0"


def test_a_whole_battle_with_winds_of_power_replays() -> None:
    game = random_battle("winds_of_power")
    assert state.told(cast_battle(game.battle)).books


def cast_battle(battle: Any) -> Battle:
    assert isinstance(battle, Battle)
    return battle
