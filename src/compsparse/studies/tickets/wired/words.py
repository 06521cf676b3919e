"""Words and colors of the wirings in figures."""

from compsparse.figures import api as fig

STYLES = {
    "dense": ("dense", fig.CATEGORIES[0]),
    "wrong": ("wrong wiring", fig.CATEGORIES[1]),
    "right": ("right wiring", fig.CATEGORIES[2]),
    "convolution": ("convolution", fig.CATEGORIES[3]),
}
