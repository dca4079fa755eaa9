"""Model rules that armies of every kind share (Advanced Army Rules: Model Rules), each a small class.

Those that the patrols have too (General, Fearless, Devastating, Fly, Insignificant ...) are in `model_rules`.

Those of Wizards (Channel) are here as well.
"""

from __future__ import annotations

from warhost.play.rules.rulebase import Brackets
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script
from warhost.rulesets.essence_of_war.chapters.charge.charge import cannot_declare, provokes, targets
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.general.discipline import DisciplineTest, discipline_test, failed_by
from warhost.rulesets.essence_of_war.chapters.general.presence import COMMAND, in_presence, lends
from warhost.rulesets.essence_of_war.core import (
    MODEL_RULES,
    Attack,
    Battle,
    ModelRule,
    Unit,
    boundary,
    brethren,
    has,
    models_touch,
    speakers,
    spoken,
    value,
)
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.chapters.melee.dropping_out import keep_contact
from warhost.table import within

FLAG = 12.0
"""How far from its bearer a flag rallies, in inches."""

MOST_SUPPORT = 3
"""Supporting Attacks of a model with Support."""


@MODEL_RULES.rule("Commanding Presence", "eow.special.commanding_presence", "eow.diff.general")
class CommandingPresence(ModelRule):
    """Friends within 12", or as far as its brackets say, may use its Discipline while it does not flee."""

    brackets = Brackets(r'\d+"?', '18"', needed=False)

    def presence(self, battle: Battle, bearer: Unit) -> float:
        return float(self.said.rstrip('"') or COMMAND)

    def lends_discipline(self, battle: Battle, bearer: Unit, to: Unit) -> bool:
        return lends(battle, bearer, to)


@MODEL_RULES.rule("Rally Around the Flag", "eow.special.rally_around_the_flag")
class RallyAroundTheFlag(ModelRule):
    """Failed Discipline Tests of friends within 12" are rolled again while the bearer does not flee."""

    def on_friends_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        if near_flag(battle, bearer, test.unit):
            test.reroll(self)


def near_flag(battle: Battle, bearer: Unit, unit: Unit) -> bool:
    """Whether a unit is within 12" of a flag whose bearer does not flee."""
    if battle.body(bearer).fleeing:
        return False
    return within(boundary(battle, bearer), boundary(battle, unit), FLAG)


@MODEL_RULES.rule("Fear", "eow.special.fear", "eow.special.fear_immune")
class Fear(ModelRule):
    """Who touches a model with it has 1 Discipline less, however many do; a unit with Fear is immune (EOW-R168)."""

    needs = "half"
    unafraid = True

    def on_foes_value(self, battle: Battle, bearer: Unit, unit: Unit, name: str, tally: Tally) -> None:
        if name == "dis":
            frighten(battle, bearer, unit, tally)


def frighten(battle: Battle, bearer: Unit, unit: Unit, tally: Tally) -> None:
    """The Discipline of a unit that touches the bearer, which causes Fear, is 1 lower: once, and not if immune."""
    if any(part.rule == Fear.id for part in tally.parts) or has(battle, battle.body(unit), "unafraid"):
        return
    if models_touch(battle, bearer, battle.body(unit)):
        tally.add(-1, Fear.name, Fear.id)


@MODEL_RULES.rule("Frenzy", "eow.special.frenzy")
class Frenzy(ModelRule):
    """Before charges are declared: a Maximised Discipline Test if it could charge an enemy within 12" (EOW-R083).

    If it fails, it has to charge one of them.
    """

    def at_charge_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        unit = battle.body(bearer)
        if cannot_declare(battle, unit) is not None:
            return
        if any(provokes(battle, unit, target) for target in targets(battle, unit)[0]):
            unit.frenzied = not (yield from discipline_test(battle, unit, "frenzy", self.id))

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        if test.kind == "frenzy":
            test.maximise(self)


@MODEL_RULES.rule(
    "Light Troops",
    "eow.special.light_troops.ranks",
    "eow.special.light_troops.move",
    "eow.special.light_troops.shoot",
    "eow.special.light_troops.joined",
)
class LightTroops(ModelRule):
    """No ranks, ever; Pivots as single models make them; shooting after a March.

    A Character in their ranks is one of them (eow.special.light_troops.joined); one among others is not.
    """

    needs = "rank and file"
    pivots_freely = True
    shoots_after_march = True

    def counts_ranks(self, battle: Battle, bearer: Unit, ranks: int) -> int:
        return 0


