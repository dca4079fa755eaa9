"""Every kind of question, loose units, templates and teams, played through the same frame as every other rulebook."""

from __future__ import annotations

from collections import Counter
from math import hypot

import pytest

from tests.skirmish import RULESET, skirmish
from tests.skirmish.bands import COHESION, DASH, GAP, MODELS, PUSH, WALK, Band, Skirmish, bases_of, shape_of, stand
from warhost.dice import Chance
from warhost.field.loose.bodies import chains, gap_between, in_cohesion
from warhost.play import (
    Allocate,
    Allocated,
    Answer,
    Chosen,
    Game,
    Manoeuvre,
    Moved,
    Outline,
    Pick,
    Picked,
    Place,
    Placed,
    Refused,
    Setup,
    Ticked,
    Walk,
    Walked,
    Within,
    battle_hash,
    luck_of,
    parse_position,
    record_of,
    replay,
)
from warhost.players import RandomPlayer, play_out
from warhost.report import drawing
from warhost.server.shown.picture import unit_shown
from warhost.table import Circle, Forward, Pivot, Pose

SETUP = Setup(ruleset="skirmish", armies=tuple(MODELS))


def game_of(battle: Skirmish, dice: list[tuple[int, ...]] | None = None, seed: int = 1) -> Game:
    if dice is None:
        return Game(RULESET, battle, luck_of(Chance(seed)))
    written = iter(dice)
    return Game(RULESET, battle, lambda roll: next(written))


def begun(battle: Skirmish, dice: list[tuple[int, ...]] | None = None, stance: str = "steady") -> Game:
    """A battle in which all have chosen their stances."""
    game = game_of(battle, dice)
    while game.pending and game.asked.question.topic == "stance":
        game.answer(Chosen(stance))
    return game


def placed(x: float, y: float, facing: float = 0.0) -> Placed:
    return Placed(Pose(x, y, facing))


def at(band: Band, *places: tuple[float, float]) -> None:
    band.models = band.files = 0
    stand(band, tuple(Circle(x, y, 0.5) for x, y in places), 0.0)


def at_hand(game: Game) -> Skirmish:
    assert isinstance(game.battle, Skirmish)
    return game.battle


def refusal(game: Game, answer: Answer | Ticked) -> str:
    with pytest.raises(Refused) as refused:
        game.answer(answer)
    return str(refused.value)


def test_every_kind_of_question_is_asked_in_a_few_battles() -> None:
    asked: Counter[str] = Counter()
    for seed in range(6):
        game = game_of(skirmish(), seed=seed)
        chance = Chance(f"answers {seed}")
        while not game.over:
            asked.update(ask.question.topic for ask in game.pending)
            kinds = {type(ask.question) for ask in game.pending}
            asked.update(kind.__name__ for kind in kinds)
            game.answer(game.asked.sample(chance))
    assert {"Choose", "Pick", "Manoeuvre", "Walk", "Place", "Allocate"} <= set(asked)
    assert {"stance", "move", "dash", "manoeuvre", "tricks", "stone", "fire", "bolt", "call"} <= set(asked)


@pytest.mark.parametrize("seed", range(4))
def test_random_players_play_it_to_the_end_and_bands_keep_together(seed: int) -> None:
    game = game_of(skirmish(), seed=seed)
    chance = Chance(f"answers {seed}")
    while not game.over:
        question = game.asked.question
        band = game.battle.units[game.battle.active]
        before, links = bases_of(band), len(chains(bases_of(band), COHESION))
        game.answer(game.asked.sample(chance))
        assert RULESET.problems(game.battle) == []
        if isinstance(question, Walk):
            after = bases_of(game.battle.units[band.id])
            assert len(chains(after, COHESION)) <= links
            ways = [hypot(end.x - start.x, end.y - start.y) for start, end in zip(before, after, strict=True)]
            assert max(ways) <= question.inches + 1e-6
    assert game.battle.outcome is not None
    assert game.battle.outcome.winners in ((), (0,), (1, 2))


