"""What each side has to spend, what it may buy, and how it is asked (Playing with Command Points, Stratagems)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from warhost.play.events import counted
from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, choose, roll_sum
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.core import Battle, optional
from warhost.rulesets.regiments.parts.command_points import events

SLUG = "command_points"
PER = 750
"""Points of army for each step of income (AOFR-R516)."""

NO, NOT_THIS_ROUND = "pass", "not this round"


class Stratagem(msgspec.Struct, frozen=True):
    slug: str
    name: str
    cost: int
    text: str
    doctrine: str = ""
    """Whose it is; the universal ones are everybody's."""

    @property
    def rule(self) -> str:
        return f"aofr.cp.{self.slug}"


class Doctrine(msgspec.Struct, frozen=True):
    slug: str
    name: str


class _File(msgspec.Struct, forbid_unknown_fields=True):
    doctrine: tuple[Doctrine, ...]
    stratagem: tuple[Stratagem, ...]


def _file() -> _File:
    return read_data("warhost.rulesets.regiments", "parts/command_points.toml", _File)


def doctrines() -> tuple[Doctrine, ...]:
    """The doctrines in the order of their die."""
    return _file().doctrine


def stratagems() -> dict[str, Stratagem]:
    return {one.slug: one for one in _file().stratagem}


class Purse(msgspec.Struct, frozen=True, omit_defaults=True):
    """What both sides have."""

    style: str = ""
    points: tuple[int, ...] = (0, 0)
    doctrines: tuple[str, ...] = ("", "")
    used: tuple[tuple[int, str], ...] = ()
    """Who has used which stratagem in the present activation."""
    quiet: tuple[tuple[int, str], ...] = ()
    """Who does not want to be asked again in this round, and for which stratagems."""
    killing: tuple[int, ...] = ()
    """The units whose dead strike once more in the present melee."""
    supreme: tuple[int, ...] = ()
    """The units with a supreme spell token, one entry for each."""


def purse(battle: Battle) -> Purse:
    return optional.kept(battle, SLUG, Purse)


def change(battle: Battle, **fields: object) -> None:
    optional.keep(battle, SLUG, msgspec.structs.replace(purse(battle), **fields))


class Style(msgspec.Struct, frozen=True):
    """How command points come in: how many for every 750 points of army, how often, and whether they stay."""

    name: str
    each: int
    every_round: bool = True
    kept: bool = True
    times: bool = False
    """Times a D3."""


@rule("aofr.cp.style_table", "aofr.cp.fixed", "aofr.cp.growing", "aofr.cp.temporary")
@rule("aofr.cp.fixed_random", "aofr.cp.growing_random", "aofr.cp.temporary_random")
def styles() -> dict[str, Style]:
    """The styles in the order of their die."""
    return {
        "fixed": Style("Fixed", 4, every_round=False),
        "growing": Style("Growing", 2),
        "temporary": Style("Temporary", 2, kept=False),
        "fixed_random": Style("Fixed Random", 2, every_round=False, times=True),
        "growing_random": Style("Growing Random", 1, times=True),
        "temporary_random": Style("Temporary Random", 1, kept=False, times=True),
    }


def style_of(battle: Battle) -> Style:
    return styles()[purse(battle).style]


