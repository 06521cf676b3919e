"""What networks learn to paint: genomes with known parts, drawings, and pictures of a reader."""
