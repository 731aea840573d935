"""The shelves: one folder for each kind of plug-in, one file for each plug-in."""
