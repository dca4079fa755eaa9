"""The Battle Runes of the Dwarven Holds."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.harness import Table, draw, shape
from tests.fantasy_battles.spellcraft import Conjuring, conjure, lay
from warhost.play.questions import Manoeuvre
from warhost.rulesets.fantasy_battles.chapters.damage.damage import prepared, to_hit, to_wound
from warhost.rulesets.fantasy_battles.core.attacks import Attack, AttackKind
from warhost.rulesets.fantasy_battles.core.battle import Effect, Settings
from warhost.rulesets.fantasy_battles.core.entries import Bound
from warhost.rulesets.fantasy_battles.core.moments import spoken
from warhost.rulesets.fantasy_battles.shown import magic_events as events
from warhost.table import Forward, Pivot

SMITH, ANVIL = 18, 36
LINE = "Captain at 36,10 | 0 Guard at 36,14 | Spearmen at 36,44 face 180"


def rune(name: str, reach: int = SMITH) -> dict[str, list[Bound]]:
    return {"Captain": [Bound(spell=name, range=reach)]}


def laid(name: str) -> Table:
    """A Guard with a rune on it, and enemies in contact."""
    table = draw("Captain at 10,10 | 0 Guard at 36,14 | Spearmen at 36,44 face 180").fight("Spearmen", "Guard")
    return lay(table, name, "Guard", by="Captain")


def attack(table: Table, attacker: str, target: str) -> Attack:
    one, other = table.unit(attacker).id, table.unit(target).id
    return prepared(table.battle, Attack("melee", one, other, 1, "Test", "", hit_on=4, strength=3))


@pytest.mark.rule("t9a.runes.bound")
@pytest.mark.parametrize(
    ("dice", "faces", "stopped"), [(2, (5,), True), (2, (4,), False), (3, (4, 4), True), (3, (4, 3), False)]
)
def test_two_dice_count_5_and_three_count_8(dice: int, faces: tuple[int, ...], stopped: bool) -> None:
    play = conjure(LINE, [faces], bound=rune("Rune of Gleaming")).cast(
        "Captain", "Rune of Gleaming", "Guard", dice=dice
    )
    play.choose(str(len(faces)))
    assert bool(play.unit("Guard").effects) is not stopped


@pytest.mark.rule("t9a.runes.bound")
@pytest.mark.parametrize("name", ["Gleaming", "Oaths", "Reckoning", "Resilience", "Resolve", "Revocation"])
@pytest.mark.parametrize(("face", "stopped"), [(5, True), (4, False)])
def test_every_rune_with_two_dice_is_stopped_by_a_5(name: str, face: int, stopped: bool) -> None:
    play = conjure(LINE, [(face,)], bound=rune(f"Rune of {name}"))
    play.cast("Captain", f"Rune of {name}", "Guard", dice=2).choose("1")
    assert bool(play.told(events.SpellDispelled)) is stopped


@pytest.mark.rule("t9a.runes.bound")
@pytest.mark.parametrize("name", ["Rune of Gleaming", "Rune of Oaths", "Rune of Resolve"])
def test_players_may_agree_on_another_power_level(name: str) -> None:
    settings = Settings(power_level=(4, 8))
    play = conjure(LINE, [(4,)], bound=rune(name), settings=settings)
    play.cast("Captain", name, "Guard", dice=2).choose("1")
    assert play.told(events.SpellDispelled)


@pytest.mark.rule("t9a.runes.range")
@pytest.mark.parametrize(("reach", "legal"), [(SMITH, False), (ANVIL, True)])
def test_an_anvil_reaches_farther_than_a_smith(reach: int, legal: bool) -> None:
    play = conjure("Captain at 36,10 | 0 Guard at 36,36 | 0 Knights at 36,5", bound=rune("Rune of Oaths", reach))
    assert bool(play.castings("Captain", "Rune of Oaths", "Guard")) is legal


@pytest.mark.rule("t9a.runes.gleaming")
def test_gleaming_makes_the_unit_distracting_and_a_hard_target() -> None:
    table = laid("Rune of Gleaming")
    assert to_hit(attack(table, "Spearmen", "Guard")) == 5
    assert to_hit(attack(table, "Guard", "Spearmen")) == 4


@pytest.mark.rule("t9a.runes.gleaming")
@pytest.mark.parametrize(("rules", "worse"), [((), 1), (("Hard Target (1)",), 2)])
def test_gleaming_makes_the_unit_a_harder_target_for_shots(rules: tuple[str, ...], worse: int) -> None:
    table = draw("Captain at 10,10 | 0 Spearmen at 36,10 | Archers at 36,24 face 180")
    lay(table, "Rune of Gleaming", "Spearmen", by="Captain")
    table.change("Spearmen", rules)
    archers, spearmen = table.unit("Archers"), table.unit("Spearmen")
    shot = Attack("shooting", archers.id, spearmen.id, 1, "Bow", "", hit_on=4)
    for bearer, speaker in spoken(table.battle, spearmen, "on_shot_at"):
        speaker.on_shot_at(table.battle, bearer, shot)
    assert to_hit(shot) == 4 + worse


@pytest.mark.rule("t9a.runes.oaths")
def test_oaths_reroll_failed_rolls_to_wound_of_melee_attacks() -> None:
    table = laid("Rune of Oaths")
    assert attack(table, "Guard", "Spearmen").wounds_rerolled_by is not None
    assert attack(table, "Spearmen", "Guard").wounds_rerolled_by is None
    one, other = table.unit("Guard").id, table.unit("Spearmen").id
    shot = prepared(table.battle, Attack("shooting", one, other, 1, "Test", "", hit_on=4, strength=3))
    assert shot.wounds_rerolled_by is None


@pytest.mark.rule("t9a.runes.reckoning")
def test_reckoning_rerolls_failed_rolls_to_hit_of_close_combat_attacks() -> None:
    table = laid("Rune of Reckoning")
    assert attack(table, "Guard", "Spearmen").hits_rerolled_by is not None
    one, other = table.unit("Guard").id, table.unit("Spearmen").id
    stomp = prepared(table.battle, Attack("special", one, other, 1, "Test", "", strength=3))
    assert stomp.hits_rerolled_by is None


@pytest.mark.rule("t9a.runes.resilience")
@pytest.mark.parametrize("kind", ["melee", "shooting", "spell"])
def test_resilience_makes_all_rolls_to_wound_against_the_unit_worse(kind: AttackKind) -> None:
    table = laid("Rune of Resilience")
    one, other = table.unit("Spearmen").id, table.unit("Guard").id
    made = prepared(table.battle, Attack(kind, one, other, 1, "Test", "", strength=3))
    assert to_wound(table.battle, made) == 5


def resolve(**state: bool) -> Conjuring:
    table = draw(LINE).set("Guard", **state)
    return conjure(table, bound=rune("Rune of Resolve"), pools=(9, 0))


@pytest.mark.rule("t9a.runes.resolve", "t9a.special.magical_move")
def test_resolve_moves_a_unit_8_inches_with_free_pivots() -> None:
    play = resolve().cast("Captain", "Rune of Resolve", "Guard", dice=2)
    assert play.topic == "magical move"
    before = shape(play, "Guard")
    play.move("advance", Forward(4.0), Pivot(90.0), Forward(3.9))
    after = shape(play, "Guard")
    assert (round(abs(after.y - before.y), 6), round(abs(after.x - before.x), 6)) == (4.0, 3.9)


@pytest.mark.rule("t9a.runes.resolve")
def test_resolve_moves_on_the_ground() -> None:
    question = resolve().cast("Captain", "Rune of Resolve", "Guard", dice=2).question
    assert isinstance(question, Manoeuvre)
    assert [kind.name for kind in question.kinds] == ["advance", "reform"]


@pytest.mark.rule("t9a.runes.resolve", "t9a.special.magical_move")
@pytest.mark.parametrize("state", ["fleeing", "failed_charge", "rallied", "magic_moved"])
def test_some_units_make_no_magical_move(state: str) -> None:
    play = resolve(**{state: True})
    assert not play.castings("Captain", "Rune of Resolve", "Guard")
    assert play.why_not("0:Rune of Resolve:bound>1").startswith(("t9a.special.magical_move", "t9a.fleeing"))


@pytest.mark.rule("t9a.runes.resolve")
def test_an_engaged_unit_makes_no_magical_move() -> None:
    table = draw("Captain at 36,10 | 0 Guard at 36,14 | Spearmen at 36,44 face 180").fight("Spearmen", "Guard")
    play = conjure(table, bound=rune("Rune of Resolve"))
    assert play.why_not("0:Rune of Resolve:bound>1") == "t9a.special.magical_move"


@pytest.mark.rule("t9a.runes.revocation_end")
def test_revocation_ends_all_other_one_turn_spells_but_no_permanent_ones() -> None:
    table = draw(LINE)
    lay(table, "Word of Iron", "Guard", by="Captain")
    lay(table, "Alchemical Fire", "Guard", by="Spearmen")
    lay(table, "Word of Iron", "Guard", by="Spearmen", permanent=True)
    play = conjure(table, bound=rune("Rune of Revocation"), pools=(9, 0))
    play.cast("Captain", "Rune of Revocation", "Guard", dice=2)
    names = [(effect.spell, effect.permanent) for effect in play.unit("Guard").effects]
    assert names == [("Word of Iron", True), ("Rune of Revocation", False)]
    assert len(play.told(events.SpellEnded)) == 2


WARDED = "0 Wizard at 36,10 | 1 Captain at 20,40 face 180 | 1 Guard at 36,24 face 180 | 1 Spearmen at 28,24 face 180"


def warded() -> Table:
    table = draw(WARDED)
    captain = table.unit("Captain")
    return table.set("Guard", effects=(Effect("Rune of Revocation", 1, captain.entry),))


@pytest.mark.rule("t9a.runes.revocation_ward")
def test_revocation_stops_the_next_enemy_spell_on_the_unit_and_is_used_up() -> None:
    play = conjure(warded(), [(3, 3)], pools=(9, 0)).cast("Wizard", "Fireball", "Guard")
    assert play.told(events.SpellWarded) == [events.SpellWarded(2, "Fireball")]
    assert (play.left("Guard"), play.unit("Guard").effects) == (19, ())
    assert not play.told(events.SpellCast)
    assert play.topic == "cast"


@pytest.mark.rule("t9a.runes.revocation_ward")
def test_a_spell_that_fails_does_not_use_the_ward_up() -> None:
    play = conjure(warded(), [(1, 1, 1, 6)], pools=(9, 0)).cast("Wizard", "Fireball", "Guard", dice=4)
    assert not play.told(events.SpellWarded)
    assert play.unit("Guard").effects


@pytest.mark.rule("t9a.runes.revocation_ward")
def test_an_aura_is_stopped_for_the_warded_unit_alone() -> None:
    known = {"Wizard": ["Scorching Salvo", "Fireball"]}
    play = conjure(warded(), {"Casting": 6, "Hits": 1, "": 1}, known=known, pools=(9, 0))
    play.cast("Wizard", "Scorching Salvo")
    assert play.told(events.SpellWarded) == [events.SpellWarded(play.unit("Guard").id, "Scorching Salvo")]
    assert play.unit("Spearmen").id in play.told(events.SpellCast)[0].targets
    assert play.unit("Guard").id not in play.told(events.SpellCast)[0].targets


@pytest.mark.rule("t9a.runes.revocation_ward")
def test_revocation_stops_an_attribute_spell_too() -> None:
    play = conjure(warded(), [(3, 3), 1, 1], pools=(9, 0)).cast("Wizard", "Fireball", "Spearmen")
    play.choose("0:Blaze:basic>2")
    assert play.told(events.SpellWarded)
    assert not play.told(events.AttributeCast)


@pytest.mark.rule("t9a.runes.revocation_ward")
def test_spells_of_the_own_side_and_on_other_units_pass() -> None:
    table = warded()
    play = conjure(table, [(3, 3)], known={"Captain": ["Word of Iron"]}, pools=(0, 9), active=1)
    play.cast("Captain", "Word of Iron", "Guard", version="basic")
    assert [effect.spell for effect in play.unit("Guard").effects] == ["Rune of Revocation", "Word of Iron"]
