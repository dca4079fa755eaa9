"""The Move Phase: units walk, dash, join and leave, one player after the other (Move Phase; BLUE-R16, BLUE-R27)."""

from __future__ import annotations

from collections.abc import Container, Sequence
from math import cos, hypot, pi, sin

from warhost.dice import Chance
from warhost.field.loose import FORMATIONS, Bases
from warhost.play.english import does, verb
from warhost.play.questions import Denied, Option, Walk, Walked
from warhost.play.script import Refused, Script, choose, roll_sum, walk
from warhost.rulebook import rule
from warhost.rulesets.blue_age import events
from warhost.rulesets.blue_age.battle import Battle, Unit, enemies, hosts, joined
from warhost.rulesets.blue_age.formation import COHESION, GAP, bases_of
from warhost.rulesets.blue_age.ground import endangered
from warhost.rulesets.blue_age.joining import apart_from_host, leave, offered
from warhost.rulesets.blue_age.leaving import fall_back
from warhost.rulesets.blue_age.party import Course, Party
from warhost.rulesets.blue_age.rules import has, speakers
from warhost.rulesets.blue_age.turn import end_part
from warhost.rulesets.blue_age.values import movement
from warhost.rulesets.blue_age.walks import (
    TORN,
    carry_out,
    closed_up,
    drawn,
    formation_of,
    is_open,
    looking,
    placed,
    shifted,
    turned,
)
from warhost.table import TOLERANCE, Pose, base_distance

COMPASS = tuple((sin(2 * pi * number / 8), cos(2 * pi * number / 8)) for number in range(8))


# One walk


