"""Playing with side-missions: playstyles, selection, secrets and victory points."""

from __future__ import annotations

import pytest

from tests.regiments.harness import Play, regiment
from tests.regiments.parts.side_missions import FOOT, PLAIN, completers, ended, lay, owned, seen
from warhost.errors import WarhostError
from warhost.play import Roll
from warhost.play.kept.record import replay
from warhost.play.questions import Chosen
from warhost.play.ruleset import Setup
from warhost.players.match import play_match
from warhost.rulesets.regiments.core import Marker, Settings, optional
from warhost.rulesets.regiments.parts.side_missions.play import Picked, picked
from warhost.rulesets.regiments.parts.side_missions.table import category_on, mission_on, side_missions
from warhost.rulesets.regiments.ruleset import RULESET

GIANT = regiment(size=1, rules=["Tough(12)"])
OFF = "0 A off | 1 B off"


def selecting(choices: str, dice: list[int], line: str = OFF, **units: object) -> Play:
    """The mission is set up, and side-missions are about to be picked."""
    table = lay(line, {"A": FOOT, "B": FOOT}, Settings(parts=(f"side_missions:{choices}",)))
    return table.having(markers=owned(None, None, None)).play(dice=[*dice, *[1, 2] * 4], stage="set aside", turn=0)


def told(game: Play) -> Picked:
    return picked(game.battle)


@pytest.mark.rule("aofr.side.vp_system")
def test_markers_and_side_missions_give_points_which_decide() -> None:
    table = lay().having(markers=owned(0, 0, 1))
    game = ended(table, "rule", "defend")
    assert game.battle.points == (4.0, 2.0)
    assert game.battle.outcome is not None
    assert game.battle.outcome.winners == (0,)
    assert "4 to 2 victory points" in game.battle.outcome.text


@pytest.mark.rule("aofr.side.vp_system")
def test_points_of_progressive_missions_are_left_out() -> None:
    table = lay().having(markers=owned(0, 0, 1), mission="pitched_battle")
    assert ended(table).battle.points == (2.0, 1.0)
    game = lay(PLAIN).having(markers=owned(0, 0, 1), mission="pitched_battle").play(stage="end of round", turn=1)
    assert game.battle.points == (0.0, 0.0)


@pytest.mark.rule("aofr.side.vp_system")
def test_the_verdict_before_the_end_counts_what_would_be_scored() -> None:
    table = lay().having(markers=owned(0, None, None), turn=2, stage="activate")
    optional.keep(table.battle, "side_missions", Picked("shared", "free", open=("fortify", "rule")))
    verdict = RULESET.verdict(table.battle)
    assert verdict is not None
    assert verdict.score == (3.0, 0.0)


@pytest.mark.rule("aofr.side.marker_value")
@pytest.mark.parametrize(
    ("owners", "points"),
    [((0,), 3.0), ((0, 0), 4.0), ((0, 1), 2.0), ((0, 0, 0, 1, None), 3.0), ((0, None, None), 1.0)],
)
def test_a_marker_is_worth_more_where_there_are_fewer(owners: tuple[int | None, ...], points: float) -> None:
    assert ended(lay().having(markers=owned(*owners))).battle.points[0] == points


@pytest.mark.rule("aofr.side.marker_value")
def test_a_destroyed_marker_of_the_enemy_counts_as_seized() -> None:
    markers = (Marker(10, 24, owner=0, placed_by=0), Marker(60, 24, owner=0, placed_by=1, gone=True))
    assert ended(lay().having(markers=markers, mission="sabotage")).battle.points == (4.0, 0.0)


@pytest.mark.rule("aofr.side.style_table")
@pytest.mark.parametrize(("die", "style"), [(1, "shared"), (3, "hidden"), (5, "shared_hidden")])
def test_a_d3_picks_the_playstyle(die: int, style: str) -> None:
    assert told(selecting("free", [die, 1, 2])).style == style
    assert told(selecting("hidden+free", [])).style == "hidden"


@pytest.mark.rule("aofr.side.method_table")
@pytest.mark.parametrize(("die", "method"), [(1, "free"), (3, "limited"), (5, "randomized")])
def test_a_d3_picks_the_selection_method(die: int, method: str) -> None:
    assert told(selecting("shared", [die, 1, 2, 1, 1, 1, 2, 1, 4, 1, 5])).method == method


