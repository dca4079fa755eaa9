"""What the captain makes of optional parts: it spends where it gains, declines with a reason, and wastes nothing."""

from __future__ import annotations

import pytest

from tests.regiments.harness import Interlude, Play, Table, acts, draw, find, happen, regiment
from tests.regiments.parts import side_missions as with_sides
from tests.regiments.parts.grounds import town
from tests.regiments.parts.playing import decision
from warhost.dice import Chance
from warhost.play.counsel.counsel import Term
from warhost.play.questions import Choose, Chosen, Kind, Option
from warhost.players import named_player
from warhost.rulesets.regiments.core import Battle, Marker, Regiment, Settings, SpellEffect, SpellText, optional
from warhost.rulesets.regiments.parts.action_boosting import Boosting
from warhost.rulesets.regiments.parts.army_terrain import advice as terrain_advice
from warhost.rulesets.regiments.parts.army_terrain.pieces import kind_of
from warhost.rulesets.regiments.parts.command_points import doctrines, universal
from warhost.rulesets.regiments.parts.command_points.purse import Purse
from warhost.rulesets.regiments.parts.feats.state import Feats
from warhost.rulesets.regiments.parts.side_missions import advice as side_advice
from warhost.rulesets.regiments.parts.twists_and_gambits import advice as gambit_advice
from warhost.rulesets.regiments.parts.twists_and_gambits.state import Twisted
from warhost.rulesets.regiments.parts.unit_psychology.state import tell
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel
from warhost.table import Pose

FOOT = regiment(size=5)
STRONG = regiment(size=10, quality=3, weapons=["Axe (A3, AP(1))"])
BOWS = regiment(size=5, weapons=['Bow (24", A1)'])
SHOCK = ("shock", "shock")


def commanded(line: str, points: tuple[int, int] = (4, 4), **regiments: Regiment) -> Table:
    made = draw(line, Settings(parts=("command_points:growing",), points=750), **regiments).having(turn=2)
    optional.keep(made.battle, "command_points", Purse("growing", points, SHOCK))
    return made


def worths(play: Play) -> dict[str, float]:
    """What each option of the open question is worth to who is asked."""
    counsel = RegimentsCounsel(play.battle, play.question.seat)
    return {option.key: sum(term[0] for term in counsel.choice(play.question, option)) for option in play.options}


def labels(play: Play) -> list[str]:
    return [reason.label for reason in decision(play).reasons]


# Command points


def test_a_sweeping_move_is_bought_for_a_good_charge_only() -> None:
    line = "Axes at 36,10 | Foe at 36,26 face 180"
    good = acts(commanded(line, Axes=STRONG, Foe=FOOT).touch("Axes", "Foe", gap=15), "Axes")
    assert decision(good).answer == Chosen("sweeping_move")
    hopeless = acts(commanded(line, Axes=FOOT, Foe=STRONG).touch("Axes", "Foe", gap=15), "Axes")
    assert decision(hopeless).answer == Chosen("pass")


def test_a_sweeping_move_is_not_bought_beside_a_charge_that_is_as_good() -> None:
    line = "Axes at 36,10 | Near at 36,20 face 180 | 1 Far at 44,26 face 180"
    made = commanded(line, Axes=STRONG, Near=FOOT, Far=FOOT).touch("Axes", "Near", gap=6)
    play = acts(made, "Axes")
    assert play.topic == "stratagem"
    assert worths(play)["sweeping_move"] < 0.0


@pytest.mark.parametrize(("at", "moves"), [((36.0, 8.0), True), ((4.0, 44.0), False)])
def test_hit_and_run_is_bought_to_get_to_an_objective(at: tuple[float, float], moves: bool) -> None:
    made = commanded("Foot at 36,10 | Foe at 36,14 face 180", Foot=regiment(size=5, cost=200), Foe=FOOT)
    made.having(markers=(Marker(*at),))
    play = acts(made, "Foot", {"to hit": 1}).charge("Foot", "Foe")
    while "hit_and_run" not in play.keys:
        play.decline()
    assert (worths(play)["hit_and_run"] > 0.0) is moves


