"""The stratagems that every side has (Universal Doctrine)."""

from __future__ import annotations

from warhost.play.counsel.throws import Swayed
from warhost.play.questions import Odds, Option, Roll
from warhost.play.script import Script, choose
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment.ground import deploy_on
from warhost.rulesets.regiments.chapters.missions import mission_of
from warhost.rulesets.regiments.chapters.structure import waiting
from warhost.rulesets.regiments.core import Battle, Unit
from warhost.rulesets.regiments.parts.command_points import events
from warhost.rulesets.regiments.parts.command_points.purse import NO, offer, pay, purse, ready, stopped, stratagems
from warhost.rulesets.regiments.parts.shared.raising import can_be_raised, raised, what_more

MOST_HIDDEN = 3
"""How many units Hidden Deployment sets up again."""


@rule("aofr.cp.high_command", "aofr.cp.supreme_command")
def raise_dice(battle: Battle, roll: Roll, faces: tuple[int, ...]) -> Script[tuple[int, ...]]:
    """After a roll its owner may add 1 to one die or to all, or do both (AOFR-R573). Who gains nothing by it is not
    asked.

    Rolls for no unit, those of which the least is best, and those that decide on tables are nobody's to raise.
    """
    if roll.seat is None or not can_be_raised(roll):
        return faces
    while True:
        usable = ready(battle, roll.seat, "high_command", "supreme_command")
        gains = {"high_command": raised(roll, faces, 1), "supreme_command": _all_raised(roll, faces)}
        more = {slug: _worth(roll, now) - _worth(roll, faces) for slug, now in gains.items()}
        both = 0
        if len(usable) == len(gains) and purse(battle).points[roll.seat] >= sum(stratagems()[s].cost for s in usable):
            both = _worth(roll, raised(roll, gains["supreme_command"], 1)) - _worth(roll, faces)
        slugs = [slug for slug in usable if more[slug] > (0 if slug == "high_command" else more["high_command"])]
        if both > max(more.values()) and "supreme_command" not in slugs:
            slugs.append("supreme_command")
        shown = ", ".join(map(str, faces))
        need = f" ({roll.need}+ needed)" if roll.need is not None else ""

        def odds(slug: str, more: dict[str, int] = more, both: int = both) -> tuple[Odds, ...]:
            told = (Odds(what_more(roll, more[slug]), more[slug], kind="expected"),)
            if slug == "supreme_command" and both > more[slug]:
                return (*told, Odds(f"{what_more(roll, both)} with High Command", both, kind="expected"))
            return told

        text = f"{roll.why}: {shown}{need}. Do you raise the dice?"
        slug = yield from offer(battle, roll.seat, text, slugs, unit=roll.unit, odds=odds, about=roll.why)
        if not slug:
            return faces
        higher = gains[slug]
        yield events.DiceRaised(stratagems()[slug].name, shown, ", ".join(map(str, higher)))
        faces = higher


def _worth(roll: Roll, faces: tuple[int, ...]) -> int:
    """Successes, or the total where dice are added up."""
    if roll.need is None or roll.read == "sum":
        return sum(faces)
    return sum(face >= roll.need for face in faces)


@rule("aofr.cp.supreme_command")
def _all_raised(roll: Roll, faces: tuple[int, ...]) -> tuple[int, ...]:
    """1 more on all dice: also on those that need one more than that, which High Command may give them. Dice that have
    succeeded stay as they are, and so do natural 1s."""
    if roll.need is None or roll.read == "sum":
        return raised(roll, faces, len(faces))
    return Swayed.of(faces, (face + 1 if 1 < face < roll.need else face for face in faces))


