"""Fair dice at one machine: whoever copies the folder throws the same, and nothing without the other's secret."""

from __future__ import annotations

import os
import shutil
from hashlib import sha256
from pathlib import Path

import pytest
import typer
from attrs import evolve

from commands import secrets
from commands.home import open_session
from sits_es import open_games
from sits_es.errors import UnreadableError
from sits_es.game.events import DiceCommitted, GameCreated, OrdersRevealed, SeedMade
from sits_es.game.fold import Fold
from sits_es.rules import system, system_names
from tests.shared.commands_told import Told, run
from tests.shared.duels import BLUE, RED, SCENARIO

#: What begins a game of each system that throws dice, and its rule system's name on a command line.
SCENARIOS = {"sits": "duel", "sfb": "pursuit", "starwars": "ambush"}
OF_RED, OF_BLUE = "the sea is never quite calm", "a quiet harbour in spring"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of games beside files with both secrets."""
    monkeypatch.setenv("SITS_HOME", "games")
    monkeypatch.chdir(tmp_path)
    for name, words in (("red.secret", OF_RED), ("blue.secret", OF_BLUE), ("short.txt", "short")):
        Path(name).write_text(f"{words}\n", encoding="utf-8")
        Path(name).chmod(0o600)
    Path("duel.toml").write_text(SCENARIO, encoding="utf-8")
    return tmp_path / "games"


BOTH = ("--secret", "red=red.secret", "--secret", "blue=blue.secret")


def begun(scenario: str = "duel.toml", rules: str = "sits", *words: str) -> Told:
    return run("new", scenario, "--rules", rules, "--name", "g", "--fair-dice", *(words or BOTH))


def onward(*words: str) -> Told:
    """Play the exchange at hand without orders."""
    with open_session() as session:
        owed = session.open_game("g").fold().game.owed
    assert owed is not None
    idle = ("--drift", "red", "--drift", "blue") if owed.sealed else ("--pass",) if owed.orders_by else ()
    return run("play", "g", *idle, *words)


def head() -> str:
    with open_session() as session:
        return session.open_game("g").head.digest


def test_every_system_is_tried() -> None:
    throws_none = {"xwing"}
    assert {*SCENARIOS} | throws_none == {*system_names()}


@pytest.mark.parametrize(
    "rules", [name if name == "sits" else pytest.param(name, marks=pytest.mark.long) for name in SCENARIOS]
)
def test_a_copy_of_the_folder_throws_the_same_and_an_audit_follows_each_part(rules: str) -> None:
    told = begun(SCENARIOS[rules], rules)
    assert (told.code, told.err) == (0, "")
    assert "The dice are fair: blue and red have fixed their parts in advance." in told.flat
    shutil.copytree("games", "copy")
    heads = []
    for folder in ("games", "copy"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SITS_HOME", folder)
            for _ in range(3):
                assert onward(*BOTH).code == 0
            heads.append(head())
            assert run("audit", "verify", "g").code == 0
    assert heads[0] == heads[1]


def test_what_is_opened_leads_back_to_what_was_committed_with_sha256_alone() -> None:
    assert begun().code == 0
    for _ in range(4):
        assert onward(*BOTH).code == 0
    with open_session() as session:
        facts = session.open_game("g").facts()
    for player in ("red", "blue"):
        (last,) = [fact.commitment for fact in facts if isinstance(fact, DiceCommitted) and fact.player == player]
        opened = [fact.nonce for fact in facts if isinstance(fact, OrdersRevealed) and fact.player == player]
        assert len(opened) == 4
        for nonce in opened:
            assert sha256(bytes.fromhex(nonce)).hexdigest() == last
            last = nonce


def test_the_same_secret_under_the_same_name_gives_other_nonces_in_another_game() -> None:
    opened = []
    for folder in ("games", "later"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SITS_HOME", folder)
            assert begun().code == onward(*BOTH).code == 0
            with open_session() as session:
                facts = session.open_game("g").facts()
            opened += [fact.nonce for fact in facts if isinstance(fact, OrdersRevealed)]
    assert len({*opened}) == 4


def test_without_the_others_secret_nobody_plays_on() -> None:
    assert begun().code == 0
    before = head()
    assert onward("--secret", "red=red.secret") == (
        1,
        "",
        (
            "blue's secret is needed, but there is no terminal to type it on. Name a file that holds it: --secret "
            "blue=FILE\n"
        ),
    )
    assert onward("--secret", "red=red.secret", "--secret", "blue=red.secret") == (
        1,
        "",
        "That is not the secret that blue chose when g began. Nothing was played.\n",
    )
    assert head() == before


def test_a_nonce_that_is_another_than_the_fixed_one_is_named_by_an_audit() -> None:
    assert begun().code == 0
    with open_session() as session:
        created = session.open_game("g").facts()
    assert onward(*BOTH).code == 0
    with open_session() as session:
        facts = session.open_game("g").facts()[len(created) :]
        false = [evolve(fact, nonce="ab" * 32) if isinstance(fact, OrdersRevealed) else fact for fact in facts]
        begins = [evolve(fact, game="false") if isinstance(fact, GameCreated) else fact for fact in created]
        session.store.append("false", begins, after=-1)
        session.store.append("false", false, after=len(created) - 1)
    told = run("audit", "verify", "false")
    assert (told.code, told.out) == (1, "")
    assert told.err == (
        f"false 1.1, event #{len(created)}: the exchange cannot be recomputed: blue and red's part in the dice "
        "differs from the one fixed when false began.\n"
    )


def test_secrets_are_asked_for_unseen_where_somebody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, bool]] = []

    def prompt(text: str, **how: object) -> str:
        assert how["hide_input"] is how["err"] is True
        asked.append((text, bool(how["confirmation_prompt"])))
        return {"red": OF_RED, "blue": OF_BLUE}[text.partition(",")[0]]

    monkeypatch.setattr(secrets, "somebody_is_there", lambda: True)
    monkeypatch.setattr(typer, "prompt", prompt)
    assert begun("duel.toml", "sits", "--secret", "red=red.secret").code == 0
    new = "blue, your secret for g, 12 characters or more, to be typed again at each play (hidden as you type)"
    assert asked == [(new, True)]
    assert onward("--secret", "red=red.secret").code == 0
    assert asked[1:] == [("blue, your secret for g (hidden as you type)", False)]

    def away(*_: object, **__: object) -> str:
        raise typer.Abort

    monkeypatch.setattr(typer, "prompt", away)
    assert "blue's secret is needed" in onward("--secret", "red=red.secret").err


def test_a_file_that_is_not_there_is_made_with_a_new_secret_for_its_owner_alone() -> None:
    told = begun("duel.toml", "sits", "--secret", "red=r.txt", "--secret", "blue=blue.secret")
    assert "\nr.txt is written: a secret that only its player may know.\n" in told.out
    assert told.out.endswith(
        "\n  sits play g g-blue.orders g-red.orders --secret red=r.txt --secret blue=blue.secret\n"
    )
    assert Path("r.txt").stat().st_mode & 0o077 == 0
    assert len(Path("r.txt").read_text(encoding="utf-8").strip()) == 64
    assert onward("--secret", "red=r.txt", "--secret", "blue=blue.secret").code == 0


@pytest.mark.parametrize(
    ("blue", "refusal"),
    [
        ("short.txt", "blue's secret has 5 characters, so others could guess it. Use 12 or more."),
        ("r.txt", "blue and red have the same secret. Each player needs a secret that the others do not know."),
        ("nowhere/b.txt", "nowhere/b.txt cannot be written: no such file or directory. Name another file."),
    ],
)
def test_where_nothing_begins_no_new_secret_is_left(blue: str, refusal: str) -> None:
    told = begun("duel.toml", "sits", "--secret", "red=r.txt", "--secret", f"blue={blue}")
    assert told == (1, "", f"{refusal}\n")
    assert not Path("r.txt").exists()
    told = begun("duel.toml", "sits", "--secret", "red=r.txt", "--secret", "blue=blue.secret")
    assert "\nr.txt is written: a secret that only its player may know.\n" in told.out


def test_the_secret_line_of_an_order_file_counts_too_and_what_ifs_need_none(home: Path) -> None:
    with open_games(home) as games:
        games.found_game("duel.toml", "duel", secrets={"red": "33" * 32, "blue": OF_BLUE})
        red = RED.replace("secret " + RED.partition("secret ")[2][:64], f"secret {'33' * 32}")
        assert f"secret {'33' * 32}\n" in red
        blue = "".join(line for line in BLUE.splitlines(keepends=True) if not line.startswith("secret"))
        games.play("duel", [red, blue], to="1.2", secrets={"blue": OF_BLUE})
        games.fork("duel", "1.1", "what-if")
        games.play("what-if", [red.replace("game duel", "game what-if")], to="1.2")
        seeds = [
            [fact.seed for fact in games.open_game(name).facts() if isinstance(fact, SeedMade)]
            for name in ("duel", "what-if")
        ]
        assert seeds[0] == seeds[1]
        assert not games.verify("what-if").faults


def test_whether_anybody_can_throw_again_is_said_where_dice_are_explained() -> None:
    assert begun().code == run("new", "duel.toml", "--name", "plain").code == 0
    assert onward(*BOTH).code == run("play", "plain", "--drift", "red", "--drift", "blue").code == 0
    told = {}
    for name in ("g", "plain"):
        with open_session() as session:
            facts = session.open_game(name).facts()
        seeded = next(number for number, fact in enumerate(facts) if isinstance(fact, SeedMade))
        told[name] = run("explain", name, str(seeded)).flat
    fixed = "Nobody can throw these dice again: blue and red fixed their parts in the dice before the first order."
    open_to_all = (
        "Anybody with this folder can throw these dice again in a copy; --fair-dice prevents that in a new game."
    )
    assert told["g"].endswith(fixed)
    assert told["plain"].endswith(open_to_all)
    assert "fair dice: a nonce's SHA-256 is the one before" in run("explain", "g", "3").flat


FORM = "--secret takes PLAYER=FILE, such as --secret red=red.secret, at most once for each player."


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        (
            "red=short.txt blue=blue.secret",
            "red's secret has 5 characters, so others could guess it. Use 12 or more.",
        ),
        (
            "red=red.secret blue=red.secret",
            "blue and red have the same secret. Each player needs a secret that the others do not know.",
        ),
        ("red", FORM),
        ("red=a red=b", FORM),
        ("rad=red.secret", "There is no player rad. Did you mean red? Players: blue, red."),
        (
            "red=red.secret",
            (
                "blue's secret is needed, but there is no terminal to type it on. Name a file that holds it: --secret "
                "blue=FILE"
            ),
        ),
    ],
)
def test_secrets_that_fix_nothing_are_refused_and_no_game_begins(words: str, refusal: str) -> None:
    given = [word for each in words.split() for word in ("--secret", each)]
    assert begun("duel.toml", "sits", *given) == (1, "", f"{refusal}\n")
    assert run("games", "--json").json == []


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")
def test_a_secret_that_others_can_read_is_none() -> None:
    Path("red.secret").chmod(0o644)
    assert begun() == (
        1,
        "",
        "red.secret can be read by others (mode 644), so its contents are not secret. Run: chmod 600 red.secret\n",
    )
    Path("red.secret").chmod(0o600)
    Path("red.secret").write_bytes(b"\xffnot a text at all")
    assert begun().err == "red.secret: byte 1 is not UTF-8 text. Save the file as UTF-8.\n"
    Path("red.secret").unlink()
    Path("red.secret").mkdir(mode=0o700)
    assert begun().err == "red.secret is a folder. Name a file in it.\n"


def test_where_no_dice_are_fair_no_secret_is_taken() -> None:
    assert run("new", "duel.toml", "--name", "g", "--secret", "red=red.secret") == (
        1,
        "",
        "--secret is for a game with fair dice. Add: --fair-dice\n",
    )
    assert run("new", "duel.toml", "--name", "g").code == 0
    assert onward("--secret", "red=red.secret") == (
        1,
        "",
        "g does not use fair dice. Leave out --secret.\n",
    )


def test_where_players_roll_at_their_own_table_nothing_can_be_fixed() -> None:
    told = begun("beacon", "xwing")
    title = system("xwing").title
    assert told == (1, "", f"{title} rolls no dice here: players enter what they rolled at their table.\n")


def test_nobody_commits_after_the_start_or_twice_or_by_mail() -> None:
    assert begun().code == 0
    with open_session() as session:
        facts = session.open_game("g").facts()
    again = next(fact for fact in facts if isinstance(fact, DiceCommitted))
    assert isinstance(facts[0], GameCreated)
    by_mail = evolve(facts[0], play="peers")
    for record in ([*facts, again], [facts[0], again, again], [by_mail, again]):
        with pytest.raises(UnreadableError) as refused:
            Fold().add_all(record)
        assert str(refused.value) == (
            "Player blue of g commits to dice a second time, after the start, or in a game by mail."
        )
