"""Combat resolution: the score, the losers' tests, and who stays, falls back or breaks (Combat Resolution)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from warhost.play.rules.tally import Tally
from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.combat import consolidation
from warhost.rulesets.blue_age.chapters.combat.fights import Fight, score_by_numbers
from warhost.rulesets.blue_age.chapters.combat.push import push
from warhost.rulesets.blue_age.chapters.heroes import warbanner
from warhost.rulesets.blue_age.chapters.movement import flight
from warhost.rulesets.blue_age.chapters.wounds.harm import suffer, unlock
from warhost.rulesets.blue_age.core import CM, Battle, Unit, has, in_contact, together, trials
from warhost.rulesets.blue_age.core.events import combat as events
from warhost.rulesets.blue_age.core.trials import Done, Trial
from warhost.rulesets.blue_age.core.values import below_half

BREAKS = 2
"""The highest roll on which a loser breaks."""

FALL_BACK, BREAK = "D5", "2D10"


# The score


@rule("blue.resolution.score_both_sides", "blue.combat_score.unsaved_wounds")
def score(battle: Battle, fight: Fight, seat: int) -> Tally:
    """The Combat Resolution points of one side, with what makes them up (BLUE-R66 to BLUE-R68)."""
    found = Tally()
    found.add(fight.wounds[seat], "unsaved wounds", "blue.combat_score.unsaved_wounds")
    banners = warbanner.score(battle, seat, fight.everybody(battle))
    found.parts += bonuses(battle, fight, seat, banners).parts
    return found


@rule("blue.combat_score.bannerman")
@rule("blue.combat_score.charge", "blue.combat_score.charge_downhill", "blue.combat_score.outnumber")
@rule("blue.combat_score.charged_in_terrain", "blue.combat_score.fear", "blue.combat_score.charged_in_building")
@rule("blue.special.fear", "blue.special.terror_as_fear", "blue.terrain.hill_charge", "blue.combat_score.warbanner")
def bonuses(battle: Battle, fight: Fight, seat: int, banners: int) -> Tally:
    """The points of one side besides the wounds that it has done: by who stands there, how many Warbanners are near,
    who charged, and the ground."""
    own = fight.side(battle, seat)
    found = Tally()
    add = found.add
    add(
        sum(model.role == "bannerman" for unit in own for model in unit.models),
        "bannermen",
        "blue.combat_score.bannerman",
    )
    add(banners, "Warbanner", "blue.combat_score.warbanner")
    if any(unit.charged for unit in own):
        add(1, "charge", "blue.combat_score.charge")
    if any(unit.charged and unit.downhill for unit in own):
        add(1, "downhill", "blue.combat_score.charge_downhill")
    if battle.settings.flanking == "combat resolution" and any(unit.flanked for unit in own):
        add(1, "flanking", "blue.charge.pre_engaged_flank")
    add(score_by_numbers(battle, fight, seat), "outnumbering", "blue.combat_score.outnumber")
    rough = sum(unit.charged_in == "terrain" for unit in own if unit.charged_by)
    add(rough, "charged in difficult or dangerous ground", "blue.combat_score.charged_in_terrain")
    walls = sum(
        unit.charged_in == "building" for unit in own if unit.charged_by and not has(battle, unit, "undefended")
    )
    add(walls, "charged in a building", "blue.combat_score.charged_in_building")
    if any(has(battle, one, "fearsome") for unit in own for one in together(battle, unit)):
        add(1, "Fear", "blue.combat_score.fear")
    return found


def winner_of(battle: Battle, fight: Fight, scores: Sequence[Tally]) -> int | None:
    """The seat that won: who is left alone wins, else the higher score; nobody on a tie (BLUE-R66)."""
    left = [seat for seat in range(2) if fight.side(battle, seat)]
    if len(left) < 2:
        return left[0] if left else None
    one, other = scores[0].total, scores[1].total
    return None if one == other else 0 if one > other else 1


# After the last step


@rule("blue.fight.resolution_after_step_1", "blue.resolution.score_both_sides")
def resolve(battle: Battle, fight: Fight) -> Script[None]:
    """Score the fight, then all losers test, then all of them move, then the winners may consolidate (BLUE-R71)."""
    scores = [score(battle, fight, seat) for seat in range(2)]
    winner = winner_of(battle, fight, scores)
    parts = (tuple(scores[0].parts), tuple(scores[1].parts))
    yield events.FightScored(fight.members, scores[0].total, scores[1].total, parts, winner)
    for seat in range(2):
        for unit in fight.side(battle, seat):
            unit.fought = True
            unit.lost_in = battle.turn if winner == 1 - seat else 0
    if winner is None:
        yield from part(battle, fight, ())
        return
    losers = fight.side(battle, 1 - winner)
    margin = scores[winner].total - scores[1 - winner].total
    ran = yield from run(battle, fight, losers, margin)
    yield from part(battle, fight, losers)
    yield from consolidation.consolidate(battle, fight.side(battle, winner), ran)


Fates = dict[int, str]
"""For each loser by number: stays, falls back, breaks."""


@rule("blue.resolution.pass", "blue.resolution.fail_fall_back")
def run(battle: Battle, fight: Fight, losers: Sequence[Unit], margin: int) -> Script[list[Unit]]:
    """All losers test, then make their moves. Returns those that have left the fight and are on the table."""
    fates: Fates = {}
    for unit in losers:
        yield from crumble(battle, unit, margin)
        if unit.models:
            fates[unit.id] = yield from loser_test(battle, unit, margin)
    ran: list[Unit] = []
    for number, fate in fates.items():
        unit = battle.units[number]
        if not unit.models:
            continue
        if fate == "stays":
            yield events.LoserStayed(unit.id)
            push(battle, fight, together(battle, unit))
            continue
        enemies = [battle.units[foe] for foe in unit.foes]
        if fate == "falls back":
            yield from fall_back(battle, unit, enemies)
        else:
            yield from break_and_flee(battle, unit)
        if unit.models:
            ran.append(unit)
    return ran


@rule("blue.special.unstable_wounds", "blue.special.unstable_unbreakable")
def crumble(battle: Battle, unit: Unit, margin: int) -> Script[None]:
    """An Unstable unit that lost takes a wound for every point of the margin, without saves; they are not scored
    (BLUE-R123)."""
    wounds = crumbling(battle, unit, margin)
    if wounds:
        yield from suffer(battle, unit, wounds, what="Unstable")


@rule("blue.special.unstable_wounds")
def crumbling(battle: Battle, unit: Unit, margin: int) -> int:
    """The wounds that a loser takes by itself: one for every point of the margin where it is Unstable."""
    return max(0, margin) if has(battle, unit, "unstable") else 0


@rule("blue.resolution.spirit_test", "blue.resolution.margin_modifier", "blue.resolution.half_strength_modifier")
def loser_trial(battle: Battle, unit: Unit, margin: int) -> Trial:
    """The Spirit Test of a loser: -1 for every two points of the margin, another -1 below half strength."""
    return _lost_by(
        battle, trials.prepared(battle, unit, "spirit", "Lost the fight", "blue.resolution.spirit_test"), margin
    )


@rule("blue.resolution.margin_modifier", "blue.resolution.half_strength_modifier")
def _lost_by(battle: Battle, trial: Trial, margin: int) -> Trial:
    """The test of a loser with what it adds that he has lost by so much."""
    trial.added.add(-(margin // 2), f"lost by {margin}", "blue.resolution.margin_modifier")
    if below_half(battle, trial.unit):
        trial.added.add(-1, "below half strength", "blue.resolution.half_strength_modifier")
    # A roll on which the unit breaks never passes, whatever its Spirit is (BLUE-R70).
    trial.least = BREAKS + 1 if battle.settings.breaks_on == "natural" else max(2, BREAKS + 1 - trial.added.total)
    return trial


@rule("blue.resolution.pass", "blue.resolution.fail_fall_back", "blue.resolution.break_on_1_2")
def loser_test(battle: Battle, unit: Unit, margin: int) -> Script[str]:
    """What becomes of a loser: it stays, falls back, or breaks on a roll of 1 or 2."""
    trial = loser_trial(battle, unit, margin)
    done = yield from trials.take(battle, trial)
    return fate_of(battle, trial, done)


def chances_to_stay(battle: Battle, unit: Unit, margins: Iterable[int]) -> list[float]:
    """The chance that a loser stays, for each of these margins."""
    trial = trials.prepared(battle, unit, "spirit", "", "blue.resolution.spirit_test")
    if trial.passed_by is not None:
        return [1.0 for _ in margins]
    spoken = len(trial.added.parts)
    found = []
    for margin in margins:
        del trial.added.parts[spoken:]
        found.append(trials.chance_of(_lost_by(battle, trial, margin)))
    return found


def fates(battle: Battle, trial: Trial) -> dict[str, float]:
    """The chances of what becomes of a loser, by its prepared test."""
    found = {"stays": 0.0, "falls back": 0.0, "breaks": 0.0}
    if trial.passed_by is not None:
        return {**found, "stays": 1.0}
    failed = (trial.need - 1) / 10
    for face in range(1, 11):
        fate = fate_of(battle, trial, Done(face >= trial.need, face))
        found[fate] += 0.1 * (1.0 if not trial.again_by else failed + (face >= trial.need))
    return found


@rule("blue.resolution.break_on_1_2")
def fate_of(battle: Battle, trial: Trial, done: Done) -> str:
    """What a test that was taken means for a loser; the natural die counts, or what it comes to (BLUE-R70)."""
    if done.passed:
        return "stays"
    face = done.face + (0 if battle.settings.breaks_on == "natural" else trial.added.total)
    return "breaks" if face <= BREAKS else "falls back"


@rule("blue.resolution.fail_fall_back", "blue.resolution.fall_back_open_terrain")
def fall_back(battle: Battle, unit: Unit, enemies: Sequence[Unit]) -> Script[None]:
    """The unit goes D5" away from the enemy and leaves the combat; it is not fleeing."""
    cite = "blue.resolution.fail_fall_back"
    inches = yield from roll_sum(FALL_BACK, why="Fall back", rule=cite, seat=unit.seat, unit=unit.id)
    yield from flight.away(battle, unit, inches, enemies, flees=False)


@rule("blue.resolution.break_distance", "blue.resolution.break_on_1_2")
def break_and_flee(battle: Battle, unit: Unit) -> Script[None]:
    """The unit flees 2D10 cm toward its deployment zone and is fleeing until it rallies."""
    cite = "blue.resolution.break_distance"
    far = yield from roll_sum(BREAK, why="Break and flee", rule=cite, seat=unit.seat, unit=unit.id)
    yield events.Broke(unit.id)
    yield from flight.home(battle, unit, far * CM, flees=True)


def part(battle: Battle, fight: Fight, losers: Sequence[Unit]) -> Script[None]:
    """Who is locked but touches nobody pushes, the losers first; who still does not is free (BLUE-R152)."""
    first = losers[0].seat if losers else battle.first
    for seat in (first, 1 - first):
        for unit in fight.side(battle, seat):
            if any(not in_contact(battle, unit, battle.units[foe]) for foe in unit.foes):
                push(battle, fight, together(battle, unit))
    for unit in fight.side(battle, first):
        for number in unit.foes:
            foe = battle.units[number]
            if not in_contact(battle, unit, foe):
                unlock(battle, unit, only=foe)
                yield events.Parted(unit.id, foe.id)
