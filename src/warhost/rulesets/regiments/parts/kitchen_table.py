"""Games on small tables, down to 2 by 3 feet: half the army, half the distances (Kitchen Table Games)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from warhost.field.ground.laying import Spot
from warhost.field.ground.placing import Ground
from warhost.play.questions import Option
from warhost.play.script import Script, choose, roll, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment import markers, reserves
from warhost.rulesets.regiments.chapters.deployment.styles import add_styles
from warhost.rulesets.regiments.chapters.missions.carrying import carried_away
from warhost.rulesets.regiments.chapters.missions.mission import Mission
from warhost.rulesets.regiments.chapters.roll_off import roll_off
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import Battle, Choice, Marker, Part, Settings, SpecialRule, Unit, optional
from warhost.rulesets.regiments.parts.shared.halving import halved

SLUG = "kitchen_table"
SHORTEST, LONGEST = 24.0, 36.0
"""The smallest table."""

FAR = 12.0
BAND = 3.0
FIRST_ARRIVALS = 2
ANY = "any"
FRONTLINE, LONG_HAUL, SIDE_BATTLE = "kitchen_frontline", "long_haul", "side_battle"
STYLES = {"frontline": FRONTLINE, "long_haul": LONG_HAUL, "side_battle": SIDE_BATTLE}
MISSIONS = ("duel", "seize_ground", "relic_hunt")

add_styles("parts/kitchen_table.toml")


@rule("aofr.kitchen.range_penalty")
class LongShot(SpecialRule):
    """Whoever shoots further than 12 inches of the table shoots worse."""

    name, id = "Long shot", "aofr.kitchen.range_penalty"

    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting" and attack.distance > FAR:
            attack.to_hit.add(-1, self.name, self.id)


@optional.part(SLUG, "Kitchen Table Games", "aofr.kitchen.use")
class KitchenTable(Part):
    text = (
        "For tables from 2 by 3 feet: all distances in play are halved, half of each army arrives later, and there are "
        "deployment styles and missions that fit."
    )
    choices = (
        Choice(ANY, "Roll for all", "Dice decide on the deployment and the mission."),
        Choice("frontline", "Frontline", "Deploy along the long edges.", "aofr.kitchen.frontline"),
        Choice("long_haul", "Long Haul", "Deploy along the short edges.", "aofr.kitchen.long_haul"),
        Choice("side_battle", "Side Battle", "Deploy in opposite corners.", "aofr.kitchen.side_battle"),
        Choice("duel", "Duel", "D3 markers.", "aofr.kitchen.duel"),
        Choice("seize_ground", "Seize Ground", "A marker in each quarter.", "aofr.kitchen.seize_ground"),
        Choice("relic_hunt", "Relic Hunt", "D3 markers that are carried off.", "aofr.kitchen.relic_hunt"),
    )
    several = True
    usual = (ANY,)
    options: ClassVar[Mapping[str, tuple[bool | int | str, ...]]] = {"width": (24, 36), "depth": (24, 36)}
    apart = ((ANY, "frontline", "long_haul", "side_battle"), (ANY, "duel", "seize_ground", "relic_hunt"))
    takes = frozenset({"deployment", "victory"})
    two_sides = "its zones lie along two edges of a small table"

    @rule("aofr.kitchen.use")
    def problem(self, settings: Settings) -> str:
        """The table is not smaller than 2 by 3 feet."""
        small, large = sorted((settings.width, settings.depth))
        if small < SHORTEST or (large < LONGEST and small != large):
            return f'A kitchen table is at least 24" by 36", not {settings.width:g}" by {settings.depth:g}".'
        return ""

    # Preparation.

    @rule("aofr.kitchen.deploy_table", "aofr.kitchen.square")
    @rule("aofr.kitchen.frontline", "aofr.kitchen.long_haul", "aofr.kitchen.side_battle")
    def picks_style(self, battle: Battle) -> Script[str]:
        """A deployment style of its own table; on a square one the winner of a roll-off picks the edges."""
        slug = next((STYLES[one] for one in self.chosen if one in STYLES), "")
        if not slug:
            (face,) = yield from roll("D6", why="Deployment style", rule="aofr.kitchen.deploy_table")
            slug = tuple(STYLES.values())[(face - 1) // 2]
        board = battle.scene.board
        if slug != SIDE_BATTLE and board.width == board.depth:
            slug = yield from _pick_edges(battle)
        return slug

    @rule("aofr.kitchen.mission_table")
    def picks_mission(self, battle: Battle) -> Script[str]:
        """A mission of its own table."""
        slug = next((one for one in self.chosen if one in MISSIONS), "")
        if not slug:
            (face,) = yield from roll("D6", why="Mission", rule="aofr.kitchen.mission_table")
            slug = MISSIONS[(face - 1) // 2]
        return slug

    def mission(self, battle: Battle, mission: Mission) -> Mission:
        kinds = {"duel": KitchenDuel, "seize_ground": KitchenSeizeGround, "relic_hunt": KitchenRelicHunt}
        return kinds[battle.mission](mission.figures) if battle.mission in kinds else mission

    @rule("aofr.kitchen.reinforcements")
    def after_set_aside(self, battle: Battle) -> Script[None]:
        """Each player keeps back half of the units, rounded down; Ambush and Scout units are not counted
        (AOFR-R613)."""
        for seat in (battle.first, battle.other(battle.first)):
            own = [
                unit
                for unit in battle.units
                if unit.seat == seat and not unit.reserve and unit.inside is None and unit.part_of is None
            ]
            for number in range(len(own) // 2):
                text = f"Which unit arrives later? {number + 1} of {len(own) // 2}."
                options = [Option(str(unit.id), unit.name, unit=unit.id) for unit in own]
                rules = ("aofr.kitchen.reinforcements",)
                key = yield from choose(seat, "reinforcements", text, options, rules=rules)
                unit = battle.units[int(key)]
                unit.reserve = "mission"
                own.remove(unit)

    # The battle.

    @rule("aofr.kitchen.reinforcements_arrive", "aofr.kitchen.reinforcements_order")
    def at_round_start(self, battle: Battle) -> Script[None]:
        """From round 2 on reinforcements may come in near any edge; if both have some, a roll-off decides who
        begins."""
        if battle.turn < FIRST_ARRIVALS:
            return
        late = [unit for unit in battle.units if unit.reserve == "mission" and not unit.fate]
        ground = Ground(rule="aofr.kitchen.reinforcements_arrive", band=BAND)
        first = battle.first
        if len({unit.seat for unit in late}) > 1:
            first = yield from roll_off(battle, "who brings units in first", "aofr.kitchen.reinforcements_order")
        yield from reserves.bring_in(battle, {unit.id: ground for unit in late}, first)

    @rule("aofr.kitchen.halved")
    def measured(self, battle: Battle, inches: float) -> float:
        """Half of it, rounded up."""
        return halved(inches)

    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        return (LongShot(),)

    def in_force(self, battle: Battle) -> Sequence[str]:
        return ("All distances in play are halved, rounding up.", "Half of each army arrives from round 2 on.")


@rule("aofr.kitchen.square")
def _pick_edges(battle: Battle) -> Script[str]:
    winner = yield from roll_off(battle, "who picks the edges", "aofr.kitchen.square")
    options = [Option(FRONTLINE, "The south and north edges"), Option(LONG_HAUL, "The west and east edges")]
    text = "Along which edges do armies deploy?"
    return (yield from choose(winner, "edges", text, options, rules=("aofr.kitchen.square",)))


@rule("aofr.kitchen.marker_placement", "aofr.kitchen.halved_setup")
def _place(battle: Battle, count: int) -> Script[None]:
    """Markers may lie in zones; between them it is 9" as ever. Where there is no room none is placed (AOFR-R614)."""
    spot = Spot(rule="aofr.kitchen.marker_placement", apart=markers.APART)
    seat = yield from markers.first_placer(battle)
    for _ in range(count):
        text = f"Where do you place marker {len(battle.markers) + 1}?"
        point = yield from markers.ask_spot(battle, seat, spot, "marker", text)
        if point is None:
            return
        yield from markers.put(battle, point, seat)
        seat = battle.other(seat)


@rule("aofr.kitchen.duel")
class KitchenDuel(Mission):
    """D3 markers; who holds most after 4 rounds wins."""

    def how_many(self) -> Script[int]:
        number: int = yield from roll_sum("D3", why="Markers", rule="aofr.kitchen.duel")
        return number

    def set_markers(self, battle: Battle) -> Script[None]:
        yield from _place(battle, (yield from self.how_many()))


@rule("aofr.kitchen.seize_ground")
class KitchenSeizeGround(Mission):
    """A marker in the middle of each quarter of the whole table."""

    def set_markers(self, battle: Battle) -> Script[None]:
        board = battle.scene.board
        for y in (board.depth / 4, board.depth * 3 / 4):
            for x in (board.width / 4, board.width * 3 / 4):
                yield from markers.put(battle, (x, y))


@rule("aofr.kitchen.relic_hunt")
class KitchenRelicHunt(KitchenDuel):
    """D3 markers that are carried off."""

    def after_control(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        yield from carried_away(battle, "aofr.kitchen.relic_hunt")
