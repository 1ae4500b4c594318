"""A store of either kind, changed behind its back."""

from __future__ import annotations

from pathlib import Path

from tests.shared.postgres import behind_the_servers_back
from tests.shared.store_samples import behind_its_back


def change(place: str, *statements: str) -> None:
    """Carry statements out behind a store's back, its guards switched off."""
    if place.startswith("postgresql"):
        behind_the_servers_back(place, *(f"SET search_path TO sits_es; {each}" for each in statements))
        return
    with behind_its_back(Path(place)) as db:
        for each in statements:
            db.execute(each)
