"""What is suggested and what chance draws is legal, and leads somewhere."""

from __future__ import annotations

from math import hypot

import pytest

from tests.regiments.harness import Play, acts, draw, regiment
from warhost.dice import Chance
from warhost.play import Game, Moved
from warhost.play.game import luck_of
from warhost.rulesets.regiments.core import Battle, Marker
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Forward, Pivot, walk

TEN = regiment(10)
GROUND = "72x48 forest 30,30 8x6 swamp 44,20 6x6 lava 20,34 5x5 building 50,34 6x6 hill 36,16 8x6 chasm 60,24 12x0.8"
LINE = f"{GROUND} | Pikes at 36,24 face 15 | Bows at 28,22 | Foe at 40,40 face 180 | Fiends at 14,24 face 90"


def asked(action: str) -> Play:
    table = draw(LINE, Pikes=TEN, Bows=TEN, Foe=TEN, Fiends=TEN).set("Fiends", seat=1)
    table.battle.markers = (Marker(60.0, 10.0), Marker(36.0, 30.0))
    return acts(table, "Pikes").act("Pikes", action)


@pytest.mark.parametrize("action", ["advance", "rush", "hold"])
def test_every_suggestion_and_every_move_at_random_is_legal(action: str) -> None:
    game = asked(action)
    ask = game.game.asked
    chance = Chance(f"moves {action}")
    for answer in (*ask.suggestions(), *(ask.sample(chance) for _ in range(60))):
        ask.check(answer)


def test_chance_seldom_stays_where_it_is() -> None:
    ask = asked("rush").game.asked
    chance = Chance("seldom")
    moves = [ask.sample(chance) for _ in range(60)]
    assert sum(answer == Moved() for answer in moves) < 12


def test_suggestions_lead_towards_enemies_and_markers() -> None:
    game = asked("rush")
    start = game.footprint("Pikes")
    ends = [walk(start, answer.steps)[-1] for answer in game.game.asked.suggestions() if isinstance(answer, Moved)]
    for x, y in ((40.0, 40.0), (60.0, 10.0)):
        before = hypot(start.x - x, start.y - y)
        assert min(hypot(end.x - x, end.y - y) for end in ends) < before - 5.0
    # A marker that is nearer than the move goes is not overrun.
    assert any(hypot(end.x - 36.0, end.y - 30.0) < 0.01 for end in ends)


def test_suggested_moves_stop_an_inch_before_what_is_in_the_way() -> None:
    table = draw("Pikes at 36,20 | Foe at 36,30 face 180", Pikes=TEN, Foe=TEN)
    found = acts(table, "Pikes").act("Pikes", "rush").game.asked.suggestions()
    assert Moved("rush", (Forward(7.0),)) in found


def test_suggested_turns_look_at_enemies() -> None:
    table = draw("Pikes at 36,20 | Foe at 20,20 face 180", Pikes=TEN, Foe=TEN)
    found = acts(table, "Pikes").act("Pikes", "hold").game.asked.suggestions()
    assert Moved("pivot", (Pivot(-90.0),)) in found


def skirmish(seed: str) -> Battle:
    """Transports, flyers, heroes too large for their rows, and terrain of all kinds."""
    wagon = regiment(1, rules=["Transport(11)", "Tough(6)"], base=(2, 4))
    wings = regiment(3, rules=["Flying", "Tough(3)"], base=(1.6, 1.6), weapons=["Claws (A3)"])
    led = regiment(10, hero=regiment(1, rules=["Hero", "Tough(3)", "Fearless"], base=(2, 2)))
    bows = regiment(5, weapons=['Bow (18", A2)', "Knife (A1)"])
    line = (
        f"{GROUND} river 14,20 20x2 block_tall20 66,40 6x6 ruins 8,40 6x6 | "
        "0 Wagon at 36,10 | 0 Crew at 36,3 | 0 Wings at 26,12 | 0 Led at 16,12 | 0 Bows at 46,12 | "
        "1 Cart at 36,38 face 180 | 1 Gang at 36,45 face 180 | 1 Bats at 26,38 face 180 | "
        "1 Ruled at 16,30 face 180 | 1 Slings at 46,44 face 180"
    )
    table = draw(
        line, Wagon=wagon, Cart=wagon, Crew=TEN, Gang=TEN, Wings=wings, Bats=wings, Led=led, Ruled=led, Bows=bows,
        Slings=bows,
    )  # fmt: skip
    if Chance(seed).pick(2):
        table.aboard("Crew", "Wagon").aboard("Gang", "Cart")
    return table.battle


@pytest.mark.parametrize("seed", range(6))
def test_random_skirmishes_keep_the_invariants(seed: int) -> None:
    chance = Chance(f"skirmish {seed}")
    broken: list[str] = []
    battle = skirmish(f"skirmish {seed}")
    game = Game(RULESET, battle, luck_of(chance.fork("dice")), history=False)
    game.on_step = lambda step, after: broken.extend(RULESET.problems(after))
    answers = chance.fork("answers")
    while not game.over:
        game.answer(game.asked.sample(answers))
    assert broken == []
