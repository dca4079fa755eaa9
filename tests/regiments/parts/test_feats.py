"""Hero & Monster Feats: who may use them, when, and what each of the twelve does."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, needs
from tests.regiments.harness import Dicing, Interlude, Play, Table, acts, draw, find, happen, regiment
from tests.regiments.parts.playing import decision, played
from tests.regiments.wizards import wizard
from warhost.play import Chosen
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.magic.casters import casters_of
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.chapters.missions.seizing import controller
from warhost.rulesets.regiments.core import Marker, Regiment, Settings, events, optional
from warhost.rulesets.regiments.parts.feats.part import HeroAndMonsterFeats, gain_points
from warhost.rulesets.regiments.parts.feats.state import Feats, is_hero, is_monster
from warhost.table import Forward, Pose, Sidestep

FEATS = Settings(parts=("feats",))
PART = HeroAndMonsterFeats()
CHAMPION = regiment(size=1, quality=3, weapons=["Sword (A4, AP(1))"], rules=["Hero", "Tough(3)"])
BEAST = regiment(size=1, weapons=["Claws (A4)"], rules=["Tough(12)"], base=(2.0, 2.0))
SWORDS = regiment(size=10, weapons=["Sword (A1)"])


def facing(gap: float, mine: Regiment = CHAMPION, theirs: Regiment = SWORDS, settings: Settings = FEATS) -> Table:
    table = draw("Mine at 36,10 | Theirs at 36,40 face 180", settings, Mine=mine, Theirs=theirs)
    optional.keep(table.battle, "feats", Feats(heroic=(2, 0), monstrous=(2, 0)))
    table.having(turn=1)
    return table.touch("Mine", "Theirs", gap=gap)


def told(play: Play | Table) -> Feats:
    return optional.kept(play.battle, "feats", Feats)


def feat(table: Table, key: str, dice: Dicing = ()) -> Interlude:
    """Mine begins to act and uses that heroic feat."""
    play = acts(table, "Mine", dice)
    assert play.topic == "heroic feat"
    return play.choose(key)


def after(table: Table, dice: Dicing = ()) -> Interlude:
    """Mine has acted and may use a monstrous feat."""
    return happen(table, lambda battle: PART.after_activation(battle, find(battle, "Mine")), dice)


@pytest.mark.rule("aofr.feat.who")
@pytest.mark.parametrize(
    ("rules", "hero", "monster"),
    [
        (["Hero", "Tough(3)"], True, False),
        (["Tough(12)"], False, True),
        (["Hero", "Tough(6)"], True, True),
        ([], False, False),
    ],
)
def test_heroes_have_the_rule_and_monsters_are_tough(rules: list[str], hero: bool, monster: bool) -> None:
    table = facing(20.0, regiment(size=1, rules=rules))
    unit = table.unit("Mine")
    assert (is_hero(table.battle, unit), is_monster(table.battle, unit)) == (hero, monster)


@pytest.mark.rule("aofr.feat.who")
def test_a_tough_hero_makes_no_monster_of_the_unit_it_joins() -> None:
    joined = regiment(size=5, hero=regiment(size=1, rules=["Hero", "Tough(6)"], name="Lord"))
    table = facing(20.0, joined).set("Mine", hero=True)
    assert is_hero(table.battle, table.unit("Mine"))
    assert not is_monster(table.battle, table.unit("Mine"))


@pytest.mark.rule("aofr.feat.points_heroic")
def test_heroic_points_are_rolled_for_every_750_points() -> None:
    table = facing(20.0, settings=Settings(parts=("feats",), points=1500))
    happen(table, lambda battle: gain_points(battle, 0), by_reason({"Heroic feat points": (4, 5), "Monstrous": 1}))
    assert told(table).heroic == (7, 0)


@pytest.mark.rule("aofr.feat.points_monstrous")
def test_monstrous_points_are_rolled_for_every_750_points() -> None:
    table = facing(20.0, settings=Settings(parts=("feats",), points=750))
    happen(table, lambda battle: gain_points(battle, 1), {"Heroic feat points": 3, "Monstrous feat points": 1})
    assert told(table).monstrous == (2, 2)


@pytest.mark.rule("aofr.feat.heroic_timing")
def test_one_heroic_feat_in_a_round_for_a_point() -> None:
    table = facing(20.0)
    feat(table, "accuracy>2")
    assert told(table).heroic == (1, 0)
    assert acts(table, "Mine").topic == "action", "no second one in this round"
    table.having(turn=2)
    feat(table, "accuracy>2")
    table.having(turn=3)
    assert told(table).heroic == (0, 0)
    assert acts(table, "Mine").topic == "action", "no points are left"


@pytest.mark.rule("aofr.feat.heroic_timing")
def test_only_heroes_use_heroic_feats() -> None:
    assert acts(facing(20.0, SWORDS), "Mine").topic == "action"


@pytest.mark.rule("aofr.feat.heroic_move")
def test_a_hero_moves_at_once_and_then_acts() -> None:
    table = facing(20.0)
    before = table.unit("Mine").pose
    play = feat(table, "move")
    assert play.refuses(Forward(6.5)) == "aofr.feat.heroic_move"
    play.move(Forward(6))
    after_move = table.unit("Mine").pose
    assert before is not None
    assert after_move is not None
    assert after_move.y - before.y == pytest.approx(6.0)
    assert play.topic == "action"


@pytest.mark.rule("aofr.feat.heroic_move")
def test_a_joined_hero_and_its_unit_move_three_inches() -> None:
    joined = regiment(size=5, hero=regiment(size=1, rules=["Hero", "Tough(3)"], name="Lord"))
    table = facing(20.0, joined).set("Mine", hero=True)
    play = feat(table, "move")
    assert play.refuses(Sidestep(3.5)) == "aofr.feat.heroic_move"
    play.move(Sidestep(3))
    assert play.topic == "action"
    shaken = facing(20.0).set("Mine", shaken=True)
    assert not acts(shaken, "Mine").offers("move"), "not while Shaken"


@pytest.mark.rule("aofr.feat.heroic_accuracy")
def test_heroic_accuracy_is_for_the_hero_in_melee_or_shooting() -> None:
    joined = regiment(
        size=5,
        quality=4,
        weapons=["Spear (A1)"],
        hero=regiment(size=1, quality=3, weapons=["Sword (A2)"], rules=["Hero"], name="Lord"),
    )
    table = facing(5.0, joined, regiment(size=5, weapons=[])).set("Mine", hero=True)
    play = feat(table, "accuracy>2", {"to hit": 2, "to block": 6})
    play.charge("Mine", "Theirs")
    assert (needs(play, "Sword: to hit"), needs(play, "Spear: to hit")) == ([2], [4])
    assert attacks(play, "Sword")[0].hits == 2


@pytest.mark.rule("aofr.feat.heroic_accuracy")
def test_heroic_accuracy_for_shooting_is_not_for_melee_and_ends_with_the_round() -> None:
    table = facing(5.0, theirs=regiment(size=5, weapons=[]))
    play = feat(table, "accuracy>1", {"to hit": 1}).charge("Mine", "Theirs")
    assert needs(play, "Sword: to hit") == [3]
    assert table.unit("Mine").effects[0].until == "round"


@pytest.mark.rule("aofr.feat.heroic_strength")
def test_heroic_strength_adds_ap_to_the_heros_weapons() -> None:
    table = facing(5.0, theirs=regiment(size=5, defense=3, weapons=[]))
    play = feat(table, "strength>2", {"to hit": 6, "to block": 6, "Morale": 6}).charge("Mine", "Theirs")
    assert needs(play, "to block") == [5], "Defense 3 against AP(2)"


@pytest.mark.rule("aofr.feat.heroic_strength")
def test_heroic_strength_for_shooting_leaves_melee_as_it_is() -> None:
    table = facing(5.0, theirs=regiment(size=5, defense=3, weapons=[]))
    play = feat(table, "strength>1", {"to hit": 6, "to block": 6, "Morale": 6}).charge("Mine", "Theirs")
    assert needs(play, "to block") == [4], "Defense 3 against AP(1)"


@pytest.mark.rule("aofr.feat.heroic_channeling")
def test_a_hero_with_a_channeled_token_hinders_an_enemy_caster() -> None:
    table = facing(15.0, theirs=wizard(tokens=2))
    feat(table, "channeling")
    unit = table.unit("Mine")
    assert unit.tokens == (1,)
    table.set("Theirs", tokens=(2,))
    play = acts(table, "Theirs", {"Casting": 4})
    play.choose(next(option.key for option in play.options if not option.passes))
    while play.topic not in ("hinder", "") and not play.game.over:
        play.decline()
    assert play.topic == "hinder"
    play.choose("1")
    assert play.told(events.SpellFailed), "a 4 is a 3 now"
    assert unit.tokens == (0,)


@pytest.mark.rule("aofr.feat.heroic_channeling")
def test_the_channeled_token_casts_no_spells() -> None:
    table = facing(15.0, regiment(size=1, rules=["Hero"], spells=wizard().spells))
    play = feat(table, "channeling")
    assert play.topic == "action"
    assert [caster.group for caster in casters_of(table.battle, table.unit("Mine"))] == [0]


@pytest.mark.rule("aofr.feat.heroic_resolve")
@pytest.mark.parametrize(("gap", "offered"), [(12.0, True), (12.5, False)])
def test_heroic_resolve_steadies_a_unit_within_twelve_inches(gap: float, offered: bool) -> None:
    table = draw(
        "Mine at 20,10 | Friends at 30,10 | Theirs at 30,40 face 180",
        FEATS,
        Mine=CHAMPION,
        Friends=SWORDS,
        Theirs=SWORDS,
    )
    optional.keep(table.battle, "feats", Feats(heroic=(1, 0)))
    table.having(turn=1)
    hero = table.footprint("Mine")
    friends = table.unit("Friends")
    friends.pose = Pose(hero.x + hero.width / 2 + gap + 2.5, 10.0, 0.0)
    play = feat(table, "resolve")
    assert (play.topic == "heroic resolve") is offered
    if offered:
        play.choose(target="Friends")
        table.set("Friends", hurt=1, left=(3,))
        test = happen(table, morale.end_of_activation)
        assert test.told(events.MoraleTested)[0].passed
        assert not test.rolls


@pytest.mark.rule("aofr.feat.heroic_recovery")
@pytest.mark.parametrize(("wounds", "die", "left"), [(2, 1, 1), (1, 6, 0), (3, 4, 1)])
def test_heroic_recovery_removes_wounds(wounds: int, die: int, left: int) -> None:
    tough = regiment(size=1, rules=["Hero", "Tough(6)"])
    table = facing(20.0, tough).set("Mine", wounds=wounds)
    feat(table, "recovery", {"Heroic Recovery": die})
    assert table.unit("Mine").wounds == left
    assert not acts(facing(20.0, tough), "Mine").offers("recovery"), "nothing to recover from"


@pytest.mark.rule("aofr.feat.monstrous_timing")
def test_one_monstrous_feat_in_a_round_when_the_monster_has_acted() -> None:
    table = facing(20.0, BEAST)
    assert acts(table, "Mine").topic == "action", "not before the action"
    play = table.play(stage="activate", active=0, dice=())
    play.choose("hold").stay()
    assert play.topic == "monstrous feat"
    play.choose("terror")
    assert told(play).monstrous == (1, 0)
    again = happen(table, lambda battle: PART.after_activation(battle, find(battle, "Mine")))
    assert again.game.over


@pytest.mark.rule("aofr.feat.monstrous_stomp")
def test_a_stomp_is_a_dangerous_terrain_test_for_the_whole_unit() -> None:
    play = after(facing(3.0, BEAST), by_reason({"Dangerous": (1, 1, 1, 2, 3, 4, 5, 6, 2, 2)}))
    (odds,) = next(option for option in play.weighed if option.key.startswith("stomp")).odds
    assert odds.value == pytest.approx(10 / 6)
    play.choose(f"stomp>{play.unit('Theirs').id}")
    assert play.unit("Theirs").models == 7
    assert not any(key.startswith("stomp") for key in after(facing(3.5, BEAST)).keys)


@pytest.mark.rule("aofr.feat.monstrous_brawl")
def test_both_monsters_take_wounds_in_a_brawl() -> None:
    play = after(facing(2.0, BEAST, BEAST), {"Theirs Monstrous Brawl": 6, "Mine Monstrous Brawl": 1})
    play.choose(f"brawl>{play.unit('Theirs').id}")
    assert (play.unit("Theirs").wounds, play.unit("Mine").wounds) == (3, 1)
    assert not needs(play, "to block")
    assert not any(key.startswith("brawl") for key in after(facing(2.0, BEAST)).keys), "swordsmen are no monster"


@pytest.mark.rule("aofr.feat.monstrous_roar")
def test_a_roar_leaves_a_unit_shaken_that_fails_its_test() -> None:
    table = facing(6.0, BEAST, regiment(size=3)).set("Theirs", start=10)
    play = after(table, {"Morale": 3})
    play.choose(f"roar>{play.unit('Theirs').id}")
    assert play.unit("Theirs").shaken
    assert not play.unit("Theirs").fate
    assert not any(key.startswith("roar") for key in after(facing(6.5, BEAST)).keys)


@pytest.mark.rule("aofr.feat.monstrous_terror")
@pytest.mark.parametrize(("face", "charges"), [(3, False), (4, True)])
def test_who_would_charge_a_terrifying_monster_tests_first(face: int, charges: bool) -> None:
    table = facing(5.0, BEAST)
    after(table).choose("terror")
    play = acts(table, "Theirs", {"Morale": face, "to hit": 1, "to block": 6})
    play.charge("Theirs", "Mine")
    assert bool(play.told(events.UnitCharged)) is charges
    if not charges:
        assert play.topic == "action"
        assert play.denied[f"charge>{play.unit('Mine').id}"] == "aofr.feat.monstrous_terror"
        assert not any(key.startswith("charge") for key in play.keys)
        assert not play.unit("Theirs").shaken


@pytest.mark.rule("aofr.feat.monstrous_terror")
def test_who_fears_the_monster_does_not_charge_it_heavily_either() -> None:
    table = facing(5.0, BEAST, settings=Settings(parts=("feats", "extra_actions:heavy_charge")))
    after(table).choose("terror")
    play = acts(table, "Theirs", {"Morale": 3}).activate("Theirs")
    assert "extra_actions:heavy_charge" in {key.partition(">")[0] for key in play.keys}
    play.charge("Theirs", "Mine")
    assert play.topic == "action"
    assert not any("charge" in key for key in play.keys)


def at_marker(rival: Regiment) -> Table:
    """The beast has oppressed a marker at which a rival stands, too."""
    table = facing(4.0, BEAST, rival)
    place = table.footprint("Mine")
    table.battle.markers = (Marker(place.x, place.y + 3.0),)
    after(table).choose("oppression>0")
    return table


@pytest.mark.rule("aofr.feat.monstrous_oppression")
def test_only_monsters_contest_a_marker_that_a_monster_oppresses() -> None:
    table = at_marker(SWORDS)
    assert controller(table.battle, table.battle.markers[0]) == 0
    optional.lift(table.unit("Mine"), "Monstrous Oppression")
    assert controller(table.battle, table.battle.markers[0]) is None
    monsters = at_marker(BEAST)
    assert controller(monsters.battle, monsters.battle.markers[0]) is None
    happen(table, objectives.at_round_end)


def in_ruins() -> Table:
    table = draw(
        "aofr | 72x48 forest 38,16 16x6 | Mine at 36,10 | Theirs at 34,16 face 180 | Others at 44,16 face 180",
        FEATS,
        Mine=BEAST,
        Theirs=regiment(size=5, rules=["Tough(3)"]),
        Others=regiment(size=5, rules=["Tough(3)"]),
    )
    optional.keep(table.battle, "feats", Feats(monstrous=(2, 0)))
    return table.having(turn=1)


@pytest.mark.rule("aofr.feat.monstrous_destruction")
def test_destruction_hurts_every_enemy_in_a_piece_of_terrain() -> None:
    dice = by_reason({"Destruction: wounds": [1, 4], "Monstrous Destruction": 2})
    play = after(in_ruins(), dice).choose("destruction>0")
    assert (play.unit("Theirs").wounds, play.unit("Others").wounds) == (1, 2)
    nothing = after(in_ruins(), {"Monstrous Destruction": 1}).choose("destruction>0")
    assert (nothing.unit("Theirs").wounds, nothing.unit("Others").wounds) == (0, 0)


def test_a_battle_at_random_with_feats() -> None:
    played("feats", seed=2, points=1000)


def test_a_computer_player_uses_feats_with_a_reason() -> None:
    play = acts(facing(8.0), "Mine")
    told_why = decision(play)
    assert told_why.answer == Chosen("accuracy>2"), "an enemy is in charge range"
    assert told_why.reasons[0].rule == "aofr.feat.heroic_accuracy"
    monster = after(facing(2.0, BEAST, regiment(size=20)))
    assert decision(monster).answer == Chosen(f"stomp>{monster.unit('Theirs').id}"), "twenty dice"
