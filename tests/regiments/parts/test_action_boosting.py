"""Action Boosting: three playstyles, and a boost for every action."""

from __future__ import annotations

import msgspec
import pytest

from tests.pacing import first_now
from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, needs
from tests.regiments.harness import Interlude, Play, Table, acts, draw, happen, regiment
from tests.regiments.parts.playing import decision, played
from warhost.errors import WarhostError
from warhost.play import Chosen, Manoeuvre
from warhost.rulesets.regiments.chapters import structure
from warhost.rulesets.regiments.chapters.deployment import setup
from warhost.rulesets.regiments.chapters.missions import last_round, objectives
from warhost.rulesets.regiments.core import Marker, Regiment, Settings, events, optional
from warhost.rulesets.regiments.parts.action_boosting import Boosting, draw_token, fill_bags
from warhost.table import Forward

BOTH = Settings(parts=("extra_actions", "action_boosting"))
MARKSMEN = bows(count=5)
SWORDS = regiment(size=5, weapons=["Sword (A2)"])
UNARMED = regiment(size=5, weapons=[])


def style(name: str, mission: str = "duel") -> Settings:
    return Settings(parts=(f"action_boosting:{name}",), mission=mission)


def facing(gap: float, settings: Settings = BOTH, mine: Regiment = MARKSMEN, theirs: Regiment = SWORDS) -> Table:
    """Mine, who has a boost point, and Theirs face each other."""
    table = draw("Mine at 36,10 | Theirs at 36,40 face 180", settings, Mine=mine, Theirs=theirs)
    optional.keep(table.battle, "action_boosting", Boosting(points=(1, 0)))
    return table.touch("Mine", "Theirs", gap=gap)


def told(play: Play | Table) -> Boosting:
    return optional.kept(play.battle, "action_boosting", Boosting)


def boosted(play: Interlude, action: str, way: int = 0) -> Interlude:
    """Mine takes an action and boosts it, in that way where there are several."""
    play.activate("Mine")
    key = next(key for key in play.keys if key.split(":")[-1].split(">")[0] == action)
    play.choose(key)
    if play.topic == "boost action":
        play.choose(play.keys[1 + way])
    return play


def farthest(play: Play) -> float:
    question = play.question
    assert isinstance(question, Manoeuvre)
    return question.kinds[0].forward


@pytest.mark.rule("aofr.boost.style_table")
@pytest.mark.parametrize(("face", "name"), [(1, "tactical"), (2, "tactical"), (3, "underdog"), (6, "random")])
def test_a_d3_picks_the_playstyle(face: int, name: str) -> None:
    """A D3 is a D6 halved."""
    table = draw("Pike Company at 36,10 | Tent Guard at 36,40 face 180", style("roll"))
    play = happen(table, setup.choose_style, {"Playstyle": face})
    assert told(play).style == name
    assert happen(draw("Pike Company at 36,10", style("random")), setup.choose_style).rolls == []


def rounds(settings: Settings) -> Play:
    table = draw("Pike Company at 36,5 | Tent Guard at 36,43 face 180", settings)
    return table.play(stage="start of round", turn=1)


def hold_all(play: Play) -> Play:
    """Everybody holds until the next round begins, and nothing is boosted."""
    now = play.battle.turn
    while play.battle.turn == now and not play.game.over:
        play.choose("hold") if play.topic == "action" else play.decline()
    return play


@pytest.mark.rule("aofr.boost.tactical")
def test_tactical_points_carry_over() -> None:
    play = rounds(style("tactical"))
    assert told(play).points == (1, 1)
    hold_all(hold_all(play))
    assert (play.battle.turn, told(play).points) == (3, (3, 3))


@pytest.mark.rule("aofr.boost.once_per_unit")
def test_an_action_takes_one_boost_at_most() -> None:
    table = facing(10.0)
    optional.keep(table.battle, "action_boosting", Boosting(points=(2, 0)))
    play = acts(table, "Mine", {"to hit": 1}).choose("hold")
    assert play.topic == "boost action"
    play.choose(play.keys[1])
    asked = []
    while not play.game.over:
        asked.append(play.topic)
        play.decline()
    assert "boost action" not in asked
    assert told(play).points == (1, 0)


