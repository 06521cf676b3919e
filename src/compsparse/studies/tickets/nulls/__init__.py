"""What the kept weights do not come from: noise, the penalty, the student's width."""
