"""citewell: look things up on the web, with proof for every word."""
