"""The depth that the document's heuristic gives a picture (document 001, Figure 4).

The more complex a picture, the deeper its best network. The line goes, by least squares, through
the pictures whose depths the document names: skull, butterfly and apple, with their complexities
by ``targets.png_complexity``.
"""

import numpy as np

# complexity and layers
DOCUMENTED = ((0.2129, 12), (0.2232, 16), (0.2494, 33))
SHALLOWEST, DEEPEST = 4, 16  # of the depth sweep: what lies beyond is not predicted, but cut


def line_depth(complexity: float) -> float:
    """Return the depth on the line, which may be any number."""
    complexities, depths = np.array(DOCUMENTED, dtype=np.float64).T
    slope, constant = np.polyfit(complexities, depths, 1)
    return float(slope * complexity + constant)


def predicted_depth(complexity: float) -> int:
    """Return the number of hidden layers: the line's, rounded and cut to the depth sweep's."""
    return int(np.clip(round(line_depth(complexity)), SHALLOWEST, DEEPEST))
