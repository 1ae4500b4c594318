import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.mail.servers import Server
from sits_es.post.settings import PostSettings, post_settings
from tests.shared.refusals import refused

WHOLE = """
[post]
name = "Red"
reports = true
[mail]
address = "red@example.org"
inbox = "mail/in"
outbox = "/srv/out"
[mail.smtp]
host = "smtp.example.org"
user = "red"
[mail.imap]
host = "imap.example.org"
port = 1993
user = "red"
folder = "Games"
authority = "own.pem"
"""
TOP, MAIL = "Keys: mail, post, notify.", "Keys: address, inbox, outbox, smtp, imap."
SERVER = "The host is missing or is not the name of a server. Write a name like"
PORT = "Write a whole number from 1 to 65535."
ONE_OF = "is not one of them. Write one of"
SECURITY = f"{ONE_OF} starttls, tls, none, in quotes."
TABLE = "is not a table. Write keys and their values under"
TEXT = "is not a text. Write a text in quotes, such as"


def read(folder: Path, text: str) -> PostSettings:
    (folder / "sits.toml").write_text(text, encoding="utf-8")
    return post_settings(folder)


def told(folder: Path, text: str, kind: type[GameError] = UnreadableError) -> str:
    """All that is wrong with a text, without the folder."""
    return refused(read, folder, text, kind=kind).replace(f"{folder}/", "")


def test_settings_are_read_and_what_is_left_out_is_the_usual(tmp_path: Path) -> None:
    assert read(tmp_path, WHOLE) == PostSettings(
        name="Red",
        reports=True,
        address="red@example.org",
        inbox=tmp_path / "mail" / "in",
        outbox=Path("/srv/out"),
        smtp=Server(service="smtp", host="smtp.example.org", port=587, security="starttls", user="red"),
        imap=Server(
            service="imap",
            host="imap.example.org",
            port=1993,
            security="tls",
            user="red",
            folder="Games",
            authority=str(tmp_path / "own.pem"),
        ),
    )
    usual = PostSettings(outbox=tmp_path / "outbox")
    assert read(tmp_path, "") == read(tmp_path, '[post]\nname = ""') == usual
    (tmp_path / "sits.toml").unlink()
    assert post_settings(tmp_path) == usual
    (tmp_path / "inbox").mkdir()
    assert post_settings(tmp_path).inbox == tmp_path / "inbox"


@pytest.mark.parametrize(
    ("service", "security", "port"),
    [("smtp", "starttls", 587), ("smtp", "tls", 465), ("imap", "starttls", 143), ("imap", "tls", 993)],
)
def test_a_port_follows_from_the_service_and_its_security(
    service: str, security: str, port: int, tmp_path: Path
) -> None:
    settings = read(tmp_path, f'[mail.{service}]\nhost = "h"\nsecurity = "{security}"')
    assert [server.port for server in (settings.smtp, settings.imap) if server] == [port]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[mial]\ninbox = 'in'", f"1: mial: There is no key mial. Did you mean mail? {TOP}"),
        ("[[post]]", f"1: post: a list {TABLE} [post]."),
        ("inbox = 'in'", f"1: inbox: There is no key inbox. {TOP}"),
        ("[games]\n[mail]", f"1: games: There is no key games. {TOP}"),
        ("[mail]\n[mail.smpt]", f"2: mail.smpt: There is no key smpt. Did you mean smtp? {MAIL}"),
        ("[post]\nnames = 1", "2: post.names: There is no key names. Did you mean name? Keys: name, reports, bot."),
        ("[post]\nname = 7", f'2: post.name: 7 {TEXT} "Anna".'),
        ("[post]\nreports = 1", "2: post.reports: 1 is neither true nor false. Write one of them, without quotes."),
        ("[post]\nbot = 'admiral'", f'2: post.bot: "admiral" {ONE_OF} cadet, captain, in quotes.'),
        ("mail = 7", f"1: mail: 7 {TABLE} [mail]."),
        ("[mail]\nadress = 'a@b'", f"2: mail.adress: There is no key adress. Did you mean address? {MAIL}"),
        (
            "[mail]\naddress = 'red'",
            '2: mail.address: "red" is not a mail address. Write an address like red@example.org.',
        ),
        ("[mail]\ninbox = 7", f'2: mail.inbox: 7 {TEXT} "inbox".'),
        ('[mail]\noutbox = "a\\u0007"', "2: mail.outbox: The text holds an invisible character."),
        ("[mail]\nsmtp = 'host'", f'2: mail.smtp: "host" {TABLE} [mail.smtp].'),
        ("[mail.smtp]", f"1: mail.smtp.host: {SERVER} smtp.example.org."),
        ("[mail.imap]\nhost = 'red:x@y'", f"2: mail.imap.host: {SERVER} imap.example.org."),
        ("[mail.smtp]\nhost = 'h'\nport = 0", f"3: mail.smtp.port: 0 is out of range. {PORT}"),
        ("[mail.smtp]\nhost = 'h'\nport = '25'", f'3: mail.smtp.port: "25" is not a whole number. {PORT}'),
        ("[mail.smtp]\nhost = 'h'\nuser = 1", f'3: mail.smtp.user: 1 {TEXT} "anna".'),
        (
            "[mail.smtp]\nhost = 'h'\nfolder = 'x'",
            "3: mail.smtp.folder: There is no key folder. Keys: host, port, security, user, authority.",
        ),
        ("[mail.imap]\nhost = 'h'\nsecurity = 'ssl'", f'3: mail.imap.security: "ssl" {SECURITY}'),
        ("[mail.imap]\nhost = 'h'\nsecurity = []", f"3: mail.imap.security: a list {SECURITY}"),
        (
            "[mail.smtp]\nhost = 'h'\nsecurity = 'none'",
            '3: mail.smtp.security: "none" sends mail unencrypted; it is allowed only for a server on this machine.',
        ),
    ],
)
def test_a_wrong_setting_is_told_in_words_with_its_line(text: str, said: str, tmp_path: Path) -> None:
    assert told(tmp_path, text) == f"sits.toml:{said}"


