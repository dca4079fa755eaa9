"""Who of a unit shoots with what, and what they need to hit (Selection of Shooting Rules; To-Hit Modifiers)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from warhost.dice import Dice
from warhost.play.counsel.throws import counted
from warhost.play.questions import Denied, Part
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.damage.damage import prepared
from warhost.rulesets.fantasy_battles.chapters.shooting import cover
from warhost.rulesets.fantasy_battles.chapters.shooting.area_attack import spread_over, struck_from
from warhost.rulesets.fantasy_battles.chapters.shooting.breath import breaths_of
from warhost.rulesets.fantasy_battles.core import (
    MODEL_RULES,
    ArmedWith,
    Attack,
    Battle,
    Lookout,
    Speaker,
    SpecialAttack,
    Unit,
    barred,
    boundary,
    deny,
    has,
    heard,
    model_of_guest,
    models,
    speakers,
    spoken,
    value,
)
from warhost.table import TOLERANCE, Model, distance

RANKS = 2
"""How many ranks of a unit may shoot."""

LONG_RANGE = -1
MOVING = -1
STAND_AND_SHOOT = -1


class Arms(NamedTuple):
    """What one part of a unit's models, or of a guest in its ranks, shoots with: a weapon, or a Breath."""

    shooter: Unit
    part: int
    how: ArmedWith | SpecialAttack

    @property
    def key(self) -> tuple[int, int, str]:
        """A key that tells it from all else that its unit shoots with."""
        return self.shooter.id, self.part, self.name

    @property
    def name(self) -> str:
        return self.how.weapon.name if isinstance(self.how, ArmedWith) else self.how.source.name

    @property
    def range(self) -> int:
        return self.how.weapon.range if isinstance(self.how, ArmedWith) else self.how.reach

    @property
    def strength(self) -> int | str | None:
        """The Strength that is told; dice are rolled once for all hits; None: the model's own."""
        return self.how.weapon.str_ if isinstance(self.how, ArmedWith) else self.how.strength


Volley: TypeAlias = tuple[Arms, ...]
"""What all parts of all models of a unit use when it shoots."""


class Salvo(NamedTuple):
    """Models that shoot alike: with what, how many, and what is taken from their rolls to hit."""

    arms: Arms
    models: int
    penalties: tuple[Part, ...] = ()

    @rule("t9a.shooting.multipart", "t9a.special.multipart_model", "t9a.special.breath_attack")
    @rule("t9a.special.artillery_weapon")
    def number(self, battle: Battle) -> int | Dice:
        """How many shots they make, each part of each model as many as its weapon says; or a Breath's hits."""
        how = self.arms.how
        if not isinstance(how, ArmedWith):
            return counted(how.hits, self.models)
        parts = battle.entry(self.arms.shooter).parts[self.arms.part].count
        if MODEL_RULES.spoken(how.weapon.rules).at("crewed"):
            parts = 1
        return counted(how.weapon.shots, self.models * parts)


@rule("t9a.shooting.once_per_phase", "t9a.fleeing.no_shooting", "t9a.shaken.no_shooting")
def cannot_shoot(battle: Battle, unit: Unit, *, reacting: bool = False) -> Denied | None:
    """Why the unit cannot shoot now, if it cannot; `reacting`: as a Stand and Shoot reaction."""
    if unit.shot and not reacting:
        return deny(unit, f"{acts(unit.name, 'has')} already shot.", "t9a.shooting.once_per_phase")
    refused = barred(battle, unit, "shoot")
    if refused is not None:
        return deny(unit, f"{unit.name} cannot shoot: {refused.message}", refused.rule or "t9a.shooting.sequence")
    for _, speaker in spoken(battle, unit, "no_shooting"):
        return deny(unit, f"{unit.name} cannot shoot: {speaker.name}.", speaker.id)
    if unit.engaged:
        why = "Engaged in Combat"
    elif reacting:
        return None
    elif unit.rallied:
        why = "rallied this turn"
    elif unit.declared:
        why = "declared a charge this turn"
    elif unit.reformed:
        why = "reformed this turn"
    else:
        return None
    return deny(unit, f"{unit.name} cannot shoot: {why}.", "t9a.shooting.sequence")


