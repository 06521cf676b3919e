from compsparse.studies.factorial.network.floating_point_operations import (
    training_operations_per_example,
)


def test_the_defaults_of_the_document_cost_1_72_million_operations() -> None:
    operations = training_operations_per_example(
        embedding_dimension=64, hidden_dimension=128, layers=1, outputs=4096
    )
    assert operations == 3 * (6 * 64 * 128 + 2 * 64 * 4096)
    assert round(operations / 1e6, 2) == 1.72
    assert round(4096 * operations / 1e9, 2) == 7.05


def test_without_layers_only_the_output_embedding_counts() -> None:
    operations = training_operations_per_example(
        embedding_dimension=2, hidden_dimension=5, layers=0, outputs=7
    )
    assert operations == 3 * 2 * 2 * 7
