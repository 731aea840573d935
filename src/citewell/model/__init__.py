"""What everything speaks: values, errors, events, configuration, protocols, the clock.

Rule: imports nothing of citewell and nothing that opens, reads or measures anything.
"""
