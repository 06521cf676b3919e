"""A plain transformer: MLPs, normalisation, learned embeddings, all hops read at the end."""
