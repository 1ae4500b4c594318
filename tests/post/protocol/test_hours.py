"""Hours are added to times as packets hold them, over the ends of months and years."""

from sits_es.post.protocol.hours import later
from tests.shared.rows import each_row


@each_row(
    ("at", "hours", "then"),
    [
        ("2026-12-01T18:00Z", 0, "2026-12-01T18:00Z"),
        ("2026-12-01T18:30Z", 6, "2026-12-02T00:30Z"),
        ("2026-12-25T18:00Z", 168, "2027-01-01T18:00Z"),
        ("2028-02-28T23:59Z", 24, "2028-02-29T23:59Z"),  # a leap year
        ("2026-01-01T00:00Z", 8760, "2027-01-01T00:00Z"),
        ("9999-12-31T23:00Z", 48, "9999-12-31T23:59Z"),  # nothing later can be written
    ],
)
def test_hours_are_added_to_a_time(at: str, hours: int, then: str) -> None:
    assert later(at, hours) == then
