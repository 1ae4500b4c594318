"""The memory disk: half the time of tests is the disk's, and long runs write and read a great deal."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

#: How much of it has to be free, in bytes.
SPARE = 4 * 2**30


def memory_disk() -> Path | None:
    """A folder in memory with room to spare; None where there is none, or TMPDIR says where temporary files go."""
    folder = Path("/dev/shm")  # noqa: S108 -- folders of their own are made there
    if "TMPDIR" in os.environ or not os.access(folder, os.W_OK) or shutil.disk_usage(folder).free < SPARE:
        return None
    return folder
