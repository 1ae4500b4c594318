"""The manual: the documentation as a site, from the pages that `sits docs` shows.

    pip install --group docs .
    python -m sits_es.docs.manual FOLDER

It is made strictly: a link that leads nowhere and a page that stands in no list are errors.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from posixpath import basename
from tempfile import TemporaryDirectory
from typing import Any, Final

from sits_es.rules import short_name, system_names
from sits_es.service.catalogue import families
from sits_es.service.documentation import REMARK, page_name, pages

#: Headings of the site, each with its pages.
CONTENTS: Final = {
    "Playing": ("first-turn", "orders", "reports", "watch", "handouts", "numbers", "what-if"),
    "Games by mail": ("mail", "ways-out", "protocol"),
    "Your own": ("ships", "tables", "sums", "settings"),
    "Other games": tuple(
        short_name(name) for name in system_names() if short_name(name) in {page.name for page in pages()}
    ),
    "The record": ("record", "events", *(f"events-{family}" for family in families()), "postgresql"),
    "For programs": ("json", "programs", "writing"),
}
#: What Sphinx is told. It reads Markdown by MyST, and looks as Furo has it.
SETTINGS: Final[dict[str, Any]] = {
    "project": "SITS-ES",
    "copyright": "the SITS-ES authors",
    "extensions": ["myst_parser"],
    "myst_heading_anchors": 3,
    "nitpicky": True,
    "smartquotes": False,
    # what a session prints is no program, and is shown as it is
    "suppress_warnings": ["misc.highlighting_failure"],
    "html_theme": "furo",
    "html_title": "SITS-ES",
    "html_copy_source": False,
    "html_show_sphinx": False,
    "html_theme_options": {"footer_icons": []},
}
_LINK: Final = re.compile(r"\]\(([\w./]+)\.md(#[\w-]+)?\)")


def _linked(found: re.Match[str]) -> str:
    """A link to another page, under the name that the page has here."""
    path, heading = found[1], found[2] or ""
    system = path.split("/")[-2] if path.endswith("/guide") else None
    return f"]({page_name(basename(path)) if system is None else short_name(system)}.md{heading})"


def sources(folder: Path) -> None:
    """Write each page into a folder, with the links of the site, and one that lists them."""
    listed = [
        f"```{{toctree}}\n:caption: {heading}\n:hidden:\n\n" + "\n".join(names) + "\n```\n"
        for heading, names in CONTENTS.items()
    ]
    told = {page.name: page for page in pages()}
    parts = ["# SITS-ES\n\nThree-dimensional space tactics by e-mail, every order and every die on a record.\n"]
    for heading, names in CONTENTS.items():
        lines = [f"- [{told[name].title}]({name}.md): {told[name].about}" for name in names]
        parts.append(f"## {heading}\n\n" + "\n".join(lines) + "\n")
    (folder / "index.md").write_text("\n".join([*parts, *listed]), encoding="utf-8")
    for page in told.values():
        text = _LINK.sub(_linked, REMARK.sub("", page.text))
        (folder / f"{page.name}.md").write_text(text, encoding="utf-8")


def build(out: Path) -> int:
    """Make the site in a folder, and return 0 if nothing is wrong with it."""
    from sphinx.application import Sphinx

    with TemporaryDirectory() as work:
        source = Path(work) / "pages"
        source.mkdir()
        sources(source)
        site = Sphinx(
            source, None, out, Path(work) / "read", "html", confoverrides=SETTINGS, status=None, warningiserror=True
        )
        site.build(force_all=True)
        return int(site.statuscode)


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]).absolute()))
