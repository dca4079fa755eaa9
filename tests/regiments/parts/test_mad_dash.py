"""Mad dash: side-missions that are rolled each round and scored at its end."""

from __future__ import annotations

import pytest

from tests.pacing import first_now
from tests.regiments.harness import Play, regiment
from tests.regiments.parts.side_missions import FOOT, completers, in_a_dash, lay, owned, rout, seen
from warhost.play.kept.record import replay
from warhost.play.ruleset import Setup
from warhost.players.match import play_match
from warhost.rulesets.regiments.core import Settings
from warhost.rulesets.regiments.parts.side_missions.dash import Dash, dash
from warhost.rulesets.regiments.parts.side_missions.events import MarkersScored, SideMissionCompleted
from warhost.rulesets.regiments.ruleset import RULESET

FAR = "0 A at 8,6 | 1 B at 60,42 face 180"


def dashing(variant: str, dice: list[int] | None = None, *owners: int | None, stage: str = "start of round") -> Play:
    """A round of a mad dash, from that stage on; nobody is near a marker."""
    table = lay(FAR, settings=Settings(parts=(f"mad_dash:{variant}",))).having(markers=owned(*owners))
    return in_a_dash(table, variant).play(dice=dice or [], stage=stage, turn=1)


def rest(game: Play) -> Play:
    """The round is played out."""
    turn = game.battle.turn
    while not game.game.over and game.battle.turn == turn:
        game.decline()
    return game


def ending(table_fields: dict[str, object], slugs: tuple[str, ...] = (), **fields: object) -> Play:
    """A round of a Shared Dash ends with these side-missions open."""
    table = lay(FAR, settings=Settings(parts=("mad_dash:shared",))).having(**table_fields)
    return in_a_dash(table, "shared", open=slugs, **fields).play(dice=[1] * 9, stage="end of round", turn=4)


@pytest.mark.rule("aofr.dash.scoring")
def test_markers_and_side_missions_are_scored_at_each_rounds_end() -> None:
    game = ending({"markers": owned(0, 0, 1)}, ("rule",))
    assert game.battle.points == (3.0, 1.0)
    assert [(event.seat, event.points) for event in game.told(MarkersScored)] == [(0, 2), (1, 1)]
    assert [event.name for event in game.told(SideMissionCompleted)] == ["Rule"]
    assert game.battle.outcome is not None
    assert game.battle.outcome.winners == (0,)


@pytest.mark.rule("aofr.dash.scoring")
def test_points_of_all_rounds_add_up_and_the_number_of_markers_counts() -> None:
    game = ending({"markers": owned(0, 1), "points": (1.0, 4.0)})
    assert game.battle.points == (3.0, 6.0)


@pytest.mark.rule("aofr.dash.scoring")
def test_the_verdict_counts_the_round_as_if_it_ended_now() -> None:
    table = lay(FAR, settings=Settings(parts=("mad_dash:shared",))).having(markers=owned(0, None, 1), turn=2)
    in_a_dash(table, "shared", open=("equalize",)).having(points=(2.0, 1.0), stage="activate")
    verdict = RULESET.verdict(table.battle)
    assert verdict is not None
    assert verdict.score == (4.0, 3.0)


@pytest.mark.rule("aofr.dash.table")
@pytest.mark.parametrize(("die", "variant"), [(1, "shared"), (3, "hidden"), (5, "cumulative")])
def test_a_d3_picks_the_variant(die: int, variant: str) -> None:
    table = lay("0 A off | 1 B off", settings=Settings(parts=("mad_dash:rolled",))).having(markers=owned(None))
    game = table.play(dice=[die, *[1] * 9], stage="set aside", turn=0)
    assert dash(game.battle).variant == variant


@pytest.mark.rule("aofr.dash.shared")
def test_shared_one_side_mission_a_round_for_both() -> None:
    game = dashing("shared", [2, 6, 1, 2], None, None, None)
    assert dash(game.battle).open == ("defend",)
    rest(game)
    assert completers(game) == {0, 1}
    assert dash(game.battle) == Dash(
        "shared", open=("fortify",), scored=(("defend",), ("defend",)), achieved=dash(game.battle).achieved
    )


@pytest.mark.rule("aofr.dash.shared")
def test_shared_what_was_not_scored_is_discarded_and_what_was_is_not_rolled_again() -> None:
    game = rest(dashing("shared", [1, 2, 1, 2, *[2, 6] * 2, 1, 3], None, None, None))
    assert completers(game) == set()
    assert dash(game.battle).open == ("fortify",)
    rest(game)
    rest(game)
    assert dash(game.battle).open == ("seize",)


