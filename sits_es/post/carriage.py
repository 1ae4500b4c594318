"""Letters handed to a mail server and fetched from one, as var/sits.toml says."""

from __future__ import annotations

import os
from collections.abc import Iterator

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.mail.letters import write_letter
from sits_es.mail.servers import find_password, system_keyring
from sits_es.mail.sources import Mail
from sits_es.mail.transport import Bookmark, fetch, send
from sits_es.post.desk.desk import Desk
from sits_es.post.desk.settings import PostSettings
from sits_es.post.outgoing import note, outgoing, write_out
from sits_es.sentences import one_line

_BOOKMARK = "imap"


def post_letters(desk: Desk, settings: PostSettings, again: str | None = None) -> list[str]:
    """Send every letter that must go out, where a server is set; write them into the outbox otherwise.

    Raises NotNowError when the server can't be reached: what was not taken stays due.
    """
    if settings.smtp is None:
        return write_out(desk, settings, again)
    return send_letters(desk, settings, again)


def send_letters(desk: Desk, settings: PostSettings, again: str | None = None) -> list[str]:
    """Hand every letter that must go out to the SMTP server, and say what became of each; none holds up another.

    Raises NotAllowedError where no server is set, or it does not know the player; NotNowError when it is not reached.
    """
    if settings.smtp is None:
        raise NotAllowedError(
            f"No server to send mail with is set. Write a table [mail.smtp] in {desk.folder / 'sits.toml'}."
        )
    password = find_password(settings.smtp, os.environ, system_keyring())
    done: list[str] = []
    broken: NotNowError | None = None
    for each in list(outgoing(desk, again, done)):
        address = one_line(each.letter.to[0])
        try:
            messages = write_letter(each.letter)
            for message in messages:
                desk.journal.note_own(str(message["Message-ID"]))
            refused = [sent.refused for sent in send(messages, settings.smtp, password) if sent.refused is not None]
        except NotNowError as trouble:
            if broken is not None:  # twice running it is the server, and not the letter
                raise NotNowError([*done, f"NOT sent to {address}: {trouble}"]) from trouble
            broken = trouble
            refused = [str(trouble)]
        except UnreadableError as trouble:
            refused = [str(trouble)]
        else:
            broken = None
        if refused:
            done += [f"NOT sent to {address}: {one_line(why)}" for why in refused]
            continue
        note(desk, each)
        done.append(f"Sent to {each.letter.to[0]}: {each.letter.subject}")
    return done


def fetch_letters(desk: Desk, settings: PostSettings) -> Iterator[Mail]:
    """Mails of the IMAP folder that were not read yet; the bookmark moves with each that is dealt with.

    Raises NotAllowedError where no server is set, or it does not know the player; NotNowError when it is not reached.
    """
    if settings.imap is None:
        raise NotAllowedError(
            f"No server to fetch mail from is set. Write a table [mail.imap] in {desk.folder / 'sits.toml'}."
        )
    password = find_password(settings.imap, os.environ, system_keyring())
    if password is None:
        raise NotAllowedError(f"{desk.folder / 'sits.toml'}: mail.imap.user is missing; no mailbox opens without one.")
    kept = desk.journal.kept(_BOOKMARK)
    validity, _, uid = (kept or "").partition(" ")
    after = Bookmark(validity=int(validity), uid=int(uid)) if kept else None
    for fetched in fetch(settings.imap, password, after):
        yield fetched.mail
        desk.journal.keep(_BOOKMARK, f"{fetched.bookmark.validity} {fetched.bookmark.uid}")
