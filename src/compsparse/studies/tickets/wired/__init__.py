"""Networks of one shape in four wirings, which learn to classify points of a sphere by a tree."""
