"""How many claims pooling should decide is told before it is done."""

from collections.abc import Callable

from compsparse.claims.judged import JudgedClaim
from compsparse.replication.expected import expected_of

Make = Callable[..., JudgedClaim]


def test_more_root_seeds_should_decide_more(claim: Make) -> None:
    values = [-0.5, 1.0, 1.5, 0.4, 0.6]
    open_ = claim(id="toy_open", samples=values, value=0.6, low=-0.33, verdict="undecided")
    clear = claim(samples=[1.0, 1.1, 0.9], value=1.0, seeds=3)
    count = claim(id="toy_count", kind="exact")
    below = claim(id="toy_below", verdict="not testable")
    run = [open_, clear, count, below]
    one, four = expected_of(run, 1, 0), expected_of(run, 4, 0)
    assert (one.claims, one.undecided, one.share) == (2, ("toy_open",), 0.5)
    assert (four.undecided, four.share) == ((), 1.0)
    assert expected_of([count], 4, 0).share is None
