"""What jobs cost, measured while they run, and what a run is expected to cost because of that.

A job's own time, memory and bytes are noted beside the results, outside git (``notes``), since
records hold no times. ``compsparse costs --write`` condenses the notes into workflow/costs, which
is in git; estimates and the rules' resources are looked up there. Nothing here decides a byte of
a result, so nothing here is in a digest.
"""
