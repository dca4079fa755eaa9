"""Which rules a unit has, and what was said of them.

The core never asks for a rule by its name. It says at which moments rules may speak (a value is looked up, attacks are
made, a nerve test is taken ...) and asks those that are present: the special rules of the entry, what its artefact
gives, auras of friends that are near, and what lasts on the unit. A unit that has a rule several times has one speaker
for it, which knows everything that was said of it in brackets: so nothing adds up by accident.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from warhost.dice import Dice
from warhost.play.rules.rulebase import Rulebase, Speakers, parted
from warhost.play.rules.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core.battle import LASTING, Battle, Effect, Scene, Unit
from warhost.rulesets.kings_of_war.core.entries import Entry, Known, Weapon
from warhost.rulesets.kings_of_war.core.formation import is_within
from warhost.rulesets.kings_of_war.core.moments import Moments
from warhost.rulesets.kings_of_war.core.sayings import (
    AURA,
    CHANGE,
    AuraText,
    Saying,
    aura_text,
    figure,
    mean_of,
    plus,
    saying,
)

if TYPE_CHECKING:
    from warhost.rulesets.kings_of_war.chapters.attacks import Lot

Phase = Literal["", "combat", "ranged"]


class Special(Moments):
    """A rule that may speak, with what was said of it in brackets."""

    def __init__(self, said: str = "", sayings: tuple[Saying, ...] = (), effect: Effect | None = None) -> None:
        super().__init__(said)
        self.sayings = sayings or (saying(said),)
        self.effect = effect

    @rule("kow.special.phase_qualifier", "kow.special.target_qualifier")
    def heard(self, battle: Battle, phase: Phase = "", target: Unit | None = None) -> list[Saying]:
        """What was said that holds in this phase and against this unit. Where no phase is asked for, all do."""
        return [
            one
            for one in self.sayings
            if (not one.phase or not phase or one.phase == phase)
            and (not one.versus or (target is not None and any(is_a(battle, target, word) for word in one.versus)))
        ]

    def holds(self, battle: Battle, phase: Phase = "", target: Unit | None = None) -> bool:
        """Whether the rule works in this phase and against this unit."""
        return bool(self.heard(battle, phase, target))

    @rule("kow.special.n_choice", "kow.special.plus_n")
    def level(self, battle: Battle, phase: Phase = "", target: Unit | None = None) -> int | Dice:
        """The (n) of the rule: the highest that was said (KOW-R158), and everything that was added to it (+n), each
        source of it once."""
        heard = self.heard(battle, phase, target)
        total: int | Dice = max(
            (figure(one.number) for one in heard if not one.plus and one.number), key=mean_of, default=0
        )
        added: dict[str, int | Dice] = {}
        for one in heard:
            if one.plus:
                added[one.source] = max(added.get(one.source, 0), figure(one.number), key=mean_of)
        for more in added.values():
            total = plus(total, more)
        return total

    def number(self, battle: Battle, phase: Phase = "", target: Unit | None = None) -> int:
        """The (n) of a rule that never has dice in its brackets."""
        found = self.level(battle, phase, target)
        assert isinstance(found, int), f"{self.name} has dice in its brackets"
        return found

    def is_for(self, battle: Battle, unit: Unit) -> bool:
        """Whether the brackets leave the rule open for that unit of the bearer's side: nothing said, or its kind."""
        return any(not one.text or is_meant(battle, unit, one.text) for one in self.sayings)


@rule("kow.special.aura_extra_attacks", "kow.special.aura_no_stack")
class Bonus(Special):
    """What auras change in values: of several that change the same one, the best."""

    name = "Aura"
    id = "kow.special.aura"

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        found = [CHANGE.fullmatch(one.text) for one in self.sayings]
        amounts = [int(one["amount"]) for one in found if one is not None and one["value"].lower() == name]
        if amounts:
            tally.add(max(amounts), self)


SPECIALS: Rulebase[Special] = Rulebase(Special, form="{} ({})")
"""The special rules that an army list may name."""

ARTEFACTS: Rulebase[Special] = Rulebase(Special)
"""The magical artefacts."""

