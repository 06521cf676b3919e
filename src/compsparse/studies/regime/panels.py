"""Pictures in figures."""

import numpy as np
from jaxtyping import Num

from compsparse.figures import api as fig


def show_picture(axes: fig.Axes, picture: Num[np.ndarray, "row column 3"] | None) -> None:
    """Show a picture, or nothing, without an axis."""
    if picture is not None:
        axes.imshow(picture, interpolation="nearest")
    axes.set(xticks=[], yticks=[])
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
