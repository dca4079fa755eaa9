"""Who can cast what, on whom and at which Casting Value (Magic Phase: Casting Attempt)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

import msgspec
from msgspec import Struct, field

from warhost.play.questions import Denied
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import (
    SPELLS,
    Battle,
    Speaker,
    SpellEntry,
    SpellVersion,
    Unit,
    boundary,
    field_of,
    of_kind,
    present,
    speakers,
    stands_out,
    unit_sees,
)
from warhost.table import TOLERANCE, distance, within

ANY_SPELL = "any"
"""What a rider amplifies that goes with every spell of its caster."""

Heard: TypeAlias = Sequence[tuple[str, Unit, Speaker]]
"""Who has a say in the castings of a Wizard: the moment, the bearer and the rule."""


class Casting(Struct, eq=False):
    """A spell on its way: rules speak to its Casting Value and to the rolls for and against it before dice are rolled.

    `rider` is the spell that amplifies this one, if the caster chose so. `dice` is 0 until their number is declared.
    `roll` is added to the casting roll, `dispel` to the roll against it (EOW-R108).
    """

    caster: Unit
    spell: SpellEntry
    version: SpellVersion
    rider: SpellEntry | None = None
    targets: tuple[int, ...] = ()
    dice: int = 0
    value: Tally = field(default_factory=Tally)
    roll: Tally = field(default_factory=Tally)
    dispel: Tally = field(default_factory=Tally)

    @property
    def needed(self) -> int:
        """The Casting Value with all its changes, never below 1 (EOW-R107)."""
        return max(1, self.value.total)

    @property
    def to_roll(self) -> int:
        """What the dice must add up to: the Casting Value without what is added to the roll."""
        return self.needed - self.roll.total

    @property
    def name(self) -> str:
        return self.spell.name if self.rider is None else f"{self.spell.name} with {self.rider.name}"

    @property
    def key(self) -> str:
        """What names the casting among all that are possible: caster, spell, its printed value, targets."""
        return f"{self.caster.id}:{self.spell.name}:{self.version.value}>{'+'.join(map(str, self.targets))}"


@rule("eow.magic.wizard")
def castable(battle: Battle) -> tuple[dict[str, Casting], list[Denied]]:
    """Every spell that can be attempted now, on every target, by its key; and what cannot be, and why.

    Who knows a spell is a Wizard, model or unit. One attempt for each spell and phase, whoever makes it (EOW-R123).
    """
    castings: dict[str, Casting] = {}
    denied: list[Denied] = []
    for caster in present(battle, battle.active):
        known = known_spells(battle, caster)
        heard = _heard(battle, caster) if known else ()
        for spell in known:
            if not spell.castable:
                continue
            refused = check_caster(battle, caster, spell)
            if refused is not None:
                denied.append(Denied(f"{caster.id}:{spell.name}", refused.message, refused.rule or "", caster.id))
                continue
            near: dict[tuple[int, bool], list[int]] = {}
            for version, rider in versions(known, spell):
                reach = (version.range or spell.range, bool(version.all))
                if reach not in near:
                    near[reach] = legal_targets(battle, caster, spell, version, denied)
                for chosen in _chosen(near[reach], version):
                    casting = Casting(caster, spell, version, rider, chosen)
                    _hear(battle, casting, heard)
                    castings[casting.key] = casting
    return castings, denied


def _chosen(targets: list[int], version: SpellVersion) -> Iterator[tuple[int, ...]]:
    """The sets of targets that a version may be cast on: all of them, or as many as it says."""
    if version.all:
        yield from (tuple(targets),) if targets else ()
    else:
        yield from combinations(targets, version.units)


@rule("eow.magic.wizard")
def known_spells(battle: Battle, unit: Unit) -> tuple[SpellEntry, ...]:
    """The spells of the unit's entry, and those that its rules teach it."""
    known = battle.entry(unit).spells
    for speaker in speakers(battle, unit).at("teaches"):
        known = (*known, *speaker.teaches(battle, unit))
    return known


@rule("eow.list.undying_dynasties.rule.amplify", "eow.diff.death_is_only", "eow.magic.two_values")
def versions(known: tuple[SpellEntry, ...], spell: SpellEntry) -> Iterator[tuple[SpellVersion, SpellEntry | None]]:
    """The ways to cast a spell: small or large, and instead of these amplified by a rider that the caster knows.

    A rider of one spell has a Casting Value of its own; one of any spell adds to that of the spell.
    """
    for version in spell.versions:
        yield version, None
    for rider in known:
        if rider.amplifies == spell.name:
            for version in rider.versions:
                yield version, rider
        elif rider.amplifies == ANY_SPELL:
            for version in spell.versions:
                yield msgspec.structs.replace(version, value=version.value + (rider.adds or 0)), rider


def listen(battle: Battle, casting: Casting) -> None:
    """What the caster's rules, then its enemies' rules, say to the casting."""
    _hear(battle, casting, _heard(battle, casting.caster))


def _heard(battle: Battle, caster: Unit) -> Heard:
    found = [("on_casting", caster, speaker) for speaker in speakers(battle, caster).at("on_casting")]
    for enemy in present(battle, 1 - caster.seat):
        told = speakers(battle, enemy).at("on_enemy_casting")
        found += [("on_enemy_casting", enemy, speaker) for speaker in told]
    return found


def _hear(battle: Battle, casting: Casting, heard: Heard) -> None:
    casting.value, casting.roll, casting.dispel = Tally(casting.version.value), Tally(0), Tally(0)
    for moment, bearer, speaker in heard:
        getattr(speaker, moment)(battle, bearer, casting)


