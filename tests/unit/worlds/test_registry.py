"""What is expected to fail or to hold must be a claim."""

from pathlib import Path

import pytest

from compsparse.claims.registry import Registry
from compsparse.worlds.errors import WorldsError
from compsparse.worlds.registry import expectations, read_worlds

TEXT = "study: toy\nworlds:\n  flat: {takes_away: The slope., fails: [CLAIM]}\n"


def written(folder: Path, claim: str, study: str = "toy") -> Path:
    """Write a file of worlds."""
    path = folder / f"{study}.yaml"
    path.write_text(TEXT.replace("CLAIM", claim).replace("toy\n", f"{study}\n"))
    return path


def test_expectations_are_by_world(tmp_path: Path, registry: Registry) -> None:
    worlds = read_worlds(written(tmp_path, "toy_curve_slope"), registry)
    assert expectations(worlds) == {"identity": {}, "flat": {"toy_curve_slope": "fails"}}
    path = written(tmp_path, "toy_curve_slope")
    path.write_text(path.read_text().replace("fails", "holds"))
    found = expectations(read_worlds(path, registry))
    assert found["flat"] == {"toy_curve_slope": "holds"}


def test_both_is_no_expectation(tmp_path: Path, registry: Registry) -> None:
    path = written(tmp_path, "toy_curve_slope")
    path.write_text(path.read_text().replace("slope]}", "slope], holds: [toy_curve_slope]}"))
    with pytest.raises(WorldsError, match="names 'toy_curve_slope', which stands under holds, too"):
        read_worlds(path, registry)


@pytest.mark.parametrize(
    ("claim", "words"),
    [("toy_curve_count", "is a check"), ("toy_curve_slop", "is no claim")],
)
def test_a_check_or_an_unknown_name_is_refused(
    tmp_path: Path, registry: Registry, claim: str, words: str
) -> None:
    with pytest.raises(WorldsError, match=rf"worlds.flat.fails names '{claim}', which {words}"):
        read_worlds(written(tmp_path, claim), registry)


def test_what_should_fail_is_not_left_out(tmp_path: Path, registry: Registry) -> None:
    path = written(tmp_path, "toy_curve_slope")
    path.write_text(path.read_text().replace("slope]}", "slope], leaves_out: [toy_curve]}"))
    with pytest.raises(WorldsError, match="expects that 'toy_curve_slope' fails and leaves out"):
        read_worlds(path, registry)


def test_worlds_of_another_study_are_refused(tmp_path: Path, registry: Registry) -> None:
    with pytest.raises(WorldsError, match="the claims are those of 'toy'"):
        read_worlds(written(tmp_path, "toy_curve_slope", "other"), registry)