EFFECTS: Rulebase[Special] = Rulebase(Special)
"""What may last on a unit: spells, command orders, the frozen status."""


# Which rules a unit has


@rule("kow.artefact.form")
def own_texts(entry: Entry) -> tuple[tuple[str, str], ...]:
    """The special rules of the entry and of its artefact, each with where it comes from.

    An artefact takes a shape that suits its bearer: it does the same for everybody, whatever it is called.
    """
    own = tuple((text, "") for text in entry.rules)
    if entry.artefact not in ARTEFACTS:
        return own
    return (*own, *((text, entry.artefact) for text in ARTEFACTS[entry.artefact].gives))


def speakers(battle: Battle, unit: Unit) -> Speakers[Special]:
    """The rules that may speak for a unit now."""
    entry, effects, auras = battle.scene.entries[unit.entry], unit.effects, auras_on(battle, unit)
    carries = bool(battle.markers) and _carries(battle, unit)
    if effects or auras or carries:
        return _speakers(entry, effects, auras, carries)
    return own_speakers(entry)


def speaking(battle: Battle, unit: Unit, moment: str) -> tuple[Special, ...]:
    """Those of a unit's rules that speak at a moment."""
    known: Heard | None = battle.__dict__.get(LASTING)
    # As in `heard`, which so many calls are spared.
    able = (known if known is not None and known.scene is battle.scene else heard(battle)).able[moment]
    if able is not None and unit.entry not in able and not unit.effects:
        return ()
    return _speaking(battle, unit, moment, able)


def _speaking(battle: Battle, unit: Unit, moment: str, able: frozenset[int] | None) -> tuple[Special, ...]:
    """The same; `able` are those who have a rule of their own that speaks then, if that is known."""
    if able is None:
        return speakers(battle, unit).at(moment)
    if unit.entry not in able and not unit.effects:
        return ()
    # No aura gives a rule that speaks then, so nobody looks for auras.
    carries = bool(battle.markers) and _carries(battle, unit)
    return _speakers(battle.scene.entries[unit.entry], unit.effects, (), carries).at(moment)


@lru_cache(maxsize=1024)
def own_speakers(entry: Entry) -> Speakers[Special]:
    """The rules that a unit of that entry always has."""
    return _speakers(entry, (), ())


Helped = Literal["all", "spell", "artefact", "alone"]
"""How far the rules of a unit help an attack besides those of the weapon or spell itself: all of them do, those that
help spells, only what lasts on the unit, or none."""


@rule("kow.artefact.granted_attacks")
def attack_speakers(battle: Battle, unit: Unit, lot: Lot) -> Speakers[Special]:
    """The rules that speak for a lot of attacks: what its weapon or spell has together with those of the unit.

    What an artefact gives gets none of the unit's own rules. A spell gets those few that help spells. What lasts on the
    unit speaks for all of them.
    """
    if not lot.own_rules:
        return armed(battle, unit, lot.armed, "alone")
    return armed(battle, unit, lot.armed, "artefact" if lot.artefact else "spell" if lot.kind == "spell" else "all")


def armed(battle: Battle, unit: Unit, rules: tuple[str, ...], helped: Helped = "all") -> Speakers[Special]:
    """The rules that may speak for a unit that uses a weapon, or a spell, with special rules of its own."""
    entry = battle.scene.entries[unit.entry]
    if helped == "alone":
        return _speakers(entry, (), (), False, rules, helped)
    auras = () if helped == "artefact" else auras_on(battle, unit)
    return _speakers(entry, unit.effects, auras, _carries(battle, unit), rules, helped)


def armed_at(battle: Battle, unit: Unit, rules: tuple[str, ...], helped: Helped, moment: str) -> tuple[Special, ...]:
    """Those of the rules for a unit that uses a weapon, or a spell, that speak at a moment."""
    able = heard(battle).able[moment]
    if able is None or unit.effects or unit.entry in able:
        return armed(battle, unit, rules, helped).at(moment)
    return _speakers(battle.scene.entries[unit.entry], (), (), False, rules, "alone").at(moment)


