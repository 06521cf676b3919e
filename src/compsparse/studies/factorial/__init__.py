"""Study `factorial`: "Learning with Hidden Factorial Structure" (document 004)."""
