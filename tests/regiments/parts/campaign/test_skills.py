"""Skills of heroes that work on others."""

from __future__ import annotations

import pytest

from tests.regiments.fights import needs, volley
from tests.regiments.harness import Dicing, Table, acts, find, happen, regiment
from tests.regiments.parts.campaign.tables import PLAIN, hero, table, take_morale
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.magic import enchantments
from warhost.rulesets.regiments.chapters.melee import phase as melee
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.core import Battle, Regiment
from warhost.rulesets.regiments.parts.campaign import skills
from warhost.table import Arc, Pose

ARCHERS = regiment(size=5, quality=5, weapons=['Bow (24", A1)'])


def beside(skill: str, friend: Regiment = PLAIN, *, gap: float = 5.0, foe: Regiment = PLAIN) -> Table:
    """A friend so far beside a hero with that skill; a foe is far away."""
    drawn = table(
        "Pikes at 20,10 | Marshal at 40,10 | Foes at 20,40 face 180",
        Pikes=friend,
        Marshal=hero(f"Skill: {skill}"),
        Foes=foe,
    )
    side = drawn.footprint("Pikes")
    x = side.x + side.width / 2 + gap + 0.5
    unit = drawn.unit("Marshal")
    unit.pose = Pose(x, 10.0, 0.0)
    return drawn


@pytest.mark.rule("aofr.campaign.skill_leader")
def test_a_leader_helps_the_morale_of_friends_within_6() -> None:
    assert needs(take_morale(beside("Leader"), "Pikes", [(3,)]), "Morale") == [3]
    assert needs(take_morale(beside("Leader", gap=6.5), "Pikes", [(6,)]), "Morale") == [4]
    assert needs(take_morale(beside("Leader"), "Marshal", [(3,)]), "Morale") == [3]
    assert needs(take_morale(beside("Leader"), "Foes", [(6,)]), "Morale") == [4]


@pytest.mark.rule("aofr.campaign.skill_leader")
def test_a_leader_in_a_unit_helps_from_where_it_stands() -> None:
    led = regiment(hero=hero("Skill: Leader"))
    drawn = table("Led at 20,10 | Pikes at 27,10 | Foes at 20,40 face 180", Led=led, Pikes=PLAIN, Foes=PLAIN)
    assert needs(take_morale(drawn, "Pikes", [(6,)]), "Morale") == [3]
    drawn.unit("Led").hero = False
    assert needs(take_morale(drawn, "Pikes", [(6,)]), "Morale") == [4]


def shots_of(drawn: Table, name: str) -> list[int | None]:
    """What a unit that holds and shoots needs to hit."""
    play = acts(drawn, name, {"to hit": 1}).act(name, "hold")
    while not play.game.over:
        if play.topic == "shoot":
            play.choose(target="Foes")
        else:
            play.decline()
    return needs(play, "to hit")


@pytest.mark.rule("aofr.campaign.skill_tactician")
def test_friends_that_activate_near_a_tactician_shoot_better() -> None:
    drawn = beside("Tactician", ARCHERS, gap=6.0)
    drawn.touch("Pikes", "Foes", gap=12)
    near(drawn, 6.0)
    assert shots_of(drawn, "Pikes") == [4]
    drawn = beside("Tactician", ARCHERS)
    drawn.touch("Pikes", "Foes", gap=12)
    near(drawn, 7.0)
    assert shots_of(drawn, "Pikes") == [5]


def near(drawn: Table, gap: float) -> None:
    """Put the hero so far beside the friend, wherever that stands."""
    side = drawn.footprint("Pikes")
    unit = drawn.unit("Marshal")
    unit.pose = Pose(side.x + side.width / 2 + gap + 0.5, side.y, 0.0)


@pytest.mark.rule("aofr.campaign.skill_instigator")
def test_friends_that_activate_near_an_instigator_fight_better() -> None:
    def charged(gap: float) -> list[int | None]:
        drawn = beside("Instigator")
        drawn.touch("Pikes", "Foes", gap=6)
        near(drawn, gap)
        play = acts(drawn, "Pikes", {"to hit": 1, "Morale": 6}).charge("Pikes", "Foes")
        while not play.game.over:
            play.choose("strike") if play.topic == "strike back" else play.decline()
        return needs(play, "to hit")

    assert charged(4.0) == [3, 4]
    assert charged(7.0) == [4, 4]


@pytest.mark.rule("aofr.campaign.skill_vanguard")
def test_friends_that_activate_near_a_vanguard_charge_4_further_and_rush_as_ever() -> None:
    def options(gap: float) -> tuple[bool, str]:
        drawn = beside("Vanguard")
        drawn.touch("Pikes", "Foes", gap=15)
        near(drawn, gap)
        play = acts(drawn, "Pikes").activate("Pikes")
        question = play.question
        labels = {option.key.split(">")[0]: option.label for option in getattr(question, "options", ())}
        return "charge" in labels, labels["rush"]

    assert options(5.0) == (True, 'Rush up to 12"')
    assert options(7.0) == (False, 'Rush up to 12"')


