"""Dense networks: fully trained, and reference networks kept at several updates.

And their loss against steps by optimizer and rate (document 001, Figures 13 and 38 to 41).
"""
