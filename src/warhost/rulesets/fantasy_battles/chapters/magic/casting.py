"""Who can cast what, on whom, in which version and at which Casting Value, and why not (Casting Attempt)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import TypeAlias

import msgspec
from msgspec import Struct, field

from warhost.play.questions import Denied
from warhost.play.rules.tally import Named, Tally
from warhost.play.script import Refused
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import SpellEntry, SpellVersion, path_of, spell
from warhost.rulesets.fantasy_battles.core import (
    PATHS,
    SPELLS,
    Battle,
    Bound,
    PathRule,
    Speaker,
    Unit,
    barred,
    boundary,
    of_kind,
    present,
    speakers,
    unit_sees,
)
from warhost.table import TOLERANCE, Point, distance, distance_to_point, in_front_arc, within

RUNES = "Battle Runes"
"""The Path of the Bound Spells of Dwarven Holds, whose Power Level is a setting."""

FLUX_MISCAST = {1: 1, 8: -1}
"""The Miscast Modifier of a Flux Card, where it has one (T9A-R059)."""


Heard: TypeAlias = Sequence[tuple[str, Unit, Speaker]]
"""Who has a say in the castings of a model: the moment, the bearer and the rule."""


class Casting(Struct, eq=False):
    """A spell on its way: rules speak to its Casting Value and to the rolls for and against it before dice are rolled.

    `targets` are units, or single models in their ranks (Focused); a Ground spell has a `point` instead. `rider` is the
    Attribute Spell that was bought with the spell. `dice` is 0 until their number is declared; `faces` and `total` are
    there once they are rolled. `roll` is added to the casting roll, `dispel` to the roll against it, `miscast` to a
    triple.
    """

    caster: Unit
    spell: SpellEntry
    version: SpellVersion
    targets: tuple[int, ...] = ()
    point: Point | None = None
    bound: Bound | None = None
    rider: SpellEntry | None = None
    reach: int = 0
    dice: int = 0
    faces: tuple[int, ...] = ()
    total: int = 0
    sacrificed: bool = False
    """The Sacrifice was made for it."""
    value: Tally = field(default_factory=Tally)
    roll: Tally = field(default_factory=Tally)
    dispel: Tally = field(default_factory=Tally)
    miscast: Tally = field(default_factory=Tally)
    heard: Heard | None = None
    """The rules that had a say when it was offered, for as long as the question is open."""
    rerolls_ones: Named | None = None
    """What lets Magic Dice that show 1 be rolled again (T9A-R099)."""

    @property
    @rule("t9a.magic.casting_total")
    def needed(self) -> int:
        """The Casting Value with all its changes."""
        return max(1, self.value.total)

    @property
    @rule("t9a.special.casting_modifiers", "t9a.magic.casting_total")
    def to_roll(self) -> int:
        """What the dice must add up to: the Casting Value without what is added to the roll."""
        return self.needed - self.roll.total

    @property
    def name(self) -> str:
        return self.spell.name if self.rider is None else f"{self.spell.name} with {self.rider.name}"

    @property
    def key(self) -> str:
        """What names the casting among all that are possible: caster, spell, version, targets."""
        version = "bound" if self.bound is not None else self.version.name
        ridden = "" if self.rider is None else "+"
        return f"{self.caster.id}:{self.spell.name}:{version}{ridden}>{'+'.join(map(str, self.targets))}"

    @property
    def row(self) -> str:
        """The row of the spell in the rule table."""
        return SPELLS[self.spell.name].id


def path_rule(entry: SpellEntry) -> PathRule | None:
    """The rule that all spells of its Path share, if there is one."""
    path = path_of(entry.name)
    return PATHS[path.rule]() if path is not None and path.rule in PATHS else None


@rule("t9a.magic.casting_declare", "t9a.magic.bound_declare", "t9a.magic.cast_loop")
def castable(battle: Battle) -> tuple[dict[str, Casting], list[Denied]]:
    """Every spell that the Active Player can attempt now, in every version and on every target, by its key; and what
    cannot be attempted, and why."""
    castings: dict[str, Casting] = {}
    denied: list[Denied] = []
    for caster in present(battle, battle.active):
        heard: Heard | None = None
        for casting in _attempts(battle, caster, denied):
            heard = _heard(battle, caster) if heard is None else heard
            for chosen in _aimed(battle, casting, denied):
                _hear(battle, chosen, heard)
                castings[chosen.key] = chosen
    return castings, denied


def _attempts(battle: Battle, caster: Unit, denied: list[Denied]) -> Iterator[Casting]:
    """What a model may cast, its targets not yet named: Learned Spells in all versions, and Bound Spells."""
    known = [spell(name) for name in known_spells(battle, caster)]
    for entry in known:
        if entry.rider:
            continue
        refused = check_caster(battle, caster, entry)
        if refused is not None:
            denied.append(Denied(f"{caster.id}:{entry.name}", refused.message, refused.rule or "", caster.id))
            continue
        yield from _versions(battle, caster, entry, known, denied)
    for bound in battle.entry(caster).bound:
        entry = spell(bound.spell)
        refused = check_caster(battle, caster, entry, bound)
        if refused is not None:
            denied.append(Denied(f"{caster.id}:{entry.name}:bound", refused.message, refused.rule or "", caster.id))
            continue
        yield _bound(battle, caster, entry, bound)
        for version in entry.versions[1:]:
            why = f"{entry.name} is a Bound Spell: it is always cast in its basic version."
            denied.append(
                Denied(f"{caster.id}:{entry.name}:{version.name}", why, "t9a.magic.bound_no_boost", caster.id)
            )


@rule("t9a.magic.bound_no_boost", "t9a.runes.range")
def _bound(battle: Battle, caster: Unit, entry: SpellEntry, bound: Bound) -> Casting:
    """A Bound Spell: its basic version, and the range that its owner gives it (T9A-R118)."""
    return Casting(caster, entry, entry.versions[0], bound=bound, reach=bound.range or entry.versions[0].range)


@rule("t9a.spell.versions")
def _versions(
    battle: Battle, caster: Unit, entry: SpellEntry, known: list[SpellEntry], denied: list[Denied]
) -> Iterator[Casting]:
    """The ways to cast a Learned Spell: its versions, each perhaps with a rider that the caster knows too."""
    by_path = path_rule(entry)
    farther = 0 if by_path is None else by_path.adds_range(battle, caster)
    for version in entry.versions:
        if by_path is not None and not by_path.offers(battle, caster, entry, version):
            continue
        reach = version.range + (0 if version.aura else farther)
        yield Casting(caster, entry, version, reach=reach)
        for rider in known:
            if rider.rider and version.is_of("A"):
                dearer = msgspec.structs.replace(version, value=version.value + rider.rider)
                yield Casting(caster, entry, dearer, rider=rider, reach=reach)


@rule("t9a.special.learned_spell", "t9a.special.wizard")
def known_spells(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The Learned Spells of a Wizard: those that it selected, and those that rules teach it."""
    wizard = battle.entry(unit).wizard
    known = list(unit.known or (() if wizard is None else wizard.spells))
    for name in tuple(known):
        by_path = path_rule(spell(name))
        if by_path is not None:
            known += [taught for taught in by_path.teaches(battle, unit) if taught not in known]
    for speaker in speakers(battle, unit).at("teaches"):
        known += [taught for taught in speaker.teaches(battle, unit) if taught not in known]
    return tuple(known)


