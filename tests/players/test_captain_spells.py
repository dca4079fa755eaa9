"""Captains of both games of The 9th Age foresee every spell, also those whose form nothing has decided yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.essence_of_war.advanced.spellbook import magic, table_of
from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.spellcraft import conjure
from tests.players.captains import overview
from tests.playing import Playing
from warhost.play.counsel.counsel import After
from warhost.play.questions import Choose
from warhost.players.captain.acting.spells import worth_of
from warhost.rulesets.essence_of_war.core import values as essence
from warhost.rulesets.essence_of_war.lists.armylists import grimoire
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import LastingSpell
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import all_spells
from warhost.rulesets.fantasy_battles.core import values as fantasy
from warhost.rulesets.fantasy_battles.core.entries import Bound
from warhost.rulesets.fantasy_battles.core.moments import SPELLS

FANTASY = (
    "t9a | 72x48 forest 30,12 6x6 hill 42,10 6x6 | Wizard at 36,10 | Captain at 40,12"
    " | Spearmen at 30,10 | Knights at 26,20 | 1 Swordsmen at 36,22 face 180 | 1 Archers at 44,24 face 180"
    " | 1 Guard at 26,30 face 180"
)
"""A Wizard with friends and foes of several kinds near it."""

ESSENCE = (
    "0 Orc Shaman at 18,10 | 0 Iron Orcs at 28,15 | 1 Imperial Guard at 18,24 face 180"
    " | 1 Ghouls at 28,25 face 180 | 0 Trolls at 8,12"
)
"""A Wizard with friends and foes near it."""

Foreseen = Iterator[tuple[str, After | None]]


def foreseen(play: Playing[Any, Any]) -> Foreseen:
    """Every casting that is open, with the table as it may be once it takes effect, each weighed to its end."""
    if play.game.over or play.topic != "cast":
        return
    question = play.question
    assert isinstance(question, Choose)
    here = overview(play.battle, question.seat)
    for key, spell in here.counsel.spells(question).items():
        worth_of(here, spell)
        yield key, None if spell.after is None else spell.after()


def foreseen_in_fantasy(name: str) -> Foreseen:
    """Every casting of a spell of Fantasy Battles, learned or bound, with and without a combat on the table."""
    for engaged in (False, True):
        for way in ({"known": {"Wizard": [name]}}, {"bound": {"Wizard": [Bound(spell=name, range=18)]}}):
            table = draw(FANTASY)
            if engaged:
                table.fight("Knights", "Guard")
            yield from foreseen(conjure(table, **way))


def foreseen_in_essence(name: str) -> Foreseen:
    """Every casting of a spell of Essence of War, with and without a combat on the table."""
    for engaged in (False, True):
        table = table_of(ESSENCE, Orc_Shaman=(name,))
        if engaged:
            table.fight("Iron Orcs", "Ghouls")
        yield from foreseen(magic(table, pools=(9, 9)))


def lasting_in_fantasy() -> set[str]:
    """The spells of Fantasy Battles that lie on units and are cast by themselves."""
    return {name for name, entry in all_spells().items() if issubclass(SPELLS[name], LastingSpell) and not entry.rider}


def lasting_in_essence() -> set[str]:
    """The same of Essence of War."""
    return {name for name, entry in grimoire().spells.items() if entry.lasts and entry.castable and entry.hits is None}


@pytest.mark.parametrize(
    ("names", "lasting", "castings"),
    [
        pytest.param(list(all_spells()), lasting_in_fantasy(), foreseen_in_fantasy, id="t9a"),
        pytest.param(list(grimoire().spells), lasting_in_essence(), foreseen_in_essence, id="eow"),
    ],
)
def test_every_spell_is_foreseen_with_nothing_chosen_yet(
    names: list[str], lasting: set[str], castings: Callable[[str], Foreseen]
) -> None:
    found: set[str] = set()
    for name in names:
        for key, after in castings(name):
            if after is not None:
                assert after.ways, f"{key} takes no form"
                found.add(name)
    assert lasting - found == set()


def lowered(play: Playing[Any, Any], after: After, value: Callable[[Any, Any, str], int], target: str) -> set[str]:
    """What each form of a spell on that unit lowers."""
    unit = play.unit(target)
    names = ("res", "str", "ap")
    before = {name: value(play.battle, unit, name) for name in names}
    found = set()
    for way in after.ways:
        there = way.battle
        found.add(" ".join(name for name in names if value(there, there.units[unit.id], name) < before[name]))
    return found


@pytest.mark.rule("t9a.thaumaturgy.2_smite_the_unbeliever")
@pytest.mark.parametrize(("version", "picked"), [("basic", False), ("boosted", True)])
def test_smite_the_unbeliever_is_foreseen_in_both_forms(version: str, picked: bool) -> None:
    play = conjure(FANTASY, known={"Wizard": ["Smite the Unbeliever"]})
    after = dict(foreseen(play))[play.key("Wizard", "Smite the Unbeliever", "Swordsmen", version)]
    assert after is not None
    assert after.picked is picked
    assert len(after.ways) == 2
    assert lowered(play, after, fantasy.value, "Swordsmen") == {"res", "str"}


@pytest.mark.rule("eow.spell.thaumaturgy.smite_the_unbeliever")
def test_smite_the_unbeliever_is_foreseen_in_both_forms_in_essence_of_war() -> None:
    play = magic(table_of(ESSENCE, Orc_Shaman=("Smite the Unbeliever",)))
    after = next(after for key, after in foreseen(play) if key.endswith(f">{play.unit('Imperial Guard').id}"))
    assert after is not None
    assert lowered(play, after, essence.value, "Imperial Guard") == {"res", "str ap"}


@pytest.mark.rule("t9a.druidism.6_spirits_of_the_wood")
def test_a_spell_is_foreseen_as_it_will_lie_on_friend_and_foe() -> None:
    play = conjure(FANTASY, known={"Wizard": ["Spirits of the Wood"]})
    forms = {}
    for name in ("Spearmen", "Swordsmen"):
        after = dict(foreseen(play))[play.key("Wizard", "Spirits of the Wood", name, "basic")]
        assert after is not None
        (way,) = after.ways
        forms[name] = [effect.form for effect in way.battle.units[play.unit(name).id].effects]
    assert forms == {"Spearmen": [1], "Swordsmen": [0]}