@rule("aofr.cp.fixed", "aofr.cp.growing", "aofr.cp.temporary")
@rule("aofr.cp.fixed_random", "aofr.cp.growing_random", "aofr.cp.temporary_random")
def gain(battle: Battle) -> Script[None]:
    """Each side gets its points: so many for every full 750 points of the game, one step at least (AOFR-R516). A D3 is
    thrown for each of them where the style is random (AOFR-R571)."""
    style = style_of(battle)
    steps = max(1, battle.scene.settings.points // PER)
    for seat in battle.sides:
        times = 1
        if style.times:
            why, rule_id = "Command points: times", f"aofr.cp.{purse(battle).style}"
            times = yield from roll_sum("D3", why=why, rule=rule_id, seat=seat)
        points = times * style.each * steps
        _set(battle, seat, purse(battle).points[seat] + points)
        yield events.CommandGained(seat, points, purse(battle).points[seat])


@rule("aofr.cp.temporary", "aofr.cp.temporary_random")
def discard(battle: Battle) -> Script[None]:
    """What is left at a round's end is lost where the style says so."""
    if style_of(battle).kept:
        return
    for seat, left in enumerate(purse(battle).points):
        if left:
            _set(battle, seat, 0)
            yield events.CommandLost(seat, left)


def _set(battle: Battle, seat: int, points: int) -> None:
    change(battle, points=tuple(points if one == seat else had for one, had in enumerate(purse(battle).points)))


@rule("aofr.cp.access", "aofr.cp.cost", "aofr.cp.once_per_activation")
def why_not(battle: Battle, seat: int, slug: str) -> Denied | None:
    """Why a side may not use a stratagem now: it is another doctrine's, too costly, or was used in this activation."""
    told, own = stratagems()[slug], purse(battle)
    if seat >= len(own.doctrines):
        return Denied(slug, f"{told.name} cannot be used before the battle has begun.", "aofr.cp.access")
    if told.doctrine not in ("", own.doctrines[seat]):
        return Denied(slug, f"{told.name} belongs to another doctrine.", "aofr.cp.access")
    if told.cost > own.points[seat]:
        why = f"{told.name} costs {told.cost}; you have {own.points[seat]} left."
        return Denied(slug, why, "aofr.cp.cost")
    if (seat, slug) in own.used:
        return Denied(slug, f"{told.name} has already been used in this activation.", "aofr.cp.once_per_activation")
    return None


def ready(battle: Battle, seat: int, *slugs: str) -> list[str]:
    """Which of these stratagems the side may use and wants to be asked about; units of nobody have no side."""
    if seat not in battle.sides:
        return []
    quiet = purse(battle).quiet
    return [slug for slug in slugs if (seat, slug) not in quiet and why_not(battle, seat, slug) is None]


@rule("aofr.cp.cost", "aofr.cp.once_per_activation")
def pay(battle: Battle, seat: int, slug: str) -> Script[None]:
    """The price is paid at once, whatever comes of it."""
    told, own = stratagems()[slug], purse(battle)
    change(battle, used=(*own.used, (seat, slug)))
    _set(battle, seat, own.points[seat] - told.cost)
    yield events.StratagemUsed(seat, told.name, told.cost, purse(battle).points[seat])


def new_activation(battle: Battle) -> None:
    """Every stratagem may be used once more."""
    if purse(battle).used:
        change(battle, used=())


def option(slug: str, unit: int | None = None, target: int | None = None, odds: tuple[Odds, ...] = ()) -> Option:
    """A stratagem to choose: its name, its price, what it does."""
    told = stratagems()[slug]
    return Option(slug, f"{told.name} ({told.cost} CP)", odds, unit, target, text=told.text)


def offer(
    battle: Battle,
    seat: int,
    text: str,
    slugs: Sequence[str],
    *,
    unit: int | None = None,
    target: int | None = None,
    odds: Callable[[str], tuple[Odds, ...]] = lambda slug: (),
    weigh: Callable[[str], Sequence[Odds]] | None = None,
    denied: Iterable[Denied] = (),
    about: str = "",
) -> Script[str]:
    """Ask a side whether it uses one of these stratagems. Returns the one that is paid for, or nothing.

    Who does not want to be asked again says so for the rest of the round. `weigh` says what each of them has to expect
    of the dice, and what is to be expected without one (`NO`), when it takes a while to work out.
    """
    if not slugs:
        return ""
    wanted = [option(slug, unit, target, odds(slug)) for slug in slugs]
    left = purse(battle).points[seat]
    options = [
        Option(NO, "No stratagem", unit=unit, passes=True),
        *wanted,
        Option(NOT_THIS_ROUND, "None of this kind for the rest of the round", unit=unit),
    ]
    rules = tuple(stratagems()[slug].rule for slug in slugs)
    note = f"You have {counted(left, 'command point')}."

    def told(one: Option) -> Sequence[Odds]:
        return one.odds if weigh is None or one.key == NOT_THIS_ROUND else weigh(one.key)

    key = yield from choose(
        seat, "stratagem", text, options, note=note, rules=rules, denied=tuple(denied), weigh=told, about=about
    )
    if key == NOT_THIS_ROUND:
        change(battle, quiet=(*purse(battle).quiet, *((seat, slug) for slug in slugs)))
    if key in (NO, NOT_THIS_ROUND):
        return ""
    yield from pay(battle, seat, key)
    return key


def stopped(battle: Battle, seat: int, slug: str) -> Script[bool]:
    """Whether the other side pays the same price to stop a stratagem that this side has paid for."""
    told, other = stratagems()[slug], battle.other(seat)
    if told.cost > purse(battle).points[other]:
        return False
    rule_id = f"{told.rule}_cancel"
    name = battle.scene.seats[seat].name
    options = [
        Option(NO, "Let it happen", passes=True),
        Option("stop", f"Stop it ({told.cost} CP)", text="Both sides lose what they paid."),
    ]
    text = f"{acts(name, 'uses')} {told.name}. Do you stop it?"
    if (yield from choose(other, "stop a stratagem", text, options, note=told.text, rules=(rule_id,))) == NO:
        return False
    _set(battle, other, purse(battle).points[other] - told.cost)
    yield events.StratagemStopped(other, told.name)
    return True
