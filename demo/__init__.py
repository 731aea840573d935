"""The demo web: its pages, its three search services, and how they are recorded.

Sources only; what is shipped is the recording that `python -m demo.build` writes. Every host is
under `.example`, which nobody can register. The facts are true, in our own words.
"""
