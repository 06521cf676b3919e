"""The factor embedding: ranks, recovered factors, attention (document 004, Figure 2, Remark 3)."""

from collections.abc import Sequence
from itertools import product

import numpy as np
import pandas as pd
from jaxtyping import Float64

from compsparse.statistics import api as stats
from compsparse.studies.factorial.data_model import exact_factorization, factorization
from compsparse.studies.factorial.data_model.embedding import factor_table, one_hot_codes, span
from workflow_engine.seeds import generator

RECOVERED = 1e-6  # largest error of a one-hot code that counts as recovered
EPSILON = float(np.finfo(np.float64).eps)


def recovery_error_over_bound(
    codes: Float64[np.ndarray, "x element"], table: Float64[np.ndarray, "element dimension"]
) -> float:
    """Return the largest error of codes recovered by one linear map, over its bound."""
    # the pseudo-inverse of the table inverts up to dimension · epsilon · condition number; a code
    # of k factors has the length sqrt(k), which the bound multiplies
    dimension = table.shape[1]
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


def attention(
    queries: Float64[np.ndarray, "x dimension"],
    keys: Float64[np.ndarray, "x token dimension"],
    values: Float64[np.ndarray, "x token value"],
) -> Float64[np.ndarray, "x value"]:
    """Return softmax(query . keys / sqrt(dimension)) applied to the values, for each input."""
    scores = np.einsum("xd,xtd->xt", queries, keys) / np.sqrt(queries.shape[1])
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    attended: Float64[np.ndarray, "x value"] = np.einsum("xt,xtv->xv", weights, values)
    return attended


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
    rows: list[tuple[str, str, int, int, int]] = []
    checks = []
    deviations = 0
    names = (root_seed, "factorial", "factor_embedding")
    spaces = map(factorization.Factorization.parse, input_factors)
    for space, run_index in product(spaces, range(runs)):
        codes, elements = one_hot_codes(space), sum(space.sizes)
        for dimension in embedding_dimensions:
            random = generator(*names, "vectors", space.slug, run_index, dimension)
            table = factor_table(space, dimension, random)
            for quantity, matrix, limit in (
                ("rank of inputs", codes @ table, span(space)),
                ("rank of factors", table, elements),
            ):
                rank = exact_factorization.measured_rank(matrix)
                deviations += rank != min(dimension, limit)
                rows.append((quantity, space.label, run_index, dimension, rank))
        # the smallest dimension that the document requires
        random = generator(*names, "vectors", space.slug, run_index, elements)
        table = factor_table(space, elements, random)
        random = generator(*names, "examples", space.slug, run_index)
        needed = examples_needed(codes, codes @ table, random)
        rows.append(("examples", space.label, run_index, elements, needed))
        checks.append(
            {
                "run": run_index,
                "recovery": recovery_error_over_bound(codes, table),
                "attention": attention_error_over_bound(space, codes, table),
                "over_elements": needed / elements,
                "over_inputs": needed / space.size,
            }
        )
    columns = ["quantity", "input_factors", "run", "embedding_dimension", "value"]
    drawn = factorization.Factorization.parse(drawn_factors)
    drawing = _drawing(drawn, generator(*names, "drawing", drawn.slug))
    draws = len(checks)
    worst = pd.DataFrame(checks).groupby("run").max()  # over the spaces
    return stats.Evaluation(
        _long_table(pd.DataFrame(rows, columns=columns), drawing),
        {
            "rank_deviations": stats.exact(deviations, draws),
            "recovery_error_over_bound": stats.exact(float(worst["recovery"].max()), draws),
            "attention_error_over_bound": stats.exact(float(worst["attention"].max()), draws),
            "examples_over_elements": stats.MeanOf(worst["over_elements"].to_numpy()),
            "examples_over_inputs": stats.MeanOf(worst["over_inputs"].to_numpy(), stats.SHARE),
        },
    )


def _drawing(space: factorization.Factorization, random: np.random.Generator) -> pd.DataFrame:
    """Return the plane vectors of every element of every factor."""
    places = [(factor, e) for factor, size in enumerate(space.sizes) for e in range(size)]
    vectors = zip(places, factor_table(space, 2, random), strict=True)
    rows = [(*place, axis, value) for place, vector in vectors for axis, value in enumerate(vector)]
    table = pd.DataFrame(rows, columns=["factor", "element", "axis", "value"])
    return table.assign(quantity="vector", input_factors=space.label)


def _long_table(*parts: pd.DataFrame) -> pd.DataFrame:
    # empty fields where a quantity has no such index
    whole = ["run", "embedding_dimension", "factor", "element", "axis"]
    table = pd.concat(parts, ignore_index=True)[["quantity", "input_factors", *whole, "value"]]
    return table.astype(dict.fromkeys(whole, "Int64"))
