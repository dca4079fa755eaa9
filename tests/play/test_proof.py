"""Dice that are proved by their seed, and records whose luck was altered with all hashes made to fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from examples import tiny_race as tiny
from tests.forging import forged, rolls_at, sealed_with
from warhost.dice import Chance, Dice
from warhost.play import (
    Game,
    Luck,
    Record,
    RecordError,
    Roll,
    Rolled,
    Setup,
    luck_of,
    parse_record,
    proof_of,
    record_of,
    replay,
)

SETUP = Setup(ruleset="tiny", armies=("Hares", "Tortoises", "Foxes"))


def thrown_from(chance: Chance, places: list[int | None]) -> Luck:
    """Dice of a stream whose places are noted."""

    def throw(question: Roll) -> tuple[int, ...]:
        places.append(chance.counter)
        return chance.roll(Dice.parse(question.dice))

    return throw


def played(luck: Luck, *, takes_back: tuple[int, ...] = (), on: Callable[[], object] = lambda: None) -> Game:
    """A race in which somebody takes the last answer back, with the die that fell, after so many rounds."""
    game, chance, back = Game(tiny.RULESET, tiny.race(), luck), Chance("players"), set(takes_back)
    while not game.over:
        game.answer(game.asked.sample(chance))
        if game.battle.turn in back and not game.sealed:
            back.remove(game.battle.turn)
            game.undo()
            on()
    return game


@pytest.fixture(scope="module")
def record() -> Record:
    return record_of(played(luck_of(Chance(1))), SETUP, ("random",) * 3, "1")


def verdict(record: Record) -> tuple[str, str]:
    record = parse_record(msgspec.json.encode(record), "race.json")
    proof = proof_of(record, replay(record, tiny.RULESET))
    return proof.verdict, proof.text


def test_the_dice_of_a_battle_are_proved_by_its_seed(record: Record) -> None:
    assert (record.format, record.places) == (3, None)
    rolls = len(rolls_at(record))
    assert verdict(record) == ("proved", f"All {rolls} rolls are proved by the seed.")


def test_the_proof_names_the_commitment_of_the_seed(record: Record) -> None:
    proof = proof_of(record, replay(record, tiny.RULESET))
    assert proof.commitment == Chance(1).commitment()
    assert proof.places[:3] == tuple(sorted(place for place in proof.places if place is not None))[:3]


def test_altered_dice_are_refused_though_every_hash_fits(record: Record) -> None:
    with pytest.raises(
        RecordError, match=r"dice were altered: roll 3 \(The rabbit hops, D6\) fell \d, but its seed gives"
    ):
        replay(forged(record, tiny.RULESET, 2), tiny.RULESET)


def test_altered_dice_are_refused_at_the_moment_at_which_they_fell(record: Record) -> None:
    false = forged(record, tiny.RULESET, 2)
    third = rolls_at(false)[2]
    replay(false, tiny.RULESET, to=third)
    with pytest.raises(RecordError, match="dice were altered"):
        replay(false, tiny.RULESET, to=third + 1)


def test_an_altered_seed_is_refused(record: Record) -> None:
    with pytest.raises(RecordError, match="dice were altered"):
        replay(sealed_with(record, seed="2"), tiny.RULESET)


def test_a_record_without_a_seed_says_that_its_dice_are_unproved(record: Record) -> None:
    told = verdict(sealed_with(record, seed=None, format=1))
    assert told == ("unproved", "The dice are unproved: the record has no seed.")


def test_a_battle_that_goes_on_says_that_its_seed_comes_later() -> None:
    game = Game(tiny.RULESET, tiny.race(), luck_of(Chance(1)))
    assert verdict(record_of(game, SETUP))[1].endswith("has no seed. It is added after the end of a battle.")


def test_places_without_a_seed_are_refused(record: Record) -> None:
    with pytest.raises(RecordError, match="the places of its rolls, but not their seed"):
        replay(sealed_with(record, seed=None, places=(0, 1)), tiny.RULESET)


@pytest.fixture(scope="module")
def with_take_back() -> Record:
    places: list[int | None] = []
    game = played(thrown_from(Chance(1), places), takes_back=(3, 5), on=places.pop)
    return record_of(game, SETUP, (), "1", tuple(places))


def test_dice_that_were_taken_back_are_told_as_gaps(with_take_back: Record) -> None:
    word, text = verdict(with_take_back)
    assert word == "gaps"
    assert "Dice of the seed were skipped in 2 places. This happens when players agree to roll new dice" in text


def test_altered_dice_after_a_take_back_are_refused(with_take_back: Record) -> None:
    with pytest.raises(RecordError, match="dice were altered"):
        replay(forged(with_take_back, tiny.RULESET, 4), tiny.RULESET)


@pytest.mark.parametrize(
    ("alter", "told"),
    [
        (lambda places: (*places[:2], places[2] + 1, *places[3:]), "but its seed gives|has used"),
        (lambda places: places[:-1], "places in the seed"),
        (lambda places: (*places, places[-1] + 5), "places in the seed"),
        (lambda places: (*places[:1], places[0], *places[2:]), "a roll before it has used|but its seed gives"),
        (lambda places: (*places[:2], None, *places[3:]), "has no place in the seed, but rolls before it have"),
        (lambda places: tuple(reversed(places)), "dice were altered"),
    ],
    ids=["moved", "too few", "too many", "twice", "one without", "reversed"],
)
def test_altered_places_are_refused(with_take_back: Record, alter: Callable[[Any], Any], told: str) -> None:
    with pytest.raises(RecordError, match=told):
        replay(sealed_with(with_take_back, places=alter(with_take_back.places)), tiny.RULESET)


def test_dice_picked_from_the_stream_show_their_gaps(record: Record) -> None:
    """Whoever looks for better dice further on in the stream has to leave some out."""
    false = forged(record, tiny.RULESET, 2)
    assert record.seed is not None
    chance, places = Chance(record.seed), []
    for entry in false.entries:
        if isinstance(entry.answer, Rolled):
            place = chance.counter
            while chance.roll(Dice.parse("D6")) != entry.answer.faces:
                place = chance.counter
            places.append(place)
    assert verdict(sealed_with(false, places=tuple(places)))[0] == "gaps"


def test_places_that_no_stream_has_are_refused(record: Record) -> None:
    for place in (-1, 2**60):
        with pytest.raises(RecordError, match="not a Warhost record"):
            parse_record(
                msgspec.json.encode(sealed_with(record)).replace(b'"start"', b'"places":[%d],"start"' % place), "x"
            )


def branched(seed: str, at: int = 12) -> Record:
    """A battle that goes on from a moment of another with dice of its own."""
    source = played(luck_of(Chance(1)))
    places: list[int | None] = []
    game = Game(tiny.RULESET, tiny.race())
    game.feed(source.entries[:at])
    past = sum(isinstance(entry.answer, Rolled) for entry in game.entries)
    game.luck = thrown_from(Chance(seed), places)
    if game.roll is not None:
        game.feed([])
    chance = Chance("players of the branch")
    while not game.over:
        game.answer(game.asked.sample(chance))
    return record_of(game, SETUP, (), seed, (*[None] * past, *places))


def test_a_branch_proves_its_own_dice_and_says_so_of_the_others() -> None:
    word, text = verdict(branched("branch"))
    assert word == "partly"
    assert "fell before this battle branched off another. The rest is proved by the seed." in text


def test_altered_dice_of_a_branch_are_refused() -> None:
    record = branched("branch")
    assert record.places is not None
    with pytest.raises(RecordError, match="dice were altered"):
        replay(forged(record, tiny.RULESET, record.places.index(0)), tiny.RULESET)


def test_a_branch_that_calls_all_its_dice_those_of_another_battle_proves_nothing(record: Record) -> None:
    rolls = len(rolls_at(record))
    word, text = verdict(sealed_with(forged(record, tiny.RULESET, 2), places=(None,) * rolls))
    assert word == "unproved"
    assert text == "The dice are unproved: all of them fell in the battle from which this one branched off."


def test_an_old_record_that_does_not_follow_from_its_seed_is_opened_and_unproved(with_take_back: Record) -> None:
    """Older records do not tell the places of their rolls: what was taken back cannot be told from what was altered."""
    word, text = verdict(sealed_with(with_take_back, places=None, format=1))
    assert word == "unproved"
    assert "do not follow from the seed in the record: roll" in text


def test_an_old_record_that_follows_from_its_seed_is_proved(record: Record) -> None:
    assert verdict(sealed_with(record, format=1))[0] == "proved"


def test_a_game_is_not_recorded_with_a_seed_that_did_not_throw_its_dice() -> None:
    game = played(luck_of(Chance(1)), takes_back=(3,))
    for seed in ("1", "another"):
        with pytest.raises(RecordError, match="cannot be recorded with that seed"):
            record_of(game, SETUP, (), seed)
    assert record_of(game, SETUP).seed is None


def test_a_battle_without_dice_has_nothing_to_prove() -> None:
    game = Game(tiny.RULESET, tiny.race(), luck_of(Chance(1)))
    assert verdict(record_of(game, SETUP, (), "1")) == ("proved", "No dice were rolled.")
