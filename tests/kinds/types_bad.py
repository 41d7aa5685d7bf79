"""types/bad/FILE: `types` rejects it, with comments as in parse/bad."""
from harness.rejected import rejected_cases


cases = rejected_cases("types")