@rule("eow.magic.not_fleeing", "eow.magic.once_per_spell", "eow.magic.attack_spell_engaged")
@rule("eow.spell.replicable", "eow.diff.fireball", "eow.diff.arise", "eow.vault.artefact.binding_scroll")
def check_caster(battle: Battle, caster: Unit, spell: SpellEntry) -> Refused | None:
    """Why the unit cannot cast the spell on anybody now, if it cannot.

    A Replicable spell may be attempted once by every Wizard that knows it.
    """
    body = battle.body(caster)
    if body.fleeing:
        return Refused(f"{caster.name} cannot cast {spell.name} while fleeing.", "eow.magic.not_fleeing")
    if spell.name in battle.more.barred:
        why = f"{spell.name} cannot be cast in this Magic Phase: a Binding Scroll names it."
        return Refused(why, "eow.vault.artefact.binding_scroll")
    if not spell.replicable and spell.name in battle.attempted:
        return Refused(f"{spell.name} has already been attempted in this Magic Phase.", "eow.magic.once_per_spell")
    if spell.replicable and (spell.name, caster.entry) in battle.more.cast_by:
        why = f"{caster.name} already attempted {spell.name} in this Magic Phase."
        return Refused(why, "eow.spell.replicable")
    if spell.unengaged and body.engaged and not _casts_at_foes(battle, caster, spell):
        return Refused(
            f"{caster.name} cannot cast {spell.name} while Engaged in Combat.", "eow.magic.attack_spell_engaged"
        )
    return None


def _casts_at_foes(battle: Battle, caster: Unit, spell: SpellEntry) -> bool:
    told = speakers(battle, caster).at("casts_at_foes")
    return any(speaker.casts_at_foes(battle, caster, spell) for speaker in told)


def note_attempt(battle: Battle, casting: Casting) -> None:
    """Write down who attempted what: a Replicable spell is still open to other Wizards."""
    if casting.spell.replicable:
        battle.note(cast_by=(*battle.more.cast_by, (casting.spell.name, casting.caster.entry)))
    else:
        battle.attempted = (*battle.attempted, casting.spell.name)


def legal_targets(
    battle: Battle, caster: Unit, spell: SpellEntry, version: SpellVersion, denied: list[Denied]
) -> list[int]:
    """The units that the spell may be cast on; the others of the right side are added to `denied` with the reason.

    A unit with a single model in its ranks is one target; a Towering War Platform may be chosen instead of its unit
    for hits.
    """
    sides = {"enemy": (battle.reactive,), "friend": (battle.active,), "any": (battle.active, battle.reactive)}
    here, seats = field_of(battle), sides[spell.target]
    legal = []
    for target in battle.units:
        seen = target.pose is not None or (spell.hits is not None and not version.all and stands_out(battle, target))
        if not seen or target.seat not in seats:
            continue
        apart = (
            here.apart(caster.id, target.id)
            if caster.host is None and target.host is None
            else distance(boundary(battle, caster), boundary(battle, target))
        )
        refused = check_target(battle, caster, spell, target, apart, version)
        if refused is None:
            legal.append(target.id)
        else:
            what = f"{caster.id}:{spell.name}:{version.value}>{target.id}"
            denied.append(Denied(what, refused.message, refused.rule or "", caster.id, target.id))
    return legal


@rule("eow.magic.attack_spell_engaged", "eow.magic.target_before_roll")
def check_target(
    battle: Battle, caster: Unit, spell: SpellEntry, target: Unit, apart: float, version: SpellVersion
) -> Refused | None:
    """Why the spell cannot be cast on that unit, so many inches from the caster, if it cannot.

    Range is measured from the caster's base or boundary, sight is that of any of its models (EOW-R112). The caster
    may be its own target (EOW-R113), and fleeing units may be targets (EOW-R114).
    """
    if spell.unengaged and not _may_strike(battle, caster, target, spell):
        return Refused(
            f"{target.name} cannot be the target of {spell.name} while "
            f"{'' if battle.body(target).engaged else caster.name + ' is '}Engaged in Combat.",
            "eow.magic.attack_spell_engaged",
        )
    refused = SPELLS[spell.name].check_target(battle, target)
    if refused is not None:
        return refused
    for speaker in speakers(battle, caster).at("check_spell"):
        refused = speaker.check_spell(battle, caster, spell, target)
        if refused is not None:
            return refused
    reach = version.range or spell.range
    if apart > reach + TOLERANCE and not _near_terrain(battle, spell, target):
        return Refused(
            f'{acts(target.name, "is")} {apart:.2f}" from {caster.name}; {spell.name} has a range of {reach}".',
            SPELLS[spell.name].row(battle, caster),
        )
    if spell.sight and not unit_sees(battle, caster, target):
        return Refused(f"{caster.name} cannot see {target.name}.", "eow.magic.attack_spell_engaged")
    return None


@rule("eow.magic.attack_spell_engaged", "eow.list.highborn_elves.rule.fiery_heart_engaged")
def _may_strike(battle: Battle, caster: Unit, target: Unit, spell: SpellEntry) -> bool:
    """Whether neither of them is Engaged; some may strike those whom they are Engaged with themselves."""
    foes, body = battle.body(caster).foes, battle.body(target)
    if not foes and not body.engaged:
        return True
    return any(foe.unit == body.id for foe in foes) and _casts_at_foes(battle, caster, spell)


def _near_terrain(battle: Battle, spell: SpellEntry, target: Unit) -> bool:
    near = spell.or_near
    if near is None:
        return False
    own = boundary(battle, target)
    return any(within(own, feature, near.within) for kind in near.of for feature in of_kind(battle.scene.board, kind))
