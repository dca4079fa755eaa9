"""A season of the cup of tiny races at a server, for tests."""

from __future__ import annotations

from typing import Any

from tests.campaign.cup import CAMPAIGN
from tests.server.harness import Table
from warhost.campaign import register_campaign

register_campaign(CAMPAIGN)

CUP: dict[str, Any] = {
    "campaign": "cup",
    "title": "The club's cup",
    "players": [{"name": "Ann"}, {"name": "Ben"}, {"name": "Cay"}],
    "seed": "cup",
}


class Cup:
    """A season that was set up, and the keys of everybody."""

    def __init__(self, table: Table, data: dict[str, Any]) -> None:
        self.table = table
        self.id: str = data["id"]
        self.path = f"/api/seasons/{self.id}"
        self.organiser: str = data["organiser"]
        self.keys: dict[str, str] = data["players"]

    @classmethod
    def of(cls, table: Table, **wanted: Any) -> Cup:
        return cls(table, table.post("/api/seasons", **{**CUP, **wanted}))

    @classmethod
    def begun(cls, table: Table, **wanted: Any) -> Cup:
        cup = cls.of(table, **wanted)
        cup.do("start")
        return cup

    def seen(self, player: str = "") -> dict[str, Any]:
        """The season as a player sees it, the organiser ("o"), or (nothing) everybody."""
        shown: dict[str, Any] = self.table.get(self.path, self.key(player))
        return shown

    def key(self, player: str) -> str:
        return self.organiser if player == "o" else self.keys[player] if player else ""

    def do(self, what: str, by: str = "o", status: int = 204, method: str = "POST", **body: Any) -> Any:
        headers = {"X-Warhost-Token": self.key(by)}
        response = self.table.client.request(method, f"{self.path}/{what}", headers=headers, json=body)
        assert response.status_code == status, response.text
        return response.json() if response.content else None

    def wins(self, seat: int, fixture: str, player: str = "o", **more: Any) -> Any:
        body = {"fixture": fixture, "winners": [seat], "told": {"rabbit": 1}, **more}
        return self.do("results", player, body.pop("status", 200), **body)

    def fixture(self, key: str) -> dict[str, Any]:
        """A battle of the season as everybody sees it."""
        return next(one for one in reversed(self.seen()["fixtures"]) if one["key"] == key)

    def confirm(self, fixture: str, player: str, yes: bool = True, status: int = 200) -> Any:
        """Say yes or no to the result that waits."""
        return self.do("confirmations", player, status, claim=self.fixture(fixture)["pending"]["id"], yes=yes)

    def answer(self, player: str, option: str, status: int = 204) -> Any:
        number = -1 if player == "o" else int(player)
        id_ = next(one["id"] for one in self.seen(player)["questions"] if one["player"] == number)
        answer = {"answer": "choose", "option": option}
        return self.do("answer", player, status, player=number, id=id_, answer=answer)

    def points(self) -> dict[str, str]:
        """The standings, by name."""
        shown = self.seen()
        rows = shown["page"]["standings"][0]["rows"]
        return {shown["players"][row["player"]]["name"]: row["cells"][0] for row in rows}
