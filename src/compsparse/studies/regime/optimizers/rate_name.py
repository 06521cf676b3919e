"""Rates in names of files and metrics."""


def rate_name(rate: float) -> str:
    """Return a rate without a sign or a point: 0.005 is 5e_3."""
    mantissa, exponent = f"{rate:e}".split("e")
    return f"{float(mantissa):g}e{int(exponent)}".replace("-", "_").replace(".", "p")
