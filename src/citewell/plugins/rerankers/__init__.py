"""Rerankers: plug-ins that score texts against a query; each module ends with `RERANKER`."""
