"""Tables and metrics of networks that emulate gates (Lemmas 3 and 4)."""
