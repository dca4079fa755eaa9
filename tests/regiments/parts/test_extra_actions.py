"""Extra Actions: nine actions beside the four usual ones."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, needs, volley
from tests.regiments.harness import Interlude, Table, acts, draw, find, happen, refusal, regiment
from tests.regiments.parts.playing import played
from warhost.errors import WarhostError
from warhost.play import Chosen
from warhost.rulesets.regiments.chapters import activation
from warhost.rulesets.regiments.chapters.missions.seizing import controller
from warhost.rulesets.regiments.core import Marker, Regiment, Settings, SpellEffect, SpellText, events, optional
from warhost.rulesets.regiments.parts.extra_actions import told
from warhost.rulesets.regiments.parts.extra_actions.part import ExtraActions
from warhost.table import Forward, Pivot

ALL = Settings(parts=("extra_actions",))
USUAL = {"hold", "advance", "rush", "charge"}
MARKSMEN = bows(count=5)
SWORDS = regiment(size=5, weapons=["Sword (A2)"])


def only(*slugs: str) -> Settings:
    return Settings(parts=(f"extra_actions:{'+'.join(slugs)}",))


def facing(gap: float, settings: Settings = ALL, mine: Regiment = MARKSMEN, theirs: Regiment = SWORDS) -> Table:
    """Mine and Theirs face each other, so far apart."""
    table = draw("Mine at 36,10 | Theirs at 36,40 face 180", settings, Mine=mine, Theirs=theirs)
    return table.touch("Mine", "Theirs", gap=gap)


def mine(play: Interlude, action: str) -> Interlude:
    """Mine takes an extra action, at Theirs where it needs a target."""
    play.activate("Mine")
    while play.topic not in ("action", "shaken"):
        play.decline()
    keys = [key for key in play.keys if key.startswith(f"extra_actions:{action}")]
    return play.choose(keys[0])


def names(play: Interlude) -> set[str]:
    return {key.removeprefix("extra_actions:").split(">")[0] for key in play.keys}


@pytest.mark.rule("aofr.extra_action.enable")
def test_players_agree_which_extra_actions_are_in_the_game() -> None:
    play = acts(facing(5.0, only("assault")), "Mine")
    assert names(play) - USUAL == {"assault"}
    error = refusal(play, Chosen("extra_actions:overwatch"))
    assert "overwatch" in error.message
    assert [choice.name for choice in ExtraActions.choices] == [
        *("Assault", "Last Stand", "Hunker Down", "Defensive Stance", "Focused Fire", "Heavy Charge"),
        *("Stealth Move", "Covering Fire", "Overwatch"),
    ]
    with pytest.raises(WarhostError, match="no choice"):
        optional.check(only("ambush"))


@pytest.mark.rule("aofr.extra_action.in_addition")
def test_extra_actions_are_offered_beside_the_usual_ones() -> None:
    play = acts(facing(5.0), "Mine")
    assert names(play) == USUAL | {
        *("assault", "heavy_charge", "focused_fire", "covering_fire", "stealth_move"),
        *("hunker_down", "defensive_stance", "overwatch"),
    }
    mine(play, "hunker_down")
    assert play.game.over


def test_what_cannot_be_taken_is_denied_with_the_reason() -> None:
    play = acts(facing(20.0, mine=SWORDS), "Mine")
    told_why = play.denied
    assert told_why["extra_actions:assault"] == "aofr.extra_action.assault"
    assert told_why["extra_actions:heavy_charge"] == "aofr.extra_action.heavy_charge"
    assert {f"extra_actions:{name}" for name in ("focused_fire", "covering_fire", "overwatch")} <= set(told_why)


@pytest.mark.rule("aofr.extra_action.assault")
def test_an_assault_shoots_then_charges_both_at_minus_one() -> None:
    dice = by_reason({"Bow: to hit": 4, "Hand Weapon: to hit": (4, 5, 5, 4, 4), "block": 6, "Morale": 6, "Sword": 1})
    fighters = regiment(size=5, weapons=['Bow (24", A1)', "Hand Weapon (A1)"])
    play = acts(facing(5.0, mine=fighters), "Mine", dice)
    mine(play, "assault")
    (volley,) = attacks(play, "Bow")
    assert volley.hits == 0, "a 4 misses at -1"
    while not attacks(play, "Hand Weapon"):
        play.decline()
    assert attacks(play, "Hand Weapon")[0].hits == 2, "a 5 hits at -1"
    assert [needs(play, "Bow: to hit"), needs(play, "Hand Weapon: to hit")] == [[5], [5]]


@pytest.mark.rule("aofr.extra_action.assault_one_target")
def test_all_weapons_of_an_assault_shoot_at_its_target() -> None:
    two = regiment(size=5, weapons=['Bow (24", A1)', 'Pistol (12", A1)'])
    table = draw(
        "Mine at 36,10 | Theirs at 36,40 face 180 | Others at 46,19 face 180",
        ALL,
        Mine=two,
        Theirs=SWORDS,
        Others=SWORDS,
    )
    table.touch("Mine", "Theirs", gap=5.0)
    play = mine(acts(table, "Mine", {"to hit": 1}), "assault")
    shot_at = {(event.what, event.target) for event in attacks(play)}
    assert shot_at == {("Bow", play.unit("Theirs").id), ("Pistol", play.unit("Theirs").id)}
    assert not [event for event in play.told(events.ShotsDeclared) if event.target == play.unit("Others").id]


@pytest.mark.rule("aofr.extra_action.assault_target_dead")
def test_nobody_is_charged_if_the_volley_destroys_the_target() -> None:
    table = draw(
        "Mine at 36,10 | Theirs at 36,40 face 180 | Others at 46,19 face 180",
        ALL,
        Mine=MARKSMEN,
        Theirs=regiment(size=2),
        Others=SWORDS,
    )
    table.touch("Mine", "Theirs", gap=5.0)
    play = mine(acts(table, "Mine", {"to hit": 6, "to block": 1}), "assault")
    assert play.game.over
    assert play.unit("Theirs").fate == "destroyed"
    assert not play.told(events.UnitCharged)


def test_the_odds_of_an_assault_are_those_of_the_volley_and_the_melee() -> None:
    """One shooter at Quality 4 and -1 against one model of Defense 4: 1/3 to hit, 1/2 to wound."""
    one = regiment(size=1, weapons=['Bow (24", A1)'])
    play = acts(facing(5.0, mine=one, theirs=regiment(size=1, weapons=[])), "Mine")
    option = next(option for option in play.weighed if option.key.startswith("extra_actions:assault"))
    gone = next(odd for odd in option.odds if "the enemy is destroyed" in odd.label)
    assert gone.value == pytest.approx(1 / 6)


@pytest.mark.rule("aofr.extra_action.last_stand")
def test_a_shaken_unit_may_act_in_a_last_stand() -> None:
    play = acts(facing(5.0).set("Mine", shaken=True), "Mine", {"to hit": 1, "to block": 6, "Morale": 6})
    mine(play, "last_stand")
    assert play.topic == "last stand"
    assert {key.split(">")[0] for key in play.keys} == USUAL
    play.choose(target="Theirs")
    assert play.told(events.UnitCharged)


@pytest.mark.rule("aofr.extra_action.last_stand")
def test_only_shaken_units_have_a_last_stand() -> None:
    play = acts(facing(5.0), "Mine")
    assert not any("last_stand" in key for key in play.keys)


@pytest.mark.rule("aofr.extra_action.last_stand_state")
def test_a_last_stand_lasts_until_the_next_activation_begins() -> None:
    table = facing(20.0).set("Mine", shaken=True)
    mine(acts(table, "Mine"), "last_stand").choose("rush").stay()
    unit = table.unit("Mine")
    assert unit.shaken
    assert optional.has_effect(unit, "Last Stand")
    play = happen(table, lambda battle: activation.act(battle, find(battle, "Mine")))
    assert not optional.has_effect(unit, "Last Stand")
    assert play.topic == "shaken", "it is still Shaken and may recover now"


@pytest.mark.rule("aofr.extra_action.last_stand_penalty")
def test_a_last_stand_is_slow_and_weak() -> None:
    table = facing(20.0).set("Mine", shaken=True)
    play = mine(acts(table, "Mine", by_reason({"Bow: to hit": (4, 4, 4, 5, 4), "to block": 6})), "last_stand")
    labels = {option.key: option.label for option in play.options}
    assert 'up to 3"' in labels["advance"]
    assert 'up to 6"' in labels["rush"]
    play.choose("hold").stay().choose(target="Theirs")
    assert attacks(play, "Bow")[0].hits == 1, "Quality 4: a 4 misses"


@pytest.mark.rule("aofr.extra_action.last_stand_penalty")
def test_a_unit_in_last_stand_blocks_at_minus_one() -> None:
    table = facing(8.0, theirs=MARKSMEN).set("Mine", shaken=True)
    mine(acts(table, "Mine"), "last_stand").choose("rush").stay()
    play = acts(table, "Theirs", {"to hit": 6, "to block": 4, "Morale": 6})
    play.act("Theirs", "hold").stay().choose(target="Mine")
    assert needs(play, "to block") == [5]
    assert attacks(play)[-1].wounds == 5, "Defense 4: a 4 fails"


@pytest.mark.rule("aofr.extra_action.last_stand_limits")
def test_nobody_casts_or_seizes_in_a_last_stand() -> None:
    spell = SpellText(name="Bolt", cost=1, target="enemy", range=24, text="", effect=SpellEffect(hits=2))
    wizard = regiment(size=1, rules=["Caster(2)"], spells=[spell])
    table = facing(10.0, mine=wizard).set("Mine", shaken=True, tokens=(2,))
    play = mine(acts(table, "Mine"), "last_stand").choose("hold")
    asked = []
    while not play.game.over:
        asked.append(play.topic)
        play.stay()
    assert "cast" not in asked
    table.set("Mine", shaken=False)
    lies = Marker(table.footprint("Mine").x, table.footprint("Mine").y)
    assert controller(table.battle, lies) is None
    optional.lift(table.unit("Mine"), "Last Stand")
    assert controller(table.battle, lies) == 0
    fresh = facing(10.0, mine=wizard).set("Mine", tokens=(2,))
    assert acts(fresh, "Mine").activate("Mine").topic == "cast"


def until_shot(table: Table, action: str, dice: dict[str, int], *, shaken: bool = False) -> Interlude:
    """Mine takes that action, then Theirs hold and shoot at it."""
    table.set("Mine", shaken=shaken)
    play = mine(acts(table, "Mine"), action)
    if play.topic == "advance":
        play.move(Forward(6))
    shot = acts(table, "Theirs", dice)
    return shot.act("Theirs", "hold").stay().choose(target="Mine")


@pytest.mark.rule("aofr.extra_action.hunker_down")
def test_who_has_hunkered_down_is_shot_at_with_minus_two() -> None:
    play = until_shot(facing(20.0, theirs=bows(quality=3)), "hunker_down", {"to hit": 4})
    assert needs(play, "to hit") == [5]
    assert attacks(play)[0].hits == 0


@pytest.mark.rule("aofr.extra_action.hunker_down_shaken")
def test_a_shaken_unit_that_hunkers_down_recovers() -> None:
    table = facing(20.0, theirs=bows(quality=3))
    play = until_shot(table, "hunker_down", {"to hit": 4}, shaken=True)
    assert not play.unit("Mine").shaken
    assert needs(play, "to hit") == [5]


@pytest.mark.rule("aofr.extra_action.hunker_down")
def test_it_ends_when_the_next_activation_begins() -> None:
    table = facing(20.0)
    mine(acts(table, "Mine"), "hunker_down")
    assert optional.has_effect(table.unit("Mine"), "Hunker Down")
    acts(table, "Mine")
    assert not optional.has_effect(table.unit("Mine"), "Hunker Down")


@pytest.mark.rule("aofr.extra_action.defensive_stance")
def test_who_is_in_a_defensive_stance_is_struck_with_minus_two_and_does_not_strike_back() -> None:
    riders = regiment(size=5, quality=3, weapons=["Spear (A1)"])
    table = facing(5.0, mine=SWORDS, theirs=riders)
    mine(acts(table, "Mine"), "defensive_stance")
    play = acts(table, "Theirs", {"Spear: to hit": 4, "Morale": 6})
    play.charge("Theirs", "Mine")
    assert needs(play, "Spear: to hit") == [5]
    assert not attacks(play, "Sword")
    assert play.topic != "strike back"


@pytest.mark.rule("aofr.extra_action.defensive_stance")
def test_a_defensive_stance_does_not_help_against_shots() -> None:
    table = facing(5.0, mine=SWORDS, theirs=bows(quality=3))
    mine(acts(table, "Mine"), "defensive_stance")
    play = volley(table, "Theirs", "Mine", {"to hit": 1, "Morale": 6})
    assert needs(play, "to hit") == [3]


@pytest.mark.rule("aofr.extra_action.defensive_stance_shaken")
def test_a_shaken_unit_in_a_defensive_stance_recovers() -> None:
    table = facing(5.0, mine=SWORDS).set("Mine", shaken=True)
    mine(acts(table, "Mine"), "defensive_stance")
    unit = table.unit("Mine")
    assert not unit.shaken
    assert optional.has_effect(unit, "Defensive Stance")


@pytest.mark.rule("aofr.extra_action.focused_fire")
@pytest.mark.parametrize(("gap", "need"), [(12.0, 3), (13.0, 4)])
def test_focused_fire_hits_better_what_is_near(gap: float, need: int) -> None:
    play = mine(acts(facing(gap), "Mine", {"to hit": 2}), "focused_fire").stay()
    play.choose(target="Theirs")
    assert needs(play, "to hit") == [need]


@pytest.mark.rule("aofr.extra_action.heavy_charge")
@pytest.mark.parametrize(("gap", "offered"), [(2.0, False), (3.0, True), (5.0, True), (6.0, True), (7.0, False)])
def test_a_heavy_charge_is_at_a_target_three_to_six_inches_away(gap: float, offered: bool) -> None:
    play = acts(facing(gap, mine=SWORDS), "Mine")
    assert ("heavy_charge" in names(play)) is offered
    assert (play.denied.get("extra_actions:heavy_charge") is None) is offered


@pytest.mark.rule("aofr.extra_action.heavy_charge")
def test_a_heavy_charge_has_plus_one_to_hit() -> None:
    play = acts(facing(5.0, mine=SWORDS, theirs=regiment(size=5, weapons=[])), "Mine", {"to hit": 3, "block": 6})
    option = next(option for option in play.weighed if option.key.startswith("extra_actions:heavy_charge"))
    usual = next(option for option in play.weighed if option.key.startswith("charge"))
    assert option.odds[0].value > usual.odds[0].value
    mine(play, "heavy_charge")
    assert needs(play, "to hit") == [3]
    assert attacks(play, "Sword")[0].hits == 10


@pytest.mark.rule("aofr.extra_action.stealth_move")
def test_a_stealth_move_is_an_advance_without_shooting_and_harder_to_hit() -> None:
    table = facing(20.0, theirs=MARKSMEN)
    play = until_shot(table, "stealth_move", {"to hit": 4})
    assert needs(play, "to hit") == [5]
    assert not [event for event in play.told(events.ShotsDeclared) if event.unit == play.unit("Mine").id]
    assert table.unit("Mine").moved


@pytest.mark.rule("aofr.extra_action.covering_fire")
def test_covering_fire_hits_on_sixes_and_forces_a_test_on_a_four() -> None:
    dice = by_reason({"Covering Fire: to hit": (6, 6, 5, 5, 1), "to force a test": (3, 4), "Morale": 3})
    play = mine(acts(facing(10.0, mine=bows(quality=2)), "Mine", dice), "covering_fire").stay()
    play.choose(target="Theirs")
    assert needs(play, "Covering Fire: to hit") == [6]
    assert play.told(told.CoveringFire)[0].hits == 2
    assert play.unit("Theirs").shaken


@pytest.mark.rule("aofr.extra_action.covering_fire")
def test_covering_fire_without_a_four_forces_nothing() -> None:
    dice = by_reason({"Covering Fire: to hit": 6, "to force a test": 3})
    play = mine(acts(facing(10.0), "Mine", dice), "covering_fire").stay().choose(target="Theirs")
    assert not play.told(events.MoraleTested)
    option = 1 - (11 / 12) ** 5
    fresh = mine(acts(facing(10.0), "Mine"), "covering_fire").stay()
    odds = {odd.label: odd.value for odd in fresh.weighed[1].odds}
    assert odds["has to test morale"] == pytest.approx(option)
    assert odds["becomes Shaken"] == pytest.approx(option / 2)


@pytest.mark.rule("aofr.extra_action.covering_fire_no_damage")
def test_covering_fire_wounds_nobody() -> None:
    dice = by_reason({"Covering Fire: to hit": (6, 6, 6, 6, 5), "to force a test": 6, "Morale": 6})
    play = mine(acts(facing(10.0), "Mine", dice), "covering_fire").stay().choose(target="Theirs")
    assert play.told(told.CoveringFire)[0].hits == 4
    assert not needs(play, "to block")
    assert play.unit("Theirs").models == 5


def watched(gap: float, theirs: Regiment = SWORDS, mine_: Regiment = MARKSMEN) -> Table:
    table = facing(gap, mine=mine_, theirs=theirs)
    mine(acts(table, "Mine"), "overwatch")
    return table


@pytest.mark.rule("aofr.extra_action.overwatch_move")
def test_overwatch_shoots_at_any_point_of_a_move_at_minus_one() -> None:
    table = watched(28.0)
    play = acts(table, "Theirs", by_reason({"to hit": (4, 5, 4, 4, 4), "to block": 6})).act("Theirs", "rush")
    start = table.footprint("Theirs").y
    play.move(Forward(12))
    assert play.topic == "overwatch"
    assert play.question.seat == play.unit("Mine").seat
    points = {option.label: option.pose for option in play.options if option.pose is not None}
    assert "Shoot before it moves" not in points, "out of range at the start"
    first = points['Shoot after 4.0"']
    assert start - first.y == pytest.approx(4.0)
    play.choose(next(option.key for option in play.options if option.label == 'Shoot after 4.0"'))
    assert needs(play, "to hit") == [5]
    assert attacks(play)[0].hits == 1
    assert start - table.footprint("Theirs").y == pytest.approx(12.0), "the move goes on"


@pytest.mark.rule("aofr.extra_action.overwatch")
def test_overwatch_reacts_once() -> None:
    table = watched(20.0)
    play = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "advance").move(Forward(6))
    play.choose("0")
    assert len(play.told(told.Reacted)) == 1
    again = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "advance").move(Forward(6))
    assert again.topic != "overwatch"
    fresh = watched(20.0)
    acts(fresh, "Theirs").act("Theirs", "advance").move(Forward(3)).choose("pass")
    kept = acts(fresh, "Theirs").act("Theirs", "advance").move(Forward(3))
    assert kept.topic == "overwatch", "who does not shoot keeps watching"


@pytest.mark.rule("aofr.extra_action.overwatch")
def test_a_unit_on_overwatch_is_idle_and_a_shaken_one_does_not_react() -> None:
    table = watched(20.0)
    assert table.unit("Mine").pose == facing(20.0).unit("Mine").pose
    table.set("Mine", shaken=True)
    play = acts(table, "Theirs").act("Theirs", "advance").move(Forward(6))
    assert play.topic != "overwatch"


@pytest.mark.rule("aofr.extra_action.overwatch_move")
def test_a_charger_that_is_shot_down_never_arrives() -> None:
    table = watched(10.0, theirs=regiment(size=2))
    play = acts(table, "Theirs", {"to hit": 6, "to block": 1}).charge("Theirs", "Mine")
    play.choose(play.keys[-1])
    assert play.unit("Theirs").fate == "destroyed"
    assert not play.told(events.MeleeBegan)


@pytest.mark.rule("aofr.extra_action.overwatch_move")
def test_a_charge_goes_on_with_whoever_is_left() -> None:
    table = watched(10.0, theirs=regiment(size=10, weapons=["Sword (A1)"]))
    dice = by_reason({"Bow: to hit": 6, "Bow: to block": 1, "to hit": 1, "Morale": 6})
    play = acts(table, "Theirs", dice).charge("Theirs", "Mine").choose("0")
    assert play.unit("Theirs").models == 5
    assert play.told(events.MeleeBegan)


@pytest.mark.rule("aofr.extra_action.overwatch_shoot")
@pytest.mark.parametrize(("gap", "reacts"), [(24.0, True), (25.0, False)])
def test_overwatch_shoots_back_within_24_inches(gap: float, reacts: bool) -> None:
    long_bows = bows(weapon='Bow (36", A1)')
    table = watched(gap, theirs=long_bows, mine_=long_bows)
    play = acts(table, "Theirs", by_reason({"to hit": (4, 5, 4, 4, 4), "to block": 6}))
    play.act("Theirs", "hold").stay().choose(target="Mine")
    assert (play.topic == "overwatch") is reacts
    if reacts:
        play.choose("shoot")
        assert needs(play, "Bow: to hit") == [4, 5]


@pytest.mark.rule("aofr.extra_action.overwatch_move")
def test_a_pivot_alone_is_no_move() -> None:
    table = watched(20.0)
    play = acts(table, "Theirs").act("Theirs", "hold").move(Pivot(30))
    assert play.topic != "overwatch"


def test_a_battle_at_random_with_all_extra_actions() -> None:
    played("extra_actions", seed=4)
