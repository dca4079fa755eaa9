"""Dice that something has changed after they fell, and rules that ask for what they really show."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, clash, dice_for, volley
from tests.regiments.harness import Fall, Interlude, Table, acts, draw, find, happen, models, regiment, weapon, written
from tests.regiments.referee.tables import agreed, extra
from tests.regiments.referee.test_together import after
from warhost.play import Choose
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.core import Battle, Settings, optional
from warhost.rulesets.regiments.parts.command_points.purse import Purse
from warhost.rulesets.regiments.parts.extra_actions import told
from warhost.rulesets.regiments.parts.shared.fortune import Fortune

TEN = regiment(size=10)
RAISING = {"command_points:growing": "supreme_command", "fortune": "+1", "campaign": "+1"}
"""What raises dice, and the answer that does it."""


def table(raising: str, *parts: str, mine: int = 10, theirs: int = 10, archers: bool = False) -> Table:
    """Mine, whose player can raise dice, in contact with Theirs or 8" away."""
    own = replace(bows(mine) if archers else regiment(size=mine), cost=100)
    made = draw(
        "Mine at 36,10 | Theirs at 36,40 face 180",
        Settings(parts=(raising, *parts), points=750),
        Mine=own,
        Theirs=replace(regiment(size=theirs), cost=300),
    ).having(turn=1)
    optional.keep(made.battle, "command_points", Purse("growing", (9, 0), ("strategic", "strategic")))
    optional.keep(made.battle, "fortune", Fortune((3, 0)))
    return made.touch("Mine", "Theirs", gap=8.0 if archers else 0.0)


def asks(play: Interlude, key: str) -> bool:
    """Whether that is one of the answers to the present question."""
    return isinstance(play.question, Choose) and key in play.keys


def played(play: Interlude, raise_by: str) -> Interlude:
    """Everything that raises dice is used wherever it is offered."""
    while not play.game.over:
        if play.topic == "shoot":
            play.choose(target="Theirs")
        elif asks(play, raise_by):
            play.choose(raise_by)
        else:
            play.decline()
    return play


@pytest.mark.rule("aofr.melee.fatigue", "aofr.cp.supreme_command", "aofr.tourney.fortune_use")
@pytest.mark.rule("aofr.campaign.underdog_use")
@pytest.mark.parametrize("raising", RAISING)
@pytest.mark.parametrize("state", ["fatigued", "shaken"])
def test_ten_fives_of_a_tired_unit_are_no_hits_whatever_raises_them(raising: str, state: str) -> None:
    made = table(raising).set("Mine", **{state: True})
    dice = by_reason({"to hit": 5, "to block": 2, "Morale": 6})
    play = clash(made, "Mine", "Theirs", dice)
    assert not asks(play, RAISING[raising]), "nothing is gained by it, so nobody is asked"
    own = [one for one in attacks(played(play, RAISING[raising])) if one.attacker == 0]
    assert [one.hits for one in own] == [0]


@pytest.mark.rule("aofr.melee.strike_back", "aofr.cp.high_command")
@pytest.mark.parametrize("raising", RAISING)
def test_a_shaken_unit_strikes_back_with_real_sixes_alone(raising: str) -> None:
    made = table(raising).set("Mine", shaken=True)
    dice = by_reason({"Mine Hand Weapon: to hit": (6, *(5,) * 9), "to hit": 1, "to block": 6, "Morale": 6})
    play = clash(made, "Theirs", "Mine", dice)
    while play.topic != "strike back":
        play.decline()
    own = [one for one in attacks(played(play.choose("strike"), RAISING[raising])) if one.attacker == 0]
    assert [one.hits for one in own] == [1]


@pytest.mark.rule("aofr.extra_action.covering_fire", "aofr.tourney.fortune_use", "aofr.cp.supreme_command")
@pytest.mark.parametrize("raising", RAISING)
def test_no_covering_fire_hits_by_a_raised_five(raising: str) -> None:
    made = table(raising, "extra_actions", archers=True)
    play = extra(acts(made, "Mine", {"to hit": 5}), "covering_fire")
    assert [one.hits for one in played(play, RAISING[raising]).told(told.CoveringFire)] == [0]