@rule("t9a.special.breath_attack", "t9a.misfire.breakdown", "t9a.misfire.jammed", "t9a.special.light_troops")
def cannot_use(battle: Battle, arms: Arms, *, reacting: bool = False) -> Denied | None:
    """Why that cannot be used now, if it cannot. A Breath may follow a March."""
    shooter, unit = arms.shooter, battle.body(arms.shooter)
    if arms.name in shooter.broken_weapons:
        return deny(unit, f"{arms.name} of {shooter.name} has broken down.", "t9a.misfire.breakdown")
    if (arms.name, battle.turn) in shooter.jammed and battle.active == shooter.seat:
        return deny(unit, f"{arms.name} of {shooter.name} is jammed this turn.", "t9a.misfire.jammed")
    breathes = not isinstance(arms.how, ArmedWith)
    if unit.marched and not reacting and not breathes and not has(battle, unit, "shoots_after_march"):
        return deny(unit, f"{unit.name} cannot shoot: marched this turn.", "t9a.shooting.sequence")
    return None


def armaments(battle: Battle, unit: Unit) -> Iterator[list[Arms]]:
    """For each part of the unit's models and of its guests what it could shoot with, its Breath last.

    The Breath of a model is that of its last part, the mount if it is ridden.
    """
    for shooter in battle.company(unit):
        parts = battle.entry(shooter).parts
        for number, part in enumerate(parts):
            found = [Arms(shooter, number, armed) for armed in part.shots]
            if number == len(parts) - 1:
                found += [Arms(shooter, number, breath) for breath in breaths_of(battle, shooter)]
            if found:
                yield found


@rule("t9a.shooting.same_attack_type", "t9a.shooting.multipart")
def volleys(battle: Battle, unit: Unit, *, reacting: bool = False) -> list[Volley]:
    """All that the unit could shoot with at once: one weapon for each part, the same one for all rank and file.

    A Champion and every other guest chooses for himself; a Breath may always be kept for later.
    """
    choices: list[list[Arms | None]] = []
    for found in armaments(battle, unit):
        usable: list[Arms | None] = [arms for arms in found if cannot_use(battle, arms, reacting=reacting) is None]
        if all(arms is None or not isinstance(arms.how, ArmedWith) for arms in usable):
            usable.insert(0, None)
        choices.append(usable)
    taken = (tuple(arms for arms in chosen if arms is not None) for chosen in product(*choices))
    return [volley for volley in taken if volley]


@rule("t9a.los.per_model", "t9a.shooting.two_ranks", "t9a.shooting.one_target", "t9a.special.skirmisher")
def salvos_of(battle: Battle, volley: Volley, target: Unit, *, reacting: bool = False) -> list[Salvo]:
    """The models that shoot at the target, in groups of those that shoot alike: in a rank that may, with sight and in
    range.

    Who stands and shoots at a charger beyond his range shoots at the full range (T9A-R030).
    """
    found: list[Salvo] = []
    views: dict[int, tuple[Lookout, cover.Covering]] = {}
    for arms in volley:
        if arms.shooter.id not in views:
            lookout = Lookout(battle, arms.shooter, target)
            views[arms.shooter.id] = lookout, cover.Covering(lookout)
        lookout, covering = views[arms.shooter.id]
        counts: dict[tuple[bool, cover.Cover], int] = {}
        for model in in_ranks(battle, arms.shooter):
            away = distance(model.base, lookout.there)
            if (away > arms.range + TOLERANCE and not reacting) or not lookout.sees(model):
                continue
            hidden = covering.of(model) if isinstance(arms.how, ArmedWith) else cover.Cover.NONE
            like = is_far(arms, away), hidden
            counts[like] = counts.get(like, 0) + 1
        for (far, hidden), count in counts.items():
            found.append(Salvo(arms, count, penalties(battle, arms, far, hidden, reacting=reacting)))
    return found


@rule("t9a.shooting.two_ranks", "t9a.special.skirmisher")
def in_ranks(battle: Battle, shooter: Unit) -> Sequence[Model]:
    """The models that stand where they may shoot: in the first two ranks, Skirmishers in any."""
    if shooter.host is not None:
        return (model_of_guest(battle, shooter),)
    found = models(battle, shooter)
    if has(battle, shooter, "shoots_from_all_ranks"):
        return found
    return [model for model in found if model.rank < RANKS]


