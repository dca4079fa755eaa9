"""The Move Phase: units walk, dash, join and leave, one player after the other (Move Phase; BLUE-R16, BLUE-R95)."""

from __future__ import annotations

from warhost.play.questions import Denied, Option
from warhost.play.script import Script, agrees, choose
from warhost.play.shown.english import verb
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings.indoors import comes_out, entries
from warhost.rulesets.blue_age.chapters.buildings.inside import go_in
from warhost.rulesets.blue_age.chapters.heroes.joining import leave, offered
from warhost.rulesets.blue_age.chapters.heroes.warbanner import plant, take_up, why_not_planted
from warhost.rulesets.blue_age.chapters.magic.casting import cast, cast_denials, cast_options, is_cast, weigh
from warhost.rulesets.blue_age.chapters.movement.dashing import dash, why_no_dash
from warhost.rulesets.blue_age.chapters.movement.leaving import fall_back
from warhost.rulesets.blue_age.chapters.movement.walking import walk_question
from warhost.rulesets.blue_age.chapters.scenario.arrivals import ambushes
from warhost.rulesets.blue_age.chapters.turn import end_part
from warhost.rulesets.blue_age.core import Battle, Unit, friends, has, joined, together
from warhost.rulesets.blue_age.core.values import movement


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
        if host.inside is not None:
            return denied(f"{host.name} {verb(host.name, 'is')} in a building.", "blue.move.heroes_enter_leave")
    return None


@rule("blue.move.first_player_moves", "blue.move.second_player_moves", "blue.move.spells")
def move(battle: Battle) -> Script[None]:
    """The player whose part it is picks a unit that has not moved yet, casts a spell, or is done."""
    seat = battle.active
    options: list[Option] = []
    movers = _movers(battle, seat)
    for unit in movers:
        if unit.acted or why_not_move(battle, unit) is not None:
            continue
        what = "" if unit.host is None else f"{unit.name} leaves {battle.units[unit.host].name}"
        options.append(Option(str(unit.id), what or unit.name, unit=unit.id))
    casts = cast_options(battle, seat, "move")
    options += casts
    options.append(Option("pass", "Done moving", passes=True))
    rules = ("blue.move.first_player_moves" if seat == battle.first else "blue.move.second_player_moves",)

    def denied() -> list[Denied]:
        reasons = [why_not_move(battle, unit) for unit in movers]
        return [*(why for why in reasons if why is not None), *cast_denials(battle, seat, "move")]

    key = yield from choose(
        seat,
        "move",
        "Which unit moves or casts?" if casts else "Which unit moves?",
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


def _movers(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat that act for themselves, then the Heroes who are with them, in the order of those."""
    own = friends(battle, seat)
    led = sorted((unit.host, unit.id) for unit in own if unit.host is not None)
    return [*(unit for unit in own if unit.host is None), *(battle.units[number] for _, number in led)]


def act(battle: Battle, unit: Unit) -> Script[None]:
    """The move of one unit."""
    unit.acted = True
    if unit.locked:
        yield from fall_back(battle, unit)
        return
    if unit.host is not None:
        yield from _leaves(battle, unit)
    elif unit.inside is None or (yield from comes_out(battle, unit)):
        yield from _walks(battle, unit)
    if unit.host is None:
        for hero in joined(battle, unit):
            hero.acted = True
        yield from offered(battle, unit)
    yield from _banners(battle, unit)


@rule("blue.move.heroes_enter_leave")
def _leaves(battle: Battle, hero: Unit) -> Script[None]:
    """A Hero leaves his unit: he ends more than 2" from it, or stays with it."""
    yield from _walks(battle, hero, alone=True)
    if hero.models and hero.moved:
        yield from leave(battle, hero)


def _walks(battle: Battle, unit: Unit, *, alone: bool = False) -> Script[None]:
    """The unit walks, or goes into a building; before that it dashes if its owner wants."""
    inches = float(own_movement(battle, unit) if alone else movement(battle, unit))
    cite = "blue.move.first_player_moves" if unit.seat == battle.first else "blue.move.second_player_moves"
    no_dash = why_no_dash(battle, unit)
    while True:
        instead = [] if no_dash is not None else [Option("dash", 'Dash first: D5" more', unit=unit.id)]
        denied = [] if no_dash is None else [no_dash]
        if not alone and battle.sections:
            into, not_into = entries(battle, unit, inches)
            instead, denied = [*instead, *into], [*denied, *not_into]
        key = yield from walk_question(
            battle,
            unit,
            inches,
            how="dashed" if unit.dashed else "moved",
            cite=cite,
            alone=alone,
            instead=instead,
            denied=denied,
        )
        if key != "dash":
            break
        inches += yield from dash(battle, unit)
        no_dash = Denied("dash", f"{unit.name} dashed already.", "blue.move.dash", unit.id)
    if key:
        yield from go_in(battle, unit, int(key.removeprefix("enter:")))
        for one in together(battle, unit):
            one.moved = True


@rule("blue.warbanner.plant")
def _banners(battle: Battle, unit: Unit) -> Script[None]:
    """A Warbanner is taken up by a bearer who moves on, and may be planted at the end of his move (BLUE-R103)."""
    for one in together(battle, unit):
        if not one.models or not battle.entry(one).warbanner:
            continue
        if one.moved:
            yield from take_up(battle, one)
        if one.planted is None and unit.inside is None and why_not_planted(battle, one) is None:
            yes = Option("plant", "Plant the Warbanner", unit=one.id)
            rules = ("blue.warbanner.plant",)
            text = f"Does {one.name} plant the Warbanner on the objective?"
            if (yield from agrees(one.seat, "plant", text, yes, "Carry it on", rules=rules)):
                yield from plant(battle, one)


def own_movement(battle: Battle, hero: Unit) -> int:
    """The Movement of a Hero who goes alone."""
    host, hero.host = hero.host, None
    inches = movement(battle, hero)
    hero.host = host
    return inches


STEPS = {"move": move}