def test_a_record_replays_to_the_same_hash() -> None:
    game = game_of(skirmish(), seed=5)
    play_out(game, [RandomPlayer(Chance(seat)) for seat in range(3)])
    again = replay(record_of(game, SETUP, ("random",) * 3), RULESET)
    assert again.hash() == game.hash()


def test_a_position_in_text_tells_the_place_of_every_model() -> None:
    game = game_of(skirmish(), seed=2)
    chance = Chance(3)
    for _ in range(19):
        game.answer(game.asked.sample(chance))
    line = RULESET.to_text(game.battle)
    again = RULESET.from_text(parse_position(line))
    assert battle_hash(again) == battle_hash(game.battle)
    assert line.count("places=[[") == sum(bool(band.places) for band in game.battle.units)


# A secret choice of three seats, and its clock


def test_no_stance_is_known_before_all_three_seats_have_chosen() -> None:
    game = game_of(skirmish())
    assert [ask.question.seat for ask in game.pending] == [0, 1, 2]
    assert game.answer(Chosen("bold"), 1) == []
    assert at_hand(game).stances == ()
    assert game.sealed == {1}
    assert "already answered" in refusal_of(game, Chosen("wary"), 1)
    game.answer(Chosen("wary"), 2)
    game.answer(Chosen("steady"), 0)
    assert at_hand(game).stances == ("steady", "bold", "wary")


def refusal_of(game: Game, answer: Answer, seat: int) -> str:
    with pytest.raises(Refused) as refused:
        game.answer(answer, seat)
    return str(refused.value)


def test_who_does_not_choose_before_the_clock_runs_out_is_wary_and_the_record_says_why() -> None:
    game = game_of(skirmish())
    game.answer(Chosen("bold"), 0)
    game.answer(Ticked(), 2)
    game.answer(Chosen("bold"), 1)
    assert at_hand(game).stances == ("bold", "bold", "wary")
    assert [entry.answer for entry in game.entries[:3]] == [Chosen("bold"), Chosen("bold"), Ticked()]
    again = replay(record_of(game, SETUP, ("random",) * 3), RULESET)
    assert (again.hash(), at_hand(again).stances) == (game.hash(), at_hand(game).stances)
    game.undo()
    game.redo()
    assert at_hand(game).stances == ("bold", "bold", "wary")


def test_no_clock_runs_for_other_questions() -> None:
    game = begun(skirmish())
    assert refusal(game, Ticked()) == "Where do Wolves go? No clock runs for this question (play.clock)."


# Moves


def test_a_band_takes_up_a_formation_where_it_goes_as_it_was_shown() -> None:
    battle = skirmish()
    at(battle.units[0], *((12.5 + 1.25 * number, 4.0) for number in range(6)))
    game = begun(battle, [(6,)])
    wedge = Walked("wedge", Pose(15.0, 6.0, 0.0))
    shown, spent = game.asked.previewed(wedge), game.asked.spent(wedge)
    game.answer(wedge)
    wolves = game.battle.units[0]
    ranks = sorted({round(y, 3) for _, y in wolves.places}, reverse=True)
    assert [sum(round(y, 3) == rank for _, y in wolves.places) for rank in ranks] == [1, 2, 3]
    assert in_cohesion(bases_of(wolves), COHESION)
    assert shown is not None
    for base, (x, y) in zip(shown, wolves.places, strict=True):
        assert (base.x, base.y) == pytest.approx((x, y))
    assert 1.0 < max(spent) <= WALK


def test_a_band_keeps_its_order_and_goes_no_farther_than_it_may() -> None:
    game = begun(skirmish())
    before = game.battle.units[0].places
    game.answer(Walked("", Pose(15.0, 9.5, 0.0)))
    assert game.battle.units[0].places == tuple((x, y + WALK) for x, y in before)
    game = begun(skirmish())
    assert refusal(game, Walked("", Pose(15.0, 24.5, 0.0))) == (
        "The middle of Wolves would be off the table (skirmish.room)."
    )


