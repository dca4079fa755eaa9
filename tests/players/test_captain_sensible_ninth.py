"""Positions in which a captain once did what made a watcher shake his head, in both games of The 9th Age."""

from __future__ import annotations

from math import hypot

import pytest

from tests.essence_of_war import harness as essence
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.troops import GREAT_WEAPON, HAND_WEAPON, part
from tests.players.captains import overview
from warhost.dice import Chance
from warhost.play import Choose, Chosen, Moved, Option
from warhost.play.battle import Battle
from warhost.play.questions import Odds
from warhost.play.script import ask_choice
from warhost.players.captain import Captain
from warhost.players.captain.acting import charges, fighting
from warhost.players.captain.engine import Candidate, pick
from warhost.rulesets.essence_of_war import RULESET as ESSENCE
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.thinks.counsel import FantasyCounsel
from warhost.table import Arc, Back, Forward, walk

FAR = "1 Guard at 66,44 face 180"


def judged(battle: Battle, options: tuple[Option, ...], topic: str) -> dict[str, Candidate]:
    """What the captain says of each option of a question."""
    here = overview(battle, 0)
    ask = ask_choice(question := Choose(seat=0, topic=topic, text="", options=options))
    judge = {"order": charges.combined_order, "pursuit": fighting.pursue}[topic]
    return {str(one.answer.option): one for one in judge(here, ask, question) if isinstance(one.answer, Chosen)}


# Veil Tokens.


@pytest.mark.parametrize(("y", "dice"), [(47.0, "0"), (28.0, "2")])
def test_veil_tokens_are_burnt_only_for_something_to_cast(y: float, dice: str) -> None:
    table = draw(f"Wizard at 36,4 | 1 Swordsmen at 36,{y} face 180")
    table.unit("Wizard").known = ("Fireball",)
    play = table.play(phase="magic", stage="siphon", pools=(0, 0), tokens=(6, 0))
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)
    assert decision.answer == Chosen(dice)


# Weapons.


def test_fights_are_foreseen_with_the_weapon_that_suits_the_enemy() -> None:
    def value(*weapons: object) -> float:
        table = draw(f"Swordsmen at 36,10 | 1 Knights at 36,22 face 180 | {FAR}")
        table.change("Swordsmen", parts=(part(weapons=weapons),))
        counsel = FantasyCounsel(table.battle, 0)
        return counsel.duel(counsel.unit(0), counsel.unit(1), Arc.FRONT).deals

    assert value(HAND_WEAPON, GREAT_WEAPON) == pytest.approx(value(GREAT_WEAPON))
    assert value(HAND_WEAPON, GREAT_WEAPON) > value(HAND_WEAPON)


# Joint fights.


def test_who_joins_a_combat_is_worth_the_difference_it_makes() -> None:
    line = f"Knights at 36,20 | Wizard at 42,18 | 1 Archers at 36,26 face 180 | {FAR}"
    counsel = FantasyCounsel(draw(line).fight("Knights", "Archers").battle, 0)
    wizard, archers = counsel.unit(1), counsel.unit(2)
    joins = counsel.duel(wizard, archers, Arc.LEFT)
    assert joins.joins
    assert abs(joins.value) < 0.5 * counsel.fight(archers).value


# Charges.


@pytest.mark.parametrize("book", ["t9a", "eow"])
def test_who_is_in_the_way_of_another_charger_moves_first(book: str) -> None:
    if book == "t9a":
        battle: Battle = draw("Knights at 36,10 | Archers at 36,15 | 1 Swordsmen at 36,22 face 180").battle
    else:
        line = "Feudal Knights at 18,10 | Lowborn Archers at 18,15 | 1 Warriors at 18,22 face 180"
        battle = essence.draw(line).battle
    options = tuple(Option(f"{n}>2", "", (Odds("arrives", 0.9),), unit=n, target=2) for n in (0, 1))
    found = judged(battle, options, "order")
    assert found["1>2"].total > found["0>2"].total
    assert any("in its way" in label for label, _, _ in found["0>2"].terms)


