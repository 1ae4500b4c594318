"""The most memory that whole commands hold at once, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.benchmarks.stopwatch import ROOT, SITS

#: Runs a command and prints how much it held. A process starts with the peak of the one that starts it, so that one is
#: as small as can be.
_BESIDE: Final = """
import os, subprocess, sys
done = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, used = os.wait4(done.pid, 0)
print(used.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""
#: What `ru_maxrss` counts in.
_UNIT: Final = 1 if sys.platform == "darwin" else 1024


def peak(home: Path, *words: str) -> float:
    """Megabytes that one `sits` command over the games in a folder holds at most; it must succeed."""
    environment = os.environ | {"SITS_HOME": str(home), "PYTHONPATH": str(ROOT)}
    run = (sys.executable, "-S", "-c", _BESIDE, *SITS, *words)
    done = subprocess.run(run, env=environment, cwd=home, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"sits {' '.join(words)} ended with {done.returncode}: {done.stderr}")
    return int(done.stdout) * _UNIT / 1e6
