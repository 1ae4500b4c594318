"""The demo of every system in notation, kept as it was written: it is written so today, and is read for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.commands_told import run

#: What `sits export GAME -o GOLDEN/GAME.sits.txt` wrote after `sits demo --system SYSTEM`.
GOLDEN = Path(__file__).parent / "golden"
#: Each system's demo, and with how many events it ends in which digest.
DEMOS = {
    "sits": ("duel", 594, "41699bf710e53e5fef5711653d41441eee410c67e5c6691c8d31fd550b919342"),
    "sfb_n3d": ("pursuit", 902, "ded786ee33b522b5f7d46d72924aeb01cb769e4520822273416c3ada7c9f51aa"),
    "star_wars": ("ambush", 388, "e1524fb7962f070cc0d8be828d8a3018e754753d543069ce1d53c06440564b6a"),
    "xwing": ("beacon", 50, "caab5b810cd19d61173f212b6fb537a2fbdac1678e5d9f67df8d42d7b983ee10"),
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "games")


@pytest.mark.parametrize("system", DEMOS)
def test_a_demo_is_written_as_it_was(system: str) -> None:
    name, events, _ = DEMOS[system]
    assert run("demo", "--system", system).code == 0
    told = run("export", name, "-o", f"{name}.sits.txt")
    assert told == (
        0,
        f"{name}.sits.txt: {name}, 1 stream with {events} events. It does not say when they were written down.\n",
        "",
    )
    assert Path(f"{name}.sits.txt").read_text(encoding="utf-8") == (GOLDEN / f"{name}.sits.txt").read_text("utf-8")


@pytest.mark.parametrize("system", DEMOS)
def test_what_was_written_gives_the_same_record_for_ever(system: str) -> None:
    name, events, head = DEMOS[system]
    golden = GOLDEN / f"{name}.sits.txt"
    assert run("import", str(golden)) == (0, f"{name}: {events} events; all of them are new.\n", "")
    assert f"\nHead {head}\n" in run("audit", name, "--verify").out
    assert run("export", name, "-o", "again.sits.txt").code == 0
    assert Path("again.sits.txt").read_bytes() == golden.read_bytes()
