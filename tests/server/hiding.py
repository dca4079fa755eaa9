"""The tiny race with something to hide: every seat holds a code that nobody else may ever see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from examples.tiny_race import Race, TinyRace
from warhost.play import ArmyCard, Battle, MapCard, Menace, OptionCard, Overlay, Reach, Setup, Survey, UnitNotes, copied
from warhost.play.shown.cards import Figure
from warhost.rulesets import register
from warhost.table import Pose


class HidingRace(Race, kw_only=True, omit_defaults=True):
    codes: tuple[str, ...] = ()


def code(seat: int) -> str:
    return f"CODE-OF-SEAT-{seat}"


class Hiding(TinyRace):
    slug: ClassVar[str] = "hiding"
    battle_type: ClassVar[type[Battle]] = HidingRace
    seat_count: ClassVar[int] = 2

    def set_up(self, setup: Setup) -> HidingRace:
        race = super().set_up(setup)
        fields = {field: getattr(race, field) for field in race.__struct_fields__}
        fields["scene"] = msgspec.structs.replace(race.scene, ruleset="hiding")
        return HidingRace(**fields, codes=tuple(code(seat) for seat in range(len(setup.armies))))

    def view(self, battle: Any, seat: int | None) -> Battle:
        seen: HidingRace = copied(battle)
        seen.codes = tuple(own if number == seat else "" for number, own in enumerate(battle.codes))
        return seen

    def army_card(self, name: str) -> ArmyCard:
        return ArmyCard(name)

    def map_card(self, name: str) -> MapCard:
        return MapCard(name, name)

    def option_cards(self) -> Sequence[OptionCard]:
        return ()

    def notes(self, battle: Any, unit: Any) -> UnitNotes:
        return UnitNotes({"Code": battle.codes[unit.seat] if unit.seat >= 0 else ""})

    def panel(self, battle: Any, seat: int) -> Mapping[str, Figure]:
        return {"Code": battle.codes[seat]}

    def overlay(self, battle: Any) -> Overlay:
        return Overlay()

    def survey(self, battle: Any, unit: Any, pose: Pose | None) -> Survey:
        return Survey(unit.id, pose, (Reach(f"Leap {battle.codes[unit.seat]}", 3.0),))

    def menaces(self, battle: Any, seat: int) -> Sequence[Menace]:
        leap = Reach(f"Leap {battle.codes[seat]}", 3.0, does="charge")
        return [Menace(unit.id, (leap,), ()) for unit in battle.units if unit.seat == seat]


HIDING = Hiding()
register(HIDING)
