"""Command points: stratagems that meet, and their exact limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.playing import Fall, pose, refused_place
from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, dice_for
from tests.regiments.harness import Interlude, Play, Table, acts, draw, find, happen, regiment
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.chapters.melee import phase as melee
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.chapters.wounds import casualties as wounds
from warhost.rulesets.regiments.core import Battle, Marker, Regiment, Settings, events, optional
from warhost.rulesets.regiments.parts.command_points import purse
from warhost.rulesets.regiments.parts.command_points.purse import Purse
from warhost.table import Arc, Back, Forward, Pose, Sidestep

FOOT = regiment(size=5)
LOUD = ("high_command", "supreme_command", "seize_initiative", "waive_initiative")


def table(
    line: str,
    doctrines: tuple[str, str],
    points: tuple[int, int] = (9, 9),
    loud: tuple[str, ...] = (),
    /,
    **regiments: Regiment,
) -> Table:
    """Both sides have command points, and raise dice only if told so."""
    made = draw(line, Settings(parts=("command_points:growing",), points=750), **regiments)
    quiet = tuple((seat, slug) for seat in (0, 1) for slug in LOUD if slug not in loud)
    optional.keep(made.battle, "command_points", Purse("growing", points, doctrines, quiet=quiet))
    return made


def points(play: Play) -> tuple[int, ...]:
    return purse.purse(play.battle).points


def over(play: Interlude) -> Interlude:
    while not play.game.over:
        play.decline()
    return play


TWO = "Foot at 36,10 | Foe at 36,30 face 180"


def morale_test(doctrines: tuple[str, str], dice: list[int]) -> Interlude:
    made = table(TWO, doctrines, Foot=FOOT, Foe=FOOT)

    def take(battle: Battle) -> Any:
        unit = find(battle, "Foot")
        return morale.take_test(battle, unit, morale.made_test(battle, unit))

    return happen(made, take, dice)


@pytest.mark.rule("aofr.cp.stand_strong", "aofr.reroll.once")
def test_a_test_that_was_rolled_again_to_stand_cannot_be_terrorized() -> None:
    play = morale_test(("valorous", "valorous"), [2, 5]).choose("stand_strong")
    assert play.game.over, "a die is rolled again only once"
    assert play.value is True


@pytest.mark.rule("aofr.cp.terrorize", "aofr.reroll.once")
def test_a_test_that_terror_made_fail_cannot_be_rolled_again() -> None:
    play = morale_test(("valorous", "valorous"), [5, 2]).choose("terrorize")
    assert play.game.over
    assert play.value is False


@pytest.mark.rule("aofr.cp.code_of_honor", "aofr.cp.minimize_losses")
def test_a_unit_that_honour_saves_from_rout_is_shaken_and_may_fall_back() -> None:
    made = table("Foot at 36,20 | Foe at 36,30 face 180", ("valorous", "shock"), (4, 0), Foot=FOOT, Foe=FOOT)
    made.set("Foot", left=(2,))
    lost = happen(
        made,
        lambda battle: morale.lose_melee(battle, find(battle, "Foot"), None),
        by_reason({"Morale": 1, "Losses": (1, 1)}),
    )
    while lost.topic == "stratagem" and not lost.offers("code_of_honor"):
        lost.choose("pass")
    if lost.offers("stand_strong"):
        lost.choose("pass")
    lost.choose("code_of_honor")
    assert lost.unit("Foot").shaken
    assert lost.offers("minimize_losses")


@pytest.mark.rule("aofr.cp.once_per_activation")
def test_one_model_is_saved_in_an_activation_however_many_fall() -> None:
    made = table(TWO, ("defensive", "shock"), Foot=FOOT, Foe=FOOT)

    def script(battle: Battle) -> Any:
        yield from wounds.suffer(battle, find(battle, "Foot"), 1)
        yield from wounds.suffer(battle, find(battle, "Foot"), 1)

    play = happen(made, script, {"Vigilance": 6}).choose("eternal_vigilance")
    assert play.game.over
    assert (play.unit("Foot").models, points(play)) == (4, (8, 9))


def shot(doctrines: tuple[str, str], dice: Mapping[str, Fall], line: str = TWO, **more: Regiment) -> Interlude:
    made = table(line.replace("Foot", "Bows"), doctrines, **{"Bows": bows(5), "Foe": FOOT, **more})
    return acts(made, "Bows", dice).act("Bows", "hold").stay().choose(target="Foe")


@pytest.mark.rule("aofr.cp.heightened_senses", "aofr.condition.heavy_storm")
@pytest.mark.parametrize(("condition", "asked"), [("heavy_storm", True), ("inspiration", False)])
def test_senses_see_through_a_storm_in_the_open(condition: str, asked: bool) -> None:
    parts = ("command_points:growing", f"special_conditions:{condition}")
    made = draw(TWO, Settings(parts=parts, points=750), Foot=bows(5), Foe=FOOT).having(turn=1)
    quiet = tuple((seat, slug) for seat in (0, 1) for slug in LOUD)
    optional.keep(made.battle, "command_points", Purse("growing", (9, 0), ("hunting", "shock"), quiet=quiet))
    play = acts(made, "Foot", {"to hit": 6, "to block": 4, "Morale": 6}).act("Foot", "hold").stay()
    play.choose(target="Foe")
    assert play.offers("heightened_senses") is asked
    if asked:
        over(play.choose("heightened_senses"))
        assert [roll.need for roll in play.rolls if "to block" in roll.why] == [4]


@pytest.mark.rule("aofr.cp.lightning_reflexes", "aofr.cp.heightened_senses")
def test_cover_that_was_bought_may_be_ignored_for_a_point() -> None:
    play = shot(("hunting", "defensive"), {"to hit": 6, "to block": 3, "Morale": 6})
    while not play.offers("lightning_reflexes"):
        play.choose("pass")
    play.choose("lightning_reflexes")
    assert (play.question.seat, play.offers("heightened_senses")) == (0, True)
    over(play.choose("heightened_senses"))
    assert [attack.blocked for attack in attacks(play)] == [0]


@pytest.mark.rule("aofr.cp.lightning_reflexes")
def test_one_of_two_targets_takes_cover() -> None:
    archers = regiment(5, weapons=['Bow (24", A1)', 'Sling (24", A1)'])
    line = "Bows at 36,10 | Foe at 30,26 face 180 | Mate at 42,26 face 180"
    made = table(line, ("shock", "defensive"), (0, 9), Bows=archers, Foe=FOOT, Mate=FOOT)
    play = acts(made, "Bows", {"to hit": 6, "to block": 3, "Morale": 6}).act("Bows", "hold").stay()
    play.choose("split").choose(target="Foe").choose(target="Mate").choose("lightning_reflexes")
    assert (play.topic, play.question.seat) == ("lightning reflexes", 1)
    over(play.choose(unit="Mate"))
    assert {attack.target: attack.blocked for attack in attacks(play)} == {1: 0, 2: 5}


@pytest.mark.rule("aofr.cp.disrupted_sight")
@pytest.mark.parametrize(("gap", "volleys"), [(21.0, 1), (21.1, 0)])
def test_range_is_cut_by_three_inches_exactly(gap: float, volleys: int) -> None:
    made = table("Bows at 36,5 | Foe at 36,40 face 180", ("shock", "hunting"), Bows=bows(1), Foe=regiment(1))
    play = acts(made.touch("Bows", "Foe", gap=gap), "Bows", {"to hit": 1})
    over(play.act("Bows", "hold").stay().choose(target="Foe").choose("disrupted_sight"))
    assert len(attacks(play)) == volleys


@pytest.mark.rule("aofr.cp.frenzied_attack")
@pytest.mark.parametrize(("gap", "offered"), [(12.0, True), (12.1, False)])
def test_a_second_target_is_twelve_inches_away_at_most(gap: float, offered: bool) -> None:
    line = "Bows at 36,10 | Foe at 28,28 face 180 | Near at 36,40 face 180"
    made = table(line, ("hunting", "shock"), Bows=bows(5), Foe=FOOT, Near=FOOT)
    made.set("Near", pose=Pose(36.0, made.footprint("Bows").y + 0.5 + gap + 0.5, 180.0))
    play = acts(made, "Bows", {"to hit": 1}).act("Bows", "hold").stay().choose(target="Foe")
    while play.topic == "stratagem" and not play.offers("frenzied_attack"):
        play.choose("pass")
    assert (play.topic == "stratagem" and play.offers("frenzied_attack")) is offered


def clash(doctrines: tuple[str, str], dice: Mapping[str, Fall], **more: Regiment) -> Interlude:
    made = table("Foot at 36,10 | Foe at 36,20 face 180", doctrines, **{"Foot": FOOT, "Foe": FOOT, **more})
    made.touch("Foot", "Foe")
    return happen(made, lambda battle: melee.fight(battle, find(battle, "Foot"), find(battle, "Foe"), Arc.FRONT), dice)


@pytest.mark.rule("aofr.cp.combat_fatigue")
def test_a_charger_that_is_made_tired_loses_its_impact() -> None:
    riders = regiment(5, rules=["Impact(1)"])
    play = clash(("strategic", "shock"), {"Fatigue": 4, "mpact": 6, "to hit": 5, "to block": 6}, Foot=riders)
    play.choose("combat_fatigue")
    over(play)
    assert dice_for(play, "mpact") == []
    assert [attack.hits for attack in attacks(play)][:1] == [0]


@pytest.mark.rule("aofr.cp.hit_and_run")
def test_the_charged_unit_may_hit_and_run_as_well() -> None:
    made = table("Foot at 36,10 | Foe at 36,14 face 180", ("strategic", "shock"), Foot=FOOT, Foe=FOOT)
    play = acts(made, "Foot", {"to hit": 1})
    play.act("Foot", f"charge>{made.unit('Foe').id}")
    for _ in range(12):
        if play.topic == "stratagem" and play.offers("hit_and_run"):
            break
        play.decline()
    assert (play.question.seat, play.offers("hit_and_run")) == (1, True)
    before = pose(play, "Foe").y
    play.choose("hit_and_run").move(Back(3))
    assert pose(play, "Foe").y == pytest.approx(before + 3)


@pytest.mark.rule("aofr.cp.armour_breaker")
def test_armour_is_broken_in_melee_too() -> None:
    play = clash(("defensive", "strategic"), {"to hit": 6, "to block": 4, "Morale": 6})
    play.choose("armour_breaker")
    over(play)
    assert attacks(play)[0].blocked == 0


@pytest.mark.rule("aofr.cp.supreme_command", "aofr.cp.high_command")
def test_both_commands_may_raise_one_die_twice() -> None:
    made = table(TWO.replace("Foot", "Bows"), ("shock", "shock"), (9, 9), LOUD[:2], Bows=bows(2, quality=6), Foe=FOOT)
    play = (
        acts(made, "Bows", by_reason({"to hit": (4, 4), "to block": 6})).act("Bows", "hold").stay().choose(target="Foe")
    )
    play.choose("supreme_command")
    assert play.offers("high_command")
    over(play.choose("high_command"))
    assert [attack.hits for attack in attacks(play)] == [1]
    assert points(play) == (6, 9)


@pytest.mark.rule("aofr.cp.high_command")
def test_a_block_that_failed_by_one_is_raised_by_its_own_player() -> None:
    made = table(TWO.replace("Foot", "Bows"), ("shock", "shock"), (0, 1), LOUD[:2], Bows=bows(2), Foe=FOOT)
    play = (
        acts(made, "Bows", by_reason({"to hit": 6, "to block": (3, 3)})).act("Bows", "hold").stay().choose(target="Foe")
    )
    assert (play.question.seat, play.offers("high_command")) == (1, True)
    over(play.choose("high_command"))
    assert (play.unit("Foe").models, points(play)) == (4, (0, 0))


def turns(line: str, points: tuple[int, int] = (9, 9), *acted: str) -> Play:
    made = table(line, ("strategic", "strategic"), points, ("seize_initiative",), A=FOOT, B=FOOT, C=FOOT, D=FOOT)
    for name in acted:
        made.set(name, activated=True)
    for slug in ("push_forward", "coordinated_move", "strategic_relocation", "hindered_advance"):
        purse.change(made.battle, quiet=(*purse.purse(made.battle).quiet, (0, slug), (1, slug)))
    return made.play()


FOUR = "0 A at 20,10 | 0 B at 50,10 | 1 C at 20,38 face 180 | 1 D at 50,38 face 180"


@pytest.mark.rule("aofr.cp.seize_initiative")
def test_nobody_seizes_the_initiative_without_a_unit_to_activate() -> None:
    assert turns(FOUR, (9, 9), "C", "D").topic == "activate"


@pytest.mark.rule("aofr.cp.seize_initiative")
def test_after_the_initiative_was_seized_the_other_side_is_next() -> None:
    play = turns(FOUR, (0, 2)).choose("seize_initiative")
    assert (play.topic, play.question.seat) == ("activate", 1), "nobody can pay to stop it"
    play.choose(unit="C").choose("hold").stay()
    assert (play.topic, play.question.seat) == ("activate", 0)


@pytest.mark.rule("aofr.cp.push_forward")
def test_a_pushed_unit_goes_half_of_its_longer_move_sideways() -> None:
    made = table("Foot at 36,10 | Foe at 60,46 face 180", ("strategic", "shock"), (1, 0), Foot=FOOT, Foe=FOOT)
    play = acts(made, "Foot").act("Foot", "advance").choose("push_forward")
    assert play.refuses(Sidestep(4.1))
    play.move(Sidestep(4.0))
    assert pose(play, "Foot").x == pytest.approx(40)


@pytest.mark.rule("aofr.cp.total_shutdown")
def test_a_contested_marker_is_not_about_to_be_seized() -> None:
    made = table("Foot at 36,25 | Foe at 36,31 face 180", ("tactical", "shock"), Foot=FOOT, Foe=FOOT)
    made.having(markers=(Marker(36, 28, owner=0),))
    play = happen(made, objectives.at_round_end)
    assert not (play.topic == "stratagem" and play.offers("total_shutdown"))


@pytest.mark.rule("aofr.cp.total_shutdown")
def test_a_neutral_marker_is_not_shut_down() -> None:
    made = table("Foot at 60,10 | Foe at 36,30 face 180", ("tactical", "shock"), Foot=FOOT, Foe=FOOT)
    made.having(markers=(Marker(36, 28),))
    play = happen(made, objectives.at_round_end)
    assert play.game.over
    assert play.battle.markers[0].owner == 1


@pytest.mark.rule("aofr.cp.vanish")
def test_a_shaken_unit_that_vanished_comes_back_calm_with_its_losses_next_round() -> None:
    ghosts = regiment(size=5, rules=["Ambush"])
    made = table("Ghosts at 36,10 | Foe at 36,30 face 180", ("tactical", "shock"), Ghosts=ghosts, Foe=FOOT)
    made.set("Ghosts", shaken=True, left=(3,))
    gone = happen(made.having(turn=2), objectives.at_round_end).choose("vanish")
    if gone.topic == "vanish":
        gone.choose(unit="Ghosts")
    made.battle = gone.battle
    back = happen(made.having(turn=3), structure.start_of_round)
    while not back.offers(unit="Ghosts"):
        back.decline()
    back.choose(unit="Ghosts").place(60, 2)
    unit = back.unit("Ghosts")
    assert (unit.shaken, unit.models, unit.fate) == (False, 3, "")


@pytest.mark.rule("aofr.cp.tactical_retreat")
def test_a_tactical_retreat_ends_at_the_table_edge() -> None:
    made = table("Foot at 36,3 | Foe at 36,12 face 180", ("defensive", "shock"), Foot=FOOT, Foe=FOOT)
    play = acts(made, "Foot", {"Retreat": 6}).choose("tactical_retreat")
    play.choose(play.keys[0])
    assert pose(play, "Foot").y == pytest.approx(0.5, abs=0.3)
    assert not play.unit("Foot").fate


@pytest.mark.rule("aofr.cp.closing_fire")
def test_closing_fire_that_kills_the_charger_ends_the_charge() -> None:
    made = table("Foot at 36,10 | Bows at 36,20 face 180", ("shock", "hunting"), Foot=regiment(2), Bows=bows(5))
    play = acts(made, "Foot", {"Bow: to hit": 6, "to block": 1}).charge("Foot", "Bows").choose("closing_fire")
    over(play)
    assert play.unit("Foot").fate == "destroyed"
    assert play.told(events.MeleeBegan) == []


@pytest.mark.rule("aofr.cp.rush_objective")
@pytest.mark.parametrize(("y", "refused"), [(24.5, False), (24.6, True)])
def test_a_rush_ends_three_inches_from_the_objective_at_most(y: float, refused: bool) -> None:
    made = table("Foot at 36,5 | Foe at 60,46 face 180", ("tactical", "shock"), (1, 0), Foot=FOOT, Foe=FOOT)
    made.having(markers=(Marker(36, y),))
    play = acts(made, "Foot").act("Foot", "rush")
    if play.topic != "stratagem":
        assert refused
        return
    play.choose("rush_objective")
    if refused:
        assert play.refuses(Forward(16))
    else:
        play.move(Forward(16))
        assert pose(play, "Foot").y == pytest.approx(21)


@pytest.mark.rule("aofr.cp.strategic_relocation")
def test_a_unit_is_placed_with_its_centre_six_inches_away_in_any_facing() -> None:
    made = table("Foot at 36,10 | Foe at 60,46 face 180", ("strategic", "shock"), (3, 0), Foot=FOOT, Foe=FOOT)
    play = acts(made, "Foot").choose("strategic_relocation")
    assert refused_place(play, 36, 16.1, 90)
    play.place(36, 16, 90)
    assert (pose(play, "Foot").y, pose(play, "Foot").facing) == (16, 90)


def small(line: str, doctrines: tuple[str, str], points: tuple[int, int] = (9, 9), /, **given: Regiment) -> Table:
    """The same with figures so small that all distances are halved."""
    made = draw(line, Settings(parts=("command_points:growing", "multibasing:10mm"), points=750), **given)
    quiet = tuple((seat, slug) for seat in (0, 1) for slug in LOUD)
    optional.keep(made.battle, "command_points", Purse("growing", points, doctrines, quiet=quiet))
    return made


@pytest.mark.rule("aofr.multibase.halved", "aofr.cp.disrupted_sight")
@pytest.mark.parametrize(("gap", "volleys"), [(11.0, 1), (11.1, 0)])
def test_among_small_figures_the_shorter_range_is_halved(gap: float, volleys: int) -> None:
    made = small("Bows at 36,5 | Foe at 36,40 face 180", ("shock", "hunting"), Bows=bows(5), Foe=FOOT)
    play = acts(made.touch("Bows", "Foe", gap=gap), "Bows", {"to hit": 1})
    over(play.act("Bows", "hold").stay().choose(target="Foe").choose("disrupted_sight"))
    assert len(attacks(play)) == volleys


@pytest.mark.rule("aofr.multibase.halved", "aofr.cp.tactical_retreat")
@pytest.mark.parametrize(("gap", "offered"), [(6.0, True), (6.1, False)])
def test_among_small_figures_a_tactical_retreat_is_halved(gap: float, offered: bool) -> None:
    made = small("Foot at 36,20 | Foe at 36,40 face 180", ("defensive", "shock"), Foot=FOOT, Foe=FOOT)
    play = acts(made.touch("Foot", "Foe", gap=gap), "Foot", {"Retreat": 5})
    assert (play.topic == "stratagem") is offered
    if offered:
        assert play.choose("tactical_retreat").keys[0] == "4", "half of 7, rounded up"


@pytest.mark.rule("aofr.cp.stand_strong")
def test_a_shaken_unit_fails_without_a_die_that_could_be_rolled_again() -> None:
    made = table(TWO, ("valorous", "shock"), (1, 0), Foot=FOOT, Foe=FOOT).set("Foot", shaken=True)

    def take(battle: Battle) -> Any:
        unit = find(battle, "Foot")
        return morale.take_test(battle, unit, morale.made_test(battle, unit))

    play = happen(made, take)
    assert play.game.over
    assert play.value is False


@pytest.mark.rule("aofr.cp.hindered_advance")
def test_who_flies_over_terrain_is_not_hindered() -> None:
    line = "72x48 forest 36,16 8x4 | Foot at 36,10 | Foe at 60,46 face 180"
    made = table(line, ("shock", "strategic"), (0, 9), Foot=regiment(5, rules=["Flying"]), Foe=FOOT)
    play = acts(made, "Foot").act("Foot", "rush").move(Forward(12))
    assert play.game.over


@pytest.mark.rule("aofr.cp.combat_fatigue")
def test_a_unit_that_strikes_back_may_be_tired_too() -> None:
    play = clash(("shock", "strategic"), {"Foot Hand": 1, "Fatigue": 4, "Foe Hand": 5, "to block": 6, "Morale": 6})
    while not (play.topic == "stratagem" and play.offers("combat_fatigue")):
        play.choose("strike") if play.offers("strike") else play.decline()
    assert (play.question.seat, play.question.topic) == (0, "stratagem")
    over(play.choose("combat_fatigue"))
    assert [attack.hits for attack in attacks(play) if attack.attacker == 1] == [0]
    assert not play.unit("Foe").fatigued


@pytest.mark.rule("aofr.cp.hit_and_run")
def test_a_unit_that_was_shaken_in_the_melee_does_not_run() -> None:
    made = table("Foot at 36,10 | Foe at 36,14 face 180", ("shock", "shock"), (9, 9), Foot=regiment(10), Foe=FOOT)
    play = acts(made, "Foot", {"to hit": 1, "Morale": 1, "Fatigue": 1})
    play.act("Foot", f"charge>{made.unit('Foe').id}")
    seats = []
    while not play.game.over:
        if play.topic == "stratagem" and play.offers("hit_and_run"):
            seats.append(play.question.seat)
        play.decline()
    assert play.unit("Foe").shaken
    assert seats == [0]


@pytest.mark.rule("aofr.cp.closing_fire", "aofr.special.limited")
def test_closing_fire_uses_up_what_can_be_used_once() -> None:
    bombs = bows(5, weapon='Bomb (12", A1, Limited)')
    made = table(TWO, ("shock", "hunting"), Foot=FOOT, Foe=bombs).touch("Foot", "Foe", gap=5.0)
    play = acts(made, "Foot", {"to hit": 1, "Morale": 6}).charge("Foot", "Foe")
    while not play.offers("closing_fire"):
        play.decline()
    over(play.choose("closing_fire"))
    assert play.unit("Foe").used
