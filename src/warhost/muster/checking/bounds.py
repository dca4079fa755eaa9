"""What the engine can bear: a list comes from anybody's hands, and not everything in it can stand on a table.

Whether a list is legal is one question, and players may agree to overlook the answer. Whether it can be played at all
is another: units of a thousand million models cannot be, whatever was agreed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from warhost.muster.files.army_text import Problem, plain_line
from warhost.table import MM_PER_INCH, summed

__all__ = [
    "LONGEST_NAME",
    "LONGEST_RULE",
    "LONGEST_TEXT",
    "MOST_MODELS",
    "MOST_OF_A_UNIT",
    "MOST_THINGS",
    "MOST_UNITS",
    "Block",
    "block_problems",
    "few",
    "misread",
    "name_problems",
    "shown",
    "text_problems",
    "unplayable",
    "within",
]

MOST_UNITS = 40
MOST_OF_A_UNIT = 80
"""Two copies of the largest unit that an army book may have."""
MOST_MODELS = 600
MOST_GROUND = 120.0
MOST_GROUND_OF_ALL = 400.0
"""Square inches that the bases of a unit, and of an army, cover; a deployment zone has 576 and more."""
MOST_THINGS = 40
"""Weapons of a model, rules of a unit, spells of a caster: nobody reads more of them."""
LONGEST_NAME = 80
LONGEST_RULE = 120
LONGEST_TEXT = 2000


class Block(NamedTuple):
    """The models of a unit and their bases: front and depth in mm."""

    models: int
    front: int
    depth: int

    @property
    def ground(self) -> float:
        """The square inches that its bases cover."""
        return self.models * (self.front / MM_PER_INCH) * (self.depth / MM_PER_INCH)


def unplayable(name: str, blocks: Sequence[Block], found: Sequence[str] = ()) -> list[Problem]:
    """All that keeps a list of that name from being played, what its rulebook found included."""
    told = [*name_problems("the list", name), *found, *_army_problems(blocks)]
    return [Problem(f"{shown(name) or 'The list'} cannot be played: {problem}") for problem in told]


def _army_problems(blocks: Sequence[Block]) -> Iterator[str]:
    if not blocks:
        yield "the list has no units."
    if len(blocks) > MOST_UNITS:
        yield f"the list has {len(blocks)} units: {MOST_UNITS} can be played at most."
    models = sum(max(0, block.models) for block in blocks)
    if models > MOST_MODELS:
        yield f"the list has {models} models: {MOST_MODELS} can be played at most."
    ground = summed(block.ground for block in blocks)
    if ground > MOST_GROUND_OF_ALL:
        yield f"the bases cover {ground:.0f} square inches: {MOST_GROUND_OF_ALL:.0f} can be deployed at most."


def block_problems(block: Block) -> Iterator[str]:
    """What is wrong with the size of a unit and of its bases."""
    yield from within("the front of its bases in mm", block.front, 10, 250)
    yield from within("the depth of its bases in mm", block.depth, 10, 250)
    yield from within("its models", block.models, 1, MOST_OF_A_UNIT)
    if block.ground > MOST_GROUND:
        yield f"the bases cover {block.ground:.0f} square inches: {MOST_GROUND:.0f} can be deployed at most."


def within(what: str, value: int, lowest: int, highest: int) -> Iterator[str]:
    """A figure that is too low or too high."""
    if not lowest <= value <= highest:
        yield f"{what} must be from {lowest} to {highest}, not {value if abs(value) < 10**9 else 'that'}."


def few(what: str, things: Sequence[Any]) -> Iterator[str]:
    """Things of which there are more than anybody reads."""
    if len(things) > MOST_THINGS:
        yield f"it has {len(things)} {what}: {MOST_THINGS} can be played at most."


def name_problems(what: str, name: str, empty: bool = False, longest: int = LONGEST_NAME) -> Iterator[str]:
    """A name that is missing, too long, or cannot be shown."""
    if not name and not empty:
        yield f"{what} needs a name."
    if len(name) > longest:
        yield f'the name "{name[:20]}…" of {what} is longer than {longest} letters.'
    elif name != plain_line(name):
        yield f'the name "{plain_line(name)}" of {what} holds characters that cannot be shown.'


def text_problems(*things: tuple[str, Sequence[str]]) -> Iterator[str]:
    """Rules, options and other short texts of a unit by what they are: too many of them, or some too long to show."""
    for what, texts in things:
        yield from few(what, texts)
        for text in texts[:MOST_THINGS]:
            yield from name_problems(f"one of its {what}", text, longest=LONGEST_RULE)


def misread(rules: Sequence[str], problem_with: Callable[[str], str]) -> Iterator[str]:
    """Rules that the engine knows and whose brackets it cannot read; those that nobody knows do nothing."""
    told = map(problem_with, rules[:MOST_THINGS])
    return (problem for problem in told if "cannot be read" in problem)


def shown(name: str) -> str:
    """A name as it can be shown."""
    return plain_line(name)[:LONGEST_NAME]