@rule("t9a.fleeing.no_casting_or_items", "t9a.special.wizard", "t9a.magic.cast_loop", "t9a.miscast.444_amnesia")
@rule("t9a.special.bound_spell")
def check_caster(battle: Battle, caster: Unit, entry: SpellEntry, bound: Bound | None = None) -> Refused | None:
    """Why the model cannot cast the spell on anybody now, if it cannot.

    A Learned Spell is attempted once in a phase, by whichever Wizard; a Bound Spell once by each model (T9A-R062).
    """
    refused = barred(battle, caster, "cast")
    if refused is not None:
        return refused
    if bound is not None:
        if (caster.entry, f"{entry.name} (bound)") in battle.attempted:
            why = f"{acts(caster.name, 'has')} already cast {entry.name} in this Magic Phase."
            return Refused(why, "t9a.special.bound_spell")
        return None
    if entry.name in caster.forgotten:
        why = f"{acts(caster.name, 'has')} forgotten {entry.name} after a Miscast."
        return Refused(why, "t9a.miscast.444_amnesia")
    if any(name == entry.name for _, name in battle.attempted):
        return Refused(f"{entry.name} has already been attempted in this Magic Phase.", "t9a.special.wizard")
    return None


def note_attempt(battle: Battle, casting: Casting) -> None:
    """Write down who attempted what."""
    name = casting.spell.name if casting.bound is None else f"{casting.spell.name} (bound)"
    battle.attempted = (*battle.attempted, (casting.caster.entry, name))


