"""`warhost play` and `warhost serve` start the table; `warhost watch` shows a battle in the terminal."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import structs

from warhost.cli import main
from warhost.cli.hosting import serve
from warhost.errors import WarhostError
from warhost.server.net.limits import Limits
from warhost.server.net.listening import address, address_for_others, listen

# So many seconds a server may take to answer or to end.
PATIENCE = 60.0


def started(*arguments: str) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen(
        [sys.executable, "-c", "from warhost.cli import main; main()", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    return process, line


@pytest.mark.slow
def test_play_serves_on_loopback_until_it_is_interrupted(tmp_path: Path) -> None:
    process, line = started("play", "--no-browser", "--port", "0", "--data", str(tmp_path / "battles.sqlite"))
    try:
        assert line.startswith("The table is at http://127.0.0.1:")
        place = line.split()[4]
        with urllib.request.urlopen(f"{place}api/rules/eow.charge.redirect.test", timeout=PATIENCE) as response:
            assert json.load(response)["id"] == "eow.charge.redirect.test"
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Battles are kept in ")
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, errors) == (0, "", "")
    finally:
        process.kill()


@pytest.mark.slow
def test_the_same_battles_have_one_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = ["--port", "0", "--data", str(tmp_path / "battles.sqlite")]
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    process, line = started("play", "--no-browser", *data)
    try:
        place = line.split()[4]
        again = CliRunner().invoke(main, ["play", *data])
        assert (again.exit_code, again.output) == (0, f"Warhost is already running: the table is at {place}\n")
        assert opened == [place]
        refused = CliRunner().invoke(main, ["serve", *data])
        assert refused.exit_code == 2
        assert f"are already being served at {place}: open that" in refused.output
        # Killed without warning, it has let go of the battles.
        process.kill()
        process.communicate(timeout=PATIENCE)
        process, line = started("serve", *data)
        assert line.startswith("The table is at")
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        ran = CliRunner().invoke(main, ["serve", "--port", str(port), "--data", str(tmp_path / "b.sqlite")])
        assert ran.exit_code == 2
        assert f"cannot listen on 127.0.0.1 port {port}" in ran.output
        assert "Perhaps Warhost is already running" in ran.output
        assert "--port 0" in ran.output
        with listen("127.0.0.1", port, or_another=True) as another:
            assert another.getsockname()[1] != port


@pytest.mark.slow
def test_serve_says_where_it_is_for_whom_and_where_battles_are_kept(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    process, line = started("serve", "--port", "0", "--data", str(data))
    try:
        assert line.startswith("The table is at http://127.0.0.1:")
        assert process.stdout is not None
        assert process.stdout.readline() == "Only this computer can open it. To let others in, use --host 0.0.0.0.\n"
        assert process.stdout.readline() == f"Battles are kept in {data}\n"
        assert process.stdout.readline() == "SQLite has checked the file: it is sound.\n"
        process.send_signal(signal.SIGTERM)
        out, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, errors) == (0, "", "")
    finally:
        process.kill()


def test_others_are_given_an_address_only_if_they_can_reach_it() -> None:
    for host, reachable in (("127.0.0.1", False), ("0.0.0.0", True)):
        with listen(host, 0) as ears:
            others = address_for_others(ears)
            # A machine without any network has no address for others.
            assert others is None or (reachable and others.endswith(f":{ears.getsockname()[1]}/"))
            assert others is None or "0.0.0.0" not in others


def test_every_option_of_serve_is_in_the_documents() -> None:
    root = Path(__file__).parents[2]
    text = "".join((root / "docs" / page).read_text() for page in ("reference/server.md", "how-to/host-a-table.md"))
    options = [option for one in serve.command.params for option in one.opts]
    assert [
        option for option in options if option not in text and option not in ("--port", "--workers", "--verbose")
    ] == []
    for name, value in structs.asdict(Limits()).items():
        option = f"--{name.replace('_', '-')}"
        if option in options:
            assert re.search(rf"\b{value:g}\b[^|]*\(`{option}`\)", text), option


def test_a_host_that_is_not_here_is_told() -> None:
    with pytest.raises(WarhostError, match=r"cannot listen .* Name an address of this machine with --host"):
        listen("203.0.113.7", 0)


def test_an_address_can_be_opened_in_a_browser() -> None:
    with socket.socket() as ears:
        ears.bind(("0.0.0.0", 0))
        assert address(ears).startswith("http://127.0.0.1:")


def test_a_database_that_cannot_be_opened_is_told_without_a_traceback() -> None:
    ran = CliRunner().invoke(main, ["serve", "--port", "0", "--data", "mysql://x/y"])
    assert ran.exit_code == 2
    assert "not a known kind of database" in ran.output


@pytest.mark.slow
def test_watch_tells_the_reasons_by_the_time_of_the_battle() -> None:
    run = CliRunner().invoke(main, ["watch", "--players", "captain,random", "--map", "1", "--seed", "1", "--why"])
    head, *reasons = run.output[: run.output.index("\n\n")].splitlines()
    assert (head, reasons[0], "  Turn 2, Movement Phase" in reasons) == ("Reasons", "  Deployment", True)
    whens = [line for line in reasons if not line.startswith("    ")]
    assert all(one != other for one, other in pairwise(whens))


def test_watch_tells_a_battle_between_computers(tmp_path: Path) -> None:
    record = tmp_path / "battle.json"
    ran = CliRunner().invoke(
        main, ["watch", "--players", "random,random", "--map", "1", "--seed", "1", "--record", str(record)]
    )
    assert ran.exit_code == 0, ran.output
    assert "Turn 1" in ran.output
    assert record.exists()
