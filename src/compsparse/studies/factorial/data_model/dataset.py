"""Datasets: independent draws ("runs") of a graph and its conditional tables, in one file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import get_type_hints

import numpy as np
from jaxtyping import Bool, Float64, Int64

from compsparse.studies.factorial.data_model.complexity import (
    approximation_complexity,
    statistical_complexity,
)
from compsparse.studies.factorial.data_model.conditionals import (
    conditional_probabilities,
    distinct_inputs,
)
from compsparse.studies.factorial.data_model.factorization import Factorization
from compsparse.studies.factorial.data_model.graph import FactorGraph
from workflow_engine.artifacts.arrays import read_arrays
from workflow_engine.artifacts.errors import ArtifactError
from workflow_engine.artifacts.named_axes import select_named_axes

ROW_SUM_TOLERANCE = 1e-12  # rounding of a sum of a few thousand probabilities


@dataclass(frozen=True)
class Dataset:
    """Graphs and tables over fixed input and output factors, stacked over runs."""

    inputs: Factorization
    outputs: Factorization
    adjacency: Bool[np.ndarray, "run output_factor input_factor"]
    parents: Int64[np.ndarray, " run"]  # in the settings; 0: edges drawn independently
    tables: tuple[Float64[np.ndarray, "run _ _"], ...]  # [run, state, outcome]; unused rows are 0
    approximation_complexity: Int64[np.ndarray, " run"]
    statistical_complexity: Int64[np.ndarray, " run"]
    true_probabilities: Float64[np.ndarray, "run x y"] | None = None  # a world's (see ``worlds``)

    @property
    def runs(self) -> int:
        """Number of independent draws."""
        return len(self.adjacency)

    def graph(self, run: int) -> FactorGraph:
        """Return the graph of one run."""
        return FactorGraph.from_adjacency(self.inputs, self.outputs, self.adjacency[run])

    def run_tables(self, run: int) -> list[Float64[np.ndarray, "_ _"]]:
        """Return the tables of one run without padding, shaped [parent state, outcome]."""
        counts = self.graph(run).parent_state_counts
        return [table[run, :count] for table, count in zip(self.tables, counts, strict=True)]

    def parent_states(self, run: int) -> Int64[np.ndarray, "output_factor x"]:
        """Return the joint parent state of every output factor at every input, the table's row."""
        return self.graph(run).parent_states(np.arange(self.inputs.size))

    def probabilities(self, run: int) -> Float64[np.ndarray, "x y"]:
        """Return p(y | x) of one run."""
        if self.true_probabilities is not None:
            probabilities: Float64[np.ndarray, "x y"] = self.true_probabilities[run]
            return probabilities
        return conditional_probabilities(self.graph(run), self.run_tables(run))

    def distinct(self, run: int) -> tuple[Int64[np.ndarray, " x"], Float64[np.ndarray, "group y"]]:
        """Return the group of each input by its joint parent states, and p(y | .) of each group."""
        # ``rows[groups]`` equals ``probabilities(run)`` with far fewer rows where graphs are sparse
        if self.true_probabilities is not None:
            return np.arange(self.inputs.size), self.probabilities(run)
        graph = self.graph(run)
        groups, representatives = distinct_inputs(graph)
        return groups, conditional_probabilities(graph, self.run_tables(run), representatives)

    def sampled_tables(
        self, run: int
    ) -> tuple[Int64[np.ndarray, "factor x"], list[Float64[np.ndarray, "_ _"]]]:
        """Return tables to draw outputs from, and the row of each table at each input."""
        if self.true_probabilities is not None:
            return np.arange(self.inputs.size)[None], [self.probabilities(run)]
        return self.parent_states(run), self.run_tables(run)


PROBABILITIES = "probabilities"  # name of the true ones in the file
_SIZES = {
    "input_sizes": Int64[np.ndarray, " input_factor"],
    "output_sizes": Int64[np.ndarray, " output_factor"],
}
_PER_RUN = {
    name: hint
    for name, hint in get_type_hints(Dataset).items()
    if name not in ("inputs", "outputs", "tables", "true_probabilities")
}


def read_dataset(path: Path) -> Dataset:
    """Read and check a dataset of the step ``generate``; an unusable one is an ArtifactError."""
    arrays = read_arrays(path)
    sizes = select_named_axes(path, arrays, _SIZES)
    try:
        inputs, outputs = (Factorization(tuple(map(int, sizes[name]))) for name in _SIZES)
    except ValueError as error:
        raise ArtifactError(path, str(error)) from None
    tables = {
        f"tables_{factor}": Float64[np.ndarray, f"run state_{factor} {size}"]
        for factor, size in enumerate(outputs.sizes)
    }
    truth = {PROBABILITIES: Float64[np.ndarray, f"run {inputs.size} {outputs.size}"]}
    stored = truth if PROBABILITIES in arrays else {}
    checked = select_named_axes(path, arrays, {**_SIZES, **_PER_RUN, **tables, **stored})
    dataset = Dataset(
        inputs,
        outputs,
        tables=tuple(checked[name] for name in tables),
        **{name: checked[name] for name in _PER_RUN},
        true_probabilities=checked.get(PROBABILITIES),
    )
    _check_probabilities(path, dataset)
    for run in range(dataset.runs):
        _check_run(path, dataset, run)
    return dataset


def read_runs(paths: Sequence[Path]) -> Iterator[tuple[Path, Dataset, int]]:
    """Yield each run of some datasets: its file, the dataset, and its index in there."""
    for path in paths:
        dataset = read_dataset(path)
        for index in range(dataset.runs):
            yield path, dataset, index


def _check_probabilities(path: Path, dataset: Dataset) -> None:
    truth = dataset.true_probabilities
    if truth is None:
        return
    off = np.abs(truth.sum(axis=2) - 1).max()
    if not (truth >= 0).all() or not off <= ROW_SUM_TOLERANCE:
        raise ArtifactError(
            path, f"Entry {PROBABILITIES!r} does not hold rows of probabilities that sum to 1."
        )


def _check_run(path: Path, dataset: Dataset, run: int) -> None:
    graph = dataset.graph(run)
    for factor, count in enumerate(graph.parent_state_counts):
        table = dataset.tables[factor][run]
        rows, padding = table[:count], table[count:]
        correct = np.isfinite(table).all() and (rows >= 0).all() and not padding.any()
        if len(rows) < count or not correct or np.abs(rows.sum(1) - 1).max() > ROW_SUM_TOLERANCE:
            raise ArtifactError(
                path,
                f"Entry 'tables_{factor}' of run {run} does not hold {count} rows of "
                "probabilities that sum to 1, followed by zeros.",
            )
    recorded = dataset.approximation_complexity[run], dataset.statistical_complexity[run]
    computed = approximation_complexity(graph), statistical_complexity(graph)
    if recorded != computed:
        raise ArtifactError(
            path,
            f"Run {run} records the complexities {tuple(map(int, recorded))}; its graph has "
            f"{computed}.",
        )
