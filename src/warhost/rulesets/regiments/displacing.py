"""Units that are placed again near where they stand: scouts, and what rules of army books allow."""

from __future__ import annotations

from warhost.dice import Chance
from warhost.field.placing import Ground, farthest_moved, ring_of_poses, shifted
from warhost.play.battle import stand
from warhost.play.questions import Place, Placed
from warhost.play.script import Refused, Script, place
from warhost.rulesets.regiments import events
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.formation import troopers
from warhost.rulesets.regiments.ground import GAP, why_not
from warhost.rulesets.regiments.speakers import unit_rules
from warhost.rulesets.regiments.written import WRITTEN
from warhost.table import TOLERANCE, Pose

TRIES = 8


def place_again(battle: Battle, unit: Unit, inches: float, *, topic: str, text: str, rule: str) -> Script[bool]:
    """The unit may be placed anywhere so that every model is so near to its own place. Returns whether it was moved."""
    start = unit.pose
    assert start is not None
    before = [one.base for one in troopers(battle, unit)]
    anywhere = Ground(rule=rule)

    def refusal(pose: Pose) -> Refused | None:
        if farthest_moved(before, (one.base for one in troopers(battle, unit, pose))) > inches + TOLERANCE:
            return Refused(f'Every model of {unit.name} stays within {inches:g}" of where it was.', rule)
        return why_not(battle, unit, pose, anywhere)

    def check(placed: Placed) -> Refused | None:
        return None if placed.pose == start else refusal(placed.pose)

    def suggest() -> list[Placed]:
        return [Placed(start), *(Placed(pose) for pose in ring_of_poses(start, inches) if refusal(pose) is None)]

    def sample(chance: Chance) -> Placed:
        for _ in range(TRIES):
            pose = shifted(start, chance.uniform() * inches, chance.uniform() * 360.0)
            if refusal(pose) is None:
                return Placed(pose)
        return Placed(start)

    question = Place(seat=unit.seat, topic=topic, text=text, rules=(rule,), unit=unit.id, gap=GAP)
    answer = yield from place(question, check, suggest, sample)
    return stand(unit, answer.pose) != start


def place_anew(battle: Battle, unit: Unit, inches: float, name: str) -> Script[None]:
    """The unit may be placed again by a rule of its own."""
    text = f'Where is {unit.name} placed by {name}, up to {inches:g}" away?'
    if (yield from place_again(battle, unit, inches, topic="place", text=text, rule=WRITTEN)):
        unit.moved = True
        assert unit.pose is not None
        yield events.UnitPlaced(unit.id, name, unit.pose)


def place_deployed(battle: Battle, unit: Unit) -> Script[None]:
    """A unit that was deployed may be placed again, if all its models have such a rule."""
    for rule, share in unit_rules(battle, unit).at("placed_when_deployed"):
        if rule.placed_when_deployed and share.all and unit.pose is not None:
            yield from place_anew(battle, unit, float(rule.placed_when_deployed), rule.name)
            return
