"""What Border Raid tells a computer player: what bands and herds are worth, and what attacks would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from border_raid.battle import Band, Raid, field_of, shape_at, shape_of
from border_raid.fighting import STRIKE, Attack, chance_to_fail
from border_raid.turn import HELD, HERD, kinds_of, move_kind
from warhost.field import check
from warhost.play.counsel.counsel import Counsel, Fate, Fight, Goal, Temper, cited
from warhost.play.questions import Kind, Option
from warhost.play.script import passes
from warhost.table import Arc, Pose, Rect, Step, arc_of, feature_rect

POINT = 12.0
"""What a point of victory is worth, in the worth of models."""


class RaidCounsel(Counsel[Raid, Band]):
    """What the book knows about one decision."""

    goal_name = "a herd"
    temper = Temper(faced=0.6, invited=1.0, next=0.5, lure=0.1)
    cites = cited(
        """hold, near: raid.end.herds; charge, charged: raid.attack.strike; fire, shoot: raid.attack.shoot;
        flank: raid.attack.flank; win: raid.nerve.rout; turns: raid.turn.rounds; room: raid.move.gap"""
    )

    def __init__(self, battle: Raid, seat: int) -> None:
        super().__init__(battle, seat, lambda _, band: shape_of(band))
        left = self.battle.scene.settings.rounds - self.battle.turn
        self.turns_left = self.enemy_turns_left = left
        self._walls = [feature_rect(one) for one in self.battle.scene.board.features if one.kind == "rocks"]

    def goals(self) -> Sequence[Goal]:
        herds = self.battle.scene.board.markers
        return [Goal(x=x, y=y, reach=HERD, worth=POINT * HELD, middle=True) for x, y in herds]

    def counts(self, unit: Band) -> bool:
        return not unit.shaken

    def worth(self, unit: Band) -> float:
        return self.life(unit) * unit.models + POINT

    def life(self, unit: Band) -> float:
        return (14 - unit.entry.skill - unit.entry.save) / 6

    def fate_of(self, target: Band, losses: float) -> Fate:
        if losses >= target.models:
            return Fate(gone=1.0)
        fails = chance_to_fail(target, losses) if losses >= 0.5 else 0.0
        return Fate(gone=fails) if target.shaken else Fate(broken=fails)

    def harm(self, target: Band, losses: float) -> float:
        fate = self.fate_of(target, losses)
        left = self.worth(target) - losses * self.life(target)
        return losses * self.life(target) + fate.gone * left + 0.25 * fate.broken * left

    def duel(self, charger: Band, target: Band, side: Arc) -> Fight:
        """The blows of the charger, and those that come back once the target acts."""
        deals = self._blows(charger, target, flank=side is not Arc.FRONT)
        left = max(0.0, 1.0 - deals / target.models)
        takes = left * self._blows(target, charger, flank=False)
        fates = {target.id: self.fate_of(target, deals), charger.id: self.fate_of(charger, takes)}
        return Fight(self.harm(target, deals), self.harm(charger, takes), deals, takes, float(deals > takes), fates)

    def _blows(self, band: Band, target: Band, flank: bool) -> float:
        ranks = max((one.ranks for one in band.entry.spoken), default=2)
        need = max(2, band.entry.skill - flank)
        hits = min(band.models, 5 * ranks) * (7 - need) / 6
        return min(float(target.models), hits * (target.entry.save - 1) / 6)

    def reach(self, unit: Band, place: Rect | None = None) -> float:
        return 0.0 if unit.shaken else unit.entry.move + STRIKE

    def pace(self, unit: Band, place: Rect | None = None) -> float:
        return 2.0 * unit.entry.move

    def stride(self, unit: Band) -> float:
        return float(unit.entry.move)

    def faces(self, unit: Band, place: Rect, target: Rect) -> bool:
        return arc_of(place, target.x, target.y) is Arc.FRONT

    def range(self, unit: Band) -> float:
        return 0.0 if unit.shaken else max(STRIKE, float(unit.entry.reach))

    def shoots_after(self, unit: Band, kind: str) -> bool:
        return kind != "run"

    def shots(self, shooter: Band, target: Band) -> float:
        return self._blows(shooter, target, flank=False)

    def fire(self, shooter: Band, place: Rect, target: Band, there: Rect, *, moved: bool = False) -> float:
        return self.volleys(shooter, place, "").get(target.id, 0.0)

    def volleys(self, unit: Band, place: Rect, kind: str) -> Mapping[int, float]:
        if unit.shaken or not self.shoots_after(unit, kind):
            return {}
        foes = [foe for foe in self.battle.units if foe.seat != unit.seat and foe.pose is not None]
        tried = [Attack(self.battle, unit, foe, place) for foe in foes]
        return {one.target.id: one.expected for one in tried if one.is_possible()}

    def walls(self, unit: Band | None = None) -> Sequence[Rect]:
        return self._walls

    def ended(self, unit: Band) -> bool:
        return unit.acted

    def footprint(self, unit: Band, pose: Pose) -> Rect:
        return shape_at(unit, pose)

    def actions(self, unit: Band) -> Sequence[Option]:
        return Option("stay", "Stay", unit=unit.id), Option("move", "Move", unit=unit.id)

    def action(self, unit: Band, option: Option) -> tuple[Kind, ...] | str:
        return kinds_of(unit) if option.key == "move" else "stay"

    def may_move(self, unit: Band, kind: Kind, steps: tuple[Step, ...]) -> bool:
        field = field_of(self.battle)
        return passes(check, field, field[unit.id], move_kind(kind), steps)