@pytest.mark.rule("aofr.cp.frenzied_attack", "aofr.tourney.fortune_use")
def test_a_frenzied_attack_hits_by_no_raised_five() -> None:
    made = draw(
        "Mine at 36,10 | Theirs at 33,20 face 180 | 1 More at 41,20 face 180",
        Settings(parts=("command_points:growing", "fortune"), points=750),
        Mine=bows(5),
        Theirs=TEN,
        More=TEN,
    ).having(turn=1)
    loud = tuple((0, slug) for slug in ("high_command", "supreme_command"))
    optional.keep(made.battle, "command_points", Purse("growing", (9, 0), ("hunting", "shock"), quiet=loud))
    optional.keep(made.battle, "fortune", Fortune((3, 0)))
    play = acts(made, "Mine", by_reason({"to hit": [1, 5], "to block": 6, "Morale": 6})).act("Mine", "hold").stay()
    play.choose(target="Theirs")
    while not asks(play, "frenzied_attack"):
        play.decline()
    played(play.choose("frenzied_attack"), "+1")
    assert [(one.target, one.hits) for one in attacks(play)] == [(1, 0), (2, 0)]


@pytest.mark.rule("aofr.event.42_berserker", "aofr.tourney.fortune_use")
@pytest.mark.parametrize(("face", "wounds"), [(5, 0), (6, 10)])
def test_a_berserker_looks_at_real_sixes(face: int, wounds: int) -> None:
    made = after(42, table("fortune", "random_events"))
    optional.keep(made.battle, "fortune", Fortune((3, 0)))
    play = clash(made, "Mine", "Theirs", by_reason({"Mine": face, "to hit": 1, "to block": 6, "Morale": 6}))
    assert played(play, "+1").unit("Theirs").models == 10 - wounds


@pytest.mark.rule("aofr.event.44_panic_attack", "aofr.campaign.underdog_use")
@pytest.mark.parametrize(("face", "fate"), [(2, ""), (1, "routed")])
def test_a_two_that_the_enemy_lowers_to_one_is_no_panic(face: int, fate: str) -> None:
    made = after(44, table("fortune", "random_events"))
    optional.keep(made.battle, "fortune", Fortune((3, 0)))

    def test(battle: Battle) -> Script[bool]:
        unit = find(battle, "Mine")
        return morale.take_test(battle, unit, morale.made_test(battle, unit))

    play = happen(made, test, {"Morale": face})
    assert played(play, "-1").unit("Mine").fate == fate


@pytest.mark.rule("aofr.event.41_grave_miscalculation")
def test_the_ones_of_a_sergeant_count_with_those_of_the_others() -> None:
    """All dice to hit of a volley are one roll, whatever each of them needs."""
    archers = regiment(groups=[models(4, ['Bow (24", A1)']), models(1, ['Bow (24", A1)'], ["Sergeant"])])
    made = draw("Mine at 36,10 | Theirs at 36,20 face 180", agreed("random_events"), Mine=archers, Theirs=TEN)
    made = after(41, made.having(turn=1))
    dice: dict[str, Fall] = {"to hit": 1, "to block": 6, "Morale": 6}
    play = acts(made, "Mine", dice).act("Mine", "hold").stay().choose(target="Theirs")
    assert dice_for(play, "to hit") == ["4D6", "1D6"]
    assert [one.hits for one in attacks(play) if one.target == 0] == [5]


@pytest.mark.rule("aofr.tourney.fortune_use", "aofr.special.priority")
def test_ones_that_are_raised_wound_their_own_unit_all_the_same() -> None:
    text = "Gets AP(3), but its unit takes a wound for each unmodified result of 1 to hit."
    gunners = regiment(4, quality=2, weapons=[weapon('Gun (24", A1)', written(text))])
    foe = regiment(1, rules=["Tough(12)"])
    settings = Settings(parts=("fortune",), points=750)
    made = draw("Mine at 36,10 | Theirs at 36,20 face 180", settings, Mine=gunners, Theirs=foe).having(turn=1)
    optional.keep(made.battle, "fortune", Fortune((3, 0)))
    play = volley(made, "Mine", "Theirs", by_reason({"to hit": (1, 1, 6, 1), "to block": 6, "Morale": 6}))
    played(play, "+1")
    assert ([one.hits for one in attacks(play)], play.unit("Mine").models) == ([1], 1)
