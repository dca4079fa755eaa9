"""Orisons, and the rules of knights and damsels (Armylists: Kingdom of Equitaine)."""

from __future__ import annotations

from warhost.play.questions import Act, Option
from warhost.play.script import Script, choose
from warhost.rulesets.essence_of_war.core import (
    ARMY_RULES,
    BOONS,
    MODEL_RULES,
    ArmyRule,
    Attack,
    Battle,
    Boon,
    BoonRule,
    ModelRule,
    Unit,
    brethren,
    present,
    ranks,
)
from warhost.rulesets.essence_of_war.rules.special_rules import quicken
from warhost.rulesets.essence_of_war.shown import events

DAMSEL = "Damsel"


@BOONS.rule("Orison: Aegis (5+)", "eow.list.kingdom_of_equitaine.rule.orison_aegis")
class Blessed(BoonRule):
    """Aegis 5+."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        attack.aegis.append((5, self.name))


@BOONS.rule("Orison: Lightning Reflexes", "eow.list.kingdom_of_equitaine.rule.orison_reflexes")
class Quickened(BoonRule):
    """Lightning Reflexes."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        quicken(attack)


@BOONS.rule("Orison: Discipline 9", "eow.list.kingdom_of_equitaine.rule.orison_discipline")
class Resolute(BoonRule):
    """Discipline is 9."""

    def sets(self, battle: Battle, bearer: Unit, name: str) -> int | None:
        return 9 if name == "dis" else None


ORISONS: tuple[type[BoonRule], ...] = (Blessed, Quickened, Resolute)


@ARMY_RULES.rule("Kingdom of Equitaine", "eow.list.kingdom_of_equitaine.rule.orisons")
class Orisons(ArmyRule):
    """At the start of each own turn one unit of the army has one of three blessings through the next Player Turn.

    The army speaks it as long as any of its units stands; or, as players agree, a Damsel that does not flee (EOW-R019).
    """

    def at_turn_start(self, battle: Battle, bearer: Unit) -> Script[None]:
        if battle.scene.settings.orisons == "a Damsel" and not _damsel_stands(battle, bearer):
            return
        options = [
            Option(f"{unit.id}:{form}", f"{unit.name}, {orison.name}", unit=unit.id)
            for unit in brethren(battle, bearer)
            for form, orison in enumerate(ORISONS)
        ]
        options.append(Option("pass", "No Orison", passes=True))
        text, spoken = "Which Orison do you speak, and for which unit?", Act(bearer.id, ())
        key = yield from choose(bearer.seat, "orison", text, options, rules=(self.id,), act=spoken)
        if key == "pass":
            return
        number, _, form = key.partition(":")
        unit, orison = battle.units[int(number)], ORISONS[int(form)]
        unit.boons = (*unit.boons, Boon(orison.name, "next turn", seat=bearer.seat))
        yield events.BoonGiven(unit.id, None, orison.name, orison.id)


def _damsel_stands(battle: Battle, bearer: Unit) -> bool:
    own = (unit for unit in present(battle, bearer.seat) if unit.army == bearer.army)
    return any(battle.entry(unit).name == DAMSEL and not battle.body(unit).fleeing for unit in own)


@MODEL_RULES.rule("Banneret", "eow.list.kingdom_of_equitaine.rule.banneret")
class Banneret(ModelRule):
    """+1 for its side's Combat Result."""

    def adds_to_result(self, battle: Battle, bearer: Unit) -> int:
        return 1


@MODEL_RULES.rule("Beloved", "eow.list.kingdom_of_equitaine.rule.beloved")
class Beloved(ModelRule):
    """Nobody strikes at it in melee while its unit has two ranks."""

    def shielded(self, battle: Battle, bearer: Unit) -> bool:
        return ranks(battle, battle.body(bearer)) >= 2


@BOONS.rule("Quest", "eow.list.kingdom_of_equitaine.rule.the_quest")
class Sworn(BoonRule):
    """The unit that it has sworn to fell is noted; `TheQuest` tells who strikes it harder."""


@MODEL_RULES.rule("The Quest", "eow.list.kingdom_of_equitaine.rule.the_quest")
class TheQuest(ModelRule):
    """Failed To-Wound rolls against one enemy unit, named at its deployment, are rolled again (EOW-R172).

    A Character in the ranks of that unit is part of it.
    """

    def when_deployed(self, battle: Battle, bearer: Unit) -> Script[None]:
        body = battle.body(bearer)
        options = [
            Option(str(unit.id), unit.name, unit=bearer.id, target=unit.id)
            for unit in battle.units
            if unit.seat != bearer.seat
        ]
        text = f"Which enemy unit is the Quest of {bearer.name}?"
        key = yield from choose(bearer.seat, "quest", text, options, rules=(self.id,))
        # By its entry: a Character whose unit dies around it goes on under the number of the unit.
        sworn = battle.units[int(key)].entry
        body.boons = (*body.boons, Boon(Sworn.name, "game", other=sworn, seat=bearer.seat))
        yield events.QuestSworn(bearer.id, int(key))

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        target = battle.units[attack.target]
        struck = {target.entry, battle.body(target).entry}
        sworn = (boon.other for boon in battle.body(bearer).boons if boon.rule == Sworn.name)
        if attack.kind in ("melee", "shooting") and not struck.isdisjoint(sworn):
            attack.wounds_rerolled_by = self
