"""All runs of several datasets on one run axis."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64, Int64

from compsparse.studies.factorial.data_model.dataset import Dataset, read_dataset
from compsparse.studies.factorial.data_model.factorization import Factorization
from workflow_engine.seeds import generator


@dataclass(frozen=True)
class Run:
    """One run of one dataset."""

    name: str  # file stem of the dataset, in the names of generators
    dataset_index: int  # among those of the job
    replicate: int  # index within its dataset
    dataset: Dataset
    groups: Int64[np.ndarray, " x"]  # of each input, by its joint parent states
    probabilities: Float64[np.ndarray, "group y"]  # p(y | .) of each group

    def generator(
        self, root_seed: int, seed_names: Sequence[str], role: str, dimension: int
    ) -> np.random.Generator:
        """Return the random generator of a role; it depends on no other run or dataset."""
        return generator(root_seed, *seed_names, role, self.name, self.replicate, dimension)


@dataclass(frozen=True)
class StackedDatasets:
    """Runs over the same input and output factors, in the order of their datasets."""

    inputs: Factorization
    outputs: Factorization
    runs: list[Run]

    def columns(self) -> dict[str, Int64[np.ndarray, " run"]]:
        """Return the columns that identify the runs, one value per run."""
        values = {
            "replicate": [run.replicate for run in self.runs],
            "dataset": [run.dataset_index for run in self.runs],
        }
        for name in ("approximation_complexity", "statistical_complexity", "parents"):
            values[name] = [getattr(run.dataset, name)[run.replicate] for run in self.runs]
        return {name: np.array(column, dtype=np.int64) for name, column in values.items()}


def stack_datasets(paths: list[Path]) -> StackedDatasets:
    """Read datasets of the same factors, with distinct names, and put their runs in a row."""
    datasets = [read_dataset(path) for path in paths]
    first = datasets[0]
    names = [path.stem for path in paths]
    runs = [
        Run(name, index, replicate, dataset, *dataset.distinct(replicate))
        for index, (name, dataset) in enumerate(zip(names, datasets, strict=True))
        for replicate in range(dataset.runs)
    ]
    return StackedDatasets(first.inputs, first.outputs, runs)