@pytest.mark.rule("aofr.boost.once_per_unit")
def test_without_a_point_nothing_is_boosted() -> None:
    table = facing(10.0)
    optional.keep(table.battle, "action_boosting", Boosting())
    assert acts(table, "Mine").choose("hold").topic == "hold"


def markers(*owners: int | None) -> tuple[Marker, ...]:
    return tuple(Marker(x=10.0 + 12 * i, y=24.0, owner=owner) for i, owner in enumerate(owners))


@pytest.mark.rule("aofr.boost.underdog_mission")
def test_the_underdogs_mission_scores_every_marker_every_round() -> None:
    table = draw("Pike Company at 36,5 | Tent Guard at 36,43 face 180", style("underdog"))
    for owners in ((0, 1), (0, 0, 1), (0, 0, 1), (0, 0, 1, 1)):
        table.battle.markers = markers(*owners)
        happen(table, objectives.at_round_end)
    assert table.battle.points == (7.0, 5.0)
    assert last_round(table.battle) == 4
    play = happen(table, objectives.reckon)
    assert play.battle.outcome is not None
    assert (play.battle.outcome.winners, play.battle.outcome.score) == ((0,), (7.0, 5.0))


@pytest.mark.rule("aofr.boost.underdog_mission")
def test_the_underdogs_mission_is_the_standard_one() -> None:
    with pytest.raises(WarhostError, match="standard mission"):
        optional.check(style("underdog", mission="raid"))
    optional.check(style("tactical", mission="raid"))


@pytest.mark.rule("aofr.boost.underdog_points")
@pytest.mark.parametrize(("points", "gained"), [((3.0, 1.0), (1, 2)), ((1.0, 3.0), (2, 1)), ((2.0, 2.0), (1, 1))])
def test_who_is_behind_gets_two_points_and_none_are_saved(points: tuple[float, float], gained: tuple[int, int]) -> None:
    table = draw("Pike Company at 36,5 | Tent Guard at 36,43 face 180", style("underdog"))
    optional.keep(table.battle, "action_boosting", Boosting(points=(5, 5)))
    table.having(points=points)
    happen(table, structure.start_of_round)
    assert told(table).points == gained


@pytest.mark.rule("aofr.boost.random_tokens")
def test_a_bag_has_as_many_tokens_as_units_one_of_them_the_boost_token() -> None:
    line = " | ".join(f"Pike Company at {10 + 9 * i},5" for i in range(6))
    table = draw(f"{line} | Tent Guard at 36,43 face 180", style("random"))
    fill_bags(table.battle)
    assert (told(table).plain, told(table).token) == ((5, 0), (True, True))
    table.battle.units[0].fate = "destroyed"
    table.battle.units[0].pose = None
    fill_bags(table.battle)
    assert told(table).plain == (4, 0)


@pytest.mark.rule("aofr.boost.random_draw")
def test_the_boost_token_boosts_one_activation_in_a_round() -> None:
    table = draw("Pike Company at 16,5 | Pike Company at 46,5 | Tent Guard at 36,43 face 180", style("random"))
    fill_bags(table.battle)
    drawn = []
    for face in (2, 1):
        play = happen(table, lambda battle: draw_token(battle, 0), [face])
        drawn.append(told(play).drawn)
    assert drawn == [None, 0]
    assert (told(table).plain, told(table).token) == ((0, 0), (False, True))
    happen(table, lambda battle: draw_token(battle, 0))
    assert told(table).drawn is None


@pytest.mark.rule("aofr.boost.random_draw")
def test_only_the_turn_of_the_boost_token_may_be_boosted() -> None:
    settings = style("random")
    play = draw("Pike Company at 36,5 | Tent Guard at 36,43 face 180", settings).play(stage="start of round", turn=1)
    assert told(play).drawn == 0, "of one token one is drawn without a die"
    play.choose("rush")
    assert play.topic == "boost action"
    play.choose(play.keys[1])
    assert told(play).drawn is None