@MODEL_RULES.rule("Lightning Reflexes", "eow.special.lightning_reflexes")
class LightningReflexes(ModelRule):
    """+1 to hit with its Melee Attacks, once (EOW-R032)."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        quicken(attack)


def quicken(attack: Attack) -> None:
    """Lightning Reflexes, from wherever a model has them."""
    if attack.kind == "melee" and all(part.rule != LightningReflexes.id for part in attack.to_hit.parts):
        attack.to_hit.add(1, LightningReflexes.name, LightningReflexes.id)


@MODEL_RULES.rule("Multiple Wounds", "eow.special.multiple_wounds", "eow.special.multiple_wounds_cap")
class MultipleWounds(ModelRule):
    """Each unsaved wound of its Melee Attacks counts several times, up to the Health Points of one model."""

    brackets = Brackets(r"\d+|D[36]", "D3")

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.multiply = (int(self.said) if self.said.isdecimal() else self.said, 1)


@MODEL_RULES.rule("Poison", "eow.special.poison")
class Poison(ModelRule):
    """A natural 6 to hit with its Melee Attacks wounds without a roll, if it hits."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.poison = True


@MODEL_RULES.rule("Supernal", "eow.special.supernal", "eow.diff.daemons")
class Supernal(ModelRule):
    """It never flees from a failed Break Test: it loses a Health Point, without saves, for each point of failure."""

    def breaking_costs(self, battle: Battle, bearer: Unit, margin: int) -> int | None:
        return margin

    def after_failed_break(self, battle: Battle, bearer: Unit, margin: int) -> Script[bool]:
        unit = battle.body(bearer)
        yield events.UnitWasted(unit.id, margin, self.name, self.id)
        lost = yield from damage.lose_unsaved(battle, unit, margin, f"{self.name} after a failed Break Test")
        yield from keep_contact(battle, (unit.id,), {unit.id: lost})
        if unit.pose is None:
            yield from panic.after_destroyed(battle, unit)
        return True


@MODEL_RULES.rule("Support", "eow.special.support")
class Support(ModelRule):
    """Up to three Supporting Attacks of each model, but not more than its Attack Value (EOW-R135)."""

    def supports(self, battle: Battle, bearer: Unit) -> int:
        return most_support(battle, bearer)


def most_support(battle: Battle, unit: Unit) -> int:
    """The Supporting Attacks of each model with Support, from wherever it has it."""
    if battle.scene.settings.support == "always three":
        return MOST_SUPPORT
    return min(MOST_SUPPORT, value(battle, unit, "att"))


@MODEL_RULES.rule("Swiftstride", "eow.special.swiftstride", "eow.special.swiftstride_all")
class Swiftstride(ModelRule):
    """Maximised rolls for Charge Range, flights and pursuits, if every model has it."""

    needs = "all"
    maximised = frozenset({"charge", "flee", "pursuit"})


@MODEL_RULES.rule("Towering", "eow.special.towering.join", "eow.special.towering.los", "eow.special.towering.rank")
class Towering(ModelRule):
    """It joins nobody, unless it is a War Platform; it is seen and sees over others; it counts as one rank."""

    towers = True

    def check_company(self, battle: Battle, bearer: Unit, other: Unit) -> Refused | None:
        if any(speaker.platform for speaker in speakers(battle, bearer).at("platform")):
            return None
        return Refused(f"{bearer.name} is Towering and cannot be one unit with others.", "eow.special.towering.join")

    def counts_ranks(self, battle: Battle, bearer: Unit, ranks: int) -> int:
        return 1 if battle.entry(bearer).single and bearer.host is None else ranks


