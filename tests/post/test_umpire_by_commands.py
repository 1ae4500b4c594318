"""The verb about a game's umpire, and a club evening by commands alone."""

from pathlib import Path

import pytest

from tests.shared.programs import Table


class Club(Table):
    """Anna and Ben play, Uma is umpire, and all read one Maildir."""

    def found(self) -> None:
        """Begin a duel."""
        (self.folder / "uma").mkdir()
        (self.folder / "uma" / "sits.toml").write_text(
            '[post]\nname = "Uma"\n[mail]\naddress = "uma@example.org"\ninbox = "../box"\noutbox = "../box"\n'
        )
        for who in ("anna", "ben", "uma"):
            self.sits(who, "id", "new", who)
        others = ("red=anna@example.org", "blue=ben@example.org")
        self.sits("uma", "invite", "duel", "--name", "duel", "--as", "ump", "--umpire", "ump", *others)
        self.round("uma", "anna", "ben")
        for who in ("anna", "ben"):
            self.sits(who, "join", "duel")
        self.round("anna", "ben", "uma")
        self.sits("uma", "confirm", "duel")
        self.round("uma", "anna", "ben")

    def round(self, *people: str) -> None:
        """Each of them takes mail in."""
        for who in people:
            self.sits(who, "mail", "in", "--quiet")

    def play(self) -> None:
        """Both players seal two exchanges, and all is resolved."""
        self.sits("anna", "orders", "seal", str(self.folder / "red.orders"), "--to", "1.2")
        self.sits("ben", "orders", "seal", str(self.folder / "blue.orders"), "--to", "1.2")
        self.round("anna", "ben", "uma", "anna", "ben")


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Club:
    return Club(tmp_path, monkeypatch)


def test_players_go_on_without_their_umpire(club: Club) -> None:
    club.found()
    club.play()
    said = club.sits("anna", "umpire", "duel", "--none")
    assert "duel: You sign that all players go on without ump, as peers, from event #" in said
    assert "Still to sign: blue. They sign with: sits agree duel" in said
    club.round("anna")
    assert (
        "red signs that the game goes on from 1.3 as peers, without ump. To sign it as well: sits agree duel"
        in club.sits("ben", "mail", "in")
    )
    assert "Signed by all: you go on as peers." in club.sits("ben", "agree", "duel")
    club.round("ben", "anna")
    assert "owed: seal of red (you)" in club.sits("anna", "mail", "status")
    assert club.sits("anna", "mail", "prove", "duel").endswith("seals and reveals on record were signed.\n")


def test_every_players_seal_is_proved_by_their_own_signature(club: Club) -> None:
    club.found()
    club.play()
    for who in ("anna", "ben", "uma"):
        assert club.sits(who, "mail", "prove", "duel").endswith("seals and reveals on record were signed.\n")


def test_a_lost_umpires_folder_comes_back_by_commands(club: Club) -> None:
    club.found()
    club.play()
    keys = club.folder / "uma" / "keys"
    kept = {path.name: path.read_bytes() for path in keys.glob("*.key")}
    (club.folder / "uma").rename(club.folder / "burnt")
    keys.mkdir(parents=True, mode=0o700)
    for name, content in kept.items():
        (keys / name).write_bytes(content)
        (keys / name).chmod(0o600)
    (club.folder / "uma" / "sits.toml").write_text(
        '[mail]\naddress = "uma@example.org"\ninbox = "../new"\noutbox = "../new"\n'
    )
    (club.folder / "new").mkdir()
    for name in ("cur", "new", "tmp"):
        (club.folder / "new" / name).mkdir()
    for who in ("anna", "ben"):
        toml = club.folder / who / "sits.toml"
        toml.write_text(toml.read_text().replace("../box", "../new"))
    club.sits("anna", "mail", "out", "--bundle", "duel", "--for", "ump")
    said = club.sits("uma", "mail", "in")
    assert "Your program sends nothing in duel before the letters of blue are in" in said
    assert "go on without them: sits umpire duel --resume" in club.refused("uma", "deadline", "duel", "+3d")
    said = club.sits("uma", "umpire", "duel", "--resume")
    assert said.startswith("duel: Your program goes on without the letters of blue.\n")
    assert "duel stands at 1.3" in club.sits("uma", "mail", "in")


def test_the_verb_wants_one_thing_at_a_time(club: Club) -> None:
    club.found()
    assert club.refused("anna", "umpire", "duel") == "One of them: --none, --new ID or --resume.\n"
    assert (
        club.refused("anna", "umpire", "duel", "--none", "--resume") == "One of them: --none, --new ID or --resume.\n"
    )
    assert club.refused("uma", "umpire", "duel", "--none") == "That is for blue and red to say in duel.\n"
