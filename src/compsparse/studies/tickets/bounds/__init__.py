"""What bounds on the Rademacher complexity say of four networks that were trained."""
