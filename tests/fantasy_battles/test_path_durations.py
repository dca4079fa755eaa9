"""How long the spells of all Paths, armies and Battle Runes lie on a unit."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.grimoire import SURE
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import Conjuring, conjure
from warhost.rulesets.fantasy_battles.core.entries import Bound
from warhost.rulesets.fantasy_battles.core.moments import SPELLS

LINE = "0 Wizard at 36,10 | 0 Captain at 34,10 | 0 Guard at 30,12 | 1 Ogres at 36,20 face 180"

ONE_TURN = (
    *(("Word of Iron", "Guard"), ("Glory of Gold", "Guard")),
    *(("Altered Sight", "Guard"), ("Truth of Time", "Guard"), ("Perception of Strength", "Guard")),
    *(("Unity in Divergence", "Guard"), ("Know Thine Enemy", "Guard"), ("Scrying", "Guard")),
    *(("The Stars Align", "Guard"), ("Healing Waters", "Guard"), ("Entwining Roots", "Ogres"), ("Stone Skin", "Guard")),
    *(("Spirits of the Wood", "Guard"), ("Spectral Blades", "Guard"), ("Whispers of the Veil", "Ogres")),
    *(("Ancestral Aid", "Guard"), ("Breath of Corruption", "Wizard"), ("Hand of Glory", "Wizard")),
    *(("Flaming Swords", "Guard"), ("Awaken the Beast", "Guard"), ("Savage Fury", "Ogres"), ("Chilling Howl", "Ogres")),
    *(("Break the Spirit", "Ogres"), ("Smite the Unbeliever", "Ogres"), ("Speaking in Tongues", "Ogres")),
    *(("Cleansing Fire", "Wizard"), ("Deceptive Glamour", "Ogres"), ("Twisted Effigy", "Ogres")),
    *(("The Wheel Turns", "Ogres"), ("Will-o'-the-Wisp", "Ogres"), ("Bewitching Glare", "Ogres")),
    *(("Echoes of the Dark Forest", "Guard"), ("Curse of the Phantom Queen", "Wizard")),
    *(("Favour of Meladis", "Wizard"), ("Curse of Nezibkesh", "Ogres"), ("Children of Umi", "Guard")),
    *(("Bring the Pain", "Ogres"), ("Forest Embrace", "Guard")),
)
PERMANENT = (
    *(("Corruption of Tin", "Ogres"), ("Portent of Doom", "Ogres"), ("The Oaken Throne", "Wizard")),
    ("The Rot Within", "Ogres"),
)
ATTRIBUTES = (
    ("Alchemical Fire", "Word of Iron", "Guard", "Ogres"),
    ("Guiding Light", "Scrying", "Guard", "Guard"),
    ("Scarification", "Savage Fury", "Ogres", "Wizard"),
    ("Evil Eye", "Deceptive Glamour", "Ogres", "Ogres"),
)
RUNES = ("Gleaming", "Oaths", "Reckoning", "Resilience", "Revocation")


def of(spell: str, *row: Any) -> Any:
    return pytest.param(spell, *row, marks=pytest.mark.rule(SPELLS[spell].id), id=spell)


def lies(play: Conjuring, spell: str) -> list[str]:
    """The units on which the spell lies."""
    return [unit.name for unit in play.battle.units if any(effect.spell == spell for effect in unit.effects)]


def later(play: Conjuring, active: int, turn: int) -> Conjuring:
    """The start of a later Magic Phase, where nobody casts anything."""
    table = Table.of(play.battle)
    return conjure(table, {"": 1}, known={}, stage="", active=active, turn=turn, decks=((2, 3), (2, 3)))


def check_duration(play: Conjuring, spell: str, target: str, *, stays: bool) -> None:
    """The spell lies on the target through the enemy's Magic Phase, and a Permanent one through the caster's next."""
    assert lies(play, spell) == [target]
    theirs = later(play, 1, 1)
    assert lies(theirs, spell) == [target], "in the enemy's Magic Phase"
    assert lies(later(theirs, 0, 2), spell) == [target] * stays, "in the caster's next Magic Phase"


@pytest.mark.parametrize(
    ("spell", "target", "stays"),
    [*(of(*row, False) for row in ONE_TURN), *(of(*row, True) for row in PERMANENT)],
)
def test_a_spell_lasts_one_turn_or_for_good(spell: str, target: str, stays: bool) -> None:
    play = conjure(draw(LINE), {"Casting": SURE, "": 6}, known={"Wizard": [spell]}, pools=(9, 0))
    key = play.castings("Wizard", spell, target)[0]
    play.choose(key).choose("3")
    while play.topic and play.topic != "cast":
        play.decline()
    check_duration(play, spell, target, stays=stays)


@pytest.mark.parametrize(("attribute", "spell", "first", "target"), [of(*row) for row in ATTRIBUTES])
def test_an_attribute_spell_lasts_one_turn(attribute: str, spell: str, first: str, target: str) -> None:
    play = conjure(draw(LINE), {"Casting": SURE, "": 6}, known={"Wizard": [spell]}, pools=(9, 0))
    play.choose(play.castings("Wizard", spell, first)[0]).choose("3")
    play.choose(next(option.key for option in play.options if option.target == play.unit(target).id))
    check_duration(play, attribute, target, stays=False)


@pytest.mark.parametrize("spell", [of(f"Rune of {name}") for name in RUNES])
def test_a_battle_rune_lasts_one_turn(spell: str) -> None:
    play = conjure(draw(LINE), bound={"Captain": [Bound(spell=spell, range=18)]}, pools=(2, 0))
    play.cast("Captain", spell, "Guard", dice=2)
    check_duration(play, spell, "Guard", stays=False)


@pytest.mark.rule("t9a.shamanism.2_swarm_of_insects")
def test_the_insects_stay_for_good() -> None:
    dice = [SURE, (1, 1, 1, 1, 1), (6, 1, 1, 1, 1)]  # five bites, one of which wounds
    play = conjure(draw(LINE), dice, known={"Wizard": ["Swarm of Insects"]}, pools=(9, 0))
    play.cast("Wizard", "Swarm of Insects", "Ogres", dice=3, version="basic").choose("no")
    check_duration(play, "Swarm of Insects", "Ogres", stays=True)
