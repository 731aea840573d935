"""HTML pages: tree → blocks with their settings → how likely each is content → text and map."""

from citewell.read.html.page import read_html

__all__ = ["read_html"]
