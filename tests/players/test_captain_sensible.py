"""Positions in which a captain once did what made a watcher shake his head, in Kings of War."""

from __future__ import annotations

import pytest

from tests.kings_of_war.harness import Play, Table, draw, unit
from tests.players.captains import overview
from warhost.dice import Chance
from warhost.play import Chosen
from warhost.players import Decision
from warhost.players.captain import Candidate, Captain
from warhost.players.captain.judging.goals import Melee
from warhost.players.captain.judging.places import PlaceJudge
from warhost.rulesets.kings_of_war.core import Known, Order, Weapon
from warhost.rulesets.kings_of_war.ruleset import RULESET
from warhost.table import Arc

FOOT = unit(points=120)
WIZARD = unit(hero=True, attacks=1, nerve=10, points=80, rules=("Individual",), spells=(Known("Fireball", 10),))
HORDE = unit(size="horde", attacks=28, nerve=21, defence=5, points=230)


def decide(play: Play) -> Decision:
    return Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)


def action(table: Table, name: str) -> Decision:
    """What the captain orders that unit to do."""
    play = table.play()
    play.choose(str(play.unit(name).id))
    return decide(play)


def joined() -> Table:
    """A horde that fights an enemy, beside a wizard with one attack and enemies in range of its Fireball."""
    return draw(
        "Horde at 36,18 | Wizard at 30,19 | 1 Foe at 36,26 face 180 | 1 Far at 24,28 face 180",
        Horde=HORDE,
        Wizard=WIZARD,
        Foe=FOOT,
        Far=FOOT,
    ).engage("Horde", "Foe")


def test_a_wizard_with_one_attack_keeps_his_fireball_for_others_than_those_who_are_fought() -> None:
    decision = action(joined(), "Wizard")
    assert isinstance(decision.answer, Chosen)
    assert not decision.answer.option.startswith("charge>")


def test_who_joins_a_fight_is_worth_the_difference_it_makes() -> None:
    counsel = overview(joined().battle, 0).counsel
    _, wizard, foe, far = counsel.units
    joins, alone = counsel.duel(wizard, foe, Arc.LEFT), counsel.duel(wizard, far, Arc.LEFT)
    assert joins.joins
    assert not alone.joins
    whole = counsel.fight(foe)
    assert whole.gain > 40.0
    assert joins.gain < 0.1 * whole.gain
    assert joins.deals < 1.0


def test_who_is_in_a_fight_does_not_count_on_its_next_charge() -> None:
    table = draw(
        "Foot at 36,18 | 1 Horde at 36,26 | 1 Weak at 28,25",
        Foot=FOOT,
        Horde=unit(size="horde", attacks=28, nerve=30, defence=6, points=230),
        Weak=unit(points=100, nerve=9, defence=2, attacks=4),
    )
    here = overview(table.battle, 0)
    foot, horde = here.own[0], here.foes[0]
    fight = here.duel(foot, horde, Arc.FRONT)
    assert fight.over < 0.1
    place = here.rects[foot.id]
    free, fighting = Candidate(Chosen(""), ""), Candidate(Chosen(""), "")
    judge = PlaceJudge(here, foot)
    judge.weigh(free, place)
    judge.weigh(fighting, place, melee=Melee(horde, fight))
    hopes = [sum(score for label, score, _ in one.terms if "could charge" in label) for one in (free, fighting)]
    assert hopes[0] > 4.0
    assert hopes[1] < 0.2 * hopes[0]


STONES = Order("Throw", 4, weapon=Weapon("Stones", 12, attacks=8, shooting=5))


@pytest.mark.parametrize(
    ("where", "thrown"), [("36,30 face 180", True), ("36,8 face 180", False), ("36,44 face 180", False)]
)
def test_a_volley_is_ordered_only_where_it_has_a_target(where: str, thrown: bool) -> None:
    table = draw(
        f'Chief at 36,16 order="halt" | Foot at 36,20 order="halt" | 1 Foe at {where}',
        Chief=unit(hero=True, rank="champion", points=90, rules=("Individual",), orders=(STONES,)),
        Foot=FOOT,
        Foe=FOOT,
    )
    decision = decide(table.play())
    assert isinstance(decision.answer, Chosen)
    assert decision.answer.option.startswith("0:Throw>1" if thrown else "pass")


def test_who_is_in_the_way_of_a_charger_acts_before_it() -> None:
    table = draw(
        "Knights at 36,14 | Chaff at 36,23 | 1 Weak at 36,29 face 180 | 1 Monster at 46,28 face 215",
        Knights=unit(type="cavalry", speed=8, melee=3, attacks=20, nerve=14, points=200),
        Chaff=unit(size="troop", attacks=4, nerve=8, points=50),
        Weak=unit(points=150, nerve=12, defence=3, attacks=4),
        Monster=unit(
            type="monster", speed=7, melee=3, attacks=10, nerve=18, points=260, rules=("Crushing Strength (3)",)
        ),
    )
    play = table.play()
    decision = decide(play)
    assert decision.answer == Chosen(str(table.unit("Chaff").id))
