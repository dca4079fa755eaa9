"""The Command Phase of a player: Command Abilities, rallies and spells in any order (Command Phase; BLUE-R23)."""

from __future__ import annotations

from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters import turn
from warhost.rulesets.blue_age.chapters.magic import casting
from warhost.rulesets.blue_age.core import Battle, Unit, friends, hosts, speakers, trials
from warhost.rulesets.blue_age.core.events import magic as events
from warhost.rulesets.blue_age.core.trials import Trial
from warhost.rulesets.blue_age.core.values import below_half, starting

RALLY = "blue.command.rally"


@rule("blue.command.first_player_actions", "blue.command.second_player_actions")
def command(battle: Battle) -> Script[None]:
    """The player does one thing of the Command Phase, or is done with it."""
    seat = battle.active
    fleeing = [unit for unit in hosts(battle, seat) if unit.fleeing and not unit.tried]
    denied = [one for one in (why_no_rally(battle, unit) for unit in fleeing) if one is not None]
    barred = {one.unit for one in denied}
    options = [
        *[Option(f"rally:{one.id}", f"Rally {one.name}", unit=one.id) for one in fleeing if one.id not in barred],
        *abilities(battle, seat),
        *casting.cast_options(battle, seat, "command"),
    ]
    if not options:
        yield from casting.nothing(battle, "command", denied)
        yield from turn.end_part(battle)
        return
    key = yield from choose(
        seat,
        "command",
        "What do you do in the Command Phase?",
        [*options, Option("pass", "End the Command Phase", passes=True)],
        rules=("blue.command.first_player_actions", RALLY, "blue.command.cast_spells"),
        denied=lambda: [*denied, *casting.cast_denials(battle, seat, "command")],
        weigh=lambda option: weigh(battle, option),
    )
    if key == "pass":
        yield from turn.end_part(battle)
    elif key.startswith("rally:"):
        yield from rally(battle, battle.units[int(key.removeprefix("rally:"))])
    elif key.startswith("ability:"):
        yield from _use(battle, key)
    else:
        yield from casting.cast(battle, key)


# Rally


def why_no_rally(battle: Battle, unit: Unit) -> Denied | None:
    """Why a fleeing unit cannot be rallied: it has less than a quarter of its models left (BLUE-R24)."""
    if len(unit.models) * 4 >= starting(battle, unit):
        return None
    why = f"{acts(unit.name, 'has')} less than a quarter of {verb(unit.name, 'its')} models left."
    return Denied(f"rally:{unit.id}", why, RALLY, unit=unit.id)


def rally_test(battle: Battle, unit: Unit) -> Trial:
    """The Spirit Test by which a fleeing unit rallies: one less under half strength."""
    trial = trials.prepared(battle, unit, "spirit", "Rally", RALLY)
    if below_half(battle, unit):
        trial.added.add(-1, "under half strength", RALLY)
    return trial


@rule("blue.command.rally")
def rally(battle: Battle, unit: Unit) -> Script[None]:
    """A fleeing unit takes a Spirit Test, once a turn: if it passes it flees no more. In that turn it moves, but may
    neither dash nor charge, unless players agreed otherwise (BLUE-R24)."""
    unit.tried = True
    done = yield from trials.take(battle, rally_test(battle, unit))
    if not done.passed:
        yield events.UnitFledOn(unit.id)
        return
    unit.fleeing = False
    unit.rallied = battle.settings.rally_limits
    yield events.UnitRallied(unit.id)


# Command Abilities


@rule("blue.command.abilities")
def abilities(battle: Battle, seat: int) -> list[Option]:
    """The Command Abilities that units of a seat may use now: those of their rules (BLUE-R25)."""
    return [
        Option(f"ability:{unit.id}:{one.name}", f"{unit.name}: {one.name}", unit=unit.id)
        for unit in friends(battle, seat)
        for one in speakers(battle, unit).at("on_command")
        if one.name not in unit.used and not unit.fleeing
    ]


@rule("blue.command.abilities")
def _use(battle: Battle, key: str) -> Script[None]:
    """Use a Command Ability, once a game."""
    _, number, name = key.split(":", 2)
    unit = battle.units[int(number)]
    unit.used = (*unit.used, name)
    for one in speakers(battle, unit).at("on_command"):
        if one.name == name:
            yield events.AbilityUsed(unit.id, name)
            yield from one.on_command(battle, unit)


def weigh(battle: Battle, option: Option) -> tuple[Odds, ...]:
    """The odds of an option of the Command Phase."""
    if option.key.startswith("rally:"):
        assert option.unit is not None
        return (trials.odds_of(rally_test(battle, battle.units[option.unit]), "rallies"),)
    return casting.weigh(battle, option) if casting.is_cast(option.key) else ()


STEPS = {"command": command}
