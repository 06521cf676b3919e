"""Render step: the share of inputs that go wrong when one thing is broken (document 000)."""

import pandas as pd

from compsparse.figures import api as fig
from compsparse.studies.circuits.unrolling.heat_map import heat_map, machine_name

_BROKEN = {
    "intact": "nothing",
    "one_step_less": "T(n) − 1 steps",
    "one_cell_less": "S(n) − 1 cells",
    "no_self_loops": "halted heads vanish*",
    "old_symbols_stay": "old symbols stay",
    "printed_not": "NOT as printed",
    "and_reached_early": "AND: r − 1 suffice",
    "comparator_reversed": "comparator reversed",
    "or_for_xor": "adder: OR for XOR",
}


@fig.renders("broken", "machine", "length", "inputs", "wrong")
def run(table: pd.DataFrame, *, headline: fig.Headline) -> fig.Figure:
    length = int(table["length"].max())
    longest = table[table["length"] == length].set_index(["broken", "machine"])
    shares = (longest["wrong"] / longest["inputs"]).unstack(sort=False).loc[list(_BROKEN)]
    names = [machine_name(machine).replace(" → ", "\n→ ") for machine in shares.columns]
    figure = fig.new_figure(fig.COLUMN, 3.0)
    axes = figure.subplots()
    fig.headline(figure, headline)
    heat_map(axes, shares.set_axis(names, axis=1).rename(_BROKEN), fig.CATEGORIES[1])
    axes.set(title="inputs with a wrong answer, %", ylabel="what is broken")
    axes.tick_params(axis="x", labelsize=5.5)
    fig.footer(
        figure,
        f"Exact: all inputs of {length} bits. AND of two, OR and NOT read no sum bit that OR\n"
        "in place of XOR spoils. * After T(n) + 1 steps.",
    )
    return fig.settle(figure)
