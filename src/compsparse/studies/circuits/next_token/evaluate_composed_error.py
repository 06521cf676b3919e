"""Errors of gates and of the chain composed of them (document 000, Theorem 4, last part)."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float32, Float64

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit.bits import all_inputs, numbers_of
from compsparse.studies.circuits.next_token import examples, linear_predictor
from compsparse.studies.circuits.next_token.curve import Curve
from compsparse.studies.circuits.next_token.program import program_of
from compsparse.studies.circuits.next_token.tasks import circuit_of
from compsparse.studies.circuits.threshold.threshold_circuit import ThresholdCircuit

_INFORMATIVE = 0.5  # largest sum of the gates' errors at which the union bound is compared


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    cells: Sequence[tuple[str, int]],
    product_bits: Sequence[int],
    counted_bits: Sequence[int],
) -> stats.Evaluation:
    """Return one row per task, N and trained run: errors of gates and of the chain.

    Inputs: ``curves``; ``products``, multiplications that kept their weights, and ``examples``,
    which they were trained on.

    Args:
        cells: task and bits of each curve.
        product_bits: bits of each product.
        counted_bits: of multiplications whose predictors' weights are counted.
    """
    curves = zip(stats.many(inputs, "curves"), cells, strict=True)
    table = pd.concat([_errors(path, *cell) for path, cell in curves], ignore_index=True)
    near = table[(table["gate_errors"] > 0) & (table["gate_errors"] <= _INFORMATIVE)]
    products = _products(inputs, product_bits)
    weights = [_weights(program_of(circuit_of("multiplication", bits))) for bits in counted_bits]
    total_bits = 3.0 * np.array(counted_bits) - 2  # n + m_out of the document
    slope = stats.log_log_slope(total_bits, np.array(weights, dtype=np.float64))
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
            "weights_exponent": stats.exact(slope, len(counted_bits)),
        },
    )


def _chain_minus_product(rows: pd.DataFrame) -> float:
    return float((rows["chain_right"] / rows["held_out"] - rows["product"]).mean())


def _within(rows: pd.DataFrame) -> float:
    return float(rows["within"].mean())


def _errors(path: Path, task: str, bits: int) -> pd.DataFrame:
    curve = stats.read_dataclass(path, Curve)
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


def _products(inputs: stats.Inputs, all_bits: Sequence[int]) -> pd.DataFrame:
    """Return how well each learned multiplication approximates the product of real numbers."""
    # numbers of ``bits`` bits suffice for bits - 2 places of accuracy: truncating two factors below
    # 1 changes their product by less than half of that; training pairs of a run are left out
    rows = []
    sources = zip(
        stats.many(inputs, "products"), stats.many(inputs, "examples"), all_bits, strict=True
    )
    for trained, drawn, bits in sources:
        known = examples.read_examples(drawn)
        program = known.program
        axes = Float32[np.ndarray, f"run {1 + program.wires} {program.size}"]
        weights = stats.read_named_axes(trained, {"weights": axes})["weights"]
        pairs = all_inputs(2 * bits)
        truth = linear_predictor.token_rows(program, pairs[None])
        for index, run_weights in enumerate(weights):
            fresh = np.ones(len(pairs), dtype=bool)
            fresh[numbers_of(known.training[index])] = False
            # one run at a time: all pairs with all tokens of many runs take gibibytes
            written, _ = linear_predictor.generated(run_weights[None], truth[:, :, fresh])
            outputs = linear_predictor.written_outputs(program, written)[0]
            product = numbers_of(outputs) / 4.0**bits
            within = worst_errors(pairs[fresh], product) <= 2.0 ** (2 - bits)
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
