"""Does the score peak at a depth of the target's own? Document 001, Sections 2.3 and 2.4."""
