"""Hypothesis, chance, a memory disk, the same for all tests; connections, to ask whether all are closed; a server."""

import gc
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from commands.start import YOUNG
from tests.shared.connections import Connections
from tests.shared.memory import memory_disk
from tests.shared.postgres import Cluster, cluster

if TYPE_CHECKING:
    from sits_es.mail.servers import Server
    from tests.shared.mail_servers import Dovecot

# How long an example takes says something about the machine and nothing about the program.
settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])

# A change is judged by what it changes: CI takes the same examples in every run, so that what failed fails again when
# somebody looks into it, and no chance example fails a change that has nothing to do with it. New examples are looked
# for wherever else the tests run.
settings.register_profile(
    "ci", settings.get_profile("here"), derandomize=True, database=None, print_blob=True, max_examples=30
)

settings.load_profile("ci" if os.environ.get("CI") else "here")

#: Examples of each law in README's lane, however many it asks for; where long tests run as well it has them all, or a
#: hundred, as usual, in CI thirty.
QUICK = 15


if memory := memory_disk():
    os.environ["TMPDIR"] = tempfile.tempdir = str(memory)


def is_quick(config: pytest.Config) -> bool:
    """Whether README's lane runs: no long tests."""
    return bool(config.option.markexpr == "not long")


def pytest_configure(config: pytest.Config) -> None:
    if is_quick(config):
        settings.register_profile(
            "quick", settings.get_profile(settings.get_current_profile_name()), max_examples=QUICK
        )
        settings.load_profile("quick")
    gc.disable()  # what is imported and collected stays: looking through it again and again finds nothing


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """README's lane doesn't import files whose tests are all long."""
    if not is_quick(config) or collection_path.suffix != ".py":
        return None
    return b"\npytestmark = pytest.mark.long\n" in collection_path.read_bytes() or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    laws = {getattr(item.obj, "__func__", item.obj) for item in items if isinstance(item, pytest.Function)}
    for law in laws if is_quick(config) else ():
        asked = getattr(law, "_hypothesis_internal_use_settings", None)
        if asked and asked.max_examples > QUICK:
            vars(law)["_hypothesis_internal_use_settings"] = settings(asked, max_examples=QUICK)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
    gc.set_threshold(YOUNG)


@pytest.fixture
def connections(monkeypatch: pytest.MonkeyPatch) -> Connections:
    """Every connection to SQLite that is opened from here on."""
    found = Connections()
    monkeypatch.setattr(sqlite3, "connect", found.connect)
    return found


@pytest.fixture(autouse=os.environ.get("CI") is not None)
def chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In CI a test has the same chance bytes in every run, and so the same nonces and dice, for the same reason."""
    monkeypatch.setattr(os, "urandom", Random(request.node.nodeid).randbytes)  # noqa: S311 - to be the same, not secret


@pytest.fixture(scope="session")
def server() -> Iterator[Cluster]:
    """A PostgreSQL server for this run of the tests; where there can be none, they skip, but not in CI."""
    with cluster() as running:
        yield running


@pytest.fixture(scope="module")
def boxes() -> "Iterator[Dovecot]":
    """A Dovecot for the tests of a file."""
    from tests.shared.mail_servers import dovecot

    with dovecot() as running:
        yield running


@pytest.fixture
def mailbox(boxes: "Dovecot") -> "Server":
    """An empty mailbox."""
    return boxes.somebody()
