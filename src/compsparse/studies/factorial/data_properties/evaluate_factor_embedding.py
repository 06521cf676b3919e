"""The factor embedding: ranks, recovered factors, attention (document 004, Figure 2, Remark 3)."""

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model import exact_factorization, factorization
from compsparse.studies.factorial.data_model.factor_table import factor_table, one_hot_codes, span
from compsparse.studies.factorial.data_properties.attention import attention
from workflow_engine.seeds import generator

RECOVERED = 1e-6  # largest error of a one-hot code that counts as recovered
EPSILON = float(np.finfo(np.float64).eps)


def recovery_error_over_bound(
    codes: Float64[np.ndarray, "x element"], table: Float64[np.ndarray, "element dimension"]
) -> float:
    """Return the largest error of codes recovered by one linear map, over its bound."""
    # the pseudo-inverse of the table inverts up to dimension · epsilon · condition number; a code
    # of k factors has the length sqrt(k), which the bound multiplies
    elements, dimension = table.shape
    if dimension < elements:
        raise ValueError(
            f"An embedding of dimension {dimension} has no linear inverse on {elements} elements; "
            "take a dimension of at least the sum of the factors' sizes."
        )
    error = np.abs(codes @ table @ np.linalg.pinv(table) - codes).max()
    length = np.sqrt(codes[0].sum())
    return float(error / (dimension * length * EPSILON * np.linalg.cond(table)))


def examples_needed(
    codes: Float64[np.ndarray, "x element"],
    embedded: Float64[np.ndarray, "x dimension"],
    random: np.random.Generator,
) -> int:
    """Return how many random inputs least squares needs to learn a map that inverts all inputs."""
    # enough once, enough for good: each further input agrees with the map
    order = random.permutation(len(codes))
    for count in range(1, len(codes) + 1):
        seen = order[:count]
        linear_map = np.linalg.pinv(embedded[seen]) @ codes[seen]
        if np.abs(embedded @ linear_map - codes).max() < RECOVERED:
            return count
    raise ValueError("No number of examples recovers the codes; raise the embedding dimension.")


def attention_error_over_bound(
    inputs: factorization.Factorization,
    codes: Float64[np.ndarray, "x element"],
    table: Float64[np.ndarray, "element dimension"],
) -> float:
    """Return how far k times uniform attention is from the embedding, over its rounding bound.

    Every input is a sequence of k tokens, one for each factor, whose value vectors are those of the
    table. All keys are equal, so all weights are 1/k.
    """
    count = len(inputs.sizes)
    elements = np.nonzero(codes)[1].reshape(len(codes), count)
    values = table[elements]
    keys = np.ones((len(codes), count, 1))
    attended = attention(keys[:, 0], keys, values)
    error = np.abs(count * attended - codes @ table)
    # weights, products and the sums of k terms on both sides
    bound = (2 * count + 4) * EPSILON * np.abs(values).sum(axis=1)
    return float((error / bound).max())


@stats.evaluates
def run(
    inputs: stats.Inputs,
    *,
    root_seed: int,
    input_factors: Sequence[str],
    embedding_dimensions: Sequence[int],
    runs: int,
    drawn_factors: str,
) -> stats.Evaluation:
    """Draw embeddings and check the document's statements about them.

    The table is long: ``quantity`` is "rank of inputs" or "rank of factors" per space, run and
    dimension; "examples" per space and run; or "vector", the components of the drawing's vectors.
    """
    rows: list[dict[str, str | int | float]] = []
    errors: dict[str, list[float]] = {"recovery": [], "attention": []}
    deviations = 0
    examples = []
    names = (root_seed, "factorial", "factor_embedding")
    for notation in input_factors:
        space = factorization.Factorization.parse(notation)
        codes = one_hot_codes(space)
        for run_index in range(runs):
            for dimension in embedding_dimensions:
                random = generator(*names, "vectors", space.slug, run_index, dimension)
                table = factor_table(space, dimension, random)
                measured = {
                    "rank of inputs": (
                        exact_factorization.measured_rank(codes @ table),
                        span(space),
                    ),
                    "rank of factors": (exact_factorization.measured_rank(table), sum(space.sizes)),
                }
                for quantity, (rank, limit) in measured.items():
                    deviations += rank != min(dimension, limit)
                    rows.append(
                        {
                            "quantity": quantity,
                            "input_factors": space.label,
                            "run": run_index,
                            "embedding_dimension": dimension,
                            "value": rank,
                        }
                    )
            # the smallest dimension that the document requires
            dimension = sum(space.sizes)
            random = generator(*names, "vectors", space.slug, run_index, dimension)
            table = factor_table(space, dimension, random)
            errors["recovery"].append(recovery_error_over_bound(codes, table))
            errors["attention"].append(attention_error_over_bound(space, codes, table))
            random = generator(*names, "examples", space.slug, run_index)
            needed = examples_needed(codes, codes @ table, random)
            examples.append(
                {
                    "run": run_index,
                    "over_elements": needed / sum(space.sizes),
                    "over_inputs": needed / space.size,
                }
            )
            rows.append(
                {
                    "quantity": "examples",
                    "input_factors": space.label,
                    "run": run_index,
                    "embedding_dimension": dimension,
                    "value": needed,
                }
            )
    drawn = factorization.Factorization.parse(drawn_factors)
    rows += _drawing(drawn, generator(*names, "drawing", drawn.slug))
    draws = len(examples)
    worst = pd.DataFrame(examples).groupby("run").max()  # over the spaces
    return stats.Evaluation(
        _long_table(rows),
        {
            "rank_deviations": stats.exact(deviations, draws),
            "recovery_error_over_bound": stats.exact(max(errors["recovery"]), draws),
            "attention_error_over_bound": stats.exact(max(errors["attention"]), draws),
            "examples_over_elements": stats.MeanOf(worst["over_elements"].to_numpy()),
            "examples_over_inputs": stats.MeanOf(worst["over_inputs"].to_numpy(), stats.SHARE),
        },
    )


def _drawing(
    space: factorization.Factorization, random: np.random.Generator
) -> Iterator[dict[str, str | int | float]]:
    """Yield the plane vectors of every element of every factor."""
    vectors = iter(factor_table(space, 2, random))
    for factor, size in enumerate(space.sizes):
        for element in range(size):
            for axis, component in enumerate(next(vectors)):
                yield {
                    "quantity": "vector",
                    "input_factors": space.label,
                    "factor": factor,
                    "element": element,
                    "axis": axis,
                    "value": float(component),
                }


def _long_table(rows: list[dict[str, str | int | float]]) -> pd.DataFrame:
    columns = ["quantity", "input_factors", "run", "embedding_dimension"]
    columns += ["factor", "element", "axis", "value"]
    table = pd.DataFrame(rows, columns=columns)
    # empty fields where a quantity has no such index
    whole = ["run", "embedding_dimension", "factor", "element", "axis"]
    return table.astype(dict.fromkeys(whole, "Int64"))
