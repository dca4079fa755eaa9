"""A server below a path of a site, where a proxy puts it: programs play there. Pages: tests/browser/test_prefix.py."""

from __future__ import annotations

import json
import ssl
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.proxying import nginx, own_proxy
from tests.server.harness import LONGEST_WAIT, PEOPLE
from tests.server.process import server_at


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["a proxy of the tests", "nginx with TLS, as documented"])
def test_programs_play_below_a_path_of_a_site(kind: str, tmp_path: Path) -> None:
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    with server_at(tmp_path / "battles.sqlite") as server:
        port = int(server.address.rpartition(":")[2])
        with nginx(port, tmp_path) if kind.startswith("nginx") else own_proxy(port) as below:
            wanted = Request(f"{below}/api/battles", json.dumps({"seats": PEOPLE}).encode())
            wanted.add_header("Content-Type", "application/json")
            with urlopen(wanted, timeout=LONGEST_WAIT, context=trusting) as response:
                made = json.load(response)
            encrypted = trusting if below.startswith("https") else None
            socket = f"{below.replace('http', 'ws', 1)}/ws?token={made['tokens']['0']}"
            # As a browser does: the page names its site.
            origin = below.removesuffix("/warhost")
            with connect(socket, ssl=encrypted, origin=Origin(origin), open_timeout=LONGEST_WAIT) as page:
                assert json.loads(page.recv(timeout=LONGEST_WAIT))["type"] == "hello"
            # A record may have megabytes: that one is none, but it comes through and is read.
            large = Request(f"{below}/api/import", b"x" * 3_000_000)
            with pytest.raises(HTTPError) as refused:
                urlopen(large, timeout=LONGEST_WAIT, context=trusting)
            assert "The record" in json.load(refused.value)["error"]
