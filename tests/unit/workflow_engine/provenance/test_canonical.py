"""Equal values have equal text; different values have different text."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workflow_engine.provenance.canonical import canonical, digest

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab", max_size=2), inner),
    max_leaves=8,
)


def turned(value: Any) -> Any:
    """Return an equal value whose mappings are in the other order."""
    if isinstance(value, dict):
        return {key: turned(value[key]) for key in reversed(value)}
    return [turned(item) for item in value] if isinstance(value, list) else value


@given(values)
def test_the_order_of_mappings_does_not_count(value: Any) -> None:
    assert canonical(turned(value)) == canonical(value)
    assert digest(turned(value)) == digest(value)


@given(values, values)
def test_different_values_have_different_digests(one: Any, other: Any) -> None:
    assert (digest(one) == digest(other)) == (repr(in_order(one)) == repr(in_order(other)))


def in_order(value: Any) -> Any:
    """Return an equal value whose mappings are sorted."""
    if isinstance(value, dict):
        return {key: in_order(value[key]) for key in sorted(value)}
    return [in_order(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [{"a": float("-inf")}]])
def test_numbers_that_are_not_finite_have_no_text(value: Any) -> None:
    with pytest.raises(ValueError, match="Out of range"):
        canonical(value)
