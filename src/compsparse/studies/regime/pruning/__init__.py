"""Which weights of a trained network stay: by similarity, size, gradient, chance, wiring."""