@rule("t9a.spell.range_aura", "t9a.spell.range_caster", "t9a.spelltype.ground")
def _aimed(battle: Battle, casting: Casting, denied: list[Denied]) -> Iterator[Casting]:
    """The casting with each of the targets that it may have: one unit or model, all of an Aura, the caster, or a point
    that is asked for later."""
    version, caster = casting.version, casting.caster
    if version.is_of("G"):
        yield msgspec.structs.replace(casting)
        return
    if version.caster:
        refused = SPELLS[casting.spell.name].check_target(battle, casting, caster)
        if refused is None:
            yield msgspec.structs.replace(casting, targets=(caster.id,))
        else:
            denied.append(_denial(casting, caster, refused))
        return
    legal = legal_targets(battle, casting, denied)
    if version.aura:
        if legal:
            yield msgspec.structs.replace(casting, targets=tuple(legal))
        return
    for target in legal:
        yield msgspec.structs.replace(casting, targets=(target,))


def _denial(casting: Casting, target: Unit, refused: Refused) -> Denied:
    what = msgspec.structs.replace(casting, targets=(target.id,)).key
    return Denied(what, refused.message, refused.rule or "", casting.caster.id, target.id)


@rule("t9a.spelltype.augment", "t9a.spelltype.hex", "t9a.spelltype.universal", "t9a.spelltype.focused")
def legal_targets(battle: Battle, casting: Casting, denied: list[Denied] | None = None) -> list[int]:
    """The units that the spell may be cast on; the others are added to `denied` with the reason.

    A unit with guests in its ranks is one target. A Focused spell is aimed at a single model: a unit of one model, or a
    Character or Champion in a unit. Nobody is looked at twice who is on the wrong side.
    """
    legal = []
    for target in battle.units:
        if battle.body(target).pose is None or not _can_be_named(battle, casting, target):
            continue
        refused = check_target(battle, casting, target)
        if refused is None:
            legal.append(target.id)
        elif denied is not None:
            denied.append(_denial(casting, target, refused))
    return legal


@rule("t9a.spelltype.focused")
def _can_be_named(battle: Battle, casting: Casting, target: Unit) -> bool:
    """Whether it is a target of the kind that the spell has: a whole unit, or for a Focused spell a single model."""
    if not casting.version.is_of("F"):
        return target.host is None
    if casting.version.any_model:
        return True
    if target.host is not None:
        return battle.entry(target).role in ("character", "champion")
    return target.models == 1 and not target.guests


