"""The captain at the table of Essence of War: legal, repeatable, with reasons, and not foolish."""

from __future__ import annotations

import pytest

from tests.essence_of_war.brawl import brawl
from tests.essence_of_war.harness import draw
from tests.players.captains import always_answers_legally_and_says_why, overview, played_without_touching_the_table
from warhost.dice import Chance
from warhost.lab.matches import Plan, play_all, summarise
from warhost.play import (
    Allocate,
    Ask,
    Battle,
    Choose,
    Chosen,
    Game,
    Manoeuvre,
    Moved,
    Odds,
    Option,
    Place,
    Ruleset,
    Setup,
    luck_of,
)
from warhost.play.script import ask_choice
from warhost.players import Decision, Player, play_out, start
from warhost.players.captain import Captain
from warhost.players.captain.acting import charges, fighting, moves
from warhost.players.captain.engine import pick
from warhost.rulebook import catalogue
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.chapters.victory.missions import near_centre
from warhost.rulesets.essence_of_war.core.battle import Battle as EowBattle
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.families.ninth_age.core.contact import engage
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import Arc, distance

RULES = catalogue("eow")
QUIET = ("pass", "hold", "stay", "no", "keep")


class Idle:
    """A player that does as little as it may."""

    name = "idle"

    def decide(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Decision:
        question = ask.question
        if isinstance(question, Choose):
            keys = [option.key for option in question.options]
            return Decision(Chosen(next((key for key in QUIET if key in keys), keys[0])))
        if isinstance(question, Place | Allocate):
            return Decision(ask.suggestions()[0])
        return Decision(Moved())

    def close(self) -> None:
        pass


def captain_against(other: Player, battle: EowBattle, seed: str = "seed") -> EowBattle:
    """The rest of a battle with the captain in the first seat."""
    game = Game(RULESET, battle, luck_of(Chance(seed)))
    play_out(game, [Captain(Chance(seed)), other])
    played = game.battle
    assert isinstance(played, EowBattle)
    return played


def decision_on(line: str, turn: int = 1) -> Decision:
    """What the captain answers to the first question of a position."""
    play = draw(line).play(turn=turn)
    return Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)


@pytest.mark.parametrize(
    ("armies", "map_name"),
    [
        (("Beast Herds", "Undying Dynasties"), "3"),
        pytest.param(("Vermin Swarm", "Kingdom of Equitaine"), "1", marks=pytest.mark.slow),
        pytest.param(("Saurian Ancients", "Vampire Covenant"), "6", marks=pytest.mark.slow),
    ],
)
def test_every_answer_is_legal_and_comes_with_reasons_and_a_sentence(armies: tuple[str, str], map_name: str) -> None:
    always_answers_legally_and_says_why(Setup(ruleset="eow", armies=armies, map=map_name))


@pytest.mark.slow
def test_the_same_seed_gives_the_same_battle() -> None:
    setup = Setup(ruleset="eow", armies=("Orcs and Goblins", "Highborn Elves"), map="2")
    hashes = set()
    for _ in range(2):
        game = start(RULESET, setup, "again")
        play_out(game, [Captain(Chance("a")), Captain(Chance("b"))])
        hashes.add((game.hash(), game.number))
    assert len(hashes) == 1


def test_deciding_changes_nothing_on_the_table() -> None:
    setup = Setup(ruleset="eow", armies=("Daemon Legions", "Sylvan Elves"), map="5")
    assert played_without_touching_the_table(setup, "still").over


def test_it_claims_the_centre_when_nobody_stands_in_its_way() -> None:
    battle = draw(
        "Iron Orcs at 18,6 | Goblin Rabble at 8,6 | Feral Orc Marauders at 30,6 | Damsel at 2,47 face 180"
    ).battle
    played = captain_against(Idle(), battle)
    own = [unit for unit in played.units if unit.seat == 0]
    assert all(near_centre(played, unit) for unit in own)
    assert played.outcome is not None
    assert played.outcome.winners == (0,)


def test_it_declines_a_hopeless_charge() -> None:
    decision = decision_on("Lowborn Archers at 18,10 | Iron Orcs at 18,18 face 180")
    assert decision.answer == Chosen("pass")


def test_it_takes_a_weak_unit_in_the_flank() -> None:
    decision = decision_on("Warrior Knights at 10,20 face 90 | Lowborn Archers at 18,20 face 180")
    assert decision.answer == Chosen("0>1")
    assert "flank" in decision.sentence


def test_it_does_not_leave_the_centre_for_a_charge_in_the_last_turn() -> None:
    far = "Warrior Knights at 18,24 face 0 | Lowborn Archers at 18,38 face 180"
    assert decision_on(far, turn=4).answer == Chosen("pass")


def test_shooters_that_can_shoot_stay_where_they_are() -> None:
    play = draw("Clan Marksmen at 18,18 | Ghouls at 18,40 face 180", phase="movement", turn=2).play()
    play.choose(unit="Clan Marksmen")
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)
    assert decision.answer == Moved()
    assert any(reason.label == "shoots at Ghouls" for reason in decision.reasons)


