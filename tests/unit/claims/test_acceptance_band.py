"""Bands: which values they accept, and which bands mean nothing."""

import math

import pytest

from compsparse.claims.band import Band
from compsparse.claims.errors import ClaimsError
from workflow_engine.validation.strict_model import validated


@pytest.mark.parametrize(
    ("bounds", "accepted", "refused"),
    [
        ({"low": 0.5}, [0.5, 0.6, 1e9], [0.4999, -1.0]),
        ({"high": -3.0}, [-3.0, -3.1], [-2.999]),
        ({"low": -0.1, "high": 0.1}, [-0.1, 0.0, 0.1], [-0.11, 0.11]),
        ({"above": 0.5}, [math.nextafter(0.5, 1)], [0.5, 0.4]),
        ({"below": 0.0}, [-5e-324], [0.0, 1.0]),
        ({"above": 0.0, "high": 1.0}, [0.5, 1.0], [0.0, 1.1]),
        ({"equal": 16.0}, [16.0], [15.0, 17.0, math.nextafter(16, 17)]),
        ({"equal": 0.0}, [0.0, -0.0], [1e-300]),
        ({"low": 0.5, "high": None}, [0.5], [0.4]),
    ],
)
def test_accepts_what_lies_between_its_edges(
    bounds: dict[str, float | None], accepted: list[float], refused: list[float]
) -> None:
    band = Band(**bounds)
    assert [band.contains(value) for value in accepted] == [True] * len(accepted)
    assert [band.contains(value) for value in refused] == [False] * len(refused)


@pytest.mark.parametrize(
    ("bounds", "text"),
    [
        ({"low": 0.5}, ">= 0.5"),
        ({"above": 0.5}, "> 0.5"),
        ({"high": -3.0}, "<= -3"),
        ({"below": 0.0}, "< 0"),
        ({"low": -0.1, "high": 0.1}, "[-0.1, 0.1]"),
        ({"above": 0.0, "high": 1.0}, "> 0 and <= 1"),
        ({"equal": 0.0}, "= 0"),
    ],
)
def test_reads_as_a_reader_writes_it(bounds: dict[str, float], text: str) -> None:
    assert str(Band(**bounds)) == text


def test_stores_only_the_given_bounds() -> None:
    assert Band(low=0.5).as_json() == {"low": 0.5}
    assert Band(equal=0.0).as_json() == {"equal": 0.0}


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        ({}, "no bound"),
        ({"low": None, "high": None}, "no bound"),
        ({"low": 1, "high": 0}, "lower edge 1 is not below its upper edge 0"),
        ({"low": 1, "high": 1}, "write equal"),
        ({"equal": 1, "low": 0}, "give equal alone"),
        ({"low": 0, "above": 0}, "both low and above"),
        ({"high": 0, "below": 0}, "both high and below"),
        ({"low": "0.5"}, "allowed: a finite number"),
        ({"low": True}, "allowed: a finite number"),
        ({"low": math.inf}, "allowed: a finite number"),
        ({"high": math.nan}, "allowed: a finite number"),
        ({"minimum": 1}, "unknown key 'minimum'"),
    ],
)
def test_a_band_that_means_nothing_is_refused(bounds: dict[str, object], words: str) -> None:
    with pytest.raises(ClaimsError, match=words):
        validated("band", bounds, Band, ClaimsError)
