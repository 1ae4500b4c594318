"""Trees of RFC 6962 against a second definition and the vectors of transparency logs; checkpoints; proofs of events."""

from __future__ import annotations

import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted
from sits_es.store.chain import chained
from sits_es.store.checkpoints import (
    Checkpoint,
    EventProof,
    Peaks,
    includes,
    includes_hash,
    inclusion_proof,
    leaf_hash,
    node_hash,
    read_proof,
    root_of,
)
from tests.shared.rows import each_row
from tests.shared.store_samples import a_store, numbers

#: Eight leaves and the roots of the first 0 to 8 of them.
LEAVES = [
    bytes.fromhex(text)
    for text in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]

leaf_lists = st.lists(st.binary(max_size=4), max_size=40)


@each_row("size", range(9))
def test_the_roots_of_known_leaves_are_the_known_roots(size: int) -> None:
    assert root_of(LEAVES[:size]).hex() == ROOTS[size]


def plainly(leaves: list[bytes]) -> bytes:
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaf_hash(leaves[0])
    left = 1
    while left * 2 < len(leaves):
        left *= 2
    return node_hash(plainly(leaves[:left]), plainly(leaves[left:]))


@given(leaf_lists)
def test_the_root_is_that_of_the_definition(leaves: list[bytes]) -> None:
    assert root_of(leaves) == plainly(leaves)


@given(leaf_lists.filter(bool), st.data())
def test_a_proof_shows_its_leaf_in_its_place_and_no_other(leaves: list[bytes], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(leaves) - 1))
    root, proof = root_of(leaves), inclusion_proof(leaves, index)
    assert includes(root, len(leaves), index, leaves[index], proof)
    assert not includes(root, len(leaves), index, leaves[index] + b"!", proof)
    assert not includes(leaf_hash(root), len(leaves), index, leaves[index], proof)
    assert not includes(root, len(leaves), len(leaves), leaves[index], proof)
    assert not includes(root, len(leaves), index, leaves[index], [*proof, root])
    if proof:
        assert not includes(root, len(leaves), index, leaves[index], proof[:-1])


@pytest.mark.parametrize("index", [-1, 3])
def test_there_is_no_proof_of_what_is_not_there(index: int) -> None:
    with pytest.raises(IndexError, match=f"no leaf {index} among 3"):
        inclusion_proof(LEAVES[:3], index)


@given(leaf_lists, st.lists(st.integers(0, 40)))
def test_a_tree_that_grows_has_the_root_of_all_its_leaves_at_every_size(leaves: list[bytes], cuts: list[int]) -> None:
    peaks, done = Peaks(), 0
    for cut in [*sorted(min(cut, len(leaves)) for cut in cuts), len(leaves)]:
        before = peaks.copy()
        peaks.add_all(leaves[done:cut])
        assert peaks.root == root_of(leaves[:cut])
        # who goes on from a copy leaves it as it was
        assert before.root == root_of(leaves[:done])
        done = cut


VECTORS: Final = Path(__file__).parent / "vectors"


def rows(kind: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / f"{kind}.jsonl").read_text("utf-8").splitlines()]


def hashes_of(row: dict[str, Any]) -> list[bytes]:
    return [b64decode(each) for each in row["proof"]]


def test_known_proofs_of_a_leaf_are_accepted_or_refused() -> None:
    inclusion = rows("inclusion")
    assert len({row["at"] for row in inclusion}) == len(inclusion) == 98
    assert sum(not row["wantErr"] for row in inclusion) == 6
    for row in inclusion:
        root, leaf = b64decode(row["root"]), b64decode(row["leafHash"])
        found = includes_hash(root, row["treeSize"], row["leafIdx"], leaf, hashes_of(row))
        assert found is not row["wantErr"], row["at"]


ROOT = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="


def test_a_checkpoint_is_a_name_a_size_and_a_root() -> None:
    with a_store() as store:
        store.append("duel", numbers(3), after=-1)
        earlier = store.checkpoint("duel")
        store.append("duel", numbers(3), after=2)
        assert earlier.splitlines()[:2] == [f"sits-es/{(store.digest_at('duel', 0) or '')[:32]}/duel", "3"]
        assert store.checkpoint("duel", size=0) == f"{store.origin('duel')}\n0\n{ROOT}\n"
        assert store.checkpoint("duel", size=3) == earlier
        assert store.checkpoint("duel") != earlier


def test_every_record_has_an_origin_of_its_own_whatever_it_is_called() -> None:
    with a_store() as store, a_store() as other:
        store.append("duel", numbers(3), after=-1)
        other.append("duel", numbers(4)[1:], after=-1)
        store.fork("Große Lage +", "duel", 1, numbers(1))
        other.fork("Große Lage +", "duel", 1, numbers(1))
        found = [each.origin(name) for each in (store, other) for name in ("duel", "Große Lage +")]
        assert len({each.split("/")[1] for each in found}) == 4
        assert [each.split("/")[2] for each in found] == ["duel", "Gro%C3%9Fe%20Lage%20%2B"] * 2
        assert {Checkpoint.parse(store.checkpoint(name)).name for name in ("duel", "Große Lage +")} == {
            "duel",
            "Große Lage +",
        }
        with pytest.raises(UnreadableError, match="The record of nobody is broken at event 0"):
            store.origin("nobody")


@each_row("origin", ["duel", "sits-es/00/duel", f"sits-es/{'0' * 32}/a%1b", f"other/{'0' * 32}/duel"])
def test_a_record_of_others_goes_by_its_whole_origin(origin: str) -> None:
    assert Checkpoint(origin, 0, bytes(32)).name == origin