def test_every_fault_of_the_file_is_told_at_once_in_order_of_line(tmp_path: Path) -> None:
    text = "[mial]\n[post]\nacks = 1\n[mail]\ncolour = 1\n[mail.smtp]\nport = 0\n[mail.imap]\nport = 0"
    assert [fault.split(":")[1] for fault in told(tmp_path, text).split("\n")] == [*"1356789"]


def test_text_that_is_no_toml_is_told_with_its_line(tmp_path: Path) -> None:
    assert told(tmp_path, "[post]\n[mail") == (
        "sits.toml:2: This is not TOML: Expected ']' at the end of a table declaration. "
        "Write key = value, texts in quotes, lists in square brackets."
    )


@pytest.mark.parametrize(
    ("text", "name", "variable"),
    [
        ("[mail.smtp]\nhost = 'h'\npassword = 'hush-hush'", "3: mail.smtp.password", "SITS_SMTP_PASSWORD"),
        ("[mail.imap]\nPassWd = 'hush-hush'", "2: mail.imap.PassWd", "SITS_IMAP_PASSWORD"),
        ("[mail]\nsmtp_token = 'hush-hush'", "2: mail.smtp_token", "SITS_SMTP_PASSWORD"),
        ("[mail.smtp]\nclient_secret = 'hush-hush'", "2: mail.smtp.client_secret", "SITS_SMTP_PASSWORD"),
        ("[[mail.imap]]\npassword = 'hush-hush'", "2: mail.imap[1].password", "SITS_IMAP_PASSWORD"),
        ("[mial.smtp]\nhost = 7\npassword = 'hush-hush'", "3: mial.smtp.password", "SITS_SMTP_PASSWORD"),
        ("colour = 1\npassword = 'hush-hush'", "2: password", "SITS_SMTP_PASSWORD"),
    ],
)
def test_a_password_in_the_file_is_refused_and_not_repeated(
    text: str, name: str, variable: str, tmp_path: Path
) -> None:
    assert told(tmp_path, text, NotAllowedError) == (
        f"sits.toml:{name} looks like a password, and this file must not hold one. Delete that line, and set "
        f"{variable} in the environment instead."
    )


@given(
    at=st.integers(0, WHOLE.count("\n") - 1),
    line=st.sampled_from(["", "x", "[x]", "mail = 1", "[[mail]]", "host = []", "[mail.smtp]", "security = {}"]),
)
def test_no_file_makes_the_reader_fall_over(at: int, line: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    lines = WHOLE.splitlines()
    lines[at] = line
    problems: tuple[str, ...] = ()
    try:
        read(folder := tmp_path_factory.getbasetemp(), "\n".join(lines))
    except UnreadableError as refusal:
        problems = refusal.problems
    assert all(re.match(rf"{re.escape(str(folder))}/sits\.toml:\d+: ", problem) for problem in problems)
