from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from compsparse.studies.factorial.structure_search import evaluate_own_table
from workflow_engine.artifacts.errors import ArtifactError

# rows: a product law for each of A and B, the same up to noise for small and large
TABLE = """who,p red,q blue,q red,p blue
small A,60,10,20,30
large A,66,9,18,27
small B,10,60,30,20
large B,9,66,27,18
"""
PLANTED = {"approximation_complexity": 4, "statistical_complexity": 8}


def run(folder: Path, text: str = TABLE, planted: dict[str, int] | None = None) -> Any:
    path = folder / "mine.csv"
    path.write_text(text)
    return evaluate_own_table.run(
        {"counted_table": path},
        root_seed=0,
        tolerance=1e-6,
        redraws=39,
        planted=None if planted is None else evaluate_own_table.Complexities(**planted),
    )


def test_table(tmp_path: Path) -> None:
    outputs = run(tmp_path)
    table = outputs["table"]
    assert list(table) == list(evaluate_own_table.COLUMNS)
    cells = table[table["part"] == "cell"]
    assert len(cells) == 16
    assert cells["amount"].sum() == 480
    inputs = table[table["part"] == "input_value"]
    assert set(inputs["input"]) == {"small A", "large A", "small B", "large B"}
    assert {"A", "B"} <= set(inputs["name"])
    candidates = table[table["part"] == "candidate"]
    assert candidates["chosen"].sum() == 1
    assert candidates.iloc[-1]["amount"] == 170
    others = candidates[candidates["chosen"] == 0]
    assert not others.duplicated(["approximation_complexity", "statistical_complexity"]).any()
    assert others["divergence"].min() == pytest.approx(0, abs=1e-15)
    assert outputs["metrics"] == {"factorial_own_table": {}}


def test_metrics_compare_with_what_was_planted(tmp_path: Path) -> None:
    outputs = run(tmp_path, planted=PLANTED)
    metrics = outputs["metrics"]["factorial_own_table"]
    assert metrics["approximation_complexity_error"]["value"] == 0
    assert metrics["statistical_complexity_error"]["value"] == 0
    other = {"approximation_complexity": 3, "statistical_complexity": 12}
    metrics_of_other = run(tmp_path, planted=other)["metrics"]["factorial_own_table"]
    assert metrics_of_other["approximation_complexity_error"]["value"] == 1
    assert metrics_of_other["statistical_complexity_error"]["value"] == -4
    assert metrics["divergence_over_expected"]["value"] > 0
    assert set(metrics) == {
        "approximation_complexity_error",
        "statistical_complexity_error",
        "divergence_over_expected",
        "structure_p",
        "fit_p",
    }
    assert metrics["structure_p"]["value"] <= 0.05 < metrics["fit_p"]["value"]


def test_probabilities_have_no_expected_divergence(tmp_path: Path) -> None:
    text = "who,a,b\nx,0.1,0.4\ny,0.1,0.4\n"
    metrics = run(tmp_path, text, PLANTED)["metrics"]["factorial_own_table"]
    assert metrics["statistical_complexity_error"]["value"] == -8  # the output has no parent
    assert "divergence_over_expected" not in metrics


def test_a_bad_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match=r"mine\.csv: The row 'y' has"):
        run(tmp_path, "who,a,b\nx,1,2\ny,3,?\n")


def test_the_example_of_the_repository_has_the_stated_law() -> None:
    """Drawn as docs/factorial/README.md says; nothing else may write this file."""
    from compsparse.studies.factorial.data_model.conditionals import (
        conditional_probabilities,
        sample_tables,
    )
    from compsparse.studies.factorial.data_model.factorization import Factorization
    from compsparse.studies.factorial.data_model.graph import FactorGraph
    from workflow_engine.seeds import generator

    names = ("factorial", "own_table", "example")
    graph = FactorGraph(Factorization((4, 2)), Factorization((4, 2)), ((0,), (1,)))
    tables = sample_tables(graph, 1.0, generator(0, *names, "tables"))
    joint = conditional_probabilities(graph, tables).ravel() / 8
    counts = generator(0, *names, "counts").multinomial(4000, joint).reshape(8, 8)
    inputs = [
        f"{language} {device}"
        for device in ("phone", "laptop")
        for language in ("English", "French", "German", "Spanish")
    ]
    outputs = [
        f"{topic} {form}"
        for form in ("text", "video")
        for topic in ("news", "sport", "music", "travel")
    ]
    expected = pd.DataFrame(counts, index=inputs, columns=outputs)
    rows = generator(0, *names, "row_order").permutation(8)
    columns = generator(0, *names, "column_order").permutation(8)
    path = Path(__file__).parents[5] / "workflow" / "tables" / "page_views.csv"
    written = pd.read_csv(path, index_col="visitor")
    pd.testing.assert_frame_equal(
        written, expected.iloc[rows, columns], check_names=False, check_dtype=False
    )
