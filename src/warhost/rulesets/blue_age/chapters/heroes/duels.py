"""Challenges and duels: who fights whom before the fight, round after round, turn after turn (BLUE-R98, BLUE-R99)."""

from __future__ import annotations

from warhost.play.questions import Odds, Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.combat import strikes, weapons
from warhost.rulesets.blue_age.chapters.combat.fights import Fight
from warhost.rulesets.blue_age.chapters.heroes import champions
from warhost.rulesets.blue_age.chapters.heroes.duellists import (
    STEPS,
    bring_together,
    champions_of,
    duel_odds,
    heroes_of,
    is_alive,
    key_of,
    lots_at,
    model_of,
    named,
    stand_in_for,
    swap,
    title,
    unit_of,
)
from warhost.rulesets.blue_age.core import Battle, Duel, Duellist, bases_of, head, trials
from warhost.rulesets.blue_age.core.events import heroes as events
from warhost.table import Base

BUGS_OUT_FROM = 2
"""The turn of a duel from which on a Hero may Bug Out."""


@rule("blue.duel.before_combat", "blue.fight.challenges_before")
def before_fight(battle: Battle, fight: Fight) -> Script[None]:
    """Before a fight: new Challenges, then one round of each duel in it (BLUE-R99)."""
    yield from part(battle)
    if not _pairs_itself(battle, fight):
        for seat in (battle.first, battle.second):
            yield from _challenge(battle, fight, seat)
    else:
        yield from _automatic(battle, fight)
    for duel in battle.duels:
        if _is_in(fight, duel) and not fight.over:
            yield from _round(battle, fight, duel)


def _is_in(fight: Fight, duel: Duel) -> bool:
    return duel.one.unit in fight.members and duel.other.unit in fight.members


def is_duelling(battle: Battle, one: Duellist) -> bool:
    """Whether he is in a duel."""
    return any(one in (duel.one, duel.other) for duel in battle.duels)


# Challenges


@rule("blue.duel.automatic")
def _pairs_itself(battle: Battle, fight: Fight) -> bool:
    """Whether there are only Heroes in a fight: they are put into duels without a Challenge."""
    return all(battle.entry(unit).hero for seat in range(2) for unit in fight.all_of(battle, seat))


@rule("blue.duel.automatic")
def _automatic(battle: Battle, fight: Fight) -> Script[None]:
    """Heroes who are in no duel are paired in the order of their numbers; the surplus stands by (BLUE-R98)."""
    sides = [[one for one in heroes_of(battle, fight, seat) if not is_duelling(battle, one)] for seat in range(2)]
    for one, other in zip(*(sorted(side, key=lambda one: one.unit) for side in sides), strict=False):
        yield from _begin(battle, one, other)


@rule("blue.duel.issue_order", "blue.champion.accept_only")
def _challenge(battle: Battle, fight: Fight, seat: int) -> Script[None]:
    """A player may issue one Challenge with a Hero, if there is an enemy who could accept it."""
    own = [one for one in heroes_of(battle, fight, seat) if not is_duelling(battle, one)]
    answers = [
        one
        for one in (*heroes_of(battle, fight, 1 - seat), *champions_of(battle, fight, 1 - seat))
        if not is_duelling(battle, one)
    ]
    if not own or not answers:
        return
    options = [Option(key_of(one), f"{title(battle, one)} issues a Challenge", unit=one.unit) for one in own]

    def weigh(option: Option) -> tuple[Odds, ...]:
        if option.passes:
            return ()
        return tuple(odds for other in answers for odds in duel_odds(battle, fight, named(option.key), other))

    key = yield from choose(
        seat,
        "challenge",
        "Who issues a Challenge?",
        [*options, Option("pass", "Issue no Challenge", passes=True)],
        rules=("blue.duel.issue_order",),
        weigh=weigh,
    )
    if key != "pass":
        yield events.ChallengeIssued(named(key).unit)
        yield from _answer(battle, fight, named(key), answers)


@rule("blue.duel.issue_order", "blue.champion.accept_only")
def _answer(battle: Battle, fight: Fight, one: Duellist, answers: list[Duellist]) -> Script[None]:
    """The opponent accepts with a Hero or a Champion, or refuses: nothing comes of it, or the Heroes of who refuses
    stand back in this turn where players agreed on that (BLUE-R98)."""
    seat = 1 - unit_of(battle, one).seat
    options = [Option(key_of(other), f"{_begun(title(battle, other))} accepts", unit=other.unit) for other in answers]
    key = yield from choose(
        seat,
        "accept",
        f"Who accepts the Challenge of {title(battle, one)}?",
        [*options, Option("pass", "Refuse it", passes=True)],
        rules=("blue.duel.issue_order", "blue.champion.accept_only"),
        weigh=lambda option: () if option.passes else duel_odds(battle, fight, named(option.key), one),
    )
    if key != "pass":
        yield from _begin(battle, one, named(key))
        return
    yield events.ChallengeRefused(one.unit)
    if battle.settings.refusal == "heroes stand back":
        fight.duelled |= {(other.unit, other.champion) for other in heroes_of(battle, fight, seat)}


