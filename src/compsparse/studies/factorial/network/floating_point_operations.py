"""Floating-point operations of training, counted as in document 004, Appendix B."""


def training_operations_per_example(
    *, embedding_dimension: int, hidden_dimension: int, layers: int, outputs: int
) -> int:
    """Return the operations of the forward and backward pass of one input."""
    # forward: three products with d x h matrices in each layer and one with the d x M output
    # embedding, 2 operations for each entry; backward: twice that; all else is neglected
    forward = (
        6 * layers * embedding_dimension * hidden_dimension + 2 * embedding_dimension * outputs
    )
    return 3 * forward