class _Walking:
    """A walk that is asked for: what an answer comes to is worked out once."""

    def __init__(self, party: Party, inches: float, cite: str, apart_from: Unit | None) -> None:
        self.party, self.inches, self.rule, self.apart_from = party, inches, cite, apart_from
        self._known: tuple[Walked, Course | Refused] | None = None

    def course(self, answer: Walked) -> Course | Refused:
        """Where the answer leads, or why it is not legal."""
        if self._known is None or self._known[0] != answer:
            self._known = (answer, self._worked_out(answer))
        return self._known[1]

    def _worked_out(self, answer: Walked) -> Course | Refused:
        party = self.party
        if answer.places:
            found = placed(party, answer.places, self.inches, self.rule)
        elif answer.pose is None:
            found = party.stays()
        else:
            found = self._as_a_whole(answer, answer.pose)
        if isinstance(found, Refused) or not answer.goes:
            return found
        if self.apart_from is not None and not apart_from_host(party.battle, party.unit, self.apart_from, found.ends):
            why = f'{party.unit.name} has to end more than 2" from {self.apart_from.name}.'
            return Refused(why, "blue.move.heroes_enter_leave")
        return found

    @rule("blue.move.first_player_moves", "blue.move.second_player_moves")
    def _as_a_whole(self, answer: Walked, pose: Pose) -> Course | Refused:
        party, (x, y) = self.party, self.party.middle
        dx, dy = pose.x - x, pose.y - y
        far = hypot(dx, dy)
        if far > self.inches + 1e-6:
            name = party.unit.name
            moves = verb(name, "has", "have")
            return Refused(f'{name} would move {far:.2f}" but {moves} {self.inches:g}".', self.rule)
        formation = formation_of(answer.formation)
        own = party.unit.pose
        turns = own is not None and abs((pose.facing - own.facing + 180.0) % 360.0 - 180.0) > 1e-6
        if formation is not None:
            course = drawn(party, formation, pose, self.inches)
        elif turns and not party.faces and len(party.bases) > 1:
            course = turned(party, pose, self.inches)
        else:
            course = shifted(party, dx, dy, self.inches)
        if party.faces:
            course = looking(party, course, pose.facing)
        if not party.together(course.ends) and far > TOLERANCE:
            return Refused(TORN.format(party.unit.name), "blue.move.cohesion")
        return course

    def check(self, answer: Walked) -> Refused | None:
        found = self.course(answer)
        return found if isinstance(found, Refused) else None

    def ends(self, answer: Walked) -> Bases:
        found = self.course(answer)
        return self.party.bases if isinstance(found, Refused) else found.ends

    # Answers

    def sensible(self, question: Walk) -> list[Walked]:
        """Stay, do something instead, close up, go for the nearest enemy, the objectives, all ways."""
        found = [Walked()] if question.optional else []
        found += [Walked(instead=option.key) for option in question.instead]
        if self.inches <= 0.0:
            return found or [Walked()]
        if self.party.broken:
            return [*found, self._closing_up()]
        wishes = [self._towards_enemy(), *self._towards_markers()]
        wishes += [self._whole(dx * self.inches, dy * self.inches) for dx, dy in COMPASS]
        return [*found, *(wish for wish in dict.fromkeys(wishes) if wish is not None and self.check(wish) is None)]

    def anyhow(self, question: Walk, chance: Chance) -> Walked:
        """A walk at random: as a whole in any direction, as far as nothing is in the way."""
        if question.instead and chance.pick(3) == 0:
            return Walked(instead=question.instead[chance.pick(len(question.instead))].key)
        if self.inches <= 0.0:
            return Walked()
        if self.party.broken:
            closing = self._closing_up()
            return closing if self.check(closing) is None else Walked()
        turn, share = 2 * pi * chance.uniform(), 0.25 + 0.75 * chance.uniform()
        dx, dy = sin(turn) * self.inches * share, cos(turn) * self.inches * share
        if question.formations and chance.pick(8) == 0:
            answer = self._whole(dx, dy, question.formations[chance.pick(len(question.formations))])
            return answer if self.check(answer) is None else Walked()
        for part in (1.0, 0.5, 0.25):
            if is_open(self.party, dx * part, dy * part):
                answer = self._whole(dx * part, dy * part)
                return answer if self.apart_from is None or self.check(answer) is None else Walked()
        answer = self._whole(dx, dy)
        return answer if self.check(answer) is None else Walked()

    def _whole(self, dx: float, dy: float, formation: str = "") -> Walked:
        x, y = self.party.middle
        own = self.party.unit.pose
        facing = own.facing if own is not None else 0.0
        return Walked(formation, Pose(round(x + dx, 6), round(y + dy, 6), facing))

    def _closing_up(self) -> Walked:
        course = closed_up(self.party, self.inches)
        return Walked(
            places=tuple(Pose(end.x, end.y, facing) for end, facing in zip(course.ends, course.facings, strict=True))
        )

    def _towards_enemy(self) -> Walked | None:
        battle, unit = self.party.battle, self.party.unit
        foes = [base for foe in enemies(battle, unit.seat) if foe.inside is None for base in bases_of(battle, foe)]
        if not foes:
            return None
        x, y = self.party.middle
        foe = min(foes, key=lambda one: hypot(one.x - x, one.y - y))
        own = min(self.party.bases, key=lambda one: base_distance(one, foe))
        dx, dy = foe.x - own.x, foe.y - own.y
        length = hypot(dx, dy)
        go = min(self.inches, length - own.radius - foe.radius - self.party.gap - 0.01)
        return self._whole(dx / length * go, dy / length * go) if go > 0.05 else None

    def _towards_markers(self) -> list[Walked]:
        x, y = self.party.middle
        found = []
        for marker in self.party.battle.markers:
            length = hypot(marker.x - x, marker.y - y)
            if length > 0.1:
                share = min(1.0, self.inches / length)
                found.append(self._whole((marker.x - x) * share, (marker.y - y) * share))
        return found