@rule("t9a.spelltype.augment", "t9a.spelltype.hex", "t9a.spelltype.damage", "t9a.spelltype.direct")
@rule("t9a.spelltype.missile", "t9a.magic.casting_declare")
def check_target(battle: Battle, casting: Casting, target: Unit) -> Refused | None:
    """Why the spell cannot be cast on that unit, or model in its ranks, if it cannot (T9A-R072).

    Range is measured from the caster's base, or from terrain where the spell may be cast from it (T9A-R087).
    """
    caster, version, name = casting.caster, casting.version, casting.spell.name
    body, own = battle.body(target), battle.body(caster)
    friendly = target.seat == caster.seat
    if version.is_of("A") and not version.is_of("H") and not friendly:
        return Refused(f"{name} is an Augment: {target.name} cannot be its target.", "t9a.spelltype.augment")
    if version.is_of("H") and not version.is_of("A") and friendly:
        return Refused(f"{name} is a Hex: {target.name} cannot be its target.", "t9a.spelltype.hex")
    if version.is_of("M") and own.engaged:
        why = f"{caster.name} cannot cast {name} while Engaged in Combat."
        return Refused(why, "t9a.spelltype.missile")
    if version.is_of("Da") and body.engaged and not SPELLS[name].strikes_into(battle, casting, target):
        why = f"{target.name} cannot be the target of {name} while Engaged in Combat."
        return Refused(why, "t9a.spelltype.damage")
    refused = SPELLS[name].check_target(battle, casting, target)
    if refused is not None:
        return refused
    here, there = boundary(battle, caster), boundary(battle, target)
    if from_terrain(battle, casting, target):
        return None
    apart = distance(here, there)
    if apart > casting.reach + TOLERANCE:
        why = f'{acts(target.name, "is")} {apart:.2f}" from {caster.name}; {name} has a range of {casting.reach}".'
        return Refused(why, casting.row)
    if version.is_of("Di") and not in_front_arc(here, there):
        why = f"{target.name} cannot be the target of {name}: not in the Front Arc of {caster.name}."
        return Refused(why, "t9a.spelltype.direct")
    if version.is_of("M") and not unit_sees(battle, caster, body):
        return Refused(f"{caster.name} cannot see {target.name}.", "t9a.spelltype.missile")
    return None


def from_terrain(battle: Battle, casting: Casting, target: Unit) -> bool:
    """Whether the spell reaches the target from a Terrain Feature near the caster (T9A-R087)."""
    kind = casting.version.terrain
    if not kind:
        return False
    here, there = boundary(battle, casting.caster), boundary(battle, target)
    near = battle.scene.settings.casting_from
    features = of_kind(battle.scene.board, kind)
    return any(within(here, one, near) and within(one, there, casting.reach) for one in features)


@rule("t9a.spelltype.ground")
def check_point(battle: Battle, casting: Casting, x: float, y: float) -> Refused | None:
    """Why a Ground spell cannot be cast at that point, if it cannot."""
    board, name = battle.scene.board, casting.spell.name
    if not (0.0 <= x <= board.width and 0.0 <= y <= board.depth):
        return Refused(f"{name} cannot be cast there: it is off the table.", "t9a.spelltype.ground")
    away = distance_to_point(boundary(battle, casting.caster), x, y)
    farther = any(hypot(x - ax, y - ay) <= casting.reach + TOLERANCE for ax, ay in SPELLS[name].origins(battle))
    if away > casting.reach + TOLERANCE and not farther:
        why = f'That point is {away:.2f}" from {casting.caster.name}; {name} has a range of {casting.reach}".'
        return Refused(why, "t9a.spelltype.ground")
    return SPELLS[name].check_point(battle, casting, (x, y))


