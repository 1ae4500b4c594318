"""`sits mail setup --timer` writes what takes mail in again and again, changes nothing, and switches nothing on."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from commands.main import app
from commands.timers import crontab, timer, user_units, write

SERVICE = """[Unit]
Description=Letters of the games in /home/anna/50%% off

[Service]
Type=oneshot
Environment="SITS_HOME=/home/anna/50%% off"
ExecStart="/opt/a \\"b\\"/sits" "mail" "in" "--quiet"
"""
TIMER = """[Unit]
Description=Letters of the games in /home/anna/50%% off

[Timer]
OnBootSec=1min
OnUnitActiveSec=15min

[Install]
WantedBy=timers.target
"""
PASSWORDS = (
    "The timer takes passwords from the keyring, since it does not have your shell's environment; to give it "
    "variables: systemctl --user edit sits-mail.service"
)


def test_systemd_gets_a_service_and_a_timer_for_one_user() -> None:
    made = timer(Path("/home/anna/50% off"), ['/opt/a "b"/sits'])
    assert made.files == {"sits-mail.service": SERVICE, "sits-mail.timer": TIMER}
    assert made.then == (
        "To switch it on: systemctl --user daemon-reload && systemctl --user enable --now sits-mail.timer",
        "To have it run while you are not logged in: loginctl enable-linger",
        PASSWORDS,
    )


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
def test_systemd_reads_them(tmp_path: Path) -> None:
    write(tmp_path, timer(tmp_path / "50% off", ["/bin/true"]))
    units = [str(path) for path in tmp_path.iterdir()]
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_cron_gets_a_line_that_says_nothing_of_a_run_that_went_well() -> None:
    made = crontab(Path("/home/anna/50% off"), ["/usr/bin/python3", "-m", "commands.start"])
    line = "SITS_HOME='/home/anna/50\\% off' /usr/bin/python3 -m commands.start mail in --quiet >/dev/null"
    assert made.files == {"sits-mail.cron": f"*/15 * * * * {line}\n"}
    assert made.then == (
        "To switch it on: (crontab -l 2>/dev/null; cat '/home/anna/50% off/sits-mail.cron') | crontab -",
        "The timer takes passwords from the keyring, since it does not have your shell's environment.",
    )


@pytest.mark.parametrize("systemd", [True, False])
def test_the_command_writes_them_once_and_never_changes_one(
    systemd: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def which(name: str, path: str | None = None) -> str | None:
        del path
        return {"sits": "/opt/sits", "systemctl": "/bin/systemctl" if systemd else None}[name]

    monkeypatch.setattr(shutil, "which", which)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "var"))
    monkeypatch.setenv("COLUMNS", "300")
    home = (tmp_path / "var").absolute()
    made = timer(home, ["/opt/sits"]) if systemd else crontab(home, ["/opt/sits"])
    folder = user_units() if systemd else home
    first = CliRunner().invoke(app, ["mail", "setup", "--timer"])
    assert first.exit_code == 0, first.output
    assert first.stdout.splitlines() == [
        *(f"{folder / name} is written: it takes mail in every 15 minutes." for name in made.files),
        *made.then,
    ]
    assert {path.name: path.read_text() for path in folder.iterdir()} == made.files
    again = CliRunner().invoke(app, ["mail", "setup", "--timer"])
    assert again.stdout.startswith(f"{folder / next(iter(made.files))} already exists and needs no change.\n")
    name = [*made.files][-1]
    (folder / name).write_text("mine\n")
    other = CliRunner().invoke(app, ["mail", "setup", "--timer"])
    assert other.exit_code == 1
    said = f"{folder / name} already exists and was not changed. For this folder it should say:\n\n{made.files[name]}"
    assert said in f"{other.stdout}\n"
    assert (folder / name).read_text() == "mine\n"
    assert "To switch it on" not in other.stdout
