"""The special rules that are about orders, moves and sight (Special Rules)."""

from __future__ import annotations

from warhost.dice import Dice
from warhost.play.rules.rulebase import Brackets
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, roll
from warhost.rulesets.kings_of_war.core import NUMBER, SPECIALS, Battle, Special, Unit, is_a
from warhost.rulesets.kings_of_war.core.events import UnitSteadied
from warhost.table import Arc

STEADY_AGAIN = 4
"""What a headstrong unit has to roll."""


@SPECIALS.rule("Fly", "kow.special.fly", "kow.special.fly_end", "kow.special.fly_hindered")
class Fly(Special):
    """It moves over everything, except when it withdraws, and must end clear. What it only crosses does not hinder its
    charges."""

    flies = True


@SPECIALS.rule("Nimble", "kow.special.nimble")
class Nimble(Special):
    """One more pivot of up to 90 degrees in a charge."""

    charge_pivots = 1


@SPECIALS.rule("Pathfinder", "kow.special.pathfinder")
class Pathfinder(Special):
    """It goes at the double through difficult terrain as through the open."""

    pathfinds = True


@SPECIALS.rule("Strider", "kow.special.strider")
class Strider(Special):
    """Difficult terrain and obstacles do not hinder its charges."""

    strides = True


@SPECIALS.rule("Shambling", "kow.special.shambling")
class Shambling(Special):
    """It never goes at the double, and has one pivot only in an advance."""

    shambles = True


@SPECIALS.rule("Scout", "kow.special.scout", "kow.special.scout_alternate")
class Scout(Special):
    """It may advance once before the first turn."""

    scouts = True


@SPECIALS.rule("Wild Charge", "kow.special.wild_charge", "kow.special.wild_charge_variable")
class WildCharge(Special):
    """It charges so many inches farther than double its Speed. Dice for it are rolled after the order."""

    brackets = NUMBER

    def charge_bonus(self, battle: Battle, bearer: Unit) -> int | Dice:
        return self.level(battle)


@SPECIALS.rule("Phalanx", "kow.special.phalanx")
class Phalanx(Special):
    """Cavalry, large cavalry and flyers that charge its front are hindered."""

    def hinders(self, battle: Battle, bearer: Unit, charger: Unit, facing: Arc) -> bool:
        return facing is Arc.FRONT and any(is_a(battle, charger, kind) for kind in ("cavalry", "large cavalry", "Fly"))


@SPECIALS.rule("Feint", "kow.special.feint", "kow.special.feint_face")
class Feint(Special):
    """It withdraws without a nerve test, and may then change its facing if it is not wavering."""

    feints = True


@SPECIALS.rule(
    "Yielding", "kow.special.yielding", "kow.special.yielding_pursuit", "kow.special.yielding_pursuit_hindered"
)
class Yielding(Special):
    """Anybody may move and shoot as if it were not there. Who routs it and goes forward charges what is behind it."""

    yields = True


@SPECIALS.rule("Leaper", "kow.special.leaper")
class Leaper(Special):
    """It counts as one level higher when it looks at others."""

    leaps = 1


@SPECIALS.rule("Height", "kow.special.height")
class Height(Special):
    """It is that tall, whatever its type is."""

    brackets = Brackets(r"\d+", "3")

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "height":
            tally.base = self.number(battle)


@SPECIALS.rule("Headstrong", "kow.special.headstrong")
class Headstrong(Special):
    """If it begins its turn wavering, it is steady again on a 4+ before it gets its order."""

    def before_order(self, battle: Battle, bearer: Unit) -> Script[None]:
        if not bearer.began_wavering:
            return
        bearer.began_wavering = False
        if not bearer.wavering:
            return
        why = f"{self.name}: {bearer.name}"
        (face,) = yield from roll("D6", why=why, rule=self.id, seat=bearer.seat, unit=bearer.id, need=STEADY_AGAIN)
        if face >= STEADY_AGAIN:
            bearer.wavering = 0
            yield UnitSteadied(bearer.id, self.name)
