"""Where the operations of the document's calibrated networks go, counted by hand."""

from fractions import Fraction

import pytest

from compsparse.studies.factorial.calibration.evaluate_hidden_dimension import document_output_share
from compsparse.studies.factorial.network.floating_point_operations import (
    training_operations_per_example,
)


def operations(hidden_ratio: int, outputs: int) -> int:
    return training_operations_per_example(
        embedding_dimension=64, hidden_dimension=64 * hidden_ratio, layers=1, outputs=outputs
    )


def test_the_output_layer_takes_32_of_35_parts() -> None:
    # 2 d M against 6 d h + 2 d M is M against 3 h + M
    assert document_output_share() == pytest.approx(32 / 35, rel=1e-15)
    assert Fraction(4096, 3 * 128 + 4096) == Fraction(32, 35)


@pytest.mark.parametrize(("outputs", "least", "most"), [(4096, 1.2, 1.25), (36, 5.2, 5.25)])
def test_hidden_dimensions_matter_with_few_outputs(outputs: int, least: float, most: float) -> None:
    assert least < operations(6, outputs) / operations(1, outputs) < most
