"""Pure text: URLs, words, language, dates, numbers, token counts, single lines.

Rule: no clock, no random, no threads, no I/O but reading package data once, on first use.
"""
