"""What is promised of a round of melee is what the scripts give when every way for their dice to fall is followed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.harness import Interlude, Table, draw
from tests.fantasy_battles.troops import part
from warhost.dice import Distribution
from warhost.play import Answer, Game, chances
from warhost.play.script import Ask, Script
from warhost.rulesets.families.ninth_age.core.formation import whole_health
from warhost.rulesets.fantasy_battles.chapters.melee import combat_steps
from warhost.rulesets.fantasy_battles.chapters.melee.result import break_tests, combat_result
from warhost.rulesets.fantasy_battles.core.battle import Battle
from warhost.rulesets.fantasy_battles.thinks import combat_odds
from warhost.rulesets.fantasy_battles.thinks.clash_odds import clash_odds
from warhost.rulesets.fantasy_battles.thinks.combat_odds import duel_odds, forecast, outlook_odds
from warhost.table import Arc

NOBODY = -1


def one_round(battle: Battle, combat: tuple[int, ...]) -> Script[None]:
    """A Round of Combat up to its Break Tests; who broke is written down as fleeing, who lost as the turn."""
    yield from combat_steps.start_of_combat(battle, combat)
    for strikers in combat_steps.initiative_order(battle, combat):
        yield from combat_steps.initiative_step(battle, strikers)
    result = combat_result(battle, combat)
    battle.turn = NOBODY if result.loser is None else result.loser
    if result.loser is not None:
        for number in (yield from break_tests(battle, combat, result)):
            battle.units[number].fleeing = True


def first_answer(ask: Ask) -> Answer:
    """The plainest answer: attacks go to the rank and file."""
    return ask.suggestions()[0]


def every_way(table: Table, combat: tuple[int, ...]) -> Distribution[tuple[Any, ...]]:
    """What the round may come to: the loser, and of each unit its Health Points, whether it broke and is gone."""

    def see(end: Game) -> tuple[Any, ...]:
        battle = end.battle
        assert isinstance(battle, Battle)
        units = [battle.units[number] for number in combat]
        return (battle.turn, *((whole_health(battle, unit), unit.fleeing, unit.pose is None) for unit in units))

    game = Game(Interlude(lambda battle: one_round(battle, combat)), table.battle)
    return chances(game, until=lambda _: False, see=see, answer=first_answer, limit=100_000)


def fighting(one: str = "models=1", other: str = "models=1", side: str = "front") -> Table:
    table = draw(f"Spearmen at 36,10 {one} | Swordsmen at 36,20 face 180 {other}", phase="melee")
    return table.fight("Spearmen", "Swordsmen", side)


def guarded() -> Table:
    """Two men and their Sergeant against one man."""
    table = draw("Spearmen at 36,10 models=1 | Guard at 36,20 face 180 models=2", phase="melee")
    return table.fight("Spearmen", "Guard").change("Spearmen", att=2)


@pytest.mark.rule("t9a.round.step06_attacks", "t9a.round.step07_result", "t9a.special.break_test")
@pytest.mark.parametrize(
    "table",
    [
        fighting(),
        fighting("models=1 charging"),
        fighting(side="right"),
        fighting(other="models=2"),
        fighting().change("Swordsmen", ["Aegis (4+)"], arm=3).change("Spearmen", ["Lethal Strike", "Battle Focus"]),
        fighting().change("Swordsmen", hp=3).change("Spearmen", ["Multiple Wounds (D3)"]),
        fighting().change("Spearmen", parts=(part("rider", agi=5), part("horse", agi=2))),
        fighting(other="models=2").change("Spearmen", height="Gigantic", rules=["Stomp Attacks (1)"], att=0),
        guarded(),
    ],
)
def test_a_round_of_combat_is_foreseen_exactly(table: Table) -> None:
    combat = tuple(unit.id for unit in table.battle.units if unit.engaged)
    told = forecast(table.battle, combat)
    assert told is not None
    before = {number: whole_health(table.battle, table.battle.units[number]) for number in combat}
    exact = every_way(table, combat)
    for place, number in enumerate(combat):
        outlook, seat = told[number], table.battle.units[number].seat
        lost = sum(chance * (before[number] - end[place + 1][0]) for end, chance in exact.items())
        assert outlook.lost == pytest.approx(lost)
        assert outlook.breaks == pytest.approx(sum(p for end, p in exact.items() if end[place + 1][1]))
        assert outlook.gone == pytest.approx(sum(p for end, p in exact.items() if end[place + 1][2]))
        beaten = [p for end, p in exact.items() if end[0] == 1 - seat or (end[2 - place][2] and not end[place + 1][2])]
        assert outlook.wins == pytest.approx(sum(beaten))


def test_the_next_combat_is_told_with_its_odds() -> None:
    table = draw(
        "Spearmen at 10,20 | Swordsmen at 10,30 face 180 | Archers at 26,20 | Wolves at 26,30 face 180", phase="melee"
    )
    game = table.fight("Spearmen", "Swordsmen").fight("Archers", "Wolves").play()
    assert game.topic == "next combat"
    told = {odds.label: odds.value for odds in game.weighed[0].odds}
    assert told["expected enemy HP lost"] == pytest.approx(10 / 4)
    assert told["wins the round"] == pytest.approx(0.397, abs=0.001)
    assert "the enemy breaks" in told


def three() -> Table:
    """Two units of a man or two against one, struck from the front and from the left."""
    table = draw("Spearmen at 36,20 models=1 | 1 Swordsmen at 36,30 face 180 models=2 | 0 Archers at 4,4 models=1")
    table.battle.phase = "melee"
    return table.fight("Spearmen", "Swordsmen").fight("Archers", "Swordsmen", "left")


@pytest.mark.rule("t9a.round.step06_attacks", "t9a.round.step07_result", "t9a.special.break_test")
def test_a_round_of_three_units_is_foreseen_as_nearly_as_a_percent_shows() -> None:
    table, combat = three(), (0, 1, 2)
    told, exact = forecast(table.battle, combat), every_way(table, combat)
    assert told is not None
    for place, number in enumerate(combat):
        before = whole_health(table.battle, table.battle.units[number])
        lost = sum(chance * (before - end[place + 1][0]) for end, chance in exact.items())
        assert told[number].lost == pytest.approx(lost, abs=1e-4)
        assert told[number].breaks == pytest.approx(sum(p for end, p in exact.items() if end[place + 1][1]), abs=1e-4)
        assert told[number].gone == pytest.approx(sum(p for end, p in exact.items() if end[place + 1][2]), abs=1e-4)
    ours = [p for end, p in exact.items() if end[0] == 1 or (end[2][2] and not (end[1][2] and end[3][2]))]
    assert told[0].wins == told[2].wins == pytest.approx(sum(ours), abs=1e-4)


def test_the_odds_of_a_combat_of_three_are_those_of_its_sides() -> None:
    table = three()
    told = forecast(table.battle, (0, 1, 2))
    assert told is not None
    shown = {odds.label: odds.value for odds in outlook_odds(table.battle, told, 0)}
    assert shown["wins the round"] == told[0].wins
    assert shown["expected own HP lost"] == pytest.approx(told[0].lost + told[2].lost)
    assert shown["Swordsmen break"] == told[1].breaks


def test_nothing_is_foretold_of_a_part_of_a_combat_or_of_too_many_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    assert forecast(three().battle, (0, 1)) is None
    monkeypatch.setattr(combat_odds, "MOST_WAYS", 3)
    assert forecast(three().battle, (0, 1, 2)) is None


def test_a_charge_into_a_combat_is_told_with_all_who_fight_there() -> None:
    table = draw("Knights at 20,10 | Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180").fight("Spearmen", "Swordsmen")
    knights, swords = table.unit("Knights"), table.unit("Swordsmen")
    told = {odds.label: odds.value for odds in clash_odds(table.battle, knights, swords, Arc.RIGHT, knights)}
    alone = forecast(table.battle, (table.unit("Spearmen").id, swords.id))
    assert alone is not None
    assert told["wins the round if it arrives"] > alone[table.unit("Spearmen").id].wins


@pytest.mark.rule("t9a.special.duel")
def test_a_duel_is_told_with_who_is_slain() -> None:
    table = draw("Spearmen at 36,20 models=1 | 0 Captain at 4,4 | 1 Guard at 36,30 face 180 models=1")
    table.join("Captain", "Spearmen").fight("Spearmen", "Guard")
    table.change("Spearmen", att=0).change("Captain", att=2, hp=1)
    captain, sergeant = table.unit("Captain"), table.unit("Sergeant of Guard")
    told = {odds.label: odds.value for odds in duel_odds(table.battle, captain, sergeant)}
    table.battle.duels = ((captain.entry, sergeant.entry),)
    table.battle.phase = "melee"

    def see(end: Game) -> tuple[bool, bool]:
        assert isinstance(end.battle, Battle)
        one, other = (end.battle.bearing(unit.entry) for unit in (captain, sergeant))
        return one.fate == "destroyed", other.fate == "destroyed"

    combat = (table.unit("Spearmen").id, table.unit("Guard").id)
    game = Game(Interlude(lambda battle: one_round(battle, combat)), table.battle)
    exact = chances(game, until=lambda _: False, see=see, answer=first_answer, limit=100_000)
    assert 0.0 < told["slays Sergeant of Guard"] == pytest.approx(sum(p for end, p in exact.items() if end[1]))
    assert told["is slain"] == pytest.approx(sum(p for end, p in exact.items() if end[0]))


def test_a_charge_is_told_with_the_melee_that_follows() -> None:
    game = draw("Knights at 36,10 | Swordsmen at 36,22 face 180").play()
    option = next(option for option in game.weighed if option.target is not None)
    told = {odds.label: odds.value for odds in option.odds}
    # Five lances of Strength 6 at 3+ to hit; five horses of Strength 3 at 4+.
    assert told["expected enemy HP lost if it arrives"] == pytest.approx(5 * 2 / 3 * 5 / 6 + 5 / 4, abs=0.01)
    game.choose(unit="Knights", target="Swordsmen")
    hold = next(option for option in game.weighed if option.key == "hold")
    assert "wins the round if it arrives" in {odds.label for odds in hold.odds}
