"""The next-token predictor against learning end to end (document 000, summary; Theorem 4)."""

from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float32, Float64

from compsparse.artifacts import errors, named_axes
from compsparse.statistics import api as stats
from compsparse.studies.circuits.next_token import end_to_end, linear_predictor, sequences
from compsparse.studies.circuits.next_token.examples import Examples, read_examples

_CONTROLS = ("linear", "network")
_ONE_BIT = "parity"  # whose output is right by chance half of the time


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per task, model and run: shares of inputs and of output bits that are right.

    Inputs that the run has learned from are left out.

    Inputs: examples; models. Params: cells, task and bits of each; samples.
    """
    rows = []
    sources = zip(
        stats.many(inputs, "examples"), stats.many(inputs, "models"), params["cells"], strict=True
    )
    for drawn, trained, (task, bits) in sources:
        examples = read_examples(drawn)
        predictors = ("tokens", "carryless") if task == _ONE_BIT else ("tokens",)
        arrays = _read(trained, examples, predictors)
        truth = end_to_end.output_bits(examples.program, examples.held_out)
        fresh = unseen(examples, params["samples"])
        for model, answered in _answers(arrays, examples, predictors).items():
            right = answered == truth
            for index, asked in enumerate(fresh):
                tested = right[index, asked]
                whole, bit = float(tested.all(axis=1).mean()), float(tested.mean())
                rate = float(arrays[f"{model}_rate"][index])
                rows.append((task, bits, model, index, len(tested), rate, whole, bit))
    columns = ["task", "bits", "model", "run", "tested", "rate", "exact_match", "right_bits"]
    table = pd.DataFrame(rows, columns=columns)
    statistics: dict[str, tuple[stats.Statistic, tuple[float, float]]] = {}
    for task, _ in params["cells"]:
        statistics[f"tokens_{task}"] = (_match(task, "tokens"), stats.SHARE)
        statistics[f"advantage_{task}"] = (_advantage(task), (-1.0, 1.0))
        if task == _ONE_BIT:
            for model in ("carryless", *_CONTROLS):
                statistics[f"{model}_{task}"] = (_match(task, model), stats.SHARE)
    return stats.Evaluation(table, stats.replicate_statistics(table, statistics))


def unseen(examples: Examples, samples: int) -> Bool[np.ndarray, "run held_out"]:
    """Say which held-out inputs are not among the first ``samples`` that a run learned from."""
    marks = np.empty(examples.held_out.shape[:2], dtype=bool)
    for run, (known, asked) in enumerate(
        zip(examples.training[:, :samples], examples.held_out, strict=True)
    ):
        seen = {row.tobytes() for row in np.packbits(known, axis=1)}
        marks[run] = [row.tobytes() not in seen for row in np.packbits(asked, axis=1)]
    if not marks.any(axis=1).all():
        raise ValueError(
            f"A run has learned from all its held-out inputs, of {examples.program.inputs} bits; "
            "take fewer samples or a task of more bits."
        )
    return marks


def _read(path: Path, examples: Examples, predictors: tuple[str, ...]) -> dict[str, np.ndarray]:
    program, runs = examples.program, examples.runs
    seen, outputs = 1 + program.inputs, len(program.outputs)
    chain = Float32[np.ndarray, f"{runs} {1 + program.wires} {program.size}"]
    rates = [f"{model}_rate" for model in (*predictors, *_CONTROLS)]
    arrays = named_axes.read_named_axes(
        path,
        {
            **dict.fromkeys(predictors, chain),
            "linear": Float32[np.ndarray, f"{runs} {seen} {outputs}"],
            "network_hidden": Float32[np.ndarray, f"{runs} {seen} unit"],
            "network_readout": Float32[np.ndarray, f"{runs} unit+1 {outputs}"],
            **dict.fromkeys(rates, Float64[np.ndarray, f" {runs}"]),
        },
    )
    units = arrays["network_hidden"].shape[2]
    if arrays["network_readout"].shape[1] != 1 + units:
        raise errors.ArtifactError(path, f"The array 'network_readout' is not of {units} units.")
    return arrays


def _answers(
    arrays: dict[str, np.ndarray], examples: Examples, predictors: tuple[str, ...]
) -> dict[str, Bool[np.ndarray, "run held_out output"]]:
    program = examples.program
    seen = sequences.coded(examples.held_out)
    network = end_to_end.Network(arrays["network_hidden"], arrays["network_readout"])
    written = {
        name: linear_predictor.generated(program, arrays[name], examples.held_out)[0]
        for name in predictors
    }
    return {name: tokens[:, :, program.outputs] for name, tokens in written.items()} | {
        "linear": seen @ arrays["linear"] > 0,
        "network": network.logits(seen) > 0,
    }


def _match(task: str, model: str) -> stats.Statistic:
    return lambda rows: _exact_match(rows, task)[model]


def _advantage(task: str) -> stats.Statistic:
    def statistic(rows: pd.DataFrame) -> float:
        match = _exact_match(rows, task)
        return match["tokens"] - max(match[model] for model in _CONTROLS)

    return statistic


def _exact_match(rows: pd.DataFrame, task: str) -> dict[str, float]:
    own = rows[rows["task"] == task]
    return dict(zip(own["model"], own["exact_match"], strict=True))
