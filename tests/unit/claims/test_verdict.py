"""Verdicts on intervals made by hand."""

import math

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from compsparse.claims.band import Band
from compsparse.claims.measurement import Measurement
from compsparse.claims.verdict import Judgment, judge_measurement, seeds_needed

numbers = st.floats(-10, 10, allow_nan=False).map(lambda x: round(x, 3))
seeds = st.integers(3, 50)


def measured(low: float, value: float, high: float, n: int = 4) -> Measurement:
    return Measurement(value=value, low=low, high=high, n=n)


@st.composite
def measurements(draw: st.DrawFn) -> Measurement:
    low, value, high = sorted(draw(st.tuples(numbers, numbers, numbers)))
    return measured(low, value, high, draw(seeds))


@st.composite
def bands(draw: st.DrawFn) -> Band:
    low, high = sorted(draw(st.tuples(numbers, numbers)))
    assume(low < high)
    lower = draw(st.sampled_from([{"low": low}, {"above": low}, {}]))
    upper = draw(st.sampled_from([{"high": high}, {"below": high}, {}]))
    assume(lower or upper)
    return Band(**lower, **upper)


@pytest.mark.parametrize(
    ("band", "interval", "verdict"),
    [
        # one-sided, inclusive
        (Band(low=0.5), (0.6, 0.7, 0.8), "holds"),
        (Band(low=0.5), (0.5, 0.7, 0.8), "holds"),
        (Band(low=0.5), (0.49, 0.7, 0.8), "undecided"),
        (Band(low=0.5), (0.3, 0.4, 0.5), "undecided"),
        (Band(low=0.5), (0.3, 0.4, 0.49), "fails"),
        (Band(high=-3.0), (-5.0, -4.0, -3.0), "holds"),
        (Band(high=-3.0), (-2.9, -2.0, -1.0), "fails"),
        # one-sided, exclusive
        (Band(above=0.5), (0.5, 0.7, 0.8), "undecided"),
        (Band(above=0.5), (0.51, 0.7, 0.8), "holds"),
        (Band(above=0.5), (0.3, 0.4, 0.5), "fails"),
        (Band(below=0.0), (-2.0, -1.0, -0.1), "holds"),
        (Band(below=0.0), (0.0, 1.0, 2.0), "fails"),
        # two-sided: an equivalence margin
        (Band(low=-0.1, high=0.1), (-0.1, 0.0, 0.1), "holds"),
        (Band(low=-0.1, high=0.1), (-0.2, 0.0, 0.05), "undecided"),
        (Band(low=-0.1, high=0.1), (-0.2, 0.0, 0.2), "undecided"),
        (Band(low=-0.1, high=0.1), (0.11, 0.2, 0.3), "fails"),
        (Band(low=-0.1, high=0.1), (-0.3, -0.2, -0.11), "fails"),
        # no spread at all
        (Band(low=0.5), (1.0, 1.0, 1.0), "holds"),
        (Band(low=0.5), (0.0, 0.0, 0.0), "fails"),
        (Band(low=0.5), (0.5, 0.5, 0.5), "holds"),
        (Band(above=0.5), (0.5, 0.5, 0.5), "fails"),
    ],
)
def test_an_interval_decides_by_where_all_of_it_lies(
    band: Band, interval: tuple[float, float, float], verdict: str
) -> None:
    assert judge_measurement("statistical", band, measured(*interval)).verdict == verdict


def test_ties_everywhere_are_no_evidence_for_an_order() -> None:
    # every outcome equal gives order agreement 0.5 and slope 0 without any spread
    assert judge_measurement("statistical", Band(above=0.5), measured(0.5, 0.5, 0.5)).verdict == (
        "fails"
    )


@pytest.mark.parametrize(
    ("band", "value", "verdict"),
    [
        (Band(equal=0.0), 0.0, "holds"),
        (Band(equal=0.0), 1.0, "fails"),
        (Band(high=1.0), 1.0, "holds"),
        (Band(high=1.0), 1.0001, "fails"),
    ],
)
def test_an_exact_claim_is_judged_by_its_value_and_one_seed_is_enough(
    band: Band, value: float, verdict: str
) -> None:
    exact = measured(value, value, value, n=1)
    assert judge_measurement("exact", band, exact) == Judgment(verdict, None)  # type: ignore[arg-type]


def test_an_exact_claim_fails_where_only_the_average_fits() -> None:
    band = Band.model_validate({"equal": 16})
    assert judge_measurement("exact", band, measured(16, 14, 18, n=2)) == Judgment("fails", None)


