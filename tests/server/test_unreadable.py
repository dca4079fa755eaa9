"""What nobody could mean is refused with 4xx and one line of the log; repeated ones are not told each time."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from tests.server.harness import PEOPLE, TINY, Table, serving
from warhost.server.app import application
from warhost.server.net.limits import Limits
from warhost.server.store import databases
from warhost.server.store.battles import Store
from warhost.server.watching.logs import A_FEW, MINUTE, Seldom, keep_log

DEEP = b"[" * 100_000 + b"]" * 100_000
DEEP_OBJECTS = b'{"a":' * 100_000 + b"1" + b"}" * 100_000
OUTCOME = {"winners": [0], "word": "\0", "text": "\0"}
MANY = Limits(address_battles=10**6, address_requests=1e6, address_work=1e6)


@pytest.fixture
def client(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[TestClient]:
    """A server with a page, whose errors answer as they do in earnest."""
    static = tmp_path / "static"
    static.mkdir()
    (static / "index.html").write_text("<p>The page")
    with patch.object(databases, "SYNCHRONOUS", "OFF"):
        app = application(str(tmp_path / "b.sqlite"), workers=1, static=static, limits=MANY)
    with TestClient(app, raise_server_exceptions=False) as client:
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            yield client


def in_one_line(caplog: pytest.LogCaptureFixture) -> bool:
    """Whether one line was told, without a traceback."""
    (record,) = caplog.records
    return record.exc_info is None and "\n" not in record.getMessage()


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/%00", 400),
        ("/assets/%00.js", 400),
        ("/api/rules/%00", 400),
        ("/api/rulesets/%0a/guide", 400),
        ("/api/battles/%00/timeline", 400),
        ("/" + "a" * 5_000, 414),
        ("/" + "a/" * 3_000, 414),
        ("/api/battles/b/moment/" + "9" * 5_000, 414),
        ("/api/rules/" + "x" * 5_000, 414),
    ],
)
def test_an_address_that_could_be_none_is_refused_in_one_line(
    client: TestClient, caplog: pytest.LogCaptureFixture, path: str, status: int
) -> None:
    response = client.get(path)
    assert response.status_code == status
    assert response.json()["error"] == "This address is not valid."
    assert in_one_line(caplog)
    assert len(caplog.records[0].getMessage()) < 200


@pytest.mark.parametrize("path", ["/" + "a" * 900 + ".js", "/a.js/" * 100 + "b.css", "/..%2f..%2fb.sqlite"])
def test_a_file_that_could_not_be_is_not_there(client: TestClient, caplog: pytest.LogCaptureFixture, path: str) -> None:
    assert client.get(path).status_code == 404
    assert caplog.records == []


def test_a_page_at_an_odd_address_is_refused(client: TestClient) -> None:
    for path in ("/ws%00", "/ws" + "x" * 5_000):
        with pytest.raises(WebSocketDenialResponse) as denied, client.websocket_connect(path):
            pass
        assert denied.value.status_code in (400, 414)


def record_of(client: TestClient) -> dict[str, Any]:
    made = client.post("/api/battles", json={"seats": PEOPLE}).json()
    record: dict[str, Any] = client.get(f"/api/battles/{made['id']}/record?token={made['watch']}").json()
    return record


def with_field(record: dict[str, Any], *path: str) -> Callable[[bytes], bytes]:
    """The record with anything at that place."""
    inner = record
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = "@@"
    return lambda value: json.dumps(record).encode().replace(b'"@@"', value)


@pytest.mark.parametrize("value", [DEEP, DEEP_OBJECTS, b'"\xff\xfe"', b'"\\ud800"', b"[" * 100_000])
@pytest.mark.parametrize("place", ["start", "start.scene", "start.phase", "start.unknown", "unknown", "setup.options"])
def test_a_record_that_cannot_be_read_is_refused_in_one_line(
    client: TestClient, caplog: pytest.LogCaptureFixture, place: str, value: bytes
) -> None:
    body = with_field(record_of(client), *place.split("."))(value)
    response = client.post("/api/import", content=body)
    assert response.status_code == 400, response.text
    assert response.json()["error"].startswith("The record: ")
    assert in_one_line(caplog)


@pytest.mark.parametrize("value", [DEEP, DEEP_OBJECTS, b'"\xff\xfe"'])
def test_snapshots_that_cannot_be_read_are_refused_in_one_line(
    client: TestClient, caplog: pytest.LogCaptureFixture, value: bytes
) -> None:
    record = record_of(client)
    record |= {"version": "0.1", "snapshots": [{"at": 0, "turn": 1, "active": 0, "battle": "@@"}]}
    response = client.post("/api/import", content=json.dumps(record).encode().replace(b'"@@"', value))
    assert response.status_code == 400
    assert in_one_line(caplog)


@pytest.mark.parametrize("field", ["version", "outcome"])
def test_a_record_that_no_database_keeps_is_refused(address: str, field: str) -> None:
    with serving(address) as table:
        made = table.create(seats=PEOPLE)
        record = table.get(f"{made.path}/record", made.watch)
        # As one of other rules, which is shown from its snapshots.
        record |= {"version": "0.1", "snapshots": [{"at": 0, "turn": 1, "active": 0, "battle": record["start"]}]}
        record["start"] = {**record["start"], "turn": 7}
        assert table.client.post("/api/import", json=record).status_code == 201
        record |= {"version": "0\0"} if field == "version" else {"outcome": OUTCOME}
        response = table.client.post("/api/import", json=record)
        assert (response.status_code, "a character in it that cannot be read" in response.text) == (400, True), (
            response.text
        )


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/battles"),
        ("POST", "/api/muster"),
        ("PATCH", "/api/battles/{battle}"),
        ("PUT", "/api/battles/{battle}/army"),
        ("POST", "/api/battles/{battle}/branch"),
        ("POST", "/api/import"),
    ],
)
@pytest.mark.parametrize("body", [DEEP, DEEP_OBJECTS, b'{"title":"\xff"}', b'{"options":' + DEEP_OBJECTS + b"}", b"\0"])
def test_whatever_takes_a_body_refuses_what_cannot_be_read(
    client: TestClient, caplog: pytest.LogCaptureFixture, method: str, path: str, body: bytes
) -> None:
    made = client.post("/api/battles", json=TINY).json()
    headers = {"Content-Type": "application/json", "X-Warhost-Token": made["tokens"]["0"]}
    response = client.request(method, path.format(battle=made["id"]), content=body, headers=headers)
    assert response.status_code in (400, 413)
    assert response.json()["error"]
    assert response.status_code == 413 or in_one_line(caplog)


def test_a_client_that_leaves_in_the_middle_is_no_error(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> None:
        pieces = [{"type": "http.disconnect"}, {"type": "http.request", "body": b"{", "more_body": True}]

        async def receive() -> Any:
            return pieces.pop()

        async def send(message: Any) -> None:
            pass

        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/battles",
            "query_string": b"",
            "headers": [(b"host", b"testserver"), (b"content-type", b"application/json")],
            "client": ("203.0.113.9", 1),
        }
        await table.client.app(scope, receive, send)

    assert table.client.portal is not None
    with caplog.at_level(logging.WARNING):
        table.client.portal.call(ask)
    assert caplog.records == []


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What the log of a server would write, with its time at a standstill."""
    told: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(record.getMessage())

    handler = Handler()
    handler.addFilter(Seldom(lambda: 0.0))
    logging.getLogger().addHandler(handler)
    yield told
    logging.getLogger().removeHandler(handler)


