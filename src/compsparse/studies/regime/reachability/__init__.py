"""From how far does training come back to a solution that is there? Document 001, Figure 7."""
