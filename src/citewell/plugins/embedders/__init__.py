"""Embedders: plug-ins that turn texts into vectors; each module ends with `EMBEDDER`."""
