"""When the captain charges, and how it meets charges: the fight that would follow, and where it would stand then."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf

from warhost.play import Ask, Choose, Option, Pick, Picked
from warhost.play.counsel.counsel import Charge
from warhost.play.shown.english import acts
from warhost.players.captain.engine import Candidate
from warhost.players.captain.judging.enemies import facing_name
from warhost.players.captain.judging.overview import RUN, Overview, U, run_from
from warhost.table import Arc, Rect, distance, flush, rect_at, segment_crosses

HARDLY, IN_VAIN_AT_ALL = 0.12, 1000.0
"""A charge that arrives less often is never declared, since it gives up the unit's move for nothing; and what speaks
against it."""

STUMBLE = 4.5
"""How far a charge that falls short goes on average."""

RAN_DOWN = 0.8
"""How much of its worth it is worth to destroy a unit that flees already."""

ON_THE_WAY = 0.5
"""How much an inch nearer to a goal counts for a unit that charges: its own move could have brought it there."""

FLEEING, AWAY = 0.4, {0: 1.0, 1: 0.8, 2: 0.25}
"""What a unit in flight loses of its worth, and of what it may count for at the end, by the turns left."""

IN_VAIN, SLACK = 2.0, 0.05
"""What it is worth that a charge comes to nothing, and what terms that are too small to be told come to at most."""


def declarations(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Each possible charge against holding back."""
    judge = ChargeJudge(here)
    rivals: dict[int, list[Option]] = {}
    for option in question.options:
        if option.target is not None:
            rivals.setdefault(option.target, []).append(option)
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is None or option.target is None:
            candidate.add(here.temper.shy, "keeps its order")
        else:
            charger, target = here.counsel.unit(option.unit), here.counsel.unit(option.target)
            partners = [other for other in rivals[option.target] if other.unit != option.unit]
            chance = here.counsel.gets_there(charger, target)
            if chance < HARDLY:
                candidate.add(-IN_VAIN_AT_ALL, f"{chance:.0%} to get there", here.cite("short"))
            else:
                judge.weigh(candidate, charger, target, partners)
                for score, label, rule in here.counsel.besides(option):
                    candidate.add(score, label, rule)
        found.append(candidate)
    return found


