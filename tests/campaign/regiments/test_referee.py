"""The campaign chapter read line by line by a referee: positions set up by hand, and what the book says of each.

Every position is worked out from the book alone; whatever the program does otherwise is a mistake of one of the two.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.campaign.regiments.harness import LEAGUE, Run, army, fought, gained, hero, season, sheet, state, unit
from warhost.campaign.regiments import Entrant, SheetUnit, Terms, campaign_types
from warhost.campaign.regiments.armies.sheet import ArmyTold, CampaignState, Fate, Length, UnitTold, value_of
from warhost.campaign.regiments.steps import (
    casualties,
    experience,
    mission_setup,
    play_mission,
    preparation,
    recruiting,
    upgrades,
)
from warhost.errors import WarhostError
from warhost.muster.building.buying import Pick
from warhost.play import Refused

SURVIVED: Fate = "survived"
DESTROYED: Fate = "destroyed"
ROUTED: Fate = "routed"


# Campaign types: "D6+4"


@pytest.mark.parametrize(("face", "length"), [(1, 5), (2, 6), (3, 7), (4, 8), (5, 9), (6, 10)])
@pytest.mark.parametrize("kind", ["game-limited", "point-limited", "time-limited"])
def test_a_campaign_lasts_d6_plus_4(kind: Length, face: int, length: int) -> None:
    made = state(army(0), army(1), terms=Terms(type=kind))
    Run(campaign_types.roll_length(made), [face])
    assert made.length == length


@pytest.mark.parametrize(
    ("kind", "vp", "mission", "weeks", "over", "winners"),
    [
        ("game-limited", (4, 2), 6, 0, False, ()),
        ("game-limited", (4, 2), 7, 0, True, (0,)),
        ("game-limited", (4, 4), 7, 0, True, (0, 1)),
        ("point-limited", (6, 2), 3, 0, False, ()),
        ("point-limited", (2, 8), 4, 0, True, (1,)),
        ("point-limited", (7, 8), 4, 0, True, (1,)),
        ("time-limited", (2, 4), 9, 6, False, ()),
        ("time-limited", (2, 4), 9, 7, True, (1,)),
        ("endless", (40, 2), 99, 99, False, ()),
    ],
)
def test_when_a_campaign_of_seven_ends_and_who_wins_it(
    kind: Length, vp: tuple[int, int], mission: int, weeks: int, over: bool, winners: tuple[int, ...]
) -> None:
    armies = [army(n, unit(f"U{n}"), vp=points, matches=mission) for n, points in enumerate(vp)]
    made = state(*armies, terms=Terms(type=kind), mission=mission, weeks=weeks, length=7)
    assert campaign_types.has_ended(made) == over
    if over:
        campaign_types.end(made)
        assert made.winners == winners


@pytest.mark.parametrize(
    ("vp", "matches", "score"), [(6, 3, Fraction(2)), (4, 5, Fraction(4, 5)), (0, 4, Fraction(0)), (0, 0, Fraction(0))]
)
def test_in_parallel_play_and_with_late_joiners_vp_are_divided_by_matches(
    vp: int, matches: int, score: Fraction
) -> None:
    one = army(0, unit("A"), vp=vp, matches=matches)
    assert campaign_types.score(Terms(parallel=True), one) == score
    assert campaign_types.score(Terms(late_joiners=True), one) == score
    assert campaign_types.score(Terms(), one) == vp


# Preparation: 750 points, 150 may be saved, one hero


@pytest.mark.parametrize(
    ("picks", "why"),
    [
        # 3 x 190 + 75 + 75 = 720: 30 saved.
        (("Pike Company combined",) * 3 + ("Bridge Marshal", "Toll Rangers"), ""),
        # 600: exactly 150 saved.
        (("Crossbow Company combined", "Crossbow Company combined"), ""),
        # 595: 155 saved.
        (("Crossbow Company combined", "Pike Company combined", "Chain Chariot"), "no more than 150"),
        # 750: nothing saved.
        (("Crossbow Company combined", "Crossbow Company combined", "Undercroft Knives combined"), ""),
        # 755
        (("Crossbow Company combined", "Gilded Lancers combined", "Bill Guard combined", ""), "755"),
        # two heroes
        (("Crossbow Company combined", "Crossbow Company", "Bridge Marshal", "Guild Augur"), "one is the most"),
    ],
)
def test_a_starting_army(picks: tuple[str, ...], why: str) -> None:
    units = []
    for number, name in enumerate(filter(None, picks)):
        entry = name.removesuffix(" combined")
        pick = Pick(unit=entry, size="combined" if name != entry else "")
        if why == "755" and not number:
            pick = Pick(unit=entry, size="combined", options=("Sergeant",))
        units.append((f"U{number}", pick))
    entrants = (Entrant("One", LEAGUE, tuple(units)), Entrant("Other", LEAGUE))
    if not why:
        made = season(Terms(type="endless"), *entrants)
        assert len(sheet(made).armies[0].units) == len(units)
        return
    with pytest.raises(WarhostError, match=why):
        season(Terms(type="endless"), *entrants)


# 1. Mission setup


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ((1000, 1000), (0, 0)),
        ((1000, 1049), (0, 0)),
        ((1000, 1050), (1, 0)),
        ((1000, 1099), (1, 0)),
        ((1100, 1000), (0, 2)),
        ((1000, 1250), (5, 0)),
        ((700, 950, 800), (5, 0, 3)),
    ],
)
def test_underdog_points(values: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert tuple(mission_setup.underdog_points(values, seat) for seat in range(len(values))) == points


@pytest.mark.parametrize(("more", "stays"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_no_army_brings_over_250_points_more(more: int, stays: int) -> None:
    """Pikes of 95 points: two more of them are 190, three 285."""
    strong = [unit(f"S{n}") for n in range(3 + more)]
    made = state(army(0, unit("W0"), unit("W1")), army(1, *strong))
    Run(mission_setup.setup(made), dice=[2, 2], answers=[f"S{n}" for n in range(stays)])
    (match,) = made.matches
    brought = dict(zip(match.players, match.fielded, strict=True))
    assert len(brought[1]) == 3 + more - stays
    assert len(brought[0]) == 2


@pytest.mark.parametrize(
    ("faces", "objective"),
    [
        ([2], "Honor"),
        ([4], "Recovery"),
        ([5], "Rage"),
        ([6], "Destruction"),
        ([1, 3, 6], "Destruction"),  # three units and no caster: neither Mastery nor Casting can be completed
    ],
)
def test_special_objectives(faces: list[int], objective: str) -> None:
    units = [unit(f"U{n}") for n in range(3)]
    made = state(army(0, *units), army(1, unit("X")))
    assert Run(mission_setup.special_objective(made, 0, units), faces).result.name == objective


def test_a_caster_can_complete_casting_and_four_units_mastery() -> None:
    four = [hero("H", "Guild Augur"), *(unit(f"U{n}") for n in range(3))]
    made = state(army(0, *four), army(1, unit("X")))
    assert Run(mission_setup.special_objective(made, 0, four), [3]).result.name == "Casting"
    assert Run(mission_setup.special_objective(made, 0, four), [1]).result.name == "Mastery"


# 2. Play mission


@pytest.mark.parametrize(
    ("winner", "objectives", "vp", "points"),
    [
        (0, (False, False), (2, 0), (150, 300)),
        (1, (False, False), (0, 2), (300, 150)),
        (0, (True, False), (2, 0), (225, 300)),
        (0, (False, True), (2, 0), (150, 375)),
        (1, (True, True), (0, 2), (375, 225)),
    ],
)
def test_what_a_mission_brings(
    winner: int, objectives: tuple[bool, bool], vp: tuple[int, int], points: tuple[int, int]
) -> None:
    made = state(army(0, unit("A")), army(1, unit("B")))
    one, other = (ArmyTold(objective=done) for done in objectives)
    play_mission.reward(made, fought(made, winner, one=one, other=other))
    assert tuple(owner.vp for owner in made.armies) == vp
    assert tuple(owner.purse for owner in made.armies) == points


# 3. Check for casualties


def casualty(one: SheetUnit, faces: list[int], terms: Terms | None = None) -> CampaignState:
    """Ann's unit was destroyed; these dice fall for it."""
    made = state(army(0, one, unit("Z")), army(1, unit("B")), terms=terms)
    fought(made, 1, told={one.name: UnitTold(unit=one.name, fate=DESTROYED)})
    Run(casualties.check(made), faces)
    return made


