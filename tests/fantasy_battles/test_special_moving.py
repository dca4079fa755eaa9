"""Model rules of moving and standing that no other file of tests shows (Model Type and Height; Fly)."""

import pytest

from tests.fantasy_battles.harness import draw, with_rules
from warhost.play.kept.text import PositionError
from warhost.rulesets.families.ninth_age.core.formation import models
from warhost.rulesets.fantasy_battles.chapters.general.combined import check_join
from warhost.rulesets.fantasy_battles.chapters.shooting.cover import Cover, Covering
from warhost.rulesets.fantasy_battles.core.moments import has
from warhost.rulesets.fantasy_battles.core.sight import Lookout


@pytest.mark.rule("t9a.special.towering_presence")
@pytest.mark.parametrize(("guest", "host"), [(["Towering Presence"], []), ([], ["Towering Presence"]), ([], [])])
def test_who_towers_joins_nobody_and_is_joined_by_nobody(guest: list[str], host: list[str]) -> None:
    table = draw("Spearmen at 36,10 | Captain at 4,4").change("Captain", guest).change("Spearmen", host)
    refused = check_join(table.battle, table.unit("Captain"), table.unit("Spearmen"))
    assert (refused.rule if refused is not None else "") == ("t9a.special.towering_presence" if guest or host else "")


@pytest.mark.rule("t9a.special.towering_presence")
def test_a_line_that_puts_a_monster_into_ranks_is_refused() -> None:
    with pytest.raises(PositionError, match="stands alone"):
        draw('Spearmen at 36,10 | Giant at 4,4 in="Spearmen"')


@pytest.mark.rule("t9a.special.towering_presence", "t9a.height.gigantic")
@pytest.mark.parametrize(
    ("terrain", "rules", "found"),
    [
        ("ruins", [], Cover.HARD),
        ("ruins", ["Towering Presence"], Cover.NONE),
        ("field", ["Towering Presence"], Cover.NONE),
        ("forest", ["Towering Presence"], Cover.SOFT),
    ],
)
def test_fields_ruins_and_walls_give_no_cover_to_who_towers(terrain: str, rules: list[str], found: Cover) -> None:
    line = f"72x48 {terrain} 36,30 9x9 | Captain at 36,4 | Spearmen at 36,30 face 180"
    table = with_rules(line, "Spearmen", rules)
    captain, target = table.unit("Captain"), table.unit("Spearmen")
    assert Covering(Lookout(table.battle, captain, target)).of(models(table.battle, captain)[0]) is found
    assert has(table.battle, target, "tall") is bool(rules)


@pytest.mark.rule("t9a.special.fly", "t9a.terrain.dangerous_forest")
@pytest.mark.parametrize(("answer", "tests"), [("fly", 1), ("no", 0)])
def test_a_flyer_may_charge_on_the_ground_out_of_a_forest(answer: str, tests: int) -> None:
    line = "72x48 forest 36,10 9x9 | Hawks at 36,10 | Swordsmen at 36,24 face 180"
    game = draw(line).play(dice={"Charge Range": 6, "": 6}).choose(unit="Hawks", target="Swordsmen").choose("hold")
    assert game.topic == "charge in flight"
    game.choose("fly" if answer == "fly" else next(key for key in game.keys if key != "fly"))
    while game.topic == "charge place":
        game.choose("0")
    assert len([roll for roll in game.rolls if "Dangerous" in roll.why]) == tests
