"""The guidelines of Regiments: which armies may enter, mixed armies, sideboards, destruction points, open lists."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from tests.campaign.tournament.events import Event
from tests.regiments.harness import draw, regiment
from tests.regiments.test_lists import unit
from warhost.campaign import opening
from warhost.campaign.contract import told_result
from warhost.campaign.headless import fight_out
from warhost.campaign.tournament import CAMPAIGN, Entrant, Settings, entered
from warhost.campaign.tournament.book_of import book_of
from warhost.campaign.tournament.guidelines import army_problems, destruction_points
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Chosen, Game, Refused, Ticked, luck_of, record_of, replay
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments.core import ArmyList, Battle, Regiment
from warhost.rulesets.regiments.lists.house import ready_list
from warhost.rulesets.regiments.ruleset import RULESET

MIXED = Settings(mixed=True)
SIDES = Settings(sideboards=True)


def army(*regiments: Regiment, name: str = "Army") -> ArmyList:
    return ArmyList(name=name, limit=0, regiments=regiments)


def of(points: int, faction: str = "Realm", name: str = "Guards", many: int = 4) -> list[Regiment]:
    """Some units, no two alike, that cost so much together."""
    share, rest = divmod(points, many)
    return [unit(f"{name} {n}", 10, share + (rest if n == 0 else 0), faction=faction) for n in range(many)]


def heroes(number: int, cost: int = 50, faction: str = "Realm") -> list[Regiment]:
    return [unit(f"Captain {n}", 1, cost, "Hero", faction=faction) for n in range(number)]


def rules(settings: Settings, main: ArmyList, sides: Sequence[ArmyList] = (), primary: str = "") -> list[str | None]:
    return [problem.rule for problem in army_problems(settings, main, sides, primary)]


@pytest.mark.rule("aofr.tourney.game_size")
def test_all_armies_have_the_size_of_the_tournament() -> None:
    assert not rules(Settings(), army(*of(1500)))
    assert rules(Settings(), army(*of(1505))) == ["aofr.army.points_limit"]
    assert "the tournament" in str(army_problems(Settings(), army(*of(1505)))[0])


@pytest.mark.rule("aofr.tourney.force_lists")
def test_lists_keep_the_limits_of_force_organisation() -> None:
    assert not rules(Settings(), army(*heroes(4), *of(1000)))
    assert rules(Settings(), army(*heroes(5), *of(1000))) == ["aofr.army.fo_heroes"]
    assert not rules(Settings(force_organisation=False), army(*heroes(5), *of(1000)))
    entrants = [Entrant(name=name, army="Army", list=list_data(army(*heroes(5), *of(1000)))) for name in ("Ann", "Ben")]
    with pytest.raises(WarhostError, match=r"Ann: .*heroes"):
        entered(Settings(), entrants)


@pytest.mark.rule("aofr.tourney.mixed_factions")
def test_a_mixed_army_has_two_factions_and_names_one_of_them() -> None:
    two = army(*of(900, "Elves"), *of(600, "Dwarves", "Miners"))
    assert rules(Settings(), two, primary="Elves") == ["aofr.tourney.mixed_factions"]
    assert not rules(MIXED, two, primary="Elves")
    assert rules(MIXED, two) == ["aofr.tourney.mixed_factions"]
    three = army(*of(900, "Elves"), *of(300, "Dwarves", "Miners", 2), *of(300, "Orcs", "Boys", 2))
    assert rules(MIXED, three, primary="Elves") == ["aofr.tourney.mixed_factions"]
    assert not rules(Settings(), army(*of(1500)))


def test_who_names_no_primary_faction_on_a_page_has_the_larger_one() -> None:
    two = list_data(army(*of(600, "Dwarves", "Miners"), *of(900, "Elves")))
    players = [opening.Entrant(name, "Army", two) for name in ("Ann", "Ben")]
    state = CAMPAIGN.begin("aofr", players, {"mixed": True})
    assert [entrant.primary for entrant in state.entrants] == ["Elves", "Elves"]


@pytest.mark.rule("aofr.tourney.mixed_primary")
def test_six_tenths_of_a_mixed_army_are_of_its_primary_faction() -> None:
    assert not rules(MIXED, army(*of(900, "Elves"), *of(600, "Dwarves", "Miners")), primary="Elves")
    short = army(*of(895, "Elves"), *of(605, "Dwarves", "Miners"))
    assert rules(MIXED, short, primary="Elves") == ["aofr.tourney.mixed_primary"]
    # The share is that of the list's own points, not of the game's.
    assert not rules(MIXED, army(*of(600, "Elves"), *of(400, "Dwarves", "Miners")), primary="Elves")


@pytest.mark.rule("aofr.tourney.mixed_heroes")
def test_heroes_of_a_mixed_army_join_their_own() -> None:
    (elf,) = heroes(1, faction="Elves")
    first, *elves = of(900, "Elves")
    guest, *miners = of(450, "Dwarves", "Miners")
    own = army(msgspec.structs.replace(first, hero=elf), *elves, guest, *miners)
    assert not rules(MIXED, own, primary="Elves")
    strange = army(first, *elves, msgspec.structs.replace(guest, hero=elf), *miners)
    assert rules(MIXED, strange, primary="Elves") == ["aofr.tourney.mixed_heroes"]
    assert rules(MIXED, strange, primary="Dwarves") == ["aofr.tourney.mixed_primary", "aofr.tourney.mixed_heroes"]


@pytest.mark.rule("aofr.tourney.sideboard_main")
def test_a_main_list_is_seven_tenths_of_the_game_at_most() -> None:
    side = army(*of(450, name="Reserves"), name="Reserves")
    assert not rules(SIDES, army(*of(1050)), [side])
    assert "aofr.tourney.sideboard_main" in rules(SIDES, army(*of(1055)), [side])


@pytest.mark.rule("aofr.tourney.sideboard_lists")
def test_up_to_three_sideboards_are_three_tenths_of_the_game_each() -> None:
    main = army(*of(1050))
    good = army(*of(450, name="Reserves"), name="Reserves")
    assert not rules(SIDES, main, [good] * 3)
    assert rules(SIDES, main, [good] * 4) == ["aofr.tourney.sideboard_lists"]
    assert rules(SIDES, main, []) == ["aofr.tourney.sideboard_lists"]
    dear = army(*of(455, name="Reserves"), name="Reserves")
    assert "aofr.tourney.sideboard_lists" in rules(SIDES, main, [dear])
    assert rules(Settings(), army(*of(1500)), [good]) == ["aofr.tourney.sideboard_lists"]


@pytest.mark.rule("aofr.tourney.sideboard_composition")
def test_main_list_and_sideboard_together_keep_the_limits() -> None:
    main = army(*heroes(3), *of(900))
    first, second = heroes(2)
    two = army(msgspec.structs.replace(first, name="Rider"), msgspec.structs.replace(second, name="Sage"), name="Two")
    assert rules(SIDES, main, [two]) == ["aofr.army.fo_heroes"]
    one = army(*two.regiments[:1], name="One")
    assert not rules(SIDES, main, [one])


def brought(name: str) -> Entrant:
    main = army(*of(1050), name=f"{name}'s Army")
    sides = [army(*of(400 + n, name=f"Reserve {n}"), name=f"Reserve {n}") for n in range(3)]
    data = [msgspec.json.decode(msgspec.json.encode(list_data(one))) for one in (main, *sides)]
    return Entrant(name=name, army=main.name, list=data[0], sideboards=tuple(data[1:]))


@pytest.mark.rule("aofr.tourney.sideboard_pick")
def test_players_pick_a_sideboard_in_secret_and_both_are_revealed_together() -> None:
    event = Event([brought("Ann"), brought("Ben")], points=1500, sideboards=True).desk()
    ask = event.season.ask_of(0)
    assert ask is not None
    assert "Ben's Army, Reserve 0, Reserve 1 and Reserve 2" in ask.question.note
    shown = msgspec.json.encode(CAMPAIGN.telling(event.state))
    event.season.answer(Chosen("2"), 0)
    # Nothing is seen of the first pick before the second is made.
    assert msgspec.json.encode(CAMPAIGN.telling(event.state)) == shown
    assert not event.season.fixtures
    with pytest.raises(Refused):
        event.season.answer(Chosen("0"), 0)
    event.season.answer(Chosen("1"), 1)
    (fixture,) = event.season.fixtures
    names = {
        event.state.players[player]: [regiment["name"] for regiment in (fixture.setup.list_of(seat) or {})["regiments"]]
        for seat, player in enumerate(fixture.players)
    }
    assert names["Ann"] == [*(f"Guards {n}" for n in range(4)), *(f"Reserve 2 {n}" for n in range(4))]
    assert names["Ben"] == [*(f"Guards {n}" for n in range(4)), *(f"Reserve 1 {n}" for n in range(4))]
    RULESET.set_up(fixture.setup)
    # The next match is another pick.
    event.result("A", "A")
    event.desk()
    assert event.season.ask_of(1) is not None


def test_one_sideboard_needs_no_question() -> None:
    one = [msgspec.structs.replace(brought(name), sideboards=brought(name).sideboards[:1]) for name in ("Ann", "Ben")]
    event = Event(one, points=1500, sideboards=True).desk()
    assert len((event.fixture("A").setup.list_of(0) or {})["regiments"]) == 8


@pytest.mark.rule("aofr.tourney.open_lists")
def test_lists_are_open_before_and_during_a_match() -> None:
    event = Event([brought("Ann"), brought("Ben")], points=1500, sideboards=True)
    for _ in range(3):
        told = CAMPAIGN.telling(event.state).rosters[1]
        assert len(told.units) == 16
        assert {unit.name for unit in told.units} >= {"Guards 0", "Reserve 0 0", "Reserve 2 3"}
        assert told.units[0].cost == 264
        assert dict(told.units[0].figures)["Quality"] == "4+"
        event.desk()
        for player in (0, 1):
            event.season.answer(Chosen("0"), player)
        assert CAMPAIGN.telling(event.state).rosters[1] == told
        # In the battle each player sees the enemy's regiments in full.
        battle = RULESET.set_up(event.fixture("A").setup)
        seen = RULESET.view(battle, 0)
        assert isinstance(seen, Battle)
        assert seen.scene.regiments == battle.scene.regiments
        event.result("A", "A")
    sheets = book_of("aofr").sheets(Settings(points=750), Entrant(name="Cay", army="Unburied Host"))
    assert sheets[0].rows


@pytest.mark.rule("aofr.tourney.destruction_points")
def test_destruction_points_are_the_cost_of_what_is_destroyed_or_shaken_at_the_end() -> None:
    table = draw(
        "Pike Company at 36,10 | Tent Guard at 20,40 face 180 | Tent Guard at 36,40 face 180 | "
        "Tent Guard at 52,40 face 180"
    )
    battle = table.play().battle
    cost = battle.regiment(battle.units[1]).points
    assert cost
    assert destruction_points(battle, 0) == 0
    battle.units[1].fate, battle.units[1].pose = "destroyed", None
    battle.units[2].shaken = True
    assert destruction_points(battle, 0) == 2 * cost
    assert destruction_points(battle, 1) == 0
    battle.units[3].fate = "routed"
    assert destruction_points(battle, 0) == 3 * cost
    battle.units[1].fate = "left"
    battle.units[2].reserve = "ambush"
    assert destruction_points(battle, 0) == cost


@pytest.mark.rule("aofr.tourney.destruction_points")
def test_a_hero_counts_with_the_unit_that_it_joined() -> None:
    khan = regiment(size=1, rules=["Hero", "Tough(3)"], cost=80)
    table = draw("Pike Company at 36,10 | Guard at 36,40 face 180", Guard=regiment(hero=khan, cost=120))
    battle = table.play().battle
    host = battle.units[1]
    points = battle.regiment(host).points
    assert points == 200
    host.hero = False
    assert destruction_points(battle, 0) == 0
    host.shaken = True
    assert destruction_points(battle, 0) == points


@pytest.mark.rule("aofr.tourney.destruction_points")
def test_the_record_of_a_battle_tells_its_destruction_points() -> None:
    event = Event(2, options={"rounds": 12}).desk()
    (fixture,) = event.season.fixtures
    record = fight_out(fixture, ("random", "random"), "spoils 1")
    result = told_result(CAMPAIGN, fixture, record)
    battle = replay(record, RULESET).battle
    assert isinstance(battle, Battle)
    expected = [
        sum(
            battle.regiment(unit).points
            for unit in battle.units
            if unit.seat == enemy and (unit.fate in ("destroyed", "routed") or (unit.shaken and not unit.fate))
        )
        for enemy in (1, 0)
    ]
    assert result.told["destruction"] == expected
    assert sum(expected)
    event.season.report(result)
    assert sorted(one for match in event.state.rounds[0].matches for one in match.destruction) == sorted(expected)


@pytest.mark.rule("aofr.tourney.clocks")
def test_matches_are_played_with_what_the_organisers_agreed_on() -> None:
    event = Event(2, clocks=True, fortune=True, mixed=True, minutes=60).desk()
    assert event.fixture("A").setup.options["parts"] == ["fortune", "chess_clocks:30", "own_heroes"]
    RULESET.set_up(event.fixture("A").setup)
    with pytest.raises(WarhostError, match="none has 11 minutes"):
        Event(2, clocks=True, minutes=22)
    with pytest.raises(WarhostError, match='no mission "dual"'):
        Event(2, missions=("dual",))


@pytest.mark.rule("aofr.tourney.clock_out")
def test_who_runs_out_of_time_gives_the_opponent_all_its_points() -> None:
    event = Event(2, clocks=True).desk()
    (fixture,) = event.season.fixtures
    game = Game(RULESET, RULESET.set_up(fixture.setup), luck_of(Chance("late")))
    while game.battle.turn < 2:
        game.answer(game.asked.suggestions()[0], game.asked.question.seat)
    late = game.asked.question.seat
    game.answer(Ticked(), late)
    event.season.report(told_result(CAMPAIGN, fixture, record_of(game, fixture.setup)))
    (match,) = event.state.rounds[0].matches
    assert match.winners == (fixture.players[1 - late],)
    army = event.state.entrants[fixture.players[late]].army
    assert match.destruction[1 - late] == ready_list(army, 750).points
    assert match.victory[1 - late] == 3


@pytest.mark.rule("aofr.tourney.open_lists")
def test_units_of_open_lists_are_called_so_that_each_can_be_told() -> None:
    event = Event(4, points=1500)
    roster = next(one for one in CAMPAIGN.telling(event.state).rosters if one.name == "Unburied Host")
    names = [one.name for one in roster.units]
    assert names[:2] == ["Barrow Guard (combined)", "Barrow Lord, in Barrow Guard (combined)"]
    assert len(names) == len(set(names))
    assert "Points" not in dict(roster.units[0].figures)
