"""Errors of gates and of the chain composed of them (document 000, Theorem 4, last part)."""

from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float32, Float64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit.bits import all_inputs, numbers_of
from compsparse.studies.circuits.next_token import examples, linear_predictor
from compsparse.studies.circuits.next_token.curve import read_curve
from compsparse.studies.circuits.next_token.program import program_of
from compsparse.studies.circuits.next_token.tasks import circuit_of
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit

_INFORMATIVE = 0.5  # largest sum of the gates' errors at which the union bound is compared


@stats.evaluates
def run(inputs: stats.Inputs, params: stats.Params) -> stats.Evaluation:
    """Return one row per task, N and run that was trained: errors of gates and of the chain.

    Inputs: curves; products, multiplications that kept their weights, and examples, which they were
    trained on. Params: cells, task and bits of each curve; product_bits; counted_bits, of weights.
    """
    table = pd.concat(
        [
            _errors(path, task, bits)
            for path, (task, bits) in zip(
                stats.many(inputs, "curves"), params["cells"], strict=True
            )
        ],
        ignore_index=True,
    )
    near = table[(table["gate_errors"] > 0) & (table["gate_errors"] <= _INFORMATIVE)]
    products = _products(inputs, params)
    bits = np.array(params["counted_bits"])
    weights = [_weights(program_of(circuit_of("multiplication", each))) for each in bits.tolist()]
    # n + m_out of the document
    slope = stats.log_log_slope(3.0 * bits - 2, np.array(weights, dtype=np.float64))
    below = int((table["outputs_right"] < table["held_out"] - table["mistakes"]).sum())
    apart = int((table["chain_right"] - table["without_mistake"]).abs().max())
    return stats.Evaluation(
        table,
        {
            **stats.replicate_statistics(
                near, {"chain_minus_product": (_chain_minus_product, (-1.0, 1.0))}
            ),
            **stats.replicate_statistics(products, {"within_accuracy": (_within, stats.SHARE)}),
            "union_bound_violations": stats.exact(below, len(table)),
            "chain_difference": stats.exact(apart, len(table)),
            "weights_exponent": stats.exact(slope, len(bits)),
        },
    )


def _chain_minus_product(rows: pd.DataFrame) -> float:
    return float((rows["chain_right"] / rows["held_out"] - rows["product"]).mean())


def _within(rows: pd.DataFrame) -> float:
    return float(rows["within"].mean())


def _errors(path: Path, task: str, bits: int) -> pd.DataFrame:
    curve = read_curve(path)
    size, index = np.nonzero(curve.trained)
    mistakes = curve.gate_mistakes[size, index]
    return pd.DataFrame(
        {
            "task": task,
            "bits": bits,
            "gates": curve.gates,
            "samples": curve.sample_counts[size],
            "run": index,
            "held_out": curve.held_out,
            "mistakes": mistakes.sum(axis=1),
            "gate_errors": mistakes.sum(axis=1) / curve.held_out,
            "product": np.prod(1 - mistakes / curve.held_out, axis=1),
            "without_mistake": curve.without_mistake[size, index],
            "chain_right": curve.chain_right[size, index],
            "outputs_right": curve.outputs_right[size, index],
        }
    )


def _weights(program: ThresholdCircuit) -> int:
    return (1 + program.wires) * program.size


def _products(inputs: stats.Inputs, params: stats.Params) -> pd.DataFrame:
    """Return how well each learned multiplication approximates the product of real numbers."""
    # numbers of ``bits`` bits are fine enough for bits - 2 places of accuracy: cutting off the rest
    # of two factors below 1 changes their product by less than half of that; pairs that a run was
    # given to learn from are left out
    rows = []
    sources = zip(
        stats.many(inputs, "products"),
        stats.many(inputs, "examples"),
        params["product_bits"],
        strict=True,
    )
    for trained, drawn, bits in sources:
        known = examples.read_examples(drawn)
        program = known.program
        axes = Float32[np.ndarray, f"run {1 + program.wires} {program.size}"]
        weights = stats.read_named_axes(trained, {"weights": axes})["weights"]
        pairs = all_inputs(2 * bits)
        for index, own in enumerate(weights):
            fresh = np.ones(len(pairs), dtype=bool)
            fresh[numbers_of(known.training[index])] = False
            asked = pairs[fresh]
            # one run at a time: all pairs with all tokens of many runs take gibibytes
            tokens, _ = linear_predictor.generated(program, own[None], asked[None])
            product = numbers_of(tokens[0][:, program.outputs]) / 4.0**bits
            within = worst_errors(asked, product) <= 2.0 ** (2 - bits)
            rows.append((bits, index, float(within.mean())))
    return pd.DataFrame(rows, columns=["bits", "run", "within"])


def worst_errors(
    pairs: np.ndarray, product: Float64[np.ndarray, " pair"]
) -> Float64[np.ndarray, " pair"]:
    """Return the largest error over all real factors in [0, 1) whose first bits are a pair's.

    Both factors of a pair have the same number of binary places, least significant first.
    """
    bits = pairs.shape[1] // 2
    step = 0.5**bits
    first, second = (numbers_of(half) * step for half in (pairs[:, :bits], pairs[:, bits:]))
    # the product of two non-negative numbers is extreme at corners
    below, above = first * second, (first + step) * (second + step)
    return np.asarray(np.maximum(np.abs(below - product), np.abs(above - product)))
