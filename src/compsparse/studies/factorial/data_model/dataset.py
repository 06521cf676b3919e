"""Datasets: independent draws ("runs") of a graph and its conditional tables, in one file."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Bool, Float64, Int64

from compsparse.artifacts.arrays import read_arrays
from compsparse.artifacts.errors import ArtifactError
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

ROW_SUM_TOLERANCE = 1e-12  # rounding of a sum of a few thousand probabilities


@dataclass(frozen=True)
class Dataset:
    """Graphs and tables over fixed input and output factors, stacked over runs.

    Attributes:
        inputs: factors of the input space.
        outputs: factors of the output space.
        adjacency: true where an input factor is a parent of an output factor.
        parents: number of parents that was asked for, 0 where edges were drawn independently.
        tables: per output factor, the probabilities [run, parent state, outcome]; rows beyond a
            run's number of parent states are zero.
        approximation_complexity: (AC) of each run.
        statistical_complexity: (SC) of each run.
    """

    inputs: Factorization
    outputs: Factorization
    adjacency: Bool[np.ndarray, "run output_factor input_factor"]
    parents: Int64[np.ndarray, " run"]
    tables: tuple[Float64[np.ndarray, "run _ _"], ...]
    approximation_complexity: Int64[np.ndarray, " run"]
    statistical_complexity: Int64[np.ndarray, " run"]

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
        return conditional_probabilities(self.graph(run), self.run_tables(run))

    def distinct(self, run: int) -> tuple[Int64[np.ndarray, " x"], Float64[np.ndarray, "group y"]]:
        """Return the group of each input by its joint parent states, and p(y | .) of each group.

        ``rows[groups]`` equals ``probabilities(run)`` with far fewer rows where graphs are sparse.
        """
        graph = self.graph(run)
        groups, representatives = distinct_inputs(graph)
        return groups, conditional_probabilities(graph, self.run_tables(run), representatives)


def read_dataset(path: Path) -> Dataset:
    """Read and check a dataset that the step ``generate`` made.

    Raises:
        ArtifactError: unreadable, an entry missing, of another kind or shape, rows that are not
            probabilities, or complexities that are not those of the graphs.
    """
    arrays = read_arrays(path)
    sizes = [
        _array(path, arrays, name, np.int64, (None,)) for name in ("input_sizes", "output_sizes")
    ]
    try:
        inputs, outputs = (Factorization(tuple(int(size) for size in s)) for s in sizes)
    except ValueError as error:
        raise ArtifactError(path, str(error)) from None
    shape = (None, len(outputs.sizes), len(inputs.sizes))
    adjacency = _array(path, arrays, "adjacency", np.bool_, shape)
    runs = len(adjacency)
    dataset = Dataset(
        inputs,
        outputs,
        adjacency,
        _array(path, arrays, "parents", np.int64, (runs,)),
        tuple(
            _array(path, arrays, f"tables_{factor}", np.float64, (runs, None, size))
            for factor, size in enumerate(outputs.sizes)
        ),
        _array(path, arrays, "approximation_complexity", np.int64, (runs,)),
        _array(path, arrays, "statistical_complexity", np.int64, (runs,)),
    )
    for run in range(runs):
        _check_run(path, dataset, run)
    return dataset


def _array(
    path: Path,
    arrays: dict[str, np.ndarray],
    name: str,
    dtype: type[np.generic],
    shape: tuple[int | None, ...],
) -> np.ndarray:
    """Return one entry after checking its kind and shape; None stands for any length above 0."""
    if name not in arrays:
        raise ArtifactError(path, f"The dataset has no entry {name!r}.")
    array = arrays[name]
    fits = len(array.shape) == len(shape) and all(
        found > 0 and needed in (None, found)
        for found, needed in zip(array.shape, shape, strict=True)
    )
    if array.dtype != dtype or not fits:
        raise ArtifactError(
            path,
            f"Entry {name!r} is {array.dtype} of shape {array.shape}; it must be "
            f"{dtype.__name__} of shape {shape}, where None is any length.",
        )
    return array


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
