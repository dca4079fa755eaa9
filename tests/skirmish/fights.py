"""Stances, which all seats choose at once, fights, in which hits are shared out, and whose turn is next."""

from __future__ import annotations

from tests.skirmish.bands import (
    COHESION,
    PUSH,
    STANCES,
    Band,
    Skirmish,
    StanceTaken,
    around,
    bases_of,
    fall,
    foes_of,
    stand,
)
from warhost.field.loose.bodies import closed_in, fallen, touching
from warhost.play import Allocate, Choose, Clock, Limit, Option, Outcome, Pool, Script, Together
from warhost.play.rules.sides import allies
from warhost.play.script import allocate, ask_choice, roll_pool

EFFORTS = {"strike": "Strike", "guard": "Guard"}


def take_stances(battle: Skirmish) -> Script[None]:
    """All who still have models choose, and nobody sees the choice of another before all have chosen."""
    clock = Clock(float(battle.scene.settings.seconds), "You are wary if you do not choose in time.")
    options = tuple(Option(key, label) for key, label in STANCES.items())
    asked = [band for band in battle.units if band.count]
    answers = yield Together(
        ask_choice(
            Choose(
                seat=band.seat,
                topic="stance",
                text=f"How do {band.name} fight this turn?",
                note="All players choose at the same time. The stances are then revealed together.",
                options=options,
                rules=("skirmish.stance",),
                clock=clock,
            ),
            otherwise="wary",
        )
        for band in asked
    )
    chosen = {band.seat: answer.option for band, answer in zip(asked, answers, strict=True)}
    battle.stances = tuple(chosen.get(seat, "steady") for seat in range(len(battle.scene.seats)))
    for seat, stance in chosen.items():
        yield StanceTaken(seat, stance)
    battle.stage = "move"


def make_effort(battle: Skirmish, band: Band) -> Script[None]:
    """Three efforts, to each of two purposes at most two."""
    limits = tuple(Limit(key, 2, why="nobody does more than that at once", rule="skirmish.effort") for key in EFFORTS)
    pool = Pool("efforts", "efforts", 3, tuple(Option(key, label) for key, label in EFFORTS.items()), limits)
    text = f"What do {band.name} put their efforts into?"
    shares = yield from allocate(
        Allocate(seat=band.seat, topic="effort", text=text, pools=(pool,), rules=("skirmish.effort",))
    )
    spent = shares["efforts"]
    battle.strikes = _put(battle.strikes, band.seat, spent.get("strike", 0))
    battle.guards = _put(battle.guards, band.seat, spent.get("guard", 0))
    battle.stage = "tricks"


def _put(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def fight(battle: Skirmish, band: Band) -> Script[None]:
    """Models push into contact and strike; then it is the next seat's turn."""
    if band.count:
        yield from _strike(battle, band)
    battle.stage = "move"
    judge_battle(battle)
    if battle.outcome is None:
        next_seat(battle)


def _strike(battle: Skirmish, band: Band) -> Script[None]:
    enemies = foes_of(battle, band)
    if not band.files:
        theirs = [base for foe in enemies for base in bases_of(foe)]
        assert band.pose is not None
        stand(band, closed_in(bases_of(band), theirs, PUSH, around(battle, band, 0.0), COHESION), band.pose.facing)
    bases = bases_of(band)
    contacts = {foe.id: list(touching(bases, bases_of(foe))) for foe in enemies}
    touched = [foe for foe in enemies if contacts[foe.id]]
    if not touched:
        return
    strikers = {ours for pairs in contacts.values() for ours, _ in pairs}
    need = 5 - (battle.stances[band.seat] == "bold") + all(battle.stances[foe.seat] == "wary" for foe in touched)
    faces = yield from roll_pool(
        len(strikers) + battle.strikes[band.seat],
        need=need,
        why=f"{band.name} strike",
        rule="skirmish.fight",
        seat=band.seat,
        unit=band.id,
    )
    caps = {foe.id: len({there for _, there in contacts[foe.id]}) for foe in touched}
    hits = min(sum(face >= need for face in faces), sum(caps.values()))
    if not hits:
        return
    pool = Pool(
        "hits",
        "hits",
        hits,
        tuple(Option(str(foe.id), foe.name, target=foe.id) for foe in touched),
        tuple(
            Limit(str(foe.id), caps[foe.id], why="no more of its models are in contact", rule="skirmish.contact")
            for foe in touched
        ),
    )
    shares = yield from allocate(
        Allocate(
            seat=band.seat, topic="hits", text=f"Whom do {band.name} hit?", pools=(pool,), rules=("skirmish.fight",)
        )
    )
    ours = [bases[number] for number in sorted(strikers)]
    for foe in touched:
        felled = max(0, shares["hits"].get(str(foe.id), 0) - battle.guards[foe.seat])
        yield from fall(foe, fallen(bases_of(foe), felled, ours))


def next_seat(battle: Skirmish) -> None:
    """The next seat that still has models; after the last one all choose stances again."""
    for _ in battle.units:
        battle.active = (battle.active + 1) % len(battle.units)
        if battle.active == 0:
            battle.turn += 1
            battle.stage = "stance"
        if battle.units[battle.active].count:
            break
    if battle.turn > battle.scene.settings.turns:
        judge_battle(battle, over=True)


def judge_battle(battle: Skirmish, over: bool = False) -> None:
    """A team without models has lost; when time is up the larger one has won."""
    seats = battle.scene.seats
    left = {team: sum(band.count for band in battle.units if seats[band.seat].team == team) for team in (0, 1)}
    if battle.outcome is not None or (not over and all(left.values())):
        return
    if left[0] == left[1]:
        battle.outcome = Outcome((), "draw", "Nobody is ahead.")
        return
    best = max(left, key=lambda team: left[team])
    battle.outcome = Outcome(allies(seats, best), "victory", f"Team {best + 1} has won.")
