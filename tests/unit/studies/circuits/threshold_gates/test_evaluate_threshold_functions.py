"""The result ``circuits_threshold_functions``."""

from compsparse.studies.circuits.threshold_gates import evaluate_threshold_functions


def test_all_functions_are_sorted() -> None:
    result = evaluate_threshold_functions.run({}, root_seed=0, inputs=[1, 2, 3], largest_weight=2)
    assert result["table"].to_numpy().tolist() == [[1, 4, 4, 0], [2, 16, 14, 2], [3, 256, 104, 152]]
    metrics = result["metrics"]["circuits_threshold_functions"]
    values = {name: metric["value"] for name, metric in metrics.items()}
    assert values == {
        "single_gates_1": 4,
        "single_gates_2": 14,
        "single_gates_3": 104,
        "unproven": 0,
        "named_gates": 1,
        "parities": 0,
    }
    assert metrics["named_gates"]["n"] == 8 and metrics["parities"]["n"] == 2


def test_functions_whose_weights_were_not_tried_are_unproven() -> None:
    result = evaluate_threshold_functions.run({}, root_seed=0, inputs=[1, 3], largest_weight=1)
    assert result["metrics"]["circuits_threshold_functions"]["unproven"]["value"] > 0