@pytest.mark.parametrize("n", [1, 2])
def test_fewer_than_three_seeds_decide_nothing(n: int) -> None:
    assert judge_measurement("statistical", Band(low=0.0), measured(1, 2, 3, n)) == Judgment(
        "undecided", 3
    )
    assert judge_measurement("statistical", Band(low=4.0), measured(1, 2, 3, n)) == Judgment(
        "undecided", 3
    )


@pytest.mark.parametrize(
    ("band", "interval", "needed"),
    [
        # arm 2, allowed 1: four times the seeds, and one more to lie clear of the edge
        (Band(low=0.0), measured(-1, 1, 3, 4), 17),
        (Band(low=0.0), measured(-3, -1, 1, 4), 17),
        (Band(high=0.0), measured(-3, -1, 1, 4), 17),
        (Band(high=0.0), measured(-1, 1, 3, 4), 17),
        # the longer way to go counts: 4 / 1 above, 2 / 1 below
        (Band(low=-1, high=1), measured(-2, 0, 4, 3), 49),
        # only the arm that crosses counts
        (Band(low=0.0), measured(-1, 1, 300, 4), 17),
        # on the edge no number of seeds decides
        (Band(low=0.0), measured(-1, 0, 1, 4), None),
        (Band(above=0.0), measured(-1, 0, 1, 4), None),
        (Band(low=-1, high=1), measured(-1, 1, 3, 4), None),
        # so close to the edge that the number is no number
        (Band(low=0.0), measured(-1e300, 5e-324, 1, 4), None),
    ],
)
def test_seeds_that_would_decide(band: Band, interval: Measurement, needed: int | None) -> None:
    assert judge_measurement("statistical", band, interval) == Judgment("undecided", needed)


@settings(deadline=None)
@given(bands(), measurements())
def test_enough_seeds_do_decide_and_fewer_than_now_never_would(
    band: Band, interval: Measurement
) -> None:
    judgment = judge_measurement("statistical", band, interval)
    assume(judgment.verdict == "undecided" and judgment.seeds_needed is not None)
    assert judgment.seeds_needed is not None and judgment.seeds_needed > interval.n
    # a hair more than the root, against rounding of the edges
    shrink = math.sqrt(interval.n / judgment.seeds_needed) * (1 - 1e-9)
    later = measured(
        interval.value - shrink * (interval.value - interval.low),
        interval.value,
        interval.value + shrink * (interval.high - interval.value),
        judgment.seeds_needed,
    )
    expected = "holds" if band.contains(interval.value) else "fails"
    assert judge_measurement("statistical", band, later).verdict == expected


@settings(deadline=None)
@given(bands(), measurements(), st.floats(0, 1), st.floats(0, 1))
def test_a_shorter_interval_never_turns_a_verdict(
    band: Band, interval: Measurement, lower: float, upper: float
) -> None:
    before = judge_measurement("statistical", band, interval).verdict
    shorter = measured(
        max(interval.low, interval.value - lower * (interval.value - interval.low)),
        interval.value,
        min(interval.high, interval.value + upper * (interval.high - interval.value)),
        interval.n,
    )
    after = judge_measurement("statistical", band, shorter).verdict
    if before != "undecided":
        assert after == before


@settings(deadline=None)
@given(bands(), measurements())
def test_a_verdict_agrees_with_the_value(band: Band, interval: Measurement) -> None:
    verdict = judge_measurement("statistical", band, interval).verdict
    if verdict == "holds":
        assert band.contains(interval.value)
    if verdict == "fails":
        assert not band.contains(interval.value)


@settings(deadline=None)
@given(bands(), measurements(), st.floats(0, 5))
def test_a_wider_band_never_turns_holds_into_anything_else(
    band: Band, interval: Measurement, margin: float
) -> None:
    assume(judge_measurement("statistical", band, interval).verdict == "holds")
    wider = Band(
        **{
            name: edge - margin if name in {"low", "above"} else edge + margin
            for name, edge in band.as_json().items()
        }
    )
    assert judge_measurement("statistical", wider, interval).verdict == "holds"


def test_an_interval_that_misses_its_own_value_still_gets_an_answer() -> None:
    # a bias-corrected bootstrap interval may do that
    assert seeds_needed(Band(low=0.0, high=1.0), measured(0.2, 0.1, 1.2)) == 6
