"""When the captain charges, and how it meets charges: the fight that would follow, and where it would stand then."""

from __future__ import annotations

from math import hypot

from warhost.dice import Dice, odds
from warhost.play import Ask, Choose, Chosen, Option
from warhost.players.captain.engine import Candidate
from warhost.players.captain.essence_of_war.fights import FLED, Link, charge_link, duel, forecast, standing_links
from warhost.players.captain.essence_of_war.places import COUNTS, PULL
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.players.captain.essence_of_war.volleys import best_volley, weapon_of
from warhost.rulesets.essence_of_war.battle import Unit
from warhost.rulesets.essence_of_war.charge import targets
from warhost.rulesets.essence_of_war.charge_range import charge_chance
from warhost.rulesets.essence_of_war.contact import combat_of
from warhost.rulesets.essence_of_war.discipline import passing
from warhost.rulesets.essence_of_war.placement import arc_struck
from warhost.table import Arc, Rect, arc_of, distance, flush, in_front_arc, rect_at

CAUTION = 1.0
"""A charge must promise more than this."""

SPARED = 1.0
"""How much of the charges that it faces where it stands counts against those it faces after its own."""

FALLEN_SHORT = 2.5
"""What it costs to fall short: no move, no shooting, a place that the dice chose."""

STUMBLE = 4.5
"""How far a failed charge goes on average: the higher of two dice."""

RUN = 7.0
"""How far a unit flees on average."""


