"""Indexes: plug-ins that keep and search passages; each module ends with `INDEX`."""