def arms(battle: Battle, unit: Unit) -> tuple[Weapon, ...]:
    """The ranged weapons of a unit: its own, its artefact's, and those of command orders that last."""
    found = battle.entry(unit).weapons
    for one in speaking(battle, unit, "weapons"):
        found += one.weapons
    for effect in unit.effects:
        if effect.source >= 0:
            orders = battle.scene.entries[battle.units[effect.source].entry].orders
            found += tuple(one.weapon for one in orders if one.name == effect.name and one.weapon is not None)
    return found


def spells_of(battle: Battle, unit: Unit) -> tuple[Known, ...]:
    """The spells that a unit knows, with what its artefact gives."""
    known = battle.entry(unit).spells
    for one in speaking(battle, unit, "spells"):
        known = one.spells(battle, unit, known)
    return known


CARRIERS_LACK = frozenset({"Fly", "Wild Charge"})
"""What a unit cannot use while it carries loot (kow.loot.no_fly_wild)."""


@rule("kow.loot.no_fly_wild")
def _carries(battle: Battle, unit: Unit) -> bool:
    return any(marker.carrier == unit.id for marker in battle.markers)


@lru_cache(maxsize=8192)
def _speakers(
    entry: Entry,
    effects: tuple[Effect, ...],
    auras: tuple[tuple[str, str], ...],
    carries: bool = False,
    more: tuple[str, ...] = (),
    helped: Helped = "all",
) -> Speakers[Special]:
    """The rules of a unit, then its artefact and what lasts on it."""
    lasting = [EFFECTS[effect.name]("", (), effect) for effect in effects if effect.name in EFFECTS]
    texts: list[tuple[str, str]] = []
    if helped in ("all", "spell"):
        texts = [*own_texts(entry), *auras, *((text, effect.name) for effect in effects for text in effect.gives)]
        texts += [(text, one.name) for one in lasting for text in one.gives]
    silent = {name for one in lasting for name in one.silences} | (CARRIERS_LACK if carries else set())
    own = _gathered([*(one for one in texts if _helps(one[0], silent, helped)), *((text, "") for text in more)])
    changes = tuple(saying(text, source) for text, source in texts if CHANGE.fullmatch(text))
    if changes:
        own.append(Bonus("", changes))
    artefact = [ARTEFACTS[entry.artefact]()] if helped == "all" and entry.artefact in ARTEFACTS else []
    return Speakers([*own, *artefact, *lasting])


@rule("kow.artefact.normal_ranged", "kow.special.very_inspiring")
def _helps(text: str, silent: Container[str], helped: Helped) -> bool:
    """Whether a special rule of the unit is in force: nothing silences it or what it is a kind of, and it helps spells
    where a spell is cast, which few rules do, be they the unit's own or its artefact's."""
    name = parted(text)[0]
    kind = SPECIALS.rules.get(name)
    if kind is None or name in silent or kind.kin in silent:
        return False
    return helped != "spell" or kind.with_spells


@rule("kow.special.no_stacking")
def _gathered(texts: Iterable[tuple[str, str]]) -> list[Special]:
    """One speaker for each rule by name, with all that was said of it: the same rule twice does nothing extra."""
    said: dict[str, list[Saying]] = {}
    for text, source in texts:
        name, brackets = parted(text)
        if name in SPECIALS:
            said.setdefault(name, []).append(saying(brackets, source))
    return [SPECIALS[name](sayings[0].text, tuple(sayings)) for name, sayings in said.items()]


def has(battle: Battle, unit: Unit, trait: str) -> bool:
    """Whether a rule of the unit says so: flies, strides, individual and the like."""
    return bool(speaking(battle, unit, trait))


def traits(battle: Battle, unit: Unit, *names: str) -> Iterator[bool]:
    """For each of these traits whether a rule of the unit says so."""
    able = heard(battle).able
    return (bool(_speaking(battle, unit, name, able[name])) for name in names)