def points_for(battle: Battle, casting: Casting) -> list[Point]:
    """Points at which a Ground spell could be cast: where enemies stand, else on a grid over the board."""
    board = battle.scene.board
    spots = [(one.pose.x, one.pose.y) for one in battle.units if one.pose is not None and one.seat != battle.active]
    here = boundary(battle, casting.caster)
    grid = [(x + 0.5, y + 0.5) for x in range(0, int(board.width), 4) for y in range(0, int(board.depth), 4)]
    grid += [(x, y) for x in range(0, int(board.width) + 1, 4) for y in (0.5, board.depth - 0.5)]
    grid.sort(key=lambda spot: hypot(spot[0] - here.x, spot[1] - here.y))
    return [spot for spot in (*spots, *grid) if check_point(battle, casting, *spot) is None][:24]


def listen(battle: Battle, casting: Casting) -> None:
    """What the Flux Card, the caster and the rules of both sides say to the casting, as things are now."""
    _hear(battle, casting, _heard(battle, casting.caster))


def _heard(battle: Battle, caster: Unit) -> Heard:
    """The rules that have a say in the castings of a model: its own, then those of its enemies."""
    found = [("on_casting", caster, speaker) for speaker in speakers(battle, caster).at("on_casting")]
    for enemy in present(battle, 1 - caster.seat):
        told = speakers(battle, enemy).at("on_enemy_casting")
        found += [("on_enemy_casting", enemy, speaker) for speaker in told]
    return found


@rule("t9a.special.casting_modifiers", "t9a.miscast.modifier")
def _hear(battle: Battle, casting: Casting, heard: Heard) -> None:
    """Work out anew what is added to the Casting Value, the rolls and the triple.

    Bound Spells have no Casting Modifiers and no Miscast (T9A-R068).
    """
    casting.value, casting.roll, casting.dispel = Tally(casting.version.value), Tally(0), Tally(0)
    casting.miscast, casting.rerolls_ones, casting.heard = Tally(0), None, heard
    if casting.bound is None:
        casting.miscast.add(FLUX_MISCAST.get(battle.flux, 0), f"Flux Card {battle.flux}", "t9a.magic.flux_table")
        wizard = battle.entry(casting.caster).wizard
        if wizard is not None:
            casting.roll.add(wizard.modifier, casting.caster.name, "t9a.special.casting_modifiers")
        by_path = path_rule(casting.spell)
        if by_path is not None:
            by_path.on_casting(battle, casting)
    for moment, bearer, speaker in heard:
        if casting.bound is None or moment == "on_enemy_casting":
            getattr(speaker, moment)(battle, bearer, casting)


def with_dice(battle: Battle, casting: Casting, dice: int) -> Casting:
    """The same casting with so many dice, and what rules say to that."""
    tried = msgspec.structs.replace(casting, dice=dice)
    _hear(battle, tried, _heard(battle, casting.caster) if casting.heard is None else casting.heard)
    return tried


@rule("t9a.magic.bound_auto_pass", "t9a.runes.bound")
def power(battle: Battle, casting: Casting, dice: int) -> int:
    """The Power Level of a Bound Spell with 2 or 3 dice, which stands for the casting roll (T9A-R068)."""
    assert casting.bound is not None
    levels = battle.scene.settings.power_level if casting.spell.path == RUNES else casting.bound.power
    return levels[dice - 2]


@rule("t9a.special.attribute_spell", "t9a.magic.cast_step_e")
def attributes(battle: Battle, casting: Casting) -> list[Casting]:
    """The Attribute Spell that a successful casting brings, on each of the targets that it may have (T9A-R067)."""
    path = path_of(casting.spell.name)
    if casting.bound is not None or path is None or not path.attribute or not casting.spell.brings_attribute:
        return []
    entry = spell(path.attribute)
    by_path = path_rule(entry)
    caster = battle.bearing(casting.caster.entry)
    if battle.body(caster).pose is None:
        return []
    found: list[Casting] = []
    for version in entry.versions:
        if by_path is not None and not by_path.offers(battle, caster, entry, version):
            continue
        farther = 0 if by_path is None or version.aura else by_path.adds_range(battle, caster)
        found += _aimed(battle, Casting(caster, entry, version, reach=version.range + farther), [])
    return found
