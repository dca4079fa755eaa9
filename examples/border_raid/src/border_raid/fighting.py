"""Attacks and nerve: who can be attacked, with how many dice, what they need, and what comes of it."""

from __future__ import annotations

from border_raid.battle import (
    FILES,
    Band,
    BandAttacked,
    BandRouted,
    BandShaken,
    Raid,
    field_of,
    remove_models,
    shape_of,
)
from warhost.dice import Dice, odds
from warhost.field.sight.lines import has_line, points_of
from warhost.play import Script
from warhost.play.rules.tally import Tally
from warhost.play.script import roll_pool, roll_sum
from warhost.rulebook import rule
from warhost.table import TOLERANCE, Arc, Rect, arc_of, distance, distance_to_point, feature_rect

STRIKE = 1.0
"""How near an enemy must be to be struck with blades, in inches."""


class Attack:
    """One attack: by whom, on whom, with how many dice, and what each die needs."""

    def __init__(self, battle: Raid, band: Band, target: Band, place: Rect | None = None) -> None:
        self.battle, self.band, self.target = battle, band, target
        self.place = place or shape_of(band)
        self.there = shape_of(target)
        self.gap = distance(self.place, self.there)
        self.shoots = self.gap > STRIKE + TOLERANCE
        self.flank = arc_of(self.there, self.place.x, self.place.y) is not Arc.FRONT
        ranks = 2 if self.shoots else max((one.ranks for one in band.entry.spoken), default=2)
        self.dice = min(band.models, ranks * FILES)
        self.need = self._need()

    @rule("raid.attack.hit", "raid.attack.flank", "raid.attack.cover")
    def _need(self) -> Tally:
        """The roll to hit, with all that changes it."""
        self.need = Tally(self.band.entry.skill)
        if self.flank:
            self.need.add(-1, "Flank or rear", "raid.attack.flank")
        if self.shoots and has_cover(self.battle, self.target):
            self.need.add(1, "Cover", "raid.attack.cover")
        for one in self.band.entry.spoken.at("on_attack"):
            one.on_attack(self)
        for one in self.target.entry.spoken.at("on_attacked"):
            one.on_attacked(self)
        return self.need

    @property
    @rule("raid.attack.natural")
    def needed(self) -> int:
        """What a die needs: a 6 always hits, a 1 never."""
        return max(2, min(6, self.need.total))

    @property
    def expected(self) -> float:
        """The models that it removes on average."""
        hits = self.dice * (7 - self.needed) / 6
        return min(float(self.target.models), hits * (self.target.entry.save - 1) / 6)

    @rule("raid.attack.strike", "raid.attack.shoot")
    def is_possible(self) -> bool:
        """Whether the target is ahead, and near enough for blades or in range and in sight for bows."""
        if arc_of(self.place, self.there.x, self.there.y) is not Arc.FRONT:
            return False
        return not self.shoots or (self.gap <= self.band.entry.reach + TOLERANCE and self._sees())

    @rule("raid.attack.sight")
    def _sees(self) -> bool:
        """Whether nothing blocks the line: other bands and rocks do."""
        field = field_of(self.battle)
        walls = [body.shape for body in field.others(self.band.id, (self.target.id,))]
        walls += [piece.shape for piece in field.terrain.having("rocks")]
        return has_line([self.place.front], points_of(self.there), walls)


def has_cover(battle: Raid, band: Band) -> bool:
    """Whether a band has cover: its centre is in a wood, or near one with Fieldcraft."""
    shape = shape_of(band)
    near = max((one.hidden_within for one in band.entry.spoken), default=0.0)
    woods = [feature_rect(one) for one in battle.scene.board.features if one.kind == "wood"]
    return any(distance_to_point(wood, shape.x, shape.y) <= near + TOLERANCE for wood in woods)


@rule("raid.attack.save")
def fight(attack: Attack) -> Script[None]:
    """Roll to hit, save, remove models, and test the nerve of who lost some."""
    band, target = attack.band, attack.target
    with_what = "raid.attack.shoot" if attack.shoots else "raid.attack.strike"
    faces = yield from roll_pool(
        attack.dice, need=attack.needed, why="To hit", rule=with_what, seat=band.seat, unit=band.id
    )
    hits = sum(face >= attack.needed for face in faces)
    save = target.entry.save
    saves = yield from roll_pool(
        hits, need=save, why="Saves", rule="raid.attack.save", seat=target.seat, unit=target.id
    )
    lost = min(target.models, hits - sum(face >= save for face in saves))
    if lost:
        remove_models(target, lost)
    yield BandAttacked(band.id, target.id, hits, lost)
    if lost and target.models:
        yield from check_nerve(target, lost)


@rule("raid.nerve.test", "raid.nerve.rout")
def check_nerve(band: Band, lost: int) -> Script[None]:
    """Above its Nerve it is shaken, and routed if it was shaken already."""
    thrown = yield from roll_sum("2D6", why="Nerve", rule="raid.nerve.test", seat=band.seat, unit=band.id)
    if thrown <= limit_of(band, lost):
        return
    if band.shaken:
        band.pose = None
        yield BandRouted(band.id)
    else:
        band.shaken = True
        yield BandShaken(band.id)


def limit_of(band: Band, lost: float) -> float:
    """The highest roll of 2D6 with which a band that lost so many models keeps its nerve."""
    firm = any(one.firm for one in band.entry.spoken)
    return band.entry.nerve - (0 if firm else lost)


def chance_to_fail(band: Band, lost: float) -> float:
    """The chance that it fails its test after losing so many models."""
    return 1.0 - odds.at_most(Dice.parse("2D6"), int(limit_of(band, lost)))
