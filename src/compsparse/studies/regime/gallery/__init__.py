"""What networks learn, and whether edits of its parts compose in the genome and in networks."""
