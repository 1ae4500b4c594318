"""Whatever mistakes a scenario or a card has, it is read or refused in words."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shared.mutations import FILES, mutated


@pytest.mark.parametrize("kind", FILES)
@settings(max_examples=300)
@given(chance=st.randoms(use_true_random=True))
def test_a_file_with_mistakes_is_read_or_refused_in_words(kind: str, chance: Random) -> None:
    file = FILES[kind]
    file.read_or_refused(mutated(chance.choice(file.texts()), chance))
