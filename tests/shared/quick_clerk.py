"""A clerk whose clock runs fast: `python -m tests.shared.quick_clerk FOLDER BEGUN SPEED`, until it is stopped."""

from __future__ import annotations

import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Final

from sits_es.post.clerk import keep_going
from sits_es.post.desk import Desk
from tests.shared.curt import Curt
from tests.shared.watch import NOON, Watch

#: How often it looks for mail.
EVERY: Final = 15 * 60


class QuickWatch(Watch):
    """A clock that shows noon when it is begun, and then runs fast. begun: as time.time() has it."""

    def __init__(self, begun: float, speed: float) -> None:
        super().__init__(NOON)
        self.begun, self.speed = begun, speed

    def __call__(self) -> str:
        gone = timedelta(seconds=(time.time() - self.begun) * self.speed)
        return (self.time + gone).isoformat(timespec="seconds")

    def wait(self, seconds: float) -> None:
        """Let so many seconds go by on it."""
        time.sleep(seconds / self.speed)

    def wait_until(self, hours: float) -> None:
        """Let it come to so many hours after noon."""
        time.sleep(max(0.0, self.begun + hours * 3600 / self.speed - time.time()))


def main() -> None:
    """Be the clerk of a folder."""
    folder, watch = Path(sys.argv[1]), QuickWatch(float(sys.argv[2]), float(sys.argv[3]))
    for line in keep_going(lambda: Desk(folder, watch, printer=Curt), EVERY, watch.wait):
        print(f"{watch()} {line}", flush=True)


if __name__ == "__main__":
    main()
