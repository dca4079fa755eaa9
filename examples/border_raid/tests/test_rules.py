"""The rules of Border Raid: a position in a line, dice written down, one assertion each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from border_raid.armies import armies
from border_raid.battle import Band, Raid
from border_raid.fighting import Attack
from border_raid.ruleset import RULESET
from border_raid.turn import attacks, holder, judge, points
from warhost import Game, Setup
from warhost.dice import Dice
from warhost.errors import WarhostError
from warhost.play import Chosen, Moved, Refused, Roll, parse_position
from warhost.table import Forward, Pivot

AXES, SPEARS, BOWS, GUARD = "Axe Clansmen", "Clan Spears", "Hill Archers", "Old Guard"
EMPTY = "raid | 30x24 |"
HERD = "raid | 30x24 marker 15,12 |"


def draw(bands: str, table: str = EMPTY) -> Raid:
    """A raid from a line of text."""
    return RULESET.from_text(parse_position(f"{table} {bands}"))


class Play:
    """A raid played by a test, with dice that are written down in the order in which they fall."""

    def __init__(self, battle: Raid, dice: Iterable[tuple[int, ...]] = ()) -> None:
        self.dice = list(dice)
        self.rolls: list[Roll] = []
        self.game = Game(RULESET, battle, self.throw)

    def throw(self, roll: Roll) -> tuple[int, ...]:
        self.rolls.append(roll)
        faces = self.dice.pop(0) if self.dice else ()
        count = Dice.parse(roll.dice).faces
        assert len(faces) in (1, count), f"{roll.why} takes {count} dice, not {faces}"
        return faces if len(faces) == count else faces * count

    @property
    def battle(self) -> Raid:
        battle: Any = self.game.battle
        return battle  # type: ignore[no-any-return]

    @property
    def topic(self) -> str:
        return "" if self.game.over else self.game.asked.question.topic

    def choose(self, key: str) -> Play:
        self.game.answer(Chosen(key))
        return self

    def move(self, kind: str = "", *steps: Any) -> Play:
        self.game.answer(Moved(kind, steps))
        return self

    def band(self, number: int) -> Band:
        return self.battle.units[number]


def fight(bands: str, dice: Iterable[tuple[int, ...]], target: str = "1") -> Play:
    """The first band stays and attacks another."""
    return Play(draw(bands), dice).move().choose(target)


def need(bands: str, table: str = EMPTY) -> int:
    """What the first band needs to hit the second."""
    battle = draw(bands, table)
    return Attack(battle, battle.units[0], battle.units[1]).needed


@pytest.mark.rule("raid.setup.bands", "raid.setup.herds")
def test_four_bands_are_drawn_up_on_each_side_with_three_herds_between() -> None:
    battle = RULESET.set_up(Setup(ruleset="raid", armies=("Hill Clans", "Fen Reavers"), map="drove"))
    assert [band.seat for band in battle.units] == [0] * 4 + [1] * 4
    assert all((band.pose.y < 5) == (band.seat == 0) for band in battle.units if band.pose)
    assert battle.scene.board.markers == ((7.0, 12.0), (15.0, 12.0), (23.0, 12.0))


@pytest.mark.rule("raid.setup.bands")
@pytest.mark.parametrize("names", [("Hill Clan", "Fen Reavers"), ("Hill Clans",)])
def test_other_armies_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(WarhostError, match=r"Did you mean|two armies"):
        RULESET.set_up(Setup(ruleset="raid", armies=names))


TWO_AND_THREE = " | ".join(
    (
        f"0 {AXES} @5,3,0",
        f"0 {SPEARS} @15,3,0",
        "1 Mire Raiders @5,21,180",
        "1 Eel Spears @15,21,180",
        "1 Bog Giants @25,21,180",
    )
)


@pytest.mark.rule("raid.turn.alternate", "raid.turn.once")
def test_players_take_turns_with_a_band_each_until_all_have_acted() -> None:
    play = Play(draw(TWO_AND_THREE))
    acted = []
    while play.battle.turn == 1:
        if play.topic == "activation":
            play.choose(play.game.asked.suggestions()[0].option)  # type: ignore[union-attr]
        else:
            acted.append(play.battle.acting)
            play.move()
    assert acted == [0, 2, 1, 3, 4]


@pytest.mark.rule("raid.turn.rounds")
def test_the_raid_is_judged_after_the_last_round() -> None:
    battle = draw(f"0 {AXES} @5,3,0 acted | 1 Eel Spears @15,21,180", "raid turn=5 active=1 | 30x24 |")
    play = Play(battle).move()
    assert play.game.over


@pytest.mark.rule("raid.move.advance")
def test_a_band_advances_up_to_its_move() -> None:
    play = Play(draw(f"0 {AXES} @5,5,0 | 1 Eel Spears @25,21,180"))
    with pytest.raises(Refused, match=r"advance"):
        play.move("advance", Forward(6.0))
    assert play.move("advance", Forward(5.0)).band(0).advanced


@pytest.mark.rule("raid.move.run")
def test_a_band_that_runs_goes_twice_as_far_and_does_not_attack() -> None:
    play = Play(draw(f"0 {BOWS} @15,2,0 | 1 Eel Spears @15,20,180"))
    play.move("run", Forward(10.0))
    assert (play.battle.acting, play.topic) == (1, "move")


@pytest.mark.rule("raid.move.turn")
def test_a_band_turns_about_instead_of_moving() -> None:
    play = Play(draw(f"0 {AXES} @15,5,0 | 1 Eel Spears @15,20,180")).move("turn", Pivot(180.0))
    pose = play.band(0).pose
    assert pose is not None
    assert (pose.x, pose.y, pose.facing) == (15.0, 5.0, 180.0)


@pytest.mark.rule("raid.move.gap")
def test_a_band_ends_half_an_inch_from_others() -> None:
    play = Play(draw(f"0 {AXES} @15,5,0 | 1 Eel Spears @15,12,180"))  # 4" apart
    with pytest.raises(Refused) as refused:
        play.move("advance", Forward(3.8))
    assert refused.value.rule == "raid.move.gap"
    play.move("advance", Forward(3.5))


@pytest.mark.rule("raid.move.rocks")
def test_a_band_does_not_enter_rocks() -> None:
    play = Play(draw(f"0 {AXES} @15,5,0 | 1 Eel Spears @25,21,180", "raid | 30x24 rocks 15,9 4x2 |"))
    with pytest.raises(Refused) as refused:
        play.move("advance", Forward(4.0))
    assert refused.value.rule == "raid.move.rocks"


STRIKES = f"0 {AXES} @15,8,0 | 1 Mire Raiders @15,12,180"  # 1" apart


@pytest.mark.rule("raid.attack.strike", "raid.attack.hit", "raid.attack.save")
def test_two_ranks_strike_and_hits_that_are_not_saved_remove_models() -> None:
    play = fight(STRIKES, [(4, 4, 4, 3, 3, 3, 3, 3, 3, 3), (6, 5, 5), (1, 1)])
    assert play.rolls[0].dice == "10D6"
    assert play.band(1).models == 13  # three hits, one of them saved by a 6


@pytest.mark.rule("raid.attack.strike")
@pytest.mark.parametrize(("y", "facing", "possible"), [(8.0, 0, True), (7.9, 0, False), (8.0, 180, False)])
def test_blades_reach_an_inch_ahead(y: float, facing: int, possible: bool) -> None:
    battle = draw(f"0 {AXES} @15,{y},{facing} | 1 Mire Raiders @15,12,180")
    assert bool(attacks(battle, battle.units[0])) == possible


@pytest.mark.rule("raid.attack.shoot", "raid.rule.bows")
@pytest.mark.parametrize(("y", "possible"), [(20.5, True), (20.6, False)])
def test_bows_reach_as_far_as_their_brackets_say(y: float, possible: bool) -> None:
    battle = draw(f"0 {BOWS} @15,4,0 | 1 Mire Raiders @15,{y},180")  # fronts at 5 and 1.5 before the centre
    assert bool(attacks(battle, battle.units[0])) == possible


@pytest.mark.rule("raid.attack.sight")
@pytest.mark.parametrize("between", [f"| 0 {AXES} @15,10,0", ""])
def test_bands_block_the_line_of_sight(between: str) -> None:
    battle = draw(f"0 {BOWS} @15,4,0 | 1 Mire Raiders @15,18,180 {between}")
    assert bool(attacks(battle, battle.units[0])) == (not between)


@pytest.mark.rule("raid.attack.sight")
def test_rocks_block_the_line_of_sight() -> None:
    battle = draw(f"0 {BOWS} @15,4,0 | 1 Mire Raiders @15,18,180", "raid | 30x24 rocks 15,10 8x1 |")
    assert not attacks(battle, battle.units[0])


@pytest.mark.rule("raid.attack.flank")
@pytest.mark.parametrize(("facing", "needed"), [(180, 4), (90, 3), (0, 3)])
def test_flank_and_rear_are_easier_to_hit(facing: int, needed: int) -> None:
    assert need(f"0 {BOWS} @15,4,0 | 1 Mire Raiders @15,14,{facing}") == needed


@pytest.mark.rule("raid.attack.cover")
@pytest.mark.parametrize(("wood", "needed"), [("15,14", 5), ("15,20", 4)])
def test_a_band_in_a_wood_is_harder_to_shoot(wood: str, needed: int) -> None:
    table = f"raid | 30x24 wood {wood} 4x4 |"
    assert need(f"0 {BOWS} @15,4,0 | 1 Eel Spears @15,14,180", table) == needed


@pytest.mark.rule("raid.rule.fieldcraft")
@pytest.mark.parametrize(("y", "needed"), [(19.0, 5), (19.1, 4)])
def test_fieldcraft_hides_near_a_wood_too(y: float, needed: int) -> None:
    table = f"raid | 30x24 wood 15,{y} 4x4 |"
    assert need(f"0 {BOWS} @15,4,0 | 1 Mire Raiders @15,14,180", table) == needed


@pytest.mark.rule("raid.attack.natural")
def test_a_six_always_hits_and_a_one_never() -> None:
    table = "raid | 30x24 wood 15,14 4x4 |"
    levy = "0 March Wardens/Crossbows @15,4,0"
    assert need(f"{levy} | 1 March Wardens/Wardens' Own @15,14,180", table) == 6
    play = fight("0 Hill Clans/Old Guard @15,8,0 | 1 Mire Raiders @15,11.5,0", [(1,)])
    assert play.band(1).models == 15


@pytest.mark.rule("raid.rule.fierce")
def test_fierce_bands_hit_better_after_an_advance() -> None:
    standing = need(STRIKES)
    assert (standing, need(STRIKES.replace("@15,8,0", "@15,8,0 advanced"))) == (4, 3)


@pytest.mark.rule("raid.rule.spears")
def test_three_ranks_of_spears_strike() -> None:
    play = fight(f"0 {SPEARS} @15,8,0 | 1 Mire Raiders @15,12,180", [(1,)])
    assert play.rolls[0].dice == "15D6"


@pytest.mark.rule("raid.rule.shields")
@pytest.mark.parametrize(("facing", "needed"), [(180, 5), (0, 3)])
def test_shields_help_against_shots_from_the_front(facing: int, needed: int) -> None:
    assert need(f"0 {BOWS} @15,4,0 | 1 Shield Wardens @15,14,{facing}") == needed


THREE_LOST = [(4, 4, 4, 1, 1, 1, 1, 1, 1, 1), (1, 1, 1)]


@pytest.mark.rule("raid.nerve.test")
@pytest.mark.parametrize(("thrown", "shaken"), [((3, 4), False), ((4, 4), True)])
def test_nerve_is_tested_with_the_models_lost_added(thrown: tuple[int, int], shaken: bool) -> None:
    assert fight(STRIKES, [*THREE_LOST, thrown]).band(1).shaken == shaken  # Nerve 10, three lost


@pytest.mark.rule("raid.rule.steady")
def test_steady_bands_add_nothing_for_losses() -> None:
    play = fight(f"0 {SPEARS} @15,8,0 | 1 {GUARD} @15,11.5,180", [(4,), (1,), (6, 6)])
    assert play.band(1).pose is None  # all ten are gone: no test
    play = fight(f"0 {SPEARS} @15,8,0 | 1 {GUARD} @15,11.5,180", [(4,) * 5 + (1,) * 10, (1,), (6, 6)])
    assert not play.band(1).shaken


@pytest.mark.rule("raid.nerve.rout")
def test_a_shaken_band_that_fails_again_is_routed() -> None:
    play = fight(f"{STRIKES} shaken | 1 Eel Spears @25,21,180", [*THREE_LOST, (6, 6)])
    assert play.band(1).pose is None


@pytest.mark.rule("raid.nerve.shaken")
def test_a_shaken_band_does_not_attack_and_recovers() -> None:
    play = Play(draw(STRIKES.replace("@15,8,0", "@15,8,0 shaken"))).move()
    assert (play.battle.acting, play.band(0).shaken) == (1, False)


@pytest.mark.rule("raid.end.herds")
@pytest.mark.parametrize(
    ("bands", "held"),
    [
        (f"0 {AXES} @15,9,0", 0),
        (f"0 {AXES} @15,8.9,0", None),
        (f"0 {AXES} @15,9,0 shaken", None),
        (f"0 {AXES} @15,9,0 | 1 Eel Spears @15,15,180", None),
        (f"0 {AXES} @15,9,0 | 1 Eel Spears @15,15,180 shaken", 0),
    ],
)
def test_a_herd_is_held_by_who_alone_is_near_it(bands: str, held: int | None) -> None:
    assert holder(draw(bands, HERD), 15.0, 12.0) == held


@pytest.mark.rule("raid.end.bands", "raid.end.winner")
def test_herds_and_enemy_bands_that_are_gone_count() -> None:
    battle = draw(f"0 {AXES} @15,9,0 | 1 Eel Spears off | 1 Mire Raiders @25,21,180", HERD)
    assert points(battle) == (3, 0)
    judge(battle)
    assert battle.outcome is not None
    assert battle.outcome.winners == (0,)


@pytest.mark.rule("raid.end.winner")
def test_equal_points_are_a_draw_and_who_has_no_bands_has_lost() -> None:
    battle = draw(f"0 {AXES} @15,3,0 | 1 Mire Raiders @25,21,180")
    judge(battle)
    assert battle.outcome is not None
    assert battle.outcome.word == "draw"
    play = fight(f"0 {SPEARS} @15,8,0 | 1 {GUARD} @15,11.5,180", [(4,), (1,)])
    assert play.battle.outcome is not None
    assert play.battle.outcome.winners == (0,)


def test_every_band_of_every_army_has_rules_that_exist() -> None:
    assert sum(len(bands) for bands in armies().values()) == 12


def test_a_captain_beats_a_player_at_random() -> None:
    from warhost.players import play_match

    setup = Setup(ruleset="raid", armies=("March Wardens", "March Wardens"), map="drove")
    wins = [play_match(RULESET, setup, ("captain", "random"), seed)[0].winners == (0,) for seed in range(5)]
    assert sum(wins) >= 4
