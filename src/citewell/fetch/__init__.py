"""The only doors to the network, and their recorded and replayed twins.

Rule: every address that a page is fetched from was judged public by our own table at the moment of
connecting. Only a provider's door reaches other places, and only those that the operator named.
"""
