"""What the kinds of text tests share: cases, running the program, comparing what it prints."""
