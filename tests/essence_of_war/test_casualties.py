"""Removing casualties, and models that come back."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import Table, draw
from warhost.play.battle import stand
from warhost.rulesets.essence_of_war.chapters.damage.casualties import remove_models, restore
from warhost.rulesets.essence_of_war.chapters.melee.strikes import normal_blows
from warhost.rulesets.essence_of_war.core.formation import ranks
from warhost.rulesets.essence_of_war.invariants import problems
from warhost.rulesets.families.ninth_age.core.contact import contacts, engage
from warhost.rulesets.families.ninth_age.core.formation import boundary, health, last_rank, models, rows
from warhost.table import Arc, flush

GHOULS = "Ghouls at 18,20"
"""Five files of three ranks on 20 mm bases."""


def lose(table: Table, name: str, *batches: int) -> None:
    for count in batches:
        remove_models(table.battle, table.unit(name), count)


def last_files(table: Table, name: str) -> list[int]:
    """The files in which the last rank has models."""
    unit = table.unit(name)
    return [model.file for model in models(table.battle, unit) if model.rank == rows(unit) - 1]


@pytest.mark.rule("eow.casualty.rear_rank", "eow.unit.last_rank_short")
def test_casualties_come_from_the_last_rank_and_the_rest_stays_centred() -> None:
    table = draw(GHOULS)
    lose(table, "Ghouls", 2)
    ghouls = table.unit("Ghouls")
    assert (rows(ghouls), last_rank(ghouls), last_files(table, "Ghouls")) == (3, 3, [1, 2, 3])
    lose(table, "Ghouls", 1)
    assert (rows(ghouls), last_rank(ghouls)) == (3, 2)
    assert sum(model.rank < 2 for model in models(table.battle, ghouls)) == 10


@pytest.mark.rule("eow.casualty.rear_rank")
def test_ends_of_the_last_rank_go_alternately() -> None:
    table = draw(GHOULS)
    left = []
    for _ in range(4):
        lose(table, "Ghouls", 1)
        left.append(last_files(table, "Ghouls"))
    assert left == [[0, 1, 2, 3], [1, 2, 3], [1, 2], [2]]


@pytest.mark.rule("eow.casualty.rear_rank")
@pytest.mark.parametrize(("lost", "files"), [(5, [0, 1, 2, 3, 4]), (7, [1, 2, 3])])
def test_the_front_stays_where_it_is_when_a_rank_is_gone(lost: int, files: list[int]) -> None:
    table = draw("Ghouls at 18,20 face 30")
    ghouls = table.unit("Ghouls")
    before = boundary(table.battle, ghouls)
    lose(table, "Ghouls", lost)
    after = boundary(table.battle, ghouls)
    assert (rows(ghouls), last_rank(ghouls), last_files(table, "Ghouls")) == (2, len(files), files)
    assert after.front == pytest.approx(before.front)
    assert after.depth == pytest.approx(before.depth * 2 / 3)
    assert after.width == before.width


@pytest.mark.rule("eow.casualty.single_rank")
def test_a_single_rank_shrinks_evenly_from_both_ends() -> None:
    table = draw("Hellhounds at 18,20 face 90")
    hounds = table.unit("Hellhounds")
    lose(table, "Hellhounds", 2)
    assert (hounds.models, hounds.files) == (3, 3)
    assert hounds.pose is not None
    assert (hounds.pose.x, hounds.pose.y) == pytest.approx((18, 20))
    lose(table, "Hellhounds", 1)
    assert hounds.files == 2
    # Facing +x its right is -y: the right end is gone, so the centre moves half a base to the left.
    assert (hounds.pose.x, hounds.pose.y) == pytest.approx((18, 20 + 12.5 / 25.4))


@pytest.mark.rule("eow.casualty.single_rank")
def test_ranks_go_before_the_front_rank_shrinks() -> None:
    table = draw("Ghouls at 18,20 models=7")
    before = boundary(table.battle, table.unit("Ghouls"))
    lose(table, "Ghouls", 4)
    ghouls = table.unit("Ghouls")
    after = boundary(table.battle, ghouls)
    assert (ghouls.models, ghouls.files) == (3, 3)
    assert after.front == pytest.approx(before.front)
    assert problems(table.battle) == []


@pytest.mark.rule("eow.casualty.balance_per_batch")
def test_two_batches_of_one_may_come_from_the_same_end() -> None:
    table = draw("Hellhounds at 18,20")
    lose(table, "Hellhounds", 1, 1)
    pose = table.unit("Hellhounds").pose
    assert pose is not None
    assert pose.x == pytest.approx(18 - 25 / 25.4)


def touched_left(offset: float) -> Table:
    """Hellhounds in a single rank; a lone enemy in front of them at one end."""
    return draw("Hellhounds at 18,20 | Shaman at 18,22 face 180").fight("Shaman", "Hellhounds", "front", offset)


@pytest.mark.rule("eow.casualty.engaged_contact")
@pytest.mark.parametrize("end", [-1, 1])
def test_an_engaged_rank_keeps_the_models_that_touch(end: int) -> None:
    table = touched_left(end * 1.7)
    hounds = table.unit("Hellhounds")
    before = len(contacts(table.battle, hounds))
    lose(table, "Hellhounds", 2)
    assert len(contacts(table.battle, hounds)) == before
    assert hounds.pose is not None
    assert abs(hounds.pose.x - 18) == pytest.approx(25 / 25.4)
    assert problems(table.battle) == []


@pytest.mark.rule("eow.casualty.single_rank", "eow.casualty.engaged_contact")
@pytest.mark.parametrize("lost", [2, 4])
def test_an_engaged_rank_shrinks_evenly_where_no_contact_depends_on_it(lost: int) -> None:
    # Only the third of six touches the Thane: whether none, one or two go from the left, it stays.
    table = draw("0 Iron Orcs at 18,20 models=6 | 1 Thane at 18,30 face 180")
    table.fight("Thane", "Iron Orcs", "front", -12.5 / 25.4)
    assert list(contacts(table.battle, table.unit("Iron Orcs"))) == [(0, 2)]
    lose(table, "Iron Orcs", lost)
    pose = table.unit("Iron Orcs").pose
    assert pose is not None
    assert pose.x == pytest.approx(18)


@pytest.mark.rule("eow.casualty.engaged_contact")
def test_keeping_enemy_units_in_contact_comes_before_keeping_models() -> None:
    # Two enemies touch the front at its ends: a lone model at the left, a block over the right three models.
    table = draw("Hellhounds at 18,20 | Mage at 18,22 face 180 | Dryads at 18,23 face 180")
    hounds = table.unit("Hellhounds")
    for name, offset in (("Mage", 2.0), ("Dryads", -1.2)):
        other = table.unit(name)
        stand(other, flush(boundary(table.battle, other), boundary(table.battle, hounds), Arc.FRONT, offset))
        engage(other, Arc.FRONT, hounds, Arc.FRONT)
    lose(table, "Hellhounds", 2)
    assert {unit for touched in contacts(table.battle, hounds).values() for unit in touched} == {1, 2}


@pytest.mark.rule("eow.casualty.engaged_contact")
def test_a_flank_enemy_keeps_its_contact_while_the_rank_shrinks_from_the_other_end() -> None:
    table = draw("Hellhounds at 18,20 | 1 Mage at 10,20 face 90").fight("Mage", "Hellhounds", "left")
    lose(table, "Hellhounds", 3)
    assert problems(table.battle) == []
    assert len(contacts(table.battle, table.unit("Hellhounds"))) == 1


@pytest.mark.rule("eow.casualty.engaged_contact")
@pytest.mark.parametrize(("side", "kept"), [("left", [0, 1, 2]), ("right", [2, 3, 4])])
def test_the_last_rank_keeps_to_the_flank_where_the_enemy_is(side: str, kept: list[int]) -> None:
    table = draw("Ghouls at 18,20 | 1 Mage at 10,20 face 90 | 1 Dryads at 18,30 face 180")
    table.fight("Mage", "Ghouls", side).fight("Dryads", "Ghouls")
    mage = table.unit("Mage")
    own, theirs = boundary(table.battle, mage), boundary(table.battle, table.unit("Ghouls"))
    # Corner to corner with the last rank: no model could reach out over a gap there.
    shift = 40 / 25.4 if side == "right" else -40 / 25.4
    stand(mage, flush(own, theirs, Arc(side), shift))
    lose(table, "Ghouls", 2)
    assert last_files(table, "Ghouls") == kept


@pytest.mark.rule("eow.casualty.engaged_contact", "eow.casualty.rear_rank")
def test_nobody_steps_aside_in_the_last_rank_to_meet_an_enemy() -> None:
    table = draw("Ghouls at 18,20 models=13 rear_from=1 | 1 Mage at 30,20 face 270")
    table.fight("Mage", "Ghouls", "right", 40 / 25.4)
    lose(table, "Ghouls", 1)
    assert last_files(table, "Ghouls") == [1, 2]


@pytest.mark.rule("eow.unit.single_model_no_rank", "eow.unit.rank_and_file")
def test_a_ranked_unit_reduced_to_one_model_still_has_a_rank() -> None:
    table = draw("Ghouls at 18,20 models=2 | Mage at 10,10")
    lose(table, "Ghouls", 1)
    assert ranks(table.battle, table.unit("Ghouls")) == 1
    assert ranks(table.battle, table.unit("Mage")) == 0


def test_health_comes_back_to_the_wounded_model_first_and_then_as_models() -> None:
    table = draw("Tribesmen at 18,20 models=2 wounds=1")
    ogres = table.unit("Tribesmen")
    assert restore(table.battle, ogres, 1) == 1
    assert (ogres.models, ogres.wounds) == (2, 0)
    assert restore(table.battle, ogres, 4) == 4
    assert (ogres.models, ogres.files, ogres.wounds) == (4, 4, 2)
    assert restore(table.battle, ogres, 5) == 2
    assert health(table.battle, ogres) == 12


def test_models_come_back_at_the_end_of_the_rear_rank_and_in_new_ranks_behind() -> None:
    table = draw("Ghouls at 18,20 models=7 rear_from=1")
    ghouls = table.unit("Ghouls")
    before = boundary(table.battle, ghouls)
    assert restore(table.battle, ghouls, 5) == 5
    assert (ghouls.models, rows(ghouls), last_rank(ghouls)) == (12, 3, 2)
    assert boundary(table.battle, ghouls).front == pytest.approx(before.front)
    assert restore(table.battle, ghouls, 9) == 3
    assert ghouls.models == 15
    assert problems(table.battle) == []


def test_models_come_back_only_where_they_may_stand() -> None:
    depth = 40 / 25.4
    table = draw(f"Ghouls at 18,20 models=8 | Zombies at 18,{20 - depth / 2 - 80 / 25.4 / 2 - 1.1}")
    ghouls = table.unit("Ghouls")
    assert restore(table.battle, ghouls, 9) == 2
    assert (ghouls.models, rows(ghouls)) == (10, 2)
    at_edge = draw("Ghouls at 18,0.9 models=10").battle
    assert restore(at_edge, at_edge.units[0], 5) == 0


def test_a_shrunken_rank_grows_to_the_side_that_is_free() -> None:
    table = draw("Hellhounds at 18,20 models=3 | 0 Mage at 20.9,20")
    hounds = table.unit("Hellhounds")
    assert restore(table.battle, hounds, 2) == 2
    assert hounds.pose is not None
    assert hounds.pose.x == pytest.approx(18 - 25 / 25.4)
    assert problems(table.battle) == []


def test_an_engaged_unit_grows_behind_its_front_but_not_into_an_enemy() -> None:
    table = draw("Ghouls at 18,20 models=5 | Dryads at 18,23 face 180").fight("Dryads", "Ghouls")
    assert restore(table.battle, table.unit("Ghouls"), 5) == 5
    assert problems(table.battle) == []
    table = draw("Ghouls at 18,20 models=5 | 1 Dryads at 18,17").fight("Dryads", "Ghouls", "rear")
    assert restore(table.battle, table.unit("Ghouls"), 5) == 0


@pytest.mark.parametrize("losses", [(1, 1, 1, 1, 1), (3, 4, 5), (14,), (2, 9), (6, 6)])
def test_every_loss_leaves_a_sound_formation(losses: tuple[int, ...]) -> None:
    table = draw("Ghouls at 18,20 face 77")
    for count in losses:
        lose(table, "Ghouls", count)
        assert problems(table.battle) == []
    assert table.unit("Ghouls").models == 15 - sum(losses)


@pytest.mark.rule("eow.casualty.rear_rank", "eow.melee.supporting")
@pytest.mark.parametrize(("offset", "kept"), [(2.4, [0, 1, 2]), (-2.4, [3, 4, 5]), (0.0, [1, 2, 3])])
def test_the_last_rank_keeps_the_models_that_support_the_first(offset: float, kept: list[int]) -> None:
    # A Thane stands before one end of the front, or its middle: those behind the models he touches stay.
    table = draw("0 Iron Orcs at 18,20 | 1 Thane at 18,30 face 180").fight("Thane", "Iron Orcs", "front", -offset)
    orcs = table.unit("Iron Orcs")
    blows = sum(blow.number for blow in normal_blows(table.battle, orcs))
    remove_models(table.battle, orcs, 3)
    assert sum(blow.number for blow in normal_blows(table.battle, orcs)) == blows
    assert list(range(orcs.rear_from, orcs.rear_from + 3)) == kept


@pytest.mark.rule("eow.casualty.rear_rank")
def test_a_last_rank_too_far_back_to_support_stays_centred() -> None:
    table = draw("0 Imperial Guard at 18,20 | 1 Thane at 18,30 face 180").fight("Thane", "Imperial Guard", "front", 1.7)
    guard = table.unit("Imperial Guard")
    remove_models(table.battle, guard, 2)
    assert (guard.models, guard.rear_from) == (13, 1)
