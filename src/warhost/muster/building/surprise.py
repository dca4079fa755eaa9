"""A random legal army of a given character, near the points of the game.

Units are picked one by one, those that fit the character sooner than others. While the list lacks something, only
units and options that mend it are picked; a pick that breaks a limit is not taken. At the end the points that are left
are spent on more models, options and dearer units. The same chance gives the same list.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError, did_you_mean
from warhost.muster.building.aspects import Aspects
from warhost.muster.building.buying import Pick
from warhost.muster.building.drafts import Draft, grown
from warhost.muster.building.workbench import Bench, Weighed, fewer, shuffled, weighted
from warhost.muster.values import Muster, Source
from warhost.table import summed

__all__ = ["CHARACTERS", "Character", "brought_up_to", "find_character", "surprise", "surprise_at"]

ATTEMPTS = 6
"""So many lists are begun before the best of them is given; mostly the first will do."""
NEAR = 0.97
"""A list that spends so much of its points needs no other attempt."""
MOST_UNITS = 36
MOST_TRIALS = 600
"""So many ways to spend the last points are tried."""
OPTION = 0.3
"""How likely a unit gets an option, and after that another."""


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """What an army is like: how much it leans to units of each kind (0: as they come, 1: much sooner)."""

    name: str
    text: str
    leans: Mapping[str, float] = {}
    """By the names of aspects."""

    def weight(self, aspects: Aspects) -> float:
        return math.exp(3.0 * summed(lean * getattr(aspects, name) for name, lean in self.leans.items()))


CHARACTERS = {
    one.name: one
    for one in (
        Character(name="balanced", text="a bit of everything"),
        Character(name="magic", text="wizards and what they can buy", leans={"magic": 1.2}),
        Character(name="shooting", text="bows, guns and engines", leans={"shooting": 1.0}),
        Character(name="fast", text="riders, flyers and light troops", leans={"fast": 1.4}),
        Character(name="elite", text="few, expensive models", leans={"quality": 1.3, "numbers": -0.3, "hero": 0.2}),
        Character(
            name="horde", text="as many models as possible", leans={"numbers": 1.0, "quality": -0.8, "hero": -0.4}
        ),
        Character(name="monsters", text="monsters, large beasts and chariots", leans={"monster": 1.2}),
    )
}
"""The characters of armies, by their names."""


def find_character(name: str) -> Character:
    """A character by its name; the error says which there are."""
    found = CHARACTERS.get(name.casefold())
    if found is None:
        near = did_you_mean(name, CHARACTERS) or f" There are {', '.join(CHARACTERS)}."
        raise WarhostError(f'There is no army character "{name}".{near}')
    return found


def surprise(
    builder: Muster,
    faction: str,
    points: int,
    character: str,
    chance: Chance,
    options: Mapping[str, Any] = {},
    books: Sequence[Source] = (),
    name: str = "",
) -> Draft:
    """A random legal list of a faction for a game of so many points (0 where units have no price).

    The error says what is wrong with every list that was tried, where there is no legal one.
    """
    return surprise_at(Bench(builder, faction, points, options, books, name), find_character(character), chance)


def brought_up_to(bench: Bench, begun: Sequence[Pick], chance: Chance) -> Draft:
    """A legal list for the points of the bench that begins with these picks, as far as they are legal there, and has
    what else fits."""
    return surprise_at(bench, CHARACTERS["balanced"], chance, begun)


def surprise_at(bench: Bench, character: Character, chance: Chance, begun: Sequence[Pick] = ()) -> Draft:
    """The same at a bench, where several lists of one faction are made; perhaps with a beginning."""
    if not bench.points and any(size.cost for entry in bench.catalogue.entries for size in entry.sizes):
        raise WarhostError(f"Say how many points the list of the {bench.catalogue.faction} may cost.")
    best: tuple[int, tuple[Pick, ...]] | None = None
    nearest: Weighed | None = None
    for number in range(ATTEMPTS):
        picks, weighed = _Search(bench, character, chance.fork(f"attempt {number}"), begun).run()
        if not weighed.legal:
            nearest = weighed if nearest is None or fewer(weighed, nearest) else nearest
        elif best is None or weighed.points > best[0]:
            best = weighed.points, picks
        if best is not None and (best[0] >= NEAR * bench.points or len(best[1]) > MOST_UNITS / 2):
            break
    if best is None:
        assert nearest is not None
        told = " ".join(map(str, nearest.problems[:3]))
        raise WarhostError(
            f"No legal list of the {bench.catalogue.faction} for {bench.points} points was found: {told} "
            "Try other points."
        )
    return bench.draft(best[1])


class _Search:
    """One list in the making."""

    def __init__(self, bench: Bench, character: Character, chance: Chance, begun: Sequence[Pick] = ()) -> None:
        self.bench, self.character, self.chance = bench, character, chance
        self.picks: tuple[Pick, ...] = tuple(begun)
        self.weighed = bench.weigh(self.picks)
        self.trials = 0

    def run(self) -> tuple[tuple[Pick, ...], Weighed]:
        if not self.picks and not self._begun():
            # What a list lacks that has nothing at all tells less than why it cannot have anything.
            return self.picks, self.weighed if self.weighed.problems else self.bench.judged(self.picks)
        while len(self.picks) < MOST_UNITS and (self._mended() if self.weighed.problems else self._grown()):
            pass
        if self.weighed.legal:
            self._spend()
            self._join()
        return self._playable()

    def _playable(self) -> tuple[tuple[Pick, ...], Weighed]:
        """The list without the last units that no table has room for."""
        judged = self.bench.judged(self.picks)
        while self.weighed.legal and not judged.legal and len(self.picks) > 1:
            shorter = self.picks[:-1]
            if not self._fits(shorter):
                break
            judged = self.bench.judged(shorter)
        return self.picks, judged

    @property
    def left(self) -> float:
        return self.bench.points - self.weighed.points if self.bench.points else math.inf

    def _take(self, picks: tuple[Pick, ...], weighed: Weighed) -> bool:
        self.picks, self.weighed = picks, weighed
        return True

    def _better(self, picks: tuple[Pick, ...]) -> bool:
        """Take a list if it has fewer problems than the one at hand."""
        weighed = self.bench.weigh(picks)
        return fewer(weighed, self.weighed) and self._take(picks, weighed)

    def _onward(self, picks: tuple[Pick, ...]) -> bool:
        """Take a list that has mended something and lacks something else instead."""
        weighed = self.bench.weigh(picks)
        before, after = self.weighed.problems, weighed.problems
        mended = bool(grown(after, before)) and all(problem.lacks for problem in grown(before, after))
        return mended and self._take(picks, weighed)

    def _fits(self, picks: tuple[Pick, ...]) -> bool:
        """Take a list if nothing is wrong with it."""
        self.trials += 1
        weighed = self.bench.weigh(picks)
        return weighed.legal and self._take(picks, weighed)

    def _candidates(self) -> Iterator[Pick]:
        """Units that can be paid, complete in themselves, those that fit the character sooner."""
        starts = [pick for pick in map(self._complete, self.bench.starts()) if pick is not None]
        able = [pick for pick in starts if self.bench.price(pick) <= self.left]
        return weighted(able, [self._weight(pick) for pick in able], self.chance)

    def _complete(self, pick: Pick) -> Pick | None:
        return self.bench.completed(pick, self.chance)

    def _weight(self, pick: Pick) -> float:
        """How much a unit is wanted: less, the more of it there are already."""
        copies = sum(other.unit == pick.unit for other in self.picks)
        return self.character.weight(self.bench.aspects(pick)) * 0.6**copies

    # While something is missing

    def _mended(self) -> bool:
        """Mend what is wrong with the list: by a unit more, by an option, by one unit for another, by one less, or by a
        unit that is marked at once."""
        return (
            any(self._better((*self.picks, pick)) for pick in self._candidates())
            or any(self._onward((*self.picks, pick)) for pick in self._candidates())
            or any(self._better(self._with(number, more)) for number, more in self._upgrades(math.inf))
            or any(
                self._better(self._with(number, other))
                for number in shuffled(range(len(self.picks)), self.chance)
                for other in map(self._complete, shuffled(self.bench.starts(), self.chance))
                if other is not None
            )
            or any(
                self._better(self.picks[:number] + self.picks[number + 1 :])
                for number in shuffled(range(len(self.picks)), self.chance)
            )
            or any(self._better((*self.picks, more)) for pick in self._candidates() for more in self._marked(pick))
        )

    def _begun(self) -> bool:
        """Take a first unit: what a list lacks that has nothing at all is known only then."""
        for pick in self._candidates():
            weighed = self.bench.weigh((pick,))
            if all(problem.lacks for problem in weighed.problems):
                return self._take((pick,), weighed)
        return False

    def _with(self, number: int, pick: Pick) -> tuple[Pick, ...]:
        return (*self.picks[:number], pick, *self.picks[number + 1 :])

    def _upgrades(self, left: float) -> Iterator[tuple[int, Pick]]:
        """Every pick with each option that it may have for the points that are left, in an order by chance."""
        found = [(number, more) for number, pick in enumerate(self.picks) for more in self.bench.with_option(pick)]
        for number, more in shuffled(found, self.chance):
            if self.bench.unit(more) is not None and self._more(number, more) <= left:
                yield number, more

    def _more(self, number: int, pick: Pick) -> int:
        """What one pick costs more than the one in its place."""
        return self.bench.price(pick) - self.bench.price(self.picks[number])

    # While there are points

    def _grown(self) -> bool:
        """Add a unit to a list that is legal; if the list then lacks another, that one as well."""
        candidates = list(self._candidates())
        for pick in candidates:
            picks = (*self.picks, self._upgraded(pick))
            weighed = self.bench.weigh(picks)
            if weighed.legal:
                return self._take(picks, weighed)
            if any(self._fits((*self.picks, more)) for more in self._marked(pick)):
                return True
            if all(problem.lacks for problem in weighed.problems) and len(picks) < MOST_UNITS:
                left = self.bench.points - weighed.points
                able = [other for other in candidates if self.bench.price(other) <= left]
                if any(self._fits((*picks, other)) for other in able):
                    return True
        return False

    def _marked(self, pick: Pick) -> Iterator[Pick]:
        """The pick with each option that costs nothing: a mark, such as that of the general."""
        for more in shuffled(list(self.bench.with_option(pick)), self.chance):
            if self.bench.unit(more) is not None and self.bench.price(more) == self.bench.price(pick):
                yield more

    def _upgraded(self, pick: Pick) -> Pick:
        """The pick, perhaps larger and with some of its options."""
        if self.bench.size(pick).most and self.bench.points:
            pick = self._manned(pick)
        while self.chance.uniform() < OPTION:
            able = [
                more
                for more in shuffled(list(self.bench.with_option(pick)), self.chance)[:12]
                if self.bench.unit(more) is not None and self.bench.price(more) <= self.left
            ]
            if not able:
                break
            base = self.bench.aspects(pick)
            weights = [self.character.weight(_gain(base, self.bench.aspects(more))) for more in able]
            pick = next(weighted(able, weights, self.chance))
        return pick

    def _manned(self, pick: Pick) -> Pick:
        """The pick with a number of models by chance, more of them in a horde."""
        size = self.bench.size(pick)
        share = self.chance.uniform() ** (2.0 if self.character.leans.get("numbers", 0.0) <= 0 else 0.5)
        models = size.models + round(share * (size.most - size.models))
        found = msgspec.structs.replace(pick, models=models if models > size.models else 0)
        able = self.bench.unit(found) is not None and self.bench.price(found) <= self.left
        return found if able else pick

    # What is left at the end

    def _spend(self) -> None:
        """Spend what is left: on more models, on options, on a dearer unit in place of another."""
        enough = 0.01 * self.bench.points
        self.trials = 0
        while self.bench.points and self.left > enough and self.trials < MOST_TRIALS:
            if not (self._enlarged() or self._equipped() or self._traded()):
                break

    def _enlarged(self) -> bool:
        found = [(number, more) for number, pick in enumerate(self.picks) for more in self.bench.larger(pick)]
        return any(
            self.bench.unit(more) is not None
            and 0 < self._more(number, more) <= self.left
            and self._fits(self._with(number, more))
            for number, more in shuffled(found, self.chance)
        )

    def _equipped(self) -> bool:
        return any(
            self._more(number, more) > 0 and self._fits(self._with(number, more))
            for number, more in self._upgrades(self.left)
        )

    def _traded(self) -> bool:
        """A dearer unit in place of one of the list."""
        for number in shuffled(range(len(self.picks)), self.chance):
            own = self.bench.price(self.picks[number])
            others = [pick for pick in map(self._complete, self.bench.starts()) if pick is not None]
            able = [pick for pick in others if own < self.bench.price(pick) <= own + self.left]
            for other in weighted(able, [self._weight(pick) for pick in able], self.chance):
                if self._fits(self._with(number, other)):
                    return True
        return False

    def _join(self) -> None:
        """Where heroes may begin the battle in a unit, some of them do."""
        if not self.bench.builder.form.joined:
            return
        heroes = [pick for pick in self.picks if self.bench.aspects(pick).hero and self.bench.models(pick) == 1]
        for hero in heroes:
            if self.chance.uniform() < 0.5:
                continue
            rest = list(self.picks)
            rest.remove(hero)
            hosts = [at for at, pick in enumerate(rest) if self.bench.models(pick) > 1 and not pick.joined]
            for at in shuffled(hosts, self.chance):
                led = msgspec.structs.replace(rest[at], joined=(hero,))
                if self.bench.unit(led) is not None and self._fits((*rest[:at], led, *rest[at + 1 :])):
                    break


def _gain(before: Aspects, after: Aspects) -> Aspects:
    """What an option makes of a unit; every option is as good as any, if it changes nothing that is counted."""
    return Aspects(*(max(0.0, new - old) for old, new in zip(before, after, strict=True)))
