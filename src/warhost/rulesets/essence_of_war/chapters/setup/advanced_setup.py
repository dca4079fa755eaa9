"""From the map to the first turn of an advanced game (Play an Advanced Game: Deployment).

One player chooses the zone, the other says who deploys first, and whoever deploys first says who begins.
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play import script
from warhost.play.questions import Denied, Option
from warhost.play.script import Refused, Script, choose, choose_unit
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.general.combined import check_join, join, room_of
from warhost.rulesets.essence_of_war.chapters.setup import ambush, vanguard
from warhost.rulesets.essence_of_war.chapters.setup.deployment import pick_side, set_down
from warhost.rulesets.essence_of_war.chapters.turn import begin_player_turn
from warhost.rulesets.essence_of_war.chapters.victory.missions import PATROLLING
from warhost.rulesets.essence_of_war.core import Battle, Unit, boundary, speakers
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.first_rank import ask_file

ALONE = "alone"


@rule("eow.adv.setup.sequence")
def before_roll_off(battle: Battle) -> Script[None]:
    """What armies settle after the Mission and before the roll-off (EOW-R195)."""
    for unit in battle.units:
        for speaker in speakers(battle, unit).at("before_roll_off"):
            yield from speaker.before_roll_off(battle, unit)
    battle.stage = "zones"


@rule("eow.adv.deploy.roll", "eow.adv.deploy.zones", "eow.diff.deployment", "eow.multi.deploy_roll")
def choose_zone(battle: Battle) -> Script[None]:
    """Both roll a die, ties again: the higher chooses a zone."""
    chooser = yield from script.roll_off((0, 1), why="Roll-off", rule="eow.adv.deploy.roll")
    yield events.ZoneWon(chooser)
    yield from pick_side(battle, chooser, "eow.adv.deploy.roll")
    battle.first = battle.active = chooser
    battle.stage = "markers" if battle.mission == PATROLLING else "deploys first"


@rule("eow.adv.deploy.who_first")
def choose_first_deployer(battle: Battle) -> Script[None]:
    """The player who did not choose the zone says which of the two deploys first."""
    chooser = 1 - battle.first
    options = [Option("me", "I deploy first"), Option("them", "My opponent deploys first")]
    text, rules = "Who deploys first?", ("eow.adv.deploy.who_first", "eow.adv.deploy.first_deployer")
    key = yield from choose(chooser, "deploys first", text, options, rules=rules)
    first = chooser if key == "me" else 1 - chooser
    battle.note(deploys_first=first)
    battle.active = first
    battle.stage = "ambush"
    yield events.FirstToDeploy(first)


@rule("eow.adv.deploy.first_deployer", "eow.adv.deploy.second", "eow.adv.char.join_deployment")
def deploy(battle: Battle) -> Script[None]:
    """One unit is deployed, or joins another. The first army stands before the second begins.

    Between the two the player who deployed first says who has the first turn.
    """
    seat = battle.active
    waiting = [unit for unit in battle.units if unit.seat == seat and waits(unit)]
    if waiting:
        ready = [unit for unit in waiting if not _needs_host(battle, unit) or _hosts(battle, unit)] or waiting
        text = "Which unit do you deploy next?"
        unit = yield from choose_unit(ready, seat, "deploy", text, rules=("eow.adv.deploy.first_deployer",))
        yield from deploy_unit(battle, unit)
        waiting.remove(unit)
    if waiting:
        return
    if seat == battle.more.deploys_first:
        battle.stage = "first turn"
    else:
        battle.stage = "marks"


def waits(unit: Unit) -> bool:
    """Whether the unit is still to be deployed."""
    return unit.pose is None and unit.host is None and not unit.reserve and not unit.fate


@rule("eow.adv.char.join_deployment", "eow.special.war_platform.join", "eow.diff.characters")
def deploy_unit(battle: Battle, unit: Unit) -> Script[None]:
    """A single model stands alone or in the ranks of a unit that is there already; a War Platform always in ranks."""
    host = (yield from _choose_host(battle, unit)) if battle.entry(unit).single else None
    if host is None:
        yield from set_down(battle, unit)
    else:
        yield from join_ranks(battle, unit, host)
    for one in (unit, *(other for other in battle.units if other.host == unit.id)):
        for speaker in speakers(battle, one).at("when_deployed"):
            yield from speaker.when_deployed(battle, one)


def _choose_host(battle: Battle, unit: Unit) -> Script[Unit | None]:
    options: list[Option] = []
    denied: list[Denied] = []
    if not _needs_host(battle, unit):
        options.append(Option(ALONE, "On its own", unit=unit.id))
    for other in battle.units:
        if other.seat != unit.seat or other.pose is None or battle.entry(other).single:
            continue
        refused = check_join(battle, unit, other) or _keeps_room(battle, unit, other)
        if refused is None:
            options.append(Option(str(other.id), f"In the ranks of {other.name}", unit=unit.id, target=other.id))
        else:
            denied.append(Denied(str(other.id), refused.message, refused.rule or "", unit.id, other.id))
    if not options:
        # Nobody is left whom it could join: it cannot take part (EOW-R209).
        unit.fate = "destroyed"
        yield events.UnitDestroyed(unit.id, "there was no unit to join")
        return unit
    if len(options) == 1 and options[0].key == ALONE:
        return None
    key = yield from choose(
        unit.seat,
        "join",
        f"Where {does(unit.name)} deploy?",
        options,
        rules=("eow.adv.char.join_deployment", "eow.adv.char.join_base"),
        denied=denied,
    )
    return None if key == ALONE else battle.units[int(key)]


@rule("eow.special.war_platform.join")
def _needs_host(battle: Battle, unit: Unit) -> bool:
    return any(speaker.platform for speaker in speakers(battle, unit).at("platform"))


def _hosts(battle: Battle, guest: Unit) -> list[Unit]:
    """The units on the table that a single model may join."""
    return [unit for unit in battle.units if unit.pose is not None and check_join(battle, guest, unit) is None]


@rule("eow.special.war_platform.join")
def _keeps_room(battle: Battle, guest: Unit, host: Unit) -> Refused | None:
    """A Character does not take the last place of a War Platform that is still to come."""
    platforms = [
        unit
        for unit in battle.units
        if unit.seat == guest.seat and unit is not guest and waits(unit) and _needs_host(battle, unit)
    ]
    if not platforms:
        return None
    free = [
        unit
        for unit in battle.units
        if unit.seat == guest.seat and unit is not host and unit.guest is None and not unit.fate
    ]
    if _all_placed(battle, platforms, free):
        return None
    message = f"{host.name} must keep its place for {platforms[0].name}."
    return Refused(message, "eow.special.war_platform.join")


def _all_placed(battle: Battle, platforms: Sequence[Unit], free: Sequence[Unit]) -> bool:
    """Whether each of the platforms finds a unit of its own."""
    if not platforms:
        return True
    first, *rest = platforms
    return any(
        check_join(battle, first, unit) is None and _all_placed(battle, rest, [one for one in free if one is not unit])
        for unit in free
    )


@rule("eow.adv.char.join_replaces", "eow.adv.char.join_deployment")
def join_ranks(battle: Battle, guest: Unit, host: Unit) -> Script[None]:
    """The guest joins; a Character's owner picks its place in the first rank (EOW-R197)."""
    if guest is host:
        return
    file: int | None = None
    if room_of(battle, guest, host) == (1, 1) and not _needs_host(battle, guest) and host.files > 1:
        middle = (host.files - 1) // 2
        order = sorted(range(host.files), key=lambda place: abs(place - middle))
        rule_id = "eow.adv.char.join_replaces"
        file = yield from ask_file(guest, host, boundary(battle, host), battle.entry(host), order, rule_id)
    join(battle, guest, host, file)
    yield events.GuestJoined(guest.id, host.id)


