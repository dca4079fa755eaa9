"""One unit of a list: which entry, which size and options were picked, what it costs and what is wrong with that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic, TypeVar

import msgspec

from warhost.errors import did_you_mean
from warhost.muster.entries import Entry, Gear, Item, Option, Size, find_options, times
from warhost.muster.files.army_text import Problem
from warhost.play.events import counted
from warhost.play.shown.english import listed

__all__ = ["Bought", "BuyingRules", "Outfitted", "Pick", "buy", "choice_problems", "fit_out", "price"]


class Pick(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit of a list as a player picks it: an entry by its name, and what is bought for it."""

    unit: str
    faction: str = ""
    """The army book it is from, if that is not the list's own."""
    size: str = ""
    models: int = 0
    """How many models, for sizes that grow; 0 for as few as there can be."""
    options: tuple[str, ...] = ()
    """By their names, one for each time that it is bought."""
    part: str = ""
    """The part of the army that it is for, where a rulebook has such: a battalion, the allies."""
    joined: tuple[Pick, ...] = ()
    """Units that are part of this one from the start: a hero in its ranks."""


class BuyingRules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a book behind what an entry does not allow, where it has such."""

    sizes: tuple[tuple[str, str], ...] = ()
    """Sizes by their names, and the rule by which an entry comes in each or does not."""
    by_size: str | None = None
    """An option that is not for a unit of that size."""
    times: str | None = None
    """An option that is bought too often."""
    choices: tuple[tuple[str, str], ...] = ()
    """Choices by their names, and the rule of each."""


NO_RULES = BuyingRules()


class Bought(msgspec.Struct, frozen=True, kw_only=True):
    """A picked unit with its price; `problems` is what the entry does not allow."""

    entry: Entry
    size: Size
    models: int
    options: tuple[Option, ...]
    cost: int
    part: str = ""
    problems: tuple[Problem, ...] = ()
    joined: tuple[Bought, ...] = ()

    @property
    def points(self) -> int:
        """Its cost and that of the units that joined it."""
        return self.cost + sum(unit.points for unit in self.joined)

    @property
    def all_models(self) -> int:
        """Its models and those of the units that joined it."""
        return self.models + sum(unit.all_models for unit in self.joined)


def buy(
    entry: Entry, pick: Pick, joined: Sequence[Bought] = (), word: str = "option", rules: BuyingRules = NO_RULES
) -> Bought:
    """The unit that was picked from an entry. What cannot be is left out of it and becomes a problem."""
    problems: list[Problem] = []
    size = entry.size(pick.size)
    if size is None:
        names = [size.name for size in entry.sizes]
        meant = did_you_mean(pick.size, names) or f" It comes as {listed(list(filter(None, names)) or ['one unit'])}."
        rule = dict(rules.sizes).get(pick.size.casefold())
        told = f"it does not come as a {pick.size}." if rule else f'size "{pick.size}" is unknown.'
        problems.append(Problem(told + meant, rule))
        size = entry.sizes[0]
    models = pick.models or size.models
    if not size.models <= models <= (size.most or size.models):
        may = f"from {size.models} to {size.most} models" if size.most else counted(size.models, "model")
        problems.append(Problem(f"it has {may}, not {models}."))
        models = size.models
    options = find_options(entry.options, pick.options, problems, word, entry.barred)
    problems += choice_problems(entry, options, size, models, rules)
    problems += map(Problem, _gear_problems(entry, options, models))
    cost = price(size, models, options)
    return Bought(
        entry=entry,
        size=size,
        models=models,
        options=tuple(options),
        cost=cost,
        part=pick.part,
        problems=tuple(problems),
        joined=tuple(joined),
    )


def price(size: Size, models: int, options: Iterable[Option]) -> int:
    """What a unit costs with its options."""
    return size.cost_of(models) + sum(option.cost_for(size, models) for option in options)


def choice_problems(
    entry: Entry, bought: Sequence[Option], size: Size, models: int, rules: BuyingRules = NO_RULES
) -> Iterator[Problem]:
    """What is wrong with the options that a unit has."""
    ruled = dict(rules.choices)
    options = {option.name: option for option in bought}
    for name, count in Counter(option.name for option in bought).items():
        option = options[name]
        # Single models of both copies may be upgraded; what is bought for all models is paid twice by itself.
        most = option.most * (1 if option.models is None else size.copies)
        if most and count > most:
            yield Problem(f'"{name}" may be bought {times(most)}, not {count} times.', rules.times)
        if option.by_size and size.name not in dict(option.by_size):
            open_to = listed([name for name, _ in option.by_size])
            yield Problem(f'"{name}" is not for a {size.name}: it is for {open_to}.', rules.by_size)
    kinds = [option.choose for option in options.values() if option.choose]
    for choose in dict.fromkeys([*kinds, *(choice.name for choice in entry.choices)]):
        choice, names = entry.choice(choose), [name for name, option in options.items() if option.choose == choose]
        if len(names) > choice.most:
            take = "one" if choice.most == 1 else str(choice.most)
            what = "one choice" if choice.most == 1 else f"{choice.most} choices"
            yield Problem(f"{listed(names)} are {what} ({choose}): take {take} of them.", ruled.get(choose))
        elif len(names) < choice.least:
            yield Problem(f"{choose}: take {'one' if choice.least == 1 else choice.least}.", ruled.get(choose))
        spent = sum(option.cost_for(size, models) for option in bought if option.choose == choose)
        if choice.points and spent > choice.points:
            yield Problem(f"{choose}: {spent} points are spent, {choice.points} may be.", ruled.get(choose))


I = TypeVar("I", bound=Item)  # noqa: E741
O = TypeVar("O", bound=Option)  # noqa: E741


class Outfitted(Generic[I, O]):
    """One model while its unit is fitted out: what it carries, and the options that were bought for it alone."""

    def __init__(self, gear: Iterable[I]) -> None:
        self.gear = list(gear)
        self.options: list[O] = []

    def take(self, option: O, gains: Sequence[I]) -> None:
        """Give it what the option brings, where the replaced things were."""
        place = min((i for i, item in enumerate(self.gear) if item.name in option.replaces), default=None)
        kept = list(_without(self.gear, Counter(option.replaces)))
        at = len(kept) if place is None else min(place, len(kept))
        self.gear = _together([*kept[:at], *gains, *kept[at:]])
        if option.models is not None:
            self.options.append(option)

    def has_all(self, names: Iterable[str]) -> bool:
        own: Counter[str] = Counter()
        for item in self.gear:
            own[item.name] += item.count
        return all(own[name] >= count for name, count in Counter(names).items())


def fit_out(models: Sequence[Outfitted[I, O]], option: O, gains: Sequence[I]) -> str:
    """Give an option to the models that can have it; if there are none, a sentence that says so.

    An option for all models is for all that have what it replaces; one for so many models goes to the first of them
    that have no other yet.
    """
    able = [model for model in models if model.has_all(option.replaces)]
    if option.models is not None:
        able = ([model for model in able if not model.options] or able)[: option.models]
    for model in able:
        model.take(option, gains)
    return "" if able else f'"{option.name}" replaces {listed(option.replaces)}, but no model has it any more.'


def _gear_problems(entry: Entry, options: Sequence[Option], models: int) -> Iterator[str]:
    """Options that replace what no model has any more, in the order in which they are bought."""
    bodies: list[Outfitted[Gear, Option]] = [
        Outfitted(map(Gear, entry.gear)) for _ in range(models if entry.gear else 0)
    ]
    for option in options if bodies else ():
        problem = fit_out(bodies, option, [Gear(name) for name in option.gives])
        if problem:
            yield problem


def _without(gear: Iterable[I], gone: Counter[str]) -> Iterator[I]:
    """The things without so many copies of these names."""
    for item in gear:
        taken = min(gone[item.name], item.count)
        gone[item.name] -= taken
        if item.count > taken:
            yield _copies(item, item.count - taken)


def _together(gear: Iterable[I]) -> list[I]:
    """The things, several copies of the very same as one."""
    counts: dict[I, int] = {}
    for item in gear:
        alone = _copies(item, 1)
        counts[alone] = counts.get(alone, 0) + item.count
    return [_copies(item, count) for item, count in counts.items()]


def _copies(item: I, count: int) -> I:
    return msgspec.structs.replace(item, count=count)  # type: ignore[type-var]
