"""What convolutions owe to locality, and what to shared weights."""