def test_who_declines_says_which_stratagem_came_nearest() -> None:
    made = commanded("Foot at 36,10 | 1 Foe at 36,40 face 180", Foot=FOOT, Foe=FOOT)
    play = happen(made, lambda battle: universal.initiative(battle, 0))
    assert play.topic == "stratagem"
    assert decision(play).answer == Chosen("pass")
    assert labels(play) == ["rather than Waive Initiative (2 CP): costs command points"]


@pytest.mark.parametrize(("gap", "stops"), [(6.0, True), (20.0, False)])
def test_the_initiative_is_defended_where_a_charge_hangs_on_it(gap: float, stops: bool) -> None:
    made = commanded("Axes at 36,10 | 1 Foe at 36,30 face 180", Axes=STRONG, Foe=STRONG).touch("Axes", "Foe", gap=gap)
    play = happen(made, lambda battle: universal.initiative(battle, 0)).choose("pass").choose("seize_initiative")
    assert play.topic == "stop a stratagem"
    assert (decision(play).answer == Chosen("stop")) is stops


@pytest.mark.parametrize(
    ("own", "doctrine"),
    [
        (BOWS, "hunting"),
        (regiment(size=5, quality=3), "shock"),
        (regiment(size=1, quality=3, rules=["Caster(2)"], weapons=['Bow (24", A1)']), "tactical"),
    ],
)
def test_the_doctrine_suits_the_army(own: Regiment, doctrine: str) -> None:
    made = draw("0 A off | 1 B off", Settings(parts=("command_points:growing",), points=750), A=own, B=FOOT)
    play = made.play({"times": 1}, stage="set aside", turn=0)
    while play.question.seat != 0:
        play.choose("shock")
    assert max(worths(play), key=lambda key: worths(play)[key]) == doctrine


# Side-missions, gambits, feats


def test_units_of_nobody_are_no_prize_of_a_side_mission() -> None:
    giant = regiment(size=1, rules=["Tough(12)"])
    table = with_sides.lay("0 A at 4,6 | 1 B at 36,42", {"A": with_sides.FOOT, "B": giant})
    assert side_advice.prize(table.battle, 0, table.unit("B"), ("erase",)) > 1.0
    table.set("B", seat=-1)
    assert side_advice.prize(table.battle, 0, table.unit("B"), ("erase",)) == 1.0


def test_objectives_that_score_a_gambit_in_hand_count_more() -> None:
    table = draw("0 A at 4,6 | 1 B at 36,42", Settings(parts=("twists_and_gambits",)), A=FOOT, B=FOOT)
    table.having(turn=1, markers=tuple(Marker(10.0 * number, 24.0) for number in range(1, 6)))
    optional.keep(table.battle, "twists_and_gambits", Twisted(zones=(3, 4), hands=(("b2", "b6", "a3"), ("a1",))))
    counts = [[gambit_advice.marker_weight(table.battle, seat, number) for number in range(5)] for seat in (0, 1)]
    assert counts == [[1.5, 1.0, 1.0, 1.5, 1.0], [1.0, 1.0, 1.0, 1.5, 1.0]]


def roars(**changes: object) -> Interlude:
    settings = Settings(parts=("feats",))
    made = draw("Mine at 36,10 | Foe at 36,20 face 180", settings, Mine=regiment(1, rules=["Tough(12)"]), Foe=FOOT)
    optional.keep(made.battle, "feats", Feats(heroic=(0, 0), monstrous=(2, 0)))
    made.having(turn=1).touch("Mine", "Foe", gap=5.0).set("Foe", activated=True, **changes)
    (part,) = optional.in_force(settings.parts)
    return happen(made, lambda battle: part.after_activation(battle, find(battle, "Mine")))


def test_nobody_roars_at_the_shaken() -> None:
    play = roars()
    assert decision(play).answer == Chosen(f"roar>{play.unit('Foe').id}")
    assert "Monstrous Roar: Foe takes a morale test" in [option.label for option in play.options]
    shaken = roars(shaken=True)
    assert decision(shaken).answer == Chosen("no")
    assert labels(shaken)[0].startswith("rather than Monstrous")


