"""The hidden dimension (document 004, Figure 12)."""

from collections.abc import Sequence

from compsparse.statistics import api as stats
from compsparse.studies.factorial.calibration import choice
from compsparse.studies.factorial.network import floating_point_operations

# Table 1 of document 004, (P2) and (P5) to (P7)
_OUTPUTS = 8**4
_EMBEDDING_DIMENSION = 64
_HIDDEN_DIMENSION = 128
_LAYERS = 1


def document_output_share() -> float:
    """Return the output layer's share of the operations of the document's default network."""
    output_layer, network = (
        floating_point_operations.training_operations_per_example(
            embedding_dimension=_EMBEDDING_DIMENSION,
            hidden_dimension=_HIDDEN_DIMENSION,
            layers=layers,
            outputs=_OUTPUTS,
        )
        for layers in (0, _LAYERS)
    )
    return output_layer / network


@stats.evaluates
def run(inputs: stats.Inputs, *, variants: Sequence[int], chosen: int) -> stats.Evaluation:
    """Evaluate the document's choice (see ``choice.evaluate``), and count its operations."""
    found = choice.evaluate(inputs, variants=variants, chosen=chosen)
    counted = {"document_output_share": stats.exact(document_output_share())}
    return stats.Evaluation(found.table, {**found.statistics, **counted})
