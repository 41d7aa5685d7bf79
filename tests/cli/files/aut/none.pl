other(1).
