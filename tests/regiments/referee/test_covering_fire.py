"""Covering Fire is shooting: all that looks at dice to hit, at who shoots and at misses looks at it."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, dice_for
from tests.regiments.harness import Fall, Interlude, Table, acts, draw, regiment
from tests.regiments.referee.tables import agreed, extra, facing, finish
from tests.regiments.referee.test_together import after
from warhost.rulesets.regiments.core import events, optional
from warhost.rulesets.regiments.parts.campaign.events.table import CampaignEvent
from warhost.rulesets.regiments.parts.command_points.purse import Purse
from warhost.rulesets.regiments.parts.extra_actions import told
from warhost.rulesets.regiments.parts.mission_cards.piles import Cards, Pile
from warhost.rulesets.regiments.parts.random_events.happening import EVENTS
from warhost.rulesets.regiments.parts.shared.deeds import deeds_of
from warhost.rulesets.regiments.parts.solid_buildings import SolidBuildings

TEN = regiment(size=10)


def covered(table: Table, dice: dict[str, Fall]) -> Interlude:
    """Mine lays down Covering Fire at Theirs."""
    return finish(extra(acts(table, "Mine", dice), "covering_fire"))


@pytest.mark.rule("aofr.brutal.critical", "aofr.extra_action.covering_fire_no_damage")
@pytest.mark.parametrize(("face", "models"), [(3, 10), (4, 8)])
def test_sixes_may_be_critical_hits(face: int, models: int) -> None:
    table = facing(8.0, "extra_actions", "brutal_damage:critical_hits", theirs=TEN)
    play = covered(table, by_reason({"to hit": (6, 6, 5, 4, 2), "critical": face, "force": 3}))
    assert play.unit("Theirs").models == models
    assert not dice_for(play, "to block"), "the hits themselves are misses"
    assert [(one.hits, one.rattled) for one in play.told(told.CoveringFire)] == [(2, False)]


@pytest.mark.rule("aofr.brutal.mishap", "aofr.extra_action.covering_fire")
def test_ones_may_be_mishaps() -> None:
    table = facing(8.0, "extra_actions", "brutal_damage:horrible_mishaps")
    play = covered(table, by_reason({"to hit": (1, 1, 5, 4, 2), "mishap": (1, 4)}))
    assert play.unit("Mine").models == 4


@pytest.mark.rule("aofr.brutal.friendly_fire", "aofr.extra_action.covering_fire_no_damage")
def test_a_hit_that_goes_astray_rattles_nobody_and_hurts_nobody() -> None:
    parts = agreed("extra_actions", "brutal_damage:friendly_fire")
    line = "Mine at 36,10 | 0 Mate at 36,26 face 180 | Theirs at 36,40 face 180"
    table = draw(line, parts, Mine=bows(5), Mate=TEN, Theirs=TEN).having(turn=1).touch("Mine", "Theirs", gap=8.0)
    table.touch("Mate", "Theirs", "rear", gap=2.0)
    play = covered(table, by_reason({"to hit": (6, 1, 1, 1, 1), "strikes a friend": 1, "force": 6}))
    assert (play.unit("Mate").models, [one.rattled for one in play.told(told.CoveringFire)]) == (10, [False])


@pytest.mark.rule("aofr.event.41_grave_miscalculation")
def test_its_ones_are_a_grave_miscalculation() -> None:
    table = after(41, facing(8.0, "extra_actions", "random_events"))
    play = covered(table, by_reason({"to hit": (1, 1, 5, 5, 5), "to block": 1, "Morale": 6}))
    assert play.unit("Mine").models == 3


@pytest.mark.rule("aofr.event.45_suppressive_fire")
def test_its_sixes_are_suppressive() -> None:
    table = after(45, facing(8.0, "extra_actions", "random_events"))
    play = covered(table, by_reason({"to hit": (6, 6, 5, 5, 5), "force": 1, "Morale": 5}))
    assert [roll.need for roll in play.rolls if "Morale" in roll.why] == [6]
    assert play.unit("Theirs").shaken


@pytest.mark.rule("aofr.campaign.event_42_miscalculation")
def test_its_ones_are_a_miscalculation_of_a_campaign() -> None:
    table = facing(8.0, "extra_actions", "campaign", mine=bows(8))
    event = EVENTS["campaign_42_miscalculation"]
    assert isinstance(event, CampaignEvent)
    event.begin(table.battle)
    play = covered(table, by_reason({"to hit": (1, *(5,) * 7), "hits": 1, "to block": 1, "Morale": 6}))
    assert [one.hits for one in attacks(play) if one.target == 0] == [4]


@pytest.mark.rule("aofr.building.collateral", "aofr.extra_action.covering_fire")
def test_all_its_shots_at_a_garrison_are_misses_that_may_stray() -> None:
    line = "72x48 house 36,24 6x6 | 0 Mine at 36,8 | 1 Theirs at 36,40 face 180"
    parts = agreed("extra_actions", "solid_buildings:holding+destruction+collateral")
    table = draw(line, parts, Mine=bows(), Theirs=TEN).having(turn=1)
    for part in optional.in_force(parts.parts):
        if isinstance(part, SolidBuildings):
            part.stand_up(table.battle)
    table.aboard("Theirs", "House 1")
    dice = by_reason({"to hit": (6, 1, 1, 1, 1), "force": 1, "stray": (4, 4, 1, 1, 1), "to block": 1})
    play = covered(table, dice)
    assert dice_for(play, "stray") == ["5D6"]
    assert play.unit("House 1").wounds == 2


@pytest.mark.rule("aofr.extra_action.overwatch_shoot", "aofr.extra_action.covering_fire")
def test_who_is_covered_with_fire_may_shoot_back_from_overwatch() -> None:
    table = facing(8.0, "extra_actions", theirs=bows())
    extra(acts(table, "Theirs"), "overwatch", "Theirs")
    play = extra(acts(table, "Mine", {"to hit": 1}), "covering_fire").stay().choose(target="Theirs")
    assert play.topic == "overwatch"


@pytest.mark.rule("aofr.cp.frenzied_attack", "aofr.brutal.mishap")
def test_a_frenzied_attack_has_mishaps_too() -> None:
    parts = agreed("command_points:growing", "brutal_damage:horrible_mishaps")
    line = "Mine at 36,10 | Theirs at 33,20 face 180 | 1 More at 41,20 face 180"
    table = draw(line, parts, Mine=bows(5), Theirs=TEN, More=TEN).having(turn=1)
    quiet = tuple((0, slug) for slug in ("high_command", "supreme_command"))
    optional.keep(table.battle, "command_points", Purse("growing", (9, 0), ("hunting", "shock"), quiet=quiet))
    play = acts(table, "Mine", by_reason({"to hit": [2, 1], "mishap": 1, "Morale": 6})).act("Mine", "hold").stay()
    play.choose(target="Theirs").choose("frenzied_attack")
    while not play.game.over:
        play.choose(play.keys[0]) if play.topic == "shoot again" else play.decline()
    assert play.unit("Mine").fate == "destroyed"


@pytest.mark.rule("aofr.cards.55_terrify", "aofr.extra_action.covering_fire")
def test_who_covers_with_fire_has_forced_the_test() -> None:
    table = facing(8.0, "extra_actions", "mission_cards:battle_of_wits")
    optional.keep(table.battle, "mission_cards", Cards(piles=(Pile(), Pile())))
    play = covered(table, by_reason({"to hit": (6, 1, 1, 1, 1), "force": 4, "Morale": 1}))
    failed = [deed.by for deed in deeds_of(play.battle) if deed.what == "test failed"]
    assert [(one.unit, one.how) for one in failed if one is not None] == [(0, "shooting")]
    assert len(play.told(events.MoraleTested)) == 1


@pytest.mark.rule("aofr.extra_action.covering_fire", "aofr.brutal.critical", "aofr.brutal.mishap")
def test_the_odds_of_covering_fire_know_criticals_and_mishaps() -> None:
    """A die in six is a 6 that wounds by a half and forces a test by a half; one in six is a 1."""
    table = facing(8.0, "extra_actions", "brutal_damage:critical_hits+horrible_mishaps", mine=bows(1), theirs=TEN)
    play = extra(acts(table, "Mine"), "covering_fire").stay()
    (option,) = [one for one in play.weighed if one.target == 1]
    odds = {one.label: one.value for one in option.odds}
    assert odds["has to test morale"] == pytest.approx(1 / 12)
    assert odds["becomes Shaken"] == pytest.approx(1 / 24)
    assert odds["expected wounds"] == pytest.approx(1 / 12)
    assert odds["expected wounds on itself, before any are ignored"] == pytest.approx(1 / 12)
