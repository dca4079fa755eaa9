"""Model rules of command and of nerve: who leads, who frightens, who does not run, who cannot be held back."""

from __future__ import annotations

from typing import ClassVar, Literal

from warhost.play.rules.rulebase import Brackets
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script
from warhost.play.shown.english import verb
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.chapters.charge.charge import cannot_declare, provokes, targets
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.general.discipline import DisciplineTest, discipline_test
from warhost.rulesets.fantasy_battles.chapters.general.presence import COMMAND, lends
from warhost.rulesets.fantasy_battles.core import (
    BOONS,
    MODEL_RULES,
    Attack,
    Battle,
    Boon,
    BoonRule,
    ModelRule,
    Unit,
    boundary,
    has,
    models_touch,
    shake,
)
from warhost.rulesets.fantasy_battles.shown import events
from warhost.table import within


@MODEL_RULES.rule("Commanding Presence", "t9a.special.commanding_presence")
class CommandingPresence(ModelRule):
    """Friends within 12", or as far as its brackets say, may use its Discipline while it does not flee (T9A-R175)."""

    brackets: ClassVar[Brackets | None] = Brackets(r'\d+"?', '18"', needed=False)

    def presence(self, battle: Battle, bearer: Unit) -> float:
        return float(self.said.rstrip('"') or COMMAND)

    def lends_discipline(self, battle: Battle, bearer: Unit, to: Unit) -> bool:
        return lends(battle, bearer, to)


@MODEL_RULES.rule("General", "t9a.special.general")
class General(CommandingPresence):
    """The Character that leads the army: it has Commanding Presence (T9A-R166)."""

    brackets = None


@MODEL_RULES.rule("Rally Around the Flag", "t9a.special.rally_around_the_flag")
class RallyAroundTheFlag(ModelRule):
    """Friends within 12" roll failed Discipline Tests again while it does not flee (T9A-R153)."""

    def on_friends_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        if battle.body(bearer).fleeing or test.rerolled_by is not None:
            return
        if within(boundary(battle, bearer), boundary(battle, test.unit), COMMAND):
            test.reroll(self)


@MODEL_RULES.rule("Battle Standard Bearer", "t9a.special.battle_standard_bearer")
class BattleStandardBearer(RallyAroundTheFlag):
    """Friends rally around its flag, and it is worth 1 point of Combat Score (T9A-R153)."""

    def adds_to_score(self, battle: Battle, bearer: Unit) -> int:
        return 1


@MODEL_RULES.rule("Fearless", "t9a.special.fearless")
class Fearless(ModelRule):
    """Panic Tests are passed, Fear is nothing to it, and it does not flee from a Charge; half of the models are enough
    (T9A-R161)."""

    needs = "half"
    unafraid = True
    passes = frozenset({"panic"})
    holds_only = True


@MODEL_RULES.rule("Fear", "t9a.special.fear")
class Fear(ModelRule):
    """Enemies in contact have 1 Discipline less, unless they cause Fear or are Fearless (T9A-R160).

    By a setting they keep it, but take a Discipline Test when a round starts: those who fail are Shaken and hit worse.
    """

    needs = "half"
    fearsome = True
    unafraid = True

    def on_foes_value(self, battle: Battle, bearer: Unit, unit: Unit, name: str, tally: Tally) -> None:
        if name != "dis" or battle.scene.settings.fear != "-1 Discipline":
            return
        if any(part.rule == self.id for part in tally.parts) or not frightens(battle, bearer, battle.body(unit)):
            return
        tally.add(-1, self)

    def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        if battle.scene.settings.fear != "Discipline Test":
            return
        for foe in battle.body(bearer).foes:
            unit = battle.units[foe.unit]
            tested = ("Fear", unit.entry, 1)
            if tested in battle.phase_notes or not frightens(battle, bearer, unit):
                continue
            battle.phase_notes = (*battle.phase_notes, tested)
            if not (yield from discipline_test(battle, unit, "fear", self.id)):
                shake(battle, unit, "round")
                unit.boons = (*unit.boons, Boon("Afraid", "round"))


def frightens(battle: Battle, bearer: Unit, unit: Unit) -> bool:
    """Whether a model with Fear touches the unit, which is not immune."""
    return not has(battle, unit, "unafraid") and models_touch(battle, bearer, unit)


@BOONS.rule("Afraid", "t9a.special.fear")
class Afraid(BoonRule):
    """A unit that failed its test for Fear: 1 worse to hit in close combat for the round."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.to_hit.add(-1, "Fear", self.id)


@MODEL_RULES.rule("Terror", "t9a.special.terror")
class Terror(ModelRule):
    """Whom it charges takes a Panic Test before the reaction, unless it causes Terror itself (T9A-R187)."""

    needs = "half"
    terrifying = True


@MODEL_RULES.rule("Frenzy", "t9a.special.frenzy")
class Frenzy(ModelRule):
    """When the Charge Phase begins: a Maximised Discipline Test if it could charge an enemy that is near (T9A-R165).

    If it fails, it has to declare a charge at one of them.
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


def _machine(unit: Unit) -> str:
    return f"{unit.name} {verb(unit.name, 'is a War Machine', 'are War Machines')}"


@MODEL_RULES.rule("War Machine", "t9a.special.war_machine")
class WarMachine(ModelRule):
    """It neither charges, marches nor pursues, and does not flee from a charge; a failed Panic Test leaves it Shaken
    until the end of the next Player Turn, a failed Break Test destroys it (T9A-R191)."""

    holds_only = True
    machine = True
    shaken_when_jammed = True

    def check_charge(self, battle: Battle, bearer: Unit) -> Refused | None:
        return Refused(
            f"{bearer.name} {verb(bearer.name, 'is a War Machine', 'are War Machines')} and cannot charge.", self.id
        )

    def check_march(self, battle: Battle, bearer: Unit) -> Refused | None:
        return Refused(
            f"{bearer.name} {verb(bearer.name, 'is a War Machine', 'are War Machines')} and cannot March.", self.id
        )

    def pursues(self, battle: Battle, bearer: Unit, charged: bool) -> Literal["may", "must", "never"]:
        return "never"

    def after_failed_panic(self, battle: Battle, bearer: Unit) -> Script[bool]:
        shake(battle, battle.body(bearer), "next turn")
        yield events.UnitShaken(battle.body(bearer).id, self.name, self.id)
        return True

    def after_failed_break(self, battle: Battle, bearer: Unit, margin: int) -> Script[bool]:
        unit = battle.body(bearer)
        yield from damage.destroy(battle, unit, "the crew abandoned it")
        yield from panic.after_destroyed(battle, unit)
        return True