# Boosts, units of nobody, spell books, siege tools


@pytest.mark.parametrize(
    ("turn", "far", "spends"), [(4, 17.0, True), (4, 10.0, False), (4, 30.0, False), (2, 17.0, True)]
)
def test_a_rush_is_boosted_to_reach_an_objective(turn: int, far: float, spends: bool) -> None:
    made = draw("0 A at 36,10 | 1 B at 60,44 face 180", Settings(parts=("action_boosting:tactical",)), A=FOOT, B=FOOT)
    made.having(turn=turn, markers=(Marker(36.0, 10.5 + far),))
    optional.keep(made.battle, "action_boosting", Boosting("tactical", points=(1, 1)))
    play = acts(made, "A").choose("rush")
    assert play.topic == "boost action"
    assert (decision(play).answer != Chosen("no")) is spends


def advised(settings: Settings, question: Choose, **regiments: Regiment) -> dict[str, list[Term]]:
    """What speaks for and against each option of a question, in a battle of A against B."""
    battle = draw("0 A at 36,10 | 1 B at 60,44 face 180", settings, **regiments).having(turn=1).battle
    counsel = RegimentsCounsel(battle, question.seat)
    return {option.key: list(counsel.choice(question, option)) for option in question.options}


def asked(topic: str, *keys: str) -> Choose:
    return Choose(
        seat=0,
        topic=topic,
        text="",
        rules=("aofr.pack.choose",),
        options=tuple(Option(key, key, unit=0) for key in keys),
    )


def test_a_unit_of_nobody_is_used_when_it_may_be() -> None:
    settings = Settings(parts=("random_events",))
    terms = advised(settings, asked("neutral unit", "activate"), A=FOOT, B=FOOT)
    assert [score > 0.0 for score, _, _ in terms["activate"]] == [True]


@pytest.mark.parametrize(("own", "better"), [(FOOT, True), (BOWS, False)])
def test_siege_tools_go_to_who_goes_to_the_wall(own: Regiment, better: bool) -> None:
    ((worth, why, _),) = advised(Settings(parts=("siege_battles",)), asked("carrier", "0"), A=own, B=FOOT)["0"]
    assert (worth > 1.0) is better
    assert why == ("goes to the wall anyway" if better else "shoots from afar")


def test_the_most_expensive_spell_is_left_out_of_the_book() -> None:
    effect = SpellEffect(hits=1)
    spells = [
        SpellText(name=name, cost=cost, range=18, target="enemy", effect=effect)
        for name, cost in (("Cheap", 1), ("Grand", 3))
    ]
    mage = regiment(size=1, rules=["Caster(2)"], spells=spells)
    terms = advised(Settings(parts=("winds_of_power",)), asked("spell book", "Cheap", "Grand"), A=mage, B=FOOT)
    assert terms["Grand"][0][0] > terms["Cheap"][0][0] > 0.0


# Fog of war and psychology


@pytest.mark.parametrize(("gap", "answer"), [(6.0, "act"), (24.0, "hesitate")])
def test_nobody_hesitates_while_there_is_somebody_to_charge(gap: float, answer: str) -> None:
    line = "0 A at 20,10 | 1 X at 20,40 face 180 | 1 Y at 60,44 face 180"
    made = draw(line, Settings(parts=("fog_of_war:hesitation",)), A=STRONG, X=FOOT, Y=FOOT).touch("A", "X", gap=gap)
    play = made.play(stage="activate", turn=1)
    assert play.topic == "hesitate"
    assert "You have 1 unit left" in play.question.text
    assert decision(play).answer == Chosen(answer)


def weary(key: str, markers: int = 0, turn: int = 1) -> tuple[object, float]:
    """What an action of exhaustion is to the captain, and what it costs or gains besides."""
    settings = Settings(parts=("unit_psychology:exhaustion",))
    made = draw("0 Unit at 36,10 | 1 Foe at 60,44 face 180", settings, Unit=FOOT, Foe=FOOT)
    made.having(turn=turn, mission="duel")
    unit = made.unit("Unit")
    tell(made.battle, markers=((unit.id, markers),) if markers else ())
    counsel, option = RegimentsCounsel(made.battle, 0), Option(f"unit_psychology:{key}", key, unit=unit.id)
    return counsel.action(unit, option), sum(term[0] for term in counsel.bonus(unit, option))


