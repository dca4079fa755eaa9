"""The three decision trees (Solo & Co-Op Rules: Decision Tree - Hybrid, Shooting, Melee)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from warhost.dice import Chance
from warhost.play import passes
from warhost.play.shown.english import acts
from warhost.players.solo.regiments.kinds import unit_type
from warhost.players.solo.regiments.moves import (
    Goal,
    Legal,
    Move,
    Scout,
    away_from,
    goal_at,
    goal_of,
    stands_in_cover,
    towards,
)
from warhost.players.solo.regiments.objectives import in_the_way, nearest_enemies, nearest_objective
from warhost.players.solo.regiments.targets import charge_target, may_charge
from warhost.players.solo.regiments.verdict import any_of
from warhost.players.solo.regiments.words import HOLDS, LEFT, called
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.movement.moves import check_pivot
from warhost.rulesets.regiments.core import Battle, Marker, Unit, enemies, footprint, site_of
from warhost.rulesets.regiments.core.kinds import texts_of
from warhost.rulesets.regiments.core.speakers import unit_rules
from warhost.table import TOLERANCE, Pivot, Point, apply, bearing, distance, turn_between


class Order(msgspec.Struct, frozen=True):
    """What a unit does: the key of its action, the move it makes, the rows that say so, and the sentence."""

    action: str
    sentence: str
    rules: tuple[str, ...]
    move: Move | None = None

    @property
    def goes(self) -> bool:
        """Whether it takes the unit anywhere."""
        return self.move is not None and bool(self.move.way.straights())


class Mind:
    """One unit's decision."""

    def __init__(
        self, battle: Battle, unit: Unit, actions: Collection[str], chance: Chance, legal: Legal | None = None
    ) -> None:
        self.battle = battle
        self.unit = unit
        self.actions = actions
        self.chance = chance
        self.legal = legal
        self.foes = enemies(battle, unit.seat)
        self._scouts: dict[str, Scout] = {}

    def scout(self, action: str) -> Scout:
        if action not in self._scouts:
            told = "advance" if action == "advance" else "rush"
            self._scouts[action] = Scout(self.battle, self.unit, told, self.legal)  # type: ignore[arg-type]
        return self._scouts[action]

    def chargeable(self, among: Sequence[Unit]) -> list[Unit]:
        """Those that can be charged without entering ground that is not entered."""
        return [one for one in among if f"charge>{one.id}" in self.actions and may_charge(self.battle, self.unit, one)]

    def enemy(self) -> Unit | None:
        """The enemy that the unit goes for where no objective is left: the nearest."""
        near = nearest_enemies(self.battle, self.unit)
        return any_of(near, self.chance) if near else None

    def onward(self, marker: Marker) -> Point | None:
        """Where it goes after the objective: the next one, else the nearest enemy."""
        following = nearest_objective(self.battle, self.unit, self.chance, without=marker)
        if following is not None:
            return following.x, following.y
        enemy = self.enemy()
        return None if enemy is None or enemy.pose is None else (enemy.pose.x, enemy.pose.y)

    def charge(self, among: Sequence[Unit], row: str, why: str) -> Order | None:
        possible = self.chargeable(among)
        if not possible:
            return None
        target = charge_target(self.battle, self.unit, possible, self.chance)
        sentence = f"{acts(self.unit.name, 'charges')} {target.name}: {why}"
        return Order(f"charge>{target.id}", sentence, (row, "aofr.ai.charge_target"))

    def go(self, action: str, goal: Goal, words: str, row: str, *, marker: Marker | None = None) -> Order | None:
        """Advance or Rush towards a goal; None if the action cannot be taken."""
        if action not in self.actions:
            return None
        onward = None if marker is None else self.onward(marker)
        move = towards(self.scout(action), goal, onward=onward)
        deed = "advances" if action == "advance" else "rushes"
        return self._moving(action, f"{acts(self.unit.name, deed)} {words}", row, move)

    def _moving(self, action: str, sentence: str, row: str, move: Move | None) -> Order:
        rules = () if move is None else move.rules
        return Order(action, sentence, (row, *(own for own in rules if own != row)), move)

    def advance_and_shoot(self, goal: Goal, marker: Marker, row: str, why: str) -> Order | None:
        """An Advance towards the objective after which an enemy can be shot at; None if there is none."""
        if "advance" not in self.actions or not self.scout("advance").ranges:
            return None
        move = towards(self.scout("advance"), goal, shooting_from=True, onward=self.onward(marker))
        if move is None:
            return None
        order = self._moving(
            "advance",
            f"{acts(self.unit.name, 'advances')} to {called(self.battle, marker)} to shoot: {why}",
            row,
            move,
        )
        return msgspec.structs.replace(order, rules=(*order.rules, "aofr.ai.advance_objective"))

    def rush_to(self, goal: Goal, marker: Marker, row: str, why: str) -> Order:
        return self.hurry(goal, f"to {called(self.battle, marker)}: {why}", row, marker)

    def hurry(self, goal: Goal, words: str, row: str, marker: Marker | None = None) -> Order:
        """Rush. Who gets no nearer so, going neither aside nor back, Advances if that is a way on (AOFR-R633)."""
        rush = self.go("rush", goal, words, row, marker=marker)
        if rush is not None and (rush.goes or goal.gap(self.scout("rush").start) <= TOLERANCE):
            return rush
        advance = self.go("advance", goal, words, row, marker=marker)
        return advance if advance is not None and (advance.goes or rush is None) else rush or self.stay(row)

    def stay(self, row: str) -> Order:
        return Order("hold", f"{acts(self.unit.name, 'holds')}: there is nowhere to go", (row,))