def test_a_band_walks_round_the_rocks_and_keeps_off_enemies() -> None:
    battle = skirmish()
    at(battle.units[0], (15.0, 10.4))
    at(battle.units[1], (19.5, 13.5))
    game = begun(battle)
    game.answer(Walked("line", Pose(18.5, 13.0, 0.0)))
    wolf = bases_of(game.battle.units[0])
    assert wolf[0].x > 17.0
    assert gap_between(wolf, bases_of(game.battle.units[1])) >= GAP - 0.002


def one_by_one(*places: tuple[float, float]) -> Walked:
    return Walked(places=tuple(Pose(x, y, 0.0) for x, y in places))


def test_models_walk_one_by_one_among_the_others_and_keep_together() -> None:
    battle = skirmish()
    at(battle.units[0], (4.0, 8.0), (5.5, 8.0), (8.0, 8.0))
    game = begun(battle)
    walk = one_by_one
    assert refusal(game, walk((4.0, 8.0), (5.5, 8.0), (13.5, 8.0))) == (
        'Model 3 of Wolves cannot get there with 5" (skirmish.move).'
    )
    assert refusal(game, walk((4.0, 8.0), (5.5, 8.0), (9.5, 8.0))) == (
        'Model 3 of Wolves would be more than 2" from the others (skirmish.cohesion).'
    )
    assert refusal(game, walk((4.0, 8.0), (5.5, 8.0), (6.2, 8.0))) == (
        "Model 3 of Wolves would stand on another model of its unit (skirmish.room)."
    )
    assert "3 models need as many places, not 2" in refusal(game, walk((4.0, 8.0), (5.5, 8.0)))
    with pytest.raises(Refused) as refused:
        game.answer(walk((4.0, 8.0), (0.2, 8.0), (8.0, 8.0)))
    assert refused.value.model == 1
    game.answer(walk((4.0, 8.0), (5.5, 8.0), (7.0, 8.0)))
    assert game.battle.units[0].places == ((4.0, 8.0), (5.5, 8.0), (7.0, 8.0))


def test_a_band_that_dashes_is_asked_again_and_makes_no_efforts() -> None:
    game = begun(skirmish())
    before = game.battle.units[0].places
    game.answer(Walked(instead="dash"))
    question = game.asked.question
    assert isinstance(question, Walk)
    assert (question.inches, question.instead) == (DASH, ())
    assert refusal(game, Walked(instead="dash")) == "Wolves dash already (skirmish.dash)."
    game.answer(Walked("", Pose(15.0, 11.0, 0.0)))
    assert game.asked.question.topic == "tricks"
    assert max(y for _, y in game.battle.units[0].places) > max(y for _, y in before) + WALK


def test_a_band_may_stay() -> None:
    game = begun(skirmish())
    before = game.battle.units[0].places
    assert Walked() in game.asked.suggestions()
    game.answer(Walked())
    assert (game.battle.units[0].places, game.asked.question.topic) == (before, "effort")


def reforming(*armies: str) -> Game:
    battle = skirmish(*(armies or ("Golems", "Goblins", "Wolves")))
    battle.stances, battle.stage = ("steady",) * 3, "move"
    return game_of(battle)


def test_a_block_changes_its_files_about_its_centre() -> None:
    game = reforming()
    question = game.asked.question
    assert isinstance(question, Manoeuvre)
    wide = question.kinds[1].frontages[5]
    assert (wide.files, wide.width, wide.depth) == (6, 6.0, 1.0)
    shown = game.asked.previewed(Moved("reform", (Pivot(90.0),), 2))
    game.answer(Moved("reform", (Pivot(90.0),), 2))
    golems = game.battle.units[0]
    assert (golems.pose, golems.files) == (Pose(15.0, 4.0, 90.0), 2)
    shape = shape_of(golems)
    assert shape is not None
    assert (shape.width, shape.depth) == (2.0, 3.0)
    assert shown == bases_of(golems)


