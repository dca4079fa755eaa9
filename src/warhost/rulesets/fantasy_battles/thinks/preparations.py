"""What speaks for the options of choices before the battle, and of the order in which units are dealt with.

Zones, edges and turns, spells, who waits in Ambush or Scouts, markers and features of the Secondary Objective.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import hypot
from typing import TYPE_CHECKING, TypeAlias

from warhost.play.counsel.counsel import Term
from warhost.play.events import counted
from warhost.play.questions import Option
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import DamageSpell, LastingSpell, MagicalMove
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import paths, spell
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import LEFT, MARCHING_COLUMNS, zone
from warhost.rulesets.fantasy_battles.chapters.setup.setting_down import column_end, column_exempt
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import BREAKTHROUGH, KING_OF_THE_HILL, SECURE_TARGET
from warhost.rulesets.fantasy_battles.core import SPELLS, Unit, full_health
from warhost.table import Pose, Rect, feature_rect, summed

if TYPE_CHECKING:
    from warhost.rulesets.fantasy_battles.thinks.counsel import FantasyCounsel

Weighs: TypeAlias = "Callable[[FantasyCounsel, Option], Iterator[Term]]"

EITHER = 0.01
"""What is taken where one is as good as the other."""

FAST = 12.0
"""Who goes so far in a turn is soon wherever it is needed."""

LAST_WORD = 3.0
"""What it is worth to move last where only the end counts."""

FIRST_BLOW = 0.5
"""What each unit that shoots is worth to who has the first turn, and to who has it against them."""

WAITS = 4.0
"""What it costs to leave a unit off the table for the first turns that should be fighting, shooting or leading."""

FROM_BEHIND = 1.5
"""What it is worth that a fast unit comes in behind the enemy's line."""

HURTS, BOOSTS, MOVES, ANYTHING = 3.0, 2.5, 1.5, 1.5
"""What spells are worth that take Health Points, that last, that move units, and others."""

COSTLY = 0.25
"""What each point of its Casting Value takes from a spell."""

ROOM_IN_COLUMN, FIRST_OF_COLUMN, GIVEN_AWAY = 1.0, 10.0, 2.0
"""How far a unit stands from the one before it in a column, the first one from the edge, and what each inch more
costs all who come after it."""


