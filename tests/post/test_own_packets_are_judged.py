"""A program judges its own packets as others will: what they would refuse is never sent, and takes no number."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.errors import NotNowError
from sits_es.post.protocol.errands import GoOnWithout
from sits_es.post.protocol.errands import Post as Posted
from sits_es.post.protocol.failures import Resignation, Share
from tests.shared.careful_three import careful_three, ordered


def test_what_others_would_refuse_is_not_sent(tmp_path: Path) -> None:
    red, _, _ = careful_three(tmp_path)
    ordered(red, 1)
    sent = [signed.digest for signed in red.packets()]
    red.replica.post(Resignation(words=""))
    with pytest.raises(NotNowError, match=r"^red has already resigned\.$"):
        red.replica.post(Resignation(words=""))
    assert [signed.digest for signed in red.packets()][:-1] == sent


def test_a_program_leaves_out_what_others_would_refuse_and_says_so_once(tmp_path: Path) -> None:
    red, _, _ = careful_three(tmp_path)
    ordered(red, 1)
    sent, chain = len(red.packets()), red.replica.chain()
    share = Share(turn=1, segments=(1,), of="blue", packet="00" * 32, share="00" * 32, answers={})
    early = GoOnWithout(moment=chain.game.moment, head=chain.head, what="seal", players=("blue", "green"))
    for _ in range(2):
        assert not red.replica.do([Posted(body=share), early])
    assert len(red.packets()) == sent
    told = [words for _, words, _ in red.desk.journal.told("duel", ("unsent",))]
    assert len(told) == 2
    assert told[0] == (
        "Your program does not send what others would refuse. red shares what blue sealed for 1.1, and had no seal of "
        "theirs."
    )
