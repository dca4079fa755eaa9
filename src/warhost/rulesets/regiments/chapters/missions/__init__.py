"""The missions: one small class each (Preparation: The Mission; Advanced Missions: Extra Missions)."""

from __future__ import annotations

from warhost.rulesets.regiments.chapters.missions.attack_defend import Ambush, LastStand, Raid, VipEscort
from warhost.rulesets.regiments.chapters.missions.face_off import (
    Breakthrough,
    Duel,
    KingOfTheHill,
    RelicHunt,
    Sabotage,
    SeizeGround,
)
from warhost.rulesets.regiments.chapters.missions.figures import (
    ANY,
    Figures,
    check_mission,
    figures,
    mission_names,
    mission_on,
    mission_types,
    type_on,
)
from warhost.rulesets.regiments.chapters.missions.mission import (
    ATTACKER,
    DEFENDER,
    Deploying,
    Mission,
    attackers_limit,
    held,
    in_role,
    limit_for,
)
from warhost.rulesets.regiments.chapters.missions.progressive import (
    CaptureAndHold,
    Demolition,
    Domination,
    Headquarters,
    MoshPit,
    PitchedBattle,
)
from warhost.rulesets.regiments.chapters.missions.relics import Rescue, SmashAndGrab, hidden_from
from warhost.rulesets.regiments.core import Battle, optional

MISSIONS: dict[str, type[Mission]] = {
    "duel": Duel,
    "seize_ground": SeizeGround,
    "relic_hunt": RelicHunt,
    "sabotage": Sabotage,
    "breakthrough": Breakthrough,
    "king_of_the_hill": KingOfTheHill,
    "pitched_battle": PitchedBattle,
    "domination": Domination,
    "capture_hold": CaptureAndHold,
    "demolition": Demolition,
    "headquarters": Headquarters,
    "mosh_pit": MoshPit,
    "raid": Raid,
    "smash_grab": SmashAndGrab,
    "ambush": Ambush,
    "last_stand": LastStand,
    "vip_escort": VipEscort,
    "rescue": Rescue,
}
"""The code of each mission; its figures are in data/missions.toml."""


def mission_of(battle: Battle) -> Mission:
    """The mission that is played; without any it is the core mission."""
    slug = battle.mission or "duel"
    mission = MISSIONS[slug](figures(slug))
    for part in optional.speaking(battle, "mission"):
        mission = part.mission(battle, mission)
    return mission


def last_round(battle: Battle) -> int:
    """The last round: what players agreed on, else the mission's own number (AOFR-R197)."""
    last = battle.scene.settings.rounds or mission_of(battle).figures.rounds
    for part in optional.speaking(battle, "last_round"):
        last = part.last_round(battle, last)
    return last


__all__ = [
    "ANY",
    "ATTACKER",
    "DEFENDER",
    "MISSIONS",
    "Deploying",
    "Figures",
    "Mission",
    "attackers_limit",
    "check_mission",
    "figures",
    "held",
    "hidden_from",
    "in_role",
    "last_round",
    "limit_for",
    "mission_names",
    "mission_of",
    "mission_on",
    "mission_types",
    "type_on",
]
