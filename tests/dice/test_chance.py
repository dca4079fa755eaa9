"""The generator: the same faces everywhere and for ever, all equally likely."""

from __future__ import annotations

import pickle
from collections import Counter
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.dice import Chance, Dice, DiceError, seed_bytes, verify
from warhost.dice.chance import _face_table

ZERO = bytes(32)


@pytest.mark.parametrize(
    ("seed", "dice", "faces"),
    [
        (ZERO, "12D6", (2, 3, 5, 1, 4, 5, 4, 2, 2, 3, 6, 1)),
        (0, "12D6", (2, 2, 1, 5, 5, 1, 1, 2, 2, 6, 4, 6)),
        ("warhost", "12D6", (5, 4, 3, 6, 5, 6, 5, 3, 4, 1, 1, 2)),
        (b"warhost", "12D6", (4, 1, 4, 4, 4, 4, 4, 6, 5, 4, 2, 4)),
        ("warhost", "8D10", (7, 4, 1, 4, 1, 4, 5, 3)),
        ("warhost", "8D3", (5, 4, 3, 6, 5, 6, 5, 3)),
        ("warhost", "8D100", (77, 4, 84, 61, 44, 95, 33, 36)),
        ("warhost", "maximised 2D6", (5, 4, 3)),
    ],
)
def test_a_seed_gives_these_faces_on_every_machine(seed: bytes | str | int, dice: str, faces: tuple[int, ...]) -> None:
    assert Chance(seed).roll(Dice.parse(dice)) == faces


def test_other_draws_are_promised_too() -> None:
    chance = Chance("warhost")
    assert [chance.pick(7), chance.pick(1000), chance.pick(10**12)] == [6, 883, 139025424467]
    assert chance.uniform() == 0.3175589227197637
    assert chance.counter == 15
    assert Chance("warhost").fork("duel").roll(Dice.pool(8)) == (1, 6, 5, 1, 4, 1, 3, 1)
    assert Chance("warhost").commitment() == "056887f5955ad3281903ff1004eadef43735fce2d584db3bc5ca1c5c08be6d42"


def test_the_stream_is_hashed_block_numbers() -> None:
    stream = b"".join(
        blake2b(block.to_bytes(8, "little"), key=ZERO, person=b"warhost stream").digest() for block in range(4)
    )
    expected = [byte % 6 + 1 for byte in stream if byte < 252]
    assert list(Chance(ZERO).roll(Dice.pool(200))) == expected[:200]


@pytest.mark.rule("eow.dice.d6")
def test_a_d6_shows_one_to_six_and_nothing_else() -> None:
    chance, d6 = Chance("six thousand"), Dice.parse("D6")
    assert {chance.roll(d6) for _ in range(6000)} == {(1,), (2,), (3,), (4,), (5,), (6,)}


@pytest.mark.rule("eow.dice.d6")
def test_every_face_is_equally_likely() -> None:
    chance = Chance("fairness")
    counts = Counter(face for _ in range(60) for face in chance.roll(Dice.pool(1000)))
    # 20.5 is exceeded by fair dice once in a thousand seeds; this seed is fixed.
    assert sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(1, 7)) < 20.5


