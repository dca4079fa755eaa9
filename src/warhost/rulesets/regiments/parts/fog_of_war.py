"""Fog of war: five ways to make battles less certain, any of which may be played (Fog of War)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from warhost.field.ground.placing import Ground, edge_strips
from warhost.play.counsel.counsel import Term
from warhost.play.events import Event, counted
from warhost.play.questions import Odds, Option, Question
from warhost.play.script import Script, choose, draw_from, roll, roll_sum
from warhost.play.shown.cards import Figure
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment.ground import fits
from warhost.rulesets.regiments.chapters.missions import last_round
from warhost.rulesets.regiments.chapters.structure import waiting
from warhost.rulesets.regiments.core import Battle, Choice, Part, Unit, optional
from warhost.rulesets.regiments.parts.shared.lots import common, strip_of, strips
from warhost.table import Area

if TYPE_CHECKING:
    from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel

SLUG = "fog_of_war"
SURPRISE, EBB, FOCUS, HESITATION, PROLONGED = "surprise", "ebb", "focus", "hesitation", "prolonged"

TO_PASS = {1: 5, 2: 4, 3: 3, 4: 2}
"""What a die must show in each round for a player to pass the turn; later no die is needed."""

TO_GO_ON = 4
"""What a die must show after the last round for another one; one more after each further round, up to 6."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is remembered: the tokens of each seat in the bag, whether one is out for who acts now, the section in which
    a unit must be picked, how many rounds were added, and whose token is out (-1: nobody's)."""

    bag: tuple[int, int] = (0, 0)
    out: bool = False
    section: int = 0
    further: int = 0
    drawn: int = -1


class TokenDrawn(Event, frozen=True):
    words = "A token was drawn for {seat:seat}[{empty}]"
    seat: int
    empty: str = ""


class TurnPassed(Event, frozen=True):
    words = "{seat:seat} {passed:passed the turn|could not pass the turn}"
    seat: int
    passed: bool


class BattleWentOn(Event, frozen=True):
    words = "The battle {on:goes on|is over}"
    on: bool


class _Token(NamedTuple):
    seat: int
    name: str

    def __str__(self) -> str:
        return self.name


def told(battle: Battle) -> Told:
    return optional.kept(battle, SLUG, Told)


def tell(battle: Battle, **changes: object) -> None:
    optional.keep(battle, SLUG, msgspec.structs.replace(told(battle), **changes))


WAITS = 0.1
"""The part of a marker's worth that it counts to act after the enemy."""


@optional.part(SLUG, "Fog of War", "aofr.fog.use")
class FogOfWar(Part):
    """Its modules do not need each other."""

    text = "Where units deploy, who acts next and when the battle ends is less certain."
    several = True
    takes = frozenset({"turn order"})
    two_sides = "it counts the units of two players against each other"
    choices = (
        Choice(
            SURPRISE,
            "Surprise Engagement",
            "A die says in which third of its zone each unit deploys.",
            "aofr.fog.surprise_sections",
        ),
        Choice(
            EBB,
            "Ebb & Flow",
            "Who activates the next unit is drawn from a bag with a token for each unit.",
            "aofr.fog.ebb_tokens",
        ),
        Choice(
            FOCUS,
            "Shifting Focus",
            "A die says in which third of the table the next unit must be activated.",
            "aofr.fog.shift_sections",
        ),
        Choice(
            HESITATION,
            "Combat Hesitation",
            "A player with fewer units left to activate may try to pass.",
            "aofr.fog.hesitation_when",
        ),
        Choice(
            PROLONGED,
            "Prolonged Battle",
            "After the last round a die says whether another one is played.",
            "aofr.fog.prolonged",
        ),
    )

    @rule("aofr.fog.use")
    def settles(self) -> frozenset[str]:
        """Only the bag of tokens settles who acts next."""
        return self.takes if self.has(EBB) else frozenset()

    # Surprise Engagement.

    @rule("aofr.fog.surprise_roll", "aofr.fog.surprise_special")
    def ground(self, battle: Battle, unit: Unit, ground: Ground) -> Script[Ground]:
        """A unit stands fully in the section that a D3 shows; without room in the next one (AOFR-R555)."""
        if not self.has(SURPRISE):
            return ground
        special = unit.reserve in ("ambush", "scout")
        rule_id = "aofr.fog.surprise_special" if special else "aofr.fog.surprise_roll"
        number = yield from roll_sum("D3", why=f"Section for {unit.name}", rule=rule_id, seat=unit.seat, unit=unit.id)
        found = [section(battle, unit.seat, ground, number + more, whole=special) for more in range(3)]
        return next((one for one in found if fits(battle, unit, one)), found[0])

    # Ebb & Flow.

    @rule("aofr.fog.ebb_tokens")
    def round_begun(self, battle: Battle) -> Script[None]:
        """Each player puts a token into the bag for each unit on the battlefield, passengers included."""
        yield from ()
        if self.has(EBB):
            tell(battle, bag=(0, 0), out=True)
            own, theirs = (len(waiting(battle, seat)) for seat in (0, 1))
            tell(battle, bag=(own, theirs), out=False)

    @rule("aofr.fog.ebb_draw", "aofr.fog.ebb_round_end")
    def draw(self, battle: Battle, seat: int) -> Script[int]:
        """Whose token is drawn acts; one of a player who has no unit left to activate is put aside (AOFR-R556)."""
        while any(told(battle).bag):
            tokens = [_Token(one, battle.scene.seats[one].name) for one in (0, 1) for _ in range(told(battle).bag[one])]
            drawn = yield from draw_from(tokens, why="Token from the bag", rule="aofr.fog.ebb_draw")
            _take_out(battle, drawn.seat)
            ready = bool(_to_act(battle, drawn.seat))
            yield TokenDrawn(drawn.seat, "" if ready else ", who has no unit left to activate")
            if ready:
                tell(battle, out=True, drawn=drawn.seat)
                return drawn.seat
        return seat

    @rule("aofr.fog.ebb_round_end")
    def may_act(self, battle: Battle, unit: Unit) -> bool:
        """Nobody acts without a token; and in a section, only who stands there."""
        known = told(battle)
        if self.has(EBB) and battle.turn and not known.out and not any(known.bag):
            return False
        return not known.section or strip_of(battle, unit) == known.section

    @rule("aofr.fog.ebb_destroyed")
    def leaving(self, battle: Battle, unit: Unit) -> Script[None]:
        """A unit is destroyed before it was activated in this round: one of its side's tokens leaves the bag."""
        yield from ()
        if self.has(EBB) and battle.turn and not unit.activated and battle.acting != unit.id and unit.seat >= 0:
            _take_out(battle, unit.seat)

    # Who acts: the token, then who passes, then the section.

    def who_acts(self, battle: Battle, seat: int) -> Script[int]:
        tell(battle, section=0)
        if self.has(EBB):
            seat = yield from self.draw(battle, seat)
        if self.has(HESITATION):
            seat = yield from self.hesitate(battle, seat)
        return seat

    def at_turn_start(self, battle: Battle, seat: int) -> Script[None]:
        """Who acts is settled, by whatever rule."""
        if self.has(EBB):
            self.swap(battle, seat)
        if self.has(FOCUS):
            yield from self.shift(battle, seat)

    @rule("aofr.fog.ebb_draw", "aofr.fog.hesitation_when")
    def swap(self, battle: Battle, seat: int) -> None:
        """The turn of whose token was drawn went to the other side: the token goes back into the bag, and one of the
        other side's comes out instead (AOFR-R557)."""
        drawn = told(battle).drawn
        if drawn in (0, 1) and drawn != seat:
            _take_out(battle, drawn, -1)
            _take_out(battle, seat)
            tell(battle, drawn=seat)

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        yield from ()
        tell(battle, section=0, out=False, drawn=-1)
        return False

    @rule("aofr.fog.shift_roll", "aofr.fog.shift_fallback", "aofr.fog.shift_sections")
    def shift(self, battle: Battle, seat: int) -> Script[None]:
        """A D3 says in which third of the table a unit must be picked; if there is none, the next from left to right,
        and after the third the first (AOFR-R558)."""
        own = waiting(battle, seat)
        if len(own) < 2:
            return
        number = yield from roll_sum("D3", why="Section of the table", rule="aofr.fog.shift_roll", seat=seat)
        there = {strip_of(battle, unit) for unit in own}
        order = [(number + more - 1) % 3 + 1 for more in range(3)]
        tell(battle, section=next(one for one in order if one in there))

    # Combat Hesitation.

    @rule("aofr.fog.hesitation_when", "aofr.fog.hesitation_late")
    def hesitate(self, battle: Battle, seat: int) -> Script[int]:
        """Who has fewer units left to activate may try once to pass the turn; after round 4 it needs no die."""
        other = battle.other(seat)
        own, theirs = len(waiting(battle, seat)), len(waiting(battle, other))
        if not 0 < own < theirs:
            return seat
        need = to_pass(battle.turn)
        sure = need is None
        chance = 1.0 if need is None else (7 - need) / 6
        options = [
            Option("act", "Activate a unit"),
            Option("hesitate", "Pass the turn" if sure else f"Try to pass on {need}+", (Odds("passes", chance),)),
        ]
        text = f"You have {counted(own, 'unit')} left to activate, the enemy has {theirs}. Do you pass the turn?"
        rules = ("aofr.fog.hesitation_when", "aofr.fog.hesitation_late" if sure else "aofr.fog.hesitation_table")
        if (yield from choose(seat, "hesitate", text, options, rules=rules)) == "act":
            return seat
        if need is not None:
            (face,) = yield from roll(
                "D6", why="Combat Hesitation", rule="aofr.fog.hesitation_table", seat=seat, need=need
            )
            if face < need:
                yield TurnPassed(seat, False)
                return seat
        yield TurnPassed(seat, True)
        return other

    # Prolonged Battle.

    @rule("aofr.fog.prolonged", "aofr.fog.prolonged_table", "aofr.fog.prolonged_objectives")
    def at_round_end(self, battle: Battle) -> Script[None]:
        """After the last round a die says whether another one is played, and so after each further one (AOFR-R560)."""
        if not self.has(PROLONGED) or battle.turn < last_round(battle):
            return
        further = told(battle).further
        need = to_go_on(further)
        (face,) = yield from roll("D6", why="Does the battle go on?", rule="aofr.fog.prolonged_table", need=need)
        if face >= need:
            tell(battle, further=further + 1)
        yield BattleWentOn(face >= need)

    @rule("aofr.fog.prolonged_objectives")
    def last_round(self, battle: Battle, last: int) -> int:
        """The battle is judged after the last round that is really played."""
        return last + told(battle).further

    # What is shown.

    advises = frozenset({"hesitate"})

    def advise_by(self, counsel: RegimentsCounsel, question: Question, option: Option) -> Iterable[Term]:
        """To wait and see is worth a little, but not a charge that one side could make right now."""
        if option.key == "hesitate":
            yield WAITS * counsel.stake, "lets the enemy act first", "aofr.fog.hesitation_when"
            yield -counsel.first_blow(), "a charge that either side could make now", "aofr.action.charge"

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        return {"Tokens in the bag": told(battle).bag[seat]} if self.has(EBB) and battle.turn else {}

    def in_force(self, battle: Battle) -> Sequence[str]:
        names = {choice.slug: choice for choice in self.choices}
        found = [f"{names[slug].name}: {names[slug].text}" for slug in self.chosen]
        if told(battle).section:
            found.append(f"The next unit must be in section {told(battle).section} of the table, from the left.")
        return found

    def problems(self, battle: Battle) -> Sequence[str]:
        bag = told(battle).bag
        return [f"The bag holds {bag} tokens."] if min(bag) < 0 else ()


@rule("aofr.fog.surprise_sections", "aofr.fog.surprise_special")
def section(battle: Battle, seat: int, ground: Ground, number: int, *, whole: bool) -> Ground:
    """The part of the ground in a section, 1 to 3 and then 1 again: a third of the zone along the player's table edge,
    or of the whole table along its long edges."""
    board = battle.scene.board
    areas = ground.parts or (edge_strips(board, ground.band) if ground.band else ())
    if whole:
        length, along = (board.width, "x") if board.width >= board.depth else (board.depth, "y")
        thirds = strips(0.0, length, "x" if along == "x" else "y", board)
    else:
        sideways = battle.edges[seat : seat + 1] in (("west",), ("east",))
        points = [point[1 if sideways else 0] for area in areas for point in area.corners]
        if not points:
            points = [0.0, board.depth if sideways else board.width]
        thirds = strips(min(points), max(points), "y" if sideways else "x", board)
    third = thirds[(number - 1) % 3]
    found: list[Area] = [part for area in areas if (part := common(area, third)) is not None]
    return msgspec.structs.replace(ground, parts=tuple(found) or (third,))


@rule("aofr.fog.hesitation_table")
def to_pass(number: int) -> int | None:
    """What a die must show in that round to pass the turn; nothing if none is rolled."""
    return TO_PASS.get(number)


@rule("aofr.fog.prolonged_table")
def to_go_on(further: int) -> int:
    """What a die must show for another round, so many further rounds having been played."""
    return min(6, TO_GO_ON + further)


def _take_out(battle: Battle, seat: int, tokens: int = 1) -> None:
    bag = told(battle).bag
    left = [max(0, count - tokens) if one == seat else count for one, count in enumerate(bag)]
    tell(battle, bag=(left[0], left[1]))


def _to_act(battle: Battle, seat: int) -> list[Unit]:
    """The units of a side that have not acted, whether or not a token is out."""
    out = told(battle).out
    tell(battle, out=True)
    found = waiting(battle, seat)
    tell(battle, out=out)
    return found
