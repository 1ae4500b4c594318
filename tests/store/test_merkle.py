"""The tree of RFC 6962, against a definition written out a second time and the roots of its well-known test leaves."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.store.proofs import (
    Peaks,
    includes,
    inclusion_proof,
    leaf_hash,
    node_hash,
    root_of,
)

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


@pytest.mark.parametrize("size", range(9))
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