def named(battle: Battle, unit: Unit, name: str) -> Special | None:
    """The unit's rule of that name, where another rule asks for it."""
    return next((one for one in speakers(battle, unit) if one.name == name), None)


# Auras


def problem_with(text: str) -> str:
    """Why a list cannot name a special rule like that, as a sentence; empty if it can. Auras are looked into."""
    told = SPECIALS.problem(text)
    name, said = parted(text)
    if told or name != "Aura":
        return told
    if AURA.fullmatch(said) is None:
        return f'rule "{text}" cannot be read: write it like "Aura (Elite)" or "Aura (9" Elite - Riders)".'
    gives = aura_text(said).gives
    return "" if CHANGE.fullmatch(gives) else SPECIALS.problem(gives)


@lru_cache(maxsize=1024)
def _auras_of(entry: Entry, effects: tuple[Effect, ...]) -> tuple[AuraText, ...]:
    texts = [text for text, _ in own_texts(entry)] + [text for effect in effects for text in effect.gives]
    texts += [text for effect in effects if effect.name in EFFECTS for text in EFFECTS[effect.name].gives]
    found = [aura_text(parted(text)[1]) for text in texts if parted(text)[0] == "Aura"]
    least = ARTEFACTS[entry.artefact].aura_reach if entry.artefact in ARTEFACTS else 0.0
    return tuple(msgspec.structs.replace(aura, reach=max(aura.reach, least)) for aura in found)


def _gives_auras(effects: tuple[Effect, ...]) -> bool:
    texts = [text for effect in effects for text in effect.gives]
    texts += [text for effect in effects if effect.name in EFFECTS for text in EFFECTS[effect.name].gives]
    return any(parted(text)[0] == "Aura" for text in texts)


@rule("kow.special.aura", "kow.special.aura_qualifier", "kow.special.aura_no_stack", "kow.special.aura_stat_included")
def auras_on(battle: Battle, unit: Unit) -> tuple[tuple[str, str], ...]:
    """What auras give to a unit: its own whatever their qualifier, those of friends within reach; of the same rule the
    best. The printed profile of a bearer has its own aura's change of a value already."""
    bearers = heard(battle).bearers.get(unit.seat)
    if bearers is None:
        return ()
    entries = battle.scene.entries
    found: dict[str, str] = {}
    printed = _printed(entries[unit.entry], unit.effects)
    for number in bearers:
        bearer = battle.units[number]
        if bearer.pose is None:
            continue
        for aura in _auras_of(entries[bearer.entry], bearer.effects):
            if aura.gives in found or aura.gives in printed:
                continue
            if bearer is unit or _is_reached(battle, bearer, unit, aura):
                found[aura.gives] = aura.source
    return tuple(found.items())


@lru_cache(maxsize=1024)
def _printed(entry: Entry, effects: tuple[Effect, ...]) -> frozenset[str]:
    """The changes of values by auras that the profile of their bearer has already."""
    return frozenset(aura.gives for aura in _auras_of(entry, effects) if aura.changes)


@rule("kow.special.aura_attack_timing", "kow.special.aura_move_timing")
def _is_reached(battle: Battle, bearer: Unit, unit: Unit, aura: AuraText) -> bool:
    """By where they stand now: a unit that moves stands where it started until its move is over."""
    if unit.pose is None or (aura.whom and not is_meant(battle, unit, aura.whom)):
        return False
    return is_within(battle, bearer, unit, aura.reach)


def is_meant(battle: Battle, unit: Unit, whom: str) -> bool:
    """Whether a qualifier names the unit, by its name, a trait or its type."""
    return is_called(battle.scene.entries[unit.entry], whom)


@rule("kow.unit.traits")
@lru_cache(maxsize=4096)
def is_called(entry: Entry, whom: str) -> bool:
    """Whether a qualifier names units of the entry."""
    names = names_of(entry)
    return any(_bare(word) in names for word in re.split(r",| and ", whom))


def _bare(word: str) -> str:
    """A qualifier without what lists write around it: "Green Horde Trait only" is Green Horde."""
    return re.sub(r"(\s+(trait|units?|only))+$", "", word.strip().casefold())