@pytest.mark.parametrize(("key", "inches"), [("advance", 8.0), ("rush", 16.0)])
def test_to_push_on_is_a_longer_move_that_costs_something(key: str, inches: float) -> None:
    action, cost = weary(key)
    assert isinstance(action, Kind)
    assert action.forward == inches
    assert cost < 0.0 > weary(key, turn=4)[1]
    assert weary(key, markers=2)[1] < cost, "a third marker may leave it Shaken"


def test_to_rest_is_worth_as_much_as_there_are_markers() -> None:
    action, gain = weary("rest", markers=1)
    assert action == "stand"
    assert weary("rest", markers=2)[1] > gain > 0.0 > weary("rest", markers=2, turn=4)[1]


def test_a_stealth_move_goes_as_far_as_an_advance() -> None:
    made = draw("0 A at 36,10 | 1 B at 36,40 face 180", Settings(parts=("extra_actions",)), A=FOOT, B=FOOT)
    counsel, unit = RegimentsCounsel(made.having(turn=1).battle, 0), made.unit("A")
    action = counsel.action(unit, Option("extra_actions:stealth_move", "", unit=unit.id))
    assert isinstance(action, Kind)
    assert action.forward == 6.0


# Terrain


@pytest.mark.parametrize(("slug", "near"), [("battle_forge", "friends near it"), ("watch_tower", "markers near it")])
def test_army_terrain_lies_where_it_works(slug: str, near: str) -> None:
    made = draw("0 A at 10,10 | 1 B at 60,40 face 180", Settings(parts=("army_terrain",)), A=BOWS, B=FOOT)
    battle: Battle = made.having(markers=(Marker(40.0, 10.0),)).battle

    def worth(x: float) -> dict[str, float]:
        return {label: score for score, label, _ in terrain_advice.on_place(battle, 0, kind_of(slug), Pose(x, 8, 0))}

    assert worth(14.0 if slug == "battle_forge" else 38.0)[near] == 1.0
    assert worth(65.0)[near] == 0.0


def test_a_forge_is_for_who_shoots() -> None:
    made = draw("0 A at 10,10 | 1 B at 60,40 face 180", Settings(parts=("army_terrain",)), A=BOWS, B=FOOT)
    worth = {
        (seat, slug): next(terrain_advice.on_kind(made.battle, seat, kind_of(slug)))[0]
        for seat in (0, 1)
        for slug in ("battle_forge", "icon_of_war", "army_banner")
    }
    assert max(worth, key=lambda key: worth[key] if key[0] == 0 else 0.0) == (0, "battle_forge")
    assert max(worth, key=lambda key: worth[key] if key[0] == 1 else 0.0) == (1, "icon_of_war")


# Moves that command points buy, and buildings


def doctrine(line: str, slug: str, **regiments: Regiment) -> Table:
    made = commanded(line, (6, 6), **regiments)
    optional.keep(made.battle, "command_points", Purse("growing", (6, 6), (slug, slug)))
    return made


@pytest.mark.parametrize(("at", "moves"), [((36.0, 15.0), True), ((4.0, 44.0), False)])
def test_a_coordinated_move_is_bought_to_get_to_an_objective(at: tuple[float, float], moves: bool) -> None:
    line = "0 Foot at 36,10 | 0 Mate at 28,10 | 1 Foe at 66,44 face 180"
    made = doctrine(line, "strategic", Foot=FOOT, Mate=FOOT, Foe=FOOT)
    made.having(markers=(Marker(*at),), turn=4).set("Foot", activated=True)
    play = acts(made, "Mate")
    assert (worths(play)["coordinated_move"] > 0.0) is moves


