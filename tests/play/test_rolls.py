"""What counts of several dice is said where they are asked for, so that log, report, Luck and page tell it alike."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.fuzz.manners import any_setup, brawling
from warhost.dice import Chance, Dice
from warhost.play import DiceRolled, Game, Roll, luck_of
from warhost.play.counsel.throws import Reason, number_of, throw, to
from warhost.report.telling.luck import tried
from warhost.rulebook import books
from warhost.rulesets import ruleset, slugs

SOURCES = Path(__file__).parents[2] / "src" / "warhost"
ASKERS = ("roll", "Roll")


def _asks(tree: ast.Module) -> Iterator[tuple[ast.Call, bool]]:
    """Every call that asks chance for faces, and whether its answer is taken apart as one die."""
    single = {
        id(node.value.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.YieldFrom)
        and isinstance(node.targets[0], ast.Tuple)
        and len(node.targets[0].elts) == 1
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in ASKERS and any(one.arg == "why" for one in node.keywords):
                yield node, id(node) in single


def unsaid(source: str) -> list[int]:
    """The lines of a module in which several dice are asked for without a word on what counts."""
    return [
        call.lineno
        for call, single in _asks(ast.parse(source))
        if not single
        and not any(one.arg in ("counts", "read") for one in call.keywords)
        and not (isinstance(call.args[0], ast.Constant) and str(call.args[0].value).startswith("D"))
    ]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ('faces = yield from roll("2D6", why="Flight", rule="r")', [1]),
        ('faces = yield from roll(f"{count}D12", why="Casting", rule="r", need=7)', [1]),
        ('faces = yield from roll(f"{count}D12", why="Casting", rule="r", need=7, counts="each")', []),
        ('(face,) = yield from roll(dice, why="Panic", rule="r")', []),
    ],
)
def test_a_roll_that_does_not_say_what_counts_is_found(source: str, lines: list[int]) -> None:
    assert unsaid(source) == lines


def test_every_roll_of_several_dice_says_what_counts() -> None:
    found = {
        f"{path.relative_to(SOURCES)}:{line}"
        for folder in ("rulesets", "field", "campaign", "play")
        for path in sorted((SOURCES / folder).rglob("*.py"))
        for line in unsaid(path.read_text(encoding="utf-8"))
    }
    assert not found


@cache
def rolled(slug: str) -> tuple[DiceRolled, ...]:
    """The dice of a brawl."""
    rules, chance = ruleset(slug), Chance(f"rolls {slug}")
    game = Game(rules, rules.set_up(any_setup(rules, chance)), luck_of(chance.fork("dice")))
    while not game.over:
        game.answer(brawling(game.asked, chance))
    return tuple(event for event in game.events if isinstance(event, DiceRolled))


@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug in books()])
def test_words_and_luck_read_a_roll_alike(slug: str) -> None:
    for roll in rolled(slug):
        judged, words = tried(roll), roll.came
        assert not (roll.need is not None and roll.need <= 1 and len(roll.faces) == 1), roll
        if judged is None:
            assert "made" not in words
            assert "passed" not in words
            assert " of " not in words
        elif judged.tries > 1:
            assert words.startswith(f"{judged.successes} of {judged.tries} (")
        else:
            assert words.endswith((", made", ", passed") if judged.successes else (", missed", ", failed"))


def test_dice_that_say_how_many_succeed_at_nothing() -> None:
    stage = number_of("blast", Dice.parse("D3"), lambda hits: to(None, hits), Reason("Blast", "r"))
    script = throw(stage, 2)
    asked = next(script)
    assert isinstance(asked, Roll)
    assert (asked.dice, asked.need, asked.counts, asked.cuts) == ("2D3", None, "total", (2, 3))
    with pytest.raises(StopIteration) as done:
        script.send((1, 6))
    assert done.value.value.on == {None: 4}
