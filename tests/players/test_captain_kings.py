"""The captain at the table of Kings of War: it wins by manoeuvre, and no habit of it is foolish."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.kings_of_war.harness import Play, Table, draw, unit
from tests.players.captains import always_answers_legally_and_says_why, overview, played_without_touching_the_table
from warhost.dice import Chance
from warhost.play import Choose, Chosen, Option, Picked, Setup
from warhost.players import Decision
from warhost.players.captain import Candidate, Captain
from warhost.players.captain.judging.places import PlaceJudge
from warhost.rulebook import catalogue
from warhost.rulesets.kings_of_war.core import Known, Marker, Order, footprint
from warhost.rulesets.kings_of_war.ruleset import RULESET
from warhost.table import Pose, distance, distance_to_point

RULES = catalogue("kow")
FOOT = unit(points=120)
KNIGHTS = unit(
    type="cavalry", speed=8, melee=3, defence=5, attacks=16, nerve=14, points=200, rules=("Thunderous Charge (1)",)
)
HORDE = unit(size="horde", attacks=28, nerve=21, defence=5, points=230)
CHIEF = unit(hero=True, attacks=4, nerve=12, points=90, rules=("Individual", "Inspiring"))
BOWS = unit(shooting=4, melee=5, attacks=12, nerve=13, defence=3, points=125, weapons=({"name": "Bow", "range": 24},))
MONSTER = unit(
    type="monster", speed=7, melee=3, attacks=10, nerve=18, defence=6, points=260, rules=("Crushing Strength (3)",)
)
ENGINE = unit(type="war engine", attacks=0, nerve=10, defence=4, points=110)
WOOD = "kow | 72x48 wood 36,30 30x12 | "


def decide(play: Play) -> Decision:
    return Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)


def action(table: Table, name: str) -> Decision:
    """What the captain orders that unit to do."""
    play = table.play()
    play.choose(str(play.unit(name).id))
    return decide(play)


def ordered(table: Table, name: str) -> Play:
    """The table after the captain has given that unit its order and has moved it."""
    play = table.play()
    play.choose(str(play.unit(name).id))
    captain = Captain(Chance(0))
    while not play.unit(name).order:
        play.answer(captain.decide(play.game.asked, play.battle, RULESET).answer)
    return play


def charges(decision: Decision) -> str:
    """Whom an answer charges, by the number of the unit; nobody: nothing."""
    answer = decision.answer
    return answer.option.partition("charge>")[2] if isinstance(answer, Chosen) else ""


def told(decision: Decision) -> dict[str, float]:
    return {reason.label: reason.score for reason in decision.reasons}


@pytest.mark.parametrize(
    ("armies", "options"),
    [
        (("Crown of Aldermere", "Children of the Maw"), {"points": 1000, "scenario": "plunder"}),
        pytest.param(
            ("Gutterfang Tribes", "Brasswater League"),
            {"points": 1000, "scenario": "fools_gold"},
            marks=pytest.mark.slow,
        ),
        pytest.param(
            ("Lanternless Court", "Sunward Clans"), {"points": 1000, "scenario": "standard"}, marks=pytest.mark.slow
        ),
    ],
)
@pytest.mark.slow
def test_every_answer_is_legal_and_comes_with_reasons_and_a_sentence(
    armies: tuple[str, str], options: dict[str, int | str]
) -> None:
    always_answers_legally_and_says_why(Setup(ruleset="kow", armies=armies, map="open", options=options))


@pytest.mark.slow
def test_deciding_changes_nothing_on_the_table() -> None:
    setup = Setup(ruleset="kow", armies=("Gutterfang Tribes", "Sunward Clans"), map="open", options={"points": 1000})
    assert played_without_touching_the_table(setup, "kings").over


# Charges.


def test_a_flank_is_charged_rather_than_a_front() -> None:
    table = draw(
        "Knights at 30,20 | 1 Ahead at 30,30 face 180 | 1 Aside at 40,27 face 110 | 1 Far at 70,46 face 180",
        Knights=KNIGHTS,
        Ahead=FOOT,
        Aside=FOOT,
        Far=FOOT,
    )
    decision = action(table, "Knights")
    assert charges(decision) == str(table.unit("Aside").id)
    assert "in the flank" in decision.sentence
    assert {reason.rule for reason in decision.reasons} >= {"kow.nerve.routed"}


def test_two_charge_together_whom_one_would_not_rout() -> None:
    table = draw(
        "Swords at 33,20 | Spears at 39,20 | 1 Horde at 36,29 face 180 | 1 Far at 70,46 face 180",
        Swords=unit(points=120, attacks=20, melee=3),
        Spears=unit(points=120, attacks=20, melee=3),
        Horde=unit(size="horde", attacks=10, nerve=15, defence=4, points=230),
        Far=FOOT,
    )
    decision = action(table, "Swords")
    assert charges(decision) == str(table.unit("Horde").id)
    assert "Spears join the charge" in told(decision)
    play = table.play()
    play.choose(str(play.unit("Swords").id)).answer(decision.answer)
    assert play.topic == "joint charge"
    assert decide(play).answer == Picked((str(table.unit("Spears").id),))


def test_nobody_is_counted_on_to_join_who_has_no_room_or_had_an_order() -> None:
    line = "Swords at 33,20 | Spears at 39,20{} | 1 Horde at 36,29 face 180"
    units = {"Swords": FOOT, "Spears": FOOT, "Horde": unit(size="horde", nerve=15, points=230)}
    free = overview(draw(line.format(""), None, **units).battle, 0)
    gone = overview(draw(line.format(' order="halt"'), None, **units).battle, 0)
    swords, horde = free.own[0], free.foes[0]
    assert free.paired(swords, horde)[1] is free.own[1]
    assert gone.paired(gone.own[0], gone.foes[0]) == (0.0, None)


def test_a_hero_does_not_charge_a_horde_alone() -> None:
    table = draw("Chief at 36,20 | 1 Horde at 36,27 face 180", Chief=CHIEF, Horde=HORDE)
    assert not charges(action(table, "Chief"))


def test_a_hindered_charge_is_worth_less() -> None:
    line = "{}Knights at 36,16 | 1 Foe at 36,30 face 180 | 1 Far at 70,46 face 180"
    units = {"Knights": KNIGHTS, "Foe": FOOT, "Far": FOOT}
    free = told(action(draw(line.format(""), None, **units), "Knights"))
    assert "hindered on its way" not in free
    here = overview(draw(line.format(WOOD), None, **units).battle, 0)
    knights, foe = here.own[0], here.foes[0]
    assert any(
        score < 0.0 and rule == "kow.charge.hindered" for score, _, rule in here.counsel.along_charge(knights, foe)
    )


# Reach is certain: who stands just outside of it is safe.


def test_it_stays_out_of_the_reach_of_a_monster_that_it_cannot_beat() -> None:
    table = draw("Foot at 36,14 | 1 Monster at 36,31 face 180", Foot=FOOT, Monster=MONSTER)
    play = ordered(table, "Foot")
    gap = distance(footprint(play.battle, play.unit("Foot")), footprint(play.battle, play.unit("Monster")))
    here = overview(play.battle, 0)
    assert gap > here.counsel.reach(play.unit("Monster"))


@pytest.mark.parametrize("y", [29.5, 29.7, 29.9, 30.1, 30.3, 30.5])
def test_what_an_enemy_can_charge_is_known_exactly(y: float) -> None:
    table = draw(f"1 Foot at 36,14 | 0 Monster at 36,{y} face 180", Foot=FOOT, Monster=MONSTER)
    here = overview(table.battle, 1)
    monster, foot = here.foes[0], here.own[0]
    play = table.play()
    play.choose(str(monster.id))
    offered = play.topic == "action"
    assert here.arrives(monster, here.rects[monster.id], here.rects[foot.id]) == float(offered)
    assert offered is (distance(here.rects[monster.id], here.rects[foot.id]) <= 14.0)


def test_whoever_stands_behind_a_friend_fears_less() -> None:
    def feared(line: str) -> float:
        units = {"Foot": FOOT, "Monster": MONSTER, "Chaff": unit(size="troop", points=50)}
        here = overview(draw(line, None, **units).battle, 0)
        candidate = PlaceJudge(here, here.own[0]).weigh(Candidate(Chosen("halt"), "Halt"), here.rects[0])
        return sum(reason.score for reason in candidate.reasons if reason.label.startswith("may be charged by Monster"))

    ahead = feared("Foot at 36,14 | 1 Monster at 36,26 face 180 | Chaff at 36,19")
    aside = feared("Foot at 36,14 | 1 Monster at 36,26 face 180 | Chaff at 48,19")
    assert aside < ahead < 0.0


def test_an_enemy_that_looks_away_charges_nobody() -> None:
    table = draw("Foot at 36,14 | 1 Monster at 36,22", Foot=FOOT, Monster=MONSTER)
    here = overview(table.battle, 0)
    assert here.arrives(here.foes[0], here.rects[1], here.rects[0]) == 0.0


def test_individuals_turn_before_they_charge() -> None:
    units = {"Chief": unit(hero=True, attacks=8, melee=3, points=150, rules=("Individual",)), "Engine": ENGINE}
    table = draw("Chief at 36,20 | 1 Engine at 36,12 face 180", None, **units)
    here = overview(table.battle, 0)
    assert here.arrives(here.own[0], here.rects[0], here.rects[1]) == 1.0
    decision = action(table, "Chief")
    assert decision.answer == Chosen("turn")
    play = table.play()
    play.choose("0").answer(decision.answer)
    captain = Captain(Chance(0))
    while not play.unit("Chief").order:
        play.answer(captain.decide(play.game.asked, play.battle, RULESET).answer)
    assert play.unit("Chief").order == "charge"


def test_a_charge_that_needs_dice_arrives_by_their_chance() -> None:
    wild = unit(rules=("Wild Charge (D3)",))
    table = draw("Foot at 36,14 | 1 Wild at 36,30 face 180", Foot=FOOT, Wild=wild)
    here = overview(table.battle, 0)
    foe = here.foes[0]
    assert [here.counsel.arrives(foe, gap) for gap in (11.0, 11.5, 12.5, 13.5)] == pytest.approx(
        [1.0, 2 / 3, 1 / 3, 0.0]
    )


def test_a_wavering_unit_backs_off() -> None:
    table = draw("Foot at 36,14 wavering=1 | 1 Monster at 36,29 face 180", Foot=FOOT, Monster=MONSTER)
    play = ordered(table, "Foot")
    assert play.unit("Foot").order == "back"
    assert distance(footprint(play.battle, play.unit("Foot")), footprint(play.battle, play.unit("Monster"))) > overview(
        play.battle, 0
    ).counsel.reach(play.unit("Monster"))


# Markers.


def last_round(line: str, **units: Mapping[str, Any]) -> Table:
    table = draw(line, None, **units)
    table.battle.turn = 6
    table.battle.scenario = "hold_the_line"
    table.battle.markers = (Marker(36.0, 24.0, "objective", value=1),)
    return table


def test_it_stays_at_an_objective_in_the_last_round() -> None:
    table = last_round("Foot at 36,24 | 1 Weak at 30,32 face 180", Foot=FOOT, Weak=unit(points=20, nerve=16, defence=6))
    play = ordered(table, "Foot")
    assert distance_to_point(footprint(play.battle, play.unit("Foot")), 36.0, 24.0) <= 3.0 + 20 / 25.4


def test_it_goes_to_an_objective_in_the_last_round() -> None:
    play = ordered(last_round("Foot at 36,14 | 1 Far at 4,46 face 180", Foot=FOOT, Far=FOOT), "Foot")
    assert distance_to_point(footprint(play.battle, play.unit("Foot")), 36.0, 24.0) <= 3.0 + 20 / 25.4


@pytest.mark.parametrize(("taken", "turn", "soon"), [(0, 6, 1.0), (1, 6, 0.5), (0, 7, 1.0), (1, 7, 0.0)])
def test_enemies_whose_last_turn_is_over_charge_only_in_one_more_round(taken: int, turn: int, soon: float) -> None:
    table = last_round("Foot at 36,14 | 1 Knights at 36,40 face 180", Foot=FOOT, Knights=KNIGHTS)
    table.battle.taken, table.battle.turn = taken, turn
    here = overview(table.battle, 0)
    assert here.counsel.charges_soon(here.foes[0]) == soon


@pytest.mark.parametrize(("taken", "feared"), [(0, True), (1, False)])
def test_the_last_move_of_a_battle_fears_no_charge(taken: int, feared: bool) -> None:
    line = "Foot at 36,14 | 1 Knights at 30,33 face 180 | 1 Monster at 42,33 face 180"
    table = last_round(line, Foot=FOOT, Knights=KNIGHTS, Monster=MONSTER)
    table.battle.taken, table.battle.turn = taken, 7
    told_of = told(action(table, "Foot"))
    assert "holds a marker" in told_of
    assert any(label.startswith("may be charged") for label in told_of) is feared


def test_the_higher_unit_strength_holds_an_objective() -> None:
    table = last_round("Horde at 36,21 | 1 Foot at 36,26 face 180", Horde=HORDE, Foot=FOOT)
    here = overview(table.battle, 0)
    horde, foot = here.own[0], here.foes[0]
    assert here.counsel.weight(horde) > here.counsel.weight(foot)
    assert here.gained(0, horde) == pytest.approx(2 * here.goals[0].worth)
    assert here.swing(foot) < here.swing(horde)


def test_the_last_turn_of_a_battle_for_markers_is_given_to_the_enemy_first() -> None:
    counsel = overview(last_round("Foot at 36,14 | 1 Far at 4,46 face 180", Foot=FOOT, Far=FOOT).battle, 0).counsel
    sooner = overview(draw("Foot at 36,14 | 1 Far at 4,46 face 180", Foot=FOOT, Far=FOOT).battle, 0).counsel
    question = Choose(seat=0, topic="first turn", text="", options=(Option("first", ""), Option("second", "")))
    for one, best in ((counsel, "second"), (sooner, "first")):
        totals = {option.key: sum(term[0] for term in one.choice(question, option)) for option in question.options}
        assert max(totals, key=lambda key: totals[key]) == best


@pytest.mark.parametrize("many", [1, 2])
def test_loot_is_kept(many: int) -> None:
    table = draw("Foot at 36,14 | 1 Far at 4,46 face 180", Foot=FOOT, Far=FOOT)
    table.battle.scenario = "plunder"
    table.battle.markers = tuple(Marker(36.0, 14.0, "loot", carrier=0) for _ in range(many))
    play = table.play().choose("0")
    assert play.topic == "drop loot"
    decision = decide(play)
    assert decision.answer == (Chosen("pass") if many == 1 else Picked(()))
    assert not any("refused" in reason.label for reason in decision.reasons)


# Shooting, orders, spells.


def test_archers_in_range_halt_and_aim() -> None:
    table = draw("Bows at 36,10 | 1 Foe at 36,30 face 180", Bows=BOWS, Foe=HORDE)
    assert ordered(table, "Bows").unit("Bows").order == "halt"


def test_who_sees_nothing_shoots_at_nobody() -> None:
    line = "Bows at 36,10{} | 1 Foe at 36,30 face 180"
    units = {"Bows": BOWS, "Foe": FOOT, "Wall": unit(size="horde", points=200)}
    open_field = overview(draw(line.format(""), None, **units).battle, 0).counsel
    hidden = overview(draw(line.format(" | Wall at 36,14"), None, **units).battle, 0).counsel
    assert open_field.volleys(open_field.own[0], open_field.rects[0], "")
    assert not hidden.volleys(hidden.own[0], hidden.rects[0], "")
    moved = open_field.volleys(open_field.own[0], open_field.rects[0], "advance")
    assert sum(moved.values()) < sum(open_field.volleys(open_field.own[0], open_field.rects[0], "").values())


STAND, BITE = Order("Stand", 4, steadies=True), Order("Bite", 4, gives=("Vicious (combat)",))


def test_the_order_that_steadies_goes_to_the_unit_that_wavers() -> None:
    table = draw(
        "Chief at 36,12 | First at 32,16 wavering=1 | Second at 40,16 | 1 Foe at 36,40 face 180",
        Chief=unit(hero=True, rank="champion", points=90, rules=("Individual",), orders=(STAND, BITE)),
        First=FOOT,
        Second=FOOT,
        Foe=FOOT,
    )
    decision = decide(table.play())
    assert decision.answer == Chosen(f"0:Stand>{table.unit('First').id}")
    assert told(decision)["what Stand does"] > 0.0


def test_an_order_that_nobody_gains_by_is_not_given() -> None:
    table = draw(
        'Chief at 36,12 order="halt" | First at 32,16 order="halt" | 1 Foe at 36,40 face 180',
        Chief=unit(hero=True, rank="champion", points=90, rules=("Individual",), orders=(STAND, BITE)),
        First=FOOT,
        Foe=FOOT,
    )
    assert decide(table.play()).answer == Chosen("pass")


def test_a_spell_that_changes_nothing_is_not_cast() -> None:
    wizard = unit(hero=True, points=80, rules=("Individual",), spells=(Known("Bane Chant", 3),))
    table = draw(
        'phase="ranged" | Wizard at 36,12 | Foot at 36,16 | 1 Foe at 36,40 face 180', Wizard=wizard, Foot=FOOT, Foe=FOOT
    )
    assert decide(table.play()).answer == Chosen("pass")
    fighting = draw(
        'phase="ranged" | Wizard at 36,12 | Foot at 36,16 | 1 Foe at 36,40 face 180', Wizard=wizard, Foot=FOOT, Foe=FOOT
    ).engage("Foot", "Foe")
    fighting.unit("Wizard").pose = Pose(36.0, 32.0, 0.0)
    assert decide(fighting.play()).answer == Chosen("0:Bane Chant>1")
