"""Turns and phases (Turn; Charge Phase Sequence: start)."""

from typing import Any, ClassVar

import pytest

from tests.fantasy_battles.harness import Play, Table, carried_out, draw
from warhost.play.script import Script
from warhost.rulesets.fantasy_battles.chapters import turn
from warhost.rulesets.fantasy_battles.core.battle import PHASES, Battle, Boon, Settings, Unit
from warhost.rulesets.fantasy_battles.core.moments import BOONS, BoonRule
from warhost.rulesets.fantasy_battles.shown.events import PhaseBegan, TurnBegan

FAR_APART = "Spearmen at 36,4 | Swordsmen at 36,44 face 180"


def quiet(table: Table) -> Play:
    return table.play(dice={"": 1})


@pytest.mark.rule("t9a.turn.phase_order")
def test_a_player_turn_passes_through_five_phases_in_order() -> None:
    game = quiet(draw(FAR_APART)).until(turn=2)
    phases = [event.phase for event in game.told(PhaseBegan)]
    # The battle begins in the first Charge Phase, so the first event is the next phase.
    assert phases[:4] == [phase.capitalize() for phase in PHASES[1:]]
    assert phases[4:9] == ["Charge", "Movement", "Magic", "Shooting", "Melee"]


@pytest.mark.rule("t9a.turn.active_reactive")
def test_both_roles_swap_when_a_player_turn_ends() -> None:
    game = quiet(draw(FAR_APART))
    assert (game.battle.active, game.battle.reactive) == (0, 1)
    game.until(turn=2)
    assert [(event.turn, event.seat) for event in game.told(TurnBegan)] == [(1, 1), (2, 0)]
    assert (game.battle.active, game.battle.reactive) == (0, 1)


@pytest.mark.rule("t9a.turn.active_reactive")
def test_the_player_who_has_the_first_turn_is_active_first_in_every_game_turn() -> None:
    table = draw(FAR_APART)
    table.battle.first = table.battle.active = 1
    game = quiet(table)
    assert (game.battle.active, game.battle.reactive) == (1, 0)
    game.until(turn=2)
    assert [(event.turn, event.seat) for event in game.told(TurnBegan)] == [(1, 0), (2, 1)]
    assert (game.battle.active, game.battle.reactive) == (1, 0)


@pytest.mark.rule("t9a.turn.game_length")
@pytest.mark.parametrize(
    ("settings", "game_turn", "seat", "goes_on"),
    [
        (Settings(), 6, 0, True),
        (Settings(), 5, 1, True),
        (Settings(), 6, 1, False),
        (Settings(game_turns=4), 4, 1, False),
    ],
)
def test_a_game_ends_after_the_second_player_turn_of_its_last_game_turn(
    settings: Settings, game_turn: int, seat: int, goes_on: bool
) -> None:
    battle = draw(FAR_APART, settings, turn=game_turn, active=seat, phase="melee").battle
    carried_out(turn.end_phase(battle))
    if battle.stage == "end of game turn":
        carried_out(turn.next_game_turn(battle))
    assert (battle.phase != "end") is goes_on
    if goes_on:
        assert (battle.turn, battle.active) == ((6, 1) if seat == 0 else (6, 0))


class Watchful(BoonRule):
    """Notes the moments at which it is asked to speak."""

    heard: ClassVar[list[str]] = []

    def at_turn_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        self.heard.append("turn")
        yield from ()

    def at_charge_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        self.heard.append("charge")
        yield from ()


@pytest.mark.rule("t9a.charge.start")
def test_the_turn_and_its_charge_phase_start_before_the_first_declaration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watchful, "heard", [])
    monkeypatch.setitem(BOONS.rules, "Watchful", Watchful)
    table = draw("Spearmen at 36,10 | Swordsmen at 36,22 face 180", stage="start of turn")
    table.set("Spearmen", boons=(Boon("Watchful", "game"),))
    table.set("Swordsmen", boons=(Boon("Watchful", "game"),))
    game = table.play()
    # Only the Active Player's unit speaks, and the first question comes after both moments.
    assert (Watchful.heard, game.topic) == (["turn", "charge"], "declare charge")


@pytest.mark.parametrize(
    ("until", "seat", "ends_after"), [("turn", -1, 1), ("own turn", -1, 1), ("next turn", 1, 2), ("game", -1, 99)]
)
def test_what_is_given_for_a_while_ends_with_its_turn(until: Any, seat: int, ends_after: int) -> None:
    table = draw(FAR_APART, phase="melee").set("Spearmen", boons=(Boon("Shaken", until, seat=seat),))
    battle = table.battle
    for number in (1, 2):
        battle.phase = "melee"
        carried_out(turn.end_phase(battle))
        assert bool(battle.units[0].boons) is (number < ends_after)
