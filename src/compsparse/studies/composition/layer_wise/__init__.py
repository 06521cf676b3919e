"""The transformer with each hop read after a layer of its own: order, controls, forgetting."""
