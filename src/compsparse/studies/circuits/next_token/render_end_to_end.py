"""Render step: learning with the tokens between and without (document 000, 'Summary')."""

import pandas as pd

from compsparse.figures import api as fig

_DASHES = (0.0, (2.0, 1.2))
_SHOWN = {"linear": _DASHES, "network": "-"}  # controls


@fig.renders("task", "bits", "model", "times", "run", "exact_match")
def run(table: pd.DataFrame) -> fig.Figure:
    tasks = list(table[["task", "bits"]].drop_duplicates().itertuples(index=False, name=None))
    figure = fig.new_figure(fig.COLUMN, 3.0)
    axes = figure.subplots()
    fig.headline(figure, "Without tokens, only addition is nearly learned")
    ends = []
    for (task, bits), color in zip(tasks, fig.CATEGORIES[: len(tasks)], strict=True):
        models = table[(table["task"] == task) & (table["bits"] == bits)].groupby("model")
        tokens = models.get_group("tokens")["exact_match"]
        axes.plot([1], [tokens.mean()], color=color, marker="*", markersize=9, linestyle="none")
        for model, linestyle in _SHOWN.items():
            rows = models.get_group(model).groupby("times")["exact_match"]
            mean = rows.mean()
            axes.plot(mean.index, mean, color=color, linestyle=linestyle, marker="o", markersize=3)
            axes.vlines(mean.index, rows.min(), rows.max(), color=color, linewidth=0.8)
            if model == "network":
                text = f"{task},\n{bits} bits"
                ends.append(fig.LineEnd(float(mean.index[-1]), float(mean.iloc[-1]), text, color))
    axes.set_xscale("log", base=2)
    budgets = sorted(table["times"].unique())
    axes.set_xticks(budgets, [str(times) for times in budgets])
    axes.set_xticks([], minor=True)
    axes.set_ylim(-0.03, 1.08)
    axes.annotate(
        "with tokens: all three tasks" if len(tasks) == 3 else "with tokens",
        (1, 1),
        (9, -3),
        textcoords="offset points",
        fontsize=fig.SMALL_TEXT_SIZE,
        color=fig.INK,
    )
    axes.set_xlabel("budget: times the predictor's examples × steps")
    axes.set_ylabel("fraction of new inputs all right")
    fig.footer(
        figure,
        f"{table['run'].nunique()} seeds; mean, smallest to largest. Star: linear next-token "
        "predictor.\nLines, without tokens: network (solid), linear layer (dashed); chance of the\n"
        "one bit of a parity is 0.5. No input tested was learned from.",
    )
    return fig.settle(figure, fig.label_line_ends(axes, ends))
