"""Lost Health Points that come back by spells (The Grimoire: Arise!, Death is only the Beginning)."""

from __future__ import annotations

from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.damage.casualties import restore
from warhost.rulesets.essence_of_war.chapters.magic.casting import Casting
from warhost.rulesets.essence_of_war.core import Battle, Unit, allied, boundary, friends, full_health, health, speakers
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import within

AT_MOST = 1
"""What a Character or a Towering model regains in a Magic Phase."""


@rule("eow.patrol.undying_dynasties.death_is_only_the_beginning", "eow.spell.faction.death_is_only_the_beginning")
@rule("eow.list.undying_dynasties.rule.hierophant_target")
def recover_by_rider(battle: Battle, casting: Casting) -> Script[None]:
    """Each friendly target of an amplified spell regains Health Points.

    Some may choose one friend near the caster instead of all targets, also where no target is a friend (EOW-R121).
    """
    caster = casting.caster
    reach = max((speaker.heals_within for speaker in speakers(battle, caster).at("heals_within")), default=0)
    targets = [unit for unit in map(battle.units.__getitem__, casting.targets) if unit.seat == caster.seat]
    if reach:
        own = boundary(battle, caster)
        near = [
            unit
            for unit in friends(battle, caster.seat)
            if not allied(caster, unit) and within(own, boundary(battle, unit), reach)
        ]
        targets = yield from _instead(battle, casting, targets, near)
    for unit in targets:
        yield from regain(battle, unit, caster.seat)


def _instead(battle: Battle, casting: Casting, targets: list[Unit], near: list[Unit]) -> Script[list[Unit]]:
    """The targets of the spell, or one of those near; asked where it matters."""
    hurt = [unit for unit in near if any(most_regained(battle, one) for one in _patients(battle, unit))]
    if all(unit in targets for unit in hurt) and len(targets) <= 1:
        return targets
    options = [Option(str(unit.id), unit.name, unit=casting.caster.id, target=unit.id) for unit in hurt]
    others = "The targets of the spell" if targets else "Nobody"
    options.append(Option("pass", others, unit=casting.caster.id, passes=True))
    rule_id = "eow.list.undying_dynasties.rule.hierophant_target"
    rider = "" if casting.rider is None else casting.rider.name
    text = f"Who regains Health Points by {rider}?"
    key = yield from choose(casting.caster.seat, "heal", text, options, rules=(rule_id,))
    return targets if key == "pass" else [battle.units[int(key)]]


@rule("eow.basic.rsr", "eow.spell.faction.arise", "eow.spell.faction.death_is_only_the_beginning", "eow.diff.arise")
def regain(battle: Battle, unit: Unit, seat: int) -> Script[None]:
    """The unit, or the Character in its ranks, regains as many lost Health Points as its Rsr says (EOW-R119)."""
    patient = yield from _patient(battle, unit, seat)
    regained = restore(battle, patient, _most(battle, patient))
    if not regained:
        return
    if _is_limited(battle, patient):
        battle.note(healed=(*battle.more.healed, patient.entry))
    yield events.HealthRegained(patient.id, regained)


@rule("eow.spell.faction.arise", "eow.spell.faction.death_is_only_the_beginning")
def _patient(battle: Battle, unit: Unit, seat: int) -> Script[Unit]:
    """The R&F or the Character among them: one or the other, as the caster's player says (EOW-R120)."""
    hurt = [one for one in _patients(battle, unit) if most_regained(battle, one)]
    if len(hurt) < 2:
        return hurt[0] if hurt else unit
    options = [Option(str(one.id), one.name, unit=one.id) for one in hurt]
    text = f"Who in {unit.name} regains Health Points?"
    key = yield from choose(seat, "heal whom", text, options, rules=("eow.spell.faction.arise",))
    return battle.units[int(key)]


def _patients(battle: Battle, unit: Unit) -> list[Unit]:
    guest = battle.guest_of(unit)
    return [unit] if guest is None else [unit, guest]


def most_regained(battle: Battle, unit: Unit) -> int:
    """The Health Points that may come back to it now: not more than it has lost, whoever has room for them."""
    lost = full_health(battle, unit) - unit.replaced * battle.profile(unit).hp - health(battle, unit)
    return max(0, min(lost, _most(battle, unit)))


@rule("eow.spell.faction.arise", "eow.spell.faction.death_is_only_the_beginning", "eow.diff.arise")
def _most(battle: Battle, unit: Unit) -> int:
    """What the unit regains at most: its Rsr; by the advanced texts a big model one for a whole Magic Phase."""
    rsr = battle.profile(unit).rsr or 0
    if not _is_limited(battle, unit):
        return rsr
    return 0 if unit.entry in battle.more.healed else min(rsr, AT_MOST)


def _is_limited(battle: Battle, unit: Unit) -> bool:
    """Whether it is a Character or Towering, in a battle by the advanced texts."""
    if battle.scene.settings.mode != "advanced":
        return False
    towers = any(speaker.towers for speaker in speakers(battle, unit).at("towers"))
    return towers or battle.entry(unit).category == "Character"
