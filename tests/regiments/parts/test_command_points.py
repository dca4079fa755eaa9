"""Command points: how they come in, what they buy, and every stratagem at its moment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.playing import Fall, pose
from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows
from tests.regiments.harness import Interlude, Play, Table, acts, draw, find, happen, regiment
from warhost.play.script import roll_sum
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.chapters.melee import phase as melee
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.chapters.wounds import casualties as wounds
from warhost.rulesets.regiments.core import Battle, Marker, Regiment, Settings, SpellEffect, SpellText, events, optional
from warhost.rulesets.regiments.parts.command_points import events as told
from warhost.rulesets.regiments.parts.command_points import purse
from warhost.rulesets.regiments.parts.command_points.purse import Purse, stratagems
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Arc, Back, Forward

FOOT = regiment(size=5)
PLENTY = (9, 9)
SAME = ("strategic", "strategic")


def table(
    line: str,
    doctrines: tuple[str, str] = SAME,
    points: tuple[int, int] = PLENTY,
    /,
    **regiments: Regiment,
) -> Table:
    """A table on which both sides have command points to spend, and do not want to raise dice."""
    made = draw(line, Settings(parts=("command_points:growing",), points=750), **regiments)
    silent = ("high_command", "supreme_command", "seize_initiative", "waive_initiative")
    quiet = tuple((seat, slug) for seat in (0, 1) for slug in silent)
    optional.keep(made.battle, "command_points", Purse("growing", points, doctrines, quiet=quiet))
    return made


def loud(made: Table, *slugs: str) -> Table:
    """Both sides want to be asked about these."""
    left = tuple(one for one in purse.purse(made.battle).quiet if one[1] not in slugs)
    purse.change(made.battle, quiet=left)
    return made


def points(play: Play) -> tuple[int, ...]:
    return purse.purse(play.battle).points


def other(name: str = "Foe", at: str = "36,30 face 180") -> str:
    return f"{name} at {at}"


# Playing with command points


def begun(style: str, size: int = 1500, dice: Mapping[str, Fall] | None = None) -> Play:
    """Sides are picked; doctrines are to come."""
    made = draw("0 A off | 1 B off", Settings(parts=(f"command_points:{style}",), points=size), A=FOOT, B=FOOT)
    return made.play(dice or {"times": 1}, stage="set aside", turn=0)


@pytest.mark.rule("aofr.cp.use", "aofr.cp.style_table")
@pytest.mark.parametrize(
    ("face", "style"),
    [*enumerate(("fixed", "growing", "temporary", "fixed_random", "growing_random", "temporary_random"), 1)],
)
def test_a_die_decides_how_points_come_in(face: int, style: str) -> None:
    play = begun("any", dice={"Style": face, "times": 1})
    assert play.topic == "doctrine"
    assert purse.purse(play.battle).style == style


@pytest.mark.rule("aofr.cp.doctrine_table", "aofr.cp.access")
def test_a_doctrine_is_picked_or_rolled() -> None:
    play = begun("fixed", dice={"Doctrine": 5})
    play.choose("shock").choose("roll")
    assert purse.purse(play.battle).doctrines == ("shock", "valorous")
    refused = purse.why_not(play.battle, 0, "closing_fire")
    assert refused is not None
    assert refused.rule == "aofr.cp.access"
    assert purse.why_not(play.battle, 0, "killing_blow") is None
    assert [one.rule for one in map(purse.why_not, [play.battle] * 6, [0] * 6, list(stratagems())[:6]) if one] == []


@pytest.mark.parametrize(
    ("style", "size", "dice", "first", "later"),
    [
        pytest.param("fixed", 1500, [1], 8, 8, marks=pytest.mark.rule("aofr.cp.fixed")),
        pytest.param("growing", 1500, [1], 4, 8, marks=pytest.mark.rule("aofr.cp.growing")),
        pytest.param("temporary", 1500, [1], 4, 4, marks=pytest.mark.rule("aofr.cp.temporary")),
        pytest.param("fixed_random", 1500, [6, 1], 12, 12, marks=pytest.mark.rule("aofr.cp.fixed_random")),
        pytest.param("growing_random", 1500, [4, 1], 4, 6, marks=pytest.mark.rule("aofr.cp.growing_random")),
        pytest.param("temporary_random", 750, [6, 1], 3, 1, marks=pytest.mark.rule("aofr.cp.temporary_random")),
        pytest.param("fixed", 500, [1], 4, 4),
    ],
)
def test_points_come_in_by_the_size_of_the_game(style: str, size: int, dice: list[int], first: int, later: int) -> None:
    play = begun(style, size, {"times": [*dice]})
    play.choose("strategic").choose("strategic")
    assert points(play)[0] == first
    play.battle.turn, play.battle.finished = 1, ()
    over = happen(_again(play), structure.end_of_round)
    over = happen(_again(over), structure.start_of_round, {"times": dice[-1]})
    assert points(over)[0] == later


def _again(play: Play) -> Table:
    made = Table.__new__(Table)
    made.battle = play.battle
    return made


@pytest.mark.rule("aofr.cp.cost", "aofr.cp.once_per_activation")
def test_a_stratagem_is_paid_at_once_and_used_once_in_an_activation() -> None:
    made = table(f"Foot at 36,10 | {other()}", SAME, (1, 9), Foot=FOOT, Foe=FOOT)
    play = acts(made, "Foot").act("Foot", "advance")
    play.choose("push_forward")
    assert points(play) == (0, 9)
    dear, again = (purse.why_not(play.battle, 0, slug) for slug in ("coordinated_move", "push_forward"))
    assert dear is not None
    assert dear.rule == "aofr.cp.cost"
    assert again is not None
    purse.change(play.battle, points=(9, 9))
    again = purse.why_not(play.battle, 0, "push_forward")
    assert again is not None
    assert again.rule == "aofr.cp.once_per_activation"
    assert purse.why_not(play.battle, 0, "coordinated_move") is None
    purse.new_activation(play.battle)
    assert purse.why_not(play.battle, 0, "push_forward") is None


def test_who_does_not_want_to_be_asked_is_not_in_this_round() -> None:
    made = table(f"Foot at 36,10 | Rest at 20,10 | {other()}", Foot=FOOT, Rest=FOOT, Foe=FOOT)
    play = acts(made, "Foot").act("Foot", "advance")
    play.choose("not this round")
    assert play.topic == "advance"
    assert (0, "push_forward") in purse.purse(play.battle).quiet


# Universal Doctrine


@pytest.mark.parametrize(
    ("slug", "hits", "left"),
    [
        pytest.param("high_command", 1, 8, marks=pytest.mark.rule("aofr.cp.high_command")),
        pytest.param("supreme_command", 3, 7, marks=pytest.mark.rule("aofr.cp.supreme_command")),
        ("pass", 0, 9),
    ],
)
def test_dice_are_raised_after_they_fell(slug: str, hits: int, left: int) -> None:
    archers = regiment(size=3, quality=5, weapons=['Bow (24", A1)'])
    made = loud(table(f"Bows at 36,10 | {other()}", Bows=archers, Foe=FOOT), "high_command", "supreme_command")
    play = (
        acts(made, "Bows", by_reason({"to hit": (4, 4, 4), "to block": 6}))
        .act("Bows", "hold")
        .stay()
        .choose(target="Foe")
    )
    assert play.keys == ["pass", "high_command", "supreme_command", "not this round"]
    play.choose(slug)
    while not play.game.over:
        play.decline()
    assert sum(event.hits for event in attacks(play)) == hits
    assert points(play)[0] == left


@pytest.mark.rule("aofr.cp.high_command")
def test_a_natural_1_is_not_raised_to_a_success_and_nobody_is_asked_for_nothing() -> None:
    archers = regiment(size=2, quality=2, weapons=['Bow (24", A1)'])
    made = loud(table(f"Bows at 36,10 | {other()}", Bows=archers, Foe=FOOT), "high_command", "supreme_command")
    play = (
        acts(made, "Bows", by_reason({"to hit": (1, 2), "to block": 6})).act("Bows", "hold").stay().choose(target="Foe")
    )
    assert play.topic != "stratagem"


@pytest.mark.rule("aofr.cp.high_command")
def test_a_5_that_was_raised_is_no_natural_6() -> None:
    archers = regiment(size=1, quality=6, weapons=['Bow (24", A1, Rending)'])
    made = loud(table(f"Bows at 36,10 | {other()}", Bows=archers, Foe=regiment(size=5, defense=4)), "high_command")
    play = acts(made, "Bows", by_reason({"to hit": 5, "to block": 4})).act("Bows", "hold").stay().choose(target="Foe")
    play.choose("high_command")
    while not play.game.over:
        play.decline()
    assert [(event.hits, event.blocked) for event in attacks(play)] == [(1, 1)]


@pytest.mark.rule("aofr.cp.high_command")
@pytest.mark.parametrize(("face", "total"), [(1, 2), (4, 3), (6, 4)])
def test_a_d3_counts_one_more_and_may_become_4(face: int, total: int) -> None:
    made = loud(table(f"Foot at 36,10 | {other()}", Foot=FOOT, Foe=FOOT), "high_command")
    rule_id = "aofr.cp.tactical_retreat"
    play = happen(made, lambda battle: roll_sum("D3", why="Inches", rule=rule_id, seat=0, unit=0), [face])
    assert play.choose("high_command").value == total


def turns(*slugs: str) -> Play:
    """The first player is about to activate one of two units."""
    made = table("A at 20,10 | B at 50,10 | C at 20,38 face 180 | D at 50,38 face 180", A=FOOT, B=FOOT, C=FOOT, D=FOOT)
    return loud(made, *slugs).play()


@pytest.mark.rule("aofr.cp.seize_initiative", "aofr.cp.seize_initiative_cancel")
@pytest.mark.parametrize(("stopped", "seat", "left"), [("pass", 1, (9, 7)), ("stop", 0, (7, 7))])
def test_the_initiative_is_seized_unless_the_other_pays_as_much(stopped: str, seat: int, left: tuple[int, int]) -> None:
    play = turns("seize_initiative")
    assert play.question.seat == 1
    play.choose("seize_initiative")
    assert (play.topic, play.question.seat) == ("stop a stratagem", 0)
    play.choose(stopped)
    assert (play.topic, play.question.seat) == ("activate", seat)
    assert points(play) == left


@pytest.mark.rule("aofr.cp.waive_initiative", "aofr.cp.waive_initiative_cancel")
@pytest.mark.parametrize(("stopped", "seat", "left"), [("pass", 1, (7, 9)), ("stop", 0, (7, 7))])
def test_the_initiative_is_waived_unless_the_other_pays_as_much(stopped: str, seat: int, left: tuple[int, int]) -> None:
    play = turns("waive_initiative", "seize_initiative")
    assert play.question.seat == 0
    play.choose("waive_initiative").choose(stopped)
    assert (play.topic, play.question.seat) == ("activate", seat)
    assert points(play) == left


def deploying(slug: str, ours: int = 2, theirs: int = 2, **fields: Any) -> Play:
    names = [f"A{i}" for i in range(ours)] + [f"B{i}" for i in range(theirs)]
    line = " | ".join(f"{int(name[0] == 'B')} {name} off" for name in names)
    made = table(line, **dict.fromkeys(names, FOOT))
    for one in (0, 1):
        for off in ("delayed_deployment", "hidden_deployment"):
            if off != slug:
                purse.change(made.battle, quiet=(*purse.purse(made.battle).quiet, (one, off)))
    return made.play(stage="deploy", turn=0, phase="setup", **fields)


@pytest.mark.rule("aofr.cp.delayed_deployment", "aofr.cp.delayed_deployment_cancel")
@pytest.mark.parametrize(("stopped", "seat", "left"), [("pass", 1, (7, 9)), ("stop", 0, (7, 7))])
def test_a_turn_to_deploy_is_left_to_the_other(stopped: str, seat: int, left: tuple[int, int]) -> None:
    play = deploying("delayed_deployment")
    assert (play.topic, play.question.seat) == ("stratagem", 0)
    play.choose("delayed_deployment").choose(stopped)
    while play.topic == "stratagem":
        play.choose("pass")
    assert (play.topic, play.question.seat) == ("deploy", seat)
    assert points(play) == left
    assert sum(unit.pose is None for unit in play.battle.units) == 4


def hidden(ours: int, theirs: int) -> Play:
    play = deploying("hidden_deployment", ours, theirs)
    while play.topic != "stratagem":
        play.decline()
    return play


@pytest.mark.rule("aofr.cp.hidden_deployment", "aofr.cp.hidden_deployment_reply")
def test_up_to_three_units_are_set_up_again_and_the_other_may_reply() -> None:
    play = hidden(4, 3)
    assert all(unit.pose is not None for unit in play.battle.units)
    play.choose("hidden_deployment").choose(unit="A0").choose(unit="A1").choose(unit="A2")
    assert play.topic == "stop a stratagem"
    play.choose("reply").choose(unit="B0").choose(unit="B1").choose("pass")
    order = ""
    while play.battle.turn == 0:
        assert play.question.topic == "deploy"
        order += "AB"[play.question.seat]
        play.decline()
    assert order == "ABABA"
    assert points(play) == (6, 6)


# 1. Strategic Doctrine


@pytest.mark.rule("aofr.cp.push_forward")
@pytest.mark.parametrize(("action", "inches"), [("advance", 8), ("rush", 14)])
def test_a_unit_is_pushed_forward(action: str, inches: int) -> None:
    made = table("Foot at 36,5 | Foe at 60,46 face 180", Foot=FOOT, Foe=FOOT)
    play = acts(made, "Foot").act("Foot", action).choose("push_forward")
    assert play.refuses(Forward(inches + 0.5))
    play.move(Forward(inches))
    assert pose(play, "Foot").y == pytest.approx(5 + inches)


@pytest.mark.rule("aofr.cp.push_forward")
def test_a_charge_is_not_pushed_forward() -> None:
    made = table("Foot at 36,10 | Foe at 36,20 face 180", Foot=FOOT, Foe=FOOT)
    play = acts(made, "Foot", {"to hit": 1}).charge("Foot", "Foe")
    assert play.topic != "stratagem"


@pytest.mark.rule("aofr.cp.hindered_advance")
def test_terrain_on_the_way_was_dangerous() -> None:
    made = table("72x48 forest 36,14 8x4 | Foot at 36,10 | Foe at 60,46 face 180", Foot=FOOT, Foe=FOOT)
    play = (
        acts(made, "Foot", by_reason({"Dangerous": (1, 2, 3, 4, 5)}))
        .act("Foot", "advance")
        .choose("pass")
        .move(Forward(6))
    )
    assert play.question.seat == 1
    play.choose("hindered_advance")
    assert play.unit("Foot").left == (4,)


@pytest.mark.rule("aofr.cp.coordinated_move")
@pytest.mark.parametrize(("gap", "offered"), [(11, True), (13, False)])
def test_two_units_near_each_other_move_a_little(gap: float, offered: bool) -> None:
    line = f"Foot at 20,10 | Mates at {25 + gap},10 | Foe at 60,46 face 180"
    made = table(line, ("strategic", "shock"), (2, 0), Foot=FOOT, Mates=FOOT, Foe=FOOT)
    play = acts(made, "Foot")
    if not offered:
        assert play.topic == "action"
        return
    play.choose("coordinated_move")
    if play.topic == "coordinated move":
        play.choose()
    play.move(Forward(3))
    assert play.refuses(Forward(3.5))
    play.move(Forward(3))
    assert [pose(play, name).y for name in ("Foot", "Mates")] == [13, 13]


@pytest.mark.rule("aofr.cp.strategic_relocation")
def test_a_unit_that_was_activated_is_placed_elsewhere() -> None:
    made = table("Foot at 36,10 | Foe at 60,46 face 180", SAME, (3, 0), Foot=FOOT, Foe=FOOT)
    play = acts(made, "Foot").choose("strategic_relocation")
    play.place(36, 16)
    assert pose(play, "Foot").y == 16
    play.choose("advance").move(Forward(1))
    assert play.game.over


# 2. Defensive Doctrine


@pytest.mark.rule("aofr.cp.eternal_vigilance")
@pytest.mark.parametrize(("face", "left"), [(3, 3), (4, 4)])
def test_a_model_about_to_fall_is_saved_on_4(face: int, left: int) -> None:
    made = table(f"Foot at 36,10 | {other()}", ("defensive", "shock"), Foot=FOOT, Foe=FOOT)
    play = happen(made, lambda battle: wounds.suffer(battle, find(battle, "Foot"), 2), {"Vigilance": face})
    play.choose("eternal_vigilance")
    assert play.unit("Foot").left == (left,)


@pytest.mark.rule("aofr.cp.eternal_vigilance")
def test_a_tough_model_is_saved_with_its_last_point_of_life() -> None:
    made = table(
        f"Foot at 36,10 | {other()}", ("defensive", "shock"), Foot=regiment(size=1, rules=["Tough(3)"]), Foe=FOOT
    )
    play = happen(made, lambda battle: wounds.suffer(battle, find(battle, "Foot"), 3), {"Vigilance": 6})
    play.choose("eternal_vigilance")
    assert (play.unit("Foot").left, play.unit("Foot").wounds) == ((1,), 2)


def shot(doctrines: tuple[str, str], dice: Mapping[str, Fall], line: str = "", **more: Regiment) -> Interlude:
    """Bows have named their target."""
    made = table(line or f"Bows at 36,10 | {other()}", doctrines, **{"Bows": bows(5), "Foe": FOOT, **more})
    return acts(made, "Bows", dice).act("Bows", "hold").stay().choose(target="Foe")


@pytest.mark.rule("aofr.cp.lightning_reflexes")
def test_a_unit_that_is_shot_at_takes_cover() -> None:
    foe = regiment(size=5, defense=5)
    play = shot(("shock", "defensive"), {"to hit": 6, "to block": 4}, Foe=foe)
    assert play.question.seat == 1
    play.choose("lightning_reflexes")
    while not play.game.over:
        play.decline()
    assert [event.blocked for event in attacks(play)] == [5]
    assert play.unit("Foe").effects == ()


@pytest.mark.rule("aofr.cp.armour_breaker")
def test_armour_is_broken_against_hits_that_were_scored() -> None:
    archers = bows(5, weapon='Bow (24", A1, AP(1))')
    made = table(f"Bows at 36,10 | {other()}", ("defensive", "shock"), Bows=archers, Foe=FOOT)
    dice = by_reason({"to hit": 6, "to block": (6, 5, 5, 5, 5), "Morale": 6})
    play = acts(made, "Bows", dice).act("Bows", "hold").stay()
    play.choose(target="Foe").choose("armour_breaker")
    while not play.game.over:
        play.decline()
    assert [event.blocked for event in attacks(play)] == [1]


@pytest.mark.rule("aofr.cp.tactical_retreat")
@pytest.mark.parametrize(("gap", "offered"), [(11, True), (13, False)])
def test_a_unit_near_an_enemy_retreats(gap: float, offered: bool) -> None:
    made = table("Foot at 36,20 | Foe at 36,40 face 180", ("defensive", "shock"), Foot=FOOT, Foe=FOOT)
    made.touch("Foot", "Foe", gap=gap)
    before = made.unit("Foot").pose
    assert before is not None
    play = acts(made, "Foot", {"Retreat": 4})
    assert (play.topic == "stratagem") is offered
    if offered:
        play.choose("tactical_retreat")
        assert play.keys[0] == "6"
        play.choose("6")
        assert pose(play, "Foot").y == pytest.approx(before.y - 6)


# 3. Shock Doctrine


@pytest.mark.rule("aofr.cp.sweeping_move")
def test_a_charge_sweeps_further() -> None:
    made = table("Foot at 36,10 | Foe at 36,26 face 180", ("shock", "strategic"), Foot=FOOT, Foe=FOOT)
    play = acts(made.touch("Foot", "Foe", gap=16), "Foot", {"to hit": 1})
    play.choose("sweeping_move")
    assert play.topic == "action"
    assert play.offers(target="Foe")
    far = table("Foot at 36,10 | Foe at 36,26 face 180", ("shock", "strategic"), Foot=FOOT, Foe=FOOT)
    assert acts(far.touch("Foot", "Foe", gap=16.5), "Foot").topic == "action"


def clash(doctrines: tuple[str, str], dice: Mapping[str, Fall], **more: Regiment) -> Interlude:
    """Foot has charged Foe in the front and fights it."""
    made = table("Foot at 36,10 | Foe at 36,20 face 180", doctrines, **{"Foot": FOOT, "Foe": FOOT, **more})
    made.touch("Foot", "Foe")
    return happen(made, lambda battle: melee.fight(battle, find(battle, "Foot"), find(battle, "Foe"), Arc.FRONT), dice)


@pytest.mark.rule("aofr.cp.hit_and_run")
def test_a_unit_that_has_fought_moves_on() -> None:
    made = table("Foot at 36,10 | Foe at 36,14 face 180", ("shock", "strategic"), Foot=FOOT, Foe=FOOT)
    play = acts(made, "Foot", {"to hit": 1}).charge("Foot", "Foe")
    while play.topic != "stratagem":
        play.decline()
    assert play.question.seat == 0
    before = pose(play, "Foot").y
    play.choose("hit_and_run").move(Back(3))
    assert pose(play, "Foot").y == pytest.approx(before - 3)


@pytest.mark.parametrize(
    ("face", "hits", "fatigued"),
    [
        pytest.param(4, 1, False, marks=pytest.mark.rule("aofr.cp.combat_fatigue")),
        pytest.param(3, 3, True, marks=pytest.mark.rule("aofr.cp.combat_fatigue_fail")),
    ],
)
def test_a_unit_about_to_strike_is_tired_on_4(face: int, hits: int, fatigued: bool) -> None:
    three = regiment(size=3)
    play = clash(("strategic", "shock"), {"Fatigue": face, "to hit": (5, 5, 6), "to block": 6}, Foot=three)
    assert play.question.seat == 1
    play.choose("combat_fatigue")
    assert attacks(play)[0].hits == hits
    while not play.game.over:
        play.decline()
    assert play.unit("Foot").fatigued is fatigued
    assert points(play)[1] == 7


@pytest.mark.rule("aofr.cp.killing_blow")
def test_the_dead_strike_once_more() -> None:
    foe = regiment(size=5, weapons=["Blade (A2)"])
    dice: dict[str, Fall] = {"Foot Hand Weapon: to hit": (6, 6, 6, 1, 1), "Foe Hand": 1, "to hit": 1, "to block": 1}
    play = clash(("strategic", "shock"), dice, Foe=foe)
    play.choose("pass")
    play.choose("killing_blow")
    dead = [roll for roll in play.rolls if roll.why == "Blade: to hit"]
    assert [roll.dice for roll in dead] == ["6D6"]


# 4. Hunting Doctrine


@pytest.mark.rule("aofr.cp.heightened_senses")
def test_cover_is_ignored() -> None:
    line = "72x48 forest 36,30 12x8 | Bows at 36,10 | Foe at 36,30 face 180"
    play = shot(("hunting", "shock"), {"to hit": 6, "to block": 3, "Morale": 6}, line)
    play.choose("heightened_senses")
    while not play.game.over:
        play.decline()
    assert [event.blocked for event in attacks(play)] == [0]


@pytest.mark.rule("aofr.cp.disrupted_sight")
def test_range_is_shorter_than_it_was_thought_to_be() -> None:
    made = table("Bows at 36,5 | Foe at 36,40 face 180", ("shock", "hunting"), Bows=bows(5), Foe=FOOT)
    play = acts(made.touch("Bows", "Foe", gap=22), "Bows", {"to hit": 6, "to block": 6})
    play.act("Bows", "hold").stay().choose(target="Foe").choose("disrupted_sight")
    while not play.game.over:
        play.decline()
    assert attacks(play) == []


@pytest.mark.rule("aofr.cp.frenzied_attack")
def test_a_second_volley_hits_on_sixes_alone() -> None:
    archers = regiment(size=3, quality=2, weapons=['Bow (24", A1)'])
    made = table(
        "Bows at 36,10 | Foe at 30,25 face 180 | Near at 40,20 face 180",
        ("hunting", "shock"),
        Bows=archers,
        Foe=FOOT,
        Near=FOOT,
    )
    dice = by_reason({"to hit": [(6, 6, 6), (5, 6, 6)], "to block": 6})
    play = acts(made, "Bows", dice).act("Bows", "hold").stay()
    play.choose(target="Foe").choose("frenzied_attack")
    while not play.game.over:
        play.decline()
    assert [(event.target, event.hits) for event in attacks(play)][-1] == (2, 2)


@pytest.mark.rule("aofr.cp.closing_fire")
def test_a_charged_unit_shoots_at_the_charger() -> None:
    made = table("Foot at 36,10 | Bows at 36,20 face 180", ("shock", "hunting"), Foot=FOOT, Bows=bows(5))
    dice = by_reason({"Bow: to hit": (4, 5, 5, 5, 5), "to hit": 1, "to block": 6})
    play = acts(made, "Foot", dice).charge("Foot", "Bows")
    play.choose("closing_fire")
    assert attacks(play)[0].hits == 4


@pytest.mark.rule("aofr.cp.closing_fire_kill")
def test_a_charger_that_was_shot_down_short_of_its_target_does_not_fight() -> None:
    made = table("Foot at 36,10 | Bows at 44,21.8 face 180", ("shock", "hunting"), Foot=FOOT, Bows=bows(4))
    play = acts(made, "Foot", {"Bow: to hit": 6, "to block": 1, "Morale": 6}).charge("Foot", "Bows")
    play.choose("closing_fire")
    while not play.game.over:
        play.decline()
    assert play.unit("Foot").left == (1,)
    assert play.told(events.MeleeBegan) == []


# 5. Valorous Doctrine


@pytest.mark.rule("aofr.cp.minimize_losses")
def test_a_unit_that_became_shaken_falls_back() -> None:
    made = table("Foot at 36,20 | Foe at 36,30 face 180", ("valorous", "shock"), (1, 0), Foot=FOOT, Foe=FOOT)
    play = happen(made, lambda battle: morale.shake(battle, find(battle, "Foot")), {"Losses": (3, 3)})
    play.choose("minimize_losses")
    assert play.keys[0] == "10"
    play.choose("10")
    assert pose(play, "Foot").y == pytest.approx(10)


def morale_test(doctrines: tuple[str, str], dice: list[int]) -> Interlude:
    made = table(f"Foot at 36,10 | {other()}", doctrines, (2, 2), Foot=FOOT, Foe=FOOT)

    def take(battle: Battle) -> Any:
        unit = find(battle, "Foot")
        return morale.take_test(battle, unit, morale.made_test(battle, unit))

    return happen(made, take, dice)


@pytest.mark.rule("aofr.cp.stand_strong")
@pytest.mark.parametrize(("again", "passed"), [(5, True), (1, False)])
def test_a_failed_morale_test_is_rolled_again_once(again: int, passed: bool) -> None:
    play = morale_test(("valorous", "shock"), [2, again])
    play.choose("stand_strong")
    assert play.value is passed


@pytest.mark.rule("aofr.cp.terrorize")
def test_a_passed_morale_test_has_to_be_rolled_again() -> None:
    play = morale_test(("shock", "valorous"), [6, 3])
    assert play.question.seat == 1
    play.choose("terrorize")
    assert play.value is False


@pytest.mark.rule("aofr.cp.code_of_honor")
def test_honour_keeps_a_unit_from_being_shaken_and_from_routing() -> None:
    made = table(f"Foot at 36,10 | {other()}", ("valorous", "shock"), (3, 0), Foot=FOOT, Foe=FOOT)
    play = happen(made, lambda battle: morale.shake(battle, find(battle, "Foot"))).choose("code_of_honor")
    assert not play.unit("Foot").shaken
    made = table(f"Foot at 36,10 | {other()}", ("valorous", "shock"), (3, 0), Foot=FOOT, Foe=FOOT)
    made.set("Foot", left=(2,))
    play = happen(made, lambda battle: morale.lose_melee(battle, find(battle, "Foot"), None), {"Morale": 1})
    play.choose("pass").choose("code_of_honor")
    assert play.unit("Foot").shaken
    assert not play.unit("Foot").fate


# 6. Tactical Doctrine


@pytest.mark.rule("aofr.cp.rush_objective")
def test_a_rush_to_an_objective_goes_further() -> None:
    made = table("Foot at 36,5 | Foe at 60,46 face 180", ("tactical", "shock"), Foot=FOOT, Foe=FOOT)
    made.having(markers=(Marker(36, 23),))
    play = acts(made, "Foot").act("Foot", "rush").choose("rush_objective")
    assert play.refuses(Forward(13)) == "aofr.cp.rush_objective"
    play.move(Forward(16))
    assert pose(play, "Foot").y == pytest.approx(21)


@pytest.mark.rule("aofr.cp.supreme_caster")
def test_a_supreme_token_pays_for_spells_and_helps_no_roll() -> None:
    bolt = SpellText(name="Bolt", cost=2, range=18, target="enemy", effect=SpellEffect(hits=2))
    seer = regiment(size=1, rules=["Caster(1)"], spells=[bolt])
    made = table("Seer at 36,10 | Foe at 36,20 face 180", ("tactical", "shock"), Seer=seer, Foe=FOOT)
    made.set("Seer", tokens=(1,))
    play = acts(made, "Seer", {"Casting": 4, "to block": 6}).choose("supreme_caster")
    while play.topic != "cast":
        play.decline()
    play.choose("0:Bolt")
    assert "bid" not in play.topic
    assert (play.unit("Seer").tokens, purse.purse(play.battle).supreme) == ((0,), ())
    assert play.told(events.SpellTried)


@pytest.mark.rule("aofr.cp.supreme_caster")
def test_without_a_supreme_token_the_spell_is_too_dear() -> None:
    bolt = SpellText(name="Bolt", cost=2, range=18, target="enemy", effect=SpellEffect(hits=2))
    seer = regiment(size=1, rules=["Caster(1)"], spells=[bolt])
    made = table("Seer at 36,10 | Foe at 36,20 face 180", ("tactical", "shock"), Seer=seer, Foe=FOOT)
    play = acts(made.set("Seer", tokens=(1,)), "Seer").choose("pass")
    assert play.topic == "action"


@pytest.mark.rule("aofr.cp.vanish")
def test_a_unit_with_ambush_vanishes_and_may_come_back() -> None:
    ghosts = regiment(size=5, rules=["Ambush"])
    made = table(f"Ghosts at 36,10 | {other()}", ("tactical", "shock"), Ghosts=ghosts, Foe=FOOT)
    play = happen(made.having(turn=2), objectives.at_round_end).choose("vanish")
    if play.topic == "vanish":
        play.choose(unit="Ghosts")
    unit = play.unit("Ghosts")
    assert (unit.pose, unit.reserve, unit.fate) == (None, "ambush", "")
    assert play.told(told.Vanished)


@pytest.mark.rule("aofr.cp.total_shutdown")
def test_an_objective_that_the_enemy_would_seize_is_shut_down() -> None:
    made = table("Foot at 60,10 | Foe at 36,30 face 180", ("tactical", "shock"), Foot=FOOT, Foe=FOOT)
    made.having(markers=(Marker(36, 28, owner=0),))
    play = happen(made, objectives.at_round_end).choose("total_shutdown")
    assert play.battle.markers[0].owner is None
    assert play.told(events.MarkerSeized) == []


def test_every_stratagem_has_a_row_and_a_sentence() -> None:
    rows = {one.rule for one in stratagems().values()}
    assert len(rows) == 30
    assert all(one.text.endswith(".") for one in stratagems().values())


def test_the_captain_spends_points_where_they_tell() -> None:
    archers = regiment(size=5, quality=5, weapons=['Bow (24", A1)'])
    made = loud(table(f"Bows at 36,10 | {other()}", Bows=archers, Foe=FOOT), "high_command", "supreme_command")
    play = acts(made, "Bows", {"to hit": 4, "to block": 6}).act("Bows", "hold").stay().choose(target="Foe")
    counsel = RULESET.counsel(play.battle, 0)
    worth = {option.key: sum(term[0] for term in counsel.choice(play.question, option)) for option in play.options}
    assert max(worth, key=lambda key: worth[key]) == "supreme_command"
    assert worth["pass"] == 0 > worth["high_command"]
