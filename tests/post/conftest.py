"""The IMAP server of the mail tests, for whole days as well; and desks that are closed when a test is over."""

from collections.abc import Iterator

import pytest

from tests.mail.test_imap import secure  # noqa: F401 -- a fixture
from tests.mail.test_imap import server as mailbox  # noqa: F401 -- another
from tests.shared.posts import desks_closed


@pytest.fixture(autouse=True)
def _desks_closed() -> Iterator[None]:
    with desks_closed():
        yield
