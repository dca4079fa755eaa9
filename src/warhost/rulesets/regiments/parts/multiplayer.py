"""Battles of more than two players: free for all, king of the hill, teams (Multiplayer Games)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from warhost.errors import WarhostError
from warhost.play.battle import Outcome
from warhost.play.counsel.counsel import Term
from warhost.play.events import Event, counted
from warhost.play.questions import Option, Question, Roll
from warhost.play.script import Ask, Script, Together, choose, roll
from warhost.play.shown.cards import Figure
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions.mission import Mission, held, won_by
from warhost.rulesets.regiments.core import ArmyList, Battle, Choice, Part, Settings, Unit, optional
from warhost.rulesets.regiments.core.events import ShotsDeclared, UnitCharged
from warhost.rulesets.regiments.parts.shared.raising import can_be_raised, gained, raised
from warhost.table import strip, summed

SLUG = "multiplayer"
FFA, KING, TEAMS, ALONE = "free_for_all", "king_of_the_hill", "teams", "one_against_all"
MOST_ALONE, MOST_IN_TEAMS = 4, 6
LONG, SHORT = 24.0, 12.0
"""The area in a corner: along the long edge and along the short one (AOFR-R606)."""

FOR_ALL = frozenset({"duel", "seize_ground", "relic_hunt", "king_of_the_hill"})
"""The missions in which all compete for the same markers."""


class OrderRolled(Event, frozen=True):
    words = "{what}: {order:seat}"
    what: str
    order: tuple[int, ...]


class CornerTaken(Event, frozen=True):
    words = "{seat:seat} took the {corner} corner"
    seat: int
    corner: str


class BonusGained(Event, frozen=True):
    words = "{seat:seat} attacked a king and got a combat bonus point"
    seat: int


class BonusSpent(Event, frozen=True):
    words = "{seat:seat} spent a combat bonus point: {was} became {now}"
    seat: int
    was: str
    now: str


class Kings(msgspec.Struct, frozen=True, omit_defaults=True):
    """Combat bonus points, and what has happened in the present activation."""

    points: tuple[int, ...] = ()
    attacked: tuple[int, ...] = ()
    """Units of kings that were picked as targets."""
    spent: tuple[int, ...] = ()
    """Sides that have spent a point."""


@optional.part(SLUG, "Multiplayer Games", "aofr.multi.ffa", "aofr.multi.team_form")
class Multiplayer(Part):
    text = "Three or more armies on one table: everybody against everybody, or two teams."
    choices = (
        Choice(TEAMS, "Teams", "Two teams; players take their seats in turn, so that three are two against one."),
        Choice(ALONE, "One against all", "The second player stands alone against all others."),
        Choice(FFA, "Free for all", "Three or four players, each against all, from a corner each.", "aofr.multi.ffa"),
        Choice(KING, "King of the hill", "A free for all; attacking the strongest earns a bonus.", "aofr.multi.king"),
    )
    many_sides = True

    @property
    def free_for_all(self) -> bool:
        return self.has(FFA) or self.has(KING)

    @rule("aofr.multi.ffa")
    def problem(self, settings: Settings) -> str:
        """Everybody needs the same markers to compete for."""
        if self.free_for_all and settings.mission not in FOR_ALL:
            return f"In a free for all everybody competes for the same markers: play {', '.join(sorted(FOR_ALL))}."
        if self.free_for_all and settings.solo is not None:
            return "An army without a player has one enemy: it does not play in a free for all."
        return ""

    @rule("aofr.multi.team_form", "aofr.multi.ffa")
    def seating(self, armies: int) -> tuple[int, ...]:
        """A side each, or two teams: players take their seats in turn, or one stands alone."""
        most = MOST_ALONE if self.free_for_all else MOST_IN_TEAMS
        if not 3 <= armies <= most:
            raise WarhostError(f"{self.title} are for 3 to {most} armies, not {armies}.", "aofr.multi.team_form")
        if self.free_for_all:
            return tuple(range(armies))
        return tuple(int(seat == 1) if self.has(ALONE) else seat % 2 for seat in range(armies))

    @rule("aofr.multi.team_points")
    def army_problems(self, settings: Settings, armies: Sequence[ArmyList], sides: tuple[int, ...]) -> Iterator[str]:
        """The players of a team split its points as they like."""
        for side in sorted(set(sides)):
            total = sum(army.points for army, own in zip(armies, sides, strict=True) if own == side)
            if sides.count(side) > 1 and total > settings.points:
                yield f"The armies of a team cost {total} points together: {settings.points} are agreed on."

    # Free for all.

    def mission(self, battle: Battle, mission: Mission) -> Mission:
        return Everybody(mission) if self.free_for_all else mission

    @rule("aofr.multi.ffa_order", "aofr.multi.ffa_zone")
    def settles_sides(self, battle: Battle) -> Script[bool]:
        """A roll-off for the order of deployment; in that order each player takes a corner."""
        if not self.free_for_all:
            return False
        order = yield from _rolled_order(battle, "Order of deployment", "aofr.multi.ffa_order")
        battle.order, battle.first, battle.active = order, order[0], order[0]
        zones = dict.fromkeys(battle.sides, corners(battle)["south-west"])
        left = corners(battle)
        for seat in order:
            options = [Option(name, f"The {name} corner", areas=(area,)) for name, area in left.items()]
            text = "Which corner do you take?"
            key = yield from choose(seat, "corner", text, options, rules=("aofr.multi.ffa_zone",))
            zones[seat] = left.pop(key)
            yield CornerTaken(seat, key)
        battle.zones = tuple((zones[side],) for side in battle.sides)
        battle.edges = ("",) * len(battle.sides)
        return True

    @rule("aofr.multi.ffa_turns")
    def at_round_start(self, battle: Battle) -> Script[None]:
        """The order of turns is rolled for each round; those without units to activate are skipped (AOFR-R607)."""
        if self.free_for_all:
            order = yield from _rolled_order(battle, "Order of turns", "aofr.multi.ffa_turns")
            battle.order, battle.first, battle.active = order, order[0], order[0]

    # King of the hill.

    def at_turn_start(self, battle: Battle, seat: int) -> Script[None]:
        if self.has(KING):
            told = optional.kept(battle, SLUG, Kings)
            optional.keep(battle, SLUG, msgspec.structs.replace(told, attacked=(), spent=()))
        yield from ()

    @rule("aofr.multi.king_bonus")
    def on_event(self, battle: Battle, event: Event) -> Script[None]:
        """Who picks a unit of a king as the target of shooting or of a charge gets a point, one for each target
        (AOFR-R609)."""
        if not self.has(KING) or not isinstance(event, ShotsDeclared | UnitCharged):
            return
        seat, target = battle.units[event.unit].seat, battle.units[event.target]
        told = optional.kept(battle, SLUG, Kings)
        if target.seat == seat or target.seat not in kings(battle) or target.id in told.attacked:
            return
        points = [*told.points, *(0 for _ in battle.sides)][: len(battle.sides)]
        points[seat] += 1
        attacked = (*told.attacked, target.id)
        optional.keep(battle, SLUG, msgspec.structs.replace(told, points=tuple(points), attacked=attacked))
        yield BonusGained(seat)

    @rule("aofr.multi.king_spend")
    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[tuple[int, ...]]:
        """A point adds 1 to all dice of a roll of one's own, once in an activation."""
        seat = roll.seat
        if not self.has(KING) or seat is None or not can_be_raised(roll):
            return faces
        told = optional.kept(battle, SLUG, Kings)
        better = raised(roll, faces, len(faces))
        if better == faces or seat in told.spent or not told.points or not told.points[seat]:
            return faces
        shown = ", ".join(map(str, faces))
        options = [
            Option("pass", "Keep the point", passes=True),
            Option("spend", "Spend a point: +1 to all dice", (gained(roll, faces, better),), roll.unit),
        ]
        text = f"{roll.why}: {shown} ({roll.need}+ needed). Do you spend a combat bonus point?"
        if (yield from choose(seat, "combat bonus", text, options, rules=("aofr.multi.king_spend",))) == "pass":
            return faces
        points = tuple(have - (side == seat) for side, have in enumerate(told.points))
        told = optional.kept(battle, SLUG, Kings)
        optional.keep(battle, SLUG, msgspec.structs.replace(told, points=points, spent=(*told.spent, seat)))
        yield BonusSpent(seat, shown, ", ".join(map(str, better)))
        return better

    # Teams.

    @rule("aofr.multi.team_turns", "aofr.multi.team_deploy")
    def around(self, battle: Battle, script: Script[None]) -> Script[None]:
        """What a side is asked about one of its units goes to the player whose unit it is; which unit is deployed or
        acts next, and what is about none, is for the first player of the team to say."""
        return script if self.free_for_all else _routed(battle, script)

    # What is shown.

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        if not self.has(KING):
            return {}
        told = optional.kept(battle, SLUG, Kings).points
        return {"King": "yes" if seat in kings(battle) else "no", "Combat bonus": told[seat] if told else 0}

    def in_force(self, battle: Battle) -> Sequence[str]:
        if not self.free_for_all:
            return ("Two teams, which share markers, zones and everything else except their units.",)
        return ("Everyone fights everyone; the player who holds the most markers wins.",)

    advises = frozenset({"combat bonus"})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterator[Term]:
        if not option.passes:
            yield 1.0, "dice succeed", "aofr.multi.king_spend"