@pytest.mark.parametrize(("face", "left", "xp"), [(1, 0, 0), (2, 1, 3), (3, 1, 3), (4, 1, 3), (5, 1, 3), (6, 1, 4)])
def test_a_regular_casualty(face: int, left: int, xp: int) -> None:
    made = casualty(unit("A", xp=3), [face])
    found = [one for one in made.armies[0].units if one.name == "A"]
    assert len(found) == left
    assert all(one.xp == xp for one in found)


@pytest.mark.parametrize(
    ("faces", "change", "name"),
    [
        ([2], 0, ""),
        ([5], 0, ""),
        ([1, 2], -5, "Chest Wound"),
        ([1, 3], -5, "Blinded Eye"),
        ([1, 4], -5, "Arm Injury"),
        ([1, 5], -5, "Traumatized"),
        ([1, 6], -5, "Smashed Leg"),
        ([6, 2], 5, "Motivated"),
        ([6, 3], 5, "Crazed"),
        ([6, 4], 5, "Bitter Rivalry"),
        ([6, 5], 5, "Horrible Scars"),
        ([6, 6], 5, "Toughened"),
    ],
)
def test_a_hero_that_is_a_casualty(faces: list[int], change: int, name: str) -> None:
    made = casualty(hero("A"), faces)
    (one,) = [one for one in made.armies[0].units if one.name == "A"]
    assert value_of(made, made.armies[0], one) == 75 + change
    assert [trait.name for trait in one.gained] == ([name] if name else [])