@pytest.mark.rule("aofr.boost.hold")
def test_a_boosted_hold_shoots_further_and_better() -> None:
    play = boosted(acts(facing(36.0), "Mine", {"to hit": 3, "to block": 6}), "hold").stay()
    play.choose(target="Theirs")
    assert needs(play, "to hit") == [3]
    assert attacks(play)[0].hits == 5
    out = boosted(acts(facing(36.5), "Mine"), "hold").stay()
    assert out.game.over or out.topic != "shoot"


@pytest.mark.rule("aofr.boost.advance")
def test_a_boosted_advance_shoots_better() -> None:
    play = boosted(acts(facing(20.0, mine=bows(quality=5)), "Mine", {"to hit": 4, "to block": 6}), "advance")
    assert farthest(play) == 6.0
    play.move(Forward(6)).choose(target="Theirs")
    assert needs(play, "to hit") == [4]


@pytest.mark.rule("aofr.boost.rush")
@pytest.mark.parametrize(("rules", "far"), [([], 18.0), (["Fast"], 24.0)])
def test_a_boosted_rush_goes_half_as_far_again(rules: list[str], far: float) -> None:
    play = boosted(acts(facing(30.0, mine=regiment(rules=rules)), "Mine"), "rush")
    assert farthest(play) == far
    play.move(Forward(far))
    assert play.told(events.UnitMoved)[0].inches == far


@pytest.mark.rule("aofr.boost.charge")
def test_a_boosted_charge_strikes_better_but_goes_no_further() -> None:
    play = acts(facing(10.0, mine=SWORDS, theirs=UNARMED), "Mine", {"to hit": 3, "to block": 6})
    play.choose(target="Theirs")
    plain, better = (option.odds[0].value for option in play.weighed)
    assert better > plain
    play.choose(play.keys[1])
    assert needs(play, "to hit") == [3]
    assert not any(key.startswith("charge") for key in acts(facing(12.5, mine=SWORDS), "Mine").keys)


@pytest.mark.rule("aofr.boost.assault")
@pytest.mark.parametrize(("way", "wanted"), [(0, (4, 5)), (1, (5, 4))])
def test_a_boosted_assault_is_without_one_of_its_penalties(way: int, wanted: tuple[int, int]) -> None:
    both = regiment(size=5, weapons=['Bow (24", A1)', "Sword (A1)"])
    play = acts(facing(5.0, mine=both, theirs=UNARMED), "Mine", {"to hit": 1})
    boosted(play, "assault", way)
    assert (needs(play, "Bow: to hit")[0], needs(play, "Sword: to hit")[0]) == wanted


@pytest.mark.rule("aofr.boost.last_stand")
def test_a_boosted_last_stand_is_without_one_of_its_penalties() -> None:
    table = facing(20.0, theirs=MARKSMEN).set("Mine", shaken=True)
    play = boosted(acts(table, "Mine", {"to hit": 1}), "last_stand", 2)
    labels = {option.key: option.label for option in play.options}
    assert 'up to 12"' in labels["rush"]
    play.choose("hold").stay().choose(target="Theirs")
    assert needs(play, "to hit") == [5], "Quality is still at -1"
    steady = facing(20.0).set("Mine", shaken=True)
    play = boosted(acts(steady, "Mine", {"to hit": 1}), "last_stand", 0).choose("hold").stay().choose(target="Theirs")
    assert needs(play, "to hit") == [4]
    for way, need in ((1, 4), (0, 5)):
        table = facing(20.0, theirs=MARKSMEN).set("Mine", shaken=True)
        boosted(acts(table, "Mine"), "last_stand", way).choose("rush").stay()
        shot = acts(table, "Theirs", {"to hit": 6, "to block": 6}).act("Theirs", "hold").stay().choose(target="Mine")
        assert needs(shot, "to block") == [need]


def shot_at(action: str, quality: int) -> Interlude:
    """Mine takes that action, boosted, then Theirs shoot at it."""
    table = facing(20.0, theirs=bows(quality=quality))
    play = boosted(acts(table, "Mine"), action)
    if play.topic == "advance":
        play.stay()
    return acts(table, "Theirs", {"to hit": 1}).act("Theirs", "hold").stay().choose(target="Mine")


@pytest.mark.rule("aofr.boost.hunker_down")
def test_boosted_hunker_down() -> None:
    assert needs(shot_at("hunker_down", 3), "to hit") == [6]


