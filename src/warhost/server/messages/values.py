"""What many messages are made of, and how long they may be."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from warhost.play import Allocated, Chosen, Moved, Picked, Placed, Walked

MOST_BYTES = 64 * 1024
"""No message of a page is longer."""

MOST_OF_LISTS = 1024 * 1024
"""What brings lists along may be longer: an army book of Army Forge has some 200 kB."""

MOST_OF_A_LIST = 256 * 1024
"""A list that is kept, with its name."""

Answer: TypeAlias = Chosen | Picked | Moved | Walked | Placed | Allocated
"""What a player may answer. Dice and ticks of a clock are not among it: they are the server's."""

Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=80)]
KeptText: TypeAlias = Annotated[str, msgspec.Meta(max_length=128 * 1024)]
ListText: TypeAlias = Annotated[str, msgspec.Meta(max_length=512 * 1024)]
Key: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
"""What opens a seat."""
Keys: TypeAlias = Annotated[tuple[Key, ...], msgspec.Meta(max_length=16)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Seed: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)] | Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
