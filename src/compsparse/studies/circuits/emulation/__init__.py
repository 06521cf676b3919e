"""Networks of real numbers that emulate Boolean gates and circuits (document 000, Lemmas 3, 4)."""
