"""The same battles have one server at a time, by whatever name they are called."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.postgres import postgres_address
from warhost.server.store.battles import AlreadyServed, Store, StoreError


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Path]:
    """A file of battles that a server has."""
    path = tmp_path / "battles.sqlite"
    with closing(Store(str(path))) as store:
        store.serve("http://127.0.0.1:1/")
        yield path


def names_of(path: Path) -> dict[str, str]:
    """The same file by other names."""
    (path.parent / "link.sqlite").symlink_to(path)
    (path.parent / "link to a link.sqlite").symlink_to("link.sqlite")
    (path.parent / "elsewhere").mkdir()
    (path.parent / "elsewhere" / "folder").symlink_to(path.parent, target_is_directory=True)
    return {
        "itself": str(path),
        "as an address": f"sqlite:///{path}",
        "relative": os.path.relpath(path),
        "round about": str(path.parent / "elsewhere" / ".." / path.name),
        "a link": str(path.parent / "link.sqlite"),
        "a link to a link": str(path.parent / "link to a link.sqlite"),
        "through a folder that is a link": str(path.parent / "elsewhere" / "folder" / path.name),
    }


def test_a_second_server_is_refused_by_whatever_name_it_calls_the_file(served: Path) -> None:
    for how, name in names_of(served).items():
        with closing(Store(name)) as second, pytest.raises(AlreadyServed) as refused:
            second.serve("http://127.0.0.1:2/")
        assert refused.value.address == "http://127.0.0.1:1/", how


def test_when_the_first_server_ends_another_has_the_battles_by_any_name(tmp_path: Path) -> None:
    path = tmp_path / "battles.sqlite"
    with closing(Store(str(path))) as store:
        store.serve("http://127.0.0.1:1/")
    for how, name in names_of(path).items():
        with closing(Store(name)) as store:
            store.serve(f"http://127.0.0.1:2/{how}")


def test_a_file_with_two_hard_links_is_refused_before_anything_is_written(served: Path) -> None:
    other = served.parent / "other.sqlite"
    other.hardlink_to(served)
    for name in (other, served):
        with pytest.raises(StoreError, match="the file has 2 names"):
            Store(str(name))
    assert not (served.parent / "other.sqlite-wal").exists()
    other.unlink()
    with closing(Store(str(served))) as again, pytest.raises(AlreadyServed):
        again.serve("http://127.0.0.1:2/")


def test_a_link_that_leads_nowhere_yet_makes_the_file_that_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "link.sqlite").symlink_to(tmp_path / "data" / "battles.sqlite")
    with closing(Store(str(tmp_path / "link.sqlite"))) as store:
        store.serve("http://127.0.0.1:1/")
        assert (tmp_path / "data" / "battles.sqlite").is_file()
        with closing(Store(str(tmp_path / "data" / "battles.sqlite"))) as other, pytest.raises(AlreadyServed):
            other.serve("http://127.0.0.1:2/")


@pytest.mark.slow
def test_a_database_of_postgresql_has_one_server_by_any_address(request: pytest.FixtureRequest) -> None:
    address = postgres_address(request)
    base, _, query = address.partition("?")
    with closing(Store(address)) as store:
        store.serve("http://127.0.0.1:1/")
        for other in (f"{base}?{query}&application_name=other", address.replace("postgresql://", "postgres://")):
            with closing(Store(other)) as second, pytest.raises(AlreadyServed):
                second.serve("http://127.0.0.1:2/")