@pytest.mark.rule("aofr.dash.hidden")
def test_hidden_each_rolls_one_in_secret_that_only_it_may_score() -> None:
    game = dashing("hidden", [1, 1, 1, 6, *[1, 1, 1, 6] * 3], 1, None, None)
    assert dash(game.battle).own == (("mislead",), ("equalize",))
    assert [roll.secret for roll in game.rolls] == [True] * 4
    assert dash(seen(game, 0)).own == (("mislead",), ("?",))
    assert dash(seen(game, 1)).own == (("?",), ("equalize",))
    assert dash(seen(game, None)).own == (("?",), ("?",))
    assert RULESET.panel(seen(game, 1), 0)["Secret side-mission"] == "hidden"
    assert not any("Mislead" in line for line in game.log)
    rest(game)
    assert completers(game) == {0}
    assert dash(game.battle).scored == (("mislead",), ())


@pytest.mark.rule("aofr.dash.hidden")
def test_hidden_each_player_sees_one_every_round() -> None:
    dice = [1, 2, 1, 3, 1, 2, 1, 3, 1, 2, 1, 3, 1, 2, 1, 3]
    game = dashing("hidden", dice, None, None, None)
    seen_by_first = []
    while not game.game.over:
        seen_by_first.append(dash(game.battle).own[0])
        rest(game)
    assert seen_by_first == [("fortify",)] * 4


@pytest.mark.rule("aofr.dash.cumulative")
def test_cumulative_what_was_not_scored_stays() -> None:
    game = rest(rest(dashing("cumulative", [1, 2, 1, 2, 1, 3, 1, 2, 1, 4], None, None, None)))
    assert dash(game.battle).open == ("fortify", "seize", "rule")


@pytest.mark.rule("aofr.dash.cumulative")
def test_cumulative_what_somebody_scored_is_discarded() -> None:
    game = rest(dashing("cumulative", [1, 4, 1, 4, 1, 2], 0, None, None))
    assert completers(game) == {0}
    assert dash(game.battle).open == ("fortify",)


@pytest.mark.rule("aofr.dash.tactical_same_round")
def test_tactical_genius_has_to_be_fulfilled_in_the_round_in_which_it_is_scored() -> None:
    game = rest(dashing("shared", [3, 3, 1, 2, 1, 3], 0, None, None))
    game.battle.markers = owned(0, 0, None)
    assert dash(game.battle).open == ("fortify",)
    rest(game)
    assert [event.name for event in game.told(SideMissionCompleted)] == ["Conserve", "Conserve"]


@pytest.mark.rule("aofr.dash.others_earlier")
def test_others_may_have_been_fulfilled_in_an_earlier_round() -> None:
    hero = regiment(size=1, rules=["Hero", "Tough(3)"])
    line = "0 A at 8,6 | 1 B at 60,42 face 180 | 1 C at 50,42 face 180 | 1 D at 40,42 face 180"
    table = lay(line, {"A": FOOT, "B": hero, "C": hero, "D": FOOT}, Settings(parts=("mad_dash:shared",)))
    for name in ("B", "C"):
        for _ in rout(name)(table.battle):
            pass
    dice = [1, 2, 1, 2, 6, 1, 1, 3]
    game = in_a_dash(table.having(markers=owned(None, None, None)), "shared").play(
        dice=dice, stage="start of round", turn=1
    )
    rest(rest(rest(game)))
    assert [(event.seat, event.name) for event in game.told(SideMissionCompleted)] == [(0, "Slay")]


@pytest.mark.rule("aofr.dash.others_earlier")
def test_where_units_stood_at_an_earlier_rounds_end_counts() -> None:
    game = ending({"markers": owned(None, None, None)}, ("control", "mislead"), achieved=(("control",), ()))
    assert [(event.seat, event.name) for event in game.told(SideMissionCompleted)] == [
        (0, "Control"),
        (0, "Mislead"),
        (1, "Mislead"),
    ]
    noted = dashing("shared", [1, 2, 1, 2, *[1, 2] * 9], None, None, None)
    rest(noted)
    assert "defend" in dash(noted.battle).achieved[0]
    assert "mislead" not in dash(noted.battle).achieved[0]


@pytest.mark.parametrize("variant", first_now(["shared", "hidden", "cumulative"]))
def test_random_battles_in_a_mad_dash_replay_to_their_hash(variant: str) -> None:
    options = {"points": 750, "parts": [f"mad_dash:{variant}"]}
    setup = Setup(ruleset="aofr", armies=("Tallgrass Horde", "Unburied Host"), map="open", options=options)
    _, record = play_match(RULESET, setup, ("random", "random"), 5, record=True)
    assert record is not None
    replay(record, RULESET)