@pytest.mark.parametrize("sides", range(2, 101))
def test_every_face_stands_for_equally_many_bytes(sides: int) -> None:
    table, rejected = _face_table(sides)
    counts = Counter(bytes(range(256)).translate(table, rejected))
    assert counts == dict.fromkeys(range(1, sides + 1), 256 // sides)


def test_successive_dice_do_not_depend_on_each_other() -> None:
    chance, dice = Chance("pairs"), Dice.parse("2D6")
    counts = Counter(chance.roll(dice) for _ in range(36_000))
    # 66.6 is exceeded by fair pairs (35 degrees of freedom) once in a thousand seeds; this seed is fixed.
    assert sum((counts[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7)) < 66.6


@given(st.binary(max_size=40), st.lists(st.integers(0, 90), max_size=6))
def test_faces_do_not_depend_on_how_the_rolls_are_split(seed: bytes, parts: list[int]) -> None:
    split = Chance(seed)
    faces = tuple(face for part in parts for face in split.roll(Dice.pool(part)))
    whole = Chance(seed)
    assert whole.roll(Dice.pool(sum(parts))) == faces
    assert whole == split


@given(st.integers(0, 300))
def test_a_stream_goes_on_from_its_seed_and_counter(rolled: int) -> None:
    chance = Chance("resume")
    chance.roll(Dice.pool(rolled))
    resumed = Chance(chance.seed, chance.counter)
    twin, thawed = chance.copy(), pickle.loads(pickle.dumps(chance))
    following = chance.roll(Dice.pool(100))
    assert resumed.roll(Dice.pool(100)) == twin.roll(Dice.pool(100)) == thawed.roll(Dice.pool(100)) == following
    assert resumed == twin == chance


def test_a_copy_goes_its_own_way() -> None:
    chance = Chance("copy")
    twin = chance.copy()
    twin.roll(Dice.pool(5))
    assert chance.counter == 0
    assert chance != twin


def test_seeds_mean_the_same_in_each_way_of_writing_them() -> None:
    seed = Chance.fresh().seed
    assert seed_bytes(seed) == seed_bytes(seed.hex()) == seed_bytes(seed.hex().upper()) == seed
    assert seed_bytes(7) == seed_bytes("7")
    assert (
        len({seed_bytes(7), seed_bytes(-7), seed_bytes(b"7"), seed_bytes("seven"), seed_bytes(b""), seed_bytes("")})
        == 6
    )


def test_fresh_streams_differ() -> None:
    assert Chance.fresh().seed != Chance.fresh().seed


@given(st.integers(1, 2**40), st.integers(0, 100))
def test_a_pick_is_one_of_the_choices(number: int, seed: int) -> None:
    assert 0 <= Chance(seed).pick(number) < number


@pytest.mark.parametrize(("number", "limit"), [(200, 268), (300, 381)])
def test_each_choice_is_picked_about_as_often(number: int, limit: int) -> None:
    chance, picks = Chance("picks"), 60_000
    counts = Counter(chance.pick(number) for _ in range(picks))
    expected = picks / number
    # Fair picks exceed the limit about once in a thousand seeds; this seed is fixed.
    assert sum((counts[choice] - expected) ** 2 / expected for choice in range(number)) < limit


def test_picking_the_only_choice_uses_nothing() -> None:
    chance = Chance("one")
    assert chance.pick(1) == 0
    assert chance.counter == 0


def test_uniform_numbers_fill_the_interval() -> None:
    chance = Chance("uniform")
    numbers = [chance.uniform() for _ in range(20_000)]
    assert min(numbers) >= 0
    assert max(numbers) < 1
    assert sum(numbers) / len(numbers) == pytest.approx(0.5, abs=0.01)
    assert sum(number < 0.1 for number in numbers) / len(numbers) == pytest.approx(0.1, abs=0.01)


def test_a_fork_depends_on_seed_and_label_and_not_on_the_counter() -> None:
    chance = Chance("fork")
    before = chance.fork("weather")
    chance.roll(Dice.pool(50))
    assert chance.fork("weather") == before
    assert len({chance.seed, before.seed, chance.fork("scenario").seed, Chance("other").fork("weather").seed}) == 4


def test_a_commitment_binds_to_the_seed() -> None:
    chance = Chance.fresh()
    promise = chance.commitment()
    chance.roll(Dice.pool(50))
    assert chance.commitment() == promise
    assert verify(chance.seed, promise)
    assert verify(chance.seed.hex(), f" {promise.upper()}\n")
    assert not verify(Chance.fresh().seed, promise)
    assert chance.seed.hex() not in promise


def test_the_seed_stays_out_of_logs() -> None:
    chance = Chance("secret", counter=3)
    assert chance.seed.hex()[:8] not in repr(chance)
    assert repr(chance) == f"<Chance {chance.commitment()[:8]} at 3>"


def test_bad_requests_are_refused_with_a_reason() -> None:
    with pytest.raises(DiceError, match="starts at 0"):
        Chance(1, counter=-1)
    with pytest.raises(DiceError, match="at least one"):
        Chance(1).pick(0)
