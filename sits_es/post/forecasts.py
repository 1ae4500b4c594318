"""What a receipt for orders says of exchanges to come: which they are, and where the orders lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sits_es.events import Event
from sits_es.game.moments import Moment
from sits_es.post.protocol.chain import Chain


def span_of(chain: Chain, moments: Sequence[Moment]) -> str:
    """Exchanges of one turn in words, the first and the last."""
    first, last = (moment.written(chain.rules.steps) for moment in (moments[0], moments[-1]))
    return first if first == last else f"{first} to {last}"


def predicted(chain: Chain, player: str, orders: Mapping[int, Sequence[Event]]) -> Iterator[str]:
    """Where orders lead, segment by segment, if everybody else drifts; silent where nothing can be foretold."""
    if foretold := chain.rules.forecast(chain.game.board, player, orders):
        yield ""
        yield "If everybody else drifts:"
        yield from (f"  {line}" for line in foretold)