def choose_order(
    battle: Battle, unit: Unit, actions: Collection[str], chance: Chance, legal: Legal | None = None
) -> Order:
    """What the unit does: the rules that make it Hold first, then its tree (AOFR-R636)."""
    mind = Mind(battle, unit, actions, chance, legal)
    if site_of(battle, unit) is not None and shooting.possible(battle, unit):
        # A building is no transport: who can shoot out of it stays.
        why = f"{acts(unit.name, 'holds')} the building: an enemy can be shot at"
        return Order("hold", why, ("aofr.building.shoot",))
    if unit.pose is None:
        return leave_transport(mind)
    holding = hold_rule(battle, unit)
    if holding is not None and "hold" in actions:
        why = f"{HOLDS[holding]} and an enemy is in range"
        return Order("hold", f"{acts(unit.name, 'holds')} to shoot: {why}", (holding,))
    if not mind.foes and nearest_objective(battle, unit, chance) is None:
        return mind.stay("aofr.ai.mode")
    return {"hybrid": hybrid, "shooting": shoot, "melee": melee}[unit_type(battle.regiment(unit))](mind)


@rule("aofr.ai.transport_exit")
def leave_transport(mind: Mind) -> Order:
    """Passengers get out in their first activation if there is room; whom their tree has them charge they charge."""
    row = "aofr.ai.transport_exit"
    kind = unit_type(mind.battle.regiment(mind.unit))
    order = None if kind == "shooting" else mind.charge(_in_its_way(mind), row, "out of its transport and at the enemy")
    if order is not None:
        return order
    wanted = ("rush", "advance") if kind == "melee" else ("advance", "rush")
    for action in wanted:
        if action in mind.actions:
            return Order(action, f"{acts(mind.unit.name, 'gets')} out: passengers always do when there is room", (row,))
    return mind.stay(row)


def _in_its_way(mind: Mind) -> Sequence[Unit]:
    """Whom a passenger charges if it can, seen from its transport: who is in the way to its objective, else anybody."""
    assert mind.unit.inside is not None
    transport = mind.battle.units[mind.unit.inside]
    if transport.pose is None:
        return ()
    marker = nearest_objective(mind.battle, transport, mind.chance)
    return mind.foes if marker is None else in_the_way(mind.battle, transport, marker)