@rule("t9a.shooting.mod_long_range")
def is_far(arms: Arms, away: float) -> bool:
    """Whether that is Long Range: more than half of the weapon's range (T9A-R203)."""
    return away > arms.range / 2 + TOLERANCE


@rule("t9a.shooting.mod_long_range", "t9a.shooting.mod_moving", "t9a.shooting.mod_moving_unwieldy")
@rule("t9a.shooting.mod_moving_both", "t9a.shooting.mod_stand_and_shoot", "t9a.shooting.mod_soft_cover")
@rule("t9a.shooting.mod_hard_cover")
def penalties(
    battle: Battle, arms: Arms, far: bool, hidden: cover.Cover, *, reacting: bool = False, moved: bool | None = None
) -> tuple[Part, ...]:
    """What range, moving, reacting and Cover take from the rolls to hit of models with such a weapon; `moved` where
    somebody asks what it would be if the unit had moved or stood."""
    if not isinstance(arms.how, ArmedWith):
        return ()
    body = battle.body(arms.shooter)
    handling = _handling(battle, arms)
    found = []
    if far:
        taken = min(0, LONG_RANGE + sum(one.steady_far for one in handling))
        found.append(Part(taken, "Long Range", "t9a.shooting.mod_long_range"))
    if moved is None:
        moved = body.moved or body.marched or body.magic_moved
    if (moved or has(battle, body, "counts_as_moved")) and not reacting:
        taken = min(0, MOVING + sum(one.steady_moving for one in handling))
        found.append(Part(taken, "Moving and Shooting", "t9a.shooting.mod_moving"))
    if reacting:
        found.append(Part(STAND_AND_SHOOT, "Stand and Shoot", "t9a.shooting.mod_stand_and_shoot"))
    if hidden:
        found.append(Part(-hidden, cover.NAMES[hidden], cover.RULES[hidden]))
    return tuple(part for part in found if part.amount)


def _handling(battle: Battle, arms: Arms) -> list[Speaker]:
    """The rules of the weapon, of the part and of the model that say how steadily it shoots."""
    assert isinstance(arms.how, ArmedWith)
    part = battle.entry(arms.shooter).parts[arms.part]
    told = MODEL_RULES.spoken((*part.rules, *arms.how.weapon.rules))
    own = speakers(battle, arms.shooter)
    moments = ("steady_far", "steady_moving")
    return list(dict.fromkeys(one for moment in moments for one in (*told.at(moment), *own.at(moment))))


@rule("t9a.special.aim", "t9a.shooting.mods_add_up", "t9a.shooting.mod_hard_target")
def attack_of(battle: Battle, salvo: Salvo, target: Unit, strength: int | None = None) -> Attack:
    """The attack of like models, with a count of one until their shots are known.

    Each modifier of -1 makes the number needed 1 higher; all of them add up. A Strength of dice has been rolled.
    """
    shooter, part, how = salvo.arms
    if not isinstance(how, ArmedWith):
        breath = Attack(
            *("breath", shooter.id, target.id, 1, salvo.arms.name, how.source.id),
            strength=int(how.strength) if strength is None else strength,
            ap=how.ap,
            part=part,
            rules=how.rules,
        )
        return prepared(battle, breath)
    weapon = how.weapon
    attack = Attack(
        *("shooting", shooter.id, target.id, 1, weapon.name, "t9a.special.aim"),
        strength=value(battle, shooter, "str", part) if weapon.str_ is None else weapon.str_,
        ap=value(battle, shooter, "ap", part) if weapon.ap is None else weapon.ap,
        part=part,
        weapon=weapon.name,
        rules=(*battle.entry(shooter).parts[part].rules, *weapon.rules),
        hit_on=how.aim,
    )
    changes = heard(battle, shooter, "aim", how.aim)
    attack.hit_on = changes.base
    # A higher Aim is worse, so that what is added to it is taken from the roll.
    attack.to_hit.parts += [Part(-part.amount, part.why, part.rule) for part in changes.parts]
    attack.to_hit.parts += salvo.penalties
    spread_over(
        *(battle, attack, struck_from(battle, target, boundary(battle, battle.body(shooter)).front)),
        strength=weapon.str_at_one,
        rules=weapon.rules_at_one,
    )
    prepared(battle, attack)
    for bearer, speaker in spoken(battle, battle.body(target), "on_shot_at"):
        speaker.on_shot_at(battle, bearer, attack)
    return attack
