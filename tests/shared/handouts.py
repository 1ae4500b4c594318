"""Files that are handed out: what is packed in a page, and pages in which it was changed."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

#: The bundled game of each rule system.
GAMES: Final = {"sits": "duel", "sfb": "pursuit", "starwars": "ambush", "xwing": "beacon"}


def packed(path: Path, part: str) -> Any:
    """What one part of a file holds."""
    found = re.search(rf'id="{part}">([^<]*)<', path.read_text())
    assert found is not None
    return json.loads(zlib.decompress(b64decode(found[1])))


def changed(path: Path, name: str, part: str, change: Callable[[Any], None]) -> Path:
    """A copy of a file in which a part was changed and packed again."""
    values = packed(path, part)
    change(values)
    again = b64encode(zlib.compress(json.dumps(values, ensure_ascii=False).encode())).decode()
    other = path.with_name(name)
    other.write_text(re.sub(rf'(id="{part}">)[^<]*', lambda found: found[1] + again, path.read_text()))
    return other


def unpacked(path: Path) -> str:
    """All that stands in a file, as text; of a page what is packed in it too, its script left out."""
    text = path.read_text(encoding="utf-8")
    parts = re.findall(r'<script type="application/octet-stream" id="([\w-]+)">', text)
    return re.sub(r'(?s)<script(?! type="application/json").*?</script>', "", text) + "\n".join(
        json.dumps(packed(path, part), ensure_ascii=False, indent=0) for part in parts
    )