def walk_question(
    battle: Battle,
    unit: Unit,
    inches: float,
    *,
    topic: str = "walk",
    text: str = "",
    how: str = "moved",
    cite: str = "blue.move.first_player_moves",
    gap: float = GAP,
    touch: Container[int] = (),
    alone: bool = False,
    instead: Sequence[Option] = (),
    denied: Sequence[Denied] = (),
    optional: bool = True,
) -> Script[str]:
    """Ask a player to move a unit with its Heroes, and move it: Dangerous rolls follow. Returns the key of what it does
    instead, or an empty text.

    It keeps the gap from all enemies but those in `touch`. A Hero who goes `alone` leaves his unit.
    """
    party = Party(battle, unit, gap=gap, touch=touch, alone=alone, heroes=False)
    host = battle.units[unit.host] if alone and unit.host is not None else None
    walking = _Walking(party, inches, cite, host)
    question = Walk(
        seat=unit.seat,
        topic=topic,
        text=text or f'Where {does(unit.name)} go ({inches:g}")?',
        note=f"{unit.name} {verb(unit.name, 'is')} out of cohesion and must close up." if party.broken else "",
        rules=(cite, "blue.move.cohesion"),
        unit=unit.id,
        inches=inches,
        cohesion=COHESION,
        gap=gap,
        formations=FORMATIONS if len(party.bases) > 2 else (),
        faces=party.faces,
        instead=tuple(instead),
        denied=tuple(denied),
        optional=optional,
    )
    answer = yield from walk(
        question,
        walking.check,
        lambda: walking.sensible(question),
        lambda chance: walking.anyhow(question, chance),
        walking.ends,
    )
    if answer.instead:
        return answer.instead
    course = walking.course(answer)
    assert isinstance(course, Course)
    if not answer.goes:
        return ""
    yield from made(party, course, how)
    return ""


def made(party: Party, course: Course, how: str) -> Script[None]:
    """The party goes: its models stand where the course ends, and Dangerous ground takes its toll."""
    battle = party.battle
    inches = course.inches
    ways = carry_out(party, course)
    if battle.phase == "move" and inches > TOLERANCE:
        for one in party.members:
            one.moved = True
    if inches > TOLERANCE:
        yield events.UnitWalked(party.unit.id, how, inches)
        yield from endangered(battle, party.unit, ways)


# The Move Phase


@rule("blue.move.fleeing_units_excluded", "blue.special.frenzy_move", "blue.special.stupid_fail_move")
@rule("blue.special.ambush_actions")
def why_not_move(battle: Battle, unit: Unit) -> Denied | None:
    """Why a unit may not move by its owner's choice in this phase, if it may not."""
    name = unit.name

    def denied(why: str, cite: str) -> Denied:
        return Denied(str(unit.id), why, cite, unit.id)

    if unit.fleeing:
        return denied(f"{name} {verb(name, 'is')} fleeing.", "blue.move.fleeing_units_excluded")
    if unit.stupid:
        return denied(f"{name} failed the Mind Test of this turn.", "blue.special.stupid_fail_move")
    if has(battle, unit, "frenzied"):
        return denied(f"{name} always {verb(name, 'goes')} for the nearest enemy.", "blue.special.frenzy_move")
    if unit.ambushed:
        return denied(f"{name} arrived from ambush in this turn.", "blue.special.ambush_actions")
    if unit.host is not None:
        host = battle.units[unit.host]
        if host.locked or host.fleeing:
            what = "locked in combat" if host.locked else "fleeing"
            return denied(f"{host.name} {verb(host.name, 'is')} {what}.", "blue.move.heroes_enter_leave")
    return None


def cast_options(battle: Battle, seat: int, phase: str) -> list[Option]:
    """A stand-in until spells are there."""
    return []


def cast(battle: Battle, key: str) -> Script[None]:
    """A stand-in until spells are there."""
    yield from ()


@rule("blue.move.first_player_moves", "blue.move.second_player_moves", "blue.move.spells")
def move(battle: Battle) -> Script[None]:
    """The player whose part it is picks a unit that has not moved yet, casts a spell, or is done."""
    seat = battle.active
    options: list[Option] = []
    denied: list[Denied] = []
    heroes = [hero for unit in hosts(battle, seat) for hero in joined(battle, unit)]
    for unit in (*hosts(battle, seat), *heroes):
        if unit.acted:
            continue
        why = why_not_move(battle, unit)
        if why is not None:
            denied.append(why)
            continue
        what = "" if unit.host is None else f"{unit.name} leaves {battle.units[unit.host].name}"
        options.append(Option(str(unit.id), what or unit.name, unit=unit.id))
    options += cast_options(battle, seat, "move")
    options.append(Option("pass", "Done moving", passes=True))
    rules = ("blue.move.first_player_moves" if seat == battle.first else "blue.move.second_player_moves",)
    key = yield from choose(seat, "move", "Which unit moves?", options, rules=rules, denied=denied)
    if key == "pass":
        yield from arrive(battle)
        yield from end_part(battle)
    elif key.isdigit():
        yield from act(battle, battle.units[int(key)])
    else:
        yield from cast(battle, key)


