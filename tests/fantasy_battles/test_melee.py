"""The Melee Phase: combats, the steps of a round, the Initiative Order, who attacks whom and how often."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl, next_phase
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.troops import GREAT_WEAPON, HAND_WEAPON, LANCE, part
from warhost.play.questions import Allocate, Chosen
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script
from warhost.rulesets.families.ninth_age.core.formation import guest_place
from warhost.rulesets.fantasy_battles.core.battle import Battle, Boon, Unit
from warhost.rulesets.fantasy_battles.core.entries import MeleeWeapon
from warhost.rulesets.fantasy_battles.core.moments import MODEL_RULES, ModelRule
from warhost.rulesets.fantasy_battles.shown import events, melee_events

LINE = "Spearmen at 36,20 | Swordsmen at 36,30 face 180"


def line() -> Table:
    """Two units front to front, both of 5x4 and Agility 3."""
    return draw(LINE).fight("Spearmen", "Swordsmen")


def learn(monkeypatch: pytest.MonkeyPatch, name: str, rule: type[ModelRule]) -> None:
    """A model rule for one test."""
    rule.name, rule.id = name, "t9a.round.step05_initiative"
    monkeypatch.setitem(MODEL_RULES.rules, name, rule)


def two_combats() -> Table:
    table = draw(
        "Spearmen at 10,20 | Swordsmen at 10,30 face 180 | Archers at 26,20 | Wolves at 26,30 face 180 | "
        "Ogres at 50,20 | Knights at 50,30 face 180"
    )
    return table.fight("Spearmen", "Swordsmen").fight("Archers", "Wolves").fight("Ogres", "Knights")


@pytest.mark.rule("t9a.melee.sequence", "t9a.melee.each_combat_once")
@pytest.mark.parametrize("active", [0, 1])
def test_the_active_player_picks_the_next_combat_until_all_have_fought_once(active: int) -> None:
    game = brawl(two_combats(), {"Stomp": 1}, active=active)
    assert (game.topic, game.question.seat, game.keys) == ("next combat", active, ["0+1", "2+3", "4+5"])
    game.choose("2+3").until_asked("next combat")
    assert game.keys == ["0+1", "4+5"]
    with pytest.raises(Refused):
        game.answer(Chosen("2+3"))
    game.rest()
    assert [event.units for event in game.told(events.RoundFought)] == [(2, 3), (0, 1), (4, 5)]


@pytest.mark.rule("t9a.melee.engaged")
def test_a_chain_of_contact_is_one_combat() -> None:
    table = draw("Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180 | 0 Archers at 4,4")
    game = brawl(table.fight("Spearmen", "Swordsmen").fight("Archers", "Swordsmen", "left")).rest()
    assert [event.units for event in game.told(events.RoundFought)] == [(0, 1, 2)]


@pytest.mark.rule("t9a.round.step06_attacks", "t9a.special.supporting_attacks")
@pytest.mark.parametrize(("attacks", "count"), [(1, 10), (2, 15), (3, 20)])
def test_models_in_contact_make_all_their_attacks_and_the_second_rank_one_each(attacks: int, count: int) -> None:
    game = brawl(line().change("Spearmen", att=attacks)).rest()
    assert [blow.count for blow in game.struck("Spearmen")] == [count]


@pytest.mark.rule("t9a.height.supporting_attacks", "t9a.height.large", "t9a.height.standard", "t9a.height.gigantic")
@pytest.mark.parametrize(
    ("height", "attacks", "each"),
    [("Large", 4, 3), ("Large", 2, 2), ("Standard", 3, 1), ("Gigantic", 6, 5), ("Gigantic", 4, 4)],
)
def test_the_height_of_a_model_caps_its_supporting_attacks(height: Any, attacks: int, each: int) -> None:
    table = draw("Ogres at 36,20 | Swordsmen at 36,30 face 180").fight("Ogres", "Swordsmen")
    game = brawl(table.change("Ogres", height=height, att=attacks), {"Stomp": 1, "Hits": 1}).rest()
    # The Swordsmen are not quite as wide as three Ogres, and touch all of them.
    assert [blow.count for blow in game.struck("Ogres") if blow.agility] == [3 * attacks + 3 * each]


@pytest.mark.rule("t9a.special.supporting_attacks")
def test_nobody_supports_to_the_flank() -> None:
    table = draw("Spearmen at 36,20 | Swordsmen at 36,30 face 90").fight("Swordsmen", "Spearmen", "left")
    game = brawl(table).rest()
    assert [blow.count for blow in game.struck("Spearmen")] == [4]


@pytest.mark.rule("t9a.special.multipart_model", "t9a.round.step05_initiative")
def test_riders_and_horses_strike_apart_each_at_its_own_agility() -> None:
    table = draw("Knights at 36,20 | Swordsmen at 36,30 face 180").fight("Knights", "Swordsmen")
    table.change("Knights", agi=5)
    game = brawl(table).rest()
    told = [(blow.what, blow.count, blow.agility) for blow in game.struck("Knights")]
    assert told == [("Attacks of the rider", 5, 5), ("Attacks of the horse", 5, 3)]


@pytest.mark.rule("t9a.round.step05_initiative", "t9a.special.stomp_attacks")
def test_the_order_goes_from_the_highest_agility_to_stomps_at_0() -> None:
    table = draw("Ogres at 36,20 | Swordsmen at 36,30 face 180").fight("Ogres", "Swordsmen")
    game = brawl(table.change("Swordsmen", agi=5), {"to wound": 1}).rest()
    assert [blow.agility for blow in game.told(events.BlowsStruck)] == [5, 3, 0]


@pytest.mark.rule("t9a.round.step05_initiative")
def test_a_change_of_agility_within_a_round_counts_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    class SlowerWithLosses(ModelRule):
        def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
            if name == "agi" and bearer.models < 20:
                tally.add(-1, self)

    learn(monkeypatch, "Slower With Losses", SlowerWithLosses)
    table = line().change("Spearmen", ["Slower With Losses"]).change("Swordsmen", agi=5)
    two_hits = (6, 6, 1, 1, 1, 1, 1, 1, 1, 1)
    dice: dict[str, Any] = {"Swordsmen Close Combat Attacks: to hit": two_hits, "to wound": 6}
    game = brawl(table, dice).rest()
    assert game.unit("Spearmen").models < 20
    assert [blow.agility for blow in game.struck("Spearmen")] == [3]
    assert [blow.agility for blow in next_phase(game, dice).rest().struck("Spearmen")] == [2]


@pytest.mark.rule("t9a.round.step06_attacks")
def test_models_that_fall_to_a_faster_enemy_do_not_strike() -> None:
    table = draw("Spearmen at 36,20 models=5 | Swordsmen at 36,30 face 180").fight("Spearmen", "Swordsmen")
    three = (6, 6, 6, 1, 1, 1, 1, 1, 1, 1)
    dice: dict[str, Any] = {"Swordsmen Close Combat Attacks: to hit": three, "to wound": 6}
    game = brawl(table.change("Swordsmen", agi=5), dice).rest()
    assert [blow.count for blow in game.struck("Spearmen")] == [2]


@pytest.mark.rule("t9a.round.step06_simultaneous")
def test_models_that_fall_in_their_own_step_still_strike() -> None:
    table = draw("Spearmen at 36,20 models=5 | Swordsmen at 36,30 face 180").fight("Spearmen", "Swordsmen")
    game = brawl(table, {"to hit": 6, "to wound": 6}).rest()
    assert game.unit("Spearmen").fate == "destroyed"
    assert game.unit("Swordsmen").models == 15
    rolls = [roll.why.partition(": ")[2] for roll in game.rolls]
    assert rolls[:4] == ["to hit", "to hit", "to wound", "to wound"]


@pytest.mark.rule("t9a.attack.allocate", "t9a.special.champion")
def test_who_touches_a_champion_and_a_trooper_may_split_its_attacks() -> None:
    table = draw("Spearmen at 36,20 | Guard at 36,30 face 180").fight("Spearmen", "Guard").change("Spearmen", att=3)
    game = brawl(table, active=0).until_asked("allocate attacks")
    question = game.question
    assert isinstance(question, Allocate)
    assert question.seat == 0
    guard, sergeant = str(game.unit("Guard").id), str(game.unit("Sergeant of Guard").id)
    (pool,) = question.pools
    assert [option.key for option in pool.targets] == [guard, sergeant]
    # The middle file touches the Champion alone or with comrades: three men, and their three supporters.
    assert pool.count == 3 * 3 + 3
    game.allocate(**{pool.key: {guard: 10, sergeant: 2}}).rest()
    assert [blow.count for blow in game.struck("Spearmen", "Sergeant of Guard")] == [2]


@pytest.mark.rule("t9a.special.champion")
def test_a_champion_strikes_with_an_attack_more_than_its_comrades() -> None:
    table = draw("Guard at 36,20 | Swordsmen at 36,30 face 180").fight("Guard", "Swordsmen")
    game = brawl(table).rest()
    assert [blow.count for blow in game.struck("Sergeant of Guard")] == [2]
    assert [blow.count for blow in game.struck("Guard")] == [4 + 5]


@pytest.mark.rule("t9a.special.stomp_attacks", "t9a.special.cannot_be_stomped")
@pytest.mark.parametrize(
    ("enemy", "changes", "hits"),
    [
        ("Swordsmen", {}, [3]),
        ("Knights", {}, []),
        ("Swordsmen", {"height": "Large"}, []),
        ("Swordsmen", {"rules": ["Cannot be Stomped"]}, []),
    ],
)
def test_stomps_strike_standard_models_that_can_be_stomped(enemy: str, changes: Any, hits: list[int]) -> None:
    table = draw(f"Ogres at 36,20 | {enemy} at 36,30 face 180").fight("Ogres", enemy).change(enemy, **changes)
    game = brawl(table, {"to wound": 1}).rest()
    assert [blow.count for blow in game.struck("Ogres") if blow.what == "Stomp Attacks"] == hits
    if hits:
        assert [roll.need for roll in game.rolls if roll.why == "Stomp Attacks: to wound"] == [3]


@pytest.mark.rule("t9a.special.stomp_attacks", "t9a.height.gigantic")
def test_a_gigantic_model_stomps_with_a_d6() -> None:
    table = draw("Giant at 36,20 | Swordsmen at 36,30 face 180").fight("Giant", "Swordsmen")
    game = brawl(table, {"Hits of Stomp": 4, "to wound": 1}).rest()
    assert [blow.count for blow in game.struck("Giant")] == [5, 4]


@pytest.mark.rule("t9a.type.construct", "t9a.special.stomp_attacks")
def test_constructs_do_not_stomp() -> None:
    table = draw("Chariot at 36,20 | Swordsmen at 36,30 face 180").change("Chariot", height="Large")
    game = brawl(table.fight("Chariot", "Swordsmen")).rest()
    assert all(blow.agility for blow in game.struck("Chariot"))


def armed(*weapons: MeleeWeapon) -> Table:
    return line().change("Spearmen", parts=(part(weapons=weapons),))


@pytest.mark.rule("t9a.round.step02_weapon")
def test_a_unit_with_several_weapons_chooses_one_for_the_whole_round() -> None:
    game = brawl(armed(HAND_WEAPON, GREAT_WEAPON), {"to hit": 6, "to wound": 1}, active=1)
    assert (game.topic, game.question.seat, game.keys) == ("weapon", 0, ["0", "1"])
    assert [option.label for option in game.options] == [
        "Hand Weapon",
        "Great Weapon: +2 Str, +2 AP, strikes last, two-handed",
    ]
    game.choose("1").rest()
    assert [blow.agility for blow in game.struck("Spearmen")] == [0]
    spears = game.unit("Spearmen").id
    assert [roll.need for roll in game.rolls if roll.unit == spears and "wound" in roll.why] == [2]


@pytest.mark.rule("t9a.round.step02_weapon")
def test_one_weapon_is_no_choice_and_a_lance_counts_on_the_charge() -> None:
    for charging, need in ((True, 2), (False, 4)):
        table = armed(LANCE).set("Spearmen", charging=charging)
        game = brawl(table, {"to hit": 6, "to wound": 1}).rest()
        spears = game.unit("Spearmen").id
        assert [roll.need for roll in game.rolls if roll.unit == spears and "wound" in roll.why] == [need]
        assert not game.told(melee_events.WeaponChosen)


@pytest.mark.rule("t9a.round.step02_weapon")
def test_a_champion_chooses_its_weapon_for_itself() -> None:
    table = draw("Guard at 36,20 | Swordsmen at 36,30 face 180").fight("Guard", "Swordsmen")
    for name in ("Guard", "Sergeant of Guard"):
        table.change(name, parts=(part(weapons=(HAND_WEAPON, GREAT_WEAPON)),))
    game = brawl(table).choose("0").choose("1").rest()
    assert [blow.agility for blow in game.struck("Guard")] == [3]
    assert [blow.agility for blow in game.struck("Sergeant of Guard")] == [0]


@pytest.mark.rule("t9a.round.step01_start")
def test_effects_of_the_start_of_a_round_come_before_weapons_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    class Horn(ModelRule):
        def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
            told.append(bearer.name)
            yield from ()

    learn(monkeypatch, "Horn", Horn)
    game = brawl(armed(HAND_WEAPON, GREAT_WEAPON).change("Spearmen", ["Horn"]))
    assert game.topic == "weapon"
    assert told == ["Spearmen"]


@pytest.mark.rule("t9a.round.step01_start")
@pytest.mark.parametrize(("active", "order"), [(0, ["Spearmen", "Swordsmen"]), (1, ["Swordsmen", "Spearmen"])])
def test_both_sides_act_at_the_start_of_a_round_the_active_player_first(
    monkeypatch: pytest.MonkeyPatch, active: int, order: list[str]
) -> None:
    told: list[str] = []

    class Drum(ModelRule):
        def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
            told.append(bearer.name)
            yield from ()

    name = f"Drum {active}"
    learn(monkeypatch, name, Drum)
    table = armed(HAND_WEAPON, GREAT_WEAPON).change("Spearmen", [name]).change("Swordsmen", [name])
    brawl(table, active=active)
    assert told == order


OFF = 2.0
"""Off the middle of a front, so far that the first file is out of contact."""


def file_of(game: Brawl, guest: str, unit: str) -> int:
    return guest_place(game.unit(unit), game.unit(guest).id).file


def at_the_edge(active: int = 0) -> Brawl:
    """Spearmen whose files at one end touch a Giant; their Captain stands at the other end."""
    table = draw("0 Spearmen at 36,20 | 0 Captain at 4,4 | 1 Giant at 36,30 face 180").join("Captain", "Spearmen", 0)
    return brawl(table.fight("Giant", "Spearmen", "front", OFF), {"Hits": 1, "to wound": 1}, active=active)


@pytest.mark.rule("t9a.round.step03_make_way", "t9a.special.make_way")
@pytest.mark.parametrize("active", [0, 1])
def test_a_character_without_contact_takes_the_place_of_a_trooper_who_has_it(active: int) -> None:
    game = at_the_edge(active)
    assert (game.topic, game.question.seat) == ("make way", 0)
    assert "0" not in game.keys
    file = game.keys[-1]
    game.choose(file)
    assert file_of(game, "Captain", "Spearmen") == int(file)
    game.rest()
    assert game.struck("Captain")


@pytest.mark.rule("t9a.round.step03_make_way")
def test_a_character_who_stays_away_does_not_strike() -> None:
    game = at_the_edge().choose("stay").rest()
    assert not game.struck("Captain")


@pytest.mark.rule("t9a.special.make_way")
def test_a_character_does_not_take_the_place_of_another_one() -> None:
    free = [int(key) for key in at_the_edge().keys if key != "stay"]
    table = draw("0 Spearmen at 36,20 | 0 Captain at 4,4 | 0 Banner at 8,8 | 1 Giant at 36,30 face 180")
    table.join("Captain", "Spearmen", 0).join("Banner", "Spearmen", free[-1])
    game = brawl(table.fight("Giant", "Spearmen", "front", OFF), {"Hits": 1, "to wound": 1})
    assert (game.topic, [int(key) for key in game.keys if key != "stay"]) == ("make way", free[:-1])


@pytest.mark.rule("t9a.special.make_way")
def test_a_character_in_contact_has_no_way_to_make() -> None:
    table = draw("0 Spearmen at 36,20 | 0 Captain at 4,4 | 1 Swordsmen at 36,30 face 180").join("Captain", "Spearmen")
    game = brawl(table.fight("Swordsmen", "Spearmen"))
    assert game.topic != "make way"


def freed_by_magic(*, charged: bool) -> Table:
    """Spearmen whose enemy fled from a spell after they charged it, or fought it in the turn before."""
    table = draw("Spearmen at 36,20 | Swordsmen at 36,40 face 180")
    return table.set("Spearmen", charged=charged, fighting=not charged)


@pytest.mark.rule("t9a.melee.no_longer_engaged", "t9a.special.no_longer_engaged", "t9a.special.overrun")
def test_a_unit_whose_enemies_are_gone_may_pivot_before_the_first_combat_is_picked() -> None:
    table = freed_by_magic(charged=False)
    game = brawl(table)
    assert not game.unit("Spearmen").engaged
    assert (game.topic, game.question.seat) == ("post-combat pivot", 0)
    game.rest()
    assert len(game.told(melee_events.NoLongerEngaged)) == 1


@pytest.mark.rule("t9a.melee.no_longer_engaged", "t9a.special.overrun")
def test_one_that_charged_this_turn_may_overrun() -> None:
    game = brawl(freed_by_magic(charged=True), {"Pursuit": (4, 4)})
    assert game.topic == "overrun"
    before = game.unit("Spearmen").pose
    game.choose("overrun")
    after = game.unit("Spearmen").pose
    assert before is not None
    assert after is not None
    assert after.y == pytest.approx(before.y + 8)


@pytest.mark.rule("t9a.shaken.no_overrun")
def test_a_shaken_charger_whose_enemies_are_gone_may_only_pivot() -> None:
    game = brawl(freed_by_magic(charged=True).set("Spearmen", boons=(Boon("Shaken", "game"),)))
    assert game.topic == "post-combat pivot"


@pytest.mark.rule("t9a.melee.no_longer_engaged")
@pytest.mark.parametrize("active", [0, 1])
def test_units_of_both_players_are_dealt_with_the_active_players_first(active: int) -> None:
    table = draw("Spearmen at 36,20 | Swordsmen at 36,40 face 180")
    game = brawl(table.set("Spearmen", fighting=True).set("Swordsmen", fighting=True), active=active)
    assert (game.topic, game.question.seat) == ("post-combat pivot", active)
    game.decline()
    assert (game.topic, game.question.seat) == ("post-combat pivot", 1 - active)


@pytest.mark.rule("t9a.melee.no_longer_engaged")
def test_who_is_engaged_when_a_melee_phase_ends_is_remembered() -> None:
    game = brawl(line()).rest()
    assert game.unit("Spearmen").fighting
    assert game.unit("Swordsmen").fighting


@pytest.mark.rule("t9a.melee.sequence")
def test_a_phase_without_combats_ends_at_once() -> None:
    game = brawl(draw(LINE), {})
    assert game.battle.phase != "melee"
    assert game.told(events.NothingToDo)


@pytest.mark.rule("t9a.round.step16_end")
def test_what_lasts_for_a_round_ends_before_the_next_combat_is_picked() -> None:
    table = two_combats().set("Spearmen", charging=True)
    table.change("Spearmen", parts=(part(weapons=(HAND_WEAPON, GREAT_WEAPON)),))
    game = brawl(table, {"Stomp": 1}).choose("0+1").choose("1").until_asked("next combat")
    spears = game.unit("Spearmen")
    assert (spears.charging, spears.wields, spears.lost_this_round, spears.rounds) == (False, (), 0, 1)


@pytest.mark.rule("t9a.attack.hits", "t9a.tohit.melee_1_to_3")
def test_the_roll_to_hit_is_told_with_what_it_is_made_of() -> None:
    game = brawl(line().change("Spearmen", off=5)).rest()
    (blow,) = game.struck("Spearmen")
    assert blow.need == 3
    assert [(part.amount, part.why) for part in blow.parts] == [
        (5, "Offensive Skill of Spearmen"),
        (-3, "Defensive Skill of Swordsmen"),
    ]
    assert game.rolls[0].need == 3


@pytest.mark.rule("t9a.attack.hits", "t9a.special.multipart_model", "t9a.special.attack_classes")
def test_rules_of_a_weapon_and_of_a_part_are_those_of_their_attacks_alone() -> None:
    poisoned = MeleeWeapon(name="Poisoned Blade", rules=("Toxic Attacks",))
    table = draw("Knights at 36,20 | Swordsmen at 36,30 face 180").fight("Knights", "Swordsmen")
    rider, horse = part("rider", str_=5, weapons=(poisoned,)), part("horse", str_=5, rules=("Lethal Strike",))
    table.change("Knights", parts=(rider, horse)).change("Swordsmen", arm=4)
    game = brawl(table, {"Knights Attacks": 6, "Save": 1}).rest()
    needs = {roll.why: roll.need for roll in game.rolls if "wound" in roll.why}
    assert needs["Attacks of the rider: to wound"] == 4
    assert needs["Attacks of the horse: to wound"] == 2
    assert not [roll for roll in game.rolls if "Armour Save" in roll.why], "Toxic and natural 6s of Lethal Strike"


@pytest.mark.rule("t9a.special.attack_classes")
def test_a_rule_of_the_model_is_for_its_close_combat_attacks_and_not_for_its_stomps() -> None:
    table = draw("Ogres at 36,20 | Swordsmen at 36,30 face 180").fight("Ogres", "Swordsmen")
    table.change("Ogres", ["Toxic Attacks"], str=6)
    game = brawl(table, {"Ogres Close": 6, "to wound": 1}).rest()
    ogres = game.unit("Ogres").id
    needs = {roll.why: roll.need for roll in game.rolls if roll.unit == ogres and "wound" in roll.why}
    assert needs == {"Close Combat Attacks: to wound": 4, "Stomp Attacks: to wound": 2}


@pytest.mark.rule("t9a.attack.distribute", "t9a.special.stomp_attacks")
def test_stomps_go_to_the_rank_and_file_and_not_to_the_character_in_contact() -> None:
    table = draw("Giant at 36,20 | 1 Swordsmen at 36,30 face 180 | 1 Captain at 4,4").join("Captain", "Swordsmen")
    game = brawl(table.fight("Giant", "Swordsmen"), {"Hits": 3, "to wound": 1}).rest()
    assert [game.battle.units[blow.target].name for blow in game.struck("Giant") if not blow.agility] == ["Swordsmen"]


@pytest.mark.rule("t9a.attack.distribute", "t9a.special.stomp_attacks")
def test_where_only_a_character_is_in_contact_it_is_stomped() -> None:
    table = draw("Giant at 36,20 | 1 Captain at 36,30 face 180").fight("Giant", "Captain")
    game = brawl(table, {"Hits": 3, "to wound": 1}).rest()
    assert [blow.count for blow in game.struck("Giant") if not blow.agility] == [3]


@pytest.mark.rule("t9a.score.charge")
def test_a_charge_counts_in_its_first_round_only() -> None:
    game = brawl(line().set("Spearmen", charging=True)).rest()
    assert game.score(0)["Charge Bonus"] == 1
    assert "Charge Bonus" not in next_phase(game).rest().score(0)


@pytest.mark.rule("t9a.special.supporting_attacks")
def test_a_model_in_the_second_rank_that_touches_an_enemy_strikes_for_itself() -> None:
    table = draw("Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180 | 1 Archers at 4,4")
    table.fight("Swordsmen", "Spearmen").fight("Archers", "Spearmen", "left").change("Spearmen", att=2)
    game = brawl(table).rest()
    # Five in front; at the flank three more, whose four men in file 1 need no support.
    assert sum(blow.count for blow in game.struck("Spearmen")) == 2 * (5 + 3) + 4


@pytest.mark.rule("t9a.special.supporting_attacks")
def test_some_weapons_let_more_ranks_support() -> None:
    pike = MeleeWeapon(name="Pike", ranks=1)
    game = brawl(line().change("Spearmen", parts=(part(weapons=(pike,)),))).rest()
    assert [blow.count for blow in game.struck("Spearmen")] == [15]


@pytest.mark.rule("t9a.round.step02_weapon")
@pytest.mark.parametrize(("weapon", "need"), [(GREAT_WEAPON, 5), (HAND_WEAPON, 4)])
def test_a_shield_does_not_help_who_fights_with_both_hands(weapon: MeleeWeapon, need: int) -> None:
    table = line().change("Spearmen", parts=(part(weapons=(weapon,)),), arm=3, shield=1)
    game = brawl(table, {"Swordsmen Close": 6, "Save": 6}).rest()
    assert [roll.need for roll in game.rolls if "Armour Save" in roll.why] == [need]


@pytest.mark.rule("t9a.round.step07_result", "t9a.round.step08_panic", "t9a.round.step15_combat_reforms")
def test_a_round_goes_from_weapons_to_reforms_in_the_order_of_the_book() -> None:
    table = draw(
        "Spearmen at 36,20 charging | 1 Guard at 36,24 face 180 | 0 Captain at 4,4 | 0 Archers at 4,8 | "
        "1 Wolves at 4,10 models=4 | 1 Swordsmen at 43,26 face 180"
    )
    table.join("Captain", "Spearmen").fight("Spearmen", "Guard").fight("Archers", "Guard", "left")
    table.fight("Wolves", "Archers", "rear")
    table.change("Captain", parts=(part(weapons=(HAND_WEAPON, GREAT_WEAPON)),)).change("Guard", standard=False)
    dice = {"Guard Break": 6, "Wolves Break": 1, "Panic": 1, "Flee": 4, "Pursuit": 1}
    game = brawl(table, dice)
    topics = []
    while not game.game.over:
        topics.append(game.topic)
        if game.topic == "issue duel" and game.question.seat == 0:
            game.choose(unit="Captain")
        elif game.topic == "pursuit":
            game.choose(target="Guard")
        else:
            game.decline()
    assert (
        list(dict.fromkeys(topics))
        == [
            *("weapon", "issue duel", "accept duel", "allocate attacks", "break test", "flee direction", "pursuit"),
            *("combat reform test", "combat reform"),
        ]
        or topics
    )
    told = (
        *(events.RoundFought, melee_events.WeaponChosen, melee_events.DuelIssued, events.BlowsStruck),
        *(events.CombatScored, events.UnitBroke, events.PursuitDeclared, events.UnitFled, events.UnitPursued),
    )
    assert list(dict.fromkeys(game.order(*told))) == [kind.__name__ for kind in told]
    kinds = [getattr(event, "kind", type(event).__name__) for event in game.game.events]
    assert kinds.index("UnitBroke") < kinds.index("panic") < kinds.index("PursuitDeclared")