@rule("eow.adv.deploy.first_deployer")
def choose_first_turn(battle: Battle) -> Script[None]:
    """Whoever deployed first says who has the first Player Turn, before the other deploys (EOW-R196)."""
    chooser = battle.more.deploys_first
    options = [Option("me", "I take the first turn"), Option("them", "My opponent takes the first turn")]
    text, rules = "Who has the first turn?", ("eow.adv.deploy.first_deployer",)
    key = yield from choose(chooser, "first turn", text, options, rules=rules)
    battle.first = chooser if key == "me" else 1 - chooser
    battle.active = 1 - chooser
    battle.stage = "deploy all"
    yield events.FirstTurnChosen(battle.first)


@rule("eow.adv.setup.sequence")
def marks(battle: Battle) -> Script[None]:
    """What is marked at the end of deployment (EOW-R199)."""
    order = (battle.more.deploys_first, 1 - battle.more.deploys_first)
    for unit in sorted(battle.units, key=lambda unit: order.index(unit.seat)):
        for speaker in speakers(battle, unit).at("at_deployment_end"):
            yield from speaker.at_deployment_end(battle, unit)
    battle.stage = "vanguard"


def declare_ambush(battle: Battle) -> Script[None]:
    """Units that will arrive later are named, the first deployer's first; then the armies deploy."""
    yield from ambush.declare(battle)
    battle.stage = "deploy all"


def move_vanguard(battle: Battle) -> Script[None]:
    """Units move before the first Player Turn, which then begins."""
    yield from vanguard.moves(battle)
    yield from begin_player_turn(battle, battle.first)


STEPS = {
    "before roll off": before_roll_off,
    "zones": choose_zone,
    "deploys first": choose_first_deployer,
    "deploy all": deploy,
    "first turn": choose_first_turn,
    "marks": marks,
    "ambush": declare_ambush,
    "vanguard": move_vanguard,
}