@pytest.mark.rule("aofr.boost.stealth_move")
def test_boosted_stealth_move() -> None:
    assert needs(shot_at("stealth_move", 4), "to hit") == [6]


@pytest.mark.rule("aofr.boost.defensive_stance")
def test_boosted_defensive_stance() -> None:
    table = facing(5.0, mine=SWORDS, theirs=regiment(size=5, quality=2, weapons=["Spear (A1)"]))
    boosted(acts(table, "Mine"), "defensive_stance")
    play = acts(table, "Theirs", {"to hit": 1, "Morale": 6}).charge("Theirs", "Mine")
    assert needs(play, "Spear: to hit") == [5]


@pytest.mark.rule("aofr.boost.focused_fire")
@pytest.mark.parametrize(("gap", "need"), [(11.0, 3), (17.0, 3), (19.0, 4)])
def test_boosted_focused_fire_reaches_further(gap: float, need: int) -> None:
    play = boosted(acts(facing(gap), "Mine", {"to hit": 1}), "focused_fire").stay().choose(target="Theirs")
    assert needs(play, "to hit") == [need]


@pytest.mark.rule("aofr.boost.heavy_charge")
def test_a_boosted_heavy_charge_reaches_further() -> None:
    play = acts(facing(8.0, mine=SWORDS, theirs=UNARMED), "Mine", {"to hit": 3, "to block": 6})
    (key,) = [key for key in play.keys if "heavy_charge" in key]
    assert key.startswith("action_boosting:")
    heavy = next(option for option in play.weighed if option.key == key)
    usual = next(option for option in play.weighed if option.key.startswith("charge"))
    assert heavy.odds[0].value > usual.odds[0].value
    play.choose(key)
    assert needs(play, "to hit") == [3]
    assert told(play).points == (0, 0)
    for gap in (2.0, 9.5):
        assert not any("heavy_charge" in key for key in acts(facing(gap, mine=SWORDS), "Mine").keys)
    (near,) = [key for key in acts(facing(5.0, mine=SWORDS), "Mine").keys if "heavy_charge" in key]
    assert near.startswith("extra_actions:")


@pytest.mark.rule("aofr.boost.covering_fire")
@pytest.mark.parametrize(("way", "rattled"), [("no", False), ("yes", True)])
def test_boosted_covering_fire_needs_a_three(way: str, rattled: bool) -> None:
    dice = by_reason({"Covering Fire: to hit": (6, 1, 1, 1, 1), "to force a test": 3, "Morale": 6})
    play = acts(facing(10.0), "Mine", dice).choose("extra_actions:covering_fire")
    play.choose(play.keys[1 if way == "yes" else 0]).stay().choose(target="Theirs")
    assert bool(play.told(events.MoraleTested)) is rattled


@pytest.mark.rule("aofr.boost.overwatch")
def test_a_boosted_overwatch_shoots_without_penalty() -> None:
    table = facing(20.0)
    boosted(acts(table, "Mine"), "overwatch")
    play = acts(table, "Theirs", {"to hit": 4, "to block": 6}).act("Theirs", "advance").move(Forward(6)).choose("0")
    assert needs(play, "to hit") == [4]
    assert attacks(play)[0].hits == 5


def test_a_boost_is_over_with_the_activation() -> None:
    table = facing(20.0)
    play = boosted(acts(table, "Mine", {"to hit": 1}), "hold").stay()
    while not play.game.over:
        play.decline()
    assert not optional.has_effect(table.unit("Mine"), "boosted")
    again = msgspec.json.encode(told(table))
    assert msgspec.json.decode(again, type=Boosting) == told(table)


@pytest.mark.parametrize("name", first_now(["tactical", "underdog", "random", "roll"]))
def test_a_battle_at_random_with_boosts(name: str) -> None:
    played(f"extra_actions,action_boosting:{name}", seed=3)


def test_a_computer_player_spends_a_boost_with_a_reason() -> None:
    play = acts(facing(10.0, mine=SWORDS, theirs=UNARMED), "Mine").choose(target="Theirs")
    told_why = decision(play)
    assert told_why.answer == Chosen(play.keys[1])
    assert "aofr.boost.charge" in {reason.rule for reason in told_why.reasons}
