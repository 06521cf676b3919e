"""The next-token predictor against learning end to end (document 000, summary; Theorem 4)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float32, Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.next_token import end_to_end, linear_predictor
from compsparse.studies.circuits.next_token.examples import Examples, read_examples
from compsparse.studies.circuits.next_token.program import coded
from compsparse.studies.circuits.next_token.tasks import budget
from workflow_engine.artifacts import errors, named_axes

_CONTROLS = ("linear", "network")
_ONE_BIT = "parity"  # its single output is right half of the time by chance


@dataclass(frozen=True)
class Task:
    """A task, and the budgets with which it is learned."""

    task: str
    bits: int
    samples: int  # N, of the next-token predictor
    times: Sequence[int]  # budgets of the controls, as multiples of the predictor's

    @property
    def predictors(self) -> tuple[str, ...]:
        """The next-token predictors."""
        return ("tokens", "carryless") if self.task == _ONE_BIT else ("tokens",)


@stats.evaluates
def run(inputs: stats.Inputs, *, tasks: Sequence[Task], steps: int) -> stats.Evaluation:
    """Return one row per task, model, budget and run: fractions of right inputs and right bits.

    The last run served for validation. Inputs: ``examples``; ``models``.
    """
    tables, statistics, edges = [], dict[str, tuple[stats.Statistic, tuple[float, float]]](), []
    sources = zip(stats.many(inputs, "examples"), stats.many(inputs, "models"), tasks, strict=True)
    for drawn, trained, task in sources:
        examples = read_examples(drawn)
        arrays = _read(trained, examples, task)
        truth = end_to_end.output_bits(examples.program, examples.held_out[:-1])
        for (model, times), answered in _answers(arrays, examples, task).items():
            spent = budget(task.samples, steps, times, examples.program.inputs)
            right = answered == truth
            rows = {
                "task": task.task,
                "bits": task.bits,
                "model": model,
                "times": times,
                "samples": spent.samples,
                "passes": spent.passes,
                "run": np.arange(len(right)),
                "units": int(arrays["network_units"]) if model == "network" else 0,
                "rate": float(arrays[f"{model}_rate"]),
                "tested": right.shape[1],
                "exact_match": right.all(axis=2).mean(axis=1),
                "right_bits": right.mean(axis=(1, 2)),
            }
            tables.append(pd.DataFrame(rows))
        statistics |= _statistics(task)
        if task.task != _ONE_BIT:
            edges.append(edge_gain(arrays["candidates"]))
    table = pd.concat(tables, ignore_index=True)
    found = stats.replicate_statistics(table, statistics)
    gain = {"edge_gain": stats.exact(max(edges), len(edges))} if edges else {}
    return stats.Evaluation(table, {**found, **gain})


def edge_gain(right: Float64[np.ndarray, "width rate"]) -> float:
    """Return by how much the best candidate beats the best one in the interior of the grid.

    The interior has all widths but the largest and all rates but the smallest and the largest. A
    grid of fewer rates or widths has none: all of its candidates count as edges.
    """
    interior = right[:-1, 1:-1]
    return float(right.max() - interior.max(initial=0.0))


def _read(path: Path, examples: Examples, task: Task) -> dict[str, np.ndarray]:
    program, runs = examples.program, examples.runs - 1
    seen, outputs = 1 + program.inputs, len(program.outputs)
    chain = Float32[np.ndarray, f"{runs} {1 + program.wires} {program.size}"]
    axes = {
        **dict.fromkeys(task.predictors, chain),
        **{f"{model}_rate": Float64[np.ndarray, ""] for model in (*task.predictors, *_CONTROLS)},
        "network_units": Int64[np.ndarray, ""],
        "candidates": Float64[np.ndarray, "width rate"],
    }
    for times in task.times:
        axes[f"linear_{times}"] = Float32[np.ndarray, f"{runs} {seen} {outputs}"]
        axes[f"network_hidden_{times}"] = Float32[np.ndarray, f"{runs} {seen} unit"]
        axes[f"network_readout_{times}"] = Float32[np.ndarray, f"{runs} unit+1 {outputs}"]
    arrays = named_axes.read_named_axes(path, axes)
    units = int(arrays["network_units"])
    for times in task.times:
        if arrays[f"network_hidden_{times}"].shape[2] != units:
            raise errors.ArtifactError(
                path, f"The array 'network_hidden_{times}' is not of {units} units."
            )
    return arrays


def _answers(
    arrays: dict[str, np.ndarray], examples: Examples, task: Task
) -> dict[tuple[str, int], Bool[np.ndarray, "run held_out output"]]:
    program, held_out = examples.program, examples.held_out[:-1]
    seen = coded(held_out)
    answers: dict[tuple[str, int], Bool[np.ndarray, "run held_out output"]] = {}
    truth = linear_predictor.token_rows(program, held_out)
    for name in task.predictors:
        written, _ = linear_predictor.generated(arrays[name], truth)
        answers[name, 1] = linear_predictor.written_outputs(program, written)
    for times in task.times:
        network = end_to_end.Network(
            arrays[f"network_hidden_{times}"], arrays[f"network_readout_{times}"]
        )
        answers["linear", times] = seen @ arrays[f"linear_{times}"] > 0
        answers["network", times] = network.logits(seen) > 0
    return answers


def _statistics(task: Task) -> dict[str, tuple[stats.Statistic, tuple[float, float]]]:
    name, largest = task.task, task.times[-1]
    found = {f"{model}_{name}": (_match(name, model, 1), stats.SHARE) for model in task.predictors}
    # a parity at chance level with the largest budget need not be judged with smaller ones
    for times in [largest] if name == _ONE_BIT else task.times:
        found[f"network_{name}_{times}"] = (_match(name, "network", times), stats.SHARE)
    found[f"linear_{name}_{largest}"] = (_match(name, "linear", largest), stats.SHARE)
    return found


def _match(task: str, model: str, times: int) -> stats.Statistic:
    def statistic(rows: pd.DataFrame) -> float:
        cell = (rows["task"] == task) & (rows["model"] == model) & (rows["times"] == times)
        return float(rows.loc[cell, "exact_match"].iloc[0])

    return statistic
