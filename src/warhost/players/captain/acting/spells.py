"""How the captain casts and dispels: what a spell would change, by the odds of its dice."""

from __future__ import annotations

from heapq import nlargest
from math import inf

from warhost.play import Ask, Choose
from warhost.play.counsel.counsel import Spell
from warhost.players.captain.acting.fighting import losses_of
from warhost.players.captain.engine import Candidate
from warhost.players.captain.judging.overview import Overview, U
from warhost.table import summed

TRY = 0.1
"""A spell must promise at least this much to be tried."""

TRY_AT_LAST = 0.01
"""In the last turn nothing is kept for later: whatever a spell may change is worth trying."""

HOPELESS = 0.02
"""Dice that stop a spell less often than that are not thrown at it."""

DIE = 0.02
"""What a die against a spell costs where nothing else is to come: the fewer do it, the better."""

WILL_CHARGE, WILL_SHOOT = 0.7, 0.8
"""How likely an enemy makes a charge that is good for it, and a volley."""

SPARE_DIE = 0.2
"""What a die is worth beyond what is foreseen for it, while there is something to cast."""

GIFT = 0.5
"""What it is worth to hand a die that one cannot use to a partner who can."""

IN_VAIN = 4.0
"""What it costs to cast in a way that cannot succeed."""


class _Pool:
    """What the dice of one side can do: every spell with its worth."""

    def __init__(self, here: Overview, question: Choose, more: int = 0) -> None:
        self.here = here
        self.spells = here.counsel.with_dice(more).spells(question) if more else here.counsel.spells(question)
        self.dice, self.against = here.counsel.dice(), here.counsel.dice_against()
        self._promises: dict[tuple[str, int], float] = {}
        self._ceilings: dict[tuple[str, int], float] = {}
        self._best: dict[int, list[tuple[float, str]]] = {}

    def worth(self, key: str) -> float:
        """What a spell is worth if it gets through; worked out when it is asked for."""
        known = self.here.memo.get(("spell", key))
        if known is None:
            known = self.here.memo["spell", key] = worth_of(self.here, self.spells[key])
        return known

    def promise(self, key: str, dice: int) -> float:
        """What a spell promises with so many dice."""
        known = self._promises.get((key, dice))
        if known is None:
            spell = self.spells[key]
            chance = spell.chance(dice, self.against)
            known = chance * (self.worth(key) - spell.cost(dice)) if chance > 0.0 else 0.0
            self._promises[key, dice] = known
        return known

    def ceiling(self, key: str, dice: int) -> float:
        """The most that a spell can promise with so many dice: less work than what it does promise."""
        known = self._ceilings.get((key, dice))
        if known is None:
            spell = self.spells[key]
            chance = spell.chance(dice, self.against)
            most = self.here.memo.get(("most", key))
            if most is None:
                most = self.here.memo["most", key] = most_of(self.here, spell)
            known = self._ceilings[key, dice] = chance * (most - spell.cost(dice)) if chance > 0.0 else 0.0
        return known

    def others(self, key: str, dice: int) -> float:
        """What the best of the other spells promises with so many dice, if it promises anything."""
        if dice not in self._best:
            self._best[dice] = self._best_with(dice)
        name = self.spells[key].name
        return next((promise for promise, other in self._best[dice] if other != name), 0.0)

    def together(self, dice: int) -> float:
        """What so many dice promise, one spell after another, each with the dice that are best for it and the next."""
        total, cast = 0.0, set[str]()
        while True:
            best, key, way = 0.0, "", 0
            for one, spell in self.spells.items():
                for many in spell.ways if spell.name not in cast else ():
                    promise = self.promise(one, many) if many <= dice and self.ceiling(one, many) > best else 0.0
                    if promise > best and promise >= TRY:
                        best, key, way = promise, one, many
            if not key:
                return total
            total, dice = total + best, dice - way
            cast.add(self.spells[key].name)

    def _best_with(self, dice: int) -> list[tuple[float, str]]:
        """What the two spells of most promise promise with so many dice at most."""
        ways = [
            (self.ceiling(key, way), key, way) for key, one in self.spells.items() for way in one.ways if way <= dice
        ]
        found: dict[str, float] = {}
        for ceiling, key, way in sorted(ways, reverse=True):
            best = nlargest(2, found.values())
            if len(best) == 2 and ceiling <= best[1]:
                break
            name = self.spells[key].name
            found[name] = max(found.get(name, -inf), self.promise(key, way))
        return nlargest(2, ((promise, name) for name, promise in found.items()))


