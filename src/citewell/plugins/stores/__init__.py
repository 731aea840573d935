"""Stores: plug-ins that keep bytes by key for a time; each module ends with `STORE`."""
