import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from compsparse.ensembles.generator_state import restore, state_of
from workflow_engine.seeds import generator

# the second leaves half a word behind
DRAWS = {
    "random": lambda g: g.random(3).tolist(),
    "integers32": lambda g: g.integers(7, size=3, dtype=np.uint32).tolist(),
    "integers": lambda g: g.integers(2**40, size=2).tolist(),
    "normal": lambda g: g.standard_normal(5).tolist(),
    "permutation": lambda g: g.permutation(6).tolist(),
}


@given(st.lists(st.sampled_from(sorted(DRAWS)), max_size=6), st.integers(0, 2**31))
def test_a_restored_generator_draws_what_the_other_draws(before: list[str], seed: int) -> None:
    mine, other = generator(seed, "mine"), generator(0, "other")
    for name in before:
        DRAWS[name](mine)
    restore(other, state_of(mine))
    for name in sorted(DRAWS):
        assert DRAWS[name](mine) == DRAWS[name](other)


def test_another_kind_of_generator_is_refused() -> None:
    other = np.random.Generator(np.random.MT19937(0))
    with pytest.raises(TypeError, match="is a MT19937; only PCG64 can be kept"):
        state_of(other)