def _begun(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


@rule("blue.duel.accept_contact")
def _begin(battle: Battle, one: Duellist, other: Duellist) -> Script[None]:
    """A duel begins: the two are brought into base contact."""
    bring_together(battle, one, other)
    battle.duels = (*battle.duels, Duel(one, other))
    yield events.DuelBegan(one.unit, other.unit)


# A round


@rule("blue.duel.before_combat", "blue.duel.only_each_other", "blue.duel.ends_on_death")
def _round(battle: Battle, fight: Fight, duel: Duel) -> Script[None]:
    """One round of a duel: Bug Out from the second turn on, then blows by Initiative at each other and nobody else."""
    known = duel
    duel = Duel(duel.one, duel.other, duel.turns + 1)
    battle.duels = tuple(duel if other is known else other for other in battle.duels)
    if duel.turns >= BUGS_OUT_FROM and (yield from _bug_out(battle, duel)):
        return
    pair = (duel.one, duel.other)
    fight.duelled |= {(one.unit, one.champion) for one in pair}
    for one in pair:
        yield from weapons.chosen(battle, unit_of(battle, one))
    places = {one: _place(battle, one) for one in pair}
    for step in STEPS:
        if all(is_alive(battle, one) for one in pair):
            lots = [
                *lots_at(battle, fight, duel.one, duel.other, step),
                *lots_at(battle, fight, duel.other, duel.one, step),
            ]
            if lots:
                yield from strikes.strike_all(battle, fight, lots)
    if not all(is_alive(battle, one) for one in pair):
        yield from _settle(battle, fight, duel, places)


def _place(battle: Battle, one: Duellist) -> Base:
    number = model_of(battle, one)
    assert number is not None
    return bases_of(battle, unit_of(battle, one))[number]


@rule("blue.duel.ends_on_death")
def _settle(battle: Battle, fight: Fight, duel: Duel, places: dict[Duellist, Base]) -> Script[None]:
    """Somebody has fallen: the duel is over. Where both have, each side has its Victory Point and nothing else
    (BLUE-R100)."""
    _end(battle, duel)
    fallen = [one for one in (duel.one, duel.other) if not is_alive(battle, one)]
    if len(fallen) == 2:
        for one in fallen:
            champions.score_point(battle, 1 - unit_of(battle, one).seat)
        yield events.DuelEnded(duel.one.unit, duel.other.unit, "both were slain")
    else:
        (loser,) = fallen
        winner = duel.other if loser == duel.one else duel.one
        yield from champions.reward(battle, winner, loser)
    for one in fallen:
        if one.champion:
            yield from champions.mourn(battle, fight, unit_of(battle, one), places[one])


def _end(battle: Battle, duel: Duel) -> None:
    battle.duels = tuple(other for other in battle.duels if (other.one, other.other) != (duel.one, duel.other))


@rule("blue.duel.bug_out")
def _bug_out(battle: Battle, duel: Duel) -> Script[bool]:
    """From the second turn of a duel a Hero may leave it by a Mind Test: a model of his unit takes his place. Whether
    somebody did."""
    pair = sorted((duel.one, duel.other), key=lambda one: unit_of(battle, one).seat != battle.first)
    for one in pair:
        hero = unit_of(battle, one)
        other = None if one.champion else stand_in_for(battle, hero)
        if other is None:
            continue
        trial = trials.prepared(battle, hero, "mind", "Bug Out", "blue.duel.bug_out")
        options = [Option("bug out", "Bug Out of the duel", (trials.odds_of(trial),), hero.id)]
        options.append(Option("pass", "Fight on", unit=hero.id, passes=True))
        text = f"Does {hero.name} try to leave the duel?"
        key = yield from choose(hero.seat, "bug out", text, options, rules=("blue.duel.bug_out",))
        if key == "bug out" and (yield from trials.take(battle, trial)).passed:
            swap(battle, hero, other)
            _end(battle, duel)
            yield events.DuelEnded(duel.one.unit, duel.other.unit, f"{hero.name} bugged out")
            return True
    return False


# When the two are parted


@rule("blue.duel.ends_on_death")
def part(battle: Battle) -> Script[None]:
    """Duels end whose fighters are parted for good: one is gone, or the units are locked with each other no more."""
    for duel in battle.duels:
        one, other = head(battle, unit_of(battle, duel.one)), head(battle, unit_of(battle, duel.other))
        alive = is_alive(battle, duel.one) and is_alive(battle, duel.other)
        if not alive or other.id not in one.foes:
            _end(battle, duel)
            yield events.DuelEnded(duel.one.unit, duel.other.unit, "they were parted")
