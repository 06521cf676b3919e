"""Names and colors of the wirings in figures."""

from compsparse.figures import api as fig

WIRINGS = {
    "dense": "dense",
    "wrong": "wrong wiring",
    "right": "right wiring",
    "convolution": "convolution",
}
COLORS = dict(zip(WIRINGS, fig.CATEGORIES, strict=False))
