"""The spells of the house: what each kind of effect does (BLUE-R75, appendix B of the rulings)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.blue_age.harness import Play, unit
from tests.blue_age.magic import cast, mage, odds_of, table, was_cast
from warhost.play import Walked
from warhost.play.rules.tally import Tally
from warhost.rulesets.blue_age.chapters.combat import initiative
from warhost.rulesets.blue_age.chapters.magic import pools as magic
from warhost.rulesets.blue_age.chapters.magic.spells import Enchanted
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot, prepared
from warhost.rulesets.blue_age.core import QUALITIES, Model, melee_weapons, problem_with, speakers, trials, values
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.events import magic as told
from warhost.table import Pose

OWN = "Mage at 24,10 | Guard at 24,13 | Foe at 24,20 face 180 fleeing"
CHANGED = {"movement", "strength", "grit", "attacks", "initiative", "charge", "melee", "ranged", "spirit", "mind"}


def known(name: str, text: str, stage: str, dice: Any, target: int, **units: Any) -> Play:
    """Mage, Magic Rating 6, casts that spell with three dice of 5, 6 and 7 (three successes)."""
    settings = units.pop("settings", None)
    made = {"Mage": mage(magic=6, ranged=5), **units}
    drawn = table(text, stage, (9, 0), spells={"Mage": (name, "Ward", "Arc Bolt", "Dread")}, settings=settings, **made)
    return cast(drawn.play(dice=[(5, 6, 7), *dice]), f"0:{name}>{target}", 3)


def test_the_data_of_all_lores() -> None:
    spells, lores = magic.spells(), magic.lores()
    assert [len(names) for names in lores.values()] == [6] * 5
    listed = [name for names in lores.values() for name in names]
    assert sorted([*listed, magic.core_spell()]) == sorted(spells)
    for spell in spells.values():
        assert [problem_with(text) for text in spell.gives] == [""] * len(spell.gives)
        assert spell.changes.keys() <= CHANGED
        assert bool(spell.turns) == bool(spell.gives or spell.changes), spell.name
        if spell.hits is not None:
            assert all(quality in QUALITIES for quality in spell.hits.qualities)
    # Each lore has something for most phases, so that its caster is rarely without a spell.
    for names in lores.values():
        assert len({spells[name].phase for name in names}) >= 3


def test_the_spells_of_the_appendix() -> None:
    spells = magic.spells()
    said = {
        name: (spells[name].phase, spells[name].casting, spells[name].range)
        for name in ("Arc Bolt", *magic.lores()["Blue Circle"])
    }
    assert said == {
        "Arc Bolt": ("shooting", 1, 18),
        "Ward": ("command", 1, 12),
        "Hasten": ("move", 1, 12),
        "Fire Burst": ("shooting", 2, 24),
        "Stone Breaker": ("shooting", 3, 24),
        "Dread": ("combat", 2, 12),
        "Battle Rage": ("combat", 2, 12),
    }


# Hits


def test_arc_bolt_does_d5_hits() -> None:
    game = known("Arc Bolt", "Mage at 24,10 | Foe at 24,20 face 180", "shoot", [5, (5, 5, 1), 10], 1)
    # D10 face 5 is 3 hits; S5 wounds G4 on 5+; two of five are more than a quarter, so they test.
    assert [roll.dice for roll in game.rolls] == ["3D12", "D5", "3D10", "D10"]
    assert len(game.unit("Foe").models) == 3
    assert game.rolls[-1].why == "Panic Test"


def test_ranged_attacks_of_spells_need_sight_and_no_locked_target() -> None:
    walls = "48x48 impassable 24,15 8x1 | Mage at 24,10 | Foe at 24,20 face 180"
    hidden = table(walls, "shoot", (9, 0), spells={"Mage": ("Arc Bolt", "Whisper of Doom")})
    assert hidden.play().keys == ["0:Whisper of Doom>1", "pass"]
    text = "Mage at 24,10 | Foe at 24,20 face 180 | Held at 24,19"
    drawn = table(text, "shoot", (9, 0), Held=unit(), spells={"Mage": ("Arc Bolt", "Whisper of Doom")}).lock(
        "Held", "Foe"
    )
    assert drawn.play().keys == ["0:Whisper of Doom>1", "pass"]


def test_a_blast_is_laid_on_a_model_of_the_target() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180"
    game = known("Fire Burst", text, "shoot", [(5, 5, 5, 5, 5), 5, 10], 1, Foe=unit(models=5))
    assert game.topic == "blast"
    middle = game.unit("Foe").models[2]
    game.place(middle.x, middle.y)
    # The bases next to the middle one are wholly or partly under 3"; the outermost are under its rim.
    assert len(game.unit("Foe").models) < 5


def test_one_attack_hits_on_the_casters_ranged() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180"
    # Stood still in the Move Phase: 5+ is 4+; Strength 8 against Grit 4 wounds on 2+.
    game = known("Stone Breaker", text, "shoot", [4, 2], 1, Foe=unit(models=5))
    assert len(game.unit("Foe").models) == 4
    missed = known("Stone Breaker", text, "shoot", [3], 1, Foe=unit(models=5))
    assert len(missed.unit("Foe").models) == 5


@pytest.mark.rule("blue.expulsion.03_lance")
def test_lance_makes_one_shot_of_a_template() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180"
    drawn = table(
        text,
        "shoot",
        (9, 0),
        spells={"Mage": ("Cinder Rain", "Arc Bolt")},
        Mage=mage(magic=6, ranged=5),
        Foe=unit(models=5, grit=4),
    )
    # Three successes with a pair: Expulsion 3. S4 AP 0 becomes S8: wounds on 2+, one model.
    game = cast(drawn.play(dice=[(5, 5, 7), 3, 4, 2]), "0:Cinder Rain>1", 3)
    assert len(game.unit("Foe").models) == 4
    assert [roll.need for roll in game.rolls[2:]] == [4, 2]


def test_a_template_of_a_spell_at_the_end_of_its_range_has_a_place_to_be_aimed_at() -> None:
    drawn = table(
        "Mage at 24,8 | Foe at 24,38.2 face 180",
        "shoot",
        (9, 0),
        spells={"Mage": ("Cinder Rain", "Arc Bolt")},
        Mage=mage(magic=6, ranged=5),
        Foe=unit(models=2, rules=["Shrouded"]),
    )
    game = cast(drawn.play(dice=[(5, 6, 7)]), "0:Cinder Rain>1", 3)
    assert game.topic == "blast"
    assert game.game.asked.suggestions()


HOUSE = "48x48 light_building 24,20 6x4 | Mage at 24,10 | Foe at 40,20 face 180"


@pytest.mark.rule("blue.expulsion.08_earth_shaker")
def test_earth_shaker_lets_a_spell_strike_a_building() -> None:
    text = "48x48 light_building 24,20 6x4 | Mage at 24,10 | Foe at 34,12 face 180"
    drawn = table(text, "shoot", (9, 0), spells={"Mage": ("Arc Bolt", "Kindle")}, Mage=mage(magic=2))
    assert "0:Arc Bolt>section:0" not in drawn.play().keys
    # A pair brings Expulsion 8; one hit of Strength 5: D10 + 5 against Defense 10.
    game = cast(drawn.play(dice=[(8, 8), 8, 1, 5]), "0:Arc Bolt>1", 2)
    assert (game.topic, game.keys) == ("spell target", ["keep", "section:0"])
    points = game.battle.sections[0].points
    game.choose("section:0")
    assert game.battle.sections[0].points == points - 1
    assert len(game.unit("Foe").models) == 5


def test_a_demolisher_spell_goes_at_buildings() -> None:
    drawn = table(HOUSE, "shoot", (9, 0), spells={"Mage": ("Stone Breaker", "Arc Bolt")}, Mage=mage(magic=6, ranged=5))
    game = drawn.play(dice=[(5, 6, 7), 4, 2])
    points = game.battle.sections[0].points
    cast(game, "0:Stone Breaker>section:0", 3)
    assert game.battle.sections[0].points == points - 1


# What lasts


def test_ward_gives_a_magical_save_for_the_turn() -> None:
    game = known("Ward", OWN, "command", [], 1, Guard=unit(models=3))
    assert values.magical_save(game.battle, game.unit("Guard")) == 9
    assert values.magical_save(game.battle, game.unit("Mage")) is None
    assert [effect.until for effect in game.unit("Guard").effects] == [1]


def test_a_spell_on_a_unit_is_on_the_heroes_with_it() -> None:
    drawn = table(OWN, "command", (9, 0), Guard=unit(models=3), Mage=mage(magic=6)).join("Mage", "Guard")
    game = cast(drawn.play(dice=[(5, 6)]), "0:Ward>1", 2)
    assert values.magical_save(game.battle, game.unit("Mage")) == 9


@pytest.mark.parametrize(
    ("name", "stage", "target"),
    [
        (
            name,
            {"command": "command", "move": "move", "combat": "spells"}[spell.phase],
            1 if spell.target == "own" else 2,
        )
        for name, spell in magic.spells().items()
        if spell.changes and spell.test is None and spell.phase != "shooting"
    ],
)
def test_spells_change_values(name: str, stage: str, target: int) -> None:
    spell = magic.spells()[name]
    text = "Mage at 24,10 | Guard at 24,13 | Foe at 24,20 face 180"
    drawn = table(text, stage, (9, 0), Guard=unit(models=3), Mage=mage(magic=6), spells={"Mage": (name, "Arc Bolt")})
    battle = drawn.battle
    one = battle.units[target]
    before = figures(battle, one)
    game = cast(drawn.play(dice=[(5, 6, 7)]), f"0:{name}>{target}", 3)
    after = figures(game.battle, game.battle.units[target])
    changed = {key: after[key] - before[key] for key in after if after[key] != before[key]}
    assert changed == spell.changes
    given = {one.name for one in speakers(game.battle, game.battle.units[target])}
    assert {text.partition(" (")[0] for text in spell.gives} <= given


def figures(battle: Any, one: Any) -> dict[str, int]:
    """Every value that a spell may change."""
    found = {
        "movement": values.movement(battle, one),
        "strength": values.strength(battle, one),
        "grit": values.grit(battle, one),
        "attacks": values.attacks(battle, one),
        "initiative": initiative.tally_of(battle, one, melee_weapons()["Hand Weapon"]).total,
    }
    for kind in ("melee", "ranged"):
        lot = Lot(kind, one.id, 0, 1, 6, strength=4, what="Blow", rule="blue.fight.hit_roll")
        found[kind] = prepared(battle, lot).to_hit.total
    for test in ("spirit", "mind"):
        found[test] = trials.prepared(battle, one, test, "Test", "blue.command.rally").added.total
    charge = Tally()
    for speaker in speakers(battle, one).at("on_charge"):
        speaker.on_charge(battle, one, charge)
    found["charge"] = charge.total
    return found


def test_an_enchantment_speaks_for_itself() -> None:
    game = known("Bark Skin", OWN, "command", [], 1, Guard=unit(models=3))
    assert any(isinstance(one, Enchanted) for one in speakers(game.battle, game.unit("Guard")))
    assert values.tally(game.battle, game.unit("Guard"), "grit", 4).parts[0].why == "Bark Skin"


# Moves, healing, tests


def test_hasten_moves_a_unit_at_once() -> None:
    text = "Mage at 24,10 | Guard at 24,13 | Foe at 24,40 face 180"
    game = known("Hasten", text, "move", [10], 1, Guard=unit(models=1))
    assert game.topic == "spell move"
    game.answer(Walked(pose=Pose(24.0, 18.0, 0.0)))
    assert game.unit("Guard").models[0].y == pytest.approx(18.0, abs=0.01)
    assert not game.unit("Guard").acted


def test_a_gale_drives_an_enemy_away() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180"
    game = known("Gale", text, "move", [10], 1, Foe=unit(models=1))
    assert game.unit("Foe").models[0].y == pytest.approx(25.0, abs=0.01)
    assert not game.unit("Foe").fleeing


def test_healing_gives_health_back() -> None:
    drawn = table(OWN, "command", (9, 0), spells={"Mage": ("Green Mending", "Ward")}, Guard=unit(models=3, health=3))
    assert "0:Green Mending>1" not in drawn.play().keys
    guard = drawn.unit("Guard")
    guard.models = (Model(24.0, 13.0, 2), *guard.models[1:])
    game = cast(drawn.play(dice=[(7, 8), 1]), "0:Green Mending>1", 2)
    assert [model.lost for model in game.unit("Guard").models] == [1, 0, 0]
    assert game.told(told.HealthRestored)[0].health == 1


@pytest.mark.parametrize(("face", "passed"), [(7, True), (6, False)])
def test_a_whisper_of_doom_makes_a_unit_fall_back(face: int, passed: bool) -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180"
    game = known("Whisper of Doom", text, "shoot", [face, 10], 1, Foe=unit(models=1, spirit=6))
    assert game.unit("Foe").models[0].y == pytest.approx(20.0 if passed else 25.0, abs=0.01)
    assert not game.unit("Foe").fleeing


def test_a_thunderclap_makes_a_unit_flee() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180"
    game = known("Thunderclap", text, "spells", [5, (2, 2)], 1, Foe=unit(models=1, spirit=6))
    assert game.unit("Foe").fleeing


@pytest.mark.parametrize(("face", "suffers"), [(5, True), (6, False)])
def test_panic_fire_lies_on_those_who_fail(face: int, suffers: bool) -> None:
    game = known("Panic Fire", "Mage at 24,10 | Foe at 24,20 face 180", "spells", [face], 1, Foe=unit(mind=6))
    assert bool(game.unit("Foe").effects) is suffers
    assert was_cast(game)


# Odds


def test_the_wounds_of_a_spell_are_told() -> None:
    game = table(
        "Mage at 24,10 | Foe at 24,20 face 180", "shoot", (3, 0), spells={"Mage": ("Arc Bolt", "Kindle")}
    ).play()
    # D5 hits, 3 on average; S5 wounds G4 on 5+; no armour.
    assert odds_of(game, "0:Arc Bolt>1")["wounds if it is cast"].value == pytest.approx(3 * 0.6)


# The Combat Phase


@pytest.mark.rule("blue.combat.spells_alternate", "blue.combat.spells_until_done")
def test_combat_spells_are_cast_in_turn() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180 | Witch at 28,20 face 180"
    known_ = {"Mage": ("Dread", "Battle Rage", "Forge Heart"), "Witch": ("Dread",)}
    drawn = table(text, "spells", (9, 9), Witch=mage(), spells=known_)
    game = drawn.play(dice=[(1, 2)] * 4)
    order = []
    while game.topic == "spell":
        order.append(game.question.seat)
        cast(game, game.keys[0], 2)
    assert order == [0, 1, 0, 0]


@pytest.mark.rule("blue.combat.spells_until_done")
def test_a_pass_is_final() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180 | Witch at 28,20 face 180"
    known_ = {"Mage": ("Dread", "Battle Rage"), "Witch": ("Dread", "Forge Heart")}
    drawn = table(text, "spells", (9, 9), Witch=mage(), spells=known_)
    game = drawn.play(dice=[(1, 2)] * 2).choose("pass")
    order = []
    while game.topic == "spell":
        order.append(game.question.seat)
        cast(game, game.keys[0], 2)
    assert order == [1, 1]
    assert not game.told(events.TurnBegan)


def test_the_page_of_the_book_tells_all_spells() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "blue-age.md").read_text("utf-8")
    for name, spell in magic.spells().items():
        row = next(line for line in page.splitlines() if f"| {name} |" in line)
        assert f'| {spell.phase.title()} | {spell.casting} | {spell.range:g}" |' in row