def test_it_comes_to_the_centre_in_the_last_turn_whatever_it_costs() -> None:
    play = draw(
        "Clan Marksmen at 18,12 | Warriors at 16,32 face 180 | Warrior Knights at 22,32 face 180",
        phase="movement",
        turn=4,
    ).play(dice=[1])
    play.choose(unit="Clan Marksmen")
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)
    play.answer(decision.answer)
    assert near_centre(play.battle, play.unit("Clan Marksmen"))


def test_it_shoots_at_what_loses_most() -> None:
    play = draw(
        "Clan Marksmen at 18,10 | Lowborn Archers at 14,20 face 180 | Feudal Knights at 22,20 face 180",
        phase="shooting",
    ).play()
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)
    assert decision.answer == Chosen("0>1")


def test_the_best_fighter_of_a_combined_charge_goes_in_first() -> None:
    line = "Lowborn Archers at 14.5,12 | Warrior Knights at 21,12 | Murmillo Brutes at 18,20 face 180"
    play = draw(line).play(dice=[(6, 6), (6, 6)])
    for unit in ("Lowborn Archers", "Warrior Knights"):
        play.choose(unit=unit, target="Murmillo Brutes").choose("hold")
    assert play.topic == "combined order"
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)
    assert decision.answer == Chosen("1>2")


def test_it_orders_a_combined_charge_whose_target_has_fled_off_the_table() -> None:
    here = overview(draw("Wildhorn Herd at 14,12 | Mongrel Herd at 22,12 | 1 Damsel at 2,47").play().battle, 0)
    del here.rects[2]
    options = tuple(
        Option(f"{unit}>2", "First", unit=unit, target=2, odds=(Odds("charge succeeds", 1.0),)) for unit in (0, 1)
    )
    ask = ask_choice(question := Choose(seat=0, topic="combined order", text="Who first?", options=options))
    assert len(charges.combined_order(here, ask, question)) == 2


def test_who_falls_short_of_a_combined_charge_goes_last() -> None:
    line = "Warrior Knights at 23,7 | Lowborn Archers at 14.5,12 | Murmillo Brutes at 18,20 face 180"
    play = draw(line).play(dice=[(1, 1), (6, 6)])
    for unit in ("Lowborn Archers", "Warrior Knights"):
        play.choose(unit=unit, target="Murmillo Brutes").choose("hold")
    assert play.topic == "combined order"
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)
    assert decision.answer == Chosen("1>2")


@pytest.mark.parametrize(("side", "answer"), [("front", "pass"), ("right", "test")])
def test_losers_try_to_pivot_only_where_that_helps(side: str, answer: str) -> None:
    # Front to front, all that can strike strike already.
    more = Settings(combat_pivot="the same or more")
    table = draw("Imperial Guard at 4,4 | Feral Orc Marauders at 18,20 face 180", more).fight(
        "Imperial Guard", "Feral Orc Marauders", side
    )
    play = brawl(table, {"to hit": 1, "Break": 1}).until_asked("combat pivot test")
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)
    assert decision.answer == Chosen(answer)


def test_blows_that_no_target_needs_any_more_are_allocated_all_the_same() -> None:
    """Two units strike at once, each at either of two enemies, with far more blows than both can take."""
    table = draw(
        "Imperial Guard at 18,20 | 1 Handgunners at 18,30 face 180 models=5 | "
        "1 Goblin Rabble at 28,30 face 180 models=5 | 0 Citadel Guard at 4,4"
    )
    for name in ("Imperial Guard", "Citadel Guard"):
        table.change(name, att=9, str_=9, off=9, agi=9)
    table.fight("Handgunners", "Imperial Guard", "front", -2.0).fight("Goblin Rabble", "Imperial Guard", "front", 2.0)
    table.fight("Citadel Guard", "Handgunners", "rear", 2.0)
    engage(table.unit("Citadel Guard"), Arc.FRONT, table.unit("Goblin Rabble"), Arc.REAR)
    play = brawl(table, {})
    question = play.question
    assert isinstance(question, Allocate)
    assert len(question.pools) == 2
    (candidate,) = fighting.allocate(overview(play.battle, 0), play.game.asked, question)
    play.game.asked.check(candidate.answer)


def cast(line: str, pools: tuple[int, int], turn: int = 2) -> Decision:
    """What the first player's captain does at the start of casting, with so many dice for each side."""
    play = draw(line).fight("Mongrel Herd", "Dryads").play(phase="magic", stage="cast", pools=pools, turn=turn)
    assert play.topic == "cast"
    return Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)


@pytest.mark.parametrize("pools", [(4, 4), (8, 6), (10, 6), (3, 0)])
def test_a_wizard_with_two_good_spells_casts_one_of_them(pools: tuple[int, int]) -> None:
    decision = cast("Soothsayer at 18,10 | Mongrel Herd at 18,20 | 1 Dryads at 18,24 face 180", pools)
    assert decision.answer != Chosen("pass")


