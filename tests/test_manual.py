"""The documentation as a site: every page is in it, and it is made without a warning."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from sits_es.service.documentation import pages
from tests.readme import ROOT


@pytest.mark.long
def test_the_site_is_made_without_a_warning(tmp_path: Path) -> None:
    if not all(map(find_spec, ("sphinx", "myst_parser", "furo"))):
        (pytest.fail if os.environ.get("CI") else pytest.skip)("The generator is not here: pip install --group docs")
    made = subprocess.run(
        [sys.executable, "-m", "sits_es.docs.manual", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stdout, made.stderr) == (0, "", "")
    assert {f"{page.name}.html" for page in pages()} < {file.name for file in tmp_path.iterdir()}
    events = (tmp_path / "events.html").read_text(encoding="utf-8")
    assert 'href="events-sits.html"' in events
    assert "&lt;!--" not in events