class Everybody(Mission):
    """A mission in which more than two sides compete for the same markers."""

    def __init__(self, core: Mission) -> None:
        super().__init__(core.figures)
        self.core = core

    def how_many(self) -> Script[int]:
        return (yield from self.core.how_many())

    def set_markers(self, battle: Battle) -> Script[None]:
        yield from self.core.set_markers(battle)

    def after_control(self, battle: Battle, before: Any) -> Script[None]:
        yield from self.core.after_control(battle, before)

    def after_drop(self, battle: Battle, number: int) -> Script[None]:
        yield from self.core.after_drop(battle, number)

    def scored(self, battle: Battle, before: Any) -> tuple[float, ...]:
        return (0.0,) * len(battle.sides)

    def scored_at_the_end(self, battle: Battle) -> tuple[float, ...]:
        return (0.0,) * len(battle.sides)

    @rule("aofr.multi.ffa")
    def judge(self, battle: Battle) -> Outcome:
        """Who holds most markers wins; several with as many draw."""
        score = held(battle)
        best = [side for side in battle.sides if score[side] == max(score)]
        told = tuple(map(float, score))
        if len(best) > 1:
            return Outcome((), "draw", f"A draw: {counted(max(score), 'marker')} each for {len(best)} players.", told)
        return won_by(battle, best[0], f"{max(score)} of {counted(summed(score), 'held marker')}", told)


