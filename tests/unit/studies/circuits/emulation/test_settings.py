"""What the experiments on emulation allow."""

from copy import deepcopy
from typing import Any

import pytest

from compsparse.studies.circuits.emulation.plan import Emulation

DISTURBED: dict[str, Any] = {
    "lengths": [4, 16],
    "deviations": [0.01, 0.05],
    "accuracy_bits": 10,
    "inputs": 8,
    "runs": 3,
}
SETTINGS: dict[str, Any] = {
    "gate_emulators": {
        "evaluate": {
            "deviations": [0.05, 0.1],
            "beta": 30,
            "fitted_deviations": [0, 0.1],
            "decimals": [2, 6, 12],
        }
    },
    "error_propagation": {"generate": DISTURBED},
    "gate_noise": {"generate": DISTURBED},
}


@pytest.mark.parametrize(
    ("experiment", "key", "value", "message"),
    [
        ("gate_emulators", "deviations", [0.1, 0.05], "increasing order, not .0.1, 0.05."),
        ("gate_emulators", "deviations", [0.5], "less than 0.5"),
        ("gate_emulators", "fitted_deviations", [0.17], "less than 0.16"),
        ("gate_emulators", "decimals", [2, 14, 15], "less than or equal to 13"),
        ("gate_emulators", "beta", 0, "greater than 0"),
        ("error_propagation", "lengths", [16, 4], "increasing order, not .16, 4."),
        ("error_propagation", "lengths", [1, 4], "greater than or equal to 2"),
        ("gate_noise", "deviations", [0.05, 0.05], "different values in increasing order"),
        ("gate_noise", "runs", 0, "greater than or equal to 1"),
    ],
)
def test_sweeps_that_mean_something_else_are_refused(
    experiment: str, key: str, value: Any, message: str
) -> None:
    Emulation.model_validate(SETTINGS)
    changed = deepcopy(SETTINGS)
    section = "evaluate" if experiment == "gate_emulators" else "generate"
    changed[experiment][section][key] = value
    with pytest.raises(ValueError, match=message):
        Emulation.model_validate(changed)
