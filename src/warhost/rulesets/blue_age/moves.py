"""The Move Phase: units walk, dash, join and leave, one player after the other (Move Phase; BLUE-R16, BLUE-R95)."""

from __future__ import annotations

from warhost.play.english import verb
from warhost.play.questions import Denied, Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.blue_age import warbanner
from warhost.rulesets.blue_age.arrivals import ambushes
from warhost.rulesets.blue_age.battle import Battle, Unit, hosts, joined
from warhost.rulesets.blue_age.casting import cast, cast_denials, cast_options, is_cast, weigh
from warhost.rulesets.blue_age.dashing import dash, why_no_dash
from warhost.rulesets.blue_age.joining import leave, offered
from warhost.rulesets.blue_age.leaving import fall_back
from warhost.rulesets.blue_age.rules import has
from warhost.rulesets.blue_age.turn import end_part
from warhost.rulesets.blue_age.values import movement
from warhost.rulesets.blue_age.walking import walk_question


@rule("blue.move.fleeing_units_excluded", "blue.special.frenzy_move", "blue.special.stupid_fail_move")
@rule("blue.special.ambush_actions")
def why_not_move(battle: Battle, unit: Unit) -> Denied | None:
    """Why a unit may not move by its owner's choice in this phase, if it may not."""
    name = unit.name

    def denied(why: str, cite: str) -> Denied:
        return Denied(str(unit.id), why, cite, unit.id)

    if unit.fleeing:
        return denied(f"{name} {verb(name, 'is')} fleeing.", "blue.move.fleeing_units_excluded")
    if unit.stupid:
        return denied(f"{name} failed the Mind Test of this turn.", "blue.special.stupid_fail_move")
    if has(battle, unit, "frenzied"):
        return denied(f"{name} always {verb(name, 'goes')} for the nearest enemy.", "blue.special.frenzy_move")
    if unit.ambushed:
        return denied(f"{name} arrived from ambush in this turn.", "blue.special.ambush_actions")
    if unit.host is not None:
        host = battle.units[unit.host]
        if host.locked or host.fleeing:
            what = "locked in combat" if host.locked else "fleeing"
            return denied(f"{host.name} {verb(host.name, 'is')} {what}.", "blue.move.heroes_enter_leave")
    return None


@rule("blue.move.first_player_moves", "blue.move.second_player_moves", "blue.move.spells")
def move(battle: Battle) -> Script[None]:
    """The player whose part it is picks a unit that has not moved yet, casts a spell, or is done."""
    seat = battle.active
    options: list[Option] = []
    denied: list[Denied] = []
    heroes = [hero for unit in hosts(battle, seat) for hero in joined(battle, unit)]
    for unit in (*hosts(battle, seat), *heroes):
        why = why_not_move(battle, unit)
        if why is not None:
            denied.append(why)
        if why is not None or unit.acted:
            continue
        what = "" if unit.host is None else f"{unit.name} leaves {battle.units[unit.host].name}"
        options.append(Option(str(unit.id), what or unit.name, unit=unit.id))
    options += cast_options(battle, seat, "move")
    denied += cast_denials(battle, seat, "move")
    options.append(Option("pass", "Done moving", passes=True))
    rules = ("blue.move.first_player_moves" if seat == battle.first else "blue.move.second_player_moves",)
    key = yield from choose(
        seat,
        "move",
        "Which unit moves?",
        options,
        rules=rules,
        denied=denied,
        weigh=lambda option: weigh(battle, option) if is_cast(option.key) else (),
    )
    if key == "pass":
        yield from ambushes(battle, seat)
        yield from end_part(battle)
    elif key.isdigit():
        yield from act(battle, battle.units[int(key)])
    else:
        yield from cast(battle, key)


def act(battle: Battle, unit: Unit) -> Script[None]:
    """The move of one unit."""
    unit.acted = True
    if unit.locked:
        yield from fall_back(battle, unit)
        return
    if unit.host is not None:
        yield from _leaves(battle, unit)
    else:
        yield from _walks(battle, unit)
        for hero in joined(battle, unit):
            hero.acted = True
    if unit.host is None:
        yield from offered(battle, unit)
    yield from warbanner.after_move(battle, unit)


@rule("blue.move.heroes_enter_leave")
def _leaves(battle: Battle, hero: Unit) -> Script[None]:
    """A Hero leaves his unit: he ends more than 2" from it, or stays with it."""
    before = hero.models
    yield from _walks(battle, hero, alone=True)
    if hero.models and hero.models is not before:
        yield from leave(battle, hero)


def _walks(battle: Battle, unit: Unit, *, alone: bool = False) -> Script[None]:
    """The unit walks, and dashes if its owner wants."""
    inches = float(own_movement(battle, unit) if alone else movement(battle, unit))
    cite = "blue.move.first_player_moves" if unit.seat == battle.first else "blue.move.second_player_moves"
    instead = [Option("dash", 'Dash first: D5" more', unit=unit.id)]
    denied: list[Denied] = []
    why = why_no_dash(battle, unit)
    if why is not None:
        instead, denied = [], [why]
    while True:
        how = "dashed" if unit.dashed else "moved"
        key = yield from walk_question(
            battle, unit, inches, how=how, cite=cite, alone=alone, instead=instead, denied=denied
        )
        if key != "dash":
            return
        inches += yield from dash(battle, unit)
        instead, denied = [], [Denied("dash", f"{unit.name} dashed already.", "blue.move.dash", unit.id)]


def own_movement(battle: Battle, hero: Unit) -> int:
    """The Movement of a Hero who goes alone."""
    host, hero.host = hero.host, None
    inches = movement(battle, hero)
    hero.host = host
    return inches


STEPS = {"move": move}
