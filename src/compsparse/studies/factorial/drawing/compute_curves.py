"""Loss against compute, one line per embedding dimension (document 004, Figures 5 and 18)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.factorial.drawing.losses import draw_losses, mark_loss, one_panel

COLUMNS = ("embedding_dimension", "approximation_complexity", "run", "flops", "loss")


def draw(
    table: pd.DataFrame,
    *,
    headline: fig.Headline,
    loss_name: str,
    reference: tuple[float, str] | None = None,
) -> fig.Figure:
    """Draw the loss of every embedding dimension, and the named ``reference`` as a grey line."""
    (sufficient,) = set(table["approximation_complexity"])
    trained = table[table["flops"] > 0]  # no compute has no place on a logarithmic axis
    styles = fig.name_groups(sorted(set(trained["embedding_dimension"])), "d = {}", ordered=True)
    if sufficient in styles:
        styles[sufficient] = (f"d = {sufficient} = AC", styles[sufficient][1])
    narrow = [dimension for dimension in styles if dimension < sufficient]
    figure, axes = one_panel(headline, max(2.9, 1.2 + 0.13 * len(styles)))
    curves = draw_losses(
        axes, trained, x="flops", by="embedding_dimension", styles=styles, dashed=narrow
    )
    axes.margins(x=0.02)
    axes.set(xlabel="training compute (FLOP)", ylabel=loss_name)
    if reference is not None:
        mark_loss(axes, curves, *reference)
    note = fig.band_note(curves.bands)
    fig.footer(figure, f"Dashed: d < AC = {sufficient}; solid: d ≥ AC.\n{note}")
    return fig.settle(figure, fig.label_line_ends(axes, curves.ends))