@pytest.mark.rule("aofr.side.category_table")
def test_a_d6_picks_the_category() -> None:
    names = ["tactical_genius", "field_marshal", "astute_strategist", "combat_master", "monster_hunter"]
    assert [category_on(die) for die in range(1, 7)] == [*names, "heroic_general"]
    game = selecting("shared+limited", [1, 2, 3])
    assert game.keys[0] == "rush"


TABLES = [
    pytest.param(
        "tactical_genius",
        "mislead fortify seize rule dominate equalize",
        marks=pytest.mark.rule("aofr.side.tactical_genius_table"),
    ),
    pytest.param(
        "field_marshal",
        "control intimidate overrun spread_out invade defend",
        marks=pytest.mark.rule("aofr.side.field_marshal_table"),
    ),
    pytest.param(
        "astute_strategist",
        "rush finalize conserve erode terrify hex",
        marks=pytest.mark.rule("aofr.side.astute_strategist_table"),
    ),
    pytest.param(
        "combat_master",
        "slaughter wipe_out exterminate butcher eradicate massacre",
        marks=pytest.mark.rule("aofr.side.combat_master_table"),
    ),
    pytest.param(
        "monster_hunter",
        "eliminate destroy obliterate erase annihilate decimate",
        marks=pytest.mark.rule("aofr.side.monster_hunter_table"),
    ),
    pytest.param(
        "heroic_general",
        "slay execute terminate assassinate murder dispatch",
        marks=pytest.mark.rule("aofr.side.heroic_general_table"),
    ),
]


@pytest.mark.parametrize(("category", "names"), TABLES)
def test_the_table_of_each_category(category: str, names: str) -> None:
    assert [mission_on(category, die) for die in range(1, 7)] == names.split()


@pytest.mark.rule("aofr.side.shared", "aofr.side.open_order")
def test_shared_players_take_turns_to_pick_four_that_both_may_complete() -> None:
    game = selecting("shared+free", [1, 2])
    seats = []
    for slug in ("equalize", "rush", "defend", "erode"):
        assert game.topic == "side-mission"
        seats.append(game.question.seat)
        game.choose(slug)
    assert seats == [1, 0, 1, 0]
    assert told(game).open == ("equalize", "rush", "defend", "erode")
    assert told(game).secret == ((), ())
    assert completers(ended(lay().having(markers=owned(0, 1, None)), "equalize")) == {0, 1}


@pytest.mark.rule("aofr.side.open_order")
def test_nobody_picks_what_was_picked_openly() -> None:
    game = selecting("shared+free", [2, 1]).choose("rush")
    assert "rush" not in game.keys
    assert game.denied == {"rush": "aofr.side.open_order"}


@pytest.mark.rule("aofr.side.hidden")
def test_hidden_each_picks_three_that_only_it_knows_and_may_complete() -> None:
    game = selecting("hidden+free", [])
    for own, theirs in (("rule", "rule"), ("rush", "defend"), ("erode", "erode")):
        assert game.topic == "secret side-mission"
        assert len(game.game.pending) == 2
        game.game.answer(Chosen(theirs), 1)
        game.game.answer(Chosen(own), 0)
    assert told(game).secret == (("rule", "rush", "erode"), ("rule", "defend", "erode"))
    for seat, other in ((0, 1), (1, 0)):
        view = seen(game, seat)
        assert picked(view).secret[seat] == told(game).secret[seat]
        assert picked(view).secret[other] == ("?", "?", "?")
        assert "Rule" not in str(RULESET.panel(view, other))
    assert picked(seen(game, None)).secret == (("?",) * 3, ("?",) * 3)
    assert not any("Erode" in line for line in game.log)


@pytest.mark.rule("aofr.side.hidden")
def test_an_opponent_who_fulfils_a_secret_mission_gets_nothing_for_it() -> None:
    table = lay().having(markers=owned(1, 1, None), stage="reckon", turn=4)
    optional.keep(table.battle, "side_missions", Picked("hidden", "free", secret=(("rule",), ("fortify",))))
    game = table.play()
    assert game.battle.points == (0.0, 2.0)
    assert "0 had the secret side-mission Rule" in "\n".join(game.log).replace(game.battle.scene.seats[0].name, "0")


@pytest.mark.rule("aofr.side.shared_hidden")
def test_shared_and_hidden_two_open_and_two_secret() -> None:
    game = selecting("shared_hidden+free", [2, 1]).choose("rush").choose("erode")
    assert game.topic == "secret side-mission"
    assert "rush" not in game.keys
    game.game.answer(Chosen("defend"), 0)
    game.game.answer(Chosen("seize"), 1)
    assert (told(game).open, told(game).secret) == (("rush", "erode"), (("defend",), ("seize",)))