def test_a_hero_may_die_and_may_show_natural_talent() -> None:
    assert [one.name for one in casualty(hero("A"), [1, 1]).armies[0].units] == ["Z"]
    made = casualty(hero("A", xp=3), [6, 1])
    (one,) = [one for one in made.armies[0].units if one.name == "A"]
    assert (one.xp, value_of(made, made.armies[0], one)) == (4, 80)


def test_a_result_that_a_hero_has_is_rolled_again() -> None:
    made = casualty(hero("A", gained=(gained("injury", "arm_injury"),)), [1, 4, 4, 6])
    (one,) = [one for one in made.armies[0].units if one.name == "A"]
    assert [trait.name for trait in one.gained] == ["Arm Injury", "Smashed Leg"]


@pytest.mark.parametrize(("face", "rests"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_without_permanent_death_units_sit_out_d3_matches_and_lose_what_they_earned(face: int, rests: int) -> None:
    made = casualty(unit("A", xp=3), [1, face], Terms(no_permadeath=True))
    (one,) = [one for one in made.armies[0].units if one.name == "A"]
    assert (one.rests, one.xp) == (rests, 3)
    Run(experience.earn(made))
    assert made.armies[0].unit("A").xp == 3


# 4. Earn experience


@pytest.mark.parametrize(
    ("fate", "kills", "xp"),
    [
        (SURVIVED, (), 1),
        (DESTROYED, (), 0),
        (ROUTED, (), 0),
        (SURVIVED, ("B",), 2),
        (SURVIVED, ("H",), 3),
        (SURVIVED, ("B", "H"), 4),
        (DESTROYED, ("B",), 1),
        (SURVIVED, ("B", "C"), 3),
    ],
)
def test_what_units_learn(fate: Fate, kills: tuple[str, ...], xp: int) -> None:
    made = state(army(0, unit("A"), unit("Z")), army(1, unit("B"), unit("C"), hero("H")))
    told = {"A": UnitTold(unit="A", fate=fate, kills=kills)}
    fought(made, told={**told, **{name: UnitTold(unit=name, fate=DESTROYED) for name in kills}})
    Run(experience.earn(made))
    assert made.armies[0].unit("A").xp == xp


@pytest.mark.parametrize(
    ("before", "after", "levels"), [(3, 4, 0), (4, 5, 1), (9, 10, 1), (28, 29, 0), (29, 30, 1), (30, 30, 0)]
)
def test_a_level_for_every_5_xp_and_30_is_the_most(before: int, after: int, levels: int) -> None:
    made = state(army(0, unit("A", xp=before, levels=before // 5)), army(1, unit("B")))
    fought(made)
    Run(experience.earn(made), dice=[2] * levels)
    one = made.armies[0].unit("A")
    assert (one.xp, one.changes, len(one.gained)) == (after, 25 * levels, levels)


def test_natural_talent_at_30_xp_is_lost() -> None:
    (one, _) = casualty(unit("A", xp=30, levels=6), [6]).armies[0].units
    assert one.xp == 30


@pytest.mark.parametrize(
    ("faces", "answers", "trait"),
    [
        ([1], (), "Agile"),
        ([2], (), "Headstrong"),
        ([3], ("melee",), "Specialist (melee)"),
        ([3], ("shooting",), "Specialist (shooting)"),
        ([4], (), "Resilient"),
        ([5], (), "Elite"),
        ([6], ("elite",), "Elite"),
        ([6], ("specialist", "shooting"), "Specialist (shooting)"),
    ],
)
def test_the_trait_of_a_regular_unit(faces: list[int], answers: tuple[str, ...], trait: str) -> None:
    made = state(army(0, unit("A", xp=4)), army(1, unit("B")))
    fought(made)
    Run(experience.earn(made), faces, answers)
    assert [one.name for one in made.armies[0].unit("A").gained] == [trait]


def test_a_trait_that_a_unit_has_is_rolled_again_but_specialist_comes_twice() -> None:
    known = (gained("trait", "agile"), gained("trait", "specialist", choice="melee"))
    made = state(army(0, unit("A", xp=14, levels=2, gained=known)), army(1, unit("B")))
    fought(made)
    Run(experience.earn(made), [1, 1, 3])  # shooting is all that is left
    assert made.armies[0].unit("A").gained[-1].name == "Specialist (shooting)"


SETS = {
    (1, 2): {"captain": ("Leader", "Instigator", "Tactician"), "support": ("Vanguard", "Scavenger", "Mastermind")},
    (3, 4): {"fighter": ("Duellist", "Fanatic", "Berserker"), "shooter": ("Hunter", "Destroyer", "Suppressor")},
    (5, 6): {"pathfinder": ("Runner", "Prowler", "Climber"), "healer": ("Chemist", "Herbalist", "Warden")},
}
SKILLS = [
    (roll, name, face, skills[(face - 1) // 2])
    for faces, sets in SETS.items()
    for roll in faces
    for name, skills in sets.items()
    for face in (1, 2, 3, 4, 5, 6)
    if (roll + face) % 2  # either die of each pair of results
]


@pytest.mark.parametrize(("roll", "name", "face", "skill"), SKILLS)
def test_the_first_skill_of_a_hero(roll: int, name: str, face: int, skill: str) -> None:
    made = state(army(0, hero("A", xp=4)), army(1, unit("B")))
    fought(made)
    run = Run(experience.earn(made), [roll, face], (name,))
    one = made.armies[0].unit("A")
    assert [trait.name for trait in one.gained] == [skill]
    assert value_of(made, made.armies[0], one) == 75 + 55
    offered = [option.key for option in run.asked[0].options]
    assert offered == list(next(sets for faces, sets in SETS.items() if roll in faces))


def test_a_hero_with_all_of_its_set_rolls_for_another() -> None:
    known = tuple(gained("skill", slug) for slug in ("leader", "instigator", "tactician"))
    made = state(army(0, hero("A", xp=19, levels=3, gained=known, sets=("captain",))), army(1, unit("B")))
    fought(made)
    Run(experience.earn(made), [2, 5])  # of Captain and Support only the other is left
    one = made.armies[0].unit("A")
    assert (one.sets, one.gained[-1].name) == (("captain", "support"), "Mastermind")


# 5. Upgrade armies


@pytest.mark.parametrize(
    ("price", "gain"),
    [(10, 5), (15, 5), (20, 10), (25, 10), (30, 15), (35, 15), (40, 20), (45, 20), (50, 25), (95, 45)],
)
def test_half_of_the_price_rounded_down_to_a_multiple_of_5(price: int, gain: int) -> None:
    assert upgrades.sale_price(price) == gain


@pytest.mark.parametrize(("face", "sold"), [(1, False), (2, False), (3, False), (4, True), (5, True), (6, True)])
def test_an_upgrade_of_5_points_is_sold_on_a_4(face: int, sold: bool) -> None:
    made = state(army(0, unit("A", options=["Sergeant"]), purse=20), army(1, unit("B")))
    run = Run(upgrades.upgrade_army(made, 0), [face], ["sell A Sergeant"])
    assert made.armies[0].purse == (25 if sold else 20)
    assert bool(made.armies[0].unit("A").pick.options) != sold
    if not sold:
        assert "after the next mission" in {one.what: one.why for one in run.asked[-1].denied}["sell A Sergeant"]


def test_an_upgrade_is_bought_for_its_price() -> None:
    made = state(army(0, unit("A"), purse=12), army(1, unit("B")))
    Run(upgrades.upgrade_army(made, 0), answers=["buy A Banner"])
    assert (made.armies[0].purse, made.armies[0].unit("A").pick.options) == (2, ("Banner",))


# 6. Recruit units


@pytest.mark.parametrize(
    ("heroes", "answers", "why"),
    [
        (0, ("Bridge Marshal [1], 75",), ""),
        (2, ("Bridge Marshal [1], 75",), ""),
        (3, ("recruit 0",), "3 heroes, the most"),
        (0, ("Bridge Marshal [1], 75", "recruit 1"), "One hero may be recruited after each mission"),
    ],
)
def test_heroes_are_recruited_one_by_one_and_three_at_most(heroes: int, answers: tuple[str, ...], why: str) -> None:
    made = state(army(0, *(hero(f"H{n}") for n in range(heroes)), purse=900), army(1, unit("B")))
    if why:
        with pytest.raises(Refused, match=why):
            Run(recruiting.recruit_army(made, 0), answers=answers)
        return
    Run(recruiting.recruit_army(made, 0), answers=answers)
    assert sum(one.hero for one in made.armies[0].units) == heroes + 1


def test_any_number_of_units_one_of_them_with_5_xp_for_50_points_more() -> None:
    made = state(army(0, purse=500), army(1, unit("B")))
    answers = ("Pike Company [10], 95", "Pike Company [10] with 5 XP, 145", "Toll Rangers [5], 75")
    Run(recruiting.recruit_army(made, 0), [2], answers)
    owner = made.armies[0]
    assert [one.xp for one in owner.units] == [0, 5, 0]
    assert owner.purse == 500 - 95 - 145 - 75
    assert [value_of(made, owner, one) for one in owner.units] == [95, 120, 75]
    assert len({one.name for one in owner.units}) == 3


def test_whoever_disbands_loses_all_and_may_start_again() -> None:
    made = state(army(0, unit("A", xp=12), vp=6, purse=40), army(1, unit("B")))
    answers = ["disband army", "disband", "Crossbow Company [20]", "Crossbow Company [20]", "done"]
    Run(recruiting.recruit_army(made, 0), answers=answers)
    owner = made.armies[0]
    assert (owner.vp, owner.purse, len(owner.units)) == (0, 150, 2)


def test_the_six_steps_come_in_this_order() -> None:
    assert preparation.STRUCTURE == (
        "mission setup",
        "play mission",
        "check for casualties",
        "earn experience",
        "upgrade armies",
        "recruit units",
    )
