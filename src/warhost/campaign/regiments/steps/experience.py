"""4. Earn experience: what units learn in battle, the traits of regular units and the skills of heroes."""

from __future__ import annotations

from msgspec.structs import replace

from warhost.campaign.contract import CampaignScript
from warhost.campaign.regiments.armies.sheet import (
    LEVEL,
    MOST_XP,
    CampaignState,
    Gained,
    Match,
    SheetUnit,
    UnitTold,
    level_marks,
    note,
    opponents,
    put_unit,
    seat_of,
    sides,
)
from warhost.campaign.regiments.armies.tables import Line, line_of, roll_on, skills_of, table
from warhost.play.events import counted
from warhost.play.questions import Option
from warhost.play.script import choose, draw_from
from warhost.play.shown.english import acts, listed, verb
from warhost.rulebook import rule

LEVEL_PRICE, HERO_LEVEL_PRICE = 25, 55
"""What a level adds to the price of a unit, and of a hero."""
COUNTDOWN_XP = 5


def earn(state: CampaignState) -> CampaignScript[None]:
    """Experience for every unit that was in a match, then a level for every 5 of it."""
    for match in state.matches:
        for seat, player in sides(match):
            shares = yield from countdown(state, match, seat, player)
            for uid in match.fielded[seat]:
                earn_unit(state, match, player, uid, shares.get(uid, 0))
    for army in state.armies:
        for unit in army.units:
            yield from level_up(state, army.player, unit.id)


def earn_unit(state: CampaignState, match: Match, player: int, uid: str, share: int) -> None:
    """What a unit earns for a match: for coming through it, for its kills, and by random events."""
    unit = next((one for one in state.armies[player].units if one.id == uid), None)
    if unit is None:
        return
    told = told_of(match, player, unit)
    put_unit(state, player, replace(unit, kills=unit.kills + len(told.kills)))
    if unit.forfeits:
        return
    parts = [
        (for_surviving(told), "for surviving"),
        (for_kills(state, match, player, told), f"for killing {listed(told.kills)}"),
        (told.xp + share, "from random events"),
    ]
    for amount, why in parts:
        if amount:
            gain(state, player, uid, amount, why)


def told_of(match: Match, player: int, unit: SheetUnit) -> UnitTold:
    """What the match tells of a unit."""
    assert match.told is not None
    return next(one for one in match.told.armies[seat_of(match, player)].units if one.unit == unit.name)


@rule("aofr.campaign.xp_survive")
def for_surviving(told: UnitTold) -> int:
    """+1 for a unit that was no casualty; one that was captured and bought back has come through as well (AOFR-R658).

    Units of an army that conceded were taken away and earn nothing for it (AOFR-R648).
    """
    return 1 if told.fate in ("survived", "captured") else 0


@rule("aofr.campaign.xp_kill_unit", "aofr.campaign.xp_kill_hero", "aofr.campaign.xp_kill_hero_and_unit")
def for_kills(state: CampaignState, match: Match, player: int, told: UnitTold) -> int:
    """+1 for each regular unit killed, +2 for each hero: so +3 for a hero and the unit that it was with (AOFR-R649)."""
    others = [state.armies[match.players[seat]] for seat in opponents(match, seat_of(match, player))]
    enemies = {unit.name: unit for army in others for unit in (*army.units, *army.lost)}
    return sum(2 if enemies[name].hero else 1 for name in told.kills)


@rule("aofr.campaign.xp_cap")
def gain(state: CampaignState, player: int, uid: str, amount: int, why: str) -> None:
    """A unit earns experience, up to 30 in all; what goes beyond is lost."""
    unit = state.armies[player].unit(uid)
    put_unit(state, player, replace(unit, xp=min(MOST_XP, unit.xp + amount)))
    told = f"{acts(unit.name, 'earns')} {amount} XP {why}."
    if unit.xp + amount > MOST_XP:
        told = f"{told} It cannot have more than {MOST_XP}."
    note(state, told, "aofr.campaign.xp_survive", player=player, unit=unit)


