"""What changed between two sets of results, by how much, and which input caused it."""