@rule("aofr.multi.ffa_zone")
def corners(battle: Battle) -> dict[str, Any]:
    """The area in each corner of the table: 24 inches along the long edge, 12 along the short one."""
    board = battle.scene.board
    wide, deep = (LONG, SHORT) if board.width >= board.depth else (SHORT, LONG)
    east, north = board.width - wide, board.depth - deep
    return {
        "south-west": strip(0.0, 0.0, wide, deep),
        "south-east": strip(east, 0.0, board.width, deep),
        "north-west": strip(0.0, north, wide, board.depth),
        "north-east": strip(east, north, board.width, board.depth),
    }


@rule("aofr.multi.ffa_order", "aofr.multi.ffa_turns")
def _rolled_order(battle: Battle, what: str, rule_id: str) -> Script[tuple[int, ...]]:
    """All sides by what they roll, the highest first; equals roll again among themselves (AOFR-R607)."""
    order = yield from _sorted_by_dice(battle.sides, what, rule_id)
    yield OrderRolled(what, order)
    return order


def _sorted_by_dice(sides: Sequence[int], what: str, rule_id: str) -> Script[tuple[int, ...]]:
    if len(sides) == 1:
        return tuple(sides)
    thrown: dict[int, int] = {}
    for side in sides:
        (thrown[side],) = yield from roll("D6", why=what, rule=rule_id, seat=side)
    found: list[int] = []
    for face in sorted(set(thrown.values()), reverse=True):
        found += yield from _sorted_by_dice([side for side in sides if thrown[side] == face], what, rule_id)
    return tuple(found)


@rule("aofr.multi.king", "aofr.multi.king_tie")
def kings(battle: Battle) -> tuple[int, ...]:
    """The sides whose units that are left cost most, those not deployed yet included; a unit counts in full while any
    of its models is left."""
    worth = [
        sum(battle.regiment(unit).points for unit in battle.units if unit.seat == side and _counts(unit))
        for side in battle.sides
    ]
    return tuple(side for side in battle.sides if worth[side] == max(worth))


def _counts(unit: Unit) -> bool:
    return not unit.fate and unit.part_of is None


@rule("aofr.multi.team_turns", "aofr.multi.team_deploy")
def _routed(battle: Battle, script: Script[None]) -> Script[None]:
    answer: Any = None
    while True:
        try:
            asked = script.send(answer)
        except StopIteration:
            return
        if isinstance(asked, Ask):
            answer = yield asked.to_seat(_player(battle, asked))
        elif isinstance(asked, Together):
            answer = yield Together(ask.to_seat(_player(battle, ask)) for ask in asked.asks)
        else:
            answer = yield asked


def _player(battle: Battle, ask: Ask) -> int:
    """The player whose unit a question is about, if it is about units of one player alone."""
    question: Any = ask.question
    told = [getattr(question, "unit", None)]
    if told == [None]:
        told = [option.unit for option in getattr(question, "options", ())]
    numbers = [number for number in told if isinstance(number, int)]
    owners = {battle.units[number].owner for number in numbers if battle.units[number].seat == question.seat}
    seat: int = owners.pop() if len(owners) == 1 else question.seat
    return seat