def test_a_reform_is_refused_for_its_files_its_room_and_the_way_of_its_models() -> None:
    game = reforming()
    assert "cannot have 9 files" in refusal(game, Moved("reform", (), 9))
    assert "does not change the number of files" in refusal(game, Moved("advance", (), 2))
    game.battle.units[0].pose = Pose(15.0, 1.2, 0.0)
    game = game_of(at_hand(game))
    assert refusal(game, Moved("reform", (), 1)) == "Golems would be partly off the table (skirmish.advance)."


def test_a_block_goes_past_allies_and_keeps_off_enemies() -> None:
    battle = skirmish("Wolves", "Golems", "Goblins")
    battle.stances, battle.stage, battle.active = ("steady",) * 3, "move", 1
    at(battle.units[0], (8.0, 16.9))
    game = game_of(battle)
    forward = next(answer for answer in game.asked.suggestions() if isinstance(answer, Moved) and answer.files == 2)
    assert forward.kind == "reform"
    assert '"' in refusal(game, Moved("advance", (Forward(2.0),)))


# Tricks


def at_tricks(battle: Skirmish, dice: list[tuple[int, ...]], *tricks: str) -> Game:
    battle.stances, battle.stage = ("steady",) * 3, "tricks"
    game = game_of(battle, dice)
    assert isinstance(game.asked.question, Pick)
    game.answer(Picked(tricks))
    return game


def test_tricks_are_picked_together_and_those_used_up_are_denied() -> None:
    battle = skirmish()
    battle.used = ("0 fire", "1 bolt")
    battle.stances, battle.stage = ("steady",) * 3, "tricks"
    game = game_of(battle)
    question = game.asked.question
    assert isinstance(question, Pick)
    assert [option.key for option in question.options] == ["stone", "bolt", "call"]
    assert refusal(game, Picked(("fire",))) == "Breathe fire: used already in this battle (skirmish.once)."
    game.answer(Picked(()))
    assert game.battle.active == 1
    game = game_of(skirmish_at_tricks())
    assert "same turn (skirmish.tricks)" in refusal(game, Picked(("fire", "bolt")))
    assert "at most 2" in refusal(game, Picked(("stone", "fire", "bolt")))


def skirmish_at_tricks() -> Skirmish:
    battle = skirmish()
    battle.stances, battle.stage = ("steady",) * 3, "tricks"
    return battle


def test_a_stone_that_lands_fells_all_under_it_friend_and_foe() -> None:
    battle = skirmish()
    at(battle.units[0], (4.0, 8.0))
    at(battle.units[1], (4.0, 11.9), (4.0, 15.0))
    at(battle.units[2], (5.9, 10.0), (6.1, 10.0))
    game = at_tricks(battle, [(4,)], "stone")
    assert isinstance(game.asked.question, Place)
    assert game.asked.question.unit is None
    game.answer(placed(4.0, 10.0))
    assert [len(band.places) for band in game.battle.units] == [1, 1, 1]
    assert game.battle.units[1].places == ((4.0, 15.0),)


def test_a_stone_that_misses_scatters_by_two_dice() -> None:
    battle = skirmish()
    at(battle.units[0], (4.0, 8.0))
    at(battle.units[1], (4.0, 13.0))
    at(battle.units[2], (12.0, 13.0))
    # A third of a clock's turn is 90 degrees, to the right; 5" on.
    game = at_tricks(battle, [(3,), (3,), (5,)], "stone")
    game.answer(placed(7.0, 13.0))
    assert [len(band.places) for band in game.battle.units] == [1, 1, 0]
    assert game.battle.units[2].pose is None


