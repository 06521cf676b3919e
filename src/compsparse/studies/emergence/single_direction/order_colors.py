"""Colors of the orders k, the same in all figures of this theme."""

from compsparse.figures import api as fig

COLORS = dict(zip((2, 3, 4), fig.CATEGORIES[:3], strict=True))
