"""The result ``circuits_step_costs``."""

import pytest

from compsparse.studies.circuits.circuit.gates import Kind
from compsparse.studies.circuits.threshold import from_boolean
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdGate
from compsparse.studies.circuits.threshold_gates import evaluate_step_costs

PARAMS = {"root_seed": 0, "sources": [1, 2, 3, 6]}


def test_every_kind_with_sources_is_replaced() -> None:
    result = evaluate_step_costs.run({}, **PARAMS)
    table = result["table"]
    counts = table.groupby("kind").size().to_dict()
    assert counts == {"not": 1, "and": 4, "or": 4, "xor": 4, "majority": 1}
    odd = table[table["kind"] == "xor"]
    assert odd["gates"].tolist() == [1, 2, 2, 4] and odd["depth"].tolist() == [1, 2, 2, 2]
    metrics = result["metrics"]["circuits_step_costs"]
    values = {name: metric["value"] for name, metric in metrics.items()}
    assert values == {"agreement": 1, "gates": 1, "edges": 1, "xor_excess": 0, "xor_depth": 2}
    assert metrics["agreement"]["n"] == 14


def test_the_printed_threshold_of_not_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = from_boolean.gates_of

    def printed(kind: Kind, sources: list[int], first: int) -> list[ThresholdGate]:
        made = kept(kind, sources, first)
        return [ThresholdGate(sources, [-1], 1)] if kind is Kind.NOT else made

    monkeypatch.setattr(from_boolean, "gates_of", printed)
    metrics = evaluate_step_costs.run({}, **PARAMS)["metrics"]["circuits_step_costs"]
    assert metrics["agreement"]["value"] == 0.5
