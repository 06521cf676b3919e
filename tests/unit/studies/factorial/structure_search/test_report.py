from pathlib import Path

import numpy as np
import pytest

from compsparse.studies.factorial.data_model.conditionals import (
    conditional_probabilities,
    sample_tables,
)
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph
from compsparse.studies.factorial.structure_search.counted_table import read_counted_table
from compsparse.studies.factorial.structure_search.report import TOLERANCE, Finding, find, lines
from compsparse.studies.factorial.structure_search.value_names import (
    value_names,
)

ROWS = ["phone old", "laptop old", "phone new", "laptop new"]
COLUMNS = ["news text", "sport text", "news film", "sport film"]


def write(folder: Path, joint: np.ndarray, *, samples: int | None) -> Path:
    """Write a table in another order of rows and columns than the factors'."""
    path = folder / "table.csv"
    cells = joint if samples is None else np.round(joint * samples).astype(int)
    lines = [",".join(["who", *(COLUMNS[j] for j in (2, 1, 0, 3))])]
    for i in (3, 0, 1, 2):
        lines.append(",".join([ROWS[i], *(repr(cells[i, j].item()) for j in (2, 1, 0, 3))]))
    path.write_text("\n".join(lines))
    return path


def found(path: Path, tolerance: float) -> Finding:
    return find(read_counted_table(path), tolerance, 19, np.random.default_rng(0))


def described(path: Path) -> str:
    return "\n".join(lines(path, found(path, TOLERANCE)))


def drawn(parents: tuple[tuple[int, ...], ...], seed: int = 0) -> np.ndarray:
    space = Factorization((2, 2))
    graph = FactorGraph(space, space, parents)
    tables = sample_tables(graph, 1.0, np.random.default_rng(seed))
    return conditional_probabilities(graph, tables) / 4


@pytest.mark.parametrize("samples", [None, 20_000])
def test_factors_and_graph_in_words(tmp_path: Path, samples: int | None) -> None:
    text = described(write(tmp_path, drawn(((0,), (1,))), samples=samples))
    lines = text.splitlines()
    assert lines[0].endswith(" counts" if samples else "joint probabilities")
    assert lines[1].startswith("STRUCTURE FOUND")
    assert ("p = " in lines[2] and "G2 = " in lines[3]) == (samples is not None)
    del lines[1 : 4 if samples else 2]
    assert lines[1].endswith("8 of 16")
    assert lines[2].endswith("4 of 4")
    text = "\n".join(lines)
    assert "laptop: laptop new, laptop old" in text
    assert "sport: sport text, sport film" in text
    assert "170" in lines[4]
    # the topic depends on the device, the form on the age
    found = {line.strip().split(":")[0]: number for number, line in enumerate(lines)}
    topic = next(
        i for i in (1, 2) if found[f"y{i}, 2 values"] + 1 in (found["news"], found["sport"])
    )
    device = next(
        i for i in (1, 2) if found[f"x{i}, 2 values"] + 1 in (found["laptop"], found["phone"])
    )
    assert f"y{topic} depends on x{device}" in lines
    assert f"y{3 - topic} depends on x{3 - device}" in lines


def test_an_output_that_depends_on_nothing(tmp_path: Path) -> None:
    text = described(write(tmp_path, drawn(((0,), ())), samples=None))
    assert "depends on no input factor" in text
    assert "(SC)   4 of 16" in text


def test_a_table_without_structure(tmp_path: Path) -> None:
    joint = np.random.default_rng(0).dirichlet(np.ones(16)).reshape(4, 4)
    text = described(write(tmp_path, joint, samples=None))
    assert "NO STRUCTURE FOUND: none of 170 candidates" in text and "SC 16." in text


def test_few_counts_speak_for_a_small_graph_and_many_for_the_true_one(tmp_path: Path) -> None:
    joint = drawn(((0,), (0, 1)), seed=4)
    complexities = [
        found(write(tmp_path, joint, samples=n), 1e-6).chosen.candidate.statistical_complexity
        for n in (30, 100_000)
    ]
    assert complexities[0] < complexities[1] == 12


def test_a_looser_tolerance_takes_a_simpler_factorization(tmp_path: Path) -> None:
    path = write(tmp_path, drawn(((0,), (0, 1)), seed=4), samples=None)
    exact, loose = (found(path, tolerance).chosen for tolerance in (1e-9, 0.1))
    assert exact.divergence < 1e-12
    assert 1e-9 < loose.divergence <= 0.1
    assert loose.candidate.statistical_complexity < exact.candidate.statistical_complexity == 12


def test_names_of_values() -> None:
    assert value_names((0, 1, 0, 1), ROWS) == ["phone", "laptop"]
    assert value_names((0, 0, 1, 1), ROWS) == ["old", "new"]
    assert value_names((0, 1, 1, 0), ROWS) == [
        "phone old, laptop new",
        "laptop old, phone new",
    ]  # no word is shared
    assert value_names((0, 1), ["a_b", "a_c"]) == ["b", "c"]
