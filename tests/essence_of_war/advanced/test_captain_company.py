"""Where the captain puts its Characters: in which ranks, in which file, whether they change places; what it expects."""

from __future__ import annotations

import pytest

from tests.essence_of_war.advanced.test_captain_choices import chosen, decided
from tests.essence_of_war.advanced.test_setting_up import at_deployment
from tests.essence_of_war.harness import Table, draw
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.thinks.expected_fights import fighter, likeness, strikes
from warhost.table import Arc


def test_a_fighter_joins_those_who_fight_and_a_wizard_those_who_shoot() -> None:
    game = at_deployment()
    game.choose(unit="Handgunners").place(14.0, 5.0)
    game.choose(unit="Spearmen").place(28.0, 5.0)
    game.choose(unit="Marshal")
    assert (game.topic, chosen(game)) == ("join", str(game.unit("Spearmen").id))
    game.choose(target="Spearmen")
    # In the middle of five files.
    assert chosen(game) == "2"
    game.choose("2")
    if game.topic == "deploy":
        game.choose(unit="Wizard")
    assert (game.topic, chosen(game)) == ("join", str(game.unit("Handgunners").id))
    game.choose(target="Handgunners")
    assert chosen(game) in ("0", "4")


def test_in_combat_a_fighter_goes_where_the_enemy_is() -> None:
    line = (
        "Empire of Sonnstahl/Spearmen + 6x4 at 18,10 | Empire of Sonnstahl/Marshal at 3,3 | "
        "Warriors of the Dark Gods/Warrior Knights + 3x1 at 18,20 face 180 models=1 files=1"
    )
    table = draw(line, settings=Settings(mode="advanced")).join("Marshal", "Spearmen", 0)
    game = table.fight("Warrior Knights", "Spearmen").play({"": 1}, phase="melee", active=0)
    assert game.topic == "swap places"
    assert chosen(game) in ("2", "3")
    near = draw(line, settings=Settings(mode="advanced")).join("Marshal", "Spearmen", 2)
    game = near.fight("Warrior Knights", "Spearmen").play({"": 1}, phase="melee", active=0)
    assert game.topic != "swap places" or chosen(game) == "stay"


def test_a_wizard_on_its_own_follows_the_troops_until_it_can_cast() -> None:
    line = (
        "Empire of Sonnstahl/Wizard + Pyromancy at 18,4 | Empire of Sonnstahl/Spearmen at 18,16 | "
        "Orcs and Goblins/Iron Orcs at 18,40 face 180"
    )
    game = draw(line, settings=Settings(mode="advanced")).play({"": 1}, phase="movement", active=0)
    game.choose(unit="Wizard")
    where = game.unit("Wizard").pose
    assert where is not None
    game.answer(decided(game).answer)
    there = game.unit("Wizard").pose
    assert there is not None
    # All of its march: 8 inches, still far from the enemy and behind its friends.
    assert there.y == pytest.approx(where.y + 8.0, abs=0.3)


def foreseen(table: Table, name: str, contact: int) -> list[tuple[int, int, int, float, int, bool]]:
    """The blows of a unit at a front: when, models in contact and behind them, their attacks, those in support."""
    unit, enemy = table.unit(name), table.unit("Imperial Guard")
    alike = (*likeness(table.battle, unit), *likeness(table.battle, enemy))
    told = strikes(table.battle, unit, Arc.FRONT, contact, enemy, Arc.FRONT, alike)
    return [(blow.agility, blow.contact, blow.supporting, blow.each, blow.support, blow.alone) for blow in told]


def test_the_blows_and_the_health_of_a_character_in_the_ranks_count_in_fights_to_come() -> None:
    line = (
        "Ogre Khans/Bruisers + 3x2 at 18,10 | Ogre Khans/Khan + General at 3,3 | "
        "1 Empire of Sonnstahl/Imperial Guard + 6x3 at 18,20 face 180"
    )
    table = draw(line, settings=Settings(mode="advanced"))
    bruisers = table.unit("Bruisers")
    # Three of three attacks, three behind them with as many in support; and Stomps of those in front.
    assert foreseen(table, "Bruisers", 3) == [(0, 3, 3, 3.0, 3, False), (0, 3, 0, 1.0, 1, False)]
    assert fighter(table.battle, bruisers).left == 18
    table.join("Khan", "Bruisers")
    # The Khan strikes five times for himself, at his own Agility, and stomps.
    assert foreseen(table, "Bruisers", 3) == [
        (0, 2, 3, 3.0, 3, False),
        (0, 2, 0, 1.0, 1, False),
        (3, 1, 0, 5.0, 1, True),
        (0, 1, 0, 1.0, 1, True),
    ]
    joined = fighter(table.battle, bruisers)
    assert (joined.left, joined.alive, joined.ranks) == (15 + 4, 5, 2)
