"""The promises of every rulebook and every player, as tests: `pytest -p warhost.conformance` runs them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import (
    Allocate,
    Allocated,
    AnyAnswer,
    AnyQuestion,
    Choose,
    Chosen,
    Game,
    Moved,
    Odds,
    Pick,
    Picked,
    Placed,
    Record,
    Refused,
    Ruleset,
    Setup,
    Shows,
    Surveys,
    Walked,
    battle_hash,
    copied,
    luck_of,
    parse_position,
    read_record,
    record_of,
    replay,
    write_record,
)
from warhost.play.book import sides_of
from warhost.play.rules.sides import sides
from warhost.play.shown.cards import SeatsMore
from warhost.players import Player, named_player, play_out
from warhost.table import Forward, Pose, Wheel

SMALL = 1000
"""Points of the armies, where a book has armies of several sizes."""


def seats_of(rules: Ruleset) -> int:
    """The number of seats of its usual battles."""
    count: int = getattr(rules, "seat_count", 2)
    return count


def small(rules: Ruleset) -> dict[str, object]:
    """The options of a small battle, in which everything happens that happens in a large one, only sooner."""
    cards = rules.option_cards() if isinstance(rules, Shows) else ()
    points = next((card for card in cards if card.name == "points" and int(card.default) > SMALL), None)
    return {} if points is None else {"points": max(SMALL, min(map(int, points.choices)))}


def some_setup(rules: Ruleset, seed: int) -> Setup:
    chance = Chance(seed)
    armies, maps = rules.armies(), rules.maps()
    return Setup(
        ruleset=rules.slug,
        armies=tuple(armies[chance.pick(len(armies))] for _ in range(seats_of(rules))),
        map=maps[chance.pick(len(maps))],
        options=small(rules),
    )


def new_game(rules: Ruleset, seed: int) -> Game:
    return Game(rules, rules.set_up(some_setup(rules, seed)), luck_of(Chance(f"dice {seed}")))


def decisions(game: Game, seed: int) -> Iterator[Game]:
    """Play a game at random; a stop before every decision."""
    chance = Chance(f"answers {seed}")
    while not game.over:
        yield game
        game.answer(game.asked.sample(chance))


def test_it_says_who_it_is(rules: Ruleset) -> None:
    assert isinstance(rules, Ruleset)
    assert rules.slug
    assert rules.title
    assert rules.version
    assert rules.armies()
    assert rules.maps()


def test_every_army_and_every_map_can_be_set_up(rules: Ruleset) -> None:
    for army in rules.armies():
        rules.set_up(Setup(ruleset=rules.slug, armies=(army,) * seats_of(rules), map=rules.maps()[0]))
    for name in rules.maps():
        rules.set_up(Setup(ruleset=rules.slug, armies=(rules.armies()[0],) * seats_of(rules), map=name))


def test_armies_are_on_the_sides_that_were_told_before_the_battle(rules: Ruleset) -> None:
    counts = {seats_of(rules), rules.most_seats if isinstance(rules, SeatsMore) else seats_of(rules)}
    for count in counts:
        try:
            told = sides_of(rules, count, {})
        except WarhostError:
            # Only optional parts seat so many.
            continue
        battle = rules.set_up(Setup(ruleset=rules.slug, armies=(rules.armies()[0],) * count, map=rules.maps()[-1]))
        together = {tuple(army for army, one in enumerate(told) if one == side) for side in told}
        assert together == set(sides(battle.scene.seats))


def test_the_same_seed_plays_the_same_battle(rules: Ruleset) -> None:
    finals = []
    for _ in range(2):
        game = new_game(rules, 5)
        for _ in decisions(game, 5):
            pass
        finals.append((game.hash(), game.entries))
    assert finals[0] == finals[1]


def players_of(name: str, game: Game) -> list[Player]:
    return [named_player(name, seat, Chance(3)) for seat in range(len(game.battle.scene.seats))]


def test_every_player_plays_to_the_end_with_legal_answers(rules: Ruleset, player: str) -> None:
    game = new_game(rules, 7)
    players = players_of(player, game)
    play_out(game, players)
    assert game.battle.outcome is not None
    assert set(game.battle.outcome.winners) <= set(range(len(players)))


def test_players_who_think_long_play_a_turn_with_legal_answers(rules: Ruleset, player: str) -> None:
    game = new_game(rules, 7)
    players = players_of(player, game)
    while game.battle.turn < 2:
        seat = game.asked.question.seat
        game.answer(players[seat].decide(game.asked, rules.view(game.battle, seat), rules).answer, seat)
    assert not game.over


def odds_of(question: AnyQuestion) -> Iterator[Odds]:
    options = question.options if isinstance(question, Choose | Pick) else ()
    targets = [target for pool in question.pools for target in pool.targets] if isinstance(question, Allocate) else []
    return (odds for option in (*options, *targets) for odds in option.odds)


def is_what_it_says(odds: Odds) -> bool:
    """A chance lies between 0 and 1, an average is not less than nothing, what dice need is a whole number."""
    match odds.kind:
        case "chance":
            return 0.0 <= odds.value <= 1.0 + 1e-9
        case "expected":
            return odds.value >= 0.0
        case "needed":
            return odds.value == int(odds.value)


def test_one_option_at_most_passes_and_whatever_is_called_so_does(rules: Ruleset) -> None:
    for game in decisions(new_game(rules, 13), 13):
        for ask in game.pending:
            options = ask.question.options if isinstance(ask.question, Choose | Pick) else ()
            passing = [option.key for option in options if option.passes]
            assert len(passing) <= 1
            assert passing == ["pass"] or not any(option.key == "pass" for option in options)


def test_questions_go_through_json_and_carry_what_is_needed(rules: Ruleset) -> None:
    for game in decisions(new_game(rules, 11), 11):
        question = game.asked.question
        again = msgspec.json.decode(msgspec.json.encode(question), type=AnyQuestion)
        assert again == question
        assert question.text
        assert question.topic
        assert all(is_what_it_says(odds) for odds in odds_of(question))
        assert 0 <= question.seat < len(game.battle.scene.seats)


def test_all_odds_are_what_they_say_and_working_them_out_changes_nothing(rules: Ruleset) -> None:
    for game in decisions(new_game(rules, 17), 17):
        before, plain = game.hash(), game.asked.question
        weighed = game.asked.weighed()
        assert game.hash() == before
        assert all(is_what_it_says(odds) for odds in odds_of(weighed))
        if isinstance(plain, Choose | Pick) and isinstance(weighed, Choose | Pick):
            assert [option.key for option in weighed.options] == [option.key for option in plain.options]
        else:
            assert weighed == plain


def test_suggested_and_sampled_answers_are_legal_and_change_nothing_by_being_judged(rules: Ruleset) -> None:
    chance = Chance(1)
    for number, game in enumerate(decisions(new_game(rules, 13), 13)):
        if number % 3:
            continue
        before, ask = game.hash(), game.asked
        suggested = ask.suggestions()
        assert suggested, f"nothing is suggested for: {ask.question.text}"
        for answer in [*suggested, *(ask.sample(chance) for _ in range(3))]:
            ask.check(answer)
        assert game.hash() == before


WRONG: list[AnyAnswer] = [
    Chosen("no such option"),
    Moved("no such move", (Forward(1.0),)),
    Moved("march", (Wheel(110.0),)),
    Moved("advance", (Forward(-3.0),)),
    Moved("march", (Forward(float("nan")),)),
    Moved("advance", (), 77),
    Picked(("no such option",)),
    Walked("no such formation", Pose(1.0, 1.0, 0.0)),
    Walked("line", Pose(-50.0, -50.0, 0.0)),
    Walked(pose=Pose(float("nan"), 0.0, 0.0)),
    Walked(places=(Pose(1.0, 1.0, 0.0),) * 77),
    Walked(instead="no such thing"),
    Placed(Pose(-50.0, -50.0, 0.0)),
    Placed(Pose(float("inf"), 0.0, 0.0)),
    Allocated({"nobody": {"nothing": 3}}),
    Allocated({}),
]


def test_illegal_answers_are_refused_with_a_reason_and_a_rule_and_change_nothing(rules: Ruleset) -> None:
    for number, game in enumerate(decisions(new_game(rules, 17), 17)):
        if number % 4:
            continue
        before, count = game.hash(), game.number
        for answer in WRONG:
            with pytest.raises(Refused) as refused:
                game.answer(answer, game.asked.question.seat)
            assert refused.value.message
            assert refused.value.rule
        for seat in (-1, 99):
            with pytest.raises(Refused):
                game.answer(game.asked.suggestions()[0], seat)
        with pytest.raises(Refused):
            game.answer(game.asked.suggestions()[0], game.asked.question.seat, game.number + 1)
        assert (game.hash(), game.number) == (before, count)


def test_a_copy_does_not_feel_what_happens_to_the_battle(rules: Ruleset) -> None:
    game = new_game(rules, 19)
    kept = [(copied(game.battle), game.hash()) for _ in decisions(game, 19)]
    assert all(battle_hash(battle) == told for battle, told in kept)


def test_a_position_in_one_line_is_the_whole_battle(rules: Ruleset) -> None:
    game = new_game(rules, 23)
    for _ in decisions(game, 23):
        pass
    for mark in game.marks:
        line = rules.to_text(mark.battle)
        again = rules.from_text(parse_position(line))
        assert rules.to_text(again) == line
        assert battle_hash(again) == battle_hash(mark.battle)


def test_records_replay_and_forks_agree(rules: Ruleset, tmp_path: Path) -> None:
    game = new_game(rules, 29)
    for number, _ in enumerate(decisions(game, 29)):
        if number % 7 == 0:
            assert game.fork().hash() == game.hash()
    record = record_of(game, some_setup(rules, 29))
    write_record(record, tmp_path / "battle.json")
    again: Record = read_record(tmp_path / "battle.json")
    assert again == record
    assert replay(again, rules).hash() == game.hash()


def test_undo_then_redo_gives_the_same_hash_at_every_decision(rules: Ruleset) -> None:
    game = new_game(rules, 31)
    for _ in decisions(game, 31):
        if any(entry.opens for entry in game.entries) and not game.sealed:
            before, question = game.hash(), game.asked.question
            assert game.undo() == 1
            assert game.redo() == 1
            assert (game.hash(), game.asked.question) == (before, question)


def test_views_show_the_battle_without_changing_it(rules: Ruleset) -> None:
    for game in decisions(new_game(rules, 37), 37):
        before = game.hash()
        for seat in (*range(len(game.battle.scene.seats)), None):
            seen = rules.view(game.battle, seat)
            assert isinstance(seen, rules.battle_type)
            seen.turn += 1
            seen.units.clear()
        assert game.hash() == before


def test_every_unit_of_every_army_can_be_looked_at_before_it_is_set_up_and_where_it_might_be(rules: Ruleset) -> None:
    if not isinstance(rules, Surveys):
        pytest.skip("this rulebook offers no survey of units")
    for army in rules.armies():
        battle = rules.set_up(Setup(ruleset=rules.slug, armies=(army,) * seats_of(rules), map=rules.maps()[0]))
        for unit in battle.units:
            for pose in (None, Pose(*battle.scene.board.centre, 0.0)):
                assert rules.survey(battle, unit, pose).reaches


def test_every_unit_can_be_looked_at_whenever_somebody_is_asked(rules: Ruleset) -> None:
    if not isinstance(rules, Surveys):
        pytest.skip("this rulebook offers no survey of units")
    for number, game in enumerate(decisions(new_game(rules, 41), 41)):
        if number % 10 == 0:
            before = game.hash()
            # Some of the units, and after some questions all of them.
            for unit in game.battle.units[number // 10 % 3 :: 3]:
                assert rules.survey(game.battle, unit, None).unit == unit.id
            assert game.hash() == before


def test_a_bad_set_up_is_refused_in_a_sentence(rules: Ruleset) -> None:
    for setup in (
        Setup(ruleset=rules.slug, armies=()),
        Setup(ruleset=rules.slug, armies=("Nobody", "Nowhere")),
        Setup(ruleset=rules.slug, armies=tuple(rules.armies()[:2]), map="the moon"),
    ):
        with pytest.raises(WarhostError, match=r"[a-z] .*\.|\?"):
            rules.set_up(setup)