def cast(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Which spell next: its worth by the chance that it gets through, and what the other dice can still do.

    Spells that can promise most are looked at first, and those that cannot be the best not closely.
    """
    least = TRY if here.counsel.turns_left else TRY_AT_LAST
    pool = _Pool(here, question)
    candidates = {option.key: Candidate.of(option) for option in question.options}
    open_to: list[tuple[float, str]] = []
    # Who has nothing to cast hands its dice to a partner who has.
    idle = not any(option.key in pool.spells for option in question.options)
    gifts = {option.key for option in question.options if idle and not option.passes}
    best = -inf
    for key, candidate in candidates.items():
        spell = pool.spells.get(key)
        if spell is None:
            best = max(best, candidate.add(least, "casts only what is worth more").total)
            if key in gifts:
                best = max(best, candidate.add(GIFT, "a partner has more use for it").total)
        elif spell.ways:
            most = max(max(0.0, pool.ceiling(key, way)) + pool.others(key, pool.dice - way) for way in spell.ways)
            open_to.append((most, key))
    for most, key in sorted(open_to, reverse=True):
        if most < best:
            candidates[key].add(min(most, pool.ceiling(key, pool.spells[key].ways[-1])), "cannot be worth more")
            continue
        best = max(best, _weighed(here, pool, candidates[key], key, least).total)
    return list(candidates.values())


def _weighed(here: Overview, pool: _Pool, candidate: Candidate, key: str, least: float) -> Candidate:
    """A spell with as many dice as are best for it and for what the others can still do."""
    ways = pool.spells[key].ways
    totals = {way: pool.promise(key, way) + pool.others(key, pool.dice - way) for way in ways}
    dice = max(totals, key=lambda way: totals[way])
    promise = pool.promise(key, dice)
    candidate.add(promise, f"a spell worth {pool.worth(key):.1f}, allowing for its chance", here.cite("cast"))
    if promise >= least:
        candidate.add(pool.others(key, pool.dice - dice), "other spells with the other dice")
    return candidate


def more_dice(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """How many dice to buy for the spells of this phase: what those can do with them that they cannot do without; what
    the dice cost, the book says."""
    bought = [int(option.key) for option in question.options]
    pool = _Pool(here, question, more=max(bought))
    without = pool.together(here.counsel.dice())
    found = []
    for option, dice in zip(question.options, bought, strict=True):
        candidate = Candidate.of(option)
        gain = pool.together(here.counsel.dice() + dice) - without
        candidate.add(gain, "what the spells promise with more dice", here.cite("cast"))
        candidate.add(SPARE_DIE * dice if without or gain else 0.0, "dice in hand", here.cite("cast"))
        for score, label, rule in here.counsel.choice(question, option):
            candidate.add(score, label, rule)
        found.append(candidate)
    return found


def casting_dice(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """How many dice: the chance of success, and what the other dice can still do."""
    pool, key = _Pool(here, question), question.about
    spell = pool.spells[key]
    found = []
    for option in question.options:
        dice = int(option.key)
        candidate = Candidate.of(option, f"Cast with {option.label}")
        chance = spell.chance(dice, pool.against)
        candidate.add(pool.worth(key) * chance, f"{chance:.0%} to get through", here.cite("dice"))
        if not chance:
            candidate.add(-IN_VAIN, "too few for it", here.cite("dice"))
        candidate.add(-spell.cost(dice) * chance, "what it may cost", here.cite("miscast"))
        candidate.add(pool.others(key, pool.dice - dice), "other spells with the other dice")
        found.append(candidate)
    return found


def dispel(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Whether and with how many dice: what the spell would do against what may still come."""
    counsel, tried = here.counsel.caster(question)
    theirs = _Pool(Overview(counsel), question)
    coming = [key for key, spell in theirs.spells.items() if spell.name not in tried and spell.ways]

    def later(dice: int) -> float:
        """What the best of the enemy's other spells promises it with all its dice against so many."""
        chances = ((key, theirs.spells[key].chance(theirs.spells[key].ways[-1], dice)) for key in coming)
        return max((theirs.worth(key) * chance for key, chance in chances if chance > 0.0), default=0.0)

    own = here.counsel.dice()
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.key.isdigit():
            dice = int(option.key)
            chance = next((odd.value for odd in option.odds if odd.kind == "chance"), 0.5)
            if chance < HOPELESS:
                continue
            candidate.label = f"Dispel with {option.label}"
            candidate.add(theirs.worth(question.about) * chance, f"{chance:.0%} to stop it", here.cite("dispel"))
            candidate.add(later(own) - later(own - dice) - DIE * dice, "dice against later spells")
        else:
            candidate.add(0.01, "keeps its dice")
        found.append(candidate)
    return found


def worth_of(here: Overview, spell: Spell) -> float:
    """What a spell would be worth to its caster's side if it took effect."""
    total = _at_once(here, spell)
    if spell.after is None or _most_gained(here, spell) <= 0.0:
        return total
    before = summed(outlook(here, unit) for unit in spell.touched)
    after = spell.after()
    ways = [Overview(counsel) for counsel in after.ways]
    changes = [summed(outlook(way, unit) for unit in spell.touched) - before for way in ways]
    return total + max(0.0, max(changes) if after.picked else summed(changes) / len(changes))


def most_of(here: Overview, spell: Spell) -> float:
    """The most that a spell can be worth."""
    return _at_once(here, spell) + (0.0 if spell.after is None else max(0.0, _most_gained(here, spell)))


def _at_once(here: Overview, spell: Spell) -> float:
    """What a spell is worth by what it does at once."""
    return spell.worth + summed(here.harm(here.counsel.unit(unit), lost) for unit, lost in spell.losses.items())


def _most_gained(here: Overview, spell: Spell) -> float:
    """The most that a lasting spell can gain: all that threatens comes to nothing. There is no telling where a unit
    fights or shoots."""
    units = [here.counsel.unit(unit) for unit in spell.touched]
    if any(here.counsel.is_fighting(one) or (here.is_ours(one) and here.counsel.range(one)) for one in units):
        return inf
    return -summed(outlook(here, unit) for unit in spell.touched)


def outlook(here: Overview, number: int) -> float:
    """What the next turns hold for the captain because of this unit, friend or foe. More is better."""
    known = here.memo.get(("outlook", number))
    if known is None:
        known = here.memo["outlook", number] = _outlook(here, here.counsel.unit(number))
    return known


def _outlook(here: Overview, unit: U) -> float:
    counsel, place = here.counsel, here.rects.get(unit.id)
    if place is None or not counsel.may_be_charged(unit):
        return 0.0
    if counsel.is_fighting(unit):
        return here.value(counsel.fight(unit))
    if here.is_ours(unit):
        losses = counsel.volleys(unit, place, "") if counsel.range(unit) else {}
        best = max((here.harm(counsel.unit(target), lost) for target, lost in losses.items()), default=0.0)
        return best + summed(_threat(here, foe, unit) for foe in here.foes)
    worst = 0.0
    if counsel.enemy_turns_left and counsel.range(unit):
        fires = ((friend, counsel.fire(unit, place, friend, here.rects[friend.id])) for friend in here.own)
        worst = -WILL_SHOOT * max((here.harm(friend, lost) for friend, lost in fires if lost), default=0.0)
    return worst + summed(_threat(here, unit, friend) for friend in here.own)


def _threat(here: Overview, foe: U, unit: U) -> float:
    """What a charge of that enemy on that unit would cost, by its chance; never a gain, for it need not charge."""
    soon, shape, place = here.counsel.charges_soon(foe), here.rects[foe.id], here.rects[unit.id]
    chance = here.arrives(foe, shape, place) if soon else 0.0
    if chance <= 0.0:
        return 0.0
    return WILL_CHARGE * soon * chance * min(0.0, -here.prize(foe, unit, here.counsel.side(place, shape)))


def store(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """A die that is kept costs nothing."""
    return [
        Candidate.of(option).add(0.0 if option.passes else 1.0, "a die for next time") for option in question.options
    ]


def promises(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Something that costs nothing: on whom it is worth most, if it is worth anything."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.passes or option.target is None:
            candidate.add(-0.1, "lets a chance go by")
        else:
            candidate.add(here.counsel.promise(question, option, losses_of(option)), "what it promises")
        found.append(candidate)
    return found


def tokens(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Tokens for or against a spell: what each adds to its chance."""
    found = []
    for option in question.options:
        chance, worth, cost = here.counsel.bid(question, int(option.key))
        candidate = Candidate.of(option)
        candidate.add(chance * worth, "changes the chance of the spell")
        candidate.add(-cost, "costs tokens", here.cite("tokens"))
        found.append(candidate)
    return found
