"""The container file and the tested versions: what can be known of them without an engine that builds containers."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.server.process import server_at
from warhost.cli import command_of

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINS = [line for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]


def pinned() -> dict[str, Version]:
    return {name: Version(version) for name, version in (line.split("==") for line in PINS)}


def instructions() -> list[tuple[str, str]]:
    """The instructions of the container file in their order, each on one line."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip() and line[0] != "#"]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def of(wanted: str) -> list[str]:
    return [rest for word, rest in instructions() if word == wanted]


def test_the_tested_versions_are_names_and_versions_alone() -> None:
    names = [line.partition("==")[0] for line in PINS]
    assert names == sorted(set(names))
    for line in PINS:
        assert re.fullmatch(r"[a-z0-9-]+==[0-9]+(\.[0-9]+)*(\.?(post|rc|a|b)[0-9]+)?", line), line


@pytest.mark.parametrize("extra", ["", "postgres", "dev"])
def test_there_is_a_tested_version_of_every_dependency_and_the_project_allows_it(extra: str) -> None:
    told = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    versions = pinned()
    for requirement in map(Requirement, told):
        version = versions[canonicalize_name(requirement.name)]
        assert version in requirement.specifier, f"{requirement} does not allow {version}"


def test_the_container_is_built_from_files_that_are_there_and_of_the_tested_versions() -> None:
    for copied in of("COPY"):
        for name in copied.split()[:-1]:
            assert (ROOT / name).exists(), name
    assert any("--constraint constraints.txt" in step for step in of("RUN"))
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for copied in of("COPY"):
        for name in copied.split()[:-1]:
            assert f"!{name}" in ignored, f"{name} is kept from the build"


def test_the_container_has_a_python_that_the_project_allows_and_names_no_registry() -> None:
    for image in of("FROM"):
        name = image.split()[0]
        assert "/" not in name
        assert tuple(map(int, re.findall(r"python:(\d+)\.(\d+)", name)[0])) >= (3, 11)


def test_the_container_serves_as_a_plain_user_with_a_volume() -> None:
    order = [word for word, _ in instructions()]
    (user,) = of("USER")
    assert user not in ("root", "0")
    assert any(step.startswith("useradd") and step.endswith(f" {user}") for step in of("RUN"))
    assert order.index("USER") < order.index("ENTRYPOINT")
    assert "RUN" not in order[order.index("USER") :]
    (volume,) = of("VOLUME")
    assert f"--home-dir {volume} --create-home" in " ".join(of("RUN"))
    assert f'"{volume}/' in of("CMD")[0]


def test_what_the_container_starts_is_what_the_command_takes() -> None:
    (start,) = of("CMD")
    name, *words = ast.literal_eval(start)
    context = command_of(name).make_context(name, words)
    assert (context.params["host"], context.params["data"]) == ("0.0.0.0", "/data/battles.sqlite")
    assert of("EXPOSE") == [str(context.params["port"])]


def test_the_health_check_of_the_container_tells_a_server_from_none(tmp_path: Path) -> None:
    check = ast.literal_eval(of("HEALTHCHECK")[0].partition("CMD ")[2])
    assert check[:2] == ["python", "-c"]
    with server_at(tmp_path / "battles.sqlite") as server:
        port = server.address.rpartition(":")[2]
        tried = [sys.executable, "-c", check[2].replace(":8190/", f":{port}/")]
        assert subprocess.run(tried, capture_output=True, check=False).returncode == 0
    assert subprocess.run(tried, capture_output=True, check=False).returncode != 0