def test_a_strategic_relocation_is_bought_for_a_good_charge_and_makes_it() -> None:
    line = "Axes at 36,10 | Foe at 36,30 face 180"
    made = doctrine(line, "strategic", Axes=STRONG, Foe=FOOT).touch("Axes", "Foe", gap=15)
    play = acts(made, "Axes")
    assert decision(play).answer == Chosen("strategic_relocation")
    play.choose("strategic_relocation").answer(decision(play).answer)
    while play.topic != "action":
        play.answer(decision(play).answer)
    foe = find(play.battle, "Foe").id
    assert f"charge>{foe}" in play.keys
    hopeless = doctrine(line, "strategic", Axes=FOOT, Foe=STRONG).touch("Axes", "Foe", gap=15)
    assert decision(acts(hopeless, "Axes")).answer == Chosen("pass")


@pytest.mark.parametrize(
    ("turn", "at", "goes"),
    [(2, (66.0, 40.0), True), (2, (8.0, 10.0), False), (4, (66.0, 40.0), False)],
    ids=["far from all objectives", "at an objective", "in the last round"],
)
def test_who_ambushes_vanishes_to_come_back_where_it_counts(turn: int, at: tuple[float, float], goes: bool) -> None:
    made = doctrine(
        "0 Foot at 8,10 | 1 Foe at 30,44 face 180", "tactical", Foot=regiment(5, rules=["Ambush"]), Foe=FOOT
    )
    made.having(markers=(Marker(*at),), turn=turn)
    play = happen(made, lambda battle: doctrines.vanish(battle, 0))
    assert (worths(play)["vanish"] > 0.0) is goes


@pytest.mark.parametrize(("x", "hides"), [(40.0, False), (4.0, True)])
def test_units_that_were_deployed_in_the_wrong_corner_are_deployed_again(x: float, hides: bool) -> None:
    line = f"0 Foot at 66,6 | 0 Mate at {x},6 | 0 Far at {x + 4},3 | 1 Foe at 66,44 face 180"
    made = commanded(line, Foot=FOOT, Mate=FOOT, Far=FOOT, Foe=FOOT).having(turn=0, markers=(Marker(66.0, 24.0),))
    play = happen(made, universal.hide)
    assert (worths(play)["hidden_deployment"] > 0.0) is hides
    if hides:
        play.choose("hidden_deployment")
        told = worths(play)
        assert told[str(made.unit("Mate").id)] > 0.0 > told[str(made.unit("Foot").id)]


def test_who_retreats_is_in_danger_and_goes_as_far_as_it_can() -> None:
    made = commanded("0 Foot at 36,10 | 0 Safe at 8,10 | 1 Foe at 36,18 face 180", Foot=FOOT, Safe=FOOT, Foe=STRONG)
    counsel = RegimentsCounsel(made.battle, 0)
    question = Choose(seat=0, topic="retreat", text="", rules=("aofr.cp.tactical_retreat",), options=())
    worth = [
        sum(term[0] for term in counsel.choice(question, Option(str(made.unit(name).id), "", unit=made.unit(name).id)))
        for name in ("Foot", "Safe")
    ]
    assert worth[0] > worth[1] == 0.0
    back = Choose(seat=0, topic="fall back", text="", rules=("aofr.cp.tactical_retreat",), options=())
    far, near = (sum(t[0] for t in counsel.choice(back, Option(key, "", unit=0))) for key in ("5", "2"))
    assert far > near


@pytest.mark.parametrize(
    ("own", "foe", "enters"),
    [(BOWS, regiment(size=10, weapons=['Bow (24", A2)']), True), (FOOT, FOOT, False)],
    ids=["archers under fire", "foot"],
)
def test_archers_go_into_a_building_that_nobody_holds(own: Regiment, foe: Regiment, enters: bool) -> None:
    line = "72x48 house 36,14 4x4 | 0 Own at 36,8 | 1 Foe at 36,34 face 180"
    play = acts(town(line, {"Own": own, "Foe": foe}), "Own")
    captain = named_player("captain", 0, Chance("captain"))
    for topic in ("action", "advance"):
        if play.topic == topic:
            play.answer(captain.decide(play.game.asked, RULESET.view(play.battle, 0), RULESET).answer)
    assert (find(play.battle, "Own").inside is not None) is enters
