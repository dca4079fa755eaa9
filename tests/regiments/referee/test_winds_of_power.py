"""Odd corners of the Winds of Power."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks
from tests.regiments.harness import Dicing, Interlude, Table, acts, draw, happen, regiment
from tests.regiments.referee.tables import agreed
from tests.regiments.wizards import BOLT, SPARK, WARD, cast, wizard
from warhost.rulesets.regiments.chapters import structure
from warhost.rulesets.regiments.core import Regiment, events, optional
from warhost.rulesets.regiments.parts.army_terrain import ArmyTerrain
from warhost.rulesets.regiments.parts.army_terrain.pieces import Piece, kind_of
from warhost.rulesets.regiments.parts.army_terrain.placing import lay
from warhost.rulesets.regiments.parts.winds_of_power import state
from warhost.rulesets.regiments.parts.winds_of_power.events import SpellBlocked, SpellMiscast
from warhost.table import Pose

LINE = "0 Wizard at 36,20 | 1 Foe at 36,30 face 180"
TOUGH = regiment(size=1, rules=["Caster(2)", "Tough(6)"], spells=[BOLT, SPARK])


def table(
    *pools: int, line: str = LINE, parts: tuple[str, ...] = (), book: tuple[str, ...] = ("Bolt", "Spark"), **units: Any
) -> Table:
    made: dict[str, Regiment] = {"Wizard": TOUGH, "Foe": wizard(), **units}
    named = {name: one for name, one in made.items() if f" {name} " in line}
    laid = draw(line, agreed("winds_of_power", *parts), **named).having(turn=1)
    told = msgspec.structs.replace(state.told(laid.battle), pools=pools, books={"0.0.0": book})
    state.keep(laid.battle, told)
    return laid


def tries(laid: Table, spell: str, count: int, dice: Dicing, block: int = 0) -> Interlude:
    """Wizard tries a spell with so many dice, against so many."""
    play = cast(laid, dice).choose(f"0:{spell}")
    while play.topic in ("spell dice", "block spell", "blocking dice", "block"):
        play.choose(str(count) if play.question.seat == 0 else str(block))
    return play


def pools(play: Interlude | Table) -> tuple[int, ...]:
    return state.told(play.battle).pools


def worked(play: Interlude) -> bool:
    return bool(play.told(events.SpellCast))


def test_one_success_of_two_is_not_enough_though_it_is_a_six() -> None:
    play = tries(table(4, 0), "Bolt", 2, by_reason({"to block": 6, "": (6, 3)}))
    assert not worked(play)
    assert pools(play)[0] == 2


def test_more_dice_than_needed_may_make_good_for_misses() -> None:
    play = tries(table(4, 0), "Bolt", 4, by_reason({"to block": 6, "": (4, 2, 2, 4)}))
    assert worked(play)
    assert pools(play)[0] == 0


def test_a_blocker_with_no_dice_blocks_nothing() -> None:
    play = tries(table(4, 4), "Spark", 1, by_reason({"to block": 6, "": 4}), block=0)
    assert worked(play)
    assert pools(play) == (3, 4)


def test_a_spell_outside_the_book_works_on_sixes_and_so_is_never_blocked() -> None:
    laid = table(4, 4, book=("Bolt",))
    play = tries(laid, "Spark", 1, by_reason({"to block": 6, "": [6, (6, 6, 6)]}), block=3)
    assert worked(play)
    assert not play.told(SpellBlocked)


def test_a_one_among_successes_resolves_the_spell_and_then_ends_the_casting() -> None:
    laid = table(6, 0)
    play = tries(laid, "Bolt", 3, by_reason({"to block": 6, "": (4, 4, 1)}))
    assert worked(play)
    assert play.game.over, "no second spell"
    assert not play.told(SpellMiscast)
    laid.battle = play.battle
    assert acts(laid, "Wizard").topic == "action", "and none later in the round"


def test_who_threw_a_one_may_still_block() -> None:
    laid = table(6, 4)
    laid.battle = tries(laid, "Bolt", 3, by_reason({"to block": 6, "": (4, 4, 1)})).battle
    play = cast(laid, by_reason({"to block": 6, "": 4}), unit="Foe").choose("0:Bolt")
    seats = set()
    while play.topic in ("spell dice", "block spell", "blocking dice", "block"):
        seats.add(play.question.seat)
        play.choose(next(key for key in play.keys if key in ("2", "0")))
    assert seats == {0, 1}


def test_the_pool_never_holds_more_than_three_times_the_levels() -> None:
    laid = table(6, 0, Foe=regiment(size=5))
    play = happen(laid, structure.start_of_round, by_reason({"Spell dice": 6, "One die": 6, "": 6}))
    assert pools(play)[0] == 6


def test_a_one_takes_no_die_from_an_empty_pool() -> None:
    line = "0 Wizard at 36,20 | 1 Foe at 36,30 face 180"
    laid = table(0, 0, line=line, Foe=regiment(size=5))
    play = happen(laid, structure.start_of_round, by_reason({"Spell dice": 1, "One die": 1, "": 1}))
    assert pools(play) == (2, 0), "D3 of 1, two tokens, less one"


def test_half_of_one_die_is_the_whole_of_it() -> None:
    play = happen(table(1, 3), structure.end_of_round)
    assert pools(play) == (0, 1)


def test_a_miscast_takes_no_more_dice_than_there_are() -> None:
    play = tries(
        table(2, 0), "Bolt", 2, by_reason({"to block": 6, "Miscast": (3, 4), "Morale": 6, "": [(1, 1), 6, 1, 1]})
    )
    assert play.told(SpellMiscast)
    assert pools(play)[0] == 0


def test_a_shrine_gives_a_spell_die() -> None:
    laid = table(2, 0, parts=("army_terrain",))
    lay(laid.battle, kind_of("enchanted_shrine"), Pose(36.0, 14.0, 0.0))
    piece = Piece(0, "enchanted_shrine", (Pose(36.0, 14.0, 0.0),))
    optional.keep(laid.battle, "army_terrain", ArmyTerrain(placed=(piece,)))
    acts(laid, "Wizard")
    assert pools(laid)[0] == 3


def test_a_spell_on_a_friend_may_be_blocked_too() -> None:
    laid = table(4, 4, Wizard=regiment(size=1, rules=["Caster(2)"], spells=[WARD]), book=("Ward",))
    play = cast(laid, by_reason({"": [4, 5]})).choose("0:Ward")
    while not play.game.over and not (play.told(SpellBlocked) or worked(play)):
        play.choose("1" if "1" in play.keys else play.keys[0])
    assert play.told(SpellBlocked)


@pytest.mark.parametrize(("face", "blocked"), [(3, False), (4, True)])
def test_equal_totals_block(face: int, blocked: bool) -> None:
    play = tries(table(4, 4), "Spark", 1, by_reason({"to block": 6, "": [4, face]}), block=1)
    assert bool(play.told(SpellBlocked)) is blocked
    assert bool(attacks(play)) is not blocked
    assert pools(play) == (3, 3)
