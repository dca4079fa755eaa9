"""Model rules of moving: flyers, ghosts, light troops, those whom terrain does not stop, and those nobody can steer."""

from __future__ import annotations

from warhost.play.rules.rulebase import Brackets
from warhost.play.script import Refused
from warhost.play.shown.english import acts
from warhost.rulesets.fantasy_battles.core import BOONS, MODEL_RULES, NAMES, RUINS, Battle, BoonRule, ModelRule, Unit

RANDOM = Brackets(r"\d{0,2}D[36](\+\d+)?\"?", '2D6"')
"""Dice for inches, as in Random Movement (2D6")."""


@MODEL_RULES.rule("Fly", "t9a.special.fly")
class Fly(ModelRule):
    """In Advance, March, Charge and Failed Charge Moves it may fly over everything, if every model can (T9A-R163)."""

    needs = "all"
    flies = True


@BOONS.rule("Fly", "t9a.special.fly")
class Flight(BoonRule):
    """A unit that flies for a while."""

    flies = True


@MODEL_RULES.rule("Ghost Step", "t9a.special.ghost_step")
class GhostStep(ModelRule):
    """All terrain is open to its moves and no danger to it, but it may not end in Impassable Terrain (T9A-R167)."""

    needs = "all"
    ghostly = True

    def exempt_from(self, battle: Battle, bearer: Unit, kind: str) -> bool:
        return True


@BOONS.rule("Ghost Step", "t9a.special.ghost_step")
class GhostWalk(BoonRule):
    """A unit that walks through terrain for a while."""

    ghostly = True

    def exempt_from(self, battle: Battle, bearer: Unit, kind: str) -> bool:
        return True


@MODEL_RULES.rule("Light Troops", "t9a.special.light_troops")
class LightTroops(ModelRule):
    """No Full Ranks, ever; Pivots as single models make them; shooting after a March (T9A-R170).

    A Character in their ranks is one of them; one among others is not.
    """

    needs = "rank and file"
    pivots_freely = True
    shoots_after_march = True
    forester = True

    def counts_ranks(self, battle: Battle, bearer: Unit, ranks: int) -> int:
        return 0


@BOONS.rule("Light Troops", "t9a.special.light_troops")
class LightFooted(BoonRule):
    """A unit that moves and fights as Light Troops for a while."""

    pivots_freely = True
    shoots_after_march = True
    forester = True

    def counts_ranks(self, battle: Battle, bearer: Unit, ranks: int) -> int:
        return 0


@MODEL_RULES.rule("Strider", "t9a.special.strider")
class Strider(ModelRule):
    """Dangerous Terrain is none for it, and it stays Steadfast in it: all kinds, or the one in brackets (T9A-R183)."""

    brackets = Brackets("|".join((*NAMES.values(), "Water")), "Forest", needed=False)

    def exempt_from(self, battle: Battle, bearer: Unit, kind: str) -> bool:
        named = NAMES.get(kind, "")
        return not self.said or (bool(named) and named.startswith(self.said))


@MODEL_RULES.rule("Skirmisher", "t9a.special.skirmisher")
class Skirmisher(ModelRule):
    """Ruins are no danger to it, and all its ranks shoot (T9A-R180)."""

    shoots_from_all_ranks = True

    def exempt_from(self, battle: Battle, bearer: Unit, kind: str) -> bool:
        return kind == RUINS


@MODEL_RULES.rule("Random Movement", "t9a.special.random_movement")
class RandomMovement(ModelRule):
    """It moves by dice, straight ahead, and neither charges nor moves in any other way (T9A-R177)."""

    brackets = RANDOM
    random_move = "2D6"

    def __init__(self, said: str = "") -> None:
        super().__init__(said)
        self.random_move = said.rstrip('"')

    def check_charge(self, battle: Battle, bearer: Unit) -> Refused | None:
        return unsteered(bearer)


def unsteered(unit: Unit) -> Refused:
    """Why a unit with Random Movement makes no move of its owner's choice and declares no charge."""
    return Refused(f"{acts(unit.name, 'moves')} at random and cannot be steered.", RandomMovement.id)
