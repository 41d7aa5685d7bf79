"""parse/bad/FILE: `parse` rejects it.

A comment `expect error: TEXT` stands on the line of each error; elsewhere
`expect error at LINE:COLUMN: TEXT` or `expect error in FILE: TEXT`; `expect warning…` likewise.
No other error may be reported.
"""
from harness.rejected import rejected_cases


cases = rejected_cases("parse")
