"""Readers: bytes of some media types → Document. Each file ends with `READER`."""
