"""5. Upgrade armies: upgrades are bought for units, and sold again for half of their price."""

from __future__ import annotations

from msgspec.structs import replace

from warhost.campaign.contract import CampaignScript
from warhost.campaign.regiments.armies import shopping
from warhost.campaign.regiments.armies.sheet import Army, CampaignState, note, pay, put_unit
from warhost.play.questions import Denied, Option
from warhost.play.script import choose, roll
from warhost.play.shown.english import verb
from warhost.rulebook import rule

CHEAP = 5
"""An upgrade of so many points needs a die to be sold."""

RULES = (
    "aofr.campaign.buy_upgrade",
    "aofr.campaign.buy_negative",
    "aofr.campaign.sell_upgrade",
    "aofr.campaign.sell_cheap",
    "aofr.campaign.sell_negative",
)


def upgrade(state: CampaignState) -> CampaignScript[None]:
    """Each player in turn buys and sells upgrades."""
    for army in state.armies:
        if army.joined:
            yield from upgrade_army(state, army.player)


@rule("aofr.campaign.buy_upgrade", "aofr.campaign.sell_upgrade")
def upgrade_army(state: CampaignState, player: int) -> CampaignScript[None]:
    """Upgrades one by one, until the player has done."""
    while True:
        army = state.armies[player]
        offers = {f"buy {one.unit.id} {one.name}": one for one in shopping.upgrade_offers(state, army)}
        owned = {f"sell {one.unit.id} {one.name}": one for one in shopping.owned_upgrades(state, army)}
        options, denied = [], []
        for key, offer in offers.items():
            if why := why_not_buy(army, offer):
                denied.append(Denied(key, why, "aofr.campaign.buy_upgrade"))
            else:
                options.append(Option(key, f"{offer.unit.name}: {offer.name}, {_price(offer.cost)}"))
        for key, offer in owned.items():
            if refusal := why_not_sell(army, offer):
                denied.append(Denied(key, *refusal))
            else:
                options.append(Option(key, f"Sell {offer.name} of {offer.unit.name}, {_sale(offer.cost)}"))
        if not options:
            return
        options.append(Option("done", "Done", passes=True))
        text = f"Which upgrades {verb(army.name, 'does')} {army.name} buy or sell? {army.purse} points are left."
        key = yield from choose(player, "upgrade", text, options, rules=RULES, denied=denied)
        if key == "done":
            return
        if key in offers:
            buy(state, player, offers[key])
        else:
            yield from sell(state, player, owned[key])


def _price(cost: int) -> str:
    return f"{cost} points" if cost >= 0 else f"{-cost} points back"


def _sale(cost: int) -> str:
    if cost < 0:
        return f"for which {-cost} points are paid"
    return "for 5 points on a 4+" if cost == CHEAP else f"for {sale_price(cost)} points"


@rule("aofr.campaign.buy_upgrade", "aofr.campaign.buy_negative")
def why_not_buy(army: Army, offer: shopping.UpgradeOffer) -> str:
    """An upgrade is paid out of the points that are left; one of less than 0 brings points."""
    if offer.cost > max(0, army.purse):
        return f"{offer.name} for {offer.unit.name}: {offer.cost} points, and {army.purse} are left."
    return ""


@rule("aofr.campaign.buy_upgrade", "aofr.campaign.buy_negative")
def buy(state: CampaignState, player: int, offer: shopping.UpgradeOffer) -> None:
    """The unit has the upgrade, and its price is paid; a price below 0 is gained."""
    pick = replace(offer.unit.pick, options=(*offer.unit.pick.options, offer.name))
    put_unit(state, player, replace(offer.unit, pick=pick))
    pay(state, player, -offer.cost)
    bought = f"{offer.unit.name} {verb(offer.unit.name, 'gets')} {offer.name}, {_price(offer.cost)}."
    note(state, bought, "aofr.campaign.buy_upgrade", player=player, unit=offer.unit)


@rule("aofr.campaign.sell_upgrade")
def sale_price(cost: int) -> int:
    """Half of the price, rounded down to a multiple of 5."""
    return cost // 2 // 5 * 5


@rule("aofr.campaign.sell_cheap", "aofr.campaign.sell_negative")
def why_not_sell(army: Army, offer: shopping.UpgradeOffer) -> tuple[str, str] | None:
    """Free upgrades cannot be sold, those of 5 points are tried once after each mission, and giving up one of less
    than 0 must be paid."""
    if offer.cost == 0:
        return f"{offer.name} cost nothing and cannot be sold.", "aofr.campaign.sell_upgrade"
    if offer.name in offer.unit.tried:
        return f"Nobody wanted {offer.name}: try again after the next mission.", "aofr.campaign.sell_cheap"
    if offer.cost < 0 and -offer.cost > army.purse:
        why = f"To give up {offer.name} costs {-offer.cost} points, and {army.purse} are left."
        return why, "aofr.campaign.sell_negative"
    return None


@rule("aofr.campaign.sell_upgrade", "aofr.campaign.sell_cheap", "aofr.campaign.sell_negative")
def sell(state: CampaignState, player: int, offer: shopping.UpgradeOffer) -> CampaignScript[None]:
    """Half of the price comes back; 5 points only on a 4+; a price below 0 is paid in full."""
    if offer.cost == CHEAP:
        why, name = f"Selling {offer.name} of {offer.unit.name}", "aofr.campaign.sell_cheap"
        (face,) = yield from roll("D6", why=why, rule=name, seat=player, need=4)
        if face < 4:
            put_unit(state, player, replace(offer.unit, tried=(*offer.unit.tried, offer.name)))
            note(state, f"Nobody wanted {offer.name}.", name, player=player, unit=offer.unit, dice=(face,))
            return
        gained = CHEAP
    else:
        gained = offer.cost if offer.cost < 0 else sale_price(offer.cost)
    put_unit(state, player, replace(offer.unit, pick=shopping.without(offer.unit.pick, offer.name)))
    pay(state, player, gained)
    sold = f"{offer.name} of {offer.unit.name} {verb(offer.name, 'was')} sold for {gained} points."
    if gained < 0:
        sold = f"{offer.unit.name} {verb(offer.unit.name, 'gives')} up {offer.name} for {-gained} points."
    note(state, sold, "aofr.campaign.sell_upgrade", player=player, unit=offer.unit)


__all__ = ["buy", "sale_price", "sell", "upgrade", "upgrade_army"]