# Kinds of units


@lru_cache(maxsize=1024)
def names_of(entry: Entry) -> frozenset[str]:
    """Everything by which rules may call a unit: its name, traits and type (KOW-R034), singular or plural."""
    kind = "monster" if entry.is_monster else entry.type
    found = {entry.name, *entry.traits, kind, f"{kind}s", entry.type}
    if entry.hero:
        found |= {"hero", "heroes"}
    if entry.type == "infantry":
        found.add("heavy infantry")
    if entry.rank:
        found |= {entry.rank, f"{entry.rank}s", "commander", "commanders"}
    return frozenset(name.casefold() for name in found)


@rule("kow.unit.traits", "kow.unit.hero_type")
def is_a(battle: Battle, unit: Unit, word: str) -> bool:
    """Whether a rule that names some kind of units means this one: by type, trait or name, or by a rule that it has;
    who carries loot still has Fly for that (KOW-R077)."""
    wanted = word.casefold().removeprefix("units with ").strip()
    entry = battle.entry(unit)
    if wanted in names_of(entry):
        return True
    present = _speakers(entry, unit.effects, auras_on(battle, unit))
    return any(wanted in (one.name.casefold(), one.kin.casefold()) for one in present)


# Who may speak


class _Able(dict[str, frozenset[int] | None]):
    """For each moment the places of the entries with a rule of their own that speaks then; None where an aura may give
    such a rule to anybody. What lasts on units is not looked at."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        super().__init__()
        self._entries = entries

    def __missing__(self, moment: str) -> frozenset[int] | None:
        given = {aura.gives: aura.source for entry in self._entries for aura in _auras_of(entry, ())}
        by_aura = any(_speakers(entry, (), (one,)).at(moment) for entry in self._entries[:1] for one in given.items())
        own = frozenset(place for place, entry in enumerate(self._entries) if own_speakers(entry).at(moment))
        found = self[moment] = None if by_aura else own
        return found


class _Anybody(dict[str, frozenset[int] | None]):
    """The same where something that lasts gives an aura: nothing is known of anybody at any moment."""

    def __missing__(self, moment: str) -> frozenset[int] | None:
        return None


@lru_cache(maxsize=256)
def _able(entries: tuple[Entry, ...]) -> _Able:
    return _Able(entries)


_ANYBODY = _Anybody()


class Heard(msgspec.Struct, frozen=True):
    """Whose rules may speak, as long as nothing that lasts on anybody changes: by moment those who have one of their
    own, by seat the units that have auras, by their entries or by what lasts on them."""

    scene: Scene
    able: dict[str, frozenset[int] | None]
    bearers: dict[int, list[int]]
    lasts: bool
    """Whether anything lasts on anybody."""


def heard(battle: Battle) -> Heard:
    """Whose rules may speak now. As long as it is the same, nothing that lasts on anybody has changed."""
    known: Heard | None = battle.__dict__.get(LASTING)
    if known is None or known.scene is not battle.scene:
        known = battle.__dict__[LASTING] = _listened(battle)
    return known


def _listened(battle: Battle) -> Heard:
    entries = battle.scene.entries
    touched = {unit.id for unit in battle.units if unit.effects and _gives_auras(unit.effects)}
    bearers: dict[int, list[int]] = {}
    for unit in battle.units:
        if unit.id in touched or _auras_of(entries[unit.entry], ()):
            bearers.setdefault(unit.seat, []).append(unit.id)
    lasts = any(unit.effects for unit in battle.units)
    return Heard(battle.scene, _ANYBODY if touched else _able(entries), bearers, lasts)


def with_rule(battle: Battle, units: Iterable[Unit], moment: str) -> Iterator[tuple[Unit, Special]]:
    """Every rule of these units that speaks at a moment, with its bearer."""
    known = heard(battle)
    able = known.able[moment]
    if able is not None and not able and not known.lasts:
        return
    for unit in units:
        if unit.pose is not None and (able is None or unit.effects or unit.entry in able):
            for one in _speaking(battle, unit, moment, able):
                yield unit, one
