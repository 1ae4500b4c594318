"""The verb about a game's umpire, and a club evening by commands alone."""

from pathlib import Path

import pytest

from tests.shared.programs import Table

pytestmark = pytest.mark.long


class Club(Table):
    """Anna and Ben play, Uma is umpire, and all read one Maildir. Gil may look on."""

    def found(self, *, looked_on: bool = False) -> None:
        """Begin a duel. looked_on: by Gil."""
        gil = ("gil",) if looked_on else ()
        for who in ("uma", *gil):
            (self.folder / who).mkdir()
            (self.folder / who / "sits.toml").write_text(
                f'[post]\nname = "{who.title()}"\n'
                f'[mail]\naddress = "{who}@example.org"\ninbox = "../box"\noutbox = "../box"\n'
            )
        for who in ("anna", "ben", "uma", *gil):
            self.sits(who, "id", "new", who)
        others = ("red=anna@example.org", "blue=ben@example.org", *(f"{who}=gil@example.org" for who in gil))
        looks = [word for who in gil for word in ("--spectator", who)]
        self.sits("uma", "invite", "duel", "--name", "duel", "--as", "ump", "--umpire", "ump", *looks, *others)
        self.round("uma", "anna", "ben", *gil)
        for who in ("anna", "ben", *gil):
            self.sits(who, "join", "duel")
        self.round("anna", "ben", *gil, "uma")
        self.sits("uma", "confirm", "duel")
        self.round("uma", "anna", "ben", *gil)

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


def test_all_players_go_on_with_a_new_umpire(club: Club) -> None:
    club.found(looked_on=True)
    club.play()
    said = club.sits("anna", "umpire", "duel", "--new", "gil")
    assert "duel: You sign that all players go on without ump, with gil as umpire, from event #" in said
    assert "Still to sign: blue. They sign with: sits agree duel" in said
    club.round("anna")
    assert (
        "red signs that the game goes on from 1.3 with gil as umpire, without ump. To sign it as well: sits agree duel"
        in club.sits("ben", "mail", "in")
    )
    assert (
        "Signed by all: gil is the umpire now. Everything is sealed again. To send gil the record: "
        "sits mail out --bundle duel --for gil" in club.sits("ben", "agree", "duel")
    )
    club.sits("ben", "mail", "out", "--bundle", "duel", "--for", "gil")
    club.round("ben", "anna", "gil", "anna", "ben")
    for who, side in (("anna", "red"), ("ben", "blue")):
        path = club.folder / f"{side}.orders"
        path.write_text(path.read_text().replace("game duel\n", "game duel-2\n"))
        club.sits(who, "orders", "seal", str(path), "--to", "1.3")
    club.round("anna", "ben", "gil", "anna", "ben")
    audits = {club.sits(who, "audit", "duel-2", "--verify") for who in ("anna", "ben", "gil")}
    assert len(audits) == 1, audits
    assert "3 exchanges checked: recomputing from orders, seals and dice gives the same events." in audits.pop()
    for who in ("anna", "ben", "gil"):
        assert "duel-2: stands at 1.4\n" in club.sits(who, "mail", "status")
        assert club.sits(who, "mail", "prove", "duel").endswith("seals and reveals on record were signed.\n")
    club.round("uma")
    assert "That is for gil to say in duel-2.\n" in club.refused("uma", "deadline", "duel", "+3d")