@pytest.mark.rule("aofr.campaign.skill_scavenger")
def test_friends_that_activate_near_a_scavenger_shoot_6_further() -> None:
    def reaches(gap: float) -> bool:
        drawn = beside("Scavenger", ARCHERS)
        drawn.unit("Foes").pose = Pose(20.0, 39.5, 180.0)
        near(drawn, gap)
        battle: Battle = drawn.battle
        part_of(battle)
        return bool(shooting.possible(battle, find(battle, "Pikes")))

    assert reaches(5.0)
    assert not reaches(7.0)


def part_of(battle: Battle) -> None:
    """The unit begins to act."""
    skills.give(battle, find(battle, "Pikes"))


@pytest.mark.rule("aofr.campaign.skill_mastermind")
def test_enemies_near_a_mastermind_block_worse() -> None:
    def blocks(gap: float) -> list[int | None]:
        drawn = table(
            "Bows at 10,10 | Marshal at 30,10 | Foes at 20,25 face 180",
            Bows=regiment(size=5, weapons=['Bow (24", A1)']),
            Marshal=hero("Skill: Mastermind"),
            Foes=PLAIN,
        )
        drawn.touch("Bows", "Foes", gap=10)
        side = drawn.footprint("Foes")
        drawn.unit("Marshal").pose = Pose(side.x + side.width / 2 + gap + 0.5, side.y, 0.0)
        return needs(volley(drawn, "Bows", "Foes", {"to hit": 6, "to block": 6}), "to block")

    assert blocks(5.0) == [5]
    assert blocks(7.0) == [4]


def lost_melee(drawn: Table, one: str, other: str) -> list[int | None]:
    """What the loser of a melee needs to pass its test; the charger wins."""
    drawn.touch(one, other)
    dice = {"to hit": 6, "to block": 1, "Morale": 6}
    play = happen(drawn, lambda battle: melee.fight(battle, find(battle, one), find(battle, other), Arc.FRONT), dice)
    while not play.game.over:
        play.decline()
    return needs(play, "Morale")


@pytest.mark.rule("aofr.campaign.skill_berserker")
def test_whoever_lost_to_a_berserker_tests_morale_at_minus_1() -> None:
    foe = regiment(size=5, quality=4)
    berserk = table("Marshal at 36,10 | Foes at 36,30 face 180", Marshal=hero("Skill: Berserker"), Foes=foe)
    assert lost_melee(berserk, "Marshal", "Foes") == [5]
    plain = table("Marshal at 36,10 | Foes at 36,30 face 180", Marshal=hero(), Foes=foe)
    assert lost_melee(plain, "Marshal", "Foes") == [4]
    # Nothing of it is left when the melee is over.
    assert needs(take_morale(berserk, "Foes", [(6,)]), "Morale") == [4]


@pytest.mark.rule("aofr.campaign.skill_chemist")
def test_friends_near_a_chemist_pass_morale_tests_from_melee_more_easily() -> None:
    def after_melee(gap: float) -> list[int | None]:
        drawn = beside("Chemist", foe=regiment(size=5))
        drawn.touch("Foes", "Pikes")
        near(drawn, gap)
        dice = {"to hit": 6, "to block": 1, "Morale": 6}
        play = happen(
            drawn, lambda battle: melee.fight(battle, find(battle, "Foes"), find(battle, "Pikes"), Arc.FRONT), dice
        )
        while not play.game.over:
            play.decline()
        return needs(play, "Morale")

    assert after_melee(5.0) == [3]
    assert after_melee(7.0) == [4]
    assert needs(take_morale(beside("Chemist"), "Pikes", [(6,)]), "Morale") == [4]


@pytest.mark.rule("aofr.campaign.skill_suppressor")
def test_whom_a_suppressor_shot_at_shoots_worse_until_the_round_ends() -> None:
    archer = hero("Skill: Suppressor", weapons=['Bow (24", A3)'])
    foes = regiment(size=5, quality=4, weapons=['Bow (24", A1)'])
    drawn = table("Bows at 36,10 | Foes at 36,40 face 180", Bows=archer, Foes=foes)
    drawn.touch("Bows", "Foes", gap=8)
    volley(drawn, "Bows", "Foes", {"to hit": 1})
    assert needs(volley(drawn, "Foes", "Bows", {"to hit": 1}), "to hit") == [5]
    enchantments.fade(drawn.unit("Foes"), "round")
    assert needs(volley(drawn, "Foes", "Bows", {"to hit": 1}), "to hit") == [4]


@pytest.mark.rule("aofr.campaign.skill_herbalist")
def test_friends_near_a_herbalist_ignore_wounds_on_a_6() -> None:
    def taken(gap: float, dice: Dicing) -> int:
        drawn = beside("Herbalist", gap=gap)
        play = happen(drawn, lambda battle: damage.automatic_wounds(battle, find(battle, "Pikes"), 3), dice)
        value: int = play.value
        return value

    assert taken(5.0, [(6, 4, 6)]) == 1
    assert taken(7.0, ()) == 3


@pytest.mark.rule("aofr.campaign.skill_warden")
def test_friends_near_a_warden_stop_being_shaken_when_it_activates() -> None:
    def after(gap: float) -> bool:
        drawn = beside("Warden", gap=gap)
        drawn.set("Pikes", shaken=True).set("Foes", shaken=True)
        play = acts(drawn, "Marshal").activate("Marshal")
        assert play.unit("Foes").shaken
        shaken: bool = play.unit("Pikes").shaken
        return shaken

    assert after(5.0) is False
    assert after(7.0) is True
