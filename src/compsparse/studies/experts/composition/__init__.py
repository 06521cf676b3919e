"""Maps one after the other, chosen by codes: who solves combinations that were never seen."""