@pytest.mark.parametrize(
    "text",
    [
        f"duel\n7\n{ROOT}\n",
        f"duel\r\n7\r\n{ROOT}\r\n",
        f"\n\nduel  \n7 \n{ROOT} ",
        f"duel\n7\n{ROOT}\n\n\u2014 red Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5\n",
    ],
)
def test_a_checkpoint_is_read_as_it_comes_back_from_a_mailbox(text: str) -> None:
    read = Checkpoint.parse(text)
    assert (read.origin, read.size) == ("duel", 7)
    assert str(read) == f"duel\n7\n{ROOT}\n"


@each_row(
    ("text", "words"),
    [
        ("", "A checkpoint has three lines: a record's origin, a number of events and a root. This is not one."),
        ("duel\n7", "A checkpoint has three lines: a record's origin, a number of events and a root. This is not one."),
        (f"duel\n07\n{ROOT}", 'A checkpoint\'s second line must be a number of events, not "07".'),
        (f"duel\n-7\n{ROOT}", 'A checkpoint\'s second line must be a number of events, not "-7".'),
        (f"duel\nseven\n{ROOT}", 'A checkpoint\'s second line must be a number of events, not "seven".'),
        ("duel\n7\nabc", 'A checkpoint\'s third line must be a root of 32 bytes in base64, not "abc".'),
        (
            f"duel\n7\n{ROOT[:-2]}V=",
            f"A checkpoint's third line must be a root of 32 bytes in base64, not {quoted(f'{ROOT[:-2]}V=')}.",
        ),
        ("duel\n7\nAAAA", 'A checkpoint\'s third line must be a root of 32 bytes in base64, not "AAAA".'),
    ],
)
def test_what_is_no_checkpoint_is_refused(text: str, words: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        Checkpoint.parse(text)
    assert str(refused.value) == words


ROWS = chained(bytes(32), "duel", -1, [("noted", f'{{"n":{at}}}'.encode()) for at in range(21)])
DIGESTS = [row[5] for row in ROWS]


def note(size: int) -> str:
    return str(Checkpoint("duel", size, root_of(DIGESTS[:size])))


def event(version: int, size: int) -> EventProof:
    stream, _, topic, state, previous, *_ = ROWS[version]
    path = inclusion_proof(DIGESTS[:size], version)
    return EventProof(
        stream=stream, version=version, topic=topic, state=state, previous=previous, path=path, note=note(size)
    )


@given(size=st.integers(1, 21), data=st.data())
def test_every_event_is_proved_and_read_back(size: int, data: st.DataObject) -> None:
    proof = event(data.draw(st.integers(0, size - 1)), size)
    read = read_proof(str(proof))
    assert read == proof
    assert read.holds()


def changed(proof: EventProof, **parts: Any) -> str:
    return str(replace(proof, **parts))


def test_a_proof_is_written_as_its_published_form_says() -> None:
    proof = event(7, 21)
    first, extra, index, *path, empty, origin, size, root, end = str(proof).split("\n")
    assert (first, index, empty, end) == ("c2sp.org/tlog-proof@v1", "index 7", "", "")
    assert f"{origin}\n{size}\n{root}\n" == note(21)
    leaf = sha256(b64decode(extra.removeprefix("extra "))).digest()
    assert leaf == DIGESTS[7]
    assert includes(b64decode(root), 21, 7, leaf, [b64decode(each) for each in path])


@each_row("part", ["stream", "topic", "state", "previous"])
def test_an_event_that_was_changed_does_not_hold(part: str) -> None:
    parts = {"stream": "dual", "topic": "rated", "state": b'{"n":8}', "previous": bytes(32)}
    assert not read_proof(changed(event(7, 21), **{part: parts[part]})).holds()


def test_an_event_under_another_number_or_checkpoint_does_not_hold() -> None:
    parts: dict[str, Any]
    for parts in ({"note": note(20)}, {"path": ()}, {"path": event(8, 21).path}, {"version": 8}):
        assert not read_proof(changed(event(7, 21), **parts)).holds()


PROOF = str(event(7, 21))


@each_row(
    "text",
    [
        "",
        "{}",
        note(21),
        PROOF.replace("@v1", "@v2"),
        PROOF.replace("index 7", "index 8"),
        PROOF.replace("index 7", "index 07"),
        PROOF.replace("index 7", "index -7"),
        PROOF.replace("index 7", "index 7 "),
        PROOF.replace("extra ", "extra  "),
        PROOF.replace("extra ", "extra A"),
        PROOF.replace("extra ", "extra AAAA"),
        re.sub("extra .*\n", "", PROOF),
        re.sub("extra .*\n", "extra \n", PROOF),
        re.sub("(index 7\n)", "\\1AAAA\n", PROOF),
        re.sub("(index 7\n)", f"\\1{'A' * 44}\n", PROOF),
        re.sub("(index 7\n)", f"\\1{ROOT}\n" * 65, PROOF),
    ],
)
def test_what_is_not_a_proof_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_proof(text)
    assert str(refused.value) == (
        "This is not a proof as `sits audit prove GAME EVENT` prints it. Save the proof exactly as it was sent."
    )


@given(data=st.binary(max_size=200))
def test_bytes_that_are_no_event_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableError, match="This is not a proof"):
        read_proof(re.sub("extra .*\n", f"extra {b64encode(data).decode()}\n", PROOF))


def test_a_fault_in_the_checkpoint_of_a_proof_is_named() -> None:
    with pytest.raises(UnreadableError, match="second line must be a number of events"):
        read_proof(changed(event(7, 21), note="duel\nmany\nAAAA\n"))
