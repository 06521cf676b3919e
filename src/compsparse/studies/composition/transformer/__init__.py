"""A plain transformer: MLPs, normalisation, learned embeddings, every hop read after some layer."""
