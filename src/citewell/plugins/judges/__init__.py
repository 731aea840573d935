"""Judges: plug-ins that say how far evidence supports a claim; each module ends with `JUDGE`."""