@rule("aofr.campaign.event_46_countdown")
def countdown(state: CampaignState, match: Match, seat: int, player: int) -> CampaignScript[dict[str, int]]:
    """Whoever won in time splits 5 XP as evenly as can be among its units; what is left over goes to some at random
    (AOFR-R664)."""
    assert match.told is not None
    if not match.told.armies[seat].countdown:
        return {}
    came_through = {one.unit for one in match.told.armies[seat].units if one.fate == "survived"}
    own = [unit for unit in state.armies[player].units if unit.id in match.fielded[seat]]
    alive = [unit for unit in own if unit.name in came_through]
    if not alive:
        return {}
    shares = {unit.id: COUNTDOWN_XP // len(alive) for unit in alive}
    for _ in range(COUNTDOWN_XP % len(alive)):
        least = [uid for uid in shares if shares[uid] == min(shares.values())]
        lucky = yield from draw_from(
            least, why="Who gets one more XP for the Countdown", rule="aofr.campaign.event_46_countdown", seat=player
        )
        shares[lucky] += 1
    return shares


@rule("aofr.campaign.level_up", "aofr.campaign.hero_level_cost", "aofr.campaign.xp_cap")
def level_up(state: CampaignState, player: int, uid: str) -> CampaignScript[None]:
    """Every 5 XP bring a level: a regular unit becomes 25 points dearer and gets a trait, a hero 55 and a skill."""
    while True:
        unit = state.armies[player].unit(uid)
        if unit.levels >= level_marks(unit):
            return
        price = HERO_LEVEL_PRICE if unit.hero else LEVEL_PRICE
        put_unit(state, player, replace(unit, levels=unit.levels + 1, changes=unit.changes + price))
        told = f"{acts(unit.name, 'reaches')} {(unit.levels + 1) * LEVEL} XP and {verb(unit.name, 'is')} worth "
        note(
            state,
            f"{told}{counted(price, 'point')} more.",
            "aofr.campaign.hero_level_cost" if unit.hero else "aofr.campaign.level_up",
            player=player,
            unit=unit,
        )
        yield from (new_skill if unit.hero else new_trait)(state, player, uid)


def acquire(state: CampaignState, player: int, uid: str, gained: Gained) -> None:
    """The unit has something for good."""
    unit = state.armies[player].unit(uid)
    put_unit(state, player, replace(unit, gained=(*unit.gained, gained)))
    line = gained.line
    note(state, f"{unit.name}: {gained.name}. {gained.text}", line.id, player=player, unit=unit, grave=True)


# Regular units


@rule("aofr.campaign.trait_table", "aofr.campaign.trait_once", "aofr.campaign.trait_fast_learner")
def new_trait(state: CampaignState, player: int, uid: str) -> CampaignScript[None]:
    """A die for a trait that the unit does not have yet; Fast Learner lets its player pick one."""
    unit = state.armies[player].unit(uid)
    line = yield from roll_on(
        table("trait"),
        why=f"Trait of {unit.name}",
        rule="aofr.campaign.trait_table",
        seat=player,
        able=lambda line: may_gain(unit, line),
    )
    if line is not None and line.slug == "fast_learner":
        line = yield from fast_learner(player, unit)
    if line is None:
        return
    choice = (yield from specialty(player, unit)) if line.slug == "specialist" else ""
    acquire(state, player, uid, Gained("trait", line.slug, state.mission, choice))


@rule("aofr.campaign.trait_once", "aofr.campaign.trait_specialist")
def may_gain(unit: SheetUnit, line: Line) -> bool:
    """Each trait once; Specialist once for melee and once for shooting; Fast Learner while there is something to pick
    (AOFR-R650)."""
    if line.slug == "specialist":
        return bool(specialties(unit))
    if line.slug == "fast_learner":
        return any(may_gain(unit, other) for other in table("trait") if other.slug != "fast_learner")
    return not unit.has("trait", line.slug)


def specialties(unit: SheetUnit) -> list[str]:
    return [choice for choice in ("melee", "shooting") if not unit.has("trait", "specialist", choice)]


@rule("aofr.campaign.trait_fast_learner")
def fast_learner(player: int, unit: SheetUnit) -> CampaignScript[Line]:
    """The player picks any other trait that the unit may still have."""
    lines = [line for line in table("trait") if line.slug != "fast_learner" and may_gain(unit, line)]
    options = [Option(line.slug, line.name, text=line.text) for line in lines]
    text = f"{acts(unit.name, 'learns')} fast: which trait {verb(unit.name, 'does it', 'do they')} gain?"
    key = yield from choose(player, "trait", text, options, rules=("aofr.campaign.trait_fast_learner",))
    return line_of("trait", key)


@rule("aofr.campaign.trait_specialist")
def specialty(player: int, unit: SheetUnit) -> CampaignScript[str]:
    """A Specialist picks melee or shooting."""
    options = [Option(choice, f"+1 to hit in {choice}") for choice in specialties(unit)]
    text = f"What {verb(unit.name, 'does')} {unit.name} specialize in?"
    return (yield from choose(player, "specialist", text, options, rules=("aofr.campaign.trait_specialist",)))


# Heroes


@rule("aofr.campaign.skill_roll")
def new_skill(state: CampaignState, player: int, uid: str) -> CampaignScript[None]:
    """A die for a skill of the hero's set that it does not have yet."""
    yield from new_skill_set(state, player, uid)
    unit = state.armies[player].unit(uid)
    line = yield from roll_on(
        [line for name in unit.sets for line in skills_of(name)][-3:],
        why=f"Skill of {unit.name}",
        rule="aofr.campaign.skill_roll",
        seat=player,
        able=lambda line: not unit.has("skill", line.slug),
    )
    if line is not None:
        acquire(state, player, uid, Gained("skill", line.slug, state.mission))


@rule("aofr.campaign.skill_set_table", "aofr.campaign.skill_second_set")
def new_skill_set(state: CampaignState, player: int, uid: str) -> CampaignScript[None]:
    """At its first level, and when it has all of its set, a hero rolls for two sets and its player picks one that it
    does not have (AOFR-R654)."""
    unit = state.armies[player].unit(uid)
    if any(not unit.has("skill", line.slug) for name in unit.sets for line in skills_of(name)):
        return
    sets = [line for line in table("set") if line.slug not in unit.sets]
    rolled = yield from roll_on(
        sets,
        why=f"Skill set of {unit.name}",
        rule="aofr.campaign.skill_set_table",
        seat=player,
        able=lambda line: True,
    )
    assert rolled is not None
    options = [
        Option(line.slug, line.name, text=" ".join(f"{skill.name}: {skill.text}" for skill in skills_of(line.slug)))
        for line in sets
        if line.dice == rolled.dice
    ]
    text = f"Which skill set {verb(unit.name, 'does')} {unit.name} take?"
    key = yield from choose(player, "skill set", text, options, rules=("aofr.campaign.skill_set_table",))
    put_unit(state, player, replace(unit, sets=(*unit.sets, key)))
    name = line_of("set", key).name
    note(
        state,
        f"{acts(unit.name, 'takes')} the skill set {name}.",
        "aofr.campaign.skill_set_table",
        player=player,
        unit=unit,
    )