@rule("aofr.ai.hybrid_1", "aofr.ai.hybrid_2_charge", "aofr.ai.hybrid_2_advance", "aofr.ai.hybrid_2_rush")
def hybrid(mind: Mind) -> Order:
    """Six steps: to the objective past or through who is in the way, else at the enemy."""
    marker = nearest_objective(mind.battle, mind.unit, mind.chance)
    if marker is None:
        return hybrid_without_objective(mind)
    goal = goal_at(marker)
    blocking = in_the_way(mind.battle, mind.unit, marker)
    if blocking:
        return (
            mind.charge(blocking, "aofr.ai.hybrid_2_charge", "it is in the way to a marker")
            or mind.advance_and_shoot(
                goal, marker, "aofr.ai.hybrid_2_advance", "the enemy in the way cannot be charged, but can be shot at"
            )
            or mind.rush_to(
                goal, marker, "aofr.ai.hybrid_2_rush", "the enemy in the way can be neither charged nor shot at"
            )
        )
    return hybrid_towards(mind, goal, marker)


@rule("aofr.ai.hybrid_3", "aofr.ai.hybrid_4")
def hybrid_towards(mind: Mind, goal: Goal, marker: Marker) -> Order:
    """Step 3: a Rush if that reaches the objective and an Advance does not. Step 4: shoot on the way if it can."""
    if not _reaches(mind, "advance", goal) and _reaches(mind, "rush", goal):
        return mind.rush_to(goal, marker, "aofr.ai.hybrid_3", "a Rush gets there, and an Advance would not")
    order = mind.advance_and_shoot(goal, marker, "aofr.ai.hybrid_4", "no enemy is in the way, and one is in range")
    return order or mind.rush_to(goal, marker, "aofr.ai.hybrid_4", "no enemy is in the way or would be in range")


def _reaches(mind: Mind, action: str, goal: Goal) -> bool:
    """Whether the unit can end within 3" of the objective by that action, all rules of movement included."""
    if action not in mind.actions:
        return False
    scout = mind.scout(action)
    if goal.gap(scout.start) > scout.kind.forward + TOLERANCE:
        return False
    move = towards(scout, goal)
    return move is not None and goal.gap(move.way.end) <= TOLERANCE


@rule("aofr.ai.hybrid_5", "aofr.ai.hybrid_6")
def hybrid_without_objective(mind: Mind) -> Order:
    """Step 5: charge. Step 6: shoot if an Advance brings somebody in range, else Rush at the enemy."""
    return mind.charge(mind.foes, "aofr.ai.hybrid_5", LEFT) or at_the_enemy(mind, "aofr.ai.hybrid_6")


@rule("aofr.ai.shooting_1", "aofr.ai.shooting_2", "aofr.ai.shooting_3")
def shoot(mind: Mind) -> Order:
    """To the objective, or at the enemy: an Advance if somebody is then in range, else a Rush."""
    marker = nearest_objective(mind.battle, mind.unit, mind.chance)
    if marker is None:
        return at_the_enemy(mind, "aofr.ai.shooting_3")
    goal = goal_at(marker)
    order = mind.advance_and_shoot(goal, marker, "aofr.ai.shooting_2", "an enemy would be in range")
    return order or mind.rush_to(goal, marker, "aofr.ai.shooting_2", "no enemy would be in range after an Advance")


@rule("aofr.ai.cover_stay", "aofr.ai.advance_kite")
def at_the_enemy(mind: Mind, row: str) -> Order:
    """Without an objective: from cover it shoots where it stands; else it keeps as far off as it can shoot from."""
    if stands_in_cover(mind.battle, mind.unit) and can_shoot_after_turning(mind.battle, mind.unit):
        return Order("hold", f"{acts(mind.unit.name, 'stays')} in cover to shoot: {LEFT}", ("aofr.ai.cover_stay", row))
    enemy = mind.enemy()
    if enemy is None:
        return mind.stay(row)
    if "advance" in mind.actions and mind.scout("advance").ranges:
        move = away_from(mind.scout("advance"), enemy)
        if move is not None:
            sentence = f"{acts(mind.unit.name, 'advances')} towards {enemy.name} to shoot: {LEFT}"
            return mind._moving("advance", sentence, row, move)
    return rush_at(mind, enemy, row)


