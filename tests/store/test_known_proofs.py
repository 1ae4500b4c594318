"""The tree's proofs against the vectors that transparency logs test theirs with: tests/store/vectors/README.md."""

from __future__ import annotations

import json
from base64 import b64decode
from pathlib import Path
from typing import Any, Final

import pytest

from sits_es.store.proofs import includes_hash

VECTORS: Final = Path(__file__).parent / "vectors"


def rows(kind: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / f"{kind}.jsonl").read_text("utf-8").splitlines()]


def hashes(row: dict[str, Any]) -> list[bytes]:
    return [b64decode(each) for each in row["proof"]]


@pytest.mark.parametrize("row", rows("inclusion"), ids=lambda row: row["at"])
def test_a_known_proof_of_a_leaf_is_accepted_or_refused(row: dict[str, Any]) -> None:
    root, leaf = b64decode(row["root"]), b64decode(row["leafHash"])
    assert includes_hash(root, row["treeSize"], row["leafIdx"], leaf, hashes(row)) is not row["wantErr"]


def test_all_vectors_are_there() -> None:
    inclusion = rows("inclusion")
    assert len({row["at"] for row in inclusion}) == len(inclusion) == 98
    assert sum(not row["wantErr"] for row in inclusion) == 6
