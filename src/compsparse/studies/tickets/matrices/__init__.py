"""Trees written as matrices: the document's own, and the layers of tree networks."""