def rush_at(mind: Mind, enemy: Unit, row: str) -> Order:
    return mind.hurry(goal_of(mind.battle, enemy), f"at {enemy.name}: {LEFT}, and it is the nearest", row)


@rule("aofr.ai.melee_1", "aofr.ai.melee_2", "aofr.ai.melee_3")
def melee(mind: Mind) -> Order:
    """To the objective through who is in the way, else at the enemy."""
    marker = nearest_objective(mind.battle, mind.unit, mind.chance)
    if marker is not None:
        blocking = in_the_way(mind.battle, mind.unit, marker)
        order = mind.charge(blocking, "aofr.ai.melee_2", "it is in the way to a marker")
        why = "the enemy in the way cannot be charged" if blocking else "no enemy is in the way"
        return order or mind.rush_to(goal_at(marker), marker, "aofr.ai.melee_2", why)
    order = mind.charge(mind.foes, "aofr.ai.melee_3", LEFT)
    if order is not None:
        return order
    enemy = mind.enemy()
    return mind.stay("aofr.ai.melee_3") if enemy is None else rush_at(mind, enemy, "aofr.ai.melee_3")


@rule("aofr.ai.entrenched_hold", "aofr.ai.indirect", "aofr.ai.relentless")
def hold_rule(battle: Battle, unit: Unit) -> str | None:
    """The row by which the unit Holds and shoots, if it has such a rule and somebody is in range."""
    types = shooting.arsenal(battle, unit)
    if not types or unit.pose is None:
        return None
    has = {special.name for special, _ in unit_rules(battle, unit)}
    indirect = [weapon for weapon in types if any(text.name == "Indirect" for text in weapon.rules)]
    relentless = [
        weapon
        for weapon, groups in types.items()
        if any(text.name == "Relentless" for g in groups for text in (*texts_of(battle, unit, g), *weapon.rules))
    ]
    for row, weapons in (
        ("aofr.ai.entrenched_hold", list(types) if "Entrenched" in has else []),
        ("aofr.ai.indirect", indirect),
        ("aofr.ai.relentless", relentless),
    ):
        if weapons and can_shoot_after_turning(battle, unit, weapons):
            return row
    return None


def can_shoot_after_turning(battle: Battle, unit: Unit, weapons: Sequence[shooting.WeaponType] | None = None) -> bool:
    """Whether a target is in range of one of these weapons from where the unit stands, after a turn (AOFR-R636)."""
    return bool(turns_to_shoot(battle, unit, weapons))


def turns_to_shoot(
    battle: Battle, unit: Unit, weapons: Sequence[shooting.WeaponType] | None = None
) -> dict[int, float]:
    """For each enemy that can be shot at after a turn of up to 180 degrees: the turn; 0 if none is needed."""
    scout = Scout(battle, unit, "advance")
    types = list(shooting.arsenal(battle, unit)) if weapons is None else list(weapons)
    longest = max((weapon.range for weapon in types), default=0)
    place = footprint(battle, unit)

    def shot_at(turned: float) -> set[int]:
        scout.unit.pose = apply(place, Pivot(turned)).pose if turned else place.pose
        fires = shooting.possible(scout.battle, scout.unit)
        scout.unit.pose = place.pose
        return {fire.target for fire in fires if fire.weapon in types}

    found = dict.fromkeys(shot_at(0.0), 0.0)
    for foe in scout.foes:
        shape = scout.shapes[foe.id]
        if foe.id in found or distance(place, shape) > longest + 2 * place.radius:
            continue
        turn = turn_between(place.facing, bearing(place.x, place.y, shape.x, shape.y))
        if _may_turn(battle, unit, turn) and foe.id in shot_at(turn):
            found[foe.id] = turn
    return found


def _may_turn(battle: Battle, unit: Unit, turn: float) -> bool:
    return passes(check_pivot, battle, unit, (Pivot(turn),), 180.0, "aofr.move.hold_pivot")
