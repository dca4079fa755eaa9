"""Army terrain: each side brings a piece of its own that helps it or hinders the enemy (Advanced Terrain: Army
Terrain)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar

import msgspec

from warhost.play.counsel.counsel import Term
from warhost.play.questions import Choose, Option, Question
from warhost.play.script import Script, Together, ask_choice, roll
from warhost.play.shown.cards import Figure, Overlay, Ring
from warhost.play.shown.cards import Ground as ShownGround
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Effect, Part, SpecialRule, SpellEffect, Unit, optional
from warhost.rulesets.regiments.parts.army_terrain import advice, effects, events, placing
from warhost.rulesets.regiments.parts.army_terrain.pieces import (
    Piece,
    battle_terrain,
    kind_of,
    magic_terrain,
    shapes,
)
from warhost.table import Pose, Rect, feature_rect

SLUG = "army_terrain"
SECRET = "secret"


class ArmyTerrain(msgspec.Struct, frozen=True, omit_defaults=True):
    """What each side rolled, what it picked of that, and what lies on the table."""

    rolled: tuple[tuple[str, str], ...] = ()
    picked: tuple[str, ...] = ()
    """What each side is still to place; nothing once it lies on the table or was left out."""
    placed: tuple[Piece, ...] = ()


@optional.part(SLUG, "Army Terrain", "aofr.army_terrain.roll")
class ArmyTerrainPart(Part):
    """Each side rolls for two army terrains, keeps one in secret, and places it as it deploys."""

    text = "Each army brings a special piece of terrain: a banner, a forge, pillars, a healing well and others."
    many_sides = True

    words: ClassVar = {"Army terrain": ("aofr.army_terrain.secret_pick", "aofr.army_terrain.deploy")}

    def told(self, battle: Battle) -> ArmyTerrain:
        return optional.kept(battle, SLUG, ArmyTerrain)

    # Before the battle.

    @rule("aofr.army_terrain.roll", "aofr.army_terrain.secret_pick")
    def before_deployment(self, battle: Battle) -> Script[None]:
        """Each player rolls for a battle terrain and a magic terrain, and secretly keeps one of them."""
        rolled = []
        for seat in battle.sides:
            (face,) = yield from roll("D6", why="Battle terrain", rule="aofr.army_terrain.battle_table", seat=seat)
            (other,) = yield from roll("D6", why="Magic terrain", rule="aofr.army_terrain.magic_table", seat=seat)
            found = battle_terrain(face), magic_terrain(other)
            rolled.append((found[0].slug, found[1].slug))
            yield events.ArmyTerrainRolled(seat, found[0].name, found[1].name)
        answers = yield Together(ask_choice(self._pick(seat, pair)) for seat, pair in enumerate(rolled))
        picked = tuple(str(answer.option) for answer in answers)
        optional.keep(battle, SLUG, ArmyTerrain(tuple(rolled), picked))

    def _pick(self, seat: int, pair: tuple[str, str]) -> Choose:
        options = tuple(Option(slug, kind_of(slug).name, text=kind_of(slug).text) for slug in pair)
        text = "Which army terrain do you keep? The enemy does not see it before you place it."
        return Choose(
            seat=seat, topic=placing.TOPIC, text=text, rules=("aofr.army_terrain.secret_pick",), options=options
        )

    @rule("aofr.army_terrain.deploy")
    def to_deploy(self, battle: Battle, seat: int) -> Iterable[Option]:
        """The piece is placed like a unit, in a turn of its own."""
        picked = self.told(battle).picked
        if picked and picked[seat]:
            yield Option(f"{SLUG}:{seat}", "Your army terrain")

    def deploy(self, battle: Battle, seat: int, key: str) -> Script[None]:
        told = self.told(battle)
        kind = kind_of(told.picked[seat])
        piece = yield from placing.put_down(battle, kind, seat)
        left = tuple("" if number == seat else slug for number, slug in enumerate(told.picked))
        placed = told.placed if piece is None else (*told.placed, piece)
        optional.keep(battle, SLUG, msgspec.structs.replace(told, picked=left, placed=placed))
        told_of = events.ArmyTerrainLeftOut if piece is None else events.ArmyTerrainPlaced
        yield told_of(seat, kind.name)

    # What a computer player is told.

    advises = frozenset({placing.TOPIC})

    def advise(self, battle: Battle, question: Question, option: Option) -> Iterable[Term]:
        return advice.on_kind(battle, question.seat, kind_of(option.key))

    def advise_spot(self, battle: Battle, question: Question, pose: Pose) -> Iterable[Term]:
        slug = self.told(battle).picked[question.seat]
        return advice.on_place(battle, question.seat, kind_of(slug), pose) if slug else ()

    # What it does.

    def before_activation(self, battle: Battle, unit: Unit) -> Script[bool]:
        yield from effects.activated(battle, self.told(battle).placed, unit)
        return False

    @rule("aofr.army_terrain.army_banner", "aofr.army_terrain.battle_forge")
    def effect(self, battle: Battle, effect: Effect) -> SpellEffect | None:
        """What a unit has that was activated near its banner or forge."""
        found = (kind_of(piece.slug) for piece in self.told(battle).placed)
        return next((kind.activated for kind in found if kind.name == effect.name), None)

    def speaker(self, battle: Battle, unit: Unit, effect: Effect) -> SpecialRule | None:
        return effects.IconOfWar() if effect.name == effects.IconOfWar.title else None

    def surrounding(self, battle: Battle, unit: Unit) -> Iterable[SpecialRule]:
        return effects.surrounding(battle, self.told(battle).placed, unit)

    def ground_under(self, battle: Battle, unit: Unit, base: Rect) -> Collection[str]:
        return effects.ground_under(battle, self.told(battle).placed, unit, base)

    def after_activation(self, battle: Battle, unit: Unit) -> Script[None]:
        placed = self.told(battle).placed
        yield from effects.strike_down(battle, placed, unit)
        yield from effects.step_through(battle, placed, unit)

    # What is shown.

    @rule("aofr.army_terrain.secret_pick")
    def hidden_from(self, battle: Battle, seat: int | None) -> Battle:
        """Only its owner sees what a side has picked, until it lies on the table (AOFR-R015)."""
        told = self.told(battle)
        seen = tuple(slug if number == seat or not slug else SECRET for number, slug in enumerate(told.picked))
        if seen != told.picked:
            optional.keep(battle, SLUG, msgspec.structs.replace(told, picked=seen))
        return battle

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        told = self.told(battle)
        own = [kind_of(piece.slug).name for piece in told.placed if piece.seat == seat]
        if not own and told.picked and told.picked[seat]:
            own = ["secret" if told.picked[seat] == SECRET else kind_of(told.picked[seat]).name]
        return {"Army terrain": own[0]} if own else {}

    def overlay(self, battle: Battle, overlay: Overlay) -> Overlay:
        """Each piece with what it does, and how near one has to be."""
        lying = {feature_rect(feature): number for number, feature in enumerate(battle.scene.board.features)}
        grounds, rings = list(overlay.grounds), list(overlay.rings)
        for piece in self.told(battle).placed:
            kind = kind_of(piece.slug)
            for shape in shapes(piece):
                told = f"{kind.name} of {battle.scene.seats[piece.seat].name}. {kind.text}"
                grounds.append(ShownGround(lying[shape], told, "tower"))
                if kind.reach:
                    rings.append(Ring(shape.x, shape.y, kind.reach + min(kind.size) / 2, kind.name))
        return msgspec.structs.replace(overlay, grounds=tuple(grounds), rings=tuple(rings))

    def in_force(self, battle: Battle) -> Sequence[str]:
        return [
            f"{battle.scene.seats[piece.seat].name}: {kind_of(piece.slug).name}. {kind_of(piece.slug).text}"
            for piece in self.told(battle).placed
        ]

    def problems(self, battle: Battle) -> Sequence[str]:
        lying = {feature_rect(feature) for feature in battle.scene.board.features}
        return [
            f"{kind_of(piece.slug).name} is not on the table."
            for piece in self.told(battle).placed
            if not lying.issuperset(shapes(piece))
        ]
