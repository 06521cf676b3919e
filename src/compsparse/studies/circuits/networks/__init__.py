"""Networks of real numbers that compute what circuits compute (document 000, Lemmas 3 and 4)."""
