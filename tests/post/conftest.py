"""The IMAP server of the mail tests, for whole days as well."""

from tests.mail.test_imap import secure  # noqa: F401 -- a fixture