@MODEL_RULES.rule("Undead", "eow.special.undead.march", "eow.special.undead.crumble", "eow.diff.undead")
class Undead(ModelRule):
    """It Marches only where it starts within a friend's Commanding Presence; it may crumble when its General falls."""

    def check_march(self, battle: Battle, bearer: Unit) -> Refused | None:
        if in_presence(battle, battle.body(bearer)):
            return None
        why = f"{bearer.name} cannot March: no friend with Commanding Presence is near enough."
        return Refused(why, "eow.special.undead.march")

    def at_phase_end(self, battle: Battle, bearer: Unit) -> Script[None]:
        unit = battle.body(bearer)
        if unit.id in battle.more.crumbled or not _lost_general(battle, unit):
            return
        battle.note(crumbled=(*battle.more.crumbled, unit.id))
        margin = yield from failed_by(battle, unit, "crumble", "eow.special.undead.crumble")
        if margin:
            yield events.UnitWasted(unit.id, margin, self.name, "eow.special.undead.crumble")
            lost = yield from damage.lose_unsaved(battle, unit, margin, "the General fell")
            yield from keep_contact(battle, (unit.id,), {unit.id: lost})
            if unit.pose is None:
                yield from panic.after_destroyed(battle, unit)


def _lost_general(battle: Battle, unit: Unit) -> bool:
    """Whether the General of the unit's own army has been removed (EOW-R223)."""
    return any(
        other.fate and battle.entry(other).general
        for other in battle.units
        if other.seat == unit.seat and other.company == unit.company
    )


@MODEL_RULES.rule("Unstable", "eow.special.unstable.break", "eow.special.unstable.join", "eow.diff.undead")
class Unstable(ModelRule):
    """It never breaks: it loses a Health Point, without saves, for each point of a lost combat.

    Steadfast does not help (EOW-R150); the R&F lose theirs first (EOW-R182).
    """

    passes = frozenset({"break"})

    def check_company(self, battle: Battle, bearer: Unit, other: Unit) -> Refused | None:
        if battle.entry(bearer).single or any(isinstance(rule, Unstable) for rule in speakers(battle, other)):
            return None
        why = f"{other.name} cannot join {bearer.name}: only Unstable Characters join Unstable units."
        return Refused(why, "eow.special.unstable.join")

    def after_losing(self, battle: Battle, bearer: Unit, difference: int) -> Script[None]:
        unit = battle.body(bearer)
        points = max(0, difference - _eased(battle, unit))
        yield events.UnitCrumbled(unit.id, points, self.name, self.id)
        yield from damage.lose_unsaved(battle, unit, points, f"{self.name} after a lost combat")
        if unit.pose is None:
            yield from panic.after_destroyed(battle, unit)


def _eased(battle: Battle, unit: Unit) -> int:
    """How many Health Points fewer the unit loses by rules of its friends; they do not add up (EOW-R183)."""
    return max(
        (
            speaker.eases_crumbling(battle, bearer, unit)
            for friend in brethren(battle, unit)
            for bearer, speaker in spoken(battle, friend, "eases_crumbling")
        ),
        default=0,
    )


@MODEL_RULES.rule(
    "War Platform",
    "eow.special.war_platform.join",
    "eow.special.war_platform.base",
    "eow.special.war_platform.place",
    "eow.special.war_platform.target",
)
class WarPlatform(ModelRule):
    """It stands in the ranks of a unit, of the one named in its brackets if one is, whatever else its rules say."""

    brackets = Brackets(r"[A-Z][\w' -]*", "Raptor Pack", needed=False)
    platform = True

    def check_company(self, battle: Battle, bearer: Unit, other: Unit) -> Refused | None:
        if not self.said or battle.entry(other).name == self.said:
            return None
        why = f"{bearer.name} cannot join {other.name}: it stands in the ranks of a {self.said}."
        return Refused(why, "eow.special.war_platform.join")


@MODEL_RULES.rule(
    "Ambush",
    "eow.special.ambush.declare",
    "eow.special.ambush.join",
    "eow.special.ambush.arrive",
    "eow.special.ambush.place",
    "eow.special.ambush.lost",
    "eow.special.ambush.limits",
)
class Ambush(ModelRule):
    """It may wait in Ambush and come in from a board edge on turn 2 (see `ambush`)."""

    needs = "all"
    ambushes = True


@MODEL_RULES.rule(
    "Vanguard", "eow.special.vanguard.move", "eow.special.vanguard.alternate", "eow.special.vanguard.no_charge"
)
class Vanguard(ModelRule):
    """It may move 6" after deployment, if every model has it (see `vanguard`)."""

    needs = "all"
    leads_the_way = True


@MODEL_RULES.rule("Channel", "eow.special.channel", "eow.special.channel_max")
class Channel(ModelRule):
    """The model adds a die to those of the Flux Card while it is on the board and does not flee."""

    channels = 1
