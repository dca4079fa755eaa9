"""Chance: the one source of dice, reproducible anywhere from a seed and a counter.

The stream of a seed is the keyed BLAKE2b hashes (64 bytes each) of the block numbers 0, 1, 2 ... written as eight
little-endian bytes. The counter counts the bytes used so far. A die uses one byte: a byte below the largest multiple
of the die's sides that fits into 256 gives the face (byte mod sides) + 1, any other is thrown away, so every face is
exactly equally likely. Nothing of this may ever change: records and published seeds rely on it.
"""

from __future__ import annotations

import re
import secrets
from functools import cache
from hashlib import blake2b
from typing import TypeAlias

from warhost.dice.notation import Dice, DiceError

Seed: TypeAlias = bytes | str | int

_SEED_BYTES = 32
_BLOCK = 64
_SEED_PERSON = b"warhost seed"
_STREAM_PERSON = b"warhost stream"
_FORK_PERSON = b"warhost fork"
_COMMIT_PERSON = b"warhost commit"
_WRITTEN_SEED = re.compile(r"[0-9a-fA-F]{64}")


class Chance:
    """A stream of dice. Its whole state is its seed and its counter: equal states give equal dice for ever."""

    __slots__ = ("_block", "_counter", "_seed")

    def __init__(self, seed: Seed, counter: int = 0) -> None:
        if counter < 0:
            raise DiceError(f"A stream of dice cannot start at {counter}: its counter starts at 0.")
        self._seed = seed_bytes(seed)
        self._counter = counter
        self._block = b""

    @classmethod
    def fresh(cls) -> Chance:
        """A stream that nobody can foresee. For the start of a game only: rules never call this."""
        return cls(secrets.token_bytes(_SEED_BYTES))

    @property
    def seed(self) -> bytes:
        """The seed as 32 bytes. `Chance(chance.seed, chance.counter)` goes on where this stream is."""
        return self._seed

    @property
    def counter(self) -> int:
        """How many bytes of the stream were used."""
        return self._counter

    def __repr__(self) -> str:
        # The seed stays out of logs: whoever knows it knows all dice to come.
        return f"<Chance {self.commitment()[:8]} at {self._counter}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chance):
            return NotImplemented
        return self._seed == other._seed and self._counter == other._counter

    def copy(self) -> Chance:
        """An own stream at the same place, which will give the same dice."""
        twin = Chance.__new__(Chance)
        twin._seed, twin._counter, twin._block = self._seed, self._counter, self._block
        return twin

    def roll(self, dice: Dice) -> tuple[int, ...]:
        """Throw the physical dice of a roll."""
        table, rejected = _face_table(dice.sides)
        number = dice.faces
        faces = b""
        while missing := number - len(faces):
            # Never more bytes than dice still missing, so that the stream is used byte by byte.
            faces += self._take(missing).translate(table, rejected)
        return tuple(faces)

    def pick(self, number: int) -> int:
        """One of 0 to number - 1, each equally likely. Where there is only one, no byte is used."""
        if number < 1:
            raise DiceError(f"Nothing can be picked out of {number}: there must be at least one.")
        if number == 1:
            return 0
        size = ((number - 1).bit_length() + 7) // 8
        limit = 256**size // number * number
        while (value := self._whole(size)) >= limit:
            pass
        return value % number

    def uniform(self) -> float:
        """A number from 0 up to but not including 1, in steps of 2**-53. Uses seven bytes."""
        return (self._whole(7) >> 3) * 2.0**-53

    def some(self, most: float) -> float:
        """Some of an amount, in hundredths; all of it is as likely as any tenth."""
        return min(most, int(self.uniform() * 110.0 * most) / 100.0)

    def fork(self, label: str) -> Chance:
        """The start of an independent stream: it depends on the seed and the label, not on what was rolled here."""
        seed = blake2b(label.encode(), key=self._seed, person=_FORK_PERSON, digest_size=_SEED_BYTES).digest()
        return Chance(seed)

    def commitment(self) -> str:
        """The hash of the seed, to be published before the game: it gives nothing away and binds to the seed.

        That holds for a seed that cannot be guessed, as `fresh` makes them.
        """
        return blake2b(self._seed, person=_COMMIT_PERSON, digest_size=32).hexdigest()

    def _take(self, most: int) -> bytes:
        """The next bytes of the stream: as many as asked for, or fewer where a block ends. At least one."""
        at = self._counter % _BLOCK
        if at == 0 or not self._block:
            number = (self._counter // _BLOCK).to_bytes(8, "little")
            self._block = blake2b(number, key=self._seed, person=_STREAM_PERSON).digest()
        taken = self._block[at : at + most]
        self._counter += len(taken)
        return taken

    def _whole(self, size: int) -> int:
        at = self._counter % _BLOCK
        if 0 < at <= _BLOCK - size and self._block:
            # Mostly the bytes lie in the block at hand.
            self._counter += size
            return int.from_bytes(self._block[at : at + size], "little")
        taken = b""
        while missing := size - len(taken):
            taken += self._take(missing)
        return int.from_bytes(taken, "little")


def seed_bytes(seed: Seed) -> bytes:
    """Any seed as 32 bytes.

    32 bytes, or 64 hexadecimal digits that write them, are the seed itself. Any other text or bytes are hashed.
    A number is the text of its digits, so that a seed typed on a command line means the same as in a program.
    """
    if isinstance(seed, int):
        seed = str(int(seed))
    if isinstance(seed, str):
        if _WRITTEN_SEED.fullmatch(seed):
            return bytes.fromhex(seed)
        return blake2b(seed.encode(), key=b"text", person=_SEED_PERSON, digest_size=_SEED_BYTES).digest()
    if len(seed) == _SEED_BYTES:
        return bytes(seed)
    return blake2b(seed, key=b"bytes", person=_SEED_PERSON, digest_size=_SEED_BYTES).digest()


def verify(seed: Seed, commitment: str) -> bool:
    """Whether a revealed seed is the one whose commitment was published."""
    return Chance(seed).commitment() == commitment.strip().lower()


@cache
def _face_table(sides: int) -> tuple[bytes, bytes]:
    """For `bytes.translate`: the face for each byte, and the bytes that are thrown away."""
    limit = 256 // sides * sides
    return bytes(byte % sides + 1 for byte in range(256)), bytes(range(limit, 256))
