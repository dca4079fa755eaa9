"""Who can cast what, on whom and at which Casting Value (Magic Phase: Casting Attempt)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct, field

from warhost.play.english import acts
from warhost.play.questions import Denied
from warhost.play.script import Refused
from warhost.play.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import enemies, friends
from warhost.rulesets.essence_of_war.entries import SpellEntry, SpellVersion
from warhost.rulesets.essence_of_war.formation import boundary, field_of
from warhost.rulesets.essence_of_war.rules import SPELLS, speakers
from warhost.rulesets.essence_of_war.sight import unit_sees
from warhost.rulesets.essence_of_war.terrain import of_kind
from warhost.table import TOLERANCE, within


class Casting(Struct, eq=False):
    """A spell on its way: rules speak to its Casting Value and to the roll against it before dice are rolled.

    `rider` is the spell that amplifies this one, if the caster chose so. `dice` is 0 until their number is declared.
    """

    caster: Unit
    spell: SpellEntry
    version: SpellVersion
    rider: SpellEntry | None = None
    targets: tuple[int, ...] = ()
    dice: int = 0
    value: Tally = field(default_factory=Tally)
    dispel: Tally = field(default_factory=Tally)

    @property
    def needed(self) -> int:
        """The Casting Value with all its changes, never below 1 (EOW-R107)."""
        return max(1, self.value.total)

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
    for caster in friends(battle, battle.active):
        known = battle.entry(caster).spells
        for spell in known:
            if not spell.castable:
                continue
            refused = check_caster(battle, caster, spell)
            if refused is not None:
                denied.append(Denied(f"{caster.id}:{spell.name}", refused.message, refused.rule or "", caster.id))
                continue
            targets = legal_targets(battle, caster, spell, denied)
            for version, rider in versions(known, spell):
                told = Casting(caster, spell, version, rider)
                listen(battle, told)
                for chosen in combinations(targets, version.units):
                    casting = Casting(caster, spell, version, rider, chosen, value=told.value)
                    castings[casting.key] = casting
    return castings, denied


def versions(known: tuple[SpellEntry, ...], spell: SpellEntry) -> Iterator[tuple[SpellVersion, SpellEntry | None]]:
    """The ways to cast a spell: small or large, and instead of these amplified by a rider that the caster knows."""
    for version in spell.versions:
        yield version, None
    for rider in known:
        if rider.amplifies == spell.name:
            for version in rider.versions:
                yield version, rider


def listen(battle: Battle, casting: Casting) -> None:
    """What the caster's rules, then its enemies' rules, say to the casting."""
    casting.value, casting.dispel = Tally(casting.version.value), Tally(0)
    for speaker in speakers(battle, casting.caster).at("on_casting"):
        speaker.on_casting(battle, casting.caster, casting)
    for enemy in enemies(battle, casting.caster.seat):
        for speaker in speakers(battle, enemy).at("on_enemy_casting"):
            speaker.on_enemy_casting(battle, enemy, casting)


@rule("eow.magic.not_fleeing", "eow.magic.once_per_spell", "eow.magic.attack_spell_engaged")
def check_caster(battle: Battle, caster: Unit, spell: SpellEntry) -> Refused | None:
    """Why the unit cannot cast the spell on anybody now, if it cannot."""
    if caster.fleeing:
        return Refused(f"{caster.name} cannot cast {spell.name} while fleeing.", "eow.magic.not_fleeing")
    if spell.name in battle.attempted:
        return Refused(f"{spell.name} has already been attempted in this Magic Phase.", "eow.magic.once_per_spell")
    if spell.unengaged and caster.engaged:
        return Refused(
            f"{caster.name} cannot cast {spell.name} while Engaged in Combat.", "eow.magic.attack_spell_engaged"
        )
    return None


def legal_targets(battle: Battle, caster: Unit, spell: SpellEntry, denied: list[Denied]) -> list[int]:
    """The units that the spell may be cast on; the others of the right side are added to `denied` with the reason."""
    sides = {"enemy": (battle.reactive,), "friend": (battle.active,), "any": (battle.active, battle.reactive)}
    here, seats = field_of(battle), sides[spell.target]
    legal = []
    for target in battle.units:
        if target.pose is None or target.seat not in seats:
            continue
        refused = check_target(battle, caster, spell, target, here.apart(caster.id, target.id))
        if refused is None:
            legal.append(target.id)
        else:
            what = f"{caster.id}:{spell.name}:{spell.value}>{target.id}"
            denied.append(Denied(what, refused.message, refused.rule or "", caster.id, target.id))
    return legal


@rule("eow.magic.attack_spell_engaged", "eow.magic.target_before_roll")
def check_target(battle: Battle, caster: Unit, spell: SpellEntry, target: Unit, apart: float) -> Refused | None:
    """Why the spell cannot be cast on that unit, so many inches from the caster, if it cannot.

    Range is measured from the caster's base or boundary, sight is that of any of its models (EOW-R112). The caster
    may be its own target (EOW-R113), and fleeing units may be targets (EOW-R114).
    """
    if spell.unengaged and target.engaged:
        return Refused(
            f"{target.name} cannot be the target of {spell.name} while Engaged in Combat.",
            "eow.magic.attack_spell_engaged",
        )
    refused = SPELLS[spell.name].check_target(battle, target)
    if refused is not None:
        return refused
    if apart > spell.range + TOLERANCE and not _near_terrain(battle, spell, target):
        return Refused(
            f'{acts(target.name, "is")} {apart:.2f}" from {caster.name}; {spell.name} has a range of {spell.range}".',
            SPELLS[spell.name].row(caster),
        )
    if spell.sight and not unit_sees(battle, caster, target):
        return Refused(f"{caster.name} cannot see {target.name}.", "eow.magic.attack_spell_engaged")
    return None


def _near_terrain(battle: Battle, spell: SpellEntry, target: Unit) -> bool:
    near = spell.or_near
    if near is None:
        return False
    own = boundary(battle, target)
    return any(within(own, feature, near.within) for kind in near.of for feature in of_kind(battle.scene.board, kind))
