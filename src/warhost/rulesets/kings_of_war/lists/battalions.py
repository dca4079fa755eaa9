"""What an army list must be: battalions and their categories, limits, what an army has once, sizes of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from warhost.muster.building.buying import BuyingRules
from warhost.muster.checking.checks import Checks
from warhost.muster.checking.limits import Amount, Limit, entry_limits, one_faction, option_limits, within_budget
from warhost.muster.checking.roster import Budget, Listed, Roster
from warhost.muster.entries import times
from warhost.muster.files.army_text import Problem
from warhost.play.shown.english import verb
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.lists.files import Upgrade
from warhost.rulesets.kings_of_war.lists.purchases import ARTEFACT, SPELL, UNIQUE

__all__ = ["BUYING", "GameSize", "checks", "game_size", "hints"]

LARGEST_AMBUSH = 1000
SMALLEST_LEGENDARY = 3000
ONE_BATTALION_UP_TO = 2000
"""Up to so many points the book suggests a single battalion."""
BEFORE_THE_NEXT = 4
"""Core units that a battalion needs before the next may begin."""
USUAL_COMMANDERS = 2
"""What both readings of the book allow (KOW-R011)."""

AMBUSH = (0, LARGEST_AMBUSH)
STANDARD = (LARGEST_AMBUSH + 1, SMALLEST_LEGENDARY - 1)
LARGER = (LARGEST_AMBUSH + 1, 0)
LEGENDARY = (SMALLEST_LEGENDARY, 0)

BUYING = BuyingRules(
    sizes=(("troop", "kow.unit.troop"), ("regiment", "kow.unit.regiment"), ("horde", "kow.unit.horde")),
    by_size="kow.army.upgrades",
    times="kow.army.upgrades",
    choices=((ARTEFACT, "kow.artefact.one_each"),),
)


class GameSize:
    """A size of game by its points: what it is called, how many battalions an army may have, and its tables."""

    def __init__(self, name: str, rule: str, battalions: int | None, tables: tuple[tuple[int, int], ...]) -> None:
        self.name, self.rule, self.battalions, self.tables = name, rule, battalions, tables


SIZES = (
    GameSize("ambush", "kow.scenario.size_ambush", 1, ((36, 36), (48, 48))),
    GameSize("standard", "kow.scenario.size_standard", 2, ((72, 48),)),
    GameSize("legendary", "kow.scenario.size_legendary", None, ((96, 48),)),
)


@rule("kow.scenario.size_ambush", "kow.scenario.size_standard", "kow.scenario.size_legendary")
def game_size(points: int) -> GameSize:
    """The size of a game of so many points (KOW-R166)."""
    if points <= LARGEST_AMBUSH:
        return SIZES[0]
    return SIZES[1] if points < SMALLEST_LEGENDARY else SIZES[2]


@rule("kow.army.faction_points", "kow.army.commander_two", "kow.army.limited", "kow.artefact.unique")
@rule("kow.scenario.ambush_limited", "kow.scenario.prepare")
def checks(commander_cap: int = 4, *, spells_once: bool = True) -> Checks:
    """The checks of a list, where a battalion may have so many commanders at most (KOW-R011), and an army buys each
    spell once, or only those that are marked [U] (KOW-R164)."""
    found = Checks(
        within_budget("kow.army.faction_points"),
        one_faction("kow.army.faction_points"),
        battalion_count,
        next_battalion,
        _commanders("kow.army.battalion_minimum", "Add a champion or a warlord.", least=Amount(flat=1)),
        *_by_core(("core",), LARGER),
        # Auxiliaries are core for everything in an ambush (KOW-R160).
        *_by_core(("core", "auxiliary"), AMBUSH),
    )
    if commander_cap < 4:
        found.add(_commanders("kow.army.commander_two", "Leave one out.", most=Amount(flat=commander_cap)))
    found.add(
        *_warlords(),
        entry_limits("kow.army.limited", each_part=True, least=lambda budget: int(_is_ambush(budget))),
        option_limits("kow.army.limited", each_part=True),
        unique_units,
        unique_upgrades,
        unique_spells,
        *((bought_spells,) if spells_once else ()),
        Limit("kow.artefact.unique", "options", (ARTEFACT,), most=Amount(flat=1)),
    )
    return found


def _commanders(rule_id: str, mend: str, least: Amount | None = None, most: Amount | None = None) -> Limit:
    named = ("commander", "commanders")
    return Limit(rule_id, of=("commander",), least=least, most=most, named=named, each_part=True, mend=mend)


def _is_ambush(budget: Budget) -> bool:
    return budget.points <= LARGEST_AMBUSH


@rule("kow.army.battalion_minimum", "kow.army.auxiliary", "kow.army.specialist", "kow.army.support")
@rule("kow.army.commander", "kow.scenario.ambush_aux_core")
def _by_core(core: tuple[str, ...], games: tuple[int, int]) -> Iterator[Limit]:
    """The limits of a battalion that go by its core units."""
    named = ("core unit", "core units")
    ambush = len(core) > 1
    minimum = "kow.scenario.ambush_aux_core" if ambush else "kow.army.battalion_minimum"
    yield Limit(
        minimum, of=core, least=Amount(flat=2), named=named, each_part=True, games=games, mend="Add core units."
    )
    if not ambush:
        yield Limit(
            "kow.army.auxiliary",
            of=("auxiliary",),
            most=Amount(for_each=core),
            each_part=True,
            games=games,
            mend="Add a core unit or leave an auxiliary out.",
        )
    pairs = (*core, "specialist")
    for what, amount, why in (
        ("specialist", Amount(for_each=core, cap=4), "Add a core unit or leave a specialist out; 4 are the most."),
        (
            "support",
            Amount(for_each=pairs, per=2, cap=4),
            "Add two core or specialist units or leave a support unit out; 4 are the most.",
        ),
        (
            "commander",
            Amount(for_each=pairs, per=2, cap=4, floor=1),
            "Add two core or specialist units or leave a commander out; 4 are the most.",
        ),
    ):
        named = (what, f"{what}s") if what == "commander" else (f"{what} unit", f"{what} units")
        yield Limit(f"kow.army.{what}", of=(what,), most=amount, named=named, each_part=True, games=games, mend=why)


@rule("kow.army.one_warlord", "kow.scenario.legendary_warlords", "kow.scenario.ambush_no_warlord_titan")
def _warlords() -> Iterator[Limit]:
    named = ("warlord", "warlords")
    yield Limit(
        "kow.army.one_warlord",
        of=("warlord",),
        most=Amount(flat=1),
        named=named,
        each_part=True,
        games=STANDARD,
        mend="Take a champion instead.",
    )
    yield Limit(
        "kow.scenario.legendary_warlords",
        of=("warlord",),
        most=Amount(flat=2),
        named=named,
        each_part=True,
        games=LEGENDARY,
        mend="Take a champion instead.",
    )
    forbidden = "kow.scenario.ambush_no_warlord_titan"
    yield Limit(
        forbidden,
        of=("warlord",),
        most=Amount(),
        named=named,
        games=AMBUSH,
        mend=f"Take a champion instead, or play for more than {LARGEST_AMBUSH} points.",
    )
    yield Limit(
        forbidden,
        of=("titan",),
        most=Amount(),
        named=("titan", "titans"),
        games=AMBUSH,
        mend=f"Play for more than {LARGEST_AMBUSH} points to bring one.",
    )


# What is no figure


@rule("kow.scenario.size_ambush", "kow.scenario.size_standard", "kow.scenario.size_legendary")
def battalion_count(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """An ambush game has one battalion, a standard game two at most."""
    size, has = game_size(budget.points), len(list(roster.parts()))
    if size.battalions is not None and has > size.battalions:
        may = "one battalion" if size.battalions == 1 else f"{size.battalions} battalions"
        yield Problem(
            f"{roster.name} {verb(roster.name, 'has')} {has} battalions: a game of {budget.points} points has {may}. "
            "Move their units into the others, or play for more points.",
            size.rule,
            by=has - size.battalions,
        )


@rule("kow.army.next_battalion")
def next_battalion(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """A battalion may begin when each one before it has four core units."""
    core = ("core", "auxiliary") if _is_ambush(budget) else ("core",)
    for part in sorted(roster.parts(), key=lambda part: part.part)[:-1]:
        has = len(list(part.of(core)))
        if has < BEFORE_THE_NEXT:
            yield Problem(
                f"{part.name} {verb(part.name, 'has')} {has} core {'unit' if has == 1 else 'units'}: it needs "
                f"{BEFORE_THE_NEXT} before the next battalion begins. Add core units to it, or leave the next out.",
                "kow.army.next_battalion",
                part.place("core units"),
                BEFORE_THE_NEXT - has,
                lacks=True,
            )


@rule("kow.army.unique")
def unique_units(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """A unit marked [U] is once in the whole army."""
    counts = Counter(unit.name for unit in roster.of({UNIQUE}))
    yield from _once(roster, counts, "unique [U]", "kow.army.unique")


@rule("kow.army.unique")
def unique_upgrades(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """An upgrade marked [U] is once in the whole army."""
    options = (option for unit in roster.units for option in unit.options)
    counts = Counter(option.name for option in options if isinstance(option, Upgrade) and option.unique)
    yield from _once(roster, counts, "unique [U]", "kow.army.unique")


@rule("kow.magic.unique")
def unique_spells(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """A spell marked [U] is once in the whole army, whoever knows it."""
    marked = {spell for unit in roster.units for spell in _marked_spells(unit)}
    counts = Counter(spell for unit in roster.units for spell in _all_spells(unit) if spell in marked)
    yield from _once(roster, counts, "a unique spell [U]", "kow.magic.unique")


@rule("kow.army.spells_unique")
def bought_spells(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """A spell is bought once for an army, whatever its number (KOW-R164); those in profiles are not bought."""
    counts = Counter(spell for unit in roster.units for spell in _bought_spells(unit))
    yield from _once(roster, counts, "bought once for an army", "kow.army.spells_unique")


def _once(roster: Roster, counts: Counter[str], what: str, rule_id: str) -> Iterator[Problem]:
    for name, count in counts.items():
        if count > 1:
            yield Problem(
                f"{roster.name} {verb(roster.name, 'has')} {name} {times(count)}: it is {what}. Keep one of them.",
                rule_id,
                name,
                count - 1,
            )


def _bought_spells(unit: Listed) -> Iterator[str]:
    for option in unit.options:
        if isinstance(option, Upgrade) and SPELL in option.tags:
            yield from (spell.name for spell in option.spells)


def _marked_spells(unit: Listed) -> Iterator[str]:
    for trait in unit.traits:
        if trait.endswith(UNIQUE) and trait != UNIQUE:
            yield trait.removesuffix(UNIQUE).strip()
    for option in unit.options:
        if isinstance(option, Upgrade) and option.unique:
            yield from (spell.name for spell in option.spells)


def _all_spells(unit: Listed) -> Iterator[str]:
    for spell in unit.own.spells if unit.own is not None else ():
        yield spell.name


# Advice


@rule("kow.army.commander_two", "kow.scenario.size_standard")
def hints(roster: Roster, budget: Budget, commander_cap: int = 4) -> Iterator[str]:
    """What is legal and still worth knowing."""
    parts = list(roster.parts())
    if LARGEST_AMBUSH < budget.points <= ONE_BATTALION_UP_TO and len(parts) > 1:
        yield (
            f"The book suggests one battalion for games up to {ONE_BATTALION_UP_TO} points "
            "(kow.scenario.size_standard)."
        )
    for part in parts:
        has = len(list(part.of({"commander"})))
        if commander_cap > USUAL_COMMANDERS and has > USUAL_COMMANDERS:
            yield (
                f"{part.name} {verb(part.name, 'has')} {has} commanders. The book can also be read as allowing "
                f"{USUAL_COMMANDERS}: agree on it before the battle (kow.army.commander_two)."
            )