@pytest.mark.parametrize("gap", [19.0, 20.0])
def test_a_charge_that_hardly_ever_arrives_is_not_declared(gap: float) -> None:
    # 11 or 12 with two dice, at the rear of archers whom the knights would ride down.
    line = f"Electoral Cavalry at 18,10 | 1 Lowborn Archers at 18,{10 + gap} | 1 Damsel at 2,47"
    play = essence.draw(line).play(turn=4)
    here = overview(play.battle, 0)
    question = play.question
    assert isinstance(question, Choose)
    chance = here.counsel.gets_there(here.own[0], here.foes[0])
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, ESSENCE)
    assert 0.0 < chance < 0.12
    assert decision.answer == Chosen("pass")


@pytest.mark.parametrize("gap", [9.0, 10.0])
@pytest.mark.parametrize(("shooters", "foes"), [("Lowborn Archers", "Warriors"), ("Handgunners", "Iron Orcs")])
def test_who_is_charged_all_the_same_does_not_back_off_two_inches(shooters: str, foes: str, gap: float) -> None:
    line = f"{shooters} at 18,14 | 1 {foes} at 18,{14 + gap} face 180"
    play = essence.draw(line, phase="movement", turn=2).play(dice=[1])
    play.choose(unit=shooters)
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, ESSENCE)
    assert isinstance(decision.answer, Moved)
    assert not any(isinstance(step, Back) for step in decision.answer.steps)


def test_riders_on_the_wing_do_not_stand_there_until_the_battle_is_over() -> None:
    line = (
        "0 Warrior Knights at 6,10 | 0 Imperial Guard at 18,12 | "
        "1 Warriors at 7,28 face 180 | 1 Goblin Rabble at 24,34 face 180"
    )
    play = essence.draw(line, phase="movement", turn=3).play(dice=[1])
    play.choose(unit="Warrior Knights")
    start = boundary(play.battle, play.unit("Warrior Knights"))
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, ESSENCE)
    assert isinstance(decision.answer, Moved)
    end = walk(start, decision.answer.steps)[-1]
    assert hypot(end.x - start.x, end.y - start.y) > 3.0


# Pursuit.


def chased(models: int) -> Table:
    """Swordsmen who have beaten archers, with knights beside the way of a pursuit."""
    line = f"Swordsmen at 36,20 | 1 Archers at 36,26 face 180 | 1 Knights at 50,36 face 270 | {FAR}"
    table = draw(line, phase="melee", turn=3).fight("Swordsmen", "Archers")
    table.set("Archers", models=models)
    return table


def test_a_single_straggler_is_not_worth_a_flank() -> None:
    options = (Option("0>1", "Pursue", unit=0, target=1), Option("pass", "Restrain", unit=0, passes=True))
    found = judged(chased(1).battle, options, "pursuit")
    assert any("in the flank" in label for label, _, _ in found["0>1"].terms)
    assert found["pass"].total > found["0>1"].total

    def catching(models: int) -> float:
        terms = judged(chased(models).battle, options, "pursuit")["0>1"].terms
        return sum(score for label, score, _ in terms if "catch" in label)

    assert catching(1) < 0.25 * catching(20)


# The ground.


def test_a_block_does_not_march_through_ruins_that_it_can_go_round_or_cross_slowly() -> None:
    table = draw(f"t9a | 72x48 ruins 36,16 9x4 | Spearmen at 36,8 | {FAR}", objective="Hold the Ground", turn=2)
    counsel = FantasyCounsel(table.battle, 0)
    spearmen = counsel.unit(0)
    ((cost, words, _),) = counsel.along(spearmen, counsel.rects[0], (Forward(8.0),), "march")
    lost = float(words.split()[0])
    assert -cost >= 0.95 * lost * counsel.life(spearmen)
    play = table.play(phase="movement")
    play.choose("0")
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)
    terms = [reason.label for reason in decision.reasons if "Dangerous Terrain" in reason.label]
    assert all(float(label.split()[0]) < 0.5 for label in terms)


# Reasons.


def test_what_weighs_nothing_is_no_reason() -> None:
    plain = Candidate(Chosen("east"), "The east edge").add(0.01, "no better and no worse")
    assert plain.sentence == "The east edge."
    assert not any("no better" in reason.label for reason in plain.reasons)
    chosen = pick(ask_choice(Choose(seat=0, topic="", text="", options=(Option("east", ""),))), [plain], Chance(0))
    assert chosen is plain
