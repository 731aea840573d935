"""Providers: plug-ins that answer a query with hits; each module ends with `PROVIDER`."""