def arrive(battle: Battle) -> Script[None]:
    """A stand-in until ambushes are there."""
    yield from ()


def act(battle: Battle, unit: Unit) -> Script[None]:
    """The move of one unit."""
    unit.acted = True
    if unit.locked:
        yield from fall_back(battle, unit)
        return
    if unit.host is not None:
        yield from _leaves(battle, unit)
    else:
        yield from _walks(battle, unit)
        for hero in joined(battle, unit):
            hero.acted = True
    if unit.host is None:
        yield from offered(battle, unit)


@rule("blue.move.heroes_enter_leave")
def _leaves(battle: Battle, hero: Unit) -> Script[None]:
    """A Hero leaves his unit: he ends more than 2" from it, or stays with it."""
    before = hero.models
    yield from _walks(battle, hero, alone=True)
    if hero.models and hero.models is not before:
        yield from leave(battle, hero)


def _walks(battle: Battle, unit: Unit, *, alone: bool = False) -> Script[None]:
    """The unit walks, and dashes if its owner wants."""
    inches = float(own_movement(battle, unit) if alone else movement(battle, unit))
    cite = "blue.move.first_player_moves" if unit.seat == battle.first else "blue.move.second_player_moves"
    instead = [Option("dash", 'Dash first: D5" more', unit=unit.id)]
    denied: list[Denied] = []
    why = why_no_dash(battle, unit)
    if why is not None:
        instead, denied = [], [why]
    while True:
        how = "dashed" if unit.dashed else "moved"
        key = yield from walk_question(
            battle, unit, inches, how=how, cite=cite, alone=alone, instead=instead, denied=denied
        )
        if key != "dash":
            return
        inches += yield from dash(battle, unit)
        instead, denied = [], [Denied("dash", f"{unit.name} dashed already.", "blue.move.dash", unit.id)]


def own_movement(battle: Battle, hero: Unit) -> int:
    """The Movement of a Hero who goes alone."""
    host, hero.host = hero.host, None
    inches = movement(battle, hero)
    hero.host = host
    return inches


@rule("blue.special.animated_construct_no_dash", "blue.move.cohesion", "blue.move.dash")
def why_no_dash(battle: Battle, unit: Unit) -> Denied | None:
    """Why a unit may not dash, if it may not (BLUE-R12, BLUE-R24, BLUE-R27)."""
    constructs = [one for one in (unit, *joined(battle, unit)) if has(battle, one, "no_dash")]
    if constructs:
        why = f"{constructs[0].name} never {verb(constructs[0].name, 'dashes')}."
        return Denied("dash", why, "blue.special.animated_construct_no_dash", unit.id)
    if unit.rallied and battle.settings.rally_limits:
        return Denied("dash", f"{unit.name} rallied in this turn.", "blue.command.rally", unit.id)
    if Party(battle, unit).broken:
        return Denied("dash", f"{unit.name} {verb(unit.name, 'is')} out of cohesion.", "blue.move.cohesion", unit.id)
    return None


@rule("blue.move.dash", "blue.move.dash_marker", "blue.unit_type.beast_rerolls")
def dash(battle: Battle, unit: Unit) -> Script[int]:
    """The unit dashes: a D5 for all its models; Beasts may roll it again. Returns the inches."""
    inches = yield from roll_sum("D5", why="Dash", rule="blue.move.dash", seat=unit.seat, unit=unit.id)
    if speakers(battle, unit).at("dashes_again"):
        options = [
            Option("none", f'Keep {inches}"', unit=unit.id, passes=True),
            Option("0", "Roll the D5 again", unit=unit.id),
        ]
        cite = "blue.unit_type.beast_rerolls"
        key = yield from choose(unit.seat, "reroll", f'{unit.name} dash {inches}".', options, rules=(cite,))
        if key == "0":
            inches = yield from roll_sum("D5", why="Dash, again", rule=cite, seat=unit.seat, unit=unit.id)
    for one in (unit, *joined(battle, unit)):
        one.dashed = True
    yield events.UnitDashed(unit.id, inches)
    return inches


STEPS = {"move": move}
