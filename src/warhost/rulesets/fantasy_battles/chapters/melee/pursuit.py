"""Flight and pursuit after a Round of Combat (Round of Combat: steps 8 to 13)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does, verb
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.chapters.melee import pursuit
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit import Pursuers, chases_of
from warhost.rulesets.fantasy_battles.chapters.general.discipline import discipline_test, passing_odds
from warhost.rulesets.fantasy_battles.core import Battle, Unit, barred, pair_in, spoken
from warhost.rulesets.fantasy_battles.shown import events, melee_events


@rule("t9a.round.step08_panic", "t9a.panic.friend_breaks")
def panic_of_friends(battle: Battle, broken: Sequence[int]) -> Script[None]:
    """Step 8: units within 6" of a friend that broke take Panic Tests, before anybody flees."""
    for number in broken:
        yield from panic.after_break(battle, battle.units[number])


@rule("t9a.shaken.no_pursuit", "t9a.shaken.no_overrun")
def ways_to_run(battle: Battle, unit: Unit, charged: bool) -> set[str]:
    """What rules say of the unit's pursuits and Overruns: that it may, must or never makes them."""
    if barred(battle, unit, "pursue" if unit.foes else "overrun") is not None:
        return {"never"}
    return {speaker.pursues(battle, bearer, charged) for bearer, speaker in spoken(battle, unit, "pursues")}


@rule("t9a.round.step09_restrain_pursue")
def declare_pursuit(battle: Battle, unit: Unit, must: bool) -> Script[int | None]:
    """Whom the unit pursues; None if it restrains, which is free, or by a setting takes a Discipline Test."""
    options = pursuit.quarries(battle, unit)
    tested = battle.scene.settings.restrain == "Discipline Test"
    rules = ("t9a.round.step09_restrain_pursue",)
    if not must:
        stands = (passing_odds("restrains", battle, unit, "restrain"),) if tested else ()
        options.append(Option("pass", "Restrain", stands, unit=unit.id, passes=True))
    text = f"{verb(unit.name, 'Does')} {unit.name} pursue?"
    key = yield from choose(unit.seat, "pursuit", text, options, rules=rules)
    if key == "pass":
        if not tested or (yield from discipline_test(battle, unit, "restrain", rules[0])):
            yield melee_events.UnitRestrained(unit.id)
            return None
        key = yield from choose(unit.seat, "pursuit", f"Who {does(unit.name)} pursue?", options[:-1], rules=rules)
    return pair_in(battle, key)[1].id


@rule("t9a.special.overrun", "t9a.special.no_longer_engaged")
def overrun_alone(battle: Battle, unit: Unit) -> Script[bool]:
    """A unit that charged this turn and was freed of its enemies outside its own round may overrun (T9A-R043).

    Returns whether it did.
    """
    says = ways_to_run(battle, unit, charged=True)
    if not unit.charged or "never" in says:
        return False
    if "must" not in says and not (yield from pursuit.runs_on(battle, unit)):
        return False
    yield events.OverrunDeclared(unit.id)
    ran = yield from pursuit.pursuit_distances(battle, Pursuers({}, [unit.id]))
    yield from pursuit.move_pursuers(battle, chases_of(battle, (), (), Pursuers({}, [unit.id]), ran))
    return True
