"""What play throws for an attack, in every possible way, is what odds and players are told of it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.essence_of_war.harness import draw
from tests.properties import examples
from warhost.play.battle import copied
from warhost.play.counsel.exact import returned
from warhost.play.counsel.throws import mean, spread, success
from warhost.play.script import Script
from warhost.rulesets.essence_of_war.chapters.damage.damage import chain, prepared, roll_hits, suffer
from warhost.rulesets.essence_of_war.core.attacks import Attack
from warhost.rulesets.essence_of_war.core.battle import Battle
from warhost.rulesets.essence_of_war.core.moments import ModelRule
from warhost.rulesets.families.ninth_age.core.formation import health

TABLE = draw(
    "Iron Orcs at 10,10 | Ghouls at 10,20 face 180 | Feudal Knights at 18,20 face 180 | Tribesmen at 26,20 face 180"
)


class Again(ModelRule):
    """Rolls something again."""

    name, id = "Again", "eow.damage.sequence"


@st.composite
def attacks(draw: st.DrawFn) -> dict[str, Any]:
    """Any attack that the rules might make of one."""
    hit_on = draw(st.none() | st.integers(1, 7))
    return {
        "kind": draw(st.sampled_from(["melee", "shooting", "spell"])),
        "target": TABLE.unit(draw(st.sampled_from(["Ghouls", "Feudal Knights", "Tribesmen"]))).id,
        "count": draw(st.integers(0, 3)),
        "strength": draw(st.none() | st.integers(1, 7)),
        "wound_on": draw(st.none() | st.integers(2, 6)),
        "ap": draw(st.integers(0, 5)),
        "hit_on": hit_on,
        "to_hit": draw(st.integers(-2, 2)),
        "poison": draw(st.booleans()),
        "hits_again": draw(st.booleans()),
        "wounds_again": draw(st.booleans()),
        "armour_again": draw(st.booleans()),
        "multiply": draw(st.none() | st.tuples(st.integers(2, 4) | st.sampled_from(["D3", "D6"]), st.integers(1, 4))),
        "aegis": draw(st.none() | st.integers(2, 6)),
    }


def made(battle: Battle, how: dict[str, Any]) -> Attack:
    attack = Attack(
        *(how["kind"], TABLE.unit("Iron Orcs").id, how["target"], how["count"], "T", "eow.shoot.aim"),
        strength=how["strength"],
        wound_on=how["wound_on"],
        ap=how["ap"],
        hit_on=how["hit_on"],
        poison=how["poison"],
    )
    prepared(battle, attack)
    attack.to_hit.add(how["to_hit"], Again())
    attack.hits_rerolled_by = Again() if how["hits_again"] else None
    attack.wounds_rerolled_by = Again() if how["wounds_again"] else None
    attack.armour_rerolled = how["armour_again"]
    attack.multiply = how["multiply"]
    if how["aegis"] is not None:
        attack.aegis = [*attack.aegis, (how["aegis"], "a spell")]
    return attack


def played(how: dict[str, Any]) -> Script[tuple[int, int]]:
    """The hits of the attack and the Health Points that the target loses."""
    battle = copied(TABLE.battle)
    attack = made(battle, how)
    yield from roll_hits(battle, attack)
    lost = yield from suffer(battle, [attack])
    return attack.hits, lost.get(attack.target, 0)


@pytest.mark.rule("eow.damage.sequence", "eow.damage.hp_per_wound")
@examples(0.5)
@given(attacks())
def test_what_odds_and_players_are_told_of_an_attack_is_what_its_dice_do(how: dict[str, Any]) -> None:
    found = returned(lambda: played(how), limit=100_000)
    lost, hits = found.map(lambda end: end[1]), found.map(lambda end: end[0])
    battle = TABLE.battle
    attack = made(battle, how)
    dice, left = chain(battle, attack), health(battle, battle.units[attack.target])
    told = spread(dice, attack.count, left)
    assert all(abs(told[points] - lost[points]) < 1e-12 for points in {*told, *lost})
    if max(lost) < left:
        assert attack.count * mean(dice) == pytest.approx(lost.mean, abs=1e-12)
    if attack.hit_on is not None:
        assert attack.count * success(dice) == pytest.approx(hits.mean, abs=1e-12)
