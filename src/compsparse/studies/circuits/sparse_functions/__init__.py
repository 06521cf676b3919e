"""What compositionally sparse and generic Boolean functions are, and what circuits of them cost."""
