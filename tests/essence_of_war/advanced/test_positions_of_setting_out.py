"""Positions of Ambush, Vanguard, the Binding Scroll and the Crown, reckoned by hand from the book and the rulings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.essence_of_war.advanced.positions import EMPIRE, lay
from tests.essence_of_war.advanced.test_setting_up import army
from tests.essence_of_war.harness import Dicing, Play, refused_move
from tests.playing import refused_place
from warhost.play import Setup
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import Forward, Pivot, Wheel

ELVES = ("Sylvan Elves", ("Chieftain", "Heath Hunters + 5x1 + Ambush", "Heath Hunters + 4x2"))
BEASTS = ("Beast Herds", ("Beast Chieftain", "Wildhorn Herd + 5x3", "Mongrel Raiders + 5x2"))
WOLVES = ("Vampire Covenant", ("Vampire Courtier + Evocation", "Dire Wolves + 4x2", "Zombies + 5x4"))

Force = tuple[str, Sequence[str]]


def game_of(one: Force, other: Force, dice: Dicing = (1, 6, 2)) -> Play:
    """A game from its beginning on an open table; the dice are the Mission's and the roll-off's."""
    armies = [army(faction, units, 1600) for faction, units in (one, other)]
    setup = Setup(ruleset="eow", armies=(one[0], other[0]), map="open")
    return Play(RULESET.battle_of(armies, Settings(mode="advanced", points=1600), setup), dice)


def on_to(game: Play, *topics: str) -> Play:
    """The first answer that comes to mind until one of these things is asked, or the first turn begins."""
    while game.topic not in topics and not game.told(events.TurnBegan):
        game.answer(game.game.asked.suggestions()[0], game.question.seat)
    return game


def zones(game: Play, deploys: str = "them") -> Play:
    """The first player lives at the near edge; the second lets "them" or "me" deploy first."""
    return on_to(game, "side").choose("near").choose(deploys)


# Ambush


@pytest.mark.rule("eow.special.ambush.declare")
def test_an_ambush_is_declared_before_the_first_unit_is_deployed() -> None:
    game = zones(game_of(ELVES, WOLVES))
    assert (game.topic, game.question.seat) == ("ambush", 0)
    assert all(unit.pose is None for unit in game.battle.units)
    # Only the unit that paid for it has the rule.
    assert [option.unit for option in game.options if not option.passes] == [1]


@pytest.mark.rule("eow.special.ambush.declare")
def test_who_deploys_first_declares_first_whoever_chose_the_zone() -> None:
    game = on_to(game_of(ELVES, BEASTS), "ambushing party")
    game.choose(unit="Wildhorn Herd")
    game.choose("pass")
    zones(game, "me")
    seats = []
    while game.topic == "ambush":
        seats.append(game.question.seat)
        game.choose(game.keys[0])
    assert seats == [1, 0]
    assert (game.topic, game.question.seat) == ("deploy", 1)


@pytest.mark.rule("eow.special.ambush.declare", "eow.special.vanguard.move")
@pytest.mark.parametrize("waits", [True, False])
def test_who_may_ambush_may_be_deployed_and_who_waits_makes_no_vanguard_move(waits: bool) -> None:
    game = zones(game_of(ELVES, WOLVES)).choose("1" if waits else "pass")
    on_to(game, "first turn")
    assert (game.battle.units[1].pose is None) is waits
    on_to(game.choose("me"), "vanguard")
    seen: set[int | None] = set()
    while game.topic in ("vanguard", "vanguard move"):
        if game.topic == "vanguard":
            seen |= {option.unit for option in game.options}
            game.choose(game.keys[0])
        else:
            game.stay()
    assert (1 in seen) is not waits
    assert 2 in seen


LURKERS = "54x48 | Handgunners off | Spearmen at 27,20 | 1 Ghouls at 27,40 face 180"


def coming(line: str = LURKERS, turn: int = 2, active: int = 0, **fields: object) -> Play:
    """The Movement Phase in which ambushers are due."""
    table = lay(line, homes=(0, 1), turn=turn, active=active, **fields)
    for unit in table.battle.units:
        unit.reserve = unit.pose is None
    table.battle.stage = "move chargers"
    return table.play({"": 1})


@pytest.mark.rule("eow.special.ambush.arrive")
def test_ambushers_come_after_the_charges_and_before_anybody_moves() -> None:
    game = coming()
    assert (game.battle.phase, game.topic, game.question.seat) == ("movement", "ambush place", 0)
    game.place(3.0, boundary_depth(game) / 2)
    assert game.topic == "move"
    assert game.offers(unit="Spearmen")


@pytest.mark.rule("eow.special.ambush.arrive")
@pytest.mark.parametrize("active", [0, 1])
def test_each_player_has_its_ambushers_in_its_own_phase(active: int) -> None:
    line = "54x48 | Handgunners off | 1 Ghouls off | Spearmen at 27,20 | 1 Zombies at 27,40 face 180"
    game = coming(line, active=active)
    assert game.question.seat == active
    assert game.question.unit == game.unit(("Handgunners", "Ghouls")[active]).id  # type: ignore[union-attr]


@pytest.mark.rule("eow.special.ambush.place")
@pytest.mark.parametrize(
    ("edge", "along"), [("left", 40.0), ("right", 40.0), ("near", 3.0), ("left", 8.0), ("near", 50.0)]
)
def test_three_edges_are_open_along_their_whole_length(edge: str, along: float) -> None:
    game = coming()
    half = boundary_depth(game) / 2
    spots = {"left": (half, along, 90.0), "right": (54.0 - half, along, 270.0), "near": (along, half, 0.0)}
    game.place(*spots[edge])
    assert game.unit("Handgunners").pose is not None


def boundary_depth(game: Play) -> float:
    """How deep Handgunners in two ranks of 20 mm bases stand."""
    return game.unit("Handgunners").models / game.unit("Handgunners").files * 20 / 25.4


@pytest.mark.rule("eow.special.ambush.place")
@pytest.mark.parametrize(
    ("x", "y", "facing"),
    [
        (27.0, 47.2, 180.0),  # the opponent's edge
        (27.0, 2.0, 0.0),  # an inch away from the edge
        (3.0, 30.0, 0.0),  # its flank along the edge
        (1.0, 30.0, 100.0),  # at a slant
    ],
)
def test_no_other_place_is_open(x: float, y: float, facing: float) -> None:
    assert refused_place(coming(), x, y, facing) in ("eow.special.ambush.place", "eow.board_edge.end_inside")


@pytest.mark.rule("eow.special.ambush.place", "eow.spacing.one_inch")
def test_ambushers_keep_an_inch_from_friend_and_foe() -> None:
    game = coming("54x48 | Handgunners off | Spearmen at 27,3 | 1 Ghouls at 3,30 face 90")
    half = boundary_depth(game) / 2
    assert refused_place(game, 27.0, half) == "eow.spacing.one_inch"
    assert refused_place(game, half, 30.0, 90.0) == "eow.spacing.one_inch"


@pytest.mark.rule("eow.special.ambush.limits")
@pytest.mark.parametrize(("turn", "denied"), [(2, True), (3, False)])
def test_only_in_the_turn_of_their_arrival_they_cannot_march(turn: int, denied: bool) -> None:
    game = coming().place(3.0, boundary_depth(coming()) / 2)
    if turn == 3:
        game.until("move", turn=3)
    game.choose(unit="Handgunners")
    assert any(one.rule == "eow.special.ambush.limits" for one in game.question.denied) is denied  # type: ignore[union-attr]
    assert any(kind.name == "march" for kind in game.question.kinds) is not denied  # type: ignore[union-attr]


@pytest.mark.rule("eow.special.ambush.limits")
def test_who_came_in_counts_as_moved_though_it_stands_still() -> None:
    game = coming("54x48 | Handgunners off | Spearmen at 40,20 | 1 Ghouls at 10,12 face 180")
    game.place(10.0, boundary_depth(game) / 2).until("shoot")
    (option,) = (option for option in game.options if option.unit == game.unit("Handgunners").id)
    needed = next(odds for odds in option.odds if odds.kind == "needed")
    # Aim 4+ with the Handgun, one worse for having moved.
    assert [part.why for part in needed.parts] == ["Aim with the Handgun", "Moving and Shooting"]


@pytest.mark.rule("eow.special.ambush.lost", "eow.adv.vp.destroyed")
def test_ambushers_without_room_count_as_destroyed_for_victory_points() -> None:
    line = (
        f"8x9 | 0 {EMPIRE}/Handgunners + 5x2 off | 0 {EMPIRE}/Spearmen + 5x4 at 4,3 | "
        "1 Vampire Covenant/Ghouls + 5x3 at 4,6.5 face 180"
    )
    game = coming(line, turn=2)
    assert game.unit("Handgunners").fate == "destroyed"
    while not game.game.over:
        game.decline()
    outcome = game.battle.outcome
    assert outcome is not None
    assert outcome.score[1] >= game.battle.entry(game.unit("Handgunners")).points


@pytest.mark.rule("eow.special.ambush.join")
def test_a_character_of_the_ambushing_party_waits_in_the_ranks_of_a_herd_of_it() -> None:
    game = on_to(game_of(BEASTS, WOLVES), "ambushing party")
    game.choose(unit="Beast Chieftain").choose(unit="Wildhorn Herd").choose("pass")
    zones(game).choose(unit="Wildhorn Herd").choose(unit="Beast Chieftain")
    assert game.topic == "ambush with"
    game.choose(target="Wildhorn Herd")
    assert game.unit("Beast Chieftain").host == game.unit("Wildhorn Herd").id


@pytest.mark.rule("eow.special.ambush.join")
def test_a_character_without_ambush_is_not_asked_to_wait() -> None:
    game = on_to(game_of(BEASTS, WOLVES), "ambushing party")
    game.choose(unit="Wildhorn Herd").choose("pass")
    zones(game)
    assert game.topic == "ambush"
    assert [option.unit for option in game.options if not option.passes] == [game.unit("Wildhorn Herd").id]
    game.choose(unit="Wildhorn Herd")
    # Nor may it join the herd while it waits: it is deployed with nobody to join.
    on_to(game, "deploy")
    game.choose(unit="Beast Chieftain")
    assert game.topic != "join" or not game.offers(target="Wildhorn Herd")


@pytest.mark.rule("eow.special.channel", "eow.special.ambush.arrive")
def test_a_wizard_in_ambush_neither_channels_nor_casts() -> None:
    line = (
        "Beast Herds/Soothsayer + Druidism off | Beast Herds/Wildhorn Herd + 5x3 at 18,10 | "
        "1 Vampire Covenant/Ghouls + 5x3 at 18,40 face 180"
    )
    table = lay(line, phase="magic", homes=(0, 1)).set("Soothsayer", reserve=True)
    game = table.play({"": 1})
    while game.battle.active == 0:
        game.decline()
    assert (game.told(events.DiceChannelled), game.told(events.SpellDeclared)) == ([], [])


# Vanguard


RIDERS = (
    f"{EMPIRE}/Reiters + 5x1 at 10,10 | {EMPIRE}/Spearmen + 5x4 at 26,10 | "
    "1 Vampire Covenant/Dire Wolves + 4x2 at 10,38 face 180 | 1 Vampire Covenant/Zombies + 5x4 at 26,38 face 180"
)


@pytest.mark.rule("eow.special.vanguard.alternate")
@pytest.mark.parametrize(("deploys", "begins"), [("them", 1), ("me", 0)])
def test_the_vanguard_of_the_last_deployer_goes_first(deploys: str, begins: int) -> None:
    game = zones(game_of((EMPIRE, ("Marshal", "Reiters + 5x1")), WOLVES), deploys)
    on_to(on_to(game, "first turn").choose("me"), "vanguard")
    assert (game.topic, game.question.seat) == ("vanguard", begins)
    # With one unit each the other goes next, and then the first turn begins.
    game.choose(game.keys[0]).stay()
    assert (game.topic, game.question.seat) == ("vanguard", 1 - begins)
    game.choose(game.keys[0]).stay()
    assert len(game.told(events.TurnBegan)) == 1


@pytest.mark.rule("eow.special.vanguard.alternate")
def test_a_player_with_more_vanguard_goes_on_alone_and_may_leave_units_where_they_are() -> None:
    two = (EMPIRE, ("Marshal", "Reiters + 5x1", "Reiters + 3x2"))
    game = on_to(on_to(zones(game_of(two, WOLVES)), "first turn").choose("me"), "vanguard")
    asked = []
    while game.topic in ("vanguard", "vanguard move"):
        if game.topic == "vanguard":
            asked.append((game.question.seat, len(game.keys) - 1))
            game.choose(game.keys[0])
        else:
            game.stay()
    # Wolves first, who deployed last; then both Reiters one after the other.
    assert asked == [(1, 1), (0, 2), (0, 1)]
    assert not any(unit.vanguard for unit in game.battle.units)


def leading(line: str = RIDERS) -> Play:
    """The Vanguard moves of a battle that the second player deployed first for."""
    table = lay(line, homes=(0, 1), phase="deployment", stage="vanguard")
    table.battle.note(deploys_first=1)
    return table.play({"": 1})


@pytest.mark.rule("eow.special.vanguard.move")
@pytest.mark.parametrize(
    ("steps", "rule"),
    [
        ((Forward(6.0),), ""),
        ((Forward(6.01),), "eow.move.advance.forward"),
        ((Pivot(90.0), Forward(6.0)), ""),
        ((Forward(3.0), Pivot(90.0), Forward(3.0)), ""),
        ((Forward(3.0), Pivot(90.0), Forward(3.1)), "eow.move.advance.forward"),
        ((Wheel(30.0), Forward(3.0)), ""),
        # 4.92" wide: the outer corner ends 5.99" away after 75 degrees, and 6.06" after 76.
        ((Wheel(75.0),), ""),
        ((Wheel(76.0),), "eow.move.total"),
    ],
)
def test_six_inches_whatever_the_advance_rate_with_the_pivots_of_light_troops(
    steps: tuple[Forward | Pivot | Wheel, ...], rule: str
) -> None:
    game = leading().choose(unit="Reiters")
    if rule:
        assert refused_move(game, "advance", *steps) == rule
    else:
        game.move("advance", *steps)
        assert game.unit("Reiters").vanguard


@pytest.mark.rule("eow.special.vanguard.move")
def test_the_slow_go_as_far_as_the_quick() -> None:
    # Seekers have an Advance Rate of 3; as Vanguard they go 6", but no step more.
    line = "Dwarven Holds/Seekers + 6x2 + Vanguard at 18,10 | 1 Vampire Covenant/Zombies + 5x4 at 18,38 face 180"
    game = leading(line).choose(unit="Seekers")
    assert refused_move(game, "advance", Forward(6.1)) == "eow.move.advance.forward"
    game.move("advance", Forward(6.0))
    assert boundary(game.battle, game.unit("Seekers")).y == pytest.approx(16.0)


@pytest.mark.rule("eow.special.vanguard.move", "eow.spacing.one_inch")
def test_the_vanguard_ends_an_inch_from_the_enemy() -> None:
    line = f"{EMPIRE}/Reiters + 5x1 at 18,10 | 1 Vampire Covenant/Zombies + 5x4 at 18,18 face 180"
    game = leading(line).choose(unit="Reiters")
    # 50 mm deep against four ranks of 20 mm: 8 - 0.98 - 1.57 = 5.44" between them.
    assert refused_move(game, "advance", Forward(4.6)) == "eow.move.end_spacing"
    game.move("advance", Forward(4.4))


@pytest.mark.rule("eow.special.vanguard.no_charge")
@pytest.mark.parametrize(("first", "moves", "charges"), [(0, True, False), (0, False, True), (1, True, True)])
def test_who_went_ahead_does_not_charge_in_the_very_first_turn(first: int, moves: bool, charges: bool) -> None:
    line = f"{EMPIRE}/Reiters + 5x1 at 18,18 | 1 Vampire Covenant/Zombies + 5x4 at 18,32 face 180"
    table = lay(line, homes=(0, 1), phase="deployment", stage="vanguard", turn=0, first=first, active=first)
    table.battle.note(deploys_first=1)
    game = table.play({"": 1}).choose(unit="Reiters")
    game.move("advance", Forward(4.0)) if moves else game.stay()
    while not (game.battle.active == 0 and game.topic in ("declare charge", "move")):
        game.decline()
    assert game.offers(unit="Reiters", target="Zombies") is charges


@pytest.mark.rule("eow.special.vanguard.move")
def test_shooters_of_the_vanguard_have_not_moved_when_they_shoot() -> None:
    line = f"{EMPIRE}/Reiters + 5x1 at 18,18 | 1 Vampire Covenant/Zombies + 5x4 at 18,32 face 180"
    table = lay(line, homes=(0, 1), phase="deployment", stage="vanguard", turn=0, first=0, active=0)
    table.battle.note(deploys_first=1)
    game = table.play({"": 1}).choose(unit="Reiters").move("advance", Forward(4.0)).until("shoot")
    (option,) = (option for option in game.options if option.unit is not None)
    needed = next(odds for odds in option.odds if odds.kind == "needed")
    assert "Moving and Shooting" not in [part.why for part in needed.parts]


# The Binding Scroll

ORCS = "Orcs and Goblins"
SCROLL = (
    f"{ORCS}/Orc Shaman + Master + Shamanism at 18,10 | {ORCS}/Trolls + 3x1 at 26,10 | "
    f"1 {EMPIRE}/Marshal + Binding Scroll at 18,30 face 180 | 1 {EMPIRE}/Spearmen + 5x4 at 26,30 face 180"
)


def reading(line: str = SCROLL, **fields: object) -> Play:
    """The first Magic Phase of the battle, before the Flux Card is drawn."""
    return lay(line, phase="magic", homes=(0, 1), **fields).play({"": 1})


def spells_offered(game: Play) -> set[str]:
    return {option.key.split(":")[1] for option in game.options if ":" in option.key}


@pytest.mark.rule("eow.vault.artefact.binding_scroll")
def test_the_scroll_comes_before_the_flux_card_and_names_any_spell_of_the_enemy() -> None:
    game = reading()
    assert (game.topic, game.question.seat, game.told(events.FluxDrawn)) == ("binding scroll", 1, [])
    assert set(game.keys) == {"pass", "Awaken the Beast", "Swarm of Insects", "Break the Spirit"}


@pytest.mark.rule("eow.vault.artefact.binding_scroll")
def test_what_is_bound_in_one_turn_is_free_in_the_next_and_the_scroll_is_gone() -> None:
    game = reading().choose("Awaken the Beast")
    assert "Awaken the Beast" not in spells_offered(game)
    game.until("cast", turn=2)
    assert "Awaken the Beast" in spells_offered(game)
    assert len(game.told(events.SpellBarred)) == 1


@pytest.mark.rule("eow.vault.artefact.binding_scroll")
def test_a_scroll_that_was_kept_may_be_used_a_turn_later() -> None:
    game = reading().choose("pass")
    assert "Awaken the Beast" in spells_offered(game)
    game.until("binding scroll", turn=2)
    game.choose("Break the Spirit")
    assert game.unit("Marshal").used == ("Binding Scroll",)


@pytest.mark.rule("eow.vault.artefact.binding_scroll")
@pytest.mark.parametrize(
    ("change", "asked"),
    [
        ({}, True),
        ({"fleeing": True}, True),
        ({"pose": None, "fate": "destroyed", "models": 0}, False),
        ({"pose": None, "reserve": True}, False),
    ],
)
def test_the_scroll_needs_its_bearer_on_the_table(change: dict[str, object], asked: bool) -> None:
    table = lay(SCROLL, phase="magic", homes=(0, 1)).set("Marshal", **change)
    assert (table.play({"": 1}).topic == "binding scroll") is asked


@pytest.mark.rule("eow.vault.artefact.binding_scroll")
def test_the_bearer_reads_the_scroll_from_the_ranks_too() -> None:
    table = lay(SCROLL, phase="magic", homes=(0, 1)).join("Marshal", "Spearmen")
    assert table.play({"": 1}).topic == "binding scroll"


@pytest.mark.rule("eow.vault.artefact.binding_scroll")
def test_every_version_of_a_bound_spell_is_bound() -> None:
    # Arise! may be cast for two values.
    line = (
        "Vampire Covenant/Vampire Courtier + Evocation at 18,10 | Vampire Covenant/Zombies + 5x4 at 26,10 models=12 | "
        f"1 {EMPIRE}/Marshal + Binding Scroll at 18,30 face 180"
    )
    game = reading(line)
    bound = next(key for key in game.keys if key != "pass")
    free = reading(line).choose("pass")
    assert len([key for key in free.keys if f":{bound}:" in key]) >= 1
    assert [key for key in game.choose(bound).keys if f":{bound}:" in key] == []


# The Crown of the Wizard King

CROWN = (EMPIRE, ("Marshal + Crown of the Wizard King", "Spearmen + 5x4", "Wizard + Pyromancy"))
PATHS = ["Alchemy", "Cosmology", "Divination", "Druidism", "Evocation", "Occultism", "Shamanism", "Thaumaturgy"]


@pytest.mark.rule("eow.vault.artefact.crown_of_the_wizard_king")
def test_the_path_of_the_crown_is_chosen_before_deployment_and_not_one_of_the_own_wizards() -> None:
    game = on_to(game_of(CROWN, WOLVES), "path of the crown")
    assert (game.topic, game.question.seat) == ("path of the crown", 0)
    assert all(unit.pose is None for unit in game.battle.units)
    # The enemy's Courtier has Evocation, which is nothing to the Marshal; Battle Runes are for Dwarves (EOW-R214).
    assert sorted(game.keys) == sorted([*PATHS, "Witchcraft"])


@pytest.mark.rule("eow.vault.artefact.crown_of_the_wizard_king")
def test_the_crown_makes_an_apprentice_who_casts_one_spell_and_does_not_channel() -> None:
    line = (
        f"{EMPIRE}/Marshal + Crown of the Wizard King at 18,10 | {EMPIRE}/Spearmen + 5x4 at 26,10 | "
        "1 Vampire Covenant/Ghouls + 5x3 at 18,24 face 180"
    )
    table = lay(line, phase="magic", homes=(0, 1)).set("Marshal", used=("Crown of the Wizard King: Pyromancy",))
    game = table.play([1])
    # Flux Card 1: four dice, and none by Channel.
    assert (game.topic, game.battle.pools[0]) == ("cast", 4)
    assert spells_offered(game) == {"Fireball"}


@pytest.mark.rule("eow.vault.artefact.crown_of_the_wizard_king")
def test_a_bound_spell_of_the_crown_is_bound() -> None:
    line = (
        f"{EMPIRE}/Marshal + Crown of the Wizard King at 18,10 | 1 Vampire Covenant/Ghouls + 5x3 at 26,24 face 180 | "
        f"1 {EMPIRE}/Marshal + Binding Scroll at 18,30 face 180"
    )
    table = lay(line, phase="magic", homes=(0, 1))
    table.battle.units[0].used = ("Crown of the Wizard King: Pyromancy",)
    game = table.play({"": 1})
    assert game.keys == ["pass", "Fireball"]
    game.choose("Fireball")
    assert game.topic != "cast" or "Fireball" not in spells_offered(game)