@rule("aofr.cp.seize_initiative", "aofr.cp.seize_initiative_cancel")
@rule("aofr.cp.waive_initiative", "aofr.cp.waive_initiative_cancel")
def initiative(battle: Battle, seat: int) -> Script[int]:
    """Whose unit acts: whose turn it is may waive it, else the other may seize it; neither answers the other
    (AOFR-R574)."""
    other = battle.other(seat)
    if not waiting(battle, seat) or not waiting(battle, other):
        return seat
    text = "It is your turn to activate a unit. Do you leave it to the enemy?"
    if (yield from offer(battle, seat, text, ready(battle, seat, "waive_initiative"))):
        return seat if (yield from stopped(battle, seat, "waive_initiative")) else other
    text = f"{acts(battle.scene.seats[seat].name, 'is')} about to activate a unit. Does one of your units act instead?"
    if (yield from offer(battle, other, text, ready(battle, other, "seize_initiative"))):
        return seat if (yield from stopped(battle, other, "seize_initiative")) else other
    return seat


@rule("aofr.cp.delayed_deployment", "aofr.cp.delayed_deployment_cancel")
def delay(battle: Battle, seat: int) -> Script[bool]:
    """Whether a side leaves its turn to deploy to the other, which has to have a unit to place."""
    if not _to_place(battle, battle.other(seat)):
        return False
    text = "It is your turn to deploy a unit. Does the enemy deploy one instead?"
    if not (yield from offer(battle, seat, text, ready(battle, seat, "delayed_deployment"))):
        return False
    return not (yield from stopped(battle, seat, "delayed_deployment"))


def _to_place(battle: Battle, seat: int) -> list[Unit]:
    return [
        unit
        for unit in battle.units
        if unit.seat == seat and unit.pose is None and unit.inside is None and not unit.reserve and not unit.fate
    ]


@rule("aofr.cp.hidden_deployment", "aofr.cp.hidden_deployment_reply")
def hide(battle: Battle) -> Script[None]:
    """All are deployed but the scouts: a side may pick up to three units up and place them again, the other then too;
    they take turns, and who began places first (AOFR-R575)."""
    for seat in (battle.first, battle.other(battle.first)):
        text = "Everyone is deployed. Do you redeploy some of your units?"
        if not (yield from offer(battle, seat, text, ready(battle, seat, "hidden_deployment"))):
            continue
        other = battle.other(seat)
        picked = {seat: (yield from _pick_up(battle, seat))}
        if (yield from _replies(battle, other)):
            picked[other] = yield from _pick_up(battle, other)
        yield from _place_in_turn(battle, seat, picked)
        return


def _replies(battle: Battle, seat: int) -> Script[bool]:
    slug = "hidden_deployment"
    if not ready(battle, seat, slug):
        return False
    cost = stratagems()[slug].cost
    options = [
        Option(NO, "Leave your units where they are", passes=True),
        Option("reply", f"Redeploy up to {MOST_HIDDEN} of your units ({cost} CP)"),
    ]
    text = "The enemy redeploys some units. Do you redeploy some too?"
    rules = ("aofr.cp.hidden_deployment_reply",)
    if (yield from choose(seat, "stop a stratagem", text, options, rules=rules)) == NO:
        return False
    yield from pay(battle, seat, slug)
    return True


def _pick_up(battle: Battle, seat: int) -> Script[list[Unit]]:
    """Up to three units, transports with who is inside them."""
    picked: list[Unit] = []
    while len(picked) < MOST_HIDDEN:
        there = [unit for unit in battle.units if unit.seat == seat and unit.pose is not None]
        if not there:
            break
        options = [Option(str(unit.id), unit.name, unit=unit.id) for unit in there]
        if picked:
            options.insert(0, Option(NO, "No more units", passes=True))
        text = f"Which unit do you redeploy? {len(picked)} of up to {MOST_HIDDEN} so far."
        key = yield from choose(seat, "hidden deployment", text, options, rules=("aofr.cp.hidden_deployment",))
        if key == NO:
            break
        unit = battle.units[int(key)]
        unit.pose = None
        picked.append(unit)
    return picked


def _place_in_turn(battle: Battle, first: int, picked: dict[int, list[Unit]]) -> Script[None]:
    grounds = {seat: ground for part in mission_of(battle).deployment(battle) for seat, ground in part.grounds.items()}
    seat = first
    while any(picked.values()):
        own = picked.get(seat, [])
        if own:
            yield from deploy_on(battle, own.pop(0), grounds[seat])
        seat = battle.other(seat)
