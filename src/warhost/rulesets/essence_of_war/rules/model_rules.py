"""The model rules of the patrols, each a small class: first those that several patrols share, then army by army."""

from __future__ import annotations

import re
from collections.abc import Iterator

from warhost.play.rules.rulebase import Brackets
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.general.discipline import DisciplineTest, discipline_test
from warhost.rulesets.essence_of_war.chapters.general.presence import COMMAND, in_presence, lends
from warhost.rulesets.essence_of_war.chapters.magic.casting import Casting
from warhost.rulesets.essence_of_war.chapters.melee import strikes
from warhost.rulesets.essence_of_war.core import (
    MODEL_RULES,
    Attack,
    Battle,
    ModelRule,
    Unit,
    boundary,
    find_rule,
    friends,
    spoken,
    whole_health,
)
from warhost.rulesets.essence_of_war.rules.special_rules import frighten
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.table import Arc, within

BOND = 8.0
"""How far a Communal Bond carries, in inches."""

_BONUS = re.compile(r"\+(\d+) (\w+)")


@MODEL_RULES.rule("General", "eow.basic.general")
class General(ModelRule):
    """Friends within 12" may use the Discipline of a General that does not flee; nobody follows him (EOW-R102)."""

    def lends_discipline(self, battle: Battle, bearer: Unit, to: Unit) -> bool:
        return not bearer.fleeing and within(boundary(battle, bearer), boundary(battle, to), COMMAND)


