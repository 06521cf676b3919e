"""Floating-point operations of training, counted as in document 004, Appendix B."""


def training_operations_per_example(
    *, embedding_dimension: int, hidden_dimension: int, layers: int, outputs: int
) -> int:
    """Return the operations of the forward and backward pass of one input.

    Forward: three products with d x h matrices in each layer and one with the d x M output
    embedding, 2 operations for each entry. Backward: twice that. Lookups, norms and element-wise
    functions count as nothing. This is the idealized cost that the document plots; the
    implementation may need fewer.
    """
    forward = (
        6 * layers * embedding_dimension * hidden_dimension + 2 * embedding_dimension * outputs
    )
    return 3 * forward