def test_fire_is_a_cone_from_a_model_and_a_bolt_a_line() -> None:
    for trick, felled in (("fire", 2), ("bolt", 1)):
        battle = skirmish()
        at(battle.units[0], (4.0, 4.0))
        at(battle.units[1], (3.0, 8.5), (5.0, 8.5), (4.0, 11.5))
        at(battle.units[2], (20.0, 20.0))
        game = at_tricks(battle, [], trick)
        question = game.asked.question
        assert isinstance(question, Place)
        assert question.outline is not None
        assert question.outline.form == {"fire": "cone", "bolt": "line"}[trick]
        assert 'begins at a model of the band: this is 1.50" away' in refusal(game, placed(4.0, 6.0))
        game.answer(placed(4.0, 4.0, 0.0))
        assert 3 - game.battle.units[1].count == felled, trick


def test_a_straggler_is_set_down_among_its_band() -> None:
    battle = skirmish()
    at(battle.units[0], (4.0, 3.0), (5.5, 3.0))
    at(battle.units[1], (4.0, 7.0))
    game = at_tricks(battle, [], "call")
    question = game.asked.question
    assert isinstance(question, Place)
    assert (question.unit, question.model, question.outline) == (0, 2, Outline("circle", 1.0))
    assert question.within == (Within(COHESION, "Cohesion", unit=0),)
    assert refusal(game, placed(8.7, 3.0)) == (
        'The straggler would be 2.20" from the others, and the limit is 2" (skirmish.cohesion).'
    )
    for x, y in ((4.5, 3.0), (4.0, 5.5), (4.0, 0.2)):
        assert "no room for the straggler there" in refusal(game, placed(x, y)), "another model, an enemy, the edge"
    game.answer(placed(8.4, 3.0))
    # Then all of them push towards the enemy.
    _, _, (x, y) = game.battle.units[0].places
    assert hypot(x - 8.4, y - 3.0) <= PUSH + 1e-6
    assert at_hand(game).used == ("0 call",)
    strength = RULESET.strength(game.battle, game.battle.units[0])
    assert (strength.models, strength.models_at_start) == (3, 9)


def test_only_loose_bands_have_stragglers_and_only_where_there_is_room() -> None:
    battle = skirmish("Golems", "Goblins", "Wolves")
    battle.stances, battle.stage = ("steady",) * 3, "tricks"
    assert "stand in ranks and have no stragglers (skirmish.call)" in refusal(game_of(battle), Picked(("call",)))
    battle = skirmish()
    at(battle.units[0], (0.5, 0.5))
    at(battle.units[1], *((x, y) for x, y in ((0.5, 3.0), (3.0, 0.5), (2.3, 2.3))))
    game = at_tricks(battle, [], "call")
    assert (game.asked.question.topic, game.battle.units[0].count) == ("move", 1)


# Fights


def fighting(dice: list[tuple[int, ...]], stances: tuple[str, ...] = ("steady",) * 3) -> Game:
    """Three wolves between a goblin and two more of another band, all in contact."""
    battle = skirmish("Wolves", "Goblins", "Goblins")
    at(battle.units[0], (4.0, 8.0), (5.0, 8.0), (6.0, 8.0))
    at(battle.units[1], (4.0, 9.0), (4.0, 20.0))
    at(battle.units[2], (5.0, 9.0), (6.0, 9.0))
    battle.stances, battle.stage = stances, "fight"
    return game_of(battle, dice)


def test_hits_are_shared_out_to_nobody_more_than_its_models_in_contact() -> None:
    game = fighting([(5, 6, 1)])
    question = game.asked.question
    assert isinstance(question, Allocate)
    assert [(limit.target, limit.most) for limit in question.pools[0].limits] == [("1", 1), ("2", 2)]
    game.answer(Allocated({"hits": {"1": 1, "2": 1}}))
    assert [band.count for band in game.battle.units] == [3, 1, 1]


