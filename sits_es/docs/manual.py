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

from sits_es.service.documentation import REMARK, contents, page_name

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
    return f"]({page_name(basename(path)) if system is None else system}.md{heading})"


def sources(folder: Path) -> None:
    """Write each page into a folder, with the links of the site, and one that lists them."""
    index = ["# SITS-ES\n\nThree-dimensional space tactics by e-mail, every order and every die on a record.\n"]
    trees = []
    for heading, pages in contents().items():
        index.append(
            f"## {heading}\n\n" + "".join(f"- [{each.title}]({each.name}.md): {each.about}\n" for each in pages)
        )
        names = "".join(f"{each.name}\n" for each in pages)
        trees.append(f"```{{toctree}}\n:caption: {heading}\n:hidden:\n\n{names}```\n")
        for each in pages:
            text = _LINK.sub(_linked, REMARK.sub("", each.text))
            (folder / f"{each.name}.md").write_text(text, encoding="utf-8")
    (folder / "index.md").write_text("\n".join([*index, *trees]), encoding="utf-8")


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
