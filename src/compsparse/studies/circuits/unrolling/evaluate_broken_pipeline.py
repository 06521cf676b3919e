"""Controls for the check of Theorem 1: with one thing broken it must fail (document 000)."""

from collections.abc import Sequence

import pandas as pd

from compsparse.statistics import api as stats
from compsparse.studies.circuits.circuit.bits import all_inputs
from compsparse.studies.circuits.circuit.circuit import Circuit
from compsparse.studies.circuits.circuit.packed import PackedCircuit
from compsparse.studies.circuits.machines.library import PROGRAMS
from compsparse.studies.circuits.unrolling import breaks


@stats.evaluates
def run(
    inputs: stats.Inputs, *, lengths: Sequence[int], machines: Sequence[str]
) -> stats.Evaluation:
    """Return the wrongly answered inputs by break, machine and length, and what is noticed."""
    makes = {"intact": breaks.intact, **breaks.BREAKS, **breaks.UNNOTICED}
    rows = []
    for length in lengths:
        bits = all_inputs(length)
        for machine in machines:
            program = PROGRAMS[machine]
            expected = program.expected(bits)
            for name, make in makes.items():
                circuit = make(program, length)
                ready = PackedCircuit(circuit) if isinstance(circuit, Circuit) else circuit
                wrong = breaks.wrong_inputs(ready.evaluate_bits(bits), expected)
                rows.append((name, machine, length, len(bits), wrong))
    table = pd.DataFrame(rows, columns=["broken", "machine", "length", "inputs", "wrong"])
    return stats.Evaluation(table, _statistics(table))


def _statistics(table: pd.DataFrame) -> dict[str, stats.Interval]:
    shares = table.assign(share=table["wrong"] / table["inputs"]).groupby("broken")["share"]
    wrong = table[(table["wrong"] > 0) & table["broken"].isin(breaks.BREAKS)]
    noticed = wrong.groupby("broken")["length"].min()
    beyond = table["length"].max() + 1  # the length for a break that is never noticed
    late = table[table["broken"] == "one_step_less"].groupby("machine")["wrong"].max()
    gate, bits = breaks.printed_not_gate(), all_inputs(1)
    right = (gate.evaluate_bits(bits) == ~bits).mean()
    values = {
        "intact_wrong_share": shares.max()["intact"],
        "noticed_share": len(noticed) / len(breaks.BREAKS),
        "longest_needed_length": noticed.reindex(list(breaks.BREAKS)).fillna(beyond).max(),
        "tight_time_share": (late > 0).mean(),
        "or_for_xor_wrong_share": shares.max()["or_for_xor"],
        "printed_not_agreement": right,
    }
    return {name: stats.exact(float(value)) for name, value in values.items()}
