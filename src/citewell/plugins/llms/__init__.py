"""LLMs: plug-ins that continue a conversation; each module ends with `LLM`."""
