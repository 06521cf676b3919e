"""How figures of both themes name the wirings, and which colors these have."""

from compsparse.figures import api as fig

WIRINGS = {
    "dense": "dense",
    "wrong": "wrong wiring",
    "right": "right wiring",
    "convolution": "convolution",
}
COLORS = dict(zip(WIRINGS, fig.CATEGORIES, strict=False))