def test_more_dice_go_into_what_is_worth_more() -> None:
    def dice(worth: int) -> str:
        """How many of five dice go into Healing Waters for a herd of so many models in the thick of it."""
        line = f"Soothsayer at 18,10 | Mongrel Herd at 18,20 models={worth} files=5 | 1 Dryads at 18,24 face 180"
        play = draw(line).fight("Mongrel Herd", "Dryads").play(phase="magic", stage="cast", pools=(5, 0), turn=2)
        play.choose(next(key for key in play.keys if key.startswith("0:Healing Waters") and key.endswith(">1")))
        answer = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET).answer
        assert isinstance(answer, Chosen)
        return answer.option

    assert dice(1) < dice(15)


def test_a_useless_spell_is_not_tried_before_a_good_one() -> None:
    play = draw("0 Death Cult Hierarch at 18,10 | 1 Fallen at 18,26 face 180").play(
        phase="magic", stage="cast", pools=(8, 6), turn=4
    )
    tried = {str(Captain(Chance(seed)).decide(play.game.asked, play.battle, RULESET).answer) for seed in range(6)}
    assert len(tried) == 1
    assert "Ice and Fire" in tried.pop()


def test_a_wizard_without_any_use_for_a_spell_keeps_its_dice() -> None:
    line = "Soothsayer at 18,1 | 0 Wildhorn Herd at 6,1 | Mongrel Herd at 18,30 | 1 Dryads at 18,45 face 180"
    play = draw(line).play(phase="magic", stage="cast", pools=(5, 5), turn=4)
    assert Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET).answer == Chosen("pass")


def test_it_holds_at_the_centre_in_the_last_turn() -> None:
    play = draw("Warrior Knights at 18,12 | Lowborn Archers at 18,24 face 180").play(turn=4)
    play.choose(unit="Warrior Knights")
    assert Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET).answer == Chosen("hold")


def test_a_wizard_flees_from_knights_that_would_ride_it_down() -> None:
    play = draw("Warrior Knights at 18,12 | Wizard at 18,28 face 180").play()
    play.choose(unit="Warrior Knights")
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)
    assert decision.answer == Chosen("flee")


@pytest.mark.parametrize(("turn", "answer"), [(1, "0>1"), (4, "pass")])
def test_it_pursues_but_not_away_from_the_centre_at_the_end(turn: int, answer: str) -> None:
    table = draw("Warriors at 18,20 | Lowborn Archers at 18,29 face 180", phase="melee", turn=turn)
    here = overview(table.fight("Warriors", "Lowborn Archers").battle, 0)
    options = (Option("0>1", "Pursue", unit=0, target=1), Option("pass", "Let them run", unit=0))
    ask = ask_choice(question := Choose(seat=0, topic="pursuit", text="Pursue?", options=options))
    chosen = pick(ask, fighting.pursue(here, ask, question), Chance(0))
    assert chosen is not None
    assert chosen.answer == Chosen(answer)


def test_it_knows_when_it_stands_in_the_way_of_a_friend() -> None:
    line = "Wildhorn Herd at 18,17 | Mongrel Herd at 18,13 | Damsel at 2,47 face 180"
    play = draw(line, phase="movement", turn=3).play()
    play.choose(unit="Wildhorn Herd")
    ask = play.game.asked
    question = ask.question
    assert isinstance(question, Manoeuvre)
    found = moves.manoeuvre(overview(play.battle, 0), ask, question)
    stays = next(candidate for candidate in found if candidate.answer == Moved())
    assert "in the way of friends" in {reason.label for reason in stays.reasons}
    decision = Captain(Chance(0)).decide(ask, play.battle, RULESET)
    assert "in the way of friends" not in {reason.label for reason in decision.reasons}
    play.answer(decision.answer)
    assert near_centre(play.battle, play.unit("Wildhorn Herd"))


def test_its_general_stands_behind_the_line_within_reach_of_all() -> None:
    game = start(RULESET, Setup(ruleset="eow", armies=("Orcs and Goblins", "Beast Herds"), map="5"), "line")
    players = [Captain(Chance("a")), Captain(Chance("b"))]
    while game.battle.phase == "deployment":
        ask = game.asked
        game.answer(players[ask.question.seat].decide(ask, game.battle, RULESET).answer)
    battle = game.battle
    assert isinstance(battle, EowBattle)
    for seat in (0, 1):
        leader, *others = sorted((u for u in battle.units if u.seat == seat), key=lambda u: battle.entry(u).category)
        shapes = [boundary(battle, unit) for unit in others]
        own = boundary(battle, leader)
        assert all(distance(own, shape) <= 12.0 for shape in shapes)
        assert all(abs(own.y - 24.0) > abs(shape.front[1] - 24.0) for shape in shapes)


@pytest.mark.slow
def test_it_beats_the_random_player_in_nine_decided_games_of_ten() -> None:
    plan = Plan(ruleset="eow", players=("captain", "random"), games=60, seed="captain")
    line = summarise(plan, play_all(plan), 0.0).players[0]
    assert line.decided_share.share >= 0.9
    assert line.draws <= 9
