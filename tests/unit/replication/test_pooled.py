"""Replicates of several root seeds decide together what one root seed leaves open."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats as reference

from compsparse.claims.band import Band
from compsparse.claims.judged import NOT_YET_EXPLAINED, JudgedClaim
from compsparse.claims.measurement import Measurement
from compsparse.replication.pooled import pooled
from compsparse.verdicts.assembling import official

Make = Callable[..., JudgedClaim]


def sampled(*values: float) -> dict[str, Any]:
    return {"value": float(np.mean(values)), "samples": list(values), "seeds": len(values)}


def test_means_are_pooled_by_the_interval_of_all_samples() -> None:
    one = Measurement(value=1.5, low=0.0, high=3.0, n=2, samples=[1.0, 2.0])
    other = Measurement(value=4.0, low=3.0, high=5.0, n=2, samples=[3.0, 5.0])
    found = pooled("toy.rise", [one, other], 0)
    values = np.array([1.0, 2.0, 3.0, 5.0])
    expected = reference.t.interval(0.95, 3, values.mean(), reference.sem(values))
    assert (found.value, found.n) == (2.75, 4)
    assert [found.low, found.high] == pytest.approx(expected)
    assert found.samples == values.tolist()


def test_a_share_stays_one_and_trials_are_added() -> None:
    support = [0.0, 1.0]
    share = Measurement(value=0.9, low=0.7, high=1.0, n=2, samples=[0.8, 1.0], support=support)
    assert pooled("toy.share", [share, share], 0).high <= 1.0
    rare = Measurement(value=0.0, low=0.0, high=0.3, n=10, successes=0)
    together = pooled("toy.rare", [rare, rare], 0)
    assert together.n == 20 and together.successes == 0
    assert together.high == pytest.approx(reference.binomtest(0, 20).proportion_ci().high)


def test_what_is_exact_must_lie_in_the_band_at_every_root_seed(claim: Make) -> None:
    band = Band(equal=3.0)
    right = claim(kind="exact", accept=band, value=3.0, low=3.0, high=3.0)
    wrong = claim(kind="exact", accept=band, value=4.0, low=4.0, high=4.0, verdict="fails")
    held = official(right, {11: right, 12: right}, 0)
    failed = official(right, {11: right, 12: wrong}, 0)
    assert (held.verdict, failed.verdict) == ("holds", "fails")
    assert (failed.holds_at, failed.run.verdict, failed.differs) == (1, "holds", True)


def test_root_seeds_decide_together_what_each_leaves_open(claim: Make) -> None:
    run_claim = claim(verdict="holds", explanations={"holds": "It does.", "fails": "No."})
    open_ = claim(**sampled(-0.5, 1.0, 1.3, 1.2, 0.9), verdict="undecided", low=-0.1, high=1.7)
    found = official(run_claim, {11: open_, 12: open_, 13: open_}, 0)
    assert (found.verdict, found.holds_at, found.root_seeds) == ("holds", 0, [11, 12, 13])
    assert found.why == "It does." and found.seeds == 15 and not found.differs
    below = claim(**sampled(-1.0, -1.1, -0.9), verdict="fails", low=-1.3, high=-0.7)
    found = official(run_claim, {11: below, 12: below}, 0)
    assert (found.verdict, found.why, found.differs) == ("fails", "No.", True)
    found = official(claim(), {11: below}, 0)
    assert found.why == NOT_YET_EXPLAINED


def test_theory_is_asked_again_of_all_replicates(claim: Make) -> None:
    against = {"theory": 2.0, "deviation": 0.0, "low": -0.5, "high": 0.5, "verdict": "undecided"}
    with_theory = claim(**sampled(1.99, 2.0, 2.01, 2.0), asymptotic=against)
    found = official(with_theory, {11: with_theory, 12: with_theory}, 0)
    assert found.asymptotic is not None and found.finite_size is None
    assert found.asymptotic.verdict == "agrees" and found.asymptotic.low > -0.01


def test_what_is_not_testable_anywhere_stays_so(claim: Make) -> None:
    missing = {"value": None, "low": None, "high": None, "seeds": None, "verdict": "not testable"}
    found = official(claim(**missing), {11: claim(**missing)}, 0)
    assert found.verdict == "not testable" and found.value is None


def test_more_root_seeds_should_decide_more(claim: Make) -> None:
    values = [-0.5, 1.0, 1.5, 0.4, 0.6]
    open_ = claim(samples=values, value=0.6, low=-0.33, verdict="undecided")
    assert official(open_, {11: open_}, 0).foreseen == "undecided"
    assert official(open_, dict.fromkeys(range(11, 15), open_), 0).foreseen == "holds"
    for silent in (claim(kind="exact"), claim(verdict="not testable")):
        assert official(silent, {11: silent}, 0).foreseen is None
    assert official(open_, {}, 0).foreseen is None


def test_without_other_root_seeds_the_run_decides(claim: Make) -> None:
    found = official(claim(), {}, 5)
    assert (found.root_seeds, found.pooled, found.differs) == ([5], False, False)
    assert found.verdict == found.run.verdict == "holds"
