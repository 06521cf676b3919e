"""From what distance does training return to a known solution? (Document 001, Figure 7.)"""