def test_what_comes_again_and_again_is_not_told_each_time(client: TestClient, lines: list[str]) -> None:
    for number in range(50):
        assert client.get(f"/{number}%00").status_code == 400
        assert client.post("/api/import", content=b"{" * number).status_code == 400
    assert len([line for line in lines if "invalid address" in line]) == A_FEW
    assert len([line for line in lines if "/api/import" in line]) == A_FEW


def test_errors_of_the_server_itself_are_not_told_each_time(
    client: TestClient, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Store, tokens: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(Store, "listed", broken)
    for _ in range(20):
        assert client.get("/api/battles").status_code == 500
    assert [line for line in lines if "/api/battles broke" in line] == ["GET /api/battles broke."] * A_FEW


def test_how_many_were_left_out_is_told_with_the_next_one() -> None:
    now = 0.0
    seldom = Seldom(lambda: now)

    def told(level: int = logging.WARNING, line: int = 1) -> str | None:
        record = logging.LogRecord("warhost", level, "somewhere.py", line, "Refused %s.", ("this",), None)
        return record.getMessage() if seldom.filter(record) else None

    assert [told() for _ in range(9)] == ["Refused this."] * A_FEW + [None] * (9 - A_FEW)
    assert told(line=2) == "Refused this."
    assert [told(logging.INFO) for _ in range(9)] == ["Refused this."] * 9
    now = MINUTE
    assert told() == f"Refused this. ({9 - A_FEW} similar messages suppressed)"
    assert told() == "Refused this."


def test_the_log_of_a_server_is_kept_so(monkeypatch: pytest.MonkeyPatch) -> None:
    root = logging.getLogger()
    level = root.level
    monkeypatch.setattr(root, "handlers", [])
    try:
        keep_log(logging.ERROR)
        keep_log(logging.ERROR)
        (handler,) = root.handlers
        assert [type(one) for one in handler.filters] == [Seldom]
    finally:
        root.setLevel(level)


def test_a_log_that_is_kept_already_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = logging.StreamHandler()
    monkeypatch.setattr(logging.getLogger(), "handlers", [kept])
    keep_log(logging.ERROR)
    assert logging.getLogger().handlers == [kept]
    assert kept.filters == []
