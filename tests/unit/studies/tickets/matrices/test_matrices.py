"""Trees as matrices: the slide's numbers, cycles."""

import pandas as pd
import pytest

from compsparse.studies.tickets.matrices import evaluate_tree_matrix
from compsparse.studies.tickets.matrices.tree_matrix import adjacency_matrix, nilpotency
from tests.unit.studies.step_files import ran

SLIDE = {"A": {"B": 5.0, "C": 12.0}, "B": {"D": 3.0, "E": 8.0}, "C": {"F": 7.0}}
NODES = list("ABCDEF")


def test_the_slide() -> None:
    params = {"root_seed": 0, "nodes": NODES, "edges": SLIDE}
    outputs = ran(evaluate_tree_matrix, {}, params)
    content, table = outputs["metrics"], outputs["table"]
    assert isinstance(content, dict)
    assert isinstance(table, pd.DataFrame)
    found = {name: metric["value"] for name, metric in content["tickets_tree_matrix"].items()}
    assert found["entries"] == 5
    assert found["zeros_share"] == pytest.approx(31 / 36)
    assert found["row_of_root_difference"] == 0
    assert found["nilpotency"] == 3
    assert found["empty_rows"] == 3
    paths = {end: found[f"path_a_{end.lower()}"] for end in "DEF"}
    assert paths == {"D": 15, "E": 40, "F": 84}
    row = table[table["start"] == "A"].set_index("end")["weight"]
    assert row.to_dict() == {"A": 0, "B": 5, "C": 12, "D": 0, "E": 0, "F": 0}


def test_edges_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="A-Z has a node that is none of"):
        adjacency_matrix(NODES, {"A": {"Z": 1.0}})
    with pytest.raises(ValueError, match="A-B has the weight 0"):
        adjacency_matrix(NODES, {"A": {"B": 0.0}})
    with pytest.raises(ValueError, match="has a cycle"):
        nilpotency(adjacency_matrix(["A", "B"], {"A": {"B": 1.0}, "B": {"A": 1.0}}))
