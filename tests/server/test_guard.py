"""Whom the server lets in: by which name it was called, from which page; and what its answers protect."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from tests.server.harness import TINY, Table, serving
from warhost.server.net.guard import Hosts, hosts_for

OWN = "http://testserver"


@pytest.fixture
def own(tmp_path: Path) -> Iterator[TestClient]:
    """A server for this machine alone."""
    with serving(tmp_path / "battles.sqlite", hosts=hosts_for("127.0.0.1")) as table:
        yield table.client


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8190", "127.0.0.1:9", "127.1.2.3", "[::1]:8190", "a.localhost"]
)
def test_a_server_for_this_machine_answers_to_its_own_names(own: TestClient, host: str) -> None:
    assert own.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8190", "192.168.1.5", "", "a b", "x/@"]
)
def test_a_server_for_this_machine_answers_to_no_other_name(own: TestClient, host: str) -> None:
    for path in ("/", "/api/rulesets", "/healthz"):
        response = own.get(path, headers={"Host": host})
        assert response.status_code == 421
        assert "--allow-host" in response.json()["error"]
    with pytest.raises(WebSocketDenialResponse) as denied, own.websocket_connect("/ws?token=x", headers={"Host": host}):
        pass
    assert denied.value.status_code == 421


@pytest.mark.parametrize(
    ("bound", "allowed", "known", "unknown"),
    [
        ("0.0.0.0", (), ("table.example", "10.0.0.7", "localhost"), ()),
        ("0.0.0.0", ("Table.Example.",), ("table.example", "10.0.0.7", "[fe80::1]", "localhost"), ("evil.example",)),
        ("127.0.0.1", ("table.example",), ("table.example", "localhost"), ("evil.example", "10.0.0.7")),
        ("127.0.0.1", ("*",), ("anything.example",), ()),
        ("::1", (), ("[::1]", "localhost"), ("evil.example",)),
    ],
)
def test_which_names_a_server_knows(
    bound: str, allowed: tuple[str, ...], known: tuple[str, ...], unknown: tuple[str, ...]
) -> None:
    hosts = hosts_for(bound, allowed)
    assert [name for name in (*known, *unknown) if hosts.know(name)] == list(known)


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://testserver.evil.example", "http://testserver:81", "file://", "http://"],
)
def test_a_page_of_another_site_can_change_nothing(table: Table, origin: str) -> None:
    made = table.tiny()
    headers = {"Origin": origin, "X-Warhost-Token": made.tokens[0]}
    assert table.client.post("/api/battles", json=TINY, headers=headers).status_code == 403
    assert table.client.post(f"{made.path}/rematch", headers=headers).status_code == 403
    assert table.client.post("/api/import", content=b"{}", headers=headers).status_code == 403
    assert table.client.patch(made.path, json={"title": "x"}, headers=headers).status_code == 403
    assert table.client.delete(made.path, headers=headers).status_code == 403
    address = f"/ws?token={made.tokens[0]}"
    with pytest.raises(WebSocketDenialResponse) as denied, table.client.websocket_connect(address, headers=headers):
        pass
    assert denied.value.status_code == 403
    assert [one["id"] for one in listed(table, made.tokens[0])] == [made.id]


def listed(table: Table, token: str) -> Any:
    return table.client.get("/api/battles", headers={"X-Warhost-Tokens": token}).json()


@pytest.mark.parametrize("origin", [OWN, f"{OWN}:80", "HTTP://TESTSERVER", None])
def test_the_own_page_and_programs_without_one_may(table: Table, origin: str | None) -> None:
    headers = {} if origin is None else {"Origin": origin}
    made = table.client.post("/api/battles", json=TINY, headers=headers)
    assert made.status_code == 201
    with table.client.websocket_connect(f"/ws?token={made.json()['watch']}", headers=headers) as socket:
        assert socket.receive_json()["type"] == "hello"


def test_behind_a_proxy_the_page_of_a_name_that_was_given_may(tmp_path: Path) -> None:
    """A proxy that keeps to itself by which name it was called, as nginx does unless told otherwise."""
    with serving(tmp_path / "b.sqlite", hosts=hosts_for("127.0.0.1", ("table.example",))) as table:
        for origin, status in (("https://table.example", 201), ("https://other.example", 403)):
            headers = {"Host": "127.0.0.1:8190", "Origin": origin}
            assert table.client.post("/api/battles", json=TINY, headers=headers).status_code == status


def test_any_name_is_not_any_page(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite", hosts=Hosts()) as table:
        headers = {"Host": "table.example", "Origin": "https://evil.example"}
        assert table.client.post("/api/battles", json=TINY, headers=headers).status_code == 403
        headers["Origin"] = "https://table.example"
        assert table.client.post("/api/battles", json=TINY, headers=headers).status_code == 201


def test_every_answer_protects_the_page(table: Table) -> None:
    for path in ("/", "/api/rulesets", "/api/none", "/healthz"):
        headers = table.client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "connect-src 'self' ws://testserver wss://testserver" in policy
        assert "script-src" not in policy


def test_a_name_cannot_smuggle_anything_into_a_header(table: Table) -> None:
    response = table.client.get("/", headers={"Host": "x; script-src *"})
    assert response.status_code == 421
    assert "script-src" not in response.headers["content-security-policy"]