def declarations(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Each possible charge against holding back."""
    judge = ChargeJudge(here)
    rivals: dict[int, list[Option]] = {}
    for option in question.options:
        if option.target is not None:
            rivals.setdefault(option.target, []).append(option)
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is None or option.target is None or option.key in ("pass", "keep"):
            candidate.add(CAUTION, "keeps its order")
            if option.key == "keep" and option.unit is not None and option.target is not None:
                judge.run_down(candidate, here.unit(option.unit), here.unit(option.target))
        else:
            partners = [o for o in rivals[option.target] if o.unit != option.unit]
            judge.weigh(candidate, here.unit(option.unit), here.unit(option.target), partners)
        found.append(candidate)
    return found


def reaction(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Hold, or flee where holding is clearly worse."""
    judge = ChargeJudge(here)
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        unit = here.unit(option.unit if option.unit is not None else question.options[0].unit or 0)
        if option.key == "hold":
            judge.hold(candidate, unit)
        else:
            judge.flee(candidate, unit)
        found.append(candidate)
    return found


def redirect(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Another target, if a better one is there and the test is likely enough."""
    judge = ChargeJudge(here)
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        unit = here.unit(option.unit or 0)
        fled = here.unit(unit.target) if unit.target is not None else None
        if option.key == "keep" and fled is not None:
            judge.run_down(candidate, unit, fled)
        elif option.key == "redirect":
            chance = passing(here.battle, unit, "redirect")
            best = max((judge.total(unit, target) for target in targets(here.battle, unit, fled)[0]), default=0.0)
            candidate.add(chance * best, "a better target, if the test is passed", "eow.charge.redirect.test")
        found.append(candidate)
    return found


def combined_order(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Who reaches the target goes first, the best fighter of them: where there is no room for all, it is in."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is not None and option.target is not None:
            charger, target = here.unit(option.unit), here.unit(option.target)
            if not any(odd.label == "reaches" and odd.value for odd in option.odds):
                candidate.add(-here.worth(target), "falls short", "eow.charge.failed.distance")
            elif charger.target_arc is not None:
                fight = duel(here, charger, target, charger.target_arc)
                candidate.add(fight.value, "the fight it would have alone", "eow.charge.maximise.units")
        found.append(candidate)
    return found


def charge_place(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Where to strike among equal places: nearer to where units count."""
    found = []
    for index, option in enumerate(question.options):
        candidate = Candidate.of(option)
        if option.pose is not None and option.unit is not None:
            shape = here.rects[option.unit]
            place = rect_at(option.pose, shape.width, shape.depth)
            candidate.add(-0.5 * here.from_zone(place), "inches from where units count", "eow.victory.basic.count")
            candidate.add(-0.02 * hypot(place.x - here.centre[0], place.y - here.centre[1]), "away from the centre")
        candidate.add(-0.01 * index, "comes later in the list")
        found.append(candidate)
    return found


class ChargeJudge:
    """Weighs charges of one decision."""

    def __init__(self, here: Situation) -> None:
        self.here = here

    def total(self, charger: Unit, target: Unit) -> float:
        candidate = Candidate(Chosen(""), "")
        self.weigh(candidate, charger, target, [])
        return candidate.total

    def weigh(self, candidate: Candidate, charger: Unit, target: Unit, partners: list[Option]) -> None:
        here = self.here
        if target.fleeing:
            self.run_down(candidate, charger, target)
            return
        own, there = here.rects[charger.id], here.rects[target.id]
        chance = charge_chance(distance(own, there), here.advances[charger.id])
        side = arc_struck(here.battle, charger, own, there)
        place = flush(own, there, side)
        thought = (charger.id, here.from_zone(place) <= 0.0)
        gain = self._gain(charger, target, side, chance, thought)
        paired = max((self._together(charger, target, side, chance, o) for o in partners), default=gain)
        candidate.add(
            max(gain, paired), f"{chance:.0%} to fight {target.name} in the {_facing(side)}", "eow.charge.range.roll"
        )
        self._objective(candidate, charger, own, place, chance)
        self._exposure(candidate, charger, target, place, chance)
        self._shots(candidate, charger, own)
        self._before(candidate, charger, target, chance)

    def _links(self, target: Unit, besides: Unit | None = None) -> tuple[list[Link], set[int]]:
        """The combat that the target is in or will be in: those engaged with it and those that declared on it."""
        here = self.here
        units = combat_of(here.battle, target)
        links = standing_links(here, units)
        charging = {number for number in units if here.unit(number).charging}
        for friend in here.units:
            if friend.target == target.id and friend is not besides and friend.pose is not None:
                side = friend.target_arc
                if side is not None:
                    links.append(charge_link(here, friend, target, side))
                    charging.add(friend.id)
        return links, charging

    def _gain(self, charger: Unit, target: Unit, side: Arc, chance: float, thought: tuple[int, bool]) -> float:
        """What the charge adds to the combat, by its chance."""
        here = self.here
        links, charging = self._links(target, charger)
        before = forecast(here, tuple(links), frozenset(charging)).value if links else 0.0
        links.append(charge_link(here, charger, target, side))
        after = forecast(here, tuple(links), frozenset({*charging, charger.id}), thought).value
        return chance * (after - before)

    def _together(self, charger: Unit, target: Unit, side: Arc, chance: float, other: Option) -> float:
        """What this charge adds to another on the same target, but no more than half of what both promise together."""
        here = self.here
        partner = here.unit(other.unit or 0)
        shape, there = here.rects[partner.id], here.rects[target.id]
        likely = charge_chance(distance(shape, there), here.advances[partner.id])
        links, charging = self._links(target)
        before = forecast(here, tuple(links), frozenset(charging)).value if links else 0.0
        one = charge_link(here, charger, target, side)
        two = charge_link(here, partner, target, arc_struck(here.battle, partner, shape, there))
        everyone = frozenset({*charging, charger.id, partner.id})
        both = forecast(here, (*links, one, two), everyone).value - before
        alone = forecast(here, (*links, one), frozenset({*charging, charger.id})).value - before
        its = forecast(here, (*links, two), frozenset({*charging, partner.id})).value - before
        total = chance * likely * both + chance * (1 - likely) * alone + (1 - chance) * likely * its
        return min(0.5 * total, total - likely * its)

    def run_down(self, candidate: Candidate, charger: Unit, target: Unit) -> None:
        """A fleeing target flees on and is destroyed if it is reached."""
        here = self.here
        if target.pose is None:
            # It is gone: the charger would only stumble on towards its last place.
            return
        gap = distance(here.rects[charger.id], here.rects[target.id])
        extra = 0.0 if charger.target == target.id else RUN
        chance = charge_chance(gap + extra, here.advances[charger.id])
        candidate.add(
            chance * 0.8 * here.worth(target), f"{chance:.0%} to run down {target.name}", "eow.charge.fleeing.destroyed"
        )
        place = flush(here.rects[charger.id], here.rects[target.id], Arc.REAR)
        self._objective(candidate, charger, here.rects[charger.id], place, chance)
        self._shots(candidate, charger, here.rects[charger.id])

    def _objective(self, candidate: Candidate, charger: Unit, own: Rect, place: Rect, chance: float) -> None:
        """Where it stands after the charge against where its own move could bring it."""
        here = self.here
        if not here.scores(charger):
            return
        now, then = here.from_zone(own), here.from_zone(place)
        left = here.moves_left
        if left > 0:
            candidate.add(
                PULL.get(left, 0.6) * 0.5 * chance * (now - then), "inches nearer the centre", "eow.victory.basic.count"
            )
            return
        could = 1.0 if now <= 0.9 * here.marches[charger.id] else 0.0
        would = chance * (then <= 0.0) + (1 - chance) * (now <= 0.0)
        if would != could:
            candidate.add(COUNTS * (would - could), "counts at the centre at the end", "eow.victory.basic.count")

    def _exposure(self, candidate: Candidate, charger: Unit, target: Unit, place: Rect, chance: float) -> None:
        """Other enemies that could charge it while it fights, beyond what they could do to it where it stands now."""
        here = self.here
        if here.enemy_moves_left == 0:
            return
        own = here.rects[charger.id]
        for foe in here.foes:
            if foe.id == target.id or foe.fleeing or foe.engaged:
                continue
            more = self._threat(foe, charger, place)
            if more > 0.0:
                more -= SPARED * self._threat(foe, charger, own)
            if more > 0.0:
                candidate.add(-0.35 * chance * more, f"{foe.name} could join the fight", "eow.charge.range.roll")

    def _threat(self, foe: Unit, unit: Unit, place: Rect) -> float:
        """What that enemy's charge on the unit at a place would cost, by its chance."""
        here = self.here
        shape = here.rects[foe.id]
        likely = charge_chance(distance(shape, place), here.advances[foe.id])
        if likely <= 0.0 or not in_front_arc(shape, place):
            return 0.0
        return likely * max(0.0, -duel(here, foe, unit, arc_of(place, *shape.front)).value)

    def _shots(self, candidate: Candidate, charger: Unit, own: Rect) -> None:
        if weapon_of(self.here, charger) is not None:
            worth, _ = best_volley(self.here, charger, own, moved=False)
            candidate.add(-worth, "cannot shoot", "eow.shoot.who_cannot")

    def _before(self, candidate: Candidate, charger: Unit, target: Unit, chance: float) -> None:
        """Who is charged does not charge; but a charger that falls short stands nearer to it, out of order."""
        here = self.here
        candidate.add(-(1 - chance) * FALLEN_SHORT, "may fall short", "eow.charge.failed.distance")
        if here.enemy_moves_left == 0 or target.engaged:
            return
        own, there = here.rects[charger.id], here.rects[target.id]
        if not in_front_arc(there, own):
            return
        bad = -duel(here, target, charger, arc_of(own, *there.front)).value
        if bad > 0.0:
            gap, advance = distance(own, there), here.advances[target.id]
            likely, likelier = charge_chance(gap, advance), charge_chance(max(0.0, gap - STUMBLE), advance)
            candidate.add(0.5 * chance * likely * bad, f"before {target.name} charges it", "eow.charge.sequence")
            more = 0.7 * (1 - chance) * (likelier - likely) * bad
            candidate.add(-more, f"nearer to {target.name} if it falls short", "eow.charge.failed.distance")

    def hold(self, candidate: Candidate, unit: Unit) -> None:
        here = self.here
        links, charging = self._links(unit)
        if not links:
            return
        outcome = forecast(here, tuple(links), frozenset(charging))
        chance = 1.0
        for charger in here.foes:
            if charger.target == unit.id:
                gap = distance(here.rects[charger.id], here.rects[unit.id])
                chance = min(chance, charge_chance(gap, here.advances[charger.id]))
        candidate.add(
            chance * outcome.value, f"the fight, if it comes to it ({chance:.0%})", "eow.charge.reaction.hold"
        )

    def flee(self, candidate: Candidate, unit: Unit) -> None:
        here = self.here
        chargers = [foe for foe in here.foes if foe.target == unit.id]
        own = here.rects[unit.id]
        worth = here.stake(unit)
        caught = 0.0
        for charger in chargers:
            gap = distance(here.rects[charger.id], own) + RUN
            caught = max(caught, charge_chance(gap, here.advances[charger.id]))
        candidate.add(-caught * worth, f"{caught:.0%} to be run down", "eow.charge.fleeing.destroyed")
        off = max((self._off_board(own, here.rects[charger.id]) for charger in chargers), default=0.0)
        candidate.add(-(1 - caught) * off * worth, f"{off:.0%} to flee off the table", "eow.flee.off_board")
        left = (1 - caught) * (1 - off)
        candidate.add(-left * FLED * 0.7 * worth, "in flight until it rallies", "eow.rally.mandatory")
        if here.scores(unit):
            turns = here.moves_left
            lost = COUNTS if turns == 0 else COUNTS * 0.8 if turns == 1 else COUNTS * 0.25 if turns == 2 else 3.0
            candidate.add(-left * lost, "away from the centre", "eow.victory.basic.remove")
        candidate.add(2.0, "the charge comes to nothing")

    def _off_board(self, own: Rect, charger: Rect) -> float:
        """The chance that 2D6 inches straight away from the charger lead over the edge."""
        away = hypot(own.x - charger.x, own.y - charger.y) or 1.0
        dx, dy = (own.x - charger.x) / away, (own.y - charger.y) / away
        board = self.here.battle.scene.board
        room = 99.0
        for at, step, end in ((own.x, dx, board.width), (own.y, dy, board.depth)):
            if abs(step) > 1e-6:
                room = min(room, ((end if step > 0 else 0.0) - at) / step)
        return odds.at_least(Dice(2), max(2, int(room - own.depth / 2) + 1))


def _facing(side: Arc) -> str:
    return {"front": "front", "rear": "rear"}.get(side.value, "flank")
