"""Rules outside the Round of Combat, read against plausible wrong readings: who else, how often, and what does not
count."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.gunnery import armed, at, shooting
from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.mustered import muster
from tests.fantasy_battles.spellcraft import LINE, conjure
from tests.fantasy_battles.troops import BOW, part
from warhost.play import Pick
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import won_by
from warhost.rulesets.fantasy_battles.core.entries import ArmedWith
from warhost.rulesets.fantasy_battles.shown import events, magic_events

# Attacks


@pytest.mark.rule("t9a.attack.armour_save")
@pytest.mark.parametrize(("armour", "ap", "need"), [(3, 0, 4), (6, 1, 2), (6, 5, 6), (5, 5, None), (1, 2, None)])
def test_the_defender_rolls_one_armour_save_for_each_wound(armour: int, ap: int, need: int | None) -> None:
    table = armed(draw(at(8, half=80)).change("Spearmen", arm=armour), "Archers", ap=ap)
    dice: dict[str, Any] = {"to hit": 6, "to wound": (*[4] * 7, 1, 1, 1), "": 1}
    game = shooting(table, dice).choose(unit="Archers", target="Spearmen")
    saves = [(roll.dice, roll.need, roll.seat) for roll in game.rolls if "Armour" in roll.why]
    assert saves == ([] if need is None else [("7D6", need, 1)])
    assert sum(event.health for event in game.told(events.HealthLost)) == 7


@pytest.mark.rule("t9a.attack.armour_save")
def test_wounds_that_the_armour_stops_are_gone() -> None:
    table = armed(draw(at(8)).change("Spearmen", ["Aegis (5+)"], arm=3), "Archers")
    dice: dict[str, Any] = {"to hit": 6, "to wound": 6, "Armour": (*[4] * 6, *[3] * 4), "Special": (5, 5, 4, 1), "": 1}
    game = shooting(table, dice).choose(unit="Archers", target="Spearmen")
    assert sum(event.health for event in game.told(events.HealthLost)) == 2


@pytest.mark.rule("t9a.attack.panic")
def test_two_weapons_of_one_volley_bring_one_panic_test_after_all_casualties() -> None:
    table = draw(at(8)).change("Archers", parts=(part("men", shots=(ArmedWith(BOW, 4),)),) * 2)
    game = shooting(table, {"to hit": 6, "to wound": (*[6] * 12, *[1] * 8), "Panic": 1, "": 1})
    game.choose(unit="Archers", target="Spearmen")
    kinds = [type(event).__name__ for event in game.game.events]
    assert sum(event.health for event in game.told(events.HealthLost)) == 12
    assert kinds.count("DisciplineTested") == 1
    assert max(n for n, kind in enumerate(kinds) if kind == "HealthLost") < kinds.index("DisciplineTested")


@pytest.mark.rule("t9a.special.artillery_weapon", "t9a.misfire.roll")
def test_several_natural_1s_of_one_weapon_are_one_misfire() -> None:
    table = armed(
        draw("Cannon at 36,10 | Spearmen at 36,24 face 180").change("Cannon", parts=(part(),)),
        "Cannon",
        shots=3,
        name="Gun",
        rules=("Artillery Weapon",),
    )
    game = shooting(table, {"to hit": (1, 1, 2), "": 3}).choose(unit="Cannon", target="Spearmen")
    assert len(game.told(events.Misfired)) == 1


# Magic


@pytest.mark.rule("t9a.magic.draw_flux", "t9a.flux.card1", "t9a.flux.card2", "t9a.flux.card3", "t9a.flux.card4")
@pytest.mark.rule("t9a.flux.card5", "t9a.flux.card6", "t9a.flux.card7", "t9a.flux.card8")
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize(
    ("card", "dice", "tokens"),
    [(1, 4, 3), (2, 5, 2), (3, 5, 5), (4, 5, 7), (5, 5, 9), (6, 6, 5), (7, 6, 7), (8, 7, 7)],
)
def test_a_cards_dice_are_for_both_and_its_tokens_for_the_active_player(
    active: int, card: int, dice: int, tokens: int
) -> None:
    line = "0 Wizard at 36,10 | 1 Wizard at 36,30 face 180"
    known = {"0:Wizard": ["Fireball"], "1:Wizard": ["Fireball"]}
    play = conjure(line, (), known=known, stage="", decks=((card,), (card,)), pools=(0, 0), active=active)
    assert play.topic == ("siphon" if tokens >= 3 else "cast")
    assert play.battle.tokens == ((tokens, 0) if active == 0 else (0, tokens))
    assert play.battle.pools == (dice, dice)


@pytest.mark.rule("t9a.miscast.timing")
def test_the_casters_own_hits_come_after_the_casualties_of_spell_and_attribute() -> None:
    play = conjure(LINE, {"Casting": 5, "Hits of": 1, "": 6}, pools=(9, 0))
    play.cast("Wizard", "Fireball", "Spearmen", dice=3).choose("0:Blaze:basic>1")
    kinds = (events.HealthLost, magic_events.AttributeCast, magic_events.Miscast)
    told = [event for event in play.game.events if isinstance(event, kinds)]
    order = [event.unit if isinstance(event, events.HealthLost) else type(event).__name__ for event in told]
    wizard, spearmen = play.unit("Wizard").id, play.unit("Spearmen").id
    assert order == [spearmen, "AttributeCast", spearmen, "Miscast", wizard]


@pytest.mark.rule("t9a.miscast.timing")
@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_no_result_but_111_keeps_the_spell_from_its_effect(face: int) -> None:
    play = conjure(LINE, {"Casting": face, "Hits of": 1, "": 1}, pools=(9, 0))
    play.cast("Wizard", "Fireball", "Spearmen", dice=3)
    assert play.told(magic_events.SpellCast)
    assert not play.told(magic_events.Miscast)
    play.choose("no")
    assert len(play.told(magic_events.Miscast)) == 1


# Before the battle


@pytest.mark.rule("t9a.deployment.refused_flank", "t9a.deployment.chooser_rights")
@pytest.mark.parametrize(("rolled", "seat"), [([5, 2], 0), ([2, 5], 1)])
def test_who_chooses_the_zone_picks_the_diagonal(rolled: list[int], seat: int) -> None:
    dice = {"Deployment Zone": rolled}
    play = muster(["Spearmen"], ["Swordsmen"], deployment="Refused Flank", until="diagonal", dice=dice)
    assert play.question.seat == seat
    play.choose("1")
    assert (play.topic, play.question.seat, play.battle.diagonal) == ("side", seat, 1)


# Secondary Objectives


@pytest.mark.rule("t9a.objective.scoring_only", "t9a.objective.breakthrough")
def test_units_that_do_not_score_deny_nothing() -> None:
    # One Scoring Unit in the enemy's zone, among enemies that do not score, against three Characters in the own.
    line = (
        "0 Spearmen at 36,40 | 1 Captain at 30,40 | 1 Giant at 42,40 | 1 General at 30,4 face 180 | "
        "1 Banner at 36,4 face 180 | 1 Wizard at 42,4 face 180"
    )
    table = draw(line, objective="Breakthrough", deployment="Frontline Clash")
    assert won_by(table.battle) == 0


@pytest.mark.rule("t9a.objective.capture_marked_units", "t9a.objective.capture_the_flags")
@pytest.mark.parametrize(
    ("gone", "winner"),
    [
        (("Swordsmen",), 0),
        (("Giant",), 0),
        (("Captain",), None),
        (("Swordsmen", "Giant", "Spearmen"), 0),
        (("Giant", "Spearmen"), None),
        (("Giant", "Spearmen", "Chariot"), 1),
        (("Cannon", "Captain"), None),
    ],
)
def test_marked_units_count_beside_scoring_ones_and_the_others_do_not(gone: tuple[str, ...], winner: int) -> None:
    line = (
        "0 Spearmen at 6,5 | 0 Chariot at 20,5 | 0 Cannon at 34,5 | 1 Swordsmen at 6,40 face 180 | "
        "1 Giant at 20,40 face 180 | 1 Captain at 34,40 face 180"
    )
    table = draw(line, objective="Capture the Flags", deployment="Frontline Clash")
    table.set("Chariot", flagged=True).set("Giant", flagged=True)
    for name in gone:
        table.set(name, fate="destroyed", pose=None, models=0)
    assert won_by(table.battle) == winner


@pytest.mark.rule("t9a.objective.capture_marked_units")
def test_each_player_marks_enemies_where_both_armies_lack_scoring_units() -> None:
    play = muster(
        ["Spearmen", "Archers", "Chariot", "Cannon"],
        ["Swordsmen", "Giant", "Captain", "Chariot"],
        objective="Capture the Flags",
        until="flags",
    )
    marked = []
    while play.topic == "flags":
        question = play.question
        assert isinstance(question, Pick)
        marked.append((question.seat, question.least, question.most))
        assert {play.battle.units[option.unit or 0].seat for option in question.options} == {1 - question.seat}
        play.answer(play.game.asked.suggestions()[0])
    assert marked == [(0, 2, 2), (1, 1, 1)]
    assert [sum(unit.flagged for unit in play.battle.units if unit.seat == seat) for seat in (0, 1)] == [1, 2]
