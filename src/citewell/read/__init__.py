"""The read stage: bytes of one response → Document with exact offsets.

Rule: pure; no clock, no random, no network, no files. Untrusted bytes come here inside a worker
process (`dispatch.read_job`).
"""
