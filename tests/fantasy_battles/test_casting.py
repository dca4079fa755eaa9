"""Who can cast what, on whom and in which version."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.spellcraft import LINE, conjure
from warhost.rulesets.fantasy_battles import magic_events as events
from warhost.rulesets.fantasy_battles.values import value


def test_a_fireball_is_cast_and_burns() -> None:
    play = conjure(LINE, [(3, 3), 4, (4, 4, 4, 1)])
    play.cast("Wizard", "Fireball", "Spearmen", dice=2).choose("no").choose("no")
    assert play.left("Spearmen") == 17
    assert play.battle.pools == (7, 9)
    assert play.told(events.SpellCast)


@pytest.mark.rule("t9a.spell.versions")
@pytest.mark.parametrize(("version", "needed", "armour"), [("basic", 5, 1), ("boosted", 9, 2)])
def test_each_version_has_its_own_casting_value_and_effect(version: str, needed: int, armour: int) -> None:
    play = conjure("Wizard at 36,10 | 0 Spearmen at 36,20", [(6, 6)], pools=(9, 0))
    key = play.key("Wizard", "Word of Iron", "Spearmen", version)
    assert play.odds(key, "Casting Value").value == needed
    play.cast("Wizard", "Word of Iron", "Spearmen", version=version)
    assert value(play.battle, play.unit("Spearmen"), "arm") == armour


@pytest.mark.rule("t9a.spell.versions")
def test_each_version_has_its_own_range() -> None:
    play = conjure("Wizard at 36,10 | 0 Spearmen at 36,32")
    assert play.castings("Wizard", "Word of Iron", "Spearmen") == ["0:Word of Iron:basic>1"]
    assert play.why_not("0:Word of Iron:boosted>1") == "t9a.alchemy.2_word_of_iron"
