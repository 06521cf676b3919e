import numpy as np
import pytest

from compsparse.studies.factorial.data_model.embedding import (
    factor_embedding,
    factor_table,
    one_hot_codes,
    span,
)
from compsparse.studies.factorial.data_model.factorization import Factorization

MIXED = Factorization.parse("2*3*4")


def test_codes_name_the_element_of_every_factor() -> None:
    codes = one_hot_codes(MIXED)
    assert codes.shape == (24, 9)
    # token 23 is the last element of each factor
    assert np.flatnonzero(codes[23]).tolist() == [1, 4, 8]
    assert (codes.sum(axis=1) == 3).all()
    assert len(np.unique(codes, axis=0)) == 24


def test_codes_times_table_is_the_embedding_of_the_same_generator() -> None:
    table = factor_table(MIXED, 5, np.random.default_rng(3))
    embedding = factor_embedding(MIXED, 5, np.random.default_rng(3))
    np.testing.assert_allclose(one_hot_codes(MIXED) @ table, embedding, rtol=0, atol=1e-14)


@pytest.mark.parametrize(
    ("notation", "expected"), [("2^12", 13), ("4^6", 19), ("2*3*4", 7), ("5", 5)]
)
def test_span_is_the_rank_of_the_codes(notation: str, expected: int) -> None:
    space = Factorization.parse(notation)
    assert span(space) == expected
    assert np.linalg.matrix_rank(one_hot_codes(space)) == expected
