"""A second rulebook of a few paragraphs, in which every kind of question is asked: loose units on round bases and one
in ranks and files, templates, and three seats in two teams.

Three bands fight; the first stands alone against the other two. At the start of a turn all seats choose a stance
secretly, at once and while a clock runs: bold bands strike on 4 or more, others on 5, and against a wary band on one
more. Who does not choose in time is wary. Then each seat in turn does this:

Loose bands walk, as a whole in a formation or model by model: every model at most 5", round the rocks and at least 1"
from enemies; all of them keep together by gaps of at most 2". Or they dash up to 7" and make no efforts. A band in
ranks advances up to 5", wheeling as it goes, or reforms about its centre:
it takes up other files, turns, and no model moves more than 5".

Every band shares three efforts between striking and guarding, at most two to each: an effort to strike is one die more,
an effort to guard takes one hit away. Then it picks up to two tricks. A stone is a round template of 3", laid within
12" of the band: on a D6 of 4 or more it lands there, else it scatters D6". Fire is a cone and a bolt is a line from a
model of the band; each is used once in a battle, and never both in one turn. Whoever is under a template falls, friend
and foe. A loose band may once call a straggler, one model more, which is set down within 2" of another of its models
and at least 1" from enemies.

Last, loose models within 1.2" of enemies push into contact. Each model in contact strikes; the hits are shared out
between the bands that it touches, to each at most as many as it has models in contact. A team without models has lost;
after six turns, or as many as players agree on, the larger one has won.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from tests.skirmish.bands import (
    BOARD,
    MODELS,
    SIDES,
    STANCES,
    STARTS,
    Agreed,
    Band,
    Ground,
    Skirmish,
    bases_of,
    front_row,
    shape_of,
    stand,
)
from tests.skirmish.fights import fight, make_effort, take_stances
from tests.skirmish.moves import move
from tests.skirmish.tricks import play_tricks
from warhost.errors import WarhostError
from warhost.field.loose.bodies import drawn_up
from warhost.play import (
    ArmyCard,
    Battle,
    MapCard,
    OptionCard,
    Overlay,
    PositionText,
    Script,
    Seat,
    Setup,
    Step,
    Strength,
    UnitCard,
    UnitNotes,
    copied,
)
from warhost.play.kept.text import print_position, settings_of, with_fields
from warhost.table import Base, Circle, Rect, bases_overlap, feature_rect

STEPS: dict[str, Callable[[Skirmish, Band], Script[None]]] = {
    "move": move,
    "effort": make_effort,
    "tricks": play_tricks,
    "fight": fight,
}


class TinySkirmish:
    slug: ClassVar[str] = "skirmish"
    title: ClassVar[str] = "The Tiny Skirmish"
    version: ClassVar[str] = "4.0"
    battle_type: ClassVar[type[Battle]] = Skirmish
    seat_count: ClassVar[int] = len(STARTS)

    def armies(self) -> Sequence[str]:
        return tuple(MODELS)

    def maps(self) -> Sequence[str]:
        return ("rocks",)

    def set_up(self, setup: Setup) -> Skirmish:
        if len(setup.armies) != len(STARTS) or not set(setup.armies) <= set(MODELS):
            raise WarhostError(f"A skirmish has three bands: {', '.join(MODELS)}, not {', '.join(setup.armies)}.")
        if setup.map not in ("", *self.maps()):
            raise WarhostError(f'There is no map "{setup.map}" here: {", ".join(self.maps())}.')
        names = setup.names or setup.armies
        seats = tuple(Seat(name, army, team=side) for name, army, side in zip(names, setup.armies, SIDES, strict=True))
        units = []
        for number, (army, pose) in enumerate(zip(setup.armies, STARTS, strict=True)):
            count, model = MODELS[army]
            band = Band(id=number, seat=number, name=army, army=army)
            if isinstance(model, Rect):
                front_row(band, count, pose)
            else:
                stand(band, drawn_up("line", count, model, pose, 0.25), pose.facing)
            units.append(band)
        agreed = msgspec.convert(dict(setup.options), Agreed)
        scene = Ground(ruleset=self.slug, version=self.version, board=BOARD, seats=seats, settings=agreed)
        return Skirmish(scene=scene, units=units, turn=1, phase="skirmish", stage="stance")

    def sides(self, count: int, options: Mapping[str, Any]) -> Sequence[int]:
        return SIDES

    def to_text(self, battle: Battle) -> str:
        return print_position(battle)

    def from_text(self, position: PositionText) -> Skirmish:
        armies = tuple(told.army or told.name for told in position.units)
        options = msgspec.to_builtins(settings_of(position, Agreed))
        battle = self.set_up(Setup(ruleset=self.slug, armies=armies, options=options))
        with_fields(battle, position.fields, "The skirmish")
        for band, told in zip(battle.units, position.units, strict=True):
            band.pose = told.pose
            band.places, band.models, band.files = (), 0, 0
            with_fields(band, told.fields, told.name)
        return battle

    def next_step(self, battle: Battle) -> Step | None:
        return None if battle.outcome is not None else Step(battle.stage, battle.active)

    def run(self, battle: Any, step: Step) -> Script[None]:
        if step.name == "stance":
            return take_stances(battle)
        band = battle.units[step.unit]
        return STEPS[step.name](battle, band)

    def view(self, battle: Any, seat: int | None) -> Battle:
        seen: Skirmish = copied(battle)
        return seen

    def boundary(self, battle: Battle, unit: Any) -> Rect | None:
        return shape_of(unit)

    def bases(self, battle: Battle, unit: Any) -> Sequence[Base]:
        return bases_of(unit)

    def problems(self, battle: Any) -> Sequence[str]:
        standing = [(band, base) for band in battle.units for base in bases_of(band)]
        rocks = [feature_rect(feature) for feature in battle.scene.board.features]
        found = [f"{band.name} is on rocks" for band, base in standing for rock in rocks if bases_overlap(base, rock)]
        for number, (band, base) in enumerate(standing):
            under_it = [other for other, there in standing[:number] if bases_overlap(base, there)]
            found += [f"{band.name} stands on {other.name}" for other in under_it]
        return found

    # What a page shows

    def army_card(self, name: str) -> ArmyCard:
        count, model = MODELS[name]
        text = "round bases, loose" if isinstance(model, Circle) else "square bases, in ranks and files"
        return ArmyCard(name, (UnitCard(f"The {name}", f"{count} models, {text}", {}),))

    def map_card(self, name: str) -> MapCard:
        return MapCard(name, "Among the rocks", BOARD)

    def option_cards(self) -> Sequence[OptionCard]:
        return (
            OptionCard("seconds", "Seconds to choose a stance", (1, 60, 600), 60),
            OptionCard("turns", "Turns", (1, 3, 6), 6),
        )

    def notes(self, battle: Any, unit: Any) -> UnitNotes:
        return UnitNotes({}, loose=not unit.files)

    def panel(self, battle: Any, seat: int) -> Mapping[str, int | str]:
        return {"Models": battle.units[seat].count}

    def overlay(self, battle: Any) -> Overlay:
        return Overlay()

    def marks(self, battle: Any, unit: Any) -> Sequence[str]:
        return (STANCES[battle.stances[unit.seat]],) if battle.stances else ()

    def strength(self, battle: Any, unit: Any) -> Strength:
        start = MODELS[unit.army][0] + (f"{unit.seat} call" in battle.used)
        return Strength(unit.count, start, unit.count, start)


RULESET = TinySkirmish()


def skirmish(*armies: str, seconds: int = 60) -> Skirmish:
    """A battle of these bands, or one of each."""
    options = {} if seconds == 60 else {"seconds": seconds}
    return RULESET.set_up(Setup(ruleset="skirmish", armies=armies or tuple(MODELS), options=options))
