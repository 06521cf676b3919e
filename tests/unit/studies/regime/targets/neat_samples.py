"""Networks in the JSON that neat-python exports."""

from typing import Any


def node(key: int, activation: str, bias: float = 0.0, response: float = 1.0) -> dict[str, Any]:
    return {
        "id": key,
        "type": "hidden",
        "activation": {"name": activation, "custom": False},
        "aggregation": {"name": "sum", "custom": False},
        "bias": bias,
        "response": response,
    }


def exported(
    nodes: list[dict[str, Any]],
    connections: list[tuple[int, int, float]],
    inputs: int = 3,
    outputs: int = 1,
) -> dict[str, Any]:
    """Return the JSON of a network, with inputs from -1 down and outputs from 0 up."""
    keys = [-1 - number for number in range(inputs)]
    given = [node(key, "identity") | {"type": "input", "aggregation": {"name": "none"}}
             for key in keys]  # fmt: skip
    return {
        "format_version": "1.0",
        "network_type": "feedforward",
        "metadata": {"created_timestamp": "2026-01-01T00:00:00+00:00"},
        "topology": {
            "num_inputs": inputs,
            "num_outputs": outputs,
            "input_keys": keys,
            "output_keys": list(range(outputs)),
        },
        "nodes": nodes + given,
        "connections": [
            {"from": source, "to": target, "weight": weight, "enabled": True}
            for source, target, weight in connections
        ],
    }