def reaction(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Hold, or flee where holding is clearly worse."""
    judge = ChargeJudge(here)
    found = [(option, Candidate.of(option)) for option in question.options]
    # Flights are thought of last: most of them cannot be worth more than to hold.
    best = -inf
    for option, candidate in sorted(found, key=lambda told: not here.counsel.stands_firm(told[0])):
        unit = here.counsel.unit(option.unit if option.unit is not None else question.options[0].unit or 0)
        if here.counsel.stands_firm(option):
            judge.hold(candidate, unit)
        else:
            judge.flee(candidate, unit, best)
        best = max(best, candidate.total)
    return [candidate for _, candidate in found]


def redirect(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Another target, if a better one is there and the test is likely enough."""
    judge = ChargeJudge(here)
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        unit = here.counsel.unit(option.unit or 0)
        if option.target is not None:
            judge.run_down(candidate, unit, here.counsel.unit(option.target))
            candidate.add(0.01, "no test to take")
        else:
            best = 0.0
            for target in here.counsel.may_target(unit):
                other = Candidate.of(option)
                judge.weigh(other, unit, target, [])
                best = max(best, other.total)
            chance = here.counsel.chance("redirect", unit)
            candidate.add(chance * best, "a better target, if the test is passed", here.cite("redirect"))
        found.append(candidate)
    return found


def together(here: Overview, ask: Ask, question: Pick) -> list[Candidate]:
    """Who charges with a unit: those with whom the fight is worth more than they are where they stand."""
    assert question.act is not None
    counsel = here.counsel
    target = counsel.unit(question.act.targets[0])
    first = Charge(question.act.unit, target.id, counsel.struck(counsel.unit(question.act.unit), target))
    named = {option.key: option.unit for option in question.options}
    found = []
    for answer in ask.suggestions():
        assert isinstance(answer, Picked)
        friends = [counsel.unit(number) for key in answer.options if (number := named[key]) is not None]
        charges = [first, *(Charge(one.id, target.id, counsel.struck(one, target)) for one in friends)]
        names = " and ".join(one.name for one in friends)
        candidate = Candidate(answer, f"With {names}" if names else "Alone")
        fight = counsel.fight(target, charges)
        candidate.add(here.value(fight), f"wins {fight.wins:.0%}", here.cite("win"))
        for friend in friends:
            other = max(
                (here.prize(friend, foe, counsel.struck(friend, foe)) for foe in _others(here, friend, target)),
                default=0.0,
            )
            candidate.add(-max(0.0, other), f"{friend.name} could charge somebody else", here.cite("charge"))
            candidate.add(-here.temper.shy, "leaves its place")
        found.append(candidate)
    return found


def _others(here: Overview, friend: U, target: U) -> list[U]:
    """Whom else a friend could charge instead."""
    place = here.rects[friend.id]
    return [foe for foe in here.foes if foe is not target and here.arrives(friend, place, here.rects[foe.id]) > 0.0]


def combined_order(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Who reaches the target goes first, the best fighter of them: where there is no room for all, it is in. Who has
    another charger in its way lets that one go before it."""
    found = []
    charging = [option.unit for option in question.options if option.unit is not None]
    for option in question.options:
        candidate = Candidate.of(option)
        # A target that has fled off the table is charged by nobody any more.
        if option.unit is not None and option.target in here.rects:
            charger, target = here.counsel.unit(option.unit), here.counsel.unit(option.target)
            barring = barred_by(here, charger, target, charging)
            if barring is not None:
                worth = here.counsel.worth(charger) + here.counsel.worth(target)
                candidate.add(-worth, f"{acts(barring.name, 'is')} in its way and goes first", here.cite("room"))
            if not any(odd.value for odd in option.odds):
                why = "no way is open" if option.text else "falls short"
                candidate.add(-here.counsel.worth(target), why, here.cite("short"))
            else:
                side = here.counsel.struck(charger, target)
                candidate.add(here.prize(charger, target, side), "the fight it would have alone", here.cite("first"))
        found.append(candidate)
    return found


def barred_by(here: Overview, charger: U, target: U, others: Sequence[int]) -> U | None:
    """The one of these units that stands between a charger and its target, if there is one."""
    own, there = here.rects[charger.id], here.rects[target.id]
    for number in others:
        shape = here.rects.get(number) if number not in (charger.id, target.id) else None
        if shape is not None and segment_crosses(shape, own.front, (there.x, there.y)):
            return here.counsel.unit(number)
    return None


def charge_place(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Where to strike among equal places: nearer to where units count."""
    found = []
    for index, option in enumerate(question.options):
        candidate = Candidate.of(option)
        if option.pose is not None and option.unit is not None:
            shape = here.rects[option.unit]
            place = rect_at(option.pose, shape.width, shape.depth)
            candidate.add(-0.5 * here.nearest(place), "inches from where units count", here.cite("hold"))
            candidate.add(-0.02 * hypot(place.x - here.centre[0], place.y - here.centre[1]), "away from the centre")
        candidate.add(-0.01 * index, "comes later in the list")
        found.append(candidate)
    return found


class ChargeJudge:
    """A judge of charges that are declared before all moves, against keeping the order and moving later."""

    def __init__(self, here: Overview) -> None:
        self.here = here
        self.counsel = here.counsel

    def weigh(self, candidate: Candidate, charger: U, target: U, partners: list[Option]) -> None:
        here, counsel = self.here, self.counsel
        if not counsel.may_be_charged(target):
            self.run_down(candidate, charger, target)
            return
        own, there = here.rects[charger.id], here.rects[target.id]
        chance = counsel.arrives(charger, distance(own, there))
        side = counsel.struck(charger, target)
        place = flush(own, there, side)
        gain = self._gain(charger, target, side, chance, place)
        paired = max((self._together(charger, target, side, chance, other) for other in partners), default=gain)
        words = f"{chance:.0%} to fight {target.name} in the {facing_name(side)}"
        candidate.add(max(gain, paired), words, here.cite("charge"))
        self._goals(candidate, charger, own, place, chance)
        self._exposure(candidate, charger, target, place, chance)
        self._shots(candidate, charger, own)
        self._before(candidate, charger, target, chance)

    def _value(self, target: U, charges: tuple[Charge, ...], elsewhere: dict[int, float] | None = None) -> float:
        return self.here.value(self.counsel.fight(target, charges), elsewhere)

    def _gain(self, charger: U, target: U, side: Arc, chance: float, place: Rect) -> float:
        """What the charge adds to the fight, by its chance."""
        stake = self.here.stake_at(charger, place) + self.counsel.shock(charger)
        after = self._value(target, (Charge(charger.id, target.id, side),), {charger.id: stake})
        return chance * (after - self._value(target, ()))

    def _together(self, charger: U, target: U, side: Arc, chance: float, other: Option) -> float:
        """What this charge adds to another on the same target, but no more than half of what both promise together."""
        partner = self.counsel.unit(other.unit or 0)
        shape, there = self.here.rects[partner.id], self.here.rects[target.id]
        likely = self.counsel.arrives(partner, distance(shape, there))
        before = self._value(target, ())
        one = Charge(charger.id, target.id, side)
        two = Charge(partner.id, target.id, self.counsel.struck(partner, target))
        both, alone, its = (self._value(target, charges) - before for charges in ((one, two), (one,), (two,)))
        total = chance * likely * both + chance * (1 - likely) * alone + (1 - chance) * likely * its
        return min(0.5 * total, total - likely * its)

    def run_down(self, candidate: Candidate, charger: U, target: U) -> None:
        """A fleeing target flees on and is destroyed if it is reached."""
        here = self.here
        if target.pose is None:
            # It is gone: the charger would only stumble on towards its last place.
            return
        chance = self.counsel.catches(charger, target)
        words = f"{chance:.0%} to run down {target.name}"
        candidate.add(chance * RAN_DOWN * self.counsel.worth(target), words, here.cite("run down"))
        own = here.rects[charger.id]
        self._goals(candidate, charger, own, flush(own, here.rects[target.id], Arc.REAR), chance)
        self._shots(candidate, charger, own)

    def _goals(self, candidate: Candidate, charger: U, own: Rect, place: Rect, chance: float) -> None:
        """Where it stands after the charge against where its own move could bring it."""
        here, counsel = self.here, self.counsel
        if not counsel.scores(charger) or not here.goals:
            return
        now, then, goal = here.nearest(own), here.nearest(place), here.goals[0]
        if counsel.turns_left > 0:
            worth = ON_THE_WAY * (goal.inch or 0.0) * chance * (now - then)
            candidate.add(worth, f"inches nearer to {counsel.goal_name}", here.cite("near"))
            return
        could = 1.0 if now <= 0.9 * counsel.pace(charger) else 0.0
        would = chance * (then <= 0.0) + (1 - chance) * (now <= 0.0)
        candidate.add(goal.worth * (would - could), f"holds {counsel.goal_name} at the end", here.cite("hold"))

    def _exposure(self, candidate: Candidate, charger: U, target: U, place: Rect, chance: float) -> None:
        """Other enemies that could charge it while it fights, beyond what they could do to it where it stands now."""
        here = self.here
        own = here.rects[charger.id]
        for foe in here.foes:
            if foe.id == target.id or not self.counsel.charges_soon(foe):
                continue
            more = self._threat(foe, charger, place)
            if more > 0.0:
                more -= self._threat(foe, charger, own)
            if more > 0.0:
                cost = here.temper.sortie * chance * more
                candidate.add(-cost, f"{foe.name} could join the fight", here.cite("charged"))

    def _threat(self, foe: U, unit: U, place: Rect) -> float:
        """What that enemy's charge on the unit at a place would cost, by its chance."""
        shape = self.here.rects[foe.id]
        likely = self.here.arrives(foe, shape, place)
        if likely <= 0.0:
            return 0.0
        return likely * max(0.0, self.here.prize(foe, unit, self.counsel.side(place, shape)))

    def _shots(self, candidate: Candidate, charger: U, own: Rect) -> None:
        if self.counsel.range(charger):
            losses = self.counsel.volleys(charger, own, "")
            worth = max((self.here.harm(self.counsel.unit(n), lost) for n, lost in losses.items()), default=0.0)
            candidate.add(-worth, "cannot shoot", self.here.cite("no shot"))

    def _before(self, candidate: Candidate, charger: U, target: U, chance: float) -> None:
        """Who is charged does not charge; but a charger that falls short stands nearer to it, out of order."""
        here, counsel = self.here, self.counsel
        candidate.add(-(1 - chance) * here.temper.short, "may fall short", here.cite("short"))
        own, there = here.rects[charger.id], here.rects[target.id]
        if not counsel.charges_soon(target) or not counsel.faces(target, there, own):
            return
        bad = here.prize(target, charger, counsel.side(own, there))
        if bad > 0.0:
            gap = distance(own, there)
            likely, likelier = counsel.arrives(target, gap), counsel.arrives(target, max(0.0, gap - STUMBLE))
            candidate.add(0.5 * chance * likely * bad, f"before {acts(target.name, 'charges')} it", here.cite("before"))
            more = 0.7 * (1 - chance) * (likelier - likely) * bad
            candidate.add(-more, f"nearer to {target.name} if it falls short", here.cite("short"))

    def hold(self, candidate: Candidate, unit: U) -> None:
        here, counsel = self.here, self.counsel
        chargers = counsel.chargers(unit)
        if chargers:
            gaps = [distance(here.rects[foe.id], here.rects[unit.id]) for foe in chargers]
            chance = min(counsel.arrives(foe, gap) for foe, gap in zip(chargers, gaps, strict=True))
            words = f"the fight, if it comes to it ({chance:.0%})"
            candidate.add(chance * self._value(unit, ()), words, here.cite("stand"))

    def _hunts(self, foe: U, unit: U, chargers: Sequence[U]) -> float:
        """How likely another enemy runs the unit down after it has fled from a charger: it flees on from that one."""
        own, shape = self.here.rects[unit.id], self.here.rects[foe.id]
        places = [run_from(own, self.here.rects[charger.id]) for charger in chargers]
        return max(
            (self.here.arrives(foe, shape, place, distance(shape, place) + RUN) for place in places), default=0.0
        )

    def flee(self, candidate: Candidate, unit: U, least: float = -inf) -> None:
        """What a flight is worth; one that cannot be worth so much is not thought through."""
        here, counsel = self.here, self.counsel
        chargers = counsel.chargers(unit)
        worth = counsel.worth(unit) + here.swing(unit) - counsel.shock(unit)
        hunts = ((self._hunts(foe, unit, chargers), foe.name) for foe in counsel.hunters(unit))
        hunted, hunter = max(hunts, default=(0.0, ""))
        away = 0.0
        if counsel.scores(unit):
            counted = max((goal.left or goal.worth for goal in here.goals), default=0.0)
            away = AWAY.get(counsel.turns_left, 0.07) * counted
        escaped = hunted * worth + (1 - hunted) * (FLEEING * worth + away)
        most = IN_VAIN - min(worth, escaped)
        if most < least - SLACK:
            candidate.add(most, "cannot be worth more")
            return
        caught = max((counsel.catches(charger, unit) for charger in chargers), default=0.0)
        lost = max((counsel.flees_off(unit, charger) for charger in chargers), default=0.0)
        candidate.add(-caught * worth, f"{caught:.0%} to be run down", here.cite("run down"))
        candidate.add(-(1 - caught) * lost * worth, f"{lost:.0%} to flee off the table", here.cite("off"))
        left = (1 - caught) * (1 - lost)
        candidate.add(-left * hunted * worth, f"{hunted:.0%} to be run down by {hunter}", here.cite("run down"))
        left *= 1 - hunted
        candidate.add(-left * FLEEING * worth, "in flight until it rallies", here.cite("rally"))
        candidate.add(-left * away, f"away from {counsel.goal_name}", here.cite("hold"))
        candidate.add(IN_VAIN, "the charge comes to nothing")
