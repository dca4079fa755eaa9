"""The captain's answers to choices that only Essence of War has, and what it makes of the spells of the Grimoire."""

from __future__ import annotations

import pytest

from tests.essence_of_war.advanced.spellbook import ADVANCED, magic, table_of, teach
from tests.essence_of_war.advanced.test_magic_items import CROWN, bound, crowned
from tests.essence_of_war.advanced.test_rules_of_beasts_and_daemons import GRUDGE, party
from tests.essence_of_war.harness import Interlude, Play, draw, happen
from warhost.dice import Chance
from warhost.play import Chosen
from warhost.players.base import Decision
from warhost.players.captain import Captain
from warhost.rulebook import catalogue
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.chapters.melee import combat_steps
from warhost.rulesets.essence_of_war.chapters.setup.advanced_setup import marks
from warhost.rulesets.essence_of_war.lists.armylists import grimoire
from warhost.rulesets.essence_of_war.thinks.choices import CHOICES
from warhost.rulesets.essence_of_war.thinks.counsel import EssenceCounsel


def decided(play: Play) -> Decision:
    """What the captain decides; it gives its reasons, with rules that there are."""
    ask = play.game.asked
    decision = Captain(Chance("choices")).decide(ask, play.battle, RULESET)
    ask.check(decision.answer)
    known = catalogue("eow")
    assert all(reason.rule in known for reason in decision.reasons if reason.rule)
    return decision


def chosen(play: Play) -> str:
    """The option that the captain takes."""
    answer = decided(play).answer
    assert isinstance(answer, Chosen)
    return answer.option


def test_the_worthiest_enemy_gets_the_grudge() -> None:
    table = draw(GRUDGE, settings=ADVANCED).set("Ghouls", models=2)
    table.battle.units[1].name = "Other Thane"
    assert chosen(happen(table, marks)) == str(table.unit("Zombies").id)


def test_the_ambushing_party_takes_whom_it_can() -> None:
    assert chosen(party()) != "pass"


@pytest.mark.parametrize(("res", "arm", "key"), [(6, 5, "other"), (1, 0, "pass")])
def test_seekers_take_the_heavy_weapon_against_hard_targets(res: int, arm: int, key: str) -> None:
    line = "0 Dwarven Holds/Seekers + 6x2 at 18,10 | 1 Vampire Covenant/Zombies at 18,20 face 180"
    table = draw(line, settings=ADVANCED).change("Zombies", (), res=res, arm=arm).fight("Seekers", "Zombies")
    play = Play(table.battle, (), Interlude(lambda battle: combat_steps.start_of_combat(battle, (0, 1))))
    assert (play.topic, chosen(play)) == ("weapon master", key)


def test_the_hour_is_hastened_for_whoever_is_worth_more() -> None:
    table = table_of("0 Orc Shaman at 18,10 | 1 Zombies at 18,20 face 180 | 1 Vampire Courtier at 4,44")
    teach(table.battle, "Orc Shaman", "Hasten the Hour")
    play = magic(table.join("Vampire Courtier", "Zombies"), [(6, 6)])
    play.cast("Orc Shaman", "Hasten the Hour", "Zombies", dice=2)
    assert chosen(play) == str(play.unit("Vampire Courtier").id)


def test_those_are_healed_whose_health_is_worth_most() -> None:
    line = (
        "0 Vampire Courtier at 4,4 wounds=1 | 0 Wizard at 24,10 | 0 Zombies at 18,16 models=19 | "
        "1 Iron Orcs at 18,40 face 180"
    )
    table = table_of(line, Wizard=("Arise!",)).join("Vampire Courtier", "Zombies")
    play = magic(table, [(2, 2)]).cast("Wizard", "Arise!", "Zombies", value=4, dice=2)
    assert (play.topic, chosen(play)) == ("heal whom", str(play.unit("Vampire Courtier").id))


@pytest.mark.parametrize(("turn", "key"), [(1, "pass"), (2, "Flaming Swords")])
def test_the_scroll_is_used_on_the_hardest_spell_once_the_armies_are_near(turn: int, key: str) -> None:
    assert chosen(bound(turn=turn)) == key


def test_the_crown_teaches_a_spell_that_hurts() -> None:
    assert CROWN
    assert grimoire().paths[chosen(crowned())][0].hits is not None


def test_every_choice_that_is_told_of_has_a_topic() -> None:
    assert all(EssenceCounsel.topics[topic] == "choice" for topic in CHOICES)


@pytest.mark.parametrize("spell", sorted(set(grimoire().spells) - {"Death is only the Beginning"}))
def test_the_captain_weighs_every_spell_of_the_grimoire(spell: str) -> None:
    line = (
        "0 Orc Shaman at 18,10 | 0 Zombies at 14,14 models=12 | 0 Handgunners at 24,12 | 1 Ghouls at 18,20 face 180 | "
        "1 Iron Orcs at 10,22 face 180 | 0 Wizard at 4,4"
    )
    table = table_of(line, Orc_Shaman=(), Wizard=(spell,)).join("Wizard", "Handgunners")
    play = magic(table, pools=(5, 5))
    key = chosen(play)
    assert key in play.keys
    if key != "pass":
        play.choose(key)
        assert chosen(play) in ("1", "2", "3", "4", "5")


def test_the_captain_casts_wrath_where_it_hurts_the_enemy_more_than_itself() -> None:
    line = (
        "0 Orc Shaman at 18,4 | 1 Ghouls at 8,20 face 180 | 1 Zombies at 8,24.5 face 180 | "
        "1 Empire of Sonnstahl/Handgunners at 28,24 face 180 | 0 Iron Orcs at 28,20 | "
        "0 Goblin Rabble at 33,20 | 1 Thane at 30,46"
    )
    table = table_of(line, Orc_Shaman=("Wrath of God",))
    play = magic(table, pools=(5, 0))
    key = chosen(play)
    assert int(key.partition(">")[2]) in (play.unit("Ghouls").id, play.unit("Zombies").id)
