"""Hereditary spells: each in all its versions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.grimoire import (
    SURE,
    apart,
    attack,
    check_figures,
    check_hits,
    conjured,
    shown,
    to_wound,
    values,
)
from tests.fantasy_battles.gunnery import needed as shots_needed
from tests.fantasy_battles.harness import Table, draw, happen
from tests.fantasy_battles.spellcraft import Conjuring, conjure, lay
from warhost.play import Placed
from warhost.play.questions import Choose
from warhost.play.script import Refused, Script
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.core.formation import health as health_left
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.general.discipline import prepare
from warhost.rulesets.fantasy_battles.chapters.magic.wizards import hereditary_spells
from warhost.rulesets.fantasy_battles.core.attacks import Attack
from warhost.rulesets.fantasy_battles.core.battle import Battle, Effect, Settings
from warhost.rulesets.fantasy_battles.core.entries import Wizard
from warhost.rulesets.fantasy_battles.core.ground import kinds_of
from warhost.rulesets.fantasy_battles.core.moments import has
from warhost.rulesets.fantasy_battles.rules.hereditary import liberal_magics
from warhost.rulesets.fantasy_battles.shown import spell_events
from warhost.table import Pose

LINE = "Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,22 face 180"


@pytest.mark.parametrize(
    ("spell", "version", "needed", "reach", "types"),
    [
        shown("t9a.hereditary.bh_echoes_of_the_dark_forest", "Echoes of the Dark Forest", "basic", 4, 18, "A"),
        shown("t9a.hereditary.bh_echoes_of_the_dark_forest", "Echoes of the Dark Forest", "boosted", 8, 36, "A"),
        shown("t9a.hereditary.dl_spear_of_infinity", "Spear of Infinity", "basic", 4, 24, "Da, H, M"),
        shown("t9a.hereditary.id_curse_of_nezibkesh", "Curse of Nezibkesh", "basic", 6, 36, "H"),
        shown("t9a.hereditary.id_curse_of_nezibkesh", "Curse of Nezibkesh", "boosted", 7, 18, "H"),
        shown("t9a.hereditary.ok_children_of_umi", "Children of Umi", "basic", 7, 18, "A"),
        shown("t9a.hereditary.ok_children_of_umi", "Children of Umi", "boosted", 10, 18, "A"),
        shown("t9a.hereditary.ong_bring_the_pain", "Bring the Pain", "basic", 8, 18, "H"),
        shown("t9a.hereditary.sa_spark_of_creation", "Spark of Creation", "basic", 6, 30, "Da, H, M"),
        shown("t9a.hereditary.sa_spark_of_creation", "Spark of Creation", "boosted", 9, 18, "Da, H, M"),
        shown("t9a.hereditary.se_forest_embrace", "Forest Embrace", "basic", 4, 18, "A"),
        shown("t9a.hereditary.se_forest_embrace", "Forest Embrace", "boosted", 7, 18, "A"),
        shown("t9a.hereditary.vc_arise", "Arise!", "basic", 4, 18, "A"),
        shown("t9a.hereditary.vc_arise", "Arise!", "boosted", 8, 6, "A"),
        shown("t9a.hereditary.vc_arise", "Arise!", "boosted twice", 11, 12, "A"),
        shown("t9a.hereditary.wdg_hellfire", "Hellfire", "basic", 6, 18, "Da, Di, H"),
        shown("t9a.hereditary.wdg_hellfire", "Hellfire", "boosted", 10, 18, "Da, Di, H"),
    ],
)
def test_every_spell_has_its_value_its_reach_and_its_types(
    spell: str, version: str, needed: int, reach: int, types: str
) -> None:
    check_figures(spell, version, needed, reach, types)


@pytest.mark.parametrize(
    ("spell", "needed"),
    [
        shown("t9a.hereditary.de_curse_of_the_phantom_queen", "Curse of the Phantom Queen", 7),
        shown("t9a.hereditary.he_favour_of_meladis", "Favour of Meladis", 10),
        shown("t9a.hereditary.koe_breath_of_the_lady", "Breath of the Lady", 7),
    ],
)
def test_some_are_cast_on_the_caster(spell: str, needed: int) -> None:
    play = conjure(draw(LINE).join("Wizard", "Spearmen"), known={"Wizard": [spell]})
    key = play.key("Wizard", spell)
    assert play.odds(key, "Casting Value").value == needed
    assert key.endswith(f">{play.unit('Wizard').id}")


@pytest.mark.parametrize(
    ("spell", "version", "hits", "strength", "ap"),
    [
        shown("t9a.hereditary.sa_spark_of_creation", "Spark of Creation", "basic", 3.5, 5, 2),
        shown("t9a.hereditary.sa_spark_of_creation", "Spark of Creation", "boosted", 3.5, 6, 3),
        shown("t9a.hereditary.wdg_hellfire", "Hellfire", "basic", 4, 6, 0),
        shown("t9a.hereditary.wdg_hellfire", "Hellfire", "boosted", 7, 6, 0),
    ],
)
def test_hits_are_as_hard_as_they_say(spell: str, version: str, hits: float, strength: int, ap: int) -> None:
    check_hits(spell, version, hits, strength, ap)


# Beast Herds


def echoing(version: str) -> Conjuring:
    table = draw("Wizard at 20,10 | 0 Spearmen at 30,12 | 0 Ogres at 60,40 | 1 Guard at 36,22 face 180")
    table.change("Guard", dis=8).change("Sergeant of Guard", dis=8).fight("Spearmen", "Guard")
    return conjured(table, "Echoes of the Dark Forest", "Spearmen", version)


@pytest.mark.rule("t9a.hereditary.bh_echoes_of_the_dark_forest")
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_echoes_frighten_enemies_in_contact_twice(version: str) -> None:
    play = echoing(version)
    test = prepare(play.battle, play.unit("Guard"), "break")
    assert test.target == 6
    assert sorted(part.why for part in test.discipline.parts) == ["Echoes of the Dark Forest", "Fear"]


@pytest.mark.rule("t9a.hereditary.bh_echoes_of_the_dark_forest")
def test_the_target_gains_fear_fearless_and_terror() -> None:
    play = echoing("basic")
    spearmen = play.unit("Spearmen")
    assert has(play.battle, spearmen, "fearsome")
    assert has(play.battle, spearmen, "terrifying")
    assert prepare(play.battle, spearmen, "panic").passed_by is not None


@pytest.mark.rule("t9a.hereditary.bh_echoes_of_the_dark_forest")
def test_two_units_with_echoes_do_not_add_up() -> None:
    table = draw("Wizard at 20,10 | 0 Spearmen at 30,12 | 0 Swordsmen at 60,40 | 1 Guard at 36,22 face 180")
    table.fight("Spearmen", "Guard").fight("Swordsmen", "Guard", "left")
    for name in ("Spearmen", "Swordsmen"):
        lay(table, "Echoes of the Dark Forest", name, by="Wizard")
    assert prepare(table.battle, table.unit("Guard"), "break").target == 5


# Dread Elves: Curse of the Phantom Queen


def cursed(tokens: int = 2, line: str = LINE) -> Table:
    """The Wizard has cursed, and its player has Veil Tokens."""
    table = draw(line)
    wizard = table.unit("Wizard")
    table.set("Wizard", effects=(Effect("Curse of the Phantom Queen", 0, wizard.entry, only=wizard.entry),))
    table.battle.tokens = (tokens, 0)
    return table


def shot(table: Table, shooter: str, target: str, dice: Any) -> Any:
    """An attack that costs the target one Health Point."""

    def script(battle: Battle) -> Script[None]:
        made = Attack("shooting", table.unit(shooter).id, table.unit(target).id, 1, "Shot", "t9a.attack.hits", ap=10)
        yield from damage.roll_hits(battle, made)
        yield from panic.suffer_attacks(battle, [made])

    return happen(table, script, dice)


@pytest.mark.rule("t9a.hereditary.de_curse_of_the_phantom_queen")
def test_tokens_turn_a_loss_into_further_hits() -> None:
    # Two tokens are 2D3 + 2 hits: dice of 1 and 5 make 1 and 3. Strength 4 wounds on 3+, AP 2 leaves a save of 6+.
    game = shot(cursed(), "Spearmen", "Guard", [(1, 5), (3, 3, 1, 1, 1, 1), (6, 5)])
    assert (game.topic, game.question.seat) == ("phantom queen", 0)
    two = next(option for option in game.weighed if option.key == "2")
    assert two.odds[0].value == pytest.approx(6 * 4 / 6 * 5 / 6)
    game.choose("2")
    assert [(roll.dice, roll.need) for roll in game.rolls] == [("2D3+2", None), ("6D6", 3), ("2D6", 6)]
    assert game.unit("Guard").models == 19 - 1 - 1
    assert game.battle.tokens == (0, 0)


@pytest.mark.rule("t9a.hereditary.de_curse_of_the_phantom_queen")
def test_the_curse_may_be_spared_and_its_own_hits_bring_no_more() -> None:
    game = shot(cursed(tokens=3), "Spearmen", "Guard", [(1,), (6, 1), (1,)]).choose("1")
    assert game.battle.tokens == (2, 0)
    assert game.game.over
    assert shot(cursed(), "Spearmen", "Guard", []).choose("0").battle.tokens == (2, 0)


@pytest.mark.rule("t9a.hereditary.de_curse_of_the_phantom_queen")
@pytest.mark.parametrize(
    ("case", "shooter", "target"),
    [("own losses", "Guard", "Spearmen"), ("by its own side", "Ogres", "Guard")],
)
def test_only_losses_of_enemies_by_the_casters_army_count(case: str, shooter: str, target: str) -> None:
    table = cursed(line=f"{LINE} | 1 Ogres at 50,40")
    assert shot(table, shooter, target, []).game.over, case


@pytest.mark.rule("t9a.hereditary.de_curse_of_the_phantom_queen")
@pytest.mark.parametrize(("away", "near"), [(18.0, True), (18.1, False)])
def test_the_enemy_must_be_within_18_inches_of_the_caster(away: float, near: bool) -> None:
    game = shot(apart(cursed(), "Wizard", "Guard", away), "Spearmen", "Guard", [])
    assert (not game.game.over) is near


@pytest.mark.rule("t9a.hereditary.de_curse_of_the_phantom_queen")
def test_without_tokens_nobody_is_asked() -> None:
    assert shot(cursed(tokens=0), "Spearmen", "Guard", []).game.over


@pytest.mark.rule("t9a.hereditary.de_curse_of_the_phantom_queen")
def test_the_curse_lies_on_its_caster_for_one_turn() -> None:
    play = conjured(LINE, "Curse of the Phantom Queen")
    (effect,) = play.unit("Wizard").effects
    assert (effect.only, effect.permanent) == (play.unit("Wizard").entry, False)


# Daemon Legions


@pytest.mark.rule("t9a.hereditary.dl_spear_of_infinity")
@pytest.mark.parametrize(("before", "plain", "hard"), [(0, 5, 2), (1, 4, 2), (2, 3, 2)])
def test_the_spear_is_stronger_for_each_spell_before_it(before: int, plain: int, hard: int) -> None:
    # Four ranks with Resilience 3: three hits of Strength 2, 3 or 4, one of 5, 6 or 7.
    cast = ("Fireball", "Word of Iron")[:before]
    play = conjured(
        "Wizard at 36,10 | 1 Spearmen at 36,24 face 180",
        "Spear of Infinity",
        "Spearmen",
        dice=[(1, 1, 1), (1,)],
        spells_cast=cast,
    )
    assert [(roll.dice, roll.need) for roll in play.rolls[1:]] == [("3D6", plain), ("1D6", hard)]


@pytest.mark.rule("t9a.hereditary.dl_spear_of_infinity")
def test_the_bracketed_hit_costs_two_health_points() -> None:
    table = draw("Wizard at 36,10 | 1 Ogres at 36,24 face 180").change("Ogres", arm=3)
    # Two ranks; Strength 2 wounds Resilience 4 on 6, Strength 5 on 3; Armour 3 against AP 2 saves on 6.
    play = conjured(table, "Spear of Infinity", "Ogres", dice=[(1,), (3,), (5,)])
    assert [(roll.dice, roll.need) for roll in play.rolls[1:]] == [("1D6", 6), ("1D6", 3), ("1D6", 6)]
    assert play.left("Ogres") == 16


# Empire of Sonnstahl


@pytest.mark.rule("t9a.hereditary.eos_liberal_magics")
def test_liberal_magics_are_the_first_spell_of_another_path_that_is_open() -> None:
    table = draw(LINE).change("Wizard", wizard=Wizard(paths=("Alchemy", "Pyromancy", "Divination")))
    entry = table.battle.entry(table.unit("Wizard"))
    assert liberal_magics(entry, "Alchemy") == ("Fireball", "Know Thine Enemy")
    table.change("Wizard", army="Empire of Sonnstahl")
    assert tuple(hereditary_spells(table.battle.entry(table.unit("Wizard")), "Pyromancy")) == (
        "Quicksilver Lash",
        "Know Thine Enemy",
    )


# Highborn Elves: Favour of Meladis


def favoured(tokens: int = 3, line: str = LINE) -> Table:
    table = draw(line)
    wizard = table.unit("Wizard")
    table.set("Wizard", effects=(Effect("Favour of Meladis", 0, wizard.entry, only=wizard.entry),))
    table.battle.tokens = (tokens, 0)
    return table


def wounded(table: Table, target: str, wounds: int, dice: Any = (), **changes: Any) -> Any:
    """The target suffers so many wounds that its armour does not stop."""

    def script(battle: Battle) -> Script[None]:
        told: dict[str, Any] = {"kind": "spell", "ap": 10, **changes}
        one, other = table.unit("Guard").id, table.unit(target).id
        made = Attack(attacker=one, target=other, count=wounds, what="Blast", rule="t9a.attack.hits", **told)
        yield from damage.roll_hits(battle, damage.prepared(battle, made))
        yield from damage.suffer(battle, [made])

    return happen(table, script, dice)


def health(game: Any, name: str) -> int:
    return health_left(game.battle, game.unit(name))


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis")
def test_favour_of_meladis_gives_a_token_and_lies_on_the_caster() -> None:
    play = conjured(LINE, "Favour of Meladis", tokens=(1, 0))
    assert play.battle.tokens == (2, 0)
    assert play.unit("Wizard").effects[0].only == play.unit("Wizard").entry
    assert play.told(spell_events.TokenGained)


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis")
def test_a_token_is_spent_before_special_saves_and_the_loss_does_not_happen() -> None:
    table = favoured().change("Wizard", rules=("Aegis (2+)",))
    game = wounded(table, "Wizard", 1)
    assert (game.topic, game.question.seat) == ("favour", 0)
    game.choose("1")
    assert (health(game, "Wizard"), game.battle.tokens, game.rolls) == (3, (2, 0), [])


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis")
def test_whoever_spends_nothing_rolls_its_special_save() -> None:
    table = favoured().change("Wizard", rules=("Aegis (2+)",))
    game = wounded(table, "Wizard", 1, [(1,)]).choose("0")
    assert (health(game, "Wizard"), game.battle.tokens) == (2, (3, 0))


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis")
@pytest.mark.parametrize(("away", "asked"), [(18.0, True), (18.1, False)])
def test_it_helps_friends_within_18_inches(away: float, asked: bool) -> None:
    table = favoured(line="Wizard at 36,10 | 0 Ogres at 36,20 | 1 Guard at 5,40")
    game = wounded(apart(table, "Wizard", "Ogres", away), "Ogres", 1)
    assert (not game.game.over) is asked
    assert wounded(favoured(), "Guard", 1).game.over


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis_multi")
def test_a_token_takes_one_from_multiple_wounds() -> None:
    table = favoured(line="Wizard at 36,10 | 0 Ogres at 36,20 | 1 Guard at 5,40")
    game = wounded(table, "Ogres", 1, multiply=3).choose("1")
    assert health(game, "Ogres") == 18 - 2


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis_multi")
@pytest.mark.parametrize(("tokens", "left"), [("0", 15), ("1", 16), ("2", 17)])
def test_each_token_lowers_multiple_wounds_by_one(tokens: str, left: int) -> None:
    table = favoured(line="Wizard at 36,10 | 0 Ogres at 36,20 | 1 Guard at 5,40")
    assert health(wounded(table, "Ogres", 1, multiply=3).choose(tokens), "Ogres") == left


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis_multi")
def test_multiple_wounds_are_plain_ones_to_infantry_with_one_health_point() -> None:
    table = favoured(line="Wizard at 36,10 | 0 Spearmen at 36,20 | 1 Guard at 5,40")
    assert health(wounded(table, "Spearmen", 4, multiply=3).choose("1"), "Spearmen") == 18


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis_multi")
@pytest.mark.parametrize(("unit", "tokens", "left"), [("Spearmen", "1", 18), ("Wolves", "1", 7), ("Knights", "1", 2)])
def test_a_token_saves_two_of_standard_infantry_and_one_of_others(unit: str, tokens: str, left: int) -> None:
    table = favoured(line=f"Wizard at 36,10 | 0 {unit} at 36,20 | 1 Guard at 5,40")
    assert health(wounded(table, unit, 4).choose(tokens), unit) == left


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis_limit")
def test_two_tokens_are_the_most_in_a_phase() -> None:
    table = favoured(tokens=5, line="Wizard at 36,10 | 0 Ogres at 36,20 | 1 Guard at 5,40")
    game = wounded(table, "Ogres", 5)
    assert game.keys == ["0", "1", "2"]
    game.choose("2")
    assert wounded(Table.of(game.battle), "Ogres", 1).game.over


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis_limit")
@pytest.mark.parametrize("unit", ["Wizard", "Giant"])
def test_one_token_is_the_most_for_a_character_or_a_gigantic_model(unit: str) -> None:
    table = favoured(tokens=5, line="Wizard at 36,10 | 0 Giant at 36,20 | 0 Ogres at 44,20 | 1 Guard at 5,40")
    game = wounded(table, unit, 2)
    assert game.keys == ["0", "1"]
    game.choose("1")
    assert wounded(Table.of(game.battle), unit, 1).game.over
    assert wounded(Table.of(game.battle), "Ogres", 1).keys == ["0", "1"]


# Infernal Dwarves


@pytest.mark.rule("t9a.hereditary.id_curse_of_nezibkesh", "t9a.special.incendiary_marker")
@pytest.mark.parametrize(
    ("version", "before", "markers", "found"),
    [
        ("basic", 0, 1, [2, 2]),
        ("basic", 1, 2, [2, 2]),
        ("boosted", 0, 1, [1, 1]),
        ("boosted", 1, 2, [0, 0]),
        ("boosted", 4, 5, [0, 0]),
    ],
)
def test_the_curse_adds_a_marker_and_dulls_skills(version: str, before: int, markers: int, found: list[int]) -> None:
    play = conjured(draw(LINE).set("Guard", incendiary=before), "Curse of Nezibkesh", "Guard", version)
    assert play.unit("Guard").incendiary == markers
    assert values(play, "Guard", "off", "def") == found


@pytest.mark.rule("t9a.hereditary.id_curse_of_nezibkesh")
def test_the_penalty_is_3_at_most() -> None:
    table = draw(LINE).change("Guard", off=6, def_=5).set("Guard", incendiary=4)
    assert values(conjured(table, "Curse of Nezibkesh", "Guard", "boosted"), "Guard", "off", "def") == [3, 2]


# Kingdom of Equitaine


@pytest.mark.rule("t9a.hereditary.koe_breath_of_the_lady", "t9a.special.orison_token")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 3)])
def test_breath_of_the_lady_adds_two_orison_tokens(before: int, after: int) -> None:
    assert conjured(LINE, "Breath of the Lady", orisons=(before, 0)).battle.orisons == (after, 0)


@pytest.mark.rule("t9a.hereditary.koe_breath_of_the_lady", "t9a.special.orison_token")
def test_the_orison_tokens_go_to_the_player_of_the_caster() -> None:
    line = "0 Guard at 36,10 | 1 Wizard at 36,40 face 180"
    play = conjure(line, [SURE], known={"Wizard": ["Breath of the Lady"]}, pools=(0, 9), active=1, orisons=(1, 0))
    assert play.cast("Wizard", "Breath of the Lady", dice=3).battle.orisons == (1, 2)


# Ogre Khans, Orcs and Goblins


@pytest.mark.rule("t9a.hereditary.ok_children_of_umi")
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_melee_attacks_wound_children_of_umi_less_easily(version: str) -> None:
    play = conjured(LINE, "Children of Umi", "Spearmen", version)
    assert to_wound(play, "Guard", "Spearmen") == 5
    assert to_wound(play, "Guard", "Spearmen", "special") == 5
    assert to_wound(play, "Guard", "Spearmen", "shooting") == 4


@pytest.mark.rule("t9a.hereditary.ok_children_of_umi")
@pytest.mark.parametrize(("version", "shaman", "other"), [("basic", [4], [3]), ("boosted", [5], [3])])
@pytest.mark.parametrize("entry", [{"shaman": True}, {"army": "Ogre Khans"}])
def test_boosted_shamans_in_the_unit_are_tougher(
    version: str, shaman: list[int], other: list[int], entry: dict[str, Any]
) -> None:
    table = draw(LINE).join("Wizard", "Spearmen").change("Wizard", **entry)
    play = conjured(table, "Children of Umi", "Spearmen", version)
    assert values(play, "Wizard", "res") == shaman
    assert values(play, "Spearmen", "res") == other


@pytest.mark.rule("t9a.hereditary.ong_bring_the_pain")
def test_whoever_strikes_at_the_target_in_close_combat_rolls_misses_again() -> None:
    play = conjured(f"{LINE} | 0 Ogres at 60,10", "Bring the Pain", "Guard")
    for attacker in ("Spearmen", "Ogres"):
        assert attack(play, attacker, "Guard").hits_rerolled_by is not None
        assert attack(play, attacker, "Guard", "shooting").hits_rerolled_by is None
    assert attack(play, "Guard", "Spearmen").hits_rerolled_by is None


# Sylvan Elves


@pytest.mark.rule("t9a.hereditary.se_forest_embrace")
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_a_forest_lies_under_the_target_and_covers_it(version: str) -> None:
    play = conjured(LINE, "Forest Embrace", "Spearmen", version)
    assert kinds_of(play.battle, play.unit("Spearmen")) == {"forest"}
    table = draw("Archers at 36,10 | Spearmen at 36,18 face 180")
    assert shots_needed(lay(table, "Forest Embrace", "Spearmen", by="Spearmen", version=version)) == {5: 10}


@pytest.mark.rule("t9a.hereditary.se_forest_embrace")
@pytest.mark.parametrize(("version", "again"), [("basic", False), ("boosted", True)])
def test_boosted_enemies_in_contact_roll_natural_6s_again(version: str, again: bool) -> None:
    table = draw("0 Swordsmen at 36,10 | 1 Spearmen at 36,24 face 180 | 0 Ogres at 60,40").fight(
        "Swordsmen", "Spearmen"
    )
    lay(table, "Forest Embrace", "Spearmen", by="Spearmen", version=version)
    assert (attack(table, "Swordsmen", "Spearmen").sixes_rerolled_by is not None) is again
    assert attack(table, "Ogres", "Spearmen").sixes_rerolled_by is None
    assert attack(table, "Spearmen", "Swordsmen").sixes_rerolled_by is None


@pytest.mark.rule("t9a.hereditary.se_forest_embrace")
def test_a_6_that_is_rolled_again_may_miss() -> None:
    table = draw("0 Swordsmen at 36,10 | 1 Captain at 36,24 face 180").fight("Swordsmen", "Captain")
    lay(table, "Forest Embrace", "Captain", by="Captain", version="boosted")
    game = brawl(
        table, {"Swordsmen Close Combat Attacks: to hit again": 1, "Swordsmen Close Combat Attacks: to hit": 6}
    )
    game.rest()
    assert game.unit("Captain").wounds == 0


# Undying Dynasties, Vampire Covenant


def amplified(line: str | Table, target: str, **told: Any) -> Conjuring:
    """Altered Sight with Death is only the Beginning."""
    table = draw(line, told.pop("settings", None)) if isinstance(line, str) else line
    known = {"Wizard": ["Altered Sight", "Death is only the Beginning"]}
    play = conjure(table, [SURE], known=known, pools=(9, 0), **told)
    key = next(key for key in play.castings("Wizard", "Altered Sight", target) if "Cosmos+" in key)
    return play.choose(key).choose("3")


@pytest.mark.rule("t9a.hereditary.ud_death_is_only_the_beginning")
def test_an_amplified_augment_costs_2_more_and_raises_its_target() -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 30,12 models=10 | 1 Guard at 36,30 face 180").change(
        "Spearmen", rsr=4
    )
    play = conjure(table, known={"Wizard": ["Altered Sight", "Death is only the Beginning"]})
    plain, ridden = play.castings("Wizard", "Altered Sight", "Spearmen")
    assert play.odds(plain, "Casting Value").value == 5
    assert play.odds(ridden, "Casting Value").value == 7
    assert not any("+>" in key for key in play.castings("Wizard", "Altered Sight", "Guard"))
    assert not play.castings("Wizard", "Death is only the Beginning")
    play = amplified(table, "Spearmen")
    assert play.unit("Spearmen").models == 14
    assert values(play, "Spearmen", "off") == [5]


@pytest.mark.rule("t9a.hereditary.ud_death_is_only_the_beginning")
def test_a_dispelled_augment_raises_nobody() -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 30,12 models=10 | 1 Guard at 36,30 face 180")
    known = {"Wizard": ["Altered Sight", "Death is only the Beginning"]}
    play = conjure(table, [SURE, (6, 6, 6)], known=known, pools=(9, 3))
    play.choose(next(key for key in play.castings("Wizard", "Altered Sight", "Spearmen") if "Cosmos+" in key))
    play.choose("3").choose("3")
    assert play.unit("Spearmen").models == 10


@pytest.mark.rule("t9a.hereditary.ud_death_is_only_the_beginning")
@pytest.mark.parametrize(("who", "models", "wounds"), [("Spearmen", 12, 2), ("Captain", 10, 1)])
def test_the_rank_and_file_or_one_character_get_health_points_back(who: str, models: int, wounds: int) -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 30,12 models=10 | 0 Captain at 60,10 wounds=2 | 1 Guard at 36,30")
    play = amplified(table.join("Captain", "Spearmen"), "Spearmen").choose(unit=who)
    assert (play.unit("Spearmen").models, play.unit("Captain").wounds) == (models, wounds)


@pytest.mark.rule("t9a.hereditary.ud_death_limit")
@pytest.mark.parametrize(("unit", "before", "after"), [("Captain", 3, 1), ("Giant", 5, 3)])
def test_death_gives_characters_and_towering_models_two_at_most(unit: str, before: int, after: int) -> None:
    table = draw(f"Wizard at 36,10 | 0 {unit} at 30,12 wounds={before} | 1 Guard at 36,30").change(unit, rsr=4, hp=6)
    play = amplified(table, unit)
    assert play.unit(unit).wounds == after


@pytest.mark.rule("t9a.hereditary.ud_death_limit", "t9a.hereditary.vc_arise_limit")
@pytest.mark.parametrize(
    ("spell", "already", "after"),
    [("Arise!", 0, 2), ("Arise!", 1, 3), ("Arise!", 2, 4), ("Death is only the Beginning", 1, 3)],
)
def test_the_limit_is_that_of_the_whole_phase(spell: str, already: int, after: int) -> None:
    table = draw("Wizard at 36,10 | 0 Giant at 30,12 wounds=4 | 1 Guard at 36,30").change("Giant", rsr=5)
    notes = ((spell, table.unit("Giant").entry, already),) if already else ()
    if spell == "Arise!":
        play = conjured(table, spell, "Giant", phase_notes=notes)
    else:
        play = amplified(table, "Giant", phase_notes=notes)
    assert play.unit("Giant").wounds == after


@pytest.mark.rule("t9a.hereditary.vc_arise_limit")
def test_arise_does_not_limit_characters() -> None:
    table = draw("Wizard at 36,10 | 0 Captain at 30,12 wounds=3 | 1 Guard at 36,30").change("Captain", rsr=4, hp=6)
    assert conjured(table, "Arise!", "Captain").unit("Captain").wounds == 0


@pytest.mark.rule("t9a.hereditary.vc_arise")
@pytest.mark.parametrize(
    ("version", "found"),
    [("basic", [12, 10, 10]), ("boosted", [12, 12, 10]), ("boosted twice", [12, 12, 12])],
)
def test_arise_raises_one_unit_or_all_near_the_caster(version: str, found: list[int]) -> None:
    line = (
        "Wizard at 36,10 | 0 Spearmen at 33,14 models=10 | 0 Swordsmen at 40,14 models=10"
        " | 0 Archers at 36,21 models=10 | 1 Guard at 36,40"
    )
    table = draw(line).change("Archers", models=20).set("Archers", lost=10)
    play = conjured(table, "Arise!", "Spearmen" if version == "basic" else None, version)
    assert [play.unit(name).models for name in ("Spearmen", "Swordsmen", "Archers")] == found


@pytest.mark.rule("t9a.hereditary.vc_arise")
def test_one_character_in_the_unit_recovers_instead() -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 30,12 models=10 | 0 Captain at 60,10 wounds=2 | 1 Guard at 36,30")
    table.join("Captain", "Spearmen").change("Captain", rsr=2)
    play = conjured(table, "Arise!", "Spearmen")
    told = {option.unit: option.odds[0].value for option in play.options}
    assert told == {play.unit("Spearmen").id: 2, play.unit("Captain").id: 2}
    play.choose(unit="Captain")
    assert (play.unit("Spearmen").models, play.unit("Captain").wounds) == (10, 0)


@pytest.mark.rule("t9a.special.res_value", "t9a.hereditary.vc_arise")
@pytest.mark.parametrize(("setting", "models"), [("resurrection", 12), ("Resilience", 13)])
def test_the_res_value_may_be_resilience_if_players_agreed_so(setting: Any, models: int) -> None:
    settings = Settings(res_value=setting)
    line = "Wizard at 36,10 | 0 Spearmen at 30,12 models=10 | 1 Guard at 36,30"
    assert conjured(line, "Arise!", "Spearmen", settings=settings).unit("Spearmen").models == models


# Vermin Swarm


def swarming(version: str, tunnels: tuple[tuple[float, float], ...] = ()) -> Conjuring:
    line = "Wizard at 36,10 | 1 Guard at 60,40 face 180"
    play = conjure(line, [SURE], known={"Wizard": ["The Awakened Swarm"]}, pools=(9, 0), tunnels=tunnels)
    return play.choose(play.key("Wizard", "The Awakened Swarm", None, version))


@pytest.mark.rule("t9a.hereditary.vs_the_awakened_swarm")
@pytest.mark.parametrize(("version", "needed"), [("basic", 5), ("boosted", 8)])
def test_the_swarm_has_its_values(version: str, needed: int) -> None:
    play = conjure("Wizard at 36,10 | 1 Guard at 60,40", known={"Wizard": ["The Awakened Swarm"]})
    assert play.odds(play.key("Wizard", "The Awakened Swarm", None, version), "Casting Value").value == needed


@pytest.mark.rule("t9a.hereditary.vs_the_awakened_swarm", "t9a.special.tunnel_marker")
@pytest.mark.parametrize(
    ("version", "tunnels", "y", "legal"),
    [
        ("basic", (), 22.0, True),
        ("basic", (), 30.0, False),
        ("boosted", (), 30.0, True),
        ("boosted", (), 35.0, False),
        ("basic", ((36.0, 38.0),), 30.0, True),
        ("basic", ((36.0, 43.0),), 30.0, False),
        ("boosted", ((36.0, 20.0),), 44.0, True),
        ("basic", ((4.0, 4.0), (36.0, 38.0)), 30.0, True),  # any of the markers
        ("basic", ((36.0, 38.0),), 22.0, True),  # the caster still counts
    ],
)
def test_its_range_counts_from_the_caster_or_a_tunnel_marker(
    version: str, tunnels: tuple[tuple[float, float], ...], y: float, legal: bool
) -> None:
    play = swarming(version, tunnels)
    placed = Placed(Pose(36.0, y, 0.0))
    if legal:
        play.game.asked.check(placed)
        return
    with pytest.raises(Refused):
        play.game.asked.check(placed)


@pytest.mark.rule("t9a.hereditary.vs_the_awakened_swarm", "t9a.special.rat_swarm")
def test_a_rat_swarm_appears_on_the_point() -> None:
    play = swarming("basic").place(36.0, 20.0).choose("3").place(36.0, 20.0, 90.0)
    swarm = play.unit("Rat Swarm")
    assert (swarm.seat, swarm.models, swarm.pose) == (0, 3, Pose(36.0, 20.0, 90.0))


# Warriors of the Dark Gods


@pytest.mark.rule("t9a.hereditary.wdg_hellfire")
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_hellfire_strikes_an_enemy_at_the_casters_front_although_engaged(version: str) -> None:
    table = draw("Wizard at 36,10 | 0 Knights at 60,10 | 1 Guard at 36,30 face 180 | 1 Ogres at 36,24 face 180")
    table.fight("Knights", "Ogres", "left").fight("Wizard", "Guard")
    play = conjure(table, known={"Wizard": ["Hellfire"]})
    assert play.castings("Wizard", "Hellfire", "Guard", version)
    assert not play.castings("Wizard", "Hellfire", "Ogres")


@pytest.mark.rule("t9a.hereditary.wdg_hellfire")
@pytest.mark.parametrize("side", ["left", "right", "rear"])
def test_hellfire_does_not_strike_an_enemy_at_another_side_of_the_caster(side: str) -> None:
    table = draw("Wizard at 36,20 | 1 Guard at 36,30 face 180").fight("Guard", "Wizard", side)
    play = conjure(table, known={"Wizard": ["Hellfire", "Word of Iron"]})
    assert play.castings("Wizard", "Word of Iron")
    assert not play.castings("Wizard", "Hellfire")


@pytest.mark.rule("t9a.hereditary.wdg_hellfire")
@pytest.mark.parametrize(("file", "legal"), [(2, True), (0, False)])
def test_in_the_ranks_the_caster_itself_must_touch_the_enemy(file: int, legal: bool) -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Captain at 36,30 face 180").join("Wizard", "Spearmen", file)
    table.fight("Captain", "Spearmen")
    play = conjure(table, known={"Wizard": ["Hellfire"]})
    question = play.game.asked.question if not play.game.over else None
    offered = isinstance(question, Choose) and bool(play.castings("Wizard", "Hellfire", "Captain", "basic"))
    assert offered is legal


@pytest.mark.parametrize(
    ("spell", "letters", "army"),
    [
        shown("t9a.hereditary.bh_echoes_of_the_dark_forest", "Echoes of the Dark Forest", "BH", "Beast Herds"),
        shown("t9a.hereditary.de_curse_of_the_phantom_queen", "Curse of the Phantom Queen", "DE", "Dread Elves"),
        shown("t9a.hereditary.dl_spear_of_infinity", "Spear of Infinity", "DL", "Daemon Legions"),
        shown("t9a.hereditary.he_favour_of_meladis", "Favour of Meladis", "HE", "Highborn Elves"),
        shown("t9a.hereditary.id_curse_of_nezibkesh", "Curse of Nezibkesh", "ID", "Infernal Dwarves"),
        shown("t9a.hereditary.koe_breath_of_the_lady", "Breath of the Lady", "KoE", "Kingdom of Equitaine"),
        shown("t9a.hereditary.ok_children_of_umi", "Children of Umi", "OK", "Ogre Khans"),
        shown("t9a.hereditary.ong_bring_the_pain", "Bring the Pain", "OnG", "Orcs and Goblins"),
        shown("t9a.hereditary.sa_spark_of_creation", "Spark of Creation", "SA", "Saurian Ancients"),
        shown("t9a.hereditary.se_forest_embrace", "Forest Embrace", "SE", "Sylvan Elves"),
        shown(
            "t9a.hereditary.ud_death_is_only_the_beginning", "Death is only the Beginning", "UD", "Undying Dynasties"
        ),
        shown("t9a.hereditary.vc_arise", "Arise!", "VC", "Vampire Covenant"),
        shown("t9a.hereditary.vs_the_awakened_swarm", "The Awakened Swarm", "VS", "Vermin Swarm"),
        shown("t9a.hereditary.wdg_hellfire", "Hellfire", "WDG", "Warriors of the Dark Gods"),
    ],
)
def test_every_hereditary_spell_belongs_to_one_army(spell: str, letters: str, army: str) -> None:
    for name in (letters, army):
        entry = draw(LINE).change("Wizard", army=name).battle.scene.entries[0]
        assert tuple(hereditary_spells(entry, "Alchemy")) == (spell,)
