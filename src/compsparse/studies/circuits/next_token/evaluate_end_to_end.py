"""The next-token predictor against learning end to end (document 000, summary; Theorem 4)."""

from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float32, Float64, Int64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.next_token import end_to_end, linear_predictor, sequences
from compsparse.studies.circuits.next_token.budget import budget
from compsparse.studies.circuits.next_token.examples import Examples, read_examples
from workflow_engine.artifacts import errors, named_axes

_CONTROLS = ("linear", "network")
_ONE_BIT = "parity"  # whose output is right by chance half of the time


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per task, model, budget and run: shares of inputs and bits that are right.

    The last run served to choose by. Inputs: examples; models. Params: tasks; steps.
    """
    rows, statistics, edges = [], dict[str, tuple[stats.Statistic, tuple[float, float]]](), []
    sources = zip(
        stats.many(inputs, "examples"), stats.many(inputs, "models"), params["tasks"], strict=True
    )
    for drawn, trained, task in sources:
        examples, name = read_examples(drawn), task["task"]
        predictors = ("tokens", "carryless") if name == _ONE_BIT else ("tokens",)
        arrays = _read(trained, examples, predictors, task["times"])
        held_out = examples.held_out[:-1]
        truth = end_to_end.output_bits(examples.program, held_out)
        answers = _answers(arrays, examples, predictors, task["times"])
        for (model, times), answered in answers.items():
            right = answered == truth
            spent = budget(task["samples"], params["steps"], times, examples.program.inputs)
            rate = float(arrays[f"{model}_rate"])
            units = int(arrays["network_units"]) if model == "network" else 0
            rows += [
                (
                    *(name, task["bits"], model, times, spent.samples, spent.passes),
                    *(index, units, rate, len(own), own.all(axis=1).mean(), own.mean()),
                )
                for index, own in enumerate(right)
            ]
        statistics |= _statistics(name, task["times"], predictors)
        if name != _ONE_BIT:
            edges.append(edge_gain(arrays["candidates"]))
    columns = ["task", "bits", "model", "times", "samples", "passes"]
    columns += ["run", "units", "rate", "tested", "exact_match", "right_bits"]
    table = pd.DataFrame(rows, columns=columns)
    found = stats.replicate_statistics(table, statistics)
    gain = {"edge_gain": stats.exact(max(edges), len(edges))} if edges else {}
    return stats.Evaluation(table, {**found, **gain})


def edge_gain(right: Float64[np.ndarray, "width rate"]) -> float:
    """Return by how much the best candidate beats the best one inside of the grid.

    Inside are all widths but the largest and all rates but the smallest and the largest. A grid of
    fewer rates or widths has no inside: all candidates count as edges.
    """
    inside = right[:-1, 1:-1]
    return float(right.max() - inside.max(initial=0.0))


def _read(
    path: Path, examples: Examples, predictors: tuple[str, ...], times: list[int]
) -> dict[str, np.ndarray]:
    program, runs = examples.program, examples.runs - 1
    seen, outputs = 1 + program.inputs, len(program.outputs)
    chain = Float32[np.ndarray, f"{runs} {1 + program.wires} {program.size}"]
    axes = {
        **dict.fromkeys(predictors, chain),
        **{f"{model}_rate": Float64[np.ndarray, ""] for model in (*predictors, *_CONTROLS)},
        "network_units": Int64[np.ndarray, ""],
        "candidates": Float64[np.ndarray, "width rate"],
    }
    for each in times:
        axes[f"linear_{each}"] = Float32[np.ndarray, f"{runs} {seen} {outputs}"]
        axes[f"network_hidden_{each}"] = Float32[np.ndarray, f"{runs} {seen} unit"]
        axes[f"network_readout_{each}"] = Float32[np.ndarray, f"{runs} unit+1 {outputs}"]
    arrays = named_axes.read_named_axes(path, axes)
    units = int(arrays["network_units"])
    for each in times:
        if arrays[f"network_hidden_{each}"].shape[2] != units:
            raise errors.ArtifactError(
                path, f"The array 'network_hidden_{each}' is not of {units} units."
            )
    return arrays


def _answers(
    arrays: dict[str, np.ndarray], examples: Examples, predictors: tuple[str, ...], times: list[int]
) -> dict[tuple[str, int], Bool[np.ndarray, "run held_out output"]]:
    program, held_out = examples.program, examples.held_out[:-1]
    seen = sequences.coded(held_out)
    answers: dict[tuple[str, int], Bool[np.ndarray, "run held_out output"]] = {}
    for name in predictors:
        tokens, _ = linear_predictor.generated(program, arrays[name], held_out)
        answers[name, 1] = tokens[:, :, program.outputs]
    for each in times:
        network = end_to_end.Network(
            arrays[f"network_hidden_{each}"], arrays[f"network_readout_{each}"]
        )
        answers["linear", each] = seen @ arrays[f"linear_{each}"] > 0
        answers["network", each] = network.logits(seen) > 0
    return answers


def _statistics(
    task: str, times: list[int], predictors: tuple[str, ...]
) -> dict[str, tuple[stats.Statistic, tuple[float, float]]]:
    found: dict[str, tuple[stats.Statistic, tuple[float, float]]] = {
        f"{model}_{task}": (_match(task, model, 1), stats.SHARE) for model in predictors
    }
    # a parity that is at chance with the largest budget need not be judged with the smaller ones
    for each in times[-1:] if task == _ONE_BIT else times:
        found[f"network_{task}_{each}"] = (_match(task, "network", each), stats.SHARE)
    found[f"linear_{task}_{times[-1]}"] = (_match(task, "linear", times[-1]), stats.SHARE)
    return found


def _match(task: str, model: str, times: int) -> stats.Statistic:
    def statistic(rows: pd.DataFrame) -> float:
        own = rows[(rows["task"] == task) & (rows["model"] == model) & (rows["times"] == times)]
        return float(own["exact_match"].iloc[0])

    return statistic