def generals_near(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """The Generals of the unit's side within 12" of it, fleeing or not. A General is near itself."""
    own = boundary(battle, unit)
    for friend in friends(battle, unit.seat):
        if find_rule(battle, friend, General) is not None and within(own, boundary(battle, friend), COMMAND):
            yield friend


@MODEL_RULES.rule(
    "Fearless",
    "eow.basic.fearless",
    "eow.mode.advanced",
    "eow.special.fearless",
    "eow.special.fearless_fleeing",
    "eow.diff.fearless",
)
class Fearless(ModelRule):
    """Panic Tests are passed, and it only ever Holds. Break Tests are taken as usual.

    By the advanced text half or more of the models must have it, and it is immune to Fear (eow.diff.fearless). Who
    flees in spite of it has to flee on when charged.
    """

    needs = "half"
    unafraid = True
    passes = frozenset({"panic"})
    holds_only = True


@MODEL_RULES.rule("Devastating", "eow.basic.devastating", "eow.special.devastating", "eow.diff.devastating")
class Devastating(ModelRule):
    """The bonuses in brackets for as long as the model counts as Charging (EOW-R084), but not for Special Attacks.

    What it adds to the Advance counts for the charge itself; Fear is caused in that round (EOW-R187, EOW-R188).
    """

    brackets = Brackets(r"(?:\+\d+ \w+|Fear)(?:, (?:\+\d+ \w+|Fear))*", "+1 Str, +1 AP")

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        self.bonuses = {name.lower(): int(amount) for amount, name in _BONUS.findall(said)}

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name in self.bonuses and name != "adv" and battle.body(bearer).charging:
            tally.add(self.bonuses[name], self)

    def on_foes_value(self, battle: Battle, bearer: Unit, unit: Unit, name: str, tally: Tally) -> None:
        if name == "dis" and "Fear" in self.said and battle.body(bearer).charging:
            frighten(battle, bearer, unit, tally)

    def adds_to_charge(self, battle: Battle, bearer: Unit) -> str:
        return str(self.bonuses.get("adv", ""))


@MODEL_RULES.rule(
    "Fly", "eow.basic.fly", "eow.special.fly.move", "eow.special.fly.end", "eow.special.fly.all_models", "eow.diff.fly"
)
class Fly(ModelRule):
    """Units and terrain on the way are ignored; where the move begins and ends counts as usual.

    By the advanced text not in Flee Moves, pursuits and Overruns (EOW-R063).
    """

    needs = "all"
    flies = True


@MODEL_RULES.rule(
    "Insignificant", "eow.basic.insignificant", "eow.special.insignificant", "eow.special.insignificant_joined"
)
class Insignificant(ModelRule):
    """What befalls it frightens only its like: destroyed, broken or in flight (EOW-R099).

    With a Character in its ranks who is not, it is not either.
    """

    needs = "all"

    def panics(self, battle: Battle, bearer: Unit, other: Unit) -> bool:
        return any(isinstance(speaker, Insignificant) for _, speaker in spoken(battle, other, "panics"))


class Unbreaking(ModelRule):
    """Neither panics nor breaks, only Holds, and crumbles instead: a Health Point for each point of a lost combat.

    No saves are allowed, Steadfast does not help (EOW-R150), and who crumbles away is a destroyed unit like any
    other: its friends test for Panic before Break Tests are rolled (EOW-R149).
    """

    passes = frozenset({"panic", "break"})
    holds_only = True

    def after_losing(self, battle: Battle, bearer: Unit, difference: int) -> Script[None]:
        yield events.UnitCrumbled(bearer.id, difference, self.name, self.id)
        yield from damage.lose_unsaved(battle, bearer, difference, f"{self.name} after a lost combat")
        if bearer.pose is None:
            yield from panic.after_destroyed(battle, bearer)


@MODEL_RULES.rule("Daemonic", "eow.patrol.daemon_legions.daemonic")
class Daemonic(Unbreaking):
    """A will that defeat weakens holds the unit together."""


@MODEL_RULES.rule("The Undeath", "eow.basic.undeath")
class TheUndeath(Unbreaking):
    """As Daemonic; and it Marches only where the move starts within 12" of its General."""

    def check_march(self, battle: Battle, bearer: Unit) -> Refused | None:
        if any(generals_near(battle, bearer)):
            return None
        return Refused(f'{bearer.name} cannot March: the General is more than {COMMAND:g}" away.', self.id)


@MODEL_RULES.rule(
    "Primal Instinct", "eow.patrol.beast_herds.primal_instinct", "eow.list.beast_herds.rule.primal_instinct"
)
class PrimalInstinct(ModelRule):
    """A Discipline Test at the start of every Round of Combat; if passed, failed rolls To Hit are rolled again."""

    def at_combat_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        unit = battle.body(bearer)
        unit.primal = yield from discipline_test(battle, unit, "primal instinct", self.id)

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if battle.body(bearer).primal and attack.kind == "melee":
            attack.hits_rerolled_by = self


@MODEL_RULES.rule(
    "Fight in Extra Rank", "eow.patrol.daemon_legions.fight_in_extra_rank", "eow.special.fight_in_extra_rank"
)
class FightInExtraRank(ModelRule):
    """The third rank makes Supporting Attacks too; each further instance adds a rank."""

    brackets = Brackets(r"\d", "2", needed=False)
    supporting_ranks = 1

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        self.supporting_ranks = int(said or 1)


@MODEL_RULES.rule(
    "Irresistible Will", "eow.patrol.dread_elves.irresistible_will", "eow.list.dread_elves.rule.irresistible_will"
)
class IrresistibleWill(ModelRule):
    """Spells that it casts with 4 or 5 dice are dispelled with a roll that is 1 lower."""

    def on_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        if casting.dice >= 4:
            casting.dispel.add(-1, self)


@MODEL_RULES.rule(
    "Hewn Mountain", "eow.patrol.dwarven_holds.hewn_mountain", "eow.list.dwarven_holds.rule.hewn_mountain"
)
class HewnMountain(ModelRule):
    """While it stands on the board enemy Casting Values are 1 higher; a second bearer adds nothing (EOW-R032)."""

    def on_enemy_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        if all(part.rule != self.id for part in casting.value.parts):
            casting.value.add(1, self)


@MODEL_RULES.rule("Shield Wall", "eow.patrol.dwarven_holds.shield_wall", "eow.list.dwarven_holds.rule.shield_wall")
class ShieldWall(ModelRule):
    """Aegis (6+) against Melee Attacks from the front, those of Impact and Stomp included (EOW-R176)."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind in ("melee", "special") and attack.from_side is Arc.FRONT:
            attack.aegis.append((6, self.name))


@MODEL_RULES.rule(
    "Spellcrafting", "eow.patrol.highborn_elves.spellcrafting", "eow.list.highborn_elves.rule.spellcrafting"
)
class Spellcrafting(ModelRule):
    """The Casting Values of its spells are 1 lower."""

    def on_casting(self, battle: Battle, bearer: Unit, casting: Casting) -> None:
        casting.value.add(-1, self)


@MODEL_RULES.rule("Warborn", "eow.patrol.orcs_and_goblins.warborn", "eow.list.orcs_and_goblins.rule.warborn")
class Warborn(ModelRule):
    """Panic and Break Tests are Minimised; other Discipline Tests are not."""

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        if test.kind in ("panic", "break"):
            test.minimise(self)


@MODEL_RULES.rule(
    "Communal Bond", "eow.patrol.saurian_ancients.communal_bond", "eow.list.saurian_ancients.rule.communal_bond"
)
class CommunalBond(ModelRule):
    """Its own Discipline Tests are Minimised; while it does not flee, friends within 8" may use its Discipline.

    What it borrows it does not lend on, and its Minimised roll is its own (EOW-R104). By the advanced text this is a
    Commanding Presence, which items may widen.
    """

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        test.minimise(self)

    def lends_discipline(self, battle: Battle, bearer: Unit, to: Unit) -> bool:
        if battle.scene.settings.mode == "advanced":
            return lends(battle, bearer, to)
        return not bearer.fleeing and within(boundary(battle, bearer), boundary(battle, to), BOND)

    def presence(self, battle: Battle, bearer: Unit) -> float:
        return BOND


@MODEL_RULES.rule(
    "Eagle Standard", "eow.patrol.vermin_swarm.eagle_standard", "eow.list.vermin_swarm.rule.eagle_standard"
)
class EagleStandard(ModelRule):
    """Discipline Tests of the unit and of friends within 8" are Minimised, and failed ones are rolled again.

    The standard must not flee, and must stand within 12" of a General that does not flee either.
    """

    def on_friends_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        body = battle.body(bearer)
        if body.fleeing or not within(boundary(battle, body), boundary(battle, test.unit), 8.0):
            return
        if all(general.fleeing for general in generals_near(battle, body)) and not in_presence(battle, body):
            return
        test.minimise(self)
        test.reroll(self)


@MODEL_RULES.rule("Life is Cheap", "eow.patrol.vermin_swarm.life_is_cheap", "eow.list.vermin_swarm.rule.life_is_cheap")
class LifeIsCheap(ModelRule):
    """The first 5 Health Points that the unit loses in a round count half; the side's sum is rounded up (EOW-R147)."""

    def scores(self, battle: Battle, bearer: Unit, lost: int) -> float:
        return lost - min(lost, 5) / 2


@MODEL_RULES.rule(
    "Path of the Favoured",
    "eow.patrol.warriors_of_the_dark_gods.path_of_the_favoured",
    "eow.list.warriors_of_the_dark_gods.rule.path_of_the_favoured",
    "eow.diff.favoured_exiled",
)
class PathOfTheFavoured(ModelRule):
    """Failed Break Tests are rolled again; by the advanced text if more than half of the models have it."""

    needs = "most"

    def on_discipline(self, battle: Battle, bearer: Unit, test: DisciplineTest) -> None:
        if test.kind == "break":
            test.reroll(self)


@MODEL_RULES.rule(
    "Path of the Exiled",
    "eow.patrol.warriors_of_the_dark_gods.path_of_the_exiled",
    "eow.list.warriors_of_the_dark_gods.rule.path_of_the_exiled",
    "eow.diff.favoured_exiled",
)
class PathOfTheExiled(PathOfTheFavoured):
    """As the Favoured; and who fails even so strikes once more with every model and is removed (EOW-R164).

    No Character joins them.
    """

    def check_company(self, battle: Battle, bearer: Unit, other: Unit) -> Refused | None:
        why = f"{other.name} cannot join {bearer.name}: nobody joins the Exiled."
        return Refused(why, "eow.list.warriors_of_the_dark_gods.rule.path_of_the_exiled")

    def breaking_costs(self, battle: Battle, bearer: Unit, margin: int) -> int | None:
        return whole_health(battle, bearer)

    def after_failed_break(self, battle: Battle, bearer: Unit, margin: int) -> Script[bool]:
        yield events.LastBlowsStruck(bearer.id, self.name, self.id)
        yield from strikes.strike_all(battle, bearer)
        if bearer.pose is not None:
            yield from damage.destroy(battle, bearer, self.name)
            yield from panic.after_destroyed(battle, bearer)
        return True
