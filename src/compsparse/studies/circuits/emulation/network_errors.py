"""The errors of disturbed networks in files: a row for each circuit, form, deviation and run."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from compsparse.studies.circuits.networks.subnetwork import FORMS
from workflow_engine.artifacts import errors, named_axes
from workflow_engine.steps import Inputs, many

ByCircuit = Int64[np.ndarray, " circuit"]
ByForm = Int64[np.ndarray, "circuit form"]
ByDeviation = Float64[np.ndarray, "circuit deviation"]
ByRun = Float64[np.ndarray, "circuit form deviation run"]


@dataclass(frozen=True)
class NetworkErrors:
    """What was measured at the circuits of one file; NaN where no slope is known to suffice."""

    length: ByCircuit
    depth: ByCircuit
    gates: ByCircuit
    radius: Float64[np.ndarray, " circuit"]  # of the saturating form
    units: ByForm
    weights: ByForm
    layers: ByForm
    bit_error: Float64[np.ndarray, "circuit relu"]  # on undisturbed bits, of the ReLU forms
    largest: ByRun
    mean_square: ByRun
    beta: ByDeviation  # of the sigmoid, as is the bound
    bound: ByDeviation

    def table(self, name: str, deviations: Sequence[float]) -> pd.DataFrame:
        """Return the rows of the file of the circuits ``name``."""
        index = np.indices(self.largest.shape).reshape(4, -1)
        circuit, form, deviation, run = index
        sigmoid = form == FORMS.index("sigmoid")
        by_circuit = ("length", "depth", "gates", "radius")
        by_form = ("units", "weights", "layers")
        of_sigmoid = {"beta": self.beta, "bound": self.bound}
        return pd.DataFrame(
            {
                "circuit": name,
                **{key: getattr(self, key)[circuit] for key in by_circuit},
                "form": np.array(FORMS)[form],
                "deviation": np.array(deviations)[deviation],
                "run": run,
                **{key: getattr(self, key)[circuit, form] for key in by_form},
                "largest": self.largest[*index],
                "root_mean_square": np.sqrt(self.mean_square[*index]),
                **{
                    key: np.where(sigmoid, values[circuit, deviation], np.nan)
                    for key, values in of_sigmoid.items()
                },
            }
        )


def read_errors(
    inputs: Inputs, circuits: Sequence[str], deviations: Sequence[float], runs: int
) -> tuple[pd.DataFrame, float]:
    """Return one table of the files ``networks``, and the largest error on undisturbed bits."""
    tables, bit_errors = [], []
    shape = (len(FORMS), len(deviations), runs)
    for name, path in zip(circuits, many(inputs, "networks"), strict=True):
        measured = named_axes.read_dataclass(path, NetworkErrors)
        if measured.largest.shape[1:] != shape:
            raise errors.ArtifactError(
                path,
                f"It lacks the errors of {shape[0]} forms, {shape[1]} deviations and {runs} runs. "
                "Make it again.",
            )
        tables.append(measured.table(name, deviations))
        bit_errors.append(float(measured.bit_error.max()))
    return pd.concat(tables, ignore_index=True), max(bit_errors)
