"""Rounds of Combat worked out from the book by hand: who strikes, what counts, who keeps its nerve."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl
from tests.fantasy_battles.grimoire import chance
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import lay
from tests.fantasy_battles.troops import GREAT_WEAPON, part
from warhost.play import Allocated
from warhost.play.questions import Allocate, Pool
from warhost.rulesets.families.ninth_age.core.formation import health
from warhost.rulesets.fantasy_battles.chapters.general.discipline import prepare
from warhost.rulesets.fantasy_battles.core.battle import Effect
from warhost.rulesets.fantasy_battles.core.formation import full_ranks
from warhost.rulesets.fantasy_battles.shown import events


def line(more: str = "", own: str = "", others: str = "") -> Table:
    """Spearmen front to front with Swordsmen."""
    table = draw(f"0 Spearmen at 36,20 {own} | 1 Swordsmen at 36,30 face 180 {others}{more}")
    return table.fight("Spearmen", "Swordsmen")


def blows(game: Brawl, name: str) -> list[tuple[int, int]]:
    """How many attacks a unit made at which Agility."""
    return [(blow.count, blow.agility) for blow in game.struck(name)]


def pools_of(game: Brawl) -> tuple[Pool, ...]:
    question = game.question
    assert isinstance(question, Allocate)
    return question.pools


def needed(game: Brawl, name: str) -> int:
    """The Discipline on which the unit took its Break Test."""
    (test,) = game.tests("break", name)
    return test.needed


# Who strikes


@pytest.mark.rule("t9a.special.supporting_attacks", "t9a.special.character")
def test_men_behind_a_character_and_a_banner_support_over_their_heads() -> None:
    # Five files, two of them led by Characters: three men strike, five support; 3 attacks for each Character.
    table = draw("0 Spearmen at 36,20 | 0 Captain at 4,4 | 0 Banner at 8,4 | 1 Swordsmen at 36,30 face 180")
    table.join("Captain", "Spearmen").join("Banner", "Spearmen").fight("Spearmen", "Swordsmen")
    game = brawl(table).rest()
    assert sum(count for count, _ in blows(game, "Spearmen")) == 8
    assert [sum(count for count, _ in blows(game, name)) for name in ("Captain", "Banner")] == [3, 3]


@pytest.mark.rule("t9a.round.step06_simultaneous", "t9a.special.stomp_attacks", "t9a.round.step02_weapon")
def test_great_weapons_and_stomps_come_together_at_the_end() -> None:
    # Both at step 0: the five men with great weapons that three Ogres trample strike all the same.
    table = draw("0 Ogres at 36,20 | 1 Swordsmen at 36,30 face 180 models=3").change("Ogres", att=0)
    table.change("Swordsmen", parts=(part(weapons=(GREAT_WEAPON,)),)).fight("Ogres", "Swordsmen")
    game = brawl(table, {"Stomp Attacks: to wound": 6, "to wound": 1}).rest()
    assert blows(game, "Swordsmen") == [(3, 0)]
    assert game.unit("Swordsmen").fate == "destroyed"


@pytest.mark.rule("t9a.special.stomp_attacks", "t9a.attack.distribute")
def test_a_giant_stomps_on_a_lone_character_and_on_troopers_before_characters() -> None:
    alone = draw("0 Giant at 36,20 | 1 Captain at 36,30 face 180").fight("Giant", "Captain")
    game = brawl(alone, {"Hits of Stomp": 2, "Stomp Attacks: to wound": 6}).rest()
    assert health(game.battle, game.unit("Captain")) == 1
    table = draw("0 Giant at 36,20 | 1 Spearmen at 36,30 face 180 | 1 Captain at 4,40").join("Captain", "Spearmen")
    game = brawl(table.fight("Giant", "Spearmen"), {"Hits of Stomp": 5, "Stomp Attacks: to wound": 6}).rest()
    assert (game.unit("Spearmen").models, health(game.battle, game.unit("Captain"))) == (15, 3)


@pytest.mark.rule("t9a.special.breath_attack", "t9a.score.health_points")
def test_a_breath_in_melee_counts_for_the_combat_score_and_spares_the_character() -> None:
    # Ten hits of Strength 4 and AP 10 at Agility 3; nine wound. The Giant's own attacks and stomps fail.
    table = draw("0 Giant at 36,20 | 1 Spearmen at 36,30 face 180 | 1 Captain at 4,40").join("Captain", "Spearmen")
    table.change("Giant", ["Breath Attack (Str 4, AP 10)"]).fight("Giant", "Spearmen")
    dice: dict[str, Any] = {
        "Breath Attack: to wound": (6,) * 9 + (1,),
        "Stomp Attacks: to wound": 1,
        "Hits of Stomp": 1,
        "Breath": 5,
    }
    game = brawl(table, dice)
    while not game.game.over:
        keys = game.keys if game.topic in ("breath", "special attack", "breathe") else []
        game.choose(next(key for key in keys if key not in ("no", "pass", "keep"))) if keys else game.decline()
    assert game.unit("Spearmen").models == 11
    assert game.score(0)["Health Points lost by Spearmen"] == 9
    assert health(game.battle, game.unit("Captain")) == 3


@pytest.mark.rule("t9a.attack.allocate", "t9a.tohit.melee_0_to_m3", "t9a.towound.m1")
def test_who_strikes_at_a_character_needs_what_the_character_demands() -> None:
    # Offence 3 against Defence 5: 4+; Strength 3 against Resilience 4: 5+.
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180 | 1 Captain at 4,40").join("Captain", "Swordsmen")
    game = brawl(table.fight("Spearmen", "Swordsmen"), {"Spearmen Close": 6, "to wound": 1})
    game.until_asked("allocate attacks")
    captain = str(game.unit("Captain").id)
    pools = pools_of(game)
    assert all(captain in {option.key for option in pool.targets} for pool in pools)
    game.answer(Allocated({pool.key: {captain: pool.count} for pool in pools})).rest()
    spears = game.unit("Spearmen").id
    needs = {(roll.why.partition(": ")[2], roll.need) for roll in game.rolls if roll.unit == spears}
    assert {("to hit", 4), ("to wound", 5)} <= needs


# Duels


def dual(more: str = "", **changes: Any) -> Table:
    table = draw(f"0 Spearmen at 36,20 | 0 Captain at 4,4 | 1 Swordsmen at 36,30 face 180 | 1 Banner at 8,40{more}")
    return table.join("Captain", "Spearmen").join("Banner", "Swordsmen").fight("Spearmen", "Swordsmen")


def duelled(table: Table, dice: dict[str, Any], accepts: str = "Banner") -> Brawl:
    game = brawl(table, dice).until_asked("issue duel").choose(unit="Captain")
    return game.choose(unit=accepts).rest()


@pytest.mark.rule("t9a.score.overkill", "t9a.round.step06_simultaneous", "t9a.special.duel")
def test_duellists_of_the_same_agility_may_slay_each_other_and_both_overkill() -> None:
    # Both have one Health Point left and three attacks: 1 lost and 2 beyond it for either side.
    table = dual().set("Captain", wounds=2).set("Banner", wounds=2)
    dice: dict[str, Any] = {
        "Captain Close Combat Attacks: to hit": 6,
        "Banner Close Combat Attacks: to hit": 6,
        "to wound": 6,
    }
    game = duelled(table, dice)
    assert game.unit("Captain").fate == game.unit("Banner").fate == "destroyed"
    for seat in (0, 1):
        score = game.score(seat)
        assert sum(amount for why, amount in score.items() if "Overkill" in why) == 2
        assert sum(amount for why, amount in score.items() if "Health Points" in why) == 1


@pytest.mark.rule("t9a.score.overkill", "t9a.special.multiple_wounds")
def test_multiple_wounds_in_a_duel_are_capped_before_overkill_is_counted() -> None:
    # Three wounds of 2 on a Champion of 1 Health Point count 1 each: 1 lost, 2 of Overkill.
    table = draw("0 Spearmen at 36,20 | 0 Captain at 4,4 | 1 Guard at 36,30 face 180").join("Captain", "Spearmen")
    table.change("Captain", ["Multiple Wounds (2)"]).change("Sergeant of Guard", arm=0).fight("Spearmen", "Guard")
    dice: dict[str, Any] = {"Captain Close Combat Attacks: to hit": 6, "to wound": 6}
    game = duelled(table, dice, "Sergeant of Guard")
    assert sum(amount for why, amount in game.score(0).items() if "Overkill" in why) == 2
    assert sum(amount for why, amount in game.score(0).items() if "Health Points" in why) == 1


@pytest.mark.rule("t9a.special.duel", "t9a.special.battle_standard_bearer", "t9a.score.standard")
def test_a_slain_standard_bearer_no_longer_counts() -> None:
    game = duelled(dual(), {"Captain Close Combat Attacks: to hit": 6, "to wound": 6})
    assert game.unit("Banner").fate == "destroyed"
    assert not [why for why in game.score(1) if "Standard" in why]


@pytest.mark.rule("t9a.special.duel", "t9a.round.step06_attacks")
def test_a_faster_duellist_who_slays_is_not_struck_and_keeps_no_attacks_for_others() -> None:
    game = duelled(dual().change("Captain", agi=9), {"Captain Close Combat Attacks: to hit": 6, "to wound": 6})
    assert blows(game, "Banner") == []
    assert blows(game, "Captain") == [(3, 9)]
    assert game.unit("Swordsmen").models == 20


# The Combat Score


@pytest.mark.rule("t9a.score.charge", "t9a.score.rank_bonus", "t9a.score.standard", "t9a.score.flank", "t9a.score.rear")
@pytest.mark.rule("t9a.score.health_points", "t9a.round.step07_result", "t9a.special.steadfast")
def test_all_lines_of_the_combat_score_together() -> None:
    # Charge 1, four Full Ranks 3, a Standard and the Battle Standard 2, the flank by ten Archers 2, the rear by Ogres
    # in Full Ranks 3, one Health Point 1: 12. Against it three Full Ranks are left behind the first, less the one that
    # the fallen man broke: 2. Steadfast is lost in the flank; Discipline 7 less 10 is 0.
    table = draw(
        "0 Guard at 36,20 | 0 Banner at 4,4 | 1 Swordsmen at 36,30 face 180 | 0 Archers at 8,8 | 0 Ogres at 60,10"
    )
    table.join("Banner", "Guard").fight("Guard", "Swordsmen").fight("Archers", "Swordsmen", "left")
    table.fight("Ogres", "Swordsmen", "rear").set("Guard", charging=True)
    dice: dict[str, Any] = {
        "Banner Close Combat Attacks: to hit": (6, 1, 1),
        "Banner Close Combat Attacks: to wound": 6,
        "to wound": 1,
    }
    game = brawl(table, dice).rest()
    score = game.score(0)
    assert score.pop("Health Points lost by Swordsmen") == 1
    assert (score["Charge Bonus"], score["Rank Bonus"], score["Flank Bonus"], score["Rear Bonus"]) == (1, 3, 2, 3)
    assert (game.total(0), game.total(1)) == (12, 2)
    assert needed(game, "Swordsmen") == 0


@pytest.mark.rule("t9a.score.rank_bonus", "t9a.height.full_ranks")
@pytest.mark.parametrize(("models", "joined", "bonus"), [(9, False, 0), (9, True, 1), (14, True, 2), (13, True, 1)])
def test_a_character_in_the_ranks_helps_to_fill_them(models: int, joined: bool, bonus: int) -> None:
    table = line(" | 0 Captain at 4,4", own=f"models={models}")
    if joined:
        table = draw(f"0 Spearmen at 36,20 models={models} | 1 Swordsmen at 36,30 face 180 | 0 Captain at 4,4")
        table.join("Captain", "Spearmen").fight("Spearmen", "Swordsmen")
    assert brawl(table).rest().score(0).get("Rank Bonus", 0) == bonus


@pytest.mark.rule("t9a.score.health_points", "t9a.attack.casualties")
def test_more_wounds_than_models_count_as_many_as_there_were() -> None:
    table = line(others="models=3").change("Spearmen", agi=5)
    game = brawl(table, {"Spearmen Close Combat Attacks: to hit": 6, "to wound": 6}).rest()
    assert game.unit("Swordsmen").fate == "destroyed"
    assert sum(e.health for e in game.told(events.HealthLost)) == 3


@pytest.mark.rule("t9a.special.light_troops", "t9a.score.flank", "t9a.special.steadfast")
def test_light_troops_in_the_flank_count_1_and_leave_the_enemy_steadfast() -> None:
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180 models=25 | 0 Archers at 4,4")
    table.set("Swordsmen", files=5)
    table.change("Archers", ["Light Troops"]).fight("Spearmen", "Swordsmen").fight("Archers", "Swordsmen", "left")
    game = brawl(table.set("Spearmen", charging=True)).rest()
    assert game.score(0)["Flank Bonus"] == 1
    # 1 + 1 + 3 against 3; five ranks are more than four, and nobody with Full Ranks is in the flank.
    assert (game.total(0), game.total(1)) == (5, 3)
    assert needed(game, "Swordsmen") == 7


@pytest.mark.rule("t9a.special.steadfast", "t9a.height.gigantic")
@pytest.mark.parametrize(("models", "steadfast"), [(9, False), (10, True)])
def test_a_gigantic_model_has_one_full_rank_against_steadfast(models: int, steadfast: bool) -> None:
    # The Giant frightens: Discipline 7 - 1. It wounds three: in nine there are six left and one Full Rank; thirteen
    # would be needed. So it kills nobody, and wins by its charge and its bulk alone.
    table = draw(f"0 Giant at 36,20 | 1 Swordsmen at 36,30 face 180 models={models}")
    table.fight("Giant", "Swordsmen").set("Giant", charging=True)
    table.change("Swordsmen", standard=False)
    game = brawl(table, {"Hits of Stomp": 1, "Stomp Attacks: to wound": 1}).rest()
    # 1 against 0, or 1 against 1 for two Full Ranks, which is a tie.
    if steadfast:
        assert (game.total(0), game.total(1)) == (1, 1)
        assert not game.tests("break", "Swordsmen")
        table = draw("0 Giant at 36,20 | 1 Swordsmen at 36,30 face 180 models=12").fight("Giant", "Swordsmen")
        dice: dict[str, Any] = {
            "Giant Close Combat Attacks: to hit": (6, 6, 1, 1, 1),
            "Hits": 1,
            "Stomp Attacks: to wound": 1,
        }
        game = brawl(table.set("Giant", charging=True), {**dice, "to wound": 6}).rest()
        assert (game.total(0), game.total(1), full_ranks(game.battle, game.unit("Swordsmen"))) == (3, 1, 2)
        assert needed(game, "Swordsmen") == 6
    else:
        assert (game.total(0), game.total(1), needed(game, "Swordsmen")) == (1, 0, 5)


@pytest.mark.rule("t9a.special.steadfast")
def test_steadfast_needs_more_full_ranks_than_each_enemy_unit() -> None:
    # Four ranks against three and four.
    table = draw("0 Spearmen at 36,20 models=15 | 1 Swordsmen at 36,30 face 180 | 0 Guard at 4,4")
    table.fight("Spearmen", "Swordsmen").fight("Guard", "Swordsmen", "front", 4.5)
    game = brawl(table.set("Guard", charging=True)).rest()
    # 1 + 3 + 1 for the Standard against 3.
    assert (game.total(0), game.total(1), needed(game, "Swordsmen")) == (5, 3, 5)


@pytest.mark.rule("t9a.special.stubborn", "t9a.special.fear")
def test_a_stubborn_unit_minds_fear_but_not_the_difference() -> None:
    table = draw("0 Giant at 36,20 | 1 Swordsmen at 36,30 face 180 models=5").change("Swordsmen", ["Stubborn"])
    dice: dict[str, Any] = {
        "Giant Close Combat Attacks: to hit": (6, 6, 6, 1, 1),
        "Hits": 1,
        "Stomp Attacks: to wound": 1,
    }
    game = brawl(table.fight("Giant", "Swordsmen"), {**dice, "to wound": 6}).rest()
    assert needed(game, "Swordsmen") == 6


# Nerve


@pytest.mark.rule("t9a.special.fear", "t9a.special.commanding_presence", "t9a.modifiers.step1_set_values")
@pytest.mark.parametrize(("led", "needs"), [("inside", 8), ("near", 8), ("frightened elsewhere", 7)])
def test_fear_counts_once_for_a_unit_that_its_general_leads(led: str, needs: int) -> None:
    # The General's 9: in the ranks, or near by, fear takes 1 from the unit. Who borrows from a General that is himself
    # frightened gets 8, and loses 1 for its own fear.
    line = "0 Giant at 36,20 | 1 Swordsmen at 36,30 face 180 | 1 General at 42,30 face 180 | 0 Ogres at 60,4"
    table = draw(line)
    if led == "inside":
        table.join("General", "Swordsmen")
    table.fight("Giant", "Swordsmen")
    if led == "frightened elsewhere":
        table.change("Ogres", ["Fear"]).fight("Ogres", "General", "rear")
    assert prepare(table.battle, table.unit("Swordsmen"), "break").target == needs


@pytest.mark.rule("t9a.hereditary.bh_echoes_of_the_dark_forest", "t9a.special.fearless")
def test_a_fearless_enemy_ignores_the_fear_of_echoes_but_not_the_spell() -> None:
    # Fear is ignored; the -1 of the spell is another effect: Discipline 7 - 1.
    table = line().change("Swordsmen", ["Fearless"])
    lay(table, "Echoes of the Dark Forest", "Spearmen", by="Spearmen")
    assert prepare(table.battle, table.unit("Swordsmen"), "break").target == 6


@pytest.mark.rule("t9a.special.rally_around_the_flag", "t9a.special.break_test", "t9a.fleeing.no_presence")
@pytest.mark.parametrize(("fleeing", "tests"), [(False, 2), (True, 1)])
def test_a_break_test_near_the_battle_standard_is_taken_again(fleeing: bool, tests: int) -> None:
    table = line(" | 1 Banner at 44,30 face 180").set("Banner", fleeing=fleeing).set("Spearmen", charging=True)
    game = brawl(table, {"Break": [(6, 6), (1, 1)], "Flee": 6}).rest()
    rolls = [roll for roll in game.rolls if "Break" in roll.why]
    assert len(rolls) == tests
    assert game.unit("Swordsmen").fleeing is fleeing


# Spells in the fight


@pytest.mark.rule("t9a.divination.1_know_thine_enemy", "t9a.round.step05_initiative", "t9a.tohit.melee_1_to_3")
def test_know_thine_enemy_strikes_first_and_is_hit_worse() -> None:
    # Offence, Defence and Agility 5: at step 5 on 3+; the enemy with Offence 3 at step 3 still on 4+.
    game = brawl(lay(line(), "Know Thine Enemy", "Spearmen", by="Spearmen"), {"to hit": 1}).rest()
    assert (blows(game, "Spearmen"), blows(game, "Swordsmen")) == ([(10, 5)], [(10, 3)])
    needs = [roll.need for roll in game.rolls if "to hit" in roll.why]
    assert needs == [3, 4]


@pytest.mark.rule("t9a.witchcraft.2_deceptive_glamour", "t9a.round.step05_initiative")
def test_glamour_slows_no_one_below_0_and_great_weapons_stay_at_0() -> None:
    table = line().change("Swordsmen", parts=(part(agi=1),)).change("Spearmen", parts=(part(weapons=(GREAT_WEAPON,)),))
    for name in ("Spearmen", "Swordsmen"):
        lay(table, "Deceptive Glamour", name, by=name, version="boosted")
    game = brawl(table).rest()
    assert (blows(game, "Spearmen"), blows(game, "Swordsmen")) == ([(10, 0)], [(10, 0)])


@pytest.mark.rule("t9a.hereditary.de_curse_of_the_phantom_queen", "t9a.score.health_points")
def test_what_the_phantom_queen_takes_in_melee_counts_for_the_score() -> None:
    # One man falls to the Spearmen; a token, a D3 of 1: two hits of Strength 4 and AP 2 that wound: 3 in all.
    table = line(" | 0 Wizard at 30,20")
    wizard = table.unit("Wizard")
    table.set("Wizard", effects=(Effect("Curse of the Phantom Queen", 0, wizard.entry, only=wizard.entry),))
    table.battle.tokens = (1, 0)
    dice: dict[str, Any] = {
        "Spearmen Close Combat Attacks: to hit": (6, *(1,) * 9),
        "Hits": 1,
        "hits": 1,
        "to wound": 6,
        "Phantom": 1,
    }
    game = brawl(table, dice).until_asked("phantom queen").choose("1").rest()
    assert game.unit("Swordsmen").models == 17
    assert sum(amount for why, amount in game.score(0).items() if "Health Points" in why) == 3


@pytest.mark.rule("t9a.hereditary.se_forest_embrace", "t9a.terrain.forest_stubborn", "t9a.terrain.forest_no_steadfast")
@pytest.mark.parametrize(("rules", "needs"), [(["Light Troops"], 7), ([], 3)])
def test_forest_embrace_makes_light_infantry_stubborn_and_others_no_longer_steadfast(
    rules: list[str], needs: int
) -> None:
    # Four men of 25 fall: five Full Ranks become four; 4 + 1 for ten enemies and a charge 1 against 3 or none.
    table = draw("0 Spearmen at 36,20 models=25 | 1 Swordsmen at 36,30 face 180 models=10").set("Spearmen", files=5)
    table.change("Spearmen", rules).fight("Swordsmen", "Spearmen")
    lay(table, "Forest Embrace", "Spearmen", by="Spearmen")
    dice: dict[str, Any] = {"Swordsmen Close Combat Attacks: to hit": (6,) * 5 + (1,) * 5, "to wound": 6}
    game = brawl(table.set("Swordsmen", charging=True), dice).rest()
    # Five of 25 fall: 5 + 1 + 1 against 3 for four Full Ranks: Discipline 7 less 4.
    assert game.total(1) == 7
    assert needed(game, "Spearmen") == needs


@pytest.mark.rule("t9a.hereditary.ong_bring_the_pain", "t9a.special.character")
def test_misses_against_a_character_in_the_cursed_unit_are_rolled_again_too() -> None:
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180 | 1 Captain at 4,40").join("Captain", "Swordsmen")
    lay(table, "Bring the Pain", "Swordsmen", by="Spearmen")
    assert chance(table, "Spearmen", "Captain", strength=None) == pytest.approx(3 / 4)