@pytest.mark.rule("aofr.side.method_free")
def test_free_any_side_mission_of_any_category() -> None:
    game = selecting("shared+free", [2, 1])
    assert set(game.keys) == set(side_missions())
    assert not [roll for roll in game.rolls if "side-mission" in roll.why and "Roll-off" not in roll.why]


@pytest.mark.rule("aofr.side.method_limited")
def test_limited_a_die_gives_the_category() -> None:
    game = selecting("shared+limited", [2, 1, 4])
    combat = {"slaughter", "wipe_out", "exterminate", "butcher", "eradicate", "massacre"}
    assert set(game.keys) == combat


@pytest.mark.rule("aofr.side.method_random")
def test_randomized_two_dice_give_the_side_mission() -> None:
    game = selecting("shared+randomized", [2, 1, 1, 3, 3, 1, 2, 6, 4, 3])
    assert told(game).open == ("seize", "rush", "defend", "exterminate")


@pytest.mark.rule("aofr.side.method_random", "aofr.side.hidden")
def test_randomized_in_secret_the_dice_are_for_their_player_alone() -> None:
    game = selecting("hidden+randomized", [1, 3, 3, 1, 2, 6, 4, 3, 1, 4, 2, 2])
    assert told(game).secret == (("seize", "defend", "rule"), ("rush", "exterminate", "intimidate"))
    rolls: list[Roll] = [roll for roll in game.rolls if roll.rule.startswith("aofr.side.")]
    assert len(rolls) == 12
    assert all(roll.secret for roll in rolls)
    assert [roll.seat for roll in rolls[:4]] == [0, 0, 1, 1]


@pytest.mark.rule("aofr.side.reroll_impossible")
def test_what_nobody_can_complete_is_rolled_again() -> None:
    game = selecting("shared+randomized", [2, 1, 5, 1, 6, 1, 3, 6, 1, 1, 1, 2, 1, 4, 1, 5])
    assert told(game).open == ("mislead", "fortify", "rule", "dominate")


IMPOSSIBLE = "overrun spread_out invade terrify hex slaughter massacre eliminate destroy decimate slay execute dispatch"


@pytest.mark.rule("aofr.side.reroll_impossible")
@pytest.mark.parametrize("slug", IMPOSSIBLE.split())
def test_side_missions_that_these_armies_cannot_complete(slug: str) -> None:
    game = selecting("shared+free", [2, 1])
    option = next(option for option in game.options if option.key == slug)
    assert "It cannot be completed with these armies." in option.text
    assert "cannot" not in next(option for option in game.options if option.key == "rush").text


def test_two_playstyles_at_once_are_refused() -> None:
    with pytest.raises(WarhostError, match="one playstyle, not Shared and Hidden"):
        optional.check(Settings(parts=("side_missions:shared+hidden",)))


@pytest.mark.parametrize("choices", ["shared_hidden+limited", "hidden+randomized"])
def test_random_battles_with_side_missions_replay_to_their_hash(choices: str) -> None:
    options = {"points": 750, "parts": [f"side_missions:{choices}"]}
    setup = Setup(ruleset="aofr", armies=("Tallgrass Horde", "Unburied Host"), map="open", options=options)
    _, record = play_match(RULESET, setup, ("random", "random"), 5, record=True)
    assert record is not None
    replay(record, RULESET)


def test_what_is_in_force_and_what_panels_show() -> None:
    table = lay().having(markers=owned(0, 0, 1), turn=2, stage="activate")
    secret = (("defend",), ("hex",))
    optional.keep(table.battle, "side_missions", Picked("shared_hidden", "free", open=("rule", "rush"), secret=secret))
    game = table.play()
    (part,) = optional.in_force(table.battle.scene.settings.parts)
    name = game.battle.scene.seats[0].name
    assert part.in_force(seen(game, 0)) == (
        "Side-missions are Shared + Hidden; selection: Free.",
        "Rule, for both players: You control more markers than your opponent.",
        "Rush, for both players: You are the first to destroy an enemy unit.",
        f"Defend, in secret for {name}: No enemy unit is fully inside your deployment zone.",
    )
    assert len(part.in_force(seen(game, None))) == 3
    panels = [RULESET.panel(seen(game, 0), seat) for seat in (0, 1)]
    assert [panel["Side-missions"] for panel in panels] == ["Rule (done) and Rush", "Rule and Rush"]
    assert [panel["Secret side-missions"] for panel in panels] == ["Defend (done)", 1]
