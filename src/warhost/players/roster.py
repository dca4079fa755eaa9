"""A captain's roster: a legal list that can do something about everything, and the reasons for it.

A list is judged by what its cards tell. Some units hold (anvils), some break what is held (hammers), some shoot, some
cast, and somebody leads; missions are won by units that stand where they should. Points that are not spent, and
options that change nothing, are wasted. Lists are found by climbing: several random legal armies are changed bit by
bit, as long as they get better. The same chance gives the same roster.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from warhost.dice import Chance
from warhost.muster import Draft, Muster, Pick, Source
from warhost.muster.building.surprise import CHARACTERS, surprise_at
from warhost.muster.building.workbench import Bench, shuffled
from warhost.muster.files.pick_text import pick_text
from warhost.play.shown.english import is_plural, listed
from warhost.table import summed

__all__ = ["Judge", "Rating", "Role", "Written", "write_roster"]

Role: TypeAlias = Literal["leader", "wizard", "shooter", "hammer", "anvil"]

STARTS = ("balanced", "balanced", "shooting", "fast", "elite", "horde")
"""The characters of the lists from which the climb begins."""
STEPS = 700
"""So many changes are tried from each of them."""
MOST_SHOT = 1.2
"""What shooting is worth at most where fights are weighed too."""
BREAKS_EVEN, WORST = 0.8, 0.2
"""What a unit is worth that wins as much as it loses in fights, and the least that any is; 1 is usual."""
UPGRADES = 0.06
"""So much of its points a list may spend on options before they are too many."""
DOES: dict[Role, str] = {
    "leader": "leads the army",
    "wizard": "casts",
    "shooter": "shoots before the lines meet",
    "hammer": "breaks what the others hold",
    "anvil": "holds ground",
}


class Rating(NamedTuple):
    """How good a list is, out of 100, and what for."""

    score: float
    parts: Mapping[str, float]


class Written(NamedTuple):
    """A roster, its rating, and the reasons for it, a sentence each."""

    draft: Draft
    rating: Rating
    why: tuple[str, ...]


class _Unit(NamedTuple):
    """What a pick is worth to a list."""

    role: Role
    worth: float
    """For its points, where 1 is usual in its faction."""
    scores: bool
    wasted: int
    """Points for options that change little."""
    upgrades: int
    """Points for all its options."""


def write_roster(
    builder: Muster,
    faction: str,
    points: int,
    chance: Chance,
    options: Mapping[str, Any] = {},
    books: Sequence[Source] = (),
    name: str = "",
) -> Written:
    """The roster that a captain writes for a game of so many points; the error says why there is no legal one."""
    bench = Bench(builder, faction, points, options, books, name)
    judge = Judge(bench)
    best: tuple[float, tuple[Pick, ...]] | None = None
    for number, character in enumerate(STARTS):
        own = chance.fork(f"start {number}")
        picks = _climbed(judge, surprise_at(bench, CHARACTERS[character], own).picks, own)
        score = judge.rate(picks).score
        if bench.judged(picks).legal and (best is None or score > best[0]):
            best = score, picks
    assert best is not None  # a surprise is legal, and so is what comes of it
    led = _led(judge, best[1])
    picks = tuple(sorted(led, key=lambda pick: (list(DOES).index(judge.unit(pick).role), -bench.price(pick))))
    return Written(bench.draft(picks), judge.rate(picks), tuple(judge.why(picks)))


def _climbed(judge: Judge, picks: tuple[Pick, ...], chance: Chance) -> tuple[Pick, ...]:
    """The list after small changes, each of which made it better and left it legal."""
    bench, score = judge.bench, judge.rate(picks).score
    starts = [pick for pick in (bench.completed(one, chance) for one in bench.starts()) if pick is not None]
    for _ in range(STEPS):
        tried: tuple[Pick, ...] | None = picks
        # A change often needs another, such as a dearer unit in place of two.
        for _ in range(1 + chance.pick(3)):
            tried = tried and _changed(bench, tried, starts, chance)
        if not tried or (bench.points and sum(map(bench.price, tried)) > bench.points):
            continue
        better = judge.rate(tried).score
        if better > score and bench.weigh(tried).legal:
            picks, score = tried, better
    return picks


def _led(judge: Judge, picks: tuple[Pick, ...]) -> tuple[Pick, ...]:
    """The list with a leader at its head: what somebody must be, such as the General, no Wizard is if another can."""
    bench, each = judge.bench, dict(enumerate(picks))
    wizards = [number for number, pick in each.items() if judge.unit(pick).role == "wizard"]
    leaders = [number for number, pick in each.items() if judge.unit(pick).role == "leader"]
    leaders.sort(key=lambda number: -bench.price(picks[number]))
    for wizard, leader in ((wizard, leader) for wizard in wizards for leader in leaders):
        for option in picks[wizard].options:
            less = msgspec.structs.replace(
                picks[wizard], options=tuple(one for one in picks[wizard].options if one is not option)
            )
            more = msgspec.structs.replace(picks[leader], options=(*picks[leader].options, option))
            if bench.unit(less) is None or bench.unit(more) is None or bench.price(less) != bench.price(picks[wizard]):
                continue
            without = tuple({**each, wizard: less}.values())
            moved = tuple({**each, wizard: less, leader: more}.values())
            if not bench.judged(without).legal and bench.judged(moved).legal:
                return moved
    return picks


def _changed(bench: Bench, picks: tuple[Pick, ...], starts: Sequence[Pick], chance: Chance) -> tuple[Pick, ...] | None:
    """The list with one thing changed: a unit more or less or another, an option more or less, another size."""
    number = chance.pick(len(picks))
    pick = picks[number]
    before, behind = picks[:number], picks[number + 1 :]
    match chance.pick(6):
        case 0:
            return (*picks, starts[chance.pick(len(starts))])
        case 1:
            return before + behind if behind or before else None
        case 2 | 3:
            return (*before, starts[chance.pick(len(starts))], *behind)
        case 4 if pick.options:
            gone = chance.pick(len(pick.options))
            found = msgspec.structs.replace(pick, options=pick.options[:gone] + pick.options[gone + 1 :])
        case 4:
            more = list(bench.with_option(pick))
            if not more:
                return None
            found = more[chance.pick(len(more))]
        case _:
            larger = shuffled(list(bench.larger(pick)), chance)
            if not larger:
                return None
            found = larger[0]
    return None if bench.unit(found) is None else (*before, found, *behind)


class Judge:
    """What lists of one faction are worth."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self._units: dict[Pick, _Unit] = {}
        # Which of the things that a unit must have is bought for it makes little difference here.
        chance = Chance("usual units")
        complete = (bench.completed(pick, chance) for pick in bench.starts())
        plain = [pick for pick in complete if pick is not None]
        troops = [pick for pick in plain if not bench.aspects(pick).hero] or plain
        priced = [pick for pick in troops if bench.price(pick)]
        self._hold = _usual([self._holding(pick) for pick in troops])
        self._strike = _usual([self._striking(pick) for pick in troops])
        self._shoot = _usual([shot for pick in troops if (shot := self._shooting(pick))])
        usual = median([bench.price(pick) for pick in priced]) if priced else 0
        self._scorers = max(2.0, bench.points / (1.6 * usual)) if usual else 1.0
        self._roles = {self.unit(pick).role for pick in plain}

    def _figure(self, pick: Pick, amount: float) -> float:
        """An amount for its points, or for one unit where units have no price."""
        return amount / max(1, self.bench.price(pick))

    def _holding(self, pick: Pick) -> float:
        figures = self.bench.figures(pick)
        return self._figure(pick, figures.wounds * figures.toughness * (0.5 + figures.protection))

    def _striking(self, pick: Pick) -> float:
        figures = self.bench.figures(pick)
        return self._figure(pick, figures.fighting * figures.hits * max(1, figures.strength) ** 0.5)

    def _shooting(self, pick: Pick) -> float:
        figures = self.bench.figures(pick)
        return self._figure(pick, figures.shots * max(12, figures.reach) / 24)

    def unit(self, pick: Pick) -> _Unit:
        """What a pick is worth, and for what."""
        if pick not in self._units:
            self._units[pick] = self._judged(pick)
        return self._units[pick]

    def _judged(self, pick: Pick) -> _Unit:
        aspects, models = self.bench.aspects(pick), self.bench.models(pick)
        hold, strike = self._holding(pick) / self._hold, self._striking(pick) / self._strike
        shoot = self._shooting(pick) / self._shoot if self._shoot else 0.0
        strike *= 0.85 + 0.4 * aspects.fast
        prowess = self.bench.prowess(pick)
        won = None if prowess is None else max(WORST, BREAKS_EVEN + prowess)
        role: Role
        if aspects.magic:
            role, worth = "wizard", 1.0
        elif aspects.hero:
            role, worth = "leader", 0.6 + 0.2 * (hold + strike)
        elif aspects.shooting > 0.5 and shoot:
            # Sooner or later somebody comes up to them.
            role, worth = "shooter", shoot if won is None else (min(shoot, MOST_SHOT) + won) / 2
        elif strike > hold:
            role, worth = "hammer", strike if won is None else won
        else:
            role, worth = "anvil", hold if won is None else won
        plain = msgspec.structs.replace(pick, options=(), joined=())
        upgrades, wasted = 0, 0
        if pick.options and self.bench.unit(plain) is not None:
            upgrades = self.bench.price(pick) - self.bench.price(plain)
            wasted = sum(self._wasted(pick))
        return _Unit(role, min(1.6, worth), not aspects.hero and models > 1, wasted, upgrades)

    def _wasted(self, pick: Pick) -> Iterator[int]:
        """What options cost that change nothing a card tells, besides its price; half of what they cost that change
        no figure of a unit that neither leads nor casts."""
        told, aspects = self._told(pick), self.bench.aspects(pick)
        leads = aspects.hero or aspects.magic
        for number in range(len(pick.options)):
            less = msgspec.structs.replace(pick, options=pick.options[:number] + pick.options[number + 1 :])
            if self.bench.unit(less) is None:
                continue
            cost = max(1, self.bench.price(pick) - self.bench.price(less))
            if self._told(less) == told:
                yield cost
            elif not leads and self.bench.figures(less) == self.bench.figures(pick):
                yield cost // 2

    def _told(self, pick: Pick) -> tuple[Any, ...]:
        card, price = self.bench.cards(pick)[0], self.bench.price(pick)
        return card.text, card.rules, {name: value for name, value in card.profile.items() if value != price}

    def rate(self, picks: Sequence[Pick]) -> Rating:
        """How good a list is."""
        each = [one for pick in picks for one in (msgspec.structs.replace(pick, joined=()), *pick.joined)]
        units = [(self.unit(one), self.bench.price(one) or 1) for one in each]
        spent = sum(price for _, price in units) or 1
        shares: Counter[str] = Counter()
        for unit, price in units:
            shares[unit.role] += price
        taste = self.bench.builder.taste
        wanted = {role: share for role, share in taste.shares.items() if role in self._roles}
        whole = summed(wanted.values())
        match = summed(min(shares[role] / spent, share / whole) for role, share in wanted.items())
        kinds = Counter(one.unit for one in each)
        copies = sum(max(0, count - 3) for count in kinds.values()) / max(1, len(each))
        idle = sum(unit.wasted for unit, _ in units) + max(0.0, sum(u.upgrades for u, _ in units) - UPGRADES * spent)
        limit = self.bench.points
        parts = {
            "points": max(0.0, 1.0 - 5.0 * (1.0 - spent / limit)) if limit else 1.0,
            "worth": summed(unit.worth * price for unit, price in units) / spent / 1.6,
            "roles": max(0.0, match - copies),
            "scoring": min(1.0, sum(unit.scores for unit, _ in units) / self._scorers),
            "upgrades": max(0.0, 1.0 - 5.0 * idle / spent),
        }
        parts = {name: round(taste.weights[name] * value, 2) for name, value in parts.items()}
        return Rating(round(summed(parts.values()), 2), parts)

    def why(self, picks: Sequence[Pick]) -> Iterator[str]:
        """The reasons for a list: what each role has, then the list as a whole."""
        by_role: dict[Role, list[Pick]] = {}
        each = [one for pick in picks for one in (msgspec.structs.replace(pick, joined=()), *pick.joined)]
        for pick in each:
            by_role.setdefault(self.unit(pick).role, []).append(pick)
        spent = sum(map(self.bench.price, each))
        for role, does in DOES.items():
            own = by_role.get(role, [])
            if len(own) == 1:
                does = _plural(does) if is_plural(own[0].unit) else does
            if own:
                counts = Counter(pick.unit for pick in own)
                names = [f"{count} {name}" if count > 1 else name for name, count in counts.items()]
                share = f" ({sum(map(self.bench.price, own)) / spent:.0%} of the points)" if spent else ""
                yield f"{listed(names)} {does if len(own) == 1 else _plural(does)}{share}."
            elif role in self._roles and not (role == "leader" and by_role.get("wizard")):
                yield f"No {role}: others were worth more for the points."
        yield f"{sum(self.unit(pick).scores for pick in each)} units of several models can take and hold objectives."
        if self.bench.points:
            yield f"{spent} of {self.bench.points} points are spent."
        bought = [pick for pick in each if pick.options]
        cost = sum(self.unit(pick).upgrades for pick in bought)
        if cost:
            yield f"Options cost {cost} points: {'; '.join(map(pick_text, bought))}."


def _plural(does: str) -> str:
    """What several units do: `holds ground` is `hold ground`."""
    first, space, rest = does.partition(" ")
    return f"{first.removesuffix('s')}{space}{rest}"


def _usual(values: Sequence[float]) -> float:
    """The middle of some figures; 1 where there are none that count."""
    found = [value for value in values if value > 0]
    return median(found) if found else 1.0
