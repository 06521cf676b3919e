"""Dense networks: fully trained, and reference networks kept at several updates.

Their loss against steps by optimizer and rate, and networks that paint several pictures (document
001, Figures 13 and 38 to 44).
"""
