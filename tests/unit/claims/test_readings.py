"""Readings of claims: read strictly, each with its reason."""

from pathlib import Path

import pytest

from compsparse.claims.errors import ClaimsError
from compsparse.claims.readings import ClaimReading, read_readings


def test_readings_stand_by_result_and_claim(tmp_path: Path) -> None:
    path = tmp_path / "toy.yaml"
    path.write_text(
        "curve:\n"
        "  slope: {reading: printed, quote: falls as a power, second: controlled}\n"
        "  gap: {reading: beyond, why: our own question}\n"
        "point: {}\n"
    )
    assert read_readings(path) == {
        "toy_curve_slope": ClaimReading(
            reading="printed", quote="falls as a power", second="controlled"
        ),
        "toy_curve_gap": ClaimReading(reading="beyond", why="our own question"),
    }


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("{reading: printed}", "quotes the words"),
        ("{reading: beyond, quote: a word, why: ours}", "quotes the words"),
        ("{reading: controlled, quote: a word}", "say in why"),
        ("{reading: printed, quote: a word, second: printed}", "leave it out where readers agree"),
        ("{reading: literal, quote: a word}", "literal"),
    ],
)
def test_a_reading_without_its_reason_is_refused(tmp_path: Path, entry: str, words: str) -> None:
    path = tmp_path / "toy.yaml"
    path.write_text(f"curve: {{slope: {entry}}}")
    with pytest.raises(ClaimsError, match=f"curve.slope.*{words}"):
        read_readings(path)
    path.write_text("[]")
    with pytest.raises(ClaimsError, match="no mapping"):
        read_readings(path)
