import numpy as np

from compsparse.studies.factorial.data_properties.evaluate_factor_embedding import attention

RANDOM = np.random.default_rng(0)
VALUES = RANDOM.standard_normal((3, 4, 2))
KEYS = RANDOM.standard_normal((3, 4, 5))


def test_equal_keys_give_the_mean_of_the_values() -> None:
    keys = np.ones((3, 4, 5))
    attended = attention(keys[:, 0], keys, VALUES)
    np.testing.assert_allclose(attended, VALUES.mean(axis=1), rtol=0, atol=1e-15)


def test_a_strong_query_picks_one_token() -> None:
    queries = 1e4 * KEYS[:, 2]
    largest = np.einsum("xd,xtd->xt", queries, KEYS).argmax(axis=1)
    attended = attention(queries, KEYS, VALUES)
    np.testing.assert_allclose(attended, VALUES[np.arange(3), largest])


def test_weights_are_the_softmax_of_scaled_products() -> None:
    queries = RANDOM.standard_normal((3, 5))
    expected = []
    for query, keys, values in zip(queries, KEYS, VALUES, strict=True):
        weights = np.exp(keys @ query / np.sqrt(5))
        expected.append(weights @ values / weights.sum())
    np.testing.assert_allclose(attention(queries, KEYS, VALUES), expected)