def either(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """The first of several of which each is as good as the others."""
    yield EITHER, "as good as the others", ""


def in_turn(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """The most valuable unit first."""
    if option.unit is not None:
        yield 0.05 * counsel.worth(counsel.unit(option.unit)), "the most valuable first", ""


def fight_next(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """The fight of which most is expected first: what flees from it may take others along."""
    if option.unit is not None:
        fight = counsel.fight(counsel.unit(option.unit))
        yield fight.value, f"wins it {fight.wins:.0%}: the best fight first", "t9a.melee.sequence"


# Turns and edges


def _army(counsel: FantasyCounsel, own: bool) -> list[int]:
    """The units of a side that are set up on their own."""
    battle, seat = counsel.battle, counsel.seat
    return [unit.id for unit in battle.units if (unit.seat == seat) is own and unit.host is None and not unit.fate]


def deploys_first(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Who has fewer units finishes first and has a say in the first turn; who has more had better see the enemy."""
    fewer = len(_army(counsel, False)) - len(_army(counsel, True))
    mine = option.key == "me"
    if fewer > 0:
        yield (1.0 if mine else -1.0), "fewer units: finishes first", "t9a.deployment.declare_intent"
    else:
        yield (-1.0 if mine else 1.0), "sees where the enemy stands", "t9a.deployment.alternate"


def first_turn(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Shooters want to begin; where only the end counts the last word is worth much."""
    shooters = [sum(bool(counsel.range(counsel.unit(one))) for one in _army(counsel, own)) for own in (True, False)]
    begins = option.key in ("first", "me")
    if begins:
        yield FIRST_BLOW * summed(shooters), "shots before the enemy's", "t9a.deployment.first_turn_roll"
        yield 1.0, "room to move forward", "t9a.deployment.first_turn_roll"
    elif counsel.battle.objective in (BREAKTHROUGH, KING_OF_THE_HILL, SECURE_TARGET):
        yield LAST_WORD, "the last move of the battle", "t9a.objective.scoring_only"


def attacker(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Fast units start from the wings, others from the centre."""
    units = [counsel.unit(one) for one in _army(counsel, True)]
    fast = sum(counsel.pace(unit) >= FAST for unit in units)
    share = fast / max(1, len(units)) - 0.5
    yield (share if option.key == "me" else -share) or EITHER, "its fast units on the wings", "t9a.deployment.encircle"


# Spells


def knows(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Spells by what they do and how hard they are to cast."""
    kind, entry = SPELLS[option.key], spell(option.key)
    value = min(version.value for version in entry.versions)
    if issubclass(kind, DamageSpell):
        yield HURTS, f"{entry.name} takes Health Points", "t9a.pregame.select_spells"
    elif issubclass(kind, LastingSpell):
        yield BOOSTS, f"{entry.name} tips a fight", "t9a.pregame.select_spells"
    elif issubclass(kind, MagicalMove):
        yield MOVES, f"{entry.name} moves a unit", "t9a.pregame.select_spells"
    else:
        yield ANYTHING, f"{entry.name} may be of use", "t9a.pregame.select_spells"
    yield -COSTLY * (value - 5), f"{entry.name} needs {value}+", "t9a.magic.casting_total"


def follows_path(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """The Path whose spells take most Health Points."""
    numbered = [name for name in paths()[option.key].spells if spell(name).number]
    hurt = sum(issubclass(SPELLS[name], DamageSpell) for name in numbered)
    yield 0.5 * hurt + EITHER, f"{counted(hurt, 'spell')} to take Health Points", "t9a.pregame.select_spells"


# Who comes later


def ambushes(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Small units that hunt behind the enemy's line wait; those that lead, shoot or hold the line do not."""
    if option.passes or option.unit is None:
        return
    unit = counsel.unit(option.unit)
    if counsel.battle.entry(unit).is_character or counsel.range(unit):
        yield -WAITS, f"{unit.name} would miss the first turns", "t9a.special.ambush"
    else:
        yield FROM_BEHIND, f"{unit.name} come in behind the enemy", "t9a.special.ambush"


def comes_from_flank(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Nobody who could be on the table from the start, but for fast units."""
    if option.passes or option.unit is None:
        return
    unit = counsel.unit(option.unit)
    row = "t9a.deployment.dawn_assault_ambushers"
    yield -WAITS, f"{unit.name} would miss the first turns", row
    if counsel.pace(unit) >= FAST and not counsel.battle.entry(unit).is_character and not counsel.range(unit):
        yield FROM_BEHIND, f"{unit.name} would come at the enemy's flank", row


def scouts(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    if option.unit is not None:
        name = counsel.unit(option.unit).name
        yield 1.0, f"{name} see where the enemy stands, and choose their ground", "t9a.special.scout"


# Objectives


def names_feature(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """The feature that the enemy has to come to: far from its zone, near one's own."""
    shape = feature_rect(counsel.battle.scene.board.features[int(option.key)])
    row = "t9a.objective.king_choice"
    yield _off(counsel, 1 - counsel.seat, shape.x, shape.y), "inches from the enemy's zone", row
    yield -_off(counsel, counsel.seat, shape.x, shape.y), "inches from our own zone", row
    yield -0.1 * shape.width * shape.depth, "room for the enemy", row


def marker_at(counsel: FantasyCounsel, pose: Pose) -> Iterator[Term]:
    """Markers lie well where one's own units are near and the enemy's are far."""
    row = "t9a.objective.secure_target_placement"
    if counsel.units:
        near = (
            min((hypot(unit.pose.x - pose.x, unit.pose.y - pose.y) for unit in units if unit.pose), default=0.0)
            for units in (counsel.own, counsel.foes)
        )
        own, enemy = near
        yield -own, "inches from our nearest unit", row
        yield 0.5 * enemy, "inches from the enemy's nearest unit", row
        return
    yield -_off(counsel, counsel.seat, pose.x, pose.y), "inches from our own zone", row
    yield 0.5 * _off(counsel, 1 - counsel.seat, pose.x, pose.y), "inches from the enemy's zone", row
    aside = abs(pose.x - counsel.battle.scene.board.width / 2)
    yield -0.1 * aside, "inches from the middle of our line", row


def _off(counsel: FantasyCounsel, seat: int, x: float, y: float) -> float:
    return zone(counsel.battle, seat).distance_to_point(x, y)


def flags(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """The units that are destroyed most easily."""
    if option.unit is not None:
        unit = counsel.unit(option.unit)
        health = full_health(counsel.battle, unit)
        words = f"{unit.name} have few Health Points to lose"
        yield 10.0 / max(1, health), words, "t9a.objective.capture_marked_units"


def picks_up(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Any marker is carried away, by the unit that is least likely to be caught."""
    if option.passes or option.unit is None:
        return
    unit = counsel.unit(option.unit)
    yield 5.0, "carries a marker", "t9a.objective.spoils_pickup"
    yield 0.1 * full_health(counsel.battle, unit), "many to carry it", "t9a.objective.spoils_of_war"


# Places before the battle


def formation(counsel: FantasyCounsel, option: Option) -> Iterator[Term]:
    """Units deploy as their list has them: deep enough for ranks, wide enough to fight."""
    if option.unit is not None and int(option.key) != counsel.unit(option.unit).files:
        yield -1.0, "not its usual formation", "t9a.move.reform"


def set_up_at(counsel: FantasyCounsel, unit: Unit, place: Rect) -> Iterator[Term]:
    """In Marching Columns every unit stands farther from the short edge than those before it: no ground is wasted."""
    battle, seat = counsel.battle, counsel.seat
    if battle.deployment != MARCHING_COLUMNS or battle.edges[seat] < 0:
        return
    if column_exempt(battle, unit):
        return
    across = [x for x, _ in place.corners]
    away = min(across) if battle.edges[seat] == LEFT else battle.scene.board.width - max(across)
    end = column_end(battle, seat)
    wasted = away - (FIRST_OF_COLUMN if end is None else end + ROOM_IN_COLUMN + place.width)
    if wasted > 0.0:
        yield -GIVEN_AWAY * wasted, "ground that nobody behind it can use", "t9a.deployment.marching_columns_order"


PREPARATIONS: Mapping[str, Weighs] = {
    "deploys first": deploys_first,
    "intent": first_turn,
    "first turn": first_turn,
    "formation": formation,
    "attacker": attacker,
    "short edge": either,
    "column edge": either,
    "diagonal": either,
    "combat reform order": either,
    "path": follows_path,
    "select spells": knows,
    "ambush": ambushes,
    "ambush: flank": comes_from_flank,
    "scouts": scouts,
    "hill": names_feature,
    "flags": flags,
    "spoils": picks_up,
    "next combat": fight_next,
    **dict.fromkeys(
        (
            *("vanguard", "rally", "panic order", "pursuit order", "ambush order", "redirect order", "random move"),
            *("magical move order", "post-combat order", "flee order", "break test"),
        ),
        in_turn,
    ),
}
"""The topics that are told of here."""