def test_more_hits_than_a_band_has_models_in_contact_are_refused_with_the_reason() -> None:
    battle = skirmish("Wolves", "Goblins", "Goblins")
    at(battle.units[0], (4.0, 8.0), (5.0, 8.0), (6.0, 8.0))
    at(battle.units[1], (3.5, 8.866025404), (4.0, 20.0))
    at(battle.units[2], (6.0, 9.0), (6.0, 20.0))
    battle.stances, battle.stage = ("bold", "steady", "steady"), "fight"
    game = game_of(battle, [(4, 4)])
    # Two hits and one model in contact on either side: there is only one way to share them.
    assert isinstance(game.asked.question, Allocate)
    assert refusal(game, Allocated({"hits": {"1": 2}})) == (
        "hits: Goblins can get at most 1, not 2: no more of its models are in contact (skirmish.contact)."
    )


def test_efforts_are_capped_and_make_more_dice_and_fewer_hits() -> None:
    battle = skirmish("Golems", "Goblins", "Goblins")
    battle.stances, battle.stage = ("steady",) * 3, "effort"
    game = game_of(battle)
    assert refusal(game, Allocated({"efforts": {"strike": 3}})) == (
        "efforts: Strike can get at most 2, not 3: nobody does more than that at once (skirmish.effort)."
    )
    game.answer(Allocated({"efforts": {"strike": 2, "guard": 1}}))
    assert (at_hand(game).strikes, at_hand(game).guards) == ((2, 0, 0), (1, 0, 0))
    battle = at_hand(fighting([(5, 6, 1)]))
    guarded = skirmish("Wolves", "Goblins", "Goblins")
    for band, there in zip(guarded.units, battle.units, strict=True):
        at(band, *there.places)
    guarded.stances, guarded.stage, guarded.strikes, guarded.guards = ("steady",) * 3, "fight", (1, 0, 0), (0, 1, 0)
    game = game_of(guarded, [(5, 6, 5, 1)])
    game.answer(Allocated({"hits": {"1": 1, "2": 2}}))
    assert [band.count for band in game.battle.units] == [3, 2, 0]


def test_models_push_into_contact_and_fell_those_nearest() -> None:
    battle = skirmish("Wolves", "Goblins", "Goblins")
    at(battle.units[0], (4.125, 8.0), (5.375, 8.0))
    at(battle.units[1], (4.125, 10.1), (4.125, 11.2), (20.0, 20.0))
    at(battle.units[2], (25.0, 20.0))
    battle.stances, battle.stage = ("steady",) * 3, "fight"
    game = game_of(battle, [(5, 1)])
    assert game.battle.units[0].places[0] == pytest.approx((4.125, 9.1))
    assert game.battle.units[1].places == ((4.125, 11.2), (20.0, 20.0))


def test_a_team_without_models_has_lost_and_both_seats_of_the_other_win() -> None:
    battle = skirmish()
    at(battle.units[0], (4.0, 8.0))
    at(battle.units[1], (4.0, 20.0))
    at(battle.units[2], (8.0, 20.0))
    game = at_tricks(battle, [(6,)], "stone")
    game.answer(placed(4.0, 8.0))
    assert game.over
    assert game.battle.outcome is not None
    assert game.battle.outcome.winners == (1, 2)


def test_server_and_report_show_every_model_on_a_base_of_its_size() -> None:
    battle = skirmish()
    shown = unit_shown(RULESET, battle, battle.units[0])
    assert len(shown.bases) == 8
    assert {base[3:] for base in shown.bases} == {(1.0, 1.0)}
    assert shown.pose == battle.units[0].pose
    assert shown.width == pytest.approx(9.75)
    picture = drawing(RULESET, battle)
    assert picture.count('class="front"') == 1
    assert "a10,10 0 1 0 20,0" in picture


def test_only_loose_bands_are_asked_for_a_walk() -> None:
    assert isinstance(begun(skirmish()).asked.question, Walk)
    assert isinstance(reforming().asked.question, Manoeuvre)
