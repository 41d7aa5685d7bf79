"""Lines that a test expects: `…` stands for any text within a line, a line `%%` for any number of lines."""
import re


LITERAL = re.compile(r"\\(?=[$!#%\\]|=>)")


def pattern(lines):
    """The regular expression for expected lines."""
    parts = []
    for line in lines:
        if line == "%%":
            parts.append(r"(?:.*\n)*")
        else:
            words = LITERAL.sub("", line, count=1) if LITERAL.match(line) else line
            parts.append(".*".join(re.escape(word) for word in words.split("…")) + r"\n")
    return re.compile("".join(parts))


def ended(text):
    return text if not text or text.endswith("\n") else text + "\n"


# Of an obligation in the table of `prove`, behind its status.
PROOF_TIME = r"^(\S+ +[A-Z]+ +(?:proved|bounded|disproved|disproved-selected|unknown) +)\d+\.\d\d\b"


def timeless(text):
    """The lines, with any time that was taken."""
    text = re.sub(r"\b\d+\.\d+ s(\)?)$", r"… s\1", text, flags=re.MULTILINE)
    text = re.sub(PROOF_TIME, r"\1…", text, flags=re.MULTILINE)
    return re.sub(r'^( *"(?:seconds|peak_memory_bytes)": )[\d.e+-]+', r"\1…", text, flags=re.MULTILINE).splitlines()
